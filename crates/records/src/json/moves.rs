//! Moves: how they are written and what they do.

use super::{Effect, Placed, names, text_of};
use crate::moves::{Spelling, all_spellings, spell, spell_each};
use crate::position::Writer;
use komadai_rules::{AnyPlay, MoveKind, PieceType};
use serde::Serialize;

/// What all forms of a move have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveForm {
    /// In USI.
    pub usi: String,
    /// In algebraic form.
    pub algebraic: String,
    /// Where it starts; null for a drop and a pass.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub from: Option<String>,
    /// Where it ends; null for a pass only.
    #[cfg_attr(feature = "openapi", schema(required))]
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
    /// What it places besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Placed>,
    /// The type that moves, before promotion; none for a pass.
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

/// A legal move of a piece as a board needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Legal {
    /// The move.
    #[serde(flatten)]
    pub text: MoveForm,
    /// What moves.
    pub piece: String,
    /// What it promotes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<String>,
    /// What else it does.
    #[serde(flatten)]
    pub effect: Effect,
    /// The same move by other pieces: whoever else could shoot the one victim, or pass in place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<OtherWay>,
}

/// A legal move said of another piece than the one that is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OtherWay {
    /// In USI.
    pub usi: String,
    /// Where it starts.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// The middle square, or the victim of a shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
}

impl MoveForm {
    /// A legal move of a position.
    pub fn of(at: &AnyPlay, m: komadai_rules::Move) -> Self {
        MoveForm::spelled(at, &spell(at, m))
    }

    /// The same, said in one of its ways.
    pub fn spelled(at: &AnyPlay, spelling: &Spelling) -> Self {
        let variant = at.variant();
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
            places: Placed::of(at, m),
            mover: spelling.mover,
        }
    }
}

impl Promotes {
    fn of(at: &AnyPlay, spelling: &Spelling) -> Self {
        let pieces = &at.variant().pieces;
        let choices = spelling.mover.map_or(0, |mover| pieces[mover.index()].promotes.len());
        match spelling.promoted(at.variant()) {
            Some(to) if choices > 1 => Promotes::To(pieces[to.index()].id.clone()),
            to => Promotes::Plainly(to.is_some()),
        }
    }
}

impl Move {
    /// A legal move of a position.
    pub fn of(at: &AnyPlay, m: komadai_rules::Move) -> Self {
        let mut after = at.clone();
        after.push(m);
        Move { text: MoveForm::of(at, m), position: text_of(&after) }
    }

    /// Some legal moves of a position; quicker than one after the other.
    pub fn all(at: &AnyPlay, moves: &[komadai_rules::Move]) -> Vec<Self> {
        let mut after = at.clone();
        let writer = Writer::like(at.variant(), &at.setup());
        let of = |spelling: Spelling| {
            after.push(spelling.mv);
            let position = writer.write(&after.setup());
            after.pop();
            Move { text: MoveForm::spelled(at, &spelling), position }
        };
        spell_each(at, moves).into_iter().map(of).collect()
    }
}

impl Legal {
    /// How much is told of it besides the move itself: pieces, squares and other ways, some dozens of bytes
    /// each.
    pub fn details(&self) -> usize {
        self.text.captures.len() + self.effect.details() + self.also.len()
    }

    /// Some legal moves of a position. A pass, which no piece makes, is left out.
    pub fn all(at: &AnyPlay, moves: &[komadai_rules::Move]) -> Vec<Self> {
        let spelled = all_spellings(at, moves);
        let ways = spelled.chunk_by(|a, b| a.mv == b.mv);
        ways.filter_map(|ways| ways.split_first())
            .filter_map(|(shown, others)| Legal::spelled(at, shown, others))
            .collect()
    }

    fn spelled(at: &AnyPlay, shown: &Spelling, others: &[Spelling]) -> Option<Self> {
        let variant = at.variant();
        let id = |piece: PieceType| variant.pieces[piece.index()].id.clone();
        let piece = shown.mover.map(id)?;
        // Each piece once, in the way that comes first.
        let mut starts = vec![shown.squares.first()];
        let elsewhere = others.iter().filter(|other| {
            let start = other.squares.first();
            let new = !starts.contains(&start);
            starts.push(start);
            new
        });
        Some(Legal {
            text: MoveForm::spelled(at, shown),
            piece,
            becomes: shown.promoted(variant).map(id),
            effect: Effect::of(at, shown.mv),
            also: elsewhere.filter_map(|way| OtherWay::of(at, way)).collect(),
        })
    }
}

impl OtherWay {
    fn of(at: &AnyPlay, way: &Spelling) -> Option<Self> {
        let MoveForm { usi, from, to, via, .. } = MoveForm::spelled(at, way);
        Some(OtherWay { usi, from: from?, to: to?, via })
    }
}
