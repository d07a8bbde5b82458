//! Static exchange evaluation: what a capture brings when both sides take back on its square.
//!
//! The usual swap of least valuable attackers, with what these games add: a move may take several
//! pieces at once, a shot takes without standing anywhere new, and who can shoot takes back without
//! danger. Where captures go to hand, a piece taken counts as one to drop, too. Fire counts for the
//! first move only; pins and kings in check are not looked at.

use crate::engine::Facts;
use komadai_rules::{BitSet, Move, MoveKind, PieceType, Position, Square};

/// Whether a move wins at least `threshold` centipawns when both sides exchange on its square.
pub(crate) fn wins_at_least<const N: usize>(
    facts: &Facts<N>,
    position: &Position<N>,
    m: Move,
    threshold: i32,
) -> bool {
    let victims = position.victims(m);
    let mut gain = facts.worth(position, victims);
    let (piece, to) = match m.kind() {
        MoveKind::Pass | MoveKind::Castle | MoveKind::Jitto | MoveKind::Shot => {
            return gain >= threshold;
        }
        MoveKind::Drop => (m.dropped(), m.to()),
        _ => match position.at(m.from()) {
            None => return gain >= threshold,
            Some((_, piece)) => {
                let becomes = facts.after(piece, m);
                gain += facts.value(becomes) - facts.value(piece);
                (becomes, m.to())
            }
        },
    };
    // What the side that is to take back must win to spoil it for the other one.
    let mut swap = gain - threshold;
    if swap < 0 {
        return false;
    }
    swap = facts.taken(piece) - swap;
    let mut holds = true;
    if swap <= 0 {
        return true;
    }
    let mut occupied = (position.occupied() | BitSet::of(to)).without(victims);
    if m.kind() != MoveKind::Drop {
        occupied.remove(m.from());
    }
    occupied.insert(to);
    let mut side = position.side();
    loop {
        side = !side;
        let attackers = position.attackers(to, side, occupied);
        let Some((square, attacker)) = least(facts, position, attackers) else { return holds };
        holds = !holds;
        let free = facts.shoots(attacker) && position.reach(square).aside.contains(to);
        occupied.remove(square);
        if facts.is_royal(attacker) && !free {
            let covered = !position.attackers(to, !side, occupied).is_empty();
            return if covered { !holds } else { holds };
        }
        swap = if free { 0 } else { facts.taken(attacker) } - swap;
        if swap < i32::from(holds) {
            return holds;
        }
    }
}

/// The least valuable of some pieces, royals last.
fn least<const N: usize>(
    facts: &Facts<N>,
    position: &Position<N>,
    pieces: BitSet<N>,
) -> Option<(Square, PieceType)> {
    let named = |square: Square| position.at(square).map(|(_, piece)| (square, piece));
    pieces.iter().filter_map(named).min_by_key(|(_, piece)| {
        if facts.is_royal(*piece) { i32::MAX } else { facts.value(*piece) }
    })
}
