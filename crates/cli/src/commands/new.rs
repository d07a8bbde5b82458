//! `new`: the file of a new game, to begin from.

mod text;

use super::{schema, write_json};
use crate::library;
use anyhow::{Context, bail, ensure};
use clap::Args;
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use text::{Identity, Parent};

/// The schema lies beside the files that name it.
const SCHEMA_FILE: &str = "variant.schema.json";

#[derive(Args, Debug)]
pub(crate) struct New {
    /// What the game is called, or the path of its file: `"My Game"` becomes my-game.toml
    name: String,

    /// Build on another game: inherit all of it, and change what is said anew
    #[arg(long, value_name = "GAME")]
    like: Option<String>,

    /// The file to write, instead of one called after the game
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write no schema for editors beside the file
    #[arg(long)]
    no_schema: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    id: &'a str,
    name: &'a str,
    file: &'a Path,
    schema: Option<&'a Path>,
}

pub(super) fn run(new: &New, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let identity = Identity::of(&new.name)?;
    ensure!(
        !library::is_builtin(&identity.id),
        "`{}` is a game that comes with the program: take another name",
        identity.id
    );
    let file = new.output.clone().unwrap_or_else(|| identity.file.clone());
    let folder = file.parent().unwrap_or(Path::new(""));
    let schema = (!new.no_schema).then(|| folder.join(SCHEMA_FILE));
    let head = schema.as_ref().map_or_else(String::new, |_| format!("#:schema ./{SCHEMA_FILE}\n"));
    let body = match &new.like {
        Some(game) => text::like(&identity, &Parent::of(game, folder)?, folder),
        None => text::whole(&identity),
    };
    if !folder.as_os_str().is_empty() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    write_new(&file, &format!("{head}{body}"))?;
    let schema = schema.filter(|path| put_schema(path));
    if json {
        let Identity { id, name, .. } = &identity;
        return write_json(out, &Written { id, name, file: &file, schema: schema.as_deref() });
    }
    tell(&file, folder, schema.as_deref(), out)?;
    Ok(())
}

/// Writes a file that is not there yet.
#[allow(clippy::disallowed_types, reason = "writing the file that the user names")]
fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let shown = path.display();
    match std::fs::File::create_new(path) {
        Ok(mut file) => {
            file.write_all(text.as_bytes()).with_context(|| format!("{shown} cannot be written"))
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} is there already: take another name, or --output FILE")
        }
        Err(error) => Err(error).with_context(|| format!("{shown} cannot be written")),
    }
}

/// Writes the schema, also over an older one; what somebody else calls so stays. Whether it is there.
fn put_schema(path: &Path) -> bool {
    let ours = |text: String| {
        let schema: Option<serde_json::Value> = serde_json::from_str(&text).ok();
        schema.is_some_and(|schema| schema["title"] == schema::TITLE)
    };
    let free = match std::fs::read_to_string(path) {
        Ok(text) => ours(text),
        Err(error) => error.kind() == ErrorKind::NotFound,
    };
    free && std::fs::write(path, schema::text()).is_ok()
}

/// What was written, and what one would do next.
fn tell(
    file: &Path,
    folder: &Path,
    schema: Option<&Path>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (typed, folder) = (typed(file), typed(folder));
    writeln!(
        out,
        "{} is written: a game that can be played as it is, to be changed.",
        file.display()
    )?;
    if let Some(schema) = schema {
        writeln!(out, "{} lets editors complete and check it.", schema.display())?;
    }
    writeln!(out, "\nNext:")?;
    let steps = [
        (format!("komadai check {typed} --watch"), "what is wrong with it, and where"),
        (format!("komadai pieces {typed} --watch"), "what each piece does, drawn at each change"),
        (format!("komadai show {typed}"), "the board"),
        (format!("komadai playout {typed} --games 100"), "random games: how do they end?"),
        (format!("komadai play {typed}"), "play it in the terminal"),
        (format!("komadai serve --variants {folder}"), "play it in the browser"),
    ];
    let width = steps.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    for (command, what) in steps {
        writeln!(out, "  {command:width$}   {what}")?;
    }
    Ok(())
}

/// A path as it is typed in a shell.
fn typed(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "-_./\\:+".contains(c);
    if text.chars().all(plain) { text } else { format!("'{text}'") }
}
