//! `betza`: movements in XBetza notation, tried on boards of nameless pieces.

use super::write_json;
use anyhow::Context;
use komadai_rules::variant::{Board, Coordinates, PositionText};
use komadai_rules::{Color, Square, Trial, TrialMove};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, Write};

pub(crate) const HELP: &str = r#"A case is a JSON object on one line:

  {"id": 1, "xbetza": "fmWfceF", "board": {"files": 8, "ranks": 8},
   "from": "d4", "friends": [], "enemies": ["e5"]}

Further keys: side ("second" turns the directions), moved, unmoved (friends that
have never moved), holes, royal (the enemies that are royal), ep and ep_victim
(the square on which a piece may capture in passing, and the piece that it
takes)."#;

/// A case as it is written. Further keys are remarks.
#[derive(Debug, Deserialize)]
struct Case {
    xbetza: String,
    board: Size,
    from: String,
    #[serde(default)]
    friends: Vec<String>,
    #[serde(default)]
    enemies: Vec<String>,
    #[serde(default)]
    side: Side,
    #[serde(default)]
    moved: bool,
    #[serde(default)]
    unmoved: Vec<String>,
    #[serde(default)]
    holes: Vec<String>,
    #[serde(default)]
    royal: Vec<String>,
    ep: Option<String>,
    ep_victim: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Size {
    files: u8,
    ranks: u8,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    #[default]
    First,
    Second,
}

#[derive(Debug, Serialize)]
struct Answer {
    id: Value,
    #[serde(flatten)]
    found: Found,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Found {
    Moves(Vec<CaseMove>),
    Error(Fault),
}

#[derive(Debug, Serialize)]
struct CaseMove {
    to: String,
    captures: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    relocates: Vec<[String; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    partner: Vec<[String; 2]>,
}

/// What is wrong, and with which byte of the movement if it is that.
#[derive(Debug, Serialize)]
struct Fault {
    message: String,
    offset: Option<usize>,
}

impl From<anyhow::Error> for Fault {
    fn from(error: anyhow::Error) -> Self {
        Fault { message: format!("{error:#}"), offset: None }
    }
}

pub(crate) fn run(json: bool, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if !line.trim_ascii().is_empty() {
            let answer = reply(&line);
            if json {
                write_json(out, &answer)?;
            } else {
                writeln!(out, "{}", in_words(&answer))?;
            }
            out.flush()?;
        }
        line.clear();
    }
    Ok(())
}

fn reply(line: &[u8]) -> Answer {
    let value: Result<Value, _> = serde_json::from_slice(line);
    let id = value.as_ref().ok().and_then(|case| case.get("id")).cloned().unwrap_or_default();
    let case = value.and_then(Case::deserialize).context("this is not a case");
    let found = match case.map_err(Fault::from).and_then(|case| case.moves()) {
        Ok(moves) => Found::Moves(moves),
        Err(fault) => Found::Error(fault),
    };
    Answer { id, found }
}

impl Case {
    fn moves(&self) -> Result<Vec<CaseMove>, Fault> {
        let at = |span: &std::ops::Range<usize>| Some(span.start);
        let movement = komadai_betza::parse(&self.xbetza).map_err(|error| {
            let help = error.help.map_or_else(String::new, |help| format!("; {help}"));
            Fault { message: error.message + &help, offset: at(&error.span) }
        })?;
        let board = self.board()?;
        let moves = self
            .trial(&board)?
            .moves(&movement.descriptor)
            .map_err(|error| Fault { message: error.message, offset: at(&error.span) })?;
        Ok(moves.iter().map(|m| CaseMove::of(&board, m)).collect())
    }

    fn board(&self) -> anyhow::Result<Board> {
        let Size { files, ranks } = self.board;
        let possible = 1..=16;
        anyhow::ensure!(
            possible.contains(&files) && possible.contains(&ranks),
            "a board of {files}x{ranks}: expected 1 to 16 files and ranks"
        );
        Ok(Board {
            files,
            ranks,
            first_rank: 1,
            holes: Vec::new(),
            vanishing: Vec::new(),
            coordinates: Coordinates::Algebraic,
            text: PositionText::Sfen,
        })
    }

    fn trial(&self, board: &Board) -> anyhow::Result<Trial> {
        let square = |name: &String| {
            board
                .parse_square(name)
                .with_context(|| format!("there is no square `{name}` on this board"))
        };
        let squares = |names: &[String]| {
            names.iter().map(square).collect::<anyhow::Result<BTreeSet<Square>>>()
        };
        let ep = self.ep.as_ref().map(square).transpose()?;
        let victim = self.ep_victim.as_ref().map(square).transpose()?;
        anyhow::ensure!(
            ep.is_some() == victim.is_some(),
            "`ep` and `ep_victim` must be given together"
        );
        Ok(Trial {
            files: board.files,
            ranks: board.ranks,
            from: square(&self.from)?,
            side: match self.side {
                Side::First => Color::First,
                Side::Second => Color::Second,
            },
            moved: self.moved,
            friends: squares(&self.friends)?,
            enemies: squares(&self.enemies)?,
            holes: squares(&self.holes)?,
            royals: squares(&self.royal)?,
            unmoved: squares(&self.unmoved)?,
            en_passant: ep.zip(victim),
        })
    }
}

impl CaseMove {
    fn of(board: &Board, m: &TrialMove) -> Self {
        let name = |square: &Square| board.square_name(*square);
        let pair = |(from, to): &(Square, Square)| [name(from), name(to)];
        CaseMove {
            to: name(&m.to),
            captures: m.captures.iter().map(name).collect(),
            relocates: m.relocates.iter().map(pair).collect(),
            partner: m.partner.iter().map(pair).collect(),
        }
    }
}

/// The answer as a line for people.
fn in_words(answer: &Answer) -> String {
    let words: Vec<String> = match &answer.found {
        Found::Moves(moves) => moves.iter().map(move_in_words).collect(),
        Found::Error(Fault { message, offset: Some(offset) }) => {
            vec![format!("error at byte {offset}: {message}")]
        }
        Found::Error(Fault { message, offset: None }) => vec![format!("error: {message}")],
    };
    match &answer.id {
        Value::Null => words.join(" "),
        Value::String(id) => format!("{id}: {}", words.join(" ")),
        id => format!("{id}: {}", words.join(" ")),
    }
}

/// `e4`, `e4(xd3,xe4)`, `g1(h1-f1)`.
fn move_in_words(m: &CaseMove) -> String {
    let captures = m.captures.iter().map(|square| format!("x{square}"));
    let carried = m.relocates.iter().chain(&m.partner).map(|[from, to]| format!("{from}-{to}"));
    let effects: Vec<String> = captures.chain(carried).collect();
    if effects.is_empty() { m.to.clone() } else { format!("{}({})", m.to, effects.join(",")) }
}
