// Made from the schemas of the core by tests/forms.rs; do not edit.

/** Changes of the rules: dotted keys of a variant file, and values. A text is written as in the file. */
export type Settings = Record<string, unknown>;

/** A way of writing a move. */
export type MoveNotation = 'usi' | 'algebraic' | 'uci' | 'san' | 'western' | 'japanese';

/** What is thrown: what is wrong, where, and what would help. */
export interface KomadaiError extends Error, Details {
  name: 'KomadaiError' | 'VariantError' | 'PositionError' | 'MoveError' | 'RecordError';
}

/** A form of records. */
export type RecordFormat = 'kif' | 'ki2' | 'csa' | 'jkf' | 'pgn' | 'usi' | 'sfen' | 'json';

/** An arrow on the board, or a circle where it ends where it begins. */
export type ArrowForm = {
  /** A square. */
  from: string;
  /** A square. */
  to: string;
};

/** A position as a board shows it. */
export type Board = {
  /** Vanishing squares that no longer exist. */
  gone: string[];
  /** What the sides hold. */
  hands: Hands;
  /** The pieces on the board, square by square. */
  pieces: BoardPiece[];
};

/** A board. */
export type BoardInfo = {
  /** How squares are written for people. */
  coordinates: Coordinates;
  /** Number of files. */
  files: number;
  /** What the first side's back rank is called. */
  first_rank: number;
  /** Squares that never exist. */
  holes: string[];
  /** Number of ranks. */
  ranks: number;
  /** Squares that exist while occupied. */
  vanishing: string[];
};

/** A piece on the board. */
export type BoardPiece = {
  /** What. */
  piece: string;
  /** Whose. */
  side: Side;
  /** Where. */
  square: string;
};

/** How many lines begin with a move. */
export type Branch = {
  /** How many lines there are. */
  lines: number;
  /** In USI. */
  move: string;
};

/** An attack on a royal of the side to move. */
export type Check = {
  /** Where the attacker stands. */
  from: string;
  /** Where the royal stands. */
  to: string;
};

/** How many checks each side has given, where they are counted. */
export type ChecksGiven = {
  /** The first side. */
  first: number;
  /** So many of one side end the game. */
  of: number;
  /** The second side. */
  second: number;
};

/** What a record says where a line ends, besides how. */
export type ClosingForm = {
  /** What is remarked after it. */
  comment?: string;
  /** Milliseconds that the last decision took. */
  ms?: number;
};

/** What a piece finds on its way. */
export type Content = "empty" | "taken" | "destroyed" | "piece";

/** How squares are written for people. */
export type Coordinates = "algebraic" | "shogi";

/** How far a side has counted its moves, where the game is drawn by that. */
export type CountedMoves = {
  /** The number of its last move. */
  moves: number;
  /** With the move after this number the game is a draw. */
  of: number;
  /** Who counts. */
  side: Side;
};

/** Squares one after another, each of which must exist and be empty for the piece to go on. */
export type Curve = {
  /** The first square that counts, from 1. */
  from: number;
  /** Manner, purposes and conditions. */
  kinds: Kind[];
  /** The squares in order. A circle ends on (0, 0). */
  squares: Offset[];
};

/** What a declaration would bring now, by each rule. */
export type Declaration = {
  /** By the 24-point rule. */
  24: Declared;
  /** By the 27-point rule, which knows no draw. */
  27: Declared;
};

/** The result of a declaration. */
export type Declared = "win" | "draw" | "none";

/** What is known of an error besides its message. Nothing is said of what nobody knows. */
export type Details = {
  /** The column, from 1. */
  column?: number;
  /** The name of the file. */
  file?: string;
  /** All that is wrong, where it may be more than one thing. */
  findings?: string[];
  /** Which game of a text, from 1. */
  game?: number;
  /** What would help. */
  help?: string;
  /** The word by which the rule goes. */
  key?: string;
  /** The line, from 1. */
  line?: number;
  /** Legal moves that may be meant. */
  meant?: string[];
  /** Which move, from 1. */
  number?: number;
  /** What it is about. */
  text?: string;
};

/** Everything that a piece can do. */
export type Diagram = {
  /** Enemies on these squares, seen from where the piece ends its move, are burned. */
  burns: Offset[];
  /** Squares in a bent line. */
  curves?: Curve[];
  /** Squares in a line. */
  lines: Line[];
  /** Single squares, from the piece's left back to its right front. */
  marks: Mark[];
  /** What else there is to say. */
  notes: Note[];
  /** How far from the piece the diagram must show squares, in each direction, so that every mark and every line that ends is seen; 1 at least. */
  radius: number;
  /** Whether something goes on as far as the board does. */
  unlimited: boolean;
};

/** What becomes of a piece that leaves the board. */
export type Fate = "captured" | "shot" | "en-passant" | "burned" | "exploded" | "destroyed";

/** The form of a file of games. */
export type Format = "kif" | "ki2" | "csa" | "jkf" | "pgn" | "usi" | "sfen" | "json";

/** What a record says of its game. */
export type GameOptions = {
  /** What is remarked before the first move. */
  comment?: string;
  /** How it ended, where possible in the word of KIF. */
  end?: string;
  /** By name: `first` and `second` for the players, `title`, `event`, `site`, `began`, or any name of a form. */
  headers?: Record<string, string>;
  winner?: Winner;
};

/** The pieces in hand. */
export type Hands = {
  /** The first side's. */
  first: Record<string, number>;
  /** The second side's. */
  second: Record<string, number>;
};

/** Something that a record says of its game. */
export type HeaderForm = {
  /** Where possible a name of KIF, such as 先手 for who plays the first side. */
  name: string;
  /** What is said. */
  value: string;
};

/** What each side holds, by the ids of the pieces. */
export type Held = {
  /** The first side. */
  first: Record<string, number>;
  /** The second side. */
  second: Record<string, number>;
};

/** What is true of a stroke. The order is that of the text: manner, purposes, conditions. */
export type Kind = "step" | "jump" | "slide" | "hop" | "hop_behind" | "fly" | "area" | "chain" | "hook" | "castle" | "shot" | "hit" | "pass" | "other" | "move" | "capture" | "destroy" | "en_passant" | "initial" | "regional" | "lame" | "over" | "skip" | "over_friends" | "royal_only" | "not_royal" | "swap" | "cylinder";

/** A line of a search. */
export type Line = {
  /** In plies. */
  depth: number;
  /** In USI, from the position on that was searched. */
  moves: string[];
  /** So many positions were searched until then. */
  nodes: number;
  /** 1 for the best one. */
  rank: number;
  /** What it is worth. */
  score: Score;
  /** So long the search had taken. */
  seconds: number;
};

/** How a variation ends. */
export type LineEndForm = {
  /** What else is said there. */
  closing?: ClosingForm;
  /** Where possible in the word of KIF. */
  word: string;
};

/** A piece on the board. */
export type Man = {
  /** Its id. */
  piece: string;
  /** Whose it is. */
  side: Side;
};

/** One square. */
export type Mark = Offset & {
  /** Manner, purposes and conditions. */
  kinds: Kind[];
  /** The ways by which the piece comes there; any of them will do. None: it comes there directly. */
  ways?: Stop[][];
};

/** Whether a mate can be forced. */
export type Mate = {
  /** `mate`, `no-mate` (by checks alone), or `unknown`: it ran out of nodes or time. */
  answer: string;
  /** The whole line in USI, replies included; null without a mate. */
  moves: string[] | null;
  /** How many positions were looked at. */
  nodes: number;
  /** How long it took. */
  seconds: number;
};

/** The limits of the mate solver. */
export type MateOptions = {
  /** In MiB; 16 where nothing is said. */
  memory?: number;
  /** How many positions are looked at. */
  nodes?: number;
  /** How long it may take. */
  seconds?: number;
  /** Whether a shortest mate is looked for; true where nothing is said. */
  shortest?: boolean;
};

/** A legal move. */
export type Move = {
  /** In algebraic form. */
  algebraic: string;
  /** The squares of all pieces that it removes. */
  captures: string[];
  /** Where it starts; null for a drop and a pass. */
  from: string | null;
  /** Whether it is castling. */
  isCastling: boolean;
  /** Whether a piece is dropped from the hand. */
  isDrop: boolean;
  /** Whether it is a pass. */
  isPass: boolean;
  /** The squares of its legs, from the first to the last. */
  legs: string[];
  /** The id of the piece that moves or is dropped, before it promotes; null for a pass. */
  piece: string | null;
  places: Placed | null;
  /** The id of the piece that it promotes to. */
  promotion: string | null;
  /** Every piece that leaves the board, with what becomes of it. */
  removes: Removed[];
  /** Where it ends; null for a pass alone. */
  to: string | null;
  /** In USI: `find`, `play` and all that take a move read it. */
  usi: string;
};

/** Moves as an argument. */
export type Moves = string | string[];

/** The names of a piece. */
export type Name = {
  /** One kanji. */
  abbreviation?: string;
  /** English. */
  en: string;
  /** Japanese. */
  ja?: string;
  /** What stands on the piece. */
  kanji?: string;
  /** The reading in Latin letters. */
  romaji?: string;
};

/** A move of a tree. */
export type NodeForm = {
  line_end?: LineEndForm;
  /** In any spelling. */
  move: string;
  /** Milliseconds that it took. */
  ms?: number;
  /** The index of the move before it; null for first moves. */
  parent: number | null;
  /** What is remarked. */
  remarks?: Remarks;
};

/** What strokes cannot say, for people to read in their own language. */
export type Note = {
  /** It goes to any square of the board. */
  args: {
  /** What it does there, and when. */
  kinds: Kind[];
};
  key: "anywhere";
} | {
  /** Its flights ([`Kind::Fly`]) pass over pieces of lower rank. */
  args: {
  /** Its own rank. */
  rank: number;
  /** Ids of the pieces that it cannot pass: those of its rank and above. */
  stopped_by: string[];
};
  key: "flies_over";
} | {
  /** It burns: see `burns`. */
  args: {
  /** Whether also what ends its own move there goes. */
  always: boolean;
};
  key: "burns";
} | {
  /** Castling ([`Kind::Castle`]): a partner that has never moved goes to the square that the piece passes last. Nothing may stand between the two. */
  args: {
  /** How many squares the piece goes. */
  distance: number;
  /** How many files from the edge the partner stands: 0 in the corner. */
  from_edge: number;
  /** Ids of the pieces that may be partners. */
  partners: string[];
};
  key: "castles";
} | {
  key: "regional";
} | {
  key: "choosy";
} | {
  key: "confined";
} | {
  key: "other";
};

/** A square as seen from the piece. */
export type Offset = {
  /** To the right. */
  x: number;
  /** Forward. */
  y: number;
};

/** Something that each side has. */
export type PerSide_String = {
  first: string;
  second: string;
};

/** Something that each side has. */
export type PerSide_Vec_String = {
  first: string[];
  second: string[];
};

/** A type of piece. */
export type PieceInfo = {
  /** What it becomes in the captor's hand. */
  demotes_to: string;
  /** How it moves, as a picture in numbers. */
  diagram: Diagram;
  /** Whether it can be held in hand and come on the board from there. */
  droppable: boolean;
  /** Its letter. */
  id: string;
  /** The group that it belongs to. */
  kind?: string;
  /** What it is called. */
  name: Name;
  /** What it may promote to. */
  promotes: string[];
  /** Every square on which a move may end or at which it may shoot, whatever stands on the board: seen from the piece, as in the diagram. */
  reach: Offset[];
  /** Whether it must be defended. */
  royal: boolean;
  /** Whether there is one for both sides, which moves place anew. */
  single?: boolean;
  /** Its movement in XBetza; several texts are a union. */
  text: string[];
  /** What it is worth, in hundredths of a pawn. */
  value: number;
};

/** A piece of the mover's side that is placed as a part of a move. */
export type Placed = {
  /** Where it stood, if it is the only one of its kind and has stood on the board. */
  from?: string;
  /** Whether it comes from the hand. */
  held?: boolean;
  /** What it is. */
  piece: string;
  /** Where it stands afterwards. */
  square: string;
};

/** Where a game begins, and what has been played. */
export type PositionOptions = {
  moves?: Moves;
  /** As SFEN or FEN. */
  position?: string;
  /** Or a named start, such as a handicap. */
  start?: string;
};

/** Why a text is no legal move. */
export type Refusal = {
  /** The same in Japanese; null where there is no such sentence. */
  japanese: string | null;
  /** The word by which the rule goes. */
  key: string;
  /** `unreadable`, `ambiguous` or `illegal`. */
  kind: string;
  /** Legal moves that may be meant. */
  meant: string[];
  /** The rule as a sentence. */
  message: string;
};

/** What is remarked on a move, or on the start. */
export type Remarks = {
  /** A text. */
  comment?: string;
  /** Arrows, and circles where they end where they begin. */
  shapes?: ArrowForm[];
  /** Numeric annotation glyphs of PGN: 1 for `!`, 2 for `?` and so on. */
  signs?: number[];
};

/** A piece that leaves the board. */
export type Removed = {
  /** What becomes of it. */
  fate: Fate;
  /** What the mover's side gets in hand for it. */
  hand?: string;
  /** What it was. */
  piece: string;
  /** Whose it was. */
  side: Side;
  /** Where it stood. */
  square: string;
};

/** How a game has ended. */
export type Result = {
  /** The same as a sentence. */
  reason: string;
  /** As PGN says it. */
  score: string;
  /** The word for it: `checkmate`, `stalemate`, `repetition`, `perpetual-check`, `dead-position` and so on. */
  status: string;
  winner: Side | null;
};

/** What a position is worth for the side to move: in centipawns, or a forced end in so many plies. */
export type Score = {
  /** Null where the end is forced. */
  centipawns: number | null;
  /** Whether it loses by force. */
  loses: boolean;
  /** The side to move wins in so many plies, or loses, below zero; 0 if it has lost already. */
  plies: number | null;
};

/** The limits of a search: the first that is reached ends it. Without any it takes a second. */
export type SearchOptions = {
  /** In plies. */
  depth?: number;
  /** Plays as people do, from 1 to 8. */
  level?: number;
  /** How many of the best lines are told. */
  lines?: number;
  moves?: Moves;
  /** In seconds. */
  movetime?: number;
  /** How many positions are searched. */
  nodes?: number;
  /** Of a level's random choice. */
  seed?: number;
};

/** What a search has found. */
export type SearchResult = {
  /** What to play, in USI; null if there is nothing. */
  best: string | null;
  /** Whether the side to move wins by declaring, without a move. */
  declares: boolean;
  /** In plies. */
  depth: number;
  /** The best lines; as many as were asked for, where there are so many moves. */
  lines: Line[];
  /** How many positions were searched. */
  nodes: number;
  /** What the position is worth. */
  score: Score;
  /** How long it took. */
  seconds: number;
};

/** Starts at which pieces stand on each other's squares. */
export type ShuffleInfo = {
  /** How many there are; they are called by numbers from 0. */
  count: number;
  /** The pieces. */
  pieces: string[];
  /** Their squares. */
  squares: PerSide_Vec_String;
};

/** A side, whatever the game calls it. */
export type Side = "first" | "second";

/** A named start, such as a handicap. */
export type StartInfo = {
  /** The name for programs. */
  id: string;
  /** The name for people. */
  name: string;
  /** The same in Japanese, where the game has one. */
  name_ja?: string;
  /** The position. */
  position: string;
  /** Who moves first. */
  to_move: Side;
};

/** One square on the way, and what must be there. */
export type Stop = Offset & {
  /** What must be found there, and what becomes of it. */
  is: Content;
};

/** How the second side's camp follows from the first's. */
export type Symmetry = "rotate" | "mirror";

/** A term of an evaluation, in centipawns. */
export type Term = {
  /** For the first side. */
  first: number;
  /** What it is called. */
  name: string;
  /** For the second side. */
  second: number;
};

/** A tree of variations, and where it begins. */
export type TreeForm = {
  /** What else is said there. */
  closing?: ClosingForm;
  /** How the game ended, in the word of KIF. */
  end?: string;
  /** What else is said of it, as a record says it. */
  headers?: HeaderForm[];
  /** The moves, each after the one that it follows. Of those that follow the same move, the first is the main line. */
  nodes?: NodeForm[];
  /** Or a position, as SFEN or FEN. */
  position?: string;
  /** What is remarked before the first move. */
  root?: Remarks;
  /** A named start, such as a handicap. */
  start?: string;
  /** What it is called. */
  title?: string;
  winner?: Winner;
};

/** A second line, begun on any square of a first one. */
export type Turn = {
  /** One step to the right. */
  dx: number;
  /** One step forward. */
  dy: number;
  /** The last square that counts; none where only the board ends it. */
  to: number | null;
};

/** A game: its board, its pieces, its starts. */
export type VariantInfo = {
  /** Other names. */
  aliases: string[];
  /** The inventor. */
  author?: string;
  /** The board. */
  board: BoardInfo;
  /** The same as a board. */
  board_at_start: Board;
  /** Whether captured pieces go to the captor's hand. */
  captures_to_hand: boolean;
  /** Whether an impasse may be declared. */
  declaration: boolean;
  /** Whether pieces in hand may be dropped. */
  drops: boolean;
  /** The name for programs. */
  id: string;
  /** The name for people. */
  name: string;
  /** The same in Japanese, where the game has one. */
  name_ja?: string;
  /** Whether a side may pass at some time, though it need not. */
  passing?: boolean;
  /** The pieces. */
  pieces: PieceInfo[];
  /** The usual start. */
  position: string;
  /** The forms of files that can tell of its games. */
  records: Format[];
  shuffle?: ShuffleInfo;
  /** What the sides are called. */
  sides: PerSide_String;
  sides_ja?: PerSide_String;
  /** The named starts besides the usual one. */
  starts: StartInfo[];
  symmetry?: Symmetry;
  /** Where pieces promote, win and may be dropped, where that is not everywhere. */
  zones: Zone[];
};

/** Who has won. */
export type Winner = "first" | "second" | "draw";

/** Squares that mean something for a side. */
export type Zone = {
  /** What they are for. */
  kind: ZoneKind;
  /** For whom. */
  side: Side;
  /** Which squares. */
  squares: string[];
};

/** What a zone is for. */
export type ZoneKind = "promotion" | "goal" | "drop";
