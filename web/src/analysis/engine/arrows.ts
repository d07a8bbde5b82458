/** Moves that were found, as arrows on the board. */

import type { Square } from '../../api/types';
import type { Drawing } from '../../board/drawing';
import type { Found, LineMove } from './forms';

/** A move of a line at which somebody points. */
export interface Pointed {
  arrows: Drawing[];
  /** The line up to it, in USI; empty where it cannot be played from the position of now. */
  moves: string[];
}

/**
 * A move, leg by leg; a drop is a circle with its piece, and so is what the move places. A pass is nothing.
 */
export function moveArrows({
  from,
  middles = [],
  to,
  drop,
  places,
  side,
}: Pick<LineMove, 'from' | 'middles' | 'to' | 'drop' | 'places' | 'side'>): Drawing[] {
  if (to === null) return [];
  const circle = (square: Square, piece?: string): Drawing => {
    const dropped = piece === undefined ? {} : { dropped: { piece, side } };
    return { from: square, to: square, by: 'hint', ...dropped };
  };
  if (from === null) return [circle(to, drop)];
  const stops = [from, ...middles, to];
  const legs = stops.slice(1).map<Drawing>((to, i) => ({ from: stops[i] ?? from, to, by: 'hint' }));
  return once(places ? [...legs, circle(places.square, places.piece)] : legs);
}

/** Moves that are so much less likely to win than the best one are no choice. */
const FAR = 0.2;

/**
 * The first moves of the best lines; those that are far worse are left out. The best comes last, so that it
 * lies above the others, which are fainter; each arrow comes once, as part of the best move that has it.
 */
export function arrows(found: Pick<Found, 'lines'>, most = 3): Drawing[] {
  const best = found.lines[0]?.chance ?? 0;
  const good = found.lines.slice(0, most).filter(({ chance }) => chance > best - FAR);
  const moves = good.flatMap(({ moves: [move] }) => (move ? [move] : []));
  const drawn = moves.flatMap((move, i) =>
    moveArrows(move).map((arrow) => (i === 0 ? arrow : { ...arrow, faint: true })),
  );
  return once(drawn).reverse();
}

/** The board draws nothing twice. */
function once(drawings: readonly Drawing[]): Drawing[] {
  const byEnds = new Map<string, Drawing>();
  for (const drawing of drawings) {
    const ends = `${drawing.from} ${drawing.to}`;
    if (!byEnds.has(ends)) byEnds.set(ends, drawing);
  }
  return [...byEnds.values()];
}
