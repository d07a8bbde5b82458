//! Analysis: any position of any game, looked at by itself.
//!
//! Nothing here belongs to a game that is being played. Whoever asks says each time by which rules, from
//! where and after which moves; so nothing is kept for who only looks, and every answer can be had again.

mod changes;
mod ended;
mod line;
mod openings;
mod patience;
mod records;
mod setup;
mod tree;
mod wish;

pub use changes::changes;
pub use line::{LineError, MoveLine, PositionView};
pub use openings::{FinishedGame, OpeningMove, OpeningsView};
pub use patience::Patience;
pub use records::{Named, read_record, variant_of};
pub use setup::{SetupForm, SetupView, Told};
pub use tree::{NodeView, TreeError, TreeView, view as view_tree};
pub use wish::{AnalystRequest, RulesWish, ToAnalyst, WholeRules, searched};
