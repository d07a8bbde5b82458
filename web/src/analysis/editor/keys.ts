/** The board by keys: a cursor that walks, and pieces by their letters. */

import type { Square, VariantInfo } from '../../api/types';
import type { Place } from '../../board/geometry';
import type { Scene } from '../../board/scene';
import { pieceOf, type Man } from './operations';

const ARROWS: Record<string, Place | undefined> = {
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Where an arrow key leads: over holes, never off the board. */
export function walk(scene: Scene, from: Square, key: string): Square | undefined {
  const { g, below } = scene;
  const [step, start] = [ARROWS[key], g.cell(from)];
  if (!step || !start) return undefined;
  const sign = below === 'first' ? 1 : -1;
  let [file, rank] = [start.file + sign * step.x, start.rank + sign * step.y];
  while (file >= 0 && file < g.files && rank >= 0 && rank < g.ranks) {
    const cell = g.at(file, rank);
    if (cell) return cell.square;
    file += sign * step.x;
    rank += sign * step.y;
  }
  return undefined;
}

export const isLetter = (key: string): boolean => /^[A-Za-z]$/.test(key);

/** The piece of a letter: a capital for the first side. */
export function lettered(info: VariantInfo, key: string, promoted: boolean): Man | undefined {
  const id = (promoted ? '+' : '') + key.toUpperCase();
  if (!isLetter(key) || !pieceOf(info, id)) return undefined;
  return { side: key === key.toUpperCase() ? 'first' : 'second', piece: id };
}

/** Some letters have more signs behind them, which follow when the piece is there already. */
export function continued(info: VariantInfo, man: Man | undefined, key: string): Man | undefined {
  if (!man || !["'", '~'].includes(key)) return undefined;
  const id = man.piece + key;
  return pieceOf(info, id) && { ...man, piece: id };
}
