//! A game: its events, the state that follows from them, and what players may do.

mod decide;
mod engine;
mod event;
mod legal;
mod past;
mod record;
mod seats;
mod state;
mod view;

pub use decide::{Action, Command, Decision, NotNow, Refused};
pub use event::{End, Event, Hand, Header, Offer, Player, RecordedMove, Seated};
pub use legal::LegalMoves;
pub use past::PastPosition;
pub use record::{Record, Text};
pub use seats::{PlayerName, Seats};
pub use state::{Access, Corrupt, Game, Offers};
pub(crate) use view::is_zero;
pub use view::{
    Body, ClockView, DeclarationView, OffersView, Played, PlayerKind, PointsRule, SeatView,
    SeatsView, ShortState, State, TooMuchWork, Update, View, You, iso,
};
