//! Depth-first proof-number search.

use super::hunt::{Hunt, Try};
use super::table::{INFINITE, Numbers, Table, UNLIMITED};
use std::collections::HashSet;

/// Lines are not followed further than this.
const DEEPEST: usize = 1_000;

/// Positions between two questions whether to stop: a few milliseconds.
const PATIENCE: u64 = 16;

/// What became of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Mate in at most so many plies.
    Mate(u16),
    /// Perhaps no mate; see `refute.rs`.
    NoMate,
    /// Neither, when the search had to end.
    Nothing,
}

/// Depth-first proof-number search (Nagai 2002) of AND/OR trees, on a stack of its own.
///
/// Each position on the way has two limits; it is searched until its proof or its disproof number
/// reaches one of them. A child's limits let it go on until its sibling is better by a quarter
/// (Pawlewicz and Lew 2007), or the parent has had enough.
pub(super) struct Search<'s, const N: usize> {
    pub(super) hunt: Hunt<N>,
    pub(super) table: Table,
    pub(super) clock: Effort<'s>,
    frames: Vec<Frame>,
    /// The children of all frames.
    children: Vec<Try>,
    /// The keys of all frames.
    path: HashSet<u64>,
}

/// How much has been done, and how much may be.
pub(super) struct Effort<'s> {
    /// Positions whose moves have been looked at.
    pub(super) nodes: u64,
    pub(super) most: u64,
    pub(super) stopped: bool,
    should_stop: &'s dyn Fn() -> bool,
}

/// A position on the way.
#[derive(Clone, Copy, Debug)]
struct Frame {
    key: u64,
    /// Mate must come within so many plies.
    limit: u16,
    /// Where its children begin.
    children: usize,
    /// Which of them is being searched.
    child: usize,
    /// The search goes on while both numbers are below these.
    below: Limits,
    /// What the position is worth without a move, if that is so.
    over: Option<Numbers>,
    /// Nodes when it was come to.
    since: u64,
}

/// As in [`Numbers`].
#[derive(Clone, Copy, Debug)]
struct Limits {
    proof: u32,
    disproof: u32,
}

/// What the children make of a position, and which comes next with which limits.
struct Sum {
    numbers: Numbers,
    next: Option<(usize, Limits)>,
}

impl Effort<'_> {
    /// Counts a position.
    pub(super) fn spend(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.should_stop)() {
            self.stopped = true;
        }
    }

    pub(super) fn is_out(&self) -> bool {
        self.stopped || self.nodes >= self.most
    }
}

impl<'s, const N: usize> Search<'s, N> {
    pub(super) fn new(hunt: Hunt<N>, table: Table, should_stop: &'s dyn Fn() -> bool) -> Self {
        Search {
            hunt,
            table,
            clock: Effort { nodes: 0, most: u64::MAX, stopped: false, should_stop },
            frames: Vec::new(),
            children: Vec::new(),
            path: HashSet::new(),
        }
    }

    /// Searches the present position for a mate within so many plies.
    pub(super) fn search(&mut self, limit: u16) -> Found {
        self.enter(limit, Limits { proof: INFINITE, disproof: INFINITE });
        loop {
            let sum = self.sum();
            match sum.next.filter(|_| !self.clock.is_out()) {
                Some((child, below)) => self.descend(child, below),
                None => {
                    self.leave(sum.numbers);
                    if self.frames.is_empty() {
                        return match sum.numbers {
                            n if n.is_mate() => Found::Mate(n.plies),
                            n if n.is_no_mate() => Found::NoMate,
                            _ => Found::Nothing,
                        };
                    }
                    self.hunt.unmake();
                }
            }
        }
    }

    /// Looks at the moves of the present position.
    fn enter(&mut self, limit: u16, below: Limits) {
        let key = self.hunt.key();
        let children = self.children.len();
        let since = self.clock.nodes;
        self.clock.spend();
        let over = match self.hunt.over() {
            Some(true) => Some(Numbers::mate(0)),
            Some(false) => Some(Numbers::NO_MATE),
            None if self.frames.len() >= DEEPEST => Some(Numbers::NO_MATE),
            None => None,
        };
        self.path.insert(key);
        if over.is_none() {
            self.hunt.tries(&mut self.children);
            let last_ply = limit <= u16::from(self.hunt.attacks());
            for child in &mut self.children[children..] {
                // Who can only return to where it was gets no further; and so does who has no time.
                let mated = child.numbers.is_mate() && limit > 0;
                let returns = limit == UNLIMITED && self.path.contains(&child.key);
                if !mated && (last_ply || returns) {
                    child.numbers = Numbers::NO_MATE;
                }
            }
        }
        self.frames.push(Frame { key, limit, children, child: children, below, over, since });
    }

    fn descend(&mut self, child: usize, below: Limits) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.child = child;
        let limit = shorter(frame.limit);
        self.hunt.make(self.children[child].m);
        self.enter(limit, below);
    }

    /// Writes down what was found and goes back, on the stack and not on the board.
    fn leave(&mut self, numbers: Numbers) {
        let Some(frame) = self.frames.pop() else { return };
        self.children.truncate(frame.children);
        self.path.remove(&frame.key);
        self.table.set(frame.key, frame.limit, numbers, self.clock.nodes - frame.since);
        if let Some(parent) = self.frames.last() {
            self.children[parent.child].numbers = numbers;
        }
    }
}

impl<const N: usize> Search<'_, N> {
    /// Adds up the children of the top frame, with the newest that is known of each.
    ///
    /// A position is as good as its best child for who is to move. For the other side the numbers
    /// of all children would have to be added; but many of them rest on the same positions further
    /// down and would count them twice. So the hardest counts in full and the others one each
    /// (Ueda, Hashimoto, Hashimoto and Iida 2008).
    fn sum(&mut self) -> Sum {
        let Some(frame) = self.frames.last() else {
            return Sum { numbers: Numbers::NO_MATE, next: None };
        };
        if let Some(numbers) = frame.over {
            return Sum { numbers, next: None };
        }
        let attacks = self.hunt.attacks();
        let limit = shorter(frame.limit);
        // The number that the side to move wants to be small, and the other one.
        let turn = |(proof, disproof)| if attacks { (proof, disproof) } else { (disproof, proof) };
        let (mut best, mut second, mut next) = ((INFINITE, INFINITE), INFINITE, None);
        let (mut hardest, mut open) = (0, 0);
        let (mut shortest, mut longest) = (UNLIMITED, 0);
        for (i, child) in self.children.iter_mut().enumerate().skip(frame.children) {
            let numbers = &mut child.numbers;
            if !numbers.is_final() {
                *numbers = self.table.get(child.key, limit).unwrap_or(*numbers);
            }
            let own = turn((numbers.proof, numbers.disproof));
            if own < best {
                (second, best, next) = (best.0, own, Some(i));
            } else {
                second = second.min(own.0);
            }
            hardest = hardest.max(own.1);
            open += u32::from(own.1 > 0);
            if numbers.is_mate() {
                shortest = shortest.min(numbers.plies);
                longest = longest.max(numbers.plies);
            }
        }
        let others = open.saturating_sub(1);
        let (proof, disproof) = turn((best.0, (hardest + others).min(INFINITE)));
        let plies = if attacks { shortest } else { longest }.saturating_add(1);
        let numbers = match (proof, disproof) {
            (0, _) => Numbers::mate(plies),
            (_, 0) => Numbers::NO_MATE,
            _ => Numbers { proof, disproof, plies: 0 },
        };
        let (own, other) = turn((frame.below.proof, frame.below.disproof));
        let goes_on = best.0 < own && hardest + others < other;
        let limits = || {
            let patience = second.saturating_add(second / 4 + 1);
            let (proof, disproof) = turn((own.min(patience), other - others));
            Limits { proof, disproof }
        };
        Sum { numbers, next: next.filter(|_| goes_on).map(|child| (child, limits())) }
    }
}

/// The limit of a position's children.
pub(super) fn shorter(limit: u16) -> u16 {
    if limit == UNLIMITED { UNLIMITED } else { limit.saturating_sub(1) }
}
