//! `rules`: the rules of a game for people, in the terminal or as a page.

mod table;
pub(super) mod text;

use super::write_json;
use crate::args::{GameChoice, Ink};
use crate::library::{self, BadVariant};
use anyhow::Context;
use clap::{Args, ValueEnum};
use komadai_engine::Values;
use komadai_manual::{Document, Lang, Prose, document, html};
use std::io::Write;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
All that a variant file says is told in words and diagrams. What it cannot say may stand beside \
it in Markdown: my-game.md beside my-game.toml, and my-game.ja.md in Japanese. Its sections are \
`## Introduction`, `## Special rules`, `## Advice` and `## Origin and credits`; blocks fenced as \
`position` are drawn as boards.";

/// Which rules, and how they are shown.
#[derive(Args, Debug)]
pub(crate) struct Rules {
    #[command(flatten)]
    game: GameChoice,

    /// Write a page for the browser that needs no other file
    #[arg(long, conflicts_with = "json")]
    html: bool,

    /// The file for the rules, instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The language
    #[arg(long, value_enum, default_value_t = Language::En)]
    lang: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// English
    En,
    /// Japanese
    Ja,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Lang::En,
            Language::Ja => Lang::Ja,
        }
    }
}

pub(super) fn run(rules: &Rules, json: bool, ink: Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = library::game(&rules.game.variant, &rules.game.settings)?;
    let lang = Lang::from(rules.lang);
    let prose = match library::prose(&rules.game.variant, lang)? {
        Some(source) => Prose::read(&game, &source).map_err(BadVariant)?,
        None => Prose::default(),
    };
    let values = Values::of(&game).board;
    let document = document(&game, &values, &prose, lang)
        .context("the game has no start that keeps its own rules")?;
    match &rules.output {
        None => rules.write(&document, game.variant(), json, ink.on_stdout(), out),
        Some(file) => {
            let mut told = Vec::new();
            rules.write(&document, game.variant(), json, false, &mut told)?;
            std::fs::write(file, told)
                .with_context(|| format!("{} cannot be written", file.display()))
        }
    }
}

impl Rules {
    fn write(
        &self,
        document: &Document,
        variant: &komadai_rules::Variant,
        json: bool,
        color: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if json {
            return write_json(out, document);
        }
        if self.html {
            out.write_all(html::page(document).as_bytes())?
        } else {
            out.write_all(text::page(document, variant, color).as_bytes())?
        }
        Ok(())
    }
}
