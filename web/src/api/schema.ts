/** Made from openapi.json by `KOMADAI_BLESS=1 npm test`; not to be edited. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description Anything but a move. The braces let unknown keys be refused, which serde does not do for variants
     *     without fields.
     */
    Action:
      | {
          /** @enum {string} */
          type: 'resign';
        }
      | {
          /** @enum {string} */
          type: 'offer_draw';
        }
      | {
          /** @enum {string} */
          type: 'accept_draw';
        }
      | {
          /** @enum {string} */
          type: 'decline_draw';
        }
      | {
          /** @enum {string} */
          type: 'takeback';
        }
      | {
          /** @enum {string} */
          type: 'decline_takeback';
        }
      | {
          /** @description By which rule. */
          claim: components['schemas']['Claim'];
          /** @enum {string} */
          type: 'claim';
        }
      | {
          /** @enum {string} */
          type: 'declare';
        }
      | {
          /** @enum {string} */
          type: 'abort';
        }
      | {
          /** @enum {string} */
          type: 'rematch';
        };
    /** @description Something else than a move. */
    ActionRequest: {
      /** @description What. */
      action: components['schemas']['Action'];
      /** @description The token of the seat. */
      seat?: string;
    };
    /** @description Some analyses. */
    Analyses: {
      /** @description Each in short. */
      analyses: components['schemas']['ShortAnalysisView'][];
    };
    /** @description An analysis as it is shown. */
    AnalysisView: {
      /** @description ISO 8601. */
      changed: string;
      /** @description Its name. */
      id: string;
      /** @description Whether the token is that of its owner. */
      mine: boolean;
      /** @description The tree. */
      tree: components['schemas']['TreeView'];
      /**
       * Format: int64
       * @description Grows by one with every change.
       */
      version: number;
    };
    /** @description What whoever analyses says. */
    AnalystRequest:
      | {
          /**
           * Format: int64
           * @description Comes back with what is found.
           */
          id: number;
          /** @description Where. */
          line?: components['schemas']['MoveLine'];
          /** @description How many lines, 1 to 5. */
          lines: number;
          /** @description By which rules. */
          rules: components['schemas']['RulesWish'];
          /** @description Whether to look for what the other side would do if it were its turn. */
          threat?: boolean;
          /** @enum {string} */
          type: 'analyse';
        }
      | {
          /**
           * Format: int64
           * @description Comes back with the answer.
           */
          id: number;
          /** @description Where. */
          line?: components['schemas']['MoveLine'];
          /** @description By which rules. */
          rules: components['schemas']['RulesWish'];
          /** @enum {string} */
          type: 'mate';
        }
      | {
          /** @enum {string} */
          type: 'stop';
        }
      | {
          /** @enum {string} */
          type: 'ping';
        };
    /** @description What is wrong. */
    ApiError: {
      /** @description A word for programs. */
      code: string;
      /** @description The part of the request that it is about. */
      field?: string;
      /** @description A sentence for people. */
      message: string;
      /** @description Why a move was not played: the rule that it breaks, or what is wrong with its text. */
      reason?: string;
      /** @description The same in Japanese. */
      reason_ja?: string;
    };
    /** @description An arrow on the board, or a circle where it ends where it begins. */
    ArrowForm: {
      /** @description A square. */
      from: string;
      /** @description A square. */
      to: string;
    };
    /** @description A position as a board shows it. */
    Board: {
      /** @description Vanishing squares that no longer exist. */
      gone: string[];
      /** @description What the sides hold. */
      hands: components['schemas']['Hands'];
      /** @description The pieces on the board, square by square. */
      pieces: components['schemas']['BoardPiece'][];
    };
    /** @description A board. */
    BoardInfo: {
      /** @description How squares are written for people. */
      coordinates: components['schemas']['Coordinates'];
      /**
       * Format: int32
       * @description Number of files.
       */
      files: number;
      /**
       * Format: int32
       * @description What the first side's back rank is called.
       */
      first_rank: number;
      /** @description Squares that never exist. */
      holes: string[];
      /**
       * Format: int32
       * @description Number of ranks.
       */
      ranks: number;
      /** @description Squares that exist while occupied. */
      vanishing: string[];
    };
    /** @description A piece on the board. */
    BoardPiece: {
      /** @description What. */
      piece: string;
      /** @description Whose. */
      side: components['schemas']['Side'];
      /** @description Where. */
      square: string;
    };
    /** @description What everybody sees alike. */
    Body: {
      /** @description What stands on the board and lies in hand. */
      board: components['schemas']['Board'];
      /** @description Where royals stand in check. */
      checked: string[];
      /** @description Who attacks them. */
      checks: components['schemas']['Check'][];
      checks_given?: components['schemas']['ChecksGiven'];
      counted?: components['schemas']['CountedMoves'];
      /** @description ISO 8601. */
      created: string;
      declaration?: components['schemas']['DeclarationView'];
      end?: components['schemas']['End'];
      /** @description The same in the word of KIF, as records say it. */
      end_word?: string;
      /** @description Its name. */
      id: string;
      /** @description Whether the side to move is in check. */
      in_check: boolean;
      /** @description Where it began. */
      initial_position: string;
      /** @description Whether the side to move may pass, though it need not. */
      may_pass?: boolean;
      /** @description Whether the side to move must pass. */
      must_pass: boolean;
      /** @description What is offered. */
      offers: components['schemas']['OffersView'];
      /** @description Why the last move was a forced pass. */
      pass_reason?: string;
      /** @description The same in Japanese. */
      pass_reason_ja?: string;
      /** @description Who plays. */
      players: components['schemas']['SeatsView'];
      /** @description How many moves were played. */
      ply: number;
      /** @description The position, as SFEN or FEN. */
      position: string;
      /** @description Where the players play once more. */
      rematch?: string;
      /** @description By the moves alone. */
      result: components['schemas']['Verdict'];
      /**
       * Format: int64
       * @description Grows with everything that happens.
       */
      seq: number;
      /** @description Changes to the rules of the variant: the path of each key, and its value as text. */
      set?: {
        [key: string]: string;
      };
      /** @description Whose turn it is. */
      side: components['schemas']['Side'];
      /** @description The named start, or empty for the usual one. */
      start: string;
      /** @description Whether an illegal move costs what the rules say. */
      strict: boolean;
      /** @description Whether the engine is looking for a move. */
      thinking: boolean;
      /** @description How many moves are legal besides those that are listed. */
      unlisted?: number;
      /** @description The id of the variant. */
      variant: string;
    };
    /** @description A piece that goes from one square to another. */
    Carried: {
      /** @description Where it stood. */
      from: string;
      /** @description Where it stands afterwards. */
      to: string;
    };
    /** @description The next version of an analysis. */
    ChangeRequest: {
      /** @description The token of its owner. */
      token: string;
      /** @description The tree. */
      tree: components['schemas']['TreeForm'];
      /**
       * Format: int64
       * @description The version that was changed.
       */
      version: number;
    };
    /** @description An attack on a royal of the side to move. */
    Check: {
      /** @description Where the attacker stands. */
      from: string;
      /** @description Where the royal stands. */
      to: string;
    };
    /** @description How many checks each side has given, where they are counted. */
    ChecksGiven: {
      /**
       * Format: int32
       * @description The first side.
       */
      first: number;
      /**
       * Format: int32
       * @description So many of one side end the game.
       */
      of: number;
      /**
       * Format: int32
       * @description The second side.
       */
      second: number;
    };
    /**
     * @description Whom chance has chosen.
     * @enum {string}
     */
    Chosen: 'creator' | 'opponent';
    /**
     * @description A draw that the side to move may claim.
     * @enum {string}
     */
    Claim: 'repetition' | 'move-limit';
    /** @description The clocks as they stand. */
    ClockView: {
      /** @description How much time the players have. */
      control: components['schemas']['Control'];
      /** @description What the first side has left. */
      first: components['schemas']['Left'];
      /**
       * Format: int64
       * @description The server's clock when this was written.
       */
      now_ms: number;
      running: components['schemas']['Side'] | null;
      /** @description What the second side has left. */
      second: components['schemas']['Left'];
    };
    /** @description What a record says where a line ends, besides how. */
    ClosingForm: {
      /**
       * @description What is remarked after it.
       * @default
       */
      comment: string;
      /**
       * Format: int64
       * @description Milliseconds that the last decision took.
       * @default null
       */
      ms: number;
    };
    /**
     * @description What a piece finds on its way.
     * @enum {string}
     */
    Content: 'empty' | 'taken' | 'destroyed' | 'piece';
    /** @description How much time the players have. */
    Control: {
      /**
       * Format: int64
       * @description The length of a period that begins anew with each move, once the main time is used up.
       */
      byoyomi_ms?: number;
      /**
       * Format: int64
       * @description Added after each move (Fischer).
       */
      increment_ms?: number;
      /**
       * Format: int64
       * @description The main time.
       */
      main_ms: number;
      /**
       * Format: int32
       * @description How many such periods there are; one if there are any.
       */
      periods?: number;
    };
    /**
     * @description How squares are written for people.
     * @enum {string}
     */
    Coordinates: 'algebraic' | 'shogi';
    /** @description How far a side has counted its moves. */
    CountedForm: {
      /**
       * Format: int32
       * @description To which limit of it, from 0.
       */
      limit: number;
      /**
       * Format: int32
       * @description Two for each number; even while the side that counts is to move.
       */
      plies: number;
      /**
       * Format: int32
       * @description By which rule of the file, from 0.
       */
      rule: number;
    };
    /** @description How far a side has counted its moves, where the game is drawn by that. */
    CountedMoves: {
      /**
       * Format: int32
       * @description The number of its last move.
       */
      moves: number;
      /**
       * Format: int32
       * @description With the move after this number the game is a draw.
       */
      of: number;
      /** @description Who counts. */
      side: components['schemas']['Side'];
    };
    /** @description A game that was set up. */
    Created: {
      /** @description Whoever knows it may look on. */
      id: string;
      /** @description What each side shows to move. They are told only once. */
      seats: components['schemas']['PerSide_String'];
      toss?: components['schemas']['Toss'];
      /** @description Where whoever asked sits. */
      you: components['schemas']['Seat'];
    };
    /** @description Squares one after another, each of which must exist and be empty for the piece to go on. */
    Curve: {
      /**
       * Format: int32
       * @description The first square that counts, from 1.
       */
      from: number;
      /** @description Manner, purposes and conditions. */
      kinds: components['schemas']['Kind'][];
      /** @description The squares in order. A circle ends on (0, 0). */
      squares: components['schemas']['Offset'][];
    };
    /** @description What a declaration would bring now, by each rule. */
    Declaration: {
      /** @description By the 24-point rule. */
      24: components['schemas']['Declared'];
      /** @description By the 27-point rule, which knows no draw. */
      27: components['schemas']['Declared'];
    };
    /** @description What a declaration would bring, and what is counted for it. */
    DeclarationView: components['schemas']['Declaration'] & {
      /**
       * Format: int32
       * @description Pieces in the zone.
       */
      pieces: number;
      /**
       * Format: int32
       * @description Points in the zone and in hand.
       */
      points: number;
      /** @description The rule of this game. */
      rule: components['schemas']['PointsRule'];
    };
    /**
     * @description The result of a declaration.
     * @enum {string}
     */
    Declared: 'win' | 'draw' | 'none';
    /**
     * @description The texts of a variant: the file and those that it extends. A game goes on by the rules that it
     *     began with, also when the file changes.
     */
    Definition: {
      /** @description The name of the file. */
      name: string;
      /** @description The files that it extends, by the names that they are extended by. */
      parents?: {
        [key: string]: string;
      };
      /** @description Its text. */
      text: string;
    };
    /** @description Everything that a piece can do. */
    Diagram: {
      /** @description Enemies on these squares, seen from where the piece ends its move, are burned. */
      burns: components['schemas']['Offset'][];
      /** @description Squares in a bent line. */
      curves?: components['schemas']['Curve'][];
      /** @description Squares in a line. */
      lines: components['schemas']['Line'][];
      /** @description Single squares, from the piece's left back to its right front. */
      marks: components['schemas']['Mark'][];
      /** @description What else there is to say. */
      notes: components['schemas']['Note'][];
      /**
       * Format: int32
       * @description How far from the piece the diagram must show squares, in each direction, so that every mark
       *     and every line that ends is seen; 1 at least.
       */
      radius: number;
      /** @description Whether something goes on as far as the board does. */
      unlimited: boolean;
    };
    /** @description A movement as shapes, for front ends that draw by themselves. */
    Drawing: {
      /**
       * Format: int32
       * @description The squares shown in each direction, at most 5.
       */
      radius: number;
      /** @description The shapes, the lowest first. */
      shapes: components['schemas']['Shape'][];
      small?: components['schemas']['Drawing'];
    };
    /** @description A game with everything that is drawn of it. */
    DrawnVariant: components['schemas']['VariantInfo'] & {
      /** @description The movement of each piece, by its letter. */
      drawings: {
        [key: string]: components['schemas']['Drawing'];
      };
      /** @description The signs in them, common ones first. */
      legend: components['schemas']['LegendEntry'][];
    };
    /**
     * @description What a move does besides taking its piece to another square. Most moves do nothing more, and then
     *     nothing is written.
     */
    Effect: {
      /** @description Where its legs end, but for the last one, if there are more than two legs. */
      middles?: string[];
      partner?: components['schemas']['Carried'];
      /** @description Pieces put elsewhere, such as one that changes places with the mover. */
      relocates?: components['schemas']['Carried'][];
      /** @description Every piece that leaves the board, a mover that burns or explodes included. */
      removes?: components['schemas']['Removed'][];
      /** @description Squares that stop existing. */
      vanishes?: string[];
    };
    /** @description How a game has ended, by the rules or by the players. */
    End: {
      /** @description Which move was illegal, from 1, where one has cost the game. */
      illegal_at?: number;
      /** @description The same as a sentence. */
      reason: string;
      /** @description The same in Japanese, where it is a rule that a move has broken. */
      reason_ja?: string;
      /** @description A status of the rules, or `resignation`, `agreement`, `time`, `declaration`, `aborted`, `record`. */
      status: string;
      winner: components['schemas']['Winner'] | null;
    };
    /** @description The same as it is sent. */
    ErrorBody: {
      /** @description All that is told in words. */
      error: components['schemas']['ApiError'];
    };
    /** @description A move that is perhaps not legal. */
    ExplainRequest: {
      /** @description Or the square where it starts... */
      from?: string;
      /** @description In any spelling. */
      move?: string;
      /** @description ... and the one where it ends. */
      to?: string;
    };
    /** @description Why a move is not legal. */
    Explanation: {
      /** @description The rule in words; null if the move is legal. */
      reason: string | null;
      /** @description The same in Japanese. */
      reason_ja?: string;
    };
    /**
     * @description What becomes of a piece that leaves the board.
     * @enum {string}
     */
    Fate: 'captured' | 'shot' | 'en-passant' | 'burned' | 'exploded' | 'destroyed';
    /** @description A move that has cost something. */
    Fault: {
      /** @description What would have been better. */
      better: components['schemas']['LineMove'];
      /**
       * Format: double
       * @description By how much it has made it less likely that its side wins, from 0 to 1.
       */
      loss: number;
      mark: components['schemas']['Severity'];
      /** @description Which move, from 1. */
      ply: number;
      side: components['schemas']['Side'];
      why: components['schemas']['Why'];
    };
    /** @description How large a board looks: the squares that are always there, and how many more come and go. */
    Field: {
      files: number;
      ranks: number;
      /** @description Squares that exist while occupied. */
      vanishing: number;
    };
    /** @description A variant file that cannot be played. */
    FileError: {
      /** @description The name of the file. */
      file: string;
      /** @description What is wrong with it, line by line. */
      text: string;
    };
    /** @description What was found after so many moves of a game. */
    Finding: {
      /**
       * Format: double
       * @description How likely the first side is to win, from 0 to 1, half of a draw counted in.
       */
      chance: number;
      /**
       * Format: int32
       * @description How deep it was searched, in plies.
       */
      depth: number;
      /** @description ... and what the answer takes. */
      gives?: components['schemas']['Removed'][];
      /** @description The best line. */
      line: components['schemas']['LineMove'][];
      /**
       * Format: int64
       * @description Milliseconds of the review that has found it: what a quicker one has found stands until then.
       */
      ms: number;
      /** @description For the first side. */
      score: components['schemas']['ScoreView'];
      /** @description What its first move takes... */
      takes?: components['schemas']['Removed'][];
    };
    /**
     * @description The form of a file of games.
     * @enum {string}
     */
    Format: 'kif' | 'ki2' | 'csa' | 'jkf' | 'pgn' | 'usi' | 'sfen' | 'json';
    /** @description What a search has found so far. */
    Found: {
      /**
       * Format: int32
       * @description Plies that all lines were searched.
       */
      depth: number;
      /** @description Whether nothing more is looked for. */
      done: boolean;
      /** @description The best first. */
      lines: components['schemas']['FoundLine'][];
      /**
       * Format: int64
       * @description How long it has been searched.
       */
      ms: number;
      /**
       * Format: int64
       * @description Positions that were looked at.
       */
      nodes: number;
      /**
       * Format: int32
       * @description Plies of the longest line that was searched.
       */
      selective_depth: number;
    };
    /** @description A line of moves that was found. */
    FoundLine: {
      /**
       * Format: double
       * @description How likely the side to move is to win, from 0 to 1, half of a draw counted in.
       */
      chance: number;
      /** @description Its moves. */
      moves: components['schemas']['LineMove'][];
      /** @description How good it is for the side to move. */
      score: components['schemas']['ScoreView'];
    };
    /** @description Some games. */
    Games: {
      /** @description Each in short. */
      games: components['schemas']['ShortState'][];
    };
    /**
     * @description Whose hand has made a move.
     * @enum {string}
     */
    Hand: 'human' | 'engine' | 'forced' | 'recorded';
    /** @description The pieces in hand. */
    Hands: {
      /** @description The first side's. */
      first: {
        [key: string]: number;
      };
      /** @description The second side's. */
      second: {
        [key: string]: number;
      };
    };
    /** @description Something that a record says of its game. */
    HeaderForm: {
      /** @description Where possible a name of KIF, such as 先手 for who plays the first side. */
      name: string;
      /** @description What is said. */
      value: string;
    };
    /** @description Whether somebody answers. */
    Health: {
      status: string;
      version: string;
    };
    /** @description A move that the engine would play. */
    Hint: {
      /** @description In USI. */
      move: string;
      /** @description As the game's people write it. */
      text: string;
      /** @description In each notation. */
      texts: components['schemas']['Texts'];
    };
    /**
     * @description The rule of declarations.
     * @enum {string}
     */
    Impasse: '27' | '24' | 'off';
    /** @description A game that was played elsewhere. */
    ImportRequest: {
      /** @description By which rules. */
      rules: components['schemas']['RulesWish'];
      /** @description Its main line is the game. */
      tree: components['schemas']['TreeForm'];
    };
    /** @description A game that is kept. */
    Imported: {
      /** @description Whoever knows it may look on. */
      id: string;
    };
    /** @description An analysis that is to be kept. */
    KeepRequest: {
      /** @description By which rules. */
      rules: components['schemas']['RulesWish'];
      /** @description A token of one's own, by which its owner is known: 128 bits of chance in base64url, 22 characters. */
      token: string;
      /** @description The tree. */
      tree: components['schemas']['TreeForm'];
    };
    /** @description An analysis that was kept. */
    Kept: {
      /** @description Whoever knows it may look on. */
      id: string;
      /**
       * Format: int64
       * @description Grows by one with every change.
       */
      version: number;
    };
    /**
     * @description What is true of a stroke. The order is that of the text: manner, purposes, conditions.
     * @enum {string}
     */
    Kind:
      | 'step'
      | 'jump'
      | 'slide'
      | 'hop'
      | 'hop_behind'
      | 'fly'
      | 'area'
      | 'chain'
      | 'hook'
      | 'castle'
      | 'shot'
      | 'hit'
      | 'pass'
      | 'other'
      | 'move'
      | 'capture'
      | 'destroy'
      | 'en_passant'
      | 'initial'
      | 'regional'
      | 'lame'
      | 'over'
      | 'skip'
      | 'over_friends'
      | 'royal_only'
      | 'not_royal'
      | 'swap'
      | 'cylinder';
    /** @description What a side has left. */
    Left: {
      /** @description Whether the main time is used up. */
      in_byoyomi: boolean;
      /**
       * Format: int64
       * @description Of the main time, or of the period that runs.
       */
      ms: number;
      /**
       * Format: int32
       * @description Periods, the one that runs included.
       */
      periods: number;
    };
    /** @description A legal move of a piece as a board needs it. */
    Legal: components['schemas']['MoveForm'] &
      components['schemas']['Effect'] & {
        /** @description The same move by other pieces: whoever else could shoot the one victim, or pass in place. */
        also?: components['schemas']['OtherWay'][];
        /** @description What it promotes to. */
        becomes?: string;
        /** @description What moves. */
        piece: string;
      };
    /** @description A sign by itself. */
    LegendEntry: {
      /** @description How it is drawn, within a square and a half around 0 0. */
      shapes: components['schemas']['Shape'][];
      /** @description What it stands for. */
      sign: components['schemas']['Sign'];
    };
    /** @description What there is to learn of a piece. */
    Lesson: {
      /** @description In English. */
      en: components['schemas']['LessonLine'][];
      /** @description In Japanese. */
      ja: components['schemas']['LessonLine'][];
    };
    /** @description One thing that a piece can do. */
    LessonLine: {
      sign?: components['schemas']['Sign'];
      /** @description How it is told, with the squares. */
      words: string;
    };
    /**
     * @description Squares in a straight line. The piece ends on the `from`-th to the `to`-th of them, and all
     *     squares before must exist and be empty, unless the kinds say otherwise.
     */
    Line: components['schemas']['Offset'] & {
      /**
       * Format: int32
       * @description One step to the right.
       */
      dx: number;
      /**
       * Format: int32
       * @description One step forward.
       */
      dy: number;
      /**
       * Format: int32
       * @description The first square that counts.
       */
      from: number;
      /** @description Manner, purposes and conditions. */
      kinds: components['schemas']['Kind'][];
      /** @description For [`Kind::Hop`] and [`Kind::HopBehind`]: over how many pieces, at least and at most. */
      over?: [number, number];
      /** @description What the piece visits before it comes to `start`. */
      stops?: components['schemas']['Stop'][];
      /**
       * Format: int32
       * @description The last one; none where only the board ends it.
       */
      to: number | null;
      /** @description For [`Kind::Hook`]: where it may go on from every square of the line. */
      turns?: components['schemas']['Turn'][];
    };
    /** @description How a variation ends. */
    LineEndForm: {
      /** @description What else is said there. */
      closing?: components['schemas']['ClosingForm'];
      /** @description Where possible in the word of KIF. */
      word: string;
    };
    /** @description A move of a line. */
    LineMove: {
      /** @description The piece that is dropped. */
      drop?: string;
      /** @description Where it begins; null for drops and passes. */
      from: string | null;
      /** @description Where its legs end before that. */
      middles?: string[];
      places?: components['schemas']['Placed'];
      /** @description Who makes it. */
      side: components['schemas']['Side'];
      /** @description As people write it. */
      texts: components['schemas']['Texts'];
      /** @description Where it ends; null for passes. */
      to: string | null;
      /** @description In USI. */
      usi: string;
    };
    /** @description What comes from a reader. */
    LiveRequest:
      | {
          /**
           * Format: int64
           * @description Comes back with the answer.
           */
          id: number;
          /** @description The move. */
          move: string;
          /** @enum {string} */
          type: 'move';
        }
      | {
          /** @description What. */
          action: components['schemas']['Action'];
          /**
           * Format: int64
           * @description Comes back with the answer.
           */
          id: number;
          /** @enum {string} */
          type: 'action';
        }
      | {
          /** @enum {string} */
          type: 'ping';
        };
    /** @description One square. */
    Mark: components['schemas']['Offset'] & {
      /** @description Manner, purposes and conditions. */
      kinds: components['schemas']['Kind'][];
      /** @description The ways by which the piece comes there; any of them will do. None: it comes there directly. */
      ways?: components['schemas']['Stop'][][];
    };
    /** @description Whether a mate was found. */
    MateFound:
      | {
          /** @enum {string} */
          kind: 'mate';
          /** @description These moves mate, with the longest replies. */
          moves: components['schemas']['LineMove'][];
        }
      | {
          /** @enum {string} */
          kind: 'none';
        }
      | {
          /** @enum {string} */
          kind: 'unknown';
        };
    /** @description What all forms of a move have in common. */
    MoveForm: {
      /** @description In algebraic form. */
      algebraic: string;
      /** @description The square of every piece that is removed. */
      captures: string[];
      /** @description The piece that is dropped. */
      drop?: string;
      /** @description Where it starts; null for a drop and a pass. */
      from: string | null;
      places?: components['schemas']['Placed'];
      /** @description Whether it promotes, and to what where there is a choice. */
      promotes: components['schemas']['Promotes'];
      /** @description Where it ends; null for a pass only. */
      to: string | null;
      /** @description In USI. */
      usi: string;
      /** @description The middle square, or the victim of a shot. */
      via?: string;
    };
    /** @description Where a line begins, and its moves. */
    MoveLine: {
      /**
       * @description In any spelling. Forced passes may be left out.
       * @default []
       */
      moves: string[];
      /**
       * @description Or a position, as SFEN or FEN.
       * @default null
       */
      position: string;
      /**
       * @description A named start, such as a handicap.
       * @default null
       */
      start: string;
    };
    /** @description A move. */
    MoveRequest: {
      /** @description In any spelling: USI or algebraic. */
      move: string;
      /** @description The token of the seat. */
      seat?: string;
    };
    /** @description The names of a piece. */
    Name: {
      /** @description One kanji. */
      abbreviation?: string;
      /** @description English. */
      en: string;
      /** @description Japanese. */
      ja?: string;
      /** @description What stands on the piece. */
      kanji?: string;
      /** @description The reading in Latin letters. */
      romaji?: string;
    };
    /** @description The game that somebody wants to begin. */
    NewGameRequest: {
      clock?: components['schemas']['Control'];
      impasse?: components['schemas']['Impasse'];
      /**
       * @description A game of the variant whose rules are taken over, as they were when it began; `set` changes them
       *     further.
       */
      like?: string;
      /**
       * @description Moves that were played before, in any spelling, in which forced passes may be left out. The clocks do
       *     not count them.
       */
      moves?: string[];
      /** @description What whoever asks is called; on one line, of 40 letters at most. */
      name?: string;
      opponent?: components['schemas']['Opponent'];
      players?: components['schemas']['Seats'];
      /** @description Or a position, as SFEN or FEN. */
      position?: string;
      /** @description Changes to the rules, as `--set` takes them: the path of a key, and its value as text. */
      set?: {
        [key: string]: string;
      };
      side?: components['schemas']['SideChoice'];
      /**
       * @description A named start, such as a handicap; where starts are shuffled, the number of one, or `random`. A game
       *     with shuffled starts draws one where nothing else is said.
       */
      start?: string;
      /** @description Whether an illegal move costs what the rules say. */
      strict?: boolean;
      /** @description The id of the variant. */
      variant: string;
    };
    /** @description A move of a tree. */
    NodeForm: {
      line_end?: components['schemas']['LineEndForm'];
      /** @description In any spelling. */
      move: string;
      /**
       * Format: int64
       * @description Milliseconds that it took.
       */
      ms?: number;
      /** @description The index of the move before it; null for first moves. */
      parent: number | null;
      /** @description What is remarked. */
      remarks?: components['schemas']['Remarks'];
    };
    /** @description A move of a tree as it is shown. */
    NodeView: {
      /** @description Whether it burns something. */
      burned?: boolean;
      line_end?: components['schemas']['LineEndForm'];
      /**
       * Format: int64
       * @description Milliseconds that it took.
       */
      ms?: number;
      /** @description The index of the move before it; null for first moves. */
      parent: number | null;
      /** @description Whether it is a forced pass. */
      pass?: boolean;
      /** @description What is remarked of it. */
      remarks?: components['schemas']['Remarks'];
      /** @description Who makes it. */
      side: components['schemas']['Side'];
      /** @description As people write it. */
      texts: components['schemas']['Texts'];
      /** @description In USI. */
      usi: string;
    };
    /** @description What strokes cannot say, for people to read in their own language. */
    Note:
      | {
          /** @description It goes to any square of the board. */
          args: {
            /** @description What it does there, and when. */
            kinds: components['schemas']['Kind'][];
          };
          /** @enum {string} */
          key: 'anywhere';
        }
      | {
          /** @description Its flights ([`Kind::Fly`]) pass over pieces of lower rank. */
          args: {
            /**
             * Format: int32
             * @description Its own rank.
             */
            rank: number;
            /** @description Ids of the pieces that it cannot pass: those of its rank and above. */
            stopped_by: string[];
          };
          /** @enum {string} */
          key: 'flies_over';
        }
      | {
          /** @description It burns: see `burns`. */
          args: {
            /** @description Whether also what ends its own move there goes. */
            always: boolean;
          };
          /** @enum {string} */
          key: 'burns';
        }
      | {
          /**
           * @description Castling ([`Kind::Castle`]): a partner that has never moved goes to the square that the piece
           *     passes last. Nothing may stand between the two.
           */
          args: {
            /**
             * Format: int32
             * @description How many squares the piece goes.
             */
            distance: number;
            /**
             * Format: int32
             * @description How many files from the edge the partner stands: 0 in the corner.
             */
            from_edge: number;
            /** @description Ids of the pieces that may be partners. */
            partners: string[];
          };
          /** @enum {string} */
          key: 'castles';
        }
      | {
          /** @enum {string} */
          key: 'regional';
        }
      | {
          /** @enum {string} */
          key: 'choosy';
        }
      | {
          /** @enum {string} */
          key: 'confined';
        }
      | {
          /** @enum {string} */
          key: 'other';
        };
    /** @description Who has offered what. */
    OffersView: {
      draw: components['schemas']['Side'] | null;
      rematch: components['schemas']['Side'] | null;
      takeback: components['schemas']['Side'] | null;
    };
    /** @description A square as seen from the piece. */
    Offset: {
      /**
       * Format: int32
       * @description To the right.
       */
      x: number;
      /**
       * Format: int32
       * @description Forward.
       */
      y: number;
    };
    /** @description A move that was played from a position, and how the games went. */
    OpeningMove: components['schemas']['LineMove'] & {
      /** @description ... and nobody. What is left was called off. */
      drawn: number;
      /** @description How many of them the first side has won... */
      first: number;
      games: number;
      /** @description ... and the second. */
      second: number;
    };
    /** @description A position, and the games in which it is looked for. */
    OpeningsRequest: {
      /** @description Their ids, at most 100; those that go on are left out. */
      games: string[];
      line?: components['schemas']['MoveLine'];
      /** @description By which rules. */
      rules: components['schemas']['RulesWish'];
    };
    /** @description What was played from a position. */
    OpeningsView: {
      /** @description How many games have come there. */
      games: number;
      /** @description The most played first. */
      moves: components['schemas']['OpeningMove'][];
    };
    /** @description Who sits opposite. */
    Opponent:
      | {
          /** @description The engine. */
          engine: {
            /**
             * Format: int32
             * @description Like a person of this strength, 1 to 8.
             */
            level: number;
          };
        }
      | 'local'
      | 'link';
    /** @description A legal move said of another piece than the one that is shown. */
    OtherWay: {
      /** @description Where it starts. */
      from: string;
      /** @description Where it ends. */
      to: string;
      /** @description In USI. */
      usi: string;
      /** @description The middle square, or the victim of a shot. */
      via?: string;
    };
    /**
     * @description How a shape is painted.
     * @enum {string}
     */
    Paint: 'fill' | 'line';
    /** @description Something that each side has. */
    PerSide_String: {
      first: string;
      second: string;
    };
    /** @description Something that each side has. */
    PerSide_Vec_String: {
      first: string[];
      second: string[];
    };
    /** @description Something that each side has. */
    PerSide_u8: {
      /** Format: int32 */
      first: number;
      /** Format: int32 */
      second: number;
    };
    /** @description A type of piece. */
    PieceInfo: {
      /** @description What it becomes in the captor's hand. */
      demotes_to: string;
      /** @description How it moves, as a picture in numbers. */
      diagram: components['schemas']['Diagram'];
      /** @description Whether it can be held in hand and come on the board from there. */
      droppable: boolean;
      /** @description Its letter. */
      id: string;
      /** @description The group that it belongs to. */
      kind?: string;
      /** @description What it is called. */
      name: components['schemas']['Name'];
      /** @description What it may promote to. */
      promotes: string[];
      /**
       * @description Every square on which a move may end or at which it may shoot, whatever stands on the board:
       *     seen from the piece, as in the diagram.
       */
      reach: components['schemas']['Offset'][];
      /** @description Whether it must be defended. */
      royal: boolean;
      /** @description Whether there is one for both sides, which moves place anew. */
      single?: boolean;
      /** @description Its movement in XBetza; several texts are a union. */
      text: string[];
      /**
       * Format: int32
       * @description What it is worth, in hundredths of a pawn.
       */
      value: number;
    };
    /** @description A piece of the mover's side that is placed as a part of a move. */
    Placed: {
      /** @description Where it stood, if it is the only one of its kind and has stood on the board. */
      from?: string;
      /** @description Whether it comes from the hand. */
      held?: boolean;
      /** @description What it is. */
      piece: string;
      /** @description Where it stands afterwards. */
      square: string;
    };
    /** @description A move that was played. */
    Played: components['schemas']['MoveForm'] &
      components['schemas']['Effect'] & {
        /** @description What it promoted to. */
        becomes?: string;
        /** @description Whose hand it was. */
        by: components['schemas']['Hand'];
        /**
         * Format: int64
         * @description The time that it took.
         */
        ms: number;
        /** @description Whether it is a forced pass. */
        pass?: boolean;
        /** @description Why it was forced. */
        pass_reason?: string;
        /** @description The same in Japanese. */
        pass_reason_ja?: string;
        /** @description What moved; null for a pass. */
        piece: string | null;
        /** @description Its number, from 1. */
        ply: number;
        /** @description The position after it. */
        position: string;
        /** @description Who has made it. */
        side: components['schemas']['Side'];
        /** @description As people write it. */
        texts: components['schemas']['Texts'];
      };
    /** @description Who plays a side. */
    Player:
      | 'human'
      | {
          /** @description The engine. */
          engine: {
            /**
             * Format: int32
             * @description Like a person of this strength, 1 to 8.
             */
            level: number;
          };
        };
    /**
     * @description A person or a program.
     * @enum {string}
     */
    PlayerKind: 'human' | 'engine';
    /**
     * @description By which points a declaration is judged.
     * @enum {string}
     */
    PointsRule: '27' | '24';
    /** @description A line of some game. */
    PositionRequest: {
      /** @description How many of the first moves are known: nothing is told of them. */
      known?: number;
      line?: components['schemas']['MoveLine'];
      /** @description By which rules. */
      rules: components['schemas']['RulesWish'];
    };
    /** @description A position, and the moves that lead there. */
    PositionView: {
      /** @description What stands on the board and lies in hand. */
      board: components['schemas']['Board'];
      /** @description Where royals stand in check. */
      checked: string[];
      /** @description Who attacks them. */
      checks: components['schemas']['Check'][];
      checks_given?: components['schemas']['ChecksGiven'];
      counted?: components['schemas']['CountedMoves'];
      end?: components['schemas']['End'];
      /** @description Whether the side to move is in check. */
      in_check: boolean;
      /** @description Where the line begins. */
      initial_position: string;
      /** @description Empty where the rules have ended the game; the first 4,000, fewer if much is to be told of them. */
      legal: components['schemas']['Legal'][];
      /** @description Whether the side to move may pass, though it need not. */
      may_pass?: boolean;
      /** @description The moves, without those that were known. */
      moves: components['schemas']['Played'][];
      /** @description How many moves lead here, forced passes included. */
      ply: number;
      /** @description The position, as SFEN or FEN. */
      position: string;
      /** @description What the rules say of the game there. */
      result: components['schemas']['Verdict'];
      /** @description Whose turn it is. */
      side: components['schemas']['Side'];
      /** @description How many more moves are legal. */
      unlisted?: number;
      /** @description The id of the variant. */
      variant: string;
    };
    /** @description Whether a move promotes, and to what where there is a choice. */
    Promotes: boolean | string;
    /** @description A record that somebody brings along. */
    ReadRequest: {
      /** @description PGN, KIF, KI2, CSA, JKF, USI, JSON as this server writes it, a position, or nothing but moves. */
      text: string;
      /** @description The variant where the record does not name it. */
      variant?: string;
    };
    /** @description A tree that is to be written to a file. */
    RecordRequest: {
      /** @description In which form. */
      format: components['schemas']['Format'];
      /** @description By which rules. */
      rules: components['schemas']['RulesWish'];
      /** @description The tree. */
      tree: components['schemas']['TreeForm'];
    };
    /** @description What is remarked on a move, or on the start. */
    Remarks: {
      /**
       * @description A text.
       * @default
       */
      comment: string;
      /**
       * @description Arrows, and circles where they end where they begin.
       * @default []
       */
      shapes: components['schemas']['ArrowForm'][];
      /**
       * @description Numeric annotation glyphs of PGN: 1 for `!`, 2 for `?` and so on.
       * @default []
       */
      signs: number[];
    };
    /** @description A piece that leaves the board. */
    Removed: {
      /** @description What becomes of it. */
      fate: components['schemas']['Fate'];
      /** @description What the mover's side gets in hand for it. */
      hand?: string;
      /** @description What it was. */
      piece: string;
      /** @description Whose it was. */
      side: components['schemas']['Side'];
      /** @description Where it stood. */
      square: string;
    };
    /** @description A review that somebody wants. */
    ReviewRequest: {
      /**
       * Format: int64
       * @description Milliseconds for each move, 10 to 2000; 200 if left out. A review takes ten minutes at most.
       */
      ms?: number;
    };
    /** @description The review of a game, as far as it has come. */
    ReviewView: {
      /** @description Whether anybody has asked for it. */
      begun: boolean;
      /**
       * Format: int64
       * @description Milliseconds for each move of a more thorough one, if there may be one.
       */
      deeper?: number;
      /** @description The moves that have cost something. */
      faults: components['schemas']['Fault'][];
      /** @description After each number of moves; null where nothing was found: not yet, or not in time. */
      findings: (components['schemas']['Finding'] | null)[];
      /**
       * Format: int64
       * @description Milliseconds for each move.
       */
      ms: number;
      /** @description Whether all of it is there. */
      over: boolean;
    };
    /** @description Rules that somebody wants whole. */
    RulesRequest: {
      /** @description Which. */
      rules: components['schemas']['RulesWish'];
    };
    /**
     * @description By which rules somebody analyses: those of a variant, perhaps changed, or those of a game or an analysis
     *     that was kept, as they were then.
     */
    RulesWish: {
      /** @description Or that of an analysis. */
      analysis?: string;
      /** @description Or the id of a game, whose rules these are. */
      game?: string;
      /** @description Changes to its rules, as `--set` takes them: the path of a key, and its value as text. */
      set?: {
        [key: string]: string;
      };
      /** @description The id of the variant. */
      variant?: string;
    };
    /** @description How good a position is for the side to move. */
    ScoreView:
      | {
          /** @enum {string} */
          kind: 'centipawns';
          /**
           * Format: int32
           * @description In hundredths of a pawn.
           */
          value: number;
        }
      | {
          /** @enum {string} */
          kind: 'won';
          /**
           * Format: int32
           * @description It wins by force in so many plies.
           */
          value: number;
        }
      | {
          /** @enum {string} */
          kind: 'lost';
          /**
           * Format: int32
           * @description It loses by force in so many plies.
           */
          value: number;
        };
    /**
     * @description Where whoever asked sits.
     * @enum {string}
     */
    Seat: 'first' | 'second' | 'both';
    /** @description Whose token comes with a request. */
    SeatRequest: {
      /** @description The token of the seat. */
      seat?: string;
    };
    /** @description Who plays a side. */
    SeatView: {
      /** @description Whether somebody is there. */
      connected: boolean;
      /** @description A person or a program. */
      kind: components['schemas']['PlayerKind'];
      /**
       * Format: int32
       * @description The engine's, from 1 to 8.
       */
      level?: number;
      /** @description What the player wants to be called. */
      name?: string;
    };
    /** @description Who plays which side. */
    Seats: {
      first: components['schemas']['Player'];
      second: components['schemas']['Player'];
    };
    /** @description Who plays which side. */
    SeatsView: {
      /** @description The first side. */
      first: components['schemas']['SeatView'];
      /** @description The second side. */
      second: components['schemas']['SeatView'];
    };
    /** @description What stands on the board and lies in hand. */
    SetupBoard: {
      /** @description Squares that are not there while nothing stands on them; not read. */
      gone?: string[];
      hands: components['schemas']['Hands'];
      pieces: components['schemas']['BoardPiece'][];
    };
    /** @description A position as data, which no game need be able to reach. */
    SetupForm: {
      board: components['schemas']['SetupBoard'];
      /** @description How many checks each side has given, where the game counts them. */
      checks_given?: components['schemas']['PerSide_u8'];
      counted: components['schemas']['CountedForm'] | null;
      /** @description The squares that a piece has just passed over, on which it may be taken. */
      en_passant?: string[];
      /** @description Where the piece stands that has just captured what may not be captured in return. */
      just_took: string | null;
      /** @description Which piece that is; null for the only one that can be. */
      passed_pawn: string | null;
      /** @description How many of its next turns each side must pass. */
      passes?: components['schemas']['PerSide_u8'];
      /**
       * Format: int32
       * @description Plies since the start.
       */
      ply?: number;
      /**
       * Format: int32
       * @description Plies since the last capture or pawn move, where the game counts them.
       */
      quiet?: number;
      /** @description To move. */
      side: components['schemas']['Side'];
      /** @description Where pieces stand that have never moved; null for all that stand where they start. */
      unmoved: string[] | null;
    };
    /** @description A position to be looked at as data: as text, or as data already. */
    SetupRequest: {
      /** @description As SFEN or FEN. */
      position?: string;
      /** @description By which rules. */
      rules: components['schemas']['RulesWish'];
      setup?: components['schemas']['SetupForm'];
    };
    /** @description A position as text and as data, and what is wrong with it. */
    SetupView: {
      /** @description What no game could have reached here, though one may begin. */
      composed: components['schemas']['Told'][];
      end: components['schemas']['End'] | null;
      /** @description As SFEN or FEN. */
      position: string;
      /** @description Everything that keeps a game from beginning here. */
      problems: components['schemas']['Told'][];
      setup: components['schemas']['SetupForm'];
      uses: components['schemas']['Uses'];
    };
    /**
     * @description How bad a move was.
     * @enum {string}
     */
    Severity: 'inaccuracy' | 'mistake' | 'blunder';
    /** @description A part of a drawn movement. */
    Shape: {
      /** @description SVG's path data: the piece is at 0 0, squares are 20 wide, forward is up. */
      d: string;
      /** @description Broken lines leap over pieces. */
      dashed?: boolean;
      /** @description Only while the piece has never moved. */
      initial?: boolean;
      /** @description How it is painted. */
      paint: components['schemas']['Paint'];
      /** @description Only on a part of the board. */
      regional?: boolean;
      /** @description What it stands for. */
      sign: components['schemas']['Sign'];
    };
    /** @description What a list of analyses shows. */
    ShortAnalysisView: {
      /** @description ISO 8601. */
      changed: string;
      /** @description Its name. */
      id: string;
      /**
       * Format: int32
       * @description How many moves it has.
       */
      moves: number;
      /** @description What it is called. */
      title: string;
      /** @description The id of the variant. */
      variant: string;
    };
    /** @description What a list of games shows. */
    ShortState: {
      /** @description What stands on the board and lies in hand. */
      board: components['schemas']['Board'];
      /** @description ISO 8601. */
      created: string;
      end?: components['schemas']['End'];
      /** @description Its name. */
      id: string;
      /** @description Who plays. */
      players: components['schemas']['SeatsView'];
      /** @description How many moves were played. */
      ply: number;
      /** @description The position, as SFEN or FEN. */
      position: string;
      /** @description Whose turn it is. */
      side: components['schemas']['Side'];
      /** @description The named start, or empty for the usual one. */
      start: string;
      /** @description The id of the variant. */
      variant: string;
    };
    /** @description Starts at which pieces stand on each other's squares. */
    ShuffleInfo: {
      /**
       * Format: int64
       * @description How many there are; they are called by numbers from 0.
       */
      count: number;
      /** @description The pieces. */
      pieces: string[];
      /** @description Their squares. */
      squares: components['schemas']['PerSide_Vec_String'];
    };
    /**
     * @description A side, whatever the game calls it.
     * @enum {string}
     */
    Side: 'first' | 'second';
    /**
     * @description Where whoever asks sits.
     * @enum {string}
     */
    SideChoice: 'first' | 'second' | 'toss' | 'furigoma';
    /**
     * @description What a shape stands for, which is also its entry in a legend. In the order of a legend: what is
     *     common comes first.
     * @enum {string}
     */
    Sign:
      | 'step'
      | 'move_only'
      | 'capture_only'
      | 'jump'
      | 'slide'
      | 'area'
      | 'hit'
      | 'chain'
      | 'shot'
      | 'fly'
      | 'hop'
      | 'mount'
      | 'turn'
      | 'pass'
      | 'castle'
      | 'burn'
      | 'initial'
      | 'regional'
      | 'other';
    /** @description Somebody who sits down. */
    SitRequest: {
      /** @description What the player is called; on one line, of 40 letters at most. */
      name?: string;
      /** @description The token of the seat, such as an invitation holds. It is worth nothing afterwards. */
      seat?: string;
      /**
       * @description A token of one's own, by which the player is known from then on: 128 bits of chance in base64url,
       *     22 characters. Whoever has heard no answer sends the same once more.
       */
      token: string;
    };
    /** @description A named start. */
    Start: {
      id: string;
      name: string;
      /** @description The same in Japanese, where the game has one. */
      name_ja?: string;
    };
    /** @description A named start, such as a handicap. */
    StartInfo: {
      /** @description The name for programs. */
      id: string;
      /** @description The name for people. */
      name: string;
      /** @description The same in Japanese, where the game has one. */
      name_ja?: string;
      /** @description The position. */
      position: string;
      /** @description Who moves first. */
      to_move: components['schemas']['Side'];
    };
    /** @description A game, whole, as somebody sees it. */
    State: components['schemas']['View'] & {
      /** @description Empty when the game is over; the first 4,000, fewer if much is to be told of them. */
      legal: components['schemas']['Legal'][];
      /** @description The moves that were played. */
      moves: components['schemas']['Played'][];
    };
    /** @description One square on the way, and what must be there. */
    Stop: components['schemas']['Offset'] & {
      /** @description What must be found there, and what becomes of it. */
      is: components['schemas']['Content'];
    };
    /** @description A game in a list. */
    Summary: {
      author?: string;
      /** @description Whether it comes with the program. */
      builtin: boolean;
      field: components['schemas']['Field'];
      /** Format: int32 */
      files: number;
      /** @description What the sides are called. */
      first: string;
      id: string;
      name: string;
      /** @description The same in Japanese, where the game has one. */
      name_ja?: string;
      pieces: string[];
      /** Format: int32 */
      ranks: number;
      second: string;
      /** @description Whether it is one of the shelf: a game of others that comes with the program. */
      shelf: boolean;
      starts: components['schemas']['Start'][];
    };
    /**
     * @description How the second side's camp follows from the first's.
     * @enum {string}
     */
    Symmetry: 'rotate' | 'mirror';
    /** @description A game with everything that is drawn and told of its pieces. */
    TaughtVariant: components['schemas']['DrawnVariant'] & {
      /** @description What each piece can do, by its letter. */
      lessons: {
        [key: string]: components['schemas']['Lesson'];
      };
    };
    /** @description A move in each notation. */
    Texts: {
      /** @description Square by square. */
      algebraic: string;
      /** @description As it is usual in Japan. */
      japanese: string;
      /** @description USI. */
      usi: string;
      /** @description As it is usual in the West. */
      western: string;
    };
    /** @description What whoever analyses hears. */
    ToAnalyst:
      | (components['schemas']['Found'] & {
          /**
           * Format: int64
           * @description Of the request.
           */
          id: number;
        } & {
          /** @enum {string} */
          type: 'found';
        })
      | {
          /** @description It, or that there is none. */
          found: components['schemas']['MateFound'];
          /**
           * Format: int64
           * @description Of the request.
           */
          id: number;
          /** @enum {string} */
          type: 'mate';
        }
      | {
          /** @description Why. */
          error: components['schemas']['ApiError'];
          /**
           * Format: int64
           * @description Null where the message could not be read so far.
           */
          id: number | null;
          /** @enum {string} */
          type: 'refused';
        }
      | {
          /** @enum {string} */
          type: 'pong';
        };
    /** @description What goes to a reader. */
    ToReader:
      | {
          /**
           * Format: int64
           * @description How much has happened.
           */
          seq: number;
          /** @description The game. */
          state: components['schemas']['State'];
          /** @enum {string} */
          type: 'state';
        }
      | {
          /** @description The list of moves is cut to this length before they are added. */
          from_ply: number;
          /** @description The legal moves; left out where they are those that the reader knows. */
          legal?: components['schemas']['Legal'][];
          /** @description The new moves. */
          played: components['schemas']['Played'][];
          /**
           * Format: int64
           * @description How much has happened.
           */
          seq: number;
          /** @description The game. */
          state: components['schemas']['View'];
          /** @enum {string} */
          type: 'update';
        }
      | {
          /**
           * Format: int64
           * @description Of the request.
           */
          id: number;
          /**
           * Format: int64
           * @description How much has happened.
           */
          seq: number;
          /** @enum {string} */
          type: 'ack';
        }
      | {
          /** @description Why. */
          error: components['schemas']['ApiError'];
          /**
           * Format: int64
           * @description Null where the message could not be read so far.
           */
          id: number | null;
          /** @enum {string} */
          type: 'refused';
        }
      | {
          /** @enum {string} */
          type: 'pong';
        };
    /** @description A sentence in both languages. */
    Told: {
      text: string;
      text_ja?: string;
    };
    /** @description How chance decided. */
    Toss: {
      /** @description Who moves first. */
      first: components['schemas']['Chosen'];
      /** @description The five pawns, true with the face up. */
      pawns?: boolean[];
    };
    /** @description A tree of variations, and where it begins. */
    TreeForm: {
      /**
       * @description What else is said there.
       * @default {}
       */
      closing: components['schemas']['ClosingForm'];
      /**
       * @description How the game ended, in the word of KIF.
       * @default null
       */
      end: string;
      /**
       * @description What else is said of it, as a record says it.
       * @default []
       */
      headers: components['schemas']['HeaderForm'][];
      /**
       * @description The moves, each after the one that it follows. Of those that follow the same move, the first is the
       *     main line.
       * @default []
       */
      nodes: components['schemas']['NodeForm'][];
      /**
       * @description Or a position, as SFEN or FEN.
       * @default null
       */
      position: string;
      /**
       * @description What is remarked before the first move.
       * @default {}
       */
      root: components['schemas']['Remarks'];
      /**
       * @description A named start, such as a handicap.
       * @default null
       */
      start: string;
      /**
       * @description What it is called.
       * @default
       */
      title: string;
      /** @default null */
      winner: components['schemas']['Winner'];
    };
    /** @description A tree, and by which rules. */
    TreeRequest: {
      /** @description By which rules. */
      rules: components['schemas']['RulesWish'];
      /** @description The tree. */
      tree: components['schemas']['TreeForm'];
    };
    /** @description A tree whose moves were checked, as it is shown. Passes that are forced are in it. */
    TreeView: {
      /** @description What else is said there. */
      closing?: components['schemas']['ClosingForm'];
      /** @description How the game ended, in the word of KIF. */
      end?: string;
      ended?: components['schemas']['End'];
      /** @description What else is said of it, as a record says it. */
      headers?: components['schemas']['HeaderForm'][];
      /** @description The moves, each after the one before it. */
      nodes: components['schemas']['NodeView'][];
      /** @description Whether by the rules. */
      over: boolean;
      /** @description Where it begins. */
      position: string;
      /** @description What is remarked before the first move. */
      root: components['schemas']['Remarks'];
      /** @description Changes to the rules of the variant: the path of each key, and its value as text. */
      set: {
        [key: string]: string;
      };
      /** @description What it is called. */
      title: string;
      /** @description The id of the variant. */
      variant: string;
      winner?: components['schemas']['Winner'];
    };
    /** @description A second line, begun on any square of a first one. */
    Turn: {
      /**
       * Format: int32
       * @description One step to the right.
       */
      dx: number;
      /**
       * Format: int32
       * @description One step forward.
       */
      dy: number;
      /**
       * Format: int32
       * @description The last square that counts; none where only the board ends it.
       */
      to: number | null;
    };
    /** @description What positions of a variant have besides pieces. */
    Uses: {
      /**
       * Format: int32
       * @description How many checks of one side end the game, where they are counted.
       */
      checks?: number;
      /** @description Pieces come on the board from the hand. */
      drops: boolean;
      en_passant: boolean;
      /** @description Turns that must be passed. */
      passes: boolean;
      /** @description Plies without a capture are counted. */
      quiet: boolean;
      /** @description The types for which it matters whether they have moved. */
      unmoved: string[];
    };
    /** @description A game: its board, its pieces, its starts. */
    VariantInfo: {
      /** @description Other names. */
      aliases: string[];
      /** @description The inventor. */
      author?: string;
      /** @description The board. */
      board: components['schemas']['BoardInfo'];
      /** @description The same as a board. */
      board_at_start: components['schemas']['Board'];
      /** @description Whether captured pieces go to the captor's hand. */
      captures_to_hand: boolean;
      /** @description Whether an impasse may be declared. */
      declaration: boolean;
      /** @description Whether pieces in hand may be dropped. */
      drops: boolean;
      /** @description The name for programs. */
      id: string;
      /** @description The name for people. */
      name: string;
      /** @description The same in Japanese, where the game has one. */
      name_ja?: string;
      /** @description Whether a side may pass at some time, though it need not. */
      passing?: boolean;
      /** @description The pieces. */
      pieces: components['schemas']['PieceInfo'][];
      /** @description The usual start. */
      position: string;
      /** @description The forms of files that can tell of its games. */
      records: components['schemas']['Format'][];
      shuffle?: components['schemas']['ShuffleInfo'];
      /** @description What the sides are called. */
      sides: components['schemas']['PerSide_String'];
      sides_ja?: components['schemas']['PerSide_String'];
      /** @description The named starts besides the usual one. */
      starts: components['schemas']['StartInfo'][];
      symmetry?: components['schemas']['Symmetry'];
      /** @description Where pieces promote, win and may be dropped, where that is not everywhere. */
      zones: components['schemas']['Zone'][];
    };
    /** @description All games, and the files that are none. */
    Variants: {
      /** @description The user's own files that cannot be played. */
      errors: components['schemas']['FileError'][];
      variants: components['schemas']['Summary'][];
    };
    /** @description How a game stands by its moves alone. */
    Verdict: {
      /** @description Draws that the side to move may claim now. */
      claims: components['schemas']['Claim'][];
      declaration?: components['schemas']['Declaration'];
      /** @description Which move was the first illegal one, from 1. */
      illegal_at?: number;
      /** @description Whether the side to move is in check. */
      in_check: boolean;
      /** @description Why, as a sentence for people. */
      reason?: string;
      /** @description `ongoing`, or how it has ended. */
      status: string;
      winner: components['schemas']['Winner'] | null;
    };
    /** @description The same without the moves, those that were played and those that are legal: a reader may have them. */
    View: components['schemas']['Body'] & {
      clock: components['schemas']['ClockView'] | null;
      you: components['schemas']['You'] | null;
    };
    /** @description All that rules consist of: who has it can compile them elsewhere. */
    WholeRules: {
      /** @description The file, with those that it extends. */
      definition: components['schemas']['Definition'];
      /** @description Changes to its rules: the path of each key, and its value as text, in their order. */
      set: string[][];
    };
    /** @description What has made a move a bad one. */
    Why:
      | {
          /** @enum {string} */
          kind: 'allows_win';
          /** Format: int32 */
          plies: number;
        }
      | {
          /** @enum {string} */
          kind: 'misses_win';
          /** Format: int32 */
          plies: number;
        }
      | {
          /** @enum {string} */
          kind: 'leaves';
          pieces: components['schemas']['Removed'][];
        }
      | {
          /** @enum {string} */
          kind: 'misses_capture';
          pieces: components['schemas']['Removed'][];
        }
      | {
          /** @enum {string} */
          kind: 'worse';
        };
    /** @description A move that is perhaps not legal, in a position of any game. */
    WhyNotRequest: {
      line?: components['schemas']['MoveLine'];
      /** @description In any spelling. */
      move: string;
      /** @description By which rules. */
      rules: components['schemas']['RulesWish'];
    };
    /**
     * @description Who has won.
     * @enum {string}
     */
    Winner: 'first' | 'second' | 'draw';
    /**
     * @description For whom somebody acts.
     * @enum {string}
     */
    You: 'first' | 'second' | 'both';
    /** @description Squares that mean something for a side. */
    Zone: {
      /** @description What they are for. */
      kind: components['schemas']['ZoneKind'];
      /** @description For whom. */
      side: components['schemas']['Side'];
      /** @description Which squares. */
      squares: string[];
    };
    /**
     * @description What a zone is for.
     * @enum {string}
     */
    ZoneKind: 'promotion' | 'goal' | 'drop';
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
