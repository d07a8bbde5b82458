//! The JSON forms of moves.

use crate::common::variant;
use fastrand::Rng;
use komadai_records::json::{Effect, Legal, Move, MoveForm};
use komadai_records::moves::{all_spellings, find};
use komadai_records::opening;
use komadai_rules::{AnyGame, AnyPlay, Square};
use serde_json::json;
use std::collections::BTreeSet;

/// Plays random games from a position, and looks at the legal moves of every one that comes up; how
/// many of these some other piece could have made as well.
fn check_games(id: &str, start: &str, games: u64, plies: usize) -> usize {
    let game = AnyGame::compile(&variant(id)).expect("a game");
    let mut random = Rng::with_seed(1);
    let mut shared = 0;
    for _ in 0..games {
        let mut play = opening::open(&game, None, Some(start)).expect("a position");
        for _ in 0..plies {
            let moves = play.legal_moves();
            shared += check(&play);
            let Some(m) = random.choice(&moves) else { break };
            play.push(*m);
            if play.ending().is_some() {
                break;
            }
        }
    }
    shared
}

/// Every piece that can make a move is told, once, in a way that is understood.
fn check(play: &AnyPlay) -> usize {
    let (variant, moves) = (play.variant(), play.legal_moves());
    let legal = Legal::all(play, &moves);
    for (together, m) in Move::all(play, &moves).iter().zip(&moves).step_by(7) {
        assert_eq!(*together, Move::of(play, *m), "{m:?}");
    }
    if play.must_pass() {
        assert_eq!(legal, []);
        return 0;
    }
    let spelled = all_spellings(play, &moves);
    let ways: Vec<_> = spelled.chunk_by(|a, b| a.mv == b.mv).collect();
    assert_eq!((legal.len(), ways.len()), (moves.len(), moves.len()));
    for (legal, ways) in legal.iter().zip(ways) {
        for other in &legal.also {
            assert_eq!(find(play, &other.usi).ok(), Some(ways[0].mv), "{}", other.usi);
        }
        let shown = legal.text.from.as_ref().or(legal.text.to.as_ref());
        let told: Vec<&String> =
            shown.into_iter().chain(legal.also.iter().map(|w| &w.from)).collect();
        let first = |squares: &[Square]| squares.first().map(|square| variant.square_name(*square));
        let starts: BTreeSet<String> = ways.iter().filter_map(|way| first(&way.squares)).collect();
        assert_eq!(told.len(), starts.len(), "{}", legal.text.usi);
        assert_eq!(
            told.into_iter().cloned().collect::<BTreeSet<_>>(),
            starts,
            "{}",
            legal.text.usi
        );
    }
    legal.iter().filter(|legal| !legal.also.is_empty()).count()
}

#[test]
fn whoever_else_could_make_a_move_is_told() {
    let eagle_and_falcon = "k11/12/12/12/6p5/5p6/4+D7/12/12/3+H8/12/5K6 b - 1";
    let shooters = "****k*****/10/2p7/3V6/3p6/10/7g2/6+Y3/10/1+D8/10/*****K**** b - 1 unmoved=-";
    for (id, start, expected) in [
        ("shogi", "4k4/9/9/9/9/9/9/9/2R1KS3 b G 1", false),
        ("raichu", eagle_and_falcon, true),
        ("minjiku", shooters, true),
    ] {
        let shared = check_games(id, start, 40, 40);
        assert_eq!(shared > 0, expected, "{id}: {shared} moves");
    }
}

fn opened(id: &str) -> AnyPlay {
    let game = AnyGame::compile(&variant(id)).expect("it compiles");
    opening::open(&game, None, None).expect("the start")
}

#[test]
fn what_a_move_places_is_told() {
    let mut at = opened("duck");
    let placed = |at: &AnyPlay, text: &str| {
        let m = find(at, text).expect("a legal move");
        serde_json::to_value(MoveForm::of(at, m)).expect("it can be written")["places"].clone()
    };
    assert_eq!(placed(&at, "e2e4,d6"), json!({"piece": "D", "square": "d6"}));
    let first = find(&at, "e2e4,d6").expect("a legal move");
    at.push(first);
    assert_eq!(placed(&at, "a7a6,a7"), json!({"piece": "D", "square": "a7", "from": "d6"}));
    let at = opened("seirawan");
    let hawk = json!({"piece": "H", "square": "b1", "held": true});
    assert_eq!(placed(&at, "b1c3,Hb1"), hawk);
    assert_eq!(placed(&at, "b1c3"), json!(null));
}

/// What a move does, as it is written: nothing of a plain one.
fn check_effect(id: &str, position: &str, text: &str, expected: serde_json::Value) {
    let game = AnyGame::compile(&variant(id)).expect("it compiles");
    let play = opening::open(&game, None, Some(position)).expect("a position");
    let m = find(&play, text).expect("a legal move");
    let written = serde_json::to_value(Effect::of(&play, m)).expect("it can be written");
    assert_eq!(written, expected, "{id}: {text}");
}

#[test]
fn effects_are_written() {
    let chess = "4k2r/P7/8/3pP3/8/8/8/R3K2R w KQk d6 0 2";
    check_effect("chess", chess, "a7a8q", json!({}));
    check_effect("chess", chess, "e1g1", json!({"partner": {"from": "h1", "to": "f1"}}));
    let pawn = json!({"square": "d5", "side": "second", "piece": "P", "fate": "en-passant"});
    check_effect("chess", chess, "e5d6", json!({"removes": [pawn]}));
    let pawn =
        json!({"square": "e4", "side": "second", "piece": "P", "fate": "captured", "hand": "P"});
    check_effect("shogi", "4k4/9/9/9/9/4p4/4P4/9/4K4 b - 1", "5g5f", json!({"removes": [pawn]}));
    let fire = "****k*****/10/10/3p1p4/10/2p3p3/10/3F6/10/10/10/*****K**** b - 1 unmoved=-";
    let burned = json!({"square": "c6", "side": "second", "piece": "P", "fate": "burned"});
    check_effect("minjiku", fire, "d4b5", json!({"removes": [burned]}));
    check_effect("minjiku", fire, "f0f1", json!({"vanishes": ["f0"]}));
}
