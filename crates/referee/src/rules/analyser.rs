//! Searches that tell what they find while they go on: lines of moves with their scores, and mates.

use super::Texts;
use super::lazy_engine::LazyEngine;
use super::thinker::{Thinker, Thought};
use komadai_engine::mate::{MateAnswer, MateLimits, solve};
use komadai_engine::{AnyWorker, Clock, Info, Limits, Score, ScoreKind, Shared};
use komadai_records::json::{Placed, Side};
use komadai_records::moves::spell;
use komadai_records::notation;
use komadai_rules::{AnyPlay, Interrupt, Move};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// Lines that can be asked for.
pub const MOST_LINES: usize = 5;
/// Moves that are told of a line.
const MOST_MOVES: usize = 16;
/// Moves that are told of a mate.
const MOST_MATING_MOVES: usize = 127;
/// Writing lines down may take so long each time; in games with very many moves they are cut...
const MOST_WRITING: Duration = Duration::from_millis(20);
/// ... but for the first move of each, which may take all of them so long. Only where a look at a position takes
/// seconds are there none.
const MOST_WRITING_OF_FIRST: Duration = Duration::from_secs(2);
/// Mebibytes of table for a search for a mate.
const MATE_TABLE: usize = 32;

/// What a search has found so far.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Found {
    /// Plies that all lines were searched.
    pub depth: u32,
    /// Plies of the longest line that was searched.
    pub selective_depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
    /// How long it has been searched.
    pub ms: u64,
    /// The best first.
    pub lines: Vec<FoundLine>,
    /// Whether nothing more is looked for.
    pub done: bool,
}

/// A line of moves that was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FoundLine {
    /// How good it is for the side to move.
    pub score: ScoreView,
    /// How likely the side to move is to win, from 0 to 1, half of a draw counted in.
    pub chance: f64,
    /// Its moves.
    pub moves: Vec<LineMove>,
}

/// How good a position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind", content = "value")]
pub enum ScoreView {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// It wins by force in so many plies.
    Won(u32),
    /// It loses by force in so many plies.
    Lost(u32),
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineMove {
    /// In USI.
    pub usi: String,
    /// Who makes it.
    pub side: Side,
    /// As people write it.
    pub texts: Texts,
    /// Where it begins; null for drops and passes.
    #[schema(required)]
    pub from: Option<String>,
    /// Where it ends; null for passes.
    #[schema(required)]
    pub to: Option<String>,
    /// Where its legs end before that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub middles: Vec<String>,
    /// The piece that is dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<String>,
    /// What it places besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Placed>,
}

/// Whether a mate was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind", content = "moves")]
pub enum MateFound {
    /// These moves mate, with the longest replies.
    Mate(Vec<LineMove>),
    /// The side to move cannot force one.
    None,
    /// It was not found out in time.
    Unknown,
}

/// Who hears what a search finds while it goes on.
pub type Tell<T> = Box<dyn FnMut(T) + Send>;

/// What to search for.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisQuestion {
    /// How many lines.
    pub lines: usize,
    /// No longer than this.
    pub most: Duration,
}

pub(super) fn analyser(
    engine: Arc<LazyEngine>,
    play: AnyPlay,
    question: AnalysisQuestion,
    tell: Tell<Found>,
) -> Thinker {
    Box::new(move |shared, clock| {
        let engine = engine.get(&play.game());
        let patience = Patience { shared: Arc::clone(shared), clock: Arc::clone(&clock) };
        let mut teller = Teller { play: &play, patience, tell, infos: vec![], written: vec![] };
        let limits =
            Limits { move_time: Some(question.most), lines: question.lines, ..Limits::default() };
        let mut worker = AnyWorker::new(engine);
        worker.search_main(&play, &limits, shared, clock, &mut |info| teller.take(info));
        teller.tell(true);
        Thought::default()
    })
}

pub(super) fn mate_finder(
    play: AnyPlay,
    most: Duration,
    mut tell: Tell<Option<MateFound>>,
) -> Thinker {
    Box::new(move |shared, clock| {
        let patience = Patience { shared: Arc::clone(shared), clock: Arc::clone(&clock) };
        let interrupt = patience.until(most);
        let limits = MateLimits { memory_mebibytes: MATE_TABLE, ..MateLimits::default() };
        let found = match solve(&play, &limits, &interrupt).answer {
            MateAnswer::Mate(moves) => {
                let moves = &moves[..moves.len().min(MOST_MATING_MOVES)];
                let writing = patience.until(clock.now() + MOST_WRITING_OF_FIRST);
                let written = spelled(&play, moves, [&writing; 2]);
                // A mate has all its moves.
                match written.len() == moves.len() {
                    true => MateFound::Mate(written),
                    false => MateFound::Unknown,
                }
            }
            MateAnswer::NoMate => MateFound::None,
            MateAnswer::Unknown => MateFound::Unknown,
        };
        // What was broken off for somebody else is looked for once more.
        let is_over = found != MateFound::Unknown || clock.now() >= most;
        tell(is_over.then_some(found));
        Thought::default()
    })
}

/// How long may be worked on what a search has found: the thread is wanted for others once it is stopped.
struct Patience {
    shared: Arc<Shared>,
    clock: Arc<dyn Clock>,
}

impl Patience {
    fn until(&self, end: Duration) -> Interrupt {
        let (stops, asks) = (Arc::clone(&self.shared), Arc::clone(&self.clock));
        Interrupt::new(move || asks.now() >= end || stops.is_stopped())
    }
}

/// Tells what a search finds.
struct Teller<'p> {
    play: &'p AnyPlay,
    patience: Patience,
    tell: Tell<Found>,
    /// The lines of the latest iteration, the best first.
    infos: Vec<Info>,
    /// Lines that were written down the last time.
    written: Vec<(Vec<Move>, Vec<LineMove>)>,
}

impl Teller<'_> {
    fn take(&mut self, info: &Info) {
        if info.line == 1 {
            self.infos.clear();
        }
        self.infos.push(info.clone());
        if info.line == info.lines {
            self.tell(false);
        }
    }

    /// Tells what there is, unless the search was stopped.
    fn tell(&mut self, done: bool) {
        let now = self.patience.clock.now();
        let limits =
            [MOST_WRITING_OF_FIRST, MOST_WRITING].map(|most| self.patience.until(now + most));
        let known = std::mem::take(&mut self.written);
        for Info { pv, .. } in &self.infos {
            let moves = match known.iter().find(|(known, _)| known == pv) {
                Some((_, moves)) => moves.clone(),
                None => {
                    let pv = &pv[..pv.len().min(MOST_MOVES)];
                    spelled(self.play, pv, limits.each_ref())
                }
            };
            self.written.push((pv.clone(), moves));
        }
        if self.patience.shared.is_stopped() {
            return;
        }
        let lines = self.infos.iter().zip(&self.written);
        let lines =
            lines.filter(|(Info { pv, .. }, (_, moves))| pv.is_empty() || !moves.is_empty());
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
        (self.tell)(found);
    }
}

/// A line as it is written, as long as there is time for its first move, and for the others.
fn spelled(play: &AnyPlay, moves: &[Move], [first, others]: [&Interrupt; 2]) -> Vec<LineMove> {
    let mut play = play.clone().with_interrupt(first);
    let mut line = Vec::new();
    for m in moves {
        let interrupt = if line.is_empty() { first } else { others };
        let goes_on = line.is_empty() || (!interrupt.ask() && play.ending().is_none());
        if !goes_on || !play.is_legal(*m) {
            break;
        }
        let written = line_move(&play, *m);
        // What was found out since then means nothing.
        if interrupt.is_over() {
            break;
        }
        line.push(written);
        play.push(*m);
        play = play.with_interrupt(others);
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
        texts: Texts::of(&form, notation::written(play, m)),
        usi: form.usi,
        drop: form.drop,
        places: form.places,
        from: form.from,
        to: form.to,
        middles: middles.iter().map(|square| variant.square_name(*square)).collect(),
    }
}

impl ScoreView {
    /// The same for the other side.
    pub fn reversed(self) -> Self {
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
pub fn chance(score: Score) -> f64 {
    match score.kind() {
        ScoreKind::Won(_) => 1.0,
        ScoreKind::Lost(_) => 0.0,
        ScoreKind::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / SCALE).exp()),
    }
}

/// Centipawns.
const SCALE: f64 = 360.0;

#[cfg(test)]
mod tests {
    #![allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "how soon a search makes way is measured"
    )]

    use super::super::work::{Work, after_work};
    use super::*;
    use crate::rules::Referee;
    use komadai_records::position::parse;
    use komadai_rules::variant::load_builtin;
    use komadai_rules::{AnyGame, Opening};
    use std::sync::{LazyLock, Mutex};
    use std::time::Instant;

    struct Now(Instant);

    impl Clock for Now {
        fn now(&self) -> Duration {
            self.0.elapsed()
        }
    }

    /// Work that is measured by the time that goes by.
    struct Timed;

    impl Work for Timed {
        fn is_made_up(&self) -> bool {
            true
        }

        fn of_made_up_position(&self) -> Option<Self> {
            None
        }

        fn note(&self, _took: Duration) {}

        fn done() -> Duration {
            static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
            BEGAN.elapsed()
        }
    }

    /// A position of which a list of legal moves takes seconds.
    fn heavy() -> AnyPlay {
        let rules = [
            ("end.check", "must-answer"),
            ("end.mate", "no-move"),
            ("end.check_through_shock", "true"),
            ("end.giving_check", "forbidden"),
            ("end.repetition", "false"),
            ("end.dead_position", "false"),
            ("shock.0.captured", "{ royal = false }"),
            ("board.files", "16"),
            ("board.ranks", "16"),
            ("pieces.G.move", "KmamamaK"),
        ];
        let settings: Vec<_> = rules.map(|(key, value)| (key.into(), value.into())).into();
        let variant = load_builtin("raichu", &settings).unwrap().variant;
        let rows = ["g1".repeat(8), "1g".repeat(8), "16".into()];
        let [odd, even, empty] = rows.each_ref().map(String::as_str);
        let board = ["k15", odd, even, empty, odd, even, empty, empty].join("/");
        let own = board.to_uppercase().split('/').rev().collect::<Vec<_>>().join("/");
        let setup = parse(&variant, &format!("{board}/{own} b - 1")).unwrap();
        AnyGame::compile(&variant).unwrap().open(&Opening::Setup(setup)).unwrap()
    }

    #[test]
    fn a_position_that_takes_long_to_work_out_is_known() {
        let heavy = Referee::new(heavy(), Arc::default(), Arc::new(Timed));
        let most = after_work::<Timed>(Duration::from_millis(50));
        assert!(!heavy.interrupted(&most).sees_all(&most));
    }

    /// However long a look at a position takes, the thread is there for others as soon as they want it.
    #[test]
    fn a_search_makes_way_on_the_heaviest_position() {
        let play = heavy();
        let second = Interrupt::moments(50);
        play.clone().with_interrupt(&second).legal_moves();
        assert!(second.is_over(), "it is no such position");
        let (shared, clock) = (Arc::new(Shared::new(1)), Arc::new(Now(Instant::now())));
        let question = AnalysisQuestion { lines: 5, most: Duration::from_secs(60) };
        let found = Arc::new(Mutex::new(Found::default()));
        let hears = Arc::clone(&found);
        let tell = Box::new(move |now| *hears.lock().unwrap() = now);
        let think = analyser(Arc::default(), play, question, tell);
        let stops = Arc::clone(&shared);
        let stopping = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            stops.stop();
            Instant::now()
        });
        think(&shared, clock);
        let late = stopping.join().unwrap().elapsed();
        assert!(late < Duration::from_millis(700), "{late:?}");
        assert!(!found.lock().unwrap().done);
    }
}
