//! `batch`: requests and answers, line by line.

use super::write_json;
use crate::answer;
use crate::args::{GameChoice, Judge, Line, MOST_DEPTH, Situation};
use crate::library::Library;
use anyhow::Context;
use komadai_records::json::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};

/// A request as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    cmd: Command,
    variant: String,
    position: Option<String>,
    start: Option<String>,
    #[serde(default)]
    moves: Words,
    #[serde(default)]
    set: BTreeMap<String, Value>,
    depth: Option<u32>,
    #[serde(default)]
    divide: bool,
    #[serde(default)]
    strict: bool,
    #[serde(default, rename = "continue")]
    go_on: bool,
    #[serde(default, rename = "id")]
    _id: Value,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
enum Command {
    Moves,
    Perft,
    Result,
}

impl TryFrom<String> for Command {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "moves" => Ok(Command::Moves),
            "perft" => Ok(Command::Perft),
            "result" => Ok(Command::Result),
            _ => Err(format!("there is no `cmd` `{text}`: say `moves`, `perft` or `result`")),
        }
    }
}

/// A list of moves, or one text of several.
#[derive(Debug, Default, Deserialize)]
#[serde(untagged, expecting = "`moves` must be a list of texts, or one text")]
enum Words {
    List(Vec<String>),
    Text(String),
    #[default]
    Nothing,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Moves(answer::Moves),
    Perft(answer::Perft),
    Result(Verdict),
    Error { error: String },
}

/// An answer with the request's own mark.
#[derive(Serialize)]
struct Marked {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(flatten)]
    answer: Answer,
}

pub(super) fn run(input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut library = Library::default();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if !line.trim_ascii().is_empty() {
            write_json(out, &reply(&line, &mut library))?;
            out.flush()?;
        }
        line.clear();
    }
    Ok(())
}

fn reply(line: &[u8], library: &mut Library) -> Marked {
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(error) => {
            let error = format!("this is not JSON: {error}");
            return Marked { id: None, answer: Answer::Error { error } };
        }
    };
    let id = value.get("id").cloned();
    let answer = answer(value, library)
        .unwrap_or_else(|error| Answer::Error { error: format!("{error:#}") });
    Marked { id, answer }
}

fn answer(value: Value, library: &mut Library) -> anyhow::Result<Answer> {
    let request = Request::deserialize(value).context("this is not a request")?;
    let situation = request.situation();
    let game = library.game(&situation.game.variant, &situation.game.settings)?;
    let Request { cmd, depth, divide, strict, go_on, .. } = request;
    Ok(match cmd {
        Command::Moves => Answer::Moves(answer::Moves::of(&situation.line, &game)?),
        Command::Result => {
            Answer::Result(answer::verdict(&Judge { situation, strict, go_on }, &game)?)
        }
        Command::Perft => {
            let depth = depth.context("perft needs a `depth`")?;
            anyhow::ensure!(depth <= MOST_DEPTH, "`depth` is more than {MOST_DEPTH}");
            Answer::Perft(answer::Perft::of(&situation.line, depth, divide, &game)?)
        }
    })
}

impl Request {
    fn situation(&self) -> Situation {
        let as_text =
            |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let settings = self.set.iter().map(|(key, value)| (key.clone(), as_text(value)));
        let moves = match &self.moves {
            Words::List(words) => words.clone(),
            Words::Text(text) => vec![text.clone()],
            Words::Nothing => Vec::new(),
        };
        Situation {
            game: GameChoice { variant: self.variant.clone(), settings: settings.collect() },
            line: Line { position: self.position.clone(), start: self.start.clone(), moves },
        }
    }
}
