/** What a frame costs: script, style and layout, from Chromium's trace. */

import type { CDPSession } from 'playwright-core';

export interface Event {
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

export type Time = (event: Event) => { start: number | undefined; length: number | undefined };
export const onTheClock: Time = ({ ts, dur }) => ({ start: ts, length: dur });
export const ofTheThread: Time = ({ tts, tdur }) => ({ start: tts, length: tdur });

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

export async function traced(session: CDPSession, what: () => Promise<void>): Promise<Event[]> {
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

export interface Shares {
  frames: number;
  p50: number;
  p99: number;
  most: number;
}

/** How the costs of all frames of some traces lie. */
export function shares(traces: readonly Event[][], time: Time): Shares {
  const costs = traces.flatMap((trace) => frames(trace, time)).sort((a, b) => a - b);
  const at = (share: number) => costs[Math.ceil(share * costs.length) - 1] ?? 0;
  return { frames: costs.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}
