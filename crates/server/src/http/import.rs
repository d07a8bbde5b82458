//! Games that were played elsewhere, kept as games that are over.

use super::App;
use super::analysis::{carry_many, rules_by};
use super::error::{ApiError, Body, ErrorBody};
use crate::address::Address;
use crate::analysis::{MoveLine, NodeView, RulesWish, TreeError, TreeView, view_tree};
use crate::failure::Failure;
use crate::game::{End, Header, Player, PlayerName, RecordedMove};
use crate::hub::{Rules, Setting};
use crate::id::Token;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_records::json::TreeForm;
use komadai_records::position;
use komadai_rules::{Color, Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A game that was played elsewhere.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportRequest {
    rules: RulesWish,
    /// Its main line is the game.
    tree: TreeForm,
}

/// A game that is kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Imported {
    /// Whoever knows it may look on.
    id: String,
}

/// Keeps a game that was played elsewhere as one that is over, so that it can be reviewed and shown. Nobody
/// has a seat in it.
#[utoipa::path(post, path = "/api/games/import", tag = "games", request_body = ImportRequest, responses(
    (status = 201, description = "It is kept", body = Imported),
    (status = 422, description = "A move is not legal", body = ErrorBody),
    (status = 429, description = "Too many games", body = ErrorBody),
))]
pub(crate) async fn import(
    State(app): State<App>,
    address: Address,
    Body(ImportRequest { rules, tree }): Body<ImportRequest>,
) -> Result<(StatusCode, Json<Imported>), ApiError> {
    let rules = rules_by(&rules, &app, address).await?;
    let settings = rules.settings.clone();
    let game = carry_many(&app, address, &rules.house, move |house, patience| {
        let view = view_tree(&tree, house, &settings, patience)?;
        let game = PlayedElsewhere::of(&view, house.variant());
        let moves = game.moves.iter().map(|played| played.usi.clone()).collect();
        MoveLine::can_be_opened(None, game.position.clone(), moves, (house, patience))?;
        Ok::<_, TreeError>(game)
    });
    let PlayedElsewhere { names, position, moves, end } = game.await??;
    if moves.is_empty() {
        return Err(ApiError::field("nodes", "a game without moves is none"));
    }
    app.hub.count_new_game(address, moves.len()).map_err(Failure::from)?;
    let Rules { definition, settings, house } = rules;
    // Nobody is told the tokens.
    let seals = [Token::new().map_err(Failure::from)?, Token::new().map_err(Failure::from)?];
    let created = app.hub.time.calendar();
    let header = Header {
        created,
        variant: house.variant().id.clone(),
        definition: definition.id(),
        settings,
        start: None,
        drawn: false,
        position,
        strict: false,
        players: [Player::Human; 2],
        seals: seals.map(|token| token.seal()),
        names,
        one_screen: false,
        clock: None,
    };
    let setting = Setting { header, definition: Arc::unwrap_or_clone(definition), house };
    let id = app.hub.keep_played(setting, &moves, true, end).await?;
    Ok((StatusCode::CREATED, Json(Imported { id: id.to_string() })))
}

/// What is kept of a game that was played elsewhere.
struct PlayedElsewhere {
    names: [Option<PlayerName>; 2],
    /// Where it began; `None` for the usual start.
    position: Option<String>,
    /// The moves without forced passes, and milliseconds that they took.
    moves: Vec<RecordedMove>,
    /// How it ended, where the rules have not ended it.
    end: Option<End>,
}

impl PlayedElsewhere {
    fn of(view: &TreeView, variant: &Variant) -> Self {
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
