//! Elo differences from the results of pairs of games.
//!
//! The two games of a pair share their opening, so that their results are not independent; the
//! pairs are. Errors are therefore taken from the five possible scores of a pair, the pentanomial
//! distribution, as in Van den Bergh, *Comments on Normalized Elo*
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

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
    /// How much stronger the first engine is.
    pub difference: f64,
    /// Half the width of the 95 % confidence interval; `None` where all pairs have the same score,
    /// which says nothing of how much they may vary.
    pub error: Option<f64>,
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

    /// The difference in logistic Elo; `None` without a pair.
    ///
    /// A score of all or nothing would be an infinite difference. The figures then are those of the
    /// same match with half a point gone the other way: a careful bound.
    pub fn elo(&self) -> Option<Elo> {
        let careful = self.with_half_a_point_given();
        let (mean, variance) = careful.mean_and_variance();
        if careful.pairs() == 0 {
            return None;
        }
        let margin = Z95 * (variance / careful.pairs() as f64).sqrt();
        let half_point = 0.25 / careful.pairs() as f64;
        let within = |score: f64| score.clamp(half_point, 1.0 - half_point);
        let error = (of_score(within(mean + margin)) - of_score(within(mean - margin))) / 2.0;
        Some(Elo { difference: of_score(mean), error: Some(error).filter(|_| variance > 0.0) })
    }

    /// The difference in normalized Elo; `None` where all pairs have the same score.
    pub fn normalized(&self) -> Option<Elo> {
        let (mean, variance) = self.mean_and_variance();
        let scale = NORMALIZED / (2.0 * variance).sqrt();
        let margin = Z95 * (variance / self.pairs() as f64).sqrt();
        let error = Some(margin * scale);
        (variance > 0.0).then_some(Elo { difference: (mean - 0.5) * scale, error })
    }

    /// Whether one side has all points, so that [`Pentanomial::elo`] is only a bound.
    pub fn is_clean_sheet(&self) -> bool {
        let pairs = self.pairs();
        pairs > 0 && (self.0[4] == pairs || self.0[0] == pairs)
    }

    fn with_half_a_point_given(mut self) -> Self {
        if self.is_clean_sheet() {
            let (all, less) = if self.0[4] > 0 { (4, 3) } else { (0, 1) };
            self.0[all] -= 1;
            self.0[less] = 1;
        }
        self
    }
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
            assert!(near(logistic.error.unwrap(), error), "{logistic:?}");
            assert!(near(nelo.difference, normalized), "{nelo:?}");
            assert!(near(nelo.error.unwrap(), normalized_error), "{nelo:?}");
        }
    }

    #[test]
    fn a_clean_sheet_is_finite() {
        let won = Pentanomial([0, 0, 0, 0, 10]).elo().unwrap();
        let lost = Pentanomial([10, 0, 0, 0, 0]).elo().unwrap();
        assert!(won.difference > 300.0 && won.difference.is_finite(), "{won:?}");
        assert!(won.error.is_some_and(|error| error > 0.0 && error.is_finite()), "{won:?}");
        assert!(near(won.difference, -lost.difference));
        assert!(Pentanomial([10, 0, 0, 0, 0]).is_clean_sheet());
        assert!(!Pentanomial([0, 0, 0, 1, 9]).is_clean_sheet());
        assert_eq!(Pentanomial::default().elo(), None);
        let one = Pentanomial([0, 0, 0, 0, 1]).elo().unwrap();
        assert!(one.difference > 100.0 && one.error.is_none(), "{one:?}");
    }

    #[test]
    fn scores_and_differences_are_inverse() {
        for elo in [-300.0, -1.0, 0.0, 17.0, 400.0] {
            assert!((of_score(to_score(elo)) - elo).abs() < 1e-9);
        }
    }
}
