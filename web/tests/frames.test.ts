/**
 * What a frame costs on the largest board, with all marks: script, style and layout, from Chromium's
 * trace. `KOMADAI_FRAMES` names the file for what was measured; without it nothing is, since times
 * depend on the machine.
 */

import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import positions from '../src/board/fixtures/positions.json';
import type { Created, NewGameRequest } from '../src/api/types';
import { Hands } from './hands';
import { DESK, open, sit, until } from './harness';
import { browser, server } from './stage';
import { ofTheThread, onTheClock, shares, traced, type Event } from './trace';

const FILE = process.env['KOMADAI_FRAMES'];
const MOVES = 40;

it.runIf(FILE)('is drawn quickly', { timeout: 300_000 }, async () => {
  const { page, close } = await open(browser, DESK);
  const { variant, position } = positions['raichu lion'];
  const hands = new Hands(page);

  /** Points at every square once, with the marks of what was taken up. */
  async function pointEverywhere(): Promise<void> {
    for (const square of await page.locator('[role="gridcell"]').all()) {
      const box = await square.boundingBox();
      if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    }
  }

  async function play({ id }: Created): Promise<void> {
    await pointEverywhere();
    for (let ply = 0; ply < MOVES; ply++) {
      const { legal } = await server.state(id);
      const move = legal[(ply * 7) % legal.length];
      if (move) await hands.make(move);
      await until(server, id, (state) => state.ply > ply);
      await expect.poll(() => page.locator('ol li').count()).toBeGreaterThan(ply);
    }
  }

  async function takeTheLion({ id }: Created): Promise<void> {
    const { legal } = await server.state(id);
    await hands.take(legal.find(({ via }) => via !== undefined)?.from ?? '');
    await pointEverywhere();
  }

  /** What is done once the page is there. */
  async function measure(
    wish: NewGameRequest,
    what: (game: Created) => Promise<void>,
  ): Promise<Event[]> {
    const game = await server.create({ ...wish, opponent: 'local' });
    await sit(page, server, game);
    await page.waitForLoadState('networkidle');
    return traced(await browser.newBrowserCDPSession(), () => what(game));
  }

  const traces = [
    await measure({ variant: 'raichu' }, play),
    await measure({ variant, position }, takeTheLion),
  ];
  const measured = {
    thread: shares(traces, ofTheThread),
    clock: shares(traces, onTheClock),
  };
  expect(measured.thread.frames).toBeGreaterThan(100);
  writeFileSync(FILE ?? '', JSON.stringify(measured));
  await close();
});
