//! A program spoken to by USI, line by line.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Silence for so long is a hang.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine; it dies with us.
pub(super) struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// A line in which the engine tells how far it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    pub(super) nodes: u64,
    pub(super) milliseconds: u64,
}

impl Engine {
    /// Starts a program and greets it.
    pub(super) fn start(program: &Path) -> Result<Self> {
        let mut command = Command::new(program);
        command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child =
            command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let input = child.stdin.take().context("its input")?;
        let output = BufReader::new(child.stdout.take().context("its output")?);
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(|line| line.ok()) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let mut engine = Engine { child, input, lines };
        engine.say("usi")?;
        engine.until("usiok")?;
        Ok(engine)
    }

    /// Sends a line.
    pub(super) fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").context("the engine no longer listens")
    }

    /// Waits until it has done all that it was told.
    pub(super) fn ready(&mut self) -> Result<()> {
        self.say("isready")?;
        self.until("readyok").map(|_| ())
    }

    /// Reads up to a line that begins with a word; tells what it said of its search meanwhile.
    pub(super) fn until(&mut self, word: &str) -> Result<Vec<Told>> {
        let mut told = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).with_context(|| format!("no {word}"))?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some(first) if first == word => return Ok(told),
                Some("info") => told.extend(Told::read(&line)),
                _ => {}
            }
        }
    }

    /// Waits until it has ended by itself.
    pub(super) fn ended(&mut self) -> Result<()> {
        // Its output ends with it.
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(error) => return Err(error).context("it does not end"),
            }
        }
        self.child.wait().map(|_| ()).context("its end")
    }

    /// The most memory that it has had, in mebibytes, as Linux tells it.
    pub(super) fn most_resident(&self) -> Result<u64> {
        most_resident(self.child.id())
    }
}

/// The largest resident size of a process so far, in MB.
pub(super) fn most_resident(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let Some(line) = line else { bail!("the system does not tell") };
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kibibytes.div_ceil(1024))
}

impl Told {
    /// Reads an `info` line that has all that we want to know.
    fn read(line: &str) -> Option<Told> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse().ok()
        };
        Some(Told { nodes: after("nodes")?, milliseconds: after("time")? })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_search_are_read() {
        let told = Told::read("info depth 7 seldepth 9 score cp 3 nodes 812 time 4 pv 7g7f");
        let told = told.expect("it has all");
        assert_eq!((told.nodes, told.milliseconds), (812, 4));
        assert!(Told::read("info string hello").is_none());
    }
}
