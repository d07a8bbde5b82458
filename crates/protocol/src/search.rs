//! A search that runs beside the conversation.

use crate::moves::{spell_line, spell_soon};
use crate::session::Event;
use komadai_engine::mate::{self, MateAnswer, MateLimits};
use komadai_engine::{
    AnyEngine, AnyWorker, Bound, Info, Limits, Remaining, Score, SearchResult, Shared,
};
use komadai_records::moves::{Spelling, spell};
use komadai_rules::{AnyPlay, Interrupt, Move, Status, Variant};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Searches recurse deeply, and their frames hold whole lists of moves.
const STACK: usize = 32 << 20;
/// Counting looks up whether it was stopped wherever more plies than this are left.
const UNSTOPPED_PLIES: u32 = 2;
/// What the mate solver may use.
const MATE_MEMORY: usize = 256;

/// What is to be found out.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    /// The best move.
    Best {
        /// When to stop.
        limits: Limits,
        /// Whether the answer waits for `stop`, whatever comes out.
        infinite: bool,
        /// In at most so many plies a mate is looked for first.
        mate: Option<u32>,
        /// How many threads think.
        threads: usize,
    },
    /// A forced mate.
    Mate {
        /// How long to look for it; `None` until stopped.
        time: Option<Duration>,
        /// How many positions to look at.
        nodes: Option<u64>,
    },
    /// How many lines of so many plies there are.
    Count(u32),
}

/// What is told while a search runs.
pub(crate) enum News {
    /// A line that was found.
    Thought {
        /// The figures.
        info: Info,
        /// The line.
        line: Vec<Spelling>,
    },
    /// How many lines begin with a move.
    Divided(Spelling, u64),
}

/// Who is told, on the thread that searches.
pub(crate) type Listener = Box<dyn FnMut(&Variant, News) + Send>;

/// What came out.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// See [`Question::Best`].
    Best(Choice),
    /// See [`Question::Mate`].
    Mate(Mate),
    /// See [`Question::Count`].
    Count {
        /// How many lines; `None` if it was stopped.
        lines: Option<u64>,
        /// How long it took.
        time: Duration,
    },
}

/// The move to play.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    /// `None` where there is no legal move.
    pub(crate) best: Option<Spelling>,
    /// The reply that is expected.
    pub(crate) ponder: Option<Spelling>,
    /// For the side to move.
    pub(crate) score: Score,
    /// Whether the side to move wins by declaring.
    pub(crate) declares: bool,
}

/// Whether there is a forced mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mate {
    /// This is the line.
    Found(Vec<Spelling>),
    /// There is none.
    None,
    /// It ran out of time or memory.
    Unknown,
}

impl Question {
    /// Whether the answer comes by itself.
    pub(crate) fn is_limited(&self) -> bool {
        match self {
            Question::Best { limits, infinite, .. } => !infinite && !limits.ponder,
            Question::Mate { time, nodes } => time.is_some() || nodes.is_some(),
            Question::Count(_) => true,
        }
    }

    /// Whether it does once the move that is pondered on has been played.
    pub(crate) fn is_limited_after_hit(&self) -> bool {
        match self {
            Question::Best { limits, infinite, .. } => {
                let has_limit = limits.clock.is_some()
                    || limits.move_time.is_some()
                    || limits.nodes.is_some()
                    || limits.depth.is_some()
                    || limits.level.is_some();
                has_limit && !infinite
            }
            Question::Mate { .. } | Question::Count(_) => self.is_limited(),
        }
    }

    /// Whether the time is among its limits.
    pub(crate) fn is_timed(&self) -> bool {
        match self {
            Question::Best { limits, .. } => limits.move_time.is_some() || limits.clock.is_some(),
            Question::Mate { time, .. } => time.is_some(),
            Question::Count(_) => false,
        }
    }

    /// What is answered when the search itself cannot.
    fn unanswered(&self) -> Answer {
        match self {
            Question::Best { .. } => Answer::Best(Choice::default()),
            Question::Mate { .. } => Answer::Mate(Mate::Unknown),
            Question::Count(_) => Answer::Count { lines: None, time: Duration::ZERO },
        }
    }
}

/// The way from the conversation to a running search.
pub(crate) struct Signal {
    shared: Arc<Shared>,
    stopped: AtomicBool,
    /// Whether the answer may be given; until then it is held back.
    free: Mutex<bool>,
    freed: Condvar,
}

impl Signal {
    fn new(shared: &Arc<Shared>, free: bool) -> Self {
        Signal {
            shared: Arc::clone(shared),
            stopped: AtomicBool::new(false),
            free: Mutex::new(free),
            freed: Condvar::new(),
        }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.shared.stop();
        self.set_free();
    }

    pub(crate) fn ponder_hit(&self) {
        self.shared.ponder_hit();
        self.set_free();
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn set_free(&self) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.freed.notify_all();
    }

    fn wait_until_free(&self) {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.freed.wait_while(free, |free| !*free));
    }
}

/// A search that has begun.
pub(crate) struct Running {
    /// None if the system gave no thread.
    thread: Option<JoinHandle<(Vec<AnyWorker>, Answer)>>,
    pub(crate) signal: Arc<Signal>,
    /// Where it began.
    play: AnyPlay,
    /// A mistake of the search must not cost the game: this is answered then.
    otherwise: Answer,
}

impl Running {
    /// Waits for the answer; the workers come back with what they have learned.
    pub(crate) fn join(self) -> (Vec<AnyWorker>, Answer) {
        let done = self.thread.and_then(|thread| thread.join().ok());
        let (workers, answer) = done.unwrap_or((Vec::new(), self.otherwise));
        (workers, with_a_move(answer, &self.play))
    }
}

/// Replaces a move that is none by any that is.
fn with_a_move(answer: Answer, play: &AnyPlay) -> Answer {
    let Answer::Best(choice) = answer else { return answer };
    if choice.declares || choice.best.as_ref().is_some_and(|best| may_be_legal(play, best.mv)) {
        return Answer::Best(choice);
    }
    // Where a royal could still be taken, who is mated has moves, but nothing to play.
    let moment = Interrupt::moment();
    let end = play.clone().with_interrupt(&moment).ending();
    let mated = end.is_some_and(|end| end.status == Status::Checkmate) && !moment.is_over();
    let some = if mated { None } else { play.some_legal_move() };
    let best = some.map(|m| spell_soon(play, m));
    Answer::Best(Choice { best, ponder: None, ..choice })
}

/// Whether a move is legal, as far as a moment's look tells.
fn may_be_legal(play: &AnyPlay, m: Move) -> bool {
    let moment = Interrupt::moment();
    play.clone().with_interrupt(&moment).is_legal(m) || moment.is_over()
}

/// What a search needs of the game.
pub(crate) struct Task {
    pub(crate) engine: AnyEngine,
    pub(crate) play: AnyPlay,
    pub(crate) workers: Vec<AnyWorker>,
    pub(crate) shared: Arc<Shared>,
    pub(crate) listener: Listener,
    /// Told when it is over, with its number.
    pub(crate) events: Sender<Event>,
    pub(crate) number: u64,
}

impl Task {
    /// Begins.
    pub(crate) fn start(self, question: Question) -> Running {
        let free = !matches!(question, Question::Best { .. }) || question.is_limited();
        if let Question::Best { limits, .. } = &question {
            self.shared.prepare(limits.ponder);
        }
        let signal = Arc::new(Signal::new(&self.shared, free));
        let (play, heard) = (self.play.clone(), Arc::clone(&signal));
        let otherwise = question.unanswered();
        // Dropped, it tells that the search is over, also where none has begun.
        let bell = Bell { events: self.events.clone(), number: self.number };
        let thread = builder().spawn(move || {
            let _bell = bell;
            self.run(question, &heard)
        });
        Running { thread: thread.ok(), signal, play, otherwise }
    }

    fn run(mut self, question: Question, signal: &Arc<Signal>) -> (Vec<AnyWorker>, Answer) {
        let answer = match question {
            Question::Best { limits, threads, mate, .. } => {
                self.best(limits, threads, mate, signal)
            }
            Question::Mate { time, nodes } => Answer::Mate(self.solve(time, nodes, signal).0),
            Question::Count(depth) => self.count(depth, signal),
        };
        signal.wait_until_free();
        (self.workers, answer)
    }

    fn best(
        &mut self,
        limits: Limits,
        threads: usize,
        mate: Option<u32>,
        signal: &Arc<Signal>,
    ) -> Answer {
        let Some(plies) = mate else { return self.think(&limits, threads) };
        let (share, rest) = shared_out(limits, plies);
        let start = Instant::now();
        if let Some(choice) = self.mate_in(plies, &share, signal) {
            return Answer::Best(choice);
        }
        // There is none, or it was not found: a move has to be played all the same.
        self.think(&less(rest, start.elapsed()), threads)
    }

    /// The first move of a mate in at most so many plies, if one is found.
    fn mate_in(&mut self, plies: u32, share: &Limits, signal: &Arc<Signal>) -> Option<Choice> {
        let start = Instant::now();
        // Which moves may be played is known to the search alone.
        if !share.moves.is_empty() {
            return None;
        }
        let (Mate::Found(line), nodes) = self.solve(share.move_time, share.nodes, signal) else {
            return None;
        };
        if line.len() > plies as usize {
            return None;
        }
        let score = Score::won_in(line.len());
        let info = Info {
            depth: line.len() as u32,
            selective_depth: line.len() as u32,
            line: 1,
            lines: 1,
            score,
            bound: Bound::Exact,
            nodes,
            time: start.elapsed(),
            hash_full: 0,
            pv: line.iter().map(|m| m.mv).collect(),
        };
        let mut moves = line.iter().cloned();
        let (best, ponder) = (moves.next(), moves.next());
        (self.listener)(self.play.variant(), News::Thought { info, line });
        Some(Choice { best, ponder, score, declares: false })
    }

    fn think(&mut self, limits: &Limits, threads: usize) -> Answer {
        let start = Instant::now();
        let (engine, play, shared) = (&self.engine, &self.play, &*self.shared);
        self.workers.truncate(threads.max(1));
        self.workers.resize_with(threads.max(1), || AnyWorker::new(engine));
        let Some((lead, helpers)) = self.workers.split_first_mut() else {
            return Answer::Best(Choice::default());
        };
        let listener = &mut self.listener;
        let shown = limits.lines.max(1);
        let mut report = |info: &Info| {
            // A level weighs more lines than were asked for.
            if info.line > shown {
                return;
            }
            let line = spell_line(play, &info.pv);
            let news = News::Thought { info: info.clone(), line };
            listener(play.variant(), news);
        };
        let outcome = thread::scope(|scope| {
            for helper in helpers {
                // Fewer helpers are no harm.
                let _ = builder()
                    .spawn_scoped(scope, move || helper.search_helper(play, limits, shared));
            }
            // Also where the leader fails: its helpers must not think on.
            let _end = StopHelpers(shared);
            lead.search_main(play, limits, shared, Arc::new(move || start.elapsed()), &mut report)
        });
        Answer::Best(choice(play, &outcome))
    }

    /// Whether there is a mate, and how many positions were looked at.
    fn solve(
        &self,
        time: Option<Duration>,
        nodes: Option<u64>,
        signal: &Arc<Signal>,
    ) -> (Mate, u64) {
        let start = Instant::now();
        let signal = Arc::clone(signal);
        let stop = move || signal.is_stopped() || time.is_some_and(|time| start.elapsed() >= time);
        let limits = MateLimits { nodes, memory_mebibytes: MATE_MEMORY, shortest: true };
        let solution = mate::solve(&self.play, &limits, &Interrupt::new(stop));
        let mate = match solution.answer {
            MateAnswer::Mate(line) => Mate::Found(spell_line(&self.play, &line)),
            MateAnswer::NoMate => Mate::None,
            MateAnswer::Unknown => Mate::Unknown,
        };
        (mate, solution.nodes)
    }

    fn count(&mut self, depth: u32, signal: &Arc<Signal>) -> Answer {
        let start = Instant::now();
        let stopped = Arc::clone(signal);
        let interrupt = Interrupt::new(move || stopped.is_stopped());
        let mut play = self.play.clone().with_interrupt(&interrupt);
        let mut lines = Some(if depth == 0 { 1 } else { 0 });
        let first = if depth == 0 { Vec::new() } else { play.legal_moves_without_history() };
        for m in first {
            let spelling = spell(&play, m);
            play.push(m);
            let below = leaves(&mut play, depth - 1, signal);
            play.pop();
            lines = lines.zip(below).map(|(lines, below)| lines + below);
            let (Some(below), true) = (below, lines.is_some()) else { break };
            (self.listener)(self.play.variant(), News::Divided(spelling, below));
        }
        Answer::Count { lines, time: start.elapsed() }
    }
}

/// The solver looks at checks only; a search looks so much further for mates by quiet moves.
const QUIET_PLIES: u32 = 5;
/// How long a mate is looked for before the search looks for a move.
const NODES_FOR_MATE: u64 = 3_000_000;
/// A solver's share of a clock.
const SHARE_OF_CLOCK: u32 = 40;

/// What of some limits is for the mate solver, and what for the search after it; of its time what the
/// solver has taken is still to be taken off: see [`less`].
fn shared_out(limits: Limits, plies: u32) -> (Limits, Limits) {
    let of_clock = |clock: Remaining| clock.left / SHARE_OF_CLOCK + clock.byoyomi / 2;
    let half = limits.nodes.map(|nodes| nodes.div_ceil(2));
    let share = Limits {
        move_time: limits.move_time.map(|time| time / 2).or(limits.clock.map(of_clock)),
        nodes: Some(half.unwrap_or(NODES_FOR_MATE).min(NODES_FOR_MATE)),
        moves: limits.moves.clone(),
        ..Limits::default()
    };
    let deep = plies.saturating_add(QUIET_PLIES);
    let rest = Limits {
        nodes: limits.nodes.map(|nodes| (nodes - nodes.div_ceil(2)).max(1)),
        depth: Some(limits.depth.map_or(deep, |depth| depth.min(deep))),
        ..limits
    };
    (share, rest)
}

/// What is left of limits after some time. It may have been the opponent's, if that is pondered on: the
/// solver's share is too small to matter then.
fn less(limits: Limits, time: Duration) -> Limits {
    Limits {
        move_time: limits.move_time.map(|all| all.saturating_sub(time)),
        clock: limits.clock.map(|clock| clock.after(time)),
        ..limits
    }
}

/// The lines of so many plies; `None` if stopped.
fn leaves(play: &mut AnyPlay, depth: u32, signal: &Signal) -> Option<u64> {
    if depth <= UNSTOPPED_PLIES {
        let lines = (!signal.is_stopped()).then(|| play.perft(depth));
        // A count that was broken off is none.
        return lines.filter(|_| !signal.is_stopped());
    }
    let mut sum = 0;
    for m in play.legal_moves_without_history() {
        play.push(m);
        let below = leaves(play, depth - 1, signal);
        play.pop();
        sum += below?;
    }
    Some(sum)
}

fn choice(play: &AnyPlay, outcome: &SearchResult) -> Choice {
    let line: Vec<Move> = outcome.best.into_iter().chain(outcome.ponder).collect();
    let mut line = spell_line(play, &line).into_iter();
    Choice {
        best: line.next().or_else(|| outcome.best.map(|m| spell_soon(play, m))),
        ponder: line.next(),
        score: outcome.score,
        declares: outcome.declares,
    }
}

fn builder() -> thread::Builder {
    thread::Builder::new().stack_size(STACK)
}

/// Ends the search of the helpers.
struct StopHelpers<'s>(&'s Shared);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Rings when the search is over.
struct Bell {
    events: Sender<Event>,
    number: u64,
}

impl Drop for Bell {
    fn drop(&mut self) {
        // Nobody listens any more when the program is about to end.
        let _ = self.events.send(Event::Done(self.number));
    }
}
