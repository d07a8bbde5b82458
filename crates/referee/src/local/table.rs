//! Games that are open, and what happens in them.

use super::exchange::{KeptEvent, Need, Stop, Write};
use super::live::Reader;
use super::shelf::Rules;
use super::think::Thinking;
use super::{Game, Local};
use crate::forms::No;
use crate::game::{
    Access, Body, Command, Decision, Event, Header, LegalMoves, RecordedMove, State, Update,
};
use crate::id::GameId;
use komadai_engine::Score;
use std::sync::Arc;

/// So many moves that were played elsewhere are written as one thing that has happened.
const TOGETHER: usize = 50;

/// A game that is open.
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) rules: Rules,
    pub(super) latest: Arc<Update>,
    /// Those of the latest.
    pub(super) legal: Arc<LegalMoves>,
    pub(super) readers: Vec<Reader>,
    pub(super) job: Option<Thinking>,
    /// The engine waits until somebody is there.
    pub(super) paused: bool,
    /// What the engine thought of its position when it last moved.
    pub(super) score: Option<Score>,
    /// When somebody was there last.
    pub(super) visited: u64,
    /// The number of what was asked of it last.
    pub(super) asked: u64,
}

impl Table {
    fn new(game: Game, rules: Rules) -> Result<Self, No> {
        let told = game.body([false; 2], false).map_err(|_| No::internal())?;
        let (body, legal) = told;
        Ok(Table {
            latest: Arc::new(Update::of(&game, body, &legal, 0)),
            game,
            rules,
            legal,
            readers: Vec::new(),
            job: None,
            paused: false,
            score: None,
            visited: 0,
            asked: 0,
        })
    }

    pub(super) fn state(&self, access: Access, now: u64) -> State {
        self.latest.state(Arc::clone(&self.legal), access, now)
    }

    pub(super) fn access(&self, token: Option<&str>) -> Access {
        self.game.seats.access(token)
    }

    /// On which sides somebody is there.
    pub(super) fn present(&self) -> [bool; 2] {
        let mut present = [false; 2];
        let sides = self.readers.iter().flat_map(|reader| reader.access.sides());
        sides.for_each(|side| present[side.index()] = true);
        present
    }
}

impl Local {
    /// A game, opened if need be, and ended if its clock has run down meanwhile.
    pub(super) fn table(&mut self, id: &GameId) -> Result<&mut Table, Stop> {
        if !self.open.contains_key(id) {
            let table = self.loaded(id)?;
            self.open.insert(id.clone(), table);
        }
        self.asked += 1;
        let asked = self.asked;
        let now = self.now;
        if let Some(table) = self.open.get_mut(id) {
            table.asked = asked;
            if let Some(fallen) = table.game.flag_fall(now) {
                self.at_table(id, |local, table| Ok(local.commit(table, fallen.events)?))?;
            }
        }
        self.open.get_mut(id).ok_or_else(|| No::no_game().into())
    }

    /// Does something at a table that is open. Where it fails half way, the game is read anew.
    pub(super) fn at_table<T>(
        &mut self,
        id: &GameId,
        what: impl FnOnce(&mut Self, &mut Table) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let mut table = self.open.remove(id).ok_or_else(No::no_game)?;
        let done = what(self, &mut table);
        match &done {
            Err(Stop::No(no)) if no.status == 500 => {
                self.end_job(&mut table);
                self.out.closed.extend(table.readers.iter().map(|reader| reader.channel));
            }
            _ => drop(self.open.insert(id.clone(), table)),
        }
        done
    }

    /// Reads a game from its events.
    fn loaded(&mut self, id: &GameId) -> Result<Table, Stop> {
        let events = self.supplied.get(id).ok_or_else(|| Need::Game(id.clone()))?;
        let Some(KeptEvent { at, event: Event::Created(header) }) = events.first() else {
            self.supplied.remove(id);
            return Err(No::no_game().into());
        };
        let (at, header) = (*at, (**header).clone());
        let Header { definition, settings, variant, .. } = &header;
        let rules = self.shelf.kept(definition, settings, variant)?;
        let events = self.supplied.remove(id).unwrap_or_default();
        let corrupt = |_| No::internal();
        let game = Game::new(id.clone(), header, &rules.house, at);
        let mut game = game.map_err(|_| No::internal())?;
        for (index, KeptEvent { at, event }) in events.iter().enumerate().skip(1) {
            let next = events.get(index + 1).map(|next| &next.event);
            game.replay(event, next, *at).map_err(corrupt)?;
        }
        Ok(Table::new(game, rules)?)
    }

    /// Sets up a game, with moves that were played before. It is written before anybody hears of it.
    pub(super) fn begin(
        &mut self,
        header: Header,
        rules: Rules,
        moves: &[RecordedMove],
    ) -> Result<GameId, Stop> {
        let id = self.keep_played((header, &rules), moves, None)?;
        let events = self.supplied.remove(&id).unwrap_or_default();
        let Some(Event::Created(header)) = events.first().map(|kept| &kept.event) else {
            return Err(No::internal().into());
        };
        let game = Game::new(id.clone(), (**header).clone(), &rules.house, self.now);
        let mut game = game.map_err(|error| No::field("position", error.to_string()))?;
        for kept in &events[1..] {
            game.apply(&kept.event, self.now).map_err(|_| No::internal())?;
        }
        let table = Table { visited: self.now, ..Table::new(game, rules)? };
        self.open.insert(id.clone(), table);
        // Only what can begin is written.
        self.write_events(&id, 1, events);
        self.at_table(&id, |local, table| {
            local.think_if_due(table);
            Ok(())
        })?;
        Ok(id)
    }

    /// Keeps a game that was played elsewhere, and how it ended there.
    pub(super) fn import(
        &mut self,
        header: Header,
        rules: &Rules,
        moves: &[RecordedMove],
        end: Option<crate::game::End>,
    ) -> Result<GameId, Stop> {
        let id = self.keep_played((header, rules), moves, end)?;
        let events = self.supplied.get(&id).cloned().unwrap_or_default();
        self.write_events(&id, 1, events);
        Ok(id)
    }

    /// The events of a new game, as if they had been supplied.
    fn keep_played(
        &mut self,
        (header, rules): (Header, &Rules),
        moves: &[RecordedMove],
        end: Option<crate::game::End>,
    ) -> Result<GameId, Stop> {
        let id = GameId::new()?;
        self.write_definition(rules);
        let at = self.now;
        let events = Event::all_of(header, moves, TOGETHER, end);
        let events = events.into_iter().map(|event| KeptEvent { at, event }).collect();
        self.supplied.insert(id.clone(), events);
        Ok(id)
    }

    /// A game keeps its rules, whatever the next pages bring.
    pub(super) fn write_definition(&mut self, rules: &Rules) {
        let (id, definition) = (rules.id.as_str().to_owned(), (*rules.definition).clone());
        self.out.writes.push(Write::Definition { id, definition });
    }

    fn write_events(&mut self, game: &GameId, first: u64, events: Vec<KeptEvent>) {
        self.glances.remove(game);
        self.finished.remove(game);
        self.out.writes.push(Write::Events { game: game.clone(), first, events });
    }

    /// Does what somebody wants, if it is granted.
    pub(super) fn obey(
        &mut self,
        id: &GameId,
        token: Option<&str>,
        command: &Command,
    ) -> Result<State, Stop> {
        self.table(id)?;
        self.at_table(id, |local, table| {
            local.visit(table);
            local.obey_at(table, token, command)
        })
    }

    fn obey_at(
        &mut self,
        table: &mut Table,
        token: Option<&str>,
        command: &Command,
    ) -> Result<State, Stop> {
        let access = table.access(token);
        if let Command::Sit { token, .. } = command {
            // Who has heard no answer asks once more.
            let seated = table.access(Some(token.as_str()));
            if seated != Access::Nobody && (access == Access::Nobody || access == seated) {
                return Ok(table.state(seated, self.now));
            }
        }
        let decision = table.game.decide(access, command, self.now);
        let Decision { events, refused, rematch } = decision;
        self.commit(table, events)?;
        if rematch {
            let draw = getrandom::u64()?;
            let created = self.calendar();
            let (header, moves) = table.game.once_more(table.rules.house.variant(), created, draw);
            let game = self.begin(header, table.rules.clone(), &moves)?;
            self.commit(table, vec![Event::Rematched { game }])?;
        }
        if let Some(answer) = table.game.engine_answers(table.score) {
            self.commit(table, vec![answer])?;
        }
        let state = table.state(access, self.now);
        match refused {
            None => Ok(state),
            Some(refused) => Err(refused.into()),
        }
    }

    /// Lets events happen, and tells of them.
    pub(super) fn commit(&mut self, table: &mut Table, events: Vec<Event>) -> Result<(), No> {
        if events.is_empty() {
            return Ok(());
        }
        let first = table.game.seq + 1;
        let mut kept = table.game.played.len();
        let present = table.present();
        for event in &events {
            table.game.apply(event, self.now).map_err(|_| No::internal())?;
            kept = kept.min(table.game.played.len());
        }
        let (body, legal) = match events.iter().any(Event::changes_position) {
            true => table.game.body(present, false).map_err(|_| No::internal())?,
            false => table.game.body_after((&table.latest.body, &table.legal), present),
        };
        if events.iter().any(Event::concerns_engine) {
            self.end_job(table);
        }
        if events.iter().any(Event::changes_position) {
            self.end_hints(&table.game.id);
        }
        let at = self.now;
        let events = events.into_iter().map(|event| KeptEvent { at, event }).collect();
        let id = table.game.id.clone();
        self.write_events(&id, first, events);
        self.think_if_due(table);
        table.legal = legal;
        let thinking = table.job.is_some();
        self.send(table, Body { thinking, ..body }, kept);
        Ok(())
    }

    /// Somebody is there.
    pub(super) fn visit(&mut self, table: &mut Table) {
        table.visited = self.now;
        table.paused = false;
        self.think_if_due(table);
    }
}
