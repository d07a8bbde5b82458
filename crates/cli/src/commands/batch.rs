//! `batch`: requests and answers, line by line.
//!
//! Requests are worked on at the same time, one on each core, and answered in their order.

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
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

pub(crate) const HELP: &str = r#"A request is a JSON object on one line, and so is its answer. Answers come in the
order of the requests, each as soon as it and those before it are ready. The
answer to a bad request is {"error": ...}.

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

/// A request, and where its answer goes.
type Question = (Vec<u8>, SyncSender<Marked>);

/// For each core so many requests are read before the first is answered: enough that none waits for the
/// reader.
const READ_AHEAD: usize = 4;

pub(crate) fn run(input: &mut dyn BufRead, out: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    let library = Library::default();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (ask, questions) = sync_channel::<Question>(cores);
    let (expect, answers) = sync_channel(READ_AHEAD * cores);
    let questions = Mutex::new(questions);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| work(&questions, &library));
        }
        let writer = scope.spawn(|| write(answers, out));
        let read = read(input, ask, expect);
        writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        read
    })
}

/// Reads requests until there are no more, or nobody writes their answers any more.
fn read(
    input: &mut dyn BufRead,
    ask: SyncSender<Question>,
    expect: SyncSender<Receiver<Marked>>,
) -> anyhow::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let request = std::mem::take(&mut line);
        if request.trim_ascii().is_empty() {
            continue;
        }
        let (answer, answered) = sync_channel(1);
        if expect.send(answered).is_err() || ask.send((request, answer)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Answers one request after the other.
fn work(questions: &Mutex<Receiver<Question>>, library: &Library) {
    let next = || questions.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok((request, answer)) = next() {
        // Nobody waits for it if what came before could not be written.
        let _ = answer.send(reply(&request, library));
    }
}

/// Writes the answers, each as soon as it is there.
fn write(answers: Receiver<Receiver<Marked>>, out: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    for answer in answers {
        write_json(out, &answer.recv()?)?;
        out.flush()?;
    }
    Ok(())
}

fn reply(line: &[u8], library: &Library) -> Marked {
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

fn answer(value: Value, library: &Library) -> anyhow::Result<Answer> {
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
            line: Line {
                position: self.position.clone(),
                start: self.start.clone(),
                moves,
                ..Line::default()
            },
        }
    }
}
