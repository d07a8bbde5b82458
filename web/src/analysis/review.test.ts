import { afterEach, expect, it, vi } from 'vitest';
import type { Side, You } from '../api/types';
import type { Fault, ReviewView } from './api';
import type { Listener } from './engine/analyst';
import { marksOf } from './marks';
import { inOrder, Review } from './review.svelte';
import { grow } from './tree/samples';

const fault = (ply: number, loss: number): Fault => {
  const side: Side = ply % 2 ? 'first' : 'second';
  return { ply, side, loss } as Fault;
};
const FAULTS = [fault(1, 0.1), fault(2, 0.5), fault(3, 0.3), fault(4, 0.2)];

it.each([
  ['first', [3, 1, 2, 4]],
  ['second', [2, 4, 3, 1]],
  ['both', [2, 3, 4, 1]],
  [null, [2, 3, 4, 1]],
] as [You, number[]][])('tells the faults of %s first, and the worst of them', (you, plies) => {
  expect(inOrder(FAULTS, you).map(({ ply }) => ply)).toEqual(plies);
});

it('puts signs after the faults of the game, as far as the tree has them', () => {
  const tree = grow('a b c', 'a b x');
  const faults = [
    { ply: 1, mark: 'inaccuracy' },
    { ply: 3, mark: 'blunder' },
    { ply: 4, mark: 'mistake' },
  ] as Fault[];
  const moves = ['a', 'b', 'c', 'd'].map((usi) => ({ usi }));
  const marks = [...marksOf(tree, moves, faults)].map(([node, sign]) => [node.move?.usi, sign]);
  expect(marks).toEqual([
    ['a', 6],
    ['c', 4],
  ]);
});

/** What the engine does with each question. */
const engine = vi.hoisted(() => ({ asked: (_: Listener): void => undefined }));
vi.mock('./engine/analyst', () => ({
  Analyst: class {
    constructor(private readonly listener: Listener) {}
    analyse = () => engine.asked(this.listener);
    stop = () => undefined;
    close = () => undefined;
  },
}));
afterEach(() => vi.useRealTimers());

const found = (chance: number, done: boolean) =>
  ({ lines: [{ chance, moves: [{ side: 'second' }] }], done }) as Parameters<Listener['found']>[0];

it.each([
  ['the best move', 'best', () => undefined, 'right'],
  ['one as good', 'other', (it: Listener) => it.found(found(0.4, true)), 'good'],
  ['a worse one', 'other', (it: Listener) => it.found(found(0.7, true)), 'wrong'],
  [
    'one that is looked at for long',
    'other',
    (it: Listener) => it.found(found(0.4, false)),
    'good',
  ],
  ['one that the engine refuses', 'other', (it: Listener) => it.refused({} as never), 'unknown'],
  ['one that the engine never begins with', 'other', () => undefined, 'unknown'],
] as const)('judges a try: %s', async (_, usi, asked, verdict) => {
  vi.useFakeTimers();
  engine.asked = asked;
  const review = new Review('game', {} as never);
  review.view = { findings: [{ chance: 0.6 }] } as ReviewView;
  review.seek({ ...fault(1, 0.3), better: { usi: 'best' } } as Fault);
  const judged = review.judge(usi, [], {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await judged).toBe(verdict);
  expect(review.seeking).toBe(verdict === 'wrong' || verdict === 'unknown');
});
