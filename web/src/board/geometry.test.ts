import { describe, expect, it } from 'vitest';
import type { VariantInfo } from '../api/types';
import {
  called,
  cellUnder,
  distance,
  geometry,
  kanjiNumber,
  offset,
  place,
  starPoints,
} from './geometry';

const board = (files: number, ranks: number, over: Partial<VariantInfo['board']> = {}) =>
  geometry({
    files,
    ranks,
    first_rank: 1,
    holes: [],
    vanishing: [],
    coordinates: 'shogi',
    ...over,
  });

const shogi = board(9, 9);
const minjiku = board(10, 12, {
  first_rank: 0,
  holes: [
    'a0',
    'b0',
    'c0',
    'd0',
    'g0',
    'h0',
    'i0',
    'j0',
    'a11',
    'b11',
    'c11',
    'd11',
    'g11',
    'h11',
    'i11',
    'j11',
  ],
  vanishing: ['e0', 'f0', 'e11', 'f11'],
});

it('names squares as each style does', () => {
  expect(
    ['shogi', 'letters', 'algebraic'].map((style) => called(shogi, 'c3', style as 'shogi')),
  ).toEqual(['7七', '7g', 'c3']);
  expect(called(minjiku, 'e11', 'letters')).toBe('6a');
  expect([10, 11, 12, 20].map(kanjiNumber)).toEqual(['十', '十一', '十二', '二十']);
});

it('counts the steps of a king', () => {
  const steps = [
    ['c3', 'c3'],
    ['c3', 'd4'],
    ['a1', 'c9'],
    ['c3', 'x1'],
  ] as const;
  expect(steps.map(([from, to]) => distance(shogi, from, to))).toEqual([0, 1, 8, 0]);
});

it('puts every square where it is found again, from both sides', () => {
  for (const side of ['first', 'second'] as const) {
    for (const cell of minjiku.cells) {
      const { x, y } = place(minjiku, cell, side);
      expect(cellUnder(minjiku, { x: x + 0.5, y: y + 0.5 }, side)).toBe(cell);
    }
  }
  expect(minjiku.cells).toHaveLength(104);
  expect(cellUnder(minjiku, { x: 0.5, y: 0.5 }, 'first')).toBeUndefined();
  expect(cellUnder(shogi, { x: -0.1, y: 3 }, 'first')).toBeUndefined();
});

it('turns offsets with the side', () => {
  const e5 = shogi.cell('e5');
  const by = { x: 1, y: 2 };
  expect(e5 && offset(shogi, e5, by, 'first', 'rotate')?.square).toBe('f7');
  expect(e5 && offset(shogi, e5, by, 'second', 'rotate')?.square).toBe('d3');
  expect(e5 && offset(shogi, e5, by, 'second', 'mirror')?.square).toBe('f3');
});

describe('star points', () => {
  const zone = (files: string, ranks: number[]): string[] =>
    ranks.flatMap((rank) => [...files].map((file) => `${file}${rank}`));
  const stars = (g: typeof shogi, first: string[], symmetry: 'rotate' | 'mirror' = 'rotate') =>
    starPoints(g, {
      zones: [{ kind: 'promotion', side: 'first', squares: first }],
      symmetry,
    } as unknown as VariantInfo)
      .map(({ x, y }) => `${x},${y}`)
      .join(' ');

  it('mark the zones', () => {
    expect(stars(shogi, zone('abcdefghi', [7, 8, 9]))).toBe('3,3 3,6 6,3 6,6');
    expect(stars(board(12, 12), zone('abcdefghijkl', [9, 10, 11, 12]))).toBe('4,4 4,8 8,4 8,8');
  });

  it('leave out squares that come and go', () => {
    expect(stars(minjiku, [...zone('abcdefghij', [8, 9, 10]), 'e11', 'f11'])).toBe(
      '3,4 3,8 7,4 7,8',
    );
  });

  it('are not for chequered boards, nor where a game has no zone', () => {
    expect(stars(board(8, 8), zone('abcdefgh', [8]), 'mirror')).toBe('');
    expect(stars(shogi, [])).toBe('');
  });
});
