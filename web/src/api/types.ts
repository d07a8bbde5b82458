/**
 * The forms that travel between server and browser, as the server writes them.
 *
 * Squares are algebraic names ("a1" to "l12"), piece ids those of the variant file ("P", "+R"). Most
 * forms are taken from the server's description of itself; those that are written out here say more,
 * and `schema.test.ts` holds them to it.
 */

import type { components } from './schema';

type Forms = components['schemas'];

export type Side = Forms['Side'];
export type Square = string;
export type PieceId = string;

// ---------------------------------------------------------------------------- variants

export type VariantSummary = Forms['Summary'];

/** How large a board looks: the squares that are always there, and how many more come and go. */
export type Field = Forms['Field'];

/** A variant file that does not load. */
export type VariantError = Forms['FileError'];

export type Variants = Forms['Variants'];

export type Start = Forms['StartInfo'];

export interface VariantInfo {
  id: string;
  name: string;
  /** Names in Japanese, where the game has such. */
  name_ja?: string;
  author?: string;
  aliases: string[];
  sides: { first: string; second: string };
  sides_ja?: { first: string; second: string };
  symmetry?: 'rotate' | 'mirror';
  board: {
    files: number;
    ranks: number;
    first_rank: number;
    holes: Square[];
    vanishing: Square[];
    coordinates: 'shogi' | 'algebraic';
  };
  zone: { first: Square[]; second: Square[] };
  drops: boolean;
  captures_to_hand: boolean;
  declaration: boolean;
  pieces: PieceInfo[];
  starts: Start[];
  position: string;
  board_at_start: Board;
  /** How each piece moves, drawn. */
  drawings: Record<PieceId, Drawing>;
  /** The signs in the drawings, common ones first. */
  legend: { sign: Sign; shapes: Shape[] }[];
}

/** A movement as shapes: the piece stands at 0,0, squares are `UNIT` wide, forward is up. */
export type Drawing = Forms['Drawing'];

export type Shape = Forms['Shape'];

/** What a shape stands for, which is also its entry in the legend. */
export type Sign = Forms['Sign'];

/** How wide a square of a drawing is. */
export const UNIT = 20;

export type PieceName = Forms['Name'];

export interface PieceInfo {
  id: PieceId;
  name: PieceName;
  /** The movement in XBetza, one text for each of its parts. */
  text: string[];
  royal: boolean;
  kind?: string;
  promotes: PieceId[];
  demotes_to: PieceId;
  /** In centipawns. */
  value: number;
  droppable: boolean;
  diagram: Diagram;
}

/** How a piece moves, seen from the first side with the piece at 0,0: x right, y forward. */
export interface Diagram {
  radius: number;
  unlimited: boolean;
  marks: DiagramMark[];
  lines: DiagramLine[];
  curves?: DiagramCurve[];
  burns: Offset[];
  notes: DiagramNote[];
}

export interface Offset {
  x: number;
  y: number;
}

/** A square on the way, and what must be there. */
export type DiagramStop = Offset & { is: 'empty' | 'taken' | 'destroyed' | 'piece' };

export interface DiagramMark extends Offset {
  kinds: string[];
  /** Ways there, any of which will do; none where it is reached directly. */
  ways?: DiagramStop[][];
}

/** The `from`-th to the `to`-th square in a straight line. */
export interface DiagramLine {
  /** Where the steps are counted from: 0,0, or the last of `stops`. */
  x: number;
  y: number;
  dx: number;
  dy: number;
  from: number;
  /** Null where the line has no end but the board's. */
  to: number | null;
  kinds: string[];
  /** Over how many pieces it hops, at least and at most. */
  over?: [number, number];
  /** What is visited before the line begins. */
  stops?: DiagramStop[];
  /** Where it may go on from every square of the line. */
  turns?: { dx: number; dy: number; to: number | null }[];
}

/** Squares one after another, from the `from`-th on. */
export interface DiagramCurve {
  squares: Offset[];
  from: number;
  kinds: string[];
}

export interface DiagramNote {
  key: string;
  args?: unknown;
}

// ---------------------------------------------------------------------------- games

export type Hand = Record<PieceId, number>;

export type Board = Forms['Board'];

/** What a move does besides taking its piece to another square. */
export type Effect = Forms['Effect'];

/** A piece that goes from one square to another. */
export type Carried = Forms['Carried'];

/** A piece that leaves the board. */
export type Removed = Forms['Removed'];

export type Fate = Forms['Fate'];

export interface Legal extends Effect {
  usi: string;
  algebraic: string;
  piece: PieceId;
  /** Null for a drop. */
  from: Square | null;
  /** Equal to `from` where the piece stays (shot, igui, pass in place). Null for the forced pass, which
   * the server plays itself and never offers. */
  to: Square | null;
  /** The square in between: of a double step, the victim of a shot, the empty square of a pass in place. */
  via?: Square;
  /** Every piece removed, burned ones included. */
  captures: Square[];
  drop?: PieceId;
  promotes: boolean | PieceId;
  /** What the piece is after it. */
  becomes?: PieceId;
  /** The same by other pieces: whoever else could shoot the one victim, or pass in place. */
  also?: OtherWay[];
}

/** A legal move said of another piece than the one that is shown. */
export type OtherWay = Forms['OtherWay'];

export type Played = Forms['Played'];

/** A move in each notation. */
export type MoveTexts = Forms['Texts'];

export type Notation = keyof MoveTexts;

export type Status =
  | 'ongoing'
  | 'checkmate'
  | 'no-moves'
  | 'stalemate'
  | 'repetition'
  | 'perpetual-check'
  | 'royals-captured'
  | 'dead-position'
  | 'move-limit'
  | 'illegal-move';

export type Winner = Forms['Winner'];
export type ClaimKind = Forms['ClaimKind'];

/** What the rules say of the position. */
export interface Result {
  status: Status;
  winner: Winner | null;
  in_check: boolean;
  claims: ClaimKind[];
  declaration?: Declaration;
  illegal_at?: number;
  reason?: string;
}

/** What a declaration would bring now. */
export interface Declaration {
  '27': 'win' | 'none';
  '24': 'win' | 'draw' | 'none';
}

/** What a declaration would bring, and what is counted for it. */
export interface DeclarationNow extends Declaration {
  /** The rule of this game. */
  rule: '27' | '24';
  /** In the zone and in hand. */
  points: number;
  /** In the zone. */
  pieces: number;
}

/** How a game ended, by the rules or by the players. */
export interface End {
  status: string;
  winner: Winner | null;
  reason: string;
  /** The same in Japanese, where it is a rule that a move has broken. */
  reason_ja?: string;
}

export type Control = Forms['Control'];

export type Clock = Forms['ClockView'];

export type ClockSide = Forms['Left'];

export interface Seat {
  kind: 'human' | 'engine';
  level?: number;
  connected: boolean;
}

export type You = Side | 'both' | null;

export interface State {
  id: string;
  seq: number;
  variant: string;
  /** The named start, or empty for the usual one. */
  start: string;
  strict: boolean;
  /** ISO 8601. */
  created: string;
  position: string;
  /** Where it began. */
  initial_position: string;
  board: Board;
  side: Side;
  ply: number;
  in_check: boolean;
  /** Where royals stand in check. */
  checked: Square[];
  /** Who attacks them. */
  checks: { from: Square; to: Square }[];
  must_pass: boolean;
  pass_reason?: string;
  pass_reason_ja?: string;
  moves: Played[];
  /** Empty when the game is over. */
  legal: Legal[];
  result: Result;
  end?: End;
  players: { first: Seat; second: Seat };
  clock: Clock | null;
  offers: { draw: Side | null; takeback: Side | null; rematch: Side | null };
  thinking: boolean;
  declaration?: DeclarationNow;
  /** The game in which they play once more. */
  rematch?: string;
  you: You;
}

// ---------------------------------------------------------------------------- requests

export type Player = Forms['Player'];
export type SideChoice = Forms['SideChoice'];
export type Impasse = Forms['Impasse'];

export type NewGame = Forms['NewGame'];

export type Created = Forms['Created'];

/** How chance decided who moves first. */
export interface Toss {
  first: 'creator' | 'opponent';
  /** The five pawns of furigoma, true with the face up. */
  pawns?: boolean[];
}

export type Action = Forms['Action'];

export type Hint = Forms['Hint'];

/** About a move that is perhaps not legal. */
export type Question = { move: string } | { from: Square; to: Square };

export type ApiError = Forms['ApiError'];

/** Why a move is not legal; null where it is. */
export type Explanation = Forms['Explanation'];

// ---------------------------------------------------------------------------- websocket

export type ServerMessage =
  | { type: 'state'; seq: number; state: State }
  | {
      type: 'update';
      seq: number;
      state: Omit<State, 'moves'>;
      played: Played[];
      /** The list of moves is cut to this length before `played` is appended. */
      from_ply: number;
    }
  | { type: 'current'; seq: number }
  | { type: 'ack'; id: number; seq: number }
  | { type: 'refused'; id: number; error: ApiError }
  | { type: 'thinking' }
  | { type: 'pong' };

export type ClientMessage =
  | { type: 'move'; id: number; move: string }
  | { type: 'action'; id: number; action: Action }
  | { type: 'ping' };
