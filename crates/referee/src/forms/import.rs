//! Games that were played elsewhere, kept as games that are over.

use super::No;
use crate::analysis::{MoveLine, NodeView, Patience, RulesWish, TreeView, view_tree};
use crate::game::{End, Header, Player, PlayerName, RecordedMove};
use crate::id::Token;
use crate::rules::{Definition, House, Settings, Work};
use komadai_records::json::TreeForm;
use komadai_records::position;
use komadai_rules::{Color, Variant};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game that was played elsewhere.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// By which rules.
    pub rules: RulesWish,
    /// Its main line is the game.
    pub tree: TreeForm,
}

/// A game that is kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Imported {
    /// Whoever knows it may look on.
    pub id: String,
}

/// What is kept of a game that was played elsewhere.
pub struct PlayedElsewhere {
    /// Who has played.
    pub names: [Option<PlayerName>; 2],
    /// Where it began; `None` for the usual start.
    pub position: Option<String>,
    /// The moves without forced passes, and milliseconds that they took.
    pub moves: Vec<RecordedMove>,
    /// How it ended, where the rules have not ended it.
    pub end: Option<End>,
}

impl PlayedElsewhere {
    /// The main line of a tree, checked.
    ///
    /// # Errors
    /// When there is no game in it, or it could not be opened in time.
    pub fn of<W: Work>(
        tree: &TreeForm,
        (settings, house): (&Settings, &House<W>),
        patience: &Patience,
    ) -> Result<Self, No> {
        let view = view_tree(tree, house, settings, patience)?;
        let game = PlayedElsewhere::told(&view, house.variant());
        let moves = game.moves.iter().map(|played| played.usi.clone()).collect();
        MoveLine::can_be_opened(None, game.position.clone(), moves, (house, patience))?;
        if game.moves.is_empty() {
            return Err(No::field("nodes", "a game without moves is none"));
        }
        Ok(game)
    }

    /// How it is kept: as one that is over, in which nobody has a seat.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn header<W: Work>(
        &self,
        (definition, settings, house): (&Definition, Settings, &House<W>),
        created: i64,
    ) -> Result<Header, No> {
        // Nobody is told the tokens.
        let seals = [Token::new()?.seal(), Token::new()?.seal()];
        Ok(Header {
            created,
            variant: house.variant().id.clone(),
            definition: definition.id(),
            settings,
            start: None,
            drawn: false,
            position: self.position.clone(),
            strict: false,
            players: [Player::Human; 2],
            seals,
            names: self.names.clone(),
            one_screen: false,
            clock: None,
        })
    }

    fn told(view: &TreeView, variant: &Variant) -> Self {
        let record = view.record(variant, |_| String::new());
        let line = record.tree.main_line();
        let played = line.iter().map(|index| &view.nodes[*index]).filter(|node| !node.pass);
        let usual = variant.start_setup(None).map(|setup| position::write(variant, &setup));
        let recorded =
            |node: &NodeView| RecordedMove { usi: node.usi.clone(), ms: node.ms.unwrap_or(0) };
        let name = |side| record.player(side).and_then(PlayerName::of);
        PlayedElsewhere {
            names: [name(Color::First), name(Color::Second)],
            position: Some(view.position.clone()).filter(|here| usual.as_ref() != Some(here)),
            moves: played.map(recorded).collect(),
            end: (!view.over).then(|| view.ended.clone().unwrap_or_else(open_end)),
        }
    }
}

/// What a record says nothing of has ended all the same: nobody goes on with it.
fn open_end() -> End {
    End {
        status: "record".to_owned(),
        winner: None,
        reason: "The record ends here.".to_owned(),
        reason_ja: None,
        illegal_at: None,
    }
}
