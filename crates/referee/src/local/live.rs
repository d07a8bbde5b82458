//! Those who watch a game.

use super::Local;
use super::exchange::{Stop, Told};
use super::table::Table;
use crate::forms::{LiveRequest, No, ToReader};
use crate::game::{Access, Body, LegalMoves, Update};
use crate::id::{GameId, MOST_BYTES_OF_A_TOKEN};
use crate::problem::Problem;
use std::sync::{Arc, Weak};

/// Somebody who watches a game, and may play.
pub(super) struct Reader {
    pub(super) channel: u64,
    token: Option<String>,
    pub(super) access: Access,
    /// The legal moves that it knows.
    known: Weak<LegalMoves>,
}

impl Local {
    /// Somebody wants to be told of what happens in a game.
    pub(super) fn watch(
        &mut self,
        channel: u64,
        game: &str,
        seat: Option<String>,
        since: Option<u64>,
    ) -> Result<(), Stop> {
        let id = GameId::parse(game);
        let opened = match &id {
            Some(id) => self.table(id).map(|_| id),
            None => Err(No::no_game().into()),
        };
        match opened {
            Ok(id) => self.at_table(id, |local, table| {
                local.greet(table, (channel, seat), since);
                Ok(())
            }),
            // Nobody can be told why; whoever asks for the game is.
            Err(Stop::No(_)) => {
                self.out.closed.push(channel);
                Ok(())
            }
            Err(needs) => Err(needs),
        }
    }

    fn greet(
        &mut self,
        table: &mut Table,
        (channel, seat): (u64, Option<String>),
        since: Option<u64>,
    ) {
        let token = seat.filter(|token| token.len() <= MOST_BYTES_OF_A_TOKEN);
        let access = table.access(token.as_deref());
        let latest = Arc::clone(&table.latest);
        let seq = latest.body.seq;
        let message = if since == Some(seq) {
            let (state, from_ply) = (latest.view(access, self.now), latest.moves.len());
            ToReader::Update { seq, state, played: &[], from_ply, legal: None }
        } else {
            ToReader::State { seq, state: table.state(access, self.now) }
        };
        self.tell(channel, &message);
        let known = Arc::downgrade(&table.legal);
        table.readers.push(Reader { channel, token, access, known });
        self.visit(table);
        self.tell_presence(table);
    }

    fn tell(&mut self, channel: u64, message: &ToReader<'_>) {
        // Nothing in it can fail to be written.
        let text = serde_json::to_string(message).unwrap_or_default();
        self.out.told.push(Told { channel, text });
    }

    /// The game that a reader watches.
    fn watched(&self, channel: u64) -> Option<GameId> {
        let is_it = |table: &&Table| table.readers.iter().any(|it| it.channel == channel);
        self.open.values().find(is_it).map(|table| table.game.id.clone())
    }

    /// A reader goes.
    pub(super) fn left(&mut self, channel: u64) -> Result<(), Stop> {
        let Some(id) = self.watched(channel) else { return Ok(()) };
        self.at_table(&id, |local, table| {
            table.readers.retain(|reader| reader.channel != channel);
            local.tell_presence(table);
            local.rest_if_left(table);
            Ok(())
        })
    }

    /// A reader says something.
    pub(super) fn said(&mut self, channel: u64, text: &str) -> Result<(), Stop> {
        let Some(id) = self.watched(channel) else {
            self.out.closed.push(channel);
            return Ok(());
        };
        let request: LiveRequest = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => {
                let (id, error) = (LiveRequest::id_of(text), Problem::no_message(&error));
                self.tell(channel, &ToReader::Refused { id, error });
                return Ok(());
            }
        };
        let Some((number, command)) = request.command() else {
            self.tell(channel, &ToReader::Pong);
            return Ok(());
        };
        let token = self.open.get(&id).and_then(|table| {
            let reader = table.readers.iter().find(|reader| reader.channel == channel);
            reader.and_then(|reader| reader.token.clone())
        });
        match self.obey(&id, token.as_deref(), &command) {
            Ok(state) => {
                let seq = state.view.body.seq;
                self.tell(channel, &ToReader::Ack { id: number, seq });
            }
            Err(Stop::No(No { problem, .. })) => {
                let id = Some(number);
                self.tell(channel, &ToReader::Refused { id, error: problem });
            }
            Err(needs) => return Err(needs),
        }
        Ok(())
    }

    /// Tells all who watch how the game stands.
    pub(super) fn send(&mut self, table: &mut Table, body: Body, from_ply: usize) {
        let latest = Arc::new(Update::of(&table.game, body, &table.legal, from_ply));
        table.latest = Arc::clone(&latest);
        let readers = std::mem::take(&mut table.readers);
        for mut reader in readers {
            // Somebody else has sat down here: the reader comes back as one who looks on.
            if latest.seats.access(reader.token.as_deref()) != reader.access {
                self.out.closed.push(reader.channel);
                continue;
            }
            let state = latest.view(reader.access, self.now);
            let played = latest.moves.get(from_ply..).unwrap_or_default();
            let is_new = !reader.known.ptr_eq(&latest.legal);
            let legal = is_new.then(|| Arc::clone(&table.legal));
            let seq = latest.body.seq;
            let message = ToReader::Update { seq, state, played, from_ply, legal };
            self.tell(reader.channel, &message);
            reader.known = Weak::clone(&latest.legal);
            table.readers.push(reader);
        }
    }

    /// Tells who is there, if that has changed.
    fn tell_presence(&mut self, table: &mut Table) {
        if let Some(body) = table.latest.body.with_presence(table.present()) {
            let moves = table.game.played.len();
            self.send(table, body, moves);
        }
    }

    /// Ends those games whose clocks have run down while somebody watches.
    pub(super) fn look_at_clocks(&mut self) -> Result<(), Stop> {
        let watched = self.open.values().filter(|table| !table.readers.is_empty());
        let ids: Vec<GameId> = watched.map(|table| table.game.id.clone()).collect();
        for id in ids {
            self.table(&id)?;
        }
        Ok(())
    }

    /// When the next clock of a game runs down that somebody watches.
    pub(super) fn next_flag(&self) -> Option<u64> {
        let watched = self.open.values().filter(|table| !table.readers.is_empty());
        watched.filter_map(|table| table.game.clocks.as_ref()?.end()).min()
    }
}
