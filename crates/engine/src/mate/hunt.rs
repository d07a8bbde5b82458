//! A mating attack on the board: which moves force, which replies count, what has ended the game.

use super::table::Numbers;
use komadai_rules::variant::{End, Mate, RepetitionResult, Royals};
use komadai_rules::{Color, Move, MoveKind, Play, Position, Status};
use std::collections::{HashMap, HashSet};

/// A line of forcing moves and replies, and what may follow.
#[derive(Debug)]
pub(super) struct Hunt<const N: usize> {
    /// The line with the history of the game: it knows every end.
    play: Play<N>,
    /// The same position, on which moves are tried.
    board: Position<N>,
    attacker: Color,
    /// Positions to which the attacker may not return.
    barred: HashSet<u64>,
    /// Whether limits of moves count; see [`Hunt::heed_limits`].
    heeds_limits: bool,
    /// Whether a move that neither checks nor freezes may win.
    wins_quietly: bool,
    moves: Vec<Move>,
    replies: Vec<Move>,
}

/// A move with what is known of the position after it at first sight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try {
    pub(super) m: Move,
    pub(super) key: u64,
    pub(super) numbers: Numbers,
}

impl<const N: usize> Hunt<N> {
    /// The side to move attacks.
    pub(super) fn new(play: &Play<N>) -> Self {
        let board = play.position().clone();
        let end = &board.game().variant().end;
        let wins_quietly =
            end.mate == Mate::NoMoveKeepsARoyal || end.flag.is_some() || end.extinction.is_some();
        Hunt {
            attacker: board.side(),
            barred: barred(play),
            heeds_limits: false,
            wins_quietly,
            moves: Vec::new(),
            replies: Vec::new(),
            play: play.clone(),
            board,
        }
    }

    /// From now on a mate must come before the game's limits of moves end it. Positions are then
    /// told apart by how near those are.
    pub(super) fn heed_limits(&mut self) {
        self.heeds_limits = true;
    }

    /// Whether the game's limits of moves can end it within so many plies.
    pub(super) fn limits_are_near(&self, plies: u16) -> bool {
        let end = self.end();
        let reached = |limit: Option<u32>, now: u32| {
            limit.is_some_and(|limit| now.saturating_add(plies.into()) > limit)
        };
        reached(end.quiet.as_ref().map(|rule| rule.plies), self.board.quiet())
            || reached(end.move_limit, self.board.ply())
    }

    /// What tells the position from all others.
    pub(super) fn key(&self) -> u64 {
        let key = self.board.key();
        if !self.heeds_limits {
            return key;
        }
        let clock = match self.end().move_limit {
            Some(_) => u64::from(self.board.ply()) << 32 | u64::from(self.board.quiet()),
            None => self.board.quiet().into(),
        };
        key ^ (clock + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9)
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

    /// Whether the game is over, and then whether the attacker has won it on the board. Winning by
    /// repetition is no mate, and neither is leaving nothing but repetition.
    pub(super) fn over(&mut self) -> Option<bool> {
        let ending = self.play.ending()?;
        match ending.status {
            Status::Repetition | Status::PerpetualCheck => Some(false),
            Status::MoveLimit if !self.heeds_limits => None,
            Status::Checkmate if !self.attacks() && self.has_reply() => None,
            _ => Some(ending.winner == Some(self.attacker)),
        }
    }

    /// Adds the attacker's forcing moves or the defender's replies.
    pub(super) fn tries(&mut self, tries: &mut Vec<Try>) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.board.legal_moves_into(&mut moves);
        // Whatever the rule, a defender that can only repeat is not mated.
        let exempt = !self.attacks() || self.barred.is_empty() || self.is_exempt();
        let royals = self.board.royals(self.attacker).count();
        for m in &moves {
            self.board.make(*m);
            let legal =
                exempt || m.kind() == MoveKind::Pass || !self.barred.contains(&self.board.key());
            let numbers = match self.attacks() {
                _ if !legal => None,
                true => self.reply(royals),
                false => self.attack(*m),
            };
            let key = self.key();
            self.board.unmake();
            tries.extend(numbers.map(|numbers| Try { m: *m, key, numbers }));
        }
        self.moves = moves;
    }

    /// After a move of the defender: whether it counts. A reply that leaves the last royal to be
    /// taken at once does not, where the game calls it mate that there are no others; it loses no
    /// later than those.
    fn reply(&self, royals: u32) -> Option<Numbers> {
        self.saves(royals).then(|| Numbers::open(1))
    }

    /// After a move of the attacker: whether it forces, and how well.
    fn attack(&mut self, m: Move) -> Option<Numbers> {
        let forces = self.board.must_pass() || self.board.in_check();
        if !forces && !self.wins_quietly {
            return None;
        }
        if self.has_taken_royals() || (!forces && self.has_special_ends()) {
            return match self.wins_by(m) {
                true => Some(Numbers::mate(0)),
                false => forces.then(|| Numbers::open(1)),
            };
        }
        if self.leaves_royals()
            && !self.board.must_pass()
            && self.can_take_last_royal(self.attacker)
        {
            return None;
        }
        let replies = if forces { self.count_replies() } else { u32::from(self.has_reply()) };
        match replies {
            0 if self.wins_by(m) => Some(Numbers::mate(0)),
            0 => None,
            _ => forces.then(|| Numbers::open(replies)),
        }
    }

    /// Whether the move just tried has won, by the word of the referee.
    fn wins_by(&mut self, m: Move) -> bool {
        self.play.push(m);
        let won = self.over() == Some(true);
        self.play.pop();
        won
    }

    /// Whether the move just tried has left the defender fewer royals than it had.
    fn has_taken_royals(&self) -> bool {
        let royals = |position: &Position<N>| position.royals(!self.attacker).count();
        self.leaves_royals() && royals(&self.board) < royals(self.play.position())
    }

    fn count_replies(&mut self) -> u32 {
        if !self.is_raided() {
            return self.board.count_legal().try_into().unwrap_or(u32::MAX);
        }
        self.saving_replies(usize::MAX)
    }

    fn has_reply(&mut self) -> bool {
        match self.is_raided() {
            false => self.board.has_legal_move(),
            true => self.saving_replies(1) > 0,
        }
    }

    /// Counts the replies that count, up to so many.
    fn saving_replies(&mut self, most: usize) -> u32 {
        let mut replies = std::mem::take(&mut self.replies);
        replies.clear();
        self.board.legal_moves_into(&mut replies);
        let royals = self.board.royals(self.attacker).count();
        let saves = |m: &&Move| {
            self.board.make(**m);
            let saves = self.saves(royals);
            self.board.unmake();
            saves
        };
        let count = replies.iter().filter(saves).take(most).count();
        self.replies = replies;
        count as u32
    }

    /// After a move of the defender: whether it wins, or keeps a royal for another move. Always so
    /// where the game does not ask. The attacker had so many royals before.
    fn saves(&self, royals: u32) -> bool {
        let (us, them) = (!self.attacker, self.attacker);
        let left = self.board.royals(them).count();
        if !self.is_raided() || left == 0 || (self.end().royals == Royals::Any && left < royals) {
            return true;
        }
        !self.board.royals(us).is_empty()
            && (self.board.must_pass() || !self.can_take_last_royal(us))
    }

    /// Whether the opponent of `side`, who is to move, can take what `side` must not lose.
    fn can_take_last_royal(&self, side: Color) -> bool {
        if !self.board.in_danger(side) {
            return false;
        }
        if self.end().royals == Royals::Any || !self.board.royals(side).several() {
            return true;
        }
        // Several must fall at once: only playing the moves tells.
        let mut after = self.board.clone();
        self.board.legal_moves().into_iter().any(|m| {
            after.make(m);
            let gone = after.royals(side).is_empty();
            after.unmake();
            gone
        })
    }

    /// Whether the side to move may bring about what must not come up again.
    fn is_exempt(&self) -> bool {
        let rule = self.end().repetition.as_ref();
        rule.is_some_and(|rule| rule.exempt_in_check) && self.board.in_check()
    }

    fn end(&self) -> &End {
        &self.board.game().variant().end
    }

    /// Whether royals may be left to be taken.
    fn leaves_royals(&self) -> bool {
        self.end().royals_may_be_left
    }

    /// Whether it is mate that no move keeps a royal.
    fn is_raided(&self) -> bool {
        self.end().mate == Mate::NoMoveKeepsARoyal
    }

    /// Whether games end otherwise than by royals, too.
    fn has_special_ends(&self) -> bool {
        self.end().flag.is_some() || self.end().extinction.is_some()
    }
}

/// The positions that a game may not come to again.
fn barred<const N: usize>(play: &Play<N>) -> HashSet<u64> {
    let mut position = play.position().clone();
    let rule = position.game().variant().end.repetition;
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
