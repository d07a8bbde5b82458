//! What the pages of Komadai may have on the visitor's machine, which they speak to as to a server, in the forms of
//! `komadai-referee`: the engine ([`Analyst`]), and all that a server answers ([`Referee`]).

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the clock of the browser is read here, and handed to the engine"
)]

use js_sys::Function;
use komadai_engine::Shared;
use komadai_referee::analysis::{
    AnalystRequest, MoveLine, Patience, ToAnalyst, WholeRules, searched,
};
use komadai_referee::local::{Input, Job, JobThought, Local, Outcome, SiteGame, Supply};
use komadai_referee::problem::Problem;
use komadai_referee::rules::{
    AnalysisQuestion, House, MOST_LINES, Referee as Position, Thinker, Thought, Unshared,
};
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_time::Instant;

/// The size of the table, in MiB.
const MEMORY: usize = 64;
/// ... where there is no memory for that.
const LITTLE_MEMORY: usize = 8;

/// Who hears what is told, each time a message.
pub type Tell = Arc<dyn Fn(String) + Send + Sync>;

thread_local! {
    /// The function of JavaScript that hears what a search tells. It cannot be sent to other threads, as the searches'
    /// own functions can: here there is but one.
    static HEARS: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Somebody who searches for the pages, one thing after the other: a search is over when it answers.
#[wasm_bindgen]
pub struct Analyst {
    shared: Arc<Shared>,
    /// The rules of the next searches, and their texts; why there are none, where they are not good.
    rules: Option<(String, Result<House<Unshared>, Problem>)>,
}

impl Default for Analyst {
    fn default() -> Self {
        Analyst::new()
    }
}

fn compiled(text: &str) -> Result<House<Unshared>, Problem> {
    let rules: WholeRules = serde_json::from_str(text).map_err(|it| Problem::no_message(&it))?;
    let game = rules.definition.compile(&rules.set);
    let game = game.map_err(|error| Problem::field("rules", error))?;
    Ok(House::new(game, Unshared))
}

fn say(tell: &Tell, message: &ToAnalyst) {
    // Nothing in it can fail to be written.
    tell(serde_json::to_string(message).unwrap_or_default());
}

impl Analyst {
    /// Searches as a message asks, by the rules that were taken last.
    pub fn search_for(&self, message: &str, tell: &Tell) {
        let refused = |id, error| say(tell, &ToAnalyst::Refused { id, error });
        let request: AnalystRequest = match serde_json::from_str(message) {
            Ok(request) => request,
            Err(error) => return refused(None, Problem::no_message(&error)),
        };
        let id = request.id();
        match self.thinker(request, tell) {
            Ok(Some(thinker)) => drop(self.run(thinker)),
            Ok(None) => {}
            Err(error) => refused(id, error),
        }
    }

    fn run(&self, thinker: Thinker) -> Thought {
        self.shared.prepare(false);
        let begun = Instant::now();
        thinker(&self.shared, Arc::new(move || begun.elapsed()))
    }

    /// The search that a request asks for; none where it asks for none.
    fn thinker(&self, request: AnalystRequest, tell: &Tell) -> Result<Option<Thinker>, Problem> {
        let tell = Arc::clone(tell);
        Ok(match request {
            AnalystRequest::Analyse { id, line, lines, threat, .. } => {
                let lines = lines.clamp(1, MOST_LINES);
                let question = AnalysisQuestion { lines, most: AnalystRequest::MOST_TIME };
                let told = move |found| say(&tell, &ToAnalyst::Found { id, found });
                Some(self.at(&line, threat)?.analyser(question, Box::new(told)))
            }
            AnalystRequest::Mate { id, line, .. } => {
                let told = move |found: Option<_>| {
                    let Some(found) = found else { return };
                    say(&tell, &ToAnalyst::Mate { id, found });
                };
                let most = AnalystRequest::MOST_MATE_TIME;
                Some(self.at(&line, false)?.mate_finder(most, Box::new(told)))
            }
            AnalystRequest::Stop {} => None,
            AnalystRequest::Ping {} => {
                say(&tell, &ToAnalyst::Pong);
                None
            }
        })
    }

    fn at(&self, line: &MoveLine, threat: bool) -> Result<Position<Unshared>, Problem> {
        match &self.rules {
            Some((_, Ok(house))) => searched(house, line, threat, &Patience::default()),
            Some((_, Err(error))) => Err(error.clone()),
            None => Err(Problem::field("rules", "no rules were given")),
        }
    }
}

impl Analyst {
    /// Searches for a move in a game, by the rules that were taken last.
    ///
    /// # Errors
    /// When nothing can be searched.
    pub fn think_of(&self, job: &str) -> Result<JobThought, Problem> {
        let job: Job = serde_json::from_str(job).map_err(|error| Problem::no_message(&error))?;
        let thought = self.run(self.at(&job.line, false)?.thinker(job.question()));
        let score = thought.score.0;
        Ok(JobThought { usi: thought.usi, declares: thought.declares, score })
    }
}

#[wasm_bindgen]
impl Analyst {
    /// Searches for a move in a game, by the rules that were taken last: what came of it, as JSON, or nothing where
    /// nothing could be searched.
    pub fn think(&self, job: &str) -> Option<String> {
        serde_json::to_string(&self.think_of(job).ok()?).ok()
    }

    /// Somebody who has searched for nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Analyst {
        let memory = if Shared::fits(MEMORY) { MEMORY } else { LITTLE_MEMORY };
        Analyst { shared: Arc::new(Shared::new(memory)), rules: None }
    }

    /// Takes the rules of the next searches, as JSON. The id of the game whose network fits them, if there is one that
    /// is not known yet: its file is wanted by `learn`.
    pub fn take(&mut self, rules: &str) -> Option<String> {
        if self.rules.as_ref().is_some_and(|(known, _)| known == rules) {
            return None;
        }
        self.shared.clear();
        let house = compiled(rules);
        let net = house.as_ref().ok().and_then(|house| komadai_nets::fitting(house.game()));
        self.rules = Some((rules.to_owned(), house));
        net.map(str::to_owned)
    }

    /// Takes the network for these rules.
    pub fn learn(&mut self, net: &[u8]) {
        let Some((_, rules)) = &mut self.rules else { return };
        let learnt = rules.as_ref().map_err(Clone::clone).and_then(|house| {
            let net = komadai_nets::read(house.game(), net);
            let net = net.map_err(|error| Problem::field("rules", error.to_string()))?;
            Ok(house.with_net(Some(net)))
        });
        *rules = learnt;
    }

    /// Searches as a message asks, by the rules that were taken last. `tell` gets each message that answers.
    pub fn search(
        &self,
        message: &str,
        #[wasm_bindgen(unchecked_param_type = "(message: string) => void")] tell: Function,
    ) {
        HEARS.set(Some(tell));
        let told = |message: String| {
            HEARS.with_borrow(|hears| {
                let Some(hears) = hears else { return };
                // What it makes of it is its own affair.
                let _ = hears.call1(&JsValue::UNDEFINED, &message.into());
            });
        };
        let tell: Tell = Arc::new(told);
        self.search_for(message, &tell);
        HEARS.set(None);
    }
}

/// All that a server answers.
#[wasm_bindgen]
pub struct Referee(Local);

impl Referee {
    /// What comes of something, as it is told in JSON.
    fn outcome(&mut self, input: &str, now: u64) -> Outcome {
        match serde_json::from_str::<Input>(input) {
            Ok(input) => self.0.hear(input, now),
            // Only our own pages speak here.
            Err(_) => Outcome::default(),
        }
    }
}

#[wasm_bindgen]
impl Referee {
    /// With the games that came with the pages besides those of the program, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(games: &str) -> Referee {
        let games: Vec<SiteGame> = serde_json::from_str(games).unwrap_or_default();
        Referee(Local::new(games))
    }

    /// What comes of an `Input` at a moment, in milliseconds since 1970: an `Outcome`, both as JSON.
    pub fn hear(&mut self, input: &str, now: f64) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string(&self.outcome(input, now as u64)).unwrap_or_default()
    }

    /// Takes what it has asked for: a `Supply` as JSON. Whether that could be read.
    pub fn supply(&mut self, supply: &str) -> bool {
        serde_json::from_str::<Supply>(supply).map(|supply| self.0.supply(supply)).is_ok()
    }
}
