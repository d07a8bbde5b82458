//! Playing a game of ours beside an imported one.

use fastrand::Rng;
use komadai_rules::{AnyGame, AnyPlay, Move, MoveKind, Opening};
use std::collections::BTreeMap;

const PLIES: usize = 60;

/// Random games, in which both have the same moves as long as both go on.
pub(crate) fn check(id: &str, ours: &AnyGame, theirs: &AnyGame, games: u64) {
    let mut plies = 0;
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let [mut one, mut other] = [ours, theirs].map(|game| game.open(&Opening::Usual).unwrap());
        let mut line = Vec::new();
        for _ in 0..PLIES {
            if one.ending().is_some() || other.ending().is_some() {
                break;
            }
            let (moves, others) = (told(&one), told(&other));
            assert!(
                moves.keys().eq(others.keys()),
                "{id} after {}: {:?} {:?}",
                line.join(" "),
                moves.keys(),
                others.keys()
            );
            let Some((text, m)) = moves.iter().nth(rng.usize(0..moves.len().max(1))) else { break };
            one.push(*m);
            other.push(others[text]);
            line.push(text.clone());
        }
        plies += line.len();
    }
    assert!(plies > 60, "{id}: only {plies} plies were compared");
}

/// The legal moves by squares and letters, which tell all of them apart.
fn told(play: &AnyPlay) -> BTreeMap<String, Move> {
    let variant = play.variant();
    let tell = |m: Move| {
        if m.kind() == MoveKind::Pass {
            return "pass".to_owned();
        }
        let to = variant.square_name(m.to());
        if m.kind() == MoveKind::Drop {
            return format!("{}@{to}", variant.pieces[m.dropped().index()].id);
        }
        let (_, mover) = play.at(m.from()).unwrap();
        let becomes = usize::from(m.promotion()).checked_sub(1).map(|choice| {
            let into = variant.pieces[mover.index()].promotes[choice];
            variant.pieces[into.index()].id.as_str()
        });
        format!("{}{to}{}", variant.square_name(m.from()), becomes.unwrap_or_default())
    };
    play.legal_moves().into_iter().map(|m| (tell(m), m)).collect()
}
