//! Positions that are shown: what is asked for, and what it looks like.

use crate::document::{Figure, Text};
use komadai_picture::Part;
use komadai_records::json::{Board, MoveForm, checked, text_of};
use komadai_records::opening::{self, BadOpening};
use komadai_rules::{AnyGame, OpeningError, Square};

/// A position that is to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// SFEN or FEN; the start where there is none.
    pub position: Option<String>,
    /// A named start.
    pub start: Option<String>,
    /// The moves made since.
    pub moves: Vec<String>,
    /// Arrows from square to square; a single square is a ring.
    pub arrows: Vec<String>,
    /// Two opposite corners of the part of the board that is shown; all of it for `None`.
    pub area: Option<String>,
    /// What it shows.
    pub caption: Text,
}

/// Why a request cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FigureError {
    /// The part of the request that is wrong.
    pub key: Key,
    /// What is wrong with it.
    pub message: String,
}

/// A part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The position.
    Position,
    /// The named start.
    Start,
    /// The moves.
    Moves,
    /// The arrows.
    Arrows,
    /// The part of the board.
    Area,
}

/// Draws a request.
///
/// # Errors
/// Which part of it is wrong, and how.
pub fn figure(game: &AnyGame, request: &Request) -> Result<Figure, FigureError> {
    let Request { start, position, moves, .. } = request;
    let wrong = |key: Key| move |message: String| FigureError { key, message };
    let refused = |error: BadOpening| wrong(key_of(&error))(error.to_string());
    let mut play = opening::open(game, start.as_deref(), position.as_deref()).map_err(refused)?;
    opening::follow(&mut play, moves.iter().map(String::as_str)).map_err(refused)?;
    let arrows = request.arrows.iter().map(|text| arrow(game, text));
    let arrows = arrows.collect::<Result<_, _>>().map_err(wrong(Key::Arrows))?;
    let area = request.area.as_ref().map(|text| area(game, text)).transpose();
    let part = area.map_err(wrong(Key::Area))?;
    let mut figure = Figure {
        position: text_of(&play),
        board: Board::of(&play),
        setup: play.setup(),
        to_move: play.side().into(),
        last: Vec::new(),
        checked: checked(&play),
        arrows,
        zones: Vec::new(),
        part,
        caption: request.caption.clone(),
    };
    if let Some(m) = play.pop() {
        let MoveForm { from, via, to, .. } = MoveForm::of(&play, m);
        figure.last = [from, via, to].into_iter().flatten().collect();
    }
    Ok(figure)
}

/// The part of a request that an error is about.
fn key_of(error: &BadOpening) -> Key {
    match error {
        BadOpening::Both | BadOpening::Opening(OpeningError::NoSuchStart { .. }) => Key::Start,
        BadOpening::Move { .. } => Key::Moves,
        _ => Key::Position,
    }
}

/// Two squares, or twice the same one.
fn arrow(game: &AnyGame, text: &str) -> Result<[String; 2], String> {
    let name = |square| game.variant().square_name(square);
    two_squares(game, text).map(|squares| squares.map(name))
}

fn area(game: &AnyGame, text: &str) -> Result<Part, String> {
    let board = &game.variant().board;
    let [a, b] = two_squares(game, text)?.map(|square| (board.file(square), board.rank(square)));
    Ok(Part::between(a, b))
}

/// `e2-e4`; twice the same square for `e2`.
fn two_squares(game: &AnyGame, text: &str) -> Result<[Square; 2], String> {
    let variant = game.variant();
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let square = |name: &str| {
        let found = variant.parse_square(name).or_else(|| variant.parse_usi_square(name));
        found.ok_or_else(|| format!("`{name}` is not a square of {}", variant.name))
    };
    Ok([square(from)?, square(to)?])
}
