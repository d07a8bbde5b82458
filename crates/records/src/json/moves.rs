//! Moves: how they are written and what they do.

use super::{names, text_of};
use crate::moves::{Spelling, spell};
use komadai_rules::{MoveKind, PieceType, Position};
use serde::Serialize;

/// What all forms of a move have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveForm {
    /// In USI.
    pub usi: String,
    /// In algebraic form.
    pub algebraic: String,
    /// Where it starts; null for a drop and the forced pass.
    pub from: Option<String>,
    /// Where it ends; null for the forced pass only.
    pub to: Option<String>,
    /// The middle square, or the victim of a shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// The square of every piece that is removed.
    pub captures: Vec<String>,
    /// The piece that is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<String>,
    /// Whether it promotes, and to what where there is a choice.
    pub promotes: Promotes,
    /// The type that moves, before promotion; none for the forced pass.
    #[serde(skip)]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    pub mover: Option<PieceType>,
}

/// Whether a move promotes, and to what where there is a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Promotes {
    /// Yes or no.
    Plainly(bool),
    /// To this piece, of several.
    To(String),
}

/// A legal move with the position that it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Move {
    /// The move.
    #[serde(flatten)]
    pub text: MoveForm,
    /// The position after it.
    pub position: String,
}

/// A legal move as a board needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Legal {
    /// The move.
    #[serde(flatten)]
    pub text: MoveForm,
    /// What moves; null for the forced pass.
    pub piece: Option<String>,
    /// What it promotes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<String>,
}

impl MoveForm {
    /// A legal move of a position.
    pub fn of<const N: usize>(at: &Position<N>, m: komadai_rules::Move) -> Self {
        MoveForm::spelled(at, &spell(at, m))
    }

    /// The same, said in one of its ways.
    pub fn spelled<const N: usize>(at: &Position<N>, spelling: &Spelling) -> Self {
        let variant = at.game().variant();
        let m = spelling.mv;
        let squares = names(variant, spelling.squares.iter().copied());
        let is_drop = m.kind() == MoveKind::Drop;
        let piece = |piece: PieceType| variant.pieces[piece.index()].id.clone();
        MoveForm {
            usi: spelling.usi(variant),
            algebraic: spelling.algebraic(variant),
            from: squares.first().filter(|_| !is_drop).cloned(),
            to: squares.last().cloned(),
            via: squares.get(1).filter(|_| squares.len() > 2).cloned(),
            captures: names(variant, at.captures(m)),
            drop: spelling.mover.filter(|_| is_drop).map(piece),
            promotes: Promotes::of(at, spelling),
            mover: spelling.mover,
        }
    }
}

impl Promotes {
    fn of<const N: usize>(at: &Position<N>, spelling: &Spelling) -> Self {
        let pieces = &at.game().variant().pieces;
        let choices = spelling.mover.map_or(0, |mover| pieces[mover.index()].promotes.len());
        match spelling.promoted(at.game().variant()) {
            Some(to) if choices > 1 => Promotes::To(pieces[to.index()].id.clone()),
            to => Promotes::Plainly(to.is_some()),
        }
    }
}

impl Move {
    /// A legal move of a position.
    pub fn of<const N: usize>(at: &Position<N>, m: komadai_rules::Move) -> Self {
        let mut after = at.clone();
        after.make(m);
        Move { text: MoveForm::of(at, m), position: text_of(&after) }
    }
}

impl Legal {
    /// A legal move of a position.
    pub fn of<const N: usize>(at: &Position<N>, m: komadai_rules::Move) -> Self {
        let variant = at.game().variant();
        let spelling = spell(at, m);
        let id = |piece: PieceType| variant.pieces[piece.index()].id.clone();
        Legal {
            text: MoveForm::spelled(at, &spelling),
            piece: spelling.mover.map(id),
            becomes: spelling.promoted(variant).map(id),
        }
    }
}
