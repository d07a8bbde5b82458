import { describe, expect, it } from 'vitest';
import type { Diagram, PieceInfo, VariantInfo } from '../api/types';
import { reach, shapes } from './diagram';
import { faces, type PieceSet } from './face';
import { canDraw, column, glyph } from './glyphs';
import { pieceSize } from './shape';

const EMPTY: Diagram = { radius: 1, unlimited: false, marks: [], lines: [], burns: [], notes: [] };

const piece = (id: string, name: PieceInfo['name'], over: Partial<PieceInfo> = {}): PieceInfo => ({
  id,
  name,
  text: [],
  royal: false,
  promotes: [],
  demotes_to: id.replace('+', ''),
  value: 100,
  droppable: false,
  diagram: { ...EMPTY, marks: [{ x: 0, y: 1, kinds: ['step', 'move', 'capture'] }] },
  ...over,
});

const game = (symmetry: 'rotate' | 'mirror', ...pieces: PieceInfo[]): VariantInfo =>
  ({ symmetry, pieces }) as unknown as VariantInfo;

describe('outlines', () => {
  it('cover coordinates and letters', () => {
    expect(canDraw('一二三四五六七八九十')).toBe(true);
    expect(canDraw('ABCXYZabcxyz0123456789+')).toBe(true);
    expect(canDraw('鼎')).toBe(false);
    expect(canDraw('')).toBe(false);
  });

  it('fill their box', () => {
    const path = glyph('王', { x: 100, y: 200, width: 50, height: 50 });
    expect(path).toMatch(/^M 1\d\d(\.\d+)? 2\d\d/);
    expect(path).not.toMatch(/NaN|undefined/);
    expect(column('王将', { x: 0, y: 0, width: 10, height: 20 }).match(/M/g)).toHaveLength(2);
  });
});

describe('faces', () => {
  const rook = piece('R', { en: 'Rook', kanji: '飛車', abbreviation: '飛' });
  const dragon = piece('+R', { en: 'Dragon', kanji: '龍王', abbreviation: '龍' });
  const strange = piece('Z', { en: 'Tripod', kanji: '鼎', abbreviation: '鼎' });
  const face = (info: VariantInfo, set: PieceSet, id: string) => {
    const found = faces(info, set)(id);
    if (!found) throw new Error(`no face for ${id}`);
    return found;
  };
  const shogi = game('rotate', rook, dragon, strange);
  const count = (path: string): number => path.match(/M/g)?.length ?? 0;

  it('have one character or two', () => {
    expect(count(face(shogi, 'kanji-two', 'R').ink)).toBe(2);
    expect(count(face(shogi, 'kanji-one', 'R').ink)).toBe(1);
  });

  it('are letters where a character cannot be drawn', () => {
    expect(face(shogi, 'kanji-two', 'Z').ink).toBe(face(shogi, 'western', 'Z').ink);
  });

  it('tell promoted pieces', () => {
    expect(
      [face(shogi, 'western', 'R'), face(shogi, 'western', '+R')].map((f) => f.promoted),
    ).toEqual([false, true]);
    // `+R` in letters: the plus beside the letter of the front.
    expect(count(face(shogi, 'western', '+R').ink)).toBeGreaterThan(
      count(face(shogi, 'western', 'R').ink),
    );
  });

  it('are figures in games of two colours, for pieces that have one', () => {
    const chess = game('mirror', rook, strange);
    expect(face(chess, 'western', 'R').form).toBe('figure');
    expect(face(chess, 'western', 'Z').form).toBe('pentagon');
    expect(face(chess, 'kanji-two', 'R').form).toBe('pentagon');
    expect(face(shogi, 'western', 'R').form).toBe('pentagon');
  });

  it('show movements', () => {
    expect(face(shogi, 'diagram', 'Z').ink).not.toBe('');
    expect(face(shogi, 'diagram', 'Z').ink).not.toMatch(/NaN|undefined/);
  });

  it('is nothing for an unknown piece', () => {
    expect(faces(shogi, 'western')('Q')).toBeUndefined();
  });
});

it('makes the king largest and the pawn smallest, promoted or not', () => {
  const all = [
    piece('K', { en: 'King' }, { royal: true, value: 0 }),
    piece('R', { en: 'Rook' }, { value: 900 }),
    piece('P', { en: 'Pawn' }, { value: 100 }),
    piece('+P', { en: 'Tokin' }, { value: 600 }),
  ];
  const heights = all.map((one) => pieceSize(one, all).height);
  const [king = 0, rook = 0, pawn = 0, tokin = 0] = heights;
  expect(king > rook && rook > pawn).toBe(true);
  expect(tokin).toBe(pawn);
});

describe('diagrams', () => {
  const signs = (diagram: Partial<Diagram>): string[] => [
    ...new Set(shapes({ ...EMPTY, ...diagram }, 3).map(({ sign }) => sign)),
  ];
  const mark = (...kinds: string[]) => ({ marks: [{ x: 0, y: 2, kinds }] });
  const line = (to: number | null, ...kinds: string[]) => ({
    lines: [{ x: 0, y: 0, dx: 1, dy: 1, from: 1, to, kinds }],
  });

  it.each<[string, Partial<Diagram>, string[]]>([
    ['a step', mark('step', 'move', 'capture'), ['step']],
    ['a move without capture', mark('step', 'move'), ['move_only']],
    ['a capture only', mark('jump', 'capture'), ['capture_only']],
    ['a shot', mark('shot', 'capture'), ['shot']],
    ['castling', mark('castle', 'move'), ['castle']],
    ['a line without end', line(null, 'slide', 'move', 'capture'), ['slide']],
    ['a short line', line(2, 'slide', 'move', 'capture'), ['slide', 'step']],
    ['a flight', line(null, 'fly', 'capture'), ['fly']],
    ['fire', { burns: [{ x: 1, y: 1 }] }, ['burn']],
  ])('%s', (_, diagram, expected) => {
    expect(signs(diagram)).toEqual(expected);
  });

  it('lets the plainest speak where several say something of one square', () => {
    const marks = [
      { x: 0, y: 1, kinds: ['step', 'move', 'capture'] },
      { x: 0, y: 1, kinds: ['chain', 'capture'] },
      { x: 0, y: 1, kinds: ['shot', 'capture'] },
    ];
    expect(signs({ marks })).toEqual(['step', 'shot']);
  });

  it('shows at least what there is to see', () => {
    expect(reach({ ...EMPTY, radius: 2 })).toBe(2);
    expect(reach({ ...EMPTY, unlimited: true })).toBe(2);
    expect(reach({ ...EMPTY, radius: 9 }, 5)).toBe(5);
  });
});
