//! Winning by reaching squares: at once, safely, or after an answer.

use crate::common::loaded;
use komadai_records::position::parse;
use komadai_rules::{AnyGame, Color, Opening, Status};

const RACING_KINGS: &str = include_str!("../variants/racing_kings.toml");

/// The game on a board of five files and six ranks: Kings race to the last rank.
fn race(flag: &str) -> String {
    format!(
        "sides = {{ first = 'White', second = 'Black' }}
        board = {{ files = 5, ranks = 6, text = 'fen' }}
        [pieces]
        K = {{ name = 'King', move = 'K', at = 'a1', royal = true }}
        N = {{ name = 'Knight', move = 'N', at = 'b1' }}
        P = {{ name = 'Pawn', move = 'fmWfmnDfceF', at = 'c1' }}
        [end.flag]
        {flag}"
    )
}

/// How a game begins that is set up so: who has won, and why.
fn check(text: &str, position: &str, expected: Option<(Option<Color>, &str)>) {
    let variant = loaded(text).variant;
    let setup = parse(&variant, position).unwrap();
    let at = AnyGame::compile(&variant).unwrap().open(&Opening::Setup(setup)).unwrap();
    let found = at.ending().map(|it| (it.status, it.winner, it.reason));
    let expected = expected.map(|(winner, reason)| (Status::Flag, winner, reason.to_owned()));
    assert_eq!(found, expected, "{position}");
}

const WHITE: Option<Color> = Some(Color::First);
const BLACK: Option<Color> = Some(Color::Second);
const BOTH: Option<(Option<Color>, &str)> =
    Some((None, "Both sides have reached their goals: a draw."));

#[test]
fn who_arrives_wins_at_once() {
    let game = race("types = 'K'\nzone = 'last 1'");
    check(
        &game,
        "1K3/5/2k2/5/5/5 b - - 0 1",
        Some((WHITE, "White wins: the King has reached its goal on b6.")),
    );
    check(
        &game,
        "1K3/5/2k2/5/5/3n1 w - - 0 1",
        Some((WHITE, "White wins: the King has reached its goal on b6.")),
    );
    check(&game, "5/1K3/5/5/2k2/5 w - - 0 1", None);
}

#[test]
fn the_second_side_may_arrive_with_its_next_move() {
    let arrives = "White wins: the King has reached its goal on g8.";
    let game = RACING_KINGS.replace("[end.flag]", "[end.flag]\nreply = 'arrival'");
    // The Black King is too far away, may follow, and may not because the square is attacked.
    check(&game, "6K1/8/k7/8/8/8/8/8 b - - 0 1", Some((WHITE, arrives)));
    check(&game, "6K1/k7/8/8/8/8/8/8 b - - 0 1", None);
    check(&game, "6K1/k7/8/3B4/8/8/8/1Q6 b - - 0 1", Some((WHITE, arrives)));
    // It has followed, has not, or has been the first.
    check(&game, "k5K1/8/8/8/8/8/8/8 w - - 0 1", BOTH);
    check(&game, "6K1/8/k7/8/8/8/8/8 w - - 0 1", Some((WHITE, arrives)));
    let first = "Black wins: the King has reached its goal on a8.";
    check(&game, "k7/6K1/8/8/8/8/8/8 w - - 0 1", Some((BLACK, first)));
}

#[test]
fn a_piece_has_to_stay() {
    let game = race("types = 'N'\nzone = { first = 'c4', second = 'c4' }\nreply = 'any'");
    check(&game, "k4/5/2N2/5/5/K4 b - - 0 1", None);
    let stays = "White wins: the Knight has reached its goal on c4.";
    check(&game, "k4/5/2N2/5/5/K4 w - - 0 1", Some((WHITE, stays)));
}

#[test]
fn a_piece_has_to_be_safe() {
    let game = race("types = ['N', 'P']\nzone = { first = 'c4', second = 'c3' }\nsafe = true");
    let safe = "White wins: the Knight has reached its goal on c4.";
    check(&game, "k4/5/2N2/5/5/K4 b - - 0 1", Some((WHITE, safe)));
    for attacked in ["k4/3p1/2N2/5/5/K4", "5/3k1/2N2/5/5/K4", "k4/5/2N2/5/1n3/K4"] {
        check(&game, &format!("{attacked} b - - 0 1"), None);
        // It has not been taken, but could be.
        check(&game, &format!("{attacked} w - - 0 1"), None);
    }
    // Both stand safely there.
    check(&game, "k4/5/2N2/2n2/5/K4 w - - 0 1", BOTH);
    // What could be taken in passing is not safe.
    let game = race("types = 'P'\nzone = 'c4'\nsafe = true");
    let safe = "White wins: the Pawn has reached its goal on c4.";
    check(&game, "k4/5/1pP2/5/5/K4 b - - 0 1", Some((WHITE, safe)));
    check(&game, "k4/5/1pP2/5/5/K4 b - c3 0 1", None);
}

#[test]
fn an_attacked_piece_may_also_win_by_staying() {
    let game = race("types = 'N'\nzone = 'c4'\nreply = 'any'\nsafe = true");
    let there = "White wins: the Knight has reached its goal on c4.";
    check(&game, "k4/5/2N2/5/5/K4 b - - 0 1", Some((WHITE, there)));
    check(&game, "k4/3p1/2N2/5/5/K4 b - - 0 1", None);
    check(&game, "k4/3p1/2N2/5/5/K4 w - - 0 1", Some((WHITE, there)));
}
