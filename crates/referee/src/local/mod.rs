//! What a server answers, answered on the visitor's machine.
//!
//! [`Local`] is told what happens ([`Input`]): requests and messages in the forms in which a server gets them, moves
//! that the engine has found, moments. It says what comes of it ([`Outcome`]): answers and messages in the forms in
//! which a server sends them, what is to be searched, and what is to be written before anybody hears of it. It keeps
//! nothing itself: what it needs of what was written it asks for, is told it by a [`Supply`], and is asked once more.
//! Moments are milliseconds since 1970.
//!
//! | file | subject |
//! |---|---|
//! | `exchange.rs` | what goes in and comes out |
//! | `shelf.rs` | rules: those of the program, and those that came with the pages |
//! | `table.rs` | games that are open, and what happens in them |
//! | `live.rs` | those who watch a game |
//! | `think.rs` | the engine's turns, and hints |
//! | `requests/` | requests, by their addresses |

mod exchange;
mod live;
mod requests;
mod shelf;
mod table;
mod think;

pub use exchange::{
    Answer, Input, Job, JobThought, KeptAnalysis, KeptEvent, Need, Outcome, Request, SearchTime,
    SiteGame, Supply, Told, Write,
};

use crate::analysis::FinishedGame;
use crate::forms::No;
use crate::game::ShortState;
use crate::id::GameId;
use crate::rules::{DefinitionId, Settings, Unshared};
use exchange::Stop;
use shelf::Shelf;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use table::Table;

type House = crate::rules::House<Unshared>;
type Game = crate::game::Game<Unshared>;

/// How long the engine thinks at its full strength where no clock says it.
const THINK: Duration = Duration::from_secs(3);
/// So many games stay open though nobody watches them.
const MOST_OPEN: usize = 16;

/// All games and analyses of a visitor.
pub struct Local {
    shelf: Shelf,
    open: HashMap<GameId, Table>,
    /// What was supplied of games that are not open yet; none for those that are not there.
    supplied: HashMap<GameId, Vec<KeptEvent>>,
    /// What was supplied of analyses; none for those that are not there.
    analyses: HashMap<GameId, Option<KeptAnalysis>>,
    /// By which rules analyses are that were kept, and of which variant.
    analysis_rules: HashMap<GameId, (DefinitionId, Settings, String)>,
    /// How games stand that are not open.
    glances: HashMap<GameId, ShortState>,
    /// Finished games, and those that are not.
    finished: HashMap<GameId, Option<Arc<FinishedGame>>>,
    /// Who waits for hints, by the search.
    hints: HashMap<u64, (u64, GameId)>,
    jobs: u64,
    /// Counts what was asked of games.
    asked: u64,
    out: Outcome,
    now: u64,
}

impl Local {
    /// With the games that came with the pages besides those of the program.
    pub fn new(games: Vec<SiteGame>) -> Self {
        Local {
            shelf: Shelf::new(games),
            open: HashMap::new(),
            supplied: HashMap::new(),
            analyses: HashMap::new(),
            analysis_rules: HashMap::new(),
            glances: HashMap::new(),
            finished: HashMap::new(),
            hints: HashMap::new(),
            jobs: 0,
            asked: 0,
            out: Outcome::default(),
            now: 0,
        }
    }

    /// Takes what it has asked for.
    pub fn supply(&mut self, supply: Supply) {
        match supply {
            Supply::Game { id, events } => drop(self.supplied.insert(id, events)),
            Supply::Analysis { id, kept } => drop(self.analyses.insert(id, kept)),
            Supply::Definition { id, definition } => self.shelf.learn(id, definition),
        }
    }

    /// What comes of something at a moment. Where something is needed, it is to be told and asked once more; what is to
    /// be written has happened all the same.
    pub fn hear(&mut self, input: Input, now: u64) -> Outcome {
        self.now = now;
        if let Err(Stop::Needs(needs)) = self.do_what(input) {
            self.out.needs = needs;
        } else {
            self.analyses.clear();
            self.put_away();
        }
        self.out.wake = self.next_flag();
        std::mem::take(&mut self.out)
    }

    fn do_what(&mut self, input: Input) -> Result<(), Stop> {
        match input {
            Input::Request(request) => {
                let id = request.id;
                match self.answer(&request) {
                    Ok(answer) => self.out.answers.extend(answer),
                    Err(Stop::No(no)) => self.out.answers.push(Answer::no(id, no)),
                    Err(needs) => return Err(needs),
                }
                Ok(())
            }
            Input::Watch { channel, game, seat, since } => self.watch(channel, &game, seat, since),
            Input::Said { channel, text } => self.said(channel, &text),
            Input::Left { channel } => self.left(channel),
            Input::Begun { job } => self.begun(job),
            Input::Thought { job, thought } => self.thought(job, thought),
            Input::Tick {} => self.look_at_clocks(),
            Input::Changed { games } => {
                games.iter().filter_map(|id| GameId::parse(id)).for_each(|id| self.forget(&id));
                Ok(())
            }
            Input::Undone { answers } => {
                // Any of them may be ahead of what is kept.
                let open: Vec<GameId> = self.open.keys().cloned().collect();
                open.iter().for_each(|id| self.forget(id));
                let no = |id: u64| Answer::no(id, No::not_kept());
                self.out.answers.extend(answers.into_iter().map(no));
                Ok(())
            }
        }
    }

    /// The moment as calendars tell it.
    fn calendar(&self) -> i64 {
        i64::try_from(self.now).unwrap_or(i64::MAX)
    }

    /// A game is read anew when somebody asks for it; who watches it comes back for that.
    fn forget(&mut self, id: &GameId) {
        self.supplied.remove(id);
        self.glances.remove(id);
        self.finished.remove(id);
        let Some(mut table) = self.open.remove(id) else { return };
        self.end_job(&mut table);
        self.out.closed.extend(table.readers.iter().map(|reader| reader.channel));
    }

    /// Puts those games away that nobody needs, the longest unasked first.
    fn put_away(&mut self) {
        let idle = |table: &Table| table.readers.is_empty() && table.job.is_none();
        let hinted: HashSet<&GameId> = self.hints.values().map(|(_, game)| game).collect();
        let mut idle: Vec<(u64, GameId)> = self
            .open
            .iter()
            .filter(|(id, table)| idle(table) && !hinted.contains(id))
            .map(|(id, table)| (table.asked, id.clone()))
            .collect();
        idle.sort_unstable();
        let too_many = idle.len().saturating_sub(MOST_OPEN);
        for (_, id) in idle.into_iter().take(too_many) {
            self.open.remove(&id);
        }
    }
}
