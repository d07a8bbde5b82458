/** What a position holds besides its pieces: who has never moved, and which pawn has just passed. */

import type { PieceId, PieceInfo, Side, Square, VariantInfo } from '../../api/types';
import { other } from '../../app/names';
import { boardOf } from '../../app/position';
import { geometry, offset, type Geometry } from '../../board/geometry';
import type { SetupForm } from './forms';
import { manOn, pieceOf, type Man } from './operations';

// ---------------------------------------------------------------------------- never moved

/** Whether a piece stands where a game may start with it. */
export function starts(info: VariantInfo): (square: Square, man: Man) => boolean {
  const boards = [
    info.board_at_start,
    ...info.starts.map(({ position }) => boardOf(info, position)),
  ];
  const key = (square: Square, { side, piece }: Man): string => `${square} ${side} ${piece}`;
  const known = new Set(boards.flatMap(({ pieces }) => pieces.map((it) => key(it.square, it))));
  const { pieces = [], squares = { first: [], second: [] } } = info.shuffle ?? {};
  for (const side of ['first', 'second'] as const) {
    for (const square of squares[side]) {
      for (const piece of pieces) known.add(key(square, { side, piece }));
    }
  }
  return (square, man) => known.has(key(square, man));
}

/** Where pieces stand of which it matters whether they have moved, and which may not have. */
export function undecided(setup: SetupForm, info: VariantInfo, ids: readonly PieceId[]): Square[] {
  const startsAt = starts(info);
  return setup.board.pieces
    .filter((it) => ids.includes(it.piece))
    .filter((it) => startsAt(it.square, it) || setup.unmoved?.includes(it.square))
    .map(({ square }) => square);
}

export const unmoved = (setup: SetupForm, info: VariantInfo, ids: readonly PieceId[]): Square[] =>
  setup.unmoved ?? undecided(setup, info, ids);

/** The same with some pieces that have never moved, and some that have. */
function decide(
  setup: SetupForm,
  info: VariantInfo,
  ids: readonly PieceId[],
  { never, once }: { never: readonly Square[]; once: readonly Square[] },
): SetupForm {
  const rest = unmoved(setup, info, ids).filter((square) => !once.includes(square));
  return { ...setup, unmoved: [...new Set([...rest, ...never])] };
}

export function toggleUnmoved(
  setup: SetupForm,
  info: VariantInfo,
  ids: readonly PieceId[],
  square: Square,
): SetupForm {
  if (!undecided(setup, info, ids).includes(square)) return setup;
  const moved = !unmoved(setup, info, ids).includes(square);
  return decide(setup, info, ids, { never: moved ? [square] : [], once: moved ? [] : [square] });
}

// ---------------------------------------------------------------------------- castling

/** A royal piece and a partner that both stand where they started. */
export interface Castling {
  side: Side;
  royal: Square;
  partner: Square;
  allowed: boolean;
}

const partnersOf = (piece: PieceInfo | undefined): readonly PieceId[] =>
  piece?.diagram.notes.flatMap((note) => (note.key === 'castles' ? note.args.partners : [])) ?? [];

/** Pieces of which castling says whether they have moved. */
export const castlers = (info: VariantInfo): PieceId[] =>
  info.pieces.flatMap((piece) => {
    const partners = partnersOf(piece);
    return partners.length > 0 ? [piece.id, ...partners] : [];
  });

export function castlings(
  setup: SetupForm,
  info: VariantInfo,
  ids: readonly PieceId[],
): Castling[] {
  const here = undecided(setup, info, ids);
  const still = unmoved(setup, info, ids);
  const found = here.flatMap((royal) => {
    const king = manOn(setup, royal);
    const partners = partnersOf(king && pieceOf(info, king.piece));
    if (!king) return [];
    return here
      .filter((square) => {
        const man = manOn(setup, square);
        return man?.side === king.side && partners.includes(man.piece);
      })
      .map((partner) => ({
        side: king.side,
        royal,
        partner,
        allowed: still.includes(royal) && still.includes(partner),
      }));
  });
  const order = (it: Castling): string => `${it.side} ${it.royal} ${it.partner}`;
  return found.sort((a, b) => order(a).localeCompare(order(b)));
}

export function toggleCastling(
  setup: SetupForm,
  info: VariantInfo,
  ids: readonly PieceId[],
  { royal, partner, allowed }: Castling,
): SetupForm {
  if (allowed) return decide(setup, info, ids, { never: [], once: [partner] });
  // A royal piece that has not moved after all brings no other partner back.
  const once = castlings(setup, info, ids)
    .filter((it) => it.royal === royal && !it.allowed)
    .map((it) => it.partner);
  return decide(setup, info, ids, { never: [royal, partner], once });
}

// ---------------------------------------------------------------------------- en passant

/** A pawn that may have just gone over squares where it can be taken. */
export interface Passing {
  pawn: Square;
  over: Square[];
}

/** Pawns of the side that has just moved which can have come over empty squares. */
export function passings(setup: SetupForm, info: VariantInfo): Passing[] {
  const g = geometry(info.board);
  const startsAt = starts(info);
  const side = other(setup.side);
  return setup.board.pieces
    .filter((it) => it.side === side)
    .flatMap((it) =>
      steps(info, it.piece).flatMap((step) => {
        const came = path(g, info, it.square, side, step);
        const from = came?.[0];
        const free = came?.every((square) => !manOn(setup, square));
        if (!came || from === undefined || !free || !startsAt(from, it)) return [];
        return [{ pawn: it.square, over: came.slice(1) }];
      }),
    )
    .sort((a, b) => a.pawn.localeCompare(b.pawn));
}

interface Step {
  x: number;
  y: number;
  over: { x: number; y: number }[];
}

/** First moves over squares that have to be empty. */
const steps = (info: VariantInfo, id: PieceId): Step[] =>
  (pieceOf(info, id)?.diagram.marks ?? []).flatMap(({ x, y, kinds, ways }) => {
    const over = ways?.[0]?.filter((way) => way.is === 'empty') ?? [];
    const first = kinds.includes('initial') && kinds.includes('lame') && over.length > 0;
    return first ? [{ x, y, over }] : [];
  });

/** Where a step that ends on a square began, and what it passed over. */
function path(
  g: Geometry,
  info: VariantInfo,
  square: Square,
  side: Side,
  { x, y, over }: Step,
): Square[] | undefined {
  const end = g.cell(square);
  const places = [{ x: 0, y: 0 }, ...over].map((by) => ({ x: by.x - x, y: by.y - y }));
  const cells = places.map((by) => end && offset(g, end, by, side, info.symmetry));
  const squares = cells.flatMap((cell) => cell?.square ?? []);
  return squares.length === places.length ? squares : undefined;
}

export const withPassing = (setup: SetupForm, passing: Passing | undefined): SetupForm => ({
  ...setup,
  en_passant: passing?.over ?? [],
  passed_pawn: passing?.pawn ?? null,
});
