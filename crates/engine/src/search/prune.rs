//! Pruning, reductions and extensions: what is not searched, what is searched less deeply, and what
//! more deeply.
//!
//! Those of the main search are here, with their margins in centipawns and their depths in plies; what needs none,
//! such as mate distance pruning and the extension of forced passes, stands in `node.rs`, what the quiescence
//! search leaves out in `quiescence.rs`.
//! `cargo xtask prove ablation` measures what each is worth. Names in quotes are articles of the
//! chessprogramming wiki.

use super::move_picker::ScoredMove;
use super::see::see_ge;
use super::{Search, Window};
use crate::feature::Feature;
use crate::score::Score;
use komadai_rules::Move;

/// A node with more moves than this, as drops bring them, has many.
pub(super) const MANY_MOVES: usize = 80;

/// A node, before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) pv_node: bool,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// None in check, before a forced pass, and where royals face each other.
    pub(super) static_eval: Option<i32>,
    /// Whether the static evaluation is higher than two plies before.
    pub(super) improving: bool,
    /// Whether there are so many moves that late move pruning begins later.
    pub(super) many_moves: bool,
}

impl<const N: usize> Search<'_, N> {
    /// The score of a node that can be pruned before its moves are generated. The side to move is
    /// neither in check nor forced to pass.
    pub(super) fn prune_node(&mut self, node: &Node, static_eval: i32, beta: i32) -> Option<i32> {
        if Score(beta).is_decided() {
            None
        } else if self.is_far_above_beta(node, static_eval, beta) {
            Some(static_eval)
        } else {
            self.null_move(node, static_eval, beta)
        }
    }

    /// "Reverse Futility Pruning": the static evaluation is so far above beta that a quiet move or
    /// two of the opponent change nothing.
    fn is_far_above_beta(&self, node: &Node, static_eval: i32, beta: i32) -> bool {
        let margin = 85 * (node.depth - i32::from(node.improving));
        node.depth <= 7 && static_eval - margin >= beta && self.uses(Feature::ReverseFutility)
    }

    /// "Null Move Pruning": the position is so good that it fails high even if the opponent moves
    /// twice.
    fn null_move(&mut self, node: &Node, static_eval: i32, beta: i32) -> Option<i32> {
        let Node { depth, ply, .. } = *node;
        let after_null_move = ply > 0 && self.stack[ply - 1].piece_to.is_none();
        let side = self.position.side();
        let allowed = depth >= 3
            && node.cut_node
            && !after_null_move
            && static_eval >= beta
            && self.uses(Feature::NullMove)
            && self.facts.has_non_pawn_material(&self.position, side);
        if !allowed {
            return None;
        }
        let reduction = 3 + depth / 4 + ((static_eval - beta) / 200).min(3);
        self.make_null(ply);
        let window = Window::zero(beta - 1).opposite();
        let score = -self.search(window, depth - reduction, ply + 1, false);
        self.unmake();
        if self.is_over() {
            return Some(0);
        }
        // A win that was found by moving twice is not believed.
        let believed = if Score(score).is_decided() { beta } else { score };
        (score >= beta).then_some(believed)
    }

    /// Whether a line is so long already that nothing extends it any more.
    pub(super) fn is_extended_enough(&self, ply: usize) -> bool {
        ply as i32 >= 2 * self.root_depth
    }

    /// Whether a move is pruned. Asked only when some move is known not to lose by force.
    pub(super) fn prunes_move(&self, node: &Node, tried: i32, alpha: i32, s: &ScoredMove) -> bool {
        let depth = node.depth;
        if self.facts.ends.checks_win() && self.position.checks_plainly(s.m) {
            return false;
        }
        let see_ge = |threshold: i32| see_ge(self.facts, &self.position, s.m, threshold);
        let uses_see = self.uses(Feature::ExchangePruning);
        if !s.quiet {
            return depth <= 5 && uses_see && s.is_bad_capture() && !see_ge(-100 * depth);
        }
        // A pass may end the game.
        if node.in_check || s.m == Move::pass() {
            return false;
        }
        if self.is_late(node, tried) || self.is_futile(node, alpha) {
            // A check may mate, so it is searched unless it loses material.
            return !(self.position.checks_plainly(s.m) && see_ge(0));
        }
        depth <= 6 && uses_see && !see_ge(-40 * depth)
    }

    /// "Late Move Pruning": enough moves have been searched before this quiet one.
    fn is_late(&self, node: &Node, tried: i32) -> bool {
        let most = (4 + node.depth * node.depth) / (2 - i32::from(node.improving));
        node.depth <= 8
            && tried > most.max(3) * (1 + i32::from(node.many_moves))
            && self.uses(Feature::LateMovePruning)
    }

    /// "Futility Pruning": the static evaluation is too far below alpha for a quiet move.
    fn is_futile(&self, node: &Node, alpha: i32) -> bool {
        node.depth <= 6
            && node.static_eval.is_some_and(|eval| eval + 120 + 100 * node.depth <= alpha)
            && self.uses(Feature::Futility)
    }

    /// "Check Extensions": a check is searched a ply deeper, unless it is a capture that loses material.
    pub(super) fn extends_check(&self, s: &ScoredMove, ply: usize) -> bool {
        self.uses(Feature::CheckExtension) && !s.is_bad_capture() && !self.is_extended_enough(ply)
    }

    /// "Late Move Reductions": by how many plies the search of a late move is reduced.
    pub(super) fn late_move_reduction(
        &self,
        node: &Node,
        tried: i32,
        s: &ScoredMove,
        gives_check: bool,
    ) -> i32 {
        let late = lateness(tried, node.depth);
        if !s.quiet {
            return i32::from(s.is_bad_capture()) + late / 533 / PLY;
        }
        let mut reduction = (614 + late / 280) / PLY;
        reduction += i32::from(node.cut_node) + i32::from(!node.improving);
        reduction -= i32::from(node.pv_node) + i32::from(gives_check) + i32::from(node.in_check);
        reduction -= s.score.clamp(-16_000, 16_000) / 8_000;
        reduction.max(0)
    }
}

/// By how many plies the search of a late root move is reduced.
pub(super) fn root_reduction(tried: i32, depth: i32) -> i32 {
    if depth >= 3 && tried >= 4 { lateness(tried + 1, depth) / 400 / PLY } else { 0 }
}

/// Reductions are computed in parts of a ply.
const PLY: i32 = 1024;

/// The product of the binary logarithms, each in 256ths: it grows slowly with the number of moves
/// searched before and with the depth.
fn lateness(tried: i32, depth: i32) -> i32 {
    let log = |n: i32| LOGARITHMS[n.clamp(1, LOGARITHMS.len() as i32 - 1) as usize];
    log(tried) * log(depth)
}

/// Binary logarithms in 256ths. Computed from integers alone, they are the same on every machine.
static LOGARITHMS: [i32; 256] = {
    let mut logarithms = [0; 256];
    let mut n = 1;
    while n < logarithms.len() {
        logarithms[n] = logarithm(n as u64);
        n += 1;
    }
    logarithms
};

/// The binary logarithm in 256ths. Squaring a number yields the next binary digit of its logarithm.
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
        assert!(
            (1..40)
                .all(|n| lateness(n, 8) <= lateness(n + 1, 8)
                    && lateness(8, n) <= lateness(8, n + 1))
        );
    }
}
