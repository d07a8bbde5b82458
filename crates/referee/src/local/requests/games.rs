//! Games by requests.

use super::{Address, body, granted};
use crate::analysis::Patience;
use crate::forms::{
    ActionRequest, ExplainRequest, Explanation, Games, ImportRequest, Imported, MoveRequest,
    NewGameRequest, No, PlayedElsewhere, SeatRequest, SitRequest, game_ids, played_before,
};
use crate::game::{Command, Record, ShortState};
use crate::id::GameId;
use crate::local::Local;
use crate::local::exchange::{Answer, Need, Request, Stop};
use crate::local::think::goes_on_by_itself;
use crate::rules::Settings;
use komadai_records::file::Format;
use komadai_rules::Interrupt;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

/// Reads a game's name; what can be none is not there.
fn game_id(text: &str) -> Result<GameId, No> {
    GameId::parse(text).ok_or_else(No::no_game)
}

/// The form of a file that an address names.
pub(super) fn format_of(address: &Address<'_>) -> Result<Format, No> {
    let word = address.word("format").unwrap_or_default();
    let from: StrDeserializer<'_, Error> = word.into_deserializer();
    Format::deserialize(from).map_err(|error| No::new(400, "bad-query", error.to_string()))
}

/// A file as an answer.
pub(super) fn file(id: u64, (name, media_type, text): (&str, &'static str, String)) -> Answer {
    let plain = |c: &char| c.is_ascii_alphanumeric() || "-._".contains(*c);
    let name = name.chars().filter(plain).collect();
    Answer { id, status: 200, text, name: Some(name), media_type: Some(media_type) }
}

impl Local {
    pub(super) fn create(&mut self, request: &Request) -> Result<Answer, Stop> {
        let wish: NewGameRequest = body(request)?;
        let wanted = wish.wanted()?;
        let (definition, known) = match &wish.like {
            Some(game) => {
                let rules = self.rules_of_game(game)?;
                (rules.definition, rules.settings)
            }
            None => {
                let missing =
                    || No::field("variant", format!("there is no game `{}`", wish.variant));
                (self.shelf.definition(&wish.variant).ok_or_else(missing)?, Settings::new())
            }
        };
        let before = self.shelf.admitted(definition, known);
        let before = before.map_err(|text| No::field("variant", text))?;
        let settings = wish.changed(before.settings, before.house.variant())?;
        let field = NewGameRequest::blamed(&settings);
        let rules = self.shelf.admitted(before.definition, settings);
        let rules = rules.map_err(|text| No::field(field, text))?;
        let (created, draw) = (self.calendar(), getrandom::u64()?);
        let by = (&*rules.definition, rules.settings.clone(), &*rules.house);
        let header = wish.header(&wanted, by, created, draw);
        let mut line = wish.line();
        line.start.clone_from(&header.start);
        let moves = match line.moves.is_empty() {
            true => Vec::new(),
            false => played_before(&line, &rules.house, &Patience::default())?,
        };
        let id = self.begin(header, rules, &moves)?;
        Ok(Answer::json(request.id, 201, &wanted.created(&id)))
    }

    pub(super) fn import_game(&mut self, request: &Request) -> Result<Answer, Stop> {
        let ImportRequest { rules, tree } = body(request)?;
        let rules = self.rules_by(&rules)?;
        let by = (&rules.settings, &*rules.house);
        let game = PlayedElsewhere::of(&tree, by, &Patience::default())?;
        let created = self.calendar();
        let by = (&*rules.definition, rules.settings.clone(), &*rules.house);
        let header = game.header(by, created)?;
        let id = self.import(header, &rules, &game.moves, game.end)?;
        Ok(Answer::json(request.id, 201, &Imported { id: id.to_string() }))
    }

    /// Some games in short. Those that are not there are left out.
    pub(super) fn some_games(
        &mut self,
        request: &Request,
        address: &Address<'_>,
    ) -> Result<Answer, Stop> {
        let ids = game_ids(address.word("ids").unwrap_or_default());
        let mut games = Vec::new();
        let mut needs: Vec<Need> = Vec::new();
        for id in &ids {
            match self.glance(id) {
                Ok(game) => games.push(game),
                Err(Stop::Needs(more)) => needs.extend(more),
                // One of them must not keep the others from being seen.
                Err(Stop::No(_)) => {}
            }
        }
        needs.dedup();
        if needs.is_empty() {
            Ok(granted(request, &Games { games }))
        } else {
            Err(Stop::Needs(needs))
        }
    }

    fn glance(&mut self, id: &GameId) -> Result<ShortState, Stop> {
        if let Some(known) = self.glances.get(id).filter(|_| !self.open.contains_key(id)) {
            return Ok(known.clone());
        }
        let table = self.table(id)?;
        let state = ShortState::from(&*table.latest.body);
        if !goes_on_by_itself(&table.game) {
            self.glances.insert(id.clone(), state.clone());
        }
        Ok(state)
    }

    pub(super) fn look(
        &mut self,
        request: &Request,
        address: &Address<'_>,
        id: &str,
    ) -> Result<Answer, Stop> {
        let (id, now) = (game_id(id)?, self.now);
        let token = address.word("seat").or(request.token.as_deref());
        self.table(&id)?;
        self.at_table(&id, |local, table| {
            local.visit(table);
            Ok(granted(request, &table.state(table.access(token), now)))
        })
    }

    fn obeyed(
        &mut self,
        request: &Request,
        id: &str,
        seat: Option<&str>,
        command: &Command,
    ) -> Result<Answer, Stop> {
        let token = seat.or(request.token.as_deref());
        let state = self.obey(&game_id(id)?, token, command)?;
        Ok(granted(request, &state))
    }

    pub(super) fn make_move(&mut self, request: &Request, id: &str) -> Result<Answer, Stop> {
        let MoveRequest { seat, text } = body(request)?;
        self.obeyed(request, id, seat.as_deref(), &Command::Move(text))
    }

    pub(super) fn act(&mut self, request: &Request, id: &str) -> Result<Answer, Stop> {
        let ActionRequest { seat, action } = body(request)?;
        self.obeyed(request, id, seat.as_deref(), &Command::Act(action))
    }

    pub(super) fn sit(&mut self, request: &Request, id: &str) -> Result<Answer, Stop> {
        let wish: SitRequest = body(request)?;
        self.obeyed(request, id, wish.seat.as_deref(), &wish.command()?)
    }

    pub(super) fn ask_hint(&mut self, request: &Request, id: &str) -> Result<Option<Answer>, Stop> {
        let SeatRequest { seat } = body(request)?;
        let token = seat.as_deref().or(request.token.as_deref());
        self.hint(&game_id(id)?, request.id, token)?;
        Ok(None)
    }

    pub(super) fn explain(&mut self, request: &Request, id: &str) -> Result<Answer, Stop> {
        let wish: ExplainRequest = body(request)?;
        let text = wish.text()?;
        let table = self.table(&game_id(id)?)?;
        let reason = table.game.referee.reason(&text);
        Ok(granted(request, &Explanation::of(reason)))
    }

    pub(super) fn record(
        &mut self,
        request: &Request,
        address: &Address<'_>,
        id: &str,
    ) -> Result<Answer, Stop> {
        let format = format_of(address)?;
        let table = self.table(&game_id(id)?)?;
        let Record { name, media_type, text } = table.game.record(format);
        let text = text(&Interrupt::default());
        let text = text.map_err(|error| No::field("format", error.to_string()))?;
        Ok(file(request.id, (&name, media_type, text)))
    }
}
