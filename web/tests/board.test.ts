/** What there is at the board besides legal moves: refusals, moves in words, help. */

import { expect, it } from 'vitest';
import { Hands } from './hands';
import { DESK, open, PHONE, sit, until } from './harness';
import { browser, server } from './stage';

it('says why not', async () => {
  const created = await server.create({ variant: 'shogi', opponent: 'local' });
  const { page, close } = await open(browser, DESK);
  await sit(page, server, created);
  const hands = new Hands(page);
  await hands.take('h2');
  await hands.put('h6');
  await page.getByText('Why not?').waitFor();
  expect((await server.state(created.id)).ply).toBe(0);
  await close();
});

it('takes typed moves in each spelling', async () => {
  const created = await server.create({ variant: 'shogi', opponent: 'local' });
  const { page, close } = await open(browser, DESK);
  await sit(page, server, created);
  for (const [i, text] of ['7g7f', 'c7c6', '2g2f', 'P-8d', '７五歩'].entries()) {
    await page.getByLabel('Type a move').fill(text);
    await page.keyboard.press('Enter');
    await until(server, created.id, ({ ply }) => ply === i + 1);
    await expect.poll(() => page.getByLabel('Type a move').inputValue()).toBe('');
  }
  await page.getByLabel('Type a move').fill('5a5e');
  await page.keyboard.press('Enter');
  await page.getByText('Why not?').waitFor();
  await close();
});

it('says why a turn is passed', async () => {
  const position = 'k11/12/12/12/4p7/5N6/4n7/12/12/5K6/12/12 b - 1';
  const created = await server.create({ variant: 'raichu', position, opponent: 'local' });
  const { page, close } = await open(browser, DESK);
  await sit(page, server, created);
  const move = (await server.state(created.id)).legal.find(({ usi }) => usi === '7f8g');
  if (!move) throw new Error('no capture of the lion');
  await new Hands(page).make(move);
  await page.getByText('Gote had to pass: the Lion').waitFor();
  await page.getByRole('button', { name: 'Gote had to pass: the Lion' }).waitFor();
  const after = await until(server, created.id, ({ ply }) => ply === 2);
  expect(after.moves[1]).toMatchObject({ pass: true, by: 'forced' });
  expect(after.side).toBe('first');
  await close();
});

it('draws a hint leg by leg', async () => {
  const position = 'k11/12/1d10/12/4qr6/5N6/12/12/12/5K6/12/12 b - 1';
  const created = await server.create({ variant: 'raichu', position, opponent: 'local' });
  const { page, close } = await open(browser, DESK);
  await sit(page, server, created);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  // One of the two ways to take both pieces; which one is the network's to say.
  await page.getByText(/^How about Nx(e8xf8|f8xe8)\?$/).waitFor();
  expect(await page.locator('.drawing.hint').count()).toBe(2);
  await close();
});

it('shows from where a check comes', async () => {
  const { page, errors, close } = await open(browser, DESK);
  const created = await server.create({
    variant: 'minjiku',
    opponent: 'local',
    position:
      '****km****/rfsgbbgsqr/l1dvjacdyl/pppppppp1p/3x4p1/10/10/3P2P3/PPP1PP1PPP/LYDCAJVDXL/' +
      'RQSGBBGSFR/****MK**** b - 5 unmoved=a2j2a9j9',
  });
  await sit(page, server, created);
  const hands = new Hands(page);
  await hands.take('f2');
  await hands.put('j6');
  // Over four pieces; the reason of the end names it too.
  await page.locator('.drawing.check').waitFor();
  expect(await page.locator('.drawing.check').count()).toBe(1);
  expect(errors).toEqual([]);
  await close();
});

it('carries a piece that was looked at, and what is said of it gives way', async () => {
  const position = '4k2r/P7/8/3pP3/8/8/8/R3K2R w KQk d6 0 2';
  const created = await server.create({ variant: 'chess', position, opponent: 'local' });
  const { page, errors, close } = await open(browser, PHONE);
  await sit(page, server, created);
  const hands = new Hands(page, 'touch-drag');
  await hands.take('a7');
  await page.locator('aside.hold').waitFor();
  await hands.put('a8');
  await expect.poll(() => page.locator('aside').count()).toBe(0);
  await page.locator('.chooser [data-choice="N"]').tap();
  await until(server, created.id, ({ ply }) => ply === 1);
  expect(errors).toEqual([]);
  await close();
});

it.each([
  [1440, 900],
  [1000, 640],
])('tells of the piece that moves, and covers no control: %i x %i', async (width, height) => {
  const position = 'k11/12/12/12/12/12/5l6/5N6/12/12/12/K11 b - 1';
  const created = await server.create({ variant: 'raichu', position, opponent: 'local' });
  const { page, errors, close } = await open(browser, {
    viewport: { width, height },
    locale: 'en',
  });
  await sit(page, server, created);
  const hands = new Hands(page);
  const card = page.locator('aside');
  await hands.take('f5');
  await card.getByRole('heading', { name: 'Lion' }).waitFor();
  await card.getByText('Captures on the next square in any direction without moving').waitFor();
  // The lance that may be taken is not what is wondered about now.
  await page.locator('[data-square="f6"]').hover();
  await page.waitForTimeout(700);
  expect(await card.getByRole('heading').innerText()).toBe('Lion');
  const over = await card.boundingBox();
  for (const control of await page.locator('.actions .button, .actions input').all()) {
    const box = await control.boundingBox();
    const apart =
      !box || !over || box.y >= over.y + over.height - 1 || box.x >= over.x + over.width;
    expect(apart, await control.innerText()).toBe(true);
  }
  expect(errors).toEqual([]);
  await close();
});
