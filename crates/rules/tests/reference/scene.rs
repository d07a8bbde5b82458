//! What one piece sees of the board, and what a move of it does.

use komadai_rules::{Color, PieceType};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A square as `rank * files + file`.
pub(crate) type Cell = usize;

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The square does not exist (now).
    Gone,
    /// Nothing stands there.
    Empty,
    /// A piece stands there.
    Man(Man),
}

/// All that movement asks of another piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) color: Color,
    pub(crate) kind: PieceType,
    pub(crate) royal: bool,
    pub(crate) rank: u8,
    /// Whether it may be the partner in castling: of an allowed type, and it has never moved.
    pub(crate) castles: bool,
}

/// The board with the moving piece taken off it.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) files: i32,
    pub(crate) ranks: i32,
    pub(crate) contents: Rc<Vec<Content>>,
    /// Squares that go when their occupant goes.
    pub(crate) vanishing: Rc<Vec<bool>>,
    /// Where the moving piece stands. Its square exists during the whole move.
    pub(crate) from: Cell,
    pub(crate) color: Color,
    /// Whether the moving piece has never moved.
    pub(crate) virgin: bool,
    /// The file of its usual start square, where castling takes it to fixed files.
    pub(crate) home: Option<i32>,
    /// The squares that a pawn has just passed over, and the pawn.
    pub(crate) en_passant: Option<(Vec<Cell>, Cell)>,
    /// Whether every square holds whatever each leg needs, for itself.
    pub(crate) wild: bool,
    /// The squares of the types that may not stand everywhere.
    pub(crate) confined: Rc<HashMap<(Color, PieceType), Vec<Cell>>>,
    /// The only types that may be hopped over, and the only ones that may be captured.
    pub(crate) over: Option<Vec<PieceType>>,
    pub(crate) takes: Option<Vec<PieceType>>,
}

impl Scene {
    pub(crate) fn may_hop_over(&self, man: Man) -> bool {
        self.over.as_ref().is_none_or(|types| types.contains(&man.kind))
    }

    pub(crate) fn may_take(&self, man: Man) -> bool {
        self.takes.as_ref().is_none_or(|types| types.contains(&man.kind))
    }

    /// Whether a piece may stand on a square.
    pub(crate) fn may_stand(&self, man: Man, at: Cell) -> bool {
        self.confined.get(&(man.color, man.kind)).is_none_or(|squares| squares.contains(&at))
    }

    /// Whether a square holds whatever a leg needs; a hole never does, nor the start of the move.
    pub(crate) fn is_wild(&self, at: Cell) -> bool {
        self.wild && at != self.from && self.contents[at] != Content::Gone
    }

    /// The pawn that may be taken in passing by going to a square.
    pub(crate) fn passed(&self, to: Cell) -> Option<Cell> {
        let (over, pawn) = self.en_passant.as_ref()?;
        over.contains(&to).then_some(*pawn)
    }

    /// The square a step away; `around` joins the left and right edges.
    pub(crate) fn step(&self, at: Cell, (dx, dy): (i32, i32), around: bool) -> Option<Cell> {
        let (file, rank) = (at as i32 % self.files + dx, at as i32 / self.files + dy);
        let file = if around { file.rem_euclid(self.files) } else { file };
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then(|| (rank * self.files + file) as usize)
    }

    /// What a square holds once its occupant has gone.
    pub(crate) fn vacated(&self, cell: Cell) -> Content {
        if self.vanishing[cell] { Content::Gone } else { Content::Empty }
    }
}

/// What one move does, promotion and burning apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) to: Cell,
    pub(crate) captures: BTreeSet<Cell>,
    /// Pieces put elsewhere: from, to.
    pub(crate) relocates: BTreeSet<(Cell, Cell)>,
    /// The castling partner: from, to.
    pub(crate) partner: Option<(Cell, Cell)>,
    /// The squares that a castling king comes over, the last one included.
    pub(crate) crossed: Vec<Cell>,
    /// The squares that this double step opens to en passant capture.
    pub(crate) opens: BTreeSet<Cell>,
    /// Whether it is an en passant capture.
    pub(crate) en_passant: Option<Cell>,
    /// The ends of all legs but the last, for telling the moves apart in text.
    pub(crate) path: Vec<Cell>,
}

impl Outcome {
    /// Two paths with the same effect are one move.
    fn same_effect(&self, other: &Outcome) -> bool {
        let effect = |o: &Outcome| (o.to, o.captures.clone(), o.relocates.clone(), o.partner);
        effect(self) == effect(other)
    }
}

/// Moves with different effects only; of those with the same effect, the flags are united.
pub(crate) fn distinct(outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let mut kept: Vec<Outcome> = Vec::new();
    for outcome in outcomes {
        match kept.iter_mut().find(|k| k.to == outcome.to && k.same_effect(&outcome)) {
            Some(twin) => {
                twin.opens.extend(outcome.opens);
                twin.en_passant = twin.en_passant.or(outcome.en_passant);
            }
            None => kept.push(outcome),
        }
    }
    kept
}
