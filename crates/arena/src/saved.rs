//! A match on disk: one JSON object a line, so that it can be gone on with.
//!
//! The first line holds the settings that the results depend on; every further line is a game. A
//! line that was cut short when the match was interrupted is played again.

use crate::report::Record;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

/// Why a saved match cannot be gone on with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It does not begin with settings.
    #[error("line 1 holds no settings of a match")]
    NoSettings,
    /// It is of another match.
    #[error("the settings differ: {0}")]
    OtherSettings(String),
    /// A line is no game.
    #[error("line {line}: {message}")]
    BadLine {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
}

/// Writes the first line of a file.
///
/// # Errors
/// Those of writing.
pub fn write_settings(out: &mut dyn Write, settings: &Value) -> io::Result<()> {
    writeln!(out, "{}", json!({ "settings": settings }))?;
    out.flush()
}

/// Writes a game, at once.
///
/// # Errors
/// Those of writing.
pub fn write_game(out: &mut dyn Write, record: &Record) -> io::Result<()> {
    let line = serde_json::to_string(record).map_err(io::Error::from)?;
    writeln!(out, "{line}")?;
    out.flush()
}

/// Reads the games of a match with these settings. An empty file has none.
///
/// # Errors
/// See [`SavedError`].
pub fn read(from: &mut dyn BufRead, settings: &Value) -> Result<Vec<Record>, SavedError> {
    // The last line may end in the middle of a letter.
    let lines = from.split(b'\n').map(|line| {
        line.map(|bytes| String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned())
    });
    let mut lines = (1..).zip(lines).peekable();
    let Some((_, first)) = lines.next() else {
        return Ok(Vec::new());
    };
    check_settings(&first?, settings)?;
    let mut games = BTreeMap::new();
    while let Some((line, text)) = lines.next() {
        match serde_json::from_str::<Record>(&text?) {
            Ok(record) => {
                games.insert(record.game, record);
            }
            // The match was interrupted while the last line was written.
            Err(_) if lines.peek().is_none() => {}
            Err(error) => {
                return Err(SavedError::BadLine { line, message: error.to_string() });
            }
        }
    }
    Ok(games.into_values().collect())
}

fn check_settings(line: &str, settings: &Value) -> Result<(), SavedError> {
    let saved: Value = serde_json::from_str(line).map_err(|_| SavedError::NoSettings)?;
    let saved = saved.get("settings").ok_or(SavedError::NoSettings)?;
    let names = |value: &Value| -> Vec<String> {
        value.as_object().map_or_else(Vec::new, |object| object.keys().cloned().collect())
    };
    let mut names = [names(saved), names(settings)].concat();
    names.sort();
    names.dedup();
    let differing: Vec<String> = names
        .into_iter()
        .filter(|name| saved.get(name) != settings.get(name))
        .map(|name| {
            let show = |value: Option<&Value>| value.unwrap_or(&Value::Null).to_string();
            format!("{name} was {}, now {}", show(saved.get(&name)), show(settings.get(&name)))
        })
        .collect();
    if differing.is_empty() { Ok(()) } else { Err(SavedError::OtherSettings(differing.join("; "))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Winner;

    fn record(game: u64) -> Record {
        Record {
            game,
            date: None,
            pair: game.div_ceil(2),
            first: "a".to_owned(),
            second: "b".to_owned(),
            start: "startpos".to_owned(),
            opening: 0,
            moves: vec!["7g7f".to_owned()],
            plies: 1,
            winner: Winner::Draw,
            score: 0.5,
            status: "agreement".to_owned(),
            reason: "They agreed.".to_owned(),
            position: "x".to_owned(),
            fault: None,
            evals: Vec::new(),
            times: Vec::new(),
        }
    }

    #[test]
    fn games_come_back_and_settings_are_checked() {
        let settings = json!({ "seed": 1, "variant": "shogi" });
        let mut file = Vec::new();
        write_settings(&mut file, &settings).unwrap();
        for game in [2, 1] {
            write_game(&mut file, &record(game)).unwrap();
        }
        file.extend("{\"game\": 3, \"first\": \"将".as_bytes());
        file.pop();
        assert_eq!(read(&mut &file[..], &settings).unwrap(), [record(1), record(2)]);
        assert_eq!(read(&mut &b""[..], &settings).unwrap(), []);
        let error = read(&mut &file[..], &json!({ "seed": 2, "variant": "shogi" })).unwrap_err();
        assert_eq!(error.to_string(), "the settings differ: seed was 1, now 2");
        file.extend(b"\n{}\n");
        let error = read(&mut &file[..], &settings).unwrap_err();
        assert!(error.to_string().starts_with("line 4"), "{error}");
        assert!(matches!(read(&mut &b"{}"[..], &settings), Err(SavedError::NoSettings)));
    }
}
