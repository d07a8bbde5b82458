//! The engine in an open game: when it thinks, for whom, and what comes of it.

use super::OpenGame;
use super::ask::Visitor;
use crate::address::Owner;
use crate::at_once::Share;
use crate::clock::Left;
use crate::failure::Failure;
use crate::game::{Access, Body, Decision, Event, Offer, Player, Refused};
use crate::pool::{Asker, Pending, Urgency};
use crate::rules::{Question, Referee, Thought};
use komadai_engine::{Level, Remaining, Score};
use komadai_rules::Color;
use std::time::Duration;
use tokio::time::Instant;

/// The engine goes on this long after the last watcher has gone.
const GRACE: Duration = Duration::from_secs(3);
/// Who asks by requests is taken to be there for so many milliseconds.
const ATTENDED_MS: u64 = 30_000;
/// Levels below the full one are limited by what they look at; this is for slow machines.
const MOST_BELOW_FULL: Duration = Duration::from_secs(10);
/// Who watches should see one move before the next: the engine's first one, the pass that it forces,
/// and its second one would otherwise come at once.
const AFTER_MOVE: Duration = Duration::from_millis(300);
const AFTER_PASS: Duration = Duration::from_millis(1_200);
/// On a clock the engine waits for at most this part of its time.
const SHARE: u32 = 40;
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(1);

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

impl OpenGame {
    /// The level of the engine that plays a side.
    pub(super) fn level(&self, side: Color) -> Option<Level> {
        match self.game.header.players[side.index()] {
            Player::Engine { level } => Level::new(level),
            Player::Human => None,
        }
    }

    /// Whether the engine plays both sides.
    pub(super) fn is_of_engines(&self) -> bool {
        self.game.header.players.iter().all(|player| *player != Player::Human)
    }

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
        match (self.is_of_engines(), self.watchers.came) {
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
        let side = self.game.referee.play().side();
        let Some(level) = self.level(side) else { return };
        if self.game.is_over() || self.paused || self.thinking.is_some() {
            return;
        }
        if self.is_of_engines() && !self.is_attended() {
            self.paused = true;
            return;
        }
        let most = if level == Level::FULL { self.hub.think } else { MOST_BELOW_FULL };
        let question = Question { level, most, clock: self.remaining(side), seed: seed() };
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
        match (self.is_of_engines(), self.is_attended()) {
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
        let Some(last) = self.game.played.last().filter(|_| self.watchers.all > 0) else {
            return Duration::ZERO;
        };
        let pause = if last.pass { AFTER_PASS } else { AFTER_MOVE };
        clock.map_or(pause, |clock| pause.min((clock.left + clock.byoyomi) / SHARE))
    }

    /// The engine's clock, as it needs to know it.
    fn remaining(&self, side: Color) -> Option<Remaining> {
        let clocks = self.game.clocks.as_ref()?;
        let Left { ms, periods, in_byoyomi } = clocks.left(side, self.hub.time.now());
        let control = clocks.control();
        let (left, byoyomi) = if in_byoyomi { (0, ms) } else { (ms, control.byoyomi_ms) };
        Some(Remaining {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(control.increment_ms),
            byoyomi: Duration::from_millis(byoyomi),
            periods: Some(periods),
            moves_to_go: None,
        })
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
        let Some(by) = self.game.offers.draw else { return Ok(()) };
        if self.level(!by).is_none() {
            return Ok(());
        }
        let agrees = self.score.is_some_and(Score::welcomes_a_draw);
        let declined = Event::Declined { what: Offer::Draw };
        self.commit(vec![if agrees { self.game.agreed() } else { declined }]).await
    }

    pub(super) fn hint(&self, by: &Visitor) -> Result<(Pending, Referee), Failure> {
        match self.game.seats.access(by.token.as_deref()) {
            Access::Nobody => return Err(Refused::NoSeat.into()),
            _ if self.game.is_over() => return Err(Refused::Over.into()),
            Access::Side(side) if side != self.game.referee.play().side() => {
                return Err(Refused::NotYourTurn.into());
            }
            _ => {}
        }
        let question = Question { level: Level::FULL, most: HINT, clock: None, seed: seed() };
        let referee = self.game.referee.clone();
        Ok((self.hub.pool.hint(self.asker(), referee.thinker(question))?, referee))
    }
}

/// What a level rolls its dice with. Without random numbers it rolls the same.
fn seed() -> u64 {
    getrandom::u64().unwrap_or_default()
}
