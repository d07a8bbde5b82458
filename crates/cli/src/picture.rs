//! Pictures as files.

use crate::watch::Watching;
use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use komadai_picture::{Picture, PieceSet};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// Whether a picture is wanted, and what kind.
#[derive(Args, Debug)]
pub(crate) struct Painting {
    /// Draw a picture, as SVG
    #[arg(long, group = "picture", conflicts_with = "json")]
    svg: bool,

    /// Draw a picture, as PNG
    #[arg(long, group = "picture", conflicts_with = "json")]
    png: bool,

    /// The file for the picture, instead of the standard output
    #[arg(long, short, value_name = "FILE", requires = "picture")]
    output: Option<PathBuf>,

    /// The width of a PNG
    #[arg(long, value_name = "PIXELS", requires = "png")]
    width: Option<u32>,

    /// What is drawn on the pieces of a picture
    #[arg(long, value_enum, requires = "picture")]
    style: Option<Style>,

    /// Draw a picture for dark pages
    #[arg(long, requires = "picture")]
    dark: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Style {
    /// Kanji, two where a piece has two
    Kanji,
    /// One kanji
    Short,
    /// Letters; figures in games like chess
    Western,
    /// Pictures, such as a tower for a Rook; figures in games like chess
    Pictures,
    /// How the piece moves
    Diagram,
}

impl Painting {
    pub(crate) fn is_wanted(&self) -> bool {
        self.svg || self.png
    }

    /// # Errors
    /// A picture for the standard output cannot be drawn again and again.
    pub(crate) fn check_watched(&self, watching: Watching) -> anyhow::Result<()> {
        ensure!(
            !watching.watch || !self.is_wanted() || self.output.is_some(),
            "with --watch, a picture needs a file: name one with --output FILE"
        );
        Ok(())
    }

    /// What is drawn on the pieces; where nobody says it, figures if the game has them.
    pub(crate) fn set(&self, figures: bool) -> PieceSet {
        match self.style {
            Some(Style::Kanji) => PieceSet::Kanji,
            Some(Style::Short) => PieceSet::Short,
            Some(Style::Western) => PieceSet::Western,
            Some(Style::Pictures) => PieceSet::Pictures,
            Some(Style::Diagram) => PieceSet::Diagram,
            None if figures => PieceSet::Western,
            None => PieceSet::Kanji,
        }
    }

    /// Writes the picture.
    ///
    /// # Errors
    /// It cannot be painted so wide, or cannot be written; a PNG on a terminal.
    pub(crate) fn write(&self, picture: Picture, out: &mut dyn Write) -> anyhow::Result<()> {
        let picture = if self.dark { picture.dimmed() } else { picture };
        let bytes =
            if self.png { picture.png(self.width)? } else { picture.svg().as_bytes().to_vec() };
        if let Some(file) = &self.output {
            return std::fs::write(file, bytes)
                .with_context(|| format!("{} cannot be written", file.display()));
        }
        ensure!(
            !(self.png && std::io::stdout().is_terminal()),
            "a PNG cannot be shown in a terminal: name a file with --output FILE, or redirect the output"
        );
        out.write_all(&bytes)?;
        Ok(())
    }
}
