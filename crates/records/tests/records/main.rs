//! Texts of positions, moves and games.

mod any_text;
mod common;
mod moves;
mod pgn;
mod positions;
