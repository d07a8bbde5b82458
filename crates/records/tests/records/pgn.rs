//! Moves and games as PGN.

use crate::common::{variant, variant_of};
use komadai_records::{moves, opening, pgn, position};
use komadai_rules::AnyGame;

/// The texts of some moves in a position.
fn check(id: &str, text: &str, expected: &[(&str, &str)]) {
    let game = AnyGame::compile(&variant(id)).expect("it compiles");
    let at = opening::open(&game, None, Some(text)).expect(text);
    for (said, san) in expected {
        let m = moves::find(&at, said).expect(said);
        assert_eq!(pgn::san(&at, m), *san, "{id} {text}: {said}");
    }
}

#[test]
fn chess_is_written_as_everywhere() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check("chess", start, &[("e2e4", "e4"), ("g1f3", "Nf3")]);
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check("chess", castling, &[("e1g1", "O-O"), ("e1c1", "O-O-O"), ("a1a8", "Rxa8+")]);
    let pawns = "3r3k/2P1P3/8/3pP3/8/8/8/4K3 w - d6 0 2";
    check(
        "chess",
        pawns,
        &[
            ("e5d6", "exd6"),
            ("c7d8q", "cxd8=Q+"),
            ("e7d8n", "exd8=N"),
            ("c7c8r", "c8=R"),
            ("e7e8q", "e8=Q+"),
        ],
    );
    let queens = "8/8/1k6/8/Q6Q/8/8/K6Q w - - 0 1";
    check(
        "chess",
        queens,
        &[("h4e1", "Q4e1"), ("h4e4", "Qh4e4"), ("a4e4", "Qae4"), ("h1e4", "Q1e4")],
    );
    let rooks = "6k1/5ppp/8/8/R7/8/8/R5K1 w - - 0 1";
    check("chess", rooks, &[("a4a8", "Ra8#"), ("a4a2", "R4a2"), ("a1a2", "R1a2")]);
    // The other knight is pinned, so that there is no doubt.
    check("chess", "k3r3/8/8/8/4N3/8/8/N3K3 w - - 0 1", &[("a1b3", "Nb3")]);
}

#[test]
fn shogi_says_promotions_and_drops() {
    let text = "4k4/1r7/6p2/9/9/9/1S2G1G2/4K4/B8 b 2Pr 1";
    check(
        "shogi",
        text,
        &[
            ("P*5e", "P@e5"),
            ("9i3c+", "Bxg7+"),
            ("9i3c", "Bxg7="),
            ("9i5e", "Be5"),
            ("5g4f", "Gef4"),
            ("3g4f", "Ggf4"),
            ("5h4h", "Kf2"),
        ],
    );
}

#[test]
fn legs_shots_and_passes_have_their_marks() {
    let lion = "6k5/12/12/12/5p6/5g6/5N6/12/12/12/12/5K6 b - 1";
    check(
        "raichu",
        lion,
        &[
            ("7g7f7e", "Nxf7xf8"),
            ("7g7f7g", "Nx!f7"),
            ("7g7f6e", "Nxf7-g8"),
            ("7g7h7g", "--"),
            ("7g8f", "Ne7"),
        ],
    );
}

#[test]
fn games_are_written_with_numbers_and_comments() {
    let v = variant("shogi");
    let setup = position::parse(&v, "4k4/9/9/9/9/9/4P4/9/4K4 w - 8").expect("a position");
    let mut tags = pgn::tags(&v, &setup);
    tags.insert("White", "A \"B\" \\ C");
    tags.insert("Result", "0-1");
    let mv = |san: &str, comment: Option<&str>| pgn::Move {
        san: san.to_owned(),
        comment: comment.map(str::to_owned),
    };
    let moves = [mv("Kd8", None), mv("e4", Some("a {good} move")), mv("Kd7", None), mv("e5", None)];
    let text = pgn::write(&tags, pgn::Numbering::of(&setup), &moves);
    for line in [
        "[White \"A \\\"B\\\" \\\\ C\"]",
        "[Variant \"shogi\"]",
        "[SetUp \"1\"]",
        "[FEN \"4k4/9/9/9/9/9/4P4/9/4K4[-] b - - 0 4\"]",
        "4... Kd8 5. e4 {a 'good' move} 5... Kd7 6. e5 0-1",
    ] {
        assert!(text.lines().any(|found| found == line), "`{line}` is not in\n{text}");
    }
    let many = vec![mv("Kd8", None); 300];
    let text = pgn::write(&tags, pgn::Numbering::of(&setup), &many);
    assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() < 80));
    let chess = variant("chess");
    let start = chess.start_setup(None).expect("a start");
    assert_eq!(pgn::tags(&chess, &start).get("FEN"), None);
}

/// XBoard cannot know which piece flies over others, so it is told.
#[test]
fn pieces_without_a_description_are_named_with_their_squares() {
    let start = variant("minjiku").start_setup(None).expect("a start");
    let start = position::to_fen(&variant("minjiku"), &start);
    check("minjiku", &start, &[("h2a9", "Dh2xa9="), ("a3a4", "a4"), ("b2b4", "Yb4")]);
}

/// Whatever the file of a game counts ranks from, XBoard counts them from 0 on boards of ten ranks
/// and else from 1.
fn check_ranks(ranks: u8, first: u8, expected: &str) {
    let v = variant_of(&format!(
        "format = \"variant/1\"\nid = \"kings\"\nname = \"Kings\"\n\
         [board]\nfiles = 4\nranks = {ranks}\nfirst_rank = {first}\n\
         [pieces]\nK = {{ name = \"King\", move = \"K\", at = \"a{first}\", royal = true }}\n\
         [end]\ncheck = \"must-answer\"\nstalemate = \"draw\"\n"
    ));
    let mut play =
        opening::open(&AnyGame::compile(&v).expect("it compiles"), None, None).expect("a start");
    let (tags, from) = (pgn::tags(&v, &play.setup()), pgn::Numbering::of(&play.setup()));
    let m = moves::find(&play, &format!("a{first}b{}", first + 1)).expect("a move");
    let san = pgn::san(&play, m);
    assert_eq!(san, format!("Kb{}", first + 1));
    play.push(m);
    let text = pgn::write(&tags, from, &[pgn::Move { san, comment: Some("a1 is left".into()) }]);
    assert!(text.ends_with(&format!("\n\n1. {expected} {{a1 is left}} *\n")), "{text}");
    // XBoard knows nothing of such a game but what it is told.
    for tag in ["[VariantMen \"K:K\"]", "[SetUp \"1\"]", "[FEN \""] {
        assert!(text.contains(tag), "{text}");
    }
}

#[test]
fn files_count_ranks_as_xboard_does() {
    for ranks in 3..=16 {
        for first in [0, 1] {
            check_ranks(ranks, first, if ranks == 10 { "Kb1" } else { "Kb2" });
        }
    }
}
