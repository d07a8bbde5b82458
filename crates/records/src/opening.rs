//! Games from texts: where they begin, and their moves.
//!
//! ```
//! use komadai_records::opening;
//! use komadai_rules::{AnyGame, variant::load_builtin};
//!
//! let shogi = load_builtin("shogi", &[]).unwrap().variant;
//! let game = AnyGame::compile(&shogi).unwrap();
//! let mut play = opening::open(&game, Some("lance"), None)?;
//! opening::follow(&mut play, ["3c3d", "7g7f"])?;
//! assert_eq!(play.moves().len(), 2);
//!
//! let error = opening::follow(&mut play, ["8c8d", "5i5g"]).unwrap_err();
//! assert!(error.to_string().starts_with("move 4 (`5i5g`): "), "{error}");
//! # Ok::<(), opening::BadOpening>(())
//! ```

use crate::TextError;
use crate::moves::Refusal;
use crate::notation::find;
use crate::position;
use komadai_rules::{AnyGame, AnyPlay, Interrupt, Opening, OpeningError, Variant};

/// Why a game does not begin, or go on, as texts say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadOpening {
    /// It is to begin in two places at once.
    #[error("give a position or a named start, not both")]
    Both,
    /// The position cannot be read.
    #[error("the position cannot be read: {0}")]
    Unreadable(TextError),
    /// The game cannot begin there.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A move cannot be played.
    #[error("move {number} (`{text}`): {refusal}")]
    Move {
        /// Which move since the start, from 1.
        number: usize,
        /// As it was written.
        text: String,
        /// What is wrong with it.
        refusal: Refusal,
    },
}

/// Where a game begins: at a named start, at a position, or at the usual start where neither is given.
///
/// # Errors
/// Both at once; a position that cannot be read.
pub fn parse(
    variant: &Variant,
    start: Option<&str>,
    position: Option<&str>,
) -> Result<Opening, BadOpening> {
    match (start, position) {
        (Some(_), Some(_)) => Err(BadOpening::Both),
        (Some(start), None) => Ok(Opening::Named(start.to_owned())),
        (None, Some(text)) => {
            position::parse(variant, text).map(Opening::Setup).map_err(BadOpening::Unreadable)
        }
        (None, None) => Ok(Opening::Usual),
    }
}

/// Begins a game where [`parse`] says.
///
/// # Errors
/// Those of [`parse`] and [`AnyGame::open`].
pub fn open(
    game: &AnyGame,
    start: Option<&str>,
    position: Option<&str>,
) -> Result<AnyPlay, BadOpening> {
    open_while(game, start, position, &Interrupt::default())
}

/// The same, and what takes long breaks off when this says so, from now on: see [`AnyGame::open_while`].
///
/// # Errors
/// As for [`open`].
pub fn open_while(
    game: &AnyGame,
    start: Option<&str>,
    position: Option<&str>,
    interrupt: &Interrupt,
) -> Result<AnyPlay, BadOpening> {
    Ok(game.open_while(&parse(game.variant(), start, position)?, interrupt)?)
}

/// Plays moves, in any notation, one after the other.
///
/// # Errors
/// The first that is not legal; those before it have been played.
pub fn follow<'t>(
    play: &mut AnyPlay,
    moves: impl IntoIterator<Item = &'t str>,
) -> Result<(), BadOpening> {
    for text in moves {
        let m = find(play, text).map_err(|refusal| BadOpening::Move {
            number: play.moves().len() + 1,
            text: text.to_owned(),
            refusal,
        })?;
        play.push(m);
    }
    Ok(())
}
