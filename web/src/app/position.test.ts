import { describe, expect, it } from 'vitest';
import { variant } from '../api/mock';
import { boardOf, toMove } from './position';

const sized = (files: number, ranks: number, over = {}) =>
  variant({
    board: {
      files,
      ranks,
      first_rank: 1,
      holes: [],
      vanishing: [],
      coordinates: 'shogi',
      ...over,
    },
  });

describe('a position text', () => {
  it('tells pieces, promotion, sides and hands', () => {
    const board = boardOf(sized(5, 2), "3+p1/K3S' w 2P10s'r 7");
    expect(board.pieces).toEqual([
      { square: 'd2', side: 'second', piece: '+P' },
      { square: 'a1', side: 'first', piece: 'K' },
      { square: 'e1', side: 'first', piece: "S'" },
    ]);
    expect(board.hands).toEqual({ first: { P: 2 }, second: { "S'": 10, R: 1 } });
  });

  it('tells squares that have vanished from those that never were', () => {
    const info = sized(3, 3, { first_rank: 0, vanishing: ['b0', 'b2'] });
    const board = boardOf(info, '*k*/3/*** b - 1');
    expect(board.gone).toEqual(['b0']);
    expect(board.pieces).toEqual([{ square: 'b2', side: 'second', piece: 'K' }]);
  });

  it('takes castling rights for no hand', () => {
    const info = { ...sized(8, 1), drops: false };
    const board = boardOf(info, 'R3K2R w KQ - 0 1');
    expect(board.hands).toEqual({ first: {}, second: {} });
    expect(board.pieces.map(({ square }) => square)).toEqual(['a1', 'e1', 'h1']);
  });

  it('tells hands in brackets, whether or not pieces are dropped', () => {
    for (const drops of [false, true]) {
      const board = boardOf({ ...sized(8, 1), drops }, 'R3K2R[HEhPP] w KQ - 0 1');
      expect(board.hands).toEqual({ first: { H: 1, E: 1, P: 2 }, second: { H: 1 } });
      expect(board.pieces.map(({ square }) => square)).toEqual(['a1', 'e1', 'h1']);
    }
  });

  it('counts runs of more than nine', () => {
    const board = boardOf(sized(12, 1), '11k b - 1');
    expect(board.pieces).toEqual([{ square: 'l1', side: 'second', piece: 'K' }]);
  });
});

it.each([
  ['3/3/3 b - 1', 'first', '3/3/K2 b - 1', 'first'],
  ['3/3/3 b - 1', 'first', '3/3/K2 w P 1', 'second'],
  ['3/3/3 w - - 0 1', 'first', '3/3/K2 b - - 0 1', 'second'],
  ['3/3/3 w - 1', 'second', '3/3/K2 b - 1', 'first'],
] as const)('knows whose turn it is: %s, %s, %s', (position, to_move, text, side) => {
  const start = { id: 'default', name: '', position, to_move };
  expect(toMove({ starts: [start], position }, text)).toBe(side);
  // Games with one start only do not list it; there the first side begins.
  if (to_move === 'first') expect(toMove({ starts: [], position }, text)).toBe(side);
});
