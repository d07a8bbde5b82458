//! Time is kept in every valid file, however many ways its pieces have.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests bring the clock")]

use komadai_engine::mate::{MateLimits, solve};
use komadai_engine::{AnyEngine, AnyWorker, Level, Limits, SearchResult, Shared};
use komadai_rules::variant::{Source, load};
use komadai_rules::{AnyGame, AnyPlay, Interrupt, Opening};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Games in which a search without a look at the clock within a node took from ten seconds to for ever.
const FILES: [(&str, &str); 7] = [
    ("hook-movers", include_str!("../../rules/tests/variants/heavy/hook-movers.toml")),
    ("lions", include_str!("../../rules/tests/variants/heavy/lions.toml")),
    ("swappers", include_str!("../../rules/tests/variants/heavy/swappers.toml")),
    ("fire-walkers", include_str!("../../rules/tests/variants/heavy/fire-walkers.toml")),
    ("leapers", include_str!("../../rules/tests/variants/heavy/leapers.toml")),
    ("arrivals", include_str!("../../rules/tests/variants/heavy/arrivals.toml")),
    ("walls", include_str!("../../rules/tests/variants/heavy/walls.toml")),
];

/// More than anything that is limited to a fraction of a second may take on a busy machine.
const MOST: Duration = Duration::from_secs(8);

fn play(name: &str, text: &str) -> AnyPlay {
    let loaded = load(&Source::new(name, text), &|_| None, &[]).expect("it loads");
    let game = AnyGame::compile(&loaded.variant).expect("it compiles");
    game.open(&Opening::Usual).expect("a start")
}

/// Thinks, and sees to it that it was quick and that the move is legal.
fn think(
    name: &str,
    play: &AnyPlay,
    limits: &Limits,
    stop_after: Option<Duration>,
) -> SearchResult {
    let engine = AnyEngine::new(&play.game());
    let shared = Shared::new(4);
    shared.prepare(false);
    let start = Instant::now();
    let clock = Arc::new(move || start.elapsed());
    let result = std::thread::scope(|scope| {
        if let Some(time) = stop_after {
            let shared = &shared;
            scope.spawn(move || {
                std::thread::sleep(time);
                shared.stop();
            });
        }
        AnyWorker::new(&engine).search_main(play, limits, &shared, clock, &mut |_| {})
    });
    // What counts work and not time takes some seconds.
    let most = if limits.move_time.is_some() || stop_after.is_some() { MOST } else { 8 * MOST };
    assert!(start.elapsed() < most, "{name}: {limits:?} took {:?}", start.elapsed());
    result
}

#[test]
fn a_search_keeps_its_time() {
    for (name, text) in FILES {
        let play = play(name, text);
        let limits = Limits { move_time: Some(Duration::from_millis(300)), ..Limits::default() };
        think(name, &play, &limits, None);
    }
}

#[test]
fn a_search_hears_stop_amid_a_node() {
    for (name, text) in FILES {
        let play = play(name, text);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        think(name, &play, &limits, Some(Duration::from_millis(200)));
    }
}

#[test]
fn few_nodes_are_little_work() {
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let level = Limits { level: Level::new(2), ..Limits::default() };
    for (name, text) in [FILES[0], FILES[1], FILES[6]] {
        let play = play(name, text);
        // Limited by what is done and not by the time, the answer is the same every time.
        let found: Vec<_> = [(); 2].map(|()| think(name, &play, &limits, None)).into();
        assert_eq!(found[0], found[1], "{name}");
        think(name, &play, &level, None);
    }
}

#[test]
fn the_mate_solver_keeps_its_time() {
    let limits = MateLimits { memory_mebibytes: 4, ..MateLimits::default() };
    for (name, text) in FILES {
        let mut play = play(name, text);
        // Either side attacks.
        for _ in 0..2 {
            let start = Instant::now();
            let interrupt = Interrupt::new(move || start.elapsed() >= Duration::from_millis(300));
            solve(&play, &limits, &interrupt);
            assert!(start.elapsed() < MOST, "{name}: {:?}", start.elapsed());
            let Some(m) = play.some_legal_move() else { break };
            play.push(m);
        }
    }
}

#[test]
fn an_engine_is_ready_soon() {
    for (name, text) in FILES {
        let (game, start) = (play(name, text).game(), Instant::now());
        let engine = AnyEngine::new(&game);
        assert!(start.elapsed() < MOST, "{name}: {:?}", start.elapsed());
        assert!(engine.values().iter().any(|value| *value > 0), "{name}");
    }
}
