//! Outlines that can be moved and scaled.

use std::fmt::Write;
use svgtypes::{SimplePathSegment as Segment, SimplifyingPathParser};

/// A path of absolute points: lines and curves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path(Vec<Segment>);

impl Path {
    /// Reads SVG's path data, up to the first thing that is wrong with it.
    pub(crate) fn parse(data: &str) -> Path {
        Path(SimplifyingPathParser::from(data).map_while(Result::ok).collect())
    }

    /// SVG's path data of this path scaled, then moved.
    pub(crate) fn placed(&self, [sx, sy]: [f64; 2], [dx, dy]: [f64; 2]) -> String {
        let p = |x: f64, y: f64| format!("{} {}", round(x * sx + dx), round(y * sy + dy));
        let mut data = String::new();
        for segment in &self.0 {
            let _ = match *segment {
                Segment::MoveTo { x, y } => write!(data, "M{}", p(x, y)),
                Segment::LineTo { x, y } => write!(data, "L{}", p(x, y)),
                Segment::Quadratic { x1, y1, x, y } => write!(data, "Q{} {}", p(x1, y1), p(x, y)),
                Segment::CurveTo { x1, y1, x2, y2, x, y } => {
                    write!(data, "C{} {} {}", p(x1, y1), p(x2, y2), p(x, y))
                }
                Segment::ClosePath => write!(data, "Z"),
            };
        }
        data
    }

    /// From where to where its points go across, control points included.
    pub(crate) fn across(&self) -> (f64, f64) {
        let xs = self.0.iter().flat_map(|segment| match *segment {
            Segment::MoveTo { x, .. } | Segment::LineTo { x, .. } => vec![x],
            Segment::Quadratic { x1, x, .. } => vec![x1, x],
            Segment::CurveTo { x1, x2, x, .. } => vec![x1, x2, x],
            Segment::ClosePath => vec![],
        });
        xs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    }
}

/// Two decimals are finer than any screen.
pub(crate) fn round(value: f64) -> f64 {
    // Adding zero makes -0 a plain 0.
    (value * 100.0).round() / 100.0 + 0.0
}
