//! Pictures for those who read no kanji: a tower, a star, a lion's head, in ink on the wood.

use crate::figure::figure;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A picture in a square of 100.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pictogram {
    /// Other pictures, below what this one adds.
    #[serde(default)]
    parts: Vec<Part>,
    /// Filled with ink.
    #[serde(default)]
    body: String,
    /// Broad lines of ink.
    #[serde(default)]
    lines: String,
    /// Lines in the colour of the wood, over both.
    #[serde(default)]
    cuts: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    of: String,
    #[serde(default)]
    at: [f64; 2],
    #[serde(default = "whole")]
    scale: f64,
}

fn whole() -> f64 {
    1.0
}

static PICTOGRAMS: LazyLock<HashMap<String, Pictogram>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/pictograms.json")).expect("the pictures are JSON")
});

/// Figures of chess are drawn with more air around them.
const FIGURE: Place = Place { at: [-3.0, -3.0], scale: 1.06 };

/// Where a square of 100 lies, and how large it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) at: [f64; 2],
    pub(crate) scale: f64,
}

impl Place {
    /// A place within this one.
    fn inner(self, Place { at: [x, y], scale }: Place) -> Place {
        let at = [self.at[0] + self.scale * x, self.at[1] + self.scale * y];
        Place { at, scale: self.scale * scale }
    }
}

/// What lies in one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    pub(crate) place: Place,
    pub(crate) body: &'static str,
    pub(crate) lines: &'static str,
    pub(crate) cuts: &'static str,
}

/// The picture of a piece by its English name, from below to above; nothing where there is none.
pub(crate) fn layers(name: &str, place: Place) -> Vec<Layer> {
    let Some(Pictogram { parts, body, lines, cuts }) = PICTOGRAMS.get(name) else {
        let place = place.inner(FIGURE);
        let whole = figure(name).map(|f| Layer { place, body: &f.body, lines: "", cuts: &f.lines });
        return whole.into_iter().collect();
    };
    let within = |part: &Part| place.inner(Place { at: part.at, scale: part.scale });
    let below = parts.iter().flat_map(|part| layers(&part.of, within(part)));
    let own = Layer { place, body, lines, cuts };
    let adds = [body, lines, cuts].iter().any(|path| !path.is_empty());
    below.chain(adds.then_some(own)).collect()
}
