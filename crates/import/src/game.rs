//! A game as our files say it, ready to be written.

use crate::PieceKind;
use crate::region::{Board, Square};
use std::collections::BTreeSet;

/// How the second side's squares follow from the first side's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Symmetry {
    Mirror,
    Rotate,
    #[default]
    None,
}

impl Symmetry {
    /// The one by which all start squares of the second side follow from those of the first.
    pub(crate) fn of<'s>(
        board: &Board,
        starts: impl Iterator<Item = &'s Sides> + Clone,
    ) -> Symmetry {
        let fits = |symmetry: &Symmetry| {
            starts.clone().all(|[first, second]| {
                let turned = first.iter().map(|s| symmetry.opposite(board, *s));
                turned.collect::<BTreeSet<Square>>() == *second
            })
        };
        let known = [Symmetry::Mirror, Symmetry::Rotate];
        known.into_iter().find(fits).unwrap_or(Symmetry::None)
    }

    /// The second side's square for one of the first side. Zones are turned where the sides are not
    /// symmetric.
    pub(crate) fn opposite(self, board: &Board, (file, rank): Square) -> Square {
        let file = match self {
            Symmetry::Mirror => file,
            Symmetry::Rotate | Symmetry::None => board.files - 1 - file,
        };
        (file, board.ranks - 1 - rank)
    }
}

/// Squares of each side.
pub(crate) type Sides = [BTreeSet<Square>; 2];

/// A movement, and where it holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Movement {
    /// XBetza.
    pub(crate) text: String,
    /// The only squares from which it holds.
    pub(crate) from: Option<Sides>,
    /// The only squares to which it holds.
    pub(crate) to: Option<Sides>,
    /// The only side that has it.
    pub(crate) side: Option<&'static str>,
    /// Letters of what it neither hops over nor captures.
    pub(crate) spares: Vec<String>,
}

/// A right to pass.
#[derive(Clone, Debug)]
pub(crate) struct Passing {
    pub(crate) when: &'static str,
    /// The only side that has it.
    pub(crate) side: Option<&'static str>,
}

/// Points that decide what would be a draw.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    /// Letters, and what each of them is worth.
    pub(crate) values: Vec<(Vec<String>, u32)>,
    /// How many more the first side needs, where it does not win or draw with as many.
    pub(crate) lead: Option<u32>,
}

/// A type of piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Piece {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) movements: Vec<Movement>,
    pub(crate) at: Sides,
    pub(crate) hand: [u8; 2],
    pub(crate) royal: bool,
    pub(crate) promotes: Vec<String>,
    /// What its captor gets in hand for it, where its letter does not tell.
    pub(crate) held: Option<String>,
    pub(crate) confine: Option<Sides>,
    /// The squares around it on which it burns every enemy when it has moved, as directions and atoms.
    pub(crate) burns: Option<String>,
    /// What Fairy-Stockfish takes it for.
    pub(crate) kind: Option<PieceKind>,
}

/// When pieces promote.
#[derive(Clone, Debug)]
pub(crate) struct Promotion {
    pub(crate) zone: Sides,
    pub(crate) when: Vec<&'static str>,
    pub(crate) mandatory: bool,
    pub(crate) forced_when_stuck: bool,
    /// Letters of which a side may not get more than so many.
    pub(crate) limits: Vec<PromotionLimit>,
}

/// How pieces come back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drops {
    /// Whether the table is needed at all.
    pub(crate) allowed: bool,
    pub(crate) not_stuck: bool,
    /// Letters, and how many of each may stand on a file.
    pub(crate) limit: Option<(Vec<String>, u32)>,
    pub(crate) no_mate: Vec<String>,
    pub(crate) zone: Option<Sides>,
    pub(crate) promoted: bool,
}

/// How many of a letter there may be by promotion.
#[derive(Clone, Debug)]
pub(crate) struct PromotionLimit {
    pub(crate) id: String,
    pub(crate) count: u32,
    /// The side for which it holds, if not for both.
    pub(crate) side: Option<&'static str>,
}

/// What a capture destroys besides what it takes, and all that stands around.
#[derive(Clone, Debug)]
pub(crate) struct Explosion {
    /// Letters of what survives beside a captor...
    pub(crate) spares: Vec<String>,
    /// ... and of what survives everywhere.
    pub(crate) withstands: Vec<String>,
}

/// Captures that cost the opponent a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shock {
    pub(crate) captured: Vec<String>,
    /// Letters of what captures them without that.
    pub(crate) unless_by: Vec<String>,
}

/// Pieces that are put on free squares, for a start that is drawn by lot.
#[derive(Clone, Debug)]
pub(crate) struct Put {
    pub(crate) pieces: Vec<String>,
    /// The only squares on which they may stand.
    pub(crate) on: Option<BTreeSet<Square>>,
}

/// What a move places besides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placement {
    pub(crate) pieces: Vec<String>,
    pub(crate) supply: &'static str,
    /// Whether only on the square that the move has left.
    pub(crate) vacated: bool,
    pub(crate) reach: Option<String>,
    pub(crate) zone: Option<Sides>,
    /// Letters of the pieces that do it, where not all do.
    pub(crate) by: Vec<String>,
    pub(crate) first_moves: bool,
    pub(crate) optional: bool,
    pub(crate) required: bool,
    /// Whether what is placed has to be kept from being captured.
    pub(crate) captured: bool,
}

/// A side that runs out of pieces.
#[derive(Clone, Debug)]
pub(crate) struct Extinction {
    pub(crate) types: Vec<String>,
    pub(crate) each: bool,
    pub(crate) count: u32,
    pub(crate) against: u32,
    pub(crate) reply: bool,
    pub(crate) result: &'static str,
}

/// A side that counts its moves.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    pub(crate) without: Vec<String>,
    pub(crate) at_most: Option<u32>,
    pub(crate) from_pieces: bool,
    pub(crate) limits: Vec<CountLimit>,
}

/// How far it counts.
#[derive(Clone, Debug)]
pub(crate) struct CountLimit {
    /// What the other side must have; any piece where this is empty.
    pub(crate) types: Vec<String>,
    pub(crate) count: u32,
    pub(crate) moves: u32,
}

/// Squares that win.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) types: Vec<String>,
    pub(crate) zone: Sides,
    /// What the other side may still do, where that is anything.
    pub(crate) reply: Option<&'static str>,
    pub(crate) safe: bool,
}

/// Repetition of positions.
#[derive(Clone, Debug)]
pub(crate) struct Repetition {
    pub(crate) times: u32,
    pub(crate) result: &'static str,
    pub(crate) perpetual_check_loses: bool,
    pub(crate) chases: Vec<Chase>,
}

/// Pieces that may not be chased for ever.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chase {
    pub(crate) victims: Vec<String>,
    pub(crate) by: Vec<String>,
    /// Where the victim stands; `None` for anywhere.
    pub(crate) zone: Option<Sides>,
    /// Whether it is chased even where it is protected.
    pub(crate) protected: bool,
}

/// How the game ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct End {
    /// Which royals matter, and why, where that is not any of them.
    pub(crate) royals: Option<(&'static str, &'static str)>,
    pub(crate) no_checks: bool,
    pub(crate) stalemate: &'static str,
    pub(crate) mated: &'static str,
    /// How many checks win.
    pub(crate) checks: Option<u8>,
    pub(crate) repetition: Option<Repetition>,
    /// Plies, and the pieces whose moves start the count anew.
    pub(crate) quiet: Option<(u32, Vec<String>)>,
    pub(crate) flag: Option<Goal>,
    pub(crate) extinction: Option<Extinction>,
    pub(crate) counting: Vec<Counting>,
    pub(crate) two_passes: bool,
    pub(crate) facing: bool,
    pub(crate) points: Option<Points>,
}

/// A whole game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The start as it is written there.
    pub(crate) start: String,
    /// What stands at the head of the file.
    pub(crate) head: Vec<String>,
    pub(crate) board: Board,
    pub(crate) symmetry: Symmetry,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) promotion: Option<Promotion>,
    pub(crate) captures_to_hand: bool,
    pub(crate) must_capture: bool,
    pub(crate) explosion: Option<Explosion>,
    pub(crate) drops: Drops,
    pub(crate) placement: Option<Placement>,
    /// The partners of castling, where only some types are.
    pub(crate) partners: Vec<String>,
    /// Whether castling leads to the same files from wherever the king starts.
    pub(crate) castles_to_fixed_files: bool,
    pub(crate) shocks: Vec<Shock>,
    pub(crate) passing: Vec<Passing>,
    pub(crate) shuffle: Vec<Put>,
    pub(crate) end: End,
}
