//! Pieces that are placed as a part of a move: Duck Chess, S-Chess, Amazons, and others.

use crate::common::{opened, perft, square, walk, why_not};
use komadai_records::moves::{find, spell, uci};
use komadai_records::notation::western;
use komadai_records::opening::open;
use komadai_records::position::write;
use komadai_rules::{AnyPlay, Move};

const DUCK: &str = "extends = 'duck'";
const SEIRAWAN: &str = "extends = 'seirawan'";

fn set_up(text: &str, position: &str) -> AnyPlay {
    let game = opened(text).game();
    open(&game, None, Some(position)).unwrap_or_else(|error| panic!("{position}: {error}"))
}

fn play(at: &mut AnyPlay, moves: &str) {
    for text in moves.split(' ') {
        let m = find(at, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        at.push(m);
    }
}

/// The legal moves from a square, as UCI says them.
fn from(at: &AnyPlay, name: &str) -> Vec<String> {
    let start = square(at, name);
    let legal = at.legal_moves().into_iter().filter(|m| m.from() == start);
    let mut texts: Vec<String> = legal.map(|m| uci(at.variant(), &spell(at, m))).collect();
    texts.sort();
    texts
}

#[test]
fn the_duck_goes_to_every_empty_square_but_its_own() {
    let mut at = opened(DUCK);
    // Nobody has placed it yet, and the pawn leaves a square.
    assert_eq!(from(&at, "a2").len(), 2 * 32);
    play(&mut at, "e2e4,d6");
    assert_eq!(from(&at, "a7").len(), 2 * 31);
    assert!(from(&at, "d7").is_empty(), "the duck stands before it");
    assert!(find(&at, "a7a6,d6").is_err(), "it has to leave");
    play(&mut at, "a7a6,e5");
    assert!(from(&at, "e4").is_empty());
    assert_eq!(perft(&mut at, 1), at.legal_moves().len());
}

#[test]
fn nothing_takes_the_duck() {
    let mut at = opened(DUCK);
    play(&mut at, "e2e4,d5");
    play(&mut at, "a7a6,h6 g1f3,e5 a6a5,g5");
    let why = why_not(&at, &walk(&at, "f3", "g5"));
    assert_eq!(why, "The Knight on f3 cannot take the Duck on g5: it may not be captured.");
}

#[test]
fn what_is_to_be_placed_is_said() {
    for (game, moves, refused) in [
        (DUCK, "e2e4", "With this move, a Duck has to be placed on an empty square."),
        (DUCK, "e2e4,e4", "With this move, no Duck can be placed on e4."),
        (DUCK, "e2e4,e7", "With this move, no Duck can be placed on e7."),
        (SEIRAWAN, "e2e4,He2", "Nothing can be placed with this move."),
        (SEIRAWAN, "b1c3,Hb2", "With this move, no Hawk can be placed on b2."),
        ("extends = 'chess'", "e2e4,d6", "the legs of the move do not meet"),
    ] {
        let refusal = find(&opened(game), moves).expect_err(moves).to_string();
        assert!(refusal.contains(refused), "{moves}: {refusal}");
    }
}

#[test]
fn one_move_has_many_texts() {
    for (game, before, texts) in [
        (DUCK, "", vec!["e2e4,d6", "e2e4,e4d6", "4g4e,5c", "e4,d6"]),
        (SEIRAWAN, "", vec!["b1c3,Hb1", "b1c3h", "7h6f,H7h", "Nc3/H"]),
        (SEIRAWAN, "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5", vec!["e1g1,Eh1", "h1e1e", "O-O/Eh1"]),
        (SEIRAWAN, "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5", vec!["e1g1,Ee1", "e1g1e", "O-O/Ee1"]),
    ] {
        let mut at = opened(game);
        if !before.is_empty() {
            play(&mut at, before);
        }
        let found: Vec<Move> = texts.iter().map(|text| read(&at, text)).collect();
        assert!(found.iter().all(|m| *m == found[0]), "{texts:?}: {found:?}");
        let spelled = spell(&at, found[0]);
        assert_eq!(spelled.algebraic(at.variant()), texts[0]);
        let written = western(&at, found[0]);
        assert_eq!(read(&at, &written), found[0], "{written}");
    }
}

/// In any notation.
fn read(at: &AnyPlay, text: &str) -> Move {
    komadai_records::notation::find(at, text).unwrap_or_else(|no| panic!("{text}: {no}"))
}

#[test]
fn a_gate_is_open_once() {
    let mut at = opened(SEIRAWAN);
    assert_eq!(from(&at, "b1"), ["b1a3", "b1a3e", "b1a3h", "b1c3", "b1c3e", "b1c3h"]);
    play(&mut at, "b1c3,Hb1 a7a6 c3b5 a6a5 b5c3 a5a4 b1a3");
    // The knight has moved, and the hawk never stood where it starts.
    assert!(at.legal_moves().iter().any(|m| m.is_placing()), "Black has all of its own");
    play(&mut at, "h7h6 g1f3,Eg1 h6h5");
    assert!(!at.legal_moves().iter().any(|m| m.is_placing()), "White has no piece left in hand");
    let text = write(at.variant(), &at.setup());
    assert!(text.contains("[he] w KQkqbcdfg"), "{text}");
}

#[test]
fn what_is_placed_answers_no_check() {
    let text = "extends = 'seirawan'\nid = 'corner'\n[pieces]\nP = { at = 'a2-d2 f2-h2' }";
    let mut at = opened(text);
    play(&mut at, "b1c3 d8e7");
    // The king is in check along the file: a piece placed on the knight's square would be no answer anyway, and the
    // bishop's move is one by itself.
    assert!(at.in_check());
    assert_eq!(from(&at, "f1"), ["f1e2", "f1e2e", "f1e2h"]);
    assert!(from(&at, "c3").iter().all(|text| text.starts_with("c3e")), "{:?}", from(&at, "c3"));
}

#[test]
fn a_trail_fills_the_board() {
    let text = r#"
        id = "trail"
        board = { files = 3, ranks = 3, text = "fen" }
        [pieces]
        A = { move = "mK", at = "a1" }
        X = { move = [] }
        [placement]
        pieces = "X"
        on = "vacated"
        [end]
        stalemate = "loss"
    "#;
    let mut at = opened(text);
    play(&mut at, "a1a2,a1 c3c2,c3");
    assert_eq!(write(at.variant(), &at.setup()).split(' ').next(), Some("2x/A1a/X2"));
}

#[test]
fn a_move_that_must_place_something_is_illegal_where_it_cannot() {
    let text = |required: bool| {
        format!(
            r#"
            id = "quarry"
            board = {{ files = 3, ranks = 3, text = "fen" }}
            [pieces]
            A = {{ move = "mK", at = "a1" }}
            S = {{ move = [] }}
            [placement]
            pieces = "S"
            zone = "rank 2"
            required = {required}
            [end]
            stalemate = "loss"
            "#
        )
    };
    let ask = |required: bool, position: &str| {
        let at = set_up(&text(required), position);
        (at.legal_moves().len(), from(&at, "a1"), at.ending().is_some())
    };
    let free = "2a/3/A2 w - - 0 1";
    // Three moves: to b1 with three squares for the stone, to a2 and b2 with two.
    assert_eq!(ask(true, free).0, 7);
    assert_eq!(ask(false, free), ask(true, free));
    // The only square left is the one that is entered.
    let last = "2a/1SS/A2 w - - 0 1";
    assert_eq!(ask(true, last).1, ["a1b1,b1a2"]);
    assert_eq!(ask(false, last).1, ["a1a2", "a1b1,b1a2"]);
    let full = "2a/SSS/A2 w - - 0 1";
    assert_eq!(ask(true, full), (0, vec![], true));
    assert_eq!(ask(false, full).1, ["a1b1"]);
}

#[test]
fn what_a_move_captures_is_not_placed_by_it() {
    let text = "extends = 'seirawan'\nid = 'house'\n[drops]\nforbid = ['stuck']\n[capture]\nto = 'hand'\n\
                [placement]\npieces = ['H', 'E', 'Q', 'R', 'B', 'N']\nsupply = 'hand'\non = 'vacated'\n\
                by = { not = ['P'] }\nfirst_moves = true\noptional = true";
    let mut at = opened(text);
    play(&mut at, "b1c3 d7d5 c3d5");
    // The knight that the queen takes is in hand only after that.
    assert_eq!(from(&at, "d8").iter().filter(|text| text.starts_with("d8d5")).count(), 3);
    play(&mut at, "d8d5 a2a3");
    assert_eq!(
        from(&at, "g8"),
        ["g8f6", "g8f6e", "g8f6h", "g8f6n", "g8h6", "g8h6e", "g8h6h", "g8h6n"]
    );
}
