//! A match: pairs of games, handed out to workers, counted in order.

use crate::adjudicate::Adjudication;
use crate::client::{Course, Failure, GameName, Waits};
use crate::clock::{Control, Limits};
use crate::engine::{Engine, EngineKind};
use crate::game::{Conditions, GameEnd, GameInPlay, NoEnd, Thought};
use crate::openings::{Balance, Level, Opening, Openings};
use crate::player::{Common, Player};
use crate::report::{Record, Standing, Summary, Winner};
use crate::sprt::{Sprt, SprtState};
use fnv::FnvHasher;
use komadai_records::json::text_of;
use komadai_records::position;
use komadai_rules::{AnyGame, Color, Variant};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Everything that a match is.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub game: AnyGame,
    /// The file of the game, if it is not built in: for engines of our own.
    pub file: Option<std::path::PathBuf>,
    /// Rule settings that were changed, for engines of our own.
    pub set: Vec<(String, String)>,
    /// Who plays; results are counted from the view of the first.
    pub engines: [Engine; 2],
    /// How long they think, unless an engine has its own limits.
    pub limits: Limits,
    /// How many games at most.
    pub games: u64,
    /// Where they begin.
    pub openings: Openings,
    /// What random openings depend on.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// When the match is ended early.
    pub sprt: Option<Sprt>,
    /// How much longer than its time a move may take.
    pub margin: Duration,
    /// How long a move may take where time does not count, before the engine is given up.
    pub patience: Duration,
    /// How long an engine may take to start, and to get ready for a game.
    pub start_wait: Duration,
    /// The values of pieces, for the greedy player and for level openings.
    pub values: fn(&Variant) -> Vec<i32>,
    /// What else random openings have to be.
    pub balance: Option<Balance>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// An engine cannot play it, or has never been got going.
    #[error("engine `{engine}` cannot play: {failure}{}", listed(.lines))]
    Engine {
        /// Which.
        engine: String,
        /// Why not.
        failure: Failure,
        /// The last lines to and from it.
        lines: Vec<String>,
    },
    /// An opening cannot be played.
    #[error("the opening of pair {pair} cannot be played: {message}")]
    Opening {
        /// The number of the pair, from 1.
        pair: u64,
        /// Why not.
        message: String,
    },
    /// Whoever was told of the games could not write them down.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn listed(lines: &[String]) -> String {
    match lines {
        [] => String::new(),
        _ => format!("; its last lines:\n  {}", lines.join("\n  ")),
    }
}

/// What happens in a match.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game has just ended, in whatever order.
    Played(&'a Record),
    /// A game has been counted, in the order of their numbers, and with it the match stands so.
    Counted(&'a Record, &'a Standing),
}

/// Where time does not count otherwise.
const USUAL_CONTROL: &str = "10+0.1";

impl Settings {
    /// The limits of an engine: its own, else those of the match, else ten seconds and a tenth more
    /// a move.
    pub fn limits_of(&self, engine: usize) -> Limits {
        let own = self.engines[engine].limits.as_ref();
        let limits = own.unwrap_or(&self.limits).clone();
        let is_program = matches!(self.engines[engine].kind, EngineKind::Program(_));
        if !limits.is_empty() || !is_program {
            return limits;
        }
        Limits { control: USUAL_CONTROL.parse::<Control>().ok(), ..limits }
    }

    /// What the results depend on: two matches with the same fingerprint are one match.
    pub fn fingerprint(&self) -> Value {
        let variant = self.game.variant();
        let of_lines = |list: &Vec<Opening>| json!({ "lines": list.len(), "hash": format!("{:016x}", hash(&format!("{list:?}"))) });
        let set: Vec<String> =
            self.set.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let engines = [0, 1].map(|i| self.engine_fingerprint(i));
        let mut told = json!({
            "variant": variant.id,
            "set": set,
            "rules": format!("{:016x}", hash(&format!("{variant:?}"))),
            "engines": engines,
            "openings": match &self.openings {
                Openings::Listed(list) => of_lines(list),
                Openings::After { listed, plies } => {
                    json!({ "random": plies, "after": of_lines(listed) })
                }
                Openings::Random { plies, start } => json!({ "random": plies, "start": start }),
            },
            "seed": self.seed,
            "adjudication": self.adjudication,
            "margin_ms": self.margin.as_millis() as u64,
        });
        if let Some(balance) = &self.balance {
            told["openings"]["balanced"] = json!(balance.most);
        }
        told
    }

    fn engine_fingerprint(&self, i: usize) -> Value {
        let limits = self.limits_of(i);
        let mut told = self.engines[i].to_json();
        told["tc"] = json!(limits.control.map(|control| control.to_string()));
        told["movetime"] = json!(limits.movetime.map(|time| time.as_secs_f64()));
        told["nodes"] = json!(limits.nodes);
        told["depth"] = json!(limits.depth);
        told
    }

    /// A game of the match as PGN, with the settings in its tags.
    ///
    /// # Errors
    /// What cannot be played of it by these rules.
    pub fn pgn(&self, record: &Record) -> Result<String, String> {
        let [first, second] = &self.engines;
        let mut tags = vec![("Event", format!("{} - {}", first.name, second.name))];
        let mut by_side = [0, 1];
        if record.first != first.name {
            by_side.swap(0, 1);
        }
        let [white, black] = by_side.map(|i| self.limits_of(i).to_pgn());
        match white == black {
            true => tags.push(("TimeControl", white)),
            false => tags.extend([("WhiteTimeControl", white), ("BlackTimeControl", black)]),
        }
        let [white, black] = by_side.map(|i| self.engine_fingerprint(i).to_string());
        tags.extend([("WhiteSettings", white), ("BlackSettings", black)]);
        tags.push(("Seed", self.seed.to_string()));
        record.to_pgn_with(&self.game, &tags)
    }

    fn conditions(&self) -> Conditions {
        Conditions { margin: self.margin, patience: self.patience, adjudication: self.adjudication }
    }

    fn common(&self) -> Common {
        let variant = self.game.variant();
        let names = [std::slice::from_ref(&variant.id), &variant.aliases].concat();
        Common {
            game: GameName { names, file: self.file.clone(), settings: self.set.clone() },
            waits: Waits { start: self.start_wait, stop: Duration::from_secs(1) },
            values: Arc::from((self.values)(variant)),
        }
    }
}

/// FNV-1a, which stays the same from one version to the next.
fn hash(text: &str) -> u64 {
    let mut hash = FnvHasher::default();
    hash.write(text.as_bytes());
    hash.finish()
}

/// Plays a match, or what is left of it when the `saved` games have been played already. `tell` is
/// told what happens, saved games included; the match stops when it fails.
///
/// # Errors
/// See [`MatchError`]. Games that engines lose by whatever they do are no errors.
pub fn run(
    settings: &Settings,
    saved: Vec<Record>,
    tell: &mut dyn FnMut(Event<'_>) -> io::Result<()>,
) -> Result<Summary, MatchError> {
    let common = settings.common();
    let shared = Shared {
        settings,
        common: &common,
        proven: [AtomicBool::new(false), AtomicBool::new(false)],
        next: AtomicU64::new(0),
        openings: Mutex::default(),
        done: saved.iter().map(|record| record.game).collect(),
        stop: AtomicBool::new(false),
    };
    let mut count = Count { settings, waiting: BTreeMap::new(), standing: Standing::default() };
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        if count.take_in(saved, tell)? {
            return Ok(());
        }
        for _ in 0..settings.concurrency.max(1) {
            let (sender, shared) = (sender.clone(), &shared);
            scope.spawn(move || shared.work(&mut |result| sender.send(result).is_ok()));
        }
        drop(sender);
        let counted = count.listen(&results, tell);
        shared.stop.store(true, Ordering::Relaxed);
        counted
    })?;
    Ok(count.standing.summary(settings.sprt.as_ref()))
}

/// Where a pair of games begins, once it is known.
type OpeningOfPair = OnceLock<Result<Course, String>>;

/// What the workers share.
struct Shared<'a> {
    settings: &'a Settings,
    common: &'a Common,
    proven: [AtomicBool; 2],
    /// How many games have been handed out.
    next: AtomicU64,
    /// The openings of the last pairs: both games of one begin alike, and what is searched for is searched for once.
    openings: Mutex<BTreeMap<u64, Arc<OpeningOfPair>>>,
    /// The numbers of games that need not be played.
    done: std::collections::BTreeSet<u64>,
    stop: AtomicBool,
}

impl Shared<'_> {
    /// Plays games until there are no more, or nobody wants to hear of them.
    fn work(&self, tell: &mut dyn FnMut(Result<Record, MatchError>) -> bool) {
        let mut players = [0, 1].map(|i| {
            Player::new(&self.settings.engines[i], i as u64, self.common, &self.proven[i])
        });
        while let Some(number) = self.next_game() {
            let Some(result) = self.play(number, &mut players).transpose() else { return };
            let failed = result.is_err();
            if !tell(result) || failed {
                return;
            }
        }
    }

    /// The number of the next game, from 1.
    fn next_game(&self) -> Option<u64> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed) + 1;
            let over = number > self.settings.games || self.stop.load(Ordering::Relaxed);
            match (over, self.done.contains(&number)) {
                (true, _) => return None,
                (false, true) => {}
                (false, false) => return Some(number),
            }
        }
    }

    /// Where both games of a pair begin.
    fn opening(&self, pair: u64) -> Result<Course, String> {
        let Settings { game, openings, seed, balance, concurrency, .. } = self.settings;
        let mut known = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        // Of pairs before these both games are being played.
        let old = pair.saturating_sub(*concurrency as u64);
        known.retain(|number, _| *number >= old);
        let opening = Arc::clone(known.entry(pair).or_default());
        drop(known);
        let level = Level { values: &self.common.values, balance: balance.as_ref() };
        opening.get_or_init(|| openings.of_pair(game, level, *seed, pair)).clone()
    }

    fn play(
        &self,
        number: u64,
        players: &mut [Player<'_>; 2],
    ) -> Result<Option<Record>, MatchError> {
        let settings = self.settings;
        let pair = (number - 1) / 2;
        let course = self
            .opening(pair)
            .map_err(|message| MatchError::Opening { pair: pair + 1, message })?;
        let opening = course.moves.len();
        let exchanged = number.is_multiple_of(2);
        let [a, b] = players;
        let mut limits = [settings.limits_of(0), settings.limits_of(1)];
        let by_side = if exchanged { [b, a] } else { [a, b] };
        if exchanged {
            limits.swap(0, 1);
        }
        let conditions = settings.conditions();
        let mut game = GameInPlay::new(course, by_side, [&limits[0], &limits[1]], &conditions);
        match game.play(number, &self.stop) {
            Ok(end) => Ok(Some(record(number, exchanged, opening, &game, end))),
            Err(NoEnd::Stopped) => Ok(None),
            Err(NoEnd::Unfit { engine, failure, lines }) => {
                Err(MatchError::Engine { engine, failure, lines })
            }
        }
    }
}

fn record(
    number: u64,
    exchanged: bool,
    opening: usize,
    game: &GameInPlay<'_, '_>,
    end: GameEnd,
) -> Record {
    let Course { play, start, usual, moves } = &game.course;
    let variant = play.variant();
    let first_engine = if exchanged { Color::Second } else { Color::First };
    let is_timed = game.limits.iter().any(|limits| limits.is_timed());
    let evals: Vec<_> = game.thoughts.iter().map(|thought| thought.eval).collect();
    let ms = |thought: &Thought| u64::try_from(thought.elapsed.as_millis()).unwrap_or(u64::MAX);
    Record {
        game: number,
        date: Some(jiff::Zoned::now().strftime("%Y.%m.%d").to_string()),
        pair: number.div_ceil(2),
        first: game.players[0].name().to_owned(),
        second: game.players[1].name().to_owned(),
        start: if *usual { "startpos".to_owned() } else { position::write(variant, start) },
        opening,
        moves: moves.iter().map(|spelling| spelling.usi(variant)).collect(),
        plies: moves.len(),
        winner: Winner::of(end.winner),
        score: end.winner.map_or(0.5, |winner| if winner == first_engine { 1.0 } else { 0.0 }),
        status: end.status,
        reason: end.reason,
        position: text_of(play),
        fault: end.fault,
        evals: if evals.iter().any(Option::is_some) { evals } else { Vec::new() },
        times: if is_timed { game.thoughts.iter().map(ms).collect() } else { Vec::new() },
    }
}

/// Counts games in their order, however they come in.
struct Count<'a> {
    settings: &'a Settings,
    waiting: BTreeMap<u64, Record>,
    standing: Standing,
}

impl Count<'_> {
    /// Counts saved games. Whether the match is over with them.
    fn take_in(
        &mut self,
        saved: Vec<Record>,
        tell: &mut dyn FnMut(Event<'_>) -> io::Result<()>,
    ) -> io::Result<bool> {
        self.waiting.extend(saved.into_iter().map(|record| (record.game, record)));
        self.count(tell)
    }

    /// Counts games as they are played, until the match is over.
    fn listen(
        &mut self,
        results: &Receiver<Result<Record, MatchError>>,
        tell: &mut dyn FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<(), MatchError> {
        while let Ok(result) = results.recv() {
            let record = result?;
            tell(Event::Played(&record))?;
            self.waiting.insert(record.game, record);
            if self.count(tell)? {
                break;
            }
        }
        Ok(())
    }

    /// Counts what can be counted. Whether the match is over.
    fn count(&mut self, tell: &mut dyn FnMut(Event<'_>) -> io::Result<()>) -> io::Result<bool> {
        while !self.is_over() {
            let Some(record) = self.waiting.remove(&(self.standing.games() + 1)) else {
                return Ok(false);
            };
            self.standing.add(&record);
            tell(Event::Counted(&record, &self.standing))?;
        }
        Ok(true)
    }

    fn is_over(&self) -> bool {
        let decided = |sprt: &Sprt| sprt.state(&self.standing.pairs) != SprtState::Continue;
        self.standing.games() >= self.settings.games
            || self.settings.sprt.as_ref().is_some_and(decided)
    }
}
