import { expect, it } from 'vitest';
import { controlOf, USUAL } from './control';

it.each([
  ['none', null],
  ['fischer', { main_ms: 90_000, increment_ms: 10_000 }],
  ['byoyomi', { main_ms: 90_000, byoyomi_ms: 30_000, periods: 3 }],
] as const)('sets a clock: %s', (kind, control) =>
  expect(controlOf({ ...USUAL, kind, minutes: 1.5, periods: 3 })).toEqual(control),
);
