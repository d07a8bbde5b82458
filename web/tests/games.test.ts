/** A short game against the engine in each of the games, from the first page to its end. */

import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { played } from './desk';
import { Hands } from './hands';
import { DESK, open, PHONE, sit, until } from './harness';
import { browser, server } from './stage';

const GAMES = ['shogi', 'minishogi', 'judkins', 'raichu', 'minjiku', 'chess'];
const MOVES = 6;

it('finds a game of the shelf, and plays it', async () => {
  const { page, errors, close } = await open(browser, PHONE);
  await page.goto(server.address);
  const shelf = page.getByRole('region', { name: 'More games' });
  const search = shelf.getByRole('searchbox', { name: 'Search by name or inventor' });
  await search.fill('no such game');
  await shelf.getByText('No game has such a name.').waitFor();
  await search.fill('parton');
  await expect.poll(() => shelf.getByRole('listitem').count()).toBe(1);
  await shelf.getByRole('button', { name: 'Play Racing Kings' }).click();
  await page.waitForURL(/\/game\//);
  const id = page.url().split('/').at(-1) ?? '';
  await page.locator('svg.board').waitFor();
  const state = await until(server, id, ({ side }) => side === 'first');
  const move = state.legal[0];
  if (!move) throw new Error('no move');
  await new Hands(page).make(move);
  const after = await until(server, id, ({ ply, side }) => ply > 1 && side === 'first');
  expect([after.variant, after.moves[0]?.usi]).toEqual(['racingkings', move.usi]);
  expect(errors).toEqual([]);
  await close();
});

it.each(GAMES)('plays %s', async (variant) => {
  const { page, errors, close } = await open(browser, DESK);
  await page.goto(server.address);
  const tiles = page.locator('article button');
  await expect.poll(() => tiles.count()).toBe(GAMES.length);
  await tiles.nth(GAMES.indexOf(variant)).click();
  await page.waitForURL(/\/game\//);
  const id = page.url().split('/').at(-1) ?? '';
  await page.locator('svg.board').waitFor();

  const hands = new Hands(page);
  for (let n = 0; n < MOVES; n++) {
    const state = await until(server, id, ({ side, end }) => side === 'first' || !!end);
    if (state.end) break;
    // The page knows it too.
    await expect.poll(() => page.locator('ol li').count()).toBe(state.moves.length);
    await page.getByText('Your move').waitFor();
    const move = state.legal[(n * 7) % state.legal.length];
    if (!move) throw new Error('no move');
    await hands.make(move);
    const after = await until(server, id, ({ ply, end }) => ply > state.ply || !!end);
    expect(after.moves[state.ply]?.usi).toBe(move.usi);
  }
  const now = await until(server, id, ({ side, end }) => side === 'first' || !!end);
  await expect.poll(() => page.locator('ol li').count()).toBe(now.moves.length);
  if (!now.end) {
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('heading', { name: 'You lose' }).waitFor();
    await page.getByText(/has resigned/).waitFor();
  }

  // Replay from the keyboard.
  await page.locator('h2', { hasText: 'Moves' }).click();
  await page.keyboard.press('Home');
  await page.getByText('You are looking at the start').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('You are looking at move 1').waitFor();

  // Once more, with sides changed.
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  expect((await server.state(page.url().split('/').at(-1) ?? '')).players.first.kind).toBe(
    'engine',
  );
  await page.goto(`${server.address}/games`);
  await expect.poll(() => page.locator('li.card').count()).toBe(2);
  expect(errors).toEqual([]);
  await close();
});

it('takes back the move that has ended a game', async () => {
  const { page, errors, close } = await open(browser, DESK);
  const created = await server.create({
    variant: 'chess',
    position: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1',
    opponent: { engine: { level: 1 } },
    side: 'first',
  });
  await sit(page, server, created);
  const hands = new Hands(page);
  await hands.take('a1');
  await hands.put('a8');
  await page.getByRole('heading', { name: 'You win' }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).last().click();
  await page.getByText('Your move').waitFor();
  expect(await page.getByRole('heading', { name: 'You win' }).count()).toBe(0);
  await hands.take('a1');
  await hands.put('a7');
  const { end } = await until(server, created.id, ({ ply }) => ply > 0);
  expect(end).toBeUndefined();
  expect(errors).toEqual([]);
  await close();
});

it.each([
  ['at a desk', { viewport: { width: 1280, height: 800 }, locale: 'en' }],
  ['on a phone', PHONE],
])('tells the result of a long game in sight, %s', async (where, look) => {
  const pawns = [...'987654321'].map((file) => `${file}g${file}f ${file}c${file}d`);
  const rooks = '2h3h 8b7b 3h4h 7b6b 4h3h 6b7b 3h2h 7b8b';
  const golds = '4i4h 6a6b 4h4i 6b6a';
  const created = await played(server, 'shogi', [...pawns, rooks, golds].join(' '));
  const { page, errors, close } = await open(browser, look);
  await sit(page, server, created);
  const inSight = async (what: Locator): Promise<boolean> => {
    const box = await what.boundingBox();
    return !!box && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  if (where === 'at a desk') {
    for (const name of ['Hint', 'Take back', 'Resign', 'One move back']) {
      expect(await inSight(button(name)), name).toBe(true);
    }
  }
  await button('Resign').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  const result = page.locator('section', { has: page.getByRole('heading', { name: /wins$/ }) });
  await result.waitFor();
  await expect.poll(() => inSight(result)).toBe(true);
  await result.getByRole('link', { name: 'Analyse' }).click();
  await page.waitForURL(/\/analysis\/shogi\?game=/);
  expect(errors).toEqual([]);
  await close();
});

it('plays on from a line that was tried, and keeps its moves', async () => {
  const { page, errors, close } = await open(browser, PHONE);
  await page.goto(`${server.address}/analysis/minishogi#5d5c,1b1c`);
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.getByText('Goes on after move 2.').waitFor();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL(/\/game\//);
  await page.locator('svg.board').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await server.state(id)).moves.map(({ usi }) => usi)).toEqual(['5d5c', '1b1c']);
  expect(errors).toEqual([]);
  await close();
});

it('leads to the rules from the first page', async () => {
  const { page, errors, close } = await open(browser, DESK);
  await page.goto(`${server.address}/?lang=en`);
  await page.getByRole('link', { name: /^Rules.*Raichu/ }).click();
  await page.waitForURL(/\/rules\/raichu/);
  await page.getByRole('heading', { level: 1, name: 'Raichu Shogi' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

it('plays on from a position of the rules', async () => {
  const { page, errors, close } = await open(browser, DESK);
  await page.goto(`${server.address}/rules/minjiku?lang=en&theme=dark`);
  const links = page.getByRole('link', { name: 'Play from here' });
  const href = (await links.last().getAttribute('href')) ?? '';
  const position = new URL(href, server.address).searchParams.get('position') ?? '';
  expect(await links.count()).toBeGreaterThan(1);
  await links.last().click();
  await page.getByText('From the position shown').waitFor();
  await page.getByRole('radio', { name: 'Two at this screen' }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('svg.board').first().waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await server.state(id)).initial_position.split(' ')[0]).toBe(position.split(' ')[0]);
  expect(errors).toEqual([]);
  await close();
});

it('says that a move waits for its turn', async () => {
  const { page, errors, close } = await open(browser, DESK);
  const created = await server.create({ variant: 'minishogi', side: 'first' });
  await sit(page, server, created);
  const hands = new Hands(page);
  const note = page.getByText('Your move is played as soon as it is your turn');
  await hands.take('a2');
  await hands.put('a3');
  await until(server, created.id, ({ ply }) => ply === 1);
  // Dropped, and made again.
  await hands.take('a1');
  await hands.put('a2');
  await note.waitFor();
  await hands.put('c3');
  await note.waitFor({ state: 'detached' });
  await hands.take('a1');
  await hands.put('a2');
  await note.waitFor();
  const seat = created.seats.second ?? '';
  await fetch(`${server.address}/api/games/${created.id}/moves`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ seat, move: '1b1c' }),
  });
  const { moves } = await until(server, created.id, ({ ply }) => ply === 3);
  expect(moves[2]?.usi).toBe('5e5d');
  await note.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await close();
});
