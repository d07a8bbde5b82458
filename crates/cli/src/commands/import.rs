//! `import`: games that others have written down, as variant files.

use super::write_json;
use crate::complaint::visible;
use crate::findings;
use crate::ink::Ink;
use crate::library::BadVariant;
use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use komadai_import::{BUILTIN_NAME, FileForm, Imported, Wish};
use komadai_rules::AnyGame;
use komadai_rules::variant::{self, Diagnostic, Diagnostics, Loaded, Source};
use komadai_server::read_variant_file;
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) const HELP: &str = "\
Three forms of files are read: a variants.ini of Fairy-Stockfish (`builtin` stands for the games \
that it knows by itself), the text of an Interactive Diagram of the Chess Variant Pages or a page \
with some of them, and what engines send to XBoard (`setup` and `piece`), alone or in a log. Each \
game becomes a file NAME.toml. What a variant file cannot say is refused by name, and such a game \
is not written.

Examples:
  komadai import builtin --section capablanca
  komadai import variants.ini --out games
  komadai import omega-chess.html --out games
  komadai import winboard.debug --form xboard
  komadai import builtin --section shatar --leave-out shatarMateRule";

/// The forms of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Sections for Fairy-Stockfish
    Ini,
    /// Interactive Diagrams
    Diagram,
    /// What engines send to XBoard
    Xboard,
}

impl From<Form> for FileForm {
    fn from(form: Form) -> FileForm {
        match form {
            Form::Ini => FileForm::Ini,
            Form::Diagram => FileForm::Diagram,
            Form::Xboard => FileForm::Xboard,
        }
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The file with the games, or `builtin`
    file: String,

    /// The form of the file; by default it is recognised
    #[arg(long, value_enum)]
    form: Option<Form>,

    /// Only this section, or game of a page or log; may be used several times. By default all of the
    /// file are imported
    #[arg(long, value_name = "NAME")]
    section: Vec<String>,

    /// The folder for the variant files; by default the current one
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Do without a rule that a variant file cannot say; may be used several times
    #[arg(long, value_name = "KEY")]
    leave_out: Vec<String>,

    /// Write over files that are there already
    #[arg(long)]
    force: bool,
}

/// A game of the file, and what became of it.
#[derive(Serialize)]
struct Answer {
    section: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
}

/// Imports the games; code 1 if some are refused.
pub(crate) fn run(
    args: &Args,
    json: bool,
    ink: Ink,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let source = source(&args.file)?;
    let form = args.form.map_or_else(|| FileForm::of(&source), FileForm::from);
    let sections = match args.section.is_empty() {
        true => form.games(&source),
        false => args.section.clone(),
    };
    ensure!(!sections.is_empty(), "{} has {}", source.name, nothing(form));
    let mut answers = Vec::new();
    for section in sections {
        let wish =
            Wish { game: section.clone(), form: Some(form), leave_out: args.leave_out.clone() };
        let answer = match import(&source, &wish) {
            Ok(game) => written(args, section, &game)?,
            Err(errors) if json => refused(section, &errors),
            Err(errors) => {
                tell_refusal(&section, &errors, ink.on_stdout(), out)?;
                refused(section, &errors)
            }
        };
        if !json {
            tell(&answer, out)?;
        }
        answers.push(answer);
    }
    if json {
        write_json(out, &answers)?;
    } else if answers.len() > 1 {
        sum(&answers, out)?;
    }
    let all = answers.iter().all(|answer| answer.file.is_some());
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What a file lacks that has no game.
fn nothing(form: FileForm) -> &'static str {
    match form {
        FileForm::Ini => "no section, such as `[my-game:chess]`",
        FileForm::Diagram => "no diagram, such as `<div class=\"idiagram\">`",
        FileForm::Xboard => "no game, such as `setup 8x8+0_fairy ..`",
    }
}

fn source(file: &str) -> anyhow::Result<Source> {
    if file == BUILTIN_NAME {
        return Ok(komadai_import::builtin());
    }
    let text =
        read_variant_file(Path::new(file)).with_context(|| format!("cannot read `{file}`"))?;
    Ok(Source::new(file, text))
}

/// Imports a game. What is written can also be played: a file that could not is refused.
fn import(source: &Source, wish: &Wish) -> Result<Imported, Diagnostics> {
    let game = komadai_import::import(source, wish)?;
    let text = Source::new(format!("{}.toml", game.id), &*game.text);
    let Loaded { variant, .. } = variant::load(&text, &|_| None, &[])?;
    match AnyGame::compile(&variant) {
        Ok(_) => Ok(game),
        Err(error) => Err(findings::of_compiling(&text, &variant, &error).into()),
    }
}

fn written(args: &Args, section: String, game: &Imported) -> anyhow::Result<Answer> {
    let name = format!("{}.toml", game.id);
    let file = match &args.out {
        None => PathBuf::from(name),
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot create the folder {}", folder.display()))?;
            folder.join(name)
        }
    };
    write(&file, &game.text, args.force)?;
    Ok(Answer {
        section,
        id: Some(game.id.clone()),
        file: Some(file),
        remarks: game.remarks.iter().map(Diagnostic::to_string).collect(),
        errors: Vec::new(),
    })
}

fn write(path: &Path, text: &str, force: bool) -> anyhow::Result<()> {
    let shown = path.display();
    let opened = match force {
        true => std::fs::File::create(path),
        false => std::fs::File::create_new(path),
    };
    match opened {
        Ok(mut file) => {
            file.write_all(text.as_bytes()).with_context(|| format!("{shown} cannot be written"))
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} already exists: choose another folder with --out, or use --force")
        }
        Err(error) => Err(error).with_context(|| format!("{shown} cannot be written")),
    }
}

fn refused(section: String, errors: &Diagnostics) -> Answer {
    Answer {
        section,
        id: None,
        file: None,
        remarks: Vec::new(),
        errors: errors.iter().map(Diagnostic::to_string).collect(),
    }
}

fn tell_refusal(
    section: &str,
    errors: &Diagnostics,
    color: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let drawn = BadVariant(errors.clone()).drawn(color);
    write!(out, "{drawn}")?;
    writeln!(out, "[{}]: refused\n", visible(section))?;
    Ok(())
}

fn tell(answer: &Answer, out: &mut dyn Write) -> std::io::Result<()> {
    let Some(file) = &answer.file else { return Ok(()) };
    writeln!(out, "[{}]: wrote {}", visible(&answer.section), file.display())?;
    for remark in &answer.remarks {
        writeln!(out, "  {}", visible(remark))?;
    }
    Ok(())
}

fn sum(answers: &[Answer], out: &mut dyn Write) -> std::io::Result<()> {
    let written = answers.iter().filter(|answer| answer.file.is_some()).count();
    let refused: Vec<String> = answers
        .iter()
        .filter(|answer| answer.file.is_none())
        .map(|answer| visible(&answer.section))
        .collect();
    write!(out, "\n{written} of {} games written", answers.len())?;
    match refused.is_empty() {
        true => writeln!(out),
        false => writeln!(out, "; refused: {}", refused.join(" ")),
    }
}
