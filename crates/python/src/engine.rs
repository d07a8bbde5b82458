//! The engine: searches, mates, evaluations.

use crate::answer::class;
use crate::moves::Move;
use crate::patience::work;
use crate::position::Position;
use crate::rulebook::Rules;
use crate::trouble::{Kind, Trouble};
use crate::variant::{AnyVariant, Variant};
use komadai_engine::mate::{MateAnswer, MateLimits, Solution, solve};
use komadai_engine::net::Net;
use komadai_engine::{
    AnyEngine, AnyWorker, Bound as ScoreBound, Info, Level, Limits, Score, ScoreKind, SearchResult,
    Shared, fingerprint,
};
use komadai_records::notation::find;
use komadai_rules::{AnyGame, AnyPlay, Interrupt};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// An engine for one game.
#[pyclass(frozen, module = "komadai")]
pub(crate) struct Engine {
    rules: Arc<Rules>,
    engine: AnyEngine,
    shared: Arc<Shared>,
    /// The first is the main one; whoever searches holds them.
    workers: Mutex<Vec<AnyWorker>>,
}

/// So long it searches where nothing else is said.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// What a search has found, and the lines that it has told last.
struct Found {
    result: SearchResult,
    lines: Vec<Info>,
    time: Duration,
}

fn seconds(number: f64) -> Result<Duration, Trouble> {
    let wrong = || Trouble::new(Kind::General, format!("{number} is no time in seconds"));
    Duration::try_from_secs_f64(number).map_err(|_| wrong())
}

fn level(number: Option<u8>) -> Result<Option<Level>, Trouble> {
    let Some(number) = number else { return Ok(None) };
    let wrong = || Trouble::new(Kind::General, format!("there is no level {number}"));
    Level::new(number).map(Some).ok_or_else(|| wrong().help(Some("levels go from 1 to 8".into())))
}

/// A score, for the side to move.
fn score(py: Python<'_>, score: Score) -> PyResult<Bound<'_, PyAny>> {
    let (centipawns, plies) = match score.kind() {
        ScoreKind::Centipawns(number) => (Some(number), None),
        ScoreKind::Won(plies) => (None, Some(i64::from(plies))),
        // Being mated already and mating at once have to differ.
        ScoreKind::Lost(plies) => (None, Some(-i64::from(plies))),
    };
    let lost = matches!(score.kind(), ScoreKind::Lost(_));
    class(py, "Score")?.call1((centipawns, plies, lost))
}

/// Moves that follow each other from a position on.
fn line<'py>(
    at: &Bound<'py, Position>,
    moves: &[komadai_rules::Move],
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, mut here) = (at.py(), at.clone());
    let mut line = Vec::new();
    for mv in moves.iter().copied() {
        line.push(Move { at: here.clone().unbind(), mv });
        let mut play = here.get().play.clone();
        play.push(mv);
        let next = here.get().with(play);
        here = Bound::new(py, next)?;
    }
    PyTuple::new(py, line)
}

impl Engine {
    fn check(&self, position: &Position) -> PyResult<()> {
        let other = || Trouble::new(Kind::Position, "the position is one of another game");
        if *position.rules == *self.rules { Ok(()) } else { Err(other().into()) }
    }

    fn search_for(&self, play: &AnyPlay, limits: &Limits, over: &AtomicBool) -> Found {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let start = Instant::now();
        self.shared.prepare(false);
        if over.load(Relaxed) {
            self.shared.stop();
        }
        let mut lines: Vec<Info> = Vec::new();
        let mut report = |info: &Info| note(&mut lines, info);
        let shared = &*self.shared;
        let result = thread::scope(|scope| {
            let Some((main, helpers)) = workers.split_first_mut() else {
                return SearchResult::default();
            };
            for helper in helpers {
                scope.spawn(move || helper.search_helper(play, limits, shared));
            }
            let clock = Arc::new(move || start.elapsed());
            let result = main.search_main(play, limits, shared, clock, &mut report);
            shared.stop();
            result
        });
        Found { result, lines, time: start.elapsed() }
    }

    fn told<'py>(&self, at: &Bound<'py, Position>, found: &Found) -> PyResult<Bound<'py, PyAny>> {
        let py = at.py();
        let Found { result, lines, time } = found;
        let one = |m: Option<komadai_rules::Move>| m.map(|mv| Move { at: at.clone().unbind(), mv });
        let class_of_line = class(py, "Line")?;
        let line = |info: &Info| {
            let moves = line(at, &info.pv)?;
            class_of_line.call1((info.line, score(py, info.score)?, moves, info.depth))
        };
        let lines: PyResult<Vec<_>> = lines.iter().map(line).collect();
        let told = (
            one(result.best),
            score(py, result.score)?,
            result.depth,
            result.nodes,
            time.as_secs_f64(),
            PyTuple::new(py, lines?)?,
            result.declares,
        );
        class(py, "SearchResult")?.call1(told)
    }
}

/// Keeps the last exact line of each rank.
fn note(lines: &mut Vec<Info>, info: &Info) {
    if info.bound != ScoreBound::Exact {
        return;
    }
    lines.retain(|known| known.line != info.line);
    lines.push(info.clone());
    lines.sort_by_key(|known| known.line);
}

/// Reads the network of a file.
///
/// # Errors
/// Why it is no network for this game.
pub(crate) fn read_net(path: &Path, game: &AnyGame) -> Result<Arc<Net>, String> {
    let wrong = |error: String| format!("{}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let net = Net::parse(&bytes, game.variant(), fingerprint(game));
    net.map(Arc::new).map_err(|error| wrong(error.to_string()))
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (variant, *, memory = 16, threads = 1, net = None))]
    fn new(
        py: Python<'_>,
        variant: AnyVariant,
        memory: usize,
        threads: usize,
        net: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = variant.0;
        if !Shared::fits(memory) {
            let message = format!("there is no memory for a table of {memory} MiB");
            return Err(Trouble::new(Kind::General, message).into());
        }
        let path: Option<PathBuf> = match net {
            Some(net) if !net.is_instance_of::<pyo3::types::PyBool>() => Some(net.extract()?),
            _ => None,
        };
        let none = net.is_some_and(|net| net.is_truthy().is_ok_and(|truth| !truth));
        let engine = py.detach(|| {
            let net = match (&path, none) {
                (Some(path), _) => Some(read_net(path, &rules.game)?),
                (None, true) => None,
                (None, false) => komadai_nets::net(&rules.game),
            };
            Ok::<_, String>(AnyEngine::new(&rules.game).with_net(net.as_ref()))
        });
        let engine = engine.map_err(|message| Trouble::new(Kind::General, message))?;
        let workers = (0..threads.max(1)).map(|_| AnyWorker::new(&engine)).collect();
        let (shared, workers) = (Arc::new(Shared::new(memory)), Mutex::new(workers));
        Ok(Engine { rules, engine, shared, workers })
    }

    #[getter]
    fn variant(&self) -> Variant {
        Variant(Arc::clone(&self.rules))
    }

    /// Whether it has a network.
    #[getter]
    fn has_net(&self) -> bool {
        self.engine.net().is_some()
    }

    /// What each piece is worth, in centipawns.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (piece, value) in self.rules.variant().pieces.iter().zip(self.engine.values()) {
            values.set_item(&piece.id, value)?;
        }
        Ok(values)
    }

    /// Forgets what earlier searches have found.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| {
            let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
            workers.iter_mut().for_each(AnyWorker::clear);
            self.shared.clear();
        });
    }

    /// What to play in a position.
    #[pyo3(signature = (
        position, *, depth = None, nodes = None, movetime = None, lines = 1, level = None, seed = 0, moves = Vec::new()
    ))]
    #[allow(clippy::too_many_arguments, reason = "each is a keyword of its own in Python")]
    fn search<'py>(
        &self,
        position: &Bound<'py, Position>,
        depth: Option<u32>,
        nodes: Option<u64>,
        movetime: Option<f64>,
        lines: usize,
        level: Option<u8>,
        seed: u64,
        moves: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let at = position.get();
        self.check(at)?;
        let level = self::level(level)?;
        let read = |text: &String| {
            find(&at.play, text).map_err(|refusal| Trouble::refused(&refusal, text))
        };
        let moves: Result<Vec<_>, Trouble> = moves.iter().map(read).collect();
        let mut move_time = movetime.map(seconds).transpose()?;
        let limited =
            depth.is_some() || nodes.is_some() || level.is_some_and(|it| it < Level::FULL);
        if !limited {
            move_time.get_or_insert(USUAL_TIME);
        }
        let limits = Limits {
            depth,
            nodes,
            move_time,
            lines,
            level,
            seed,
            moves: moves?,
            ..Limits::default()
        };
        let over = AtomicBool::new(false);
        let stop = || {
            over.store(true, Relaxed);
            self.shared.stop();
        };
        let job = || self.search_for(&at.play, &limits, &over);
        let found = work(position.py(), &stop, job)?;
        self.told(position, &found)
    }

    /// What a position is worth without a search, for the side to move.
    fn evaluate<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
        self.check(position)?;
        score(py, self.engine.evaluate(&position.play))
    }

    /// The terms of that by name, for the first and for the second side, in centipawns.
    fn explain(&self, position: &Position) -> PyResult<Vec<(&'static str, i32, i32)>> {
        self.check(position)?;
        Ok(self.engine.explain_evaluation(&position.play))
    }

    /// Whether the side to move can force mate by checks.
    #[pyo3(signature = (position, *, nodes = None, seconds = None, memory = 64, shortest = true))]
    fn mate<'py>(
        &self,
        position: &Bound<'py, Position>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        memory: usize,
        shortest: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, at) = (position.py(), position.get());
        self.check(at)?;
        let most = seconds.map(self::seconds).transpose()?.unwrap_or(Duration::MAX);
        let limits = MateLimits { nodes, memory_mebibytes: memory.max(1), shortest };
        let over = Arc::new(AtomicBool::new(false));
        let (begun, heard) = (Instant::now(), Arc::clone(&over));
        let interrupt = Interrupt::new(move || heard.load(Relaxed) || begun.elapsed() >= most);
        let solution =
            work(py, &|| over.store(true, Relaxed), || solve(&at.play, &limits, &interrupt))?;
        let Solution { answer, nodes } = solution;
        let (answer, moves) = match answer {
            MateAnswer::Mate(moves) => ("mate", Some(line(position, &moves)?)),
            MateAnswer::NoMate => ("no-mate", None),
            MateAnswer::Unknown => ("unknown", None),
        };
        let told = (answer, moves, nodes, begun.elapsed().as_secs_f64());
        class(py, "Mate")?.call1(told)
    }

    fn __repr__(&self) -> String {
        let net = if self.has_net() { " with a network" } else { "" };
        format!("<komadai.Engine for {}{net}>", self.rules.variant().id)
    }
}
