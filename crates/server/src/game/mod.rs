//! A game: its events, the state that follows from them, and what players may do.

mod decide;
mod event;
mod legal;
mod past;
pub(crate) mod record;
mod seats;
mod state;
mod view;

pub(crate) use decide::{Action, Command, Decision, NotNow, Refused};
pub(crate) use event::{End, Event, Hand, Header, Offer, Player, RecordedMove};
pub(crate) use legal::LegalMoves;
pub(crate) use past::PastPosition;
pub(crate) use seats::{PlayerName, Seats};
pub(crate) use state::{Access, Corrupt, Game};
pub(crate) use view::{
    Body, Played, ShortState, State, TooMuchWork, Update, View, You, is_zero, iso,
};
