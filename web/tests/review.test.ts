/** A game that is over is gone through: what has cost most, and what would have been better. */

import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Created } from '../src/api/types';
import {
  boardOf,
  desk,
  finished,
  inUsi,
  isAt,
  pathOf,
  playable,
  played,
  saved,
  treeOf,
} from './desk';
import { Hands } from './hands';
import { DESK, open, PHONE } from './harness';
import { browser, server } from './stage';

const MOVES = 'e2e4 e7e5 d1h5 b8c6 h5h7 h8h7 a2a3 d8h4 b2b3 h4f2';

let game: Created;

beforeAll(async () => {
  game = await finished(server, 'chess', MOVES);
  await fetch(`${server.address}/api/games/${game.id}/review`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
});

interface Review {
  over: boolean;
  findings: ({ line: { usi: string }[] } | null)[];
  faults: { ply: number; mark: string; better: { usi: string } }[];
}

const reviewed = async ({ id }: Created): Promise<Review> => {
  const answer = await fetch(`${server.address}/api/games/${id}/review`);
  return (await answer.json()) as Review;
};

/** A page with the review, once it is over. */
async function review(look: BrowserContextOptions, ply = 0): ReturnType<typeof desk> {
  await expect.poll(async () => (await reviewed(game)).over, { timeout: 60_000 }).toBe(true);
  return desk(browser, server, `/analysis/chess?game=${game.id}#${ply}`, look);
}

const card = (page: Page) => page.getByRole('region', { name: 'Review' });
const fault = (page: Page, move: string) => card(page).locator('li', { hasText: move });

it('leads through the game by its graph', async () => {
  const { page, errors, close } = await review(DESK, 2);
  const graph = card(page).getByRole('slider', { name: 'Chance to win, move by move' });
  await graph.focus();
  for (const [key, ply] of [
    ['ArrowRight', 3],
    ['End', 10],
    ['ArrowLeft', 9],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    await isAt(page, inUsi(MOVES.split(' ').slice(0, ply).join(' ')));
    expect(await graph.getAttribute('aria-valuetext')).toMatch(
      new RegExp(`^Move ${ply}: White \\d+ %$`),
    );
  }
  const box = await graph.boundingBox();
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await isAt(page, inUsi('e2e4 e7e5 d1h5 b8c6 h5h7'));
  await fault(page, 'Qxh7').locator('.move').waitFor();
  expect(await fault(page, 'Qxh7').getAttribute('aria-current')).toBe('step');
  // In the moves, too, with the score after it.
  const played = page.locator('.rows .move', { hasText: 'Qxh7' });
  expect(await played.locator('.sign').getAttribute('aria-label')).toBe('blunder');
  const cell = page.locator('.rows .cell', { has: page.locator('.move', { hasText: 'Qxh7' }) });
  expect(await cell.locator('.beside').innerText()).toMatch(/^−\d+\.\d\d$/);
  expect(errors).toEqual([]);
  await close();
});

it.each([
  ['mouse', DESK],
  ['touch', PHONE],
  ['keyboard', { ...DESK, viewport: { width: 1024, height: 768 } }],
] as const)('lets one find the better move, by %s', async (way, look) => {
  const { page, errors, close } = await review(look, 5);
  const press = (button: Locator) => {
    if (way === 'touch') return button.tap();
    return way === 'mouse' ? button.click() : button.press('Enter');
  };
  const named = (name: string) => card(page).getByRole('button', { name, exact: true });
  // The engine is on, and must not tell.
  const engine = page.getByRole('switch', { name: 'Engine' });
  await press(engine);
  await press(fault(page, 'Qxh7').getByRole('button', { name: 'Find the better move' }));
  await isAt(page, inUsi('e2e4 e7e5 d1h5 b8c6'));
  await card(page).getByText('White played Qxh7. Find a better move.').waitFor();
  expect(await engine.count()).toBe(0);
  expect(await page.locator('.drawing.hint').count()).toBe(0);
  // What was played is drawn; the board and the question are in one look.
  await page.locator('.drawing.check').first().waitFor();
  const { height } = page.viewportSize() ?? { height: 0 };
  for (const shown of [page.locator('svg.board'), card(page).locator('.seek')]) {
    await expect.poll(async () => (await shown.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    const box = await shown.boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height + 1);
  }

  const hands = new Hands(page, way);
  await playable(page);
  await hands.take('h5');
  await hands.put('g6');
  await card(page).getByText('There is a better one. Try again.').waitFor();
  expect(await treeOf(page)).toHaveLength(10);
  const better = (await reviewed(game)).faults.find(({ ply }) => ply === 5)?.better.usi ?? '';
  await page.getByPlaceholder(/^Type a move/).fill(better);
  await page.keyboard.press('Enter');
  await card(page).getByText('Yes, that is the best move.').waitFor();
  await isAt(page, `${inUsi('e2e4 e7e5 d1h5 b8c6')} ${better}`);
  await press(engine);

  await press(named('The next one'));
  await expect.poll(() => pathOf(page).split(' ').length).toBeGreaterThan(5);
  await press(named('Back to the list'));
  await fault(page, 'Qxh7').waitFor();
  expect(errors).toEqual([]);
  await close();
});

it('tells how well each side has played, and leads from one fault to the next like it', async () => {
  const { page, errors, close } = await review(DESK);
  const side = (name: string) => card(page).locator('dt', { hasText: name }).locator('+ dd');
  const accuracy = async (name: string) =>
    Number(/Accuracy (\d+) %/.exec(await side(name).innerText())?.[1]);
  const [white, black] = [await accuracy('White'), await accuracy('Black')];
  expect(white).toBeLessThan(black);
  const { faults } = await reviewed(game);
  const blunders = faults.filter(({ ply, mark }) => mark === 'blunder' && ply % 2 === 1);
  const link = side('White').getByRole('button', { name: /blunder/ });
  for (const { ply } of [...blunders, ...blunders.slice(0, 1)]) {
    await link.click();
    await isAt(page, inUsi(MOVES.split(' ').slice(0, ply).join(' ')));
  }
  expect(errors).toEqual([]);
  await close();
});

it('looks more thoroughly when it is asked to', async () => {
  const short = await played(server, 'chess', 'f2f3 e7e5 g2g4 d8h4');
  const begun = await fetch(`${server.address}/api/games/${short.id}/review`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"ms": 20}',
  });
  expect(begun.status).toBe(202);
  const { page, errors, close } = await desk(browser, server, `/analysis/chess?game=${short.id}`);
  await card(page).getByRole('button', { name: 'Look more thoroughly' }).click();
  await card(page).getByRole('progressbar').waitFor();
  // What is known is shown meanwhile.
  await fault(page, 'g4').waitFor();
  await expect
    .poll(async () => (await reviewed(short)).over, { timeout: 60_000, interval: 500 })
    .toBe(true);
  await card(page).getByRole('progressbar').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await close();
});

it('shows the better move and adds its line', async () => {
  const { page, errors, close } = await review(PHONE);
  await fault(page, 'Qxh7').getByRole('button', { name: 'Find the better move' }).tap();
  await card(page).getByRole('button', { name: 'Show it' }).tap();
  const line = (await reviewed(game)).findings[4]?.line.map(({ usi }) => usi) ?? [];
  await isAt(page, `${inUsi('e2e4 e7e5 d1h5 b8c6')} ${line[0]}`);
  await expect.poll(() => treeOf(page)).toHaveLength(10 + line.length);
  // Nothing is looked for any more, so that the engine may tell.
  await page.getByRole('switch', { name: 'Engine' }).tap();
  await page.locator('.drawing.hint').first().waitFor();
  expect(errors).toEqual([]);
  await close();
});

it('goes on after the server was killed', async () => {
  const other = await finished(server, 'chess', MOVES);
  const { page, errors, close } = await desk(browser, server, `/analysis/chess?game=${other.id}`);
  await card(page).getByRole('button', { name: 'Review the game' }).click();
  await card(page).getByRole('status').waitFor();
  await expect
    .poll(async () => (await reviewed(other)).findings.filter(Boolean).length)
    .not.toBe(0);
  await server.kill();
  await card(page).getByRole('alert').waitFor();
  await server.up();
  await expect.poll(async () => (await reviewed(other)).over, { timeout: 60_000 }).toBe(true);
  await fault(page, 'Qxh7').getByText('Blunder').waitFor();
  await fault(page, 'Qxh7').getByText('Left the Queen on h7 to be taken.').waitFor();
  expect(await card(page).getByRole('alert').count()).toBe(0);
  expect(await card(page).getByText('1 blunder').count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await close();
});

it('is there again with a saved analysis, and for whom it is shown', async () => {
  const { page, errors, close } = await review(DESK, 5);
  const id = await saved(page);
  await page.goto(`${server.address}/analysis`);
  await page.locator('.kept a').click();
  await fault(page, 'Qxh7').getByText('Blunder').waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('To show this analysis:').inputValue();
  const friend = await open(browser, PHONE);
  await friend.page.goto(link);
  await fault(friend.page, 'Qxh7').getByText('Blunder').waitFor();
  expect([errors, friend.errors]).toEqual([[], []]);
  // A game that is gone takes nothing along.
  await friend.page.goto(`${server.address}/analysis/chess?study=${id}&game=gone`);
  await boardOf(friend.page);
  await expect.poll(() => treeOf(friend.page)).toHaveLength(10);
  // Of that game nothing is shown; the moves could be reviewed anew.
  expect(await card(friend.page).getByRole('slider').count()).toBe(0);
  expect(await friend.page.getByRole('alert').count()).toBe(0);
  await Promise.all([friend.close(), close()]);
});

it('reviews a game that was played elsewhere, and gives it back with its names', async () => {
  const { page, errors, close } = await open(browser, DESK);
  page.setDefaultTimeout(10_000);
  await page.goto(`${server.address}/analysis`);
  const pgn = `[White "Ann"]\n[Black "Ben"]\n[Result "0-1"]\n\n1. e4 {first} e5 2. Qh5 Nc6 (2... Nf6) 3. Qxh7 Rxh7 4. a3 Qh4 5. b3 Qxf2# 0-1`;
  await page.getByRole('textbox', { name: 'Record' }).fill(pgn);
  await page.getByRole('combobox', { name: 'Game' }).selectOption('chess');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await boardOf(page);
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue())
    .toBe('Ann – Ben');
  await card(page).getByRole('button', { name: 'Review the game' }).click();
  await page.waitForURL(/game=/);
  await fault(page, 'Qxh7').waitFor({ timeout: 60_000 });
  // Variations and comments have come along, and who has won.
  await page.getByText('Black wins as the record says').waitFor();
  await expect.poll(() => treeOf(page)).toContain('Nf6');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'PGN', exact: true }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  for (const words of ['[White "Ann"]', '[Black "Ben"]', '[Result "0-1"]', '{first}', '2... Nf6'])
    expect(text).toContain(words);
  expect(errors).toEqual([]);
  await close();
});
