//! Every kind of move in a real browser, by everything that one can move with: `web/tests/moves.test.ts`.

use super::{Args, Chunk, Page, Plan};
use crate::{shell, web};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::Path;

/// What one moves with, as the tests call it, and in words.
const INPUTS: &[(&str, &str)] = &[
    ("mouse", "by mouse"),
    ("touch", "by touch, 360 pixels wide"),
    ("keyboard", "by keyboard"),
    ("drag", "dragged by mouse"),
    ("touch-drag", "dragged by touch, 360 pixels wide"),
];

/// A chunk for each input.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let komadai = super::komadai()?;
    web::prepare_browser()?;
    let chunk = |&(input, group): &(&'static str, &str)| {
        let komadai = komadai.clone();
        Chunk {
            id: input.into(),
            group: group.into(),
            seed: None,
            run: Box::new(move |_| play(input, &komadai).map(Into::into)),
        }
    };
    Ok(Plan {
        page: Page::Proof,
        what: "Moves made in Chromium as a person makes them; each is checked to have been played. \
               They cover every kind of move, with what the page shows and says about it, and every \
               legal move in positions of all six games. After each move by keyboard the board still \
               has the focus."
            .into(),
        unit: "moves",
        command: "cargo xtask prove inputs".into(),
        // A browser keeps a core busy, and the server another.
        at_once: (super::cores() / 2).max(1),
        chunks: INPUTS.iter().map(chunk).collect(),
    })
}

/// What the test runner reports.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    num_total_tests: u64,
    num_passed_tests: u64,
}

/// Plays all of it by one input and says how many moves that were.
fn play(input: &str, komadai: &Path) -> Result<u64> {
    let path = super::workshop().join(format!("inputs-{input}.json"));
    let file = format!("--outputFile={}", path.display());
    let words = ["tests/moves.test.ts", "--reporter=default", "--reporter=json", &file];
    let sh = web::open()?;
    shell::capture(web::browser_tests(&sh, komadai, &words).env("KOMADAI_INPUT", input))?;
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("the test runner has not written {}", path.display()))?;
    let report: Report = serde_json::from_str(&text).context("the report of the test runner")?;
    let Report { num_total_tests: all, num_passed_tests: passed } = report;
    ensure!(passed == all && all > 0, "{passed} of {all} moves were made");
    Ok(passed)
}
