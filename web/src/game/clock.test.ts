import { describe, expect, it } from 'vitest';
import { after, clockText, left } from './clock';

describe('time running', () => {
  const byoyomi = { main_ms: 5000, byoyomi_ms: 3000, periods: 2 };
  const main = { ms: 5000, periods: 2, in_byoyomi: false };

  it.each([
    [0, 5000, 2, false],
    [4999, 1, 2, false],
    [5000, 3000, 2, true],
    [7999, 1, 2, true],
    [8000, 3000, 1, true],
    [10_999, 1, 1, true],
    [60_000, 0, 1, true],
    [-50, 5000, 2, false],
  ])('after %i ms', (elapsed, ms, periods, in_byoyomi) =>
    expect(after(byoyomi, main, elapsed)).toEqual({ ms, periods, in_byoyomi }),
  );

  it('stops at nothing without periods', () => {
    const fischer = { main_ms: 5000, increment_ms: 2000 };
    const at = { ms: 100, periods: 0, in_byoyomi: false };
    expect(after(fischer, at, 150)).toEqual({ ms: 0, periods: 0, in_byoyomi: false });
  });

  it('runs for the side to move only', () => {
    const clock = {
      control: byoyomi,
      first: main,
      second: main,
      running: 'second',
      now_ms: 0,
    } as const;
    expect(left(clock, 'first', 1000, 2500).ms).toBe(5000);
    expect(left(clock, 'second', 1000, 2500).ms).toBe(3500);
  });
});

it.each([
  [0, '0:00'],
  [1, '0.1'],
  [9_800, '9.8'],
  [9_901, '0:10'],
  [10_000, '0:10'],
  [59_001, '1:00'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
])('writes %i ms as %s', (ms, text) => expect(clockText(ms)).toBe(text));
