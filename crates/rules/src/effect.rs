//! What a move does, told once as data: which pieces go where, and what becomes of the rest.

use crate::board::Board;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::position::Position;
use crate::query::Change;
use crate::{Color, PieceType, Square};

/// What a move does to the pieces.
///
/// ```
/// use komadai_rules::{Effect, Game, Position, variant::load_builtin};
/// use std::sync::Arc;
///
/// let shogi = load_builtin("shogi", &[]).unwrap().variant;
/// let start = Position::start(&Arc::new(Game::<2>::compile(&shogi).unwrap())).unwrap();
/// let effect = Effect::of(&start, start.legal_moves()[0]);
/// assert!(effect.mover.is_some() && effect.removed.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The piece that makes the move; `None` for a pass.
    pub mover: Option<Mover>,
    /// The partner of a castling.
    pub partner: Option<Carried>,
    /// Pieces that are put elsewhere, such as one that changes places with the mover.
    pub relocated: Vec<Carried>,
    /// Pieces that leave the board, in the order in which they do.
    pub removed: Vec<Removed>,
    /// Squares that stop existing, because they exist only while they are occupied.
    pub vanished: Vec<Square>,
    /// What is placed as a part of the move.
    pub placed: Option<Placed>,
    /// Whether the move only gives the turn away: the forced pass, or a pass in place.
    pub passes: bool,
}

/// The way of the piece that makes a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mover {
    /// Whose it is.
    pub side: Color,
    /// What it was.
    pub piece: PieceType,
    /// What it is afterwards.
    pub becomes: PieceType,
    /// Where it stood; `None` for a drop.
    pub from: Option<Square>,
    /// Where its legs ended, but for the last one.
    pub middles: Vec<Square>,
    /// Where it stands afterwards, unless it burns or explodes there.
    pub to: Square,
}

/// Another piece that a move puts elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// Whose it is.
    pub side: Color,
    /// What it is.
    pub piece: PieceType,
    /// Where it stood.
    pub from: Square,
    /// Where it stands afterwards.
    pub to: Square,
}

/// A piece that is placed on an empty square as a part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What it is. It belongs to the mover's side.
    pub piece: PieceType,
    /// Where it stands afterwards.
    pub square: Square,
    /// The square that it leaves, if it is the only piece of its type and stood on the board.
    pub from: Option<Square>,
}

/// A piece that a move removes from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removed {
    /// Where it stood.
    pub square: Square,
    /// Whose it was.
    pub side: Color,
    /// What it was.
    pub piece: PieceType,
    /// What becomes of it.
    pub fate: Fate,
    /// What the mover's side gets in hand for it.
    pub to_hand: Option<PieceType>,
}

/// What becomes of a piece that leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Captured where the mover ends, or on its way.
    Captured,
    /// Captured by a piece that stays where it is.
    Shot,
    /// Captured in passing, on a square that the mover does not enter.
    EnPassant,
    /// Burned by a piece beside it.
    Burned,
    /// Destroyed by a capture beside it, or by its own.
    Exploded,
    /// Destroyed by a piece of its own side.
    Destroyed,
}

impl Placed {
    /// What a pseudo-legal move of a position places; once that is broken off, nothing.
    pub fn of<const N: usize>(at: &Position<N>, m: Move) -> Option<Self> {
        if !m.is_placing() || at.breaks_off() {
            return None;
        }
        let mut after = at.board.snapshot();
        after.carry_out(at.game(), m.without_placing());
        Placed::after(at, &after, m)
    }

    /// The same, given the board after the move without what it places.
    fn after<const N: usize>(at: &Position<N>, after: &Board<N>, m: Move) -> Option<Self> {
        let (piece, square) = m.placed()?;
        let from = after.leaves(at.game(), Piece::new(at.side(), piece));
        Some(Placed { piece, square, from })
    }
}

impl Effect {
    /// What a pseudo-legal move of a position does; once that is broken off, nothing.
    pub fn of<const N: usize>(at: &Position<N>, m: Move) -> Self {
        if m.kind() == MoveKind::Pass {
            return Effect { passes: true, ..Effect::default() };
        }
        if at.breaks_off() {
            return Effect::default();
        }
        let mut after = at.board.snapshot();
        after.carry_out(at.game(), m.without_placing());
        let changes: Vec<Change> = after.changes().collect();
        let left = at.game().vanishing & at.occupied().without(after.occupied());
        let placed = Placed::after(at, &after, m);
        let vanished = left.iter().collect();
        let mut effect = Effect { vanished, placed, ..Effect::default() };
        let mover = mover(at, m, &changes);
        let (moved, destroyed) = changes.split_at(settled(m, &changes));
        effect.move_pieces(at, m, &mover, moved);
        let explodes = effect.removed.iter().any(|removed| removed.fate != Fate::Destroyed);
        effect.removed.extend(destroyed.iter().filter_map(|change| match *change {
            Change::Taken(square, side, piece) => {
                let exploded = explodes && is_exploded(at, &mover, (square, side, piece));
                let fate = if exploded { Fate::Exploded } else { Fate::Burned };
                Some(Removed { square, side, piece, fate, to_hand: None })
            }
            _ => None,
        }));
        let stays = mover.from == Some(mover.to) && mover.piece == mover.becomes;
        let others = effect.relocated.len() + effect.removed.len();
        effect.passes = stays && others == 0 && effect.partner.is_none();
        effect.mover = Some(mover);
        effect
    }

    /// Tells of every piece that is lifted off its square whether it is put down elsewhere. What is
    /// captured is lifted before the mover is, what is only put elsewhere after it; castling lifts the
    /// partner first.
    fn move_pieces<const N: usize>(
        &mut self,
        at: &Position<N>,
        m: Move,
        mover: &Mover,
        changes: &[Change],
    ) {
        let castles = m.kind() == MoveKind::Castle;
        let mut carries = castles;
        for (index, change) in changes.iter().enumerate() {
            let Change::Taken(from, side, piece) = *change else { continue };
            if mover.from == Some(from) {
                carries = true;
                continue;
            }
            let landing = |change: &Change| match *change {
                Change::Put(to, of, what) if (of, what) == (side, piece) && to != mover.to => {
                    Some(Carried { side, piece, from, to })
                }
                _ => None,
            };
            let free = |to: &Carried| self.relocated.iter().all(|other| other.to != to.to);
            let rest = changes[index..].iter().filter(|_| carries);
            match rest.filter_map(landing).find(free) {
                Some(partner) if castles => self.partner = Some(partner),
                Some(carried) => self.relocated.push(carried),
                None => self.removed.push(Removed {
                    square: from,
                    side,
                    piece,
                    fate: struck(at, m, mover, (side, from)),
                    to_hand: changes.get(index + 1).and_then(gained),
                }),
            }
        }
    }
}

fn mover<const N: usize>(at: &Position<N>, m: Move, changes: &[Change]) -> Mover {
    let is_drop = m.kind() == MoveKind::Drop;
    let standing = at.at(m.from()).filter(|_| !is_drop).map(|(_, piece)| piece);
    let piece = standing.unwrap_or_else(|| m.held());
    let becomes = changes.iter().find_map(|change| match *change {
        Change::Put(to, _, piece) if to == m.to() => Some(piece),
        _ => None,
    });
    Mover {
        side: at.side(),
        piece,
        becomes: becomes.unwrap_or(piece),
        from: (!is_drop).then(|| m.from()),
        middles: at.middles(m),
        to: m.to(),
    }
}

/// Whether a capture that explodes destroys a piece on a square; what it spares may burn there.
fn is_exploded<const N: usize>(
    at: &Position<N>,
    mover: &Mover,
    (square, side, piece): (Square, Color, PieceType),
) -> bool {
    let Some(around) = &at.game().explosion else { return false };
    let info = &at.game().pieces[Piece::new(side, piece)];
    match square == mover.to {
        true => !info.withstands,
        false => around[mover.side.index()][mover.to.index()].contains(square) && !info.spared,
    }
}

/// From which change on only fire and explosions are at work: all pieces stand where the move has
/// brought them.
fn settled(m: Move, changes: &[Change]) -> usize {
    if let Some(last_put) = changes.iter().rposition(|change| matches!(change, Change::Put(..))) {
        return last_put + 1;
    }
    // The mover stays where it is, and takes at most what it shoots.
    let is_shot = |square: Square| m.kind() == MoveKind::Shot && square == m.via();
    let burns = |change: &Change| matches!(*change, Change::Taken(at, ..) if !is_shot(at));
    changes.iter().position(burns).unwrap_or(changes.len())
}

/// What becomes of a piece that the mover itself has taken.
fn struck<const N: usize>(
    at: &Position<N>,
    m: Move,
    mover: &Mover,
    (side, square): (Color, Square),
) -> Fate {
    let entered = square == mover.to || mover.middles.contains(&square);
    let passed = at.board.state.en_passant().is_some_and(|passed| passed.pawn == square);
    if side == mover.side {
        Fate::Destroyed
    } else if m.kind() == MoveKind::EnPassant || (passed && !entered) {
        Fate::EnPassant
    } else if mover.from == Some(mover.to) {
        Fate::Shot
    } else {
        Fate::Captured
    }
}

/// What a hand has got.
fn gained(change: &Change) -> Option<PieceType> {
    match *change {
        Change::Hand { piece, before, after, .. } if after > before => Some(piece),
        _ => None,
    }
}
