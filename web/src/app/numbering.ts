/** The numbers of moves, as the people of a game count them. */

import type { Side } from '../api/types';

export interface Numbering {
  /** Whether the moves of both sides have one number. */
  pairs: boolean;
  /** In pairs: so many plies lie before the first. */
  before: number;
}

/** The number of the move with which a position goes on, as the last word of its text: 1 without it. */
const numberIn = (position: string): number => Number(/\s(\d+)$/.exec(position)?.[1] ?? 1) || 1;

/** How moves are counted after a position; `first` is the side that makes the first of them. */
export const numbering = (
  pairs: boolean,
  position: string | undefined,
  first: Side | undefined,
): Numbering => ({
  pairs,
  before: pairs ? 2 * (numberIn(position ?? '') - 1) + Number(first === 'second') : 0,
});

/** The number of the move of a ply; plies count from 1. */
export const numberAt = (ply: number, { pairs, before }: Numbering): number =>
  pairs ? Math.ceil((ply + before) / 2) : ply;

/** What stands before a move: `1.` or `1…`, or the ply. */
export function numbered(ply: number, side: Side | undefined, by: Numbering): string {
  const stop = side === 'first' ? '.' : '…';
  return `${numberAt(ply, by)}${by.pairs ? stop : ''}`;
}
