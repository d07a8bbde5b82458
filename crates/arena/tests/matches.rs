//! Whole matches, with engines that behave and engines that do not.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "matches take time")]

use komadai_arena::adjudicate::{Adjudication, Resign};
use komadai_arena::openings::{self, Openings};
use komadai_arena::report::{FaultKind, Record, Summary, Winner};
use komadai_arena::{Engine, Event, Limits, MatchError, Settings, run, values};
use komadai_rules::{AnyGame, variant::load_builtin};
use std::time::{Duration, Instant};

const SECOND: Duration = Duration::from_secs(1);

fn game(id: &str) -> AnyGame {
    let loaded = load_builtin(id, &[]).expect("a good file");
    AnyGame::compile(&loaded.variant).expect("it compiles")
}

/// A match of two games from the start.
fn settings(variant: &str, engines: [&str; 2]) -> Settings {
    Settings {
        game: game(variant),
        file: None,
        set: Vec::new(),
        engines: engines.map(|text| Engine::parse(text, &[]).expect(text)),
        limits: Limits { nodes: Some(1), ..Limits::default() },
        games: 2,
        openings: Openings::Random { plies: 0, start: None },
        seed: 1,
        concurrency: 1,
        adjudication: Adjudication { max_plies: Some(1000), ..Adjudication::default() },
        sprt: None,
        margin: Duration::from_millis(100),
        patience: SECOND / 2,
        start_wait: 5 * SECOND,
        values: values::by_reach,
        balance: None,
    }
}

/// The small engine of these tests.
fn engine(protocol: &str, how: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/engine.sh");
    format!("cmd=\"sh '{script}' {protocol} {how}\" proto={protocol} name=small")
}

fn play(settings: &Settings) -> (Vec<Record>, Summary) {
    play_on(settings, Vec::new()).expect("a match")
}

fn play_on(settings: &Settings, saved: Vec<Record>) -> Result<(Vec<Record>, Summary), MatchError> {
    let mut records = Vec::new();
    let summary = run(settings, saved, &mut |event| {
        if let Event::Counted(record, _) = event {
            records.push(record.clone());
        }
        Ok(())
    })?;
    Ok((records, summary))
}

/// The small engine loses both games at its first move by the fault, which says these words.
fn check_fault(engine: &str, kind: FaultKind, words: &str) -> Vec<Record> {
    let begun = Instant::now();
    let (records, summary) = play(&settings("minishogi", [engine, "random:1"]));
    assert_eq!((summary.games, summary.losses), (2, 2), "{records:?}");
    let counts = [summary.illegal, summary.crashes, summary.timeouts];
    let expected = match kind {
        FaultKind::Illegal => [2, 0, 0],
        FaultKind::Crash => [0, 2, 0],
        FaultKind::Timeout => [0, 0, 2],
    };
    assert_eq!(counts, expected, "{records:?}");
    for record in &records {
        let fault = record.fault.as_ref().expect("a fault");
        assert!(fault.what.contains(words), "{fault:?}");
        assert_eq!((fault.kind, fault.engine.as_str()), (kind, "small"));
        assert_eq!(fault.position, record.position);
        assert!(!fault.lines.is_empty(), "{fault:?}");
        assert_eq!(record.status, kind.status());
    }
    assert_eq!(records[0].winner, Winner::Second);
    assert_eq!(records[1].winner, Winner::First);
    assert!(begun.elapsed() < 10 * SECOND, "{:?}", begun.elapsed());
    records
}

#[test]
fn an_engine_that_hangs_loses_in_time() {
    let check = |protocol, how, said| {
        let mut engine = engine(protocol, how);
        if protocol == "xboard" {
            engine += " depth=1";
        }
        check_fault(&engine, FaultKind::Timeout, said);
    };
    // All they do is wait.
    std::thread::scope(|scope| {
        for protocol in ["usi", "uci", "xboard"] {
            scope.spawn(move || check(protocol, "hang", "has not moved in time"));
        }
        for how in ["deaf", "flood", "wail"] {
            scope.spawn(move || check("usi", how, "did not stop"));
            scope.spawn(move || check("xboard", how, "did not stop"));
        }
    });
}

#[test]
fn an_engine_that_crashes_is_started_again() {
    let records = check_fault(&engine("usi", "crash"), FaultKind::Crash, "exit status: 3");
    let lines = &records[1].fault.as_ref().unwrap().lines;
    assert!(lines.iter().any(|line| line == "! something terrible"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("> position startpos")), "{lines:?}");
    check_fault(&engine("usi", "silly"), FaultKind::Crash, "without a move");
}

#[test]
fn illegal_moves_lose_with_the_reason() {
    check_fault(&engine("usi", "5a5b"), FaultKind::Illegal, "it played `5a5b`");
    check_fault(&engine("uci", "z9"), FaultKind::Illegal, "column");
    check_fault(&engine("usi", "win"), FaultKind::Illegal, "claimed a win");
    let claims = engine("xboard", "claim-draw") + " depth=1";
    check_fault(&claims, FaultKind::Illegal, "claimed a draw");
}

#[test]
fn an_engine_that_is_slow_loses_on_time() {
    for limit in ["tc=0.3", "movetime=0.3", "tc=0.1+0.1", "tc=0,0.1x3"] {
        let slow = engine("usi", "slow") + " " + limit;
        let records = check_fault(&slow, FaultKind::Timeout, "time");
        assert!(records[0].reason.ends_with('.'), "{}", records[0].reason);
    }
}

#[test]
fn an_engine_that_never_starts_is_an_error_in_time() {
    for (engine, words) in [
        (engine("usi", "stuck"), "no `usiok` within 0.5 s"),
        (engine("uci", "stuck"), "no `uciok` within 0.5 s"),
        ("cmd=/no/such/engine proto=usi".to_owned(), "/no/such/engine"),
        ("cmd=true proto=usi".to_owned(), "has ended"),
        (engine("usi", "hang") + " option.Hash=3", "no option `Hash`"),
        (engine("xboard", "hang") + " nodes=5", "limited by nodes"),
    ] {
        let begun = Instant::now();
        let mut settings = settings("minishogi", [&engine, "random:1"]);
        if words.contains("0.5 s") {
            settings.start_wait = SECOND / 2;
        }
        let error = play_on(&settings, Vec::new()).expect_err(&engine).to_string();
        assert!(error.contains(words), "{error}");
        assert!(begun.elapsed() < 10 * SECOND);
    }
    let mut settings = settings("judkins", [&engine("uci", "hang"), "random:1"]);
    settings.patience = SECOND / 10;
    let error = play_on(&settings, Vec::new()).unwrap_err().to_string();
    assert!(error.contains("does not know the game as `judkins`"), "{error}");
}

#[test]
fn engines_resign_in_their_own_words() {
    for resigns in [engine("usi", "resign"), engine("xboard", "quit-claim") + " depth=1"] {
        let mut settings = settings("minishogi", [&resigns, "random:1"]);
        settings.games = 1;
        let (records, summary) = play(&settings);
        assert_eq!((records[0].status.as_str(), summary.losses), ("resignation", 1));
        assert_eq!(records[0].fault, None);
    }
}

#[test]
fn draws_that_may_be_claimed_are_taken() {
    let white = engine("uci", "hang g1f3 f3g1 g1f3 f3g1 g1f3");
    let black = engine("uci", "hang g8f6 f6g8 g8f6 f6g8 g8f6");
    let mut settings = settings("chess", [&white, &black]);
    settings.games = 1;
    let (records, summary) = play(&settings);
    let record = &records[0];
    assert_eq!((record.status.as_str(), record.plies), ("repetition", 8));
    assert_eq!((summary.draws, summary.elo, summary.llr), (1, None, None));
    assert!(record.reason.contains("claim"), "{}", record.reason);
}

#[test]
fn both_sides_must_want_a_draw() {
    let white = engine("xboard", "hang offer:e2e4 d2d4 offer:b1c3") + " depth=1";
    let black = engine("xboard", "hang e7e5 offer:e5d4 g8f6") + " depth=1";
    let mut settings = settings("chess", [&white, &black]);
    settings.games = 1;
    let (records, _) = play(&settings);
    assert_eq!((records[0].status.as_str(), records[0].plies), ("agreement", 5));
}

#[test]
fn a_move_of_two_legs_comes_in_two_lines() {
    let game = game("raichu");
    // A lion beside two pieces that it can take in one move.
    let text = "sfen 6k5/12/12/12/5p6/5g6/5N6/12/12/12/12/5K6 b - 1";
    let mut settings =
        settings("raichu", [&(engine("xboard", "hang f6f7,f7f8") + " depth=1"), "random:1"]);
    settings.openings = Openings::Listed(openings::read(&game, text).expect("an opening"));
    settings.games = 1;
    let (records, _) = play(&settings);
    assert_eq!(records[0].moves[0], "7g7f7e", "{:?}", records[0]);
    let pgn = records[0].to_pgn(&game, "test").expect("it can be written");
    assert!(pgn.contains("1. Nxf7xf8"), "{pgn}");
}

#[test]
fn lost_games_are_adjudicated() {
    let loses = engine("usi", "hang 1e1d 1d1e");
    let mut settings = settings("minishogi", [&loses, "random:1"]);
    settings.openings = Openings::Listed(
        openings::read(&settings.game, "3k1/5/5/5/K3R b - 1").expect("an opening"),
    );
    settings.games = 1;
    settings.adjudication.resign = Some(Resign { moves: 2, score: 700, two_sided: false });
    let (records, _) = play(&settings);
    assert_eq!((records[0].status.as_str(), records[0].plies), ("adjudication", 3));
    assert_eq!(records[0].winner, Winner::Second);
    settings.adjudication = Adjudication { max_plies: Some(2), ..Adjudication::default() };
    let (records, _) = play(&settings);
    assert_eq!((records[0].winner, records[0].plies), (Winner::Draw, 2));
}

#[test]
fn pairs_share_an_opening_and_exchange_sides() {
    let mut settings = settings("judkins", ["greedy:1", "random:1"]);
    settings.openings = Openings::Random { plies: 6, start: None };
    settings.games = 6;
    let (records, summary) = play(&settings);
    for pair in records.chunks(2) {
        assert_eq!(pair[0].moves[..6], pair[1].moves[..6]);
        assert_eq!((&pair[0].first, &pair[0].second), (&pair[1].second, &pair[1].first));
    }
    assert_ne!(records[0].moves[..6], records[2].moves[..6]);
    assert!(summary.wins >= 5 && summary.elo.is_some_and(|elo| elo > 0.0), "{summary:?}");
    let lost: u64 = records.iter().map(|record| u64::from(record.score == 0.0)).sum();
    assert_eq!(lost, summary.losses);
}

#[test]
fn the_same_seed_gives_the_same_match() {
    for variant in ["minishogi", "raichu", "minjiku", "chess"] {
        let mut settings = settings(variant, ["greedy:1", "random:1"]);
        settings.openings = Openings::Random { plies: 4, start: None };
        settings.games = 4;
        settings.adjudication.max_plies = Some(120);
        let once = play(&settings);
        settings.concurrency = 3;
        assert_eq!(once, play(&settings), "{variant}");
        settings.seed = 2;
        assert_ne!(once, play(&settings), "{variant}");
    }
}

#[test]
fn a_match_goes_on_where_it_was() {
    let mut settings = settings("minishogi", ["greedy:1", "random:1"]);
    settings.openings = Openings::Random { plies: 4, start: None };
    settings.games = 6;
    let (records, summary) = play(&settings);
    let saved = vec![records[0].clone(), records[3].clone()];
    let mut played = Vec::new();
    let again = run(&settings, saved, &mut |event| {
        if let Event::Played(record) = event {
            played.push(record.game);
        }
        Ok(())
    });
    assert_eq!((again.unwrap(), played), (summary, vec![2, 3, 5, 6]));
}

#[test]
fn a_decided_test_ends_the_match() {
    let mut settings = settings("minishogi", ["greedy:1", "random:1"]);
    settings.openings = Openings::Random { plies: 4, start: None };
    settings.games = 1000;
    settings.sprt = Some("elo0=0 elo1=50".parse().unwrap());
    let (records, summary) = play(&settings);
    assert!(summary.games < 200 && summary.llr.is_some_and(|llr| llr >= 2.94), "{summary:?}");
    settings.concurrency = 4;
    assert_eq!(play(&settings), (records, summary));
}

#[test]
fn every_game_can_be_written_as_pgn() {
    for variant in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
        let mut settings = settings(variant, ["greedy:1", "random:1"]);
        settings.openings = Openings::Random { plies: 4, start: None };
        settings.adjudication.max_plies = Some(60);
        let (records, _) = play(&settings);
        for record in records {
            let pgn = record.to_pgn(&settings.game, "test").expect("a game");
            assert!(pgn.contains(&format!("[Variant \"{variant}\"]")), "{pgn}");
            assert!(pgn.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{pgn}");
        }
    }
}

#[test]
fn a_listener_that_fails_ends_the_match() {
    let settings = settings("minishogi", ["greedy:1", "random:1"]);
    let error = run(&settings, Vec::new(), &mut |_| Err(std::io::ErrorKind::BrokenPipe.into()));
    assert!(matches!(error, Err(MatchError::Io(_))), "{error:?}");
}
