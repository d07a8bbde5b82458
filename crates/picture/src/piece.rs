//! Pieces: pentagons of wood with characters, a picture or a diagram on them, and the figures of chess.

use crate::Picture;
use crate::figure::{Figure, figure_of};
use crate::glyph::{self, Frame};
use crate::movement::NEAR;
use crate::path::{Path, round};
use crate::pictogram::{Layer, Place, layers};
use crate::strokes::{self, Paint, Sign, UNIT};
use komadai_records::json::PieceInfo;
use std::fmt::Write;

/// Squares are this wide; where pieces are pentagons they are a little higher than wide.
pub(crate) const CELL: f64 = 100.0;

/// What is drawn on pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceSet {
    /// Kanji, two where a piece has two.
    #[default]
    Kanji,
    /// One kanji.
    Short,
    /// Letters; figures in games like chess.
    Western,
    /// Pictures, such as a tower for a rook; figures in games like chess.
    Pictures,
    /// How the piece moves.
    Diagram,
}

impl PieceSet {
    /// Whether it has the figures of chess in games like it.
    pub(crate) fn has_figures(self) -> bool {
        matches!(self, PieceSet::Western | PieceSet::Pictures)
    }
}

/// Width and height.
type Size = (f64, f64);

/// Of a real set: the king fills its square, the pawn leaves air around it.
const KING: Size = (84.0, 93.0);
const PAWN: Size = (67.0, 80.0);

/// Draws the pieces of one game, each around (0, 0), its point upward.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carver<'a> {
    pub(crate) pieces: &'a [PieceInfo],
    pub(crate) set: PieceSet,
    /// Whether pieces may be figures of two colours.
    pub(crate) figures: bool,
}

/// One of the pieces of a game by itself, as its owner sees it.
pub fn single(pieces: &[PieceInfo], piece: &PieceInfo, set: PieceSet, figures: bool) -> Picture {
    let drawn = Carver { pieces, set, figures }.piece(piece, false);
    let half = CELL / 2.0;
    Picture::new(format!("<g transform=\"translate({half} {half})\">{drawn}</g>"), CELL, CELL)
}

/// What is on a piece.
struct Face {
    ink: String,
    lines: String,
    /// Characters are drawn bolder than their font has them.
    bold: f64,
}

impl Face {
    fn drawn(&self) -> String {
        let Face { ink, lines, bold } = self;
        let below = path("lines", lines);
        format!("{below}<path class=\"ink\" stroke-width=\"{bold}\" d=\"{ink}\"/>")
    }
}

impl Carver<'_> {
    /// The piece as SVG; `far` belongs to the side that sits above.
    pub(crate) fn piece(&self, piece: &PieceInfo, far: bool) -> String {
        if !self.figures || !self.set.has_figures() {
            return self.koma(piece, far);
        }
        let figure = figure_of(piece).map(|figure| drawn_figure(figure, far));
        figure.or_else(|| disc(piece, far)).unwrap_or_else(|| self.koma(piece, far))
    }

    fn koma(&self, piece: &PieceInfo, far: bool) -> String {
        let size = self.size(piece);
        let promoted = piece.demotes_to != piece.id;
        let body = pentagon(size);
        let face = match self.set {
            PieceSet::Pictures => pictured(piece, size),
            _ => None,
        };
        let face = face.unwrap_or_else(|| self.face(piece, size, promoted).drawn());
        let turn = if far { " transform=\"rotate(180)\"" } else { "" };
        let shade = if far { "-1.5 -4" } else { "1.5 4" };
        let class = if promoted { "koma promoted" } else { "koma" };
        let mut svg = format!(
            "<g class=\"{class}\"{turn}><path class=\"shadow\" transform=\"translate({shade})\" d=\"{body}\"/>\
             <path class=\"body\" d=\"{body}\"/>{face}"
        );
        if promoted {
            let (w, y) = (size.0 * 0.34, size.1 * 0.45);
            let _ = write!(svg, "<path class=\"lines\" d=\"M{} {y}H{w}\"/>", -w);
        }
        svg + "</g>"
    }

    fn face(&self, piece: &PieceInfo, size: Size, promoted: bool) -> Face {
        let by_letter = || characters(piece, PieceSet::Western);
        let text = match self.set {
            PieceSet::Diagram => None,
            set => characters(piece, set).or_else(by_letter),
        };
        match text {
            Some(text) => written(text, size, promoted),
            None => diagram(piece, size),
        }
    }

    /// A promoted piece is the same piece of wood, turned over.
    fn size(&self, piece: &PieceInfo) -> Size {
        let front = self.pieces.iter().find(|other| other.id == piece.demotes_to).unwrap_or(piece);
        let share = self.rank(front);
        let between = |low: f64, high: f64| low + (high - low) * share;
        (between(PAWN.0, KING.0), between(PAWN.1, KING.1))
    }

    /// From 0 for the least valuable piece to 1 for royals; values count by ratio, as people feel it.
    fn rank(&self, piece: &PieceInfo) -> f64 {
        if piece.royal {
            return 1.0;
        }
        let log = |piece: &PieceInfo| f64::from(piece.value.max(1)).ln();
        let values = self.pieces.iter().filter(|other| !other.royal).map(log);
        let (low, high) =
            values.fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
        if high > low { 0.9 * (log(piece) - low) / (high - low) } else { 0.5 }
    }
}

/// The characters of a set, where the game gives some that can be drawn.
fn characters(piece: &PieceInfo, set: PieceSet) -> Option<&str> {
    let (kanji, short) = (piece.name.kanji.as_deref(), piece.name.abbreviation.as_deref());
    let wanted = match set {
        PieceSet::Kanji => [kanji, short],
        PieceSet::Short => [short, kanji],
        PieceSet::Western => [Some(piece.id.as_str()), None],
        PieceSet::Pictures | PieceSet::Diagram => [None, None],
    };
    let drawable = |text: &&str| text.chars().count() <= 3 && glyph::can_draw(text);
    wanted.into_iter().flatten().find(drawable)
}

fn written(text: &str, (width, height): Size, promoted: bool) -> Face {
    let one = text.chars().count() == 1;
    let lines = String::new();
    if text.is_ascii() {
        // Thinner beside each other, or a plus grows into its letter.
        let w = width * if one { 0.36 } else { 0.7 };
        let frame = Frame { x: -w / 2.0, y: -height * 0.27, width: w, height: height * 0.66 };
        return Face { ink: glyph::row(text, frame), lines, bold: if one { 2.4 } else { 1.6 } };
    }
    let w = width * if one { 0.66 } else { 0.6 };
    let top = -height * if one { 0.27 } else { 0.35 };
    let bottom = height
        * match (promoted, one) {
            (true, _) => 0.39,
            (_, true) => 0.4,
            _ => 0.46,
        };
    let frame = Frame { x: -w / 2.0, y: top, width: w, height: bottom - top };
    Face { ink: glyph::column(text, frame), lines, bold: if one { 2.0 } else { 1.5 } }
}

/// The movement, small: what several marks say of one square is left to the large diagram.
fn diagram(piece: &PieceInfo, (width, height): Size) -> Face {
    let radius = strokes::reach(&piece.diagram, NEAR);
    let unit = width * if radius == 1 { 0.86 } else { 0.76 } / (f64::from(2 * radius + 1) * UNIT);
    let shapes = strokes::shapes(&piece.diagram, radius);
    let told = shapes.iter().filter(|shape| match shape.sign {
        Sign::Hit | Sign::Pass => false,
        Sign::Area | Sign::Chain => shape.paint == Paint::Fill,
        _ => true,
    });
    let (mut ink, mut lines) = (String::from("M-5 -5H5V5H-5Z"), String::new());
    for shape in told {
        match shape.paint {
            Paint::Fill => ink += &shape.data,
            Paint::Line => lines += &shape.data,
        }
    }
    let placed = |data: &str| Path::parse(data).placed([unit, unit], [0.0, height * 0.09]);
    Face { ink: placed(&ink), lines: placed(&lines), bold: 0.0 }
}

/// The piece's picture, where it has one.
fn pictured(piece: &PieceInfo, (width, height): Size) -> Option<String> {
    let scale = width * 0.0083;
    let place = Place { at: [-50.0 * scale, height * 0.055 - 50.0 * scale], scale };
    let layers = layers(&piece.name.en, place);
    (!layers.is_empty()).then(|| layers.into_iter().map(layer).collect())
}

fn layer(Layer { place: Place { at: [x, y], scale }, body, lines, cuts }: Layer) -> String {
    let [x, y] = [x, y].map(round);
    let scale = (scale * 10_000.0).round() / 10_000.0;
    let inside = path("ink", body) + &path("brush", lines) + &path("cut", cuts);
    format!("<g transform=\"translate({x} {y}) scale({scale})\">{inside}</g>")
}

fn path(class: &str, data: &str) -> String {
    match data {
        "" => String::new(),
        _ => format!("<path class=\"{class}\" d=\"{data}\"/>"),
    }
}

fn drawn_figure(Figure { body, lines }: &Figure, far: bool) -> String {
    let side = if far { "figure far" } else { "figure" };
    format!(
        "<g class=\"{side}\" transform=\"translate(-46 -47) scale(0.92)\">\
         <path class=\"body\" d=\"{body}\"/><path class=\"lines\" d=\"{lines}\"/></g>"
    )
}

/// A disc of the side's colour with the letter of a piece that has no figure, if that can be drawn.
fn disc(piece: &PieceInfo, far: bool) -> Option<String> {
    let circle = |r: i32| format!("M{r} 0A{r} {r} 0 1 1 -{r} 0A{r} {r} 0 1 1 {r} 0Z");
    let (body, ring) = (circle(40), circle(34));
    let text = characters(piece, PieceSet::Western)?;
    let (side, one) = (if far { "figure far" } else { "figure" }, text.chars().count() == 1);
    let (width, height) = (if one { 28.0 } else { 48.0 }, if one { 46.0 } else { 38.0 });
    let frame = Frame { x: -width / 2.0, y: -height / 2.0, width, height };
    let (ink, bold) = (glyph::row(text, frame), if one { 2.4 } else { 1.6 });
    Some(format!(
        "<g class=\"{side}\"><path class=\"body\" d=\"{body}\"/><path class=\"lines\" d=\"{ring}\"/>\
         <path class=\"ink\" stroke-width=\"{bold}\" d=\"{ink}\"/></g>"
    ))
}

fn pentagon((width, height): Size) -> String {
    let corners = [(0.0, -1.0), (0.77, -0.68), (1.0, 1.0), (-1.0, 1.0), (-0.77, -0.68)];
    let mut data = String::new();
    for (i, (x, y)) in corners.into_iter().enumerate() {
        let command = if i == 0 { 'M' } else { 'L' };
        let _ = write!(data, "{command}{:.1} {:.1}", x * width / 2.0, y * height / 2.0);
    }
    data + "Z"
}
