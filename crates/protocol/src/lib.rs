//! One engine in every board program: USI, UCI and XBoard as three front ends of one host.
//!
//! [`serve`] holds the conversation. The first line says which protocol is spoken. A front end only
//! translates; what there is to do (games, options, searches) the host does, behind one face for
//! all sizes of board.
//!
//! ```
//! use komadai_protocol::{Library, Start, serve};
//! use komadai_rules::{AnyGame, variant::load_builtin};
//!
//! struct Games;
//! impl Library for Games {
//!     fn game(&mut self, name: &str, set: &[(String, String)]) -> Result<AnyGame, String> {
//!         let loaded = load_builtin(name, set).map_err(|errors| errors.to_string())?;
//!         AnyGame::compile(&loaded.variant).map_err(|error| error.to_string())
//!     }
//! }
//!
//! let said = "usi\nposition startpos moves 7g7f\ngo perft 2\n";
//! let mut heard = Vec::new();
//! # let heard = std::sync::Arc::new(std::sync::Mutex::new(heard));
//! # struct Ear(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);
//! # impl std::io::Write for Ear {
//! #     fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
//! #         self.0.lock().unwrap().write(bytes)
//! #     }
//! #     fn flush(&mut self) -> std::io::Result<()> { Ok(()) }
//! # }
//! # let writer = Ear(heard.clone());
//! serve(said.as_bytes(), Box::new(writer), Box::new(Games), Start::default()).unwrap();
//! # let heard = heard.lock().unwrap();
//! assert!(String::from_utf8_lossy(&heard).contains("Nodes searched: 1110"));
//! ```
//!
//! | module | subject |
//! |---|---|
//! | `host` | the engine: games, options, the search that runs |
//! | `session` | a game in progress, whatever the size of its board |
//! | `search` | a search beside the conversation, and its answer |
//! | `universal` | USI and UCI |
//! | [`xboard`] | XBoard's protocol, and its settings files |

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "engines think on threads, by the clock"
)]

mod diagram;
mod host;
mod library;
mod moves;
mod options;
mod output;
mod search;
mod session;
mod universal;
pub mod xboard;

pub use host::Start;
pub use library::Library;

use host::Host;
use output::{Output, one_line};
use session::Event;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use universal::{UCI, USI, Universal, shortened, split};
use xboard::XBoard;

/// No line is longer; what follows is dropped.
const LONGEST_LINE: u64 = 1 << 22;

/// Speaks with a program, or a person, until it says `quit` or there is no more to read.
///
/// Searches that have limits are finished when the input ends, those without a limit of time within
/// seconds; all others end at once. `quit` ends everything, whatever is being done: what cannot be
/// broken off is left to its thread.
///
/// # Errors
/// When not even the first game can be had, or no threads to read and to talk on.
pub fn serve(
    input: impl Read + Send + 'static,
    output: Box<dyn Write + Send>,
    library: Box<dyn Library + Send>,
    start: Start,
) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let (over, end) = mpsc::channel();
    let (output, quit, last) = (Output::new(output), over.clone(), LastWord(over));
    let lines = sender.clone();
    let talk = thread::Builder::new().spawn(move || {
        let _last = last;
        converse(output, library, (sender, events), &start)
    })?;
    thread::Builder::new().spawn(move || read(input, &lines, &quit))?;
    let done = match end.recv() {
        Ok(Over::Quit) => end.recv_timeout(GRACE) == Ok(Over::Done),
        Ok(Over::Done) | Err(_) => true,
    };
    if !done {
        return Ok(());
    }
    talk.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// So long `quit` waits for whatever is being done.
const GRACE: Duration = Duration::from_secs(1);

/// Why [`serve`] is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    /// `quit` has been read.
    Quit,
    /// The conversation has come to its end.
    Done,
}

/// Tells that the conversation is over, however it has ended.
struct LastWord(Sender<Over>);

impl Drop for LastWord {
    fn drop(&mut self) {
        // After a `quit` nobody may listen any more.
        let _ = self.0.send(Over::Done);
    }
}

fn converse(
    output: Output,
    library: Box<dyn Library + Send>,
    (sender, events): (Sender<Event>, Receiver<Event>),
    start: &Start,
) -> io::Result<()> {
    let mut host = Host::new(library, output, sender).map_err(io::Error::other)?;
    for problem in host.begin(start) {
        host.say(format!("# {}", one_line(&problem)));
    }
    Conversation { host, events, waiting: VecDeque::new(), front: None, ended: None }.hold();
    Ok(())
}

/// What a line leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// The conversation goes on.
    On,
    /// It is over.
    Quit,
}

/// One of the protocols.
trait FrontEnd {
    /// A line has come.
    fn line(&mut self, host: &mut Host, line: &str) -> Flow;
    /// The search with this number is over.
    fn done(&mut self, host: &mut Host, number: u64);
    /// Whether a line has to wait for the running search.
    fn is_deaf_to(&self, host: &Host, line: &str) -> bool;
    /// Whether the running search is to be finished when the input has ended.
    fn waits_at_the_end(&self) -> bool;
}

/// So long after the end of the input a search is finished that depth or nodes alone limit.
const LAST_SEARCH: Duration = Duration::from_secs(60);

struct Conversation {
    host: Host,
    events: Receiver<Event>,
    /// Lines that wait for the running search.
    waiting: VecDeque<String>,
    front: Option<Box<dyn FrontEnd>>,
    /// Since when there has been no more to read.
    ended: Option<Instant>,
}

impl Conversation {
    fn hold(&mut self) {
        while !self.host.output.is_gone() {
            if self.ended.is_some() && self.waiting.is_empty() && !self.is_worth_waiting() {
                break;
            }
            let flow = match self.next() {
                Ok(Event::Line(line)) => self.hear(line),
                Ok(Event::Done(number)) => self.done(number),
                Ok(Event::End) => {
                    self.ended = Some(Instant::now());
                    Flow::On
                }
                Err(_) => break,
            };
            if flow == Flow::Quit {
                break;
            }
        }
        if let Some(front) = &mut self.front {
            front.line(&mut self.host, "quit");
        }
    }

    /// What happens next. When the input has ended, a search that no time limits is not awaited for
    /// ever.
    fn next(&self) -> Result<Event, RecvTimeoutError> {
        match self.ended.filter(|_| !self.host.is_searching_within_time()) {
            Some(since) => self.events.recv_timeout(LAST_SEARCH.saturating_sub(since.elapsed())),
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    fn is_worth_waiting(&self) -> bool {
        self.host.is_searching_within_limits()
            && self.front.as_ref().is_some_and(|front| front.waits_at_the_end())
    }

    fn hear(&mut self, line: String) -> Flow {
        let deaf = self.front.as_ref().is_some_and(|front| front.is_deaf_to(&self.host, &line));
        if deaf {
            self.waiting.push_back(line);
            return Flow::On;
        }
        self.line(&line)
    }

    fn done(&mut self, number: u64) -> Flow {
        if let Some(front) = &mut self.front {
            front.done(&mut self.host, number);
        }
        while let Some(line) = self.waiting.pop_front() {
            let front = self.front.as_ref();
            if front.is_some_and(|front| front.is_deaf_to(&self.host, &line)) {
                self.waiting.push_front(line);
                break;
            }
            if self.line(&line) == Flow::Quit {
                return Flow::Quit;
            }
        }
        Flow::On
    }

    fn line(&mut self, line: &str) -> Flow {
        match &mut self.front {
            Some(front) => front.line(&mut self.host, line),
            None => self.first_line(line),
        }
    }

    /// The first line says which protocol is spoken.
    fn first_line(&mut self, line: &str) -> Flow {
        let word = split(line).0;
        let host = &mut self.host;
        let front: Box<dyn FrontEnd> = match word {
            "" => return Flow::On,
            "quit" | "exit" => return Flow::Quit,
            "uci" | "ucinewgame" => Box::new(Universal::new(&UCI, host)),
            "xboard" | "protover" | "new" | "force" | "variant" | "accepted" | "rejected" => {
                Box::new(XBoard::new(host))
            }
            // People who try things out need no greeting.
            "usi" | "usinewgame" | "isready" | "setoption" | "position" | "go" | "d" | "eval" => {
                Box::new(Universal::new(&USI, host))
            }
            _ => {
                self.host.say(format!(
                    "# This is Komadai {}, an engine for programs that speak USI, UCI or XBoard's \
                     protocol. `{}` is none of them: begin with usi, uci or xboard.",
                    env!("CARGO_PKG_VERSION"),
                    shortened(line)
                ));
                return Flow::On;
            }
        };
        self.front.insert(front).line(&mut self.host, line)
    }
}

/// Reads lines until there are no more, or `quit`, which it tells ahead of all that still waits.
fn read(input: impl Read, events: &Sender<Event>, over: &Sender<Over>) {
    let mut input = io::BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let event = match read {
            Ok(0) | Err(_) => Event::End,
            Ok(_) => {
                if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
                    let _ = skip_line(&mut input);
                }
                let text = String::from_utf8_lossy(&bytes);
                Event::Line(text.trim_start_matches('\u{feff}').trim().to_owned())
            }
        };
        let quits = matches!(&event, Event::Line(line) if split(line).0 == "quit");
        let ended = event == Event::End || quits;
        if events.send(event).is_err() || ended {
            if quits {
                let _ = over.send(Over::Quit);
            }
            return;
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (length, found) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if found {
            return Ok(());
        }
    }
}
