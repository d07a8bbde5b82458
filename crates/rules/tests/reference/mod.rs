//! The rules a second time: slow, obvious, and written from the rule texts alone.
//!
//! Movement is the syntax tree walked square by square ([`walk`], [`heading`]) over a plain board
//! ([`scene`]); a position is the plain [`Setup`](komadai_rules::Setup), copied for every move
//! ([`position`]); a move is legal when no enemy move can then take a royal ([`legality`]). Nothing
//! here is shared with the tables that the crate itself compiles, so that a mistake has to be made
//! twice, in two ways, to go unseen.

pub(crate) mod betza_case;
mod chase;
pub(crate) mod contest;
mod ends;
mod heading;
mod legality;
mod placing;
mod position;
pub(crate) mod random_file;
mod scene;
mod stuck;
pub(crate) mod text;
mod walk;
mod worked_cases;

pub(crate) use legality::{Next, canonical, in_check, is_mate, perft, successors};
