import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { piece as plain } from '../api/mock';
import type { Drawing, PieceInfo, VariantInfo } from '../api/types';
import { faces, type PieceSet } from './face';
import { canDraw, column, glyph } from './glyphs';
import { put } from './pictograms';
import { pieceSize } from './shape';

const piece = (id: string, name: PieceInfo['name'], over: Partial<PieceInfo> = {}): PieceInfo =>
  plain(id, { name, royal: false, demotes_to: id.replace('+', ''), ...over });

const STEP: Drawing = {
  radius: 1,
  shapes: [{ sign: 'step', d: 'M-4 -20a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z', paint: 'fill' }],
};

const game = (symmetry: 'rotate' | 'mirror', ...pieces: PieceInfo[]): VariantInfo =>
  ({
    symmetry,
    pieces,
    drawings: Object.fromEntries(pieces.map(({ id }) => [id, STEP])),
  }) as unknown as VariantInfo;

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
    const { ink, size } = face(shogi, 'diagram', 'Z');
    // A square of three, in most of the piece's width; a little down, where a pentagon has room.
    const scale = (size.width * 0.86) / (3 * 20);
    const down = size.height * 0.09;
    const round = (n: number) => Math.round(n * 100) / 100;
    expect(ink).toContain(`M${round(-4 * scale)} ${round(-20 * scale + down)}a${round(4 * scale)}`);
  });

  it('show as much of a movement as there is room for', () => {
    const far = { ...game('rotate', strange) };
    far.drawings = { Z: { radius: 4, shapes: [], small: STEP } };
    expect(face(far, 'diagram', 'Z')).toEqual(face(shogi, 'diagram', 'Z'));
  });

  it('are pictures, and letters where there is none', () => {
    const { picture, ink, promoted } = face(shogi, 'pictures', '+R');
    expect([picture.length, ink, promoted]).toEqual([2, '', true]);
    expect(face(shogi, 'pictures', 'Z')).toEqual(face(shogi, 'western', 'Z'));
    const chess = game('mirror', rook, strange);
    expect(face(chess, 'pictures', 'R')).toEqual(face(chess, 'western', 'R'));
  });

  it('are the pictures of the other programs', () => {
    const stored = readFileSync('../crates/picture/tests/pictures/raichu-pictures.svg', 'utf8');
    for (const name of ['King', 'Copper General', 'Drunk Elephant', 'Dragon King', 'Kirin']) {
      const royal = game('rotate', piece('K', { en: name }, { royal: true }));
      const layers = face(royal, 'pictures', 'K').picture.map(({ place, ...paths }) => {
        const classes = { ink: paths.body, brush: paths.lines, cut: paths.cuts };
        const drawn = Object.entries(classes).map(([key, d]) =>
          d ? `<path class="${key}" d="${d}"/>` : '',
        );
        return `<g transform="${put(place)}">${drawn.join('')}</g>`;
      });
      expect(layers).not.toEqual([]);
      expect(stored).toContain(layers.join(''));
    }
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
