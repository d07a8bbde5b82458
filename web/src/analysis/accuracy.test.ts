import { expect, it } from 'vitest';
import { accuracy, accuracyOf } from './accuracy';
import type { Finding } from './api';

it.each([
  [0, 100],
  [-0.3, 100],
  [0.1, 63.6],
  [0.5, 8.5],
  [1, 0],
])('a move that costs %s of the chance has an accuracy of %s', (loss, percent) => {
  expect(accuracyOf(loss)).toBeCloseTo(percent, 1);
});

const finding = (chance: number): Finding => ({
  chance,
  depth: 9,
  ms: 200,
  line: [],
  score: { kind: 'centipawns', value: 0 },
});
const FIRST = { side: 'first' } as const;
const SECOND = { side: 'second' } as const;

it('counts the moves of a side of which something is known', () => {
  const findings = [0.5, 0.4, 0.6, null, 0.5, 0.5].map((chance) =>
    chance === null ? null : finding(chance),
  );
  const moves = [FIRST, SECOND, FIRST, SECOND, { ...FIRST, pass: true }];
  const first = accuracy(findings, moves, 'first');
  expect(first?.loss).toBeCloseTo(0.1);
  expect(first?.percent).toBeCloseTo(accuracyOf(0.1));
  // The second side gave back what it was given.
  expect(accuracy(findings, moves, 'second')?.loss).toBeCloseTo(0.2);
  expect(accuracy([], moves, 'first')).toBeNull();
});
