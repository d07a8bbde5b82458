//! The games of a file, one after the other, however many there are.

use super::Format;
use crate::kif;
use crate::record::BadRecord;
use encoding_rs::{Encoding, SHIFT_JIS, UTF_8};
use std::io::{self, BufRead, Read};

/// The text of one game in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// Which game it is, from 1.
    pub number: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

impl GameText {
    /// What is wrong with the game, with the line of the file.
    #[must_use]
    pub fn in_file(&self, bad: BadRecord) -> BadRecord {
        BadRecord { line: self.line + bad.line.saturating_sub(1), ..bad }
    }
}

/// Why the next game of a file cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum NoGame {
    /// The file cannot be read any further.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What is there is no text, or too long.
    #[error(transparent)]
    Bad(#[from] BadRecord),
}

/// No game has more bytes.
const MOST_BYTES: usize = 64 << 20;
/// What the lines say of the encoding.
const SAID: [(&str, &Encoding); 4] = [
    ("encoding=Shift_JIS", SHIFT_JIS),
    ("encoding=SHIFT_JIS", SHIFT_JIS),
    ("encoding=UTF-8", UTF_8),
    ("encoding=utf-8", UTF_8),
];

/// Reads the games of a file. Only one is held at a time.
///
/// ```
/// use komadai_records::file::{Format, Games};
///
/// let text = b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 {[\n[x] } *\n";
/// let games: Vec<_> = Games::new(&text[..], Format::Pgn).map(Result::unwrap).collect();
/// assert_eq!(games.len(), 2);
/// assert_eq!((games[1].number, games[1].line), (2, 5));
/// ```
pub struct Games<R> {
    reader: R,
    format: Format,
    /// How it says that it is encoded...
    said: Option<&'static Encoding>,
    /// ... and how it is, once that is known.
    encoding: Option<&'static Encoding>,
    /// Lines that were read.
    lines: usize,
    /// The line with which the next game begins.
    kept: Option<String>,
    /// Room for the next line.
    spare: Vec<u8>,
    games: usize,
    /// Nothing comes any more.
    over: bool,
}

impl<R: BufRead> Games<R> {
    /// Of a file whose form is known.
    pub fn new(reader: R, format: Format) -> Self {
        Games {
            reader,
            format,
            said: None,
            encoding: None,
            lines: 0,
            kept: None,
            spare: Vec::new(),
            games: 0,
            over: false,
        }
    }

    /// Of a file whose form its beginning shows.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn detected(mut reader: R) -> io::Result<Option<Self>> {
        let beginning = reader.fill_buf()?;
        let text = match std::str::from_utf8(beginning) {
            Ok(text) => text.into(),
            // The end may be cut in the middle of a letter.
            Err(error) if error.error_len().is_none() => String::from_utf8_lossy(beginning),
            Err(_) => SHIFT_JIS.decode_without_bom_handling(beginning).0,
        };
        Ok(Format::of_text(&text).map(|format| Games::new(reader, format)))
    }

    /// The form of the file.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The next line with its end; `None` at the end of the file.
    fn line(&mut self) -> Result<Option<String>, NoGame> {
        let mut bytes = std::mem::take(&mut self.spare);
        bytes.clear();
        let most = MOST_BYTES as u64 + 1;
        if self.reader.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.lines += 1;
        if bytes.len() > MOST_BYTES {
            return Err(self
                .bad(format!("the line is longer than {} MiB", MOST_BYTES >> 20))
                .into());
        }
        if self.lines == 1 && (bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]))
        {
            return Err(self
                .bad("this is UTF-16; records are UTF-8 or Shift_JIS".to_owned())
                .into());
        }
        self.decode(bytes).map(Some)
    }

    fn bad(&self, message: String) -> BadRecord {
        BadRecord { line: self.lines, message }
    }

    /// The first line that is not ASCII shows the encoding. What the file says of it holds if the line can be read so:
    /// programs that convert files leave what they say.
    fn decode(&mut self, bytes: Vec<u8>) -> Result<String, NoGame> {
        let said = |text: &str| SAID.iter().find(|(words, _)| text.contains(words));
        if bytes.is_ascii() {
            let text = String::from_utf8(bytes).unwrap_or_default();
            if self.said.is_none() && text.starts_with(['#', '\'']) {
                self.said = said(&text).map(|(_, encoding)| *encoding);
            }
            return Ok(text);
        }
        let is_utf8 = std::str::from_utf8(&bytes).is_ok();
        let encoding = *self.encoding.get_or_insert_with(|| {
            let likely = if is_utf8 { UTF_8 } else { SHIFT_JIS };
            let fits = |encoding: &'static Encoding| {
                encoding.decode_without_bom_handling_and_without_replacement(&bytes).is_some()
            };
            self.said.filter(|said| fits(said) || !fits(likely)).unwrap_or(likely)
        });
        if encoding == UTF_8
            && is_utf8
            && let Ok(text) = String::from_utf8(bytes.clone())
        {
            return Ok(text);
        }
        match encoding.decode_without_bom_handling_and_without_replacement(&bytes) {
            Some(text) => Ok(text.into_owned()),
            None => {
                let message = format!("there are bytes that are no {}", encoding.name());
                Err(self.bad(message).into())
            }
        }
    }

    fn game(&mut self) -> Result<Option<GameText>, NoGame> {
        let mut splitter = Splitter::new(self.format);
        let mut text = String::new();
        let mut first = self.lines.max(1);
        loop {
            let line = match self.kept.take() {
                Some(kept) => Some(kept),
                None => self.line()?,
            };
            let Some(line) = line else { break };
            if text.is_empty() {
                first = self.lines;
            }
            if text.len() + line.len() > MOST_BYTES {
                return Err(self
                    .bad(format!("the game is longer than {} MiB", MOST_BYTES >> 20))
                    .into());
            }
            match splitter.take(&line) {
                Part::Inside if text.is_empty() && line.trim().is_empty() => {}
                Part::Inside => {
                    text += &line;
                    self.spare = line.into_bytes();
                }
                Part::Next => {
                    self.kept = Some(line);
                    break;
                }
                Part::Between if text.is_empty() => {}
                Part::Between => break,
                Part::Last(length) => {
                    let (inside, rest) = line.split_at(length);
                    text += inside;
                    self.kept = Some(rest.to_owned()).filter(|rest| !rest.trim().is_empty());
                    break;
                }
            }
        }
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            return Ok(None);
        }
        self.games += 1;
        Ok(Some(GameText { number: self.games, line: first, text }))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<GameText, NoGame>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let game = self.game().transpose();
        // What cannot be read once is not read again: nobody knows where the next game begins.
        self.over = !matches!(game, Some(Ok(_)));
        game
    }
}

/// To what a line belongs.
enum Part {
    /// To the game that is being read.
    Inside,
    /// To the next game.
    Next,
    /// To none.
    Between,
    /// To the game that is being read up to there; it ends so.
    Last(usize),
}

/// Finds where games end.
struct Splitter {
    format: Format,
    /// Whether the moves have begun.
    in_moves: bool,
    /// Whether the line above the moves has been there.
    titled: bool,
    in_comment: bool,
    depth: usize,
    in_string: bool,
}

impl Splitter {
    fn new(format: Format) -> Self {
        let (in_moves, titled, in_comment, depth, in_string) = (false, false, false, 0, false);
        Splitter { format, in_moves, titled, in_comment, depth, in_string }
    }

    fn take(&mut self, line: &str) -> Part {
        match self.format {
            Format::Kif | Format::Ki2 => self.kif(line.trim()),
            Format::Csa if line.starts_with('/') && line.trim_end() == "/" => Part::Between,
            Format::Csa => Part::Inside,
            Format::Pgn => self.pgn(line),
            Format::Usi | Format::Sfen => match line.trim() {
                text if text.is_empty() || text.starts_with('#') => Part::Between,
                _ => Part::Last(line.len()),
            },
            Format::Jkf | Format::Json => self.json(line),
        }
    }

    fn kif(&mut self, text: &str) -> Part {
        if text.starts_with(['*', '&']) || text.is_empty() {
            return Part::Inside;
        }
        if kif::is_move(text) {
            self.in_moves = true;
            return Part::Inside;
        }
        let is_title = kif::is_title(text);
        let begins = text.starts_with('#') || kif::is_header(text) || (is_title && self.titled);
        if self.in_moves && begins {
            return Part::Next;
        }
        self.titled |= is_title;
        Part::Inside
    }

    fn pgn(&mut self, line: &str) -> Part {
        if !self.in_comment && line.trim_start_matches('\u{feff}').starts_with('[') {
            return if self.in_moves { Part::Next } else { Part::Inside };
        }
        self.in_moves |= !line.trim().is_empty();
        for c in line.chars() {
            match c {
                '{' => self.in_comment = true,
                '}' => self.in_comment = false,
                ';' if !self.in_comment => break,
                _ => {}
            }
        }
        Part::Inside
    }

    fn json(&mut self, line: &str) -> Part {
        let mut escaped = false;
        for (at, c) in line.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if self.in_string => escaped = true,
                '"' => self.in_string = !self.in_string,
                '{' if !self.in_string => self.depth += 1,
                '}' if !self.in_string => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Part::Last(at + 1);
                    }
                }
                _ => {}
            }
        }
        Part::Inside
    }
}
