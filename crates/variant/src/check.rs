//! Contradictions between the tables of a file.

use crate::diagnostic::Location;
use crate::format::{Key, Zone, declaration, ends, game, play};
use crate::pieces::Read;
use crate::section::Section;
use crate::squares::Symmetry;
use crate::{
    CaptureBan, Landing, Mate, PassWhen, Passing, PieceData, PieceType, Stalemate, Supply, Variant,
    When,
};
use crate::{Color, Square};
use crate::{even, vain};
use komadai_betza::Modality;

/// Checks where the pieces stand at the start.
pub(super) fn pieces(file: &Section<'_>, variant: &Variant, pieces: &[Read]) {
    let mut standing: Vec<(Square, &str)> = Vec::new();
    for read in pieces {
        // Both sides' squares are written in one place, as a rule, and so is their fault.
        let mut faulty: Vec<Location> = Vec::new();
        for side in Color::BOTH {
            for &(square, at) in &read.placed[side.index()] {
                if faulty.contains(&at) {
                    continue;
                }
                match obstacle(variant, &standing, read, side, square) {
                    Some(message) => {
                        faulty.push(at);
                        file.report.error(at, message);
                    }
                    None => standing.push((square, &read.piece.id)),
                }
            }
        }
    }
    starts(file, variant, &standing);
}

/// Why a piece cannot start on that square.
fn obstacle(
    variant: &Variant,
    standing: &[(Square, &str)],
    read: &Read,
    side: Color,
    square: Square,
) -> Option<String> {
    let name = variant.square_name(square);
    let confined = |zones: &[Vec<Square>; 2]| !zones[side.index()].contains(&square);
    if variant.board.holes.contains(&square) {
        return Some(format!("{name} is a hole: nothing can stand there"));
    }
    if let Some((_, other)) = standing.iter().find(|s| s.0 == square) {
        return Some(format!("{name} is taken: `{other}` already stands there"));
    }
    let id = &read.piece.id;
    read.piece
        .confine
        .as_ref()
        .is_some_and(confined)
        .then(|| format!("`{id}` may not stand on {name}: see its `confine`"))
}

/// Named starts leave out pieces that are there.
fn starts(file: &Section<'_>, variant: &Variant, standing: &[(Square, &str)]) {
    let table = file.table(&game::STARTS);
    for start in &variant.starts {
        let missing = start.without.iter().find(|square| !standing.iter().any(|s| s.0 == **square));
        if let Some(square) = missing {
            let at = table.row(&start.id, &game::START).place(game::WITHOUT.name);
            let name = variant.square_name(*square);
            file.report.error(at, format!("no piece stands on {name}, so none can be left out"));
        }
    }
}

/// Checks what concerns the variant as a whole.
pub(super) fn variant(file: &Section<'_>, variant: &Variant, symmetry: Symmetry) {
    royals(file, variant);
    // Who starts where is known only if all could be read.
    if !file.report.failed() {
        unused(file, variant);
        vanishing(file, variant);
        zones(file, variant);
        vain::check(file, variant);
        even::check(file, variant, symmetry);
    }
    promotions(file, variant);
    castling(file, variant);
    capture_limits(file, variant);
    borrowing(file, variant);
    placement(file, variant);
    hands(file, variant);
    facing(file, variant);
    claims(file, variant);
}

/// A game needs something to win: royals, or a goal of its own.
fn royals(file: &Section<'_>, variant: &Variant) {
    let at = file.place(game::PIECES.name);
    if variant.pieces.is_empty() {
        file.report.error(at, "a game needs pieces");
        return;
    }
    // A side that runs out of moves, perhaps because it has run out of pieces, is no draw there.
    let stuck = variant.end.stalemate != Stalemate::Draw;
    let goal = variant.end.flag.is_some() || stuck;
    for side in Color::BOTH {
        let stands = variant
            .pieces
            .iter()
            .any(|p| p.royal && (!p.at[side.index()].is_empty() || p.hand[side.index()] > 0));
        let may_run_out = variant.end.extinction.iter().any(|rule| rule.sides[side.index()]);
        // A piece that could not be read may be the one that is missing.
        if !stands && !goal && !may_run_out && !file.report.failed() {
            let name = &variant.sides[side.index()];
            let message =
                format!("no royal: {name} starts without a piece whose loss would end the game");
            let help = match variant.pieces.iter().find(|piece| piece.royal) {
                Some(piece) => format!(
                    "write where `{}` stands, as in `at = \"{}\"`",
                    piece.id,
                    variant.board.squares().next().map_or("a1".into(), |s| variant.square_name(s))
                ),
                None => "give one piece `royal = true`, or the game `[end.extinction]`, `[end.flag]` or \
                         a winner by `end.stalemate`"
                    .to_owned(),
            };
            file.report.error_help(at, message, help);
            return;
        }
    }
}

/// Pieces that nobody will ever see: they start nowhere, and nothing becomes one of them.
fn unused(file: &Section<'_>, variant: &Variant) {
    let starts = |p: &PieceData| {
        Color::BOTH.iter().any(|&c| !p.at[c.index()].is_empty() || p.hand[c.index()] > 0)
    };
    let mut seen: Vec<bool> = variant.pieces.iter().map(starts).collect();
    let placed = variant.placement.iter().filter(|rule| rule.supply != Supply::Hand);
    placed.flat_map(|rule| &rule.pieces).for_each(|piece| seen[piece.index()] = true);
    let mut queue: Vec<usize> = (0..seen.len()).filter(|&i| seen[i]).collect();
    while let Some(i) = queue.pop() {
        let piece = &variant.pieces[i];
        let becomes =
            piece.promotes.iter().chain(variant.captures_to_hand.then_some(&piece.demotes_to));
        for &next in becomes {
            if !std::mem::replace(&mut seen[next.index()], true) {
                queue.push(next.index());
            }
        }
    }
    let table = file.table(&game::PIECES);
    for (piece, _) in variant.pieces.iter().zip(seen).filter(|(_, seen)| !seen) {
        let message = format!(
            "`{}` can never appear: it starts nowhere, and no piece promotes to it",
            piece.id
        );
        let help =
            "give it squares, as in `at = \"a1\"`, or name it in `promotes` of another piece";
        file.report.warn(table.place(&piece.id), message, Some(help.to_owned()));
    }
}

/// A vanishing square is there as long as somebody stands on it, and nobody enters one that is gone.
fn vanishing(file: &Section<'_>, variant: &Variant) {
    let stands = |square: &Square| {
        variant.pieces.iter().any(|p| p.at.iter().any(|squares| squares.contains(square)))
    };
    let empty: Vec<String> = variant
        .board
        .vanishing
        .iter()
        .filter(|square| !stands(square))
        .map(|square| variant.square_name(*square))
        .collect();
    if !empty.is_empty() {
        let at = file.table(&game::BOARD).place(game::VANISHING.name);
        let message = format!(
            "vanishing squares without a piece at the start never exist: {}",
            empty.join(", ")
        );
        let help = "a vanishing square exists only while a piece stands on it";
        file.report.warn(at, message, Some(help.to_owned()));
    }
}

/// A zone is a goal: a piece that starts in it is a sign that the wrong end of the board was meant.
fn zones(file: &Section<'_>, variant: &Variant) {
    let those = |concerns: fn(&PieceData) -> bool| -> Vec<&PieceData> {
        variant.pieces.iter().filter(|piece| concerns(piece)).collect()
    };
    // Who promotes by leaving alone is meant to start inside.
    let by_leaving = When { leave: true, ..When::default() };
    if ![When::default(), by_leaving].contains(&variant.promotion.when) {
        let table = file.table(&game::PROMOTION);
        let pieces = those(|piece| !piece.promotes.is_empty());
        goal(&table, &play::ZONE, variant, &variant.promotion.zone, &pieces, "promotes");
    }
    let end = file.table(&game::END);
    if let Some(flag) = &variant.end.flag {
        let pieces: Vec<&PieceData> =
            flag.types.iter().map(|t| &variant.pieces[t.index()]).collect();
        goal(&end.table(&ends::FLAG), &ends::FLAG_ZONE, variant, &flag.zone, &pieces, "wins");
    }
    if let Some(rule) = &variant.end.declaration {
        let (table, royals) = (end.table(&ends::DECLARATION), those(|piece| piece.royal));
        goal(&table, &declaration::ZONE, variant, &rule.zone, &royals, "may declare");
    }
}

/// Warns of the first of the pieces that starts in its side's zone.
fn goal(
    table: &Section<'_>,
    key: &Key<Zone>,
    variant: &Variant,
    zone: &[Vec<Square>; 2],
    pieces: &[&PieceData],
    does: &str,
) {
    // The whole board is nothing to reach.
    let exists = |square: &Square| !variant.board.holes.contains(square);
    let whole = variant.board.squares().filter(exists).count();
    let inside = Color::BOTH.into_iter().find_map(|side| {
        let zone = Some(&zone[side.index()]).filter(|zone| zone.len() < whole)?;
        let start = |piece: &PieceData| {
            piece.at[side.index()].iter().copied().find(|square| zone.contains(square))
        };
        pieces.iter().find_map(|piece| Some((side, &piece.id, start(piece)?)))
    });
    let Some((side, id, square)) = inside else { return };
    let (owner, name) = (&variant.sides[side.index()], variant.square_name(square));
    let message = format!("{owner}'s `{id}` starts on {name}, inside the zone in which it {does}");
    let help = "zones are written for the first side, which plays up the board: `last 1` is the rank \
                farthest from it";
    table.report.warn(table.place(key.name), message, Some(help.to_owned()));
}

/// Pieces that promote need moments at which they can.
fn promotions(file: &Section<'_>, variant: &Variant) {
    let promotion = &variant.promotion;
    let never = promotion.when == When::default() && !promotion.forced_when_stuck;
    let promotes = variant.pieces.iter().find(|p| !p.promotes.is_empty());
    if let (true, Some(piece)) = (never, promotes) {
        let table = file.table(&game::PROMOTION);
        let at = if table.present { table.at } else { file.place(game::PIECES.name) };
        let help = "set `promotion.zone` and `promotion.when`";
        let message = format!("`{}` has a promotion, but no move gives the right to it", piece.id);
        file.report.warn(at, message, Some(help.to_string()));
    }
}

/// What depends on which piece it is that moves cannot be lent.
fn borrowing(file: &Section<'_>, variant: &Variant) {
    if variant.borrowing.is_none() {
        return;
    }
    let pieces = file.table(&game::PIECES);
    for piece in &variant.pieces {
        let found = [
            (piece.castles(), "castles"),
            (piece.mentions(Modality::E), "captures in passing"),
            (piece.mentions(Modality::I), "has other first moves"),
            (piece.flies.is_some(), "has `flies`"),
            (piece.confine.is_some(), "has `confine`"),
        ];
        if let Some((_, does)) = found.iter().find(|(holds, _)| *holds) {
            let message = format!("`{}` {does}, where pieces borrow movements", piece.id);
            let help = "`borrowing` lends plain movements only";
            pieces.report.error_help(pieces.place(&piece.id), message, help);
        }
    }
}

/// Every capture of a piece that they are about is looked at once for each.
const MOST_CAPTURE_LIMITS: usize = 16;

/// Where points decide what would be a draw, there is none to claim.
fn claims(file: &Section<'_>, variant: &Variant) {
    let Variant { end, .. } = variant;
    let claims = end.repetition.as_ref().is_some_and(|rule| rule.claim.is_some())
        || end.quiet.as_ref().is_some_and(|rule| rule.claim.is_some());
    if end.points.is_some() && claims {
        let table = file.table(&game::END);
        let message = "where points decide (`end.points`), nobody claims a draw";
        let help = "leave `claim` out of `repetition` and `quiet_moves`";
        table.report.error_help(table.place(ends::POINTS.name), message, help);
    }
}

/// Who has to part royals that face each other needs a way out, and royals are not left to be taken there.
fn facing(file: &Section<'_>, variant: &Variant) {
    if !variant.end.facing {
        return;
    }
    let table = file.table(&game::END);
    let at = || table.place(ends::FACING.name);
    let may = |side: Color| {
        let holds = |it: &Passing| it.when == PassWhen::Always && it.sides[side.index()];
        variant.passing.iter().any(holds)
    };
    if !Color::BOTH.into_iter().all(may) {
        let message = "`end.facing` ends a game by a pass, but not both sides may pass at any turn";
        table.report.error_help(at(), message, "add `passing = { when = \"always\" }`");
    }
    if variant.end.royals_may_be_left {
        let message = "`end.facing` contradicts `end.check = \"none\"`";
        table.report.error_help(at(), message, "where royals may be left, nobody has to part them");
    }
}

/// What is in hand at the start has to come to the board in some way.
fn hands(file: &Section<'_>, variant: &Variant) {
    let placed = variant.placement.iter().filter(|rule| rule.supply == Supply::Hand);
    let placed: Vec<PieceType> = placed.flat_map(|rule| rule.pieces.iter().copied()).collect();
    let kept = |(number, piece): &(usize, &PieceData)| {
        piece.hand != [0, 0] && !placed.contains(&PieceType(*number as u8))
    };
    if let (false, Some((_, piece))) =
        (variant.drops.allowed, variant.pieces.iter().enumerate().find(kept))
    {
        let message = "a piece in hand at the start can never be dropped: `drops` is switched off";
        file.report.error(file.table(&game::PIECES).place(&piece.id), message);
    }
}

/// A royal is never placed, and what there is but one of has one type.
fn placement(file: &Section<'_>, variant: &Variant) {
    let Some(rule) = &variant.placement else { return };
    let table = file.table(&game::PLACEMENT);
    let at = || table.place(play::PLACED.name);
    let royal = |piece: &&PieceType| variant.pieces.get(piece.index()).is_some_and(|p| p.royal);
    if let Some(piece) = rule.pieces.iter().find(royal) {
        let message =
            format!("`{}` is royal: it cannot be placed", variant.pieces[piece.index()].id);
        table.report.error_help(at(), message, "only other pieces are placed as a part of a move");
    }
    if variant.end.mate == Mate::NoMoveKeepsARoyal {
        let message = "what is placed may shelter a royal: `mate = \"no-move-keeps-a-royal\"` does not see it";
        table.report.error_help(table.at, message, "leave `end.mate` out");
    }
    if rule.supply == Supply::Single && rule.pieces.len() != 1 {
        let message = "a single piece is placed, so it is of one type";
        table.report.error_help(at(), message, "name one letter, or another `supply`");
    }
}

/// What gives check does not depend on what else may be captured, and a position remembers one piece.
fn capture_limits(file: &Section<'_>, variant: &Variant) {
    let mut returned = false;
    let capture = file.table(&game::CAPTURE);
    let tables = capture.tables(&play::CAPTURE_LIMITS);
    for (number, (table, limit)) in tables.zip(&variant.capture_limits).enumerate() {
        if number == MOST_CAPTURE_LIMITS {
            let message = format!("more than {MOST_CAPTURE_LIMITS} limits of captures");
            let help = "one of them may be about several pieces";
            table.report.error_help(table.place(play::LIMITED.name), message, help);
        }
        let royal = |piece: &&PieceType| variant.pieces.get(piece.index()).is_some_and(|p| p.royal);
        if let Some(piece) = limit.captured.iter().find(royal) {
            let message = format!(
                "`{}` is royal: its capture cannot be limited",
                variant.pieces[piece.index()].id
            );
            let help = "a royal may always be captured";
            table.report.error_help(table.place(play::LIMITED.name), message, help);
        }
        if limit.when == CaptureBan::InReturn && std::mem::replace(&mut returned, true) {
            let message = "a second limit with `when = \"in-return\"`";
            let help = "a game has one of them at most, which may be about several pieces";
            table.report.error_help(table.place(play::LIMITED_WHEN.name), message, help);
        }
    }
}

/// Conditions of castling mean nothing where nobody castles.
fn castling(file: &Section<'_>, variant: &Variant) {
    let table = file.table(&game::CASTLING);
    if table.present && !variant.pieces.iter().any(|p| p.castles()) {
        let help = "castling is a movement: `isO2` lets a king castle two files";
        let message = "`castling` has no effect: no piece castles";
        file.report.warn(table.at, message, Some(help.to_string()));
    }
    let elsewhere = |p: &&PieceData| p.castles() && p.at.iter().any(|at| at.len() != 1);
    let several = variant.pieces.iter().find(elsewhere);
    if let (Landing::Fixed, Some(piece)) = (variant.castling.landing, several) {
        let message =
            format!("`{}` castles, and does not start on one square of each side", piece.id);
        let help = "with `landing = \"fixed\"` its usual start square says where it goes";
        file.report.error_help(table.place(play::LANDING.name), message, help);
    }
}
