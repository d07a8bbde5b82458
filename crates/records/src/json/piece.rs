//! What there is to know of a piece.

use komadai_rules::PieceType;
use komadai_rules::diagram::{Diagram, Offset};
use komadai_rules::variant::{self, Supply, Variant};
use serde::Serialize;

/// A type of piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PieceInfo {
    /// Its letter.
    pub id: String,
    /// What it is called.
    pub name: Name,
    /// Its movement in XBetza; several texts are a union.
    pub text: Vec<String>,
    /// Whether it must be defended.
    pub royal: bool,
    /// The group that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What it may promote to.
    pub promotes: Vec<String>,
    /// What it becomes in the captor's hand.
    pub demotes_to: String,
    /// What it is worth, in hundredths of a pawn.
    pub value: i32,
    /// Whether it can be held in hand and come on the board from there.
    pub droppable: bool,
    /// Whether there is one for both sides, which moves place anew.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub single: bool,
    /// How it moves, as a picture in numbers.
    pub diagram: Diagram,
    /// Every square on which a move may end or at which it may shoot, whatever stands on the board:
    /// seen from the piece, as in the diagram.
    pub reach: Vec<Offset>,
}

/// The names of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Name {
    /// English.
    pub en: String,
    /// Japanese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ja: Option<String>,
    /// What stands on the piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kanji: Option<String>,
    /// One kanji.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub abbreviation: Option<String>,
    /// The reading in Latin letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub romaji: Option<String>,
}

impl From<&variant::Name> for Name {
    fn from(name: &variant::Name) -> Self {
        let variant::Name { en, ja, kanji, abbreviation, romaji } = name.clone();
        Name { en, ja, kanji, abbreviation, romaji }
    }
}

impl PieceInfo {
    /// A piece of a variant that is worth so much.
    pub fn of(variant: &Variant, piece: PieceType, value: i32) -> Self {
        let id = |piece: &PieceType| variant.pieces[piece.index()].id.clone();
        let of = &variant.pieces[piece.index()];
        // Whatever was compiled can be drawn.
        let diagram = Diagram::of(variant, piece).unwrap_or_default();
        let reach = diagram.reach((variant.board.files, variant.board.ranks));
        PieceInfo {
            id: of.id.clone(),
            name: Name::from(&of.name),
            text: of.moves.iter().map(|movement| movement.text.clone()).collect(),
            royal: of.royal,
            kind: of.kind.clone(),
            promotes: of.promotes.iter().map(id).collect(),
            demotes_to: id(&of.demotes_to),
            value,
            droppable: is_droppable(variant, piece),
            single: is_placed(variant, piece, Supply::Single),
            diagram,
            reach: reach.into_iter().collect(),
        }
    }
}

/// Whether a piece can get into a hand, and back from there.
fn is_droppable(variant: &Variant, piece: PieceType) -> bool {
    let captured = |p: &variant::PieceData| variant.captures_to_hand && p.demotes_to == piece;
    let of = &variant.pieces[piece.index()];
    let held = of.hand.iter().any(|count| *count > 0) || variant.pieces.iter().any(captured);
    let comes = variant.drops.allowed || is_placed(variant, piece, Supply::Hand);
    comes && !of.royal && held
}

/// Whether moves place it, from there.
fn is_placed(variant: &Variant, piece: PieceType, supply: Supply) -> bool {
    let rule = variant.placement.as_ref().filter(|rule| rule.supply == supply);
    rule.is_some_and(|rule| rule.pieces.contains(&piece))
}
