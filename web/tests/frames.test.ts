/**
 * What a frame costs on the largest board, with all marks: script, style and layout, from Chromium's
 * trace. `KOMADAI_FRAMES` names the file for what was measured; without it nothing is, since times
 * depend on the machine.
 */

import { writeFileSync } from 'node:fs';
import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import positions from '../src/board/fixtures/positions.json';
import type { Created, NewGameRequest } from '../src/api/types';
import { Hands } from './hands';
import { DESK, launch, open, Server, sit, until } from './harness';

const FILE = process.env['KOMADAI_FRAMES'];
const MOVES = 40;

interface Event {
  name: string;
  ph: string;
  /** Microseconds on the clock, and of the thread's own time, which other programs do not lengthen. */
  ts: number;
  dur?: number;
  tts?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args?: { name?: string; data?: { url?: string } };
}

/** Script, style and layout; what lies inside another of these is not counted twice. */
const WORK = new Set([
  'EventDispatch',
  'EvaluateScript',
  'FireAnimationFrame',
  'FunctionCall',
  'Layout',
  'RunMicrotasks',
  'TimerFire',
  'UpdateLayoutTree',
]);
/** With it a frame ends on the page's own thread. */
const FRAME = 'Commit';

/** What the test asks of the page is no work of the page. */
const isOfTheTest = ({ name, args }: Event): boolean =>
  (name === 'FunctionCall' || name === 'EvaluateScript') && !args?.data?.url?.startsWith('http');

type Time = (event: Event) => { start: number | undefined; length: number | undefined };
const onTheClock: Time = ({ ts, dur }) => ({ start: ts, length: dur });
const ofTheThread: Time = ({ tts, tdur }) => ({ start: tts, length: tdur });

/** How long each frame worked that worked at all, in milliseconds. */
function frames(events: readonly Event[], time: Time): number[] {
  const mains = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const threads = mains.map(({ pid, tid }) => {
    const own = events.filter((event) => event.pid === pid && event.tid === tid);
    return own.sort((a, b) => a.ts - b.ts);
  });
  const page = threads.sort((a, b) => b.length - a.length)[0] ?? [];
  const costs: number[] = [];
  let [cost, counted] = [0, 0];
  for (const event of page) {
    const { name, ph } = event;
    const { start = 0, length = 0 } = time(event);
    if (name === FRAME) {
      costs.push(cost / 1000);
      cost = 0;
    } else if (ph === 'X' && WORK.has(name) && !isOfTheTest(event) && start + length > counted) {
      cost += start + length - Math.max(start, counted);
      counted = start + length;
    }
  }
  return [...costs, cost / 1000].filter((ms) => ms > 0);
}

async function traced(session: CDPSession, what: () => Promise<void>): Promise<Event[]> {
  const events: Event[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Event[])));
  const categories = 'devtools.timeline,disabled-by-default-devtools.timeline,__metadata';
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  await what();
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  return events;
}

let server: Server;
let browser: Browser;

beforeAll(async () => {
  if (!FILE) return;
  server = await Server.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

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
  const shares = (time: Time): { frames: number; p50: number; p99: number; most: number } => {
    const costs = traces.flatMap((trace) => frames(trace, time)).sort((a, b) => a - b);
    const at = (share: number) => costs[Math.ceil(share * costs.length) - 1] ?? 0;
    return { frames: costs.length, p50: at(0.5), p99: at(0.99), most: at(1) };
  };
  const measured = { thread: shares(ofTheThread), clock: shares(onTheClock) };
  expect(measured.thread.frames).toBeGreaterThan(100);
  writeFileSync(FILE ?? '', JSON.stringify(measured));
  await close();
});
