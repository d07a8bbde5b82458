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
        let free = facts.shoots(attacker) && position.takes_aside(square, to, occupied);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use komadai_records::moves::find;
    use komadai_rules::variant::load_builtin;
    use komadai_rules::{AnyGame, Game, Job, Play};
    use std::sync::Arc;

    /// What a move takes and what it may be taken for, by ids of pieces.
    struct Ask<'a> {
        position: &'a str,
        text: &'a str,
        gains: &'a [&'a str],
        loses: &'a [&'a str],
    }

    impl Job for Ask<'_> {
        type Answer = ();

        fn run<const N: usize>(self, game: &Arc<Game<N>>) {
            let variant = game.variant();
            let setup = komadai_records::position::parse(variant, self.position).expect("a text");
            let play = Play::new(Position::from_setup(game, &setup).expect("a position"));
            let m = find(&play, self.text).expect("a legal move");
            let facts = Engine::new(game).facts();
            let taken = |id: &&str| {
                let index = variant.pieces.iter().position(|piece| piece.id == *id);
                facts.taken(PieceType(index.expect("a piece") as u8))
            };
            let sum = |ids: &[&str]| ids.iter().map(taken).sum::<i32>();
            let brings = sum(self.gains) - sum(self.loses);
            let wins = |least: i32| wins_at_least(&facts, play.position(), m, least);
            assert!(wins(brings), "{} does not bring {brings}", self.text);
            assert!(!wins(brings + 1), "{} brings more than {brings}", self.text);
        }
    }

    fn check(id: &str, position: &str, text: &str, gains: &[&str], loses: &[&str]) {
        let loaded = load_builtin(id, &[]).expect("it is built in").expect("it loads");
        let game = AnyGame::compile(&loaded.variant).expect("it compiles");
        game.run(Ask { position, text, gains, loses });
    }

    #[test]
    fn what_is_protected_is_taken_back() {
        let rooks = "4k3/3p4/4p3/8/8/8/8/4RK2 w - - 0 1";
        check("chess", rooks, "e1e6", &["P"], &["R"]);
        check("chess", "4k3/8/4p3/8/8/8/8/4RK2 w - - 0 1", "e1e6", &["P"], &[]);
        // The second rook stands behind the first one.
        let battery = "4k3/8/8/4p3/3p4/8/4R3/4RK2 w - - 0 1";
        check("chess", battery, "e2e5", &["P"], &[]);
        // A king does not take back what is protected.
        check("chess", "8/8/8/3k4/4p3/8/4R3/4RK2 w - - 0 1", "e2e4", &["P"], &[]);
    }

    #[test]
    fn a_piece_taken_is_one_to_drop_too() {
        // The pawn is protected by a gold: the bishop is lost for it.
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
        // Nor does it risk anything who takes back by one, so that a second rook is no help.
        let guarded = "**********/9k/10/10/4+y5/4p5/10/10/10/4R5/K3R5/********** b - 1 unmoved=-";
        check("minjiku", guarded, "e2e6", &["P"], &["R"]);
        let unguarded = "**********/9k/10/10/4y5/4p5/10/10/10/4R5/K3R5/********** b - 1 unmoved=-";
        check("minjiku", unguarded, "e2e6", &["P"], &[]);
    }
}
