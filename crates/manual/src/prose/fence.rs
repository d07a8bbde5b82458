//! Blocks that are drawn as boards.

use crate::document::{Figure, plain};
use crate::figure::{FigureError, Key, Request};
use std::ops::Range;

/// A figure, or what is wrong with the request.
pub(super) type Drawn = Result<Figure, FigureError>;

pub(super) const HELP: &str = "a block ```position has lines `position: SFEN or FEN`, `start: NAME`, `moves: MOVES`, \
     `arrows: FROM-TO ..`, `area: CORNER-CORNER` and `caption: WORDS`";

/// Draws the lines of a block that begin on byte `begin`.
///
/// # Errors
/// What is wrong, with the bytes that it is about.
pub(super) fn figure(
    text: &str,
    begin: usize,
    draw: &dyn Fn(&Request) -> Drawn,
) -> Result<Figure, Vec<(Range<usize>, String)>> {
    let (mut request, mut errors) = (Request::default(), Vec::new());
    let mut lines: Vec<(&str, Range<usize>)> = Vec::new();
    let mut at = begin;
    for line in text.split_inclusive('\n') {
        let span = at..at + line.trim_end().len();
        at += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let (key, value) = match line.split_once(':') {
            Some((key, value)) => (key.trim(), value.trim()),
            None => {
                errors.push((span, format!("expected `key: value`, not `{}`", line.trim())));
                continue;
            }
        };
        if lines.iter().any(|(known, _)| *known == key) {
            errors.push((span, format!("`{key}` is said twice")));
            continue;
        }
        let words = || value.split_whitespace().map(str::to_owned).collect();
        match key {
            "position" => request.position = Some(value.to_owned()),
            "start" => request.start = Some(value.to_owned()),
            "moves" => request.moves = words(),
            "arrows" => request.arrows = words(),
            "area" => request.area = Some(value.to_owned()),
            "caption" => request.caption = plain(value),
            _ => errors.push((span.clone(), format!("`{key}` says nothing of a position"))),
        }
        lines.push((key, span));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    draw(&request).map_err(|FigureError { key, message }| {
        let key = match key {
            Key::Position => "position",
            Key::Start => "start",
            Key::Moves => "moves",
            Key::Arrows => "arrows",
            Key::Area => "area",
        };
        let line = lines.iter().find(|(known, _)| *known == key);
        vec![(line.map_or(begin..begin, |(_, span)| span.clone()), message)]
    })
}
