//! Commands at awkward moments.

use crate::common::Talk;
use std::time::Duration;

/// What `stop` may take, with much to spare for busy machines.
const AT_ONCE: Duration = Duration::from_millis(500);

#[test]
fn stop_is_answered_at_once() {
    for (hello, ready, option) in [("usi", "usiok", "USI_Variant"), ("uci", "uciok", "UCI_Variant")]
    {
        let mut talk = Talk::begin();
        talk.ask(hello, ready);
        for game in ["shogi", "minishogi", "raichu", "minjiku", "chess"] {
            talk.say(&format!("setoption name {option} value {game}"));
            talk.ask("isready", "readyok");
            let mut times = Vec::new();
            for wait in [0, 1, 5, 60] {
                talk.say("go infinite");
                std::thread::sleep(Duration::from_millis(wait));
                times.push(talk.time("stop", "bestmove"));
            }
            times.sort_unstable();
            // The quickest of them tells what the machine could do.
            assert!(times[0] < AT_ONCE, "{game}: {times:?}");
        }
        talk.quit("quit");
    }
}

#[test]
fn stop_belongs_to_the_search_that_it_follows() {
    for (hello, ready) in [("usi", "usiok"), ("uci", "uciok")] {
        let mut talk = Talk::begin();
        talk.ask(hello, ready);
        // At once it is not lost, or this would never end.
        for _ in 0..200 {
            talk.say("go infinite");
            talk.ask("stop", "bestmove");
        }
        // When nothing searches it does not stop the next search.
        for _ in 0..20 {
            talk.say("stop");
            let lines = talk.ask("go depth 4", "bestmove");
            assert!(lines.iter().any(|line| line.starts_with("info depth 4")), "{lines:?}");
        }
        talk.quit("quit");
    }
}

#[test]
fn every_go_has_one_answer() {
    let mut talk = Talk::begin();
    talk.ask("usi", "usiok");
    talk.say("setoption name Threads value 2");
    let rounds = 50;
    for round in 0..rounds {
        talk.say(
            ["go infinite", "go nodes 50", "go ponder byoyomi 1", "go mate infinite"][round % 4],
        );
        if round % 3 == 0 {
            talk.say("stop");
        }
        if round % 5 == 0 {
            talk.say("position startpos moves 7g7f");
        }
    }
    talk.say("stop");
    let mut answers = 0;
    for line in talk.ask("isready", "readyok") {
        answers += usize::from(line.starts_with("bestmove") || line.starts_with("checkmate"));
    }
    assert_eq!(answers, rounds);
    assert_eq!(talk.quit("quit"), [""; 0]);
}

#[test]
fn the_end_of_the_input_waits_for_what_has_limits() {
    let mut talk = Talk::begin();
    talk.say("usi");
    talk.say("go nodes 2000");
    assert!(talk.hang_up().iter().any(|line| line.starts_with("bestmove")));
    let mut talk = Talk::begin();
    talk.say("uci");
    talk.say("go perft 3");
    assert!(talk.hang_up().contains(&"Nodes searched: 8902".to_owned()));
}

#[test]
fn the_end_of_the_input_ends_what_has_none() {
    for hello in ["usi", "uci"] {
        let mut talk = Talk::begin();
        talk.say(hello);
        talk.say("go infinite");
        assert!(talk.hang_up().iter().any(|line| line.starts_with("bestmove")));
    }
    let mut talk = Talk::begin();
    talk.say("xboard");
    talk.say("analyze");
    talk.hang_up();
    Talk::begin().hang_up();
}

#[test]
fn quit_ends_everything() {
    for (hello, work) in [("usi", "go infinite"), ("uci", "go mate 30"), ("xboard", "go")] {
        let mut talk = Talk::begin();
        talk.say(hello);
        talk.say(work);
        talk.quit("quit");
    }
}

#[test]
fn equal_input_gives_equal_output() {
    let talk = || {
        let mut talk = Talk::begin();
        talk.ask("usi", "usiok");
        let mut said = Vec::new();
        for game in ["minishogi", "raichu"] {
            talk.say(&format!("setoption name USI_Variant value {game}"));
            talk.say("usinewgame");
            let lines = talk.ask("go nodes 3000", "bestmove");
            // Times differ; what is found must not.
            let timeless = |line: String| {
                let words: Vec<&str> = line.split(' ').collect();
                let timed = |i: usize| i > 0 && matches!(words[i - 1], "time" | "nps");
                let kept = (0..words.len()).filter(|i| !timed(*i)).map(|i| words[i]);
                kept.collect::<Vec<_>>().join(" ")
            };
            said.extend(lines.into_iter().map(timeless));
        }
        talk.quit("quit");
        said
    };
    assert_eq!(talk(), talk());
}
