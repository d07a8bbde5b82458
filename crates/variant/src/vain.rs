//! Keys that a file says in vain: whatever they say, no game will ever show it.
//!
//! Only what the file itself says is looked at. What it inherits was said for another game, and what is
//! set by hand is for one run.

use crate::format::{ends, game, pieces, play};
use crate::section::Section;
use crate::tree::{Node, Value};
use crate::{Color, PieceData, PieceType, RepetitionResult, Royals, Variant, When};

/// How a piece becomes royal.
const ROYAL: &str = "pieces are royal by `royal = true`";

/// Warns of all of them.
pub(super) fn check(file: &Section<'_>, variant: &Variant) {
    promotion(file, variant);
    explosion(file, variant);
    drops(file, variant);
    placement(file, variant);
    ends(file, variant);
    ranks(file, variant);
}

/// Warns that a key has no effect, if the table has it and the file itself says it.
fn warn(table: &Section<'_>, key: &str, why: &str, help: &str) {
    if table.has(key) && table.report.is_own(table.place(key)) {
        let message = format!("`{}` has no effect: {why}", table.path(key));
        table.report.warn(table.place(key), message, Some(help.to_owned()));
    }
}

fn promotion(file: &Section<'_>, variant: &Variant) {
    let table = file.table(&game::PROMOTION);
    let Variant { promotion, pieces, .. } = variant;
    if pieces.iter().all(|piece| piece.promotes.is_empty()) {
        warn(
            file,
            game::PROMOTION.name,
            "no piece promotes",
            "a piece says what it becomes: `promotes`",
        );
        return;
    }
    // Where nothing promotes at all, that is said already.
    if promotion.when == When::default() && promotion.forced_when_stuck {
        let why = "no move gives the right to promote";
        let help = "`promotion.when` says which moves do, such as `when = [\"enter\"]`";
        warn(&table, play::ZONE.name, why, help);
        warn(&table, play::CHOICE.name, why, help);
    }
    if !(promotion.when.capture_inside || promotion.when.capture_from_inside) {
        let why = "it is about promotion by `capture-inside` and `capture-from-inside`";
        warn(&table, play::BY_SHOT.name, why, "add them to `promotion.when`");
    }
    let burner = |piece: &PieceType| pieces[piece.index()].burns.is_some();
    if !pieces.iter().any(|piece| piece.promotes.iter().any(burner)) {
        let why = "no piece promotes to one that burns";
        warn(&table, play::BURNS_AT_ONCE.name, why, "a piece burns by its key `burns`");
    }
}

fn explosion(file: &Section<'_>, variant: &Variant) {
    let table = file.table(&game::CAPTURE).table(&play::EXPLOSION);
    let Some(explosion) = &variant.explosion else { return };
    let why = if explosion.around.is_none() {
        "nothing around a captor is destroyed"
    } else if explosion.spares.iter().all(|piece| explosion.withstands.contains(piece)) {
        "these pieces survive every explosion by `withstands`"
    } else {
        return;
    };
    let help = "`around` says which squares are destroyed, as in `around = \"K\"`, `spares` what survives there";
    warn(&table, play::SPARES.name, why, help);
}

fn placement(file: &Section<'_>, variant: &Variant) {
    if variant.placement.as_ref().is_some_and(|rule| rule.optional) {
        let table = file.table(&game::PLACEMENT);
        let why = "a move may be made without, as `optional` says";
        warn(&table, play::PLACING_REQUIRED.name, why, "leave one of them out");
    }
}

fn drops(file: &Section<'_>, variant: &Variant) {
    let table = file.table(&game::DROPS);
    if !table.present {
        return;
    }
    if !variant.drops.allowed {
        let help = "`capture = { to = \"hand\" }` lets captured pieces come back";
        warn(file, game::DROPS.name, "nothing ever comes to a hand", help);
        return;
    }
    let lands = landing(variant);
    for key in [play::ONE_PER_FILE.name, play::NO_MATE.name] {
        never_dropped(&table, key, variant, &lands);
    }
    let in_hand = variant.pieces.iter().zip(held(variant)).filter(|(_, held)| *held);
    if in_hand.into_iter().all(|(piece, _)| piece.promotes.is_empty()) {
        let why = "no piece that can be in hand promotes";
        warn(&table, play::PROMOTED.name, why, "a piece says what it becomes: `promotes`");
    }
}

/// The types that can be in hand.
fn held(variant: &Variant) -> Vec<bool> {
    let mut held: Vec<bool> = variant.pieces.iter().map(|piece| piece.hand != [0, 0]).collect();
    if variant.captures_to_hand {
        for piece in &variant.pieces {
            held[piece.demotes_to.index()] = true;
        }
    }
    held
}

/// The types that can land by a drop.
fn landing(variant: &Variant) -> Vec<bool> {
    let held = held(variant);
    let mut lands = held.clone();
    if variant.drops.promoted {
        let in_hand = variant.pieces.iter().zip(held).filter(|(_, held)| *held);
        in_hand.flat_map(|(piece, _)| &piece.promotes).for_each(|to| lands[to.index()] = true);
    }
    lands
}

/// Warns of letters of pieces that no drop can bring to the board.
fn never_dropped(table: &Section<'_>, key: &str, variant: &Variant, lands: &[bool]) {
    let named: &[Node] = match table.get(key) {
        Some(Node { value: Value::List(items), .. }) => items,
        Some(node) => std::slice::from_ref(node),
        None => &[],
    };
    for node in named.iter().filter(|node| table.report.is_own(node.at)) {
        let Value::Text(id) = &node.value else { continue };
        let is_it = |piece: &PieceData| piece.id == *id;
        if let Some(index) = variant.pieces.iter().position(is_it)
            && !lands[index]
        {
            let message =
                format!("`{id}` in `{}` has no effect: it is never dropped", table.path(key));
            let help = if variant.pieces[index].demotes_to.index() == index {
                "no such piece ever comes to a hand"
            } else {
                "in hand it becomes its unpromoted piece; `drops.promoted = true` lets it be dropped \
                 promoted"
            };
            table.report.warn(node.at, message, Some(help.to_owned()));
        }
    }
}

fn ends(file: &Section<'_>, variant: &Variant) {
    let table = file.table(&game::END);
    let end = &variant.end;
    if end.royals != Royals::Any && !has_several_royals(variant) {
        let why = "no side ever has more than one royal piece";
        warn(&table, ends::ROYALS.name, why, ROYAL);
    }
    if variant.pieces.iter().all(|piece| !piece.royal) {
        let why = "no piece is royal, so there is no check";
        warn(&table, ends::GIVING_CHECK.name, why, ROYAL);
        warn(&table, ends::CHECKS.name, why, ROYAL);
    }
    let barred =
        end.repetition.as_ref().is_some_and(|rule| rule.result == RepetitionResult::Forbidden);
    if variant.pieces.iter().all(|piece| !piece.royal) && !barred {
        let why = "no piece is royal, so nobody is mated";
        warn(&table, ends::MATED.name, why, ROYAL);
    }
    if variant.pieces.iter().all(|piece| piece.burns.is_none()) {
        let why = "no piece burns";
        warn(&table, ends::BURN_IS_CHECK.name, why, "a piece burns by its key `burns`");
    }
    if variant.passing.is_empty() {
        let why = "nobody may pass";
        warn(&table, ends::TWO_PASSES.name, why, "`[passing]` says who may");
    }
    if variant.shocks.is_empty() {
        let why = "no capture is a shock";
        warn(&table, ends::CHECK_THROUGH_SHOCK.name, why, "`[[shock]]` says which captures are");
    }
}

/// Whether a side starts with several royal pieces, or may get one more.
fn has_several_royals(variant: &Variant) -> bool {
    let royal = |piece: &PieceType| variant.pieces[piece.index()].royal;
    let may_become = |piece: &PieceData| !piece.royal && piece.promotes.iter().any(royal);
    let count = |side: Color| -> usize {
        let of = |piece: &PieceData| {
            piece.at[side.index()].len() + usize::from(piece.hand[side.index()])
        };
        variant.pieces.iter().filter(|piece| piece.royal).map(of).sum()
    };
    // A royal that is taken may come to the hand of a side that has one.
    variant.captures_to_hand
        || variant.pieces.iter().any(may_become)
        || Color::BOTH.into_iter().any(|side| count(side) > 1)
}

/// Ranks among pieces matter to those that fly over others.
fn ranks(file: &Section<'_>, variant: &Variant) {
    if variant.pieces.iter().any(|piece| piece.flies.is_some()) {
        return;
    }
    let table = file.table(&game::PIECES);
    for piece in &variant.pieces {
        let row = table.row(&piece.id, &pieces::PIECE);
        warn(
            &row,
            pieces::RANK.name,
            "no piece flies over others",
            "pieces fly by their key `flies`",
        );
    }
}
