//! The text of a new file.

use crate::library;
use anyhow::{Context, ensure};
use komadai_rules::Variant;
use komadai_rules::variant::Source;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

const GAME: &str = include_str!("game.toml");
const LIKE: &str = include_str!("like.toml");

/// What a game is called, for people, for commands, and as a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) name: String,
    pub(super) id: String,
    pub(super) file: PathBuf,
}

impl Identity {
    /// From a name (`My Game`) or the path of a file (`games/my-game.toml`).
    pub(super) fn of(text: &str) -> anyhow::Result<Self> {
        ensure!(!text.chars().any(char::is_control), "a name is one line of text");
        let path = Path::new(text.trim());
        let last = path.file_name().and_then(|last| last.to_str()).unwrap_or("");
        let (stem, is_file) = match last.strip_suffix(".toml") {
            Some(stem) => (stem, true),
            None => (last, false),
        };
        let words = joined(stem, char::is_alphanumeric);
        ensure!(!words.is_empty(), "`{text}` has no letter or digit to name a game by");
        let id = joined(stem, |c| c.is_ascii_alphanumeric());
        Ok(Identity {
            name: if stem == words { spelled_out(stem) } else { stem.trim().to_owned() },
            id: if id.is_empty() { "game".to_owned() } else { id },
            file: if is_file { path.to_owned() } else { path.with_file_name(words + ".toml") },
        })
    }

    fn fill(&self, template: &str) -> String {
        template
            .replace("{{title}}", &self.name)
            .replace("{{id}}", &quoted(&self.id))
            .replace("{{name}}", &quoted(&self.name))
    }
}

/// The parts of a text that consist of such letters, small, joined by hyphens.
fn joined(text: &str, keep: fn(char) -> bool) -> String {
    let parts = text.split(|c| !keep(c)).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// `my-game` as `My Game`.
fn spelled_out(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>())
    };
    words.split('-').filter_map(capital).collect::<Vec<_>>().join(" ")
}

/// A text as TOML writes it, which is as JSON does.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A whole game of its own.
pub(super) fn whole(identity: &Identity) -> String {
    identity.fill(GAME)
}

/// A game to build on.
pub(super) struct Parent {
    /// The name by which a file in the folder extends it.
    extends: String,
    source: Source,
    variant: Variant,
}

impl Parent {
    /// # Errors
    /// There is no such game, or it is not good.
    pub(super) fn of(game: &str, folder: &Path) -> anyhow::Result<Self> {
        let source = library::source(game)?;
        let variant = library::load(&source, &[])?.game.variant().clone();
        let extends = if library::is_builtin(game) {
            game.to_owned()
        } else {
            seen_from(Path::new(game), folder)?
        };
        Ok(Parent { extends, source, variant })
    }
}

/// The name by which a file in that folder finds another, which must be there too.
fn seen_from(file: &Path, folder: &Path) -> anyhow::Result<String> {
    let there = file.canonicalize().with_context(|| format!("{}", file.display()))?;
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let beside = here.canonicalize().is_ok_and(|here| there.parent() == Some(&here));
    ensure!(
        beside,
        "{} is in another folder: a game can only build on files beside its own; choose a file there \
         with --output",
        file.display()
    );
    let name = there.file_name().and_then(OsStr::to_str);
    let name = name.context("the path of the game is not UTF-8")?;
    Ok(name.strip_suffix(".toml").unwrap_or(name).to_owned())
}

/// A game that inherits another. The other's lines stand in it, switched off, if that leaves the game
/// as it is.
pub(super) fn like(identity: &Identity, parent: &Parent, folder: &Path) -> String {
    let head = identity
        .fill(LIKE)
        .replace("{{parent}}", &parent.variant.name)
        .replace("{{extends}}", &quoted(&parent.extends));
    let whole = format!("{head}{}", switched_off(&parent.source.text));
    let file = folder.join(format!("{}.toml", identity.id));
    let source = Source::new(file.to_string_lossy(), whole.clone());
    let same = library::load(&source, &[]).is_ok_and(|good| {
        let Variant { pieces, end, starts, .. } = good.game.variant();
        let before = &parent.variant;
        (pieces, end, starts) == (&before.pieces, &before.end, &before.starts)
    });
    if same { whole } else { head }
}

/// Keys that would not do in a file that inherits them.
const DROPPED: [&str; 7] = ["format", "id", "name", "author", "aliases", "extends", "remove"];

/// The lines of a file as comments, below their tables. What stands before the first key is about the
/// file itself, and stays away.
fn switched_off(text: &str) -> String {
    let key = |line: &str| line.split('=').next().unwrap_or("").trim().to_owned();
    let is_comment = |line: &&str| line.starts_with('#') || line.trim().is_empty();
    let mut lines = Vec::new();
    for line in text.lines().skip_while(is_comment) {
        let dropped = line.contains('=') && DROPPED.contains(&key(line).as_str());
        let kept = line.starts_with('#') || line.trim().is_empty();
        match line {
            _ if dropped && !kept => {}
            line if kept || (line.starts_with('[') && !line.starts_with("[[")) => {
                lines.push(line.to_owned());
            }
            line => lines.push(format!("#{line}")),
        }
    }
    // Where the head had stood, one empty line is enough.
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    let body = lines.join("\n");
    format!("\n{}\n", body.trim_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, name: &str, id: &str, file: &str) {
        let expected =
            Identity { name: name.to_owned(), id: id.to_owned(), file: PathBuf::from(file) };
        assert_eq!(Identity::of(text).expect("a name"), expected, "{text}");
    }

    #[test]
    fn names_and_paths_become_ids_and_files() {
        check("My Game", "My Game", "my-game", "my-game.toml");
        check("my-game", "My Game", "my-game", "my-game.toml");
        check("games/my-game.toml", "My Game", "my-game", "games/my-game.toml");
        check("games/Wild & Free!", "Wild & Free!", "wild-free", "games/wild-free.toml");
        check("Shogi 2", "Shogi 2", "shogi-2", "shogi-2.toml");
        check("雷将棋", "雷将棋", "game", "雷将棋.toml");
        check("Café", "Café", "caf", "café.toml");
        check("a \"b\"", "a \"b\"", "a-b", "a-b.toml");
    }

    #[test]
    fn names_without_a_letter_are_refused() {
        for text in ["", " ", "..", "!", "a\nb", "x/"] {
            assert_eq!(Identity::of(text).is_err(), text != "x/", "{text:?}");
        }
    }
}
