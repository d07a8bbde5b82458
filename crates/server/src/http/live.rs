//! Live games over websockets.

use super::App;
use super::error::{ApiError, Path, SOON, Words};
use super::games::game_id;
use super::guard;
use super::message::{self, Message, Unheard};
use super::socket::{self, CloseCode, Gone, Talk, Upgrade};
use crate::address::Address;
use crate::at_once::AtOnce;
use crate::door::Busy;
use crate::failure::Failure;
use crate::game::{self, Access, LegalMoves, Update, You};
use crate::hub::{Hub, WatchedMoves};
use crate::id::{GameId, MOST_BYTES_OF_A_TOKEN};
use crate::open_game::{Ask, Chair, Visitor, Watch};
use crate::rates::Rate;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use komadai_referee::forms::{LiveRequest, ToReader};
use serde::Deserialize;
use std::sync::{Arc, Weak};
use tokio::sync::broadcast::{self, error::RecvError};

/// A played move takes so much in JSON.
const BYTES_OF_A_MOVE: usize = 1 << 10;
/// Nobody has more to say.
const MOST_BYTES: usize = 4096;

impl Message for LiveRequest {
    fn is_free(&self) -> bool {
        LiveRequest::is_free(self)
    }

    fn id(&self) -> Option<u64> {
        LiveRequest::id(self)
    }
}

/// How a reader comes in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LiveQuery {
    seat: Option<String>,
    /// The number of the last thing that it knows.
    since: Option<u64>,
}

/// A game as it happens: a websocket.
#[utoipa::path(get, path = "/api/games/{id}/live", tag = "games",
    params(
        ("id" = String, Path, description = "The game"),
        ("seat" = Option<String>, Query, description = "The token of a seat"),
        ("since" = Option<u64>, Query, description = "The last `seq` that the reader knows"),
    ),
    responses((status = 101, description = "Messages: the server sends `ToReader`, the reader \
        `LiveRequest`")))]
pub(crate) async fn live(
    State(app): State<App>,
    address: Address,
    Extension(busy): Extension<Busy>,
    Path(id): Path<String>,
    Words(query): Words<LiveQuery>,
    headers: HeaderMap,
    upgrade: Result<Upgrade, ApiError>,
) -> Result<Response, ApiError> {
    let places = socket::admit(&app, address, busy, &headers)?;
    let upgrade = upgrade?;
    let id = game_id(&id)?;
    // It is held as long as the websocket is open.
    let token = query.seat.filter(|token| token.len() <= MOST_BYTES_OF_A_TOKEN);
    let by = Visitor { token, in_header: false, address };
    let watch =
        app.hub.ask(&id, Some(address), |reply| Ask::Watch { by: by.clone(), reply }).await?;
    let App { hub, requests, greetings, .. } = app;
    let Watch { access, now: (now, legal), updates, chair, rules: held } = watch;
    let number = held + now.moves.len() + legal.size();
    let too_many = || ApiError::too_many("you watch too many long games", SOON);
    let watched = WatchedMoves::new(&hub, address, number).ok_or_else(too_many)?;
    let known = Weak::new();
    let reader =
        Reader { hub, requests, greetings, id, by, access, updates, chair, watched, held, known };
    Ok(upgrade.agree(places, MOST_BYTES, move |talk| reader.serve(talk, now, legal, query.since)))
}

/// Somebody who watches a game, and may play.
struct Reader {
    hub: Arc<Hub>,
    /// What is asked here counts like requests.
    requests: Rate,
    greetings: AtOnce,
    id: GameId,
    by: Visitor,
    access: Access,
    updates: broadcast::Receiver<Arc<Update>>,
    #[expect(dead_code, reason = "held, not read")]
    chair: Chair,
    watched: WatchedMoves,
    /// What its rules count for.
    held: usize,
    /// The legal moves that it knows.
    known: Weak<LegalMoves>,
}

impl Reader {
    async fn serve(
        mut self,
        talk: Talk,
        now: Arc<Update>,
        legal: Arc<LegalMoves>,
        since: Option<u64>,
    ) {
        talk.hold(async |talk| {
            self.greet(talk, now, legal, since).await?;
            self.talk(talk).await
        })
        .await;
    }

    /// Talks until one of both has enough; tells why.
    async fn talk(&mut self, talk: &mut Talk) -> Result<CloseCode, Gone> {
        let stop = self.hub.stop.clone();
        loop {
            tokio::select! {
                () = stop.cancelled() => return Ok(CloseCode::Away),
                update = self.updates.recv() => match update {
                    Ok(update) => self.tell(talk, &update).await?,
                    Err(RecvError::Lagged(_)) => self.tell_all(talk).await?,
                    // The server may end before this reader has heard of it.
                    Err(RecvError::Closed) if stop.is_cancelled() => return Ok(CloseCode::Away),
                    Err(RecvError::Closed) => return Ok(CloseCode::Restart),
                },
                text = talk.hear() => self.hear(talk, &text?).await?,
            }
        }
    }

    async fn greet(
        &mut self,
        talk: &mut Talk,
        now: Arc<Update>,
        legal: Arc<LegalMoves>,
        since: Option<u64>,
    ) -> Result<(), Gone> {
        let seq = now.body.seq;
        self.known = Arc::downgrade(&legal);
        if since == Some(seq) {
            // Clocks, and who is there, are told all the same.
            let (state, from_ply) = (now.view(self.access, self.hub.time.now()), now.moves.len());
            drop((now, legal));
            let message = ToReader::Update { seq, state, played: &[], from_ply, legal: None };
            return talk.send(&message).await;
        }
        let _greeting = self.greetings.wait(self.by.address).await;
        let state = now.state(legal, self.access, self.hub.time.now());
        self.send_all(talk, state).await
    }

    /// A whole game is large: it counts as it would for who asks for it.
    async fn send_all(&self, talk: &mut Talk, state: game::State) -> Result<(), Gone> {
        let bytes = state.legal.text().len() + state.moves.len() * BYTES_OF_A_MOVE;
        self.requests.charge(self.by.address, bytes / guard::PIECE);
        talk.send(&ToReader::State { seq: state.view.body.seq, state }).await
    }

    async fn tell(&mut self, talk: &mut Talk, update: &Update) -> Result<(), Gone> {
        // Somebody else has sat down here: the reader comes back as one who looks on.
        if update.seats.access(self.by.token.as_deref()) != self.access {
            return Err(Gone(CloseCode::Again));
        }
        let state = update.view(self.access, self.hub.time.now());
        let played = update.moves.get(update.from_ply..).unwrap_or_default();
        let (seq, from_ply) = (update.body.seq, update.from_ply);
        let message = ToReader::Update { seq, state, played, from_ply, legal: None };
        if self.known.ptr_eq(&update.legal) {
            return talk.send(&message).await;
        }
        let Some(legal) = update.legal.upgrade() else {
            // The position has passed.
            return self.tell_all(talk).await;
        };
        self.known = Weak::clone(&update.legal);
        if !self.watched.become_so_many(self.held + update.moves.len() + legal.size()) {
            return Err(Gone(CloseCode::Again));
        }
        // Long, and the same for all who look on: it is written out once.
        talk.send_with(&message, "legal", legal.bytes()).await
    }

    /// The reader was too slow, and has missed something.
    async fn tell_all(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        // What waits is older than what it is told now.
        self.updates = self.updates.resubscribe();
        let _greeting = self.greetings.wait(self.by.address).await;
        let look = |reply| Ask::Look { by: self.by.clone(), reply };
        let again = |_| Gone(CloseCode::Again);
        let state = self.hub.ask(&self.id, Some(self.by.address), look).await.map_err(again)?;
        if state.view.you != You::of(self.access) {
            return Err(Gone(CloseCode::Again));
        }
        self.known = Arc::downgrade(&state.legal);
        self.send_all(talk, state).await
    }

    async fn hear(&self, talk: &mut Talk, text: &str) -> Result<(), Gone> {
        let (id, command) =
            match message::read::<LiveRequest>(text, &self.requests, self.by.address).await {
                Ok(message) => match message.command() {
                    Some(asked) => asked,
                    None => return talk.send(&ToReader::Pong).await,
                },
                Err(Unheard { id, error }) => {
                    return talk.send(&ToReader::Refused { id, error }).await;
                }
            };
        let at = self.hub.time.now();
        let wish = |reply| {
            let (by, command) = (self.by.clone(), command.clone());
            Ask::Do { by, at, command, reply }
        };
        let answer = self.hub.ask(&self.id, Some(self.by.address), wish).await;
        let reply = match answer {
            Ok(state) => ToReader::Ack { id, seq: state.view.body.seq },
            Err(Failure::NoGame) => return Err(Gone(CloseCode::Error)),
            Err(failure) => {
                ToReader::Refused { id: Some(id), error: ApiError::from(failure).problem }
            }
        };
        talk.send(&reply).await
    }
}
