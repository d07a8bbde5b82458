/** Any moment of a game as a picture. */

import { boardOf } from '../app/position';
import type { Board, Legal, Played, Side, Square, State, VariantInfo } from '../api/types';

/** What the board shows. */
export interface View {
  board: Board;
  side: Side;
  last: Played | null;
  /** All moves that have led there. */
  moves: Played[];
  legal: Legal[];
  /** Royals in check. */
  checked: Square[];
  /** Who attacks them. */
  checks: State['checks'];
}

/** The last move that was one: a forced pass shows on no square. */
const shown = (moves: Played[]) => moves.findLast((move) => !move.pass) ?? null;

export function now(state: State): View {
  const { board, side, moves, legal, checked, checks } = state;
  return { board, side, last: shown(moves), moves, legal, checked, checks };
}

/** After `ply` moves. */
export function past(info: VariantInfo, state: State, ply: number): View {
  const moves = state.moves.slice(0, ply);
  return {
    board: boardOf(info, moves.at(-1)?.position ?? state.initial_position),
    side: state.moves[ply]?.side ?? state.side,
    last: shown(moves),
    moves,
    legal: [],
    checked: [],
    checks: [],
  };
}
