use crate::talk::{Manner, Talk, first_word};

static MANNER: Manner = Manner {
    asks: |line| first_word(line) == "ping",
    answers: |line| first_word(line) == "pong",
    thinks: |line| {
        let words = ["go", "usermove", "analyze", "hint", "perft"];
        words.contains(&first_word(line))
    },
    settles: |line| {
        let words = ["move", "Hint:", "1-0", "0-1", "1/2-1/2", "Illegal"];
        words.contains(&first_word(line)) || line.starts_with("# Nodes searched: ")
    },
    halt: "force",
};

/// Speaks XBoard's protocol: every `ping` has its `pong`, the lines are those of the protocol, and with
/// the input everything ends.
pub(crate) fn xboard(data: &[u8]) {
    let talk = Talk::hold(&MANNER, "xboard", data);
    let numbers = |lines: &[String], word: &str| {
        let lines = lines.iter().filter(|line| first_word(line) == word);
        let mut numbers: Vec<String> = lines.map(|line| plain(&line[word.len()..])).collect();
        numbers.sort();
        numbers
    };
    let (pings, pongs) = (numbers(&talk.said, "ping"), numbers(&talk.heard, "pong"));
    if talk.quits {
        assert!(pongs.len() <= pings.len(), "{pongs:?} to {:#?}", talk.said);
    } else {
        assert_eq!(pongs, pings, "said {:#?}", talk.said);
    }
    talk.check_lines(is_known);
}

/// A text as the engine says it again.
fn plain(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace(|c: char| c.is_control(), "?")
}

fn is_known(line: &str) -> bool {
    match first_word(line) {
        "feature" | "move" | "pong" | "setup" | "piece" | "choice" | "highlight" | "stat01:"
        | "Hint:" | "tellusererror" | "offer" | "Error" | "Illegal" | "#" | "" => true,
        "1-0" | "0-1" | "1/2-1/2" => line.contains(" {") && line.ends_with('}'),
        // A line of thought: depth, score, time, nodes and more, then the moves after a tab.
        depth => depth.parse::<u32>().is_ok() && line.contains('\t'),
    }
}
