/** Squares, pieces and moves in words, for those who listen. */

import type { Effect, PieceId, Played, Side, Square, VariantInfo, Zone } from '../api/types';
import { called, type CoordinateStyle, type Geometry } from './geometry';
import type { Mark } from './marks';
import { texts, type BoardLanguage, type BoardText } from './text';

/** As much of a played move as is needed to tell and to show it. */
export type LastMove = Pick<Played, 'side' | 'piece' | 'from' | 'to'> &
  Partial<Pick<Played, 'usi' | 'via' | 'drop' | 'becomes'>> &
  Partial<Pick<Played, 'pass' | 'pass_reason' | 'pass_reason_ja'>> &
  Effect;

export interface Speaker {
  text: BoardText;
  side(side: Side): string;
  piece(id: PieceId): string;
  square(square: Square): string;
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
  return {
    text: texts[language],
    side: (side) => sides[side],
    piece: (id) => names.get(id) ?? id,
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
  const parts: string[] = [];
  if (move.from === null) {
    parts.push(text.dropped(side, name, say.square(to)));
  } else if (to === move.from) {
    parts.push(
      removes.length > 0 ? text.shot(side, name, say.square(move.from)) : text.passed(side),
    );
  } else {
    parts.push(text.moved(side, name, say.square(move.from), say.square(to)));
  }
  const taken = removes.map((it) => `${say.piece(it.piece)} ${say.square(it.square)}`);
  if (taken.length > 0) parts.push(text.takes(taken));
  if (move.becomes !== undefined && move.becomes !== piece) {
    parts.push(text.becomes(say.piece(move.becomes)));
  }
  return parts.join(', ');
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
