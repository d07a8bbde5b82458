//! `convert` and `validate`.

use crate::common::{Done, run, run_with};
use std::fs;
use tempfile::TempDir;

const KIF: &str = "先手：羽生\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
const PGN: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"B\"]\n\n1. e4 e5 2. Bf3 Nc6 *\n";

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn run_in(folder: &TempDir, command: &str) -> Done {
    let root = folder.path().to_str().unwrap();
    let words: Vec<String> = command.split(' ').map(|word| word.replace('@', root)).collect();
    run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn text(folder: &TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).unwrap()
}

#[test]
fn a_game_goes_through_every_form_and_back() {
    let folder = folder(&[("a.kifu", KIF.as_bytes())]);
    let mut before = "a.kifu".to_owned();
    for (number, ending) in ["ki2u", "csa", "jkf", "pgn", "json", "kif", "usi"].iter().enumerate() {
        let after = format!("{number}.{ending}");
        let done = run_in(&folder, &format!("convert @/{before} @/{after} --variant shogi"));
        assert_eq!((done.code, done.err.as_str()), (0, "1 game converted\n"), "{after}");
        before = after;
    }
    assert_eq!(text(&folder, "6.usi"), b"position startpos moves 7g7f 3c3d\n");
    // By their names, so that all of them have come through.
    let kif = text(&folder, "5.kif");
    assert!(std::str::from_utf8(&kif).is_err(), "it is Shift_JIS");
    let done = run_in(&folder, "convert @/5.kif - --to kifu");
    assert!(done.out.contains("先手：羽生\n") && done.out.contains("   3 投了\n"), "{}", done.out);
}

/// What a move places is told by every form that has words for it, and by no other one left out.
#[test]
fn what_is_placed_goes_through_forms_and_back() {
    let moves: &[u8] = b"position startpos moves 4g4e,5c 4b4d,5d 7h6f,4f\n";
    let folder = folder(&[("0.usi", moves)]);
    for (before, after) in [("0.usi", "1.pgn"), ("1.pgn", "2.json"), ("2.json", "3.usi")] {
        let done = run_in(&folder, &format!("convert @/{before} @/{after} --variant duck"));
        assert_eq!((done.code, done.err.as_str()), (0, "1 game converted\n"), "{after}");
    }
    assert_eq!(text(&folder, "3.usi"), moves);
    for (form, refusal) in [("kif", "KIF cannot tell of"), ("csa", "CSA")] {
        let done = run_in(&folder, &format!("convert @/0.usi @/no.{form} --variant duck"));
        assert!(done.code != 0 && done.err.contains(refusal), "{}", done.err);
    }
}

#[test]
fn what_becomes_of_bad_games_is_for_the_user_to_say() {
    let folder = folder(&[("a.pgn", PGN.as_bytes())]);
    let check = |how: &str, code: i32, expected: Option<&str>| {
        let done = run_in(&folder, &format!("convert @/a.pgn @/{how}.usi --bad {how}"));
        assert_eq!(done.code, code, "{how}: {}", done.err);
        assert!(done.err.contains("a.pgn:7: game 2, move 3 (`Bf3`): "), "{how}: {}", done.err);
        let written = fs::read_to_string(folder.path().join(format!("{how}.usi"))).ok();
        assert_eq!(written.as_deref(), expected, "{how}");
    };
    let good = "position startpos moves 4g4e 4b4d 2h3f\n";
    check("stop", 2, None);
    check("skip", 0, Some(good));
    check("partial", 0, Some(&format!("{good}position startpos moves 4g4e 4b4d\n")));
    // What was there stays where nothing comes of it.
    fs::write(folder.path().join("old.usi"), "old").unwrap();
    assert_eq!(run_in(&folder, "convert @/a.pgn @/old.usi").code, 2);
    assert_eq!(text(&folder, "old.usi"), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "nothing is left beside them");
}

#[test]
fn folders_and_streams() {
    let shift_jis = komadai_records::file::in_shift_jis(KIF).unwrap();
    let files: [(&str, &[u8]); 3] =
        [("in/a.kif", &shift_jis), ("in/below/b.kifu", KIF.as_bytes()), ("in/note.txt", b"x")];
    let folder = folder(&files);
    let done = run_in(&folder, "convert @/in @/out --to csa");
    assert_eq!((done.code, done.err.as_str()), (0, "2 games converted\n"));
    assert_eq!(text(&folder, "out/a.csa"), text(&folder, "out/below/b.csa"));
    let done = run_with(&["convert", "-", "-", "--to", "pgn"], KIF);
    assert!(done.out.contains("1. c4 g6 0-1\n"), "{}", done.out);
    let done = run_in(&folder, "validate @/in @/out");
    assert_eq!((done.code, done.out.as_str()), (0, "4 files, 4 games, 8 moves: all good\n"));
}

#[test]
fn bad_records_are_told_to_people_and_scripts() {
    let folder = folder(&[
        ("a.pgn", PGN.as_bytes()),
        ("b.kifu", "先手：A\n   1 ７六歩(77)\n   2 ９九飛(11)\n".as_bytes()),
        ("c.csa", b"PI\n+\n+7776FU\n-33"),
        ("d.pgn", b"[Variant \"nowhere\"]\n\n1. e4 *\n"),
        ("e.kifu", b"\x00\x01\x02"),
    ]);
    let check = |name: &str, words: &str| {
        let done = run_in(&folder, &format!("validate @/{name}"));
        assert_eq!(done.code, 1, "{name}: {}{}", done.out, done.err);
        assert!(done.out.contains(words), "{name}: {}", done.out);
    };
    check("a.pgn", "a.pgn:7: game 2, move 3 (`Bf3`): ");
    check("b.kifu", "b.kifu:3: game 1, move 2 (`1a9i`): ");
    check("c.csa", "c.csa:4: game 1: ");
    check("d.pgn", "d.pgn:1: game 1: there is no game `nowhere`");
    check("e.kifu", "e.kifu:1: game 1: ");
    let done = run_in(&folder, "validate @/a.pgn --json");
    let lines: Vec<serde_json::Value> =
        done.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (&lines[0]["game"], &lines[0]["move"], &lines[0]["line"]),
        (&2.into(), &3.into(), &7.into())
    );
    assert_eq!(lines[0]["meant"], serde_json::json!(["f2f3", "g1f3", "d1f3"]));
    assert_eq!((&lines[1]["games"], &lines[1]["bad"]), (&2.into(), &1.into()));
    // Settings are those of the game that the file names.
    let done = run_in(&folder, "validate @/a.pgn --set end.nothing=1");
    assert!(done.code == 1 && done.out.contains("nothing"), "{}", done.out);
    // Variant files are looked at as `check` does.
    assert_eq!(run(&["validate", "shogi"]).code, 0);
}

#[test]
fn commands_begin_with_a_record() {
    let folder = folder(&[("a.pgn", PGN.as_bytes()), ("b.kifu", KIF.as_bytes())]);
    let done = run_in(&folder, "moves chess --record @/a.pgn --ply 2 --moves Nf3 --json");
    let answer: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    assert!(answer["position"].as_str().unwrap().ends_with(" b KQkq - 1 2"), "{answer}");
    let done = run_in(&folder, "result shogi --record @/b.kifu --moves ８八角成 --json");
    assert_eq!(done.code, 2, "the bishop is not White's to move: {}", done.out);
    let done = run_in(&folder, "result shogi --record @/b.kifu --moves ２二角成 --json");
    let answer: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(answer["status"], "ongoing");
    let done = run_in(&folder, "show chess --record @/a.pgn --game 3");
    assert!(done.code == 2 && done.err.contains("has 2 games"), "{}", done.err);
    let done = run_in(&folder, "show chess --record @/a.pgn --game 2");
    assert!(done.code == 2 && done.err.contains("a.pgn:7: game 2, move 3"), "{}", done.err);
}
