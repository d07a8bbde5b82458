//! What can be typed besides moves.

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Moves,
    Why,
    Piece,
    Hint,
    Undo,
    Flip,
    Board,
    List,
    Position,
    Resign,
    Draw,
    Declare,
    Save,
    Help,
    Quit,
}

/// A line as it is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order<'a> {
    /// Nothing was typed.
    Nothing,
    /// A move, or what is none.
    Move(&'a str),
    /// A word, and what it is about.
    Wish(Wish, Option<&'a str>),
    /// A word that needs to be told more.
    Incomplete(&'static Word),
}

/// A word that is understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) word: &'static str,
    other: Option<&'static str>,
    wish: Wish,
    /// What may follow; in brackets if it need not.
    pub(super) more: &'static str,
    pub(super) help: &'static str,
}

const fn word(
    word: &'static str,
    other: Option<&'static str>,
    wish: Wish,
    more: &'static str,
    help: &'static str,
) -> Word {
    Word { word, other, wish, more, help }
}

/// All words, in the order of the help.
pub(super) const WORDS: &[Word] = &[
    word(
        "moves",
        None,
        Wish::Moves,
        "[SQUARE]",
        "the legal moves, or only those of a square or a piece",
    ),
    word("why", None, Wish::Why, "MOVE", "which rule a move breaks"),
    word("piece", None, Wish::Piece, "NAME", "what a piece does: a letter, a name, or its square"),
    word("hint", None, Wish::Hint, "", "a move that the computer would make"),
    word("undo", Some("back"), Wish::Undo, "", "take back your last move, or the end of the game"),
    word("flip", None, Wish::Flip, "", "turn the board around"),
    word("board", Some("show"), Wish::Board, "", "draw the board again"),
    word("list", None, Wish::List, "", "the game so far"),
    word("position", None, Wish::Position, "", "the position as text"),
    word("draw", None, Wish::Draw, "[MOVE]", "claim a draw, now or with a move; or offer one"),
    word("declare", None, Wish::Declare, "", "declare an impasse, in games that have it"),
    word("resign", None, Wish::Resign, "", "give up"),
    word("save", None, Wish::Save, "FILE", "save the game (.pgn, .kifu, .usi) or position (.sfen)"),
    word("help", Some("?"), Wish::Help, "", "this list"),
    word("quit", Some("exit"), Wish::Quit, "", "leave; `komadai play --resume` continues"),
];

impl<'a> Order<'a> {
    /// What a line means.
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let is_it = |word: &&Word| {
            [Some(word.word), word.other]
                .into_iter()
                .flatten()
                .any(|w| w.eq_ignore_ascii_case(first))
        };
        let more = Some(rest.trim()).filter(|rest| !rest.is_empty());
        match WORDS.iter().find(is_it) {
            Some(word) if more.is_none() && word.needs_more() => Order::Incomplete(word),
            Some(word) => Order::Wish(word.wish, more),
            None if line.is_empty() => Order::Nothing,
            None => Order::Move(line),
        }
    }
}

impl Word {
    fn needs_more(&self) -> bool {
        !self.more.is_empty() && !self.more.starts_with('[')
    }
}

/// What Ctrl-C does.
pub(super) const CTRL_C: &str =
    "Ctrl-C makes the computer stop thinking and move; at the prompt it leaves.";

/// All words with what they do.
pub(super) fn help() -> String {
    let line = |word: &Word| {
        let other = word.other.map_or_else(String::new, |other| format!(" (or `{other}`)"));
        let said = format!("{} {}", word.word, word.more);
        format!("  {said:<15} {}{other}", word.help)
    };
    WORDS.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Order<'_>) {
        assert_eq!(Order::read(line), expected, "{line}");
    }

    #[test]
    fn words_are_told_from_moves() {
        check("  ", Order::Nothing);
        check("7g7f", Order::Move("7g7f"));
        check(" e7d7, d7c8 ", Order::Move("e7d7, d7c8"));
        check("moves", Order::Wish(Wish::Moves, None));
        check("MOVES  7g ", Order::Wish(Wish::Moves, Some("7g")));
        check("?", Order::Wish(Wish::Help, None));
        check("save my game.pgn", Order::Wish(Wish::Save, Some("my game.pgn")));
        let why = WORDS.iter().find(|word| word.word == "why").expect("a word");
        check("why", Order::Incomplete(why));
    }

    #[test]
    fn the_help_fits_a_terminal() {
        assert!(help().lines().all(|line| line.len() <= 80), "{}", help());
    }
}
