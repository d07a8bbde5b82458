//! How a match goes while it runs, and what is said when it is interrupted.

use super::{Args, words_of, write_summary};
use crate::commands::write_json;
use indicatif::{ProgressBar, ProgressStyle};
use komadai_arena::Settings;
use komadai_arena::report::Standing;
use std::io::{self, IsTerminal, Write};
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Where no terminal shows a bar, a line is written so often.
const EVERY: Duration = Duration::from_secs(60);
/// What a shell expects of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// The line on standard error: one that is drawn again and again on a terminal, else one a minute.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    begun: Instant,
    /// When a line was last written.
    said: Instant,
    /// Games that have been played since.
    played: u32,
}

impl Progress {
    pub(super) fn begin(games: u64) -> Self {
        let bar = io::stderr().is_terminal().then(|| bar(games));
        Progress { bar, begun: Instant::now(), said: Instant::now(), played: 0 }
    }

    /// A game has been played.
    pub(super) fn played(&mut self) {
        self.played += 1;
    }

    /// The match stands so.
    pub(super) fn tell(&mut self, standing: &Standing, settings: &Settings) {
        let done = standing.games();
        let mut words = words_of(standing, settings);
        if let Some(left) = self.left(settings.games.saturating_sub(done)) {
            words += &format!(", at most {} left", clock(left));
        }
        match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                bar.set_message(words);
            }
            None if self.said.elapsed() >= EVERY => {
                self.said = Instant::now();
                eprintln!("{done}/{} games: {words}", settings.games);
            }
            None => {}
        }
    }

    /// How long so many more games take, as those have that were played.
    fn left(&self, games: u64) -> Option<Duration> {
        let each = self.begun.elapsed().checked_div(self.played)?;
        let seconds = each.as_secs_f64() * games as f64;
        Duration::try_from_secs_f64(seconds).ok().filter(|left| !left.is_zero())
    }

    /// Does something that writes to the terminal.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:20} {pos}/{len} {elapsed} {msg}");
    let bar = ProgressBar::new(games);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// `1:02:03`, `2:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// How a match stands, for whoever hears Ctrl-C.
pub(super) type Score = Arc<Mutex<Standing>>;

/// From now on Ctrl-C ends the program with the score so far and the command that goes on. Games that
/// are being played are lost; engines end when nobody speaks to them any more.
pub(super) fn tell_when_interrupted(args: &Args, json: bool, settings: &Settings, score: &Score) {
    let (score, settings, saves) = (Arc::clone(score), settings.clone(), args.out.is_some());
    let told = move || {
        let standing = *score.lock().unwrap_or_else(PoisonError::into_inner);
        let summary = standing.summary(settings.sprt.as_ref());
        let mut out = io::stdout().lock();
        eprintln!();
        let _ = match json {
            true => write_json(&mut out, &summary),
            false => write_summary(&mut out, &summary, &standing, &settings).map_err(Into::into),
        };
        let _ = out.flush();
        eprintln!(
            "interrupted after {} of {} games; {}",
            standing.games(),
            settings.games,
            match saves {
                true => format!("to go on:\n  {}", resuming(std::env::args())),
                false => "name a file with --out, and --resume goes on with them".to_owned(),
            }
        );
        exit(INTERRUPTED);
    };
    // Where Ctrl-C cannot be heard, it ends the program as always.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    if let Ok(runtime) = runtime {
        std::thread::spawn(move || {
            if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
                told();
            }
        });
    }
}

/// The command that goes on with a match, as one would type it.
fn resuming(words: impl Iterator<Item = String>) -> String {
    let mut words: Vec<String> = words.collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    let typed: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    typed.join(" ")
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=+./:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        for (seconds, expected) in [(0, "0:00"), (59, "0:59"), (61, "1:01"), (36_000, "10:00:00")] {
            assert_eq!(clock(Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn the_command_that_goes_on_can_be_typed() {
        for (words, expected) in [
            (&["k", "match", "--out", "a.jsonl"][..], "k match --out a.jsonl --resume"),
            (&["k", "--resume", "it's \"x\" proto=usi"], "k --resume 'it'\\''s \"x\" proto=usi'"),
            (&["k", "", "$x"], "k '' '$x' --resume"),
        ] {
            assert_eq!(resuming(words.iter().map(ToString::to_string)), expected);
        }
    }
}
