//! Talking with the engine as a program would: through pipes, with time limits.

use komadai_protocol::{Library, Start, serve};
use komadai_rules::variant::{self, Source};
use komadai_rules::{AnyGame, variant::load_builtin};
use std::collections::{HashMap, VecDeque};
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than any answer takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// The built-in games, and files by name.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) files: HashMap<String, String>,
}

impl Library for Games {
    fn game(&mut self, name: &str, settings: &[(String, String)]) -> Result<AnyGame, String> {
        let loaded = match self.files.get(name) {
            Some(text) => variant::load(&Source::new(name, text.as_str()), &|_| None, settings),
            None if variant::builtin(name).is_none() => {
                return Err(format!("there is no file `{name}`"));
            }
            None => load_builtin(name, settings),
        };
        let loaded = loaded.map_err(|errors| errors[0].to_string())?;
        AnyGame::compile(&loaded.variant).map_err(|error| error.to_string())
    }
}

/// A conversation with the engine.
pub(crate) struct Talk {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<String>,
    engine: Option<JoinHandle<io::Result<()>>>,
}

impl Talk {
    pub(crate) fn begin() -> Self {
        Talk::with(Games::default(), Start::default())
    }

    pub(crate) fn with(games: Games, start: Start) -> Self {
        let (to, input) = channel();
        let (output, from) = channel();
        let engine = std::thread::spawn(move || {
            let input = Input { lines: input, rest: VecDeque::new() };
            let output = Output { lines: output, rest: Vec::new() };
            serve(input, Box::new(output), Box::new(games), start)
        });
        Talk { to: Some(to), from, engine: Some(engine) }
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").into_bytes());
    }

    pub(crate) fn say_bytes(&mut self, bytes: Vec<u8>) {
        // An engine that has quit hears nothing.
        let _ = self.to.as_ref().map(|to| to.send(bytes));
    }

    /// The next line; `None` if none comes.
    pub(crate) fn next(&mut self) -> Option<String> {
        self.from.recv_timeout(PATIENCE).ok()
    }

    /// The next line, which must come.
    pub(crate) fn line(&mut self) -> String {
        self.next().expect("no answer")
    }

    /// The lines up to the first that begins with this, that line included.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(start) {
            lines.push(self.line());
        }
        lines
    }

    /// Says something, and listens up to a line that begins with `start`.
    pub(crate) fn ask(&mut self, line: &str, start: &str) -> Vec<String> {
        self.say(line);
        self.until(start)
    }

    /// How long the engine takes for this.
    pub(crate) fn time(&mut self, line: &str, start: &str) -> Duration {
        let begun = Instant::now();
        self.ask(line, start);
        begun.elapsed()
    }

    /// Ends the input, without a word; returns what was still said.
    pub(crate) fn hang_up(mut self) -> Vec<String> {
        self.to = None;
        self.listen_to_the_end()
    }

    /// Says the last word, and listens to the end.
    pub(crate) fn quit(mut self, word: &str) -> Vec<String> {
        self.say(word);
        self.listen_to_the_end()
    }

    fn listen_to_the_end(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.from.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                Err(_) => panic!("it does not end after {lines:#?}"),
            }
        }
        let engine = self.engine.take().expect("ends once");
        engine.join().expect("no panic").expect("no error");
        lines
    }
}

struct Input {
    lines: Receiver<Vec<u8>>,
    rest: VecDeque<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.lines.recv() {
                Ok(bytes) => self.rest.extend(bytes),
                Err(_) => return Ok(0),
            }
        }
        self.rest.read(buffer)
    }
}

struct Output {
    lines: Sender<String>,
    rest: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
