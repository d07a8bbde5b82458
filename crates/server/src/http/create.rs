//! Setting up a game: who sits where, by choice or by chance.

use super::App;
use super::analysis::carry_many;
use super::error::{ApiError, Body, ErrorBody};
use crate::address::Address;
use crate::analysis::{LineError, MoveLine, changes};
use crate::at_once::Askers;
use crate::clock::Control;
use crate::failure::Failure;
use crate::game::{Header, Player, PlayerName, RecordedMove};
use crate::hub::{Rules, Setting};
use crate::id::Token;
use crate::rules::{CatalogueError, Settings, is_made_up};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_records::json::{PerSide, Side};
use komadai_rules::Variant;
use komadai_rules::variant::RANDOM_START;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// The game that somebody wants to begin.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGameRequest {
    /// The id of the variant.
    variant: String,
    /// A named start, such as a handicap; where starts are shuffled, the number of one, or `random`. A game
    /// with shuffled starts draws one where nothing else is said.
    start: Option<String>,
    /// Or a position, as SFEN or FEN.
    position: Option<String>,
    /// Moves that were played before, in any spelling, in which forced passes may be left out. The clocks do
    /// not count them.
    #[serde(default)]
    moves: Vec<String>,
    /// Who plays which side. Instead of `side` and `opponent`.
    players: Option<Seats>,
    /// Where whoever asks sits.
    side: Option<SideChoice>,
    /// Who sits opposite.
    opponent: Option<Opponent>,
    /// What whoever asks is called; on one line, of 40 letters at most.
    name: Option<String>,
    /// How much time there is; none if left out.
    clock: Option<Control>,
    /// Whether an illegal move costs what the rules say.
    #[serde(default)]
    strict: bool,
    /// The rule of declarations, in games that have them.
    impasse: Option<Impasse>,
    /// Changes to the rules, as `--set` takes them: the path of a key, and its value as text.
    #[serde(default, deserialize_with = "changes")]
    set: BTreeMap<String, String>,
    /// A game of the variant whose rules are taken over, as they were when it began; `set` changes them
    /// further.
    like: Option<String>,
}

/// Who plays which side.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Seats {
    first: Player,
    second: Player,
}

/// Where whoever asks sits.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SideChoice {
    First,
    Second,
    /// By chance.
    Toss,
    /// By five pawns: more faces than backs, and who asks moves first.
    Furigoma,
}

/// Who sits opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Opponent {
    /// The engine.
    Engine {
        /// Like a person of this strength, 1 to 8.
        level: u8,
    },
    /// Somebody at the same screen.
    Local,
    /// Somebody who is given the other token.
    Link,
}

/// The rule of declarations.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
enum Impasse {
    #[serde(rename = "27")]
    Points27,
    #[serde(rename = "24")]
    Points24,
    #[serde(rename = "off")]
    Off,
}

/// A game that was set up.
#[derive(Serialize, ToSchema)]
pub(crate) struct Created {
    /// Whoever knows it may look on.
    id: String,
    /// What each side shows to move. They are told only once.
    #[schema(value_type = PerSide<String>)]
    seats: PerSide<Token>,
    /// Where whoever asked sits.
    you: Seat,
    /// How chance decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    toss: Option<Toss>,
}

/// Where whoever asked sits.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Seat {
    First,
    Second,
    Both,
}

/// How chance decided.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Toss {
    /// Who moves first.
    first: Chosen,
    /// The five pawns, true with the face up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pawns: Option<[bool; 5]>,
}

/// Whom chance has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Chosen {
    /// Who has asked for the game.
    Creator,
    /// Whoever sits opposite.
    Opponent,
}

impl Toss {
    fn coin() -> Result<Self, getrandom::Error> {
        Ok(Toss { first: Chosen::creator(getrandom::u32()? & 1 == 1), pawns: None })
    }

    fn pawns() -> Result<Self, getrandom::Error> {
        let chance = getrandom::u32()?;
        let pawns = [0, 1, 2, 3, 4].map(|bit| chance >> bit & 1 == 1);
        let faces = pawns.iter().filter(|up| **up).count();
        Ok(Toss { first: Chosen::creator(faces >= 3), pawns: Some(pawns) })
    }

    fn side(&self) -> Side {
        match self.first {
            Chosen::Creator => Side::First,
            Chosen::Opponent => Side::Second,
        }
    }
}

impl Chosen {
    fn creator(creator: bool) -> Self {
        if creator { Chosen::Creator } else { Chosen::Opponent }
    }
}

/// Who plays, and from where.
struct Seating {
    players: [Player; 2],
    you: Seat,
    one_screen: bool,
    toss: Option<Toss>,
}

impl NewGameRequest {
    fn seating(&self) -> Result<Seating, ApiError> {
        if let Some(Seats { first, second }) = self.players {
            return seated([first, second]);
        }
        let toss = match self.side {
            Some(SideChoice::Toss) => Some(Toss::coin().map_err(Failure::from)?),
            Some(SideChoice::Furigoma) => Some(Toss::pawns().map_err(Failure::from)?),
            _ => None,
        };
        let side = match (self.side, &toss) {
            (_, Some(toss)) => Some(toss.side()),
            (Some(SideChoice::Second), _) => Some(Side::Second),
            (Some(SideChoice::First), _) => Some(Side::First),
            _ => None,
        };
        let human = [Player::Human; 2];
        Ok(match (self.opponent, side) {
            (Some(Opponent::Engine { level }), side) => {
                let engine = Player::Engine { level };
                let side = side.unwrap_or(Side::First);
                let players = match side {
                    Side::First => [Player::Human, engine],
                    Side::Second => [engine, Player::Human],
                };
                Seating { toss, ..seated(players)? }
            }
            (Some(Opponent::Local), _) => {
                Seating { players: human, you: Seat::Both, one_screen: true, toss }
            }
            (None, None) => Seating { players: human, you: Seat::Both, one_screen: false, toss },
            (_, side) => {
                let you = if side == Some(Side::Second) { Seat::Second } else { Seat::First };
                Seating { players: human, you, one_screen: false, toss }
            }
        })
    }

    /// Changes to the rules of the variant, on top of those that are taken over.
    fn settings(&self, before: Settings, variant: &Variant) -> Result<Settings, ApiError> {
        let mut settings = before;
        settings.retain(|(key, _)| !self.set.contains_key(key));
        settings.extend(self.set.clone());
        let Some(impasse) = self.impasse else { return Ok(settings) };
        if variant.end.declaration.is_none() {
            let message = "there are no declarations in this game";
            return Err(ApiError::field("impasse", message));
        }
        let rule = match impasse {
            Impasse::Points27 => "27",
            Impasse::Points24 => "24",
            Impasse::Off => "none",
        };
        let key = "end.declaration.rule";
        settings.retain(|(known, _)| known != key);
        settings.push((key.to_owned(), rule.to_owned()));
        Ok(settings)
    }
}

fn seated(players: [Player; 2]) -> Result<Seating, ApiError> {
    let level = |player: &Player| match player {
        Player::Engine { level } => (1..=8).contains(level),
        Player::Human => true,
    };
    if !players.iter().all(level) {
        return Err(ApiError::field("players", "the levels of the engine are 1 to 8"));
    }
    let you = match players {
        [Player::Human, Player::Engine { .. }] => Seat::First,
        [Player::Engine { .. }, Player::Human] => Seat::Second,
        _ => Seat::Both,
    };
    Ok(Seating { players, you, one_screen: false, toss: None })
}

/// Sets up a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGameRequest, responses(
    (status = 201, description = "The game, and the tokens of its seats", body = Created),
    (status = 422, description = "The game cannot be set up like this", body = ErrorBody),
    (status = 429, description = "Too many games", body = ErrorBody),
))]
pub(crate) async fn create(
    State(app): State<App>,
    address: Address,
    Body(mut request): Body<NewGameRequest>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    app.hub.count_new_game(address, request.moves.len()).map_err(Failure::from)?;
    let Seating { players, you, one_screen, toss } = request.seating()?;
    let clock = request.clock.map(Control::checked).transpose();
    let clock = clock.map_err(|message| ApiError::field("clock", message))?;
    let tokens = [Token::new().map_err(Failure::from)?, Token::new().map_err(Failure::from)?];
    let seals = [tokens[0].seal(), tokens[1].seal()];
    let name = request.name.as_deref().and_then(PlayerName::of);
    let names = match you {
        Seat::First => [name, None],
        Seat::Second => [None, name],
        Seat::Both => [None, None],
    };
    let like = match &request.like {
        Some(game) => Some(super::analysis::rules_of_game(&app, game, address).await?),
        None => None,
    };
    let created = app.hub.time.calendar();
    let catalogue = Arc::clone(&app.hub.catalogue);
    let mut line = MoveLine {
        start: request.start.clone(),
        position: request.position.clone(),
        moves: std::mem::take(&mut request.moves),
    };
    let goes_on = !line.moves.is_empty();
    // Nobody knows how much work rules are that somebody has just made up.
    let set: Settings = request.set.clone().into_iter().collect();
    let is_light = match &like {
        Some(rules) => rules.house.weight().is_builtin() && !is_made_up(&set),
        None => set.is_empty() || (catalogue.is_builtin(&request.variant) && !is_made_up(&set)),
    };
    let askers = Askers::from(Some(address));
    let at_hand = match &like {
        Some(_) => set.is_empty(),
        None => catalogue.is_at_hand(&request.variant, &set),
    };
    let place = app.hub.place_to_compile(is_light, at_hand, &askers).await;
    let draw = getrandom::u64().map_err(Failure::from)?;
    // Files may have to be read, and rules to be compiled.
    let setting = move || {
        let missing =
            || ApiError::field("variant", format!("there is no game `{}`", request.variant));
        let (definition, known, house) = match like {
            Some(Rules { definition, settings, house }) => (definition, settings, house),
            None => {
                let entry = catalogue.find(&request.variant).ok_or_else(missing)?;
                (entry.definition, Settings::new(), entry.house)
            }
        };
        if house.variant().id != request.variant {
            return Err(ApiError::field("like", "that is a game of another variant"));
        }
        let settings = request.settings(known, house.variant())?;
        let house = catalogue.admitted(&definition, &settings, Some(address));
        let field = if settings.is_empty() { "variant" } else { "set" };
        let house = house.map_err(|error: CatalogueError| ApiError::rules(field, &error))?;
        let shuffled = house.variant().shuffle.is_some();
        let anywhere = shuffled && request.position.is_none() && !goes_on;
        let asked = request.start.as_deref().or(anywhere.then_some(RANDOM_START));
        let start = house.variant().drawn_start(asked, || draw);
        let header = Header {
            created,
            variant: house.variant().id.clone(),
            definition: definition.id(),
            settings,
            drawn: start.as_deref() != asked,
            start,
            position: request.position,
            strict: request.strict,
            players,
            seals,
            names,
            one_screen,
            clock,
        };
        let definition = Arc::unwrap_or_clone(definition);
        Ok::<_, ApiError>(Setting { header, definition, house })
    };
    let setting = app.hub.compile(setting, is_light, place, &askers).await??;
    line.start.clone_from(&setting.header.start);
    let id = if line.moves.is_empty() {
        app.hub.create(setting, address).await?
    } else {
        let moves = played(&app, address, &setting, line).await?;
        app.hub.go_on(setting, &moves, address).await?
    };
    let id = id.to_string();
    let seats = PerSide::from(tokens);
    Ok((StatusCode::CREATED, Json(Created { id, seats, you, toss })))
}

/// Moves that were played before, checked.
async fn played(
    app: &App,
    address: Address,
    setting: &Setting,
    line: MoveLine,
) -> Result<Vec<RecordedMove>, ApiError> {
    let told = carry_many(app, address, &setting.house, move |house, patience| {
        let MoveLine { start, position, .. } = &line;
        let (start, position) = (start.clone(), position.clone());
        let view = line.view(house, 0, patience)?;
        let moves = view.moves.iter().filter(|played| !played.pass);
        let moves = moves.map(|played| played.form.usi.clone()).collect();
        MoveLine::can_be_opened(start, position, moves, (house, patience))?;
        Ok::<_, LineError>((view.moves, view.end))
    });
    let (moves, end) = told.await??;
    if let Some(end) = end {
        return Err(ApiError::field(
            "moves",
            format!("the game is over after them: {}", end.reason),
        ));
    }
    let chosen = moves.into_iter().filter(|played| !played.pass);
    Ok(chosen.map(|played| RecordedMove { usi: played.form.usi, ms: 0 }).collect())
}
