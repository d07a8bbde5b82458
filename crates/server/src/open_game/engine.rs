//! The engine in an open game: when it thinks, for whom, and what comes of it.

use super::OpenGame;
use super::ask::Visitor;
use crate::address::Owner;
use crate::at_once::Share;
use crate::failure::Failure;
use crate::game::{Access, Body, Decision, NotNow, Refused};
use crate::pool::{Asker, Pending, Urgency};
use crate::rules::{Referee, Thought};
use komadai_engine::Remaining;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The engine goes on this long after the last watcher has gone.
const GRACE: Duration = Duration::from_secs(3);
/// Who asks by requests is taken to be there for so many milliseconds.
const ATTENDED_MS: u64 = 30_000;
/// The engine's search for its move.
pub(super) struct Thinking {
    pub(super) pending: Pending,
    /// Whose it is, and how urgently it was asked for.
    owner: Owner,
    urgency: Urgency,
    /// Whether it has got a thread. Its clock runs only from then on.
    pub(super) begun: bool,
    /// The move is not wanted earlier.
    pub(super) not_before: Instant,
    /// What its game may hold meanwhile though nobody watches; `None` if its owner has too much of that.
    pub(super) room: Option<Share>,
}

/// The engine's search for a hint. It is stopped when this is dropped.
pub(crate) struct Hinting {
    pending: Pending,
    /// The position that it is for...
    referee: Referee,
    /// ... and when that has changed.
    position: CancellationToken,
}

impl Hinting {
    /// What the engine would play, and who can tell of it.
    ///
    /// # Errors
    /// When the position changes before it is found, or the search fails.
    pub(crate) async fn found(self) -> Result<(Option<String>, Referee), Failure> {
        let Hinting { pending: Pending { ticket: _ticket, thought, .. }, referee, position } = self;
        let found = position.run_until_cancelled(thought).await;
        let found = found.ok_or(Refused::from(NotNow::PositionChanged))?;
        let Thought { usi, .. } = found.map_err(|_| Failure::Ending)?;
        Ok((usi, referee))
    }
}

impl OpenGame {
    /// Whether somebody watches, or has asked for something a moment ago.
    pub(super) fn is_attended(&self) -> bool {
        self.watchers.all > 0 || !self.unattended_in().is_zero()
    }

    /// How long the last request still counts as somebody's being there.
    pub(super) fn unattended_in(&self) -> Duration {
        let until = self.visited.map_or(0, |(_, at)| at.saturating_add(ATTENDED_MS));
        Duration::from_millis(until.saturating_sub(self.hub.time.now()))
    }

    /// Somebody looks. Any page can make a browser do that: it keeps alive what this address has begun, but nobody
    /// else's, for which the engine would think in the name of who only looks. Who shows the token of a seat as no
    /// page of elsewhere can plays here.
    pub(super) fn look(&mut self, by: &Visitor) {
        let plays =
            || by.in_header && self.game.seats.access(by.token.as_deref()) != Access::Nobody;
        if self.owner() == Some(by.address) || plays() {
            self.visit(by);
        }
    }

    /// Somebody is there.
    pub(super) fn visit(&mut self, by: &Visitor) {
        let access = self.game.seats.access(by.token.as_deref());
        if access != Access::Nobody {
            self.player = Some(by.address);
        }
        for side in access.sides() {
            self.players[side.index()] = Some(by.address);
        }
        self.visited = Some((by.address, self.hub.time.now()));
        self.idle_since = Instant::now();
        self.left = None;
        // Nor does it wait behind what somebody else wants who has only looked.
        let is_others =
            |thinking: &Thinking| self.player.is_some() && thinking.owner != self.owner();
        let waits = |thinking: &Thinking| {
            !thinking.begun && (thinking.urgency > self.urgency() || is_others(thinking))
        };
        if self.thinking.as_ref().is_some_and(waits) {
            self.thinking = None;
        }
        self.paused = false;
        self.think_if_due();
    }

    /// How long the engine still thinks if nobody comes; `None` for to the end. In a game against a
    /// person on a clock it goes on, for its time is running; so it does for programs that only ever
    /// make requests.
    pub(super) fn patience(&self) -> Option<Duration> {
        self.thinking.as_ref().filter(|_| self.watchers.all == 0)?;
        let on_a_clock = self.game.clocks.is_some();
        // Who only looks does not begin it anew.
        let grace = GRACE.saturating_sub(self.left.map_or(Duration::ZERO, |left| left.elapsed()));
        match (self.game.is_of_engines(), self.watchers.came) {
            (true, true) => Some(grace),
            (true, false) => Some(self.unattended_in()),
            (false, true) if !on_a_clock => Some(grace),
            _ => None,
        }
    }

    /// The engine stops until somebody is there.
    pub(super) fn pause(&mut self) {
        self.paused = true;
        self.thinking = None;
        self.game.engine_rests();
        if self.latest.body.thinking {
            let body = Body { thinking: false, ..(*self.latest.body).clone() };
            self.send(body, self.game.played.len());
        }
    }

    /// Lets the engine think if it is its turn.
    pub(super) fn think_if_due(&mut self) {
        let question = self.game.question(self.hub.think, self.hub.time.now(), seed());
        let Some(question) = question.filter(|_| !self.paused && self.thinking.is_none()) else {
            return;
        };
        if self.game.is_of_engines() && !self.is_attended() {
            self.paused = true;
            return;
        }
        let not_before = Instant::now() + self.pause_before_move(question.clock);
        let asker = self.asker();
        let (owner, urgency) = (asker.owner, asker.urgency);
        let pending = self.hub.pool.think(asker, self.game.referee.thinker(question));
        let room = self.hub.awaited.take_many(owner, self.size());
        self.thinking = Some(Thinking { pending, owner, urgency, begun: false, not_before, room });
    }

    /// For whom the engine thinks, and how urgently.
    fn asker(&self) -> Asker {
        Asker { game: self.game.id.clone(), owner: self.owner(), urgency: self.urgency() }
    }

    fn urgency(&self) -> Urgency {
        match (self.game.is_of_engines(), self.is_attended()) {
            (true, _) => Urgency::Engines,
            (false, true) => Urgency::Watched,
            (false, false) => Urgency::Left,
        }
    }

    /// The engine has got a thread: its clock runs from now on.
    pub(super) fn engine_has_begun(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.begun = true;
        }
        self.game.engine_begins(self.hub.time.now());
        if self.game.clocks.is_some() || !self.latest.body.thinking {
            let body = Body { thinking: true, ..(*self.latest.body).clone() };
            self.send(body, self.game.played.len());
        }
    }

    /// How long who watches needs for the moves before.
    fn pause_before_move(&self, clock: Option<Remaining>) -> Duration {
        match self.watchers.all {
            0 => Duration::ZERO,
            _ => self.game.pause_before_move(clock),
        }
    }

    pub(super) async fn engine_has_thought(
        &mut self,
        thought: Option<Thought>,
    ) -> Result<(), Failure> {
        self.thinking = None;
        let thought = thought.unwrap_or_default();
        let now = self.hub.time.now();
        self.score = Some(thought.score);
        if thought.declares {
            // What takes too long to find out is not declared.
            let decision = self.compute(|game| game.engine_declares()).await;
            if let Some(decision) = decision.ok().filter(|it| !it.events.is_empty()) {
                return self.commit(decision.events).await;
            }
        }
        // Where a search has failed, any move is better than none; perhaps there is but a pass.
        let any = self.legal.first().unwrap_or("pass").to_owned();
        let texts: Vec<String> = thought.usi.into_iter().chain([any]).collect();
        let Decision { events, refused, .. } =
            self.compute(|game| game.engine_moves(&texts, now)).await?;
        if let Some(refused) = refused {
            tracing::error!(game = %self.game.id, ?texts, %refused, "the engine's move is not legal");
        }
        self.commit(events).await
    }

    /// The engine says yes or no to a draw.
    pub(super) async fn engine_answers(&mut self) -> Result<(), Failure> {
        match self.game.engine_answers(self.score) {
            Some(answer) => self.commit(vec![answer]).await,
            None => Ok(()),
        }
    }

    pub(super) fn hint(&self, by: &Visitor) -> Result<Hinting, Failure> {
        let access = self.game.seats.access(by.token.as_deref());
        let question = self.game.hint(access, seed())?;
        let referee = self.game.referee.clone();
        let pending = self.hub.pool.hint(self.asker(), referee.thinker(question))?;
        Ok(Hinting { pending, referee, position: self.position.clone() })
    }
}

/// What a level rolls its dice with. Without random numbers it rolls the same.
fn seed() -> u64 {
    getrandom::u64().unwrap_or_default()
}
