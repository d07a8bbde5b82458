import { describe, expect, it } from 'vitest';
import type { Board, Legal, Side, VariantInfo } from '../api/types';
import { after, takenPieces, track, type Moved } from './track';

const board = (text: string): Board => ({
  pieces: text.split(' ').map((word) => {
    const [piece = '', square = ''] = word.split('@');
    return { square, piece: piece.toUpperCase(), side: /[A-Z]/.test(piece) ? 'first' : 'second' };
  }),
  hands: { first: { P: 1 }, second: {} },
  gone: [],
});

/** Where each piece that moved came from, by where it is. */
function moves(before: string, now: string, was: Moved[], are: Moved[]): Record<string, string> {
  const first = track([], board(before));
  expect(first.came.size).toBe(0);
  const { pieces, came } = track(first.pieces, board(now), { before: was, now: are });
  return Object.fromEntries(
    pieces.flatMap(({ key, square }) => {
      const from = came.get(key);
      return from === undefined ? [] : [[square, from]];
    }),
  );
}

const move = (from: string | null, to: string | null, over: Partial<Moved> = {}): Moved => ({
  usi: `${from}${to}`,
  from,
  to,
  ...over,
});
const takes = (square: string, piece = 'P'): Pick<Moved, 'removes'> => ({
  removes: [{ square, side: 'second', piece, fate: 'captured' }],
});
const castling = move('e1', 'g1', { partner: { from: 'h1', to: 'f1' } });
const swap = move('b2', 'b3', { relocates: [{ from: 'b3', to: 'b2' }] });
const promotion = move('a7', 'a8');

it.each<[string, string, string, Moved[], Moved[], Record<string, string>]>([
  ['a move', 'K@e1 P@a2', 'K@e1 P@a3', [], [move('a2', 'a3')], { a3: 'a2' }],
  ['a capture', 'K@e1 p@e2', 'K@e2', [], [move('e1', 'e2', takes('e2'))], { e2: 'e1' }],
  ['a promotion', 'P@a7 K@e1', 'Q@a8 K@e1', [], [promotion], { a8: 'a7' }],
  ['castling', 'K@e1 R@h1', 'K@g1 R@f1', [], [castling], { g1: 'e1', f1: 'h1' }],
  ['castling taken back', 'K@g1 R@f1', 'K@e1 R@h1', [castling], [], { e1: 'g1', h1: 'f1' }],
  ['a change of places', 'U@b2 p@b3', 'U@b3 p@b2', [], [swap], { b3: 'b2', b2: 'b3' }],
  ['the same of like pieces', 'U@b2 U@b3', 'U@b3 U@b2', [], [swap], { b3: 'b2', b2: 'b3' }],
  ['a drop', 'K@e1', 'K@e1 P@e5', [], [move(null, 'e5')], {}],
  ['a drop taken back', 'K@e1 P@e5', 'K@e1', [move(null, 'e5')], [], {}],
  ['one of two', 'G@d1 G@f1', 'G@e1 G@f1', [], [move('d1', 'e1')], { e1: 'd1' }],
  ['a move taken back', '+P@a8 K@e1', 'P@a7 K@e1', [promotion], [], { a7: 'a8' }],
  ['a capture taken back', 'K@e2', 'K@e1 p@e2', [move('e1', 'e2', takes('e2'))], [], { e1: 'e2' }],
  [
    'several moves at once',
    'G@d1 G@f1 k@e9',
    'G@e2 G@f1 k@d9',
    [],
    [move('d1', 'e1'), move('e9', 'd9'), move('e1', 'e2')],
    { e2: 'd1', d9: 'e9' },
  ],
  [
    'another game from the same start',
    'P@a4 P@b2',
    'P@a2 P@b4',
    [move('a2', 'a4')],
    [move('b2', 'b4')],
    { a2: 'a4', b4: 'b2' },
  ],
  [
    'the answer to a move that was shown already',
    'K@e2',
    'K@e2',
    [move('e1', 'e2')],
    [move('e1', 'e2')],
    {},
  ],
  [
    'the second leg of a move',
    'N@e6',
    'N@d5',
    [{ ...move('f7', 'e6'), usi: 'leg' }],
    [move('f7', 'd5')],
    { d5: 'e6' },
  ],
  [
    'a duck',
    'P@e2 d@d5',
    'P@e4 D@c3',
    [],
    [move('e2', 'e4', { places: { piece: 'D', square: 'c3', from: 'd5' } })],
    { e4: 'e2', c3: 'd5' },
  ],
  [
    'a duck whose move was shown already',
    'P@e4 d@d5',
    'P@e4 D@e2',
    [move('e2', 'e4', { usi: 'e2e4 before' })],
    [move('e2', 'e4', { places: { piece: 'D', square: 'e2', from: 'd5' } })],
    { e2: 'd5' },
  ],
  [
    'a duck taken back',
    'P@e4 D@c3',
    'P@e2 d@d5',
    [move('e2', 'e4', { places: { piece: 'D', square: 'c3', from: 'd5' } })],
    [],
    { e2: 'e4', d5: 'c3' },
  ],
  [
    'a piece from the hand behind another',
    'N@b1',
    'N@c3 H@b1',
    [],
    [move('b1', 'c3', { places: { piece: 'H', square: 'b1', held: true } })],
    { c3: 'b1' },
  ],
  [
    'the same taken back',
    'N@c3 N@b1',
    'N@b1',
    [move('b1', 'c3', { places: { piece: 'N', square: 'b1', held: true } })],
    [],
    { b1: 'c3' },
  ],
  ['a board of which nothing is told', 'K@e1 P@a2', 'K@e2 P@a2', [], [], {}],
])('%s', (_, before, now, was, are, expected) => {
  expect(moves(before, now, was, are)).toEqual(expected);
});

it('leaves alone what has not moved, and what has moved on top', () => {
  const first = track([], board('K@e1 P@a2 P@b2 k@e9')).pieces;
  const pawn = move('a2', 'a3');
  const king = move('e9', 'd9');
  const told = { before: [pawn], now: [pawn, king] };
  const second = track(first, board('K@e1 P@a3 P@b2 k@e9'), { before: [], now: [pawn] }).pieces;
  const third = track(second, board('K@e1 P@a3 P@b2 k@d9'), told).pieces;
  const squares = (pieces: typeof first) => pieces.map(({ square }) => square).join(' ');
  expect(squares(second)).toBe('e1 b2 e9 a3');
  expect(squares(third)).toBe('e1 b2 a3 d9');
  expect(second.slice(0, 3)).toEqual([first[0], first[2], first[3]]);
  expect(third[2]).toBe(second[3]);
});

describe('a move is shown before it is answered:', () => {
  const legal = (over: Partial<Legal>): Legal => ({
    usi: '',
    algebraic: '',
    piece: 'N',
    from: 'f7',
    to: 'd5',
    captures: [],
    promotes: false,
    ...over,
  });
  const squares = (now: Board): string =>
    now.pieces.map(({ side, piece, square }) => `${side} ${piece} ${square}`).join(', ');

  it.each<[string, string, Partial<Legal>, string]>([
    ['two legs', 'N@f7 p@e6 K@a1', { via: 'e6', ...takes('e6') }, 'first K a1, first N d5'],
    ['a promotion', 'N@f7', { becomes: '+N' }, 'first +N d5'],
    [
      'castling',
      'K@e1 R@h1',
      { piece: 'K', from: 'e1', to: 'g1', partner: { from: 'h1', to: 'f1' } },
      'first R f1, first K g1',
    ],
    [
      'a change of places',
      'N@f7 p@d5',
      { relocates: [{ from: 'd5', to: 'f7' }] },
      'second P f7, first N d5',
    ],
    [
      'a mover that burns',
      'N@f7 p@d5',
      {
        removes: [
          { square: 'd5', side: 'second', piece: 'P', fate: 'captured' },
          { square: 'd5', side: 'first', piece: 'N', fate: 'burned' },
        ],
      },
      '',
    ],
    [
      'an explosion',
      'N@f7 B@e5 p@d5 r@d6',
      {
        removes: [
          { square: 'd5', side: 'second', piece: 'P', fate: 'captured' },
          { square: 'd5', side: 'first', piece: 'N', fate: 'exploded' },
          { square: 'd6', side: 'second', piece: 'R', fate: 'exploded' },
        ],
      },
      'first B e5',
    ],
    [
      'a duck',
      'N@f7 d@e4',
      { places: { piece: 'D', square: 'f7', from: 'e4' } },
      'first N d5, first D f7',
    ],
    [
      'an arrow',
      'N@f7 X@e4',
      { places: { piece: 'X', square: 'c3' } },
      'first X e4, first N d5, first X c3',
    ],
    ['a drop', 'K@a1', { piece: 'P', drop: 'P', from: null }, 'first K a1, first P d5'],
  ])('%s', (_, before, over, expected) => {
    expect(squares(after(board(before), legal(over), 'first'))).toBe(expected);
  });

  it('with the hands and the squares that vanish', () => {
    const dropped = after(board('K@a1'), legal({ piece: 'P', drop: 'P', from: null }), 'first');
    expect(dropped.hands.first).toEqual({ P: 0 });
    const removes = [
      { square: 'd5', side: 'second' as const, piece: '+S', fate: 'captured' as const, hand: 'S' },
    ];
    const now = after(board('N@f7 p@d5'), legal({ removes, vanishes: ['f7'] }), 'first');
    expect(now.hands.first).toEqual({ P: 1, S: 1 });
    expect(now.gone).toEqual(['f7']);
    const places = { piece: 'P', square: 'f7', held: true };
    expect(after(board('N@f7'), legal({ places }), 'first').hands.first).toEqual({ P: 0 });
  });
});

it('counts what was taken, as it was before it became another piece', () => {
  const pieces = [
    { id: 'P', demotes_to: 'P', promotes: ['Q'] },
    { id: 'Q', demotes_to: 'Q', promotes: [] },
    { id: '+S', demotes_to: 'S', promotes: [] },
  ];
  const info = { pieces } as unknown as VariantInfo;
  const removed = (side: Side, piece: string): Moved =>
    move('a1', 'a2', { removes: [{ square: 'a2', side, piece, fate: 'captured' }] });
  expect(takenPieces([], info)).toEqual({ first: {}, second: {} });
  const told = [removed('second', 'P'), removed('first', '+S'), move('a2', 'a3')];
  expect(takenPieces([...told, removed('second', 'P')], info)).toEqual({
    first: { P: 2 },
    second: { S: 1 },
  });
});
