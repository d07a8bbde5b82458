/** Squares, pieces and moves in words, for those who listen. */

import type {
  Effect,
  PieceId,
  Played,
  Removed,
  Side,
  Square,
  VariantInfo,
  Zone,
} from '../api/types';
import type { Placing } from './track';
import { called, type CoordinateStyle, type Geometry } from './geometry';
import type { Mark } from './marks';
import { texts, type BoardLanguage, type BoardText } from './text';

/** As much of a played move as is needed to tell and to show it. */
export type LastMove = Pick<Played, 'side' | 'piece' | 'from' | 'to'> &
  Partial<Pick<Played, 'usi' | 'via' | 'drop' | 'becomes'>> &
  Partial<Pick<Played, 'pass' | 'pass_reason' | 'pass_reason_ja'>> &
  Effect &
  Placing;

export interface Speaker {
  text: BoardText;
  side(side: Side): string;
  piece(id: PieceId): string;
  square(square: Square): string;
  /** Asks what a move places, and where, as far as that is open. */
  placing(moves: readonly Placing[]): string;
  /** Why a turn was passed. */
  pass(move: LastMove): string | undefined;
}

export function speaker(
  info: VariantInfo,
  g: Geometry,
  language: BoardLanguage,
  sides: { first: string; second: string },
): Speaker {
  const style: CoordinateStyle =
    info.board.coordinates === 'algebraic' ? 'algebraic' : language === 'ja' ? 'shogi' : 'letters';
  const names = new Map(
    info.pieces.map(({ id, name }) => [
      id,
      language === 'ja' ? (name.ja ?? name.kanji ?? name.en) : name.en,
    ]),
  );
  const text = texts[language];
  const piece = (id: PieceId): string => names.get(id) ?? id;
  return {
    text,
    side: (side) => sides[side],
    piece,
    placing(moves) {
      const squares = new Set(moves.flatMap(({ places }) => places?.square ?? []));
      const [here = ''] = squares;
      if (squares.size === 1) return text.placeWhat(called(g, here, style));
      const pieces = new Set(moves.map(({ places }) => places?.piece));
      const or = pieces.delete(undefined);
      const [only = ''] = pieces;
      return text.placeWhere(pieces.size === 1 ? piece(only) : undefined, or);
    },
    square: (square) => called(g, square, style),
    pass: (move) => (language === 'ja' && move.pass_reason_ja) || move.pass_reason,
  };
}

/** What was played, as one sentence. */
export function sayMove(say: Speaker, move: LastMove): string {
  const { text } = say;
  const side = say.side(move.side);
  const { to, piece, removes = [] } = move;
  if (move.pass || to === null || piece === null) {
    return [text.passed(side), say.pass(move)].filter(Boolean).join('. ');
  }
  const name = say.piece(piece);
  const becomes = move.becomes !== undefined && move.becomes !== piece && say.piece(move.becomes);
  if (move.from === null) {
    const dropped = text.dropped(side, name, say.square(to));
    return becomes ? `${dropped}, ${text.becomes(becomes)}` : dropped;
  }
  if (to === move.from && removes.length === 0) return text.passed(side);
  const [destroyed, taken] = [removes.filter(isAfter), removes.filter((it) => !isAfter(it))];
  const isMover = (it: Removed): boolean => it.square === to && it.side === move.side;
  const does = [
    ...losses(say, taken),
    ...route(say, move, to),
    becomes && text.becomes(becomes),
    ...losses(
      say,
      destroyed.filter((it) => !isMover(it)),
    ),
    ...destroyed
      .filter(isMover)
      .map(({ fate }) => (fate === 'exploded' ? text.explodes : text.isBurned)),
    move.places && text.places(say.piece(move.places.piece), say.square(move.places.square)),
  ];
  const told = does.filter((part) => typeof part === 'string');
  return text.all(text.mover(side, name, say.square(move.from)), told);
}

/** What goes at the end of a move, by fire or an explosion. */
const isAfter = (it: Removed): boolean => it.fate === 'burned' || it.fate === 'exploded';

/** What becomes of others, by how it does. */
function losses(say: Speaker, removes: readonly Removed[]): string[] {
  const { text } = say;
  const fates = [...new Set(removes.map(({ fate }) => fate))];
  const whom = (it: Removed): string => text.on(say.piece(it.piece), say.square(it.square));
  return fates.map((fate) => text.fates[fate](removes.filter((it) => it.fate === fate).map(whom)));
}

/** Where it goes, unless it goes where it takes. */
function route(say: Speaker, move: LastMove, to: Square): string[] {
  const { text } = say;
  const taken = new Set(move.removes?.filter((it) => !isAfter(it)).map(({ square }) => square));
  if (move.partner) return [text.castles(say.square(to))];
  const middles = move.middles ?? (move.via ? [move.via] : []);
  if (to === move.from) return [text.stays];
  const by = middles.filter((square) => !taken.has(square)).map(say.square);
  return taken.has(to) && by.length === 0 ? [] : [text.goes(by, say.square(to))];
}

/** What is on a square, and what can be done with it. */
export function saySquare(
  say: Speaker,
  on: {
    square: Square;
    piece: { side: Side; piece: PieceId } | undefined;
    checked: boolean;
    /** The marked zones that it is part of. */
    zones: readonly Pick<Zone, 'kind' | 'side'>[];
    mark: Mark | undefined;
    /** Whom it costs elsewhere. */
    costs: string[];
  },
): string {
  const { text } = say;
  const { square, piece, checked, zones, mark, costs } = on;
  const standing = piece ? text.piece(say.side(piece.side), say.piece(piece.piece)) : text.empty;
  const parts = [
    say.square(square),
    standing,
    checked && text.check,
    ...zones.map(({ kind, side }) => text.zones[kind](say.side(side))),
    mark && text.marks[mark],
    costs.length > 0 && text.takes(costs),
  ];
  return parts.filter(Boolean).join(', ');
}
