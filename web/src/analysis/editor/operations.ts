/** What can be done to a position that is set up. Each operation makes a new one; no rules. */

import type { Board, PieceId, PieceInfo, Side, Square, VariantInfo } from '../../api/types';
import { other } from '../../app/names';
import { boardOf } from '../../app/position';
import { geometry, squareName } from '../../board/geometry';
import { isPromoted } from '../../pieces/face';
import type { SetupForm } from './forms';

/** A piece of a side. */
export interface Man {
  side: Side;
  piece: PieceId;
}

/** Where a piece is taken from, and where it is put. */
export type Origin = { square: Square } | { palette: Man } | { hand: Man };
export type Target = { square: Square } | { hand: Side } | 'off';

export const MOST_IN_HAND = 99;

export const isSame = (a: Man | undefined, b: Man | undefined): boolean =>
  a?.side === b?.side && a?.piece === b?.piece;

export function manOn(setup: SetupForm, square: Square): Man | undefined {
  const found = setup.board.pieces.find((piece) => piece.square === square);
  return found && { side: found.side, piece: found.piece };
}

// ---------------------------------------------------------------------------- whole positions

/** Nothing that the last move has left behind. */
const NO_LAST_MOVE = { en_passant: [], passed_pawn: null, just_took: null, counted: null };

export const around = (board: Board, side: Side): SetupForm => ({
  board,
  side,
  ply: 0,
  passes: { first: 0, second: 0 },
  unmoved: null,
  ...NO_LAST_MOVE,
  quiet: 0,
  checks_given: { first: 0, second: 0 },
});

export const empty = (): SetupForm =>
  around({ pieces: [], hands: { first: {}, second: {} }, gone: [] }, 'first');

export const atStart = (info: VariantInfo): SetupForm => around(info.board_at_start, 'first');

/** A text as far as it can be read here, to be shown until the server has read it. */
export function provisional(info: VariantInfo, text: string): SetupForm {
  const mover = (position: string) => position.split(' ')[1];
  return around(boardOf(info, text), mover(text) === mover(info.position) ? 'first' : 'second');
}

// ---------------------------------------------------------------------------- the board

/** What was known of the pieces on these squares does not hold for others. */
function forget(setup: SetupForm, squares: readonly Square[]): SetupForm {
  const { passed_pawn, en_passant, just_took } = setup;
  const touched = [...en_passant, passed_pawn, just_took].some(
    (square) => typeof square === 'string' && squares.includes(square),
  );
  return {
    ...setup,
    unmoved: setup.unmoved && setup.unmoved.filter((square) => !squares.includes(square)),
    counted: null,
    ...(touched ? NO_LAST_MOVE : {}),
  };
}

const withPieces = (setup: SetupForm, pieces: Board['pieces']): SetupForm => ({
  ...setup,
  board: { ...setup.board, pieces },
});

export function remove(setup: SetupForm, square: Square): SetupForm {
  const rest = setup.board.pieces.filter((piece) => piece.square !== square);
  if (rest.length === setup.board.pieces.length) return setup;
  return forget(withPieces(setup, rest), [square]);
}

export function place(setup: SetupForm, square: Square, man: Man): SetupForm {
  if (isSame(manOn(setup, square), man)) return setup;
  const rest = setup.board.pieces.filter((piece) => piece.square !== square);
  return forget(withPieces(setup, [...rest, { square, ...man }]), [square]);
}

/** The same for a piece of which the game may have but one: it leaves the square on which it stood. */
export function set(setup: SetupForm, info: VariantInfo, square: Square, man: Man): SetupForm {
  const placed = place(setup, square, man);
  if (!pieceOf(info, man.piece)?.single) return placed;
  const others = placed.board.pieces.filter((it) => it.piece === man.piece && it.square !== square);
  return others.reduce((rest, other) => remove(rest, other.square), placed);
}

// ---------------------------------------------------------------------------- hands

export const held = (setup: SetupForm, { side, piece }: Man): number =>
  setup.board.hands[side][piece] ?? 0;

export function hold(setup: SetupForm, { side, piece }: Man, count: number): SetupForm {
  const { [piece]: _before, ...rest } = setup.board.hands[side];
  const hand = count > 0 ? { ...rest, [piece]: Math.min(count, MOST_IN_HAND) } : rest;
  return { ...setup, board: { ...setup.board, hands: { ...setup.board.hands, [side]: hand } } };
}

/** What a piece is in hand, if it can be there. */
export function inHand(info: VariantInfo, id: PieceId): PieceId | undefined {
  const base = pieceOf(info, id)?.demotes_to;
  return info.pieces.find((piece) => piece.id === base && piece.droppable)?.id;
}

/**
 * All pieces of the start that are neither on the board nor in a hand, in the hand of a side: as the defender
 * holds them in problems. Those that cannot be held are left out.
 */
export function holdRest(setup: SetupForm, info: VariantInfo, side: Side): SetupForm {
  const start = counts(atStart(info), info);
  const here = counts(setup, info);
  return [...start].reduce((rest, [piece, count]) => {
    const missing = count - (here.get(piece) ?? 0);
    const man = { side, piece };
    return missing > 0 ? hold(rest, man, held(rest, man) + missing) : rest;
  }, setup);
}

/** How many there are of each piece that can be in hand, whatever they are on the board. */
function counts({ board }: SetupForm, info: VariantInfo): Map<PieceId, number> {
  const all = new Map<PieceId, number>();
  const count = (piece: PieceId | undefined, more: number): void => {
    if (piece !== undefined) all.set(piece, (all.get(piece) ?? 0) + more);
  };
  for (const { piece } of board.pieces) count(inHand(info, piece), 1);
  for (const hand of Object.values(board.hands))
    for (const [piece, more] of Object.entries(hand)) count(piece, more);
  return all;
}

// ---------------------------------------------------------------------------- carrying

/** The piece that is taken up there. */
export function lifted(setup: SetupForm, origin: Origin): Man | undefined {
  if ('square' in origin) return manOn(setup, origin.square);
  if ('palette' in origin) return origin.palette;
  return held(setup, origin.hand) > 0 ? origin.hand : undefined;
}

function without(setup: SetupForm, origin: Origin): SetupForm {
  if ('square' in origin) return remove(setup, origin.square);
  if ('palette' in origin) return setup;
  return hold(setup, origin.hand, held(setup, origin.hand) - 1);
}

export function carry(
  setup: SetupForm,
  info: VariantInfo,
  origin: Origin,
  target: Target,
): SetupForm {
  const man = lifted(setup, origin);
  if (!man) return setup;
  if (target === 'off') return without(setup, origin);
  if ('square' in target) {
    const stays = 'square' in origin && origin.square === target.square;
    return stays ? setup : set(without(setup, origin), info, target.square, man);
  }
  const piece = inHand(info, man.piece);
  if (piece === undefined) return setup;
  const rest = without(setup, origin);
  const taken = { side: target.hand, piece };
  return hold(rest, taken, held(rest, taken) + 1);
}

// ---------------------------------------------------------------------------- what pieces there are

export const pieceOf = (info: VariantInfo, id: PieceId): PieceInfo | undefined =>
  info.pieces.find((piece) => piece.id === id);

/** Unpromoted pieces first, each kind by value; what must not be lost has no price and leads. */
export function palette(info: VariantInfo): PieceId[] {
  const rank = (piece: PieceInfo): number => Number(isPromoted(piece)) * 2 - Number(piece.royal);
  return [...info.pieces]
    .sort((a, b) => rank(a) - rank(b) || b.value - a.value)
    .map(({ id }) => id);
}

/** A piece and what it may become and yet be the same piece: the Pawn of chess does not stay one. */
function forms(info: VariantInfo, id: PieceId): PieceId[] {
  const base = pieceOf(info, pieceOf(info, id)?.demotes_to ?? id);
  const promoted = base?.promotes.filter((to) => pieceOf(info, to)?.demotes_to === base.id);
  const all = base ? [base.id, ...(promoted ?? [])] : [];
  return all.includes(id) ? all : [id];
}

/** The next state of a piece: promoted, then the other side's, then that promoted, and back. */
export function next(info: VariantInfo, { side, piece }: Man): Man {
  const all = forms(info, piece);
  const after = all[all.indexOf(piece) + 1];
  return after === undefined
    ? { side: other(side), piece: all[0] ?? piece }
    : { side, piece: after };
}

export function cycle(setup: SetupForm, info: VariantInfo, square: Square): SetupForm {
  const man = manOn(setup, square);
  return man ? set(setup, info, square, next(info, man)) : setup;
}

// ---------------------------------------------------------------------------- both sides

/** The same square for the other side. */
function facing(info: VariantInfo): (square: Square) => Square {
  const g = geometry(info.board);
  return (square) => {
    const cell = g.cell(square);
    if (!cell) return square;
    const file = info.symmetry === 'mirror' ? cell.file : g.files - 1 - cell.file;
    return squareName(file, g.ranks - 1 - cell.rank, g.firstRank);
  };
}

/** The same position with the sides changed. */
export function swapSides(setup: SetupForm, info: VariantInfo): SetupForm {
  const over = facing(info);
  const { board, passes } = setup;
  return {
    ...setup,
    board: {
      pieces: board.pieces.map(({ square, side, piece }) => ({
        square: over(square),
        side: other(side),
        piece,
      })),
      hands: { first: board.hands.second, second: board.hands.first },
      gone: board.gone.map(over),
    },
    side: other(setup.side),
    passes: { first: passes.second, second: passes.first },
    unmoved: setup.unmoved && setup.unmoved.map(over),
    en_passant: setup.en_passant.map(over),
    passed_pawn: setup.passed_pawn && over(setup.passed_pawn),
  };
}

/** Whose turn it is; a pawn can be taken in passing only at once. */
export const withTurn = (setup: SetupForm, side: Side): SetupForm =>
  side === setup.side ? setup : { ...setup, side, ...NO_LAST_MOVE };
