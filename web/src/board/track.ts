/** Which piece is which after the board has changed, so that each can be seen to move. */

import type {
  Board,
  Effect,
  MoveForm,
  Legal,
  PieceId,
  Removed,
  Side,
  Square,
  VariantInfo,
} from '../api/types';

export interface Tracked {
  key: number;
  square: Square;
  side: Side;
  piece: PieceId;
}

/** What a move places, if it does. */
export type Placing = Pick<MoveForm, 'places'>;

/** As much of a move as is needed to follow the pieces. */
export interface Moved extends Effect, Placing {
  from: Square | null;
  to: Square | null;
  via?: Square | undefined;
  /** What tells it from another move at the same ply. */
  usi?: string | undefined;
}

export interface Track {
  pieces: Tracked[];
  /** Where pieces that have moved came from, by key. */
  came: Map<number, Square>;
}

let next = 0;

/** Where pieces go: the mover first, then those that it carries along, then one that is placed elsewhere. */
function carried({ from, to, partner, relocates = [], places }: Moved): [Square, Square][] {
  const placed = places?.from === undefined ? [] : [{ from: places.from, to: places.square }];
  const others = [...(partner ? [partner] : []), ...relocates, ...placed];
  const mover: [Square, Square][] = from !== null && to !== null ? [[from, to]] : [];
  return [...mover, ...others.map((it): [Square, Square] => [it.from, it.to])];
}

const isSame = (a: Moved | undefined, b: Moved | undefined): boolean =>
  a === b || (a?.usi !== undefined && a.usi === b?.usi);

/**
 * Where the piece on a square came from when the moves that were shown become others: what is not
 * common to both lists is undone, then done.
 */
function origins(
  squares: Iterable<Square>,
  before: readonly Moved[],
  now: readonly Moved[],
): Map<Square, Square> {
  let common = 0;
  while (common < before.length && isSame(before[common], now[common])) common++;
  let found = new Map([...squares].map((square) => [square, square]));
  const shift = (steps: [Square, Square][]): void => {
    const after = new Map(found);
    for (const [from] of steps) after.delete(from);
    for (const [from, to] of steps) {
      const was = found.get(from);
      if (was === undefined) after.delete(to);
      else after.set(to, was);
    }
    found = after;
  };
  for (const move of before.slice(common).reverse()) {
    // A piece that was dropped is in hand again, and one that was placed is where it came from.
    if (move.from === null && move.to !== null) found.delete(move.to);
    if (move.places && move.places.from === undefined) found.delete(move.places.square);
    shift(carried(move).map(([from, to]) => [to, from]));
  }
  for (const move of now.slice(common)) {
    for (const { square } of move.removes ?? []) found.delete(square);
    shift(carried(move));
  }
  return found;
}

/**
 * Gives each piece of the board the key of the piece that it was. `told` are the moves that led to
 * the pieces of before and those that led to the board.
 */
export function track(
  before: readonly Tracked[],
  board: Board,
  told: { before: readonly Moved[]; now: readonly Moved[] } = { before: [], now: [] },
): Track {
  const old = new Map(before.map((piece) => [piece.square, piece]));
  const from = origins(old.keys(), told.before, told.now);
  const claimed = new Set<Tracked>();
  const claim = (now: Board['pieces'][number], was: Tracked | undefined): Tracked | undefined => {
    if (!was || claimed.has(was)) return undefined;
    // A piece that both sides place changes hands as it goes.
    const placed = was.piece === now.piece && was.square !== now.square;
    if (was.side !== now.side && !placed) return undefined;
    claimed.add(was);
    return was;
  };
  const movers = board.pieces.map((now) => claim(now, old.get(from.get(now.square) ?? '')));
  const came = new Map<number, Square>();
  const pieces = board.pieces.map((now, index): Tracked => {
    const here = old.get(now.square);
    const was = movers[index] ?? claim(now, here?.piece === now.piece ? here : undefined);
    if (!was) return { key: next++, ...now };
    // The same object, so that nothing is drawn anew.
    if (was.square === now.square && was.piece === now.piece) return was;
    if (was.square !== now.square) came.set(was.key, was.square);
    return { key: was.key, ...now };
  });
  // Those that move are drawn last, above the others, and stay there: putting them back would draw
  // them once more.
  const layers = new Map(before.map(({ key }, layer) => [key, layer]));
  const layer = ({ key }: Tracked): number =>
    came.has(key) ? before.length : (layers.get(key) ?? before.length);
  return { pieces: pieces.sort((a, b) => layer(a) - layer(b) || a.key - b.key), came };
}

/** The board as it will be after a move, to be shown until the server has answered. */
export function after(board: Board, move: Legal, side: Side): Board {
  const { from, to, drop, removes = [], vanishes = [], places } = move;
  if (to === null) return board;
  const { places: _, ...unplaced } = move;
  const others = new Map(carried({ ...unplaced, from: null }));
  const lifted = new Set([from, places?.from, ...removes.map(({ square }) => square)]);
  const pieces = board.pieces
    .filter(({ square }) => !lifted.has(square))
    .map((piece) => ({ ...piece, square: others.get(piece.square) ?? piece.square }));
  const ends = ({ square, fate }: Removed): boolean =>
    square === to && (fate === 'burned' || fate === 'exploded');
  if (!removes.some(ends)) pieces.push({ square: to, side, piece: move.becomes ?? move.piece });
  if (places) pieces.push({ square: places.square, side, piece: places.piece });
  const hand = { ...board.hands[side] };
  const change = (piece: PieceId | undefined, by: number): void => {
    if (piece !== undefined) hand[piece] = Math.max(0, (hand[piece] ?? 0) + by);
  };
  change(drop, -1);
  if (places?.held) change(places.piece, -1);
  for (const removed of removes) change(removed.hand, 1);
  const gone = [...board.gone, ...vanishes];
  return { ...board, pieces, hands: { ...board.hands, [side]: hand }, gone };
}

/** What each side has lost by some moves, as it lies on the other's stand. */
export function takenPieces(moves: readonly Effect[], info: VariantInfo): Board['hands'] {
  const lost: Board['hands'] = { first: {}, second: {} };
  for (const { side, piece } of moves.flatMap(({ removes = [] }) => removes)) {
    const id = info.pieces.find((it) => it.id === piece)?.demotes_to ?? piece;
    lost[side][id] = (lost[side][id] ?? 0) + 1;
  }
  return { first: lost.second, second: lost.first };
}
