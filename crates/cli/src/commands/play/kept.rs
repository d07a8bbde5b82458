//! The game on disk: every move is there before it is answered, so that no crash loses one.
//!
//! A game is a file of JSON, a line each: the terms, then what happened. It goes when the game is
//! over and left; a game that is left unfinished stays, and can be resumed.

use super::Terms;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Nobody goes back to more unfinished games; beyond, the oldest go.
const MOST_GAMES: usize = 50;

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Event {
    /// A move, in USI. Forced passes follow from it and are not written.
    Move(String),
    /// Moves were taken back until so many are left.
    Undo(usize),
    /// The game has ended so.
    Over(String),
}

/// A game's file, which is made when the first thing happens.
#[derive(Debug)]
pub(super) struct Kept {
    folder: PathBuf,
    terms: Terms,
    file: Option<(PathBuf, File)>,
}

impl Kept {
    pub(super) fn new(folder: PathBuf, terms: Terms) -> Self {
        Kept { folder, terms, file: None }
    }

    /// Where the game begins; said before anything happens.
    pub(super) fn begin(&mut self, position: String) {
        self.terms.begun = Some(position);
    }

    /// Writes what has happened.
    pub(super) fn add(&mut self, event: &Event) -> io::Result<()> {
        let (_, file) = match &mut self.file {
            Some(there) => there,
            None => {
                let made = make(&self.folder, &self.terms)?;
                self.file.insert(made)
            }
        };
        write_line(file, event)
    }

    /// Nobody plays on. The file of an unfinished game stays; true if there is one.
    pub(super) fn leave(self, over: bool) -> bool {
        match self.file {
            Some((path, _)) if over => fs::remove_file(path).is_err(),
            Some(_) => true,
            None => false,
        }
    }
}

/// One line, on disk when this is done.
fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let line = serde_json::to_string(value)? + "\n";
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

/// The file of a new game.
fn make(folder: &Path, terms: &Terms) -> io::Result<(PathBuf, File)> {
    fs::create_dir_all(folder)?;
    let games = games(folder)?;
    for oldest in games.iter().take((games.len() + 1).saturating_sub(MOST_GAMES)) {
        // One more than wanted is no harm.
        let _ = fs::remove_file(oldest);
    }
    let (now, process) = (jiff::Timestamp::now().as_millisecond(), std::process::id());
    let path = folder.join(format!("{now:015}-{process}.jsonl"));
    let mut file = OpenOptions::new().append(true).create_new(true).open(&path)?;
    // Where files cannot be locked, two terminals may resume one game.
    let _ = file.try_lock();
    write_line(&mut file, terms)?;
    Ok((path, file))
}

/// The files of games, oldest first.
fn games(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let mut games = paths?;
    games.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    games.sort();
    Ok(games)
}

/// The last unfinished game, or the last one of a variant.
///
/// # Errors
/// If there is none.
pub(super) fn resume(
    folder: &Path,
    variant: Option<&str>,
) -> anyhow::Result<(Terms, Vec<Event>, Kept)> {
    // Without a folder there are no games.
    for path in games(folder).unwrap_or_default().into_iter().rev() {
        // Another terminal may be playing it, or it is no game: then an older one will do.
        let Ok((terms, events, file)) = open(&path) else { continue };
        let is_wanted = variant.is_none_or(|variant| variant == terms.variant);
        let is_over = matches!(events.last(), Some(Event::Over(_)));
        if is_wanted && !is_over {
            let kept =
                Kept { folder: folder.to_owned(), terms: terms.clone(), file: Some((path, file)) };
            return Ok((terms, events, kept));
        }
    }
    let of = variant.map_or_else(String::new, |variant| format!(" of `{variant}`"));
    anyhow::bail!("there is no unfinished game{of} in `{}`", folder.display())
}

/// Reads a game. What was half written when the program was killed is cut off.
fn open(path: &Path) -> anyhow::Result<(Terms, Vec<Event>, File)> {
    let mut file = OpenOptions::new().read(true).append(true).open(path)?;
    file.try_lock()?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let terms = serde_json::from_str(lines.next().context("the file is empty")?)?;
    let events: Result<Vec<Event>, _> = lines.map(serde_json::from_str).collect();
    file.set_len(whole as u64)?;
    Ok((terms, events?, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(variant: &str) -> Terms {
        Terms {
            variant: variant.to_owned(),
            settings: Vec::new(),
            position: None,
            start: None,
            moves: Vec::new(),
            begun: None,
            levels: [None, Some(2)],
            seed: 1,
        }
    }

    #[test]
    fn a_game_is_resumed_where_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(resume(folder.path(), None).is_err());
        let mut kept = Kept::new(folder.path().to_owned(), terms("chess"));
        let events = [Event::Move("e2e4".to_owned()), Event::Undo(0)];
        events.iter().for_each(|event| kept.add(event).expect("it is written"));
        assert!(resume(folder.path(), None).is_err(), "it is being played");
        assert!(kept.leave(false));
        assert!(resume(folder.path(), Some("shogi")).is_err());
        let (terms, again, kept) = resume(folder.path(), Some("chess")).expect("a game");
        assert_eq!((terms.variant.as_str(), &again[..]), ("chess", &events[..]));
        assert!(!kept.leave(true));
        assert!(resume(folder.path(), None).is_err());
    }

    #[test]
    fn half_a_line_is_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut kept = Kept::new(folder.path().to_owned(), terms("chess"));
        kept.add(&Event::Move("e2e4".to_owned())).expect("it is written");
        let (path, mut file) = kept.file.expect("a file");
        file.write_all(b"{\"mo").expect("it is written");
        drop(file);
        let (_, events, mut kept) = resume(folder.path(), None).expect("a game");
        assert_eq!(events, [Event::Move("e2e4".to_owned())]);
        kept.add(&Event::Undo(0)).expect("it is written");
        assert!(fs::read_to_string(path).expect("a file").ends_with("}\n{\"undo\":0}\n"));
    }

    #[test]
    fn the_oldest_games_go() {
        let folder = tempfile::tempdir().expect("a folder");
        for number in 0..MOST_GAMES + 3 {
            let path = folder.path().join(format!("{number:015}.jsonl"));
            fs::write(path, "{}\n").expect("a file");
        }
        let mut kept = Kept::new(folder.path().to_owned(), terms("chess"));
        kept.add(&Event::Undo(0)).expect("it is written");
        assert_eq!(games(folder.path()).expect("files").len(), MOST_GAMES);
    }
}
