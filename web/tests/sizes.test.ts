/** Games and analyses on every screen: the board whole, and nothing over anything else. */

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { NewGameRequest } from '../src/api/types';
import { desk, finished, typed } from './desk';
import { DESK, open, PHONE, sit } from './harness';
import { browser, server } from './stage';
import { ANALYSIS, faults, HEIGHTS, SETUP, WIDTHS } from './layout';

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

const SIZES = [
  [320, 568],
  [360, 740],
  [740, 360],
  [1024, 768],
  [1440, 900],
] as const;

/** A page that asks how large it is has heard it when the next frame is over. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** What is wrong with a page at every size. */
async function allFaults(page: Page, parts: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await settled(page);
    for (const fault of await faults(page, parts)) found.push(`${width}x${height}: ${fault}`);
  }
  return found;
}

it.each(['shogi', 'raichu', 'chess'])('an analysis of %s with five lines', async (variant) => {
  const { page, close } = await desk(browser, server, `/analysis/${variant}`);
  if (variant === 'chess') await typed(page, 'e4', 'e5');
  await page.getByRole('switch', { name: 'Engine' }).click();
  for (let n = 2; n <= 5; n++) await page.getByRole('button', { name: 'More lines' }).click();
  await page.locator('.side .engine li .moves button').first().waitFor();
  expect(await allFaults(page, ANALYSIS)).toEqual([]);
  await close();
});

it('a review', async () => {
  const game = await finished(server, 'chess', 'e2e4 e7e5 d1h5 b8c6 h5h7 h8h7');
  const { page, close } = await desk(browser, server, `/analysis/chess?game=${game.id}#5`);
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('.review li').first().waitFor();
  expect(await allFaults(page, ANALYSIS)).toEqual([]);
  await close();
});

it.each([
  [1280, 800],
  [1024, 768],
])('a review and five lines leave room for the moves: %i x %i', async (width, height) => {
  const game = await finished(server, 'chess', 'e2e4 e7e5 d1h5 b8c6 h5h7 h8h7 a2a3 d8h4 b2b3 h4f2');
  const look = { viewport: { width, height }, locale: 'en' };
  const { page, close } = await desk(browser, server, `/analysis/chess?game=${game.id}#5`, look);
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('.review li').first().waitFor();
  await page.keyboard.press('l');
  for (let n = 2; n <= 5; n++) await page.getByRole('button', { name: 'More lines' }).click();
  await page.locator('.side .engine li .moves button').first().waitFor();
  await settled(page);
  const rows = await page.locator('.rows').boundingBox();
  expect(rows?.height).toBeGreaterThanOrEqual(9 * 16);
  for (const step of await page.locator('.moves .steps .button').all()) {
    const box = await step.boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(height);
  }
  expect(await page.evaluate(() => document.querySelector('.side')?.scrollTop)).toBe(0);
  await close();
});

it('shows what the engine thinks beside the board on a phone', async () => {
  const look = { ...PHONE, viewport: { width: 390, height: 844 } };
  const { page, errors, close } = await desk(browser, server, '/analysis/chess', look);
  await page.getByRole('switch', { name: 'Engine' }).tap();
  const line = page.getByRole('group', { name: 'Best line', exact: true });
  await line.getByRole('button').first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  for (const part of [page.locator('svg.board'), line, page.locator('.moves .steps')]) {
    const box = await part.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box)).toBe(true);
  }
  await line.getByRole('button').first().tap();
  await expect.poll(() => page.locator('.rows .move').count()).toBe(1);
  expect(errors).toEqual([]);
  await close();
});

it.each(['shogi', 'raichu', 'chess'])('setting up a position of %s', async (variant) => {
  const { page, close } = await desk(browser, server, `/setup/${variant}`);
  await page.locator('[data-verdict]').waitFor();
  expect(await allFaults(page, SETUP)).toEqual([]);
  await close();
});

it('the moves of a long game', async () => {
  const files = [...'987654321'];
  const moves = [
    ...files.flatMap((file) => [`${file}g${file}f`, `${file}c${file}d`]),
    ...files.flatMap((file) => [`${file}f${file}e`, `${file}d${file}e`]),
  ];
  const game = await finished(server, 'shogi', moves.join(' '));
  const { page, close } = await desk(browser, server, `/analysis/shogi?game=${game.id}#30`);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const list = page.locator('.side > .moves');
    const current = list.locator('[aria-current]');
    await expect
      .poll(async () => {
        const [frame, move] = [await list.boundingBox(), await current.boundingBox()];
        return (
          !!frame && !!move && move.y > frame.y && move.y + move.height < frame.y + frame.height
        );
      })
      .toBe(true);
    const frame = await list.boundingBox();
    expect(frame?.height, `${width}x${height}`).toBeLessThan(height * 1.1);
  }
  await close();
});
