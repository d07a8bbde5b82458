/** Where squares lie, in squares: from the first side's left, and from the top of the picture. */

import type { Side, Square, VariantInfo } from '../api/types';

export interface Cell {
  square: Square;
  /** From the first side's left, beginning with 0. */
  file: number;
  /** From the first side's own edge, beginning with 0. */
  rank: number;
  /** It exists only while it is occupied. */
  vanishing: boolean;
}

export interface Place {
  x: number;
  y: number;
}

export interface Geometry {
  files: number;
  ranks: number;
  firstRank: number;
  /** Every square that the board begins with, by rank, then file. */
  cells: readonly Cell[];
  /** The places of squares that never exist. */
  holes: readonly Cell[];
  cell(square: Square): Cell | undefined;
  at(file: number, rank: number): Cell | undefined;
}

export const squareName = (file: number, rank: number, firstRank: number): Square =>
  String.fromCharCode(97 + file) + String(rank + firstRank);

export function geometry(board: VariantInfo['board']): Geometry {
  const { files, ranks, first_rank: firstRank } = board;
  const holes = new Set(board.holes);
  const vanishing = new Set(board.vanishing);
  const cells: Cell[] = [];
  const missing: Cell[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    for (let file = 0; file < files; file++) {
      const square = squareName(file, rank, firstRank);
      const cell = { square, file, rank, vanishing: vanishing.has(square) };
      (holes.has(square) ? missing : cells).push(cell);
    }
  }
  const bySquare = new Map(cells.map((cell) => [cell.square, cell]));
  const cell = (square: Square): Cell | undefined => bySquare.get(square);
  const at = (file: number, rank: number): Cell | undefined =>
    cell(squareName(file, rank, firstRank));
  return { files, ranks, firstRank, cells, holes: missing, cell, at };
}

/** The top left corner of a square, as the player below sees the board. */
export function place(g: Geometry, cell: Cell, below: Side): Place {
  return below === 'first'
    ? { x: cell.file, y: g.ranks - 1 - cell.rank }
    : { x: g.files - 1 - cell.file, y: cell.rank };
}

/** The square under a point, which may lie outside the board. */
export function cellUnder(g: Geometry, { x, y }: Place, below: Side): Cell | undefined {
  const [column, line] = [Math.floor(x), Math.floor(y)];
  return below === 'first' ? g.at(column, g.ranks - 1 - line) : g.at(g.files - 1 - column, line);
}

/** The square so far to the right and forward, as a side sees it; `mirror`: sides share their left. */
export function offset(
  g: Geometry,
  from: Cell,
  by: Place,
  side: Side,
  symmetry: VariantInfo['symmetry'],
): Cell | undefined {
  const forward = side === 'first' ? 1 : -1;
  const right = symmetry === 'mirror' ? 1 : forward;
  return g.at(from.file + by.x * right, from.rank + by.y * forward);
}

export type CoordinateStyle = 'shogi' | 'letters' | 'algebraic';

const KANJI = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** 1 to 99 as Japanese boards write it. */
export function kanjiNumber(n: number): string {
  const [tens, ones] = [Math.floor(n / 10), n % 10];
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : (KANJI[tens - 1] ?? '')}十`;
  return ten + (ones === 0 ? '' : (KANJI[ones - 1] ?? ''));
}

export function fileLabel(g: Geometry, file: number, style: CoordinateStyle): string {
  return style === 'algebraic' ? String.fromCharCode(97 + file) : String(g.files - file);
}

export function rankLabel(g: Geometry, rank: number, style: CoordinateStyle): string {
  if (style === 'algebraic') return String(rank + g.firstRank);
  const fromTop = g.ranks - rank;
  return style === 'shogi' ? kanjiNumber(fromTop) : String.fromCharCode(96 + fromTop);
}

/** So many steps of a king lie between two squares. */
export function distance(g: Geometry, from: Square, to: Square): number {
  const [a, b] = [g.cell(from), g.cell(to)];
  return a && b ? Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank)) : 0;
}

/** A square as people of that style call it. */
export function called(g: Geometry, square: Square, style: CoordinateStyle): string {
  const cell = g.cell(square);
  if (!cell || style === 'algebraic') return square;
  return fileLabel(g, cell.file, style) + rankLabel(g, cell.rank, style);
}

/** Star points: where the lines that bound both promotion zones cross their like. */
export function starPoints(g: Geometry, info: VariantInfo): Place[] {
  if (info.symmetry === 'mirror') return [];
  const ranks = new Set<number>();
  const full = new Set<number>();
  for (const cell of g.cells) if (!cell.vanishing) full.add(cell.rank);
  const zone = info.zones.find(({ kind, side }) => kind === 'promotion' && side === 'first');
  for (const square of zone?.squares ?? []) {
    const cell = g.cell(square);
    if (cell && full.has(cell.rank)) ranks.add(cell.rank);
  }
  const [bottom, top] = [Math.min(...full), Math.max(...full) + 1];
  const depth = ranks.size === 0 ? 0 : top - Math.min(...ranks);
  if (depth === 0 || 2 * depth >= top - bottom || 2 * depth >= g.files) return [];
  return [depth, g.files - depth].flatMap((x) =>
    [g.ranks - top + depth, g.ranks - bottom - depth].map((y) => ({ x, y })),
  );
}
