//! Characters as paths: no font of the reader's machine is ever asked.

use crate::path::Path;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Outlines by character, each in a square of `em`: those of the pages.
struct Outlines {
    em: f64,
    paths: HashMap<char, Path>,
}

static OUTLINES: LazyLock<Outlines> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct File {
        em: f64,
        paths: HashMap<char, String>,
    }
    let text = include_str!("../data/outlines.json");
    let File { em, paths } = serde_json::from_str(text).expect("the outlines are JSON");
    let parsed = paths.into_iter().map(|(character, data)| (character, Path::parse(&data)));
    Outlines { em, paths: parsed.collect() }
});

/// A rectangle from its upper left corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Whether there are outlines for all of a text.
pub(crate) fn can_draw(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| OUTLINES.paths.contains_key(&c))
}

/// Half-width characters fill the left half of the em.
fn is_narrow(character: char) -> bool {
    character.is_ascii()
}

/// One character stretched into a frame.
fn glyph(character: char, at: Frame) -> String {
    let Outlines { em, paths } = &*OUTLINES;
    let em_width = if is_narrow(character) { em / 2.0 } else { *em };
    let path = paths.get(&character).cloned().unwrap_or_default();
    path.placed([at.width / em_width, at.height / em], [at.x, at.y])
}

/// Characters below each other.
pub(crate) fn column(text: &str, at: Frame) -> String {
    let height = at.height / text.chars().count() as f64;
    let lines = text.chars().enumerate();
    lines.map(|(i, c)| glyph(c, Frame { y: at.y + i as f64 * height, height, ..at })).collect()
}

/// Characters beside each other, stretched to fill a frame.
pub(crate) fn row(text: &str, at: Frame) -> String {
    let units = |c: char| if is_narrow(c) { 1.0 } else { 2.0 };
    let unit = at.width / text.chars().map(units).sum::<f64>();
    let mut x = at.x;
    let place = |c: char| {
        let width = unit * units(c);
        x += width;
        glyph(c, Frame { x: x - width, width, ..at })
    };
    text.chars().map(place).collect()
}

/// A line of text from its upper left corner on, its characters as high as `size`, each as wide as it
/// is; returns where it ends. What cannot be drawn is a gap.
pub(crate) fn line(text: &str, (x, y): (f64, f64), size: f64) -> (String, f64) {
    let Outlines { em, paths } = &*OUTLINES;
    let scale = size / em;
    let (mut data, mut at) = (String::new(), x);
    for character in text.chars() {
        let Some(path) = paths.get(&character) else {
            at += size * 0.3;
            continue;
        };
        let (low, high) = if is_narrow(character) { path.across() } else { (0.0, *em) };
        data += &path.placed([scale, scale], [at - low * scale, y]);
        at += (high - low) * scale + size * 0.09;
    }
    (data, at)
}
