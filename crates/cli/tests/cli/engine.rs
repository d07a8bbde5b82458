//! The commands `engine`, `mate` and `xop`.

use crate::common::{json, path, run, run_with, text};
use serde_json::json;

const RACE: &str = include_str!("../../../protocol/tests/data/race.toml");
const LION_SHOGI: &str = include_str!("../../../protocol/tests/data/lion-shogi.toml");

/// What the engine answers to these lines.
fn engine(arguments: &[&str], lines: &[&str]) -> String {
    let done = run_with(&[&["engine"], arguments].concat(), &(lines.join("\n") + "\n"));
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{arguments:?} {lines:?}");
    done.out
}

#[test]
fn the_engine_speaks_by_the_first_line() {
    for (first, expected) in [
        ("usi", "usiok"),
        ("uci", "uciok"),
        ("protover 2", "feature done=1"),
        ("what", "# This is"),
    ] {
        let answer = engine(&[], &[first, "quit"]);
        assert!(answer.lines().any(|line| line.starts_with(expected)), "{first}: {answer}");
    }
    assert_eq!(engine(&[], &["quit"]), "");
    assert_eq!(engine(&[], &[]), "");
}

#[test]
fn variant_files_are_read() {
    let file = path("engine/race.toml", RACE);
    let named = format!("setoption name VariantPath value {file}");
    for (arguments, lines) in
        [(vec![], vec!["usi", named.as_str(), "d"]), (vec!["--variant", &file], vec!["uci", "d"])]
    {
        let answer = engine(&arguments, &lines);
        assert!(answer.contains("\nVariant: race\n"), "{answer}");
    }
    let answer = engine(&[], &["usi", "setoption name VariantPath value no.toml", "isready"]);
    assert!(answer.contains("info string there is no game and no file `no.toml`"), "{answer}");
    assert!(answer.ends_with("readyok\n"));
}

#[test]
fn options_hold_from_the_start() {
    let arguments =
        ["--variant", "raichu", "--option", "Level=3", "--set", "end.repetition.times=2"];
    let answer = engine(&arguments, &["usi", "d"]);
    assert!(answer.contains("option name Level type spin default 3 "), "{answer}");
    assert!(answer.contains("\nVariant: raichu\n"), "{answer}");
    let answer = engine(&["--option", "Nonsense=1"], &["usi", "quit"]);
    assert!(answer.starts_with("# there is no option `Nonsense`"), "{answer}");
}

#[test]
fn mates_are_found() {
    let gold = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let answer = json(&["mate", "shogi", "--position", gold]);
    assert_eq!(answer["answer"], "mate");
    assert_eq!(answer["moves"], json!(["G*5b"]));
    assert_eq!(answer["plies"], 1);
    assert_eq!(text(&["mate", "shogi", "--position", gold]), "mate in 1 ply: G*5b\n");
    let none = "4k4/9/9/9/9/9/9/9/4K4 b P 1";
    assert_eq!(text(&["mate", "shogi", "--position", none]), "no mate by checks alone\n");
    assert_eq!(json(&["mate", "shogi", "--position", none])["answer"], "no-mate");
    let unknown = json(&[
        "mate",
        "shogi",
        "--position",
        "9/9/4k4/9/9/9/9/9/4K4 b 2R2B4G4S 1",
        "--nodes",
        "1",
    ]);
    assert_eq!(unknown["answer"], "unknown");
    assert_eq!(run(&["mate", "shogi", "--position", "nonsense"]).code, 2);
}

#[test]
fn settings_files_start_xboard() {
    let mini = text(&["xop", "minishogi"]);
    for line in [
        "-variant minishogi",
        "-boardHeight 5",
        "-boardWidth 5",
        "-holdingsSize 5",
        "-pieceToCharTable \"P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k\"",
        "-flipBlack true",
        "-fcp \"komadai engine\"",
    ] {
        assert!(mini.lines().any(|known| known == line), "{line} is not in {mini}");
    }
    assert!(mini.contains("themes/shogi") && !mini.contains("-testLegality"));
    let raichu = text(&["xop", "raichu", "--engine", "/opt/my games/komadai"]);
    assert!(raichu.contains("\n-fcp \"'/opt/my games/komadai' engine\"\n"), "{raichu}");
    assert!(raichu.contains("\n-testLegality false\n") && raichu.contains("themes/chu"));
    assert!(text(&["xop", "minjiku"]).contains("\n-testLegality false\n"));
    assert!(text(&["xop", "chess"]).contains("\n-variant normal\n"));
    // It is told when a game is over, and does not judge that by the rules of Chess.
    for game in ["shogi", "raichu", "chess"] {
        let settings = text(&["xop", game]);
        for line in ["checkMates false", "testClaims false", "ruleMoves 0", "repeatsToDraw 0"] {
            assert!(settings.contains(&format!("\n-{line}\n")), "{game}: {settings}");
        }
    }
    let file = path("engine/race.toml", RACE);
    assert!(text(&["xop", &file]).contains(&format!("engine --variant {file}")));
    let named_like_another = path("engine/lion-shogi.toml", LION_SHOGI);
    let settings = text(&["xop", &named_like_another]);
    assert!(settings.contains("\n-variant s.hogi-of-lions\n"), "{settings}");
    assert!(settings.contains("\n-testLegality false\n"), "{settings}");
    assert!(!settings.contains("themes/shogi"), "{settings}");
    // Rules about moves that XBoard's Shogi does not have.
    for (number, rule) in [
        "promotion.limits = { types = '+P', count = 1 }",
        "capture.duty = 'any'",
        "end.giving_check = 'forbidden'\nend.repetition.perpetual_check = 'none'",
        "end.royals = 'all-attacked'",
    ]
    .iter()
    .enumerate()
    {
        let file = format!("extends = 'minishogi'\nname = 'Other'\n{rule}\n");
        let settings = text(&["xop", &path(&format!("engine/other-{number}.toml"), &file)]);
        assert!(settings.contains("\n-testLegality false\n"), "{rule}: {settings}");
    }
}
