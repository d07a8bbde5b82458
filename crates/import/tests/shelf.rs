//! The games of the shelf beside those that are imported, which are played beside Fairy-Stockfish.

use fastrand::Rng;
use komadai_import::{Wish, builtin, import};
use komadai_rules::variant::{SHELF, Source, load, load_builtin};
use komadai_rules::{AnyGame, AnyPlay, Move, MoveKind, Opening};
use std::collections::BTreeMap;

/// Games that are called otherwise there.
const OTHERWISE: [(&str, &str); 3] =
    [("threecheck", "3check"), ("nocastling", "nocastle"), ("microshogi", "micro")];

/// Games that it does not know, or plays otherwise.
const UNKNOWN: [&str; 2] = ["omega", "cannonshogi"];

/// Rules that are left out of both.
const LEFT_OUT: [(&str, &str); 1] = [("xiangqi", "chasingRule")];

const GAMES: u64 = 16;
const PLIES: usize = 60;

#[test]
fn shelf_games_have_the_moves_of_imported_ones() {
    for game in SHELF.iter().filter(|game| !UNKNOWN.contains(&game.id)) {
        let section = OTHERWISE.iter().find(|(id, _)| *id == game.id).map_or(game.id, |it| it.1);
        let ours = AnyGame::compile(&load_builtin(game.id, &[]).unwrap().variant).unwrap();
        check(game.id, &ours, &imported(section));
    }
}

fn imported(section: &str) -> AnyGame {
    let left_out = LEFT_OUT.iter().filter(|(id, _)| *id == section);
    let leave_out = left_out.map(|(_, key)| (*key).to_owned()).collect();
    let game = import(&builtin(), &Wish { leave_out, ..Wish::of(section) });
    let game = game.unwrap_or_else(|errors| panic!("{section}: {errors}"));
    let source = Source::new("imported.toml", game.text);
    AnyGame::compile(&load(&source, &|_| None, &[]).unwrap().variant).unwrap()
}

/// Random games, in which both have the same moves as long as both go on.
fn check(id: &str, ours: &AnyGame, theirs: &AnyGame) {
    let mut plies = 0;
    for seed in 0..GAMES {
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
