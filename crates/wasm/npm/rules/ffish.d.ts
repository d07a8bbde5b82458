import type { LoadOptions } from './index.js';

/** What ffish.js takes besides means nothing here, and is taken, too. */
export interface ModuleOptions extends LoadOptions {
  /** Called with everything, once it is loaded. */
  onRuntimeInitialized?: (loadedModule: FairyStockfish) => void;
  [other: string]: unknown;
}

/** Loads everything; whoever calls it again shares games that were configured. `new Module()` is the same. */
export declare const Module: {
  (options?: ModuleOptions): Promise<FairyStockfish>;
  new (options?: ModuleOptions): Promise<FairyStockfish>;
};
export default Module;

export interface FairyStockfish {
  Board: new (uciVariant?: string, fen?: string, is960?: boolean) => Board;
  Game: abstract new () => Game;
  Notation: typeof Notation;
  Termination: typeof Termination;
  /** What this is. */
  info(): string;
  /** Options mean nothing here. */
  setOption<T>(name: string, value: T): void;
  setOptionInt(name: string, value: number): void;
  setOptionBool(name: string, value: boolean): void;
  /** The first game of a PGN. */
  readGamePGN(pgn: string): Game;
  /** The names of the games that can be played, with spaces between them. */
  variants(): string;
  /** Takes in the games of a `variants.ini`. Each is read when it is asked for. */
  loadVariantConfig(variantInitContent: string): void;
  /** Whether captured pieces go to the hand of the captor. */
  capturesToHand(uciVariant: string): boolean;
  /** The position in which a game begins. */
  startingFen(uciVariant: string): string;
  /** 1 for a FEN of the game, 0 for none at all, or what is wrong, below 0. */
  validateFen(fen: string, uciVariant?: string, chess960?: boolean): number;
}

/** A game in progress: it changes with each move. */
export interface Board {
  /** Gives its memory back. */
  delete(): void;
  /** The legal moves as UCI writes them, with spaces between them. */
  legalMoves(): string;
  legalMovesSan(): string;
  numberLegalMoves(): number;
  /** Plays a move; the answer is whether it is legal. */
  push(uciMove: string): boolean;
  pushSan(sanMove: string, notation?: Notation): boolean;
  /** Takes the last move back. */
  pop(): void;
  /** Begins anew, at the usual start. */
  reset(): void;
  is960(): boolean;
  fen(showPromoted?: boolean, countStarted?: number): string;
  /** Begins anew, at a position. */
  setFen(fen: string): void;
  /** A legal move as people write it; empty for any other. */
  sanMove(uciMove: string, notation?: Notation): string;
  /** Legal moves that follow each other as people write them; empty where one of them is not legal. */
  variationSan(uciMoves: string, notation?: Notation, moveNumbers?: boolean): string;
  /** Whether the first side is to move. */
  turn(): boolean;
  fullmoveNumber(): number;
  halfmoveClock(): number;
  gamePly(): number;
  /** Whether a side, the first one for `true`, can never mate. */
  hasInsufficientMaterial(turn: boolean): boolean;
  isInsufficientMaterial(): boolean;
  /** Whether the game is over, if a player claims a draw where one may, or without that. */
  isGameOver(claimDraw?: boolean): boolean;
  result(claimDraw?: boolean): string;
  /** The squares of the royals that are in check, with spaces between them. */
  checkedPieces(): string;
  isCheck(): boolean;
  isBikjang(): boolean;
  isCapture(uciMove: string): boolean;
  /** The moves that were played, with spaces between them. */
  moveStack(): string;
  /** Plays moves with spaces between them. */
  pushMoves(uciMoves: string): void;
  pushSanMoves(sanMoves: string, notation?: Notation): void;
  /** The pieces in a hand, that of the first side for `true`, in lower case. */
  pocket(color: boolean): string;
  toString(): string;
  toVerboseString(): string;
  variant(): string;
}

/** A game of a PGN. */
export interface Game {
  /** Gives its memory back. */
  delete(): void;
  /** The names of what is said above the moves, with spaces between them. */
  headerKeys(): string;
  /** What is said by such a name; empty for nothing. */
  headers(item: string): string;
  /** The moves of the main line as UCI writes them, with spaces between them. */
  mainlineMoves(): string;
}

export declare enum Notation {
  DEFAULT,
  SAN,
  LAN,
  SHOGI_HOSKING,
  SHOGI_HODGES,
  SHOGI_HODGES_NUMBER,
  JANGGI,
  XIANGQI_WXF,
  THAI_SAN,
  THAI_LAN,
}

export declare enum Termination {
  ONGOING,
  CHECKMATE,
  STALEMATE,
  INSUFFICIENT_MATERIAL,
  N_MOVE_RULE,
  N_FOLD_REPETITION,
  VARIANT_END,
}
