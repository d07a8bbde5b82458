//! What is answered, in the words of the JSON forms.

use crate::args::{Judge, Line};
use crate::line;
use anyhow::anyhow;
use komadai_records::json::{self, Side, Verdict, text_of};
use komadai_records::moves::{Refusal, Spelling, find};
use komadai_rules::{AnyGame, AnyPlay, Move};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The answer to `moves`.
#[derive(Debug, Serialize)]
pub(crate) struct Moves {
    pub(crate) position: String,
    pub(crate) side: Side,
    pub(crate) in_check: bool,
    pub(crate) moves: Vec<json::Move>,
}

impl Moves {
    pub(crate) fn of(line: &Line, game: &AnyGame) -> anyhow::Result<Self> {
        let play = line.play(game)?;
        Ok(Moves {
            position: text_of(&play),
            side: play.side().into(),
            in_check: play.in_check(),
            moves: play.legal_moves().iter().map(|m| json::Move::of(&play, *m)).collect(),
        })
    }
}

/// The answer to `perft`.
#[derive(Debug, Serialize)]
pub(crate) struct Perft {
    pub(crate) variant: String,
    pub(crate) position: String,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    pub(crate) divide: Option<Vec<Part>>,
}

/// The lines that begin with one move.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) usi: String,
    pub(crate) algebraic: String,
    pub(crate) nodes: u64,
}

/// An object whose keys keep their order.
fn as_map<S: Serializer>(parts: &Option<Vec<Part>>, serializer: S) -> Result<S::Ok, S::Error> {
    let parts = parts.as_deref().unwrap_or_default();
    let mut map = serializer.serialize_map(Some(parts.len()))?;
    for part in parts {
        map.serialize_entry(&part.usi, &part.nodes)?;
    }
    map.end()
}

impl Perft {
    pub(crate) fn of(
        line: &Line,
        depth: u32,
        divide: bool,
        game: &AnyGame,
    ) -> anyhow::Result<Self> {
        let start = line.play(game)?;
        let clock = std::time::Instant::now();
        let parts = divide.then(|| start.perft_divided(depth));
        let nodes = match &parts {
            Some(parts) if depth > 0 => parts.iter().map(|(_, nodes)| nodes).sum(),
            _ => start.perft(depth),
        };
        let seconds = clock.elapsed().as_secs_f64();
        let divide = parts.map(|parts| named(&start, &parts));
        Ok(Perft {
            variant: game.variant().id.clone(),
            position: text_of(&start),
            depth,
            nodes,
            seconds,
            divide,
        })
    }
}

fn named(start: &AnyPlay, parts: &[(Move, u64)]) -> Vec<Part> {
    let variant = start.variant();
    let moves: Vec<Move> = parts.iter().map(|(m, _)| *m).collect();
    let spellings = line::spellings(start, &moves);
    let part = |(spelling, (_, nodes)): (&Spelling, &(Move, u64))| Part {
        usi: spelling.usi(variant),
        algebraic: spelling.algebraic(variant),
        nodes: *nodes,
    };
    spellings.iter().zip(parts).map(part).collect()
}

/// The answer to `result`.
///
/// # Errors
/// Texts that are no moves, and moves after the end of the game.
pub(crate) fn verdict(judge: &Judge, game: &AnyGame) -> anyhow::Result<Verdict> {
    let line = &judge.situation.line;
    let mut play = line.opening(game)?;
    for (number, text) in (1..).zip(line.words()) {
        if !judge.go_on
            && let Some(end) = play.ending()
        {
            return Err(anyhow!(
                "move {number} (`{text}`) comes after the end of the game: {}",
                end.reason
            ));
        }
        match find(&play, text) {
            Ok(m) => play.push(m),
            Err(Refusal::Illegal(rule)) => {
                return Ok(Verdict::illegal(&play, number, rule.to_string(), judge.strict));
            }
            Err(refusal) => return Err(anyhow!("move {number} (`{text}`): {refusal}")),
        }
    }
    Ok(Verdict::now(&play))
}
