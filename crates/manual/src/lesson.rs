//! How each piece moves, in the words of the rules, beside the signs of its drawing.

use crate::lang::{Lang, first_capital};
use crate::movement::{placed, told};
use crate::words::Words;
use komadai_picture::{Sign, signs};
use komadai_records::json::{PieceInfo, VariantInfo};
use komadai_rules::diagram::Diagram;
use komadai_rules::{PieceType, Variant, pause};
use serde::Serialize;
use std::collections::BTreeMap;

/// What there is to learn of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lesson {
    /// In English.
    pub en: Vec<LessonLine>,
    /// In Japanese.
    pub ja: Vec<LessonLine>,
}

/// One thing that a piece can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonLine {
    /// How it is drawn, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<Sign>,
    /// How it is told, with the squares.
    pub words: String,
}

/// The lesson of each piece, by its letter.
///
/// ```
/// use komadai_manual::lessons;
/// use komadai_records::json::VariantInfo;
/// use komadai_rules::{AnyGame, variant::load_builtin};
///
/// let variant = load_builtin("shogi", &[]).unwrap().variant;
/// let values = vec![100; variant.pieces.len()];
/// let info = VariantInfo::of(&AnyGame::compile(&variant).unwrap(), &values).unwrap();
/// let lance = &lessons(&variant, &info)["L"];
/// assert_eq!(lance.en[0].words, "Any distance forward");
///
/// let variant = load_builtin("duck", &[]).unwrap().variant;
/// let values = vec![100; variant.pieces.len()];
/// let info = VariantInfo::of(&AnyGame::compile(&variant).unwrap(), &values).unwrap();
/// let duck = &lessons(&variant, &info)["D"];
/// assert_eq!(duck.en[0].words, "Placed on an empty square after a move");
/// ```
pub fn lessons(variant: &Variant, info: &VariantInfo) -> BTreeMap<String, Lesson> {
    let lines = |lang, piece, diagram: &Diagram| -> Vec<LessonLine> {
        let drawn = signs([diagram]);
        let words = Words { variant, lang };
        let told = told(&words, diagram).into_iter().map(|told| LessonLine {
            sign: Some(shown(Sign::of(&told.sense.kinds), &drawn)),
            words: first_capital(&told.words),
        });
        let placed = placed(&words, piece);
        let undrawn = |words: String| LessonLine { sign: None, words: first_capital(&words) };
        told.chain(placed.map(undrawn)).collect()
    };
    let types = (0u8..).map(PieceType);
    let lesson = |(kind, piece): (PieceType, &PieceInfo)| {
        pause::point();
        let lesson = |lang| lines(lang, kind, &piece.diagram);
        (piece.id.clone(), Lesson { en: lesson(Lang::En), ja: lesson(Lang::Ja) })
    };
    types.zip(&info.pieces).map(lesson).collect()
}

/// The sign by which something is to be seen in a drawing: what is told as several steps may be drawn as
/// the square on which something is taken.
fn shown(sign: Sign, drawn: &[Sign]) -> Sign {
    let others: &[Sign] = match sign {
        Sign::Chain | Sign::Area => &[Sign::Hit, Sign::Chain, Sign::Area],
        Sign::MoveOnly | Sign::CaptureOnly => &[Sign::Step, Sign::Jump, Sign::Slide],
        _ => &[],
    };
    let found = [sign].into_iter().chain(others.iter().copied()).find(|sign| drawn.contains(sign));
    found.unwrap_or(sign)
}
