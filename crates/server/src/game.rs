//! Games, with the weight that their positions have here.

use crate::rules::Weight;
pub(crate) use komadai_referee::game::{
    Access, Action, Body, Command, Corrupt, Decision, End, Event, Header, LegalMoves, NotNow,
    Offer, PastPosition, Played, Player, PlayerName, Record, RecordedMove, Refused, Seats,
    ShortState, State, TooMuchWork, Update, View, You, iso,
};

pub(crate) type Game = komadai_referee::game::Game<Weight>;
