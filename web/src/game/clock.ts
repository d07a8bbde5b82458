/** What a clock shows between two words of the server, which alone judges time. */

import type { Clock, ClockSide, Control, Side } from '../api/types';

/** What a side has left after `elapsed` more milliseconds: the main time, then period by period. */
export function after(control: Control, left: ClockSide, elapsed: number): ClockSide {
  const period = control.byoyomi_ms ?? 0;
  let { ms, periods, in_byoyomi } = left;
  ms -= Math.max(0, elapsed);
  while (ms <= 0 && period > 0 && (in_byoyomi ? periods > 1 : periods > 0)) {
    if (in_byoyomi) periods -= 1;
    in_byoyomi = true;
    ms += period;
  }
  return { ms: Math.max(0, ms), periods, in_byoyomi };
}

/** What to show of a side; `received` and `now` are on this machine's own steady clock. */
export function left(clock: Clock, side: Side, received: number, now: number): ClockSide {
  const elapsed = clock.running === side ? now - received : 0;
  return after(clock.control, clock[side], elapsed);
}

/** "1:02:03", "12:34", and tenths under ten seconds: "9.8". Rounded up, so 0 is really 0. */
export function clockText(ms: number): string {
  const tenths = Math.ceil(ms / 100);
  if (tenths < 100 && ms > 0) return (tenths / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
