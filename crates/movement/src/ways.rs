//! How many ways a path has at most: what is refused before anybody has to wait for it.

use crate::path::{Leg, Path, PathKind};

impl Path {
    /// An upper bound to the ways of a path on a board that is nowhere longer than `longest`.
    pub fn ways(&self, longest: f64) -> f64 {
        let PathKind::Legs(legs) = &self.kind else {
            return longest * longest;
        };
        let (mut product, mut swapped, mut line) = (1.0, false, 0.0);
        for (i, leg) in legs.iter().enumerate() {
            let only_on_pieces = i + 1 < legs.len() && !leg.ends.empty && !leg.ends.empty_swap;
            let slides = swapped || leg.max > 1;
            // Legs that go straight on share the squares of one line.
            line = if i > 0 && is_straight_on(leg) { line + 1.0 } else { 0.0 };
            product *= most_directions(leg) as f64;
            let both_ways = (leg.ends.empty && leg.ends.empty_swap)
                || (leg.ends.platform && leg.ends.platform_swap);
            product *= if both_ways { 2.0 } else { 1.0 };
            if slides && !only_on_pieces {
                let most = if swapped { longest } else { longest.min(leg.max.into()) };
                product *= most.min(((longest - line) / (line + 1.0)).max(1.0));
            }
            swapped |= leg.ends.empty_swap || leg.ends.platform_swap;
        }
        product
    }
}

/// Whether a leg can only go where the one before it went.
fn is_straight_on(leg: &Leg) -> bool {
    leg.turns.plain == 1 && most_directions(leg) == 1 && !leg.cylinder
}

/// In how many directions a leg may go, at most.
fn most_directions(leg: &Leg) -> usize {
    let turns = &leg.turns;
    let bends = turns.against.count_ones() + turns.with.count_ones();
    let directions =
        if turns.least { 2 } else { (turns.plain.count_ones() + 2 * bends).max(1) as usize };
    if leg.crooked.is_some() { 2 * directions } else { directions }
}
