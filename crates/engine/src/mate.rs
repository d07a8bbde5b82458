//! The mate solver: forced mates, proven or disproven.
//!
//! The side to move attacks. It plays only *forcing* moves: those that win at once, that give check
//! (as the game defines it), or that freeze the opponent, so that it must pass. The opponent
//! replies with any legal move. The attacker wins where the game says so on the board: by mate as
//! the game defines it, by capturing or destroying the last royal, by reaching a goal, or by a stalemate that
//! loses after a forcing move. So in shogi this is tsume shogi: mate by checks alone, and not by
//! dropping a pawn. Where royals may be left to be taken, a threat to take one is check, a reply
//! that leaves the last one to be taken does not count, and the attacker must not leave its own.
//! Capturing a shocking piece forces as well as a check does.
//!
//! - To win by points, or because a quiet move leaves the opponent no move, is no mate.
//! - Winning by repetition is no mate: a line that returns to a position gains nothing. The
//!   attacker may not make forbidden repetitions; a defender that has no other move is not mated.
//! - A mate must come before the game's move limits end it.
//! - Futile interpositions are replies like all others, and count in the length.
//! - The solver looks for a shortest mate, in which the defender resists as long as it can.
//!
//! The search is depth-first proof-number search (see `mate/dfpn.rs`) without a limit of plies. What takes
//! long takes turns with searches for mates within one ply, three plies and so on: without a limit a
//! search may lose its way in long lines beside a short mate. Then, to make sure that no mate is shorter,
//! one limit after the other is tried (`mate/line.rs`); the last plies before a limit are tried one by one
//! (`mate/shallow.rs`). What is known for good carries over
//! between limits, and between hands where holding more never harms (`mate/proof_table.rs`). A disproof
//! that may depend on a return to a position is believed only after it has been verified
//! (`mate/disproof.rs`).
//!
//! ```
//! use komadai_engine::mate::{MateAnswer, MateLimits, solve};
//! use komadai_records::opening;
//! use komadai_rules::{AnyGame, Interrupt, variant::load_builtin};
//!
//! let shogi = load_builtin("shogi", &[]).unwrap().variant;
//! let game = AnyGame::compile(&shogi).unwrap();
//! let solved = |sfen| {
//!     let play = opening::open(&game, None, Some(sfen)).unwrap();
//!     solve(&play, &MateLimits::default(), &Interrupt::default()).answer
//! };
//! // A gold dropped in front of the king, protected by the pawn behind it.
//! let MateAnswer::Mate(line) = solved("4k4/9/4P4/9/9/9/9/9/4K4 b G 1") else { panic!() };
//! assert_eq!(line.len(), 1);
//! // Here the only mate would be by dropping a pawn, which the rules forbid.
//! assert_eq!(solved("3lkl3/3p1p3/4G4/9/9/9/9/9/4K4 b P 1"), MateAnswer::NoMate);
//! ```

mod dfpn;
mod disproof;
mod forcing;
mod line;
mod problem;
mod proof_table;
mod shallow;

use dfpn::{Dfpn, ProofResult};
use disproof::Disproof;
use komadai_rules::{AnyPlay, Interrupt, Move, Play, any_size};
use problem::MateProblem;
use proof_table::{ProofTable, UNLIMITED};

/// Nodes of the first turn of the search without a limit of plies. Each turn has twice as many as the one
/// before.
const FIRST_TURN: u64 = 2_000;
/// The searches within limits get this part of the nodes of a turn.
const LIMITED_PART: f64 = 0.3;

/// So many times the nodes of a proof, and so many besides, may be spent on making sure that no mate is
/// shorter...
const SHORTENING_FACTOR: u64 = 2;
const MIN_SHORTENING_NODES: u64 = 20_000;
/// ... and if they were too few, so many again, and as many as the proof took, on one that is a little
/// shorter.
const IMPROVING_NODES: u64 = 1_000;

/// The limits of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateLimits {
    /// Positions whose moves are generated; `None` for no limit.
    pub nodes: Option<u64>,
    /// The size of the table of proof numbers.
    pub memory_mebibytes: usize,
    /// Whether to look for the shortest mate and the longest resistance once there is a mate, which takes
    /// several times as long as to find it.
    pub shortest: bool,
}

impl Default for MateLimits {
    fn default() -> Self {
        MateLimits { nodes: None, memory_mebibytes: 64, shortest: true }
    }
}

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// The whole line, attacker's moves and replies. It is a shortest one, resisted as long as can be,
    /// unless that was not asked for, or a limit was reached before it was clear.
    Mate(Vec<Move>),
    /// The side to move cannot force a mate.
    NoMate,
    /// The solver was stopped, or has run out of nodes or memory.
    Unknown,
}

/// What a solver has found out, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub answer: MateAnswer,
    /// In how many positions moves have been generated.
    pub nodes: u64,
}

/// Finds out whether the side to move forces a mate; see the [module](self). The interrupt ends it.
pub fn solve(play: &AnyPlay, limits: &MateLimits, interrupt: &Interrupt) -> Solution {
    any_size!(AnyPlay, play, play => MateSolver::new(play, limits, interrupt).solution())
}

/// A solver of one position.
struct MateSolver<const N: usize> {
    search: Dfpn<N>,
    node_limit: u64,
    shortest: bool,
}

impl<const N: usize> MateSolver<N> {
    fn new(play: &Play<N>, limits: &MateLimits, interrupt: &Interrupt) -> Self {
        let play = play.clone().with_interrupt(interrupt);
        let table = ProofTable::new(limits.memory_mebibytes);
        let search = Dfpn::new(MateProblem::new(play), table, interrupt);
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        MateSolver { search, node_limit, shortest: limits.shortest }
    }

    fn solution(mut self) -> Solution {
        let answer = self.solve();
        Solution { answer, nodes: self.nodes() }
    }

    fn nodes(&self) -> u64 {
        self.search.budget.nodes
    }

    fn solve(&mut self) -> MateAnswer {
        let is_over = self.search.problem.attacker_won().is_some();
        if self.search.budget.is_broken_off() {
            return MateAnswer::Unknown;
        }
        if is_over {
            return MateAnswer::NoMate;
        }
        self.search.budget.node_limit = self.node_limit;
        let mut result = self.decide();
        if let ProofResult::Mate(plies) = result
            && self.search.problem.move_limits_are_near(plies)
        {
            self.search.problem.count_move_limits();
            self.search.table.clear();
            result = self.decide();
        }
        match result {
            ProofResult::Mate(plies) => {
                self.show(plies).map_or(MateAnswer::Unknown, MateAnswer::Mate)
            }
            ProofResult::NoMate(_) => MateAnswer::NoMate,
            ProofResult::Unknown => MateAnswer::Unknown,
        }
    }

    /// Searches until the answer is sure.
    fn decide(&mut self) -> ProofResult {
        loop {
            let result = self.search_in_turns();
            self.search.budget.node_limit = self.node_limit;
            if !matches!(result, ProofResult::NoMate(sure) if sure < UNLIMITED) {
                return result;
            }
            match self.search.verify_disproof() {
                Disproof::Verified => return result,
                Disproof::Unknown => return ProofResult::Unknown,
                // The mates that contradict it are known now, so the next attempt knows more.
                Disproof::Wrong => self.search.table.keep_what_is_sure(),
            }
        }
    }

    /// Searches without a limit of plies and with one limit after the other, in turns.
    fn search_in_turns(&mut self) -> ProofResult {
        let mut limit = self.search.problem.limits().1;
        let mut turn = FIRST_TURN;
        loop {
            self.allow(turn);
            let mut result = self.search.search(UNLIMITED);
            if result == ProofResult::Unknown {
                self.allow((turn as f64 * LIMITED_PART) as u64);
                result = self.search_within(&mut limit);
            }
            let is_over = self.nodes() >= self.node_limit || self.search.budget.is_broken_off();
            if result != ProofResult::Unknown || is_over {
                return result;
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// Searches within a limit, and with the next ones where there is no mate.
    fn search_within(&mut self, limit: &mut u16) -> ProofResult {
        let (step, _) = self.search.problem.limits();
        loop {
            match self.search.search(*limit) {
                ProofResult::NoMate(sure) if sure < UNLIMITED && *limit < UNLIMITED - step => {
                    *limit += step;
                }
                result => return result,
            }
        }
    }

    /// Allows so many nodes more, as far as the limit does.
    fn allow(&mut self, nodes: u64) {
        self.search.budget.node_limit = self.node_limit.min(self.nodes().saturating_add(nodes));
    }

    /// The line of a mate in this many plies, or a shorter one if that is asked for and does not cost too
    /// many nodes.
    fn show(&mut self, plies: u16) -> Option<Vec<Move>> {
        let shorter = if self.shortest { self.shorten(plies) } else { plies };
        if self.search.budget.is_broken_off() {
            // The mate is known, and telling it may still take a moment.
            self.search.problem.set_interrupt(&Interrupt::moment());
        }
        let shown = self.shortest.then(|| self.search.line(shorter, false)).flatten();
        shown.or_else(|| {
            self.search.budget.node_limit = self.node_limit;
            self.search.line(shorter, true)
        })
    }

    /// How many plies the shortest mate has, as far as that does not cost too many nodes, where there is
    /// one in this many.
    fn shorten(&mut self, plies: u16) -> u16 {
        let proof = self.nodes();
        self.allow(proof.saturating_mul(SHORTENING_FACTOR).saturating_add(MIN_SHORTENING_NODES));
        let shorter = self.search.shorten(plies);
        if !self.search.budget.is_spent() {
            return shorter;
        }
        self.allow(proof.saturating_add(IMPROVING_NODES));
        self.search.improve(shorter)
    }
}
