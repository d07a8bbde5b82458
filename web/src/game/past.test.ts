import { expect, it } from 'vitest';
import { played, state, variant } from '../api/mock';
import { now, past, type View } from './past';

const moves = [
  { ...played(1), position: '2k/2K/3 w - 2' },
  { ...played(2), pass: true },
];
const game = state({ moves });
const squares = ({ board }: View) =>
  Object.fromEntries(board.pieces.map(({ square, piece }) => [square, piece]));

it('begins where the game began', () => {
  const odd = { ...game, initial_position: 'k2/3/2K b - 1' };
  expect(squares(past(variant(), odd, 0))).toEqual({ a3: 'K', c1: 'K' });
  expect(past(variant(), odd, 0)).toMatchObject({ side: 'first', last: null, legal: [] });
});

it('shows the position after each move', () => {
  const view = past(variant(), game, 1);
  expect(squares(view)).toEqual({ c3: 'K', c2: 'K' });
  expect(view).toMatchObject({ side: 'second', last: { ply: 1 } });
});

it('marks the last move that was one, not a pass', () => {
  expect(now(game).last).toMatchObject({ ply: 1 });
  expect(past(variant(), game, 2).last).toMatchObject({ ply: 1 });
});
