/** The body of a piece: a pentagon as wide and high as its rank allows. */

import type { PieceInfo } from '../api/types';

/** Squares are 100 wide; where pieces are pentagons they are a little higher than wide, as real ones are. */
export const CELL_WIDTH = 100;

export interface Size {
  width: number;
  height: number;
}

/** Of a real set: the king fills its square, the pawn leaves air around it. */
const KING: Size = { width: 84, height: 93 };
const PAWN: Size = { width: 67, height: 80 };

/** From 0 for the least valuable piece to 1 for royals; value counts by ratio, as people feel it. */
function rank(info: PieceInfo, all: readonly PieceInfo[]): number {
  if (info.royal) return 1;
  const values = all.filter((other) => !other.royal).map((other) => Math.max(1, other.value));
  const low = Math.log(Math.min(...values));
  const high = Math.log(Math.max(...values));
  return high > low ? (0.9 * (Math.log(Math.max(1, info.value)) - low)) / (high - low) : 0.5;
}

/** A promoted piece is the same piece of wood, turned over. */
export function pieceSize(info: PieceInfo, all: readonly PieceInfo[]): Size {
  const front = all.find((other) => other.id === info.demotes_to) ?? info;
  const share = rank(front, all);
  const between = (low: number, high: number): number => low + (high - low) * share;
  return {
    width: between(PAWN.width, KING.width),
    height: between(PAWN.height, KING.height),
  };
}

/** The pentagon around 0,0, its point upward. */
export function pentagon({ width, height }: Size): string {
  const [w, h] = [width / 2, height / 2];
  const n = (value: number): string => value.toFixed(1);
  return `M0 ${n(-h)}L${n(w * 0.77)} ${n(-h * 0.68)}L${n(w)} ${n(h)}H${n(-w)}L${n(-w * 0.77)} ${n(-h * 0.68)}Z`;
}
