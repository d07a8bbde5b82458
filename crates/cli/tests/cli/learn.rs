//! `learn` and `net`.

use crate::common::{Done, run, run_with, text};
use komadai_engine::net::{Header, Net};
use komadai_rules::AnyGame;
use komadai_rules::variant::load_builtin;
use std::path::Path;
use tempfile::TempDir;

/// A small game that nobody knows.
const GAME: &str = "extends = \"minishogi\"\nid = \"small\"\n[pieces]\nG = { move = \"W\" }\n";

fn attempt(folder: &Path, more: &[&str]) -> Done {
    let game = folder.join("small.toml");
    let game = game.to_str().unwrap();
    let quick = ["--nodes=30", "--threads=1", "--tc=0.2+0.01", "--generations=1"];
    run(&[&["learn", game], &quick[..], more].concat())
}

fn learn(folder: &Path, more: &[&str]) -> String {
    let done = attempt(folder, more);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    done.out
}

#[test]
fn a_game_is_learnt_and_a_network_is_kept_only_if_it_wins() {
    // A name that shells and descriptions of engines would have to quote.
    let parent = TempDir::new().unwrap();
    let folder = &parent.path().join("an inventor's  games");
    std::fs::create_dir(folder).unwrap();
    std::fs::write(folder.join("small.toml"), GAME).unwrap();
    let few = ["--positions=3000", "--games=2"];
    let said = learn(folder, &few);
    assert!(said.contains("Generation 1: playing"), "{said}");
    let generation = folder.join("small.learn/generation-1");
    let candidate = generation.join("candidate.net");
    let kept = match std::fs::read_to_string(generation.join("verdict")).unwrap().trim() {
        "kept" => true,
        "refused" => false,
        other => panic!("{other}"),
    };
    let net = folder.join("small.net");
    assert_eq!(net.exists(), kept, "{said}");
    // What is decided is not done again.
    let again = learn(folder, &few);
    assert!(!again.contains("playing"), "{again}");
    assert_eq!(again.contains("was refused before"), !kept, "{again}");

    // With other rules nothing there is of use, and nothing is lost.
    let before = std::fs::read_dir(&generation).unwrap().count();
    std::fs::write(folder.join("small.toml"), GAME.replace("\"W\"", "\"F\"")).unwrap();
    let other = attempt(folder, &[]);
    assert!(
        other.err.contains("small.learn` holds games of other rules than these"),
        "{}",
        other.err
    );
    assert_eq!(std::fs::read_dir(&generation).unwrap().count(), before);
    std::fs::write(folder.join("small.toml"), GAME).unwrap();
    // A network from elsewhere is not written over.
    std::fs::write(&net, "a friend's").unwrap();
    let other = attempt(folder, &[]);
    assert!(other.err.contains("small.net` was not learnt in"), "{}", other.err);
    assert_eq!(std::fs::read(&net).unwrap(), b"a friend's");
    // Nor does it keep anyone from playing.
    let game = folder.join("small.toml");
    let played = run_with(&["play", game.to_str().unwrap()], "quit\n");
    assert!(
        played.err.contains("this is no network of Komadai") && played.code == 0,
        "{}",
        played.err
    );

    if !candidate.exists() {
        assert!(said.contains("predicts no better"), "{said}");
        return;
    }
    let shown = text(&["net", "show", candidate.to_str().unwrap()]);
    assert!(shown.contains("A network for small") && shown.contains("generation 1"), "{shown}");

    // The engine plays with it, and refuses it in another game.
    let engine = |variant: &str| {
        let file = candidate.display();
        let lines = format!(
            "usi\nsetoption name EvalFile value {file}\nisready\nposition startpos\ngo nodes 200\n"
        );
        run_with(&["engine", "--variant", variant], &format!("{lines}quit\n")).out
    };
    let own = engine(folder.join("small.toml").to_str().unwrap());
    assert!(!own.contains("other rules") && !own.contains("cannot read"), "{own}");
    let other = engine("minishogi");
    assert!(other.contains("the network was made for other rules than these (`small`)"), "{other}");

    // A match that was broken off goes on; one of other settings begins anew, and no game is played for positions.
    std::fs::remove_file(&net).unwrap();
    for (seed, is_anew) in [("--seed=1", false), ("--seed=2", true)] {
        std::fs::remove_file(generation.join("verdict")).unwrap();
        let _ = std::fs::remove_file(&net);
        let said = learn(folder, &[&few[..], &[seed]].concat());
        assert!(!said.contains("playing") && said.contains("a match"), "{said}");
        assert_eq!(said.contains("begins anew"), is_anew, "{said}");
    }
}

/// Two at work in one folder would write over each other's match and verdict.
#[test]
fn a_folder_is_for_one_at_a_time() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("small.toml"), GAME).unwrap();
    let learnt = folder.path().join("small.learn");
    std::fs::create_dir(&learnt).unwrap();
    let lock = std::fs::File::create(learnt.join("lock")).unwrap();
    lock.lock().unwrap();
    let done = attempt(folder.path(), &["--minutes=0"]);
    assert!(done.err.contains("another `komadai learn` is at work in"), "{}", done.err);
    drop(lock);
    assert!(learn(folder.path(), &["--minutes=0"]).contains("No generation was begun."));
}

#[test]
fn openings_come_from_a_file() {
    let folder = TempDir::new().unwrap();
    let [game, file] = ["small.toml", "openings"].map(|name| folder.path().join(name));
    std::fs::write(&game, GAME).unwrap();
    std::fs::write(&file, "startpos moves 1e1d\nstartpos moves 1e1a\n").unwrap();
    let words = ["learn", game.to_str().unwrap(), "--openings", file.to_str().unwrap()];
    let done = run(&words);
    assert_ne!(done.code, 0);
    assert!(done.err.contains("line 2: move 1 (`1e1a`)"), "{}", done.err);
}

/// Where all games are decided before they begin, nothing is to be learnt.
#[test]
fn games_that_bring_nothing_come_to_an_end() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("small.toml"), GAME).unwrap();
    let file = folder.path().join("openings");
    std::fs::write(&file, "sfen 4k/5/5/PPPPP/KGSBR b - 1\n").unwrap();
    let done = attempt(folder.path(), &["--openings", file.to_str().unwrap()]);
    assert!(done.out.contains("2000 games in a row have brought no new position"), "{}", done.out);
    assert!(done.err.contains("there are not enough games to learn from"), "{}", done.err);
}

#[test]
fn what_cannot_be_learnt_is_said_at_once() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("small.toml"), GAME).unwrap();
    for (more, message) in [
        (["--tc", "2s+x"], "--tc"),
        (["--games", "1"], "--games"),
        (["--random-plies", "1001"], "--random-plies"),
        (["--minutes", "inf"], "expected a number of minutes"),
    ] {
        let done = attempt(folder.path(), &more);
        assert!(done.code != 0 && done.err.contains(message), "{}", done.err);
    }
    assert!(!folder.path().join("small.learn").exists());
    let done = attempt(folder.path(), &["--out=nowhere/small.net"]);
    assert!(
        done.err.contains("cannot write `nowhere/small.net`: there is no folder"),
        "{}",
        done.err
    );
}

/// A file may say anything, but nothing to the terminal.
#[test]
fn what_a_network_says_is_shown_as_text() {
    let game = AnyGame::compile(&load_builtin("minishogi", &[]).unwrap().variant).unwrap();
    let net = komadai_nets::net(&game).unwrap();
    let header = Header { license: "\u{1b}]0;all is free\u{7}".into(), ..net.header().clone() };
    let net = Net::new(game.variant(), header, net.weights().clone()).unwrap();
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("some.net");
    std::fs::write(&file, net.to_bytes()).unwrap();
    let shown = text(&["net", "show", file.to_str().unwrap()]);
    assert!(shown.contains("all is free") && !shown.contains('\u{1b}'), "{shown:?}");
}

#[test]
fn engines_begin_with_the_network_of_their_game() {
    let judges_by_it = |arguments: &[&str], lines: &str| {
        let said =
            run_with(&[&["engine"], arguments].concat(), &format!("{lines}\neval\nquit\n")).out;
        assert!(said.contains("material"), "{said}");
        said.contains("learnt")
    };
    for game in komadai_nets::games() {
        let arguments = ["--variant", game];
        assert!(judges_by_it(&arguments, "usi"), "{game}");
        assert!(
            judges_by_it(&[], &format!("usi\nsetoption name USI_Variant value {game}")),
            "{game}"
        );
        assert!(!judges_by_it(&arguments, "usi\nsetoption name EvalFile value none"), "{game}");
    }
    for protocol in ["usi", "uci", "xboard\nprotover 2"] {
        assert!(judges_by_it(&[], protocol), "{protocol}");
    }
    assert!(judges_by_it(&["--set", "end.declaration.rule=24"], "usi"));
}

#[test]
fn what_comes_with_a_game_is_shown_by_its_name() {
    let shown = text(&["net", "show", "minishogi"]);
    assert!(shown.contains("A network for minishogi") && shown.contains("generation 1"), "{shown}");
    let done = run(&["net", "show", "crazyhouse"]);
    assert!(done.err.contains("cannot read `crazyhouse`"), "{}", done.err);
}

#[test]
fn what_is_no_network_is_told() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("some.net");
    std::fs::write(&file, "something else").unwrap();
    let done = run(&["net", "show", file.to_str().unwrap()]);
    assert_ne!(done.code, 0);
    assert!(done.err.contains("this is no network of Komadai"), "{}", done.err);
}
