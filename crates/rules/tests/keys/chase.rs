//! Pieces that may not be chased for ever: Xiangqi, and others.

use crate::common::loaded;
use komadai_records::position::parse;
use komadai_rules::{AnyGame, AnyPlay, Color, Ending, Interrupt, Opening};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

fn set_up(text: &str, position: &str) -> AnyPlay {
    let variant = loaded(text).variant;
    let setup = parse(&variant, position).unwrap_or_else(|e| panic!("{position}: {e}"));
    AnyGame::compile(&variant).unwrap().open(&Opening::Setup(setup)).unwrap()
}

/// How the game ends by playing these moves again and again.
fn ending(text: &str, position: &str, moves: &str) -> Ending {
    let mut at = set_up(text, position);
    for m in moves.split(' ').cycle().take(40) {
        assert_eq!(at.ending(), None, "{position}: before {m}");
        play_one(&mut at, m);
        if let Some(ending) = at.ending() {
            return ending;
        }
    }
    panic!("{position}: {moves} goes on")
}

/// Plays a move such as `a9a10`.
fn play_one(at: &mut AnyPlay, text: &str) {
    let second = text[1..].find(char::is_alphabetic).map(|found| found + 1).unwrap();
    let ends = [&text[..second], &text[second..]].map(|name| at.variant().parse_square(name));
    let m = at.legal_moves().into_iter().find(|m| [Some(m.from()), Some(m.to())] == ends);
    at.push(m.unwrap_or_else(|| panic!("{text} is not legal")));
}

fn told(ending: &Ending) -> String {
    let winner = ending.winner.map_or("draw", |winner| match winner {
        Color::First => "first",
        Color::Second => "second",
    });
    format!("{} {winner}", ending.status)
}

#[test]
fn xiangqi_forbids_to_chase_for_ever() {
    let mut count = 0;
    let cases = include_str!("../data/chases.txt").lines();
    for line in cases.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [expected, position, moves, why] = fields[..4] else { panic!("{line}") };
        let ending = ending("extends = 'xiangqi'", position, moves);
        assert_eq!(told(&ending), expected, "{why}\n{position}\n{moves}\n{}", ending.reason);
        count += 1;
    }
    assert!(count >= 30, "{count} cases");
}

#[test]
fn the_reason_names_the_piece() {
    let end = ending(
        "extends = 'xiangqi'",
        "5k3/9/1c7/9/9/9/9/R8/9/4K4 w - - 0 1",
        "a3b3 b8a8 b3a3 a8b8",
    );
    let reason = "Red loses by perpetual chase: the position has come up for the third time, and every move of that \
                  side since the first time chased the Cannon on b8.";
    assert_eq!((end.winner, &*end.reason), (Some(Color::Second), reason));
}

/// A game may be long, and the question is asked more than once.
#[test]
fn how_it_ends_is_looked_for_once() {
    let asked = Arc::new(AtomicU32::new(0));
    let counts = Arc::clone(&asked);
    let interrupt = Interrupt::new(move || {
        counts.fetch_add(1, Relaxed);
        false
    });
    let rule = "extends = 'xiangqi'\nend.repetition.times = 400\nend.quiet_moves = false";
    let mut at = set_up(rule, "5k3/9/1c7/9/9/9/9/R8/9/4K4 w - - 0 1").with_interrupt(&interrupt);
    for m in "a3b3 b8a8 b3a3 a8b8".split(' ').cycle().take(4 * 399) {
        play_one(&mut at, m);
    }
    let before = asked.load(Relaxed);
    let first = at.ending().unwrap();
    let looked = asked.load(Relaxed);
    assert_eq!(at.ending(), Some(first));
    let [once, again] = [looked - before, asked.load(Relaxed) - looked];
    assert!(once > 10 && again * 10 < once, "it asked {once} times, and then {again}");
    // In another position it is another question.
    at.pop();
    assert_eq!(at.ending(), None);
}

const SMALL: &str = "
    sides = { first = 'White', second = 'Black', symmetry = 'rotate' }
    board = { files = 8, ranks = 8, text = 'fen' }
    [pieces]
    K = { move = 'K', at = 'e1', royal = true }
    R = { move = 'R', at = 'a1' }
    B = { move = 'B', at = 'c1' }
    N = { move = 'N', at = 'b1' }
    [end]
    repetition = ";

/// A white rook chases a black knight from rank 3, which black's bishop on a7 protects on d4 alone.
#[test]
fn anybody_may_forbid_chases() {
    let check = |repetition: &str, expected: &str| {
        let text = format!("{SMALL}{{ times = 2, {repetition} }}");
        let position = "k7/b7/8/8/8/5n2/8/K2R4 w - - 0 1";
        let ending = ending(&text, position, "d1f1 f3d4 f1d1 d4f3");
        assert_eq!(told(&ending), expected, "{repetition}");
    };
    check("result = 'draw'", "repetition draw");
    check("perpetual_chase = {}", "repetition draw");
    check("perpetual_chase = { protected = true }", "perpetual-chase second");
    check(
        "perpetual_chase = { protected = true, victims = 'N', by = 'R' }",
        "perpetual-chase second",
    );
    check("perpetual_chase = { protected = true, victims = 'R' }", "repetition draw");
    check("perpetual_chase = { protected = true, by = 'K' }", "repetition draw");
    // It stands there on its sixth rank, and on its fifth.
    check("perpetual_chase = { protected = true, zone = 'ranks 5-6' }", "perpetual-chase second");
    check("perpetual_chase = { protected = true, zone = 'rank 6' }", "repetition draw");
    check(
        "perpetual_chase = [{ protected = true, zone = 'rank 6' }, { protected = true, zone = 'rank 5' }]",
        "perpetual-chase second",
    );
    check("result = 'loss-first'", "repetition second");
    check(
        "result = 'loss-second', perpetual_chase = { protected = true }",
        "perpetual-chase second",
    );
}

#[test]
fn an_heir_may_allow_it_again() {
    let text = "extends = 'xiangqi'\n[end.repetition]\ntimes = 3\nperpetual_chase = []";
    let end = ending(text, "5k3/9/1c7/9/9/9/9/R8/9/4K4 w - - 0 1", "a3b3 b8a8 b3a3 a8b8");
    assert_eq!(told(&end), "repetition draw");
}
