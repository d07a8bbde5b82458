//! How many questions for the legal moves `komadai batch` answers in a second, in each game.
//!
//! `cargo bench -p komadai` prints a row for each game: the whole way from a line of JSON to a line of
//! JSON, through two pipes, at positions from the midst of random games. `KOMADAI_BENCH=shogi` asks in
//! that game alone.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    missing_docs,
    reason = "a benchmark starts programs and reads the clock"
)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

const GAMES: [&str; 6] = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];
/// From the midst of games of so many plies.
const PLIES: [&str; 4] = ["16", "30", "44", "60"];
/// So many of each length.
const POSITIONS: &str = "25";
/// Each position is asked for so many times.
const ROUNDS: usize = 40;
/// No game may have fewer answers a second.
const FLOOR: f64 = 5_000.0;

fn komadai(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_komadai"));
    command.args(arguments);
    command
}

/// Positions from the midst of random games.
fn positions(game: &str) -> Vec<String> {
    let played = PLIES.iter().flat_map(|plies| {
        let arguments = ["playout", game, "--games", POSITIONS, "--seed", plies, "--plies", plies];
        let output = komadai(&arguments).arg("--json").output().expect("it plays");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let games: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        games.into_iter().filter(|game| game["status"] == "ongoing")
    });
    played.map(|game| game["position"].as_str().expect("a text").to_owned()).collect()
}

/// Answers a second, and moves in each on average.
fn measure(game: &str) -> (f64, f64) {
    let requests: Vec<String> = positions(game)
        .iter()
        .map(|position| json!({"cmd": "moves", "variant": game, "position": position}).to_string())
        .collect();
    let input = format!("{}\n", requests.join("\n"));
    let mut child = komadai(&["batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut moves = 0;
    // Once without the clock: the game is loaded.
    questions.write_all(input.as_bytes()).expect("it reads");
    for answer in answers.by_ref().take(requests.len()) {
        let answer: Value = serde_json::from_str(&answer.expect("UTF-8")).expect("JSON");
        moves += answer["moves"].as_array().expect("moves").len();
    }
    let start = Instant::now();
    let writer = std::thread::spawn(move || {
        (0..ROUNDS).for_each(|_| questions.write_all(input.as_bytes()).expect("it reads"));
    });
    let count = answers.by_ref().take(ROUNDS * requests.len()).count();
    let seconds = start.elapsed().as_secs_f64();
    writer.join().expect("it writes");
    child.wait().expect("it ends");
    (count as f64 / seconds, moves as f64 / requests.len() as f64)
}

fn main() {
    let wanted = std::env::var("KOMADAI_BENCH").unwrap_or_default();
    println!("| batch, `moves` | moves a position | answers/s | floor |");
    println!("|---|---|---|---|");
    for game in GAMES.iter().filter(|game| game.contains(&wanted)) {
        let (answers, moves) = measure(game);
        let short = if answers < FLOOR { ", **short**" } else { "" };
        println!("| {game} | {moves:.0} | {answers:.0}{short} | {FLOOR:.0} |");
    }
}
