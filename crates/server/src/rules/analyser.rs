//! Searches that tell what they find while they go on: lines of moves with their scores, and mates.

use super::Texts;
use super::thinker::{Thinker, Thought};
use komadai_engine::mate::{MateAnswer, MateLimits, solve};
use komadai_engine::{AnyEngine, AnyWorker, Clock, Info, Limits, Score, ScoreKind};
use komadai_records::json::Side;
use komadai_records::moves::spell;
use komadai_records::notation;
use komadai_rules::{AnyPlay, Interrupt, Move};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::watch;
use utoipa::ToSchema;

/// Lines that can be asked for.
pub(crate) const MOST_LINES: usize = 5;
/// Moves that are told of a line.
const MOST_MOVES: usize = 16;
/// Moves that are told of a mate.
const MOST_MATING_MOVES: usize = 127;
/// Writing lines down may take so long each time; in games with very many moves they are cut.
const MOST_WRITING: Duration = Duration::from_millis(20);
/// Mebibytes of table for a search for a mate.
const MATE_TABLE: usize = 32;

/// What a search has found so far.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct Found {
    /// Plies that all lines were searched.
    pub(crate) depth: u32,
    /// Plies of the longest line that was searched.
    pub(crate) selective_depth: u32,
    pub(crate) nodes: u64,
    /// How long it has been searched.
    pub(crate) ms: u64,
    /// The best first.
    pub(crate) lines: Vec<FoundLine>,
    /// Whether nothing more is looked for.
    pub(crate) done: bool,
}

/// A line of moves that was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FoundLine {
    pub(crate) score: ScoreView,
    /// How likely the side to move is to win, from 0 to 1, half of a draw counted in.
    pub(crate) chance: f64,
    pub(crate) moves: Vec<LineMove>,
}

/// How good a position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind", content = "value")]
pub(crate) enum ScoreView {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// It wins by force in so many plies.
    Won(u32),
    /// It loses by force in so many plies.
    Lost(u32),
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct LineMove {
    pub(crate) usi: String,
    pub(crate) side: Side,
    pub(crate) texts: Texts,
    /// Where it begins; null for drops and forced passes.
    #[schema(required)]
    pub(crate) from: Option<String>,
    /// Where it ends; null for forced passes.
    #[schema(required)]
    pub(crate) to: Option<String>,
    /// Where its legs end before that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) middles: Vec<String>,
    /// The piece that is dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) drop: Option<String>,
}

/// Whether a mate was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind", content = "moves")]
pub(crate) enum MateFound {
    /// These moves mate, with the longest replies.
    Mate(Vec<LineMove>),
    /// The side to move cannot force one.
    None,
    /// It was not found out in time.
    Unknown,
}

/// What to search for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnalysisQuestion {
    /// How many lines.
    pub(crate) lines: usize,
    /// No longer than this.
    pub(crate) most: Duration,
}

pub(super) fn analyser(
    engine: Arc<OnceLock<AnyEngine>>,
    play: AnyPlay,
    question: AnalysisQuestion,
    tell: watch::Sender<Found>,
) -> Thinker {
    Box::new(move |shared, clock| {
        let engine = engine.get_or_init(|| AnyEngine::new(&play.game()));
        let mut teller = Teller::new(&play, question.lines, Arc::clone(&clock), tell);
        let limits =
            Limits { move_time: Some(question.most), lines: question.lines, ..Limits::default() };
        let mut worker = AnyWorker::new(engine);
        worker.search_main(&play, &limits, shared, clock, &mut |info| teller.take(info));
        teller.tell(!shared.is_stopped());
        Thought::default()
    })
}

pub(super) fn mate_finder(
    play: AnyPlay,
    most: Duration,
    tell: watch::Sender<Option<MateFound>>,
) -> Thinker {
    Box::new(move |shared, clock| {
        let (stops, asks) = (Arc::clone(shared), Arc::clone(&clock));
        let interrupt = Interrupt::new(move || asks.now() >= most || stops.is_stopped());
        let limits = MateLimits { memory_mebibytes: MATE_TABLE, ..MateLimits::default() };
        let found = match solve(&play, &limits, &interrupt).answer {
            MateAnswer::Mate(moves) => {
                let moves = &moves[..moves.len().min(MOST_MATING_MOVES)];
                MateFound::Mate(spelled(&play, moves, || true))
            }
            MateAnswer::NoMate => MateFound::None,
            MateAnswer::Unknown => MateFound::Unknown,
        };
        // What was broken off for somebody else is looked for once more.
        let is_over = found != MateFound::Unknown || clock.now() >= most;
        tell.send_replace(is_over.then_some(found));
        Thought::default()
    })
}

/// Tells what a search finds.
struct Teller<'p> {
    play: &'p AnyPlay,
    /// As many as there can be.
    lines: usize,
    clock: Arc<dyn Clock>,
    tell: watch::Sender<Found>,
    /// The lines of the latest iteration, the best first.
    infos: Vec<Info>,
    /// Lines that were written down the last time.
    written: Vec<(Vec<Move>, Vec<LineMove>)>,
}

impl<'p> Teller<'p> {
    fn new(
        play: &'p AnyPlay,
        lines: usize,
        clock: Arc<dyn Clock>,
        tell: watch::Sender<Found>,
    ) -> Self {
        let lines = lines.min(play.legal_moves().len());
        Teller { play, lines, clock, tell, infos: Vec::new(), written: Vec::new() }
    }

    fn take(&mut self, info: &Info) {
        if info.line == 1 {
            self.infos.clear();
        }
        self.infos.push(info.clone());
        if info.line == self.lines {
            self.tell(false);
        }
    }

    fn tell(&mut self, done: bool) {
        let until = self.clock.now() + MOST_WRITING;
        let known = std::mem::take(&mut self.written);
        for Info { pv, .. } in &self.infos {
            let moves = match known.iter().find(|(known, _)| known == pv) {
                Some((_, moves)) => moves.clone(),
                None => self.spelled(pv, until),
            };
            self.written.push((pv.clone(), moves));
        }
        let lines = self.infos.iter().zip(&self.written);
        let lines = lines.map(|(Info { score, .. }, (_, moves))| FoundLine {
            score: (*score).into(),
            chance: chance(*score),
            moves: moves.clone(),
        });
        let best = self.infos.first();
        let found = Found {
            depth: self.infos.iter().map(|info| info.depth).min().unwrap_or(0),
            selective_depth: best.map_or(0, |info| info.selective_depth),
            nodes: best.map_or(0, |info| info.nodes),
            ms: best.map_or(0, |info| u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX)),
            lines: lines.collect(),
            done,
        };
        // Nobody may be listening any more.
        self.tell.send_replace(found);
    }

    fn spelled(&self, pv: &[Move], until: Duration) -> Vec<LineMove> {
        let pv = &pv[..pv.len().min(MOST_MOVES)];
        spelled(self.play, pv, || self.clock.now() < until)
    }
}

/// A line as it is written, as long as there is time, which there always is for the first move.
fn spelled(play: &AnyPlay, moves: &[Move], has_time: impl Fn() -> bool) -> Vec<LineMove> {
    let mut play = play.clone();
    let mut line = Vec::new();
    for m in moves {
        let goes_on = line.is_empty() || has_time() && play.ending().is_none();
        if !goes_on || !play.is_legal(*m) {
            break;
        }
        line.push(line_move(&play, *m));
        play.push(*m);
    }
    line
}

/// A legal move as it is written.
pub(super) fn line_move(play: &AnyPlay, m: Move) -> LineMove {
    let (variant, spelling) = (play.variant(), spell(play, m));
    let form = komadai_records::json::MoveForm::spelled(play, &spelling);
    let middles = play.middles(m);
    LineMove {
        side: play.side().into(),
        texts: Texts {
            usi: form.usi.clone(),
            algebraic: form.algebraic,
            western: notation::western(play, m),
            japanese: notation::japanese(play, m),
        },
        usi: form.usi,
        drop: form.drop,
        from: form.from,
        to: form.to,
        middles: middles.iter().map(|square| variant.square_name(*square)).collect(),
    }
}

impl ScoreView {
    /// The same for the other side.
    pub(crate) fn reversed(self) -> Self {
        match self {
            ScoreView::Centipawns(value) => ScoreView::Centipawns(-value),
            ScoreView::Won(plies) => ScoreView::Lost(plies),
            ScoreView::Lost(plies) => ScoreView::Won(plies),
        }
    }
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> Self {
        match score.kind() {
            ScoreKind::Centipawns(value) => ScoreView::Centipawns(value),
            ScoreKind::Won(plies) => ScoreView::Won(plies),
            ScoreKind::Lost(plies) => ScoreView::Lost(plies),
        }
    }
}

/// How likely the side to move is to win with a score: a logistic curve, by which a side that is a pawn ahead
/// wins 57 of 100 games, and one that is four pawns ahead 75. That is a convention, as in other programs.
pub(crate) fn chance(score: Score) -> f64 {
    match score.kind() {
        ScoreKind::Won(_) => 1.0,
        ScoreKind::Lost(_) => 0.0,
        ScoreKind::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / SCALE).exp()),
    }
}

/// Centipawns.
const SCALE: f64 = 360.0;
