//! Games in which a single list of moves takes long: time is kept, and `stop` and `quit` are heard.

use crate::common::{Games, Talk};
use komadai_protocol::Start;
use std::time::{Duration, Instant};

const FILES: [(&str, &str); 3] = [
    ("hook-movers", include_str!("../../../rules/tests/variants/heavy/hook-movers.toml")),
    ("lions", include_str!("../../../rules/tests/variants/heavy/lions.toml")),
    ("swappers", include_str!("../../../rules/tests/variants/heavy/swappers.toml")),
];

/// More than an answer may take on a busy machine; without a look at the clock within a node some never
/// came.
const SOON: Duration = Duration::from_secs(8);

/// A conversation in such a game.
fn talk(name: &str) -> Talk {
    let mut games = Games::default();
    games.files.extend(FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
    Talk::with(games, Start { variant: Some(name.to_owned()), ..Start::default() })
}

#[test]
fn time_is_kept() {
    for (name, _) in FILES {
        for (hello, ready) in [("usi", "usiok"), ("uci", "uciok")] {
            let mut talk = talk(name);
            talk.ask(hello, ready);
            let time = talk.time("go movetime 200", "bestmove");
            assert!(time < SOON, "{name}: {time:?}");
            for work in ["go infinite", "go depth 1", "go mate infinite"] {
                talk.say(work);
                std::thread::sleep(Duration::from_millis(100));
                let answer = if (hello, work) == ("usi", "go mate infinite") {
                    "checkmate"
                } else {
                    "bestmove"
                };
                let time = talk.time("stop", answer);
                assert!(time < SOON, "{name}, {work}: {time:?}");
            }
            talk.quit("quit");
        }
    }
}

#[test]
fn xboard_moves_in_time() {
    for (name, _) in FILES {
        let mut talk = talk(name);
        talk.say("xboard");
        talk.say("protover 2");
        talk.say("st 1");
        let time = talk.time("go", "move ");
        assert!(time < SOON, "{name}: {time:?}");
        talk.say("force");
        talk.say("st 60");
        talk.say("go");
        let time = talk.time("?", "move ");
        assert!(time < SOON, "{name}: {time:?}");
        talk.quit("quit");
    }
}

#[test]
fn quit_is_heard_amid_everything() {
    for (name, _) in FILES {
        for (hello, work) in [
            ("usi", "go infinite"),
            ("usi", "go perft 4"),
            ("uci", "go depth 1"),
            ("uci", "go perft 4"),
            ("xboard", "analyze"),
            ("xboard", "perft 4"),
        ] {
            let mut talk = talk(name);
            talk.say(hello);
            talk.say(work);
            std::thread::sleep(Duration::from_millis(100));
            let start = Instant::now();
            talk.quit("quit");
            assert!(start.elapsed() < SOON, "{name}, {work}: {:?}", start.elapsed());
        }
    }
}
