/** Where a piece might go once its turn comes, whatever stands on the board then. */

import type { Side, Square, VariantInfo } from '../api/types';
import { offset, type Geometry } from './geometry';
import type { Source } from './input';

export function reachable(
  source: Source,
  pieceOn: (square: Square) => string | undefined,
  side: Side,
  g: Geometry,
  info: VariantInfo,
): Set<Square> {
  const from = 'from' in source ? g.cell(source.from) : undefined;
  const piece = from && info.pieces.find(({ id }) => id === pieceOn(from.square));
  if (!from || !piece) return new Set(g.cells.map((cell) => cell.square));
  const cells = piece.reach.map((by) => offset(g, from, by, side, info.symmetry));
  return new Set(cells.flatMap((cell) => (cell ? [cell.square] : [])));
}
