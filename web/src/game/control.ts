/** The clock as a form offers it. */

import type { Control } from '../api/types';

export type Kind = 'none' | 'fischer' | 'byoyomi';

/** In the units that people set clocks in. */
export interface Wanted {
  kind: Kind;
  minutes: number;
  increment: number;
  byoyomi: number;
  periods: number;
}

export const USUAL: Wanted = { kind: 'none', minutes: 10, increment: 10, byoyomi: 30, periods: 1 };

/** What people often play, in minutes and seconds for each move. */
export const PRESETS: Record<Exclude<Kind, 'none'>, readonly (readonly [number, number])[]> = {
  fischer: [
    [3, 2],
    [5, 5],
    [10, 10],
    [30, 30],
  ],
  byoyomi: [
    [0, 10],
    [5, 30],
    [15, 60],
    [60, 60],
  ],
};

/** The same with the times of a preset. */
export function preset(wanted: Wanted, [minutes, seconds]: readonly [number, number]): Wanted {
  return wanted.kind === 'fischer'
    ? { ...wanted, minutes, increment: seconds }
    : { ...wanted, minutes, byoyomi: seconds, periods: 1 };
}

export function controlOf(wanted: Wanted): Control | null {
  const main_ms = Math.round(wanted.minutes * 60_000);
  switch (wanted.kind) {
    case 'none':
      return null;
    case 'fischer':
      return { main_ms, increment_ms: Math.round(wanted.increment * 1000) };
    case 'byoyomi':
      return { main_ms, byoyomi_ms: Math.round(wanted.byoyomi * 1000), periods: wanted.periods };
  }
}
