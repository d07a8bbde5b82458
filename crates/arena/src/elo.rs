//! Elo differences from the results of pairs of games.
//!
//! The two games of a pair share their opening, so that their results are not independent; the
//! pairs are. Errors are therefore taken from the five possible scores of a pair, the pentanomial
//! distribution, as in Van den Bergh, *Comments on Normalized Elo*
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).
//!
//! Where one side has all points there is no variance to take an error from, and a score of 1 would
//! be an infinite difference. What can be said then is a bound: that of the 95 % confidence interval
//! of Clopper and Pearson for the score.

/// How many pairs ended with 0, ½, 1, 1½ and 2 points for the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// The scores of a pair, per game.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The quantile of the normal distribution that leaves 2.5 % on either side.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo per unit of standard deviations in normalized Elo.
pub(crate) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// A difference in Elo with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// How much stronger the first engine is, or the bound of that.
    pub difference: f64,
    /// What is known beside it.
    pub error: Error,
}

/// How well a difference is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Error {
    /// Half the width of the 95 % confidence interval.
    Within(f64),
    /// The first engine has all points: the difference is the lower end of the interval.
    AtLeast,
    /// The first engine has no point: the difference is the upper end of the interval.
    AtMost,
    /// All pairs have the same score, which says nothing of how much they may vary.
    Unknown,
}

impl Error {
    /// Half the width of the interval, where it has two ends.
    pub fn margin(self) -> Option<f64> {
        match self {
            Error::Within(margin) => Some(margin),
            Error::AtLeast | Error::AtMost | Error::Unknown => None,
        }
    }
}

impl Pentanomial {
    /// Adds a pair in which the first engine scored so many half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, and the variance of a pair's mean score.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let pairs = self.pairs() as f64;
        let shares = self.0.map(|count| count as f64 / pairs);
        let mean: f64 = shares.iter().zip(SCORES).map(|(share, score)| share * score).sum();
        let variance = shares.iter().zip(SCORES).map(|(share, s)| share * (s - mean).powi(2)).sum();
        (mean, variance)
    }

    /// The difference in logistic Elo; `None` without a pair. A bound where one side has all points.
    pub fn elo(&self) -> Option<Elo> {
        let pairs = self.pairs();
        let bound = |error| Elo { difference: clean_sheet(2 * pairs), error };
        match self.0 {
            _ if pairs == 0 => return None,
            [.., all] if all == pairs => return Some(bound(Error::AtLeast)),
            [all, ..] if all == pairs => {
                let Elo { difference, error } = bound(Error::AtMost);
                return Some(Elo { difference: -difference, error });
            }
            _ => {}
        }
        let (mean, variance) = self.mean_and_variance();
        let margin = Z95 * (variance / pairs as f64).sqrt();
        let half_point = 0.25 / pairs as f64;
        let within = |score: f64| score.clamp(half_point, 1.0 - half_point);
        let error = (of_score(within(mean + margin)) - of_score(within(mean - margin))) / 2.0;
        let error = if variance > 0.0 { Error::Within(error) } else { Error::Unknown };
        Some(Elo { difference: of_score(mean), error })
    }

    /// The difference in normalized Elo; `None` where all pairs have the same score.
    pub fn normalized(&self) -> Option<Elo> {
        let (mean, variance) = self.mean_and_variance();
        let scale = NORMALIZED / (2.0 * variance).sqrt();
        let margin = Z95 * (variance / self.pairs() as f64).sqrt();
        let error = Error::Within(margin * scale);
        (variance > 0.0).then_some(Elo { difference: (mean - 0.5) * scale, error })
    }
}

/// The least difference that a side with all points of so many games has shown: where it would still
/// win them all in one match of forty, which is the lower end of Clopper and Pearson's interval.
fn clean_sheet(games: u64) -> f64 {
    of_score(0.025f64.powf(1.0 / games as f64))
}

/// The logistic Elo difference of a score between 0 and 1.
pub fn of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a logistic Elo difference makes expect.
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 0.01 * (1.0 + b.abs())
    }

    /// Figures of fastchess's own tests for the same counts (its `elo_test.cpp`).
    #[test]
    fn figures_are_those_of_others() {
        for (counts, elo, error, normalized, normalized_error) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 57.94, 28.28),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, -9.17, 10.96),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, -19.01, 2.65),
        ] {
            let counts = Pentanomial(counts);
            let (logistic, nelo) = (counts.elo().unwrap(), counts.normalized().unwrap());
            assert!(near(logistic.difference, elo), "{logistic:?}");
            assert!(near(logistic.error.margin().unwrap(), error), "{logistic:?}");
            assert!(near(nelo.difference, normalized), "{nelo:?}");
            assert!(near(nelo.error.margin().unwrap(), normalized_error), "{nelo:?}");
        }
    }

    /// What so many pairs without a lost half point say, and what they say to the other side.
    fn check_clean_sheet(pairs: u64, expected: f64) {
        let won = Pentanomial([0, 0, 0, 0, pairs]).elo().unwrap();
        let lost = Pentanomial([pairs, 0, 0, 0, 0]).elo().unwrap();
        assert!((won.difference - expected).abs() < 0.5, "{won:?}");
        assert_eq!(won.error, Error::AtLeast);
        assert_eq!(lost, Elo { difference: -won.difference, error: Error::AtMost });
    }

    #[test]
    fn a_clean_sheet_is_a_bound() {
        // (0.025)^(1/n), n games: two won games may well be those of the weaker side.
        for (pairs, expected) in [(1, -290.5), (5, 140.2), (50, 569.9), (53, 580.3)] {
            check_clean_sheet(pairs, expected);
        }
        assert!(matches!(Pentanomial([0, 0, 0, 1, 9]).elo().unwrap().error, Error::Within(_)));
        assert_eq!(Pentanomial([0, 0, 1, 0, 0]).elo().unwrap().error, Error::Unknown);
        assert_eq!(Pentanomial::default().elo(), None);
    }

    #[test]
    fn scores_and_differences_are_inverse() {
        for elo in [-300.0, -1.0, 0.0, 17.0, 400.0] {
            assert!((of_score(to_score(elo)) - elo).abs() < 1e-9);
        }
    }
}
