//! The engine behind every protocol: the game, the options, the search that runs.

use crate::library::Library;
use crate::options::{self, CHESS, CHESS960, Id, Options};
use crate::output::Output;
use crate::search::{Answer, Listener, Question, Signal};
use crate::session::{Context, Event, Session};
use komadai_engine::{Level, Limits, Shared};
use komadai_rules::variant::DeclarationRule;
use komadai_rules::{AnyGame, Variant};
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// The rule of variant files that ImpasseRule stands for.
const IMPASSE_KEY: &str = "end.declaration.rule";

/// What the program was started with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The game to begin with: a name, or the path of a variant file; the protocol's usual one
    /// where nothing is said.
    pub variant: Option<String>,
    /// Rule settings that are changed.
    pub settings: Vec<(String, String)>,
    /// Options by name.
    pub options: Vec<(String, String)>,
}

/// Rule settings: keys and values.
type Settings = Vec<(String, String)>;

/// The engine.
pub(crate) struct Host {
    library: Box<dyn Library + Send>,
    pub(crate) output: Output,
    pub(crate) options: Options,
    events: Sender<Event>,
    /// The name or path of the game that is played.
    name: String,
    /// Whether the program was started with a game.
    pub(crate) game_is_chosen: bool,
    /// The file that VariantPath has named, with the name of its game.
    file: Option<(String, String)>,
    /// Rule settings, for every game that knows them.
    settings: Settings,
    session: Session,
    shared: Arc<Shared>,
    /// Mebibytes of the table that is there now.
    hash: usize,
    search: Option<(u64, Arc<Signal>)>,
    /// Whether it ends by itself, and whether it does once the move that it ponders on is played.
    is_limited: bool,
    is_limited_after_hit: bool,
    /// Whether the time is among its limits.
    is_timed: bool,
    searches: u64,
    /// Whether what was learned is to be forgotten as soon as nothing searches.
    is_to_forget: bool,
}

/// What came of setting an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// It holds.
    Set,
    /// Another game is on the board now, at its start. Settings that it does not have were left
    /// out, which these messages say.
    Game(Vec<String>),
}

impl Host {
    /// With a game that is surely there; see [`Host::select`] for another.
    pub(crate) fn new(
        mut library: Box<dyn Library + Send>,
        output: Output,
        events: Sender<Event>,
    ) -> Result<Self, String> {
        let name = options::builtin_games().into_iter().next().unwrap_or_default();
        let session = open(&library.game(&name, &[])?)?;
        let options = Options::default();
        let mut host = Host {
            library,
            output,
            shared: Arc::new(Shared::new(1)),
            hash: 1,
            options,
            events,
            name,
            game_is_chosen: false,
            file: None,
            settings: Vec::new(),
            session,
            search: None,
            is_limited: true,
            is_limited_after_hit: true,
            is_timed: true,
            searches: 0,
            is_to_forget: false,
        };
        host.set_net()?;
        Ok(host)
    }

    /// Carries out what the program was started with; returns what could not be.
    pub(crate) fn begin(&mut self, start: &Start) -> Vec<String> {
        let mut problems = Vec::new();
        let mut note = |done: Result<Done, String>| match done {
            Ok(Done::Set) => {}
            Ok(Done::Game(left_out)) => problems.extend(left_out),
            Err(error) => problems.push(error),
        };
        // They may hold together only, or for a game that is chosen later.
        self.settings.clone_from(&start.settings);
        if let Some(variant) = &start.variant {
            let is_builtin = options::builtin_games().contains(variant);
            note(if is_builtin { self.choose(variant) } else { self.set_file(variant) });
        }
        self.game_is_chosen = start.variant.is_some();
        for (name, value) in &start.options {
            let done = self.set(name, value);
            let chooses = matches!(options::id(name), Some(Id::Variant | Id::VariantPath));
            self.game_is_chosen |= chooses && done.is_ok();
            note(done);
        }
        problems
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    pub(crate) fn variant(&self) -> &Variant {
        self.session.variant()
    }

    pub(crate) fn say(&self, text: impl AsRef<str>) {
        self.output.say(text);
    }

    /// The names that choose a game.
    pub(crate) fn games(&self) -> Vec<String> {
        let mut games = options::builtin_games();
        if let Some((_, id)) = self.file.as_ref().filter(|(_, id)| !games.contains(id)) {
            games.push(id.clone());
        }
        games
    }

    /// Sets an option by any of its names, or a rule of the game by its key.
    ///
    /// # Errors
    /// What is wrong, for people. Then everything is as before.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Done, String> {
        let value = value.trim();
        match options::id(name) {
            Some(Id::Variant) => self.choose(value),
            Some(Id::VariantPath) => self.set_file(value),
            Some(Id::Set) if options::is_empty(value) => {
                self.settings.clear();
                self.reload()
            }
            Some(Id::Set) => {
                let pair = value.split_once('=').filter(|(key, _)| !key.trim().is_empty());
                let (key, value) = pair.ok_or_else(|| {
                    format!("Set takes KEY=VALUE, such as end.repetition.times=2, not `{value}`")
                })?;
                self.set_rule(key.trim(), value.trim())
            }
            Some(Id::ClearHash) => {
                self.is_to_forget = true;
                self.get_ready();
                Ok(Done::Set)
            }
            Some(id) => {
                let before = self.options.clone();
                self.options.set(id, value).map_err(|bad| bad.to_string())?;
                let shuffles = self.options.shuffled_chess;
                let plain = if before.shuffled_chess { CHESS960 } else { CHESS };
                if id == Id::Impasse && self.options.impasse != before.impasse {
                    self.reload().inspect_err(|_| self.options = before)
                } else if shuffles != before.shuffled_chess && self.variant().id == plain {
                    self.choose(CHESS).inspect_err(|_| self.options = before)
                } else if id == Id::EvalFile && self.options.eval_file != before.eval_file {
                    self.set_net().inspect_err(|_| self.options = before)
                } else {
                    Ok(Done::Set)
                }
            }
            None if name.contains('.') => self.set_rule(name, value),
            None => Err(format!("there is no option `{name}`")),
        }
    }

    /// Whether setting an option may change the game on the board.
    pub(crate) fn concerns_the_game(name: &str) -> bool {
        match options::id(name) {
            Some(id) => matches!(
                id,
                Id::Variant | Id::VariantPath | Id::Impasse | Id::Set | Id::ShuffledChess
            ),
            None => name.contains('.'),
        }
    }

    /// Chooses a game by its name, which may be that of the file that was named before. Interfaces of chess
    /// call Chess960 chess, and say by an option that it is that.
    pub(crate) fn choose(&mut self, name: &str) -> Result<Done, String> {
        let shuffled = self.options.shuffled_chess && name.eq_ignore_ascii_case(CHESS);
        let name = if shuffled { CHESS960 } else { name };
        let of_file = self.file.iter().find(|(_, id)| id.eq_ignore_ascii_case(name));
        let found = of_file.map(|(path, _)| path.clone()).or_else(|| {
            options::builtin_games().into_iter().find(|game| game.eq_ignore_ascii_case(name))
        });
        match found {
            Some(found) => self.select(&found),
            None => {
                let games = self.games().join(", ");
                Err(format!("there is no game `{name}`; the games are {games}"))
            }
        }
    }

    /// Plays the same game, as the options now want it.
    fn reload(&mut self) -> Result<Done, String> {
        let name = self.name.clone();
        self.select(&name)
    }

    /// Puts a game by name or path on the board.
    pub(crate) fn select(&mut self, name: &str) -> Result<Done, String> {
        let (game, left_out) = self.load(name, &self.settings.clone())?;
        self.put(name, &game, left_out)
    }

    fn set_file(&mut self, path: &str) -> Result<Done, String> {
        if options::is_empty(path) {
            let was_file = self.file.take().is_some_and(|(path, _)| path == self.name);
            let first = options::builtin_games().into_iter().next().unwrap_or_default();
            return if was_file { self.select(&first) } else { Ok(Done::Set) };
        }
        let done = self.select(path)?;
        self.file = Some((path.to_owned(), self.variant().id.clone()));
        Ok(done)
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<Done, String> {
        let name = self.name.clone();
        let setting = (key.to_owned(), value.to_owned());
        let mut settings = self.settings.clone();
        settings.retain(|(known, _)| known != key);
        let (mut fitting, _) = self.fitting(&name, &settings);
        fitting.push(setting.clone());
        let all = self.with_impasse(&name, &fitting)?;
        let game = self.library.game(&name, &all)?;
        let done = self.put(&name, &game, Vec::new())?;
        settings.push(setting);
        self.settings = settings;
        Ok(done)
    }

    /// Loads a game; settings that are not for it are left out, with a message.
    fn load(
        &mut self,
        name: &str,
        settings: &[(String, String)],
    ) -> Result<(AnyGame, Vec<String>), String> {
        // What is wrong with the game itself comes first.
        self.library.game(name, &[])?;
        let (fitting, left_out) = self.fitting(name, settings);
        let all = self.with_impasse(name, &fitting)?;
        Ok((self.library.game(name, &all)?, left_out))
    }

    /// Those of some settings that a game knows, and why the others are left out.
    fn fitting(&mut self, name: &str, settings: &[(String, String)]) -> (Settings, Vec<String>) {
        if self.library.game(name, settings).is_ok() {
            return (settings.to_vec(), Vec::new());
        }
        let (mut kept, mut left_out) = (Settings::new(), Vec::new());
        for setting in settings {
            let with = [kept.as_slice(), std::slice::from_ref(setting)].concat();
            match self.library.game(name, &with) {
                Ok(_) => kept = with,
                Err(error) => left_out.push(format!("{} is left out: {error}", setting.0)),
            }
        }
        (kept, left_out)
    }

    /// The settings with that of ImpasseRule, if the game has declarations.
    fn with_impasse(
        &mut self,
        name: &str,
        settings: &[(String, String)],
    ) -> Result<Settings, String> {
        let game = self.library.game(name, settings)?;
        let rule = match self.options.impasse.as_str() {
            "24" => DeclarationRule::Points24,
            "none" => DeclarationRule::None,
            _ => DeclarationRule::Points27,
        };
        let mut settings = settings.to_vec();
        let other = game.variant().end.declaration.as_ref().is_some_and(|d| d.rule != rule);
        if other && !settings.iter().any(|(key, _)| key == IMPASSE_KEY) {
            settings.push((IMPASSE_KEY.to_owned(), self.options.impasse.clone()));
        }
        Ok(settings)
    }

    fn put(
        &mut self,
        name: &str,
        game: &AnyGame,
        mut left_out: Vec<String>,
    ) -> Result<Done, String> {
        // The same game again keeps its position: programs say it before every game.
        if name != self.name || *game.variant() != *self.variant() {
            self.halt();
            let mut session = open(game)?;
            if name == self.name {
                // With other rules, too, where they allow what has been played.
                let (start, moves) = self.session.course();
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                let _ = session.set_up(&start, &moves);
            }
            self.session = session;
            self.shared.clear();
            name.clone_into(&mut self.name);
            if let Err(error) = self.set_net() {
                left_out.push(error);
            }
        }
        Ok(Done::Game(left_out))
    }

    /// Judges by the network that is asked for, or the game's own.
    fn set_net(&mut self) -> Result<Done, String> {
        self.halt();
        let file = self.options.eval_file.as_str();
        let net = match file {
            "none" => None,
            file => self.library.net(&self.name, &self.session.play().game(), file)?,
        };
        self.session.set_net(net.as_ref());
        self.shared.clear();
        Ok(Done::Set)
    }

    /// Forgets what was learned in earlier games.
    pub(crate) fn forget(&mut self) {
        self.halt();
        self.is_to_forget = true;
        self.get_ready();
    }

    /// Brings the table to the size that was asked for, so that the first move need not wait for
    /// it, and forgets what is to be forgotten; unless something searches.
    pub(crate) fn get_ready(&mut self) {
        if self.search.is_some() {
            return;
        }
        if std::mem::take(&mut self.is_to_forget) {
            self.session.forget();
            self.shared.clear();
        }
        if self.hash != self.options.hash {
            self.shared = Arc::new(Shared::new(self.options.hash));
            self.hash = self.options.hash;
        }
    }

    /// Looks for the best move within the limits, first for a mate in so many plies where that was
    /// asked for. Nothing must be searching.
    pub(crate) fn think(
        &mut self,
        mut limits: Limits,
        infinite: bool,
        mate: Option<u32>,
        listener: Listener,
    ) {
        let level = Some(self.options.level);
        limits.level = level.filter(|level| *level != Level::FULL && !self.options.analyses);
        limits.without = self.options.without;
        limits.seed = self.options.seed;
        limits.overhead = self.options.overhead;
        limits.lines = self.options.lines;
        // A level counts nodes, so that it is equally strong on every machine.
        let threads = if limits.level.is_some() { 1 } else { self.options.threads };
        self.ask(Question::Best { limits, infinite, mate, threads }, listener);
    }

    /// Begins a search. Nothing must be searching.
    pub(crate) fn ask(&mut self, question: Question, listener: Listener) {
        self.halt();
        self.get_ready();
        self.searches += 1;
        let context = Context {
            shared: Arc::clone(&self.shared),
            events: self.events.clone(),
            number: self.searches,
        };
        self.is_limited = question.is_limited();
        self.is_timed = question.is_timed();
        self.is_limited_after_hit = question.is_limited_after_hit();
        let signal = self.session.start(question, context, listener);
        self.search = Some((self.searches, signal));
    }

    pub(crate) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Whether the running search ends by itself.
    pub(crate) fn is_searching_within_limits(&self) -> bool {
        self.search.is_some() && self.is_limited
    }

    /// Whether the running search ends by the clock.
    pub(crate) fn is_searching_within_time(&self) -> bool {
        self.search.is_some() && self.is_limited && self.is_timed
    }

    /// The move that the running search ponders on has been played.
    pub(crate) fn ponder_hit(&mut self) {
        if let Some((_, signal)) = &self.search {
            signal.ponder_hit();
            self.is_limited = self.is_limited_after_hit;
        }
    }

    /// Stops the running search and waits for its answer.
    pub(crate) fn halt(&mut self) -> Option<Answer> {
        let (_, signal) = self.search.take()?;
        signal.stop();
        self.session.join()
    }

    /// The answer of the search with this number, if it is the present one.
    pub(crate) fn collect(&mut self, number: u64) -> Option<Answer> {
        self.search.take_if(|(running, _)| *running == number)?;
        self.session.join()
    }
}

fn open(game: &AnyGame) -> Result<Session, String> {
    Session::open(game).map_err(|error| error.to_string())
}
