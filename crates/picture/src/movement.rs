//! Movements by themselves, and the signs in them: for pages that have words of their own.

use crate::Picture;
use crate::strokes::{self, Paint, Shape, Sign, UNIT};
use komadai_records::json::{PieceInfo, VariantInfo};
use komadai_rules::diagram::Diagram;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A diagram shows at most so many squares in each direction.
const FAR: u8 = 5;
/// For a glance, as on a piece, it shows so many.
pub(crate) const NEAR: u8 = 2;
/// Squares of diagrams are so wide in pictures of their own.
const SQUARE: f64 = 32.0;

/// A movement as shapes, for front ends that draw by themselves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Drawing {
    /// The squares shown in each direction, at most 5.
    pub radius: u8,
    /// The shapes, the lowest first.
    pub shapes: Vec<Shape>,
    /// The same for a glance, where that shows less: at most 2 squares in each direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub small: Option<Box<Drawing>>,
}

impl Drawing {
    /// A movement drawn.
    pub fn of(diagram: &Diagram) -> Drawing {
        let drawn =
            |radius| Drawing { radius, shapes: strokes::shapes(diagram, radius), small: None };
        let radius = strokes::reach(diagram, FAR);
        let small = (radius > NEAR).then(|| Box::new(drawn(NEAR)));
        Drawing { small, ..drawn(radius) }
    }
}

/// A game with everything that is drawn of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DrawnVariant {
    /// The game.
    #[serde(flatten)]
    pub info: VariantInfo,
    /// The movement of each piece, by its letter.
    pub drawings: BTreeMap<String, Drawing>,
    /// The signs in them, common ones first.
    pub legend: Vec<LegendEntry>,
}

/// A sign by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegendEntry {
    /// What it stands for.
    pub sign: Sign,
    /// How it is drawn, within a square and a half around 0 0.
    pub shapes: Vec<Shape>,
}

impl From<VariantInfo> for DrawnVariant {
    fn from(info: VariantInfo) -> Self {
        let drawing = |piece: &PieceInfo| (piece.id.clone(), Drawing::of(&piece.diagram));
        let drawings = info.pieces.iter().map(drawing).collect();
        let signs = signs(info.pieces.iter().map(|piece| &piece.diagram));
        let entry = |sign| LegendEntry { sign, shapes: strokes::sample(sign) };
        let legend = signs.into_iter().map(entry).collect();
        DrawnVariant { info, drawings, legend }
    }
}

/// A movement.
pub fn movement(of: &Diagram) -> Picture {
    let width = SQUARE * f64::from(2 * reach(of) + 1);
    let drawn = diagram(of, width);
    let (all, half) = (width + 2.0, width / 2.0 + 1.0);
    Picture::new(format!("<g transform=\"translate({half} {half})\">{drawn}</g>"), all, all)
}

/// The signs in some diagrams, common ones first.
pub fn signs<'a>(diagrams: impl IntoIterator<Item = &'a Diagram>) -> Vec<Sign> {
    let shapes = |of: &Diagram| strokes::shapes(of, reach(of));
    let all: BTreeSet<Sign> =
        diagrams.into_iter().flat_map(shapes).flat_map(|shape| shape.signs()).collect();
    all.into_iter().collect()
}

/// A sign.
pub fn sample(sign: Sign) -> Picture {
    let drawn: String = strokes::sample(sign).iter().map(stroke).collect();
    let body = format!("<g transform=\"translate({SQUARE} {SQUARE}) scale(1.6)\">{drawn}</g>");
    Picture::new(body, 2.0 * SQUARE, 2.0 * SQUARE)
}

/// How far a diagram shows squares; never so near that squares of other diagrams look small.
fn reach(diagram: &Diagram) -> u8 {
    strokes::reach(diagram, FAR).max(2)
}

/// A diagram around (0, 0), so wide.
pub(crate) fn diagram(diagram: &Diagram, width: f64) -> String {
    let radius = reach(diagram);
    let half = (f64::from(radius) + 0.5) * UNIT;
    let mut net = String::new();
    for i in 0..=2 * i32::from(radius) + 1 {
        let at = f64::from(i) * UNIT - half;
        let _ = write!(net, "M{at} {}V{half}M{} {at}H{half}", -half, -half);
    }
    let drawn: String = strokes::shapes(diagram, radius).iter().map(stroke).collect();
    format!(
        "<g transform=\"scale({:.4})\"><path class=\"net\" d=\"{net}\"/>{drawn}\
         <path class=\"here\" d=\"M0 -7L5 -4.5L6.5 6.5H-6.5L-5 -4.5Z\"/></g>",
        width / (2.0 * half)
    )
}

pub(crate) fn stroke(shape: &Shape) -> String {
    let mut class = match shape.paint {
        Paint::Fill => "fill",
        Paint::Line => "line",
    }
    .to_owned();
    if shape.dashed {
        class += " dashed";
    }
    if shape.initial || shape.regional {
        class += " first";
    }
    class += match shape.sign {
        Sign::CaptureOnly | Sign::Shot | Sign::Hit | Sign::Fly => " take",
        Sign::Burn => " burn",
        _ => "",
    };
    format!("<path class=\"{class}\" d=\"{}\"/>", shape.data)
}
