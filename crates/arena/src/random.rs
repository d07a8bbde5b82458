//! Random numbers that are the same everywhere.

/// splitmix64 (Steele, Lea and Flood 2014): small, quick, good enough to pick moves.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A stream of its own for every seed and number, so that a game does not depend on how many
    /// were played before it.
    pub fn new(seed: u64, number: u64) -> Self {
        let start = Random(seed).next().wrapping_add(number);
        Random(Random(start).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each with the same chance; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        // Numbers of the incomplete last round are thrown away.
        let complete = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next();
            if number < complete {
                return (number % bound) as usize;
            }
        }
    }

    /// One of several; `None` of none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_and_every_number_comes() {
        let first = |seed, number| Random::new(seed, number).below(usize::MAX);
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(2, 1));
        let mut random = Random::new(1, 0);
        let mut counts = [0; 7];
        (0..7000).for_each(|_| counts[random.below(7)] += 1);
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
        assert_eq!(random.pick::<u8>(&[]), None);
    }
}
