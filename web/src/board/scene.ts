/** The picture's measures: squares become lengths. */

import type { Side, Square, VariantInfo } from '../api/types';
import { hasFigures } from '../pieces/face';
import { CELL_WIDTH } from '../pieces/shape';
import { cellUnder, geometry, place, type Cell, type Geometry, type Place } from './geometry';

export interface Scene {
  info: VariantInfo;
  g: Geometry;
  /** The side that sits below. */
  below: Side;
  /** Squares of two colours, as for figures, or bare wood with lines. */
  chequered: boolean;
  cellWidth: number;
  cellHeight: number;
  margin: number;
  width: number;
  height: number;
}

/** Real boards are longer than wide, to look square to those who sit at them. */
const TALL = 109;
const MARGIN = { labels: 44, bare: 16 };

export function scene(info: VariantInfo, below: Side, labels: boolean): Scene {
  const g = geometry(info.board);
  const chequered = hasFigures(info);
  const cellHeight = chequered ? CELL_WIDTH : TALL;
  const margin = labels ? MARGIN.labels : MARGIN.bare;
  return {
    info,
    g,
    below,
    chequered,
    cellWidth: CELL_WIDTH,
    cellHeight,
    margin,
    width: g.files * CELL_WIDTH + 2 * margin,
    height: g.ranks * cellHeight + 2 * margin,
  };
}

/** The top left corner of a square. */
export function corner(s: Scene, cell: Cell): Place {
  const { x, y } = place(s.g, cell, s.below);
  return { x: s.margin + x * s.cellWidth, y: s.margin + y * s.cellHeight };
}

export function centre(s: Scene, square: Square): Place | undefined {
  const cell = s.g.cell(square);
  if (!cell) return undefined;
  const { x, y } = corner(s, cell);
  return { x: x + s.cellWidth / 2, y: y + s.cellHeight / 2 };
}

export function cellAt(s: Scene, { x, y }: Place): Cell | undefined {
  const point = { x: (x - s.margin) / s.cellWidth, y: (y - s.margin) / s.cellHeight };
  return cellUnder(s.g, point, s.below);
}

/** The lines around these squares, as few and as long as possible. */
export function grid(s: Scene, cells: readonly Cell[]): string {
  const across = new Map<number, Set<number>>();
  const down = new Map<number, Set<number>>();
  const add = (lines: typeof across, line: number, at: number): void => {
    lines.set(line, (lines.get(line) ?? new Set()).add(at));
  };
  for (const cell of cells) {
    const { x, y } = place(s.g, cell, s.below);
    for (const d of [0, 1]) {
      add(across, y + d, x);
      add(down, x + d, y);
    }
  }
  const px = (x: number): number => s.margin + x * s.cellWidth;
  const py = (y: number): number => s.margin + y * s.cellHeight;
  const path: string[] = [];
  for (const [y, xs] of across)
    for (const [a, b] of runs(xs)) path.push(`M${px(a)} ${py(y)}H${px(b)}`);
  for (const [x, ys] of down)
    for (const [a, b] of runs(ys)) path.push(`M${px(x)} ${py(a)}V${py(b)}`);
  return path.join('');
}

/** Neighbouring numbers joined: from the first to behind the last. */
function runs(numbers: Set<number>): [number, number][] {
  const found: [number, number][] = [];
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last?.[1] === n) last[1] = n + 1;
    else found.push([n, n + 1]);
  }
  return found;
}
