/** How well each side has played a game, by what a review has found. */

import type { Side } from '../api/types';
import type { Finding } from './api';

/** How well a side has played. */
export interface Accuracy {
  /** From 0 to 100: the mean over its moves. */
  percent: number;
  /** What a move has cost on average, as a part of the chance to win, from 0 to 1. */
  loss: number;
}

/**
 * The accuracy of a move that has cost so much of the chance to win, from 0 to 100: the curve that lichess has
 * published (lichess.org/page/accuracy), so that the numbers mean what players know.
 */
export function accuracyOf(loss: number): number {
  const percent = 103.1668 * Math.exp(-4.354 * Math.max(0, loss)) - 3.1669;
  return Math.min(100, Math.max(0, percent));
}

/** How well a side has played; null where nothing is known of its moves. Forced passes are none of them. */
export function accuracy(
  findings: readonly (Finding | null)[],
  moves: readonly { side: Side; pass?: boolean }[],
  side: Side,
): Accuracy | null {
  const chance = ({ chance }: Finding): number => (side === 'first' ? chance : 1 - chance);
  const losses = moves.flatMap((move, at) => {
    const [before, after] = [findings[at], findings[at + 1]];
    if (move.side !== side || move.pass || !before || !after) return [];
    return [Math.max(0, chance(before) - chance(after))];
  });
  if (losses.length === 0) return null;
  const mean = (all: number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
  return { percent: mean(losses.map(accuracyOf)), loss: mean(losses) };
}
