//! Positions of any game, looked at by themselves.

use super::{Explanation, No};
use crate::analysis::{
    FinishedGame, MoveLine, OpeningsView, Patience, PositionView, RulesWish, SetupForm, SetupView,
};
use crate::rules::{DefinitionId, House, Work};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A line of some game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// By which rules.
    pub rules: RulesWish,
    #[serde(default)]
    line: MoveLine,
    /// How many of the first moves are known: nothing is told of them.
    #[serde(default)]
    known: usize,
}

impl PositionRequest {
    /// The position at the end of the line.
    ///
    /// # Errors
    /// When the line leads nowhere.
    pub fn answer<W: Work>(
        &self,
        house: &House<W>,
        patience: &Patience,
    ) -> Result<PositionView, No> {
        Ok(self.line.view(house, self.known, patience)?)
    }
}

/// A move that is perhaps not legal, in a position of any game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhyNotRequest {
    /// By which rules.
    pub rules: RulesWish,
    #[serde(default)]
    line: MoveLine,
    /// In any spelling.
    #[serde(rename = "move")]
    text: String,
}

impl WhyNotRequest {
    /// The rule in words.
    ///
    /// # Errors
    /// When the line leads nowhere.
    pub fn answer<W: Work>(
        &self,
        house: &House<W>,
        patience: &Patience,
    ) -> Result<Explanation, No> {
        let at = self.line.play(house, patience)?;
        Ok(Explanation::of(patience.held(at.reason(&self.text))?))
    }
}

/// A position to be looked at as data: as text, or as data already.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    /// By which rules.
    pub rules: RulesWish,
    /// As SFEN or FEN.
    position: Option<String>,
    setup: Option<SetupForm>,
}

impl SetupRequest {
    /// The position, possible or not.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn answer<W: Work>(&self, house: &House<W>, patience: &Patience) -> Result<SetupView, No> {
        let looked = match (&self.position, &self.setup) {
            (Some(text), None) => SetupView::of_text(house, text, patience),
            (None, Some(form)) => SetupView::of_form(house, form, patience),
            _ => return Err(No::field("position", "give `position` or `setup`")),
        };
        looked.map_err(|message| No::field("position", message))
    }
}

/// Rules that somebody wants whole.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    /// Which.
    pub rules: RulesWish,
}

/// A position, and the games in which it is looked for.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningsRequest {
    /// By which rules.
    pub rules: RulesWish,
    #[serde(default)]
    line: MoveLine,
    /// Their ids, at most 100; those that go on are left out.
    pub games: Vec<String>,
}

impl OpeningsRequest {
    /// What was played in these games, by the rules of a definition.
    ///
    /// # Errors
    /// When the line leads nowhere.
    pub fn answer<W: Work>(
        &self,
        (definition, house): (&DefinitionId, &House<W>),
        games: &[Arc<FinishedGame>],
        patience: &Patience,
    ) -> Result<OpeningsView, No> {
        let at = self.line.play(house, patience)?;
        Ok(OpeningsView::of(&at, definition, games, patience)?)
    }
}
