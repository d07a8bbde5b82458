//! `validate`: whether the games of files can be played, and variant files are good.

use super::{check, write_json};
use crate::args::key_value;
use crate::complaint::visible;
use crate::ink::Ink;
use crate::library;
use crate::records::{self, MOST_MOVES, Rulebook, Trouble};
use komadai_records::file::{self, Format, GameText};
use komadai_rules::AnyGame;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Records, folders of them, variant files, or `-` for records from standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// The game that they are of, where that is not what they say
    #[arg(long, value_name = "GAME")]
    variant: Option<String>,

    /// The form of the records, where their names and texts do not show it
    #[arg(long, value_name = "FORM", value_parser = form)]
    from: Option<Format>,

    /// Change a rule setting, as for the other commands
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    settings: Vec<(String, String)>,
}

/// Reads the name of a form.
pub(super) fn form(text: &str) -> Result<Format, String> {
    let known = || {
        let endings = Format::ALL.map(|format| format.endings()[0]);
        format!("expected one of {}", endings.join(", "))
    };
    Format::of_ending(text).ok_or_else(known)
}

/// How many of what were looked at.
#[derive(Debug, Default, Serialize)]
struct Summary {
    files: usize,
    games: usize,
    moves: usize,
    bad: usize,
}

/// A game that was looked at: its moves, or what is wrong.
type Looked = Result<usize, Box<Trouble>>;

/// Looks at the files; code 1 if something is bad.
pub(crate) fn run(
    args: &Args,
    json: bool,
    ink: Ink,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let is_variant = |file: &&String| file.ends_with(".toml") || library::is_builtin(file);
    let (variants, files): (Vec<&String>, Vec<&String>) = args.files.iter().partition(is_variant);
    let mut all_good = true;
    if !variants.is_empty() {
        let variants: Vec<String> = variants.into_iter().cloned().collect();
        all_good &= check::answer(&variants, &args.settings, json, ink, out)?;
    }
    if !files.is_empty() {
        all_good &= look_at_all(args, &files, json, out)?;
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn look_at_all(
    args: &Args,
    files: &[&String],
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let mut rulebook = Rulebook::new(args.variant.as_deref(), &args.settings)?;
    let mut paths: Vec<PathBuf> = Vec::new();
    for file in files {
        paths.extend(records::files(Path::new(file))?);
    }
    let bar = records::bar(&paths);
    let mut summary = Summary::default();
    for path in &paths {
        let name = path.display().to_string();
        let mut games = records::open(path, args.from, &bar)?;
        let format = games.format();
        summary.files += 1;
        let mut tell = |trouble: &Trouble| {
            bar.suspend(|| match json {
                true => write_json(out, trouble),
                false => Ok(writeln!(out, "{trouble}")?),
            })
        };
        let look = |text: &GameText, game| look_at(&name, format, text, game);
        let (mut number, mut line) = (0, 1);
        let end = records::each(&mut games, &mut rulebook, look, |text, looked: Looked| {
            summary.games += 1;
            (number, line) = (text.number, text.line);
            bar.set_message(summary.games.to_string());
            match looked {
                Ok(moves) => summary.moves += moves,
                Err(trouble) => {
                    summary.bad += 1;
                    tell(&trouble)?;
                }
            }
            Ok(())
        })?;
        if let Some(error) = end {
            summary.bad += 1;
            tell(&records::unreadable(&name, number + 1, line, &error))?;
        }
    }
    bar.finish_and_clear();
    if json {
        write_json(out, &summary)?;
    } else {
        let Summary { files, games, moves, bad } = summary;
        let [files, games, moves] = [(files, "file"), (games, "game"), (moves, "move")]
            .map(|(number, what)| super::moves::count(number, what));
        let verdict = if bad == 0 { "all good".to_owned() } else { format!("{bad} bad") };
        writeln!(out, "{files}, {games}, {moves}: {}", visible(&verdict))?;
    }
    Ok(summary.bad == 0)
}

fn look_at(name: &str, format: Format, text: &GameText, game: Result<AnyGame, String>) -> Looked {
    let game = game.map_err(|message| Trouble::of(name, text, message))?;
    let record = file::read(format, game.variant(), &text.text, MOST_MOVES);
    let record = record.map_err(|bad| records::misread(name, text, bad))?;
    record.check(&game).map_err(|error| Trouble::of_playing(name, text, &error))?;
    Ok(record.tree.nodes.len())
}
