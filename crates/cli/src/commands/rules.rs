//! `rules`: the rules of a game for people, in the terminal or as a page.

mod table;
mod text;

use super::write_json;
use crate::args::GameChoice;
use crate::ink::Ink;
use crate::library::{self, BadVariant};
use anyhow::Context;
use clap::ValueEnum;
use komadai_engine::Values;
use komadai_manual::{Document, Lang, Prose, document, html};
use std::io::Write;
use std::path::PathBuf;

const HELP: &str = "\
The rules explain in words and diagrams all that a variant file says. What it cannot say may be \
written beside it in Markdown: in my-game.md for my-game.toml, and in my-game.ja.md for Japanese. \
The sections of such a file are `## Introduction`, `## Special rules`, `## Advice` and \
`## Origin and credits`; blocks fenced as `position` are drawn as boards.";

/// Which rules, and how they are shown.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Args {
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

pub(crate) fn run(args: &Args, json: bool, ink: Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = library::game(&args.game.variant, &args.game.settings)?;
    let lang = Lang::from(args.lang);
    let prose = match library::prose(&args.game.variant, lang)? {
        Some(source) => Prose::read(&game, &source).map_err(BadVariant)?,
        None => Prose::default(),
    };
    let values = Values::of(&game).board;
    let document = document(&game, &values, &prose, lang)
        .context("no start position of the game follows its own rules")?;
    match &args.output {
        None => args.write(&document, game.variant(), json, ink.on_stdout(), out),
        Some(file) => {
            let mut told = Vec::new();
            args.write(&document, game.variant(), json, false, &mut told)?;
            std::fs::write(file, told)
                .with_context(|| format!("{} cannot be written", file.display()))
        }
    }
}

impl Args {
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
