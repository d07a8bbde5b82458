//! The task of a game in memory: all that happens in the game happens here, one thing at a time.

use crate::address::{Address, Owner};
use crate::admin::OpenGameReport;
use crate::at_once::Askers;
use crate::clock::Left;
use crate::game::record::{Format, Record};
use crate::game::{
    Access, Body, Command, Corrupt, Decision, Event, Game, Offer, PastPosition, Played, Player,
    Refused, ShortState, State, Update,
};
use crate::hub::{Failure, Hub, Origin};
use crate::id::GameId;
use crate::metrics;
use crate::pool::{Asker, Pending, Urgency};
use crate::rules::{Question, Referee, Thought};
use crate::sleepers::Sleeper;
use crate::store::NewEvents;
use komadai_engine::{Level, Remaining, Score};
use komadai_rules::Color;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::{Instant, sleep};

/// What somebody asks of a game.
pub(crate) enum Ask {
    /// How it stands.
    Look { by: Visitor, reply: Reply<State> },
    /// To do something: asked at this moment of [`Time::now`](crate::Time::now), however long it waits here.
    Do { by: Visitor, at: u64, command: Command, reply: Reply<State> },
    /// To be told of everything that happens.
    Watch { by: Visitor, reply: Reply<Watch> },
    /// A watcher goes.
    Leave { access: Access },
    /// What the engine would play.
    Hint { by: Visitor, reply: Reply<Pending> },
    /// A file to keep.
    Record { format: Format, reply: Reply<Record> },
    /// What stood on the board after so many moves, or now; none if there were not so many.
    Past { ply: Option<usize>, reply: Reply<Option<PastPosition>> },
    /// For a copy of its referee: whoever asks much of the rules does that work for himself, and holds up
    /// nobody who plays.
    Referee { reply: Reply<Referee> },
    /// How it stands, in short, for somebody who is not there.
    Glance { reply: Reply<ShortState> },
    /// How it stands, for whoever runs the server.
    Report { reply: Reply<OpenGameReport> },
    /// Whoever runs the server ends the game.
    End { reply: Reply<()> },
}

/// Where the answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// Who asks something of a game.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The token of a seat, if any.
    pub(crate) token: Option<String>,
    pub(crate) address: Address,
}

/// The engine's search for its move.
struct Thinking {
    pending: Pending,
    /// How urgently it was asked for.
    urgency: Urgency,
    /// Whether it has got a thread. Its clock runs only from then on.
    begun: bool,
    /// The move is not wanted earlier.
    not_before: Instant,
}

/// What a watcher gets.
pub(crate) struct Watch {
    pub(crate) access: Access,
    /// How the game stands.
    pub(crate) now: Arc<Update>,
    /// What happens from here on.
    pub(crate) updates: broadcast::Receiver<Arc<Update>>,
}

/// Updates that a slow watcher may miss before it is told everything anew.
const BACKLOG: usize = 32;
/// An open game looks so many times whether it is to be put away before it is.
const IDLE_CHECKS: u32 = 6;
/// A game stays open while a clock runs down within so many milliseconds.
const SOON_MS: u64 = 60_000;
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

/// A game in memory.
struct OpenGame {
    hub: Arc<Hub>,
    game: Game,
    watchers: Watchers,
    updates: broadcast::Sender<Arc<Update>>,
    latest: Arc<Update>,
    thinking: Option<Thinking>,
    /// The engine waits until somebody is there.
    paused: bool,
    /// Who was there last, and when.
    visited: Option<(Address, u64)>,
    /// Which of the players was there last.
    player: Owner,
    /// Since when nobody needs it open.
    idle_since: Instant,
    /// What the engine thought of its position when it last moved.
    score: Option<Score>,
    /// The clock as it ran before the write that is under way, or has failed.
    clock_before: Option<Sleeper>,
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
    Asked(Option<Ask>),
    Begun,
    Thought(Option<Thought>),
    Flag,
    Left,
    Idle,
    Stop,
}

/// Runs a game until nobody needs it open.
pub(crate) async fn run(
    hub: Arc<Hub>,
    id: GameId,
    origin: Origin,
    mut asked: mpsc::UnboundedReceiver<Ask>,
) {
    let opened = match origin {
        Origin::New { game, by } => {
            let visited = Some((by, hub.time.now()));
            Ok(OpenGame::new(&hub, *game, visited, &Some(by).into()).await)
        }
        Origin::Kept { askers, waits: _waits } => match hub.load_for(&id, &askers).await {
            Ok((game, _)) => Ok(OpenGame::new(&hub, game, None, &askers).await),
            Err(failure) => Err(failure),
        },
    };
    match opened {
        Ok(game) => {
            hub.wake(&id);
            game.run(&mut asked).await;
        }
        Err(failure) => {
            if !matches!(failure, Failure::NoGame) {
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
    asked: &mut mpsc::UnboundedReceiver<Ask>,
    failure: &Failure,
) {
    loop {
        while let Ok(ask) = asked.try_recv() {
            ask.refuse(failure.again());
        }
        if hub.close(id, asked, None) {
            return;
        }
    }
}

impl Ask {
    fn refuse(self, why: Failure) {
        // Nobody may be waiting any more.
        match self {
            Ask::Look { reply, .. } | Ask::Do { reply, .. } => drop(reply.send(Err(why))),
            Ask::Watch { reply, .. } => drop(reply.send(Err(why))),
            Ask::Hint { reply, .. } => drop(reply.send(Err(why))),
            Ask::Record { reply, .. } => drop(reply.send(Err(why))),
            Ask::Past { reply, .. } => drop(reply.send(Err(why))),
            Ask::Referee { reply } => drop(reply.send(Err(why))),
            Ask::Glance { reply } => drop(reply.send(Err(why))),
            Ask::Report { reply } => drop(reply.send(Err(why))),
            Ask::End { reply } => drop(reply.send(Err(why))),
            Ask::Leave { .. } => {}
        }
    }
}

impl OpenGame {
    async fn new(
        hub: &Arc<Hub>,
        game: Game,
        visited: Option<(Address, u64)>,
        askers: &Askers,
    ) -> Self {
        let weight = game.referee.weight();
        let body = || game.body([false; 2], false);
        let body = weight.carry_for(&hub.corner, askers, body).await;
        OpenGame {
            latest: Arc::new(update(&game, Arc::new(body), 0)),
            updates: broadcast::Sender::new(BACKLOG),
            watchers: Watchers::default(),
            idle_since: Instant::now(),
            hub: Arc::clone(hub),
            game,
            visited,
            player: None,
            thinking: None,
            paused: false,
            score: None,
            clock_before: None,
        }
    }

    async fn run(mut self, asked: &mut mpsc::UnboundedReceiver<Ask>) {
        self.think_if_due();
        loop {
            let done = match self.next(asked).await {
                Wake::Asked(None) => return,
                Wake::Asked(Some(ask)) => self.answer(ask).await,
                Wake::Begun => {
                    self.engine_has_begun();
                    Ok(())
                }
                Wake::Thought(thought) => self.engine_has_thought(thought).await,
                Wake::Flag => self.flag().await,
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

    async fn next(&mut self, asked: &mut mpsc::UnboundedReceiver<Ask>) -> Wake {
        let hub = Arc::clone(&self.hub);
        let flag = self.game.clocks.as_ref().and_then(|clocks| clocks.end());
        let soon = hub.time.now().saturating_add(SOON_MS);
        let busy = self.watchers.all > 0
            || self.thinking.is_some()
            || flag.is_some_and(|flag| flag < soon);
        if busy {
            self.idle_since = Instant::now();
        }
        let patience = self.patience();
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
    fn close(&self, asked: &mut mpsc::UnboundedReceiver<Ask>) -> bool {
        self.hub.close(&self.game.id, asked, self.sleeper())
    }

    /// The clock that runs, to go on while the game is put away.
    fn sleeper(&self) -> Option<Sleeper> {
        let flag = self.game.clocks.as_ref()?.end()?;
        Some(Sleeper { turn_began: self.game.turn_began, flag, seq: self.game.seq })
    }

    async fn answer(&mut self, ask: Ask) -> Result<(), Failure> {
        if let Ask::Look { by, .. }
        | Ask::Do { by, .. }
        | Ask::Watch { by, .. }
        | Ask::Hint { by, .. } = &ask
        {
            self.visit(by);
        }
        // Nobody may be waiting for an answer any more.
        match ask {
            Ask::Look { by, reply } => {
                let access = self.game.seats.access(by.token.as_deref());
                drop(reply.send(Ok(self.latest.state(access, self.hub.time.now()))));
            }
            Ask::Do { by, at, command, reply } => {
                let (result, done) = self.obey(&by, at, &command).await;
                drop(reply.send(result));
                return done;
            }
            Ask::Watch { by, reply } => self.watch(by.token.as_deref(), reply),
            Ask::Leave { access } => {
                self.watchers.count(access, -1);
                self.tell_presence();
            }
            Ask::Hint { by, reply } => drop(reply.send(self.hint(&by))),
            Ask::Record { format, reply } => drop(reply.send(Ok(self.game.record(format)))),
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
    async fn compute<T>(&mut self, work: impl FnOnce(&mut Game) -> T) -> T {
        let (weight, owner) = (self.game.referee.weight(), self.owner());
        weight.carry(&self.hub.corner, owner, || work(&mut self.game)).await
    }

    /// Whom work is counted for: somebody who plays, so that nobody who only looks on can let it wait behind
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
        }
    }

    fn watch(&mut self, token: Option<&str>, reply: Reply<Watch>) {
        let access = self.game.seats.access(token);
        let updates = self.updates.subscribe();
        let watch = Watch { access, now: Arc::clone(&self.latest), updates };
        if reply.send(Ok(watch)).is_ok() {
            self.watchers.count(access, 1);
            self.tell_presence();
        }
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
                return (Ok(self.latest.state(seated, self.hub.time.now())), Ok(()));
            }
        }
        let decide = |game: &mut Game| game.decide(access, command, at);
        let Decision { events, refused, rematch } = match self.game.takes_work(access, command) {
            true => self.compute(decide).await,
            false => decide(&mut self.game),
        };
        let mut done = self.commit(events).await;
        if done.is_ok() && rematch {
            done = match self.hub.rematch(&self.game, by.address).await {
                Ok(game) => self.commit(vec![Event::Rematched { game }]).await,
                Err(failure) => return (Err(failure), Ok(())),
            };
        }
        if done.is_ok() {
            done = self.engine_answers().await;
        }
        let state = self.latest.state(access, self.hub.time.now());
        match (done, refused) {
            (Ok(()), None) => (Ok(state), Ok(())),
            (Ok(()), Some(refused)) => (Err(refused.into()), Ok(())),
            (Err(failure), _) => (Err(Failure::Ending), Err(failure)),
        }
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
        // In one go: whoever moves next must not wait for the corner on a clock that runs.
        let applied = self.compute(|game| {
            let now = time.now();
            for event in &events {
                game.apply(event, now)?;
                kept = kept.min(game.played.len());
            }
            Ok::<_, Corrupt>((game.body(present, false), game.turn_began == now))
        });
        let (body, has_turned) = applied.await?;
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
        // The position has changed: whatever the engine was looking for, it is not this.
        self.thinking = None;
        if has_turned {
            self.game.is_told(self.hub.time.now());
        }
        self.think_if_due();
        self.send(Body { thinking: self.thinking.is_some(), ..body }, kept);
        Ok(())
    }

    fn send(&mut self, body: Body, from_ply: usize) {
        self.latest = Arc::new(update(&self.game, Arc::new(body), from_ply));
        // There may be no watchers.
        let _ = self.updates.send(Arc::clone(&self.latest));
    }

    /// Tells who is there, if that has changed.
    fn tell_presence(&mut self) {
        let (present, players) = (self.watchers.present(), self.game.header.players);
        let mut body = (*self.latest.body).clone();
        let mut is_new = false;
        for (side, seat) in
            [&mut body.players.first, &mut body.players.second].into_iter().enumerate()
        {
            let connected = players[side] == Player::Human && present[side];
            is_new |= seat.connected != connected;
            seat.connected = connected;
        }
        if is_new {
            self.send(body, self.game.played.len());
        }
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

/// What concerns the engine.
impl OpenGame {
    /// The level of the engine that plays a side.
    fn level(&self, side: Color) -> Option<Level> {
        match self.game.header.players[side.index()] {
            Player::Engine { level } => Level::new(level),
            Player::Human => None,
        }
    }

    /// Whether the engine plays both sides.
    fn is_of_engines(&self) -> bool {
        self.game.header.players.iter().all(|player| *player != Player::Human)
    }

    /// Whether somebody watches, or has asked for something a moment ago.
    fn is_attended(&self) -> bool {
        self.watchers.all > 0 || !self.unattended_in().is_zero()
    }

    /// How long the last request still counts as somebody's being there.
    fn unattended_in(&self) -> Duration {
        let until = self.visited.map_or(0, |(_, at)| at.saturating_add(ATTENDED_MS));
        Duration::from_millis(until.saturating_sub(self.hub.time.now()))
    }

    /// Somebody is there.
    fn visit(&mut self, by: &Visitor) {
        if self.game.seats.access(by.token.as_deref()) != Access::Nobody {
            self.player = Some(by.address);
        }
        self.visited = Some((by.address, self.hub.time.now()));
        self.idle_since = Instant::now();
        let waits = |thinking: &Thinking| !thinking.begun && thinking.urgency > self.urgency();
        if self.thinking.as_ref().is_some_and(waits) {
            self.thinking = None;
        }
        self.paused = false;
        self.think_if_due();
    }

    /// How long the engine still thinks if nobody comes; `None` for to the end. In a game against a
    /// person on a clock it goes on, for its time is running; so it does for programs that only ever
    /// make requests.
    fn patience(&self) -> Option<Duration> {
        self.thinking.as_ref().filter(|_| self.watchers.all == 0)?;
        let on_a_clock = self.game.clocks.is_some();
        match (self.is_of_engines(), self.watchers.came) {
            (true, true) => Some(GRACE),
            (true, false) => Some(self.unattended_in()),
            (false, true) if !on_a_clock => Some(GRACE),
            _ => None,
        }
    }

    /// The engine stops until somebody is there.
    fn pause(&mut self) {
        self.paused = true;
        self.thinking = None;
        self.game.engine_rests();
    }

    /// Lets the engine think if it is its turn.
    fn think_if_due(&mut self) {
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
        let urgency = asker.urgency;
        let pending = self.hub.pool.think(asker, self.game.referee.thinker(question));
        self.thinking = Some(Thinking { pending, urgency, begun: false, not_before });
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
    fn engine_has_begun(&mut self) {
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

    async fn engine_has_thought(&mut self, thought: Option<Thought>) -> Result<(), Failure> {
        self.thinking = None;
        let thought = thought.unwrap_or_default();
        let now = self.hub.time.now();
        self.score = Some(thought.score);
        if thought.declares {
            let decision = self.compute(|game| game.engine_declares()).await;
            if !decision.events.is_empty() {
                return self.commit(decision.events).await;
            }
        }
        // Where a search has failed, any move is better than none.
        let any = || self.latest.body.legal.first().map(|legal| legal.text.usi.clone());
        let Some(usi) = thought.usi.or_else(any) else { return Ok(()) };
        let Decision { events, refused, .. } = self.game.engine_moves(&usi, now);
        if let Some(refused) = refused {
            tracing::error!(game = %self.game.id, %usi, %refused, "the engine's move is not legal");
        }
        self.commit(events).await
    }

    /// The engine says yes or no to a draw.
    async fn engine_answers(&mut self) -> Result<(), Failure> {
        let Some(by) = self.game.offers.draw else { return Ok(()) };
        if self.level(!by).is_none() {
            return Ok(());
        }
        let agrees = self.score.is_some_and(Score::welcomes_a_draw);
        let declined = Event::Declined { what: Offer::Draw };
        self.commit(vec![if agrees { self.game.agreed() } else { declined }]).await
    }

    fn hint(&self, by: &Visitor) -> Result<Pending, Failure> {
        match self.game.seats.access(by.token.as_deref()) {
            Access::Nobody => return Err(Refused::NoSeat.into()),
            _ if self.game.is_over() => return Err(Refused::Over.into()),
            Access::Side(side) if side != self.game.referee.play().side() => {
                return Err(Refused::NotYourTurn.into());
            }
            _ => {}
        }
        let question = Question { level: Level::FULL, most: HINT, clock: None, seed: seed() };
        Ok(self.hub.pool.hint(self.asker(), self.game.referee.thinker(question))?)
    }
}

/// What a level rolls its dice with. Without random numbers it rolls the same.
fn seed() -> u64 {
    getrandom::u64().unwrap_or_default()
}

fn update(game: &Game, body: Arc<Body>, from_ply: usize) -> Update {
    let moves: Arc<Vec<Arc<Played>>> = Arc::new(game.played.clone());
    Update { body, clocks: game.clocks.clone(), moves, from_ply, seats: game.seats.clone() }
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
