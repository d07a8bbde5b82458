import { expect, it } from 'vitest';
import type { Side, You } from '../api/types';
import type { Fault } from './api';
import { marksOf } from './marks';
import { inOrder } from './review.svelte';
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
