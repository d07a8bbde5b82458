/** What is seen on a piece: the outlines of its characters, a figure, a picture, or a diagram of its moves. */

import { UNIT, type Drawing, type PieceInfo, type VariantInfo } from '../api/types';
import { figures } from './figures';
import { canDraw, column, row, type Box } from './glyphs';
import { layers, type Layer } from './pictograms';
import { pentagon, pieceSize, type Size } from './shape';

export const PIECE_SETS = ['kanji-two', 'kanji-one', 'western', 'pictures', 'diagram'] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

/** Paths around 0,0; squares are 100 wide. */
export interface Face {
  /** A pentagon turns with its side; a figure stands upright and shows its side by its colour. */
  form: 'pentagon' | 'figure';
  size: Size;
  body: string;
  /** Filled with ink. */
  ink: string;
  /** Drawn with a line of ink. */
  lines: string;
  /** Characters are drawn bolder than their font has them. */
  bold: number;
  /** A picture in place of ink and lines. */
  picture: Layer[];
  promoted: boolean;
}

/** Chess-like games have figures in two colours, and a chequered board. */
export const hasFigures = (info: Pick<VariantInfo, 'symmetry'>): boolean =>
  info.symmetry === 'mirror';

export const isPromoted = (info: PieceInfo): boolean => info.demotes_to !== info.id;

/** The characters of a set, or undefined where the game gives none that we can draw. */
function characters(info: PieceInfo, set: PieceSet): string | undefined {
  const { kanji, abbreviation } = info.name;
  const drawable = (text: string | undefined, most: number): text is string =>
    text !== undefined && text.length <= most && canDraw(text);
  const wanted = set === 'kanji-two' ? [kanji, abbreviation] : [abbreviation, kanji];
  if (set.startsWith('kanji')) return wanted.find((text) => drawable(text, 3));
  return set === 'western' && drawable(info.id, 3) ? info.id : undefined;
}

type Marks = Pick<Face, 'ink' | 'lines' | 'bold'>;

function written(text: string, { width, height }: Size, promoted: boolean): Marks {
  const long = text.length;
  const across = /^[\x20-\x7e]/.test(text);
  if (across) {
    // Thinner beside each other, or a plus grows into its letter.
    const w = width * (long === 1 ? 0.36 : 0.7);
    const box: Box = { x: -w / 2, y: -height * 0.27, width: w, height: height * 0.66 };
    return { ink: row(text, box), lines: '', bold: long === 1 ? 2.4 : 1.6 };
  }
  const w = width * (long === 1 ? 0.66 : 0.6);
  const top = -height * (long === 1 ? 0.27 : 0.35);
  const bottom = height * (promoted ? 0.39 : long === 1 ? 0.4 : 0.46);
  const box: Box = { x: -w / 2, y: top, width: w, height: bottom - top };
  return { ink: column(text, box), lines: '', bold: long === 1 ? 2 : 1.5 };
}

function drawn(drawing: Drawing, { width, height }: Size): Marks {
  const { radius, shapes } = drawing.small ?? drawing;
  const scale = (width * (radius === 1 ? 0.86 : 0.76)) / ((2 * radius + 1) * UNIT);
  const down = height * 0.09;
  // A piece is small: what several marks say of one square is left to the large diagram.
  const found = shapes.filter(
    ({ sign, paint }) =>
      sign !== 'hit' &&
      sign !== 'pass' &&
      !((sign === 'area' || sign === 'chain') && paint === 'line'),
  );
  const path = (paint: 'fill' | 'line'): string =>
    found
      .filter((shape) => shape.paint === paint)
      .map(({ d }) => scaled(d, scale, down))
      .join('');
  const middle = scaled(`M-5 -5H5V5H-5Z`, scale, down);
  return { ink: path('fill') + middle, lines: path('line'), bold: 0 };
}

/** An absolute path made smaller and moved down. Arcs keep their flags. */
function scaled(d: string, scale: number, down: number): string {
  return d.replace(/([MLHVCAaZ])([^MLHVCAaZ]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    const place = (value: number, i: number): number => {
      const arc = command === 'A' || command === 'a';
      if (arc && (i % 7 === 3 || i % 7 === 4 || i % 7 === 2)) return value;
      const vertical = command === 'V' || (command !== 'H' && (arc ? i % 7 === 6 : i % 2 === 1));
      return value * scale + (vertical && command !== 'a' ? down : 0);
    };
    return command + numbers.map((n, i) => Math.round(place(n, i) * 100) / 100).join(' ');
  });
}

function pictured(name: string, { width, height }: Size): Layer[] {
  const scale = width * 0.0083;
  return layers(name, { x: -50 * scale, y: height * 0.055 - 50 * scale, scale });
}

const BLANK: Marks = { ink: '', lines: '', bold: 0 };

function paint(info: PieceInfo, of: VariantInfo, set: PieceSet): Face {
  const figure = figures[info.name.en];
  if (hasFigures(of) && (set === 'western' || set === 'pictures') && figure) {
    const size: Size = { width: 100, height: 100 };
    const { body, lines } = figure;
    return { form: 'figure', size, body, ...BLANK, lines, picture: [], promoted: false };
  }
  const size = pieceSize(info, of.pieces);
  const promoted = isPromoted(info);
  const wood = { form: 'pentagon', size, body: pentagon(size), promoted } as const;
  const picture = set === 'pictures' ? pictured(info.name.en, size) : [];
  if (picture.length > 0) return { ...wood, ...BLANK, picture };
  const text =
    characters(info, set) ?? (set === 'diagram' ? undefined : characters(info, 'western'));
  const drawing = of.drawings[info.id] ?? { radius: 1, shapes: [] };
  const marks = text === undefined ? drawn(drawing, size) : written(text, size, promoted);
  return { ...wood, ...marks, picture };
}

export type Faces = (id: string) => Face | undefined;

const painters = new WeakMap<VariantInfo, Map<PieceSet, Faces>>();

/** The faces of a game's pieces. */
export function faces(info: VariantInfo, set: PieceSet): Faces {
  const sets = painters.get(info) ?? new Map<PieceSet, Faces>();
  const found = sets.get(set) ?? painter(info, set);
  painters.set(info, sets.set(set, found));
  return found;
}

/** Each face is made when it is first seen. */
function painter(info: VariantInfo, set: PieceSet): Faces {
  const made = new Map<string, Face>();
  const byId = new Map(info.pieces.map((piece) => [piece.id, piece]));
  return (id) => {
    const known = made.get(id);
    const piece = byId.get(id);
    if (known || !piece) return known;
    const face = paint(piece, info, set);
    made.set(id, face);
    return face;
  };
}
