//! The speed table: counted perft of every game beside its peers, in one run.
//!
//! `cargo bench -p komadai-rules` prints a row for each position: our leaves per second, the peer's,
//! and the ratio. The two take turns, and the median ratio of the rounds counts, so that a noisy
//! machine disturbs both alike. Times are processor times where the system tells them. The peers are
//! the crates haitaka and cozy-chess, and Debian's `fairy-stockfish` as a process (start-up
//! subtracted), left out where it is not installed.
//!
//! `KOMADAI_BENCH=shogi` runs only rows whose name contains the word; `KOMADAI_ROUNDS=9` sets the
//! number of rounds.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    missing_docs,
    reason = "a benchmark reads the clock"
)]

use komadai_records::position;
use komadai_rules::variant::load_builtin;
use komadai_rules::{Game, Position, Variant};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

const FULL_HANDS: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";

/// A row of the table.
struct Row {
    name: &'static str,
    variant: &'static str,
    position: Option<&'static str>,
    depth: u32,
    /// How often the position is counted in one round.
    repeat: u32,
    peer: Peer,
    floor: f64,
    goal: f64,
}

#[derive(Clone, Copy)]
enum Peer {
    Haitaka,
    CozyChess,
    /// The name of the game over there.
    FairyStockfish(&'static str),
    /// Floor and goal are million leaves per second.
    Nobody,
}

const ROWS: &[Row] = &[
    row("shogi start", "shogi", None, 5, 1, Peer::Haitaka, 1.4, 1.8),
    row("shogi full hands", "shogi", Some(FULL_HANDS), 4, 1, Peer::Haitaka, 1.0, 1.2),
    row("minishogi start", "minishogi", None, 6, 6, Peer::FairyStockfish("minishogi"), 15.0, 25.0),
    row("judkins start", "judkins", None, 6, 2, Peer::FairyStockfish("judkins"), 15.0, 25.0),
    row("chess start", "chess", None, 6, 1, Peer::CozyChess, 0.45, 0.7),
    row("raichu start", "raichu", None, 4, 12, Peer::Nobody, 25.0, 50.0),
    row("minjiku start", "minjiku", None, 5, 2, Peer::Nobody, 10.0, 40.0),
];

#[allow(clippy::too_many_arguments, reason = "a table")]
const fn row(
    name: &'static str,
    variant: &'static str,
    position: Option<&'static str>,
    depth: u32,
    repeat: u32,
    peer: Peer,
    floor: f64,
    goal: f64,
) -> Row {
    Row { name, variant, position, depth, repeat, peer, floor, goal }
}

fn main() {
    let wanted = std::env::var("KOMADAI_BENCH").unwrap_or_default();
    let rounds = std::env::var("KOMADAI_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(5);
    println!("| counted perft | leaves | ours, M/s | peer | peer, M/s | ratio | floor | goal |");
    println!("|---|---|---|---|---|---|---|---|");
    for row in ROWS.iter().filter(|r| r.name.contains(&wanted)) {
        measure(row, rounds);
    }
    if "loading".contains(&wanted) || wanted.is_empty() {
        measure_loading();
    }
}

fn measure(row: &Row, rounds: usize) {
    let loaded = load_builtin(row.variant, &[]).expect("a good file");
    let variant = loaded.variant;
    let squares = usize::from(variant.board.files) * usize::from(variant.board.ranks);
    let ours: Box<dyn Fn() -> u64> = match squares.div_ceil(64) {
        1 => counter::<1>(&variant, row),
        2 => counter::<2>(&variant, row),
        _ => counter::<3>(&variant, row),
    };
    let (mut speeds, mut peers, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let mut leaves = 0;
    for _ in 0..rounds {
        let (counted, seconds) = timed(&ours);
        leaves = counted / u64::from(row.repeat);
        speeds.push(counted as f64 / seconds / 1e6);
        if let Some((peer_leaves, seconds)) = run_peer(row) {
            // Fairy-Stockfish lists drop-pawn mates, one of which lies six plies from a start.
            let listed_mates = peer_leaves - leaves.min(peer_leaves);
            assert!(peer_leaves >= leaves && listed_mates < 10, "{}: the peer disagrees", row.name);
            peers.push(peer_leaves as f64 / seconds / 1e6);
            ratios.push(speeds[speeds.len() - 1] / peers[peers.len() - 1]);
        }
    }
    let show = |values: &mut Vec<f64>| match median(values) {
        Some(value) => format!("{value:.2}"),
        None => "-".into(),
    };
    let peer = match row.peer {
        Peer::Haitaka => "haitaka",
        Peer::CozyChess => "cozy-chess",
        Peer::FairyStockfish(_) => "fairy-stockfish",
        Peer::Nobody => "-",
    };
    println!(
        "| {} d{} | {leaves} | {} | {peer} | {} | {} | {} | {} |",
        row.name,
        row.depth,
        show(&mut speeds),
        show(&mut peers),
        show(&mut ratios),
        row.floor,
        row.goal
    );
}

fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn counter<const N: usize>(variant: &Variant, row: &Row) -> Box<dyn Fn() -> u64> {
    let game = Arc::new(Game::<N>::compile(variant).expect("a good game"));
    let position = match row.position {
        Some(text) => {
            let setup = position::parse(variant, text).expect("a good text");
            Position::from_setup(&game, &setup).expect("a good position")
        }
        None => Position::start(&game).expect("a good start"),
    };
    let (depth, repeat) = (row.depth, row.repeat);
    Box::new(move || (0..repeat).map(|_| std::hint::black_box(&position).perft(depth)).sum())
}

fn timed(count: &dyn Fn() -> u64) -> (u64, f64) {
    let before = seconds_used();
    let leaves = count();
    (leaves, seconds_used() - before)
}

/// Processor seconds of this thread, or the wall clock's where the system does not tell them.
fn seconds_used() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|t| t.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.with(|s| s.elapsed().as_secs_f64()), |n| n / 1e9)
}

fn run_peer(row: &Row) -> Option<(u64, f64)> {
    match row.peer {
        Peer::Haitaka => {
            let board = match row.position {
                Some(text) => haitaka::Board::from_sfen(text).ok()?,
                None => haitaka::Board::startpos(),
            };
            Some(timed(&|| haitaka_perft(&board, row.depth)))
        }
        Peer::CozyChess => {
            let board = cozy_chess::Board::default();
            Some(timed(&|| cozy_perft(&board, row.depth)))
        }
        Peer::FairyStockfish(game) => fairy(game, row.depth),
        Peer::Nobody => None,
    }
}

fn haitaka_perft(board: &haitaka::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.into_iter().len() as u64;
        } else {
            for m in moves {
                let mut board = board.clone();
                board.play_unchecked(m);
                nodes += haitaka_perft(&board, depth - 1);
            }
        }
        false
    });
    nodes
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for m in moves {
                let mut board = board.clone();
                board.play_unchecked(m);
                nodes += cozy_perft(&board, depth - 1);
            }
        }
        false
    });
    nodes
}

/// Perft by Debian's fairy-stockfish, less the time that its start takes.
fn fairy(game: &str, depth: u32) -> Option<(u64, f64)> {
    let run = |commands: &str| -> Option<(String, f64)> {
        let before = children_seconds();
        let started = Instant::now();
        let mut child = Command::new("/usr/games/fairy-stockfish")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        child.stdin.take()?.write_all(commands.as_bytes()).ok()?;
        let output = child.wait_with_output().ok()?;
        let used = match (before, children_seconds()) {
            (Some(before), Some(after)) => after - before,
            _ => started.elapsed().as_secs_f64(),
        };
        Some((String::from_utf8_lossy(&output.stdout).into_owned(), used))
    };
    let setup = format!("setoption name UCI_Variant value {game}\nposition startpos\n");
    let (_, idle) = run(&format!("{setup}quit\n"))?;
    let (text, used) = run(&format!("{setup}go perft {depth}\nquit\n"))?;
    let line = text.lines().find(|l| l.starts_with("Nodes searched"))?;
    let nodes = line.rsplit(' ').next()?.trim().parse().ok()?;
    Some((nodes, used - idle))
}

/// Processor seconds of all children that have ended, in clock ticks of 10 ms.
fn children_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / 100.0)
}

fn measure_loading() {
    let largest = |id: &str| {
        let start = Instant::now();
        let variant = load_builtin(id, &[]).expect("a good file").variant;
        let read = start.elapsed();
        std::hint::black_box(Game::<3>::compile(&variant).expect("a good game"));
        (read.as_secs_f64() * 1e3, start.elapsed().as_secs_f64() * 1e3)
    };
    let best = (0..5).map(|_| largest("raichu")).min_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((read, all)) = best {
        println!("\nloading raichu: {read:.1} ms to read and check, {all:.1} ms with compiling");
    }
}
