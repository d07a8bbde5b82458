//! What need not be searched, or not so deeply, and what deserves more.
//!
//! Every shortcut of the search stands here with its numbers: margins in centipawns, depths in plies.
//! `cargo xtask prove ablation` measures what each is worth. Names in quotes are articles of the
//! chessprogramming wiki.

use super::Search;
use super::node::Window;
use super::picker::{Picker, Scored};
use super::see::see_ge;
use crate::feature::Feature;
use crate::score::Score;

/// With more moves than this, as drops bring them, a node is wide.
pub(super) const WIDE: usize = 80;

/// What a node is like.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) cut: bool,
    pub(super) pv_node: bool,
    pub(super) in_check: bool,
    /// Whether the side to move stands better than two plies before.
    pub(super) improving: bool,
    pub(super) evaluation: i32,
    /// Whether there are so many moves that more must be tried before the rest can be left out.
    pub(super) wide: bool,
}

impl<const N: usize> Search<'_, N> {
    /// What can be said of a calm node without trying its moves.
    pub(super) fn prune_whole(&mut self, node: &Node, beta: i32) -> Option<i32> {
        if Score(beta).is_decided() {
            return None;
        }
        match self.is_far_above(node, beta) {
            true => Some(node.evaluation),
            false => self.pass(node, beta),
        }
    }

    /// So far above the window that a quiet move or two of the opponent change nothing ("Reverse
    /// Futility Pruning").
    fn is_far_above(&self, node: &Node, beta: i32) -> bool {
        let margin = 85 * (node.depth - i32::from(node.improving));
        node.depth <= 7
            && node.evaluation - margin >= beta
            && self.without.keeps(Feature::ReverseFutility)
    }

    /// So good that even a move for the opponent changes nothing ("Null Move Pruning").
    fn pass(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let Node { depth, ply, evaluation, .. } = *node;
        let doubled = ply > 0 && self.memory.frames[ply - 1].slot.is_none();
        let side = self.position.side();
        let tried = depth >= 3
            && node.cut
            && !doubled
            && evaluation >= beta
            && self.without.keeps(Feature::NullMove)
            && self.facts.has_non_pawn_material(&self.position, side);
        if !tried {
            return None;
        }
        let reduction = 3 + depth / 4 + ((evaluation - beta) / 200).min(3);
        self.make_null(ply);
        let window = Window { alpha: -beta, beta: 1 - beta };
        let score = -self.search(window, depth - reduction, ply + 1, false);
        self.unmake();
        if self.stopped {
            return Some(0);
        }
        let no_mate = if Score(score).is_decided() { beta } else { score };
        (score >= beta).then_some(no_mate)
    }

    /// Whether a line is so long already that nothing extends it any more.
    pub(super) fn is_long(&self, ply: usize) -> bool {
        ply as i32 >= 2 * self.root_depth
    }

    /// Whether a move need not be tried. Only asked once some move has been found that does not lose
    /// outright.
    pub(super) fn is_hopeless(&self, node: &Node, tried: i32, alpha: i32, s: &Scored) -> bool {
        let depth = node.depth;
        let at_least = |worth: i32| see_ge(&self.facts, &self.position, s.m, worth);
        let exchanges = self.without.keeps(Feature::ExchangePruning);
        if !s.quiet {
            return depth <= 5 && exchanges && Picker::loses(s) && !at_least(-100 * depth);
        }
        if node.in_check {
            return false;
        }
        if self.is_late(node, tried) || self.is_futile(node, alpha) {
            // A check may mate: it counts if it throws nothing away.
            return !(self.position.checks_plainly(s.m) && at_least(0));
        }
        depth <= 6 && exchanges && !at_least(-40 * depth)
    }

    /// After so many better ones ("Futility Pruning", move count based).
    fn is_late(&self, node: &Node, tried: i32) -> bool {
        let most = (4 + node.depth * node.depth) / (2 - i32::from(node.improving));
        node.depth <= 8
            && tried > most.max(3) * (1 + i32::from(node.wide))
            && self.without.keeps(Feature::LateMovePruning)
    }

    /// Too far below the window for a quiet move ("Futility Pruning").
    fn is_futile(&self, node: &Node, alpha: i32) -> bool {
        node.depth <= 6
            && node.evaluation + 120 + 100 * node.depth <= alpha
            && self.without.keeps(Feature::Futility)
    }

    /// Checks that do not throw a piece away are followed further ("Check Extensions").
    pub(super) fn deserves_extension(&self, s: &Scored, ply: usize) -> bool {
        self.without.keeps(Feature::CheckExtension) && !Picker::loses(s) && !self.is_long(ply)
    }

    /// By how many plies a late move is searched less deeply ("Late Move Reductions").
    pub(super) fn reduction(&self, node: &Node, tried: i32, s: &Scored, gives_check: bool) -> i32 {
        let late = late(tried, node.depth);
        if !s.quiet {
            return i32::from(Picker::loses(s)) + late / 533 / PLY;
        }
        let mut reduction = (614 + late / 280) / PLY;
        reduction += i32::from(node.cut) + i32::from(!node.improving);
        reduction -= i32::from(node.pv_node) + i32::from(gives_check) + i32::from(node.in_check);
        reduction -= s.score.clamp(-16_000, 16_000) / 8_000;
        reduction.max(0)
    }
}

/// By how many plies a late move at the root is searched less deeply.
pub(super) fn root_reduction(tried: i32, depth: i32) -> i32 {
    if depth >= 3 && tried >= 4 { late(tried + 1, depth) / 400 / PLY } else { 0 }
}

/// Parts of a ply in which reductions are counted.
const PLY: i32 = 1024;

/// How late a move comes and how much there is to save, growing slowly with both: the product of
/// the binary logarithms, each in 256ths.
fn late(tried: i32, depth: i32) -> i32 {
    let log = |n: i32| LOGARITHMS[n.clamp(1, LOGARITHMS.len() as i32 - 1) as usize];
    log(tried) * log(depth)
}

/// Binary logarithms in 256ths, of integers alone, so that the search is the same on every machine.
static LOGARITHMS: [i32; 256] = {
    let mut logarithms = [0; 256];
    let mut n = 1;
    while n < logarithms.len() {
        logarithms[n] = logarithm(n as u64);
        n += 1;
    }
    logarithms
};

/// The binary logarithm in 256ths: squared, a number shows the next digit of its logarithm.
const fn logarithm(n: u64) -> i32 {
    let whole = n.ilog2();
    let mut rest = n << (32 - whole);
    let mut digits = whole as i32;
    let mut i = 0;
    while i < 8 {
        rest = ((rest as u128 * rest as u128) >> 32) as u64;
        digits *= 2;
        if rest >> 33 != 0 {
            rest >>= 1;
            digits += 1;
        }
        i += 1;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in 1..256 {
            let exact = f64::from(n).log2() * 256.0;
            let found = f64::from(LOGARITHMS[n as usize]);
            assert!((found..found + 1.0 + 1e-9).contains(&exact), "{n}: {found}, not {exact}");
        }
    }

    #[test]
    fn reductions_grow() {
        assert_eq!(root_reduction(3, 20), 0);
        assert!((1..40).all(|n| late(n, 8) <= late(n + 1, 8) && late(8, n) <= late(8, n + 1)));
    }
}
