//! All games: those in memory, each with a task of its own, and those that are loaded when somebody
//! asks for them.

use crate::address::{Address, Owner};
use crate::analysis::openings::Openings;
use crate::analysis::review::{self, Reviews};
use crate::at_once::{Askers, AtOnce, Share, Turn, Turns};
use crate::failure::Failure;
use crate::game::{Event, Game, Header, ShortState};
use crate::glances::Glances;
use crate::id::GameId;
use crate::metrics;
use crate::open_game::{self, Ask, Queued};
use crate::pool::{Full, Pool};
use crate::rates::Rate;
use crate::rules::{
    Catalogue, CatalogueEntry, CatalogueError, Corner, Definition, DefinitionId, House, Settings,
    Work as _, Worked, apart, check_size, is_made_up,
};
use crate::sleepers::{Sleeper, Sleepers};
use crate::slices::Room;
use crate::store::{NewEvents, NewGame, Store, StoreError};
use crate::time::Time;
use futures_util::{StreamExt, stream};
use komadai_records::opening::BadOpening;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// All games.
pub(crate) struct Hub {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) pool: Pool,
    pub(crate) time: Arc<dyn Time>,
    /// How long the engine may think where no clock says it.
    pub(crate) think: Duration,
    /// A game that nobody needs is put away after this time.
    pub(crate) idle: Duration,
    /// How many requests an address may make: what turns out to be more work is charged here.
    pub(crate) requests: Rate,
    /// How many games an address may set up.
    pub(crate) new_games: Rate,
    /// Where all work is done that may take long, but for the engine's.
    pub(crate) room: Room,
    /// Where heavy positions are worked on.
    pub(crate) corner: Corner,
    /// Cancelled when the server is to end.
    pub(crate) stop: CancellationToken,
    open_games: Mutex<HashMap<GameId, Opened>>,
    /// How games that are not open stand.
    glances: Glances<ShortState>,
    /// For those who load a game. It may be long...
    pub(crate) loads: Turns,
    /// ... and then it is one of these, or of those by rules that must be compiled. What is read only in part is
    /// held in memory meanwhile, and so are the rules.
    pub(crate) long_loads: Turns,
    pub(crate) loads_by_other_rules: Turns,
    /// For those who make the moves of a game again, while they load it.
    pub(crate) reading: Turns,
    /// No address waits for many.
    waiting_loads: AtOnce,
    /// What addresses have asked of games and was not answered: whoever goes away leaves it there.
    waiting_asks: AtOnce,
    /// For those who have rules compiled that are little work, in slices: all are not equally little.
    compilations: Turns,
    /// Finished games, for what was played in them.
    pub(crate) openings: Openings,
    /// The reviews that are being made...
    pub(crate) reviews: Reviews,
    /// ... which is done for each address one at a time.
    pub(crate) review_turns: Turns,
    /// Games that were put away while a clock runs.
    pub(crate) sleepers: Sleepers,
    /// Moves in games of an owner in which the engine is to move.
    pub(crate) awaited: AtOnce<Owner>,
    /// Moves that open games hold, for those who look at them.
    held_moves: AtomicUsize,
    /// In games that somebody watches, by who does.
    watched_moves: Mutex<HashMap<Address, usize>>,
    tasks: TaskTracker,
}

/// The moves that an open game holds, those that were played and those that are legal, as long as this lives.
pub(crate) struct HeldMoves {
    hub: Arc<Hub>,
    number: usize,
}

impl HeldMoves {
    pub(crate) fn new(hub: &Arc<Hub>, number: usize) -> Self {
        hub.held_moves.fetch_add(number, Ordering::Relaxed);
        HeldMoves { hub: Arc::clone(hub), number }
    }
}

impl Drop for HeldMoves {
    fn drop(&mut self) {
        self.hub.held_moves.fetch_sub(self.number, Ordering::Relaxed);
    }
}

/// The moves of a game that somebody watches, those that were played and those that are legal, as long as this
/// lives.
pub(crate) struct WatchedMoves {
    hub: Arc<Hub>,
    by: Address,
    number: usize,
}

impl WatchedMoves {
    /// `None` if the address watches too many.
    pub(crate) fn new(hub: &Arc<Hub>, by: Address, number: usize) -> Option<Self> {
        let mut watched = WatchedMoves { hub: Arc::clone(hub), by, number: 0 };
        watched.become_so_many(number).then_some(watched)
    }

    /// The game has so many moves now; false if the address watches too many then.
    pub(crate) fn become_so_many(&mut self, number: usize) -> bool {
        let mut all = self.hub.watched_moves();
        let of_address = all.entry(self.by).or_default();
        *of_address = *of_address - self.number + number;
        let (is_more, few) = (number > self.number, *of_address <= MOST_WATCHED);
        self.number = number;
        few || !is_more
    }
}

impl Drop for WatchedMoves {
    fn drop(&mut self) {
        let mut all = self.hub.watched_moves();
        if let Some(of_address) = all.get_mut(&self.by) {
            *of_address -= self.number;
            if *of_address == 0 {
                all.remove(&self.by);
            }
        }
    }
}

/// So many games may be in the midst of being loaded.
const LOADS: usize = 16;
/// So many of which one takes long are under way at a time, one for each address: more than a few addresses can keep
/// from others.
const LONG_LOADS: usize = 16;
/// So many rules that are little work are being compiled at a time.
const MOST_COMPILED: usize = 16;
/// So many pieces of work on rules, positions and games may wait for their next slice.
pub(crate) const MOST_IN_SLICES: usize = Corner::MOST_BEGUN + MOST_COMPILED + LOADS;
/// So many loads of an address wait for each other. Requests that were given up wait on.
const MOST_WAITING_LOADS: usize = 64;
/// So much that an address has asked of games waits for an answer. One text may be long.
const MOST_WAITING_ASKS: usize = 512;
/// So many are reviewed at a time; the engine is shared among them.
const REVIEWS: usize = 64;
/// So many games are opened at a time when the server begins...
const RESUMED: usize = 8;
/// ... and each is waited for so long. Those that take longer hold up none of the others.
const RESUMED_SOON: Duration = Duration::from_millis(250);
/// After a failure a game is opened again no sooner than after so many milliseconds.
const BREATH_MS: u64 = 1_000;
/// Games that are in the midst of something have so long to finish when the server ends.
const FAREWELL: Duration = Duration::from_secs(3);

/// Beyond so many open games, those that nobody needs are put away sooner.
const MOST_OPEN: usize = 1_000;
/// Beyond so many moves in all of them, of a kilobyte each, those that nobody watches are put away at once: a
/// game may have thousands, legal ones on a board full of lions or played ones.
const MOST_HELD: usize = 400_000;
/// So many of them may be in games of one owner in which the engine is to move: the others are put away, too, and
/// it thinks about them when somebody asks.
pub(crate) const MOST_AWAITED: usize = 50_000;
/// So many of them may be in games that one address watches, or plays on the clock: nothing puts these away.
pub(crate) const MOST_WATCHED: usize = 100_000;

/// Where the game of a task comes from.
pub(crate) enum Origin {
    /// Somebody has just set it up.
    New { game: Box<Game>, by: Address },
    /// It is to be loaded for those who ask for it.
    Kept { askers: Arc<Askers>, waits: Waits },
}

/// One of the loads for which an address waits, as long as this lives; nobody's are counted.
pub(crate) type Waits = Option<Share>;

/// A game that is open, or being opened.
struct Opened {
    asks: mpsc::UnboundedSender<Queued>,
    /// Who waits for it while it is being loaded.
    askers: Weak<Askers>,
}

/// How long what may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spans {
    /// The engine's thinking where no clock says it.
    pub(crate) think: Duration,
    /// Until a game that nobody needs is put away.
    pub(crate) idle: Duration,
}

/// Rules by which something is played or analysed.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) definition: Arc<Definition>,
    pub(crate) settings: Settings,
    pub(crate) house: Arc<House>,
}

/// A game to be set up.
pub(crate) struct Setting {
    pub(crate) header: Header,
    pub(crate) definition: Definition,
    pub(crate) house: Arc<House>,
}

/// Begins a game, and notes how much work its position is.
pub(crate) fn weighed(
    begin: impl FnOnce() -> Result<Game, BadOpening>,
) -> Result<Game, BadOpening> {
    let worked = Worked::new();
    let game = begin()?;
    game.referee.weight().note(worked.time());
    Ok(game)
}

impl Hub {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        catalogue: Arc<Catalogue>,
        pool: Pool,
        time: Arc<dyn Time>,
        Spans { think, idle }: Spans,
        [requests, new_games]: [Rate; 2],
    ) -> Self {
        let room = Room::new(std::thread::available_parallelism().map_or(1, usize::from));
        Hub {
            store,
            catalogue,
            pool,
            time,
            think,
            idle,
            requests,
            new_games,
            corner: Corner::new(&room),
            stop: CancellationToken::new(),
            open_games: Mutex::default(),
            glances: Glances::default(),
            loads: Turns::new(LOADS),
            long_loads: Turns::new(LONG_LOADS),
            loads_by_other_rules: Turns::new(LONG_LOADS),
            waiting_loads: AtOnce::new(MOST_WAITING_LOADS),
            waiting_asks: AtOnce::new(MOST_WAITING_ASKS),
            awaited: AtOnce::new(MOST_AWAITED),
            compilations: Turns::in_slices(MOST_COMPILED, &room),
            reading: Turns::in_slices(LOADS, &room),
            openings: Openings::default(),
            reviews: Reviews::default(),
            review_turns: Turns::new(REVIEWS),
            sleepers: Sleepers::default(),
            held_moves: AtomicUsize::new(0),
            watched_moves: Mutex::default(),
            tasks: TaskTracker::new(),
            room,
        }
    }

    /// Sets up a game for somebody. It is on disk when this returns.
    ///
    /// # Errors
    /// When it cannot begin so, or cannot be kept.
    pub(crate) async fn create(
        self: &Arc<Self>,
        setting: Setting,
        by: Address,
    ) -> Result<GameId, Failure> {
        self.create_for(setting, by, &Askers::from(Some(by))).await
    }

    /// The same where all of these wait for it.
    async fn create_for(
        self: &Arc<Self>,
        setting: Setting,
        by: Address,
        askers: &Askers,
    ) -> Result<GameId, Failure> {
        let Setting { header, definition, house } = setting;
        let id = GameId::new()?;
        let begin = || Game::new(id.clone(), header.clone(), &house, self.time.now());
        // Who makes rules up may make named starts up, too.
        let somewhere =
            header.position.is_some() || (header.start.is_some() && house.weight().is_made_up());
        let own = somewhere.then(|| house.weight().of_made_up_position()).flatten();
        let game = match own {
            // Nobody knows how much work it is.
            Some(weight) => {
                let place = weight.enter(&self.corner, askers).await;
                let begun = || {
                    let (start, position) = (header.start.as_deref(), header.position.as_deref());
                    if !house.begins_in_time(start, position)? {
                        let why = "the position takes too long to work out".to_owned();
                        return Err(Failure::from(CatalogueError::Bad(why)));
                    }
                    Ok(weighed(begin)?)
                };
                apart(|| place.during(begun))?
            }
            None => house.weight().carry_for(&self.corner, askers, begin).await?,
        };
        let (created, lively) = (header.created, header.is_lively());
        let events = vec![Event::Created(Box::new(header))];
        let over = game.is_over();
        let new = NewGame { id: id.clone(), definition, created, lively, over, events };
        self.store.create(new).await?;
        metrics::game_created();
        self.start(&mut self.open_games(), &id, Origin::New { game: Box::new(game), by });
        Ok(id)
    }

    /// Sets up a game once more for all who wait for it, with sides changed. The tokens stay those of their
    /// players.
    ///
    /// # Errors
    /// As for [`Hub::create`], and when who asks has set up too many games.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        game: &Game,
        by: Address,
        askers: &Askers,
    ) -> Result<GameId, Failure> {
        self.count_new_game(by, game.recorded().len())?;
        let Header { definition, settings, .. } = &game.header;
        let (definition, house) = self.compiled(definition, settings, askers).await?;
        let (created, draw) = (self.time.calendar(), getrandom::u64()?);
        let (header, recorded) = game.once_more(house.variant(), created, draw);
        let setting = Setting { header, definition, house };
        if recorded.is_empty() {
            self.create_for(setting, by, askers).await
        } else {
            self.go_on(setting, &recorded, by).await
        }
    }

    /// Asks a game for somebody; it is opened if need be.
    ///
    /// # Errors
    /// When there is no such game, who asks waits for too much, or the server is about to end.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        id: &GameId,
        by: Owner,
        ask: impl Fn(oneshot::Sender<Result<T, Failure>>) -> Ask,
    ) -> Result<T, Failure> {
        // A game that has just been left may close while it is asked: then it is opened anew.
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            let share =
                by.map(|address| self.waiting_asks.take(address).ok_or(Full)).transpose()?;
            // What could not be sent goes with the reply in it: nobody waits for that.
            if self.open(id, by)?.send(Queued::new(ask(reply), share)).is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
            if self.stop.is_cancelled() {
                break;
            }
            tokio::task::yield_now().await;
        }
        Err(Failure::Ending)
    }

    /// The way to ask a game, which is opened for somebody if need be.
    ///
    /// # Errors
    /// When who asks waits for too many games.
    pub(crate) fn open(
        self: &Arc<Self>,
        id: &GameId,
        by: Owner,
    ) -> Result<mpsc::UnboundedSender<Queued>, Full> {
        let mut open_games = self.open_games();
        if let Some(opened) = open_games.get(id).filter(|opened| !opened.asks.is_closed()) {
            if let Some(askers) = opened.askers.upgrade() {
                askers.join(by);
            }
            return Ok(opened.asks.clone());
        }
        let (askers, waits) = (Arc::new(Askers::from(by)), self.waits(by)?);
        Ok(self.start(&mut open_games, id, Origin::Kept { askers, waits }))
    }

    /// The way to ask a game, if it is open.
    pub(crate) fn asks_of(&self, id: &GameId) -> Option<mpsc::UnboundedSender<Queued>> {
        self.open_games().get(id).map(|opened| opened.asks.clone())
    }

    /// Opens a game that goes on without anybody's asking for it.
    fn open_by_itself(self: &Arc<Self>, id: &GameId) {
        // Nobody's loads are counted.
        let _ = self.open(id, None);
    }

    /// One more load for somebody.
    pub(crate) fn waits(&self, by: Owner) -> Result<Waits, Full> {
        by.map(|address| self.waiting_loads.take(address).ok_or(Full)).transpose()
    }

    /// Starts the task of a game.
    fn start(
        self: &Arc<Self>,
        open_games: &mut HashMap<GameId, Opened>,
        id: &GameId,
        origin: Origin,
    ) -> mpsc::UnboundedSender<Queued> {
        let (asks, asked) = mpsc::unbounded_channel();
        let askers = match &origin {
            Origin::New { .. } => Weak::new(),
            Origin::Kept { askers, .. } => Arc::downgrade(askers),
        };
        open_games.insert(id.clone(), Opened { asks: asks.clone(), askers });
        self.glances.forget(id);
        metrics::games(open_games.len());
        self.tasks.spawn(open_game::run(Arc::clone(self), id.clone(), origin, asked));
        asks
    }

    /// Closes a game, whose clock may run on, unless somebody is about to ask it; true if it is closed.
    pub(crate) fn close(
        &self,
        id: &GameId,
        asked: &mut mpsc::UnboundedReceiver<Queued>,
        sleeper: Option<Sleeper>,
    ) -> bool {
        let mut open_games = self.open_games();
        if !asked.is_empty() {
            return false;
        }
        asked.close();
        if let Some(sleeper) = sleeper {
            self.sleepers.put(id.clone(), sleeper);
        }
        open_games.remove(id);
        metrics::games(open_games.len());
        true
    }

    /// Tries once more to open a game whose clock runs while it is put away: it could not be loaded.
    pub(crate) fn try_again(&self, id: &GameId) {
        if let Some(sleeper) = self.sleepers.get(id) {
            self.keep_clock_running(id, sleeper);
        }
    }

    /// Lets a clock run on in a game that is about to be forgotten after a failure.
    pub(crate) fn keep_clock_running(&self, id: &GameId, sleeper: Sleeper) {
        // What has just failed is not tried again at once.
        let flag = sleeper.flag.max(self.time.now().saturating_add(BREATH_MS));
        self.sleepers.put(id.clone(), Sleeper { flag, ..sleeper });
    }

    /// Forgets a game that can no longer be asked, unless it has been opened again.
    pub(crate) fn forget(&self, id: &GameId) {
        let mut open_games = self.open_games();
        if open_games.get(id).is_some_and(|opened| opened.asks.is_closed()) {
            open_games.remove(id);
        }
        metrics::games(open_games.len());
    }

    /// Whether so much is held in the games that are open that one is put away as soon as nobody watches it,
    /// whatever else is asked of it.
    pub(crate) fn is_full(&self) -> bool {
        self.held_moves.load(Ordering::Relaxed) > MOST_HELD
    }

    /// Whether so many games are open, so much is held in them, or so many rules are in use, that a game which
    /// nobody needs is put away sooner.
    pub(crate) fn is_crowded_for(&self, header: &Header) -> bool {
        self.open_games().len() > MOST_OPEN
            || self.is_full()
            || (!header.settings.is_empty() && self.catalogue.is_crowded())
    }

    /// The games that are open.
    pub(crate) fn open_ids(&self) -> Vec<GameId> {
        self.open_games().keys().cloned().collect()
    }

    /// A game in short, for somebody; one that is not open stays so.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read.
    pub(crate) async fn glance(
        self: &Arc<Self>,
        id: &GameId,
        by: Owner,
    ) -> Result<ShortState, Failure> {
        let known = {
            // Held, so that it is not opened in between.
            let open_games = self.open_games();
            (!open_games.contains_key(id)).then(|| self.glances.get(id))
        };
        match known {
            None => self.ask(id, by, |reply| Ask::Glance { reply }).await,
            Some(Ok(seen)) => Ok(seen),
            Some(Err(reading)) => {
                let found = self.read_in_short(id, by).await;
                self.glances.found(id, reading, found.as_ref().ok().cloned());
                found
            }
        }
    }

    async fn read_in_short(&self, id: &GameId, by: Owner) -> Result<ShortState, Failure> {
        let game = self.load(id, by).await?;
        let weight = game.referee.weight();
        let (body, _) = weight.carry(&self.corner, by, || game.body([false; 2], false)).await?;
        Ok(ShortState::from(&body))
    }

    fn watched_moves(&self) -> MutexGuard<'_, HashMap<Address, usize>> {
        self.watched_moves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rules of a variant with some settings, compiled, for somebody; the inner error is of these rules.
    ///
    /// # Errors
    /// When the server is about to end.
    pub(crate) async fn variant(
        &self,
        id: &str,
        settings: Settings,
        by: Address,
    ) -> Result<Result<Rules, CatalogueError>, Failure> {
        if let Err(error) = check_size(&settings) {
            return Ok(Err(error));
        }
        // Nobody knows how much work rules are that somebody has just made up.
        let is_light =
            settings.is_empty() || (self.catalogue.is_builtin(id) && !is_made_up(&settings));
        let askers = Askers::from(Some(by));
        let at_hand = self.catalogue.is_at_hand(id, &settings);
        let (catalogue, id) = (Arc::clone(&self.catalogue), id.to_owned());
        let place = self.place_to_compile(is_light, at_hand, &askers).await;
        // Files may have to be read, and rules to be compiled.
        let found = move || {
            let CatalogueEntry { definition, house, .. } =
                catalogue.rules(&id, &settings, Some(by))?;
            Ok(Rules { definition, settings, house })
        };
        self.compile(found, is_light, place, &askers).await
    }

    /// A place to compile rules for somebody, and to look at their first position. Of what is little, much may be asked
    /// for: unless it is at hand, it is done in turns. Nobody knows how much work rules are that somebody has made up.
    pub(crate) async fn place_to_compile(
        &self,
        is_light: bool,
        at_hand: bool,
        askers: &Askers,
    ) -> Option<Turn> {
        match is_light {
            true if at_hand => None,
            true => Some(askers.turn(&self.compilations).await),
            false => Some(self.corner.for_made_up(askers).await),
        }
    }

    /// The rules of a definition with some settings, compiled.
    ///
    /// # Errors
    /// When there is no such definition, or it cannot be read.
    pub(crate) async fn house(
        &self,
        definition: &DefinitionId,
        settings: &Settings,
        by: Owner,
    ) -> Result<Arc<House>, Failure> {
        self.compiled(definition, settings, &by.into()).await.map(|(_, house)| house)
    }

    /// The rules of a definition with some settings, with that definition.
    ///
    /// # Errors
    /// As for [`Hub::house`].
    pub(crate) async fn rules_of(
        &self,
        definition: &DefinitionId,
        settings: &Settings,
        by: Owner,
    ) -> Result<Rules, Failure> {
        let (definition, house) = self.compiled(definition, settings, &by.into()).await?;
        Ok(Rules { definition: Arc::new(definition), settings: settings.clone(), house })
    }

    pub(crate) async fn compiled(
        &self,
        definition: &DefinitionId,
        settings: &Settings,
        askers: &Askers,
    ) -> Result<(Definition, Arc<House>), Failure> {
        let definition = self.store.definition(definition).await?;
        let definition = definition.ok_or(Failure::NoGame)?;
        if let Some(house) = self.catalogue.known(&definition, settings) {
            return Ok((definition, house));
        }
        let is_light = !is_made_up(settings);
        let (catalogue, settings) = (Arc::clone(&self.catalogue), settings.clone());
        let place = self.place_to_compile(is_light, false, askers).await;
        let compiled = move || {
            // What is there already must never be refused.
            let house = catalogue.house(&definition, &settings, None)?;
            Ok((definition, house))
        };
        self.compile(compiled, is_light, place, askers).await?
    }

    /// Compiles rules in a place that there is for it, where they need one. What is done in the corner counts there;
    /// elsewhere it counts as the requests that it is as much work as.
    ///
    /// # Errors
    /// When the server is about to end.
    pub(crate) async fn compile<T: Send + 'static>(
        &self,
        compile: impl FnOnce() -> T + Send + 'static,
        is_light: bool,
        place: Option<Turn>,
        askers: &Askers,
    ) -> Result<T, Failure> {
        let counts = is_light && place.is_some();
        let work = move || {
            let worked = Worked::new();
            (compile(), worked.time())
        };
        let compiled = tokio::task::spawn_blocking(move || match place {
            Some(place) => place.during(work),
            None => work(),
        });
        let (compiled, took) = compiled.await.map_err(|_| Failure::Ending)?;
        if counts {
            self.charge_for_work(askers, took);
        }
        Ok(compiled)
    }

    /// A game goes on after its end: nothing that was found out about the finished one holds. What was kept
    /// of it, the store has deleted.
    pub(crate) fn goes_on(&self, game: &GameId) {
        self.reviews.stop(game);
        self.openings.goes_on(game);
    }

    /// Makes the review of a game for somebody, or goes on with it.
    pub(crate) fn review(self: &Arc<Self>, id: GameId, by: Owner) {
        self.tasks.spawn(review::run(Arc::clone(self), id, by));
    }

    /// The game is open: its clock runs there.
    pub(crate) fn wake(&self, id: &GameId) {
        self.sleepers.wake(id);
    }

    /// Opens the games whose clocks run down while they are put away.
    async fn wake_sleepers(self: Arc<Self>) {
        loop {
            let next = self.sleepers.next();
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = self.sleepers.changed() => {}
                () = async { self.time.sleep_until(next.unwrap_or_default()).await }, if next.is_some() => {
                    for id in self.sleepers.due(self.time.now()) {
                        self.open_by_itself(&id);
                    }
                }
            }
        }
    }

    /// Takes up the games that go on by themselves.
    ///
    /// # Errors
    /// When the store cannot name them.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<usize, StoreError> {
        self.tasks.spawn(Arc::clone(self).wake_sleepers());
        for id in self.store.open_reviews().await? {
            self.review(id, None);
        }
        let lively = self.store.lively().await?;
        let number = lively.len();
        let hub = Arc::clone(self);
        self.tasks.spawn(async move {
            // There may be very many that nobody will ever go on with: few are loaded at a time.
            let opened = stream::iter(lively).for_each_concurrent(RESUMED, |id| {
                let hub = &hub;
                async move {
                    // It is open when it answers. One that cannot be loaded has said so.
                    let opened = hub.ask(&id, None, |reply| Ask::Glance { reply });
                    drop(tokio::time::timeout(RESUMED_SOON, opened).await);
                }
            });
            tokio::select! {
                () = hub.stop.cancelled() => {}
                () = opened => {}
            }
        });
        Ok(number)
    }

    /// Lets every game write down what it must, and closes them.
    pub(crate) async fn end(&self) {
        self.stop.cancel();
        self.pool.close();
        self.tasks.close();
        if tokio::time::timeout(FAREWELL, self.tasks.wait()).await.is_err() {
            tracing::warn!(
                "some games are still being worked on; the time used there is given back"
            );
        }
        self.charge_sleepers().await;
        self.store.close().await;
    }

    /// The time that was used while games were put away must not be given back.
    async fn charge_sleepers(&self) {
        let (now, at) = (self.time.now(), self.time.calendar());
        let mut charges = JoinSet::new();
        for (game, Sleeper { turn_began, seq, .. }) in self.sleepers.take() {
            let ms = now.saturating_sub(turn_began);
            let events = vec![Event::Clock { ms }];
            let new = NewEvents { game, seq: seq + 1, at, over: None, events };
            let store = Arc::clone(&self.store);
            charges.spawn(async move { store.append(new).await });
        }
        while let Some(charged) = charges.join_next().await {
            if let Ok(Err(failure)) = charged {
                tracing::error!(%failure, "the time used on a clock cannot be saved");
            }
        }
    }

    fn open_games(&self) -> MutexGuard<'_, HashMap<GameId, Opened>> {
        self.open_games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
