//! The sequential probability ratio test: stopping a match as soon as the results say enough.
//!
//! The log-likelihood ratio is that of the generalised test over the pentanomial distribution, as
//! derived by Van den Bergh, *Comments on Normalized Elo*
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, section 1 for logistic and
//! section 4 for normalized Elo), and as used by fishtest and fastchess.

use crate::elo::{self, Pentanomial, SCORES};
use std::fmt;
use std::str::FromStr;

/// A test of two hypotheses about the difference in strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    /// H0: the difference is this.
    pub elo0: f64,
    /// H1: the difference is this, which is more.
    pub elo1: f64,
    /// The chance to accept H1 though H0 holds.
    pub alpha: f64,
    /// The chance to accept H0 though H1 holds.
    pub beta: f64,
    /// What `elo0` and `elo1` are measured in.
    pub model: Model,
}

/// A measure of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// The usual Elo of expected scores.
    Logistic,
    /// In standard deviations of a game's score, so that draws do not matter.
    Normalized,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// The difference is as in H0.
    AcceptH0,
    /// The difference is as in H1.
    AcceptH1,
    /// More games are needed.
    Continue,
}

/// A text that describes no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} (as in: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized)")]
pub struct BadSprt(String);

impl FromStr for Sprt {
    type Err = BadSprt;

    /// Reads `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic`; the last three may be left out.
    fn from_str(text: &str) -> Result<Self, BadSprt> {
        let mut sprt =
            Sprt { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let (key, value) =
                word.split_once('=').ok_or_else(|| BadSprt(format!("`{word}` has no `=`")))?;
            let number = || {
                let number = value.parse().ok().filter(|number: &f64| number.is_finite());
                number.ok_or_else(|| BadSprt(format!("`{value}` is not a number")))
            };
            match key {
                "elo0" => sprt.elo0 = number()?,
                "elo1" => sprt.elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" => sprt.model = value.parse()?,
                _ => return Err(BadSprt(format!("there is no `{key}`"))),
            }
        }
        sprt.checked()
    }
}

impl FromStr for Model {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Self, BadSprt> {
        match text {
            "logistic" => Ok(Model::Logistic),
            "normalized" => Ok(Model::Normalized),
            _ => Err(BadSprt(format!("the model is logistic or normalized, not `{text}`"))),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        let model = match model {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        };
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

impl Sprt {
    fn checked(self) -> Result<Self, BadSprt> {
        let chance = |x: f64| x > 0.0 && x < 1.0;
        let wrong = if self.elo0 >= self.elo1 {
            "elo0 must be less than elo1"
        } else if !chance(self.alpha) || !chance(self.beta) || self.alpha + self.beta >= 1.0 {
            "alpha and beta must lie between 0 and 1, with a sum below 1"
        } else {
            return Ok(self);
        };
        Err(BadSprt(wrong.to_owned()))
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the results; 0 without any.
    pub fn llr(&self, results: &Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        // Scores that have not come up yet are not impossible.
        let counts = results.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&shares, elo::to_score(elo)),
            // A pair's mean score varies less than a game's by the root of two.
            Model::Normalized => {
                with_deviations(&shares, elo / elo::NORMALIZED * std::f64::consts::SQRT_2)
            }
        };
        let (h0, h1) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratio = |i: usize| shares[i] * (h1[i] / h0[i]).ln();
        total * (0..5).map(ratio).sum::<f64>()
    }

    /// What the results say.
    pub fn state(&self, results: &Pentanomial) -> SprtState {
        let (lower, upper) = self.bounds();
        let llr = self.llr(results);
        if llr >= upper {
            SprtState::AcceptH1
        } else if llr <= lower {
            SprtState::AcceptH0
        } else {
            SprtState::Continue
        }
    }
}

/// The likeliest distribution, given the observed shares, among those with this mean.
fn with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(shares, &SCORES.map(|score| score - mean))
}

/// The likeliest distribution, given the observed shares, among those whose mean is so many of
/// their standard deviations above ½. The constraint is made linear around the last estimate until
/// that no longer moves.
fn with_deviations(shares: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut p = [0.2; 5];
    for _ in 0..1000 {
        let mean: f64 = p.iter().zip(SCORES).map(|(p, score)| p * score).sum();
        let variance: f64 = p.iter().zip(SCORES).map(|(p, s)| p * (s - mean).powi(2)).sum();
        let sigma = variance.sqrt();
        let constraint = SCORES.map(|score| {
            let z = (score - mean) / sigma;
            score - 0.5 - 0.5 * deviations * sigma * (1.0 + z * z)
        });
        let next = tilted(shares, &constraint);
        let moved = p.iter().zip(next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        p = next;
        if moved < 1e-9 {
            break;
        }
    }
    p
}

/// The likeliest distribution, given the observed shares, under which `constraint` has the mean 0:
/// each share divided by 1 + θ · constraint, with θ between the poles.
fn tilted(shares: &[f64; 5], constraint: &[f64; 5]) -> [f64; 5] {
    let least = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    let most = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean_at = |theta: f64| -> f64 {
        shares.iter().zip(constraint).map(|(p, c)| p * c / (1.0 + theta * c)).sum()
    };
    // The mean falls from plus to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if mean_at(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|i| shares[i] / (1.0 + theta * constraint[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures of fastchess's own tests for the same counts (its `sprt_test.cpp`).
    #[test]
    fn ratios_are_those_of_others() {
        for (test, counts, llr) in [
            ("elo0=0 elo1=2 model=normalized", [365, 16618, 36229, 16974, 390], 2.25),
            ("elo0=-1.75 elo1=0.25 model=normalized", [127, 4883, 10712, 5150, 104], 3.01),
            ("elo0=0.5 elo1=2.5 model=logistic", [223, 9863, 21279, 10037, 246], -3.07),
            ("elo0=0,elo1=2", [871, 26175, 55983, 26678, 821], -4.98),
        ] {
            let sprt: Sprt = test.parse().expect(test);
            let found = sprt.llr(&Pentanomial(counts));
            assert!((found - llr).abs() < 0.04, "{test}: {found}, not {llr}");
        }
    }

    /// Where every pair is won the likeliest distributions have two scores only, and the ratio can
    /// be worked out by hand: the win's share is ½ + t/2 for small t.
    #[test]
    fn a_clean_sheet_is_as_worked_out_by_hand() {
        let sprt: Sprt = "elo0=0 elo1=5 model=normalized".parse().unwrap();
        let t = 5.0 / elo::NORMALIZED * std::f64::consts::SQRT_2;
        let expected = 104.0 * (1.0 + t).ln();
        assert!((sprt.llr(&Pentanomial([0, 0, 0, 0, 104])) - expected).abs() < 0.01);
    }

    #[test]
    fn results_decide() {
        let sprt: Sprt = "elo0=0 elo1=10 alpha=0.05 beta=0.05".parse().unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944).abs() < 0.001 && (upper - 2.944).abs() < 0.001);
        for (counts, verdict) in [
            ([0; 5], SprtState::Continue),
            ([1, 2, 3, 2, 1], SprtState::Continue),
            ([10, 100, 200, 300, 200], SprtState::AcceptH1),
            ([200, 300, 200, 100, 10], SprtState::AcceptH0),
        ] {
            assert_eq!(sprt.state(&Pentanomial(counts)), verdict, "{counts:?}");
        }
    }

    #[test]
    fn bad_tests_are_refused() {
        for (text, message) in [
            ("elo0=5 elo1=0", "less than"),
            ("elo0=0 elo1=5 alpha=0", "between"),
            ("elo0=0 elo1=5 alpha=0.6 beta=0.6", "sum"),
            ("elo0=0 elo1", "no `=`"),
            ("elo0=x", "not a number"),
            ("elo1=nan", "not a number"),
            ("elo0=0 elo1=5 model=bayesian", "logistic or normalized"),
            ("gamma=1", "no `gamma`"),
        ] {
            let error = text.parse::<Sprt>().expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
        let sprt: Sprt = "elo0=0 elo1=5 beta=0.1 model=normalized".parse().unwrap();
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
    }
}
