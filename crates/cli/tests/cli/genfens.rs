//! The command `genfens`, also in the form in which OpenBench calls it.

use crate::common::{json, path, run, text};

/// The positions that are answered.
#[track_caller]
fn fens(words: &[&str]) -> Vec<String> {
    let answer = text(words);
    let fen = |line: &str| {
        let fen = line.strip_prefix("info string genfens ");
        fen.unwrap_or_else(|| panic!("{line}")).to_owned()
    };
    answer.lines().map(fen).collect()
}

#[test]
fn openings_are_positions_of_the_game() {
    for (variant, fields) in
        [("chess", 6), ("shogi", 6), ("minishogi", 6), ("raichu", 6), ("minjiku", 7)]
    {
        let found = fens(&["genfens", "2", "--seed", "3", "--variant", variant, "--plies", "4"]);
        assert_eq!(found.len(), 2, "{variant}");
        assert_ne!(found[0], found[1], "{variant}");
        for (fen, side) in found.iter().zip(["first", "second"]) {
            assert_eq!(fen.split(' ').count(), fields, "{fen}");
            let moves = json(&["moves", variant, "--position", fen]);
            assert!(moves["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "{fen}");
            // In Raichu a capture may make the other side pass.
            assert!(variant == "raichu" || moves["side"] == side, "{variant}: {fen}");
        }
    }
}

#[test]
fn openbench_calls_it_in_one_word() {
    let own = fens(&["genfens", "4", "--seed", "3"]);
    assert_eq!(fens(&["genfens 4 seed 3 book None", "quit"]), own);
    assert_eq!(fens(&["genfens 4 seed 3 book None ", "quit"]), own);
    assert_ne!(fens(&["genfens 4 seed 4 book None", "quit"]), own);
    let raichu = fens(&["genfens", "1", "--variant", "raichu", "--plies", "2"]);
    assert_eq!(fens(&["genfens 1 seed 0 book None variant raichu plies 2", "quit"]), raichu);
}

#[test]
fn balanced_openings_are_other_ones_and_repeatable() {
    let words = ["genfens", "2", "--variant", "minishogi", "--plies", "4"];
    let with = |more: &[&str]| fens(&[&words[..], more].concat());
    let [any, level] = [with(&[]), with(&["--balanced", "50"])];
    assert_eq!([any.len(), level.len()], [2, 2]);
    assert_eq!(level, with(&["--balanced", "50"]));
    assert_ne!(any, level);
    let called = "genfens 2 seed 0 book None variant minishogi plies 4 balanced 50";
    assert_eq!(level, fens(&[called, "quit"]));
}

#[test]
fn a_book_is_gone_on_from() {
    let ending = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -";
    let book = path(
        "genfens/book.epd",
        &format!("{ending} hmvc 0; fmvn 9;\n\n{ending} bm e4; id \"a b\";\n"),
    );
    for fen in fens(&[&format!("genfens 3 seed 1 book {book}"), "quit"]) {
        assert!(!fen.to_lowercase().contains('q'), "{fen}");
    }
    assert_eq!(fens(&["genfens", "1", "--book", &book, "--plies", "0"]), [format!("{ending} 0 1")]);

    // Fields that only some games have belong to the position.
    for (game, position) in [
        ("threecheck", format!("{ending} 1+1 3 9")),
        (
            "minjiku",
            "****km****/rfsgbbgsqr/lxdv1acdyl/ppppppppp1/4j4p/10/8J1/5PP1P1/PPPP3P1P/LYDCA1VDXL/RQSGBBGSFR/****MK**** \
             b - - 0 4 unmoved=a2j2a9j9"
                .to_owned(),
        ),
    ] {
        let book = path("genfens/fields.epd", &format!("{position}; id \"a b\";\n"));
        let words = ["genfens", "1", "--variant", game, "--book", &book, "--plies", "0"];
        let plain = path("genfens/plain.epd", &format!("{position}\n"));
        let without = ["genfens", "1", "--variant", game, "--book", &plain, "--plies", "0"];
        assert_eq!(fens(&words), fens(&without), "{game}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let bad = path("genfens/bad.epd", "nonsense\n");
    for (words, message) in [
        (&["genfens"][..], "<N>"),
        (&["genfens many seed 1 book None", "quit"], "many"),
        (&["genfens 1 seed", "quit"], "--seed"),
        (&["genfens 1 seed 1 book no.epd", "quit"], "cannot read `no.epd`"),
        (&["genfens 1 seed 1 book None colour red", "quit"], "--colour"),
        (&["genfens", "1", "--variant", "go"], "there is no game and no file `go`"),
        (&["genfens", "1", "--book", &bad], "line 1"),
        (&["genfens", "1", "--plies", "0", "--balanced", "50"], "--plies cannot be 0"),
    ] {
        let done = run(words);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{words:?}: {}", done.err);
        assert!(done.err.contains(message), "{words:?}: {}", done.err);
    }
}
