//! A program that runs beside us: lines to it, lines from it, each with a time limit.
//!
//! Threads of their own write and read, so that nothing that the program does or leaves undone can
//! hold us up.

use crate::engine::Program;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// How many of the last lines are kept for reports.
const KEPT: usize = 20;
/// Longer lines are cut, and so are lines in reports.
const LONGEST: u64 = 1 << 16;
const LONGEST_IN_REPORT: usize = 400;
/// How many lines wait to be read before the program itself has to wait.
const WAITING: usize = 4096;
/// How long a program that was told to quit may take.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    to: Sender<String>,
    from: Receiver<Heard>,
    /// A line that came too late for whoever was waiting.
    held: Option<Line>,
    recent: VecDeque<String>,
}

/// A line that the program wrote.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) at: Instant,
}

#[derive(Debug)]
enum Heard {
    Line(Line),
    Complaint(Line),
    End,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoLine {
    /// None came in time.
    Late,
    /// None will come any more.
    Gone,
}

impl Process {
    /// Runs a program with more arguments than its own.
    pub(crate) fn start(program: &Program, more: &[String]) -> io::Result<Self> {
        let (name, arguments) = program.command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(name);
        command.args(arguments).args(more);
        if let Some(dir) = &program.dir {
            command.current_dir(dir);
        }
        // Ctrl-C in a terminal is meant for the match: an engine that it ended would lose its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (to, lines) = mpsc::channel();
        let (heard, from) = mpsc::sync_channel(WAITING);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_all(stdin, &lines));
        }
        if let Some(stderr) = child.stderr.take() {
            let heard = heard.clone();
            thread::spawn(move || {
                read_all(stderr, |line| {
                    // More than anybody wants to read is lost, but never holds the program up.
                    let _ = heard.try_send(Heard::Complaint(line));
                    true
                });
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || listen(stdout, &heard));
        }
        Ok(Process { child, to, from, held: None, recent: VecDeque::new() })
    }

    /// Sends a line. Whether it arrives shows by the answer.
    pub(crate) fn send(&mut self, line: &str) {
        self.keep("> ", line);
        let _ = self.to.send(format!("{line}\n"));
    }

    /// The next line, if it has come before `deadline`. Who goes on asking with the same one comes to an
    /// end, however much the program writes.
    pub(crate) fn next(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        if let Some(line) = self.held.take() {
            return self.in_time(line, deadline);
        }
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left) {
                Ok(Heard::Line(line)) => {
                    self.keep("< ", &line.text);
                    return self.in_time(line, deadline);
                }
                Ok(Heard::Complaint(line)) => {
                    self.keep("! ", &line.text);
                    if line.at > deadline {
                        return Err(NoLine::Late);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(NoLine::Late),
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => {
                    self.hear_complaints();
                    return Err(NoLine::Gone);
                }
            }
        }
    }

    /// A line that has come too late is kept for the next time.
    fn in_time(&mut self, line: Line, deadline: Instant) -> Result<Line, NoLine> {
        if line.at <= deadline {
            return Ok(line);
        }
        self.held = Some(line);
        Err(NoLine::Late)
    }

    /// The last lines, oldest first: `>` what it was told, `<` what it said, `!` on its standard
    /// error.
    pub(crate) fn recent(&self) -> Vec<String> {
        self.recent.iter().cloned().collect()
    }

    /// How the program has ended, in words.
    pub(crate) fn fate(&mut self) -> String {
        // Its output ends a moment before the program itself.
        for _ in 0..20 {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("the program has ended ({status})"),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        "the program has closed its output".to_owned()
    }

    fn hear_complaints(&mut self) {
        let deadline = Instant::now() + Duration::from_millis(20);
        let left = || deadline.saturating_duration_since(Instant::now());
        while let Ok(heard) = self.from.recv_timeout(left()) {
            let (Heard::Line(line) | Heard::Complaint(line)) = heard else { continue };
            if line.at > deadline {
                break;
            }
            self.keep("! ", &line.text);
        }
    }

    fn keep(&mut self, mark: &str, line: &str) {
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        let cut: String = line.chars().take(LONGEST_IN_REPORT).collect();
        self.recent.push_back(format!("{mark}{cut}"));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let deadline = Instant::now() + FAREWELL;
        let _ = self.to.send("quit\n".to_owned());
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_all(mut stdin: impl Write, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn listen(stdout: impl Read, heard: &SyncSender<Heard>) {
    read_all(stdout, |line| heard.send(Heard::Line(line)).is_ok());
    let _ = heard.send(Heard::End);
}

/// Tells every line, until nobody listens. What is too long for a line is left out.
fn read_all(from: impl Read, mut tell: impl FnMut(Line) -> bool) {
    let mut from = BufReader::new(from);
    let mut bytes = Vec::new();
    let mut cut = false;
    loop {
        bytes.clear();
        match from.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let ended = bytes.ends_with(b"\n");
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if !cut && !tell(Line { text, at }) {
            return;
        }
        cut = !ended;
    }
}
