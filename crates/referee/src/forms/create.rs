//! Setting up a game: who sits where, by choice or by chance.

use super::No;
use crate::analysis::{LineError, MoveLine, Patience, changes};
use crate::clock::Control;
use crate::game::{Header, Player, PlayerName, RecordedMove};
use crate::id::{GameId, Token};
use crate::rules::{Definition, House, Settings, Work};
use komadai_records::json::{PerSide, Side};
use komadai_rules::Variant;
use komadai_rules::variant::RANDOM_START;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The game that somebody wants to begin.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGameRequest {
    /// The id of the variant.
    pub variant: String,
    /// A named start, such as a handicap; where starts are shuffled, the number of one, or `random`. A game
    /// with shuffled starts draws one where nothing else is said.
    pub start: Option<String>,
    /// Or a position, as SFEN or FEN.
    pub position: Option<String>,
    /// Moves that were played before, in any spelling, in which forced passes may be left out. The clocks do
    /// not count them.
    #[serde(default)]
    pub moves: Vec<String>,
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
    pub set: BTreeMap<String, String>,
    /// A game of the variant whose rules are taken over, as they were when it began; `set` changes them
    /// further.
    pub like: Option<String>,
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
pub struct Created {
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
pub struct Toss {
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
    fn seating(&self) -> Result<Seating, No> {
        if let Some(Seats { first, second }) = self.players {
            return seated([first, second]);
        }
        let toss = match self.side {
            Some(SideChoice::Toss) => Some(Toss::coin()?),
            Some(SideChoice::Furigoma) => Some(Toss::pawns()?),
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
    fn settings(&self, before: Settings, variant: &Variant) -> Result<Settings, No> {
        let mut settings = before;
        settings.retain(|(key, _)| !self.set.contains_key(key));
        settings.extend(self.set.clone());
        let Some(impasse) = self.impasse else { return Ok(settings) };
        if variant.end.declaration.is_none() {
            let message = "there are no declarations in this game";
            return Err(No::field("impasse", message));
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

fn seated(players: [Player; 2]) -> Result<Seating, No> {
    let level = |player: &Player| match player {
        Player::Engine { level } => (1..=8).contains(level),
        Player::Human => true,
    };
    if !players.iter().all(level) {
        return Err(No::field("players", "the levels of the engine are 1 to 8"));
    }
    let you = match players {
        [Player::Human, Player::Engine { .. }] => Seat::First,
        [Player::Engine { .. }, Player::Human] => Seat::Second,
        _ => Seat::Both,
    };
    Ok(Seating { players, you, one_screen: false, toss: None })
}

/// A game that is wanted, as far as no rules need be asked for it.
pub struct Wanted {
    seating: Seating,
    clock: Option<Control>,
    tokens: [Token; 2],
    names: [Option<PlayerName>; 2],
}

impl NewGameRequest {
    /// Who plays, and how much time there is.
    ///
    /// # Errors
    /// When that contradicts itself.
    pub fn wanted(&self) -> Result<Wanted, No> {
        let seating = self.seating()?;
        let clock = self.clock.map(Control::checked).transpose();
        let clock = clock.map_err(|message| No::field("clock", message))?;
        let tokens = [Token::new()?, Token::new()?];
        let name = self.name.as_deref().and_then(PlayerName::of);
        let names = match seating.you {
            Seat::First => [name, None],
            Seat::Second => [None, name],
            Seat::Both => [None, None],
        };
        Ok(Wanted { seating, clock, tokens, names })
    }

    /// Where it begins, and the moves before.
    pub fn line(&self) -> MoveLine {
        let (start, position) = (self.start.clone(), self.position.clone());
        MoveLine { start, position, moves: self.moves.clone() }
    }

    /// The rules of a game on top of those that are taken over, by what they are changed.
    ///
    /// # Errors
    /// When it is of another variant, or knows no such change.
    pub fn changed(&self, before: Settings, variant: &Variant) -> Result<Settings, No> {
        if variant.id != self.variant {
            return Err(No::field("like", "that is a game of another variant"));
        }
        self.settings(before, variant)
    }

    /// The field that rules are about which are not good.
    pub fn blamed(settings: &Settings) -> &'static str {
        if settings.is_empty() { "variant" } else { "set" }
    }

    /// How the game is set up by these rules; `draw` is by what a start is drawn.
    pub fn header<W: Work>(
        &self,
        wanted: &Wanted,
        (definition, settings, house): (&Definition, Settings, &House<W>),
        created: i64,
        draw: u64,
    ) -> Header {
        let Wanted { seating, clock, tokens, names } = wanted;
        let shuffled = house.variant().shuffle.is_some();
        let anywhere = shuffled && self.position.is_none() && self.moves.is_empty();
        let asked = self.start.as_deref().or(anywhere.then_some(RANDOM_START));
        let start = house.variant().drawn_start(asked, || draw);
        Header {
            created,
            variant: house.variant().id.clone(),
            definition: definition.id(),
            settings,
            drawn: start.as_deref() != asked,
            start,
            position: self.position.clone(),
            strict: self.strict,
            players: seating.players,
            seals: [tokens[0].seal(), tokens[1].seal()],
            names: names.clone(),
            one_screen: seating.one_screen,
            clock: *clock,
        }
    }
}

impl Wanted {
    /// What whoever has asked is told of the game.
    pub fn created(self, id: &GameId) -> Created {
        let Seating { you, toss, .. } = self.seating;
        Created { id: id.to_string(), seats: PerSide::from(self.tokens), you, toss }
    }
}

/// Moves that were played before a game begins, checked.
///
/// # Errors
/// When one is not legal, or the game is over after them.
pub fn played_before<W: Work>(
    line: &MoveLine,
    house: &House<W>,
    patience: &Patience,
) -> Result<Vec<RecordedMove>, No> {
    let view = line.view(house, 0, patience).map_err(No::from)?;
    let own = view.moves.iter().filter(|played| !played.pass);
    let moves: Vec<String> = own.map(|played| played.form.usi.clone()).collect();
    let (start, position) = (line.start.clone(), line.position.clone());
    MoveLine::can_be_opened(start, position, moves.clone(), (house, patience))
        .map_err(|error: LineError| No::from(error))?;
    if let Some(end) = view.end {
        let text = format!("the game is over after them: {}", end.reason);
        return Err(No::field("moves", text));
    }
    Ok(moves.into_iter().map(|usi| RecordedMove { usi, ms: 0 }).collect())
}
