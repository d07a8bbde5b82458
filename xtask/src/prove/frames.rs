//! What a frame of the page costs in a real browser: `web/tests/frames.test.ts` and `walk.test.ts`.

use super::{Args, Chunk, Finding, Page, Plan};
use crate::{shell, web};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::fmt;
use std::path::Path;

/// What no more than one frame in a hundred may take.
const MOST_MS: f64 = 8.0;

/// A game of Raichu and a Lion with all that it can do; and an analysis.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let komadai = super::komadai()?;
    web::prepare_browser()?;
    Ok(Plan {
        page: Page::Proof,
        what: format!(
            "Time for script, style and layout in every frame that has any, from the trace of headless \
             Chromium, 1440 pixels wide. *game*: 40 moves of Raichu by mouse, then a Lion with all its \
             marks while the mouse visits every square. *analysis*: a walk by keyboard through 40 moves \
             of Raichu, with five lines of the engine and their arrows. 99 frames of 100 may take at most \
             {MOST_MS} ms of the page's thread. The figures by the clock include the time that other \
             programs had the processor."
        ),
        unit: "frames",
        command: "cargo xtask prove frames".into(),
        // Times are taken.
        at_once: 1,
        chunks: [("game", "tests/frames.test.ts"), ("analysis", "tests/walk.test.ts")]
            .map(|(name, test)| {
                let komadai = komadai.clone();
                Chunk {
                    id: format!("raichu, {name}"),
                    group: name.into(),
                    seed: None,
                    run: Box::new(move |_| measure(&komadai, test)),
                }
            })
            .into(),
    })
}

/// What the test has measured.
#[derive(Deserialize)]
struct Measured {
    /// In time of the page's thread.
    thread: Costs,
    clock: Costs,
}

/// What frames cost, in milliseconds.
#[derive(Deserialize)]
struct Costs {
    frames: u64,
    p50: f64,
    p99: f64,
    most: f64,
}

impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Costs { p50, p99, most, .. } = self;
        write!(f, "p50 {p50:.1} ms, p99 {p99:.1} ms, at most {most:.1} ms")
    }
}

fn measure(komadai: &Path, test: &str) -> Result<Finding> {
    let path = super::workshop().join("frames.json");
    let words = [test];
    let sh = web::open()?;
    shell::capture(web::browser_tests(&sh, komadai, &words).env("KOMADAI_FRAMES", &path))?;
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("the test has not written {}", path.display()))?;
    let Measured { thread, clock } =
        serde_json::from_str(&text).context("what the test has measured")?;
    let note = format!("{thread}; on the clock {clock}");
    ensure!(thread.p99 <= MOST_MS, "{note}; expected a p99 of at most {MOST_MS} ms");
    Ok(Finding { count: thread.frames, note: Some(note) })
}
