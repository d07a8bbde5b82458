//! Pictures in the terminal, compared with stored ones. `KOMADAI_BLESS=1` stores them anew.

use crate::common::{json, komadai, run, text};
use std::path::PathBuf;

#[track_caller]
pub(crate) fn check(name: &str, arguments: &[&str]) {
    check_text(name, &text(arguments));
}

/// Compares a text with the stored one.
#[track_caller]
pub(crate) fn check_text(name: &str, shown: &str) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/{name}.txt"));
    if std::env::var_os("KOMADAI_BLESS").is_some() {
        std::fs::write(&path, shown).expect("a file");
    }
    let stored = std::fs::read_to_string(&path).expect("a stored picture");
    assert_eq!(shown, stored, "\n{shown}\ninstead of\n{stored}");
}

#[test]
fn lists_and_tables() {
    check("variants", &["variants"]);
    check("moves-shogi", &["moves", "shogi", "--moves", "7g7f", "3c3d"]);
    check("moves-chess", &["moves", "chess", "--position", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"]);
    check("result-mate", &["result", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    check("result-illegal", &["result", "shogi", "--moves", "7g7f 3c3d 2h2c"]);
    check("playout", &["playout", "minishogi", "--games", "20", "--seed", "1"]);
}

#[test]
fn start_positions() {
    for game in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
        check(&format!("show-{game}"), &["show", game]);
        check(&format!("show-{game}-letters"), &["show", game, "--letters"]);
    }
    check("show-chess-kanji", &["show", "chess", "--kanji"]);
    check("show-handicap", &["show", "shogi", "--start", "6-piece"]);
}

#[test]
fn positions_on_the_way() {
    check(
        "show-hands",
        &[
            "show",
            "shogi",
            "--position",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        ],
    );
    check(
        "show-pass",
        &["show", "raichu", "--position", "k11/12/12/12/12/5p6/5N+S5/12/12/12/12/11K b - 1 pass"],
    );
    check("show-mate", &["show", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
}

#[test]
fn a_square_that_vanished_is_not_drawn() {
    let shown = text(&[
        "show",
        "minjiku",
        "--letters",
        "--position",
        "****k*****/10/10/10/10/10/10/10/10/10/10/****MK**** b - 1 unmoved=-",
    ]);
    let top = shown.lines().find(|line| line.starts_with("11 ")).expect("the last rank");
    assert_eq!(top.trim(), "11                 │ k │");
}

/// A square that does not exist looks like one also where others are all around it.
#[test]
fn a_hole_inside_the_board_is_seen() {
    let file = crate::common::path(
        "holed.toml",
        "format = \"variant/1\"\nid = \"holed\"\n\
         [board]\nfiles = 5\nranks = 5\nholes = \"c3\"\nvanishing = \"b2 d4\"\n\
         [pieces]\nK = { move = \"K\", at = \"c1\", royal = true }\nP = { move = \"fW\", at = \"b2\", promotes = \"K\" }\n\
         [promotion]\nzone = \"last 1\"\nwhen = [\"enter\"]\n[end]\nstalemate = \"draw\"\nflag = { types = \"K\", zone = \"c5\" }\n",
    );
    let row = |lines: &str, rank: &str| {
        let found = lines.lines().find(|line| line.trim_start().starts_with(rank));
        found.map(|line| line.trim().to_owned()).expect("a rank")
    };
    let start = text(&["show", &file]);
    assert_eq!(row(&start, "3 "), "3 │   │   │░░░│   │   │");
    assert_eq!(row(&start, "2 "), "2 │   │ P │   │   │   │");
    let left = text(&["show", &file, "--moves", "b2b3"]);
    assert_eq!(row(&left, "2 "), "2 │   │░░░│   │   │   │");
    let zones = text(&["show", &file, "--zones"]);
    assert_eq!(row(&zones, "5 "), "5 │ ^ │ ^ │ k │ ^ │ ^ │");
    assert_eq!(row(&zones, "1 "), "1 │ v │ v │ K │ v │ v │");
    for line in ["^ First promotes here", "+ Second has its goal here"] {
        assert!(zones.contains(line), "{zones}");
    }
    let drawn = text(&["show", &file, "--svg", "--zones"]);
    assert_eq!(drawn.matches("class=\"hole\"").count(), 1);
    assert_eq!(drawn.matches("class=\"zone goal\"").count(), 2);
    let drawn = text(&["show", &file, "--svg", "--moves", "b2b3"]);
    assert_eq!(drawn.matches("class=\"hole\"").count(), 2);
}

#[test]
fn all_lines_of_a_board_are_equally_wide() {
    use unicode_width::UnicodeWidthStr;
    for game in ["shogi", "raichu", "judkins"] {
        let shown = text(&["show", game, "--kanji"]);
        let lines = shown.lines().filter(|line| line.contains('│') || line.contains('┼'));
        let ends: std::collections::BTreeSet<usize> =
            lines.map(|line| line.rfind(['│', '┤']).map_or(0, |at| line[..at].width())).collect();
        assert_eq!(ends.len(), 1, "{shown}");
    }
}

#[test]
fn colours_only_where_wanted() {
    assert!(!text(&["show", "shogi"]).contains('\x1b'));
    assert!(text(&["show", "shogi", "--color", "always"]).contains('\x1b'));
    assert!(!text(&["show", "shogi", "--color", "never"]).contains('\x1b'));
}

#[test]
fn a_position_as_data() {
    let shown = json(&["show", "minishogi", "--position", "4k/5/5/5/K4 b Pr 1"]);
    assert_eq!(shown["hands"], serde_json::json!({"first": {"P": 1}, "second": {"R": 1}}));
    assert_eq!(
        shown["board"][0],
        serde_json::json!({"square": "a1", "side": "first", "piece": "K"})
    );
}

#[test]
fn help_and_version() {
    let version = text(&["--version"]);
    assert!(version.starts_with(&format!("komadai {}", env!("CARGO_PKG_VERSION"))), "{version}");
    let help = text(&["--help"]);
    for word in [
        "variants",
        "moves",
        "perft",
        "result",
        "playout",
        "batch",
        "betza",
        "show",
        "check",
        "completions",
        "man",
    ] {
        assert!(help.contains(word), "{word}: {help}");
        assert_eq!(run(&[word, "--help"]).code, 0);
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&["completions", shell]).contains("komadai"), "{shell}");
    }
}

#[test]
fn whoever_stops_reading_is_not_shouted_at() {
    use std::io::Read;
    use std::process::Stdio;
    let arguments = ["playout", "chess", "--games", "1000000", "--json"];
    let mut child =
        komadai().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!((child.wait().unwrap().code(), complaint.as_str()), (Some(0), ""));
}
