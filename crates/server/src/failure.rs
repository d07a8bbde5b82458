//! Why something that somebody asked for could not be done.

use crate::game::{Corrupt, Refused, TooMuchWork};
use crate::pool::Full;
use crate::rates::TooMany;
use crate::rules::CatalogueError;
use crate::store::StoreError;
use komadai_records::opening::BadOpening;

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("there is no such game")]
    NoGame,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Rules(#[from] CatalogueError),
    #[error(transparent)]
    Opening(#[from] BadOpening),
    #[error(transparent)]
    Full(#[from] Full),
    #[error("you have set up too many games; wait a while")]
    TooManyGames(#[from] TooMany),
    #[error("the game cannot be read: {0}")]
    Corrupt(#[from] Corrupt),
    #[error(transparent)]
    TooMuchWork(#[from] TooMuchWork),
    /// What somebody else was told already.
    #[error("{0}")]
    Unreadable(String),
    #[error("the system provides no random numbers")]
    NoChance(#[from] getrandom::Error),
    #[error("the server is shutting down")]
    Ending,
}

impl Failure {
    /// Whether it will be the same whenever it is tried.
    pub(crate) fn is_final(&self) -> bool {
        matches!(
            self,
            Failure::NoGame
                | Failure::Corrupt(_)
                | Failure::TooMuchWork(_)
                | Failure::Unreadable(_)
                | Failure::Opening(_)
                | Failure::Rules(CatalogueError::Bad(_))
                | Failure::Store(StoreError::Unreadable(_))
        )
    }

    /// The same for one more who has asked.
    pub(crate) fn again(&self) -> Failure {
        match self {
            Failure::NoGame => Failure::NoGame,
            Failure::TooMuchWork(it) => Failure::TooMuchWork(*it),
            _ if self.is_final() => Failure::Unreadable(self.to_string()),
            _ => Failure::Ending,
        }
    }
}
