//! Texts of positions, moves and games.

mod any_text;
mod common;
mod files;
mod formats;
mod json;
mod moves;
mod notation;
mod pgn;
mod pgn_tree;
mod positions;
mod reason_ja;
