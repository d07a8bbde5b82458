//! Random lines: the engine must live, and answer.
//!
//! `KOMADAI_LINES` says how many lines a protocol hears; a thousand or so without it.

use crate::common::Talk;
use fastrand::Rng;
use std::fmt::Write as _;

/// Words of which lines are made: commands, and what may follow them.
const USI: &[&str] = &[
    "usi",
    "isready",
    "setoption",
    "name",
    "value",
    "USI_Variant",
    "shogi",
    "raichu",
    "minjiku",
    "minishogi",
    "judkins",
    "chess",
    "usinewgame",
    "position",
    "startpos",
    "sfen",
    "fen",
    "moves",
    "7g7f",
    "3c3d",
    "P*5e",
    "pass",
    "0000",
    "4k4/9/9/9/9/9/9/9/4K4",
    "b",
    "w",
    "-",
    "1",
    "go",
    "depth",
    "nodes",
    "movetime",
    "btime",
    "wtime",
    "byoyomi",
    "binc",
    "infinite",
    "ponder",
    "mate",
    "perft",
    "2",
    "searchmoves",
    "stop",
    "ponderhit",
    "gameover",
    "win",
    "d",
    "eval",
    "Set",
    "Level",
    "end.repetition.times=2",
    "Threads",
    "USI_Hash",
    "MultiPV",
    "ImpasseRule",
    "none",
    "ClearHash",
    "VariantPath",
    "<empty>",
    "k11/12/12/12/12/12/12/12/12/12/12/K11",
    "unmoved=-",
    "quiet=9",
];
const UCI: &[&str] = &[
    "uci",
    "isready",
    "setoption",
    "name",
    "value",
    "UCI_Variant",
    "shogi",
    "raichu",
    "minjiku",
    "chess",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "e1g1",
    "P@e5",
    "e7e8q",
    "0000",
    "8/8/8/8/8/8/8/8",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "w",
    "KQkq",
    "-",
    "0",
    "1",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "infinite",
    "ponder",
    "mate",
    "perft",
    "2",
    "searchmoves",
    "stop",
    "ponderhit",
    "debug",
    "on",
    "Hash",
    "Level",
    "d",
    "eval",
    "Clear",
    "UCI_AnalyseMode",
    "UCI_Chess960",
    "true",
    "MultiPV",
    "3",
    "e7d7,d7c8",
];
const XBOARD: &[&str] = &[
    "protover",
    "2",
    "new",
    "variant",
    "normal",
    "shogi",
    "raichu",
    "minjiku",
    "minishogi",
    "force",
    "go",
    "playother",
    "level",
    "40",
    "5",
    "0",
    "st",
    "0.01",
    "sd",
    "1",
    "time",
    "100",
    "otim",
    "usermove",
    "e2e4",
    "e7e5",
    "P@e5",
    "@@@@",
    "f6f7,f7f8",
    "?",
    "ping",
    "draw",
    "result",
    "1-0",
    "setboard",
    "8/8/8/8/8/8/8/8",
    "w",
    "-",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "exclude",
    "include",
    "all",
    "hint",
    "bk",
    "lift",
    "put",
    "hover",
    "a1",
    "e2",
    "memory",
    "cores",
    "option",
    "Level=3",
    "Set=end.repetition.times=2",
    "perft",
    "d",
    "eval",
    "nps",
    "random",
    "computer",
    "name",
    "rating",
    "white",
    "black",
    "pause",
    "accepted",
    "rejected",
];

/// Words in any order, sometimes with damage; sometimes bytes of any kind.
fn line(random: &mut Rng, words: &[&str]) -> Vec<u8> {
    if random.usize(..12) == 0 {
        let length = random.usize(..60);
        let bytes = (0..length).map(|_| random.u8(..)).filter(|byte| *byte != b'\n');
        return bytes.collect();
    }
    let mut text = String::new();
    for _ in 0..=random.usize(..8) {
        let _ = write!(text, "{} ", words[random.usize(..words.len())]);
    }
    if random.usize(..4) == 0 {
        let at = random.usize(..text.len());
        text.replace_range(at..=at, ["", "9", "-", "+", "/", "é", "  "][random.usize(..7)]);
    }
    // Larger counts would take long, not more.
    if text.contains("perft") || text.contains("quit") {
        "perft 1".into()
    } else {
        text.into_bytes()
    }
}

fn lines() -> usize {
    std::env::var("KOMADAI_LINES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000)
}

fn check(hello: &str, words: &[&str], question: &str, answer: &str) {
    const PART: usize = 250;
    for seed in 0..lines().div_ceil(PART) as u64 {
        let mut random = Rng::with_seed(seed);
        let mut talk = Talk::begin();
        talk.say(hello);
        for _ in 0..PART {
            let mut bytes = line(&mut random, words);
            bytes.push(b'\n');
            talk.say_bytes(bytes);
        }
        // Whatever it may be doing now.
        talk.say("stop");
        talk.say("force");
        talk.ask(question, answer);
        talk.quit("quit");
    }
}

#[test]
fn usi_survives_anything() {
    check("usi", USI, "isready", "readyok");
}

#[test]
fn uci_survives_anything() {
    check("uci", UCI, "isready", "readyok");
}

#[test]
fn xboard_survives_anything() {
    check("xboard", XBOARD, "ping 987654", "pong 987654");
}

#[test]
fn what_is_said_again_is_plain() {
    let mut talk = Talk::begin();
    talk.say("xboard");
    for (number, plain) in [("7\u{1b}[2J\u{7}", "7?[2J?"), ("7\r8", "7 8"), ("7\t 8 ", "7 8")] {
        let lines = talk.ask(&format!("ping {number}"), "pong");
        assert_eq!(lines, [format!("pong {plain}")], "{number:?}");
    }
    talk.quit("quit");
}
