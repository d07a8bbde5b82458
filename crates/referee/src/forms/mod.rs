//! What is asked and answered, in the forms in which it travels.
//!
//! A server answers requests over HTTP; in a browser without a server, `local` does. Both read and write these forms.

mod analyses;
mod analysis;
mod create;
mod games;
mod import;
mod live;
mod no;

pub use analyses::{
    Analyses, AnalysisView, ChangeRequest, KeepRequest, Kept, MOST_BYTES_OF_A_TREE, OneAnalysis,
    ReadRequest, RecordRequest, ShortAnalysisView, TextFile, TreeRequest, known_rules, owner_token,
};
pub use analysis::{OpeningsRequest, PositionRequest, RulesRequest, SetupRequest, WhyNotRequest};
pub use create::{Created, NewGameRequest, Wanted, played_before};
pub use games::{
    ActionRequest, ExplainRequest, Explanation, Games, Hint, MOST_GAMES, MoveRequest, SeatRequest,
    SitRequest, game_ids,
};
pub use import::{ImportRequest, Imported, PlayedElsewhere};
pub use live::{LiveRequest, ToReader};
pub use no::{ErrorBody, No};
