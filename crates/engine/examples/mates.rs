//! Mate problems out of games that play themselves.
//!
//! `mates generate SEED VARIANT...` prints problems, one a line, as they stand in
//! `tests/cases/mates.json`; `mates rare SEED VARIANT...` only those with shots, double captures,
//! passes and extra turns. `mates check VARIANT` solves the stored ones, proves each by trying
//! everything, and says what it took. `mates time VARIANT` solves positions from its input, one a line,
//! and says of each what it found and what it took.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program with a clock and arguments"
)]

#[path = "../tests/mate_cases/mod.rs"]
mod mate_cases;

use fastrand::Rng;
use komadai_engine::mate::{MateAnswer, MateLimits, Solution, solve};
use komadai_records::json::text_of;
use komadai_records::opening;
use komadai_rules::{AnyGame, AnyPlay, Color, Game, Interrupt, Move, MoveKind, Opening, PieceType};
use komadai_rules::{Play, Position, Sandbox, Square, any_size};
use mate_cases::exhaustive::Exhaustive;
use mate_cases::{Case, spell, stored, variant};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many problems of each length.
const WANTED: &[(u32, usize)] = &[(3, 3), (5, 3), (7, 3), (9, 2), (11, 1)];
/// Positions without a mate, each game.
const WITHOUT: usize = 3;
/// What a search for a problem may cost, and what its proof may.
const NODES: u64 = 4_000;
const PROOF: u64 = 200_000;
/// How long to look for problems of one game.
const PATIENCE: Duration = Duration::from_secs(240);
/// What is seldom seen in a solution.
const RARE: &[&str] = &["Shot", "Through", "Jitto", "Several", "Freeze"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["generate", seed, ref games @ ..] => generate(seed, games, false),
        ["rare", seed, ref games @ ..] => generate(seed, games, true),
        ["check", game] => check(game),
        ["time", game] => time(game),
        _ => eprintln!(
            "mates generate SEED VARIANT... | rare SEED VARIANT... | check VARIANT | time VARIANT"
        ),
    }
}

fn generate(seed: &str, games: &[&str], rare: bool) {
    let seed = seed.parse().expect("a number to start from");
    for id in games {
        let game = AnyGame::compile(&variant(id)).expect("a built-in game");
        collect(&game, id, seed, rare);
    }
}

/// Plays until there are enough problems.
fn collect(game: &AnyGame, id: &str, first: u64, rare: bool) {
    let values = any_size!(AnyGame, game, game => values(game));
    let mut found = Found { id: id.into(), rare, ..Found::default() };
    let start = Instant::now();
    for seed in first.. {
        let mut random = Rng::with_seed(seed);
        let Some(mut play) = begin(game, &mut random) else { continue };
        let before = found.cases;
        while play.ending().is_none() && play.moves().len() < 400 && found.cases < before + 2 {
            found.look_at(&play);
            let m = any_size!(AnyPlay, &play, play => sensible(play, &values, &mut random));
            play.push(m);
        }
        if found.is_full() || start.elapsed() > PATIENCE {
            break;
        }
    }
    eprintln!("{id}: {} in {:.0?}", found.cases, start.elapsed());
}

/// What has been found of one game.
#[derive(Default)]
struct Found {
    id: String,
    rare: bool,
    cases: usize,
    by_length: HashMap<Option<u32>, usize>,
    by_features: HashMap<String, usize>,
}

impl Found {
    fn wants(&self, plies: Option<u32>) -> bool {
        let wanted = match plies {
            None => WITHOUT,
            Some(plies) => WANTED.iter().find(|(p, _)| *p == plies).map_or(0, |(_, n)| *n),
        };
        self.by_length.get(&plies).copied().unwrap_or(0) < wanted
    }

    fn is_full(&self) -> bool {
        !self.wants(None) && WANTED.iter().all(|(plies, _)| !self.wants(Some(*plies)))
    }

    fn look_at(&mut self, play: &AnyPlay) {
        // The problem has no history.
        let play = play.without_history();
        let limits = MateLimits { nodes: Some(NODES), memory_mebibytes: 1, shortest: true };
        let solution = solve(&play, &limits, &Interrupt::default());
        let (plies, line) = match solution.answer {
            MateAnswer::Mate(line) => (Some(line.len() as u32), line),
            // Something must have been tried.
            MateAnswer::NoMate if (20..300).contains(&solution.nodes) => (None, Vec::new()),
            MateAnswer::NoMate | MateAnswer::Unknown => return,
        };
        let features = features(&play, &line);
        if self.rare && !RARE.iter().any(|rare| features.contains(rare)) {
            return;
        }
        let seen = self.by_features.get(&features).copied().unwrap_or(0);
        if !self.wants(plies) || (plies.is_some() && seen >= 2) {
            return;
        }
        if !proven(&play, plies) {
            return;
        }
        let number = self.by_length.entry(plies).or_default();
        *number += 1;
        let length = plies.map_or("none".into(), |plies| plies.to_string());
        let case = Case {
            id: format!("{}-{length}-{number}", self.id),
            variant: self.id.clone(),
            position: text_of(&play),
            plies,
            line: spell(&play, &line),
        };
        println!("{}", serde_json::to_string(&case).expect("plain data"));
        self.cases += 1;
        *self.by_features.entry(features).or_default() += 1;
    }
}

/// What is special about the attacker's moves.
fn features(play: &AnyPlay, line: &[Move]) -> String {
    let mut play = play.clone();
    let mut features = std::collections::BTreeSet::new();
    for (i, m) in line.iter().enumerate() {
        let (us, at) = (play.side(), play.clone());
        let is_enemy = |square: &Square| at.at(*square).is_some_and(|(side, _)| side != us);
        let victims = play.captures(*m).iter().filter(|square| is_enemy(square)).count();
        if i % 2 == 0 {
            if !matches!(m.kind(), MoveKind::Step | MoveKind::Pass) {
                features.insert(format!("{:?}", m.kind()));
            }
            if m.promotion() > 0 {
                features.insert("Promotion".into());
            }
            if victims > 1 {
                features.insert("Several".into());
            }
        }
        play.push(*m);
        if i % 2 == 0 && play.must_pass() {
            features.insert("Freeze".into());
        }
    }
    format!("{} {features:?}", line.len() / 4)
}

/// The usual start; on big boards without half of the pieces, so that there is something to attack
/// before long.
fn begin(game: &AnyGame, random: &mut Rng) -> Option<AnyPlay> {
    let variant = game.variant();
    let mut setup = variant.start_setup(None)?;
    if variant.board.size() > 81 {
        for square in &mut setup.board {
            let stays = |(_, piece): &(Color, PieceType)| variant.pieces[piece.index()].royal;
            *square = square.filter(|piece| stays(piece) || random.bool());
        }
        setup.unmoved = None;
    }
    game.open(&Opening::Setup(setup)).ok()
}

/// What a piece is worth: the squares that it reaches on an empty board, and one.
fn values<const N: usize>(game: &Arc<Game<N>>) -> Vec<u32> {
    let mut board = Sandbox::new(game);
    let mut values = Vec::new();
    for piece in 0..game.variant().pieces.len() {
        let mut reached = 0;
        for square in (0..game.squares()).map(|s| Square(s as u8)) {
            board.set(square, Some((Color::First, PieceType(piece as u8))));
            reached += board.reach(square).quiet.count();
            board.set(square, None);
        }
        values.push(10 * reached / game.squares() as u32 + 10);
    }
    values
}

/// A move that wins something, or at least loses nothing, as far as one reply shows.
fn sensible<const N: usize>(play: &Play<N>, values: &[u32], random: &mut Rng) -> Move {
    let moves = play.legal_moves();
    let mut position = play.position().clone();
    let worth = |position: &Position<N>, m: Move| -> i64 {
        let taken = position.victims(m).into_iter();
        taken.filter_map(|s| position.at(s)).map(|(_, t)| i64::from(values[t.index()])).sum()
    };
    let mut best = (i64::MIN, moves[0]);
    for m in moves {
        let gain = worth(&position, m) + i64::from(m.promotion()) * 20;
        position.make(m);
        let mut replies = Vec::new();
        position.forcing_moves_into(&mut replies);
        let loss = replies.iter().map(|r| worth(&position, *r)).max().unwrap_or(0);
        let check = i64::from(position.in_check()) * 15;
        position.unmake();
        let score = gain - loss * 3 / 4 + check + random.i64(..25);
        if score > best.0 {
            best = (score, m);
        }
    }
    best.1
}

fn check(id: &str) {
    let game = AnyGame::compile(&variant(id)).expect("a built-in game");
    let cases: Vec<Case> = stored().into_iter().filter(|case| case.variant == id).collect();
    let costs: Vec<Cost> = cases.iter().map(|case| check_case(case, &game)).collect();
    let quick = costs.iter().filter(|cost| cost.time < Duration::from_secs(1)).count();
    let nodes: u64 = costs.iter().map(|cost| cost.nodes).sum();
    let slowest = costs.iter().map(|cost| cost.time).max().unwrap_or_default();
    println!(
        "{}",
        serde_json::json!({
            "problems": costs.len(),
            "under_a_second": quick,
            "nodes": nodes,
            "slowest_seconds": slowest.as_secs_f64(),
        })
    );
}

/// What a solution took.
struct Cost {
    nodes: u64,
    time: Duration,
}

fn check_case(case: &Case, game: &AnyGame) -> Cost {
    let Case { id, plies, .. } = case;
    let play = case.play(game);
    let start = Instant::now();
    let solution = solve(&play, &MateLimits::default(), &Interrupt::default());
    let cost = Cost { nodes: solution.nodes, time: start.elapsed() };
    eprintln!("{id}: {} nodes, {:.3} s", cost.nodes, cost.time.as_secs_f64());
    let found = match solution.answer {
        MateAnswer::Mate(line) => Some(line.len() as u32),
        MateAnswer::NoMate => None,
        MateAnswer::Unknown => panic!("{id}: not solved"),
    };
    assert_eq!(found, *plies, "{id}");
    assert!(proven(&play, *plies), "{id}: trying everything does not agree");
    cost
}

/// How often a position is solved: the shortest time counts.
const ROUNDS: u32 = 3;

/// Then the solver gives up.
const MOST_NODES: u64 = 200_000;

/// What came of a position.
#[derive(Serialize)]
struct Timed {
    /// `None` where the solver has given up.
    mates: Option<bool>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// What it took to find a mate of any length, or that there is none.
    first_nodes: u64,
    first_seconds: f64,
}

fn time(id: &str) {
    let game = AnyGame::compile(&variant(id)).expect("a built-in game");
    for position in std::io::stdin().lines() {
        let position = position.expect("a line");
        let play = opening::open(&game, None, Some(&position)).expect("a position");
        let (seconds, Solution { answer, nodes }) = quickest(&play, true);
        let (mates, line) = match answer {
            MateAnswer::Mate(line) => (Some(true), spell(&play, &line)),
            MateAnswer::NoMate => (Some(false), Vec::new()),
            MateAnswer::Unknown => (None, Vec::new()),
        };
        let (first_seconds, first) = quickest(&play, false);
        let timed = Timed { mates, line, nodes, seconds, first_nodes: first.nodes, first_seconds };
        println!("{}", serde_json::to_string(&timed).expect("plain data"));
    }
}

/// The quickest of some rounds, in seconds.
fn quickest(play: &AnyPlay, shortest: bool) -> (f64, Solution) {
    let limits = MateLimits { nodes: Some(MOST_NODES), shortest, ..MateLimits::default() };
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        let solution = solve(play, &limits, &Interrupt::default());
        (start.elapsed().as_secs_f64(), solution)
    });
    rounds.min_by(|(a, _), (b, _)| a.total_cmp(b)).expect("some rounds")
}

/// Whether trying everything finds a shortest mate of that length, or none.
fn proven(play: &AnyPlay, plies: Option<u32>) -> bool {
    match plies {
        Some(plies) => Exhaustive::new(play, PROOF).shortest(plies) == Ok(Some(plies)),
        None => Exhaustive::new(play, PROOF / 100).mates_at_all() == Ok(false),
    }
}
