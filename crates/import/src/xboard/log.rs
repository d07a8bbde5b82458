//! The lines of engines, alone or in a log of what was sent both ways.

use crate::naming;
use crate::place::Place;
use komadai_variant::Source;
use std::sync::Arc;

/// The text behind a command.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) at: Place,
}

/// `piece P& fmWfcF`
#[derive(Clone, Debug)]
pub(crate) struct PieceLine {
    /// The letter, with `+` before what has promoted.
    pub(crate) id: Said,
    /// Whether `&` stands behind it: for both sides.
    pub(crate) both: bool,
    pub(crate) movement: Said,
}

/// What is said of one game.
#[derive(Debug)]
pub(crate) struct Told {
    /// What it is called in commands.
    pub(crate) id: String,
    pub(crate) setup: Said,
    pub(crate) pieces: Vec<PieceLine>,
}

/// A file of such lines.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) games: Vec<Told>,
    /// A `piece` that stands before any `setup`.
    pub(crate) early: Option<Place>,
    /// A `piece` behind more of them than a game can have.
    pub(crate) too_many: Option<Place>,
    /// How many lines say something else, and the first of them.
    pub(crate) others: usize,
    pub(crate) other: Option<Place>,
}

/// The most pieces that a game is told of: each type for each side, and each once more.
const MOST_PIECES: usize = 512;

/// What a line tells.
enum Line {
    Setup(Said),
    Piece(PieceLine),
    Variant(String),
}

/// Whether a line tells something of a game.
pub(crate) fn is_told(line: &str) -> bool {
    let source = Arc::new(Source::new("", line));
    matches!(read_line(line, 0, &source), Some(Line::Setup(_) | Line::Piece(_)))
}

/// Reads a file. A game begins with its `setup`, and is called as the `variant` before it, or after the file.
pub(crate) fn read(source: &Arc<Source>) -> Log {
    let mut log = Log::default();
    let mut names: Vec<Option<String>> = Vec::new();
    let mut variant: Option<String> = None;
    let mut start = 0;
    for text in source.text.split_inclusive('\n') {
        let line = text.trim_end_matches(['\n', '\r']);
        match read_line(line, start, source) {
            Some(Line::Setup(setup)) => {
                names.push(variant.take());
                log.games.push(Told { id: String::new(), setup, pieces: Vec::new() });
            }
            Some(Line::Piece(piece)) => match log.games.last_mut() {
                Some(game) if game.pieces.len() < MOST_PIECES => game.pieces.push(piece),
                Some(_) => {
                    log.too_many.get_or_insert(piece.id.at);
                }
                None => {
                    log.early.get_or_insert(piece.id.at);
                }
            },
            Some(Line::Variant(name)) => variant = Some(name),
            None if line.trim().is_empty() || line.trim_start().starts_with('#') => {}
            None => {
                log.others += 1;
                let span = start..start + line.len();
                log.other.get_or_insert(Place { source: Arc::clone(source), span });
            }
        }
        start += text.len();
    }
    call(source, &mut log.games, names);
    log
}

/// Games of the same name are numbered.
fn call(source: &Source, games: &mut [Told], names: Vec<Option<String>>) {
    let nameless = names.iter().filter(|name| name.is_none()).count();
    let mut numbered = naming::numbered(source, nameless).into_iter();
    let mut given: Vec<String> = Vec::new();
    for (game, name) in games.iter_mut().zip(names) {
        let name = name.or_else(|| numbered.next()).unwrap_or_default();
        let same = given.iter().filter(|other| **other == name).count();
        game.id = if same == 0 { name.clone() } else { format!("{name}-{}", same + 1) };
        given.push(name);
    }
}

/// What stands before a command in a log: `12 <first : setup ..`, `> variant ..`.
const PREFIXES: [&str; 3] = [": ", "> ", "< "];

/// The longest line that may describe something; the position of a large board has some hundred signs.
const LONGEST: usize = 4096;

fn read_line(line: &str, start: usize, source: &Arc<Source>) -> Option<Line> {
    if line.len() > LONGEST {
        return None;
    }
    let ends = PREFIXES
        .iter()
        .flat_map(|prefix| line.match_indices(prefix).map(|(at, prefix)| at + prefix.len()));
    let mut begins: Vec<usize> = std::iter::once(0).chain(ends).collect();
    begins.sort_unstable();
    begins.into_iter().find_map(|at| {
        let rest = &line[at..];
        let indent = rest.len() - rest.trim_start().len();
        command(rest.trim(), start + at + indent, source)
    })
}

fn command(text: &str, start: usize, source: &Arc<Source>) -> Option<Line> {
    let (word, rest) = text.split_once(' ')?;
    let said = |part: &str| {
        let from = start + (part.as_ptr() as usize - text.as_ptr() as usize);
        let at = Place { source: Arc::clone(source), span: from..from + part.len() };
        Said { text: part.to_owned(), at }
    };
    let mut words = rest.split_whitespace();
    match word {
        "setup" if is_setup(rest) => Some(Line::Setup(said(rest.trim()))),
        "piece" => {
            let (id, movement) = (words.next()?, words.next()?);
            let plain = id.strip_suffix('&').unwrap_or(id);
            (is_id(plain) && words.next().is_none()).then(|| {
                let both = plain.len() < id.len();
                Line::Piece(PieceLine { id: said(plain), both, movement: said(movement) })
            })
        }
        "variant" => {
            let name = words.next()?;
            words.next().is_none().then(|| Line::Variant(name.to_owned()))
        }
        _ => None,
    }
}

/// A table in brackets, or a size such as `8x8+0_fairy`.
fn is_setup(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.starts_with('(')
        || rest.split_once('x').is_some_and(|(files, rest)| {
            !files.is_empty()
                && files.bytes().all(|b| b.is_ascii_digit())
                && rest.starts_with(|c: char| c.is_ascii_digit())
        })
}

/// A letter, with `+` before it or marks behind it that tell letters apart.
fn is_id(text: &str) -> bool {
    let bare = text.strip_prefix('+').unwrap_or(text);
    let letter = bare.trim_end_matches(['\'', '"', '!']);
    letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_alphabetic()) && bare.len() <= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_in_logs() {
        let text = "12 >first : variant shatranj\n34 <first : setup (PK) 8x8+0_fairy 8/8 w 0 1\n\
                    <first : piece P& fmWfcF\n<first : piece of advice\npiece k K\nbye\n\n# note\n\
                    setup 5x5+0_fairy 5/5 w\npiece K& K\nsetup 5x5+0_fairy 5/5 w\n";
        let log = read(&Arc::new(Source::new("log/debug.txt", text)));
        let names: Vec<&str> = log.games.iter().map(|game| game.id.as_str()).collect();
        assert_eq!(names, ["shatranj", "debug-1", "debug-2"]);
        assert_eq!(log.games[0].setup.text, "(PK) 8x8+0_fairy 8/8 w 0 1");
        let [pawn, king] = &log.games[0].pieces[..] else { panic!("{log:?}") };
        assert_eq!((pawn.id.text.as_str(), pawn.both), ("P", true));
        assert_eq!((king.id.text.as_str(), king.both), ("k", false));
        let at = &pawn.movement.at;
        assert_eq!(&at.source.text[at.span.clone()], "fmWfcF");
        assert_eq!(log.others, 2);
    }
}
