//! The parts of the search that can be switched off, to measure what each is worth.

use std::fmt;
use std::str::FromStr;

/// A part of the search that can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Feature {
    /// Aspiration windows.
    Aspiration,
    /// Null move pruning.
    NullMove,
    /// Reverse futility pruning.
    ReverseFutility,
    /// Internal iterative reductions.
    InternalReduction,
    /// Late move reductions.
    LateMoveReduction,
    /// Late move pruning.
    LateMovePruning,
    /// Futility pruning.
    Futility,
    /// Pruning by static exchange evaluation.
    ExchangePruning,
    /// Check extensions.
    CheckExtension,
    /// Ordering quiet moves by their history.
    History,
    /// Continuation history.
    Continuation,
}

/// All features by their names.
const NAMES: [(&str, Feature); 11] = [
    ("aspiration", Feature::Aspiration),
    ("null-move", Feature::NullMove),
    ("reverse-futility", Feature::ReverseFutility),
    ("internal-reduction", Feature::InternalReduction),
    ("late-move-reduction", Feature::LateMoveReduction),
    ("late-move-pruning", Feature::LateMovePruning),
    ("futility", Feature::Futility),
    ("exchange-pruning", Feature::ExchangePruning),
    ("check-extension", Feature::CheckExtension),
    ("history", Feature::History),
    ("continuation", Feature::Continuation),
];

/// The features that are switched off; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Without(u32);

impl Without {
    /// Whether a feature is switched on.
    #[inline]
    pub fn keeps(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u8) == 0
    }

    /// Switches one more feature off.
    #[must_use]
    pub fn and(self, feature: Feature) -> Self {
        Without(self.0 | 1 << feature as u8)
    }

    /// The names of all features.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }
}

/// The name of no feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFeature(String);

impl fmt::Display for UnknownFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Without::names().collect();
        write!(f, "there is no feature `{}`; there are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownFeature {}

/// Names separated by commas or spaces; `all` for all of them.
impl FromStr for Without {
    type Err = UnknownFeature;

    fn from_str(text: &str) -> Result<Self, UnknownFeature> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        words.filter(|word| *word != "none" && *word != "<empty>").try_fold(
            Without::default(),
            |without, word| match NAMES.iter().find(|(name, _)| *name == word) {
                Some((_, feature)) => Ok(without.and(*feature)),
                None if word == "all" => {
                    Ok(NAMES.iter().fold(without, |without, (_, f)| without.and(*f)))
                }
                None => Err(UnknownFeature(word.to_string())),
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_named() {
        let without: Without = "null-move, futility".parse().expect("both exist");
        assert!(!without.keeps(Feature::NullMove) && !without.keeps(Feature::Futility));
        assert!(without.keeps(Feature::History));
        let all: Without = "all".parse().expect("it is a word");
        assert!(NAMES.iter().all(|(_, feature)| !all.keeps(*feature)));
        assert!("nullmove".parse::<Without>().is_err());
    }
}
