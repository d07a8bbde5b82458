//! Mates: proven, refuted, or not decided in time.
//!
//! The side to move attacks. It may only play *forcing* moves: those that win at once, that leave
//! the opponent in check (as the game means it), or that leave it frozen, so that it must pass. The
//! opponent may reply whatever is legal. Won is what the game itself calls won on the board: mate
//! as the game defines it, a last royal taken, a goal reached, and after a forcing move a stalemate
//! that loses. So in shogi this is tsume shogi: mate by nothing but checks, and not by dropping a
//! pawn. Where royals may be left to be taken, a threat to take one is check, a reply that leaves
//! the last one to be taken is not counted, and the attacker must not leave its own; taking a
//! shocking piece forces as well as a check does.
//!
//! - Winning by repetition is no mate: a line that returns to a position gains nothing. Barred
//!   repetitions are kept to by the attacker; a defender that has nothing else is not mated.
//! - A mate comes before the game's limits of moves, or it is none.
//! - Futile interpositions are replies like all others, and count in the length.
//! - Among mates a shortest is looked for; within it the defender holds out as long as it can.
//!
//! The search is depth-first proof-number search (see `mate/search.rs`); a refutation is believed
//! only after a second look (`mate/refute.rs`).
//!
//! ```
//! use komadai_engine::mate::{MateAnswer, MateLimits, solve};
//! use komadai_rules::{Game, Play, Position, variant::load_builtin};
//! use std::sync::Arc;
//!
//! let shogi = load_builtin("shogi", &[]).unwrap().unwrap().variant;
//! let game = Arc::new(Game::<2>::compile(&shogi).unwrap());
//! let solved = |sfen| {
//!     let setup = komadai_records::position::parse(&shogi, sfen).unwrap();
//!     let play = Play::new(Position::from_setup(&game, &setup).unwrap());
//!     solve(&play, &MateLimits::default(), &|| false)
//! };
//! // A gold dropped in front of the king, kept by the pawn behind it.
//! let MateAnswer::Mate(line) = solved("4k4/9/4P4/9/9/9/9/9/4K4 b G 1") else { panic!() };
//! assert_eq!(line.len(), 1);
//! // A pawn dropped there is no check-mate that the rules allow.
//! assert_eq!(solved("3lkl3/3p1p3/4G4/9/9/9/9/9/4K4 b P 1"), MateAnswer::NoMate);
//! ```

mod hunt;
mod line;
mod refute;
mod search;
mod table;

use hunt::Hunt;
use komadai_rules::{Move, Play};
use refute::Refutation;
use search::{Found, Search};
use table::{Table, UNLIMITED};

/// How many times the nodes of a proof may be spent on a shorter one, and how many at least.
const SHORTENING: u64 = 10;
const SHORTENING_AT_LEAST: u64 = 20_000;

/// What a solver may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateLimits {
    /// Positions whose moves are looked at; `None` for as many as it takes.
    pub nodes: Option<u64>,
    /// Memory for what is known of positions.
    pub memory_mebibytes: usize,
}

impl Default for MateLimits {
    fn default() -> Self {
        MateLimits { nodes: None, memory_mebibytes: 64 }
    }
}

/// What a solver has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// The whole line, attacker's moves and replies. It is a shortest one unless the search had to
    /// end before that was clear.
    Mate(Vec<Move>),
    /// The side to move cannot force a mate.
    NoMate,
    /// It had to stop, or has run out of nodes or memory.
    Unknown,
}

/// Solves a position: [`MateSolver`] in one call.
pub fn solve<const N: usize>(
    play: &Play<N>,
    limits: &MateLimits,
    should_stop: &dyn Fn() -> bool,
) -> MateAnswer {
    MateSolver::new(play, limits, should_stop).solve()
}

/// Finds out whether the side to move forces a mate; see the [module](self).
pub struct MateSolver<'s, const N: usize> {
    search: Search<'s, N>,
    most: u64,
}

impl<'s, const N: usize> MateSolver<'s, N> {
    /// A solver of one position. `should_stop` is asked every few positions.
    pub fn new(play: &Play<N>, limits: &MateLimits, should_stop: &'s dyn Fn() -> bool) -> Self {
        let search = Search::new(Hunt::new(play), Table::new(limits.memory_mebibytes), should_stop);
        MateSolver { search, most: limits.nodes.unwrap_or(u64::MAX) }
    }

    /// How many positions' moves have been looked at.
    pub fn nodes(&self) -> u64 {
        self.search.clock.nodes
    }

    /// Solves the position.
    pub fn solve(&mut self) -> MateAnswer {
        if self.search.hunt.over().is_some() {
            return MateAnswer::NoMate;
        }
        self.search.clock.most = self.most;
        let mut found = self.decide();
        if let Found::Mate(plies) = found
            && self.search.hunt.limits_are_near(plies)
        {
            self.search.hunt.heed_limits();
            self.search.table.clear();
            found = self.decide();
        }
        match found {
            Found::Mate(plies) => self.show(plies).map_or(MateAnswer::Unknown, MateAnswer::Mate),
            Found::NoMate => MateAnswer::NoMate,
            Found::Nothing => MateAnswer::Unknown,
        }
    }

    /// Searches until the answer is sure.
    fn decide(&mut self) -> Found {
        loop {
            let found = self.search.search(UNLIMITED);
            if found != Found::NoMate {
                return found;
            }
            match self.search.check_refutation() {
                Refutation::Holds => return Found::NoMate,
                Refutation::Open => return Found::Nothing,
                // What has broken it are mates that are known now, so the next attempt knows more.
                Refutation::Broken => self.search.table.keep_mates(),
            }
        }
    }

    /// The line of a mate in so many plies, shorter if it can be had for a fair price.
    fn show(&mut self, plies: u16) -> Option<Vec<Move>> {
        let fair = self.nodes().saturating_mul(SHORTENING).saturating_add(SHORTENING_AT_LEAST);
        self.search.clock.most = self.most.min(fair);
        let shorter = self.search.shorten(plies);
        self.search.line(shorter).or_else(|| {
            self.search.clock.most = self.most;
            self.search.line(shorter)
        })
    }
}
