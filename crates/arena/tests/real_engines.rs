//! Matches with real engines, by every protocol. Run by hand, where the engines are installed:
//! `cargo test -p komadai-arena --test real_engines -- --ignored --nocapture`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "engines are installed programs"
)]

use komadai_arena::adjudicate::Adjudication;
use komadai_arena::openings::{self, Openings};
use komadai_arena::{Engine, Event, Limits, Settings, run, values};
use komadai_rules::{AnyGame, variant::load_builtin};
use std::path::Path;
use std::time::Duration;

const FAIRY: &str = "/usr/games/fairy-stockfish";
const SJAAK: &str = "/usr/games/sjaakii";
const STOCKFISH: &str = "/usr/games/stockfish";
const GNU: &str = "/usr/games/gnuminishogi";

/// Positions with pieces in hand and promoted ones, and some moves.
const MINISHOGI: &str = "startpos moves 2e3d 5a5c 3e2d\n\
                         1+R1k1/1+S2p/P3g/1G3/1KSb1 w Br 22\n\
                         +P3k/2b1p/R3g/5/2K2 w RBSgs 22";
const CHESS: &str = "rnbqkb1r/ppp2ppp/4pn2/3pP3/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4\n\
                     r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 6 8";

/// A match in which nothing goes wrong but, perhaps, that an engine loses.
fn check(variant: &str, engines: [String; 2], openings: Option<&str>) {
    let programs = engines.iter().filter_map(|engine| engine.split(' ').next());
    if let Some(missing) = programs.filter(|p| p.starts_with('/')).find(|p| !Path::new(p).exists())
    {
        println!("{missing} is not installed");
        return;
    }
    let loaded = load_builtin(variant, &[]).expect("a good file");
    let game = AnyGame::compile(&loaded.variant).expect("it compiles");
    let settings = Settings {
        file: None,
        set: Vec::new(),
        engines: engines.clone().map(|text| Engine::parse(&text, &[]).expect("an engine")),
        limits: Limits { control: "2+0.1".parse().ok(), ..Limits::default() },
        games: 6,
        openings: match openings {
            Some(text) => Openings::Listed(openings::read(&game, text).expect("openings")),
            None => Openings::Random { plies: 6, start: None },
        },
        game,
        seed: 1,
        concurrency: 2,
        adjudication: Adjudication { max_plies: Some(300), ..Adjudication::default() },
        sprt: None,
        margin: Duration::from_millis(500),
        patience: Duration::from_secs(10),
        start_wait: Duration::from_secs(20),
        values: values::by_reach,
        balance: None,
    };
    let mut faults = Vec::new();
    let summary = run(&settings, Vec::new(), &mut |event| {
        if let Event::Counted(record, _) = event {
            faults.extend(record.fault.clone());
            record.to_pgn(&settings.game, "test").map_err(std::io::Error::other)?;
        }
        Ok(())
    });
    println!("{variant} {engines:?}: {summary:?}");
    assert_eq!(faults, [], "{variant} {engines:?}");
    assert_eq!(summary.expect("a match").games, 6);
}

#[test]
#[ignore = "needs engines that are not ours"]
fn fairy_stockfish_plays_by_every_protocol() {
    for protocol in ["usi", "uci", "xboard"] {
        for variant in ["minishogi", "judkins", "shogi", "chess"] {
            let engine = format!("{FAIRY} proto={protocol} depth=4");
            check(variant, [engine, "greedy:1".to_owned()], None);
        }
        let engine = format!("{FAIRY} proto={protocol}");
        check("minishogi", [engine.clone(), "greedy:1".to_owned()], Some(MINISHOGI));
        check("chess", [engine, "greedy:1".to_owned()], Some(CHESS));
    }
}

#[test]
#[ignore = "needs engines that are not ours"]
fn engines_meet_across_protocols() {
    for variant in ["minishogi", "judkins", "shogi", "chess"] {
        let engines = [format!("{SJAAK} proto=xboard"), format!("{FAIRY} proto=usi depth=5")];
        check(variant, engines, None);
    }
    let engines = [format!("{SJAAK} proto=xboard"), format!("{FAIRY} proto=uci depth=5")];
    check("minishogi", engines, Some(MINISHOGI));
    let engines = [format!("{STOCKFISH} proto=uci"), format!("{SJAAK} proto=xboard")];
    check("chess", engines, Some(CHESS));
}

#[test]
#[ignore = "needs engines that are not ours"]
fn the_first_version_of_the_protocol_will_do() {
    let engine = format!("{GNU} proto=xboard squares=shogi tc=40/40");
    check("minishogi", [engine, "greedy:1".to_owned()], None);
}
