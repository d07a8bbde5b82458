/** What is seen while a move is being made, which may be ahead of what is. */

import type { Board, Fate, Legal, Side, Square } from '../api/types';
import { bare, leaves, placings, type Input, type Premove, type Source } from './input';
import type { LastMove } from './speak';
import { after, type Moved } from './track';

/** The source that was chosen. */
export const source = (input: Input): Source | undefined =>
  input.kind === 'idle' ? undefined : input.source;

/**
 * The chosen piece's square; after a first leg that is where it has come to. While it is open where a
 * piece is placed, the square of that one, if it stands on the board; and where only the piece is
 * open, the square that it comes to.
 */
export function selected(input: Input): Square | undefined {
  if (input.kind === 'place') return leaves(input) ?? input.at;
  const open = placings(input);
  if (open) return open.find(({ places }) => places)?.places?.square;
  if (input.kind === 'leg') return input.via;
  const from = source(input);
  return from && 'from' in from ? from.from : undefined;
}

/** The chosen piece in hand. */
export function held(input: Input): string | undefined {
  const from = source(input);
  return from && 'drop' in from ? from.drop : undefined;
}

/** A move on its way, a first leg taken, or a move of which it is to be chosen what it becomes or places. */
export function stagedMove(input: Input, pending: Legal | undefined): Legal | undefined {
  if (pending) return pending;
  if (input.kind === 'idle' || input.kind === 'source') return undefined;
  const [move] = input.moves;
  if (!move) return undefined;
  if (placings(input)) return bare(move);
  const unchanged = { ...move, becomes: move.piece };
  return input.kind === 'leg' ? firstLeg(unchanged, input.via) : unchanged;
}

/** As much of a move as is settled when its first leg has taken a piece. */
function firstLeg(move: Legal, via: Square): Legal {
  const { partner: _partner, relocates: _relocates, vanishes: _vanishes, ...rest } = move;
  const removes = move.removes?.filter(({ square }) => square === via) ?? [];
  return { ...rest, usi: `${move.usi} by ${via}`, to: via, removes };
}

/** What is shown: the board, and the moves that have led to it. */
export interface Shown {
  board: Board;
  moves: readonly Moved[];
}

export function staged(shown: Shown, side: Side, move: Legal | undefined): Shown {
  if (!move) return shown;
  return { board: after(shown.board, move, side), moves: [...shown.moves, move] };
}

/**
 * How a square is tinted: where the `last` move went, whence (`from`) and by which square (`via`);
 * what is `selected`, in `check`, chosen `ahead` of the turn, or aimed at by a drag.
 */
export type Tint = 'last' | 'from' | 'via' | 'selected' | 'check' | 'ahead' | 'aim';

export interface Tinted {
  last: LastMove | null | undefined;
  checked: readonly Square[];
  premove: Premove | undefined;
  selected: Square | undefined;
  aim: Square | undefined;
}

/** Where the legs of a move end, but for the last. */
function legs(last: LastMove | null | undefined): Square[] {
  const middles = last?.middles ?? (last?.via ? [last.via] : []);
  return [...new Set(middles)].filter((square) => square !== last?.to && square !== last?.from);
}

/** Who has left the board by the last move, except where its piece stands now. */
export function losses(last: LastMove | null | undefined): ReadonlyMap<Square, Fate> {
  const elsewhere = last?.removes?.filter(
    ({ square, fate }) => square !== last.to || fate === 'burned' || fate === 'exploded',
  );
  return new Map(elsewhere?.map(({ square, fate }) => [square, fate]));
}

export function tints({ last, checked, premove, selected, aim }: Tinted): [Square, Tint][] {
  const found: [Square | null | undefined, Tint][] = [
    [last?.from === last?.to ? null : last?.from, 'from'],
    ...legs(last).map((square): [Square, Tint] => [square, 'via']),
    [last?.places?.from, 'from'],
    [last?.to, 'last'],
    [last?.places?.square, 'last'],
    ...checked.map((square): [Square, Tint] => [square, 'check']),
    [premove && 'from' in premove.source ? premove.source.from : null, 'ahead'],
    [premove?.to, 'ahead'],
    [selected, 'selected'],
    [aim, 'aim'],
  ];
  return found.filter((tint): tint is [Square, Tint] => Boolean(tint[0]));
}
