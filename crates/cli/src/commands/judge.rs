//! `result`: whether a game is over, who has won, and why.

use super::write_json;
use crate::args::Situation;
use crate::library;
use anyhow::anyhow;
use komadai_records::json::{Declaration, Declared, Verdict, Winner};
use komadai_records::moves::Refusal;
use komadai_records::notation::find;
use komadai_rules::{AnyGame, Variant};
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) situation: Situation,

    /// An illegal move loses the game
    #[arg(long)]
    pub(super) strict: bool,

    /// Go on with the moves after the game is over
    #[arg(long = "continue")]
    pub(super) go_on: bool,
}

impl Args {
    /// The answer to `result`.
    ///
    /// # Errors
    /// Texts that are no moves, and moves after the end of the game.
    pub(super) fn verdict(&self, game: &AnyGame) -> anyhow::Result<Verdict> {
        let line = self.situation.line.unfolded(game)?;
        let mut play = line.opening(game)?;
        for (number, text) in (1..).zip(line.words()) {
            if !self.go_on
                && let Some(end) = play.ending()
            {
                return Err(anyhow!(
                    "move {number} (`{text}`) comes after the end of the game: {}",
                    end.reason
                ));
            }
            match find(&play, text) {
                Ok(m) => play.push(m),
                Err(Refusal::Illegal(rule)) => {
                    return Ok(Verdict::illegal(&play, number, rule.to_string(), self.strict));
                }
                Err(refusal) => return Err(anyhow!("move {number} (`{text}`): {refusal}")),
            }
        }
        Ok(Verdict::now(&play))
    }
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let choice = &args.situation.game;
    let game = library::game(&choice.variant, &choice.settings)?;
    let verdict = args.verdict(&game)?;
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
        let claims: Vec<String> = verdict.claims.iter().map(ToString::to_string).collect();
        writeln!(out, "a draw may be claimed by {}", claims.join(" and "))?;
    }
    if let Some(Declaration { rule27, rule24 }) = &verdict.declaration
        && (*rule27, *rule24) != (Declared::None, Declared::None)
    {
        writeln!(
            out,
            "result of a declaration now: {rule27} by the 27-point rule, {rule24} by the 24-point rule"
        )?;
    }
    Ok(())
}
