//! What sets Xiangqi and Janggi apart: kings that may not face each other, soldiers beyond the river, lines in the
//! palace, and cannons that leave other cannons alone.

use crate::BUILTIN_NAME;
use crate::game::{Movement, Piece, Sides};
use crate::movement::Moves;
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

/// The cannon of Janggi leaves all of its kind alone. Where lines join squares diagonally, what goes straight goes
/// along them, too: rooks slide, cannons hop, soldiers go forward, and so does the king of those games, but for one
/// whose movement a file sets.
pub(crate) fn follow_lines(rules: &Rules<'_>, kind: Type, movements: &mut Vec<Movement>) {
    const CANNON: &str = "janggiCannon";
    let key = kind.key();
    if key == CANNON {
        let spares = rules.ids(rules.forms.moving_as(|other| other.key() == CANNON));
        movements.iter_mut().for_each(|movement| movement.spares.clone_from(&spares));
    }
    let lines = rules.config.region("diagonalLines").on(&rules.board);
    let is_king_of_theirs = || {
        let king = &rules.config.pieces[&Type::KING];
        let given = king.at.as_ref().is_some_and(|at| at.source.name == BUILTIN_NAME);
        given && Moves::read("W").is_ok_and(|wazir| king.moves_for(rules, kind) == wazir)
    };
    let text = match key.as_str() {
        _ if lines.is_empty() => return,
        "wazir" => "F",
        "soldier" => "fF",
        "rook" => "B",
        CANNON => "pB",
        _ if kind == Type::KING && is_king_of_theirs() => "F",
        _ => return,
    };
    let spares = movements.first().map(|movement| movement.spares.clone()).unwrap_or_default();
    let along = Some([lines.clone(), lines]);
    movements.push(Movement {
        text: text.into(),
        from: along.clone(),
        to: along,
        spares,
        ..Movement::default()
    });
}
