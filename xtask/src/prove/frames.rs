//! What a frame of the page costs in a real browser: `web/tests/frames.test.ts`.

use super::{Args, Chunk, Finding, Page, Plan};
use crate::{shell, web};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::Path;

/// What no more than one frame in a hundred may take.
const MOST_MS: f64 = 8.0;

/// One chunk: a game of Raichu, and a Lion with all that it can do.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let komadai = super::komadai()?;
    web::prepare_browser()?;
    Ok(Plan {
        page: Page::Proof,
        what: format!(
            "Script, style and layout of every frame that has any, in headless Chromium's trace, 1440 pixels \
             wide: 40 moves of Raichu by mouse, and a Lion with all its marks, the mouse over every square. \
             At most {MOST_MS} ms for 99 frames of 100."
        ),
        unit: "frames",
        command: "cargo xtask prove frames".into(),
        // Times are taken.
        at_once: 1,
        chunks: vec![Chunk {
            id: "raichu by mouse".into(),
            group: "12x12".into(),
            seed: None,
            run: Box::new(move |_| measure(&komadai)),
        }],
    })
}

/// What the test has measured.
#[derive(Deserialize)]
struct Measured {
    frames: u64,
    p50_ms: f64,
    p99_ms: f64,
    most_ms: f64,
}

fn measure(komadai: &Path) -> Result<Finding> {
    let path = super::workshop().join("frames.json");
    let words = ["tests/frames.test.ts"];
    shell::capture(web::browser_tests(komadai, &words).env("KOMADAI_FRAMES", &path))?;
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("the test has not written {}", path.display()))?;
    let Measured { frames, p50_ms, p99_ms, most_ms } =
        serde_json::from_str(&text).context("what the test has measured")?;
    let note = format!("p50 {p50_ms:.1} ms, p99 {p99_ms:.1} ms, at most {most_ms:.1} ms");
    ensure!(p99_ms <= MOST_MS, "{note}; expected a p99 of at most {MOST_MS} ms");
    Ok(Finding { count: frames, note: Some(note) })
}
