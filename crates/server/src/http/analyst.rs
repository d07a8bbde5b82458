//! Searches by websocket: whoever analyses says what to look at, and hears what is found, until something
//! else is said or the page goes.

use super::App;
use super::analysis::{carry, house_by};
use super::error::ApiError;
use super::message::{self, Message, Unheard};
use super::socket::{self, CloseCode, Gone, Talk, Upgrade};
use crate::address::Address;
use crate::analysis::{AnalystRequest, ToAnalyst, searched};
use crate::door::Busy;
use crate::failure::Failure;
use crate::id::GameId;
use crate::pool::{Asker, Pending, Urgency};
use crate::rules::{AnalysisQuestion, Found, MOST_LINES, MateFound, Referee, Thinker, to_watchers};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use tokio_util::task::AbortOnDropHandle;

/// A long game, and where it began.
const MOST_BYTES: usize = 32 << 10;
/// After so long whoever waits for rules and a position hears that it takes too long.
const MOST_WAIT: Duration = Duration::from_secs(30);
/// What is found is told no more often.
const PACE: Duration = Duration::from_millis(100);

impl Message for AnalystRequest {
    fn is_free(&self) -> bool {
        AnalystRequest::is_free(self)
    }

    fn id(&self) -> Option<u64> {
        AnalystRequest::id(self)
    }
}

/// Searches, as they go on: a websocket.
#[utoipa::path(get, path = "/api/analysis/live", tag = "analysis",
    responses((status = 101, description = "Messages: the server sends `ToAnalyst`, the reader \
        `AnalystRequest`")))]
pub(crate) async fn live(
    State(app): State<App>,
    address: Address,
    Extension(busy): Extension<Busy>,
    headers: HeaderMap,
    upgrade: Result<Upgrade, ApiError>,
) -> Result<Response, ApiError> {
    let places = socket::admit(&app, address, busy, &headers)?;
    let upgrade = upgrade?;
    let asker = Asker {
        game: GameId::new().map_err(Failure::from)?,
        owner: Some(address),
        urgency: Urgency::Analysis,
    };
    let analyst = Analyst { app, address, asker, beginning: None, search: None };
    Ok(upgrade.agree(places, MOST_BYTES, move |talk| analyst.serve(talk)))
}

/// Somebody who analyses.
struct Analyst {
    app: App,
    address: Address,
    /// As whom the pool knows the searches.
    asker: Asker,
    /// What is about to be looked for. Dropped, it is not looked for.
    beginning: Option<Beginning>,
    search: Option<Search>,
}

/// Rules and a position that are worked out, which may take a while. That is a task of its own: while an answer is
/// sent to somebody who reads slowly, it must not keep a turn that others wait for.
struct Beginning {
    id: u64,
    wish: Wish,
    at: AbortOnDropHandle<Result<Arc<Referee>, ApiError>>,
}

/// A search that goes on. Dropped, it ends.
struct Search {
    id: u64,
    wish: Wish,
    /// What it searches.
    at: Arc<Referee>,
    pending: Pending,
    found: Findings,
    began: Instant,
    /// The depth of what was last told: what was broken off begins anew.
    depth: u32,
}

/// What is looked for.
#[derive(Clone, Copy)]
enum Wish {
    Lines(usize),
    Mate,
}

impl Wish {
    /// It ends after this, however often it has to make way for others.
    fn most(self) -> Duration {
        match self {
            Wish::Lines(_) => AnalystRequest::MOST_TIME,
            Wish::Mate => AnalystRequest::MOST_MATE_TIME,
        }
    }
}

/// What is found. The sender is kept, too: what was found last is heard when the search has gone.
enum Findings {
    Lines(watch::Sender<Found>, watch::Receiver<Found>),
    Mate(watch::Sender<Option<MateFound>>, watch::Receiver<Option<MateFound>>),
}

impl Analyst {
    async fn serve(mut self, talk: Talk) {
        talk.hold(async |talk| {
            let told = self.talk(talk).await;
            // Nothing is looked for while the other end is told that it is over.
            (self.beginning, self.search) = (None, None);
            told.map(|()| CloseCode::Away)
        })
        .await;
    }

    /// Talks until the server ends, or the other end has gone.
    async fn talk(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        let stop = self.app.hub.stop.clone();
        let mut ticks = tokio::time::interval(PACE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let begun = async {
                match &mut self.beginning {
                    Some(beginning) => {
                        let ending = |_| Err(Failure::Ending.into());
                        (&mut beginning.at).await.unwrap_or_else(ending)
                    }
                    None => pending().await,
                }
            };
            let thought = async {
                match &mut self.search {
                    Some(search) => drop((&mut search.pending.thought).await),
                    None => pending().await,
                }
            };
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                text = talk.hear() => self.hear(talk, &text?).await?,
                at = begun => self.begun(talk, at).await?,
                () = thought => self.thought(talk).await?,
                _ = ticks.tick() => self.tell(talk).await?,
            }
        }
    }

    async fn hear(&mut self, talk: &mut Talk, text: &str) -> Result<(), Gone> {
        let (id, wish, rules, line, threat) =
            match message::read(text, &self.app.requests, self.address).await {
                Ok(AnalystRequest::Ping {}) => return talk.send(&ToAnalyst::Pong).await,
                Ok(AnalystRequest::Stop {}) => {
                    (self.beginning, self.search) = (None, None);
                    return Ok(());
                }
                Ok(AnalystRequest::Analyse { id, rules, line, lines, threat }) => {
                    (id, Wish::Lines(lines.clamp(1, MOST_LINES)), rules, line, threat)
                }
                Ok(AnalystRequest::Mate { id, rules, line }) => {
                    (id, Wish::Mate, rules, line, false)
                }
                Err(Unheard { id, error }) => {
                    return talk.send(&ToAnalyst::Refused { id, error }).await;
                }
            };
        (self.beginning, self.search) = (None, None);
        let (app, address) = (self.app.clone(), self.address);
        let at = async move {
            let work = async {
                let house = house_by(&rules, &app, address).await?;
                let at = carry(&app, address, &house, move |house, patience| {
                    searched(house, &line, threat, patience)
                });
                Ok(Arc::new(at.await??))
            };
            let late = |_| Err(ApiError::unavailable("this takes too long; try again"));
            tokio::time::timeout(MOST_WAIT, work).await.unwrap_or_else(late)
        };
        let at = AbortOnDropHandle::new(tokio::spawn(at));
        self.beginning = Some(Beginning { id, wish, at });
        Ok(())
    }

    /// Begins to look for something, instead of what was looked for before.
    async fn begun(
        &mut self,
        talk: &mut Talk,
        at: Result<Arc<Referee>, ApiError>,
    ) -> Result<(), Gone> {
        let Some(Beginning { id, wish, .. }) = self.beginning.take() else { return Ok(()) };
        let asked = at.and_then(|at| Ok((self.ask(&at, wish, wish.most())?, at)));
        match asked {
            Ok(((pending, found), at)) => {
                let began = Instant::now();
                self.search = Some(Search { id, wish, at, pending, found, began, depth: 0 });
                Ok(())
            }
            Err(error) => {
                let error = error.problem;
                talk.send(&ToAnalyst::Refused { id: Some(id), error }).await
            }
        }
    }

    fn ask(
        &self,
        at: &Referee,
        wish: Wish,
        left: Duration,
    ) -> Result<(Pending, Findings), ApiError> {
        let (thinker, found): (Thinker, Findings) = match wish {
            Wish::Lines(lines) => {
                let (tell, found) = watch::channel(Found::default());
                let question = AnalysisQuestion { lines, most: left };
                (at.analyser(question, to_watchers(tell.clone())), Findings::Lines(tell, found))
            }
            Wish::Mate => {
                let (tell, found) = watch::channel(None);
                (at.mate_finder(left, to_watchers(tell.clone())), Findings::Mate(tell, found))
            }
        };
        let pending = self.app.hub.pool.hint(self.asker.clone(), thinker).map_err(Failure::from)?;
        Ok((pending, found))
    }

    /// A search has given its thread back: it is over, or goes on when there is a thread again.
    async fn thought(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        self.tell(talk).await?;
        let Some(search) = self.search.take() else { return Ok(()) };
        if search.found.is_over() {
            return Ok(());
        }
        let left = search.wish.most().saturating_sub(search.began.elapsed());
        if left.is_zero() {
            return match search.wish {
                Wish::Lines(_) => Ok(()),
                // Whoever waits for a mate is told that none was found.
                Wish::Mate => {
                    let (id, found) = (search.id, MateFound::Unknown);
                    talk.send(&ToAnalyst::Mate { id, found }).await
                }
            };
        }
        match self.ask(&search.at, search.wish, left) {
            Ok((pending, found)) => self.search = Some(Search { pending, found, ..search }),
            Err(error) => {
                let (id, error) = (Some(search.id), error.problem);
                talk.send(&ToAnalyst::Refused { id, error }).await?;
            }
        }
        Ok(())
    }

    /// Tells what is new.
    async fn tell(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let id = search.id;
        match &mut search.found {
            Findings::Lines(_, found) if found.has_changed().unwrap_or(false) => {
                let found = found.borrow_and_update().clone();
                if found.depth < search.depth && !found.done {
                    return Ok(());
                }
                search.depth = found.depth;
                talk.send(&ToAnalyst::Found { id, found }).await
            }
            Findings::Mate(_, found) if found.has_changed().unwrap_or(false) => {
                let found = found.borrow_and_update().clone();
                match found {
                    Some(found) => talk.send(&ToAnalyst::Mate { id, found }).await,
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

impl Findings {
    fn is_over(&self) -> bool {
        match self {
            Findings::Lines(tell, _) => tell.borrow().done,
            Findings::Mate(tell, _) => tell.borrow().is_some(),
        }
    }
}
