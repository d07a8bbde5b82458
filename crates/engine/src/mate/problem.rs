//! A mate problem on the board: which moves are forcing, which replies count, how it ends.

use super::proof_table::ProofNumbers;
use komadai_rules::variant::{Counted, End, Mate, RepetitionResult, Royals};
use komadai_rules::{Color, Interrupt, Move, Play, Position, Status};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A position of the problem, reached by forcing moves and replies.
#[derive(Debug)]
pub(super) struct MateProblem<const N: usize> {
    /// The line with the history of the game, for the ends of the game.
    play: Play<N>,
    /// The same position, to try moves on.
    board: Position<N>,
    attacker: Color,
    /// The keys of positions to which the attacker may not return.
    forbidden: HashSet<u64>,
    /// Whether move limits count; see [`MateProblem::count_move_limits`].
    counts_move_limits: bool,
    /// Whether a move that is not forcing can win.
    quiet_moves_win: bool,
    /// See [`MateProblem::set_interrupt`].
    interrupt: Interrupt,
    moves: Vec<Move>,
    replies: Vec<Move>,
}

/// A move with the key and the first numbers of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) m: Move,
    pub(super) key: u64,
    pub(super) numbers: ProofNumbers,
}

impl<const N: usize> MateProblem<N> {
    /// The side to move attacks.
    pub(super) fn new(play: Play<N>) -> Self {
        let board = play.position().clone();
        let end = &board.game().variant().end;
        let quiet_moves_win =
            end.mate == Mate::NoMoveKeepsARoyal || end.flag.is_some() || !end.extinction.is_empty();
        MateProblem {
            attacker: board.side(),
            forbidden: forbidden(&play),
            counts_move_limits: false,
            quiet_moves_win,
            moves: Vec::new(),
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
    /// counts of moves.
    pub(super) fn count_move_limits(&mut self) {
        self.counts_move_limits = true;
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

    /// Whether the attacker is to move.
    pub(super) fn attacks(&self) -> bool {
        self.board.side() == self.attacker
    }

    pub(super) fn make(&mut self, m: Move) {
        self.board.make(m);
        self.play.push(m);
    }

    pub(super) fn unmake(&mut self) {
        self.board.unmake();
        self.play.pop();
    }

    /// Whether the attacker has won on the board; none if the game goes on. A win by repetition is
    /// no mate, and a defender that can only repeat is not mated.
    pub(super) fn attacker_won(&mut self) -> Option<bool> {
        let ending = self.play.ending()?;
        match ending.status {
            Status::Repetition | Status::PerpetualCheck | Status::PerpetualChase => Some(false),
            Status::MoveLimit if !self.counts_move_limits => None,
            Status::Checkmate if !self.attacks() && self.has_reply() => None,
            _ => Some(ending.winner == Some(self.attacker)),
        }
    }

    /// Adds the attacker's forcing moves or the defender's replies to a list.
    pub(super) fn children(&mut self, children: &mut Vec<Child>) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.board.legal_moves_into(&mut moves);
        // A defender that can only repeat is not mated, so the rule does not hold for it.
        let exempt = !self.attacks() || self.forbidden.is_empty() || self.is_exempt();
        let exempt = exempt || self.board.must_pass();
        let royals = self.board.royals(self.attacker).count();
        for m in &moves {
            if self.board.breaks_off() {
                break;
            }
            self.board.make(*m);
            let legal = exempt || !self.forbidden.contains(&self.board.key());
            let numbers = if !legal {
                None
            } else if self.attacks() {
                self.numbers_of_reply(royals)
            } else {
                self.numbers_of_attack(*m)
            };
            let key = self.key();
            self.board.unmake();
            children.extend(numbers.map(|numbers| Child { m: *m, key, numbers }));
        }
        self.moves = moves;
    }

    /// The numbers after a reply; none if it does not count. Where a side is mated before its royal
    /// is taken, a reply that leaves the last royal to be taken does not count.
    fn numbers_of_reply(&self, royals: u32) -> Option<ProofNumbers> {
        self.saves(royals).then(|| ProofNumbers::open(1))
    }

    /// The numbers after a move of the attacker; none if it is not forcing.
    fn numbers_of_attack(&mut self, m: Move) -> Option<ProofNumbers> {
        let forces = self.board.must_pass() || self.board.in_check();
        if !forces && !self.quiet_moves_win {
            return None;
        }
        let ends = self.has_captured_royal() || self.end().checks.is_some();
        if ends || (!forces && self.has_special_ends()) {
            return if self.wins_by(m) {
                Some(ProofNumbers::mate(0))
            } else {
                forces.then(|| ProofNumbers::open(1))
            };
        }
        if self.royals_may_be_left()
            && !self.board.must_pass()
            && self.can_take_last_royal(self.attacker)
        {
            return None;
        }
        let replies = if forces { self.count_replies() } else { u32::from(self.has_reply()) };
        match replies {
            0 if self.wins_by(m) => Some(ProofNumbers::mate(0)),
            0 => None,
            _ => forces.then(|| ProofNumbers::open(replies)),
        }
    }

    /// Whether the move just tried has won, by the rules of the game.
    fn wins_by(&mut self, m: Move) -> bool {
        self.play.push(m);
        let won = self.attacker_won() == Some(true);
        self.play.pop();
        won
    }

    /// Whether the move just tried has captured a royal.
    fn has_captured_royal(&self) -> bool {
        let royals = |position: &Position<N>| position.royals(!self.attacker).count();
        self.royals_may_be_left() && royals(&self.board) < royals(self.play.position())
    }

    fn count_replies(&mut self) -> u32 {
        if self.mated_before_capture() {
            self.saving_replies(usize::MAX)
        } else {
            self.board.count_legal().try_into().unwrap_or(u32::MAX)
        }
    }

    fn has_reply(&mut self) -> bool {
        if self.mated_before_capture() {
            self.saving_replies(1) > 0
        } else {
            self.board.has_legal_move()
        }
    }

    /// Counts the replies that keep a royal, up to `limit`.
    fn saving_replies(&mut self, limit: usize) -> u32 {
        let mut replies = std::mem::take(&mut self.replies);
        replies.clear();
        self.board.legal_moves_into(&mut replies);
        let royals = self.board.royals(self.attacker).count();
        let saves = |m: &&Move| {
            if self.board.breaks_off() {
                return false;
            }
            self.board.make(**m);
            let saves = self.saves(royals);
            self.board.unmake();
            saves
        };
        let count = replies.iter().filter(saves).take(limit).count();
        self.replies = replies;
        count as u32
    }

    /// Whether the reply just tried wins or keeps a royal from being taken; always true where a
    /// side is not mated before its royal is taken. `royals` are those that the attacker had
    /// before.
    fn saves(&self, royals: u32) -> bool {
        let (us, them) = (!self.attacker, self.attacker);
        let remaining = self.board.royals(them).count();
        if !self.mated_before_capture()
            || remaining == 0
            || (self.end().royals == Royals::Any && remaining < royals)
        {
            return true;
        }
        !self.board.royals(us).is_empty()
            && (self.board.must_pass() || !self.can_take_last_royal(us))
    }

    /// Whether the opponent of `side`, which is to move, can capture the royals that `side` must
    /// keep.
    fn can_take_last_royal(&self, side: Color) -> bool {
        if !self.board.in_danger(side) {
            return false;
        }
        if self.end().royals == Royals::Any || !self.board.royals(side).several() {
            return true;
        }
        // Several would have to fall at once; only making the moves tells.
        let mut after = self.board.clone();
        self.board.legal_moves().into_iter().any(|m| {
            if after.breaks_off() {
                return false;
            }
            after.make(m);
            let gone = after.royals(side).is_empty();
            after.unmake();
            gone
        })
    }

    /// Whether the side to move may repeat a forbidden position.
    fn is_exempt(&self) -> bool {
        let rule = self.end().repetition.as_ref();
        rule.is_some_and(|rule| rule.exempt_in_check) && self.board.in_check()
    }

    fn end(&self) -> &End {
        &self.board.game().variant().end
    }

    /// Whether royals may be left to be taken.
    fn royals_may_be_left(&self) -> bool {
        self.end().royals_may_be_left
    }

    /// Whether a side is mated before its last royal is taken.
    fn mated_before_capture(&self) -> bool {
        self.end().mate == Mate::NoMoveKeepsARoyal
    }

    /// Whether the game has other ends than those by royals.
    fn has_special_ends(&self) -> bool {
        self.end().flag.is_some() || !self.end().extinction.is_empty()
    }
}

/// The keys of the positions that must not occur again.
fn forbidden<const N: usize>(play: &Play<N>) -> HashSet<u64> {
    let mut position = play.position().clone();
    let game = Arc::clone(position.game());
    let rule = game.variant().end.repetition.as_ref();
    let Some(rule) = rule.filter(|rule| rule.result == RepetitionResult::Forbidden) else {
        return HashSet::new();
    };
    let mut visits: HashMap<u64, u32> = HashMap::new();
    for _ in 0..=play.moves().len() {
        *visits.entry(position.key()).or_default() += 1;
        position.unmake();
    }
    let full = visits.into_iter().filter(|(_, count)| count + 1 >= rule.times);
    full.map(|(key, _)| key).collect()
}
