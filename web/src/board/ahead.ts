/** Where a piece might go once its turn comes: its diagram laid upon a board without other pieces. */

import type { Side, Square, VariantInfo } from '../api/types';
import { offset, type Geometry } from './geometry';
import type { Source } from './input';

const ON_THE_WAY = ['hit', 'pass'];

export function reachable(
  source: Source,
  pieceOn: (square: Square) => string | undefined,
  side: Side,
  g: Geometry,
  info: VariantInfo,
): Set<Square> {
  const everywhere = (): Set<Square> => new Set(g.cells.map((cell) => cell.square));
  if ('drop' in source) return everywhere();
  const from = g.cell(source.from);
  const diagram = info.pieces.find((p) => p.id === pieceOn(source.from))?.diagram;
  if (!from || !diagram || diagram.notes.some((note) => note.key === 'anywhere'))
    return everywhere();
  const found = new Set<Square>();
  const add = (x: number, y: number): void => {
    const cell = offset(g, from, { x, y }, side, info.symmetry);
    if (cell) found.add(cell.square);
  };
  for (const { x, y, kinds } of diagram.marks) {
    if (!kinds.some((kind) => ON_THE_WAY.includes(kind))) add(x, y);
  }
  const longest = Math.max(g.files, g.ranks);
  for (const { x, y, dx, dy, from: first, to, turns = [] } of diagram.lines) {
    for (let n = first; n <= (to ?? longest); n++) {
      const [cx, cy] = [x + n * dx, y + n * dy];
      add(cx, cy);
      for (const turn of turns) {
        for (let m = 1; m <= (turn.to ?? longest); m++) add(cx + m * turn.dx, cy + m * turn.dy);
      }
    }
  }
  for (const { squares } of diagram.curves ?? []) for (const { x, y } of squares) add(x, y);
  found.delete(source.from);
  return found;
}
