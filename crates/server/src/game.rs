//! Games, with the weight that their positions have here.

use crate::rules::Weight;
pub(crate) use komadai_referee::game::{
    Access, Body, Command, Corrupt, Decision, End, Event, Header, LegalMoves, NotNow, PastPosition,
    Record, RecordedMove, Refused, ShortState, State, TooMuchWork, Update, You, iso,
};

pub(crate) type Game = komadai_referee::game::Game<Weight>;
