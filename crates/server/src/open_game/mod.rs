//! The task of a game in memory: all that happens in the game happens here, one thing at a time.

mod ask;
mod engine;

pub(crate) use ask::{Ask, Chair, Queued, Reply, Visitor, Watch};

use crate::address::{Address, Owner};
use crate::admin::OpenGameReport;
use crate::at_once::Askers;
use crate::failure::Failure;
use crate::game::{
    Access, Body, Command, Decision, Event, Game, LegalMoves, NotNow, Refused, ShortState, State,
    TooMuchWork, Update,
};
use crate::hub::{HeldMoves, Hub, Origin, WatchedMoves};
use crate::id::GameId;
use crate::loading::WORK_OF_A_REQUEST;
use crate::metrics;
use crate::rules::{Thought, Work as _, Worked, apart};
use crate::sleepers::Sleeper;
use crate::store::{NewEvents, StoreError};
use engine::Thinking;
use komadai_engine::Score;
use komadai_rules::Color;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

/// Updates that wait for a slow watcher before it is told everything anew.
const BACKLOG: usize = 8;
/// An open game looks so many times whether it is to be put away before it is.
const IDLE_CHECKS: u32 = 6;
/// So many legal moves are no more work than any request.
const MOVES_OF_A_REQUEST: usize = 128;
/// A game stays open while a clock runs down within so many milliseconds.
const SOON_MS: u64 = 60_000;

/// Who comes and goes is told no more often: it costs whoever does little, and everybody who watches hears of it.
const PRESENCE_PACE: Duration = Duration::from_millis(250);

/// A game in memory.
struct OpenGame {
    hub: Arc<Hub>,
    game: Game,
    watchers: Watchers,
    updates: broadcast::Sender<Arc<Update>>,
    latest: Arc<Update>,
    /// Those of the latest.
    legal: Arc<LegalMoves>,
    /// With those that were played.
    held: HeldMoves,
    thinking: Option<Thinking>,
    /// Cancelled when the position changes: nobody wants hints for it any more.
    position: CancellationToken,
    /// The engine waits until somebody is there.
    paused: bool,
    /// Who was there last, and when.
    visited: Option<(Address, u64)>,
    /// Which of the players was there last...
    player: Owner,
    /// ... and where each of them was.
    players: [Owner; 2],
    /// What it counts for who plays by requests alone, where too much is held in all games.
    played: Option<WatchedMoves>,
    /// Since when nobody needs it open.
    idle_since: Instant,
    /// Since when nobody watches, or has been there otherwise.
    left: Option<Instant>,
    /// When it was last told who is there, if ever.
    presence_told: Option<Instant>,
    /// What the engine thought of its position when it last moved.
    score: Option<Score>,
    /// The clock as it ran before the write that is under way, or has failed.
    clock_before: Option<Sleeper>,
    /// How much work has been done on what is asked, and on the engine's moves before.
    took: Duration,
}

/// How many watch, and for whom.
#[derive(Clone, Copy, Debug, Default)]
struct Watchers {
    all: usize,
    sides: [usize; 2],
    /// Whether anybody ever did: a program that plays by requests alone never watches.
    came: bool,
}

/// What wakes an open game up.
enum Wake {
    Asked(Option<Queued>),
    Begun,
    Thought(Option<Thought>),
    Flag,
    Presence,
    Left,
    Idle,
    Stop,
}

/// Runs a game until nobody needs it open.
pub(crate) async fn run(
    hub: Arc<Hub>,
    id: GameId,
    origin: Origin,
    mut asked: mpsc::UnboundedReceiver<Queued>,
) {
    let opened = match origin {
        Origin::New { game, by } => {
            let visited = Some((by, hub.time.now()));
            let opened = OpenGame::new(&hub, *game, visited, &Some(by).into()).await;
            opened.map(|mut opened| {
                opened.charge(by, true);
                opened
            })
        }
        Origin::Kept { askers, waits: _waits } => match hub.load_for(&id, &askers).await {
            Ok((game, _)) => OpenGame::new(&hub, game, None, &askers).await,
            Err(failure) => Err(failure),
        },
    };
    match opened {
        Ok(game) => {
            hub.wake(&id);
            game.run(&mut asked).await;
        }
        Err(failure) => {
            let ends = matches!(failure, Failure::Ending | Failure::Store(StoreError::Closed));
            if !ends && !matches!(failure, Failure::NoGame) {
                tracing::error!(game = %id, %failure, "a game cannot be loaded");
            }
            if !failure.is_final() {
                hub.try_again(&id);
            }
            refuse_all(&hub, &id, &mut asked, &failure).await;
        }
    }
}

/// Answers everybody who asks for a game that is not there.
async fn refuse_all(
    hub: &Hub,
    id: &GameId,
    asked: &mut mpsc::UnboundedReceiver<Queued>,
    failure: &Failure,
) {
    loop {
        while let Ok(queued) = asked.try_recv() {
            queued.ask.refuse(failure.again());
        }
        if hub.close(id, asked, None) {
            return;
        }
    }
}

impl OpenGame {
    async fn new(
        hub: &Arc<Hub>,
        mut game: Game,
        visited: Option<(Address, u64)>,
        askers: &Askers,
    ) -> Result<Self, Failure> {
        let weight = game.referee.weight();
        let body = || game.body([false; 2], false);
        let (body, legal) = weight.carry_for(&hub.corner, askers, body).await?;
        if visited.is_some() {
            // Whoever has just set it up hears of it only now.
            game.is_told(hub.time.now());
        }
        Ok(OpenGame {
            held: HeldMoves::new(hub, size(&game, &legal)),
            latest: Arc::new(Update::of(&game, body, &legal, 0)),
            legal,
            updates: broadcast::Sender::new(BACKLOG),
            watchers: Watchers::default(),
            idle_since: Instant::now(),
            left: None,
            presence_told: None,
            hub: Arc::clone(hub),
            game,
            visited,
            player: None,
            players: [None; 2],
            played: None,
            thinking: None,
            position: CancellationToken::new(),
            paused: false,
            score: None,
            clock_before: None,
            took: Duration::ZERO,
        })
    }

    async fn run(mut self, asked: &mut mpsc::UnboundedReceiver<Queued>) {
        self.think_if_due();
        loop {
            if self.makes_room() && self.close(asked) {
                return;
            }
            let done = match self.next(asked).await {
                Wake::Asked(None) => return,
                Wake::Asked(Some(Queued { ask, share: _share })) => self.answer(ask).await,
                Wake::Begun => {
                    self.engine_has_begun();
                    Ok(())
                }
                Wake::Thought(thought) => self.engine_has_thought(thought).await,
                Wake::Flag => self.flag().await,
                Wake::Presence => {
                    self.tell_presence();
                    Ok(())
                }
                Wake::Left => {
                    self.pause();
                    Ok(())
                }
                Wake::Idle if self.is_to_be_closed() && self.close(asked) => return,
                Wake::Idle => Ok(()),
                Wake::Stop => return self.stop().await,
            };
            if let Err(failure) = done {
                // What is in memory may be ahead of the disk: forget it, and read it anew.
                tracing::error!(game = %self.game.id, %failure, "a game is unloaded after a failure");
                if let Some(sleeper) = self.clock_before {
                    self.hub.keep_clock_running(&self.game.id, sleeper);
                }
                asked.close();
                return self.hub.forget(&self.game.id);
            }
        }
    }

    /// Whether the game is put away because too much is held in all of them. It is loaded again for the next who
    /// asks; somebody who plays may wait for the engine's move, but not in any number of games.
    fn makes_room(&mut self) -> bool {
        let has_room = |thinking: &Thinking| thinking.room.is_some();
        let is_awaited =
            self.game.header.has_person() && self.thinking.as_ref().is_some_and(has_room);
        let is_needed = self.watchers.all > 0 || is_awaited || self.is_flag_due();
        self.played = None;
        if is_needed || !self.hub.is_full() {
            return false;
        }
        self.played =
            self.player_on_the_clock().and_then(|by| WatchedMoves::new(&self.hub, by, self.size()));
        self.played.is_none()
    }

    /// Who was there a moment ago while a clock runs: reading the game anew would take his time. As many moves may be
    /// kept for him as he may watch.
    fn player_on_the_clock(&self) -> Owner {
        self.player.filter(|_| self.is_attended() && self.clock_runs())
    }

    fn clock_runs(&self) -> bool {
        self.game.clocks.as_ref().is_some_and(|clocks| clocks.end().is_some())
    }

    /// Whether a clock has run down, which is to end the game first.
    fn is_flag_due(&self) -> bool {
        let flag = self.game.clocks.as_ref().and_then(|clocks| clocks.end());
        flag.is_some_and(|flag| flag <= self.hub.time.now())
    }

    async fn next(&mut self, asked: &mut mpsc::UnboundedReceiver<Queued>) -> Wake {
        let hub = Arc::clone(&self.hub);
        let flag = self.game.clocks.as_ref().and_then(|clocks| clocks.end());
        let soon = hub.time.now().saturating_add(SOON_MS);
        let busy = self.watchers.all > 0
            || self.thinking.is_some()
            || flag.is_some_and(|flag| flag < soon);
        if busy {
            self.idle_since = Instant::now();
        }
        match self.watchers.all {
            0 => self.left = self.left.or_else(|| Some(Instant::now())),
            _ => self.left = None,
        }
        let patience = self.patience();
        let presence = self.until_presence();
        if presence.is_some_and(|wait| wait.is_zero()) {
            return Wake::Presence;
        }
        let thought = async {
            match &mut self.thinking {
                Some(Thinking { pending, begun: false, .. }) => match (&mut pending.began).await {
                    Ok(()) => Wake::Begun,
                    Err(_) => Wake::Thought(None),
                },
                Some(Thinking { pending, not_before, .. }) => {
                    tokio::time::sleep_until(*not_before).await;
                    Wake::Thought((&mut pending.thought).await.ok())
                }
                None => pending().await,
            }
        };
        tokio::select! {
            biased;
            () = hub.stop.cancelled() => Wake::Stop,
            // However much is asked, the engine is heard.
            wake = thought => wake,
            () = async { sleep(presence.unwrap_or_default()).await }, if presence.is_some() => {
                Wake::Presence
            }
            ask = asked.recv() => Wake::Asked(ask),
            () = async { hub.time.sleep_until(flag.unwrap_or_default()).await }, if flag.is_some() => {
                Wake::Flag
            }
            () = async { sleep(patience.unwrap_or_default()).await }, if patience.is_some() => {
                Wake::Left
            }
            () = sleep(hub.idle / IDLE_CHECKS), if !busy => Wake::Idle,
        }
    }

    /// Whether nobody has needed the game for long; where many are open, for some seconds.
    fn is_to_be_closed(&self) -> bool {
        self.idle_since.elapsed() >= self.hub.idle || self.hub.is_crowded_for(&self.game.header)
    }

    /// Closes the game unless somebody is about to ask it; true if it is closed.
    fn close(&self, asked: &mut mpsc::UnboundedReceiver<Queued>) -> bool {
        self.hub.close(&self.game.id, asked, self.sleeper())
    }

    /// The clock that runs, to go on while the game is put away.
    fn sleeper(&self) -> Option<Sleeper> {
        let flag = self.game.clocks.as_ref()?.end()?;
        Some(Sleeper { turn_began: self.game.turn_began, flag, seq: self.game.seq })
    }

    async fn answer(&mut self, ask: Ask) -> Result<(), Failure> {
        match &ask {
            Ask::Look { by, .. } => self.look(by),
            Ask::Do { by, .. } | Ask::Watch { by, .. } | Ask::Hint { by, .. } => self.visit(by),
            _ => {}
        }
        // Nobody may be waiting for an answer any more.
        match ask {
            Ask::Look { by, reply } => {
                let access = self.game.seats.access(by.token.as_deref());
                drop(reply.send(Ok(self.state(access))));
            }
            // Nobody waits for it any more, and nobody was told that it is done: others are not to wait for it.
            Ask::Do { reply, .. } if reply.is_closed() && self.game.referee.weight().is_heavy() => {
            }
            Ask::Do { by, at, command, reply } => {
                let (result, done) = self.obey(&by, at, &command).await;
                drop(reply.send(result));
                return done;
            }
            Ask::Watch { by, reply } => self.watch(by.token.as_deref(), reply),
            Ask::Leave { access } => {
                self.watchers.count(access, -1);
            }
            Ask::Hint { by, reply } => drop(reply.send(self.hint(&by))),
            Ask::Record { format, reply } => {
                let weight = self.game.referee.weight();
                drop(reply.send(Ok((self.game.record(format), weight))));
            }
            Ask::Past { ply, reply } => drop(reply.send(Ok(self.game.past(ply)))),
            Ask::Referee { reply } => drop(reply.send(Ok(self.game.referee.clone()))),
            Ask::Glance { reply } => drop(reply.send(Ok(ShortState::from(&*self.latest.body)))),
            Ask::Report { reply } => drop(reply.send(Ok(self.report()))),
            Ask::End { reply } => {
                let done = match self.game.called_off() {
                    Some(event) => self.commit(vec![event]).await,
                    None => Ok(()),
                };
                drop(reply.send(Ok(())));
                return done;
            }
        }
        Ok(())
    }

    /// Computes something about the game, where it holds nobody else up.
    ///
    /// # Errors
    /// When that takes too long: what it has led to means nothing.
    async fn compute<T>(&mut self, work: impl FnOnce(&mut Game) -> T) -> Result<T, TooMuchWork> {
        let (weight, askers) = (self.game.referee.weight(), self.askers());
        let mut took = Duration::ZERO;
        let timed = || {
            let worked = Worked::new();
            let done = self.game.bounded(work);
            took = worked.time();
            done
        };
        let done = weight.carry_for(&self.hub.corner, &askers, timed).await;
        self.took += took;
        done
    }

    /// Those who wait for the work on the game: none of the players can let it wait for the other.
    fn askers(&self) -> Askers {
        let players = self.players.into_iter().filter(Option::is_some);
        Askers::of(std::iter::once(self.owner()).chain(players))
    }

    /// Whom the engine's work is counted for: somebody who plays, so that nobody who only looks on can let it wait behind
    /// what else he wants.
    fn owner(&self) -> Owner {
        self.player.or(self.visited.map(|(address, _)| address))
    }

    fn report(&self) -> OpenGameReport {
        let Body { id, variant, ply, players, end, .. } = (*self.latest.body).clone();
        OpenGameReport {
            id,
            variant,
            ply,
            players: [players.first.level, players.second.level],
            watchers: self.watchers.all,
            thinking: self.thinking.is_some(),
            over: end.is_some(),
            address: self.visited.map(|(address, _)| address.to_string()),
            busy: false,
        }
    }

    fn watch(&mut self, token: Option<&str>, reply: Reply<Watch>) {
        let access = self.game.seats.access(token);
        // Without it the game is about to close: whoever asks, asks once more.
        let Some(game) = self.hub.asks_of(&self.game.id) else { return };
        let (updates, chair) = (self.updates.subscribe(), Chair { game, access });
        self.watchers.count(access, 1);
        let now = (Arc::clone(&self.latest), Arc::clone(&self.legal));
        let rules = self.game.referee.weight().moves();
        let _ = reply.send(Ok(Watch { access, now, updates, chair, rules }));
    }

    fn state(&self, access: Access) -> State {
        self.latest.state(Arc::clone(&self.legal), access, self.hub.time.now())
    }

    /// Does what somebody wants, if it is granted. The second result says whether the game goes
    /// on.
    async fn obey(
        &mut self,
        by: &Visitor,
        at: u64,
        command: &Command,
    ) -> (Result<State, Failure>, Result<(), Failure>) {
        let access = self.game.seats.access(by.token.as_deref());
        if let Command::Sit { token, .. } = command {
            // Who has heard no answer asks once more.
            let seated = self.game.seats.access(Some(token.as_str()));
            if seated != Access::Nobody && (access == Access::Nobody || access == seated) {
                return (Ok(self.state(seated)), Ok(()));
            }
        }
        // The engine's own work is nobody's.
        self.took = Duration::ZERO;
        let decide = |game: &mut Game| game.decide(access, command, at);
        let Decision { events, refused, rematch } = match self.game.takes_work(access, command) {
            // A text that is no move may have many readings.
            true => match self.compute(|game| apart(|| decide(game))).await {
                Ok(decision) => decision,
                Err(TooMuchWork) => Refused::from(NotNow::TooMuchWork).into(),
            },
            false => decide(&mut self.game),
        };
        let turns = events.iter().any(Event::changes_position);
        let mut done = self.commit(events).await;
        self.charge(by.address, turns);
        if done.is_ok() && rematch {
            done = match self.hub.rematch(&self.game, by.address, &self.askers()).await {
                Ok(game) => self.commit(vec![Event::Rematched { game }]).await,
                Err(failure) => return (Err(failure), Ok(())),
            };
        }
        if done.is_ok() {
            done = self.engine_answers().await;
        }
        let state = self.state(access);
        match (done, refused) {
            (Ok(()), None) => (Ok(state), Ok(())),
            (Ok(()), Some(refused)) => (Err(refused.into()), Ok(())),
            (Err(failure), _) => (Err(Failure::Ending), Err(failure)),
        }
    }

    /// What is more work than any request counts as so many requests more, whether anybody waits for the answer or
    /// not: very many legal moves, where they are new, and time of the processor. By rules that somebody has made
    /// up, work has its place in the corner instead.
    fn charge(&mut self, by: Address, is_new: bool) {
        let told = if is_new { self.legal.size() / MOVES_OF_A_REQUEST } else { 0 };
        let took = std::mem::take(&mut self.took).as_micros() / WORK_OF_A_REQUEST.as_micros();
        let worked = if self.game.referee.weight().is_made_up() { 0 } else { took };
        self.hub.requests.charge(by, told + usize::try_from(worked).unwrap_or(usize::MAX / 2));
    }

    /// Lets events happen, keeps them, and only then tells of them.
    async fn commit(&mut self, events: Vec<Event>) -> Result<(), Failure> {
        if events.is_empty() {
            return Ok(());
        }
        let (seq, time) = (self.game.seq + 1, Arc::clone(&self.hub.time));
        self.clock_before = self.sleeper();
        let mut kept = self.game.played.len();
        let was_over = self.game.is_over();
        let present = self.watchers.present();
        let before = (Arc::clone(&self.latest), Arc::clone(&self.legal));
        let mut apply = |game: &mut Game| {
            let now = time.now();
            for event in &events {
                game.apply(event, now)?;
                kept = kept.min(game.played.len());
            }
            let body = match events.iter().any(Event::changes_position) {
                true => game.body(present, false)?,
                false => game.body_after((&before.0.body, &before.1), present),
            };
            Ok::<_, Failure>((body, game.turn_began == now))
        };
        // In one go: whoever moves next must not wait for the corner on a clock that runs.
        let ((body, legal), has_turned) = match events.iter().any(Event::changes_position) {
            true => self.compute(apply).await??,
            false => apply(&mut self.game)?,
        };
        let is_new_to_engine = events.iter().any(Event::concerns_engine);
        let changes_position = events.iter().any(Event::changes_position);
        let moves = events.iter().filter(|event| matches!(event, Event::Moved { .. })).count();
        (0..moves).for_each(|_| metrics::moved());
        let new = NewEvents {
            game: self.game.id.clone(),
            seq,
            at: self.hub.time.calendar(),
            over: Some(self.game.is_over()).filter(|over| *over != was_over),
            events,
        };
        self.hub.store.append(new).await?;
        self.clock_before = None;
        if was_over && !self.game.is_over() {
            self.hub.goes_on(&self.game.id);
        }
        if is_new_to_engine {
            // Whatever it was looking for, it is not this.
            self.thinking = None;
        }
        if changes_position {
            std::mem::take(&mut self.position).cancel();
        }
        if has_turned {
            self.game.is_told(self.hub.time.now());
        }
        self.think_if_due();
        self.legal = legal;
        self.send(Body { thinking: self.thinking.is_some(), ..body }, kept);
        Ok(())
    }

    /// How much memory it takes, in moves of a kilobyte.
    fn size(&self) -> usize {
        size(&self.game, &self.legal)
    }

    fn send(&mut self, body: Body, from_ply: usize) {
        self.held = HeldMoves::new(&self.hub, self.size());
        self.latest = Arc::new(Update::of(&self.game, body, &self.legal, from_ply));
        // There may be no watchers.
        let _ = self.updates.send(Arc::clone(&self.latest));
    }

    /// How a game stands for those who watch if somebody has come or gone.
    fn with_presence(&self) -> Option<Body> {
        self.latest.body.with_presence(self.watchers.present())
    }

    /// How long it is until who is there is to be told, if that has changed: all who watch hear of it.
    fn until_presence(&self) -> Option<Duration> {
        let since = self.presence_told.map_or(PRESENCE_PACE, |told| told.elapsed());
        self.with_presence().map(|_| PRESENCE_PACE.saturating_sub(since))
    }

    /// Tells who is there.
    fn tell_presence(&mut self) {
        let Some(body) = self.with_presence() else { return };
        self.presence_told = Some(Instant::now());
        self.send(body, self.game.played.len());
    }

    async fn flag(&mut self) -> Result<(), Failure> {
        match self.game.flag_fall(self.hub.time.now()) {
            Some(decision) => self.commit(decision.events).await,
            None => Ok(()),
        }
    }

    /// The server is about to end: the time that was used must not be given back.
    async fn stop(mut self) {
        let used = self.game.thought(self.hub.time.now());
        let running = self.game.clocks.as_ref().and_then(|clocks| clocks.running());
        if running.is_some()
            && used > 0
            && let Err(failure) = self.commit(vec![Event::Clock { ms: used }]).await
        {
            tracing::error!(game = %self.game.id, %failure, "the time used on a clock cannot be saved");
        }
    }
}

fn size(game: &Game, legal: &LegalMoves) -> usize {
    legal.size() + game.held + game.referee.weight().moves()
}

impl Watchers {
    fn count(&mut self, access: Access, change: isize) {
        let add = |count: &mut usize| *count = count.saturating_add_signed(change);
        add(&mut self.all);
        let sides = match access {
            Access::Nobody => [false, false],
            Access::Both => [true, true],
            Access::Side(side) => [side == Color::First, side == Color::Second],
        };
        self.sides.iter_mut().zip(sides).filter(|(_, there)| *there).for_each(|(n, _)| add(n));
        self.came |= change > 0;
    }

    fn present(&self) -> [bool; 2] {
        self.sides.map(|watchers| watchers > 0)
    }
}
