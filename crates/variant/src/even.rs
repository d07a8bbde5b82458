//! Boards, starts and zones that are not the same for both sides, where that looks like a slip.
//!
//! A file that lists both sides' pieces (`symmetry = "none"`) or both sides' zones means them to
//! differ. It is only asked where nearly all of it does not.

use crate::format::{Key, ManyTexts, Zone, ends, game, play};
use crate::section::Section;
use crate::squares::{Frame, Symmetry};
use crate::{Square, Variant};

/// Warns of all of them. `symmetry` is that of the file.
pub(super) fn check(file: &Section<'_>, variant: &Variant, symmetry: Symmetry) {
    let frames = [Symmetry::Rotate, Symmetry::Mirror]
        .map(|symmetry| Frame { board: variant.board.clone(), symmetry });
    if symmetry == Symmetry::None {
        start(file, variant, &frames);
    } else {
        let [rotated, mirrored] = &frames;
        let frame = if symmetry == Symmetry::Mirror { mirrored } else { rotated };
        let table = file.table(&game::BOARD);
        board(&table, &game::HOLES, variant, frame, &variant.board.holes);
        board(&table, &game::VANISHING, variant, frame, &variant.board.vanishing);
    }
    let end = file.table(&game::END);
    // Sides that stand anywhere may well race for the same squares.
    let in_doubt = |zone: &&[Vec<Square>; 2]| symmetry != Symmetry::None || zone[0] != zone[1];
    zone(
        &file.table(&game::PROMOTION),
        &play::ZONE,
        variant,
        &frames,
        Some(&variant.promotion.zone).filter(in_doubt),
    );
    zone(
        &file.table(&game::DROPS),
        &play::DROP_ZONE,
        variant,
        &frames,
        variant.drops.zone.as_ref().filter(in_doubt),
    );
    let placed = variant.placement.as_ref().and_then(|rule| rule.zone.as_ref()).filter(in_doubt);
    zone(&file.table(&game::PLACEMENT), &play::PLACED_ZONE, variant, &frames, placed);
    let flag = variant.end.flag.as_ref().map(|flag| &flag.zone).filter(in_doubt);
    zone(&end.table(&ends::FLAG), &ends::FLAG_ZONE, variant, &frames, flag);
}

/// Squares of the board need a counterpart for the other side.
fn board<K: ManyTexts>(
    table: &Section<'_>,
    key: &Key<K>,
    variant: &Variant,
    frame: &Frame,
    squares: &[Square],
) {
    let alone = squares.iter().find(|square| !squares.contains(&frame.opposite(**square)));
    let Some(square) = alone.filter(|_| table.report.is_own(table.place(key.name))) else { return };
    let [here, there] = [*square, frame.opposite(*square)].map(|s| variant.square_name(s));
    let message = format!(
        "the board is not the same for both sides: {here} is among `{}`, {there}, which is the same \
         square for the other side, is not",
        table.path(key.name)
    );
    let help = "with `sides.symmetry = \"none\"` the sides may differ";
    table.report.warn(table.place(key.name), message, Some(help.to_owned()));
}

/// The start of a file that lists both sides' squares: one square that differs among many is a slip.
fn start(file: &Section<'_>, variant: &Variant, frames: &[Frame; 2]) {
    let slips = |frame: &Frame| -> Vec<(usize, Square)> {
        let pieces = variant.pieces.iter().enumerate();
        let odd = |(index, piece): (usize, &crate::PieceData)| -> Vec<(usize, Square)> {
            let wanted: Vec<Square> = piece.at[0].iter().map(|s| frame.opposite(*s)).collect();
            let odd = piece.at[1].iter().filter(|square| !wanted.contains(square));
            odd.map(|square| (index, *square)).collect()
        };
        pieces.flat_map(odd).collect()
    };
    let counts = |side: usize| variant.pieces.iter().map(move |piece| piece.at[side].len());
    if !counts(0).eq(counts(1)) {
        return;
    }
    let least = frames.iter().map(slips).min_by_key(Vec::len).unwrap_or_default();
    let (&[(index, square)], true) = (&least[..], counts(1).sum::<usize>() >= MANY) else { return };
    let piece = &variant.pieces[index];
    let row = file.table(&game::PIECES).row(&piece.id, &crate::format::pieces::PIECE);
    let at = row.place(crate::format::pieces::AT2.name);
    if row.report.is_own(at) {
        let message = format!(
            "the start is the same for both sides but for one piece: {}'s `{}` on {}",
            variant.sides[1],
            piece.id,
            variant.square_name(square)
        );
        let help =
            "is that meant? Otherwise `symmetry = \"rotate\"` or `\"mirror\"` needs no `at2`";
        row.report.warn(at, message, Some(help.to_owned()));
    }
}

/// So many pieces a side make one that stands apart look like a slip.
const MANY: usize = 4;

/// A zone with as many squares for each side, which are not the same squares for both.
fn zone(
    table: &Section<'_>,
    key: &Key<Zone>,
    variant: &Variant,
    frames: &[Frame; 2],
    zone: Option<&[Vec<Square>; 2]>,
) {
    let Some([first, second]) = zone.filter(|_| table.report.is_own(table.place(key.name))) else {
        return;
    };
    let turns =
        |frame: &Frame| first.iter().all(|square| second.contains(&frame.opposite(*square)));
    if first.len() != second.len() || frames.iter().any(turns) {
        return;
    }
    let message = format!(
        "`{}` is not the same for both sides: {} and {} have as many squares, but not the same ones as \
         each sees the board",
        table.path(key.name),
        variant.sides[0],
        variant.sides[1]
    );
    let help = "in `{ first = .., second = .. }` neither zone is turned: `last 3` is at the same end in \
                both; one zone for both sides is turned";
    table.report.warn(table.place(key.name), message, Some(help.to_owned()));
}
