import { expect, it } from 'vitest';
import { piece } from '../../api/mock';
import { scene } from '../../board/scene';
import { continued, lettered, walk } from './keys';
import { tiny } from './sample';

const info = {
  ...tiny,
  board: { ...tiny.board, holes: ['b2'], vanishing: ['a3'] },
  pieces: [...tiny.pieces, piece("P'")],
};

it.each([
  ['first', 'a2', 'ArrowRight', 'c2'],
  ['first', 'a2', 'ArrowUp', 'a3'],
  ['second', 'a2', 'ArrowUp', 'a1'],
  ['first', 'a2', 'ArrowLeft', undefined],
  ['first', 'a2', 'x', undefined],
] as const)('%s below, from %s by %s', (below, from, key, expected) =>
  expect(walk(scene(info, below, false), from, key)).toBe(expected),
);

it.each([
  ['P', false, { side: 'first', piece: 'P' }],
  ['p', false, { side: 'second', piece: 'P' }],
  ['p', true, { side: 'second', piece: '+P' }],
  ['k', true, undefined],
  ['1', false, undefined],
])('%s is a piece', (key, promoted, expected) =>
  expect(lettered(info, key, promoted)).toEqual(expected),
);

it('a sign behind a letter makes another piece', () => {
  expect(continued(info, { side: 'second', piece: 'P' }, "'")).toEqual({
    side: 'second',
    piece: "P'",
  });
  expect(continued(info, { side: 'second', piece: 'K' }, "'")).toBeUndefined();
});
