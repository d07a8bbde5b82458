//! Playing strengths that feel like people.
//!
//! Levels below the full one see as many positions as their number allows, so they are equally
//! strong on every machine, and choose among moves that look nearly as good to them. What they
//! overlook, they overlook because they have not looked that far; nothing is thrown away by dice.

use crate::score::Score;

/// A playing strength from 1 (a beginner) to 8 (all that the engine can).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level can do.
struct Ability {
    /// Positions looked at on any board; they never run out before every move has been looked at once.
    nodes: u64,
    /// And so many more for each square: a larger board has more moves to look at.
    a_square: u64,
    /// Centipawns that look nearly equal to it.
    margin: i32,
    /// How many moves it weighs against each other.
    candidates: usize,
    /// Whether it asks of a move if the answer to it could end the game. Who looks further sees that
    /// anyway.
    wary: bool,
}

/// Levels 1 to 7. The lowest two look at every move once and differ by what looks equal to them; from
/// the third on each looks at about two to three times as much as the one before, and the higher ones at
/// fewer moves beside the best. A small board needs more of a difference than a large one, so the numbers meet as
/// they rise. The second and third would walk into mates that every player learns to see on the first
/// day (Minjiku opens with one in three moves), so they are asked not to. `cargo xtask prove levels` shows
/// how each does against the one below.
const ABILITIES: [Ability; 7] = [
    Ability { nodes: 0, a_square: 0, margin: 450, candidates: 8, wary: false },
    Ability { nodes: 0, a_square: 0, margin: 200, candidates: 5, wary: true },
    Ability { nodes: 150, a_square: 20, margin: 90, candidates: 4, wary: true },
    Ability { nodes: 370, a_square: 40, margin: 55, candidates: 4, wary: false },
    Ability { nodes: 1_700, a_square: 85, margin: 36, candidates: 4, wary: false },
    Ability { nodes: 6_000, a_square: 150, margin: 25, candidates: 3, wary: false },
    Ability { nodes: 20_500, a_square: 210, margin: 12, candidates: 2, wary: false },
];

/// All that the engine can.
const FULL: Ability =
    Ability { nodes: u64::MAX, a_square: 0, margin: 0, candidates: 1, wary: false };

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

    fn ability(self) -> &'static Ability {
        ABILITIES.get(usize::from(self.0) - 1).unwrap_or(&FULL)
    }

    /// How many nodes it may search on a board of so many squares.
    pub(crate) fn nodes(self, squares: usize) -> u64 {
        let Ability { nodes, a_square, .. } = self.ability();
        nodes.saturating_add(a_square * squares as u64)
    }

    /// Whether it avoids moves whose answer ends the game, though it has not looked that far.
    pub(crate) fn is_wary(self) -> bool {
        self.ability().wary
    }

    /// How many lines it needs to choose from.
    pub(crate) fn candidates(self) -> usize {
        self.ability().candidates
    }
}

/// Which of some lines, best first, a level plays; the better, the more often.
pub(crate) fn choose(level: Level, scores: &[i32], seed: u64) -> usize {
    let Some(best) = scores.first().filter(|_| level != Level::FULL) else { return 0 };
    // A mate that is seen is played, and put off as long as it can be: plies are no centipawns.
    let margin = if Score(*best).is_decided() { 0 } else { level.ability().margin };
    let near = scores.iter().take_while(|score| *score + margin >= *best);
    let weights: Vec<u64> = near.map(|score| 1 + (margin - (best - score)).max(0) as u64).collect();
    let all: u64 = weights.iter().sum();
    let mut at = if all == 0 { 0 } else { mix(seed) % all };
    for (i, weight) in weights.iter().enumerate() {
        if at < *weight {
            return i;
        }
        at -= weight;
    }
    0
}

/// The finaliser of splitmix64 (Steele, Lea and Flood 2014).
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_best_moves_are_chosen() {
        for level in (1..=8).filter_map(Level::new) {
            let margin = level.ability().margin;
            for seed in 0..200 {
                let scores = [50, 45, 20, -300];
                let chosen = choose(level, &scores, seed);
                assert!(scores[chosen] + margin >= scores[0], "{level:?} {chosen}");
            }
        }
    }

    #[test]
    fn the_nearest_mate_is_played_and_the_furthest_suffered() {
        for level in (1..=7).filter_map(Level::new) {
            for seed in 0..50 {
                for [better, worse] in [[1, 9].map(Score::won_in), [10, 2].map(Score::lost_in)] {
                    assert_eq!(choose(level, &[better.0, worse.0], seed), 0, "{level:?}");
                }
            }
        }
    }

    #[test]
    fn full_strength_plays_the_best() {
        assert!((0..100).all(|seed| choose(Level::FULL, &[10, 10, 10], seed) == 0));
    }
}
