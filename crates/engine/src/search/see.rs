//! Static exchange evaluation ("SEE"): what a move wins when both sides capture on its square.
//!
//! The usual swap algorithm with the least valuable attackers, extended for these games:
//!
//! - A move may capture several pieces at once.
//! - A shot captures without moving to the square, so that the shooter cannot be recaptured.
//! - Where captured pieces change sides, a capture also wins a piece in hand.
//!
//! Burning counts for the first move only. Pins and checks are ignored. Where captures explode, nobody
//! recaptures: what goes with the first move is all that counts.

use crate::engine::Facts;
use komadai_rules::{BitSet, Move, MoveKind, PieceType, Position, Square};

/// Whether the static exchange evaluation of a move is at least `threshold` centipawns.
pub(crate) fn see_ge<const N: usize>(
    facts: &Facts<N>,
    position: &Position<N>,
    m: Move,
    threshold: i32,
) -> bool {
    let victims = position.victims(m);
    if facts.explodes {
        let gain = match victims.is_empty() {
            true => facts.promotion_gain(position, m),
            false => facts.explosion_gain(position, m, victims),
        };
        return gain >= threshold;
    }
    let mut gain = facts.capture_values(position, victims);
    let piece = match m.kind() {
        MoveKind::Pass | MoveKind::Castle | MoveKind::Jitto | MoveKind::Shot => {
            return gain >= threshold;
        }
        MoveKind::Drop => m.dropped(),
        _ => match position.at(m.from()) {
            None => return gain >= threshold,
            Some((_, piece)) => {
                let promoted = facts.promoted(piece, m);
                gain += facts.value(promoted) - facts.value(piece);
                promoted
            }
        },
    };
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    // Even if the piece is lost for nothing, the threshold is reached.
    balance = facts.capture_value(piece) - balance;
    if balance <= 0 {
        return true;
    }
    let mut occupied = (position.occupied() | BitSet::of(m.to())).without(victims);
    if m.kind() != MoveKind::Drop {
        occupied.remove(m.from());
    }
    occupied.insert(m.to());
    recaptures_hold(facts, position, m.to(), occupied, balance)
}

/// Whether the side to move reaches its threshold after the recaptures on `square`. `balance` is
/// what the opponent must win to prevent it.
fn recaptures_hold<const N: usize>(
    facts: &Facts<N>,
    position: &Position<N>,
    square: Square,
    mut occupied: BitSet<N>,
    mut balance: i32,
) -> bool {
    let mut holds = true;
    let mut side = position.side();
    loop {
        side = !side;
        let attackers = position.attackers(square, side, occupied);
        let Some((from, attacker)) = least_valuable(facts, position, attackers) else {
            return holds;
        };
        holds = !holds;
        let shoots = facts.can_shoot(attacker) && position.takes_aside(from, square, occupied);
        occupied.remove(from);
        if facts.is_royal(attacker) && !shoots {
            // A royal cannot capture a protected piece.
            let protected = !position.attackers(square, !side, occupied).is_empty();
            return holds != protected;
        }
        balance = if shoots { 0 } else { facts.capture_value(attacker) } - balance;
        if balance < i32::from(holds) {
            return holds;
        }
    }
}

/// The least valuable of some pieces; royals come last.
fn least_valuable<const N: usize>(
    facts: &Facts<N>,
    position: &Position<N>,
    pieces: BitSet<N>,
) -> Option<(Square, PieceType)> {
    let named = |square: Square| position.at(square).map(|(_, piece)| (square, piece));
    pieces.iter().filter_map(named).min_by_key(|(_, piece)| {
        if facts.is_royal(*piece) { i32::MAX } else { facts.value(*piece) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use komadai_records::moves::find;
    use komadai_records::opening;
    use komadai_rules::variant::load_builtin;
    use komadai_rules::{AnyGame, AnyPlay, Play, any_size};

    /// A move wins and loses the pieces with these ids.
    fn check_exchange<const N: usize>(play: &Play<N>, m: Move, gains: &[&str], loses: &[&str]) {
        let position = play.position();
        let engine = Engine::new(position.game());
        let facts = engine.facts();
        let capture_value = |id: &&str| {
            let mut pieces = position.game().variant().pieces.iter();
            let index = pieces.position(|piece| piece.id == *id);
            facts.capture_value(PieceType(index.expect("a piece") as u8))
        };
        let sum = |ids: &[&str]| ids.iter().map(capture_value).sum::<i32>();
        let see = sum(gains) - sum(loses);
        assert!(see_ge(facts, position, m, see), "{m:?} does not win {see}");
        assert!(!see_ge(facts, position, m, see + 1), "{m:?} wins more than {see}");
    }

    fn check(id: &str, position: &str, text: &str, gains: &[&str], loses: &[&str]) {
        let loaded = load_builtin(id, &[]).expect("it loads");
        let game = AnyGame::compile(&loaded.variant).expect("it compiles");
        let play = opening::open(&game, None, Some(position)).expect("a position");
        let m = find(&play, text).expect("a legal move");
        any_size!(AnyPlay, &play, play => check_exchange(play, m, gains, loses));
    }

    #[test]
    fn protected_pieces_are_recaptured() {
        let rooks = "4k3/3p4/4p3/8/8/8/8/4RK2 w - - 0 1";
        check("chess", rooks, "e1e6", &["P"], &["R"]);
        check("chess", "4k3/8/4p3/8/8/8/8/4RK2 w - - 0 1", "e1e6", &["P"], &[]);
        // The second rook stands behind the first one.
        let battery = "4k3/8/8/4p3/3p4/8/4R3/4RK2 w - - 0 1";
        check("chess", battery, "e2e5", &["P"], &[]);
        // A king does not capture a protected piece.
        check("chess", "8/8/8/3k4/4p3/8/4R3/4RK2 w - - 0 1", "e2e4", &["P"], &[]);
    }

    #[test]
    fn a_captured_piece_also_counts_in_hand() {
        // A gold protects the pawn: the bishop is lost for it.
        let protected = "4k4/9/9/3g5/3p5/9/1B7/9/4K4 b - 1";
        check("shogi", protected, "8g6e", &["P"], &["B"]);
        check("shogi", "4k4/9/9/9/3p5/9/1B7/9/4K4 b - 1", "8g6e", &["P"], &[]);
        // A drop risks what is dropped.
        check("shogi", "4k4/9/9/3g5/9/9/9/9/4K4 b G 1", "G*6e", &[], &["G"]);
    }

    #[test]
    fn a_shot_risks_nothing() {
        let samurai =
            "**********/9k/10/10/10/2P1prp3/4+YP4/3s6/10/10/K9/********** b - 1 unmoved=-";
        check("minjiku", samurai, "e5*f6", &["R"], &[]);
        check("minjiku", samurai, "e5*d4", &["S"], &[]);
        // Recapturing by a shot risks nothing either, so a second rook does not help.
        let guarded = "**********/9k/10/10/4+y5/4p5/10/10/10/4R5/K3R5/********** b - 1 unmoved=-";
        check("minjiku", guarded, "e2e6", &["P"], &["R"]);
        let unguarded = "**********/9k/10/10/4y5/4p5/10/10/10/4R5/K3R5/********** b - 1 unmoved=-";
        check("minjiku", unguarded, "e2e6", &["P"], &[]);
    }
}
