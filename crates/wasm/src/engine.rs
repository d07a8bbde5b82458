//! The engine: searches, mates, evaluations.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the clock of the browser is read here, and handed to the engine"
)]

use crate::forms::{self, MateOptions, SearchOptions, Term};
use crate::moves::line;
use crate::plain::{Told, given};
use crate::position::Position;
use crate::rulebook::Rules;
use crate::trouble::{Kind, Trouble};
use crate::variant::Variant;
use js_sys::{Function, JSON, Object};
use komadai_engine::mate::{MateAnswer, MateLimits, Solution, solve};
use komadai_engine::{
    AnyEngine, AnyWorker, Bound, Info, Level, Limits, Score, ScoreKind, SearchResult, Shared,
};
use komadai_rules::{AnyPlay, Interrupt};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_time::Instant;

/// So long it searches where nothing else is said.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The sizes of tables where nothing is said, in MiB.
const USUAL_MEMORY: usize = 16;

/// The ids of the games that have networks.
#[wasm_bindgen(js_name = netGames)]
pub fn net_games() -> Vec<String> {
    komadai_nets::games().map(str::to_owned).collect()
}

/// Whether a network comes with the package that fits the rules of a game.
#[wasm_bindgen(js_name = hasNet)]
pub fn has_net(variant: &Variant) -> bool {
    komadai_nets::fitting(&variant.0.game).is_some()
}

/// An engine for one game. It has one thread: a search is over when it answers.
#[wasm_bindgen]
pub struct Engine {
    rules: Rc<Rules>,
    engine: AnyEngine,
    shared: Shared,
    worker: AnyWorker,
}

fn seconds(number: f64) -> Result<Duration, Trouble> {
    let wrong = || Trouble::new(Kind::General, format!("{number} is no time in seconds"));
    Duration::try_from_secs_f64(number).map_err(|_| wrong())
}

fn level(number: Option<u8>) -> Result<Option<Level>, Trouble> {
    let Some(number) = number else { return Ok(None) };
    let wrong = || Trouble::new(Kind::General, format!("there is no level {number}"));
    Level::new(number).map(Some).ok_or_else(|| wrong().help("levels go from 1 to 8".to_owned()))
}

/// A score, for the side to move.
fn score(score: Score) -> forms::Score {
    let (centipawns, plies) = match score.kind() {
        ScoreKind::Centipawns(number) => (Some(number), None),
        ScoreKind::Won(plies) => (None, i32::try_from(plies).ok()),
        ScoreKind::Lost(plies) => (None, i32::try_from(plies).ok().map(|it| -it)),
    };
    let loses = matches!(score.kind(), ScoreKind::Lost(_));
    forms::Score { centipawns, plies, loses }
}

fn told(play: &AnyPlay, info: &Info) -> forms::Line {
    forms::Line {
        rank: info.line,
        score: score(info.score),
        moves: line(play, &info.pv),
        depth: info.depth,
        nodes: info.nodes,
        seconds: info.time.as_secs_f64(),
    }
}

/// Keeps the last exact line of each rank.
fn note(lines: &mut Vec<Info>, info: &Info) {
    lines.retain(|known| known.line != info.line);
    lines.push(info.clone());
    lines.sort_by_key(|known| known.line);
}

impl Engine {
    fn check(&self, position: &Position) -> Result<(), Trouble> {
        let other = || Trouble::new(Kind::Position, "the position is one of another game");
        if *position.rules == *self.rules { Ok(()) } else { Err(other()) }
    }

    fn limits(&self, at: &Position, options: SearchOptions) -> Result<Limits, Trouble> {
        let level = level(options.level)?;
        let texts = options.moves.as_ref().map(forms::Moves::texts).unwrap_or_default();
        let moves: Result<_, Trouble> = texts.iter().map(|text| at.found(text)).collect();
        let mut move_time = options.movetime.map(seconds).transpose()?;
        let limited = options.depth.is_some()
            || options.nodes.is_some()
            || level.is_some_and(|it| it < Level::FULL);
        if !limited {
            move_time.get_or_insert(USUAL_TIME);
        }
        Ok(Limits {
            depth: options.depth,
            nodes: options.nodes,
            move_time,
            lines: options.lines.unwrap_or(1),
            level,
            seed: options.seed.unwrap_or_default(),
            moves: moves?,
            ..Limits::default()
        })
    }

    /// What to play in a position. Each exact line is told as it is found; the answer `false` ends the search.
    ///
    /// # Errors
    /// The position is one of another game, or the options are not what they should be.
    pub fn search_for(
        &mut self,
        position: &Position,
        options: SearchOptions,
        tell: &mut dyn FnMut(&forms::Line) -> bool,
    ) -> Result<forms::SearchResult, Trouble> {
        self.check(position)?;
        let (play, start) = (&position.play, Instant::now());
        let limits = self.limits(position, options)?;
        let shared = &self.shared;
        shared.prepare(false);
        let mut lines: Vec<Info> = Vec::new();
        let mut report = |info: &Info| {
            if info.bound == Bound::Exact {
                note(&mut lines, info);
                if !tell(&told(play, info)) {
                    shared.stop();
                }
            }
        };
        let clock = Arc::new(move || start.elapsed());
        let found = self.worker.search_main(play, &limits, shared, clock, &mut report);
        let SearchResult { best, depth, nodes, declares, .. } = found;
        Ok(forms::SearchResult {
            best: best.and_then(|m| line(play, &[m]).pop()),
            score: score(found.score),
            depth,
            nodes,
            seconds: start.elapsed().as_secs_f64(),
            lines: lines.iter().map(|info| told(play, info)).collect(),
            declares,
        })
    }

    /// Whether the side to move can force mate by checks.
    ///
    /// # Errors
    /// The position is one of another game, or the options are not what they should be.
    pub fn mate_for(
        &self,
        position: &Position,
        options: &MateOptions,
    ) -> Result<forms::Mate, Trouble> {
        self.check(position)?;
        let most = options.seconds.map(seconds).transpose()?.unwrap_or(Duration::MAX);
        let limits = MateLimits {
            nodes: options.nodes,
            memory_mebibytes: options.memory.unwrap_or(USUAL_MEMORY).max(1),
            shortest: options.shortest.unwrap_or(true),
        };
        let begun = Instant::now();
        let interrupt = Interrupt::new(move || begun.elapsed() >= most);
        let Solution { answer, nodes } = solve(&position.play, &limits, &interrupt);
        let (answer, moves) = match answer {
            MateAnswer::Mate(moves) => ("mate", Some(line(&position.play, &moves))),
            MateAnswer::NoMate => ("no-mate", None),
            MateAnswer::Unknown => ("unknown", None),
        };
        let seconds = begun.elapsed().as_secs_f64();
        Ok(forms::Mate { answer: answer.to_owned(), moves, nodes, seconds })
    }
}

#[wasm_bindgen]
impl Engine {
    /// An engine for a game, with a table of so many MiB, and with a network if there is one: the bytes of its file.
    ///
    /// # Errors
    /// There is no memory for the table, or the network is not one for this game.
    #[wasm_bindgen(constructor)]
    pub fn new(
        variant: &Variant,
        memory: Option<usize>,
        net: Option<Box<[u8]>>,
    ) -> Result<Engine, Trouble> {
        let (rules, memory) = (Rc::clone(&variant.0), memory.unwrap_or(USUAL_MEMORY));
        if !Shared::fits(memory) {
            let message = format!("there is no memory for a table of {memory} MiB");
            return Err(Trouble::new(Kind::General, message));
        }
        let net = net.map(|bytes| komadai_nets::read(&rules.game, &bytes)).transpose();
        let net = net.map_err(|error| Trouble::new(Kind::General, error.to_string()))?;
        let engine = AnyEngine::new(&rules.game).with_net(net.as_ref());
        let worker = AnyWorker::new(&engine);
        Ok(Engine { rules, engine, shared: Shared::new(memory), worker })
    }

    /// The game.
    #[wasm_bindgen(getter)]
    pub fn variant(&self) -> Variant {
        Variant(Rc::clone(&self.rules))
    }

    /// Whether it has a network.
    #[wasm_bindgen(getter, js_name = hasNet)]
    pub fn has_net(&self) -> bool {
        self.engine.net().is_some()
    }

    /// What each piece is worth, in centipawns, by the ids of the pieces.
    #[wasm_bindgen(getter, unchecked_return_type = "Record<string, number>")]
    pub fn values(&self) -> Told<BTreeMap<String, i32>> {
        let pieces = self.rules.variant().pieces.iter().map(|piece| piece.id.clone());
        Told(pieces.zip(self.engine.values().iter().copied()).collect())
    }

    /// Forgets what earlier searches have found.
    pub fn clear(&mut self) {
        self.worker.clear();
        self.shared.clear();
    }

    /// What to play in a position. `tell` gets each line as it is found; if it answers `false`, the search ends.
    ///
    /// # Errors
    /// The position is one of another game, or the options are not what they should be.
    #[wasm_bindgen(unchecked_return_type = "SearchResult")]
    pub fn search(
        &mut self,
        position: &Position,
        #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: Option<Object>,
        #[wasm_bindgen(unchecked_optional_param_type = "(line: Line) => boolean | void")]
        tell: Option<Function>,
    ) -> Result<Told<forms::SearchResult>, Trouble> {
        let mut call = |line: &forms::Line| {
            let Some(tell) = &tell else { return true };
            let text = serde_json::to_string(line).unwrap_or_default();
            let line = JSON::parse(&text).unwrap_or(JsValue::NULL);
            // One that throws an error wants no more lines.
            tell.call1(&JsValue::UNDEFINED, &line).is_ok_and(|answer| answer != JsValue::FALSE)
        };
        self.search_for(position, given(options)?, &mut call).map(Told)
    }

    /// What a position is worth without a search, for the side to move.
    ///
    /// # Errors
    /// The position is one of another game.
    #[wasm_bindgen(unchecked_return_type = "Score")]
    pub fn evaluate(&self, position: &Position) -> Result<Told<forms::Score>, Trouble> {
        self.check(position)?;
        Ok(Told(score(self.engine.evaluate(&position.play))))
    }

    /// The terms of that.
    ///
    /// # Errors
    /// The position is one of another game.
    #[wasm_bindgen(unchecked_return_type = "Term[]")]
    pub fn explain(&self, position: &Position) -> Result<Told<Vec<Term>>, Trouble> {
        self.check(position)?;
        let terms = self.engine.explain_evaluation(&position.play).into_iter();
        let term = |(name, first, second): (&str, i32, i32)| {
            let name = name.to_owned();
            Term { name, first, second }
        };
        Ok(Told(terms.map(term).collect()))
    }

    /// Whether the side to move can force mate by checks.
    ///
    /// # Errors
    /// The position is one of another game, or the options are not what they should be.
    #[wasm_bindgen(unchecked_return_type = "Mate")]
    pub fn mate(
        &self,
        position: &Position,
        #[wasm_bindgen(unchecked_optional_param_type = "MateOptions")] options: Option<Object>,
    ) -> Result<Told<forms::Mate>, Trouble> {
        self.mate_for(position, &given(options)?).map(Told)
    }
}
