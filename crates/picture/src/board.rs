//! A position: the wood, its lines and star points, pieces, hands, the last move, arrows.

use crate::Picture;
use crate::glyph::{self, Frame};
use crate::part::Part;
use crate::path::round;
use crate::piece::{CELL, Carver, PieceSet};
use komadai_records::json::{
    Board, BoardInfo, Coordinates, Hand, Side, Symmetry, VariantInfo, Zone, ZoneKind,
};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What is shown, and how. Squares go by their algebraic names.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The game.
    pub info: &'a VariantInfo,
    /// What stands where.
    pub board: &'a Board,
    /// What is drawn on the pieces.
    pub set: PieceSet,
    /// The side that sits below.
    pub below: Side,
    /// Squares of the last move.
    pub last: &'a [String],
    /// Squares of royals in check.
    pub checked: &'a [String],
    /// Arrows from square to square.
    pub arrows: &'a [[String; 2]],
    /// The part of the board that is shown, with stands only where something is held; the whole board
    /// with its stands for `None`.
    pub part: Option<Part>,
    /// Where squares are named as in shogi: whether ranks are numbered in kanji, as Japanese diagrams
    /// have it, or by letters.
    pub kanji_ranks: bool,
    /// Zones that are marked in a corner of their squares: by a triangle where pieces promote, by a ring
    /// where they win, by a dot where they may be dropped.
    pub zones: &'a [Zone],
}

/// Real boards are longer than wide, to look square to those who sit at them.
const TALL: f64 = 109.0;
const MARGIN: f64 = 44.0;
/// Coordinates are as high as this.
const LABEL: f64 = 25.0;
/// A place on a stand.
const PLACE: f64 = 105.0;
/// So far lines go on where a part is cut out.
const LOOSE: f64 = 9.0;
/// Between a stand and the board.
const GAP: f64 = 24.0;

/// A square by file and rank from the first side's left corner, from 0.
type Cell = (u8, u8);

impl Scene<'_> {
    /// Draws it.
    pub fn draw(&self) -> Picture {
        let (width, height) = self.size();
        let stand = self.stand_width(height);
        let left = if stand > 0.0 { stand + GAP } else { 0.0 };
        let mut body = format!("<g transform=\"translate({left} 0)\">");
        self.ground(&mut body);
        self.tints(&mut body);
        self.pieces(&mut body);
        self.zones(&mut body);
        self.arrows(&mut body);
        body += "</g>";
        if stand > 0.0 {
            let (above, below) = match self.below {
                Side::First => (Side::Second, Side::First),
                Side::Second => (Side::First, Side::Second),
            };
            self.stand(&mut body, above, (0.0, 0.0), stand);
            self.stand(&mut body, below, (left + width + GAP, height), stand);
        }
        let whole = width + 2.0 * left;
        Picture::new(body, whole, height)
    }

    fn figures(&self) -> bool {
        self.info.symmetry == Some(Symmetry::Mirror)
    }

    fn carver(&self) -> Carver<'_> {
        Carver { pieces: &self.info.pieces, set: self.set, figures: self.figures() }
    }

    fn cell_height(&self) -> f64 {
        if self.figures() { CELL } else { TALL }
    }

    fn size(&self) -> (f64, f64) {
        let part = self.part();
        let width = part.columns() * CELL + 2.0 * MARGIN;
        (width, part.lines() * self.cell_height() + 2.0 * MARGIN)
    }

    /// What is shown, never more than there is.
    fn part(&self) -> Part {
        let BoardInfo { files, ranks, .. } = self.info.board;
        let fits = |part: &Part| part.files.1 < files && part.ranks.1 < ranks;
        self.part.filter(fits).unwrap_or_else(|| Part::whole(&self.info.board))
    }

    /// A square that is shown.
    fn cell(&self, square: &str) -> Option<Cell> {
        let file = square.bytes().next()?.checked_sub(b'a')?;
        let rank: u8 = square.get(1..)?.parse().ok()?;
        let cell = (file, rank.checked_sub(self.info.board.first_rank)?);
        self.part().contains(cell).then_some(cell)
    }

    /// Column and line from the upper left, as the side below sees it.
    fn place(&self, (file, rank): Cell) -> (f64, f64) {
        let Part { files, ranks } = self.part();
        let (column, line) = match self.below {
            Side::First => (file - files.0, ranks.1 - rank),
            Side::Second => (files.1 - file, rank - ranks.0),
        };
        (f64::from(column), f64::from(line))
    }

    fn corner(&self, cell: Cell) -> (f64, f64) {
        let (column, line) = self.place(cell);
        (MARGIN + column * CELL, MARGIN + line * self.cell_height())
    }

    fn centre(&self, square: &str) -> Option<(f64, f64)> {
        let (x, y) = self.corner(self.cell(square)?);
        Some((x + CELL / 2.0, y + self.cell_height() / 2.0))
    }

    fn rectangle(&self, class: &str, cell: Cell) -> String {
        let ((x, y), height) = (self.corner(cell), self.cell_height());
        format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{height}\"/>"
        )
    }

    /// All squares that never go, and those that may.
    fn cells(&self) -> (Vec<Cell>, Vec<Cell>) {
        let board = &self.info.board;
        let set = |squares: &[String]| -> BTreeSet<Cell> {
            squares.iter().filter_map(|square| self.cell(square)).collect()
        };
        let (holes, fragile) = (set(&board.holes), set(&board.vanishing));
        let Part { files, ranks } = self.part();
        let all = (files.0..=files.1).flat_map(|f| (ranks.0..=ranks.1).map(move |rank| (f, rank)));
        let solid = all.filter(|cell| !holes.contains(cell) && !fragile.contains(cell)).collect();
        (solid, fragile.into_iter().collect())
    }

    fn ground(&self, body: &mut String) {
        let (width, height) = self.size();
        let (w, h) = (width - 3.0, height - 3.0);
        let _ = write!(
            body,
            "<rect class=\"wood\" x=\"1.5\" y=\"1.5\" width=\"{w}\" height=\"{h}\" rx=\"5\"/>"
        );
        let (solid, fragile) = self.cells();
        let gone: Vec<_> = self.board.gone.iter().filter_map(|square| self.cell(square)).collect();
        let holes = self.info.board.holes.iter().filter_map(|square| self.cell(square));
        for cell in holes.chain(gone.iter().copied()) {
            *body += &self.rectangle("hole", cell);
        }
        if self.figures() {
            for cell in solid.iter().filter(|(file, rank)| (file + rank) % 2 == 0) {
                *body += &self.rectangle("dark", *cell);
            }
        }
        let grid = if self.figures() { "grid faint" } else { "grid" };
        let mut lines = String::new();
        for cell in &solid {
            let (x, y) = self.corner(*cell);
            let _ = write!(lines, "M{x} {y}h{CELL}v{}h-{CELL}z", self.cell_height());
        }
        lines += &self.loose_ends(&solid);
        let _ = write!(body, "<path class=\"{grid}\" d=\"{lines}\"/>");
        for cell in fragile.iter().filter(|cell| !gone.contains(cell)) {
            *body += &self.rectangle("fragile", *cell);
        }
        for (column, line) in self.stars(&solid) {
            let (x, y) = (MARGIN + column * CELL, MARGIN + line * self.cell_height());
            let _ = write!(body, "<circle class=\"label\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>");
        }
        let _ = write!(body, "<path class=\"label\" d=\"{}\"/>", self.labels());
    }

    /// Where a part is cut out of the board its lines go on a little.
    fn loose_ends(&self, solid: &[Cell]) -> String {
        let (board, part) = (&self.info.board, self.part());
        let goes_on = |(file, rank): (Option<u8>, Option<u8>)| {
            let (Some(file), Some(rank)) = (file, rank) else { return false };
            let there = file < board.files && rank < board.ranks;
            let name = format!("{}{}", char::from(b'a' + file), rank + board.first_rank);
            there && !part.contains((file, rank)) && !board.holes.contains(&name)
        };
        let mut data = String::new();
        for &(file, rank) in solid {
            let (x, y) = self.corner((file, rank));
            let (right, bottom) = (x + CELL, y + self.cell_height());
            let turned = self.below == Side::Second;
            let beside = |step: i8| (file.checked_add_signed(step), Some(rank));
            let above = |step: i8| (Some(file), rank.checked_add_signed(step));
            let step = if turned { -1 } else { 1 };
            for (there, ends) in [
                (beside(-step), format!("M{x} {y}h-{LOOSE}M{x} {bottom}h-{LOOSE}")),
                (beside(step), format!("M{right} {y}h{LOOSE}M{right} {bottom}h{LOOSE}")),
                (above(step), format!("M{x} {y}v-{LOOSE}M{right} {y}v-{LOOSE}")),
                (above(-step), format!("M{x} {bottom}v{LOOSE}M{right} {bottom}v{LOOSE}")),
            ] {
                if goes_on(there) {
                    data += &ends;
                }
            }
        }
        data
    }

    /// Star points: where the lines that bound both promotion zones cross their like.
    fn stars(&self, solid: &[Cell]) -> Vec<(f64, f64)> {
        if self.figures() || self.part() != Part::whole(&self.info.board) {
            return Vec::new();
        }
        let ranks: BTreeSet<u8> = solid.iter().map(|(_, rank)| *rank).collect();
        let promotion = |zone: &&Zone| zone.kind == ZoneKind::Promotion && zone.side == Side::First;
        let zone = self.info.zones.iter().filter(promotion).flat_map(|zone| &zone.squares);
        let cells = zone.filter_map(|square| self.cell(square));
        let deepest = cells.map(|(_, rank)| rank).filter(|rank| ranks.contains(rank)).min();
        let (Some(deepest), Some(bottom), Some(top)) = (deepest, ranks.first(), ranks.last())
        else {
            return Vec::new();
        };
        let (files, all) = (f64::from(self.info.board.files), f64::from(self.info.board.ranks));
        let (bottom, top) = (f64::from(*bottom), f64::from(*top) + 1.0);
        let depth = top - f64::from(deepest);
        if 2.0 * depth >= top - bottom || 2.0 * depth >= files {
            return Vec::new();
        }
        let lines = [all - top + depth, all - bottom - depth];
        [depth, files - depth].iter().flat_map(|x| lines.map(|y| (*x, y))).collect()
    }

    /// Files above and ranks to the right, as Japanese diagrams have them; below and left for letters.
    fn labels(&self) -> String {
        let BoardInfo { files, ranks, first_rank, coordinates, .. } = self.info.board;
        let ((width, height), tall) = (self.size(), self.cell_height());
        let shogi = coordinates == Coordinates::Shogi;
        let mut data = String::new();
        let part = self.part();
        for file in part.files.0..=part.files.1 {
            let (column, _) = self.place((file, part.ranks.0));
            let y = if shogi { MARGIN / 2.0 } else { height - MARGIN / 2.0 };
            let name = if shogi {
                (files - file).to_string()
            } else {
                char::from(b'a' + file).to_string()
            };
            data += &label(&name, MARGIN + (column + 0.5) * CELL, y);
        }
        for rank in part.ranks.0..=part.ranks.1 {
            let (_, line) = self.place((part.files.0, rank));
            let x = if shogi { width - MARGIN / 2.0 } else { MARGIN / 2.0 };
            let name = match shogi {
                true if self.kanji_ranks => kanji_number(ranks - rank),
                true => char::from(b'a' + (ranks - 1 - rank)).to_string(),
                false => (rank + first_rank).to_string(),
            };
            data += &label(&name, x, MARGIN + (line + 0.5) * tall);
        }
        data
    }

    fn tints(&self, body: &mut String) {
        for (class, squares) in [("last", self.last), ("check", self.checked)] {
            for cell in squares.iter().filter_map(|square| self.cell(square)) {
                *body += &self.rectangle(class, cell);
            }
        }
    }

    /// A sign for each zone of a square: those of the side below in the corner on its left, those of the
    /// other side in that on its own.
    fn zones(&self, body: &mut String) {
        const INSET: f64 = 13.0;
        for zone in self.zones {
            let near = zone.side == self.below;
            for cell in zone.squares.iter().filter_map(|square| self.cell(square)) {
                let (x, y) = self.corner(cell);
                let down = match zone.kind {
                    ZoneKind::Promotion => INSET,
                    ZoneKind::Goal => 2.4 * INSET,
                    ZoneKind::Drop => 3.6 * INSET,
                };
                let (x, y) = match near {
                    true => (x + INSET, y + down),
                    false => (x + CELL - INSET, y + self.cell_height() - down),
                };
                let _ = match zone.kind {
                    ZoneKind::Promotion => {
                        let up = if near { -7.0 } else { 7.0 };
                        let (tip, base) = (y + up, y - up * 0.7);
                        let (left, right) = (x - 7.0, x + 7.0);
                        write!(
                            body,
                            "<path class=\"zone\" d=\"M{x} {tip}L{right} {base}H{left}Z\"/>"
                        )
                    }
                    ZoneKind::Goal => {
                        write!(body, "<circle class=\"zone goal\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>")
                    }
                    ZoneKind::Drop => {
                        write!(body, "<circle class=\"zone\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>")
                    }
                };
            }
        }
    }

    fn pieces(&self, body: &mut String) {
        for man in &self.board.pieces {
            let piece = self.info.pieces.iter().find(|piece| piece.id == man.piece);
            let (Some(piece), Some((x, y))) = (piece, self.centre(&man.square)) else { continue };
            let far = man.side != self.below;
            let drawn = self.carver().piece(piece, self.seen_from_afar(man.side, far));
            let _ = write!(body, "<g transform=\"translate({x} {y})\">{drawn}</g>");
        }
    }

    /// Pentagons show their side by where they point, figures by their colour.
    fn seen_from_afar(&self, side: Side, far: bool) -> bool {
        let figures = self.figures() && self.set.has_figures();
        if figures { side == Side::Second } else { far }
    }

    fn arrows(&self, body: &mut String) {
        for [from, to] in self.arrows {
            let (Some((x1, y1)), Some((x2, y2))) = (self.centre(from), self.centre(to)) else {
                continue;
            };
            let length = (x2 - x1).hypot(y2 - y1);
            if length == 0.0 {
                let _ = write!(body, "<circle class=\"arrow\" cx=\"{x1}\" cy=\"{y1}\" r=\"42\"/>");
                continue;
            }
            let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
            let (tx, ty) = (x2 - ux * 10.0, y2 - uy * 10.0);
            let wing = |side: f64| {
                let (x, y) =
                    (tx - 26.0 * (ux - side * uy * 0.7), ty - 26.0 * (uy + side * ux * 0.7));
                format!("{} {}", round(x), round(y))
            };
            let (sx, sy) = (round(x1 + ux * 30.0), round(y1 + uy * 30.0));
            let (tx, ty) = (round(tx), round(ty));
            let _ = write!(
                body,
                "<path class=\"arrow\" d=\"M{sx} {sy}L{tx} {ty}M{}L{tx} {ty}L{}\"/>",
                wing(1.0),
                wing(-1.0)
            );
        }
    }

    /// How wide the stands are: 0 where nothing is ever held.
    fn stand_width(&self, height: f64) -> f64 {
        let kinds = self.board.hands.first.len().max(self.board.hands.second.len());
        if kinds == 0 && (!self.info.drops || self.part.is_some()) {
            return 0.0;
        }
        let rows = ((height - 20.0) / PLACE).floor().max(1.0);
        20.0 + PLACE * (kinds as f64 / rows).ceil().max(2.0)
    }

    /// A stand that begins at the upper left of `corner`, or for the side below ends at its lower left.
    fn stand(&self, body: &mut String, side: Side, (x, y): (f64, f64), width: f64) {
        let hand: &Hand = match side {
            Side::First => &self.board.hands.first,
            Side::Second => &self.board.hands.second,
        };
        let columns = ((width - 20.0) / PLACE).round() as usize;
        let rows = hand.len().div_ceil(columns).max(1);
        let height = 20.0 + PLACE * rows as f64;
        let top = if side == self.below { y - height } else { y };
        let _ = write!(
            body,
            "<rect class=\"tray\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>",
            x + 1.0,
            top + 1.0,
            width - 2.0,
            height - 2.0
        );
        let held = self.info.pieces.iter().filter_map(|p| Some((p, *hand.get(&p.id)?)));
        for (i, (piece, count)) in held.enumerate() {
            let (column, row) = (i % columns, i / columns);
            let cx = x + 10.0 + PLACE * (column as f64 + 0.5);
            let cy = top + 10.0 + PLACE * (row as f64 + 0.5);
            let far = side != self.below;
            let drawn = self.carver().piece(piece, self.seen_from_afar(side, far));
            let _ = write!(body, "<g transform=\"translate({cx} {cy})\">{drawn}</g>");
            if count > 1 {
                let (cx, cy) = (cx + 36.0, cy + 36.0);
                let number = label(&count.to_string(), cx, cy);
                let _ = write!(
                    body,
                    "<circle class=\"count\" cx=\"{cx}\" cy=\"{cy}\" r=\"17\"/>\
                     <path class=\"number\" d=\"{number}\"/>"
                );
            }
        }
    }
}

/// A short text around a point.
fn label(text: &str, cx: f64, cy: f64) -> String {
    let count = text.chars().count() as f64;
    let units = if text.is_ascii() { count * 0.52 } else { count.min(1.25) };
    let width = LABEL * units;
    let (x, y) = (cx - width / 2.0, cy - LABEL / 2.0);
    glyph::row(text, Frame { x, y, width, height: LABEL })
}

/// 1 to 99 as Japanese boards write it.
fn kanji_number(n: u8) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (tens, ones) = (usize::from(n / 10), usize::from(n % 10));
    let ten = if tens == 0 { "" } else { "十" };
    let many = if tens > 1 { DIGITS[tens] } else { "" };
    format!("{many}{ten}{}", DIGITS[ones])
}
