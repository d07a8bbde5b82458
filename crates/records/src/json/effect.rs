//! What a move does besides taking its piece to another square.

use super::{Side, names};
use komadai_rules::variant::Supply;
use komadai_rules::{self as rules, AnyPlay, Move, PieceType, Variant};
use serde::{Deserialize, Serialize};

/// What a move does besides taking its piece to another square. Most moves do nothing more, and then
/// nothing is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Effect {
    /// Where its legs end, but for the last one, if there are more than two legs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub middles: Vec<String>,
    /// The partner of castling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<Carried>,
    /// Pieces put elsewhere, such as one that changes places with the mover.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relocates: Vec<Carried>,
    /// Every piece that leaves the board, a mover that burns or explodes included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removes: Vec<Removed>,
    /// Squares that stop existing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vanishes: Vec<String>,
}

/// A piece of the mover's side that is placed as a part of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Placed {
    /// What it is.
    pub piece: String,
    /// Where it stands afterwards.
    pub square: String,
    /// Where it stood, if it is the only one of its kind and has stood on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Whether it comes from the hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

/// A piece that goes from one square to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Carried {
    /// Where it stood.
    pub from: String,
    /// Where it stands afterwards.
    pub to: String,
}

/// A piece that leaves the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Removed {
    /// Where it stood.
    pub square: String,
    /// Whose it was.
    pub side: Side,
    /// What it was.
    pub piece: String,
    /// What becomes of it.
    pub fate: Fate,
    /// What the mover's side gets in hand for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
}

/// What becomes of a piece that leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
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

impl From<rules::Fate> for Fate {
    fn from(fate: rules::Fate) -> Self {
        match fate {
            rules::Fate::Captured => Fate::Captured,
            rules::Fate::Shot => Fate::Shot,
            rules::Fate::EnPassant => Fate::EnPassant,
            rules::Fate::Burned => Fate::Burned,
            rules::Fate::Exploded => Fate::Exploded,
            rules::Fate::Destroyed => Fate::Destroyed,
        }
    }
}

impl Effect {
    /// How many pieces and squares it tells of.
    pub fn details(&self) -> usize {
        let Effect { middles, partner: _, relocates, removes, vanishes } = self;
        middles.len() + relocates.len() + removes.len() + vanishes.len()
    }

    /// What a legal move of a position does.
    pub fn of(at: &AnyPlay, m: Move) -> Self {
        let variant = at.variant();
        let effect = at.effect(m);
        let middles = effect.mover.map(|mover| mover.middles).filter(|middles| middles.len() > 1);
        Effect {
            middles: names(variant, middles.unwrap_or_default()),
            partner: effect.partner.map(|it| Carried::of(variant, &it)),
            relocates: effect.relocated.iter().map(|it| Carried::of(variant, it)).collect(),
            removes: effect.removed.iter().map(|it| Removed::of(variant, it)).collect(),
            vanishes: names(variant, effect.vanished),
        }
    }
}

impl Carried {
    fn of(variant: &Variant, it: &rules::Carried) -> Self {
        Carried { from: variant.square_name(it.from), to: variant.square_name(it.to) }
    }
}

impl Placed {
    /// What a legal move of a position places.
    pub fn of(at: &AnyPlay, m: Move) -> Option<Self> {
        let (variant, it) = (at.variant(), at.placed(m)?);
        let supply = variant.placement.as_ref().map(|rule| rule.supply);
        Some(Placed {
            piece: variant.pieces[it.piece.index()].id.clone(),
            square: variant.square_name(it.square),
            from: it.from.map(|square| variant.square_name(square)),
            held: supply == Some(Supply::Hand),
        })
    }
}

impl Removed {
    fn of(variant: &Variant, it: &rules::Removed) -> Self {
        let id = |piece: PieceType| variant.pieces[piece.index()].id.clone();
        Removed {
            square: variant.square_name(it.square),
            side: it.side.into(),
            piece: id(it.piece),
            fate: it.fate.into(),
            hand: it.to_hand.map(id),
        }
    }
}
