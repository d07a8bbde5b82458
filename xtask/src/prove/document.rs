//! The documents: a section a job. A job that was not run keeps the section that it has.

use super::ledger::Record;
use super::{JOBS, Page, Plan};
use crate::shell;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use xshell::cmd;

impl Page {
    fn path(self) -> &'static str {
        match self {
            Page::Proof => "docs/proof.md",
            Page::Strength => "docs/strength.md",
        }
    }

    /// What stands above the sections.
    fn head(self) -> &'static str {
        match self {
            Page::Proof => PROOF,
            Page::Strength => STRENGTH,
        }
    }
}

const PROOF: &str = "\
# What was proven, and how

Written by `cargo xtask prove`, the long tier of tests. Every section names the command that writes it
again. An interrupted job continues where it stopped, as long as the sources stay the same.
";

const STRENGTH: &str = "\
# How strong the engine is

Written by `cargo xtask prove`, the long tier of tests. Every section names the command that writes it
again. A match is played in pairs of games from random openings; each engine plays each opening once with
either side. Errors are 95 % intervals; where one side has all points, the figure is the end of that
interval (Clopper and Pearson's). What was tried stands in [experiments.md](experiments.md).
";

/// Writes a job's section into its document.
pub(super) fn write(job: &str, plan: &Plan, records: &[Record]) -> Result<()> {
    let path = shell::root().join(plan.page.path());
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    let mut sections = sections(&old);
    sections.insert(job.into(), section(plan, records)?);
    std::fs::create_dir_all(shell::root().join("docs"))?;
    std::fs::write(&path, assemble(plan.page.head(), &sections))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// The document's sections by job.
fn sections(text: &str) -> BTreeMap<String, String> {
    let parts = text.split("\n## ").skip(1);
    parts
        .filter_map(|part| part.split_once('\n'))
        .map(|(job, body)| (job.into(), body.trim().into()))
        .collect()
}

fn assemble(head: &str, sections: &BTreeMap<String, String>) -> String {
    let mut text = head.to_string();
    for job in JOBS {
        if let Some(body) = sections.get(job.name) {
            let _ = write!(text, "\n## {}\n\n{body}\n", job.name);
        }
    }
    text
}

/// One job's section: what, which state, which result, and a table of its groups.
fn section(plan: &Plan, records: &[Record]) -> Result<String> {
    let failures: Vec<&str> = records.iter().filter_map(|r| r.failure.as_deref()).collect();
    let mut result = match failures.len() {
        0 => "passed".to_string(),
        n => format!("**FAILED** in {n} of {} chunks", records.len()),
    };
    if records.len() < plan.chunks.len() {
        let _ =
            write!(result, "; so far {} of {} chunks are done", records.len(), plan.chunks.len());
    }
    let total: u64 = records.iter().map(|r| r.count).sum();
    let minutes = records.iter().map(|r| r.seconds).sum::<f64>() / 60.0;
    let sh = shell::open()?;
    let mut text = format!(
        "{}\n\n- Result: {result}\n- Count: {} {}\n- Commit: {}; written {}\n- Time: {minutes:.1} minutes of work\n\
         - Again: `{}`\n\n| | {} | seeds | result |\n|---|--:|---|---|\n",
        plan.what,
        grouped(total),
        plan.unit,
        commits(records)?,
        cmd!(sh, "date --utc +%Y-%m-%d").read()?,
        plan.command,
        plan.unit,
    );
    for row in rows(records) {
        text += &row;
    }
    for failure in failures.iter().take(10) {
        let _ = write!(text, "\n```text\n{}\n```\n", shell::tail(failure, 20));
    }
    Ok(text.trim_end().into())
}

/// A table row for each group of chunks, in order of appearance.
fn rows(records: &[Record]) -> Vec<String> {
    let mut groups: Vec<&str> = Vec::new();
    for record in records {
        if !groups.contains(&record.group.as_str()) {
            groups.push(&record.group);
        }
    }
    let row = |group: &&str| {
        let own: Vec<&Record> = records.iter().filter(|r| r.group == *group).collect();
        let count: u64 = own.iter().map(|r| r.count).sum();
        let failed = own.iter().any(|r| r.failure.is_some());
        let notes: Vec<&str> = own.iter().filter_map(|r| r.note.as_deref()).collect();
        let result = match (failed, notes.is_empty()) {
            (true, _) => "**FAILED**".to_string(),
            (false, true) => "passed".to_string(),
            (false, false) => notes.join("; "),
        };
        format!("| {group} | {} | {} | {result} |\n", grouped(count), seeds(&own))
    };
    groups.iter().map(row).collect()
}

/// The first and the last seed.
fn seeds(records: &[&Record]) -> String {
    let all = || records.iter().filter_map(|r| r.seed);
    match (all().min(), all().max()) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none".into(),
    }
}

/// The commits at which the chunks were done.
fn commits(records: &[Record]) -> Result<String> {
    let now = commit()?;
    let mut commits: Vec<&str> = Vec::new();
    for record in records {
        let of = record.commit.as_deref().unwrap_or(&now);
        if !commits.contains(&of) {
            commits.push(of);
        }
    }
    Ok(commits.join(", "))
}

/// The commit, and whether the sources differ from it.
pub(super) fn commit() -> Result<String> {
    let sh = shell::open()?;
    let Ok(hash) = cmd!(sh, "git rev-parse --short=12 HEAD").ignore_stderr().read() else {
        return Ok("none yet".into());
    };
    let changed = !cmd!(sh, "git status --porcelain -- . :!docs").read()?.is_empty();
    Ok(format!("{hash}{}", if changed { " with changes" } else { "" }))
}

/// A number with its thousands parted.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let parted = |(i, digit): (usize, char)| {
        let comma = i > 0 && (digits.len() - i).is_multiple_of(3);
        comma.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(parted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_parted_by_thousands() {
        assert_eq!(
            [0, 999, 1000, 123_456, 1_234_567].map(grouped),
            ["0", "999", "1,000", "123,456", "1,234,567"]
        );
    }

    #[test]
    fn sections_survive_a_round_trip() {
        let old = assemble(
            PROOF,
            &BTreeMap::from([
                ("perft".into(), "All of it.\n\n| a |".into()),
                ("fuzz".into(), "Some.".into()),
            ]),
        );
        assert!(old.starts_with(PROOF));
        assert_eq!(assemble(PROOF, &sections(&old)), old);
    }
}
