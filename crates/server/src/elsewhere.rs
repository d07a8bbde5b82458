//! Games whose first moves were played elsewhere: all of them, or those of a record from which players go on.

use crate::address::Address;
use crate::failure::Failure;
use crate::game::{End, Event, RecordedMove};
use crate::hub::{Hub, Setting};
use crate::id::GameId;
use crate::metrics;
use crate::rates::TooMany;
use crate::store::NewGame;
use std::sync::Arc;

/// So many moves are written as one thing that has happened, of games that are light and of others: whoever
/// loads the game makes way in between.
const TOGETHER: [usize; 2] = [50, 5];

/// A game with moves of a record counts like one more game for so many of them.
const LIKE_A_GAME: usize = 100;

impl Hub {
    /// Counts a game that somebody sets up, with so many moves that were played elsewhere.
    ///
    /// # Errors
    /// When it is one too many.
    pub(crate) fn count_new_game(&self, by: Address, moves: usize) -> Result<(), TooMany> {
        self.new_games.count_times(by, 1 + moves / LIKE_A_GAME)
    }

    /// Keeps a game with moves that are legal in it, and how it ended where the rules have not ended it. It is
    /// on disk when this returns; it is loaded when somebody asks for it.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub(crate) async fn keep_played(
        &self,
        Setting { header, definition, house }: Setting,
        moves: &[RecordedMove],
        is_over: bool,
        end: Option<End>,
    ) -> Result<GameId, Failure> {
        let id = GameId::new()?;
        let (created, lively) = (header.created, header.is_lively());
        let is_light = header.position.is_none() && house.weight().is_builtin();
        let together = TOGETHER[usize::from(!is_light)];
        let events = Event::all_of(header, moves, together, end);
        self.store
            .create(NewGame { id: id.clone(), definition, created, lively, over: is_over, events })
            .await?;
        metrics::game_created();
        Ok(id)
    }

    /// Sets up a game that goes on after moves that are legal in it.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub(crate) async fn go_on(
        self: &Arc<Self>,
        setting: Setting,
        moves: &[RecordedMove],
        by: Address,
    ) -> Result<GameId, Failure> {
        let id = self.keep_played(setting, moves, false, None).await?;
        // An engine may have to move. Who waits for too many games opens this one later.
        let _ = self.open(&id, Some(by));
        Ok(id)
    }
}
