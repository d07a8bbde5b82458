/** Which piece is which after the board has changed, so that each can be seen to move. */

import type { Board, Legal, PieceId, Side, Square, VariantInfo } from '../api/types';

export interface Tracked {
  key: number;
  square: Square;
  side: Side;
  piece: PieceId;
}

/** What is known of the move that changed the board. */
export interface Moved {
  from: Square | null;
  to: Square | null;
  via?: Square | undefined;
}

export interface Track {
  pieces: Tracked[];
  /** Where pieces that have moved came from, by key. */
  came: Map<number, Square>;
}

let next = 0;

const distance = (a: Square, b: Square): number => {
  const rank = (square: Square): number => Number(square.slice(1));
  return Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(rank(a) - rank(b));
};

/** Pieces that stay keep their key; one that is gone here and has come there has moved. */
export function track(before: readonly Tracked[], board: Board, moved?: Moved | null): Track {
  const old = new Map(before.map((piece) => [piece.square, piece]));
  const came = new Map<number, Square>();
  const stays = (now: Board['pieces'][number]): Tracked | undefined => {
    const was = old.get(now.square);
    return was?.side === now.side && was.piece === now.piece ? was : undefined;
  };
  const gone = new Set(before);
  for (const now of board.pieces) {
    const was = stays(now);
    if (was) gone.delete(was);
  }
  const pieces = board.pieces.map((now): Tracked => {
    const was = stays(now) ?? origin(now, gone, moved);
    if (!was) return { key: next++, ...now };
    // The same object, so that nothing is drawn anew.
    if (was.square === now.square && was.piece === now.piece) {
      gone.delete(was);
      return was;
    }
    if (was.square !== now.square) came.set(was.key, was.square);
    gone.delete(was);
    return { key: was.key, ...now };
  });
  // Those that move are drawn last, above the others, and stay there: putting them back would draw
  // them once more.
  const layers = new Map(before.map(({ key }, layer) => [key, layer]));
  const layer = ({ key }: Tracked): number =>
    came.has(key) ? before.length : (layers.get(key) ?? before.length);
  return { pieces: pieces.sort((a, b) => layer(a) - layer(b) || a.key - b.key), came };
}

const base = (piece: PieceId): string => piece.replace(/^\+/, '');

function origin(
  now: Board['pieces'][number],
  gone: ReadonlySet<Tracked>,
  moved: Moved | null | undefined,
): Tracked | undefined {
  const mine = [...gone].filter((piece) => piece.side === now.side);
  const told = mine.find(
    ({ square }) =>
      (now.square === moved?.to && square === moved.from) ||
      (now.square === moved?.from && square === moved.to),
  );
  if (told) return told;
  return mine
    .filter((piece) => base(piece.piece) === base(now.piece))
    .sort((a, b) => distance(a.square, now.square) - distance(b.square, now.square))[0];
}

/** The board as it will be after a move, to be shown until the server has answered. */
export function after(board: Board, move: Legal, side: Side): Board {
  const { from, to, drop } = move;
  if (to === null) return board;
  const lifted = board.pieces.filter(
    ({ square }) => square !== from && !move.captures.includes(square),
  );
  const placed = { square: to, side, piece: move.becomes ?? move.piece };
  const hand = board.hands[side];
  const hands =
    drop === undefined
      ? board.hands
      : { ...board.hands, [side]: { ...hand, [drop]: Math.max(0, (hand[drop] ?? 0) - 1) } };
  return { ...board, pieces: [...lifted, placed], hands };
}

/** What each side has lost since the start, by what lies on the other's stand. */
export function takenPieces(start: Board, now: Board, info: VariantInfo): Board['hands'] {
  const byId = new Map(info.pieces.map((piece) => [piece.id, piece]));
  const count = (board: Board, side: Side): Map<PieceId, number> => {
    const counts = new Map<PieceId, number>();
    for (const { side: owner, piece } of board.pieces) {
      const id = byId.get(piece)?.demotes_to ?? piece;
      if (owner === side) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  };
  const lost = (side: Side): Record<PieceId, number> => {
    const [had, has] = [count(start, side), count(now, side)];
    const missing = new Map([...had].map(([id, n]) => [id, n - (has.get(id) ?? 0)]));
    // More than there were: others have become them.
    for (const [id, n] of has) {
      for (let extra = n - (had.get(id) ?? 0); extra > 0; extra--) {
        const was = info.pieces.find(
          (p) => p.promotes.includes(id) && (missing.get(p.id) ?? 0) > 0,
        );
        if (was) missing.set(was.id, (missing.get(was.id) ?? 0) - 1);
      }
    }
    return Object.fromEntries([...missing].filter(([, n]) => n > 0));
  };
  return { first: lost('second'), second: lost('first') };
}
