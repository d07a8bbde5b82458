//! What is valid and asks for more than anybody has time for: everything is answered in time all the
//! same. The job is made of sections; each brings its chunks.

use super::usi::Engine;
use super::{Args, Chunk, Finding, Page, Plan, siege};
use crate::shell;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};
use xshell::cmd;

/// Brings the chunks of a section; the program under test is built.
type Section = fn(&Path) -> Result<Vec<Chunk>>;

const SECTIONS: &[Section] = &[heavy_files, siege::section];

/// So much later than its limit an answer may come.
const LATE: Duration = Duration::from_millis(100);

/// All sections.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let program = super::komadai()?;
    let mut chunks = Vec::new();
    for section in SECTIONS {
        chunks.extend(section(&program)?);
    }
    Ok(Plan {
        page: Page::Proof,
        what: format!(
            "First, variant files that are valid and heavy: boards full of pieces with thousands of ways each. The \
             engine answers `go movetime 500`, `stop` 200 ms after `go infinite` and at once after `go depth \
             1`, `quit` amid a search, and `komadai mate --seconds 2`, each no later than {} ms after its \
             limit. The times are those from the limit to the answer, in milliseconds; `load` is the time \
             from naming the file to `readyok`. Then, servers that some visitor wants for himself, and how \
             long everybody else waits.",
            LATE.as_millis()
        ),
        unit: "answers",
        command: "cargo xtask prove hostile".into(),
        // Times are taken.
        at_once: 1,
        chunks,
    })
}

/// Where the heavy files stand.
const FILES: &str = "crates/rules/tests/variants/heavy";

/// A chunk for each file that is slow to play.
fn heavy_files(program: &Path) -> Result<Vec<Chunk>> {
    let folder = shell::root().join(FILES);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(|| FILES)? {
        files.push(entry?.path());
    }
    files.sort();
    let chunk = |file: PathBuf| {
        let name = file.file_stem().unwrap_or_default().display().to_string();
        let program = program.to_owned();
        Chunk {
            id: format!("heavy file {name}"),
            group: name,
            seed: None,
            run: Box::new(move |_| engine_in_time(&program, &file)),
        }
    };
    Ok(files.into_iter().map(chunk).collect())
}

/// How late answers came.
#[derive(Default)]
struct Times(Vec<(&'static str, Duration)>);

impl Times {
    /// Notes how late an answer came that was due then.
    fn note(&mut self, what: &'static str, due: Instant) {
        self.0.push((what, Instant::now().saturating_duration_since(due)));
    }

    /// The finding, if all came in time.
    fn finding(self) -> Result<Finding> {
        let told = |(what, late): &(&str, Duration)| format!("{what} {}", late.as_millis());
        let note = self.0.iter().map(told).collect::<Vec<_>>().join(", ");
        let late = self.0.iter().find(|(what, late)| *what != LOADED && *late > LATE);
        ensure!(late.is_none(), "too late: {note}");
        Ok(Finding { count: self.0.len() as u64, note: Some(note) })
    }
}

/// What has no limit.
const LOADED: &str = "load";

fn engine_in_time(program: &Path, file: &Path) -> Result<Finding> {
    let mut times = Times::default();
    let mut engine = Engine::start(program)?;
    let begun = Instant::now();
    engine.say(&format!("setoption name VariantPath value {}", file.display()))?;
    engine.ready()?;
    times.note(LOADED, begun);
    let load = begun.elapsed();

    let due = Instant::now() + Duration::from_millis(500);
    engine.say("go movetime 500")?;
    engine.until("bestmove")?;
    times.note("movetime", due);
    for (what, work, wait) in [
        ("stop", "go infinite", Duration::from_millis(200)),
        ("depth 1 + stop", "go depth 1", Duration::ZERO),
    ] {
        engine.say(work)?;
        sleep(wait);
        let due = Instant::now();
        engine.say("stop")?;
        engine.until("bestmove")?;
        times.note(what, due);
    }
    engine.say("go infinite")?;
    sleep(Duration::from_millis(50));
    let due = Instant::now();
    engine.say("quit")?;
    engine.ended()?;
    times.note("quit", due);

    let sh = shell::open()?;
    let due = Instant::now() + Duration::from_secs(2) + load;
    shell::capture(cmd!(sh, "{program} mate {file} --seconds 2"))?;
    times.note("mate", due);
    times.finding()
}
