/** Scores and chances, as they are told. */

import type { Side, VariantInfo } from '../../api/types';
import { hasFigures } from '../../pieces/face';
import type { ScoreView } from './forms';
import type { Words } from './words';

/** For whom scores are told: always for the first side, or for the side to move. */
export const POVS = ['first', 'mover'] as const;
export type Pov = (typeof POVS)[number];

export interface Look {
  pov: Pov;
  /** For whom the server tells the score. */
  mover: Side;
  /** Mates are counted in moves of one side, as in chess, not in those of both. */
  chess: boolean;
}

type Counted = Pick<VariantInfo, 'symmetry'> & { board: Pick<VariantInfo['board'], 'coordinates'> };

export const isChessLike = (info: Counted): boolean =>
  info.board.coordinates === 'algebraic' || hasFigures(info);

/** A mate in so many plies, counted as the game's players do. */
export const mateLength = (plies: number, chess: boolean): number =>
  chess ? Math.ceil(plies / 2) : plies;

export function scoreText(score: ScoreView, look: Look, words: Words): string {
  const turned = look.pov === 'first' && look.mover === 'second';
  if (score.kind === 'centipawns') return pawns(turned ? -score.value : score.value);
  const wins = (score.kind === 'won') !== turned;
  const length = mateLength(score.value, look.chess);
  if (look.chess) return wins ? `#${length}` : `#−${length}`;
  return wins ? words.mateIn(length) : words.matedIn(length);
}

function pawns(centipawns: number): string {
  const size = (Math.abs(centipawns) / 100).toFixed(2);
  if (centipawns === 0) return size;
  return centipawns > 0 ? `+${size}` : `−${size}`;
}

/** The first side's chance to win, from 0 to 1, by that of the side to move. */
export const firstChance = (chance: number, mover: Side): number =>
  mover === 'first' ? chance : 1 - chance;

/** Only what is certain is told as 0 or 100 per cent. */
export function percent(chance: number): number {
  if (chance <= 0 || chance >= 1) return chance <= 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round(chance * 100)));
}
