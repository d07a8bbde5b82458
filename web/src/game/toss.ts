import type { PieceInfo, VariantInfo } from '../api/types';

/** What is tossed in furigoma: the least piece that has another face. */
export function tossPiece(info: VariantInfo): PieceInfo | undefined {
  const faces = info.pieces.filter((piece) => !piece.royal && piece.promotes.length > 0);
  return faces.reduce<PieceInfo | undefined>(
    (least, piece) => (least && least.value <= piece.value ? least : piece),
    undefined,
  );
}
