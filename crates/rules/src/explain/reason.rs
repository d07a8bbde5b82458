//! Why a move is refused: data for programs, one plain sentence for players.

use crate::ordinal;
use crate::{Color, PieceType, Square};
use std::fmt;

/// A square with its name as the players of the game write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The square.
    pub square: Square,
    /// Its name.
    pub name: String,
}

/// A piece on the board with its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Man {
    /// Whose it is.
    pub side: Color,
    /// Its type.
    pub piece: PieceType,
    /// Where it stands.
    pub at: Place,
    /// What the game calls it.
    pub name: String,
    /// What the game calls its side.
    pub owner: String,
}

/// What gives a piece the right to promote. Shown, it is a clause after "when it".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PromotionRight {
    /// See [`When::enter`](crate::variant::When::enter).
    #[error("enters the promotion zone")]
    Enters,
    /// See [`When::inside`](crate::variant::When::inside).
    #[error("moves within the promotion zone")]
    MovesInside,
    /// See [`When::leave`](crate::variant::When::leave).
    #[error("leaves the promotion zone")]
    Leaves,
    /// See [`When::capture_inside`](crate::variant::When::capture_inside).
    #[error("takes a piece that stands in the promotion zone")]
    TakesInside,
    /// See [`When::capture_from_inside`](crate::variant::When::capture_from_inside).
    #[error("starts in the promotion zone and captures")]
    TakesFromInside,
    /// Unpromoted it would have no move any more from where it lands.
    #[error("could never move again otherwise")]
    WouldBeStuck,
}

/// Why a move is not legal. Shown, it is one sentence with the game's own names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// A royal has been taken.
    #[error("The game is over: {loser} has no {royal} left.")]
    GameOver {
        /// Who has lost.
        loser: String,
        /// What was taken.
        royal: String,
    },
    /// Only a pass is possible.
    #[error("{side} must pass this turn{}.", after_loss_of(.shocking))]
    MustPass {
        /// Who must.
        side: String,
        /// The names of the pieces whose loss costs a turn.
        shocking: Vec<String>,
    },
    /// A piece that may not be captured where the captor could be captured next.
    #[error("The {mover} cannot take the {victim}, which the {guard} protects.")]
    Protected {
        /// What was to move.
        mover: Man,
        /// What it would capture.
        victim: Man,
        /// What could capture the mover then.
        guard: Man,
    },
    /// A piece that may not be captured just after such a piece was.
    #[error(
        "The {mover} cannot take the {victim} this turn: no such piece may be taken in return for the one just lost."
    )]
    InReturn {
        /// What was to move.
        mover: Man,
        /// What it would capture.
        victim: Man,
    },
    /// A piece that may never be captured, at least by that one.
    #[error("The {mover} cannot take the {victim}: it may not be captured.")]
    NeverCaptured {
        /// What was to move.
        mover: Man,
        /// What it would capture.
        victim: Man,
    },
    /// Something has to be placed as a part of the move.
    #[error("With this move, a {} has to be placed on an empty square.", or(.pieces))]
    MustPlace {
        /// The names of what may be placed.
        pieces: Vec<String>,
    },
    /// Something cannot be placed there as a part of the move.
    #[error("With this move, no {} can be placed on {square}.", or(.pieces))]
    NotPlacedThere {
        /// The names of what was to be placed.
        pieces: Vec<String>,
        /// The square.
        square: String,
    },
    /// Nothing can be placed as a part of the move.
    #[error("Nothing can be placed with this move.")]
    PlacesNothing,
    /// A piece that moves as a friend does could do it as itself.
    #[error("The {mover} moves as the {lender} does, and not as itself.")]
    Borrows {
        /// What was to move.
        mover: Man,
        /// The friend whose movement it has.
        lender: Man,
    },
    /// A piece over which this one may not hop.
    #[error("The {mover} cannot hop over the {over}.")]
    NotHoppedOver {
        /// What was to move.
        mover: Man,
        /// What is on the way.
        over: Man,
    },
    /// A piece that this one may not capture in this way.
    #[error("The {mover} cannot take the {victim}.")]
    NotTakenSo {
        /// What was to move.
        mover: Man,
        /// What it would capture.
        victim: Man,
    },
    /// Royals that face each other have to be parted.
    #[error("{side} has to part the {own} and the {other}, which face each other, or to pass.")]
    Facing {
        /// Whose turn it is.
        side: String,
        /// Its royal.
        own: Man,
        /// The one that it faces.
        other: Man,
    },
    /// A pass of a side that may pass only where it has no other move.
    #[error("{side} cannot pass now: it has other moves.")]
    NotStuck {
        /// Whose turn it is.
        side: String,
    },
    /// Something has to be captured first.
    #[error("{side} has to capture{}: the {taker} can take the {victim}{}.", at_once(*.count), and_more(*.count))]
    MustCapture {
        /// Who has to.
        side: String,
        /// What can capture.
        taker: Man,
        /// What it can take.
        victim: Man,
        /// How many pieces have to be taken at once.
        count: u32,
    },
    /// Nobody may pass now.
    #[error("{side} may not pass now.")]
    NoPass {
        /// Who wants to.
        side: String,
    },
    /// A move without a start and a destination.
    #[error("A move needs a square to start from and a square to go to.")]
    Incomplete,
    /// A square outside the board.
    #[error("There is no square {name} on this board.")]
    NoSquare {
        /// Its name, if it had one.
        name: String,
    },
    /// A vanishing square that is not there now.
    #[error("There is no square {at} now: it exists only while a piece stands on it.")]
    SquareGone {
        /// Which.
        at: Place,
    },
    /// Nothing stands on the first square.
    #[error("There is no piece on {at}.")]
    NoPiece {
        /// The first square.
        at: Place,
    },
    /// The opponent's piece.
    #[error("The {man} belongs to {}, and it is {side}'s turn.", .man.owner)]
    NotYours {
        /// The piece.
        man: Man,
        /// Who is to move.
        side: String,
    },
    /// From a square to itself.
    #[error("The {mover} has to move to another square.")]
    StaysPut {
        /// What was to move.
        mover: Man,
    },
    /// Friends are not taken.
    #[error("The {mover} cannot take a piece of its own side, the {friend}.")]
    OwnPiece {
        /// What was to move.
        mover: Man,
        /// What stands in its place.
        friend: Man,
    },
    /// Something is in the way.
    #[error("The {mover} cannot reach {to}: {}'s {by} is in the way.", .by.owner)]
    Blocked {
        /// What was to move.
        mover: Man,
        /// Where to.
        to: Place,
        /// What is in the way.
        by: Man,
    },
    /// A square on the way does not exist now.
    #[error(
        "The {mover} cannot reach {to}: it would pass over {missing}, and that square does not exist now."
    )]
    BlockedByGap {
        /// What was to move.
        mover: Man,
        /// Where to.
        to: Place,
        /// What is missing.
        missing: Place,
    },
    /// A jump over a piece that may not be jumped.
    #[error(
        "The {mover} jumps only over pieces of lower rank, and the rank of the {by} is not lower."
    )]
    Outranked {
        /// What was to move.
        mover: Man,
        /// What may not be jumped.
        by: Man,
    },
    /// A jump to an empty square by a piece that only captures by jumping.
    #[error("The {mover} jumps over other pieces only to capture, and {to} is empty.")]
    JumpsOnlyToCapture {
        /// What was to move.
        mover: Man,
        /// The empty square.
        to: Place,
    },
    /// The way is for captures only.
    #[error("The {mover} goes to {at} only to capture, and there is nothing to take there.")]
    CapturesOnly {
        /// What was to move.
        mover: Man,
        /// The empty square.
        at: Place,
    },
    /// The way is for moves without capture only.
    #[error("The {mover} goes to {} only if that square is empty: it does not capture that way.", .victim.at)]
    MovesOnly {
        /// What was to move.
        mover: Man,
        /// What stands there.
        victim: Man,
    },
    /// A way of capturing that is for royals only.
    #[error("The {mover} takes only royal pieces that way, and the {victim} is not royal.")]
    TakesOnlyRoyals {
        /// What was to move.
        mover: Man,
        /// What stands there.
        victim: Man,
    },
    /// A way of capturing that spares royals.
    #[error("The {mover} does not take royal pieces that way, and the {victim} is royal.")]
    SparesRoyals {
        /// What was to move.
        mover: Man,
        /// What stands there.
        victim: Man,
    },
    /// Nothing to shoot at.
    #[error("There is nothing on {at} for the {mover} to take without moving.")]
    NothingToShoot {
        /// What was to shoot.
        mover: Man,
        /// The empty square.
        at: Place,
    },
    /// A turn pass in place over an occupied square.
    #[error("The {mover} steps to {} and back only if that square is empty.", .on.at)]
    PassNeedsEmpty {
        /// What was to pass.
        mover: Man,
        /// What stands on the square.
        on: Man,
    },
    /// Other pieces would have to stand on the way.
    #[error(
        "The {mover} could go to {to} only if other pieces stood between, or stood differently."
    )]
    NeedsOthers {
        /// What was to move.
        mover: Man,
        /// Where to.
        to: Place,
    },
    /// A way that is open only to a piece that has never moved.
    #[error("The {mover} goes to {to} only on its first move.")]
    FirstMoveOnly {
        /// What was to move.
        mover: Man,
        /// Where to.
        to: Place,
    },
    /// A movement that holds on another part of the board.
    #[error("The {mover} does not go to {to}: it moves so only on a part of the board.")]
    NotHere {
        /// What was to move.
        mover: Man,
        /// Where to.
        to: Place,
    },
    /// The piece must keep to some squares.
    #[error("The {mover} may not stand on {to}.")]
    Confined {
        /// What was to move.
        mover: Man,
        /// Where to.
        to: Place,
    },
    /// Not a move of this piece at all.
    #[error("The {mover} does not move to {}.", way(.by))]
    NoSuchWay {
        /// What was to move.
        mover: Man,
        /// The squares after the first, as they were named.
        by: Vec<Place>,
    },
    /// Not a shot of this piece at all.
    #[error("The {mover} cannot take anything on {victim} without moving.")]
    NoSuchShot {
        /// What was to shoot.
        mover: Man,
        /// Where.
        victim: Place,
    },
    /// There are such moves, told apart by the squares between.
    #[error("Say which way the {mover} goes: {}.", or(.ways))]
    NameTheWay {
        /// What was to move.
        mover: Man,
        /// What may be said.
        ways: Vec<String>,
    },
    /// Several promotions are possible.
    #[error("Say what the {mover} becomes: {}.", or(.choices))]
    NamePromotion {
        /// What was to move.
        mover: Man,
        /// The names of what it may become.
        choices: Vec<String>,
    },
    /// It has to promote.
    #[error("The {mover} must promote on {to}{}.", if *.stuck { ": it could never move again from there" } else { "" })]
    MustPromote {
        /// What was to move.
        mover: Man,
        /// Where to.
        to: Place,
        /// Whether because it could never move again; else because the right is a duty here.
        stuck: bool,
    },
    /// A type that does not promote.
    #[error("The {mover} cannot promote: {}.", if *.already { "it has promoted already" } else { "it is a piece that never promotes" })]
    NeverPromotes {
        /// What was to move.
        mover: Man,
        /// Whether it is a promoted piece.
        already: bool,
    },
    /// A promotion to something else.
    #[error("The {mover} may become {}, but not {asked}.", or(.choices))]
    PromotesOtherwise {
        /// What was to move.
        mover: Man,
        /// The name of what was asked for.
        asked: String,
        /// The names of what it may become.
        choices: Vec<String>,
    },
    /// No right to promote on this move.
    #[error("The {mover} cannot promote on this move: it may do so only when it {}.", or(.when))]
    NotPromoting {
        /// What was to move.
        mover: Man,
        /// What gives the right.
        when: Vec<PromotionRight>,
    },
    /// As many on the board as there may be by promotion.
    #[error(
        "The {mover} cannot become a {piece}: by promotion its side may have no more than {count}."
    )]
    EnoughPromoted {
        /// What was to move.
        mover: Man,
        /// The name of what it would become.
        piece: String,
        /// How many.
        count: u32,
    },
    /// No right to promote by a shot.
    #[error("The {mover} cannot promote by taking a piece without moving.")]
    ShotsDoNotPromote {
        /// What was to move.
        mover: Man,
    },
    /// The promoted piece may not stand there.
    #[error("The {mover} cannot promote: what it becomes may not stand on {to}.")]
    PromotedConfined {
        /// What was to move.
        mover: Man,
        /// Where to.
        to: Place,
    },
    /// A game without drops.
    #[error("Pieces that have been taken do not come back in {game}.")]
    NoDrops {
        /// The game.
        game: String,
    },
    /// Nothing of the kind in hand.
    #[error("{side} has no {piece} in hand.")]
    NotInHand {
        /// Who wants to drop it.
        side: String,
        /// Its name.
        piece: String,
    },
    /// A promoted piece from hand.
    #[error("A {piece} cannot be dropped: pieces come back unpromoted.")]
    DropsUnpromoted {
        /// Its name.
        piece: String,
    },
    /// A drop on a piece.
    #[error("The {piece} can be dropped only on an empty square: {}'s {by} is in the way.", .by.owner)]
    Occupied {
        /// What was to be dropped.
        piece: String,
        /// What stands there.
        by: Man,
    },
    /// A drop where drops are not allowed.
    #[error("{side} may not drop a {piece} on {to}.")]
    DropForbidden {
        /// Who wants to drop it.
        side: String,
        /// Its name.
        piece: String,
        /// Where.
        to: Place,
    },
    /// A drop without a future.
    #[error("A {piece} may not be dropped on {to}: it could never move again from there.")]
    DropStuck {
        /// Its name.
        piece: String,
        /// Where.
        to: Place,
    },
    /// Two of a kind on one file.
    #[error("A {piece} may not be dropped on {to}: the {other} already stands on that file.")]
    TwoOnFile {
        /// Its name.
        piece: String,
        /// Where.
        to: Place,
        /// The one that stands there.
        other: Man,
    },
    /// As many of a kind on a file as may be dropped there.
    #[error("A {piece} may not be dropped on {to}: {count} of them stand on that file already.")]
    EnoughOnFile {
        /// Its name.
        piece: String,
        /// Where.
        to: Place,
        /// How many.
        count: u32,
    },
    /// As many of a kind on the board as may be dropped.
    #[error("A {piece} may not be dropped: {count} of them stand on the board already.")]
    EnoughOnBoard {
        /// Its name.
        piece: String,
        /// How many.
        count: u32,
    },
    /// A drop that mates.
    #[error("A {piece} may not be dropped to give mate at once.")]
    DropMate {
        /// Its name.
        piece: String,
    },
    /// The check remains.
    #[error("That does not answer the check: the {royal} is attacked by {}.", men(.attackers))]
    CheckUnanswered {
        /// Who could be taken.
        royal: Man,
        /// By whom.
        attackers: Vec<Man>,
    },
    /// A royal walks into an attack.
    #[error("The {} would be attacked on {} by {}.", .royal.name, .royal.at, men(.attackers))]
    StepsIntoAttack {
        /// Who could be taken, where it would stand.
        royal: Man,
        /// By whom.
        attackers: Vec<Man>,
    },
    /// An attack is opened.
    #[error("That would leave the {royal} attacked by {}.", men(.attackers))]
    ExposesRoyal {
        /// Who could be taken.
        royal: Man,
        /// By whom.
        attackers: Vec<Man>,
    },
    /// A royal is removed by the own move.
    #[error("That would cost {} its {royal}.", .royal.owner)]
    LosesRoyal {
        /// What would be lost.
        royal: Man,
    },
    /// A royal explodes by a capture of its own side.
    #[error("The explosion would destroy {}'s {royal}.", .royal.owner)]
    ExplodesRoyal {
        /// What would be lost, where it stands now.
        royal: Man,
    },
    /// The royals would be left to be taken in some other way.
    #[error("That would let {side} lose its {royal}.")]
    LeavesRoyals {
        /// Whose royals.
        side: String,
        /// What they are called.
        royal: String,
    },
    /// Of several royals none would be safe.
    #[error("{side} may leave a royal piece attacked, but not all of them: {}.", men(.royals))]
    LeavesAllAttacked {
        /// Whose royals.
        side: String,
        /// All of them, where they would stand.
        royals: Vec<Man>,
    },
    /// A check, where none may be given.
    #[error("That would put {side} in check, and no move may give check.")]
    GivesCheck {
        /// Who would be in check.
        side: String,
    },
    /// The right to castle is gone.
    #[error("The {king} can no longer castle there: it or its partner has moved.")]
    CastlingLost {
        /// What was to castle.
        king: Man,
    },
    /// Nobody to castle with.
    #[error("The {king} cannot castle: there is no {partner} on {at} to castle with.")]
    NoPartner {
        /// What was to castle.
        king: Man,
        /// The names of possible partners.
        partner: String,
        /// Where it should stand.
        at: Place,
    },
    /// Something between king and partner.
    #[error("The {king} cannot castle: {}'s {by} stands in between.", .by.owner)]
    CastlingBlocked {
        /// What was to castle.
        king: Man,
        /// What is in the way.
        by: Man,
    },
    /// Castling out of check.
    #[error("The {king} cannot castle while it is attacked by {}.", men(.attackers))]
    CastlingInCheck {
        /// What was to castle.
        king: Man,
        /// By whom.
        attackers: Vec<Man>,
    },
    /// Castling through or into an attack.
    #[error("The {king} cannot castle over {on}, which is attacked by {}.", men(.attackers))]
    CastlingThroughAttack {
        /// What was to castle.
        king: Man,
        /// The attacked square.
        on: Place,
        /// By whom.
        attackers: Vec<Man>,
    },
    /// En passant, too late.
    #[error("The {victim} could be taken in passing only on the move right after its double step.")]
    EnPassantGone {
        /// What was to be taken.
        victim: Man,
    },
    /// The position would occur too often.
    #[error("That would bring about the same position for the {} time, which is forbidden.", ordinal(*.times))]
    Repetition {
        /// The occurrence.
        times: u32,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.name, self.at)
    }
}

/// `a, b or c`.
fn or(words: &[impl ToString]) -> String {
    joined(&words.iter().map(ToString::to_string).collect::<Vec<_>>(), "or")
}

/// `the Rook on e4 and the Bishop on a3`.
fn men(men: &[Man]) -> String {
    joined(&men.iter().map(|man| format!("the {man}")).collect::<Vec<_>>(), "and")
}

fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [before @ .., word] => format!("{} {last} {word}", before.join(", ")),
    }
}

fn at_once(count: u32) -> String {
    if count < 2 { String::new() } else { format!(" {count} pieces at once") }
}

fn and_more(count: u32) -> &'static str {
    if count < 2 { "" } else { " and more" }
}

fn after_loss_of(shocking: &[String]) -> String {
    match shocking {
        [] => String::new(),
        _ => format!(": the loss of a {} costs a turn", or(shocking)),
    }
}

/// `e5`, `e5 and on to e6`.
fn way(by: &[Place]) -> String {
    by.iter().map(|place| place.name.as_str()).collect::<Vec<_>>().join(" and on to ")
}
