use crate::talk::{Manner, Talk, first_word};

static MANNER: Manner = Manner {
    asks: |line| first_word(line) == "go",
    answers: is_answer,
    thinks: |line| first_word(line) == "go",
    settles: is_answer,
    halt: "stop",
};

/// How a `go` is answered: with a move, a mate, or a count.
fn is_answer(line: &str) -> bool {
    matches!(first_word(line), "bestmove" | "checkmate")
        || line.starts_with("Nodes searched: ")
        || line == "info string the count was stopped"
}

/// Speaks USI, or UCI where the input begins with its name: every `go` has one answer, the lines are
/// those of the protocol, and with the input everything ends.
pub(crate) fn universal(data: &[u8]) {
    let greeting = if data.starts_with(b"uci") { "uci" } else { "usi" };
    let talk = Talk::hold(&MANNER, greeting, data);
    let asked = talk.said.iter().filter(|line| (MANNER.asks)(line)).count();
    let answered = talk.heard.iter().filter(|line| is_answer(line)).count();
    let is_complete = if talk.quits { answered <= asked } else { answered == asked };
    assert!(is_complete, "{answered} answers to {asked} `go`: {:#?} {:#?}", talk.said, talk.heard);
    let draws = talk.said.iter().any(|line| matches!(first_word(line), "d" | "eval"));
    talk.check_lines(|line| draws || is_known(line));
}

fn is_known(line: &str) -> bool {
    let mut words = line.split(' ');
    let (first, rest) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>());
    match first {
        "bestmove" => match rest[..] {
            [best] => !best.is_empty(),
            [best, "ponder", ponder] => !best.is_empty() && !ponder.is_empty(),
            _ => false,
        },
        "id" | "option" | "info" | "checkmate" => !rest.is_empty(),
        "usiok" | "uciok" | "readyok" | "" => rest.is_empty(),
        // A count, and the part of it that begins with a move.
        "Nodes" => true,
        _ => first.ends_with(':') && rest.len() == 1 && rest[0].parse::<u64>().is_ok(),
    }
}
