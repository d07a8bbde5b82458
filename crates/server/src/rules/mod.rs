//! What a server asks of rules and engine.

mod analyser;
mod catalogue;
mod definition;
mod file;
mod house;
mod lazy_engine;
mod referee;
mod sentence;
mod thinker;
mod weight;

pub(crate) use analyser::{AnalysisQuestion, Found, LineMove, MOST_LINES, MateFound, ScoreView};
pub(crate) use catalogue::{
    Catalogue, CatalogueEntry, CatalogueError, FileError, Listing, MOST_CHANGES, MOST_SET,
    MOST_TIME, Origin, check_size, is_common, is_made_up,
};
pub(crate) use definition::{Definition, DefinitionId, Settings};
pub use file::read_variant_file;
pub(crate) use house::{House, TaughtVariant};
pub(crate) use referee::{Account, Points, Referee, Scene, Texts};
pub(crate) use sentence::{Sentence, beginning};
pub(crate) use thinker::{Question, Thinker, Thought};
pub(crate) use weight::{Corner, Place, Weight, Worked, apart};
