//! What is answered, in the words of the JSON forms.

use crate::args::{Judge, Line};
use crate::line;
use anyhow::anyhow;
use komadai_records::moves::{Refusal, Spelling, find};
use komadai_records::position;
use komadai_rules::{Color, Game, Move, MoveKind, Play, Position, Square, Variant};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::sync::Arc;

/// `first` or `second`, whatever the game calls its sides.
pub(crate) fn side(color: Color) -> &'static str {
    match color {
        Color::First => "first",
        Color::Second => "second",
    }
}

/// The position as text.
pub(crate) fn text_of<const N: usize>(at: &Position<N>) -> String {
    position::write(at.game().variant(), &at.to_setup())
}

/// The answer to `moves`.
#[derive(Debug, Serialize)]
pub(crate) struct Moves {
    pub(crate) position: String,
    pub(crate) side: &'static str,
    pub(crate) in_check: bool,
    pub(crate) moves: Vec<LegalMove>,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub(crate) struct LegalMove {
    pub(crate) usi: String,
    pub(crate) algebraic: String,
    /// The moving piece, for people.
    #[serde(skip)]
    pub(crate) piece: Option<String>,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) via: Option<String>,
    pub(crate) captures: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) drop: Option<String>,
    pub(crate) promotes: Promotes,
    pub(crate) position: String,
}

/// Whether a move promotes, and to what where there is a choice.
#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Promotes {
    Plainly(bool),
    To(String),
}

impl Moves {
    pub(crate) fn of<const N: usize>(line: &Line, game: &Arc<Game<N>>) -> anyhow::Result<Self> {
        let play = line.play(game)?;
        let legal = play.legal_moves();
        let spellings = line::spellings(play.position(), &legal);
        let mut board = play.position().clone();
        Ok(Moves {
            position: text_of(&board),
            side: side(board.side()),
            in_check: play.in_check(),
            moves: spellings.iter().map(|spelling| LegalMove::of(&mut board, spelling)).collect(),
        })
    }
}

impl LegalMove {
    fn of<const N: usize>(at: &mut Position<N>, spelling: &Spelling) -> Self {
        let game = Arc::clone(at.game());
        let variant = game.variant();
        let (m, name) = (spelling.mv, |square: &Square| variant.square_name(*square));
        let mover = spelling.mover.map(|piece| &variant.pieces[piece.index()]);
        let promotes = match (m.promotion(), mover) {
            (choice @ 1.., Some(mover)) if mover.promotes.len() > 1 => {
                let to = mover.promotes[usize::from(choice) - 1];
                Promotes::To(variant.pieces[to.index()].id.clone())
            }
            (choice, _) => Promotes::Plainly(choice > 0),
        };
        let is_drop = m.kind() == MoveKind::Drop;
        let captures = at.captures(m).iter().map(name).collect();
        at.make(m);
        let position = text_of(at);
        at.unmake();
        LegalMove {
            usi: spelling.usi(variant),
            algebraic: spelling.algebraic(variant),
            piece: mover.map(|piece| piece.name.en.clone()),
            from: spelling.squares.first().filter(|_| !is_drop).map(name),
            to: spelling.squares.last().map(name),
            via: spelling.squares.get(1).filter(|_| spelling.squares.len() > 2).map(name),
            captures,
            drop: mover.filter(|_| is_drop).map(|piece| piece.id.clone()),
            promotes,
            position,
        }
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
    #[allow(clippy::disallowed_types, reason = "the answer holds the time that it took")]
    pub(crate) fn of<const N: usize>(
        line: &Line,
        depth: u32,
        divide: bool,
        game: &Arc<Game<N>>,
    ) -> anyhow::Result<Self> {
        let play = line.play(game)?;
        let start = play.position();
        let clock = std::time::Instant::now();
        let parts = divide.then(|| start.perft_divided(depth));
        let nodes = match &parts {
            Some(parts) if depth > 0 => parts.iter().map(|(_, nodes)| nodes).sum(),
            _ => start.perft(depth),
        };
        let seconds = clock.elapsed().as_secs_f64();
        let divide = parts.map(|parts| named(start, &parts));
        Ok(Perft {
            variant: game.variant().id.clone(),
            position: text_of(start),
            depth,
            nodes,
            seconds,
            divide,
        })
    }
}

fn named<const N: usize>(start: &Position<N>, parts: &[(Move, u64)]) -> Vec<Part> {
    let variant = start.game().variant();
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
#[derive(Debug, Serialize)]
pub(crate) struct Verdict {
    pub(crate) status: String,
    pub(crate) winner: Option<&'static str>,
    pub(crate) in_check: bool,
    pub(crate) claims: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) declaration: Option<Declaration>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) illegal_at: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
}

/// What a declaration would bring now, by each rule.
#[derive(Debug, Serialize)]
pub(crate) struct Declaration {
    #[serde(rename = "27")]
    pub(crate) rule27: String,
    #[serde(rename = "24")]
    pub(crate) rule24: String,
}

impl Verdict {
    pub(crate) fn of<const N: usize>(judge: &Judge, game: &Arc<Game<N>>) -> anyhow::Result<Self> {
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
                Err(Refusal::Illegal(reason)) => {
                    return Ok(Verdict::illegal(&play, number, reason, judge.strict));
                }
                Err(refusal) => return Err(anyhow!("move {number} (`{text}`): {refusal}")),
            }
        }
        Ok(Verdict::now(&play))
    }

    /// How the game stands.
    pub(crate) fn now<const N: usize>(play: &Play<N>) -> Self {
        let (status, winner, reason) = match play.ending() {
            None => ("ongoing".to_owned(), None, None),
            Some(end) => {
                (end.status.to_string(), Some(end.winner.map_or("draw", side)), Some(end.reason))
            }
        };
        Verdict {
            status,
            winner,
            in_check: play.in_check(),
            claims: play.claims().iter().map(ToString::to_string).collect(),
            declaration: play.declaration().map(|declared| Declaration {
                rule27: declared.rule27.to_string(),
                rule24: declared.rule24.to_string(),
            }),
            illegal_at: None,
            reason,
        }
    }

    /// The game stops before an illegal move, which loses where the players are strict.
    fn illegal<const N: usize>(
        play: &Play<N>,
        number: usize,
        reason: String,
        strict: bool,
    ) -> Self {
        let loses = strict && costs_the_game(play.position().game().variant());
        Verdict {
            status: "illegal-move".to_owned(),
            winner: loses.then(|| side(!play.position().side())),
            illegal_at: Some(number),
            reason: Some(reason),
            ..Verdict::now(play)
        }
    }
}

fn costs_the_game(variant: &Variant) -> bool {
    variant.end.illegal_move == komadai_rules::variant::IllegalMove::Loss
}
