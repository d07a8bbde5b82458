/** What the squares say while a move is put together: where it can go, and whom it will cost. */

import type { Fate, Legal, Square } from '../api/types';
import { byPartner, isOpen, meaning, movesOf, type Input, type Table } from './input';

/**
 * - `quiet`: goes there, `capture`: takes what is there
 * - `leg`: takes what is there and asks where to go on
 * - `shot`: takes what is there and stays
 * - `stop`: ends the move on the first leg's square
 * - `return`: back to where it came from
 * - `pass`: passes in place
 * - `ahead`: may go there when its turn comes
 * - `place`: another piece is placed there
 * - `nothing`: where the piece has come to, for placing nothing
 */
export type Mark =
  'quiet' | 'capture' | 'leg' | 'shot' | 'stop' | 'return' | 'pass' | 'ahead' | 'place' | 'nothing';

export type Marks = Map<Square, Mark>;

function markOf(moves: readonly Legal[], square: Square): Mark | undefined {
  const { ends, legs, passes, beyond } = meaning(moves, square);
  if (legs.length > 0) {
    if (isOpen([...ends, ...legs])) return 'leg';
    return legs.some((move) => move.to === move.from) ? 'shot' : 'capture';
  }
  if (ends.length > 0)
    return ends.some((move) => move.captures.includes(square)) ? 'capture' : 'quiet';
  if (beyond.length > 0) return 'capture';
  return passes.length > 0 ? 'pass' : undefined;
}

export function marks(input: Input, table: Table): Marks {
  const found: Marks = new Map();
  if (input.kind === 'leg') {
    const from = 'from' in input.source ? input.source.from : undefined;
    for (const move of input.moves) {
      if (move.to === null) continue;
      const mark = move.to === input.via ? 'stop' : move.to === from ? 'return' : undefined;
      const takes = move.captures.includes(move.to);
      found.set(move.to, mark ?? (takes ? 'capture' : 'quiet'));
    }
  }
  if (input.kind === 'place') {
    for (const { places } of input.moves) {
      found.set(places?.square ?? input.at, places ? 'place' : 'nothing');
    }
  }
  if (input.kind !== 'source') return found;
  if (table.mode === 'premove') {
    for (const square of table.ahead?.(input.source) ?? []) found.set(square, 'ahead');
    return found;
  }
  // Each move speaks of few squares, so each square is asked about its own moves alone.
  const moves = new Map<Square, Legal[]>();
  const all = movesOf(input.source, table);
  const castlings = byPartner(all);
  for (const { partner } of castlings) if (partner) found.set(partner.from, 'quiet');
  for (const move of all.filter((move) => !castlings.includes(move))) {
    for (const square of new Set([move.to, move.via])) {
      if (square) moves.set(square, [...(moves.get(square) ?? []), move]);
    }
  }
  for (const [square, own] of moves) {
    const mark = markOf(own, square);
    if (mark) found.set(square, mark);
  }
  return found;
}

/** The move, or one of the moves, that a click on this square leads to. */
export function leadsTo(input: Input, table: Table, square: Square): Legal | undefined {
  if (input.kind === 'leg') return input.moves.find((move) => move.to === square);
  if (input.kind !== 'source' || table.mode !== 'move') return undefined;
  const moves = movesOf(input.source, table);
  const castling = byPartner(moves).find((move) => move.partner?.from === square);
  const { ends, legs, beyond } = meaning(moves, square);
  return castling ?? ends[0] ?? legs.find((move) => move.to === move.from) ?? legs[0] ?? beyond[0];
}

/** Every piece that a move costs, and how, except for one that has gone already. */
export function victims(move: Legal, gone?: Square): Map<Square, Fate> {
  const removed = move.removes?.filter(({ square }) => square !== gone) ?? [];
  return new Map(removed.map(({ square, fate }) => [square, fate]));
}
