//! Positions that are shown: what is asked for, and what it looks like.

use crate::document::{Figure, Text};
use komadai_picture::Part;
use komadai_records::json::{Board, MoveForm, checked, text_of};
use komadai_records::moves::find;
use komadai_records::position;
use komadai_rules::{Game, Play, Position, SetupError, Square};
use std::sync::Arc;

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

/// The part of a request that is wrong.
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
pub fn figure<const N: usize>(
    game: &Arc<Game<N>>,
    request: &Request,
) -> Result<Figure, (Key, String)> {
    let mut play = opening(game, request)?;
    for text in &request.moves {
        let m =
            find(&play, text).map_err(|refusal| (Key::Moves, format!("`{text}`: {refusal}")))?;
        play.push(m);
    }
    let arrows = request.arrows.iter().map(|text| arrow(game, text));
    let arrows = arrows.collect::<Result<_, _>>().map_err(|error| (Key::Arrows, error))?;
    let area = request.area.as_ref().map(|text| area(game, text)).transpose();
    let part = area.map_err(|error| (Key::Area, error))?;
    let (position, checked) = (play.position(), checked(&play));
    let mut figure = Figure {
        position: text_of(position),
        board: Board::of(position),
        setup: position.to_setup(),
        to_move: position.side().into(),
        last: Vec::new(),
        checked,
        arrows,
        part,
        caption: request.caption.clone(),
    };
    if let Some(m) = play.pop() {
        let MoveForm { from, via, to, .. } = MoveForm::of(play.position(), m);
        figure.last = [from, via, to].into_iter().flatten().collect();
    }
    Ok(figure)
}

fn opening<const N: usize>(
    game: &Arc<Game<N>>,
    request: &Request,
) -> Result<Play<N>, (Key, String)> {
    let variant = game.variant();
    let setup = match (&request.position, &request.start) {
        (Some(text), _) => {
            position::parse(variant, text).map_err(|error| (Key::Position, error.to_string()))?
        }
        (None, start) => variant
            .start_setup(start.as_deref())
            .ok_or_else(|| (Key::Start, "there is no such start".to_owned()))?,
    };
    // Small positions may hold pieces that could not have got there.
    let forgiven = |e: &SetupError| matches!(e, SetupError::Stuck(_) | SetupError::TwoOnFile(_));
    let position = Position::from_setup_forgiving(game, &setup, &forgiven).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        (Key::Position, format!("this position cannot be: {}", errors.join("; ")))
    })?;
    Ok(Play::new(position))
}

/// Two squares, or twice the same one.
fn arrow<const N: usize>(game: &Arc<Game<N>>, text: &str) -> Result<[String; 2], String> {
    let name = |square| game.variant().square_name(square);
    two_squares(game, text).map(|squares| squares.map(name))
}

fn area<const N: usize>(game: &Arc<Game<N>>, text: &str) -> Result<Part, String> {
    let board = &game.variant().board;
    let [a, b] = two_squares(game, text)?.map(|square| (board.file(square), board.rank(square)));
    Ok(Part::between(a, b))
}

/// `e2-e4`; twice the same square for `e2`.
fn two_squares<const N: usize>(game: &Arc<Game<N>>, text: &str) -> Result<[Square; 2], String> {
    let variant = game.variant();
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let square = |name: &str| {
        let found = variant.parse_square(name).or_else(|| variant.parse_usi_square(name));
        found.ok_or_else(|| format!("`{name}` is no square of {}", variant.name))
    };
    Ok([square(from)?, square(to)?])
}
