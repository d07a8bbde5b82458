//! `new`: the file of a new game, to begin from.

mod text;

use super::{schema, write_json};
use crate::library;
use anyhow::{Context, bail, ensure};
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use text::{Identity, Parent};

/// The schema lies beside the files that name it.
const SCHEMA_FILE: &str = "variant.schema.json";

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The name of the game, or the path of its file: `"My Game"` becomes my-game.toml
    name: String,

    /// Build on another game: the new file inherits everything that it does not change
    #[arg(long, value_name = "GAME")]
    like: Option<String>,

    /// The file to write; by default it is named after the game
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Do not write a schema for editors beside the file
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

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let identity = Identity::of(&args.name)?;
    ensure!(
        !library::is_builtin(&identity.id),
        "`{}` is a built-in game: choose another name",
        identity.id
    );
    let file = args.output.clone().unwrap_or_else(|| identity.file.clone());
    let folder = file.parent().unwrap_or(Path::new(""));
    let schema = (!args.no_schema).then(|| folder.join(SCHEMA_FILE));
    let head = schema.as_ref().map_or_else(String::new, |_| format!("#:schema ./{SCHEMA_FILE}\n"));
    let body = match &args.like {
        Some(game) => text::like(&identity, &Parent::of(game, folder)?, folder),
        None => text::whole(&identity),
    };
    if !folder.as_os_str().is_empty() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", folder.display()))?;
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
fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let shown = path.display();
    match std::fs::File::create_new(path) {
        Ok(mut file) => {
            file.write_all(text.as_bytes()).with_context(|| format!("{shown} cannot be written"))
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} already exists: choose another name, or use --output FILE")
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
    writeln!(out, "Wrote {}: a game that you can play as it is and change.", file.display())?;
    if let Some(schema) = schema {
        writeln!(out, "Wrote {}: with it, editors complete and check the file.", schema.display())?;
    }
    writeln!(out, "\nNext:")?;
    let steps = [
        (format!("komadai check {typed} --watch"), "shows what is wrong, and where"),
        (format!("komadai pieces {typed} --watch"), "draws the pieces again whenever you save"),
        (format!("komadai show {typed}"), "draws the board"),
        (
            format!("komadai playout {typed} --games 100"),
            "plays random games and shows how they end",
        ),
        (format!("komadai play {typed}"), "plays it in the terminal"),
        (format!("komadai serve --variants {folder}"), "plays it in the browser"),
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
