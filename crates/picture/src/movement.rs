//! Movements by themselves, and the signs in them: for pages that have words of their own.

use crate::Picture;
use crate::strokes::{self, Paint, Shape, Sign, UNIT};
use komadai_rules::diagram::Diagram;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A diagram shows at most so many squares in each direction.
const FAR: u8 = 5;
/// Squares of diagrams are so wide in pictures of their own.
const SQUARE: f64 = 32.0;

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
    if shape.initial {
        class += " first";
    }
    class += match shape.sign {
        Sign::CaptureOnly | Sign::Shot | Sign::Hit | Sign::Fly => " take",
        Sign::Burn => " burn",
        _ => "",
    };
    format!("<path class=\"{class}\" d=\"{}\"/>", shape.data)
}
