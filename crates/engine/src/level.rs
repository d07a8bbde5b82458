//! Playing strengths that feel like people.
//!
//! Levels below the full one search a fixed number of nodes, so they are equally strong on every
//! machine, and choose at random among moves with nearly equal scores. They miss what lies beyond
//! their search, but never throw anything away on purpose.

use crate::random::Random;
use crate::score::Score;

/// A playing strength from 1 (a beginner) to 8 (full strength).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What makes a level.
struct Settings {
    /// Nodes searched on any board. The first iteration is always finished.
    nodes: u64,
    /// Nodes added for each square: a larger board has more moves.
    square_nodes: u64,
    /// Moves within this many centipawns of the best are candidates.
    margin: i32,
    /// The most candidates.
    candidates: usize,
    /// Whether it avoids moves to which some answer ends the game. Higher levels see that in their
    /// search.
    cautious: bool,
}

/// Levels 1 to 7. The lowest two search every move one ply deep and differ by their margins. From
/// the third on, each searches 1.5 to 2.3 times as many nodes as the one before, and the higher
/// ones choose among fewer moves. A small board needs a larger difference than a large one, so the
/// numbers for both approach each other. The second and third would walk into mates that players
/// learn to see on the first day, so they are cautious. `cargo xtask prove levels` plays each
/// against the one below.
const SETTINGS: [Settings; 7] = [
    Settings { nodes: 0, square_nodes: 0, margin: 450, candidates: 8, cautious: false },
    Settings { nodes: 0, square_nodes: 0, margin: 170, candidates: 5, cautious: true },
    Settings { nodes: 340, square_nodes: 12, margin: 90, candidates: 4, cautious: true },
    Settings { nodes: 700, square_nodes: 20, margin: 55, candidates: 4, cautious: false },
    Settings { nodes: 1_900, square_nodes: 32, margin: 36, candidates: 4, cautious: false },
    Settings { nodes: 4_900, square_nodes: 40, margin: 25, candidates: 3, cautious: false },
    Settings { nodes: 9_550, square_nodes: 50, margin: 12, candidates: 2, cautious: false },
];

/// The last level without the network of the game. What it knows is beyond beginners.
const UNLEARNT: u8 = 2;

/// No restrictions.
const FULL: Settings =
    Settings { nodes: u64::MAX, square_nodes: 0, margin: 0, candidates: 1, cautious: false };

impl Level {
    /// The strongest.
    pub const FULL: Level = Level(8);

    /// A level by its number, 1 to 8.
    pub fn new(number: u8) -> Option<Level> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    fn settings(self) -> &'static Settings {
        SETTINGS.get(usize::from(self.0) - 1).unwrap_or(&FULL)
    }

    /// The limit of nodes on a board of this many squares; none for full strength.
    pub(crate) fn nodes(self, squares: usize) -> Option<u64> {
        let Settings { nodes, square_nodes, .. } = self.settings();
        (self != Level::FULL).then(|| nodes + square_nodes * squares as u64)
    }

    /// Whether it avoids moves to which some answer ends the game.
    pub(crate) fn is_cautious(self) -> bool {
        self.settings().cautious
    }

    /// How much of the network's correction counts, where the game has a network; at [`Level::FULL`] all of it does.
    /// It is a little more at each level, so that none is far above the one below it.
    pub(crate) const fn heeds_net(self) -> i32 {
        self.0.saturating_sub(UNLEARNT) as i32
    }

    /// How many best lines it chooses from.
    pub(crate) fn candidates(self) -> usize {
        self.settings().candidates
    }
}

/// Which line a level plays, by their scores, best first. Better ones are played more often.
pub(crate) fn choose(level: Level, scores: &[i32], seed: u64) -> usize {
    let Some(best) = scores.first().filter(|_| level != Level::FULL) else { return 0 };
    // A decided game has no margin: the level plays the shortest mate and the longest defence.
    let margin = if Score(*best).is_decided() { 0 } else { level.settings().margin };
    let near = scores.iter().take_while(|score| *score + margin >= *best);
    let weights: Vec<u64> = near.map(|score| 1 + (margin - (best - score)).max(0) as u64).collect();
    let mut at = Random(seed).below(weights.iter().sum());
    for (i, weight) in weights.iter().enumerate() {
        if at < *weight {
            return i;
        }
        at -= weight;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_best_moves_are_chosen() {
        for level in (1..=8).filter_map(Level::new) {
            let margin = level.settings().margin;
            for seed in 0..200 {
                let scores = [50, 45, 20, -300];
                let chosen = choose(level, &scores, seed);
                assert!(scores[chosen] + margin >= scores[0], "{level:?} {chosen}");
            }
        }
    }

    #[test]
    fn the_shortest_mate_and_the_longest_defence_are_played() {
        for level in (1..=7).filter_map(Level::new) {
            for seed in 0..50 {
                for [better, worse] in [[1, 9].map(Score::won_in), [10, 2].map(Score::lost_in)] {
                    assert_eq!(choose(level, &[better.0, worse.0], seed), 0, "{level:?}");
                }
            }
        }
    }

    #[test]
    fn each_level_heeds_the_network_a_little_more() {
        let heed: Vec<i32> = (1..=8).filter_map(Level::new).map(Level::heeds_net).collect();
        assert_eq!(heed, [0, 0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn full_strength_plays_the_best() {
        assert!((0..100).all(|seed| choose(Level::FULL, &[10, 10, 10], seed) == 0));
    }
}
