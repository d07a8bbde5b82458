//! `result`: whether a game is over, who has won, and why.

use super::write_json;
use crate::answer;
use crate::args::Judge;
use crate::library;
use komadai_records::json::{Declaration, Verdict, Winner};
use komadai_rules::Variant;
use std::io::Write;

pub(super) fn run(judge: &Judge, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let choice = &judge.situation.game;
    let game = library::game(&choice.variant, &choice.settings)?;
    let verdict = answer::verdict(judge, &game)?;
    if json {
        return write_json(out, &verdict);
    }
    write_lines(&verdict, game.variant(), out)
}

/// How a game stands, for people.
pub(super) fn write_lines(
    verdict: &Verdict,
    variant: &Variant,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let illegal = verdict.illegal_at.map(|number| format!(" at move {number}")).unwrap_or_default();
    writeln!(out, "{}{illegal}", verdict.status)?;
    if let Some(reason) = &verdict.reason {
        writeln!(out, "{reason}")?;
    }
    match verdict.winner {
        Some(Winner::Draw) => writeln!(out, "draw")?,
        Some(Winner::First) => writeln!(out, "{} wins", variant.sides[0])?,
        Some(Winner::Second) => writeln!(out, "{} wins", variant.sides[1])?,
        None => {}
    }
    if verdict.in_check && verdict.status == "ongoing" {
        writeln!(out, "the side to move is in check")?;
    }
    if !verdict.claims.is_empty() {
        writeln!(out, "a draw may be claimed by {}", verdict.claims.join(" and "))?;
    }
    if let Some(Declaration { rule27, rule24 }) = &verdict.declaration
        && (rule27 != "none" || rule24 != "none")
    {
        writeln!(
            out,
            "a declaration now: {rule27} by the 27-point rule, {rule24} by the 24-point rule"
        )?;
    }
    Ok(())
}
