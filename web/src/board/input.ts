/**
 * What clicks mean: a state machine over the list of legal moves. It knows no game.
 *
 * A move is put together from a source (a square or a piece in hand), perhaps a first leg (an enemy
 * that is taken on the way), the square where it ends, perhaps a choice among what then still
 * differs, such as promotion, and perhaps a square where another piece is placed besides. What
 * happens after a click follows from which of the legal moves are left; as soon as one is left, it
 * is made.
 */

import type { Legal, PieceId, Placed, Side, Square } from '../api/types';

export type Source = { from: Square } | { drop: PieceId };

export type Input =
  | { kind: 'idle' }
  | { kind: 'source'; source: Source }
  /** An enemy on `via` will be taken, and it is open where the move ends. */
  | { kind: 'leg'; source: Source; via: Square; moves: readonly Legal[] }
  /**
   * The squares are settled, and the moves differ in something else. Where more is open after that,
   * each of them stands for all those of `rest` that are the same `way`.
   */
  | {
      kind: 'choice';
      source: Source;
      at: Square;
      moves: readonly Legal[];
      rest?: readonly Legal[];
    }
  /** The piece has come to `at`, and it is open on which square another is placed, if on any. */
  | { kind: 'place'; source: Source; at: Square; moves: readonly Legal[] };

export type Action =
  | { type: 'square'; square: Square }
  | { type: 'hand'; side: Side; piece: PieceId }
  | { type: 'choose'; move: Legal }
  | { type: 'cancel' };

/** A move made ahead of its turn; what it needs more will be asked when the turn comes. */
export type Premove = { source: Source; to: Square };

export type Output =
  | { type: 'move'; move: Legal }
  | { type: 'illegal'; source: Source; to: Square }
  | { type: 'premove'; premove: Premove };

/** What the machine needs to know of the position. */
export interface Table {
  /** Nothing, a move, or one ahead of the turn. */
  mode: 'watch' | 'move' | 'premove';
  /** The side that the clicks are for. */
  side: Side;
  legal: readonly Legal[];
  owner(square: Square): Side | undefined;
  hand(piece: PieceId): number;
  /** The legal move that "onto this own piece" stands for, as castling onto the rook. */
  partner?(from: Square, onto: Square): Legal | undefined;
  /** Squares where a piece might go when its turn comes. */
  ahead?(source: Source): ReadonlySet<Square>;
}

export const IDLE: Input = { kind: 'idle' };

type Step = { input: Input; output?: Output };

const taken = (move: Legal, square: Square): boolean => move.captures.includes(square);
const stays = (move: Legal): boolean => move.from !== null && move.to === move.from;
const leg = (move: Legal): Square | undefined =>
  move.via !== undefined && taken(move, move.via) ? move.via : undefined;

/**
 * A move in USI without what it places, which stands there after a comma: the same for all moves that
 * differ in nothing else.
 */
const way = ({ usi }: Legal): string => before(usi);
const before = (text: string): string => text.split(',')[0] ?? text;

/** A move without what it places. */
export function bare({ places, ...move }: Legal): Legal {
  return places ? { ...move, usi: before(move.usi), algebraic: before(move.algebraic) } : move;
}

/** Whether moves differ in nothing but what they place. */
export const isPlacing = ([first, ...others]: readonly Legal[]): boolean =>
  first !== undefined && others.length > 0 && others.every((move) => way(move) === way(first));

/** The moves among which only that is open what they place. */
export const placings = (input: Input): readonly Legal[] | undefined =>
  'moves' in input && isPlacing(input.moves) ? input.moves : undefined;

/** Each move for every piece that can make it: any shooter of the one victim can be chosen. */
export function spelled(legal: readonly Legal[]): Legal[] {
  return legal.flatMap((move) => {
    const { also = [], via: _, ...rest } = move;
    const others = new Map(also.map((spelling) => [spelling.from, spelling]));
    if (move.from !== null) others.delete(move.from);
    return [move, ...[...others.values()].map((other) => ({ ...rest, ...other }))];
  });
}

export function movesOf(source: Source, table: Table): Legal[] {
  return 'drop' in source
    ? table.legal.filter((move) => move.drop === source.drop)
    : table.legal.filter((move) => move.from === source.from && move.drop === undefined);
}

/** What a click on a square can stand for, once a source is chosen. */
export interface Meaning {
  /** Moves that end there, with nothing taken on the way that would have to be said first. */
  ends: Legal[];
  /** Moves that take the enemy there first, or shoot at it. */
  legs: Legal[];
  /** Passes in place: meant by a click on the piece itself. */
  passes: Legal[];
  /** Moves that end there, for which the enemy to be taken first has to be named. */
  beyond: Legal[];
}

/**
 * Castlings that only a click on the partner means: the king stays where it is, or may also step to where
 * they take it.
 */
export const byPartner = (moves: readonly Legal[]): Legal[] =>
  moves.filter(
    (move) =>
      move.partner &&
      (stays(move) || moves.some((other) => !other.partner && other.to === move.to)),
  );

export function meaning(all: readonly Legal[], square: Square): Meaning {
  const castlings = byPartner(all);
  const moves = all.filter((move) => !castlings.includes(move));
  const ending = moves.filter((move) => move.to === square && !stays(move));
  const legs = moves.filter((move) => leg(move) === square);
  const ends = ending.filter((move) => leg(move) === undefined || leg(move) === square);
  return {
    ends: ends.filter((move) => !legs.includes(move)),
    legs,
    passes: moves.filter((move) => stays(move) && leg(move) === undefined && move.to === square),
    beyond: ending.filter((move) => leg(move) !== undefined && leg(move) !== square),
  };
}

/** What may be placed on a square, each piece once. */
export function placedOn(input: Input, square: Square): Placed[] {
  if (input.kind !== 'place') return [];
  const here = input.moves.flatMap(({ places }) => (places?.square === square ? [places] : []));
  return [...new Map(here.map((placed) => [placed.piece, placed])).values()];
}

/** The square from which the piece that is placed comes, where it stands on the board. */
export const leaves = ({ moves }: { moves: readonly Legal[] }): Square | undefined =>
  moves.find(({ places }) => places?.from !== undefined)?.places?.from;

/** On how many squares they end. */
export const endings = (moves: readonly Legal[]): number =>
  new Set(moves.map((move) => move.to)).size;

/** Whether after the first leg it is still open where the move ends. */
export const isOpen = (moves: readonly Legal[]): boolean => endings(moves) > 1;

export function reduce(input: Input, action: Action, table: Table): Step {
  if (action.type === 'cancel' || table.mode === 'watch') return { input: IDLE };
  if (action.type === 'choose') return picked(input, action.move);
  if (action.type === 'hand') return takeFromHand(input, action.side, action.piece, table);
  const { square } = action;
  switch (input.kind) {
    case 'idle':
    case 'choice':
      return { input: chosen(square, table) };
    case 'source':
      return table.mode === 'premove'
        ? ahead(input.source, square, table)
        : from(input.source, square, table);
    case 'leg':
      return second(input, square, table);
    case 'place':
      return placed(input, square, table);
  }
}

function picked(input: Input, move: Legal): Step {
  const rest = input.kind === 'choice' ? input.rest : undefined;
  if (input.kind !== 'choice' || !rest) return { input: IDLE, output: { type: 'move', move } };
  return made(
    input.source,
    input.at,
    rest.filter((other) => way(other) === way(move)),
  );
}

function takeFromHand(input: Input, side: Side, piece: PieceId, table: Table): Step {
  // While it is asked what is placed, who takes a piece from the hand means to place it.
  if (side === table.side && (input.kind === 'place' || input.kind === 'choice')) {
    const moves = input.moves.filter(({ places }) => places?.held && places.piece === piece);
    if (moves.length > 0) return made(input.source, input.at, moves);
  }
  const again = input.kind === 'source' && 'drop' in input.source && input.source.drop === piece;
  if (side !== table.side || table.hand(piece) === 0 || again) return { input: IDLE };
  return { input: { kind: 'source', source: { drop: piece } } };
}

/** A click without a source: an own piece becomes one. */
function chosen(square: Square, table: Table): Input {
  return table.owner(square) === table.side ? { kind: 'source', source: { from: square } } : IDLE;
}

function from(source: Source, square: Square, table: Table): Step {
  const moves = movesOf(source, table);
  const { ends, legs, passes, beyond } = meaning(moves, square);
  if (legs.length > 0) {
    const onwards = [...ends, ...legs];
    return isOpen(onwards)
      ? { input: { kind: 'leg', source, via: square, moves: onwards } }
      : made(source, square, onwards);
  }
  if (ends.length > 0) return made(source, square, ends);
  if (beyond.length > 0) return made(source, square, beyond);
  if ('from' in source && source.from === square) {
    if (passes.length === 0) return { input: IDLE };
    return { input: { kind: 'choice', source, at: square, moves: passes.slice(0, 1) } };
  }
  const castling = 'from' in source ? table.partner?.(source.from, square) : undefined;
  if (castling) {
    const same = moves.filter((move) => way(move) === way(castling));
    return made(source, castling.to ?? square, same);
  }
  if (table.owner(square) === table.side) return { input: chosen(square, table) };
  return { input: IDLE, output: { type: 'illegal', source, to: square } };
}

function second(input: Input & { kind: 'leg' }, square: Square, table: Table): Step {
  const moves = input.moves.filter((move) => move.to === square);
  if (moves.length > 0) return made(input.source, square, moves);
  if (table.owner(square) === table.side) return { input: chosen(square, table) };
  return { input: IDLE };
}

/** A click while it is open where a piece is placed. */
function placed(input: Input & { kind: 'place' }, square: Square, table: Table): Step {
  const { source, at, moves } = input;
  const without = moves.filter(({ places }) => !places);
  const here = moves.filter(({ places }) => places?.square === square);
  if (here.length > 0) return made(source, at, [...here, ...without]);
  if (square === at && without.length > 0) return made(source, at, without);
  // Who takes up the piece that is to be placed goes on placing it.
  if (square === leaves(input)) return { input };
  return { input: chosen(square, table) };
}

/** The move if one is left; or else a choice, first of all of the way, then of what is placed. */
function made(source: Source, at: Square, moves: readonly Legal[]): Step {
  const [only] = moves;
  if (moves.length === 1 && only) return { input: IDLE, output: { type: 'move', move: only } };
  const ways = new Map(moves.map((move) => [way(move), move]));
  if (ways.size === moves.length) return { input: { kind: 'choice', source, at, moves } };
  if (ways.size > 1) {
    const bares = [...ways.values()].map(bare);
    return { input: { kind: 'choice', source, at, moves: bares, rest: moves } };
  }
  const squares = new Set(moves.flatMap(({ places }) => places?.square ?? []));
  return { input: { kind: squares.size > 1 ? 'place' : 'choice', source, at, moves } };
}

function ahead(source: Source, square: Square, table: Table): Step {
  if ('from' in source && source.from === square) return { input: IDLE };
  const reached = table.ahead?.(source).has(square) ?? true;
  if (reached) return { input: IDLE, output: { type: 'premove', premove: { source, to: square } } };
  return { input: chosen(square, table) };
}

/** A premove when its turn has come: the clicks that it was made of. */
export function replay(premove: Premove, table: Table): Step {
  const { source, to } = premove;
  const alive =
    'from' in source ? table.owner(source.from) === table.side : table.hand(source.drop) > 0;
  if (table.mode !== 'move' || !alive) return { input: IDLE };
  const step = from(source, to, table);
  const wanted =
    step.output?.type === 'move' || ['leg', 'choice', 'place'].includes(step.input.kind);
  return wanted ? step : { input: IDLE };
}
