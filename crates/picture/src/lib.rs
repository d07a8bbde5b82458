//! Pictures of boards, pieces and movements, as SVG and PNG.
//!
//! A [`Scene`] shows a position, a [`Sheet`] what pieces do. Both draw from the same data that front
//! ends get as JSON (`komadai_records::json`), and from outlines alone: a picture needs no font. A
//! [`Drawing`] is a movement in shapes, for front ends that draw the rest themselves; our own pictures
//! are made of the same shapes.
//!
//! ```
//! use komadai_picture::{PieceSet, Scene};
//! use komadai_records::json::{Side, VariantInfo};
//! # use komadai_rules::{AnyGame, variant};
//! # let variant = variant::load_builtin("minishogi", &[]).unwrap().variant;
//! # let game = AnyGame::compile(&variant).unwrap();
//! # let values = vec![100; variant.pieces.len()];
//! let info = VariantInfo::of(&game, &values).unwrap();
//! let scene = Scene {
//!     info: &info,
//!     board: &info.board_at_start,
//!     set: PieceSet::Kanji,
//!     below: Side::First,
//!     last: &[],
//!     checked: &[],
//!     arrows: &[],
//!     part: None,
//!     kanji_ranks: true,
//!     zones: &[],
//! };
//! assert!(scene.draw().svg().starts_with("<svg"));
//! ```

mod animation;
mod board;
mod figure;
mod glyph;
mod movement;
mod part;
mod path;
mod pictogram;
mod piece;
mod sheet;
mod strokes;
mod style;

pub use animation::Animation;
pub use board::Scene;
pub use movement::{Drawing, DrawnVariant, LegendEntry, movement, sample, signs};
pub use part::Part;
pub use piece::{PieceSet, single};
pub use sheet::Sheet;
pub use strokes::{Paint, Shape, Sign};
pub use style::{DIM, STYLE};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// A picture, whatever it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    svg: String,
    /// Where in it the drawing begins, behind the style.
    body: usize,
    width: f64,
    height: f64,
}

/// A picture that cannot be painted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PaintError {
    /// It would take too much memory, or have no width.
    #[error("a picture cannot be {0} pixels wide")]
    Width(u32),
    /// It is no picture; our own always are.
    #[error("the picture is broken")]
    Broken(#[from] resvg::usvg::Error),
    /// It could not be packed.
    #[error("the picture could not be packed: {0}")]
    Packed(String),
}

/// The largest picture in pixels: 400 MB of memory.
const LARGEST: u64 = 100_000_000;

impl Picture {
    fn new(body: String, width: f64, height: f64) -> Self {
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\"><style>{STYLE}</style>"
        );
        Picture { svg: format!("{head}{body}</svg>\n"), body: head.len(), width, height }
    }

    /// As SVG within a page that brings the [`STYLE`] for all elements of the class `picture`.
    /// `label` says in words what is seen, as text that is safe in an attribute.
    pub fn inline(&self, label: &str) -> String {
        let (width, height, body) = (self.width, self.height, self.svg[self.body..].trim_end());
        format!(
            "<svg class=\"picture\" role=\"img\" aria-label=\"{label}\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">{body}"
        )
    }

    /// The same in a dim room: light on dark, and darker wood.
    #[must_use]
    pub fn dimmed(mut self) -> Self {
        let style_end = self.body - "</style>".len();
        self.svg.insert_str(style_end, DIM);
        self.body += DIM.len();
        self
    }

    /// As SVG.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// As PNG, so many pixels wide; its own size where none is given.
    ///
    /// # Errors
    /// A width of 0, or more pixels than a hundred million.
    pub fn png(&self, width: Option<u32>) -> Result<Vec<u8>, PaintError> {
        let pixels = self.pixels(width)?;
        pixels.encode_png().map_err(|error| PaintError::Packed(error.to_string()))
    }

    fn pixels(&self, width: Option<u32>) -> Result<Pixmap, PaintError> {
        let width = width.unwrap_or(self.width.ceil() as u32);
        let scale = f64::from(width) / self.width;
        let height = (self.height * scale).ceil() as u32;
        if u64::from(width) * u64::from(height) > LARGEST {
            return Err(PaintError::Width(width));
        }
        let tree = Tree::from_str(&self.svg, &Options::default())?;
        let mut pixels = Pixmap::new(width, height).ok_or(PaintError::Width(width))?;
        let scale = Transform::from_scale(scale as f32, scale as f32);
        resvg::render(&tree, scale, &mut pixels.as_mut());
        Ok(pixels)
    }
}
