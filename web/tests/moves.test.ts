/** Every kind of move, made on the board by mouse, touch, keys and dragging. */

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hands, type Way } from './hands';
import { DESK, launch, open, PHONE, Server, sit, until } from './harness';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await Server.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const RAICHU_LION = '12/12/12/12/4p7/5N6/4n7/12/12/5K6/12/5k6 b - 1';
const RAICHU_EAGLE = 'k11/12/12/12/6p5/5p6/4+D7/12/12/3+H8/12/5K6 b - 1';
const FIRE = '****k*****/10/10/3p1p4/10/2p3p3/10/3F6/10/10/10/*****K**** b - 1 unmoved=-';
const SHOTS = '****k*****/10/2p7/3V6/3p6/10/7g2/6+Y3/10/1+D8/10/*****K**** b - 1 unmoved=-';
const CHESS = '4k2r/P7/8/3pP3/8/8/8/R3K2R w KQk d6 0 2';
const SHOGI = '4k4/2S6/1P1P3P1/9/9/9/9/9/4K4 b R2G3Pr2b 1';

interface Case {
  what: string;
  variant: string;
  position: string;
  /** In USI. */
  move: string;
  captures: string[];
}

const CASES: Case[] = [
  { what: 'a drop', variant: 'shogi', position: SHOGI, move: 'G*5e', captures: [] },
  { what: 'a promotion', variant: 'shogi', position: SHOGI, move: '8c8b+', captures: [] },
  { what: 'no promotion', variant: 'shogi', position: SHOGI, move: '8c8b', captures: [] },
  {
    what: 'a lion’s double capture',
    variant: 'raichu',
    position: RAICHU_EAGLE,
    move: '8g7f6e',
    captures: ['f7', 'g8'],
  },
  {
    what: 'a lion that stops',
    variant: 'raichu',
    position: RAICHU_LION,
    move: '7f8g',
    captures: ['e6'],
  },
  { what: 'igui', variant: 'raichu', position: RAICHU_LION, move: '7f8g7f', captures: ['e6'] },
  { what: 'jitto', variant: 'raichu', position: RAICHU_LION, move: '7f7g7f', captures: [] },
  { what: 'a rifle shot', variant: 'minjiku', position: SHOTS, move: '7d7e7d', captures: ['d7'] },
  { what: 'fire', variant: 'minjiku', position: FIRE, move: '7h7g', captures: ['c6'] },
  { what: 'an area move', variant: 'minjiku', position: FIRE, move: '7h6f', captures: [] },
  { what: 'castling', variant: 'chess', position: CHESS, move: '4h2h', captures: [] },
  { what: 'en passant', variant: 'chess', position: CHESS, move: '4d5c', captures: ['d5'] },
  { what: 'one promotion of four', variant: 'chess', position: CHESS, move: '8b8an', captures: [] },
];

const WAYS: [Way, BrowserContextOptions, string[]][] = [
  ['mouse', DESK, CASES.map(({ what }) => what)],
  ['touch', PHONE, ['a drop', 'a promotion', 'a lion’s double capture', 'igui', 'a rifle shot']],
  ['keys', DESK, ['a drop', 'a promotion', 'igui', 'jitto', 'an area move', 'castling']],
  ['drag', DESK, ['a drop', 'a promotion', 'an area move', 'en passant']],
];

describe.each(WAYS)('by %s', (way, options, kinds) => {
  it.each(CASES.filter(({ what }) => kinds.includes(what)))('$what', async (one) => {
    const { variant, position } = one;
    const created = await server.create({ variant, position, opponent: 'local' });
    const { page, errors, close } = await open(browser, options);
    await sit(page, server, created);
    const before = await server.state(created.id);
    const move = before.legal.find(({ usi }) => usi === one.move);
    if (!move)
      throw new Error(`${one.move} is not among ${before.legal.map(({ usi }) => usi).join(' ')}`);
    await new Hands(page, way).make(move);
    const after = await until(server, created.id, ({ ply }) => ply > 0);
    expect(after.moves[0]?.usi).toBe(one.move);
    for (const square of one.captures) expect(after.moves[0]?.captures).toContain(square);
    expect(errors).toEqual([]);
    await close();
  });
});

it('makes the forced pass and says why', async () => {
  const position = 'k11/12/12/12/4p7/5N6/4n7/12/12/5K6/12/12 b - 1';
  const created = await server.create({ variant: 'raichu', position, opponent: 'local' });
  const { page, close } = await open(browser, DESK);
  await sit(page, server, created);
  const move = (await server.state(created.id)).legal.find(({ usi }) => usi === '7f8g');
  if (!move) throw new Error('no capture of the lion');
  await new Hands(page).make(move);
  await page.getByText('Gote had to pass').waitFor();
  const after = await until(server, created.id, ({ ply }) => ply === 2);
  expect(after.moves[1]).toMatchObject({ pass: true, by: 'forced' });
  expect(after.side).toBe('first');
  await close();
});

it('says why not', async () => {
  const created = await server.create({ variant: 'shogi', opponent: 'local' });
  const { page, close } = await open(browser, DESK);
  await sit(page, server, created);
  const hands = new Hands(page);
  await hands.square('h2');
  await hands.square('h6');
  await page.getByText('Why not?').waitFor();
  expect((await server.state(created.id)).ply).toBe(0);
  await close();
});

it('takes typed moves in each spelling', async () => {
  const created = await server.create({ variant: 'shogi', opponent: 'local' });
  const { page, close } = await open(browser, DESK);
  await sit(page, server, created);
  for (const [i, text] of ['7g7f', 'c7c6', '2g2f'].entries()) {
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
