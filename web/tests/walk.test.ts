/**
 * What a frame costs while one walks through an analysis on the largest board, with five lines of the
 * engine and their arrows. The bound is wide, since times depend on the machine; 8 ms are aimed at.
 * `KOMADAI_FRAMES` names the file for what was measured.
 */

import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { desk, isAt } from './desk';
import { browser, server } from './stage';
import { ofTheThread, onTheClock, shares, traced } from './trace';

const FILE = process.env['KOMADAI_FRAMES'];
const MOVES = 40;
/** Safari refuses to change an address more often in 30 s, and throws. */
const MOST_WRITES = 100;
/** In milliseconds, for 99 of 100 frames. */
const BOUND = 40;

/** So long a key is down, in milliseconds: one that is held comes again as often. */
const HELD = 30;

/** Whether a move is marked in the list and the engine's arrows are drawn: asked without having the page laid out. */
const isThere = (ply: number): boolean =>
  !!document.querySelector(`.rows li[aria-posinset="${ply}"] [aria-current]`) &&
  !!document.querySelector('svg.board .drawing.hint');

/** Some legal moves, one after the other. */
async function someMoves(): Promise<string[]> {
  const moves: string[] = [];
  while (moves.length < MOVES) {
    const answer = await fetch(`${server.address}/api/analysis/position`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ rules: { variant: 'raichu' }, line: { moves }, known: moves.length }),
    });
    const { legal } = (await answer.json()) as { legal: { usi: string }[] };
    moves.push(legal[(moves.length * 7) % legal.length]?.usi ?? '');
  }
  return moves;
}

it('walks through forty moves with five lines', async () => {
  const moves = await someMoves();
  const { page, errors, close } = await desk(browser, server, `/analysis/raichu#${moves}`);
  await expect.poll(() => page.locator('.rows .move').count()).toBeGreaterThan(0);
  await page.keyboard.press('Home');
  await page.getByRole('switch', { name: 'Engine' }).click();
  for (let n = 2; n <= 5; n++) await page.getByRole('button', { name: 'More lines' }).click();
  const hints = page.locator('svg.board .drawing.hint');
  await hints.first().waitFor();
  const trace = await traced(await browser.newBrowserCDPSession(), async () => {
    for (let ply = 1; ply <= MOVES; ply++) {
      await page.keyboard.press('ArrowRight', { delay: HELD });
      await page.waitForFunction(isThere, ply);
    }
  });
  const measured = shares([trace], ofTheThread);
  const clock = shares([trace], onTheClock);
  console.info('a walk through an analysis of raichu, ms:', measured);
  if (FILE) writeFileSync(FILE, JSON.stringify({ thread: measured, clock }));
  expect(measured.frames).toBeGreaterThan(MOVES);
  expect(measured.p99).toBeLessThan(BOUND);
  expect(errors).toEqual([]);
  await close();
});

it('changes its address rarely while a key is held', async () => {
  const { page, errors, close } = await desk(
    browser,
    server,
    `/analysis/raichu#${await someMoves()}`,
  );
  await expect.poll(() => page.locator('.rows .move').count()).toBeGreaterThan(0);
  await page.evaluate(() => {
    const write = history.replaceState.bind(history);
    history.replaceState = (...args) => {
      document.body.dataset['writes'] = `${Number(document.body.dataset['writes'] ?? 0) + 1}`;
      write(...args);
    };
  });
  for (let n = 0; n < 1.5 * MOST_WRITES; n++) {
    await page.keyboard.press(n % (2 * MOVES) < MOVES ? 'ArrowLeft' : 'ArrowRight');
  }
  await page.keyboard.press('Home');
  await isAt(page, '');
  const writes = await page.evaluate(() => Number(document.body.dataset['writes']));
  expect(writes).toBeLessThan(MOST_WRITES);
  expect(errors).toEqual([]);
  await close();
});
