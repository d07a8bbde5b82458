//! Analysis: what is looked at by itself, with the games that a server keeps.

pub(crate) mod openings;
mod patience;
mod records;
pub(crate) mod review;

pub(crate) use komadai_referee::analysis::{
    AnalystRequest, LineError, MoveLine, NodeView, Patience, PositionView, RulesWish, SetupForm,
    SetupView, ToAnalyst, TreeError, TreeView, WholeRules, changes, searched, view_tree,
};
pub(crate) use patience::waiting;
pub(crate) use records::{read_record, variant_of};
