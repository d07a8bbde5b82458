//! What sets Xiangqi apart: kings that may not face each other, and soldiers beyond the river.

use crate::game::{Movement, Piece, Sides};
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;
use std::collections::BTreeSet;

/// Kings may not stand on one line with nothing between: each takes the other along it, so that
/// whoever opens the line would leave its own to be taken. They never come there, so the squares to
/// which a king is confined become those to which it moves otherwise.
pub(crate) fn face(rules: &Rules<'_>, kind: Type, piece: &mut Piece) {
    if kind != Type::KING || !rules.config.flag("flyingGeneral") {
        return;
    }
    if let Some(palace) = piece.confine.take() {
        for movement in &mut piece.movements {
            let to = movement.to.get_or_insert_with(|| palace.clone());
            *to = [0, 1].map(|side| to[side].intersection(&palace[side]).copied().collect());
        }
    }
    piece.movements.push(Movement { text: "kR".into(), ..Movement::default() });
}

/// Soldiers move sideways only from a rank on.
pub(crate) fn cross(
    rules: &Rules<'_>,
    kind: Type,
    movements: Vec<Movement>,
    report: &mut Report,
) -> Vec<Movement> {
    let rank = rules.config.index("soldierPromotionRank").unwrap_or(0);
    if kind.key() != "soldier" || rank == 0 {
        return movements;
    }
    let plain = matches!(&movements[..], [only] if only.text == "fsW" && only.from.is_none());
    if !plain {
        report.refuse(
            rules.config,
            "soldierPromotionRank",
            "soldiers that move first by other rules",
        );
        return movements;
    }
    let beyond: Sides = [false, true].map(|second| {
        let squares = rules.board.squares().into_iter();
        squares
            .filter(|square| rules.board.rank_of(square.1, second) >= rank)
            .collect::<BTreeSet<_>>()
    });
    let sideways = Movement { text: "sW".into(), from: Some(beyond), ..Movement::default() };
    vec![Movement { text: "fW".into(), ..Movement::default() }, sideways]
}
