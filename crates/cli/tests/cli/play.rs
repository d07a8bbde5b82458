//! Games in the terminal, typed from a pipe.

use crate::common::{Done, file, path, run_with, text};
use crate::show::check_text;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// What `play` says to these lines; unfinished games are kept in a folder.
fn typed_in(folder: &Path, arguments: &[&str], lines: &[&str]) -> Done {
    let folder = folder.to_str().expect("UTF-8");
    // A resumed game has a seed already.
    let seed: &[&str] = if arguments.contains(&"--resume") { &[] } else { &["--seed", "1"] };
    let arguments = [&["play", "--state-dir", folder], seed, arguments].concat();
    run_with(&arguments, &lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

/// What `play` says to these lines; it must end well.
#[track_caller]
fn typed(arguments: &[&str], lines: &[&str]) -> String {
    let folder = TempDir::new().expect("a folder");
    let done = typed_in(folder.path(), arguments, lines);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{arguments:?}: {}", done.out);
    done.out
}

/// All of these are said, in this order.
#[track_caller]
fn check(arguments: &[&str], lines: &[&str], said: &[&str]) {
    let out = typed(arguments, lines);
    let mut rest = out.as_str();
    for part in said {
        let at = rest.find(part).unwrap_or_else(|| panic!("`{part}` is not said:\n{out}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn every_game_is_played_against_the_computer() {
    for game in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
        let listed = text(&["moves", game, "--json"]);
        let moves: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
        let first = moves["moves"][0]["algebraic"].as_str().expect("a move");
        let lines = [first, "undo", first, "list", "resign", "quit"];
        let said =
            ["Komadai plays ", "Komadai plays ", "1. ", "resignation", "has resigned", "0-1"];
        check(&[game, "--level", "1"], &lines, &said);
        let again = || typed(&[game, "--level", "1"], &lines);
        assert_eq!(again(), again(), "{game}");
    }
}

#[test]
fn a_whole_conversation() {
    let lines = [
        "moves", "P-5c", "moves R", "why G-5a", "G-4d", "Rx2b+", "hlep", "5d5c", "G-2b", "list",
        "piece 1e", "position", "flip", "draw", "undo", "quit",
    ];
    check_text("play-two", &typed(&["minishogi", "--two"], &lines));
}

#[test]
fn illegal_moves_are_refused_with_the_rule() {
    check(&["chess"], &["e2e5"], &["The Pawn on e2 does not move to e5.", "White> "]);
    let two_pawns = ["shogi", "--position", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1"];
    check(&two_pawns, &["P*5e"], &["the Pawn on 5g already stands on that file"]);
    check(&["raichu"], &["why f3f3"], &["Sente> why f3f3\n"]);
    check(&["chess"], &["Nf5"], &["The Knight on b1 does not", "The Knight on g1 does not"]);
    check(&["chess"], &["O-O"], &["cannot castle: White's Bishop on f1 stands in between."]);
    check(&["chess"], &["e5"], &["The Pawn on e2 does not move to e5."]);
    check(&["shogi"], &["R-5e"], &["The Rook on 2h does not move to 5e."]);
    check(&["chess"], &["why"], &["Type `why MOVE`."]);
    check(
        &["chess"],
        &["e2e4x", "hlep"],
        &["e2e4x", "`hlep` is neither a legal move nor a command"],
    );
}

#[test]
fn moves_are_read_in_every_notation() {
    for first in ["7g7f", "c3c4", "P-7f", "p-7f", "▲７六歩", "7六歩", "c4"] {
        check(&["shogi", "--two"], &[first], &[first, "Gote> ", "1. P-7f *"]);
    }
    check(&["chess", "--two"], &["e4", "e5", "Nf3!", "d6", "Bc4", "a6", "0-0"], &["4. O-O *"]);
    for (notation, list) in
        [("usi", "7g7f"), ("algebraic", "c3c4"), ("japanese", "▲７六歩"), ("pgn", "c4")]
    {
        let expected = format!("1. {list} *");
        check(&["shogi", "--two", "--notation", notation], &["7g7f"], &[&expected]);
    }
}

#[test]
fn games_end_by_the_rules() {
    let before_mate = ["chess", "--moves", "f2f3 e7e5 g2g4"];
    let said = ["checkmate", "White is checkmated", "Black wins", "1. f3 e5 2. g4 Qh4# 0-1"];
    check(&[&before_mate[..], &["--two"]].concat(), &["Qh4"], &said);
    let by_computer = [&["Komadai plays Qh4# (d8h4)."], &said[..]].concat();
    check(&[&before_mate[..], &["--level", "5"]].concat(), &[], &by_computer);
    let after = ["e2e4", "resign", "undo", "Qh4#"];
    let said = ["The game is over: `undo`", "The game is over.", "Black> ", "checkmate"];
    check(&[&before_mate[..], &["--two"]].concat(), &[&["Qh4"], &after[..]].concat(), &said);
}

#[test]
fn draws_are_claimed_and_agreed_on() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let words = ["chess", "--two", "--moves", shuffle];
    let said = ["has claimed a draw by repetition", "1/2-1/2"];
    check(&words, &["draw f6g8"], &said);
    check(&words, &["f6g8", "draw"], &[&["may claim a draw by repetition"], &said[..]].concat());
    check(&words, &["draw b8c6"], &["No draw can be claimed with this move."]);
    check(&["chess", "--two"], &["draw"], &["The players have agreed on a draw.", "draw\n"]);
    check(&["chess"], &["draw"], &["Komadai would rather play on."]);
}

#[test]
fn declarations_are_counted() {
    check(&["shogi"], &["declare"], &["not met: 0 points, 0 pieces in the far camp"]);
    check(&["chess"], &["declare"], &["There are no declarations in this game."]);
    let entered = "K+R+B+R+B4/GGGGSSSS1/PPP6/9/9/9/9/9/8k b 9P 1";
    let said = ["declaration\nSente has made a declaration with ", "Sente wins"];
    check(&["shogi", "--two", "--position", entered], &["declare"], &said);
}

#[test]
fn a_forced_pass_is_made_by_itself() {
    let lion = "k11/12/12/12/12/5n6/5P6/12/12/12/12/11K b - 1";
    let words = ["raichu", "--two", "--position", lion];
    let passed = "Gote had to pass: the Lion on f7 was taken.";
    check(&words, &["f6f7"], &[passed, "Sente> \n1. fxf7 {Gote had to pass", "-- *"]);
    check(&words, &["f6f7", "undo", "list"], &[passed, "Sente> undo", "Sente> list\nNo move yet."]);
    let pending = "k11/12/12/12/12/5p6/5N+S5/12/12/12/12/11K b - 1 pass";
    check(&["raichu", "--two", "--position", pending], &[], &["Sente had to pass.", "Gote> "]);
}

#[test]
fn each_sits_where_they_like() {
    let said = ["you are Black, Komadai is White at level 1", "Komadai plays ", " 1 │", "Black> "];
    check(&["chess", "--side", "second", "--level", "1"], &[], &said);
    check(&["shogi", "--start", "2-piece"], &["quit"], &["Komadai plays ", "Sente> "]);
}

#[test]
fn a_file_of_ones_own_is_played_and_resumed() {
    let folder = TempDir::new().expect("a folder");
    let game =
        path("play/little.toml", "extends = \"minishogi\"\nid = \"little\"\nname = \"Little\"\n");
    let first =
        typed_in(folder.path(), &[&game, "--level", "1", "--notation", "usi"], &["5d5c", "5c5b"]);
    assert!(first.out.ends_with("`komadai play --resume` continues this game.\n"), "{}", first.out);
    let last_position = |out: &str| {
        let (board, _) = out.rsplit_once("Sente holds").expect("a board");
        board[board.rfind("Gote holds").expect("a board")..].to_owned()
    };
    for variant in [&[][..], &[game.as_str()]] {
        let words = [variant, &["--resume", "--notation", "usi"]].concat();
        let resumed = typed_in(folder.path(), &words, &[]);
        assert_eq!(resumed.code, 0, "{}", resumed.err);
        assert!(resumed.out.starts_with("Little: you are Sente"), "{}", resumed.out);
        assert_eq!(last_position(&resumed.out), last_position(&first.out));
    }
    let other = typed_in(folder.path(), &["chess", "--resume"], &[]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("no unfinished game of `chess`"), "{}", other.err);
    assert_eq!(typed_in(folder.path(), &["--resume"], &["resign"]).code, 0);
    assert_eq!(typed_in(folder.path(), &["--resume"], &[]).code, 2);
}

#[test]
fn a_game_is_not_resumed_on_another_board() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("grown.toml");
    let write = |like: &str| {
        let text = format!("extends = \"{like}\"\nid = \"grown\"\nname = \"Grown\"\n");
        std::fs::write(&file, text).expect("it is written");
    };
    write("minishogi");
    let name = file.to_str().expect("UTF-8");
    // The same words are a legal move on the larger board, of another piece.
    assert_eq!(typed_in(folder.path(), &[name, "--two"], &["3e3d"]).code, 0);
    write("judkins");
    let resumed = typed_in(folder.path(), &["--resume"], &[]);
    assert_eq!(resumed.code, 2, "{}", resumed.out);
    assert!(resumed.err.contains("its rules have changed"), "{}", resumed.err);
    write("minishogi");
    assert_eq!(typed_in(folder.path(), &["--resume"], &[]).code, 0);
}

#[test]
fn games_are_saved() {
    let folder = TempDir::new().expect("a folder");
    let name = |ending: &str| {
        folder.path().join(format!("game.{ending}")).to_str().expect("UTF-8").to_owned()
    };
    let saves: Vec<String> = ["pgn", "usi", "sfen", "fen"]
        .iter()
        .map(|ending| format!("save {}", name(ending)))
        .collect();
    let mut lines = vec!["7g7f", "3c3d"];
    lines.extend(saves.iter().map(String::as_str));
    typed(&["shogi", "--two"], &lines);
    let read = |ending: &str| fs::read_to_string(name(ending)).expect("a file");
    assert!(read("pgn").contains("[Variant \"shogi\"]") && read("pgn").ends_with("1. c4 g6 *\n"));
    assert_eq!(read("usi"), "position startpos moves 7g7f 3c3d\n");
    assert_eq!(
        read("sfen"),
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\n"
    );
    assert!(read("fen").contains("[-] w"), "{}", read("fen"));
    check(&["shogi"], &[&saves[0]], &["Not saved: `", "already exists"]);
    check(
        &["shogi"],
        &["save game.doc"],
        &["Not saved: the name of the file must end in one of .kifu"],
    );
}

#[test]
fn what_cannot_be_played_is_told() {
    let check = |arguments: &[&str], complaint: &str| {
        let folder = TempDir::new().expect("a folder");
        let done = typed_in(folder.path(), arguments, &[]);
        assert_eq!(done.code, 2, "{arguments:?}");
        assert!(done.err.contains(complaint), "{arguments:?}: {}", done.err);
    };
    check(&[], "VARIANT");
    check(&["go"], "there is no game and no file `go`");
    check(&["chess", "--level", "9"], "9 is not in 1..=8");
    check(&["chess", "--two", "--level", "3"], "cannot be used with");
    check(&["chess", "--json"], "`play` is for people");
    check(&["--resume"], "there is no unfinished game");
    check(&["chess", "--moves", "e2e5"], "does not move to e5");
}

/// Without a folder to write to the game goes on, and says so.
#[test]
fn a_game_that_cannot_be_kept_goes_on() {
    let blocked = file("play/blocked", "a file where a folder should be");
    let done = typed_in(&blocked, &["chess", "--two"], &["e2e4", "e7e5"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert!(done.out.contains("(This was not saved to disk: "), "{}", done.out);
    assert!(done.out.ends_with("1. e4 e5 *\n"), "{}", done.out);
}
