//! Analysis: what is looked at by itself, with the games that a server keeps.

pub(crate) mod openings;
mod patience;
pub(crate) mod review;

pub(crate) use komadai_referee::analysis::{
    AnalystRequest, LineError, MoveLine, OpeningsView, Patience, PositionView, RulesWish,
    SetupView, ToAnalyst, TreeError, TreeView, WholeRules, read_record, searched, variant_of,
    view_tree,
};
pub(crate) use patience::waiting;
