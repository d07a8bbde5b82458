//! Matches between engines.

use crate::answer::{class, plain};
use crate::patience::work;
use crate::rulebook::Rules;
use crate::trouble::{Kind, Trouble};
use crate::variant::AnyVariant;
use komadai_arena::adjudicate::Adjudication;
use komadai_arena::elo::{Error, Pentanomial};
use komadai_arena::openings::{self, Openings};
use komadai_arena::report::{Record, Standing, Summary};
use komadai_arena::sprt::{Sprt, SprtState};
use komadai_arena::{Engine, Event, Limits, Settings, run, values};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// How long an engine may take to start.
const START_WAIT: Duration = Duration::from_secs(30);
/// How long a move may take where time does not count.
const PATIENCE: Duration = Duration::from_secs(120);
/// How much longer than its time a move may take.
const MARGIN: Duration = Duration::from_millis(100);

/// What a match is, as Python says it.
#[derive(FromPyObject)]
pub(crate) struct Wishes {
    own: Vec<String>,
    games: u64,
    sprt: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<f64>,
    clock: Option<String>,
    openings: Option<String>,
    random_plies: u32,
    start: Option<String>,
    seed: u64,
    concurrency: usize,
    max_plies: Option<u32>,
}

fn wrong(error: impl ToString) -> Trouble {
    Trouble::new(Kind::Match, error.to_string())
}

impl Wishes {
    fn settings(&self, rules: &Rules, players: &[String; 2]) -> Result<Settings, Trouble> {
        let parse = |text: &String| Engine::parse(text, &self.own).map_err(wrong);
        let [mut first, mut second] = [parse(&players[0])?, parse(&players[1])?];
        first.limits = first.limits.filter(|limits| !limits.is_empty());
        if first.name == second.name {
            second.name += " (2)";
        }
        let texts = &rules.texts;
        Ok(Settings {
            game: rules.game.clone(),
            file: (!texts.builtin).then(|| PathBuf::from(&texts.source.name)),
            set: texts.settings.clone(),
            engines: [first, second],
            limits: self.limits()?,
            games: self.games,
            openings: self.openings(rules)?,
            seed: self.seed,
            concurrency: self.concurrency.max(1),
            adjudication: Adjudication { max_plies: self.max_plies, ..Adjudication::default() },
            sprt: self.sprt()?,
            margin: MARGIN,
            patience: PATIENCE,
            start_wait: START_WAIT,
            values: values::by_reach,
            balance: None,
        })
    }

    fn sprt(&self) -> Result<Option<Sprt>, Trouble> {
        self.sprt.as_ref().map(|text| text.parse::<Sprt>().map_err(wrong)).transpose()
    }

    fn limits(&self) -> Result<Limits, Trouble> {
        let time = |seconds| Duration::try_from_secs_f64(seconds).map_err(wrong);
        Ok(Limits {
            control: self.clock.as_ref().map(|text| text.parse().map_err(wrong)).transpose()?,
            movetime: self.movetime.map(time).transpose()?,
            nodes: self.nodes,
            depth: self.depth,
        })
    }

    fn openings(&self, rules: &Rules) -> Result<Openings, Trouble> {
        match &self.openings {
            Some(text) => openings::read(&rules.game, text).map(Openings::Listed).map_err(wrong),
            None => Ok(Openings::Random { plies: self.random_plies, start: self.start.clone() }),
        }
    }
}

/// What was played, and how it stands.
#[derive(Default)]
struct Played {
    games: Vec<Record>,
    standing: Standing,
}

/// Plays a match; whoever wants to hear of each game is called with it.
#[pyfunction]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    variant: AnyVariant,
    players: [String; 2],
    wishes: Wishes,
    on_game: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = variant.0;
    let settings = wishes.settings(&rules, &players)?;
    let (over, mut played) = (AtomicBool::new(false), Played::default());
    let mut raised = None;
    let summary = work(py, &|| over.store(true, Relaxed), || {
        run(&settings, Vec::new(), &mut |event| {
            if let Event::Counted(record, standing) = event {
                played.games.push(record.clone());
                played.standing = *standing;
                raised = on_game.as_ref().and_then(|on_game| tell(on_game, record).err());
            }
            // Whatever it is, nobody waits for the rest.
            let goes_on = raised.is_none() && !over.load(Relaxed);
            if goes_on { Ok(()) } else { Err(io::Error::other("broken off")) }
        })
    })?;
    if let Some(error) = raised {
        return Err(error);
    }
    let Summary { elo, elo_error, llr, .. } = summary.map_err(wrong)?;
    let standing = &played.standing;
    let verdict = settings.sprt.as_ref().map(|sprt| verdict(sprt, &standing.pairs));
    let record = class(py, "MatchGame")?;
    let told = |game: &Record| {
        let pgn = settings.pgn(game).map_err(wrong)?;
        record.call1((plain(py, game)?, pgn))
    };
    let games: PyResult<Vec<_>> = played.games.iter().map(told).collect();
    let names = settings.engines.each_ref().map(|engine| engine.name.as_str());
    let told = (
        (names[0], names[1]),
        (standing.wins, standing.draws, standing.losses),
        standing.pairs.0,
        (elo, elo_error, known(&standing.pairs)),
        (llr, verdict),
        (standing.illegal, standing.crashes, standing.timeouts),
        PyTuple::new(py, games?)?,
    );
    class(py, "MatchResult")?.getattr("of")?.call1(told)
}

/// What a test says.
fn verdict(sprt: &Sprt, pairs: &Pentanomial) -> &'static str {
    match sprt.state(pairs) {
        SprtState::AcceptH0 => "H0",
        SprtState::AcceptH1 => "H1",
        SprtState::Continue => "undecided",
    }
}

/// A difference in Elo, its error, and how well it is known.
type Difference = (Option<f64>, Option<f64>, Option<&'static str>);
/// The log-likelihood ratio of a test, and its verdict.
type Test = (Option<f64>, Option<&'static str>);

/// What pairs of games from several matches say together.
#[pyfunction]
pub(crate) fn judge_pairs(pairs: [u64; 5], sprt: Option<String>) -> PyResult<(Difference, Test)> {
    let (pairs, sprt) = (Pentanomial(pairs), sprt.map(|text| text.parse::<Sprt>()).transpose());
    let sprt = sprt.map_err(wrong)?;
    let elo = pairs.elo();
    let difference =
        (elo.map(|elo| elo.difference), elo.and_then(|elo| elo.error.margin()), known(&pairs));
    let test = sprt.map(|sprt| (sprt.llr(&pairs), verdict(&sprt, &pairs))).unzip();
    Ok((difference, test))
}

/// How well the difference in Elo is known.
fn known(pairs: &Pentanomial) -> Option<&'static str> {
    pairs.elo().map(|elo| match elo.error {
        Error::Within(_) => "within",
        Error::AtLeast => "at-least",
        Error::AtMost => "at-most",
        Error::Unknown => "unknown",
    })
}

/// Tells of a game that has been counted.
fn tell(on_game: &Py<PyAny>, record: &Record) -> PyResult<()> {
    Python::attach(|py| on_game.bind(py).call1((plain(py, record)?,)).map(drop))
}
