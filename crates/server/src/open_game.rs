//! The task of a game in memory: all that happens in the game happens here, one thing at a time.

use crate::clock::Left;
use crate::game::record::{Format, Record};
use crate::game::{
    Access, Body, Command, Decision, Event, Game, Offer, Played, Player, Refused, State, Update,
};
use crate::hub::{Failure, Hub};
use crate::id::GameId;
use crate::metrics;
use crate::pool::Ticket;
use crate::rules::{Question, Sentence, Thought};
use crate::store::NewEvents;
use komadai_engine::{Level, Remaining, Score};
use komadai_rules::Color;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::Instant;

/// What somebody asks of a game.
pub(crate) enum Ask {
    /// How it stands.
    Look { token: Option<String>, reply: Reply<State> },
    /// To do something.
    Do { token: Option<String>, command: Command, reply: Reply<State> },
    /// To be told of everything that happens.
    Watch { token: Option<String>, reply: Reply<Watch> },
    /// A watcher goes.
    Leave { access: Access },
    /// What the engine would play.
    Hint { token: Option<String>, reply: Reply<Search> },
    /// A file to keep.
    Record { format: Format, reply: Reply<Record> },
    /// Why a move is not legal.
    Explain { text: String, reply: Reply<Option<Sentence>> },
}

/// Where the answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// A search, and what comes of it; it is stopped when this is dropped.
pub(crate) struct Search {
    pub(crate) ticket: Ticket,
    pub(crate) thought: oneshot::Receiver<Thought>,
    /// The answer is not wanted earlier.
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
/// A game that nobody looks at is put away after this time.
const IDLE: Duration = Duration::from_secs(60);
/// The engine goes on this long after the last watcher has gone.
const GRACE: Duration = Duration::from_secs(3);
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
    thinking: Option<Search>,
    /// Nobody watches any more who did: the engine waits until somebody is there.
    left: bool,
    /// What the engine thought of its position when it last moved.
    score: Option<Score>,
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
    game: Option<Game>,
    mut asked: mpsc::UnboundedReceiver<Ask>,
) {
    let loaded = match game {
        Some(game) => Ok(game),
        None => hub.load(&id).await,
    };
    match loaded {
        Ok(game) => OpenGame::new(hub, game).run(&mut asked).await,
        Err(failure) => {
            if !matches!(failure, Failure::NoGame) {
                tracing::error!(game = %id, %failure, "a game cannot be loaded");
            }
            refuse_all(&hub, &id, &mut asked, failure).await;
        }
    }
}

/// Answers everybody who asks for a game that is not there.
async fn refuse_all(
    hub: &Hub,
    id: &GameId,
    asked: &mut mpsc::UnboundedReceiver<Ask>,
    failure: Failure,
) {
    let missing = matches!(failure, Failure::NoGame);
    let why = || {
        if missing { Failure::NoGame } else { Failure::Store(crate::store::StoreError::Conflict) }
    };
    loop {
        while let Ok(ask) = asked.try_recv() {
            ask.refuse(why());
        }
        if hub.close(id, asked) {
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
            Ask::Explain { reply, .. } => drop(reply.send(Err(why))),
            Ask::Leave { .. } => {}
        }
    }
}

impl OpenGame {
    fn new(hub: Arc<Hub>, game: Game) -> Self {
        let body = Arc::new(game.body([false; 2], false));
        let latest = Arc::new(update(&game, body, 0));
        let updates = broadcast::Sender::new(BACKLOG);
        let watchers = Watchers::default();
        let (thinking, left, score) = (None, false, None);
        OpenGame { hub, game, watchers, updates, latest, thinking, left, score }
    }

    async fn run(mut self, asked: &mut mpsc::UnboundedReceiver<Ask>) {
        self.think_if_due();
        loop {
            let done = match self.next(asked).await {
                Wake::Asked(None) => return,
                Wake::Asked(Some(ask)) => self.answer(ask).await,
                Wake::Thought(thought) => self.engine_has_thought(thought).await,
                Wake::Flag => self.flag().await,
                Wake::Left => {
                    self.left = true;
                    self.thinking = None;
                    Ok(())
                }
                Wake::Idle if self.hub.close(&self.game.id, asked) => return,
                Wake::Idle => Ok(()),
                Wake::Stop => return self.stop().await,
            };
            if let Err(failure) = done {
                // What is in memory may be ahead of the disk: forget it, and read it anew.
                tracing::error!(game = %self.game.id, %failure, "a game is unloaded after a failure");
                asked.close();
                return self.hub.forget(&self.game.id);
            }
        }
    }

    async fn next(&mut self, asked: &mut mpsc::UnboundedReceiver<Ask>) -> Wake {
        let hub = Arc::clone(&self.hub);
        let flag = self.game.clocks.as_ref().and_then(|clocks| clocks.end());
        let nobody = self.watchers.all == 0;
        let busy = flag.is_some() || self.thinking.is_some();
        let is_left = nobody && self.left_behind();
        let thought = async {
            match &mut self.thinking {
                Some(search) => {
                    tokio::time::sleep_until(search.not_before).await;
                    (&mut search.thought).await.ok()
                }
                None => pending().await,
            }
        };
        tokio::select! {
            biased;
            () = hub.stop.cancelled() => Wake::Stop,
            ask = asked.recv() => Wake::Asked(ask),
            thought = thought => Wake::Thought(thought),
            () = async { hub.time.sleep_until(flag.unwrap_or_default()).await }, if flag.is_some() => {
                Wake::Flag
            }
            () = tokio::time::sleep(GRACE), if is_left => Wake::Left,
            () = tokio::time::sleep(IDLE), if nobody && !busy => Wake::Idle,
        }
    }

    /// Whether the engine thinks for nobody. On a clock it goes on: its time would run out.
    fn left_behind(&self) -> bool {
        self.thinking.is_some() && self.watchers.came && self.game.clocks.is_none()
    }

    async fn answer(&mut self, ask: Ask) -> Result<(), Failure> {
        if self.left && !matches!(ask, Ask::Leave { .. }) {
            self.left = false;
            self.think_if_due();
        }
        // Nobody may be waiting for an answer any more.
        match ask {
            Ask::Look { token, reply } => {
                let access = self.game.access(token.as_deref());
                drop(reply.send(Ok(self.latest.state(access, self.hub.time.now()))));
            }
            Ask::Do { token, command, reply } => {
                let access = self.game.access(token.as_deref());
                let (result, done) = self.obey(access, &command).await;
                drop(reply.send(result));
                return done;
            }
            Ask::Watch { token, reply } => self.watch(token.as_deref(), reply),
            Ask::Leave { access } => {
                self.watchers.count(access, -1);
                self.tell_presence();
            }
            Ask::Hint { token, reply } => drop(reply.send(self.hint(token.as_deref()))),
            Ask::Record { format, reply } => drop(reply.send(Ok(self.game.record(format)))),
            Ask::Explain { text, reply } => {
                let referee = &self.game.referee;
                let refusal = referee.find(&text).err();
                let reason =
                    refusal.map(|no| Sentence::refusal(referee.play().variant(), &text, &no));
                drop(reply.send(Ok(reason)));
            }
        }
        Ok(())
    }

    fn watch(&mut self, token: Option<&str>, reply: Reply<Watch>) {
        let access = self.game.access(token);
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
        access: Access,
        command: &Command,
    ) -> (Result<State, Failure>, Result<(), Failure>) {
        let Decision { events, refused, rematch } =
            self.game.decide(access, command, self.hub.time.now());
        let mut done = self.commit(events).await;
        if done.is_ok() && rematch {
            done = match self.hub.rematch(&self.game.header).await {
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
        let (seq, now) = (self.game.seq + 1, self.hub.time.now());
        let mut kept = self.game.played.len();
        let was_over = self.game.is_over();
        for event in &events {
            self.game.apply(event, now)?;
            kept = kept.min(self.game.played.len());
        }
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
        // The position has changed: whatever the engine was looking for, it is not this.
        self.thinking = None;
        self.think_if_due();
        self.tell(kept);
        Ok(())
    }

    fn tell(&mut self, from_ply: usize) {
        let body = self.game.body(self.watchers.present(), self.thinking.is_some());
        self.latest = Arc::new(update(&self.game, Arc::new(body), from_ply));
        // There may be no watchers.
        let _ = self.updates.send(Arc::clone(&self.latest));
    }

    /// Tells who is there, if that has changed.
    fn tell_presence(&mut self) {
        let told = [&self.latest.body.players.first, &self.latest.body.players.second];
        let present = self.watchers.present();
        let human = |side: usize| self.game.header.players[side] == Player::Human;
        let is_new = |side: usize| human(side) && told[side].connected != present[side];
        if [0, 1].into_iter().any(is_new) {
            self.tell(self.game.played.len());
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

    /// Lets the engine think if it is its turn.
    fn think_if_due(&mut self) {
        let side = self.game.referee.play().side();
        let Some(level) = self.level(side) else { return };
        if self.game.is_over() || self.left || self.thinking.is_some() {
            return;
        }
        let most = if level == Level::FULL { self.hub.think } else { MOST_BELOW_FULL };
        let question = Question { level, most, clock: self.remaining(side), seed: seed() };
        let pause = self.pause(question.clock);
        self.thinking = self.search(question).ok();
        if let Some(search) = &mut self.thinking {
            search.not_before += pause;
        }
    }

    /// How long who watches needs for the moves before.
    fn pause(&self, clock: Option<Remaining>) -> Duration {
        let Some(last) = self.game.played.last().filter(|_| self.watchers.all > 0) else {
            return Duration::ZERO;
        };
        let pause = if last.pass { AFTER_PASS } else { AFTER_MOVE };
        clock.map_or(pause, |clock| pause.min((clock.left + clock.byoyomi) / SHARE))
    }

    fn search(&self, question: Question) -> Result<Search, Failure> {
        let thinker = self.game.referee.thinker(question);
        let (ticket, thought) = self.hub.pool.search(&self.game.id, thinker)?;
        Ok(Search { ticket, thought, not_before: Instant::now() })
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
            let decision = self.game.engine_declares();
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

    fn hint(&self, token: Option<&str>) -> Result<Search, Failure> {
        match self.game.access(token) {
            Access::Nobody => return Err(Refused::NoSeat.into()),
            _ if self.game.is_over() => return Err(Refused::Over.into()),
            Access::Side(side) if side != self.game.referee.play().side() => {
                return Err(Refused::NotYourTurn.into());
            }
            _ => {}
        }
        self.search(Question { level: Level::FULL, most: HINT, clock: None, seed: seed() })
    }
}

/// What a level rolls its dice with. Without random numbers it rolls the same.
fn seed() -> u64 {
    getrandom::u64().unwrap_or_default()
}

fn update(game: &Game, body: Arc<Body>, from_ply: usize) -> Update {
    let moves: Arc<Vec<Arc<Played>>> = Arc::new(game.played.clone());
    Update { body, clocks: game.clocks.clone(), moves, from_ply }
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
