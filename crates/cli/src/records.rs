//! Files of games, as the commands read them: one game at a time, several at once on several threads.

use crate::complaint::visible;
use crate::library;
use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use komadai_records::file::{self, Format, GameName, GameText, Games, NoGame};
use komadai_records::moves::Refusal;
use komadai_records::record::{BadMove, BadRecord, NotPlayable, Record, TreeNode};
use komadai_rules::AnyGame;
use komadai_rules::variant::{BUILTIN, SHELF, load_builtin};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};
use std::thread;

/// Moves of a game, those of its variations included.
pub(crate) const MOST_MOVES: usize = 200_000;
/// Standard input and output.
pub(crate) const STREAM: &str = "-";
/// So many games are worked on together, or fewer of so many bytes.
const BATCH: usize = 32;
const BATCH_BYTES: usize = 2 << 20;
/// So many of these are held at a time, for each who works on them.
const TICKETS: usize = 4;

/// The games that are played by, each compiled once.
pub(crate) struct Rulebook {
    given: Option<AnyGame>,
    settings: Vec<(String, String)>,
    named: HashMap<GameName, Result<AnyGame, String>>,
}

impl Rulebook {
    /// Whatever files say, the game is this one, if one is given.
    pub(crate) fn new(given: Option<&str>, settings: &[(String, String)]) -> anyhow::Result<Self> {
        let given = given.map(|name| library::game(name, settings)).transpose()?;
        Ok(Rulebook { given, settings: settings.to_vec(), named: HashMap::new() })
    }

    /// The game that a text is of.
    pub(crate) fn game(&mut self, format: Format, text: &str) -> Result<AnyGame, String> {
        if let Some(given) = &self.given {
            return Ok(given.clone());
        }
        let usual = || match format {
            Format::Pgn => Some("chess"),
            Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf | Format::Usi => Some("shogi"),
            Format::Sfen | Format::Json => None,
        };
        let name = format.game_of(text).or_else(|| Some(GameName::Id(usual()?.to_owned())));
        let missing = "the file does not say which game it is of; use --variant";
        let name = name.ok_or(missing)?;
        let settings = &self.settings;
        let known = self.named.entry(name).or_insert_with_key(|name| find(name, settings));
        known.clone()
    }
}

/// A built-in game by the name that a file has for it.
fn find(name: &GameName, settings: &[(String, String)]) -> Result<AnyGame, String> {
    let load = |id: &str| library::game(id, settings).map_err(|error| error.to_string());
    let is_it = |id: &&str| load_builtin(id, &[]).is_ok_and(|loaded| name.is(&loaded.variant));
    let found = BUILTIN.iter().chain(SHELF).map(|game| game.id).find(is_it);
    match (found, name) {
        (Some(id), _) => load(id),
        (None, GameName::Id(id)) => {
            Err(format!("there is no game `{}`; use --variant", visible(id)))
        }
        // What has no name of its own there begins in a position of shogi.
        (None, GameName::Japanese(_) | GameName::Board(_)) => load("shogi"),
    }
}

/// What is wrong with a game of a file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Trouble {
    pub(crate) file: String,
    /// Which game of the file, from 1.
    pub(crate) game: usize,
    /// Which line of the file, from 1.
    pub(crate) line: usize,
    /// Which move, from 1, where it is one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<usize>,
    /// As it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    pub(crate) message: String,
    /// Legal moves that may be meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) meant: Vec<String>,
}

impl Trouble {
    pub(crate) fn of(file: &str, game: &GameText, message: String) -> Self {
        let (file, line) = (file.to_owned(), game.line);
        let (number, text, meant) = (None, None, Vec::new());
        Trouble { file, game: game.number, line, number, text, message, meant }
    }

    pub(crate) fn of_playing(file: &str, game: &GameText, error: &NotPlayable) -> Self {
        let trouble = Trouble::of(file, game, error.to_string());
        let NotPlayable::Move(bad) = error else { return trouble };
        let BadMove { number, text, line, refusal, meant, .. } = &**bad;
        Trouble {
            line: game.line + line.saturating_sub(1),
            number: Some(*number),
            text: Some(text.clone()),
            message: refusal.to_string(),
            meant: meant.clone(),
            ..trouble
        }
    }
}

/// A game that is not written as its form wants it.
pub(crate) fn misread(file: &str, game: &GameText, bad: BadRecord) -> Trouble {
    let bad = game.in_file(bad);
    Trouble { line: bad.line, ..Trouble::of(file, game, bad.message) }
}

/// A file that cannot be read on after some game.
pub(crate) fn unreadable(file: &str, game: usize, line: usize, error: &NoGame) -> Trouble {
    let (line, message) = match error {
        NoGame::Bad(bad) => (bad.line, bad.message.clone()),
        NoGame::Io(error) => (line, error.to_string()),
    };
    let (number, text, meant) = (None, None, Vec::new());
    Trouble { file: file.to_owned(), game, line, number, text, message, meant }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: game {}", visible(&self.file), self.line, self.game)?;
        if let (Some(number), Some(text)) = (self.number, &self.text) {
            write!(f, ", move {number} (`{}`)", visible(text))?;
        }
        // More may follow.
        write!(f, ": {}", visible(self.message.trim_end_matches('.')))?;
        match &self.meant[..] {
            [] => Ok(()),
            meant => write!(f, "; legal there: {}", meant.join(" ")),
        }
    }
}

/// The files of a path: itself, or all records in a folder and those below it, by name.
pub(crate) fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .with_context(|| format!("cannot read the folder {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            // A link to a folder above would go on for ever.
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if format_of(&path).is_some() {
                found.push(path);
            }
        }
    }
    found.sort();
    if found.is_empty() {
        bail!("there are no records in {}", path.display());
    }
    Ok(found)
}

/// The form that the name of a file tells.
pub(crate) fn format_of(path: &Path) -> Option<Format> {
    Format::of_ending(path.extension()?.to_str()?)
}

/// One game of a file, and where it stands.
pub(crate) struct FoundGame {
    file: String,
    format: Format,
    text: GameText,
}

/// A game of a file, by its number from 1.
///
/// # Errors
/// When the file cannot be read, or has fewer.
pub(crate) fn nth(path: &Path, number: usize) -> anyhow::Result<FoundGame> {
    let file = path.display().to_string();
    let games = open(path, None, &ProgressBar::hidden())?;
    let format = games.format();
    let mut seen = 0;
    for text in games {
        let text = text.map_err(|error| anyhow!("{}", unreadable(&file, seen + 1, 1, &error)))?;
        seen += 1;
        if seen == number {
            return Ok(FoundGame { file, format, text });
        }
    }
    bail!("{file} has {seen} games, so there is no game {number}")
}

impl FoundGame {
    /// What it says.
    ///
    /// # Errors
    /// When it cannot be read as a game of this variant.
    pub(crate) fn record(&self, game: &AnyGame) -> anyhow::Result<Record> {
        let record = file::read(self.format, game.variant(), &self.text.text, MOST_MOVES);
        record.map_err(|bad| anyhow!("{}", misread(&self.file, &self.text, bad)))
    }

    /// Why a move of it cannot be played.
    pub(crate) fn unplayable(
        &self,
        number: usize,
        node: &TreeNode,
        refusal: &Refusal,
    ) -> anyhow::Error {
        let trouble = Trouble::of(&self.file, &self.text, refusal.to_string());
        let line = self.text.line + node.line.saturating_sub(1);
        anyhow!(
            "{}",
            Trouble { line, number: Some(number), text: Some(node.text.clone()), ..trouble }
        )
    }
}

/// Opens a file, or standard input, whose form is given or shows.
pub(crate) fn open(
    path: &Path,
    given: Option<Format>,
    bar: &ProgressBar,
) -> anyhow::Result<Games<Box<dyn BufRead + Send>>> {
    let is_stream = path.as_os_str() == STREAM;
    let reader: Box<dyn BufRead + Send> = if is_stream {
        Box::new(BufReader::new(bar.wrap_read(io::stdin())))
    } else {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Box::new(BufReader::new(bar.wrap_read(file)))
    };
    let format = given.or_else(|| format_of(path));
    if let Some(format) = format.filter(|format| *format != Format::Json) {
        return Ok(Games::new(reader, format));
    }
    let games =
        Games::detected(reader).with_context(|| format!("cannot read {}", path.display()))?;
    games.with_context(|| {
        let forms: Vec<String> = Format::ALL.iter().map(ToString::to_string).collect();
        format!("{} is no record of a known form ({})", path.display(), forms.join(", "))
    })
}

/// A bar on the terminal for so many bytes; nothing elsewhere.
pub(crate) fn bar(files: &[PathBuf]) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let sizes = files.iter().map(|path| fs::metadata(path).map_or(0, |file| file.len()));
    let bar = ProgressBar::new(sizes.sum());
    let style = "{bar:30} {bytes}/{total_bytes}, {msg} games, {eta} left";
    let style = ProgressStyle::with_template(style);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Does work on every game of a file, several at a time, and hands on what came of it in their order. What
/// is wrong with the file itself ends it, and is told.
pub(crate) fn each<T: Send>(
    games: &mut Games<Box<dyn BufRead + Send>>,
    rulebook: &mut Rulebook,
    work: impl Fn(&GameText, Result<AnyGame, String>) -> T + Sync,
    mut done: impl FnMut(&GameText, T) -> anyhow::Result<()>,
) -> anyhow::Result<Option<NoGame>> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    // No more games are held at a time than there are tickets for.
    let (ticket, tickets) = mpsc::channel();
    let (finished, results) = mpsc::channel();
    (0..TICKETS * threads).try_for_each(|_| ticket.send(()))?;
    let source = Mutex::new(Source { games, rulebook, tickets, batches: 0, is_over: false });
    thread::scope(|scope| {
        // Without them the others stop, however this ends.
        let (ticket, mut results) =
            (ticket, InOrder { results, waiting: BTreeMap::new(), next: 0 });
        for _ in 0..threads {
            let (finished, source, work) = (finished.clone(), &source, &work);
            scope.spawn(move || {
                while let Some((number, batch)) = Source::next(source) {
                    let worked = AssertUnwindSafe(|| batch.worked_on(work));
                    if finished.send((number, catch_unwind(worked))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(finished);
        loop {
            let Worked { games, end } =
                results.next()?.unwrap_or_else(|panic| resume_unwind(panic));
            games.into_iter().try_for_each(|(text, result)| done(&text, result))?;
            if let Some(end) = end {
                return Ok(end);
            }
            // Nobody takes it where no games are left.
            let _ = ticket.send(());
        }
    })
}

/// What several threads finish, in the order of its numbers.
struct InOrder<T> {
    results: mpsc::Receiver<(usize, T)>,
    /// What came too early.
    waiting: BTreeMap<usize, T>,
    next: usize,
}

impl<T> InOrder<T> {
    fn next(&mut self) -> Result<T, mpsc::RecvError> {
        loop {
            if let Some(result) = self.waiting.remove(&self.next) {
                self.next += 1;
                return Ok(result);
            }
            let (number, result) = self.results.recv()?;
            self.waiting.insert(number, result);
        }
    }
}

/// From where those who work on games have them.
struct Source<'a> {
    games: &'a mut Games<Box<dyn BufRead + Send>>,
    rulebook: &'a mut Rulebook,
    tickets: mpsc::Receiver<()>,
    batches: usize,
    is_over: bool,
}

impl Source<'_> {
    /// The next games with their number; `None` where nobody wants them, or there are none.
    fn next(source: &Mutex<Self>) -> Option<(usize, Batch)> {
        let mut source = source.lock().ok()?;
        if source.is_over {
            return None;
        }
        source.tickets.recv().ok()?;
        let Source { games, rulebook, .. } = &mut *source;
        let batch = Batch::read(games, rulebook);
        source.is_over = batch.end.is_some();
        source.batches += 1;
        Some((source.batches - 1, batch))
    }
}

/// Some games of a file that are worked on together.
struct Batch {
    games: Vec<(GameText, Result<AnyGame, String>)>,
    /// Where no more come: why, if something is wrong.
    end: Option<Option<NoGame>>,
}

/// The same with what came of them.
struct Worked<T> {
    games: Vec<(GameText, T)>,
    end: Option<Option<NoGame>>,
}

impl Batch {
    fn read(games: &mut Games<Box<dyn BufRead + Send>>, rulebook: &mut Rulebook) -> Self {
        let format = games.format();
        let (mut batch, mut bytes) = (Batch { games: Vec::new(), end: None }, 0);
        while batch.games.len() < BATCH && bytes < BATCH_BYTES {
            match games.next() {
                Some(Ok(text)) => {
                    bytes += text.text.len();
                    let game = rulebook.game(format, &text.text);
                    batch.games.push((text, game));
                }
                Some(Err(error)) => {
                    batch.end = Some(Some(error));
                    break;
                }
                None => {
                    batch.end = Some(None);
                    break;
                }
            }
        }
        batch
    }

    fn worked_on<T>(self, work: impl Fn(&GameText, Result<AnyGame, String>) -> T) -> Worked<T> {
        let worked = self.games.into_iter().map(|(text, game)| {
            let result = work(&text, game);
            (text, result)
        });
        Worked { games: worked.collect(), end: self.end }
    }
}

/// How a text is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Encoding {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "shift_jis")]
    ShiftJis,
}

/// The bytes of a text for a file: files that end in .kif and .ki2 are Shift_JIS where nothing else is said,
/// all others UTF-8.
///
/// # Errors
/// When it has letters that are not there.
pub(crate) fn encoded(
    text: String,
    path: &Path,
    encoding: Option<Encoding>,
) -> Result<Vec<u8>, String> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let encoding = encoding.unwrap_or(match ending {
        Some("kif" | "ki2") => Encoding::ShiftJis,
        _ => Encoding::Utf8,
    });
    if encoding == Encoding::Utf8 {
        return Ok(text.into_bytes());
    }
    file::in_shift_jis(&text)
        .ok_or_else(|| "it has letters that are not in Shift_JIS; write it in UTF-8".to_owned())
}
