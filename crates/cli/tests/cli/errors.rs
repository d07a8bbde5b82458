//! What cannot be answered: one clear message, and the exit code that scripts rely on.

use crate::common::{path, run, run_with};

/// The program ends with code 2, says nothing on standard output, and something that contains
/// `message` on standard error.
#[track_caller]
fn check(arguments: &[&str], message: &str) {
    let done = run(arguments);
    assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?}: {}", done.err);
    assert!(done.err.contains(message), "{arguments:?}: {}", done.err);
    assert!(!done.err.contains("panicked"), "{}", done.err);
}

#[test]
fn unknown_words() {
    check(&["frobnicate"], "frobnicate");
    check(&["moves"], "VARIANT");
    check(
        &["moves", "shogy"],
        "there is no game and no file `shogy`; the games are shogi, minishogi",
    );
    check(&["moves", "shogi", "--start", "nothing"], "its starts are lance, bishop");
    check(&["moves", "chess", "--start", "nothing"], "it has only the usual one");
    check(&["moves", "shogi", "--set", "end.repetition.tims=2"], "did you mean `times`?");
    check(&["moves", "shogi", "--set", "end"], "expected KEY=VALUE");
    check(&["perft", "shogi"], "--depth");
    check(&["perft", "shogi", "--depth", "101"], "101");
    check(&["perft", "shogi", "--depth", "-1"], "-1");
    check(&["playout", "shogi", "--games", "many"], "many");
    check(&["check"], "FILE");
    check(&["check", "nowhere.toml"], "nowhere.toml");
    check(&["engine", "--variant", "shogy"], "there is no game and no file `shogy`");
}

#[test]
fn positions_that_cannot_be() {
    let check = |variant: &str, position: &str, message: &str| {
        for command in ["moves", "result", "show"] {
            check(&[command, variant, "--position", position], message);
        }
        check(&["playout", variant, "--position", position], message);
    };
    check("shogi", "9/9", "the board has 2 ranks");
    check("shogi", "", "there is no position");
    check("shogi", "4k4/9/9/9/9/9/9/9/4K3Z b - 1", "Z");
    check(
        "shogi",
        "4k4/9/9/9/9/9/4r4/9/4K4 w - 1",
        "it is not its turn: the Rook on 5g could take the King on 5i",
    );
    check("shogi", "4k4/9/9/9/9/9/9/9/4KK3 b - 1", "more than one royal");
    check("chess", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "");
    check("minjiku", "k9/10/10/10/10/10/10/10/10/10/10/K9 b - 1", "");
}

#[test]
fn a_position_or_a_start() {
    check(
        &["moves", "shogi", "--start", "lance", "--position", "9/9/9/9/9/9/9/9/9 b - 1"],
        "cannot be used with",
    );
}

#[test]
fn moves_that_cannot_be_read_or_made() {
    check(&["result", "shogi", "--moves", "zz"], "move 1 (`zz`)");
    check(&["result", "shogi", "--moves", "7g7f", "8c"], "move 2 (`8c`)");
    check(&["moves", "shogi", "--moves", "7g7e"], "move 1 (`7g7e`): The Pawn on 7g");
    check(&["perft", "shogi", "--depth", "1", "--moves", "7g7f", "7g7f"], "move 2 (`7g7f`)");
    check(&["show", "chess", "--moves", "e2e4", "--", "e7e5"], "move 2");
    let position = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    check(&["moves", "chess", "--position", position, "--moves", "a7a8+"], "several legal moves");
}

#[test]
fn files_that_cannot_be_used() {
    let bad = path("bad.toml", "extends = 'chess'\n[board]\nfiels = 8\n");
    check(&["moves", &bad], "did you mean `files`?");
    check(&["moves", &bad], "bad.toml:3:1");
    check(&["moves", &path("empty.toml", "")], "board");
    check(&["moves", &path("other.toml", "extends = 'no-such-game'\n")], "no-such-game");
    let long = path("long.toml", &"# long\n".repeat(200_000));
    check(&["moves", &long], "longer than a mebibyte");
    let folder = std::path::Path::new(&bad).parent().unwrap();
    check(&["moves", folder.to_str().unwrap()], "cannot read");
    let binary = crate::common::file("binary.toml", "");
    std::fs::write(&binary, [0xff, 0xfe]).unwrap();
    check(&["moves", binary.to_str().unwrap()], "not UTF-8");
}

#[test]
fn strange_bytes_never_panic() {
    let strange = [
        "",
        " ",
        "\u{0}x",
        "王",
        "ＡＢ",
        "+",
        "*",
        "@",
        "a1",
        "a1a1a1a1a1a1a1a1",
        "--",
        "p@",
        "9z9z",
        "💥",
    ];
    for text in strange.iter().filter(|text| !text.contains('\0')) {
        for arguments in [
            &["result", "shogi", "--moves", text][..],
            &["moves", "raichu", "--position", text],
            &["show", text],
            &["moves", "chess", "--set", text],
            &["check", text],
        ] {
            let done = run(arguments);
            assert!(matches!(done.code, 0..=2), "{arguments:?}");
            assert!(!done.err.contains("panicked"), "{arguments:?}: {}", done.err);
        }
    }
    for input in ["\u{0}\n", "{}\n[]\n1\n\"\"\nnull\n", "{\"xbetza\":\"王\"}\n", "no newline"] {
        for command in ["batch", "betza"] {
            let done = run_with(&[command, "--json"], input);
            assert_eq!((done.code, done.err.as_str()), (0, ""), "{command} {input:?}");
            assert_eq!(
                done.out.lines().count(),
                input.trim_end().lines().count(),
                "{command} {input:?}"
            );
        }
    }
}
