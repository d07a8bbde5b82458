//! Analysis: any position of any game, looked at by itself.
//!
//! Nothing here belongs to a game that is being played. Whoever asks says each time by which rules, from
//! where and after which moves; so nothing is kept for who only looks, and every answer can be had again.

mod ended;
mod line;
pub(crate) mod openings;
mod patience;
mod records;
pub(crate) mod review;
mod setup;
mod tree;

pub(crate) use line::{LineError, MoveLine, PositionView};
pub(crate) use patience::Patience;
pub(crate) use records::{read_record, variant_of};
pub(crate) use setup::{SetupForm, SetupView};
pub(crate) use tree::{NodeView, TreeError, TreeView, view as view_tree};
