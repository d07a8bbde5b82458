//! Games and matches as they are written down.

use crate::client::Eval;
use crate::elo::Pentanomial;
use crate::openings::begin;
use crate::referee::find;
use crate::sprt::Sprt;
use komadai_records::{pgn, position};
use komadai_rules::{AnyGame, Color, Opening};
use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the match, from 1.
    pub game: u64,
    /// The day on which it ended, as PGN writes it: `2026.11.25`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The number of its pair, from 1.
    pub pair: u64,
    /// Who played the first side.
    pub first: String,
    /// Who played the second side.
    pub second: String,
    /// Where it began: `startpos` or a position.
    pub start: String,
    /// How many of the moves are the opening's.
    pub opening: usize,
    /// All moves, in USI form.
    pub moves: Vec<String>,
    /// How many there are.
    pub plies: usize,
    /// Who won.
    pub winner: Winner,
    /// The score of the match's first engine: 1, 0.5 or 0.
    pub score: f64,
    /// How it ended: the rules' word, or `resignation`, `declaration`, `agreement`,
    /// `adjudication`, `illegal-move`, `crash`, `time-loss`.
    pub status: String,
    /// The same as a sentence.
    pub reason: String,
    /// The position at the end.
    pub position: String,
    /// What an engine did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// What the engines thought of their moves, from the first after the opening on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evals: Vec<Option<Eval>>,
    /// Milliseconds that they took, where time counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u64>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Nobody.
    Draw,
}

impl Winner {
    /// From the side that has won.
    pub fn of(side: Option<Color>) -> Self {
        match side {
            Some(Color::First) => Winner::First,
            Some(Color::Second) => Winner::Second,
            None => Winner::Draw,
        }
    }

    /// As PGN writes it.
    pub fn result(self) -> &'static str {
        match self {
            Winner::First => "1-0",
            Winner::Second => "0-1",
            Winner::Draw => "1/2-1/2",
        }
    }
}

/// What an engine did wrong, with all that is needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What sort of mistake.
    pub kind: FaultKind,
    /// Whose.
    pub engine: String,
    /// What happened.
    pub what: String,
    /// The position in which it happened.
    pub position: String,
    /// The last lines to (`>`) and from (`<`, `!` on standard error) the engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

/// What engines do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// An illegal move, or a false claim.
    #[serde(rename = "illegal-move")]
    Illegal,
    /// It ended, did not start, or refused a legal move.
    Crash,
    /// It took too long, or has not answered at all.
    #[serde(rename = "time-loss")]
    Timeout,
}

impl FaultKind {
    /// The word for a game that ended like this.
    pub fn status(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal-move",
            FaultKind::Crash => "crash",
            FaultKind::Timeout => "time-loss",
        }
    }
}

/// How a match stands, from the first engine's view. Games are counted in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The scores of the pairs that are complete.
    pub pairs: Pentanomial,
    /// Illegal moves and false claims, of both engines.
    pub illegal: u64,
    /// Crashes of both engines.
    pub crashes: u64,
    /// Time losses of both engines.
    pub timeouts: u64,
    /// Half points from the first game of a pair whose second is to come.
    half_pair: Option<usize>,
}

/// The summary of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Games won by the first engine.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the first engine.
    pub losses: u64,
    /// How much stronger the first engine is, in logistic Elo; `None` without a pair. Where one side
    /// has all points, the end of the 95 % confidence interval: it is at least so much stronger, or at
    /// most.
    pub elo: Option<f64>,
    /// Half the width of its 95 % confidence interval; `None` where all pairs have the same score.
    pub elo_error: Option<f64>,
    /// The log-likelihood ratio, where there is a test.
    pub llr: Option<f64>,
    /// Illegal moves and false claims, of both engines.
    pub illegal: u64,
    /// Crashes of both engines.
    pub crashes: u64,
    /// Time losses of both engines.
    pub timeouts: u64,
}

impl Standing {
    /// Counts a game.
    pub fn add(&mut self, record: &Record) {
        let half_points = (record.score * 2.0).round().clamp(0.0, 2.0) as usize;
        *[&mut self.losses, &mut self.draws, &mut self.wins][half_points] += 1;
        match self.half_pair.take() {
            Some(before) => self.pairs.add(before + half_points),
            None => self.half_pair = Some(half_points),
        }
        match record.fault.as_ref().map(|fault| fault.kind) {
            Some(FaultKind::Illegal) => self.illegal += 1,
            Some(FaultKind::Crash) => self.crashes += 1,
            Some(FaultKind::Timeout) => self.timeouts += 1,
            None => {}
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The figures.
    pub fn summary(&self, sprt: Option<&Sprt>) -> Summary {
        let elo = self.pairs.elo();
        Summary {
            games: self.games(),
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            elo: elo.map(|elo| rounded(elo.difference)),
            elo_error: elo.and_then(|elo| elo.error.margin()).map(rounded),
            llr: sprt.map(|sprt| rounded(sprt.llr(&self.pairs))),
            illegal: self.illegal,
            crashes: self.crashes,
            timeouts: self.timeouts,
        }
    }
}

/// To hundredths: more would only look exact.
fn rounded(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

impl Record {
    /// The game as PGN.
    ///
    /// # Errors
    /// What cannot be played of it by these rules.
    pub fn to_pgn(&self, game: &AnyGame, event: &str) -> Result<String, String> {
        self.to_pgn_with(game, &[("Event", event.to_owned())])
    }

    /// The game as PGN, with these tags beside those of the game itself.
    pub(crate) fn to_pgn_with(
        &self,
        game: &AnyGame,
        more: &[(&str, String)],
    ) -> Result<String, String> {
        let variant = game.variant();
        let setup = match self.start.as_str() {
            "startpos" => variant.start_setup(None).ok_or("there is no start position")?,
            text => position::parse(variant, text).map_err(|error| error.to_string())?,
        };
        let mut tags = pgn::tags(variant, &setup);
        for (name, value) in [
            ("Date", self.date.as_deref().unwrap_or("????.??.??")),
            ("Round", &format!("{}.{}", self.pair, 2 - self.game % 2)),
            ("White", &self.first),
            ("Black", &self.second),
            ("Result", self.winner.result()),
            ("Termination", self.termination()),
        ] {
            tags.insert(name, value);
        }
        more.iter().for_each(|(name, value)| tags.insert(name, value));
        let first_ply = setup.ply;
        let side = setup.side;
        let mut course = begin(game, &Opening::Setup(setup))?;
        let mut moves = Vec::new();
        for (i, text) in self.moves.iter().enumerate() {
            let m = find(&course.play, text)?;
            moves.push(pgn::Move { san: pgn::san(&course.play, m), comment: self.comment(i) });
            course.push(m);
        }
        if let (Some(last), false) = (moves.last_mut(), self.reason.is_empty()) {
            let before = last.comment.take().map_or_else(String::new, |comment| comment + ", ");
            last.comment = Some(before + &self.reason);
        }
        Ok(pgn::write(&tags, pgn::Numbering { side, ply: first_ply }, &moves))
    }

    fn termination(&self) -> &'static str {
        match self.status.as_str() {
            "time-loss" => "time forfeit",
            "illegal-move" => "rules infraction",
            "crash" => "abandoned",
            "adjudication" => "adjudication",
            _ => "normal",
        }
    }

    /// `book`, or score, depth and time as most programs write them: `+0.35/12 1.250s`.
    fn comment(&self, i: usize) -> Option<String> {
        let Some(i) = i.checked_sub(self.opening) else {
            return Some("book".to_owned());
        };
        let eval = self.evals.get(i).copied().flatten().map(|eval| match eval.mate {
            Some(mate) if mate < 0 => format!("-M{}/{}", -mate, eval.depth),
            Some(mate) => format!("+M{mate}/{}", eval.depth),
            None => format!("{:+.2}/{}", f64::from(eval.cp.unwrap_or(0)) / 100.0, eval.depth),
        });
        let time = self.times.get(i).map(|ms| format!("{:.3}s", *ms as f64 / 1000.0));
        let parts: Vec<String> = eval.into_iter().chain(time).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}
