//! The data model: everything that sets a game apart.

use crate::{Color, PieceType, Shuffle, Square};
use komadai_betza::Descriptor;
use std::cmp::Ordering;

/// One game, as data. Sets of squares are listed per side, first side first.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name used on the command line and in protocols.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The same in Japanese, where the file says it.
    pub name_ja: Option<String>,
    /// The inventor, where known.
    pub author: Option<String>,
    /// Other names.
    pub aliases: Vec<String>,
    /// The board.
    pub board: Board,
    /// What the sides are called.
    pub sides: [String; 2],
    /// The same in Japanese, where the file says it.
    pub sides_ja: [Option<String>; 2],
    /// The pieces; a [`PieceType`] is an index into this list.
    pub pieces: Vec<PieceData>,
    /// When and where pieces promote.
    pub promotion: Promotion,
    /// Whether captured pieces go to the captor's hand (and so may be dropped).
    pub captures_to_hand: bool,
    /// Which captures a side has to make.
    pub capture_duty: CaptureDuty,
    /// Captures that may not be made.
    pub capture_limits: Vec<CaptureLimit>,
    /// What a capture destroys besides what it takes; `None` for nothing.
    pub explosion: Option<Explosion>,
    /// How pieces in hand come back.
    pub drops: Drops,
    /// Captures that cost the opponent a turn.
    pub shocks: Vec<Shock>,
    /// Which pieces move as friends beside them do; `None` for none.
    pub borrowing: Option<Borrowing>,
    /// Who may pass, and when.
    pub passing: Vec<Passing>,
    /// What is placed as a part of a move; `None` for nothing.
    pub placement: Option<Placement>,
    /// Conditions of castling; its geometry stands in the movements (`O`).
    pub castling: Castling,
    /// When the game ends and how.
    pub end: End,
    /// Named starts besides the usual one; the usual one is built from the pieces' `at`.
    pub starts: Vec<Start>,
    /// The starts at which pieces stand on each other's squares; `None` if there are none.
    pub shuffle: Option<Shuffle>,
    /// See [`Variant::tracks_unmoved`]: asked for every square of every position that is written, so
    /// kept here, and not read from the movements each time.
    pub(crate) tracked: Vec<bool>,
    /// See [`Variant::castles`].
    pub(crate) castlers: Vec<bool>,
}

/// The board's shape. Squares outside `files` x `ranks` do not exist, holes neither.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Number of files, 1 to 16.
    pub files: u8,
    /// Number of ranks, 1 to 16.
    pub ranks: u8,
    /// What the first side's back rank is called: 1, or 0 in Minjiku.
    pub first_rank: u8,
    /// Squares that never exist.
    pub holes: Vec<Square>,
    /// Squares that exist while occupied: entered only by capture, gone when left.
    pub vanishing: Vec<Square>,
    /// How squares are written for people.
    pub coordinates: Coordinates,
    /// How positions are written out.
    pub text: PositionText,
}

/// How squares are written for people (in reasons, records and diagrams).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// `e4`: file letter, rank number.
    Algebraic,
    /// `5d`: file number from the right, rank letter from the top.
    Shogi,
}

/// How positions are written out. Both forms are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionText {
    /// SFEN.
    Sfen,
    /// FEN.
    Fen,
}

/// What a file says of one type of piece (a promoted form is a type of its own).
#[derive(Clone, Debug, PartialEq)]
pub struct PieceData {
    /// Upper-case letter, or `+` and the letter of the unpromoted piece.
    pub id: String,
    /// What it is called.
    pub name: Name,
    /// Letters also accepted on input (mini-Shogi's `D` for `+R`).
    pub aliases: Vec<String>,
    /// The movement, as written and parsed; several texts are a union.
    pub moves: Vec<Movement>,
    /// Start squares of each side, at the usual start.
    pub at: [Vec<Square>; 2],
    /// Start squares of each side, at any start: where a piece of the type may have never moved.
    pub starts: [Vec<Square>; 2],
    /// How many each side has in hand at the start.
    pub hand: [u8; 2],
    /// Whether it must be defended.
    pub royal: bool,
    /// A name for a group of types, for selectors.
    pub kind: Option<String>,
    /// Rank for `flies`; 0 is the default.
    pub rank: u8,
    /// Capture-only lines over any number of pieces of lower rank.
    pub flies: Option<Movement>,
    /// Offsets from the final square of its own move on which every enemy goes.
    pub burns: Option<Movement>,
    /// When it burns.
    pub burn_when: BurnWhen,
    /// What it may promote to; empty for none.
    pub promotes: Vec<PieceType>,
    /// What it becomes in the captor's hand: itself, or the unpromoted piece.
    pub demotes_to: PieceType,
    /// A value in hundredths of a pawn, where the file gives one.
    pub value: Option<i32>,
    /// The only squares on which it may stand, per side; `None` for all.
    pub confine: Option<[Vec<Square>; 2]>,
}

/// Names of a piece. `en` is always there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// English.
    pub en: String,
    /// Japanese reading in kana or kanji, for Japanese texts.
    pub ja: Option<String>,
    /// What stands on the piece: two kanji, as a rule.
    pub kanji: Option<String>,
    /// One kanji, for small pieces and diagrams in the terminal.
    pub abbreviation: Option<String>,
    /// The reading in Latin letters.
    pub romaji: Option<String>,
}

/// A movement text with its syntax tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Movement {
    /// XBetza, as written.
    pub text: String,
    /// The same, parsed.
    pub tree: Descriptor,
    /// The squares of each side from which it holds; `None` for all.
    pub from: Option<[Vec<Square>; 2]>,
    /// The squares on which a move by it may end; `None` for all.
    pub to: Option<[Vec<Square>; 2]>,
    /// The only pieces over which it may hop; `None` for all.
    pub over: Option<Vec<PieceType>>,
    /// The only pieces that it may capture; `None` for all.
    pub takes: Option<Vec<PieceType>>,
}

impl Movement {
    /// Whether it holds on the whole board, whatever it hops over and captures.
    pub fn holds_everywhere(&self) -> bool {
        self.from.is_none() && self.to.is_none() && !self.is_choosy()
    }

    /// Whether it depends on the types of pieces that it hops over or captures.
    pub fn is_choosy(&self) -> bool {
        self.over.is_some() || self.takes.is_some()
    }

    /// The only side that has it, if not both have.
    pub fn only_side(&self) -> Option<Color> {
        let empty = self.from.as_ref()?.each_ref().map(Vec::is_empty);
        match empty {
            [false, true] => Some(Color::First),
            [true, false] => Some(Color::Second),
            _ => None,
        }
    }
}

/// When a burner burns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BurnWhen {
    /// After its own moves only (Minjiku).
    Move,
    /// Also whatever ends its move beside it (Tenjiku's passive burning): the mover goes at once,
    /// after its captures, and burns nothing itself.
    Always,
}

/// When and where pieces promote.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The zone of each side.
    pub zone: [Vec<Square>; 2],
    /// The moves that give the right, combined with "or".
    pub when: When,
    /// Whether the right must be used.
    pub mandatory: bool,
    /// Whether a piece must promote where it could never move again, whatever `when` says.
    pub forced_when_stuck: bool,
    /// Whether a piece that shoots without moving may promote by `capture_inside` and
    /// `capture_from_inside` (Minjiku: the victim stood in the zone).
    pub by_shot: bool,
    /// Whether a piece that becomes a burner by this move burns on it.
    pub burns_at_once: bool,
    /// What a side may not get more of by promotion.
    pub limits: Vec<PromotionLimit>,
}

/// How many pieces of a type a side may have on the board so that another piece can become one.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionLimit {
    /// Types, each counted by itself.
    pub types: Vec<PieceType>,
    /// With so many, no other piece becomes one; `None` for as many as the side has at the start.
    pub count: Option<u32>,
    /// For which sides that holds.
    pub sides: [bool; 2],
}

/// The moves that give the right to promote. All false: nothing promotes, unless stuck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// Starts outside the zone, ends inside.
    pub enter: bool,
    /// Starts and ends inside.
    pub inside: bool,
    /// Starts inside, ends outside.
    pub leave: bool,
    /// Captures a piece that stood in the zone.
    pub capture_inside: bool,
    /// Starts inside and captures.
    pub capture_from_inside: bool,
    /// Ends where it could never move again, in the zone or not.
    pub stuck: bool,
}

/// How pieces come back from the hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Drops {
    /// Whether pieces in hand may be dropped at all.
    pub allowed: bool,
    /// No drop where the piece could never move again.
    pub not_stuck: bool,
    /// No drop of a piece where enough of its type and side stand: nifu and its like.
    pub limits: Vec<DropLimit>,
    /// No drop that mates at once, by the type as it lands.
    pub no_mate: Vec<PieceType>,
    /// Where drops are allowed, per side; `None` for everywhere.
    pub zone: Option<[Vec<Square>; 2]>,
    /// Whether a piece may be dropped promoted.
    pub promoted: bool,
}

/// How many pieces of a type and side may stand somewhere so that one more can be dropped there.
#[derive(Clone, Debug, PartialEq)]
pub struct DropLimit {
    /// Types, each counted by itself, as they stand on the board.
    pub types: Vec<PieceType>,
    /// Where they are counted.
    pub per: LimitPlace,
    /// With so many there, no more is dropped.
    pub count: u32,
}

/// Where pieces are counted that may not be dropped any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitPlace {
    /// On the file of the drop.
    File,
    /// On the whole board.
    Board,
}

impl Drops {
    /// With how many pieces of a type in a place no more is dropped there; `None` where that does not matter.
    pub fn most(&self, piece: PieceType, per: LimitPlace) -> Option<u32> {
        let limits = self.limits.iter().filter(|it| it.per == per && it.types.contains(&piece));
        limits.map(|limit| limit.count).min()
    }
}

/// What a capture destroys besides what it takes: the captor, and what stands around it, of both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Explosion {
    /// Offsets from where the captor ends; `None` for none.
    pub around: Option<Movement>,
    /// Types that survive beside it.
    pub spares: Vec<PieceType>,
    /// Types that survive every explosion, that of their own captures included.
    pub withstands: Vec<PieceType>,
}

impl Explosion {
    /// Whether a piece of this type is destroyed beside a captor.
    pub fn destroys(&self, piece: PieceType) -> bool {
        !self.spares.contains(&piece) && !self.withstands.contains(&piece)
    }
}

/// A capture that costs the opponent a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Shock {
    /// Types whose capture shocks (by movement, rifle shots included; a burn is not a capture).
    pub captured: Vec<PieceType>,
    /// Types that may capture them without effect.
    pub unless_by: Vec<PieceType>,
    /// How many turns the opponent must pass, however many such pieces fall in the move.
    pub skip_turns: u8,
}

/// Conditions of castling.
#[derive(Clone, Debug, PartialEq)]
pub struct Castling {
    /// Whether a royal may castle out of, through or into an attack.
    pub through_check: bool,
    /// Types that may be the partner; none: any own piece.
    pub partners: Vec<PieceType>,
    /// Where king and partner go.
    pub landing: Landing,
}

/// Where a castling king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// As many files as its movement says, toward a partner as far from the edge as that says.
    Distance,
    /// To the file to which it would go from its usual start square, from wherever it starts, toward
    /// a partner that starts anywhere on that side.
    Fixed,
}

/// When the game ends and how.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Whether a move may leave the own royals to be taken (false: it must answer check).
    pub royals_may_be_left: bool,
    /// Whether a move may give check.
    pub check_may_be_given: bool,
    /// Whether one royal lost loses the game, or only the last one.
    pub royals: Royals,
    /// What a side without a legal move gets when no royal of it is attacked.
    pub stalemate: Stalemate,
    /// How mate is found.
    pub mate: Mate,
    /// What a side gets that is mated.
    pub mated: Outcome,
    /// Whether a threat to burn a royal is check.
    pub burn_is_check: bool,
    /// Whether a threat to take first a shocking piece, then a royal, is check.
    pub check_through_shock: bool,
    /// Repetition of positions.
    pub repetition: Option<Repetition>,
    /// Plies without a capture or a move of a listed type.
    pub quiet: Option<QuietMoves>,
    /// The game is a draw after so many plies.
    pub move_limit: Option<u32>,
    /// What an illegal move costs where the players keep the strict rule.
    pub illegal_move: IllegalMove,
    /// Positions that nobody can win any more.
    pub dead: Option<DeadPosition>,
    /// Winning or drawing by entering the far camp.
    pub declaration: Option<Declaration>,
    /// Winning by reaching squares.
    pub flag: Option<Flag>,
    /// What a side gets that runs out of pieces; the first that holds counts.
    pub extinction: Vec<Extinction>,
    /// What it brings to give check often enough.
    pub checks: Option<Checks>,
    /// When a side counts its moves; the first that holds counts.
    pub counting: Vec<Counting>,
    /// Whether two passes in a row end the game as a draw.
    pub two_passes: bool,
    /// Whether royals that face each other have to be parted, unless their side passes, which ends the game as
    /// a draw.
    pub facing: bool,
    /// Who wins by points where the game would be a draw.
    pub points: Option<Points>,
}

/// Counting points where a game would be a draw by passes, by facing royals, by repetition or by a limit of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// What the pieces are worth.
    pub values: Vec<PointValue>,
    /// How many points more than the second side the first side needs to win; with fewer, the second side wins. `None`:
    /// who has more wins, and nobody with as many.
    pub lead: Option<i32>,
}

/// What pieces are worth where points are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointValue {
    /// These types, on the board and in hand...
    pub types: Vec<PieceType>,
    /// ... so many points each.
    pub points: u32,
}

impl Points {
    /// What one piece is worth: the first value that names it.
    pub fn of(&self, piece: PieceType) -> u32 {
        let value = self.values.iter().find(|value| value.types.contains(&piece));
        value.map_or(0, |value| value.points)
    }

    /// Who wins where the sides have so many points.
    pub fn winner(&self, points: [i32; 2]) -> Option<Color> {
        let ahead = points[0] - points[1];
        let wins = |first: bool| if first { Color::First } else { Color::Second };
        match self.lead {
            Some(lead) => Some(wins(ahead >= lead)),
            None if ahead == 0 => None,
            None => Some(wins(ahead > 0)),
        }
    }
}

/// Which captures a side has to make where it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureDuty {
    /// None.
    None,
    /// Any of them.
    Any,
    /// One that takes as many pieces as any.
    Most,
}

/// Pieces that move as a friend beside them does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Borrowing {
    /// Where the friend stands, in files to the right and ranks forward as the first side sees it.
    pub from: (i8, i8),
    /// The pieces that lend.
    pub lenders: Vec<PieceType>,
    /// The pieces that borrow.
    pub borrowers: Vec<PieceType>,
}

/// A right to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passing {
    /// When a side may pass.
    pub when: PassWhen,
    /// Which sides may.
    pub sides: [bool; 2],
}

/// When a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassWhen {
    /// At any turn.
    Always,
    /// Where it has no other move.
    Stuck,
}

/// A piece that is placed on the board as a part of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// What may be placed.
    pub pieces: Vec<PieceType>,
    /// Where it comes from.
    pub supply: Supply,
    /// The empty squares on which it may be placed...
    pub squares: PlacedOn,
    /// ... that the mover could reach like this from where it has landed, if it were its turn again.
    pub reach: Option<Movement>,
    /// The only squares on which each side may place something.
    pub zone: Option<[Vec<Square>; 2]>,
    /// The pieces after whose moves something is placed.
    pub by: Vec<PieceType>,
    /// Only after the first move of a piece that has stood where it started.
    pub first_moves: bool,
    /// Whether a player may do without.
    pub optional: bool,
    /// Whether a move after which nothing can be placed may not be made.
    pub required: bool,
}

/// Where the pieces come from that are placed as a part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// From the player's hand.
    Hand,
    /// There is no end to them.
    Endless,
    /// There is one for both sides: it leaves the square on which it was placed before.
    Single,
}

/// On which squares something is placed as a part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacedOn {
    /// On any empty square.
    Any,
    /// On one that the move has left empty: where the mover stood, or its partner in castling.
    Vacated,
}

/// Captures that may not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureLimit {
    /// What may not be captured...
    pub captured: Vec<PieceType>,
    /// ... by these.
    pub by: Vec<PieceType>,
    /// When it may not.
    pub when: CaptureBan,
    /// So many squares from the captor it may all the same.
    pub beyond: u8,
    /// A move that captures one of these besides may be made.
    pub unless_also: Vec<PieceType>,
}

/// When a piece may not be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureBan {
    /// Where the captor could be captured next.
    Protected,
    /// Just after the opponent has captured such a piece with such a piece, but for the captor itself.
    InReturn,
    /// At any time.
    Always,
}

/// Which royals matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Royals {
    /// Losing one loses.
    Any,
    /// Losing the last one loses; any but the last may be given up. Where check has to be answered, a
    /// side with several is in check if one move could take them all.
    All,
    /// The same, but a side with several is in check if each of them is attacked (Spartan Chess).
    AllAttacked,
}

/// A result for the side that a rule is about: as a rule the one to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody wins.
    Draw,
    /// That side loses.
    Loss,
    /// It wins.
    Win,
}

impl Outcome {
    /// Who wins where this is what `side` gets.
    pub fn winner(self, side: Color) -> Option<Color> {
        match self {
            Outcome::Draw => None,
            Outcome::Loss => Some(!side),
            Outcome::Win => Some(side),
        }
    }
}

/// What a side gets that has no legal move and is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// Nobody wins.
    Draw,
    /// That side loses.
    Loss,
    /// It wins.
    Win,
    /// Who has fewer pieces on the board wins; nobody if both have as many.
    Fewer,
}

impl Stalemate {
    /// What a side gets that has so many pieces on the board, where the other one has so many.
    pub fn outcome(self, own: u32, other: u32) -> Outcome {
        match (self, own.cmp(&other)) {
            (Stalemate::Draw, _) | (Stalemate::Fewer, Ordering::Equal) => Outcome::Draw,
            (Stalemate::Loss, _) | (Stalemate::Fewer, Ordering::Greater) => Outcome::Loss,
            (Stalemate::Win, _) | (Stalemate::Fewer, Ordering::Less) => Outcome::Win,
        }
    }

    /// Whether a side may win by it.
    pub fn may_win(self) -> bool {
        matches!(self, Stalemate::Win | Stalemate::Fewer)
    }
}

/// How mate is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    /// In check without a legal move.
    NoMove,
    /// Raichu's: no legal move takes the last enemy royal, and after every legal move the opponent
    /// is not frozen and can take the last own royal at once. No legal move at all is mate too.
    NoMoveKeepsARoyal,
}

/// What an illegal move costs where the players keep the strict rule. A casual game always takes it
/// back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The game.
    Loss,
    /// Nothing: it is taken back there too.
    Refused,
}

/// Repetition of positions (board, hands, side to move, flags).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The occurrence from which the side to move may claim a draw.
    pub claim: Option<u32>,
    /// The occurrence that ends the game, or is barred.
    pub times: u32,
    /// What happens then.
    pub result: RepetitionResult,
    /// Whether the side that gave check with every move between the first and the last occurrence
    /// loses (unless both did).
    pub perpetual_check_loses: bool,
    /// What may not be chased for ever: the side loses that chased one enemy with every move between the
    /// first and the last occurrence (unless both did).
    pub perpetual_chase: Vec<Chase>,
    /// With `Forbidden`: whether a mover who stands in check is exempt.
    pub exempt_in_check: bool,
}

/// Pieces that may not be chased for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    /// What may not be chased...
    pub victims: Vec<PieceType>,
    /// ... by these...
    pub by: Vec<PieceType>,
    /// ... while it stands on one of these squares of its own side; `None` for anywhere.
    pub zone: Option<[Vec<Square>; 2]>,
    /// Whether it is chased even where it is protected.
    pub protected: bool,
}

/// What the last occurrence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionResult {
    /// Draw.
    Draw,
    /// The first or the second side loses, whoever is to move.
    Loses(Color),
    /// The side whose move repeated the position loses.
    MoverLoses,
    /// The move is not legal.
    Forbidden,
}

/// Plies without a capture or a move of a listed type.
#[derive(Clone, Debug, PartialEq)]
pub struct QuietMoves {
    /// From so many on, the side to move may claim a draw.
    pub claim: Option<u32>,
    /// So many end the game as a draw.
    pub plies: u32,
    /// Whether a capture (any removal) starts the count anew.
    pub reset_by_capture: bool,
    /// Types whose moves start the count anew.
    pub reset_by: Vec<PieceType>,
}

/// Positions that nobody can win any more: a draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeadPosition {
    /// The royals alone, with at most one further piece, of one of these types, on the whole board.
    /// The bare royals themselves always count.
    pub lone: Vec<PieceType>,
    /// The royals and any number of pieces of these types, all on squares of one colour.
    pub one_colour: Vec<PieceType>,
    /// Types that may form a locked wall behind which no mate is possible (pawns).
    pub walls: Vec<PieceType>,
}

/// Declaring an impasse, on the own turn, without moving.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The zone of each side in which the royal and the counted pieces must stand.
    pub zone: [Vec<Square>; 2],
    /// How many own pieces besides the royal must stand there.
    pub pieces: u32,
    /// Types worth `major_points`; all others but royals are worth 1.
    pub major: Vec<PieceType>,
    /// Points of a major piece.
    pub major_points: u32,
    /// 27-point rule: points that each side needs to win.
    pub win_27: [u32; 2],
    /// 24-point rule: points to win, and to draw.
    pub rule_24: (u32, u32),
    /// The rule that a game uses unless told otherwise.
    pub rule: DeclarationRule,
}

/// Which declaration rule applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclarationRule {
    /// 27 points.
    Points27,
    /// 24 points.
    Points24,
    /// No declaration.
    None,
}

/// Winning by reaching squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    /// The types that win.
    pub types: Vec<PieceType>,
    /// The squares of each side.
    pub zone: [Vec<Square>; 2],
    /// What the other side may still do.
    pub reply: FlagReply,
    /// Whether a piece wins only where it cannot be captured at once.
    pub safe: bool,
}

/// What a side may still do when a piece of the other one has reached its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlagReply {
    /// Nothing: the game is over.
    #[default]
    None,
    /// The second side, which has had a move less, may reach its own goal with its next move. Then nobody
    /// wins.
    Arrival,
    /// Any move: the piece wins if it stands there still when its side is on turn again.
    Any,
}

/// The end of a game in which a side runs out of pieces, on the board and in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Extinction {
    /// The pieces that are counted.
    pub types: Vec<PieceType>,
    /// Whether each of the types is counted by itself; all together otherwise.
    pub each: bool,
    /// A side that has no more of them has run out; 0 as a rule.
    pub count: u32,
    /// How many of them the other side must have, or nothing happens; 0 as a rule.
    pub against: u32,
    /// Whether a side that has run out and is to move may first try to leave the other side fewer than
    /// `against`. It cannot, and has run out, if the other side has one more.
    pub reply: bool,
    /// Which sides this can happen to.
    pub sides: [bool; 2],
    /// What such a side gets. If both have run out at once, the game is a draw.
    pub result: Outcome,
}

impl Extinction {
    /// Whether a side has run out while `mover` is to move and each side has so many pieces of each type.
    ///
    /// Inlined: the engine asks this at every node of such games.
    #[inline]
    pub fn has_run_out(
        &self,
        side: Color,
        mover: Color,
        count: impl Fn(Color, PieceType) -> u32,
    ) -> bool {
        let against = self.against + u32::from(self.reply && side == mover);
        let all =
            |side: Color, types: &[PieceType]| types.iter().map(|t| count(side, *t)).sum::<u32>();
        let few = |types: &[PieceType]| {
            all(side, types) <= self.count && (against == 0 || all(!side, types) >= against)
        };
        self.sides[side.index()]
            && if self.each { self.types.chunks(1).any(few) } else { few(&self.types) }
    }
}

/// The end of a game in which a side has given check so many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// How many checks end the game. A move gives one at most.
    pub count: u8,
    /// What the side gets that has given them.
    pub result: Outcome,
}

/// A count of moves: the game is a draw if a side has not been mated before it has counted so many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Nobody may have any of these, on the board or in hand.
    pub without: Vec<PieceType>,
    /// How many pieces the side that counts may have, its royals among them; `None` for any number.
    pub at_most: Option<u32>,
    /// Whether the count begins at the number of all pieces of both sides, not at 0.
    pub from_pieces: bool,
    /// How far it counts; the first that holds when the count begins.
    pub limits: Vec<CountLimit>,
}

/// How far a side counts, by what the other side has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountLimit {
    /// The pieces that the other side must have, on the board or in hand.
    pub types: Vec<PieceType>,
    /// How many of them, all together.
    pub count: u32,
    /// The last number that is counted: with its next move the game is a draw.
    pub moves: u16,
}

impl Counting {
    /// Which limit holds for a side that is to move, where each side has so many pieces of each type and so
    /// many in all.
    pub fn limit_for(
        &self,
        side: Color,
        count: impl Fn(Color, PieceType) -> u32,
        all: impl Fn(Color) -> u32,
    ) -> Option<usize> {
        let gone = |t: &PieceType| Color::BOTH.into_iter().all(|side| count(side, *t) == 0);
        if !self.without.iter().all(gone) || self.at_most.is_some_and(|most| all(side) > most) {
            return None;
        }
        let has = |types: &[PieceType]| types.iter().map(|t| count(!side, *t)).sum::<u32>();
        self.limits.iter().position(|limit| has(&limit.types) >= limit.count)
    }
}

/// A named start: the usual one with changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The name used on the command line.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The same in Japanese, where the file says it.
    pub name_ja: Option<String>,
    /// Start squares that are empty. The points of the missing pieces are credited to their side
    /// in a declaration.
    pub without: Vec<Square>,
    /// Who moves first.
    pub side: Color,
}
