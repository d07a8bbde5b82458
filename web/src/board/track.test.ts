import { expect, it } from 'vitest';
import type { Board, VariantInfo } from '../api/types';
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
function moves(before: string, now: string, moved?: Moved): Record<string, string> {
  const first = track([], board(before));
  expect(first.came.size).toBe(0);
  const { pieces, came } = track(first.pieces, board(now), moved);
  return Object.fromEntries(
    pieces.flatMap(({ key, square }) => {
      const from = came.get(key);
      return from === undefined ? [] : [[square, from]];
    }),
  );
}

it.each<[string, string, string, Moved | undefined, Record<string, string>]>([
  ['a move', 'K@e1 P@a2', 'K@e1 P@a3', undefined, { a3: 'a2' }],
  ['a capture', 'K@e1 p@e2', 'K@e2', undefined, { e2: 'e1' }],
  ['a promotion', 'P@a7 K@e1', '+P@a8 K@e1', undefined, { a8: 'a7' }],
  [
    'a promotion to another piece',
    'P@a7 K@e1',
    'Q@a8 K@e1',
    { from: 'a7', to: 'a8' },
    { a8: 'a7' },
  ],
  ['castling', 'K@e1 R@h1', 'K@g1 R@f1', undefined, { g1: 'e1', f1: 'h1' }],
  ['a drop', 'K@e1', 'K@e1 P@e5', undefined, {}],
  ['which of two moved is told', 'G@d1 G@f1', 'G@e1 G@f1', { from: 'd1', to: 'e1' }, { e1: 'd1' }],
  ['a move taken back', '+P@a8 K@e1', 'P@a7 K@e1', { from: 'a7', to: 'a8' }, { a7: 'a8' }],
])('%s', (_, before, now, moved, expected) => {
  expect(moves(before, now, moved)).toEqual(expected);
});

it('leaves alone what has not moved, and what has moved on top', () => {
  const first = track([], board('K@e1 P@a2 P@b2 k@e9')).pieces;
  const second = track(first, board('K@e1 P@a3 P@b2 k@e9')).pieces;
  const third = track(second, board('K@e1 P@a3 P@b2 k@d9')).pieces;
  const squares = (pieces: typeof first) => pieces.map(({ square }) => square).join(' ');
  expect(squares(second)).toBe('e1 b2 e9 a3');
  expect(squares(third)).toBe('e1 b2 a3 d9');
  expect(second.slice(0, 3)).toEqual([first[0], first[2], first[3]]);
  expect(third[2]).toBe(second[3]);
});

it('shows a move before it is answered', () => {
  const move = {
    usi: '',
    algebraic: '',
    piece: 'N',
    from: 'f7',
    to: 'd5',
    via: 'e6',
    captures: ['e6'],
    promotes: false,
  };
  const now = after(board('N@f7 p@e6 K@a1'), move, 'first');
  expect(now.pieces.map(({ square }) => square).sort()).toEqual(['a1', 'd5']);
  const drop = {
    ...move,
    piece: 'P',
    drop: 'P',
    from: null,
    to: 'e5',
    via: undefined,
    captures: [],
  };
  const { via: _, ...plain } = drop;
  const dropped = after(board('K@a1'), plain, 'first');
  expect(dropped.hands.first).toEqual({ P: 0 });
  expect(dropped.pieces.at(-1)).toEqual({ square: 'e5', side: 'first', piece: 'P' });
});

it('counts what was taken, also where pieces became others', () => {
  const pieces = [
    { id: 'P', demotes_to: 'P', promotes: ['Q'] },
    { id: 'Q', demotes_to: 'Q', promotes: [] },
    { id: 'S', demotes_to: 'S', promotes: ['+S'] },
    { id: '+S', demotes_to: 'S', promotes: [] },
  ];
  const info = { pieces } as unknown as VariantInfo;
  const start = board('P@a2 P@b2 Q@d1 S@c1 p@a7');
  expect(takenPieces(start, board('Q@a8 Q@d1 P@b2 +S@c9'), info)).toEqual({
    first: { P: 1 },
    second: {},
  });
  expect(takenPieces(start, board('P@a2 P@b2 p@a7'), info)).toEqual({
    first: {},
    second: { Q: 1, S: 1 },
  });
});
