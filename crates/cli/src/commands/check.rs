//! `check`: what is wrong with variant files.

use super::moves::count;
use super::write_json;
use crate::args::key_value;
use crate::complaint::visible;
use crate::findings;
use crate::ink::Ink;
use crate::library::{self, BadVariant, Good};
use crate::watch::Watching;
use anyhow::Context;
use komadai_rules::variant::{Diagnostic, Severity, Source};
use komadai_rules::{AnyGame, Opening};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Variant files (or names of games)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    watching: Watching,

    /// Change a rule setting, as for the other commands
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    settings: Vec<(String, String)>,
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    good: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    findings: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Finding<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    severity: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl<'a> Finding<'a> {
    fn of(found: &'a Diagnostic) -> Self {
        Finding {
            file: &found.source.name,
            line: found.line,
            column: found.column,
            severity: match found.severity {
                Severity::Warning => "warning",
                Severity::Error => "error",
            },
            message: &found.message,
            help: found.help.as_deref(),
        }
    }
}

/// What was found in a file; its summary if it can be played.
struct Checked {
    summary: Option<String>,
    findings: Vec<Diagnostic>,
}

/// Checks the files; code 1 if one of them is bad.
pub(crate) fn run(
    args: &Args,
    json: bool,
    ink: Ink,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let files: Vec<&String> = args.files.iter().collect();
    let mut code = ExitCode::SUCCESS;
    args.watching.run(&files, ink, out, &mut |out| {
        let good = answer(&args.files, &args.settings, json, ink, out)?;
        code = if good { ExitCode::SUCCESS } else { ExitCode::from(1) };
        Ok(())
    })?;
    Ok(code)
}

/// Tells what is wrong with the files; whether all are good.
pub(super) fn answer(
    files: &[String],
    settings: &[(String, String)],
    json: bool,
    ink: Ink,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let mut all_good = true;
    let mut reports = Vec::new();
    for file in files {
        let source = library::source(file)?;
        let checked = examine(&source, settings);
        all_good &= checked.summary.is_some();
        if !json {
            write_report(&source, &checked, ink.on_stdout(), out)?;
        }
        reports.push((source, checked));
    }
    if json {
        let reports: Vec<Report<'_>> =
            reports.iter().map(|(source, checked)| report(source, checked)).collect();
        write_json(out, &reports)?;
    }
    Ok(all_good)
}

fn examine(source: &Source, settings: &[(String, String)]) -> Checked {
    match library::load(source, settings) {
        Err(BadVariant(found)) => Checked { summary: None, findings: found.into_iter().collect() },
        Ok(Good { game, warnings: mut findings }) => match summary(&game) {
            Ok(summary) => Checked { summary: Some(summary), findings },
            Err(error) => {
                findings.push(findings::at(source, 0..0, format!("{error:#}")));
                Checked { summary: None, findings }
            }
        },
    }
}

/// Sets up every start and tells what sort of game it is.
fn summary(game: &AnyGame) -> anyhow::Result<String> {
    let variant = game.variant();
    let usual = game.open(&Opening::Usual)?;
    for start in &variant.starts {
        game.open(&Opening::Named(start.id.clone()))
            .with_context(|| format!("the start `{}`", start.id))?;
    }
    let (board, moves) = (&variant.board, usual.count_legal() as usize);
    let squares = board.size() - board.holes.len();
    Ok(format!(
        "{}: {}x{} board, {squares} squares, {}, {} at the start",
        variant.name,
        board.files,
        board.ranks,
        match variant.pieces.len() {
            1 => "1 type of piece".to_owned(),
            n => format!("{n} types of piece"),
        },
        count(moves, "legal move"),
    ))
}

fn write_report(
    source: &Source,
    checked: &Checked,
    color: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for finding in &checked.findings {
        writeln!(out, "{}", findings::draw(finding, color).trim_end())?;
        writeln!(out)?;
    }
    match &checked.summary {
        Some(summary) => writeln!(out, "{}: good. {summary}", visible(&source.name))?,
        None => {
            let errors = checked.findings.iter().filter(|f| f.severity == Severity::Error).count();
            writeln!(out, "{}: bad. {}", visible(&source.name), count(errors, "error"))?;
        }
    }
    Ok(())
}

fn report<'a>(source: &'a Source, checked: &'a Checked) -> Report<'a> {
    Report {
        file: &source.name,
        good: checked.summary.is_some(),
        summary: checked.summary.clone(),
        findings: checked.findings.iter().map(Finding::of).collect(),
    }
}
