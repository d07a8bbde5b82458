import { expect, it } from 'vitest';
import { arrows, moveArrows } from './arrows';
import type { LineMove } from './forms';
import { found, line, move } from './samples';

const told = (drawings: ReturnType<typeof arrows>): string[] =>
  drawings.map(({ from, to, by }) => `${by} ${from}${to}`);

it.each<[string, Partial<LineMove>, string[]]>([
  ['a move', { from: 'a1', to: 'a2' }, ['hint a1a2']],
  [
    'legs',
    { from: 'a1', middles: ['a3', 'c3'], to: 'c1' },
    ['hint a1a3', 'hint a3c3', 'hint c3c1'],
  ],
  [
    'a capture that goes back',
    { from: 'a1', middles: ['a2'], to: 'a1' },
    ['hint a1a2', 'hint a2a1'],
  ],
  [
    'the same way again',
    { from: 'a1', middles: ['a2', 'a1'], to: 'a2' },
    ['hint a1a2', 'hint a2a1'],
  ],
  ['a drop', { from: null, to: 'b2' }, ['hint b2b2']],
  [
    'what it places',
    { from: 'a1', to: 'a2', places: { piece: 'D', square: 'c3', from: 'c1' } },
    ['hint a1a2', 'hint c3c3'],
  ],
  ['a pass', { from: null, to: null }, []],
])('%s is drawn leg by leg', (_, over, expected) =>
  expect(told(moveArrows(move('a1a2', over)))).toEqual(expected),
);

it('a drop shows its piece', () => {
  const [drawn] = moveArrows(move('P*b2', { from: null, to: 'b2', drop: 'P', side: 'second' }));
  expect(drawn?.dropped).toEqual({ piece: 'P', side: 'second' });
});

it('what a move places is shown as it stands', () => {
  const places = { piece: 'D', square: 'c3' };
  const [, drawn] = moveArrows(move('a1a2,c3', { places, side: 'second' }));
  expect(drawn?.dropped).toEqual({ piece: 'D', side: 'second' });
});

it('the best lines are drawn by their first moves, the best above the others', () => {
  const lines = ['a1a2 b1b2', 'c1c2', 'd1d2', 'e1e2'].map((moves) => line(moves));
  expect(told(arrows(found(9, ...lines)))).toEqual(['hint d1d2', 'hint c1c2', 'hint a1a2']);
  expect(told(arrows(found(9, ...lines), 1))).toEqual(['hint a1a2']);
});

it('worse moves are fainter, and far worse ones are left out', () => {
  const lines = ['a1a2', 'b1b2', 'c1c2'].map((moves) => line(moves));
  [0.6, 0.45, 0.35].forEach((chance, i) => Object.assign(lines[i] ?? {}, { chance }));
  const drawn = arrows(found(9, ...lines));
  expect(told(drawn)).toEqual(['hint b1b2', 'hint a1a2']);
  expect(drawn.map(({ faint }) => faint)).toEqual([true, undefined]);
});

it('what two moves have in common is drawn once', () => {
  const [short, long] = [line('a1a2'), line('a1a2')];
  long.moves = [move('a1a2', { middles: ['a2'], to: 'a3' })];
  expect(told(arrows(found(9, short, long)))).toEqual(['hint a2a3', 'hint a1a2']);
});

it('nothing is drawn of nothing', () => {
  expect(arrows({ lines: [] })).toEqual([]);
  expect(arrows({ lines: [{ ...line('a'), moves: [] }] })).toEqual([]);
});
