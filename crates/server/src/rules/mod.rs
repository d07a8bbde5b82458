//! What a server asks of rules and engine.

mod catalogue;
mod file;
mod net;
mod weight;

pub(crate) use catalogue::{
    Catalogue, CatalogueEntry, CatalogueError, FileError, Listing, Origin, check_size, is_common,
    is_made_up,
};
pub use file::read_variant_file;
pub(crate) use komadai_referee::rules::{
    AnalysisQuestion, Definition, DefinitionId, Found, LineMove, MOST_LINES, MOST_TIME, MateFound,
    ScoreView, Settings, TaughtVariant, Tell, Thinker, Thought, Work, beginning,
};
pub(crate) use weight::{Corner, Place, Weight, Worked, apart};

use tokio::sync::watch;

/// Rules, with the weight that their positions have here.
pub(crate) type House = komadai_referee::rules::House<Weight>;
/// A game in progress, with the weight of its rules.
pub(crate) type Referee = komadai_referee::rules::Referee<Weight>;

/// Tells whoever watches there; perhaps nobody does any more.
pub(crate) fn to_watchers<T: Send + Sync + 'static>(tell: watch::Sender<T>) -> Tell<T> {
    Box::new(move |now| drop(tell.send_replace(now)))
}
