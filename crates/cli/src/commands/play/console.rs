//! Reading lines: with editing, history and completion at a terminal, plainly from anywhere else.

use super::orders::WORDS;
use super::patience::{Patience, Then};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, IsTerminal, Write};

/// Where lines come from.
pub(super) enum Console {
    /// A person at a terminal.
    Terminal(Box<Editor<Vocabulary, MemHistory>>),
    /// A pipe or a file. What it says is shown, so that what comes out reads as a conversation.
    Pipe,
}

/// What can be typed now, for completion.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// The legal moves.
    pub(super) moves: Vec<String>,
    /// Squares and pieces.
    pub(super) things: Vec<String>,
}

impl Console {
    pub(super) fn open() -> anyhow::Result<Self> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Console::Pipe);
        }
        let config =
            Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        Ok(Console::Terminal(Box::new(Editor::with_history(config, MemHistory::new())?)))
    }

    /// The next line; `None` when there are no more, or Ctrl-C was pressed.
    pub(super) fn ask(
        &mut self,
        prompt: &str,
        vocabulary: impl FnOnce() -> Vocabulary,
        patience: &Patience,
        out: &mut dyn Write,
    ) -> anyhow::Result<Option<String>> {
        let editor = match self {
            Console::Pipe => return plain(prompt, patience, out),
            Console::Terminal(editor) => editor,
        };
        out.flush()?;
        editor.set_helper(Some(vocabulary()));
        match editor.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => {
                writeln!(out)?;
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn plain(prompt: &str, patience: &Patience, out: &mut dyn Write) -> anyhow::Result<Option<String>> {
    write!(out, "{prompt}")?;
    out.flush()?;
    let read = || {
        let mut line = Vec::new();
        io::BufRead::read_until(&mut io::stdin().lock(), b'\n', &mut line).map(|_| line)
    };
    let line = patience.wait(read, || Then::Leave).transpose()?.unwrap_or_default();
    if line.is_empty() {
        writeln!(out)?;
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&line).trim_end().to_owned();
    writeln!(out, "{line}")?;
    Ok(Some(line))
}

impl Vocabulary {
    /// Where the word begins that is being typed, and how it could go on.
    fn complete(&self, before: &str) -> (usize, Vec<&str>) {
        let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let (earlier, begun) = before.split_at(start);
        let words: Vec<&str> = match earlier.trim() {
            "" => {
                let words = WORDS.iter().map(|word| word.word);
                words.chain(self.moves.iter().map(String::as_str)).collect()
            }
            "moves" | "piece" => self.things.iter().map(String::as_str).collect(),
            "draw" => self.moves.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        let mut fitting: Vec<&str> = words.into_iter().filter(|w| w.starts_with(begun)).collect();
        fitting.sort_unstable();
        fitting.dedup();
        (start, fitting)
    }
}

impl Completer for Vocabulary {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..pos];
        if before.trim_start().starts_with("save ") {
            return FilenameCompleter::new().complete(line, pos, context);
        }
        let (start, words) = Vocabulary::complete(self, before);
        let pair = |word: &str| Pair { display: word.to_owned(), replacement: word.to_owned() };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Vocabulary {
    type Hint = String;
}
impl Highlighter for Vocabulary {}
impl Validator for Vocabulary {}
impl Helper for Vocabulary {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_words_and_things_are_completed() {
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let known =
            Vocabulary { moves: list(&["7g7f", "7i7h", "P-7f"]), things: list(&["7g", "P"]) };
        let complete = |before: &str| known.complete(before).1;
        assert_eq!(complete("7"), ["7g7f", "7i7h"]);
        assert_eq!(complete("P"), ["P-7f"]);
        assert_eq!(complete("mo"), ["moves"]);
        assert_eq!(known.complete("moves 7"), (6, vec!["7g"]));
        assert_eq!(complete("why 7"), [] as [&str; 0]);
    }
}
