//! Everything that says no, in one form.

use crate::analysis::{LineError, TreeError};
use crate::game::{NotNow, Refused};
use crate::problem::{BAD_JSON, NO_THREAT, Problem};
use serde::Serialize;
use utoipa::ToSchema;

/// What is wrong, and of which sort it is, as HTTP numbers it.
#[derive(Clone, Debug)]
pub struct No {
    /// The number.
    pub status: u16,
    /// All that is told in words.
    pub problem: Problem,
}

/// The same as it is sent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// All that is told in words.
    pub error: Problem,
}

impl No {
    /// Of a sort, with a word for programs and a sentence for people.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        No { status, problem: Problem::new(code, message) }
    }

    /// Something in the request cannot be granted.
    pub fn field(field: &'static str, message: impl Into<String>) -> Self {
        Problem::field(field, message).into()
    }

    /// What is asked for is not there.
    pub fn not_found(message: impl Into<String>) -> Self {
        No::new(404, "not-found", message)
    }

    /// There is no such game.
    pub fn no_game() -> Self {
        No::not_found("there is no such game")
    }

    /// There is no such analysis.
    pub fn no_analysis() -> Self {
        No::not_found("there is no such analysis")
    }

    /// It cannot be done now.
    pub fn unavailable(message: impl Into<String>) -> Self {
        No::new(503, "unavailable", message)
    }

    /// Games cannot be kept.
    pub fn not_kept() -> Self {
        No::unavailable("the games cannot be kept or read at the moment; try again")
    }

    /// Something has failed that whoever asks can do nothing about.
    pub fn internal() -> Self {
        let message = "something is wrong with the server; nothing that was acknowledged is lost";
        No::new(500, "internal", message)
    }

    /// An analysis was changed since it was loaded.
    pub fn changed_elsewhere() -> Self {
        let message = "the analysis has been changed elsewhere meanwhile; load it again";
        No::new(409, "changed-elsewhere", message)
    }

    /// An analysis belongs to somebody else.
    pub fn not_yours() -> Self {
        No::new(403, "no-owner", "this analysis belongs to somebody else")
    }

    /// What is no token.
    pub fn no_token() -> Self {
        No::field("token", "a token is 22 letters, digits, `-` or `_`")
    }

    /// As it is sent.
    pub fn body(self) -> ErrorBody {
        ErrorBody { error: self.problem }
    }
}

impl From<Problem> for No {
    fn from(problem: Problem) -> Self {
        let status = match problem.code {
            NO_THREAT => 409,
            BAD_JSON => 400,
            _ => 422,
        };
        No { status, problem }
    }
}

impl From<LineError> for No {
    fn from(error: LineError) -> Self {
        Problem::from(error).into()
    }
}

impl From<TreeError> for No {
    fn from(error: TreeError) -> Self {
        Problem::from(error).into()
    }
}

impl From<getrandom::Error> for No {
    fn from(_: getrandom::Error) -> Self {
        No::internal()
    }
}

impl From<Refused> for No {
    fn from(refused: Refused) -> Self {
        let (status, code) = match &refused {
            Refused::NoSeat => (403, "no-seat"),
            Refused::EngineSeat => (403, "engine-seat"),
            Refused::Over => (409, "over"),
            Refused::NotOver => (409, "not-over"),
            Refused::NotYourTurn => (409, "not-your-turn"),
            Refused::TimeUp => (409, "time-up"),
            Refused::NotNow(not_now) => (409, code(*not_now)),
            Refused::Unreadable(_) => (422, "unreadable-move"),
            Refused::Illegal(_) => (422, "illegal-move"),
        };
        let No { problem, .. } = No::new(status, code, refused.to_string());
        let problem = match refused {
            Refused::Illegal(reason) | Refused::Unreadable(reason) => problem.because(reason),
            _ => problem,
        };
        No { status, problem }
    }
}

fn code(not_now: NotNow) -> &'static str {
    match not_now {
        NotNow::NoDrawOffered => "no-draw-offered",
        NotNow::NoTakebackAsked => "no-takeback-asked",
        NotNow::NothingToTakeBack => "nothing-to-take-back",
        NotNow::Offered => "offered",
        NotNow::Begun => "begun",
        NotNow::NoClaim => "no-claim",
        NotNow::ConditionsNotMet => "conditions-not-met",
        NotNow::NoDeclarations => "no-declarations",
        NotNow::HasSeat => "has-seat",
        NotNow::TakenTooOften => "taken-too-often",
        NotNow::OnlyMoves => "only-moves",
        NotNow::TooMuchWork => "too-much-work",
        NotNow::NoHints => "no-hints",
        NotNow::PositionChanged => "position-changed",
    }
}
