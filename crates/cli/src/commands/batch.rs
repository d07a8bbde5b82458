//! `batch`: requests and answers, line by line.

use super::perft::MOST_DEPTH;
use super::{judge, moves, perft, write_json};
use crate::args::{GameChoice, Line, Situation};
use crate::library::Library;
use anyhow::Context;
use komadai_records::json::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};

pub(crate) const HELP: &str = r#"A request is a JSON object on one line, and so is its answer, which is written
at once. The answer to a bad request is {"error": ...}, and the next request is
read.

  {"cmd": "moves", "variant": "shogi", "moves": ["7g7f"], "id": 1}
  {"cmd": "perft", "variant": "chess", "depth": 3}
  {"cmd": "result", "variant": "raichu", "position": "...", "strict": true}

Keys: cmd and variant; position, start, moves, set, id; depth and divide for
perft; strict and continue for result."#;

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
            _ => Err(format!("there is no `cmd` `{text}`: use `moves`, `perft` or `result`")),
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
    Moves(moves::Answer),
    Perft(perft::Answer),
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

pub(crate) fn run(input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
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
        Command::Moves => Answer::Moves(moves::Answer::of(&situation.line, &game)?),
        Command::Result => Answer::Result(judge::Args { situation, strict, go_on }.verdict(&game)?),
        Command::Perft => {
            let depth = depth.context("perft needs a `depth`")?;
            anyhow::ensure!(depth <= MOST_DEPTH, "`depth` is more than {MOST_DEPTH}");
            Answer::Perft(perft::Answer::of(&situation.line, depth, divide, &game)?)
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
