//! A mate problem on the board: how the line goes on and how it ends.

use super::proof_table::{ProofNumbers, Slot, UNLIMITED};
use komadai_rules::variant::{Counted, End, Mate, Outcome, RepetitionResult, Variant};
use komadai_rules::{Color, Game, Interrupt, Move, PieceType, Play, Position, Status};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A position of the problem, reached by forcing moves and replies.
#[derive(Debug)]
pub(super) struct MateProblem<const N: usize> {
    /// The line with the history of the game, for the ends of the game; only its start where the board
    /// tells these ([`MateProblem::is_plain`]).
    pub(super) play: Play<N>,
    /// The position of the line, to try moves on.
    pub(super) board: Position<N>,
    pub(super) attacker: Color,
    /// Positions that have come up so often in the game that once more is too often: the attacker may
    /// not return there, or the game ends.
    pub(super) barred: HashSet<u64>,
    /// Whether these are forbidden.
    pub(super) forbids: bool,
    /// Whether the board alone tells how the game ends: no way on, or a position that is dead or barred.
    pub(super) is_plain: bool,
    /// The types of which it never harms the attacker to hold more; empty where it may.
    helpful: Vec<PieceType>,
    /// Whether move limits count; see [`MateProblem::count_move_limits`].
    counts_move_limits: bool,
    /// Whether a move that is not forcing can win.
    pub(super) quiet_moves_win: bool,
    /// Whether royals can leave the board.
    pub(super) royals_can_fall: bool,
    /// See [`MateProblem::set_interrupt`].
    interrupt: Interrupt,
    pub(super) moves: Vec<Move>,
    pub(super) checks: Vec<Move>,
    pub(super) replies: Vec<Move>,
}

/// What the sides hold: the part of the key, and how many of each type the attacker has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hands {
    key: u64,
    attacker: u64,
}

impl Hands {
    /// Where a position with these hands and this key stands in the table.
    pub(super) fn slot(self, key: u64) -> Slot {
        Slot { board: key ^ self.key, hand: self.attacker }
    }
}

/// Hands of more types do not fit into a [`Slot`], nor more than so many of a type.
const MOST_TYPES: usize = 8;
const MOST_HELD: u32 = 127;

impl<const N: usize> MateProblem<N> {
    /// The side to move attacks.
    pub(super) fn new(play: Play<N>) -> Self {
        let board = play.position().clone();
        let variant = board.game().variant();
        let end = &variant.end;
        let royals_can_fall = variant.royals_can_fall();
        let quiet_moves_win = end.mate == Mate::NoMoveKeepsARoyal
            || end.flag.is_some()
            || !end.extinction.is_empty()
            || royals_can_fall;
        let is_plain = ends_plainly(variant);
        let barred = barred(&play);
        let helps = is_plain && barred.is_empty() && holds_few(&board);
        MateProblem {
            attacker: board.side(),
            forbids: forbids_repetition(end),
            barred,
            is_plain,
            helpful: if helps { helpful(board.game()) } else { Vec::new() },
            counts_move_limits: false,
            quiet_moves_win,
            royals_can_fall,
            moves: Vec::new(),
            checks: Vec::new(),
            replies: Vec::new(),
            interrupt: Interrupt::default(),
            play,
            board,
        }
    }

    /// From now on this breaks off what takes long, instead of what the game came with.
    pub(super) fn set_interrupt(&mut self, interrupt: &Interrupt) {
        self.play = self.play.clone().with_interrupt(interrupt);
        self.board.set_interrupt(interrupt);
        self.interrupt = interrupt.clone();
    }

    /// Whether what was set has broken something off.
    pub(super) fn is_broken_off(&self) -> bool {
        self.interrupt.is_over()
    }

    /// From now on a mate must come before the game's move limits end it. Keys then depend on the
    /// counts of moves. Asked before the first move of a line.
    pub(super) fn count_move_limits(&mut self) {
        self.counts_move_limits = true;
        self.is_plain = false;
        self.helpful.clear();
    }

    /// Whether the game's move limits can end it within this many plies.
    pub(super) fn move_limits_are_near(&self, plies: u16) -> bool {
        let end = self.end();
        let reached = |limit: Option<u32>, now: u32| {
            limit.is_some_and(|limit| now.saturating_add(plies.into()) > limit)
        };
        reached(end.quiet.as_ref().map(|rule| rule.plies), self.board.quiet())
            || self.board.plies_to_count().is_some_and(|left| plies > left)
            || self.may_begin_to_count()
            || reached(end.move_limit, self.board.ply())
    }

    /// Whether another count of moves may begin than the one that is under way, if any: nobody knows when.
    fn may_begin_to_count(&self) -> bool {
        let begun = self.board.counted().map(|counted| usize::from(counted.rule));
        begun.unwrap_or(self.end().counting.len()) > 0
    }

    /// The key of the position.
    pub(super) fn key(&self) -> u64 {
        let key = self.board.table_key();
        if !self.counts_move_limits {
            return key;
        }
        let end = self.end();
        let quiet = end.quiet.as_ref().map_or(0, |_| self.board.quiet());
        let ply = end.move_limit.map_or(0, |_| self.board.ply());
        let counts = u64::from(ply) << 32 | u64::from(quiet);
        let key = key ^ (counts + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        match self.board.counted() {
            Some(Counted { rule, limit, plies }) => {
                let counted = u64::from(rule) << 24 | u64::from(limit) << 16 | u64::from(plies);
                key ^ (counted + 1).wrapping_mul(0x94d0_49bb_1331_11eb)
            }
            None => key,
        }
    }

    /// Where the position stands in the table.
    pub(super) fn slot(&self) -> Slot {
        self.hands().slot(self.key())
    }

    /// What the sides hold, as far as it is told apart from the rest.
    pub(super) fn hands(&self) -> Hands {
        if self.helpful.is_empty() {
            return Hands::default();
        }
        let count = |piece: &PieceType| u64::from(self.board.hand(self.attacker, *piece));
        let attacker = self.helpful.iter().fold(0, |hand, piece| hand << 8 | count(piece));
        Hands { key: self.board.hands_key(), attacker }
    }

    /// Whether the attacker is to move.
    pub(super) fn attacks(&self) -> bool {
        self.board.side() == self.attacker
    }

    pub(super) fn make(&mut self, m: Move) {
        self.board.make(m);
        if !self.is_plain {
            self.play.push(m);
        }
    }

    pub(super) fn unmake(&mut self) {
        self.board.unmake();
        if !self.is_plain {
            self.play.pop();
        }
    }

    /// By how many plies limits differ, and the smallest one. In plain games only a move of the attacker
    /// mates.
    pub(super) fn limits(&self) -> (u16, u16) {
        match (self.is_plain, self.attacks()) {
            (false, _) => (1, 1),
            (true, true) => (2, 1),
            (true, false) => (2, 2),
        }
    }

    /// Whether the attacker has won on the board; none if the game goes on.
    pub(super) fn attacker_won(&mut self) -> Option<bool> {
        if self.is_plain && !self.board.has_legal_move() {
            return Some(self.wins_if_stuck());
        }
        self.ended().map(ProofNumbers::is_mate)
    }

    /// How it ends in a position on the line; none if the game goes on. A win by repetition is no mate,
    /// and a defender that can only repeat is not mated. In plain games whoever made the line has seen
    /// whether the defender has a reply, and an attacker without a move has no forcing one.
    pub(super) fn ended(&mut self) -> Option<ProofNumbers> {
        let never = ProofNumbers::no_mate(UNLIMITED);
        if self.is_plain {
            let repeats =
                !self.forbids && !self.barred.is_empty() && self.barred.contains(&self.board.key());
            return (repeats || self.board.is_dead()).then_some(never);
        }
        let ending = self.play.ending()?;
        match ending.status {
            Status::Repetition | Status::PerpetualCheck | Status::PerpetualChase => {
                Some(ProofNumbers::no_mate(0))
            }
            Status::MoveLimit if !self.counts_move_limits => None,
            Status::Checkmate if !self.attacks() && self.has_reply() => None,
            _ if ending.winner == Some(self.attacker) => Some(ProofNumbers::mate(0)),
            // It may be that all moves would repeat a position of the line.
            _ if self.forbids => Some(ProofNumbers::no_mate(0)),
            _ => Some(never),
        }
    }

    /// Whether a side that cannot move has lost to the attacker, in a plain game.
    fn wins_if_stuck(&self) -> bool {
        let loses = self.board.in_check() || self.end().stalemate.outcome(1, 1) == Outcome::Loss;
        loses && !self.attacks()
    }

    pub(super) fn end(&self) -> &End {
        &self.board.game().variant().end
    }
}

/// Whether nothing but the position on the board, and which positions there were before, says how a game
/// ends; move limits aside.
fn ends_plainly(variant: &Variant) -> bool {
    let end = &variant.end;
    end.mate == Mate::NoMove
        && end.mated == Outcome::Loss
        && !end.stalemate.may_win()
        && !end.royals_may_be_left
        && !variant.royals_can_fall()
        && end.flag.is_none()
        && end.extinction.is_empty()
        && end.checks.is_none()
        && !end.two_passes
        && !end.facing
        && variant.passing.is_empty()
        && variant.shocks.is_empty()
}

/// The types that can be held, where it never harms the attacker to hold more of them.
fn helpful<const N: usize>(game: &Game<N>) -> Vec<PieceType> {
    let types = if game.larger_hand_helps() { game.hand_types() } else { &[] };
    if types.len() <= MOST_TYPES { types.to_vec() } else { Vec::new() }
}

/// Whether there are so few pieces that all of them could be counted in a [`Slot`].
fn holds_few<const N: usize>(board: &Position<N>) -> bool {
    let held = |color: &Color| {
        let hand = board.game().hand_types().iter().map(|piece| board.hand(*color, *piece));
        hand.map(u32::from).sum::<u32>()
    };
    board.occupied().count() + Color::BOTH.iter().map(held).sum::<u32>() <= MOST_HELD
}

fn forbids_repetition(end: &End) -> bool {
    let rule = end.repetition.as_ref();
    rule.is_some_and(|rule| rule.result == RepetitionResult::Forbidden)
}

/// The keys of the positions that have come up so often that once more is too often.
fn barred<const N: usize>(play: &Play<N>) -> HashSet<u64> {
    let mut position = play.position().clone();
    let game = Arc::clone(position.game());
    let Some(rule) = &game.variant().end.repetition else { return HashSet::new() };
    let mut visits: HashMap<u64, u32> = HashMap::new();
    for _ in 0..=play.moves().len() {
        *visits.entry(position.key()).or_default() += 1;
        position.unmake();
    }
    let full = visits.into_iter().filter(|(_, count)| count + 1 >= rule.times);
    full.map(|(key, _)| key).collect()
}
