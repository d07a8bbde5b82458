/** Arrows and circles that a reader draws with the right button, or a page draws as a hint. */

import type { PieceId, Side, Square } from '../api/types';
import { centre, type Scene } from './scene';

/** A circle where it ends on the square where it begins. */
export interface Drawing {
  from: Square;
  to: Square;
  /** `hint` and `check`: drawn by the page. */
  by?: 'reader' | 'hint' | 'check';
  /** Less than another one beside it. */
  faint?: boolean;
  /** The piece that comes there from a hand. */
  dropped?: { piece: PieceId; side: Side };
}

/** Drawn once more, it goes. */
export function toggle(drawings: readonly Drawing[], drawing: Drawing): Drawing[] {
  const others = drawings.filter(({ from, to }) => from !== drawing.from || to !== drawing.to);
  return others.length < drawings.length ? others : [...drawings, drawing];
}

export function path(scene: Scene, { from, to }: Drawing): string {
  const [a, b] = [centre(scene, from), centre(scene, to)];
  if (!a || !b) return '';
  if (from === to) {
    const r = 45;
    return `M${a.x - r} ${a.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const point = (along: number, aside: number): string =>
    `${(a.x + ux * along - uy * aside).toFixed(1)} ${(a.y + uy * along + ux * aside).toFixed(1)}`;
  const tip = length - 8;
  const neck = tip - 34;
  return (
    `M${point(20, -8)}L${point(neck, -8)}L${point(neck, -24)}L${point(tip, 0)}` +
    `L${point(neck, 24)}L${point(neck, 8)}L${point(20, 8)}Z`
  );
}
