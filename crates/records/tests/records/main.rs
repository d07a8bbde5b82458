//! Texts of positions, moves and games.

mod any_text;
mod common;
mod json;
mod moves;
mod notation;
mod pgn;
mod positions;
mod reason_ja;
