import { describe, expect, it } from 'vitest';
import { variant } from '../../api/mock';
import type { ScoreView } from './forms';
import { firstChance, isChessLike, percent, scoreText, type Look } from './score';
import { WORDS } from './words';

const pawns = (value: number): ScoreView => ({ kind: 'centipawns', value });
const won = (value: number): ScoreView => ({ kind: 'won', value });
const lost = (value: number): ScoreView => ({ kind: 'lost', value });

const text = (score: ScoreView, look: Partial<Look> = {}, language: 'en' | 'ja' = 'en'): string =>
  scoreText(score, { pov: 'first', mover: 'first', chess: false, ...look }, WORDS[language]);

describe('a score', () => {
  it.each([
    [125, '+1.25'],
    [-40, '−0.40'],
    [0, '0.00'],
    [12345, '+123.45'],
    [-3, '−0.03'],
  ])('of %d is %s', (value, expected) => expect(text(pawns(value))).toBe(expected));

  it.each([
    ['first', 'first', '+1.25'],
    ['first', 'second', '−1.25'],
    ['mover', 'first', '+1.25'],
    ['mover', 'second', '+1.25'],
  ] as const)('for the %s, when the %s side moves', (pov, mover, expected) =>
    expect(text(pawns(125), { pov, mover })).toBe(expected),
  );

  it.each([
    [won(5), 'first', 'mate in 5', '5手詰'],
    [lost(4), 'first', 'mated in 4', '−4手詰'],
    [won(5), 'second', 'mated in 5', '−5手詰'],
    [lost(4), 'second', 'mate in 4', '4手詰'],
  ] as const)('counts mates in plies (%o, %s)', (score, mover, en, ja) =>
    expect([text(score, { mover }), text(score, { mover }, 'ja')]).toEqual([en, ja]),
  );

  it.each([
    [won(1), 'first', '#1'],
    [won(9), 'first', '#5'],
    [lost(4), 'first', '#−2'],
    [won(9), 'second', '#−5'],
    [lost(4), 'second', '#2'],
  ] as const)('counts mates in moves in chess (%o, %s)', (score, mover, expected) =>
    expect(text(score, { mover, chess: true })).toBe(expected),
  );
});

it('games are like chess by their notation or their figures', () => {
  const board = variant().board;
  expect(isChessLike(variant())).toBe(false);
  expect(isChessLike(variant({ symmetry: 'mirror' }))).toBe(true);
  expect(isChessLike(variant({ board: { ...board, coordinates: 'algebraic' } }))).toBe(true);
});

describe('a chance', () => {
  it('is that of the first side', () => {
    expect(firstChance(0.75, 'first')).toBe(0.75);
    expect(firstChance(0.75, 'second')).toBe(0.25);
  });

  it.each([
    [0, 0],
    [0.001, 1],
    [0.567, 57],
    [0.999, 99],
    [1, 100],
  ])('of %d is %d per cent', (chance, expected) => expect(percent(chance)).toBe(expected));
});
