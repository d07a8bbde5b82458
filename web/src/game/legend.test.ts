import { expect, it } from 'vitest';
import { piece } from '../api/mock';
import { en } from '../i18n/en';
import { shapes } from '../pieces/diagram';
import { legend } from './legend';

const nothing = piece('K').diagram;
const kinds = ['step', 'jump', 'area', 'chain', 'shot', 'hit', 'castle', 'other', 'pass'];
const marks = kinds.map((kind, i) => ({
  x: kind === 'pass' ? 0 : (i % 3) - 1,
  y: kind === 'pass' ? 0 : 2 + Math.floor(i / 3),
  kinds: [kind, 'move', 'capture'],
}));

it('shows only signs that occur', () => {
  const marks = [{ x: 0, y: 1, kinds: ['step', 'capture'] }];
  const entries = legend({ pieces: [piece('P', { diagram: { ...nothing, marks } })] });
  expect(entries.map(({ sign }) => sign)).toEqual(['capture_only']);
});

it('tells first moves', () => {
  const marks = [{ x: 0, y: 1, kinds: ['step', 'move', 'capture', 'initial'] }];
  const entries = legend({ pieces: [piece('P', { diagram: { ...nothing, marks } })] });
  expect(entries.map(({ sign }) => sign)).toEqual(['step', 'initial']);
});

it('has a sample and a text for each sign, drawn with that sign', () => {
  const diagram = { ...nothing, radius: 5, marks, burns: [{ x: 1, y: 0 }] };
  const entries = legend({ pieces: [piece('X', { diagram })] });
  expect(entries.map(({ sign }) => sign).sort()).toEqual([...kinds, 'burn'].sort());
  for (const { sign, diagram } of entries) {
    expect(en.pieces.signs[sign], sign).toBeDefined();
    expect(shapes(diagram).map((shape) => shape.sign)).toContain(sign);
  }
});
