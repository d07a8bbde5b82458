/**
 * The forms that travel between server and browser, under the names that the pages have for them.
 *
 * Squares are algebraic names ("a1" to "l12"), piece ids those of the variant file ("P", "+R"). What a
 * form is made of stands in the server's description of itself, from which `schema.ts` is made;
 * nothing of it is written out here, and `schema.test.ts` sees to that.
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

export type Variants = Forms['Variants'];

export type VariantInfo = Forms['TaughtVariant'];

/** How a piece moves, in words beside the signs of its drawing. */
export type Lesson = Forms['Lesson'];

/** Squares that mean something for a side. */
export type Zone = Forms['Zone'];

/** A movement as shapes: the piece stands at 0,0, squares are `UNIT` wide, forward is up. */
export type Drawing = Forms['Drawing'];

export type Shape = Forms['Shape'];

/** What a shape stands for, which is also its entry in the legend. */
export type Sign = Forms['Sign'];

/** How wide a square of a drawing is. */
export const UNIT = 20;

export type PieceName = Forms['Name'];

export type PieceInfo = Forms['PieceInfo'];

/** What the drawing of a movement cannot say. */
export type Note = Forms['Note'];

// ---------------------------------------------------------------------------- games

export type Hand = Forms['Hands'][Side];

export type Board = Forms['Board'];

/** What a move does besides taking its piece to another square. */
export type Effect = Forms['Effect'];

export type MoveForm = Forms['MoveForm'];

export type Fate = Forms['Fate'];

export type Removed = Forms['Removed'];

/** A piece that is put on the board as a part of a move. */
export type Placed = Forms['Placed'];

/** A legal move. One of a piece that stays (a shot, igui, a pass in place) ends where it starts. */
export type Legal = Forms['Legal'];

export type Played = Forms['Played'];

/** In which notations moves are told. */
export type Notation = keyof Forms['Texts'];

export type ClaimKind = Forms['Claim'];

/** What a declaration would bring now. */
export type Declaration = Forms['Declaration'];

/** What a declaration would bring, and what is counted for it. */
export type DeclarationNow = Forms['DeclarationView'];

/** How a game ended, by the rules or by the players. */
export type End = Forms['End'];

export type Control = Forms['Control'];

export type Clock = Forms['ClockView'];

export type ClockSide = Forms['Left'];

export type Seat = Forms['SeatView'];

/** For whom the reader may act; null for who looks on. */
export type You = Forms['You'] | null;

export type State = Forms['State'];

/** What a list of games shows of each. */
export type ShortState = Forms['ShortState'];
export type Games = Forms['Games'];

// ---------------------------------------------------------------------------- requests

export type SideChoice = Forms['SideChoice'];
export type Impasse = Forms['Impasse'];

/** Somebody who sits down. */
export type SitRequest = Forms['SitRequest'];

export type NewGameRequest = Forms['NewGameRequest'];

export type Created = Forms['Created'];

export type Action = Forms['Action'];

export type Hint = Forms['Hint'];

/** About a move that is perhaps not legal. */
export type ExplainRequest = Forms['ExplainRequest'];

export type ApiError = Forms['ApiError'];

/** Why a move is not legal; null where it is. */
export type Explanation = Forms['Explanation'];

// ---------------------------------------------------------------------------- websocket

export type ServerMessage = Forms['ToReader'];
export type ClientMessage = Forms['LiveRequest'];
