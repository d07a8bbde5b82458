//! What becomes of games when the disk fails: whatever was acknowledged is there afterwards.

use super::{
    KeptAnalysis, KeptReview, NewEvents, NewGame, ReviewState, ShortAnalysis, SqliteStore, Store,
    StoreError,
};
use crate::failure::Failure;
use crate::game::{Command, Event, Header, NotNow, Refused, State};
use crate::hub::{HeldMoves, Hub, MOST_AWAITED, MOST_WATCHED, Setting, Spans, WatchedMoves};
use crate::id::{GameId, Token};
use crate::open_game::{Ask, Visitor};
use crate::pool::Pool;
use crate::rates::Rate;
use crate::rules::{Catalogue, Definition, DefinitionId, Settings};
use crate::time::{HandClock, SystemClock, Time};
use async_trait::async_trait;
use komadai_records::json::Side;
use komadai_referee::clock::Control;
use komadai_referee::game::{Action, Offer, Player};
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// What happens to a write.
#[derive(Clone, Copy, Debug)]
enum Fault {
    None,
    /// It fails, and nothing is on disk.
    Lost,
    /// It fails, but is on disk: as when a commit is synced and only its answer is lost.
    Kept,
    /// It never comes to an end.
    Stuck,
}

/// A store whose writes fail by plan; beyond its end they succeed.
struct FaultyStore {
    inner: SqliteStore,
    plan: Mutex<Vec<Fault>>,
    /// So many times games cannot be read.
    unread: AtomicU32,
    /// What was read.
    loaded: Mutex<Vec<GameId>>,
}

impl FaultyStore {
    fn next(&self) -> Fault {
        self.plan.lock().unwrap().pop().unwrap_or(Fault::None)
    }

    fn failed() -> StoreError {
        StoreError::Database(sqlx::Error::Io(std::io::Error::other("the disk is full")))
    }
}

#[async_trait]
impl Store for FaultyStore {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.inner.create(game).await
    }

    async fn append(&self, events: NewEvents) -> Result<(), StoreError> {
        let fault = self.next();
        if matches!(fault, Fault::Stuck) {
            std::future::pending::<()>().await;
        }
        if !matches!(fault, Fault::Lost) {
            self.inner.append(events).await?;
        }
        if matches!(fault, Fault::None) { Ok(()) } else { Err(FaultyStore::failed()) }
    }

    async fn load(&self, game: &GameId) -> Result<Vec<Event>, StoreError> {
        let counted = self.unread.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        if counted.is_ok() {
            return Err(FaultyStore::failed());
        }
        self.loaded.lock().unwrap().push(game.clone());
        self.inner.load(game).await
    }

    async fn definition(&self, id: &DefinitionId) -> Result<Option<Definition>, StoreError> {
        self.inner.definition(id).await
    }

    async fn lively(&self) -> Result<Vec<GameId>, StoreError> {
        self.inner.lively().await
    }

    async fn keep(&self, analysis: KeptAnalysis) -> Result<(), StoreError> {
        self.inner.keep(analysis).await
    }

    async fn analysis(&self, id: &GameId) -> Result<Option<KeptAnalysis>, StoreError> {
        self.inner.analysis(id).await
    }

    async fn short_analysis(&self, id: &GameId) -> Result<Option<ShortAnalysis>, StoreError> {
        self.inner.short_analysis(id).await
    }

    async fn delete(&self, id: &GameId) -> Result<(), StoreError> {
        self.inner.delete(id).await
    }

    async fn begin_review(&self, game: &GameId, ms: u64) -> Result<(), StoreError> {
        self.inner.begin_review(game, ms).await
    }

    async fn add_finding(&self, game: &GameId, ply: usize, text: &str) -> Result<(), StoreError> {
        self.inner.add_finding(game, ply, text).await
    }

    async fn end_review(&self, game: &GameId) -> Result<(), StoreError> {
        self.inner.end_review(game).await
    }

    async fn review_state(&self, game: &GameId) -> Result<Option<ReviewState>, StoreError> {
        self.inner.review_state(game).await
    }

    async fn review_size(&self, game: &GameId) -> Result<usize, StoreError> {
        self.inner.review_size(game).await
    }

    async fn review(&self, game: &GameId) -> Result<Option<KeptReview>, StoreError> {
        self.inner.review(game).await
    }

    async fn open_reviews(&self) -> Result<Vec<GameId>, StoreError> {
        self.inner.open_reviews().await
    }

    async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        self.inner.backup(file).await
    }

    async fn close(&self) {
        self.inner.close().await;
    }
}

/// All that a server is, but for its pages.
async fn hub(folder: &Path, plan: Vec<Fault>) -> Arc<Hub> {
    let idle = Duration::from_secs(60);
    hub_of(store(folder, plan).await, Arc::new(SystemClock::start()), idle)
}

async fn store(folder: &Path, plan: Vec<Fault>) -> Arc<FaultyStore> {
    let inner = SqliteStore::open(&folder.join("games.sqlite")).await.unwrap();
    Arc::new(FaultyStore {
        inner,
        plan: Mutex::new(plan),
        unread: AtomicU32::new(0),
        loaded: Mutex::default(),
    })
}

fn hub_of(store: Arc<FaultyStore>, time: Arc<dyn Time>, idle: Duration) -> Arc<Hub> {
    let catalogue = Arc::new(Catalogue::new(None).unwrap());
    let pool = Pool::new(1).unwrap();
    let spans = Spans { think: Duration::from_millis(10), idle };
    let rates = [Rate::per_second(10), Rate::per_hour(100)];
    Arc::new(Hub::new(store, catalogue, pool, time, spans, rates))
}

/// Who plays both sides.
fn visitor(token: &Token) -> Visitor {
    let address = std::net::IpAddr::from(Ipv4Addr::LOCALHOST).into();
    let token = serde_json::to_value(token).unwrap();
    Visitor { token: token.as_str().map(str::to_owned), in_header: true, address }
}

fn first_move(state: &State) -> String {
    state.legal.first().unwrap().to_owned()
}

async fn create(hub: &Arc<Hub>, token: &Token) -> GameId {
    create_timed(hub, token, None).await
}

async fn create_timed(hub: &Arc<Hub>, token: &Token, clock: Option<Control>) -> GameId {
    create_of(hub, token, clock, [Player::Human; 2]).await
}

async fn create_of(
    hub: &Arc<Hub>,
    token: &Token,
    clock: Option<Control>,
    players: [Player; 2],
) -> GameId {
    create_with(hub, token, "minishogi", (clock, players), Settings::new()).await
}

async fn create_with(
    hub: &Arc<Hub>,
    token: &Token,
    variant: &str,
    (clock, players): (Option<Control>, [Player; 2]),
    settings: Settings,
) -> GameId {
    let by = visitor(token).address;
    let entry = hub.catalogue.rules(variant, &settings, Some(by)).unwrap();
    let header = Header {
        created: 0,
        variant: variant.to_owned(),
        definition: entry.id.clone(),
        settings,
        start: None,
        drawn: false,
        position: None,
        strict: false,
        players,
        seals: [token.seal(), token.seal()],
        names: [None, None],
        one_screen: true,
        clock,
    };
    let setting =
        Setting { header, definition: Arc::unwrap_or_clone(entry.definition), house: entry.house };
    hub.create(setting, by).await.unwrap()
}

async fn look(hub: &Arc<Hub>, id: &GameId, by: &Visitor) -> State {
    hub.ask(id, None, |reply| Ask::Look { by: by.clone(), reply }).await.unwrap()
}

async fn play(hub: &Arc<Hub>, id: &GameId, by: &Visitor, text: &str) -> Result<State, Failure> {
    wish(hub, id, by, Command::Move(text.to_owned())).await
}

async fn wish(
    hub: &Arc<Hub>,
    id: &GameId,
    by: &Visitor,
    command: Command,
) -> Result<State, Failure> {
    let (at, by) = (hub.time.now(), || by.clone());
    hub.ask(id, None, |reply| Ask::Do { by: by(), at, command: command.clone(), reply }).await
}

/// Plays while writes fail by plan, and looks at the game on a server that is started afterwards.
async fn check(plan: Vec<Fault>) {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let by = visitor(&token);
    let first = hub(folder.path(), plan.clone()).await;
    let id = create(&first, &token).await;
    let (mut acknowledged, mut failures) = (Vec::new(), 0);
    for turn in 0..plan.len() {
        let state = look(&first, &id, &by).await;
        let legal: Vec<serde_json::Value> = serde_json::from_str(state.legal.text()).unwrap();
        let Some(legal) = legal.get(turn * 7 % legal.len().max(1)) else { break };
        let text = legal["usi"].as_str().unwrap().to_owned();
        match play(&first, &id, &by, &text).await {
            Ok(state) => acknowledged.push((state.moves.len(), text)),
            Err(_) => failures += 1,
        }
    }
    first.end().await;
    let second = hub(folder.path(), Vec::new()).await;
    let state = look(&second, &id, &by).await;
    for (ply, text) in &acknowledged {
        assert_eq!(state.moves[ply - 1].form.usi, *text, "{plan:?}");
    }
    let faults = plan.iter().filter(|fault| !matches!(fault, Fault::None)).count();
    assert!(failures >= faults.min(1) && !acknowledged.is_empty(), "{plan:?}");
    second.end().await;
}

#[tokio::test]
async fn what_was_acknowledged_is_there_whatever_fails() {
    use Fault::{Kept, Lost, None};
    for plan in [
        vec![None; 6],
        vec![None, Lost, None, None],
        vec![None, Kept, None, None],
        vec![None, Lost, Lost, Lost, None],
        vec![None, Kept, Kept, None, Lost, Kept, None],
    ] {
        check(plan).await;
    }
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..20 {
        let fault = |rng: &mut fastrand::Rng| [None, None, Lost, Kept][rng.usize(..4)];
        let mut plan: Vec<Fault> = (0..12).map(|_| fault(&mut rng)).collect();
        plan.push(None);
        check(plan).await;
    }
}

#[tokio::test]
async fn what_nobody_watches_is_put_away_where_much_is_held() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let by = visitor(&token);
    let hub = hub(folder.path(), Vec::new()).await;
    let id = create(&hub, &token).await;
    look(&hub, &id, &by).await;
    assert_eq!(hub.open_ids().len(), 1);
    let _much = HeldMoves::new(&hub, 1_000_000);
    for turn in 0..6 {
        let state = look(&hub, &id, &by).await;
        assert_eq!(state.moves.len(), turn);
        play(&hub, &id, &by, &first_move(&state)).await.unwrap();
        // It is closed after the answer is given.
        while !hub.open_ids().is_empty() {
            tokio::task::yield_now().await;
        }
    }
    hub.end().await;
}

/// Reading a game anew would take the time of who is to move, so it is kept while a clock runs; but only as much as one
/// may watch.
#[tokio::test]
async fn what_is_played_on_the_clock_by_requests_is_kept_where_much_is_held() {
    for (watched, is_kept) in [(0, true), (MOST_WATCHED, false)] {
        let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
        let by = visitor(&token);
        let hub = hub(folder.path(), Vec::new()).await;
        let id = create_timed(&hub, &token, Some(minutes(1))).await;
        let _much = HeldMoves::new(&hub, 1_000_000);
        let others = WatchedMoves::new(&hub, by.address, watched);
        assert!(others.is_some());
        for turn in 0..6 {
            let state = look(&hub, &id, &by).await;
            assert_eq!(state.moves.len(), turn);
            play(&hub, &id, &by, &first_move(&state)).await.unwrap();
            for _ in 0..1_000 {
                tokio::task::yield_now().await;
            }
            // The clocks begin to run with the first moves.
            assert!(turn < 2 || hub.open_ids().is_empty() != is_kept, "{watched} {turn}");
        }
        hub.end().await;
    }
}

/// Somebody may wait for the engine in many games, but these hold only so much while nobody watches.
#[tokio::test]
async fn games_that_wait_for_the_engine_hold_only_so_much() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let by = visitor(&token);
    let hub = hub(folder.path(), Vec::new()).await;
    let _much = HeldMoves::new(&hub, 1_000_000);
    let others = hub.awaited.take_many(Some(by.address), MOST_AWAITED);
    assert!(others.is_some());
    let players = [Player::Human, Player::Engine { level: 1 }];
    let id = create_of(&hub, &token, None, players).await;
    let text = first_move(&look(&hub, &id, &by).await);
    play(&hub, &id, &by, &text).await.unwrap();
    let put_away = async {
        while !hub.open_ids().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), put_away).await.expect("it is put away");
    assert_eq!(look(&hub, &id, &by).await.moves.len(), 1);
    // It moves as soon as there is room.
    drop(others);
    let moved = async {
        while look(&hub, &id, &by).await.moves.len() < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), moved).await.expect("the engine moves");
    hub.end().await;
}

#[tokio::test]
async fn work_without_an_end_does_not_keep_the_server_from_its_own() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let by = visitor(&token);
    let hub = hub(folder.path(), vec![Fault::Stuck]).await;
    let id = create(&hub, &token).await;
    let text = first_move(&look(&hub, &id, &by).await);
    let asking = tokio::spawn({
        let (hub, id) = (Arc::clone(&hub), id.clone());
        async move { drop(play(&hub, &id, &by, &text).await) }
    });
    // The move has been handed to the game when another question is not answered any more.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let ended = tokio::time::timeout(Duration::from_secs(30), hub.end()).await;
    assert!(ended.is_ok(), "the server does not end");
    asking.abort();
}

/// Whoever asks and goes away leaves what he asked for in the queue of a game that is busy.
#[tokio::test]
async fn what_is_asked_of_a_busy_game_does_not_pile_up() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let by = visitor(&token);
    let hub = hub(folder.path(), vec![Fault::Stuck]).await;
    let id = create(&hub, &token).await;
    let text = first_move(&look(&hub, &id, &by).await);
    let asks = async |address, text: &str| {
        let (by, text) = (|| by.clone(), || text.to_owned());
        let command = || Command::Move(text());
        let asking =
            hub.ask(&id, address, |reply| Ask::Do { by: by(), at: 0, command: command(), reply });
        tokio::time::timeout(Duration::from_millis(1), asking).await
    };
    let mut waiting = 0;
    let refused = loop {
        match asks(Some(by.address), &text).await {
            Err(_) if waiting < 2_000 => waiting += 1,
            Err(_) => panic!("{waiting} wait"),
            Ok(answer) => break answer,
        }
    };
    assert!(matches!(refused, Err(Failure::Full(_))) && waiting > 100, "{waiting}");
    // Others may ask.
    let other = std::net::IpAddr::from(Ipv4Addr::new(10, 0, 0, 7)).into();
    assert!(asks(Some(other), &text).await.is_err());
    hub.end().await;
}

/// Thousands of legal moves are much to work out and to tell, also for who does not wait for the answer.
#[tokio::test]
async fn moves_in_games_of_thousands_count_as_many_requests() {
    for (variant, is_granted) in [("minishogi", true), ("amazons", false)] {
        let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
        let by = visitor(&token);
        let hub = hub(folder.path(), Vec::new()).await;
        let timed = (None, [Player::Human; 2]);
        let id = create_with(&hub, &token, variant, timed, Settings::new()).await;
        for _ in 0..12 {
            let text = first_move(&look(&hub, &id, &by).await);
            play(&hub, &id, &by, &text).await.unwrap();
        }
        assert_eq!(hub.requests.count(by.address).is_ok(), is_granted, "{variant}");
        hub.end().await;
    }
}

/// To read a long game again and again is much work, and keeps those waiting who ask for a short one.
#[tokio::test]
async fn what_is_read_counts_as_the_work_that_it_is() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let by = visitor(&token);
    let hub = hub(folder.path(), Vec::new()).await;
    let timed = (None, [Player::Human; 2]);
    let id = create_with(&hub, &token, "tenjiku", timed, Settings::new()).await;
    for _ in 0..30 {
        let text = first_move(&look(&hub, &id, &by).await);
        play(&hub, &id, &by, &text).await.unwrap();
    }
    let other = std::net::IpAddr::from(Ipv4Addr::new(10, 0, 0, 7)).into();
    let mut loads = 0;
    while hub.requests.count(other).is_ok() {
        hub.load(&id, Some(other)).await.unwrap();
        loads += 1;
        assert!(loads < 90, "each counts as one");
    }
    hub.end().await;
}

/// The games of somebody's rules may take long to read; all others are there at once.
#[tokio::test]
async fn games_that_take_long_hold_up_no_others_after_a_restart() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let first = hub(folder.path(), Vec::new()).await;
    let made_up = Settings::from([("pieces.G.move".to_owned(), "\"KA\"".to_owned())]);
    let clock = Some(minutes(60));
    for _ in 0..12 {
        let timed = (clock, [Player::Human; 2]);
        create_with(&first, &token, "minishogi", timed, made_up.clone()).await;
    }
    let last = create_timed(&first, &token, clock).await;
    first.end().await;
    let store = store(folder.path(), Vec::new()).await;
    let time = Arc::new(SystemClock::start());
    let second = hub_of(Arc::clone(&store), time, Duration::from_secs(60));
    let _busy = second.corner.for_made_up(&None.into()).await;
    second.resume().await.unwrap();
    let is_loaded = async {
        while !store.loaded.lock().unwrap().contains(&last) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), is_loaded).await.expect("it is not held up");
    second.end().await;
}

/// Any number of games may wait to be read: their rules are compiled when it is their turn.
#[tokio::test]
async fn games_that_wait_to_be_read_hold_no_rules() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let first = hub(folder.path(), Vec::new()).await;
    let settings = Settings::from([("pieces.G.move".to_owned(), "\"KA\"".to_owned())]);
    let timed = (None, [Player::Human; 2]);
    let id = create_with(&first, &token, "minishogi", timed, settings.clone()).await;
    first.end().await;
    let second = hub(folder.path(), Vec::new()).await;
    let busy = second.loads_by_other_rules.wait(None).await;
    let asks = second.open(&id, None).ok().unwrap();
    let definition = Definition::builtin("minishogi").unwrap();
    let is_compiled = || second.catalogue.known(&definition, &settings).is_some();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!is_compiled());
    drop((busy, asks));
    look(&second, &id, &visitor(&token)).await;
    assert!(is_compiled());
    second.end().await;
}

/// Ten visitors may each be in the midst of loading a long game.
#[tokio::test]
async fn who_loads_a_game_waits_for_nobody_elses() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let first = hub(folder.path(), Vec::new()).await;
    let id = create_timed(&first, &token, None).await;
    first.end().await;
    let second = hub(folder.path(), Vec::new()).await;
    let looks = async {
        let others = (1..=10).map(|number| {
            let address = std::net::IpAddr::from([192, 0, 2, number]);
            second.loads.wait(Some(address.into()))
        });
        let _busy = futures_util::future::join_all(others).await;
        look(&second, &id, &visitor(&token)).await
    };
    tokio::time::timeout(Duration::from_secs(20), looks).await.expect("it is not held up");
    second.end().await;
}

/// Who reads while the server ends is not told of a fault.
#[tokio::test]
async fn a_closed_store_is_no_fault() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.sqlite")).await.unwrap();
    store.close().await;
    let [read, written] = [
        store.load(&GameId::new().unwrap()).await.map(drop),
        store.delete(&GameId::new().unwrap()).await,
    ];
    assert!(matches!([read, written], [Err(StoreError::Closed), Err(StoreError::Closed)]));
}

fn minutes(minutes: u64) -> Control {
    serde_json::from_value(serde_json::json!({ "main_ms": minutes * 60_000 })).unwrap()
}

/// Who has moved in time does not lose because others asked before.
#[tokio::test]
async fn a_move_counts_from_when_it_was_asked_for() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let (by, hands) = (visitor(&token), Arc::new(HandClock::new()));
    let store = store(folder.path(), Vec::new()).await;
    let hub = hub_of(store, Arc::clone(&hands) as _, Duration::from_secs(60));
    let id = create_timed(&hub, &token, Some(minutes(1))).await;
    let text = first_move(&look(&hub, &id, &by).await);
    hands.advance(Duration::from_secs(59));
    let (reply, answer) = tokio::sync::oneshot::channel();
    let (at, command) = (hub.time.now(), Command::Move(text));
    let asks = hub.open(&id, None).ok().unwrap();
    asks.send(Ask::Do { by: by.clone(), at, command, reply }.into()).ok().unwrap();
    hands.advance(Duration::from_secs(10));
    let state = answer.await.unwrap().unwrap();
    assert_eq!((state.moves.len(), state.moves[0].ms), (1, 59_000));
    // Afterwards it is too late.
    hands.advance(Duration::from_secs(61));
    let text = first_move(&state);
    assert!(play(&hub, &id, &by, &text).await.is_err());
    hub.end().await;
}

#[tokio::test]
async fn a_watcher_who_goes_before_the_answer_is_gone() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let by = visitor(&token);
    let hub = hub(folder.path(), Vec::new()).await;
    let id = create(&hub, &token).await;
    let is_there = async || look(&hub, &id, &by).await.view.body.players.first.connected;
    let (reply, answer) = tokio::sync::oneshot::channel();
    let asks = hub.open(&id, None).ok().unwrap();
    asks.send(Ask::Watch { by: by.clone(), reply }.into()).ok().unwrap();
    let turns = async |there| {
        let so = async {
            while is_there().await != there {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), so).await.expect("in time");
    };
    turns(true).await;
    // It has come, but nobody takes it.
    drop(answer);
    turns(false).await;
    hub.end().await;
}

#[tokio::test]
async fn a_flag_falls_though_much_is_held() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let (by, hands) = (visitor(&token), Arc::new(HandClock::new()));
    let store = store(folder.path(), Vec::new()).await;
    let hub = hub_of(Arc::clone(&store), Arc::clone(&hands) as _, Duration::from_secs(60));
    hub.resume().await.unwrap();
    let _much = HeldMoves::new(&hub, 1_000_000);
    let id = create_timed(&hub, &token, Some(minutes(1))).await;
    // Before anybody can see it no clock runs.
    look(&hub, &id, &by).await;
    hands.advance(Duration::from_secs(61));
    let ended = async {
        while look(&hub, &id, &by).await.view.body.end.is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), ended).await.expect("the flag falls");
    hub.end().await;
}

#[tokio::test]
async fn a_flag_falls_though_the_game_could_not_be_read() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let hands = Arc::new(HandClock::new());
    let store = store(folder.path(), Vec::new()).await;
    let idle = Duration::from_millis(30);
    let hub = hub_of(Arc::clone(&store), Arc::clone(&hands) as _, idle);
    hub.resume().await.unwrap();
    let id = create_timed(&hub, &token, Some(minutes(60))).await;
    let wait = async |is_so: &dyn Fn() -> bool| {
        let so = async {
            while !is_so() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), so).await.expect("in time");
    };
    wait(&|| hub.open_ids().is_empty()).await;
    store.unread.store(2, Relaxed);
    hands.advance(Duration::from_secs(3_600));
    for unread in [1, 0] {
        wait(&|| store.unread.load(Relaxed) == unread).await;
        wait(&|| hub.open_ids().is_empty()).await;
        hands.advance(Duration::from_secs(2));
    }
    let is_over = async || {
        let events = store.inner.load(&id).await.unwrap();
        matches!(events.last(), Some(Event::Ended(_)))
    };
    let over = async {
        while !is_over().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), over).await.expect("the flag falls");
    hub.end().await;
}

#[tokio::test]
async fn a_game_of_offers_has_an_end() {
    let (folder, token) = (TempDir::new().unwrap(), Token::new().unwrap());
    let by = visitor(&token);
    let first = hub(folder.path(), Vec::new()).await;
    let id = create(&first, &token).await;
    let what = Offer::Draw;
    let offers = [Event::Offered { what, by: Side::First }, Event::Declined { what }];
    let events = offers.into_iter().cycle().take(9_999).collect();
    let new = NewEvents { game: id.clone(), seq: 2, at: 0, events, over: None };
    first.store.append(new).await.unwrap();
    first.end().await;
    let second = hub(folder.path(), Vec::new()).await;
    let state = look(&second, &id, &by).await;
    assert_eq!(state.view.body.seq, 10_000);
    let text = first_move(&state);
    play(&second, &id, &by, &text).await.unwrap();
    let taken_back = wish(&second, &id, &by, Command::Act(Action::Takeback {})).await;
    let only_moves = Failure::Refused(Refused::NotNow(NotNow::OnlyMoves));
    assert_eq!(taken_back.unwrap_err().to_string(), only_moves.to_string());
    let resigned = wish(&second, &id, &by, Command::Act(Action::Resign {})).await;
    assert!(resigned.unwrap().view.body.end.is_some());
    second.end().await;
}
