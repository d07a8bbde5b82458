//! Depth-first proof-number search.

use super::forcing::Child;
use super::problem::MateProblem;
use super::proof_table::{INFINITE, ProofNumbers, ProofTable, Slot, UNLIMITED};
use super::shallow::SHALLOW;
use fnv::FnvHashSet;
use komadai_rules::{Interrupt, Move};

/// Lines are not searched further than this.
pub(super) const MAX_DEPTH: usize = 1_000;

/// Positions between two questions whether to break off: a few milliseconds in most games. In others it
/// is asked within a position, too.
const CHECK_INTERVAL: u64 = 16;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProofResult {
    /// Mate in at most this many plies.
    Mate(u16),
    /// No mate, as far as the search can tell (see `disproof.rs`), and certainly none within this many
    /// plies.
    NoMate(u16),
    /// The budget is spent.
    Unknown,
}

/// Depth-first proof-number search (Nagai 2002) of AND/OR trees, on a stack of its own.
///
/// Each position on the line has two thresholds; it is searched until its proof or its disproof
/// number reaches one of them. A child is searched until its sibling is better by a quarter
/// (Pawlewicz and Lew 2007), or until the parent reaches its own thresholds.
pub(super) struct Dfpn<const N: usize> {
    pub(super) problem: MateProblem<N>,
    pub(super) table: ProofTable,
    pub(super) budget: Budget,
    /// The reply that refuted a check most recently, a ply before a limit (see `shallow.rs`).
    pub(super) killer: Option<Move>,
    frames: Vec<Frame>,
    /// The children of all frames.
    children: Vec<Child>,
    /// The keys of all frames.
    path: FnvHashSet<u64>,
}

/// The nodes searched, and their limit.
pub(super) struct Budget {
    /// Positions whose moves have been generated.
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    interrupt: Interrupt,
}

/// A position on the line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    key: u64,
    slot: Slot,
    /// Mate must come within this many plies.
    limit: u16,
    /// Where its children begin.
    children: usize,
    /// Which of them is being searched.
    child: usize,
    /// The position is searched while both numbers are below these.
    thresholds: Thresholds,
    /// The numbers of the position, if it is not searched further.
    terminal: Option<ProofNumbers>,
    /// The node count on entry.
    nodes_before: u64,
}

/// As in [`ProofNumbers`].
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

/// The numbers of a position, and which child is searched next with which thresholds.
struct Selection {
    numbers: ProofNumbers,
    next: Option<(usize, Thresholds)>,
}

impl ProofResult {
    /// What numbers say that are final.
    fn of(numbers: ProofNumbers) -> Option<Self> {
        match numbers {
            n if n.is_mate() => Some(ProofResult::Mate(n.plies)),
            n if n.is_no_mate() => Some(ProofResult::NoMate(n.plies)),
            _ => None,
        }
    }
}

impl Budget {
    /// Counts a position.
    pub(super) fn spend(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.interrupt.ask();
        }
    }

    pub(super) fn is_spent(&self) -> bool {
        self.is_broken_off() || self.nodes >= self.node_limit
    }

    /// Whether the solver has been told to break off. What a position looked like since then means
    /// nothing.
    pub(super) fn is_broken_off(&self) -> bool {
        self.interrupt.is_over()
    }
}

impl<const N: usize> Dfpn<N> {
    pub(super) fn new(problem: MateProblem<N>, table: ProofTable, interrupt: &Interrupt) -> Self {
        Dfpn {
            problem,
            table,
            budget: Budget { nodes: 0, node_limit: u64::MAX, interrupt: interrupt.clone() },
            killer: None,
            frames: Vec::new(),
            children: Vec::new(),
            path: FnvHashSet::default(),
        }
    }

    /// Searches the current position for a mate within this many plies.
    pub(super) fn search(&mut self, limit: u16) -> ProofResult {
        let known = self.table.get(self.problem.slot(), limit).and_then(ProofResult::of);
        known.unwrap_or_else(|| self.search_anew(limit))
    }

    /// The same, with a look at the moves at least.
    pub(super) fn search_anew(&mut self, limit: u16) -> ProofResult {
        self.enter(limit, Thresholds { proof: INFINITE, disproof: INFINITE });
        loop {
            if self.budget.is_broken_off() {
                return self.give_up();
            }
            let selection = self.select();
            match selection.next.filter(|_| !self.budget.is_spent()) {
                Some((child, thresholds)) => self.descend(child, thresholds),
                None => {
                    self.leave(selection.numbers);
                    if self.frames.is_empty() {
                        return ProofResult::of(selection.numbers).unwrap_or(ProofResult::Unknown);
                    }
                    self.problem.unmake();
                }
            }
        }
    }

    /// Goes back to where the search began. Nothing is stored: the numbers may be wrong by now.
    fn give_up(&mut self) -> ProofResult {
        for _ in 1..self.frames.len() {
            self.problem.unmake();
        }
        self.frames.clear();
        self.children.clear();
        self.path.clear();
        ProofResult::Unknown
    }

    /// Pushes the current position and its children.
    fn enter(&mut self, limit: u16, thresholds: Thresholds) {
        let (key, slot) = (self.problem.key(), self.problem.slot());
        let children = self.children.len();
        let nodes_before = self.budget.nodes;
        self.budget.spend();
        let too_deep = self.frames.len() >= MAX_DEPTH;
        let ended = self.problem.ended();
        let mut terminal = ended.or_else(|| too_deep.then(|| ProofNumbers::no_mate(0)));
        let shallow = (1..=SHALLOW).contains(&limit);
        if terminal.is_none() && shallow && self.problem.checks_are_enough() {
            // What the budget has cut off stays open.
            terminal = Some(self.shallow(limit).unwrap_or(ProofNumbers::open(1)));
        }
        self.path.insert(key);
        if terminal.is_none() {
            let known = |slot| self.table.get(slot, shorter(limit));
            self.problem.children(&mut self.children, known);
            self.cut(children, limit);
        }
        self.frames.push(Frame {
            key,
            slot,
            limit,
            children,
            child: children,
            thresholds,
            terminal,
            nodes_before,
        });
    }

    /// A line that returns to its own position fails, and so does one without plies left.
    fn cut(&mut self, first: usize, limit: u16) {
        let last_ply = limit <= u16::from(self.problem.attacks());
        for child in &mut self.children[first..] {
            let mated = child.numbers.is_mate() && limit > 0;
            let returns = limit == UNLIMITED && self.path.contains(&child.key);
            if !mated && (last_ply || returns) {
                child.numbers = ProofNumbers::no_mate(0);
            }
        }
    }

    fn descend(&mut self, child: usize, thresholds: Thresholds) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.child = child;
        let limit = shorter(frame.limit);
        self.problem.make(self.children[child].m);
        self.enter(limit, thresholds);
    }

    /// Stores the numbers of a position and pops it. The move is not taken back.
    fn leave(&mut self, numbers: ProofNumbers) {
        let Some(frame) = self.frames.pop() else { return };
        self.children.truncate(frame.children);
        self.path.remove(&frame.key);
        self.table.set(frame.slot, frame.limit, numbers, self.budget.nodes - frame.nodes_before);
        if let Some(parent) = self.frames.last() {
            self.children[parent.child].numbers = numbers;
        }
    }
}

impl<const N: usize> Dfpn<N> {
    /// Combines the newest numbers of the children of the top frame.
    ///
    /// For the side to move a position is as good as its best child. For the other side the numbers
    /// of all children would have to be added, but many of them share positions further down and
    /// would count them twice. So the hardest child counts in full and each other one counts one
    /// (Ueda, Hashimoto, Hashimoto and Iida 2008). Of children that look equally good the first one is
    /// searched, whatever the other number is.
    fn select(&mut self) -> Selection {
        let Some(frame) = self.frames.last() else {
            return Selection { numbers: ProofNumbers::no_mate(0), next: None };
        };
        if let Some(numbers) = frame.terminal {
            return Selection { numbers, next: None };
        }
        let attacks = self.problem.attacks();
        let limit = shorter(frame.limit);
        // First the number that the side to move wants to be small, then the other one.
        let turn = |(proof, disproof)| if attacks { (proof, disproof) } else { (disproof, proof) };
        let (mut best, mut second, mut next) = (INFINITE, INFINITE, None);
        let (mut hardest, mut open) = (0, 0);
        let (mut shortest, mut longest) = (UNLIMITED, 0);
        // Within how many plies the children certainly do not mate: the first, and the last one that does.
        let (mut first_sure, mut last_sure) = (UNLIMITED, 0);
        let mut waiting = None;
        for (i, child) in self.children.iter_mut().enumerate().skip(frame.children) {
            if waiting == Some(child.group) {
                continue;
            }
            let numbers = &mut child.numbers;
            if !numbers.is_final() {
                *numbers = self.table.get(child.slot, limit).unwrap_or(*numbers);
            }
            let failed = if attacks { numbers.is_no_mate() } else { numbers.is_mate() };
            waiting = Some(child.group).filter(|_| !failed);
            let own = turn((numbers.proof, numbers.disproof));
            if own.0 < best {
                (second, best, next) = (best, own.0, Some(i));
            } else {
                second = second.min(own.0);
            }
            hardest = hardest.max(own.1);
            open += u32::from(own.1 > 0);
            if numbers.is_mate() {
                shortest = shortest.min(numbers.plies);
                longest = longest.max(numbers.plies);
            } else if numbers.is_no_mate() {
                first_sure = first_sure.min(numbers.plies);
                last_sure = last_sure.max(numbers.plies);
            }
        }
        let others = open.saturating_sub(1);
        let (proof, disproof) = turn((best, (hardest + others).min(INFINITE)));
        let plies = if attacks { shortest } else { longest }.saturating_add(1);
        let sure = if attacks { first_sure } else { last_sure }.saturating_add(1);
        let numbers = match (proof, disproof) {
            (0, _) => ProofNumbers::mate(plies),
            (_, 0) => ProofNumbers::no_mate(sure),
            _ => ProofNumbers { proof, disproof, plies: 0 },
        };
        let (own, other) = turn((frame.thresholds.proof, frame.thresholds.disproof));
        let goes_on = best < own && hardest + others < other;
        let thresholds = || {
            let threshold = second.saturating_add(second / 4 + 1);
            let (proof, disproof) = turn((own.min(threshold), other - others));
            Thresholds { proof, disproof }
        };
        Selection { numbers, next: next.filter(|_| goes_on).map(|child| (child, thresholds())) }
    }
}

/// The limit of a position's children.
pub(super) fn shorter(limit: u16) -> u16 {
    if limit == UNLIMITED { UNLIMITED } else { limit.saturating_sub(1) }
}
