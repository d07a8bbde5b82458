import { expect, it } from 'vitest';
import { geometry } from '../../board/geometry';
import { speaker } from '../../board/speak';
import { atStart, empty, hold, place, remove } from './operations';
import { tiny } from './sample';
import { mentioned, tell } from './tell';
import { words } from './words';

const say = speaker(tiny, geometry(tiny.board), 'en', tiny.sides);
const start = atStart(tiny);

it.each([
  ['a piece', place(start, 'b2', { side: 'second', piece: '+P' }), 'b2: Gote +P'],
  ['an empty square', remove(start, 'c1'), 'c1: empty'],
  ['a hand', hold(start, { side: 'first', piece: 'P' }, 3), 'Sente holds 3 P'],
  ['nothing', { ...start, ply: 3 }, ''],
])('tells of %s', (_, after, expected) => expect(tell(say, words(), start, after)).toBe(expected));

it('counts many squares', () => {
  const full = ['a1', 'a2', 'a3'].reduce(
    (setup, square) => place(setup, square, { side: 'first', piece: 'P' }),
    empty(),
  );
  expect(tell(say, words(), empty(), full)).toBe('3 squares changed');
});

const shogi = { ...tiny, board: { ...tiny.board, coordinates: 'shogi' as const } };

it.each([
  ['the pawn on b2 can never move', tiny, ['b2']],
  ['two pawns: a1, a3 and a1', tiny, ['a1', 'a3']],
  ['the pawn on 3a can never move', shogi, ['a3']],
  ['nothing on z9 or in b22', tiny, []],
])('finds the squares in "%s"', (text, info, expected) =>
  expect(mentioned(info, text)).toEqual(expected),
);
