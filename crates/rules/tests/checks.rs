//! Rules about check and mate: what a mate is worth.

use komadai_rules::variant::{Loaded, Source, load};
use komadai_rules::{AnyGame, AnyPlay, Color, Opening, Square, Status};

fn loaded(text: &str) -> Loaded {
    let loaded = load(&Source::new("test.toml", text), &|_| None, &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

fn opened(text: &str) -> AnyPlay {
    AnyGame::compile(&loaded(text).variant).unwrap().open(&Opening::Usual).unwrap()
}

/// Chess with other ends.
fn chess(ends: &str) -> AnyPlay {
    opened(&format!("extends = 'chess'\n[end]\n{ends}"))
}

fn square(at: &AnyPlay, name: &str) -> Square {
    at.variant().parse_square(name).unwrap()
}

/// Plays moves such as `e2e3`.
fn play(at: &mut AnyPlay, moves: &str) {
    for text in moves.split(' ') {
        let (from, to) = text.split_at(2);
        let ends = (square(at, from), square(at, to));
        let m = at.legal_moves().into_iter().find(|m| (m.from(), m.to()) == ends);
        at.push(m.unwrap_or_else(|| panic!("{text} is not legal")));
    }
}

#[test]
fn a_mate_is_worth_what_the_file_says() {
    let check = |ends: &str, winner: Option<Color>, gets: &str| {
        let mut at = chess(ends);
        play(&mut at, "f2f3 e7e5 g2g4 d8h4");
        let end = at.ending().unwrap();
        assert_eq!((end.status, end.winner), (Status::Checkmate, winner), "{ends}");
        assert!(end.reason.ends_with(gets), "{}", end.reason);
    };
    check("mated = 'loss'", Some(Color::Second), "and no legal move answers that.");
    check("mated = 'win'", Some(Color::First), "answers that. So White wins.");
    check("mated = 'draw'", None, "answers that. That is a draw.");
}

#[test]
fn what_is_said_in_vain_is_told() {
    let check = |text: &str, warning: &str| {
        let warnings = loaded(text).warnings;
        let told = |it: &komadai_rules::variant::Diagnostic| it.message.contains(warning);
        assert!(warnings.iter().any(told), "{warnings:?}");
    };
    let text = "board = { files = 3, ranks = 4 }\npieces.R = { move = 'R', at = 'a1' }\n[end]\n";
    let lone = |rules: &str| format!("{text}stalemate = 'loss'\n{rules}");
    check(&lone("mated = 'win'"), "`end.mated` has no effect: no piece is royal");
}
