import type { PieceInfo, VariantInfo } from '../api/types';
import { hasFigures } from '../pieces/face';

/** What is tossed in furigoma: the least piece that has another face. Figures have none. */
export function tossPiece(info: VariantInfo): PieceInfo | undefined {
  if (hasFigures(info)) return undefined;
  const faces = info.pieces.filter((piece) => !piece.royal && piece.promotes.length > 0);
  return faces.reduce<PieceInfo | undefined>(
    (least, piece) => (least && least.value <= piece.value ? least : piece),
    undefined,
  );
}
