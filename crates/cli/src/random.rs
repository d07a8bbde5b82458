//! Random numbers that are the same everywhere.

/// splitmix64 (Steele, Lea and Flood 2014): small, quick, good enough to pick moves.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// A stream of its own for every seed and game, so that a game does not depend on how many were
    /// played before it.
    pub(crate) fn new(seed: u64, game: u64) -> Self {
        let start = Random(seed).next().wrapping_add(game);
        Random(Random(start).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each with the same chance; `bound` is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // Numbers of the incomplete last round are thrown away.
        let complete = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next();
            if number < complete {
                return (number % bound) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_and_streams_differ() {
        let mut counts = [0; 7];
        let mut random = Random::new(1, 0);
        for _ in 0..7000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
        let first = |seed, game| Random::new(seed, game).below(usize::MAX);
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(2, 1));
        assert_ne!(first(1, 2), first(1, 3));
    }
}
