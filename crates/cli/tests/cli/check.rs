//! `check`: what is wrong with a file, and where.

use crate::common::{file, path, run, text};
use serde_json::Value;

const NIGHTMARE: &str = r#"
format = "variant/1"
id = "nightmare"
name = "Nightmare Shogi"

[board]
files = 7
ranks = 7
coordinates = "shogi"

[pieces]
K = { name = "King", move = "K", at = "d1", royal = true }
G = { name = "Gold", move = "WfF", at = "c1 e1" }
S = { name = "Silver", move = "FfW", at = "b1", promotes = "+S" }
R = { name = "Rook", move = "R", at = "a1", promotes = "+R" }
B = { name = "Bishop", move = "B", at = "g1", promotes = "+B" }
N = { name = "Nightrider", move = "NN", at = "f1" }
P = { name = "Pawn", move = "fW", at = "a2-g2", promotes = "+P" }
"+S" = { name = "Promoted Silver", like = "G" }
"+R" = { name = "Dragon", move = "RF" }
"+B" = { name = "Horse", move = "BW" }
"+P" = { name = "Tokin", like = "G" }

[promotion]
zone = "last 2"
when = ["enter", "inside", "leave"]

[capture]
to = "hand"

[drops]
forbid = ["stuck"]
one_per_file = ["P"]
no_mate = ["P"]

[end]
repetition = { times = 4, result = "draw", perpetual_check = "loss" }
"#;

#[test]
fn built_in_games_are_good() {
    for game in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
        let report = text(&["check", game]);
        assert!(report.contains(&format!("{game}.toml: good.")), "{report}");
        assert_eq!(report.lines().count(), 1, "{report}");
    }
}

#[test]
fn a_good_file_is_told_in_a_line() {
    let path = path("check/nightmare.toml", NIGHTMARE);
    let report = text(&["check", &path]);
    let summary =
        "nightmare.toml: good. Nightmare Shogi: 7x7 board, 49 squares, 11 types of piece, ";
    assert!(report.contains(summary), "{report}");
}

#[test]
fn a_good_file_is_played_like_a_game() {
    let path = path("check/played.toml", NIGHTMARE);
    let games = text(&["playout", &path, "--games", "20", "--seed", "1", "--json"]);
    assert_eq!(games.lines().count(), 20);
    for game in games.lines() {
        let game: Value = serde_json::from_str(game).unwrap();
        assert_ne!(game["status"], "ongoing", "{game}");
    }
    assert!(text(&["show", &path]).contains("Nightmare Shogi"));
    assert!(text(&["perft", &path, "--depth", "2"]).contains("nodes"));
}

#[test]
fn bad_files_are_drawn_with_their_line() {
    let bad = path("check/bad.toml", "extends = \"chess\"\n[pieces]\nN = { move = \"fmEK\" }\n");
    let done = run(&["check", &bad]);
    assert_eq!((done.code, done.err.as_str()), (1, ""));
    for part in ["bad.toml:3:", "fmEK", "there is no atom `E`", "help:", "bad. 1 error"] {
        assert!(done.out.contains(part), "{part}: {}", done.out);
    }
    assert!(!done.out.contains('\x1b'), "no colours into a pipe");
    assert!(run(&["check", &bad, "--color", "always"]).out.contains('\x1b'));
}

#[test]
fn one_bad_file_among_good_ones_counts() {
    let bad = path("check/worse.toml", "format = \"variant/1\"\n");
    let done = run(&["check", "shogi", &bad, "chess"]);
    assert_eq!(done.code, 1);
    for part in ["shogi.toml: good", "worse.toml: bad", "chess.toml: good"] {
        assert!(done.out.contains(part), "{part}: {}", done.out);
    }
}

#[test]
fn findings_as_data() {
    let bad = path("check/data.toml", "extends = 'chess'\n[board]\nfiels = 8\n");
    let done = run(&["check", &bad, "--json"]);
    assert_eq!(done.code, 1);
    let reports: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(reports[0]["good"], false);
    let finding = &reports[0]["findings"][0];
    assert_eq!((&finding["line"], &finding["column"]), (&3.into(), &1.into()));
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["help"], "did you mean `files`?");
}

#[test]
fn a_file_inherits_from_the_one_beside_it() {
    file("check/parent.toml", NIGHTMARE);
    let child = path("check/child.toml", "extends = \"parent\"\nname = \"Child\"\n");
    assert!(text(&["check", &child]).contains("Child: 7x7 board"));
    let circle = path("check/circle.toml", "extends = \"circle\"\n");
    let done = run(&["check", &circle]);
    assert_eq!(done.code, 1, "{}", done.out);
}

#[test]
fn movements_that_nobody_could_play_are_refused_quickly() {
    for movement in ["(paf)99Q", "maaaaaaaaaaaK", "(caK)9Q", "maaaaaQ"] {
        let text = format!("extends = \"chess\"\n[pieces]\nN = {{ move = \"{movement}\" }}\n");
        let bad = path("check/many.toml", &text);
        let done = run(&["check", &bad]);
        assert_eq!(done.code, 1, "{movement}: {}", done.out);
        assert!(done.out.contains("many.toml:3:"), "{movement}: {}", done.out);
    }
}

#[test]
fn starts_that_break_the_rules_are_found() {
    let text =
        "extends = \"chess\"\n[pieces]\nR = { at = \"e7 h1\" }\nP = { at = \"a2-d2 f2-h2\" }\n";
    let done = run(&["check", &path("check/start.toml", text)]);
    assert_eq!(done.code, 1, "{}", done.out);
}
