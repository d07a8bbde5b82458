//! Castling: from files and rights to a movement.

use crate::forms::{COLOURS, Form};
use crate::game::Sides;
use crate::region::Square;
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// Who castles, how, and with whom.
#[derive(Debug)]
pub(crate) struct Castling {
    pub(crate) king: Type,
    /// How it castles: for both sides, or for each its own.
    pub(crate) movements: Vec<(String, Option<&'static str>)>,
    pub(crate) partners: Vec<String>,
}

/// How many files the king goes, and how many files its partner stands from the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    files: u8,
    inset: u8,
}

/// A right of one side: the king's square, toward higher files or lower ones, and how.
type Right = (Square, bool, Way);

/// The ways to the right and to the left, as their side sees them.
type Ways = [Option<Way>; 2];

/// Reads castling; `None` where there is none.
pub(crate) fn read(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    report: &mut Report,
) -> Option<Castling> {
    if !rules.config.flag("castling") {
        return None;
    }
    let rights = [0, 1].map(|side| rights(rules, starts, side));
    if rights.iter().all(BTreeSet::is_empty) {
        return None;
    }
    let king = the_same(rules, "castlingKingPiece", &rights, report)?.into_iter().next()?;
    let partners = the_same(rules, "castlingRookPieces", &rights, report)?;
    let movements = movements(rules, starts, king, &partners, &rights);
    if movements.is_none() {
        let why = "castling is not possible with every king and rook that has not moved";
        report.refuse(rules.config, "castling", why);
    }
    let movements = movements?;
    let there = partners.into_iter().filter(|kind| rules.config.pieces.contains_key(kind));
    let partners = there
        .map(Form::plain)
        .filter(|form| rules.forms.sides.contains_key(form))
        .map(|form| rules.id(form))
        .collect();
    Some(Castling { king, movements, partners })
}

/// The movements that give just these rights: one for both sides, or else one for each.
fn movements(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    king: Type,
    partners: &BTreeSet<Type>,
    rights: &[BTreeSet<Right>; 2],
) -> Option<Vec<(String, Option<&'static str>)>> {
    let gives =
        |ways: &Ways, side: usize| ours(rules, starts, king, partners, ways, side) == rights[side];
    if let Some(ways) = ways([(0, &rights[0]), (1, &rights[1])])
        && (0..2).all(|side| gives(&ways, side))
    {
        return Some(vec![(text(ways), None)]);
    }
    let of_side = |side: usize| {
        let ways = ways([(side, &rights[side])]).filter(|ways| gives(ways, side))?;
        Some((text(ways), Some(["first", "second"][side])))
    };
    let sides = [of_side(0)?, of_side(1)?];
    Some(sides.into_iter().filter(|(text, _)| !text.is_empty()).collect())
}

/// The types under a key of both sides, which must be the same where both castle.
fn the_same(
    rules: &Rules<'_>,
    key: &str,
    rights: &[BTreeSet<Right>; 2],
    report: &mut Report,
) -> Option<BTreeSet<Type>> {
    let of = |side: usize| rules.config.types(&format!("{key}{}", COLOURS[side])).named;
    let sides: Vec<usize> = (0..2).filter(|side| !rights[*side].is_empty()).collect();
    match sides[..] {
        [first, second] if of(first) != of(second) => {
            let key = format!("{key}{}", COLOURS[second]);
            report.refuse(rules.config, &key, "the sides castle with different pieces");
            None
        }
        [side, ..] => Some(of(side)),
        [] => None,
    }
}

/// The rights that the start position gives to a side.
fn rights(rules: &Rules<'_>, starts: &BTreeMap<Form, Sides>, side: usize) -> BTreeSet<Right> {
    let config = rules.config;
    let rank = config.index("castlingRank").unwrap_or(0).min(rules.board.ranks - 1);
    let rank = rules.board.rank_of(rank, side == 1);
    let standing = |key: &str| -> BTreeSet<u8> {
        let types = config.types(&format!("{key}{}", COLOURS[side])).named;
        let plain = types.into_iter().filter_map(|kind| starts.get(&Form::plain(kind)));
        let on_rank = plain.flat_map(|sides| sides[side].iter().filter(|s| s.1 == rank));
        on_rank.map(|square| square.0).collect()
    };
    let (kings, rooks) = (standing("castlingKingPiece"), standing("castlingRookPieces"));
    let usual = config.index("castlingKingFile").unwrap_or(4);
    let king = match kings.len() {
        1 => kings.first().copied(),
        _ => kings.get(&usual).copied(),
    };
    let Some(king) = king else { return BTreeSet::new() };
    let last = rules.board.files - 1;
    let letters = rules.fen.rights.chars();
    let own = letters.filter(|c| c.is_ascii_lowercase() == (side == 1));
    let mut rights = BTreeSet::new();
    for letter in own.map(|c| c.to_ascii_uppercase()) {
        let rook = match letter {
            'K' => {
                let from = config.index("castlingRookKingsideFile").unwrap_or(last);
                rooks.range(..=from).next_back().copied()
            }
            'Q' => {
                let from = config.index("castlingRookQueensideFile").unwrap_or(0);
                rooks.range(from..).next().copied()
            }
            // The file of a rook.
            _ => (letter as u8).checked_sub(b'A').filter(|file| rooks.contains(file)),
        };
        let Some(rook) = rook.filter(|rook| *rook != king) else { continue };
        let up = rook > king;
        if (letter == 'K' && !up) || (letter == 'Q' && up) {
            continue;
        }
        let key = if up { "castlingKingsideFile" } else { "castlingQueensideFile" };
        let to = config.index(key).unwrap_or(king);
        let inset = if up { last - rook } else { rook };
        let way = Way { files: to.abs_diff(king), inset };
        rights.insert(((king, rank), up, way));
    }
    rights
}

/// The squares that the field of rights names beside castling: a letter of a file is the square there, and a right to
/// castle is those of both partners.
pub(crate) fn gates(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    side: usize,
) -> BTreeSet<Square> {
    let config = rules.config;
    let rank = config.index("castlingRank").unwrap_or(0).min(rules.board.ranks - 1);
    let rank = rules.board.rank_of(rank, side == 1);
    let castles = config.flag("castling");
    let own = rules.fen.rights.chars().filter(|c| c.is_ascii_lowercase() == (side == 1));
    let files =
        own.map(|c| c.to_ascii_uppercase()).filter(|c| !(castles && matches!(c, 'K' | 'Q')));
    let files = files.filter_map(|c| (c as u8).checked_sub(b'A'));
    let mut gates: BTreeSet<Square> =
        files.filter(|file| *file < rules.board.files).map(|file| (file, rank)).collect();
    if castles {
        let last = rules.board.files - 1;
        for (king, up, way) in rights(rules, starts, side) {
            let partner = if up { last - way.inset } else { way.inset };
            gates.extend([king, (partner, rank)]);
        }
    }
    gates
}

/// The ways of sides with these rights; `None` where they have several to one hand.
fn ways<'a>(rights: impl IntoIterator<Item = (usize, &'a BTreeSet<Right>)>) -> Option<Ways> {
    let mut ways: [BTreeSet<Way>; 2] = Default::default();
    for (side, rights) in rights {
        for (_, up, way) in rights {
            // The second side's right is toward lower files.
            let left = *up == (side == 1);
            ways[usize::from(left)].insert(*way);
        }
    }
    let several = ways.iter().any(|ways| ways.len() > 1);
    (!several).then(|| ways.map(|ways| ways.first().copied()))
}

/// What stands for these ways in a movement.
fn text([right, left]: Ways) -> String {
    let word = |direction: &str, way: Way| {
        format!("i{direction}{}O{}", "j".repeat(way.inset.into()), way.files)
    };
    match (right, left) {
        (Some(right), Some(left)) if right == left => word("s", right),
        (right, left) => {
            let right = right.map(|way| word("r", way)).unwrap_or_default();
            right + &left.map(|way| word("l", way)).unwrap_or_default()
        }
    }
}

/// The rights that our rules give: every king with every partner that stands where it should.
fn ours(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    king: Type,
    partners: &BTreeSet<Type>,
    ways: &Ways,
    side: usize,
) -> BTreeSet<Right> {
    let standing = |kind: Type| {
        let sides = starts.get(&Form::plain(kind));
        sides.map(|sides| sides[side].clone()).unwrap_or_default()
    };
    let partners: BTreeSet<Square> = partners.iter().flat_map(|kind| standing(*kind)).collect();
    let last = rules.board.files - 1;
    let mut rights = BTreeSet::new();
    for (file, rank) in standing(king) {
        for (left, way) in ways.iter().enumerate() {
            let Some(way) = way else { continue };
            let up = (left == 1) == (side == 1);
            let partner = if up { last.checked_sub(way.inset) } else { Some(way.inset) };
            let Some(partner) = partner.filter(|at| if up { *at > file } else { *at < file })
            else {
                continue;
            };
            let between = file.min(partner)..=file.max(partner);
            let open = between.into_iter().all(|file| rules.board.has((file, rank)));
            if partners.contains(&(partner, rank)) && way.files <= partner.abs_diff(file) && open {
                rights.insert(((file, rank), up, *way));
            }
        }
    }
    rights
}
