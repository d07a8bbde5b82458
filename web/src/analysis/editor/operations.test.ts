import { describe, expect, it } from 'vitest';
import type { Square, VariantInfo } from '../../api/types';
import type { SetupForm } from './forms';
import {
  atStart,
  carry,
  cycle,
  empty,
  held,
  hold,
  holdRest,
  MOST_IN_HAND,
  palette,
  place,
  provisional,
  remove,
  set,
  swapSides,
  withTurn,
  type Man,
  type Origin,
  type Target,
} from './operations';
import { castle, spelled, tiny } from './sample';

const pawn: Man = { side: 'first', piece: 'P' };
const start = atStart(tiny);
const with2 = hold(start, pawn, 2);

describe('pieces', () => {
  it.each<[string, SetupForm, string]>([
    ['is put on an empty square', place(start, 'b2', pawn), 'b2 first P, c1 first K, c3 second K'],
    ['takes the place of another', place(start, 'c3', pawn), 'c1 first K, c3 first P'],
    ['is removed', remove(start, 'c1'), 'c3 second K'],
    ['is not there to be removed', remove(start, 'a1'), 'c1 first K, c3 second K'],
  ])('a piece %s', (_, setup, expected) => expect(spelled(setup)).toBe(expected));

  it('are the same position where nothing changes', () => {
    expect(remove(start, 'a1')).toBe(start);
    expect(place(start, 'c1', { side: 'first', piece: 'K' })).toBe(start);
  });

  it('are offered unpromoted first, royal ones before all', () =>
    expect(palette(tiny)).toEqual(['K', 'G', 'P', '+P']));
});

describe('all other pieces', () => {
  const pawns = ['a2', 'b2', 'c2'].map((square) => ({ square, ...pawn }));
  const { board_at_start: board } = tiny;
  const info = { ...tiny, board_at_start: { ...board, pieces: [...board.pieces, ...pawns] } };

  it.each<[string, SetupForm, number]>([
    ['with none on the board', start, 3],
    ['with a promoted one on the board', place(start, 'a2', { ...pawn, piece: '+P' }), 2],
    ['with two in the hand of the other side', with2, 1],
    ['with one in the hand already', hold(start, { ...pawn, side: 'second' }, 1), 3],
    ['with more than there were', hold(start, pawn, 5), 0],
  ])('go to a hand %s', (_, setup, pawns) => {
    const after = holdRest(setup, info, 'second');
    expect(held(after, { side: 'second', piece: 'P' })).toBe(pawns);
    expect(spelled(after)).toBe(spelled(setup));
  });
});

describe('carrying', () => {
  const from = (square: Square): Origin => ({ square });
  const promoted = place(start, 'a2', { side: 'second', piece: '+P' });

  it.each<[string, SetupForm, Origin, Target, string, number]>([
    ['to another square', start, from('c1'), { square: 'b1' }, 'b1 first K, c3 second K', 0],
    ['onto a piece', start, from('c1'), { square: 'c3' }, 'c3 first K', 0],
    ['back', start, from('c1'), { square: 'c1' }, 'c1 first K, c3 second K', 0],
    ['off the board', start, from('c1'), 'off', 'c3 second K', 0],
    ['nothing', start, from('a1'), { square: 'a2' }, 'c1 first K, c3 second K', 0],
    ['to a hand', promoted, from('a2'), { hand: 'first' }, 'c1 first K, c3 second K', 1],
    ['what no hand holds', start, from('c1'), { hand: 'first' }, 'c1 first K, c3 second K', 0],
    [
      'from the palette',
      start,
      { palette: pawn },
      { square: 'a1' },
      `a1 first P, ${spelled(start)}`,
      0,
    ],
    ['from the palette to a hand', start, { palette: pawn }, { hand: 'first' }, spelled(start), 1],
    ['from the palette to nowhere', start, { palette: pawn }, 'off', spelled(start), 0],
    ['from a hand', with2, { hand: pawn }, { square: 'a1' }, `a1 first P, ${spelled(start)}`, 1],
    ['from a hand to nowhere', with2, { hand: pawn }, 'off', spelled(start), 1],
    ['from a hand to itself', with2, { hand: pawn }, { hand: 'first' }, spelled(start), 2],
    ['from an empty hand', start, { hand: pawn }, { square: 'a1' }, spelled(start), 0],
  ])('%s', (_, setup, origin, target, board, pawns) => {
    const after = carry(setup, tiny, origin, target);
    expect(spelled(after)).toBe(board);
    expect(after.board.hands.first['P'] ?? 0).toBe(pawns);
  });
});

describe('hands', () => {
  it.each([
    [3, 3],
    [0, undefined],
    [-1, undefined],
    [1000, MOST_IN_HAND],
  ])('that are to hold %i hold %s', (count, expected) =>
    expect(hold(with2, pawn, count).board.hands.first['P']).toBe(expected),
  );
});

it.each<[string, VariantInfo, Man, string[]]>([
  ['that promotes', tiny, pawn, ['first +P', 'second P', 'second +P', 'first P']],
  ['that does not', tiny, { side: 'first', piece: 'G' }, ['second G', 'first G']],
  ['that becomes another', castle, pawn, ['second P', 'first P']],
])('a piece %s goes round', (_, info, man, expected) => {
  let setup = place(empty(), 'a1', man);
  const seen = expected.map(() => {
    setup = cycle(setup, info, 'a1');
    return spelled(setup).replace('a1 ', '');
  });
  expect(seen).toEqual(expected);
});

it('what there is one of stands on one square, whoever puts it there', () => {
  const pieces = tiny.pieces.map((it) => ({ ...it, single: it.id === 'G' }));
  const info = { ...tiny, pieces };
  const once = set(empty(), info, 'a1', { side: 'first', piece: 'G' });
  const again = set(once, info, 'b2', { side: 'second', piece: 'G' });
  expect(spelled(again)).toBe('b2 second G');
  const carried = carry(again, info, { palette: { side: 'first', piece: 'G' } }, { square: 'c3' });
  expect(spelled(carried)).toBe('c3 first G');
  expect(spelled(set(set(empty(), tiny, 'a1', pawn), tiny, 'b2', pawn))).toContain('a1');
});

describe('swapping the sides', () => {
  const full: SetupForm = {
    ...hold(place(start, 'a2', pawn), { side: 'second', piece: 'G' }, 1),
    passes: { first: 2, second: 0 },
    unmoved: ['c1'],
    en_passant: ['a3'],
    passed_pawn: 'a2',
  };

  it.each([
    ['turns the board', tiny, 'a1 first K, a3 second K, c2 second P'],
    [
      'mirrors the board',
      { ...tiny, symmetry: 'mirror' as const },
      'a2 second P, c1 first K, c3 second K',
    ],
  ])('%s', (_, info, expected) => {
    const once = swapSides(full, info);
    expect(spelled(once)).toBe(expected);
    expect(once.side).toBe('second');
    expect(once.board.hands.first).toEqual({ G: 1 });
    expect(once.passes).toEqual({ first: 0, second: 2 });
    expect(swapSides(once, info)).toEqual(full);
  });
});

describe('what was known of a square', () => {
  const known: SetupForm = {
    ...place(atStart(castle), 'b4', pawn),
    unmoved: ['a1', 'b1'],
    en_passant: ['b3'],
    passed_pawn: 'b4',
  };

  it.each<[string, SetupForm, Square[], Square[]]>([
    ['another piece there', place(known, 'a1', pawn), ['b1'], ['b3']],
    [
      'its piece elsewhere',
      carry(known, castle, { square: 'b1' }, { square: 'c1' }),
      ['a1'],
      ['b3'],
    ],
    ['no passed pawn', remove(known, 'b4'), ['a1', 'b1'], []],
    ['a piece where the pawn has passed', place(known, 'b3', pawn), ['a1', 'b1'], []],
    ['the turn of the other side', withTurn(known, 'second'), ['a1', 'b1'], []],
  ])('does not outlive %s', (_, { unmoved, en_passant }, still, passed) =>
    expect([unmoved, en_passant]).toEqual([still, passed]),
  );
});

it.each([
  ['rk1r/pppp/4/4/PPPP/RK1R w - 0 1', 'first', 14],
  ['rk1r/4/4/4/PPPP/RK1R b - 0 1', 'second', 10],
] as const)('%s is shown before it is judged', (text, side, pieces) => {
  const setup = provisional(castle, text);
  expect(setup.side).toBe(side);
  expect(setup.board.pieces).toHaveLength(pieces);
});
