//! Whole conversations with the engine: what a program writes, and what it gets to read.

use crate::games;
use komadai_protocol::{Library, Start, serve};
use komadai_rules::AnyGame;
use komadai_rules::variant::{Source, load};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Read, Write};
use std::iter;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Further lines only take longer.
const LINES: usize = 16;
/// A search goes on for so long before the next line comes.
const THOUGHT: Duration = Duration::from_millis(2);
/// No answer takes longer, and no thread lives longer after the end.
const PATIENCE: Duration = Duration::from_secs(10);

/// What sets one protocol apart from another, as far as conversations go.
pub(crate) struct Manner {
    /// Whether a line has to be answered, and whether a line is such an answer.
    pub(crate) asks: fn(&str) -> bool,
    pub(crate) answers: fn(&str) -> bool,
    /// Whether the engine may think about a line, and whether a line ends that.
    pub(crate) thinks: fn(&str) -> bool,
    pub(crate) settles: fn(&str) -> bool,
    /// Ends every search.
    pub(crate) halt: &'static str,
}

/// A conversation that is over.
pub(crate) struct Talk {
    /// The lines of the program that count: those up to `quit`.
    pub(crate) said: Vec<String>,
    /// The lines of the engine.
    pub(crate) heard: Vec<String>,
    /// Whether the program has said `quit`. The engine may leave open what it was asked before.
    pub(crate) quits: bool,
}

impl Talk {
    /// Holds a conversation. Its searches are short, and all are halted at the end of the input.
    pub(crate) fn hold(manner: &'static Manner, greeting: &str, data: &[u8]) -> Self {
        let lines = data.split(|byte| *byte == b'\n').take(LINES).map(tame);
        let lines: VecDeque<Vec<u8>> = iter::once(greeting.into()).chain(lines).collect();
        let mut said: Vec<String> = lines.iter().map(|line| read(line)).collect();
        let quit = said.iter().position(|line| first_word(line) == "quit");
        said.truncate(quit.unwrap_or(said.len()));
        let ear = Arc::new(Ear::default());
        // The usual table would have to be made anew for each conversation.
        let options = vec![("Hash".to_owned(), "1".to_owned())];
        let start = Start { options, ..Start::default() };
        let (mouth, writer) = (Mouth::new(manner, lines, &ear), Writer(Arc::clone(&ear)));
        serve(mouth, Box::new(writer), Box::new(Games), start).expect("the engine begins");
        assert!(ear.wait(PATIENCE, |heard| heard.is_over), "threads live on after {said:#?}");
        let bytes = std::mem::take(&mut ear.heard().bytes);
        let text = String::from_utf8(bytes).expect("the engine writes UTF-8");
        assert!(text.is_empty() || text.ends_with('\n'), "the last line is not whole: {text}");
        let heard = text.split_terminator('\n').map(str::to_owned).collect();
        Talk { said, heard, quits: quit.is_some() }
    }

    /// No line of the engine could be taken for several, or disturbs a terminal.
    pub(crate) fn check_lines(&self, is_known: impl Fn(&str) -> bool) {
        for line in &self.heard {
            let is_plain = !line.contains(|c: char| c.is_control() && c != '\t');
            assert!(is_plain && is_known(line), "{line:?} in answer to {:#?}", self.said);
        }
    }
}

/// A line as the engine understands it.
fn read(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_start_matches('\u{feff}').trim().to_owned()
}

pub(crate) fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// The sizes that a machine has room for are as good as small ones, and take longer.
const LARGE: std::ops::RangeInclusive<u64> = 3..=65_536;

/// Takes from a line what would only take long: large tables, many threads, deep counts.
fn tame(line: &[u8]) -> Vec<u8> {
    let plain: String = read(line).chars().filter(|c| !matches!(c, '_' | ' ')).collect();
    let plain = plain.to_lowercase();
    if !["hash", "threads", "memory", "cores", "perft"].iter().any(|word| plain.contains(word)) {
        return line.to_vec();
    }
    let is_large = |run: &[u8]| {
        let number = std::str::from_utf8(run).ok().and_then(|run| run.parse().ok());
        number.is_some_and(|number| LARGE.contains(&number))
    };
    let runs = line.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    runs.flat_map(|run| if is_large(run) { b"2" } else { run }).copied().collect()
}

/// The program: says line by line, and then halts the engine until it has answered everything.
struct Mouth {
    manner: &'static Manner,
    lines: VecDeque<Vec<u8>>,
    /// What is left of the line that is being said.
    rest: VecDeque<u8>,
    /// How many lines there were that have to be answered.
    asked: usize,
    /// How many lines had ended a thought before the one that the engine now may think about.
    settled: Option<usize>,
    /// When the engine was halted.
    halted: Option<Instant>,
    ear: Arc<Ear>,
}

impl Read for Mouth {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let line = self.next();
            self.rest.extend(line.into_iter().flat_map(|line| [line, b"\n".to_vec()]).flatten());
        }
        self.rest.read(buffer)
    }
}

impl Mouth {
    fn new(manner: &'static Manner, lines: VecDeque<Vec<u8>>, ear: &Arc<Ear>) -> Self {
        let (rest, ear) = (VecDeque::new(), Arc::clone(ear));
        Mouth { manner, lines, rest, asked: 0, settled: None, halted: None, ear }
    }

    /// The next line; `None` at the end.
    fn next(&mut self) -> Option<Vec<u8>> {
        if let Some(settled) = self.settled.take() {
            let settles = self.manner.settles;
            self.ear.wait(THOUGHT, |heard| heard.count(settles) > settled);
        }
        let Some(line) = self.lines.pop_front() else { return self.last() };
        let text = read(&line);
        self.asked += usize::from((self.manner.asks)(&text));
        let thinks = (self.manner.thinks)(&text);
        self.settled = thinks.then(|| self.ear.heard().count(self.manner.settles));
        Some(line)
    }

    /// The last line. It is said again for what has waited for the end of a search.
    fn last(&mut self) -> Option<Vec<u8>> {
        let Some(halted) = self.halted else {
            self.halted = Some(Instant::now());
            return Some(self.manner.halt.into());
        };
        let (answers, asked) = (self.manner.answers, self.asked);
        let is_answered = self.ear.wait(THOUGHT, |heard| heard.count(answers) >= asked);
        let is_over = is_answered || halted.elapsed() > PATIENCE;
        (!is_over).then(|| self.manner.halt.into())
    }
}

/// What the program has heard.
#[derive(Default)]
struct Heard {
    bytes: Vec<u8>,
    /// Whether nobody can say anything any more: every thread of the conversation has ended.
    is_over: bool,
}

impl Heard {
    fn count(&self, is_such: fn(&str) -> bool) -> usize {
        String::from_utf8_lossy(&self.bytes).lines().filter(|line| is_such(line)).count()
    }
}

#[derive(Default)]
struct Ear {
    heard: Mutex<Heard>,
    more: Condvar,
}

impl Ear {
    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something is so, but no longer than this; tells whether it is.
    fn wait(&self, most: Duration, is_so: impl Fn(&Heard) -> bool) -> bool {
        let waited = self.more.wait_timeout_while(self.heard(), most, |heard| !is_so(heard));
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    fn change(&self, change: impl FnOnce(&mut Heard)) {
        change(&mut self.heard());
        self.more.notify_all();
    }
}

/// What the engine writes to. All of its threads share it.
struct Writer(Arc<Ear>);

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.change(|heard| heard.bytes.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.0.change(|heard| heard.is_over = true);
    }
}

/// The built-in games, and the wild ones for files; no other file is read.
struct Games;

/// The games that were asked for, with the settings that were changed.
static KNOWN: Mutex<BTreeMap<(String, Settings), Result<AnyGame, String>>> =
    Mutex::new(BTreeMap::new());

type Settings = Vec<(String, String)>;

/// Beyond so many games, all are forgotten.
const MOST_GAMES: usize = 200;

impl Library for Games {
    fn game(&mut self, name: &str, settings: &[(String, String)]) -> Result<AnyGame, String> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MOST_GAMES {
            known.clear();
        }
        let key = (name.to_owned(), settings.to_vec());
        known.entry(key).or_insert_with(|| compile(name, settings)).clone()
    }
}

fn compile(name: &str, settings: &[(String, String)]) -> Result<AnyGame, String> {
    let text = games::text(name).ok_or_else(|| format!("there is no game `{name}`"))?;
    let loaded = load(&Source::new(name, text), &|_| None, settings);
    let loaded = loaded.map_err(|errors| errors[0].to_string())?;
    AnyGame::compile(&loaded.variant).map_err(|error| error.to_string())
}
