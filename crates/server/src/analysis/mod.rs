//! Analysis: what is looked at by itself, with the games that a server keeps.

pub(crate) mod openings;
mod patience;
mod records;
pub(crate) mod review;

pub(crate) use komadai_referee::analysis::{
    LineError, MoveLine, NodeView, Patience, PositionView, SetupForm, SetupView, TreeError,
    TreeView, view_tree,
};
pub(crate) use patience::waiting;
pub(crate) use records::{read_record, variant_of};
