//! Imported games beside Fairy-Stockfish, for which they were written down.
//!
//! `xtask/python/compare_import.py` does the comparing, a section at a time.

use super::{Args, Chunk, Finding, Page, Plan, cores, differential, komadai, workshop};
use crate::shell;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// A section takes a tenth of the games that a variant takes elsewhere: there are so many of them.
const SHARE: u64 = 10;

/// Sections that can be imported without a rule of how games end, which leaves the moves as they are.
const WITHOUT: &[(&str, &str)] = &[];

/// The files of sections: those that are built in, and a few that say what no built-in one does.
const FILES: [&str; 2] = ["builtin", "xtask/python/import.ini"];

/// Every section: those that import, in random games; the others with what keeps them away.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let programs = Programs { python: differential::python()?, komadai: komadai()? };
    let games = args.games.div_ceil(SHARE);
    let mut chunks = vec![built_in(games.div_ceil(SHARE), args.seed, &programs)];
    for file in FILES {
        let sections = sections(&programs.komadai, file)?;
        let group = |name: &str| match file == FILES[0] {
            true => name.to_owned(),
            false => format!("{name} (of our own)"),
        };
        chunks.extend(sections.into_iter().map(|name| {
            let group = group(&name);
            chunk(file.into(), name, group, games, args.seed, &programs)
        }));
    }
    for Exported { file, section } in exported(&programs.komadai)? {
        let group = format!("{section} (exported)");
        chunks.push(chunk(file, section, group, games, args.seed, &programs));
    }
    Ok(Plan {
        page: Page::Proof,
        what: "Every game that Fairy-Stockfish knows by itself, a few sections of our own, and those of our \
               games that it can be told (exported), imported and played at random beside it (pyffish) from the start: the same legal moves at every ply, the \
               same position at every third, the same end with the same winner. It lists mates by a dropped \
               pawn although they are illegal; these moves are left out of the comparison, and so is who wins \
               where an explosion destroys what both sides need. Sections that a variant file cannot say are listed with \
               the keys that keep them away."
            .into(),
        unit: "positions",
        command: format!("cargo xtask prove import --games {} --seed {}", args.games, args.seed),
        at_once: cores(),
        chunks,
    })
}

#[derive(Clone)]
struct Programs {
    python: PathBuf,
    komadai: PathBuf,
}

/// What is told of a section that is imported.
#[derive(Deserialize)]
struct Section {
    section: String,
}

/// The names of all sections of a file.
fn sections(komadai: &Path, file: &str) -> Result<Vec<String>> {
    let sh = shell::open()?;
    let folder = workshop().join("import");
    let command = cmd!(sh, "{komadai} --json import {file} --force --out {folder}");
    // Some of them are refused, which the exit status says.
    let answer = command.ignore_status().read()?;
    let sections: Vec<Section> = serde_json::from_str(&answer).context("the answer of import")?;
    Ok(sections.into_iter().map(|section| section.section).collect())
}

/// A game of ours that was exported, and the file with it.
struct Exported {
    file: PathBuf,
    section: String,
}

/// What is told of a game that is exported, or cannot be.
#[derive(Deserialize)]
struct Export {
    section: Option<String>,
}

/// Those of our games that can be exported. That they are the same when they are imported again, a test
/// says.
fn exported(komadai: &Path) -> Result<Vec<Exported>> {
    let sh = shell::open()?;
    let folder = workshop().join("import");
    let listed = shell::capture(cmd!(sh, "{komadai} variants --json"))?;
    let listed: Vec<Listed> = serde_json::from_str(&listed).context("the list of games")?;
    let mut all = Vec::new();
    for Listed { id } in listed {
        let file = folder.join(format!("{id}.ini"));
        let answer =
            cmd!(sh, "{komadai} --json export {id} --output {file}").ignore_status().read()?;
        let answer: Export = serde_json::from_str(&answer).context("the answer of export")?;
        all.extend(answer.section.map(|section| Exported { file, section }));
    }
    Ok(all)
}

/// A game as `komadai variants` lists it.
#[derive(Deserialize)]
struct Listed {
    id: String,
}

/// The built-in sections as Fairy-Stockfish reads them, beside its own games.
fn built_in(games: u64, seed: u64, programs: &Programs) -> Chunk {
    let python = programs.python.clone();
    let run = move || {
        let sh = shell::open()?;
        let (games, seed) = (games.to_string(), seed.to_string());
        let script = "xtask/python/builtin_sections.py";
        let command = cmd!(sh, "{python} -B {script} crates/import/src/builtin.ini");
        let answer = shell::capture(command.args(["--games", &games, "--seed", &seed]))?;
        let answer: BuiltIn = serde_json::from_str(&answer).context("the script's answer")?;
        let note = format!("passed: {} sections say what it knows by itself", answer.sections);
        Ok(Finding { count: answer.positions, note: Some(note) })
    };
    Chunk {
        id: format!("built-in sections {games} games seed {seed}"),
        group: "the text of the built-in sections".into(),
        seed: Some(seed),
        run: Box::new(move |_| run()),
    }
}

/// What the script for them says at its end.
#[derive(Deserialize)]
struct BuiltIn {
    sections: u64,
    positions: u64,
}

fn chunk(
    file: PathBuf,
    section: String,
    group: String,
    games: u64,
    seed: u64,
    programs: &Programs,
) -> Chunk {
    let programs = programs.clone();
    Chunk {
        id: format!("{group} {games} games seed {seed}"),
        group,
        seed: Some(seed),
        run: Box::new(move |_| compare(&file, &section, games, seed, &programs)),
    }
}

/// What the script says at its end.
#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Compared { positions: u64 },
    Refused { refused: Vec<String> },
}

fn compare(
    file: &Path,
    section: &str,
    games: u64,
    seed: u64,
    programs: &Programs,
) -> Result<Finding> {
    let sh = shell::open()?;
    let Programs { python, komadai } = programs;
    let (games, seed) = (games.to_string(), seed.to_string());
    let without = WITHOUT.iter().find(|(name, _)| *name == section).map(|(_, key)| *key);
    let leave_out = without.iter().flat_map(|key| ["--leave-out", key]);
    let command = cmd!(sh, "{python} -B xtask/python/compare_import.py {section} --file {file}");
    let command = command.args(leave_out);
    let command = command.args(["--games", &games, "--seed", &seed, "--komadai"]).arg(komadai);
    let answer = shell::capture(command)?;
    Ok(match serde_json::from_str(&answer).context("the script's answer")? {
        Answer::Compared { positions } => {
            let note = without.map(|key| format!("passed without `{key}`"));
            Finding { count: positions, note }
        }
        Answer::Refused { refused } => {
            let keys: Vec<String> = refused.iter().map(|key| format!("`{key}`")).collect();
            Finding { count: 0, note: Some(format!("refused for {}", keys.join(", "))) }
        }
    })
}
