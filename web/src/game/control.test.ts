import { expect, it } from 'vitest';
import { controlOf, preset, PRESETS, USUAL } from './control';

it.each([
  ['none', null],
  ['fischer', { main_ms: 90_000, increment_ms: 10_000 }],
  ['byoyomi', { main_ms: 90_000, byoyomi_ms: 30_000, periods: 3 }],
] as const)('sets a clock: %s', (kind, control) =>
  expect(controlOf({ ...USUAL, kind, minutes: 1.5, periods: 3 })).toEqual(control),
);

it.each(['fischer', 'byoyomi'] as const)('has presets that a server takes: %s', (kind) => {
  for (const times of PRESETS[kind]) {
    const control = controlOf(preset({ ...USUAL, kind, periods: 5 }, times));
    expect(control?.main_ms).toBe(times[0] * 60_000);
    expect(control?.increment_ms ?? control?.byoyomi_ms).toBe(times[1] * 1000);
    expect(control?.periods ?? 1).toBe(1);
  }
});
