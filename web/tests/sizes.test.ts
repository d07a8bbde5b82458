/** A game on every screen: the board whole, and nothing over anything else. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewGameRequest } from '../src/api/types';
import { DESK, launch, open, Server, sit } from './harness';
import { faults, HEIGHTS, WIDTHS } from './layout';

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

const clock = { main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 };
const HANDS = '4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1';

it.each([
  ['shogi', { variant: 'shogi', clock }],
  ['shogi with full hands', { variant: 'shogi', clock, position: HANDS }],
  ['raichu', { variant: 'raichu', clock }],
  ['chess', { variant: 'chess', clock }],
] satisfies [string, NewGameRequest][])('%s', async (_, wish) => {
  const { page, close } = await open(browser, DESK);
  await sit(page, server, await server.create({ ...wish, opponent: 'local' }));
  await page.locator('svg.board').waitFor();
  const found: string[] = [];
  for (const width of WIDTHS) {
    for (const height of HEIGHTS) {
      await page.setViewportSize({ width, height });
      for (const fault of await faults(page)) found.push(`${width}x${height}: ${fault}`);
    }
  }
  expect(found).toEqual([]);
  await close();
});
