//! The engine's turns, and hints.

use super::Local;
use super::exchange::{Answer, Job, JobThought, SearchTime, Stop};
use super::table::Table;
use crate::analysis::{MoveLine, WholeRules};
use crate::forms::{Hint, No};
use crate::game::{Body, NotNow, Player, Refused};
use crate::id::GameId;
use crate::rules::Question;
use komadai_engine::Score;
use std::time::Duration;

/// Who asks by requests is taken to be there for so many milliseconds.
const ATTENDED_MS: u64 = 30_000;

/// The engine's search for its move.
pub(super) struct Thinking {
    job: u64,
    /// Whether it has begun. Its clock runs only from then on.
    begun: bool,
}

impl Local {
    /// Lets the engine think if it is its turn.
    pub(super) fn think_if_due(&mut self, table: &mut Table) {
        if table.paused || table.job.is_some() {
            return;
        }
        let question = table.game.question(super::THINK, self.now, seed());
        let Some(question) = question else { return };
        let is_attended =
            !table.readers.is_empty() || table.visited.saturating_add(ATTENDED_MS) > self.now;
        if table.game.is_of_engines() && !is_attended {
            table.paused = true;
            return;
        }
        let wait = match table.readers.is_empty() {
            true => Duration::ZERO,
            false => table.game.pause_before_move(question.clock),
        };
        let job = self.begin_job(table, &question, wait);
        table.job = Some(Thinking { job, begun: false });
    }

    fn begin_job(&mut self, table: &Table, question: &Question, wait: Duration) -> u64 {
        self.jobs += 1;
        let header = &table.game.header;
        let moves = table.game.played.iter().map(|played| played.form.usi.clone()).collect();
        let (start, position) = (header.start.clone(), header.position.clone());
        self.out.jobs.push(Job {
            job: self.jobs,
            rules: WholeRules {
                definition: (*table.rules.definition).clone(),
                set: table.rules.settings.clone(),
            },
            line: MoveLine { start, position, moves },
            level: question.level.number(),
            time: SearchTime::of(question),
            seed: question.seed,
            wait: u64::try_from(wait.as_millis()).unwrap_or_default(),
        });
        self.jobs
    }

    /// Nobody waits for the engine's move any more.
    pub(super) fn end_job(&mut self, table: &mut Table) {
        if let Some(Thinking { job, .. }) = table.job.take() {
            self.end_search(job);
        }
    }

    fn end_search(&mut self, job: u64) {
        // It may have been asked for by what is heard now.
        let before = self.out.jobs.len();
        self.out.jobs.retain(|it| it.job != job);
        if self.out.jobs.len() == before {
            self.out.ended.push(job);
        }
    }

    /// The position of a game has changed: hints for it are of no use any more.
    pub(super) fn end_hints(&mut self, id: &GameId) {
        for (job, (request, _)) in
            self.hints.extract_if(|_, (_, game)| game == id).collect::<Vec<_>>()
        {
            self.end_search(job);
            let refused = Refused::from(NotNow::PositionChanged);
            self.out.answers.push(Answer::no(request, refused.into()));
        }
    }

    /// Where nobody is there any more, the engine rests, except in games against a person on a clock.
    pub(super) fn rest_if_left(&mut self, table: &mut Table) {
        let is_timed = table.game.clocks.is_some() && !table.game.is_of_engines();
        if !table.readers.is_empty() || table.job.is_none() || is_timed {
            return;
        }
        table.paused = true;
        self.end_job(table);
        table.game.engine_rests();
        if table.latest.body.thinking {
            let body = Body { thinking: false, ..(*table.latest.body).clone() };
            let moves = table.game.played.len();
            self.send(table, body, moves);
        }
    }

    fn game_of_job(&self, job: u64) -> Option<GameId> {
        let is_it = |table: &&Table| table.job.as_ref().is_some_and(|thinking| thinking.job == job);
        self.open.values().find(is_it).map(|table| table.game.id.clone())
    }

    /// A search has begun: the engine's clock runs from now on.
    pub(super) fn begun(&mut self, job: u64) -> Result<(), Stop> {
        let Some(id) = self.game_of_job(job) else { return Ok(()) };
        self.at_table(&id, |local, table| {
            if let Some(thinking) = table.job.as_mut().filter(|thinking| !thinking.begun) {
                thinking.begun = true;
                table.game.engine_begins(local.now);
            }
            if table.game.clocks.is_some() || !table.latest.body.thinking {
                let body = Body { thinking: true, ..(*table.latest.body).clone() };
                let moves = table.game.played.len();
                local.send(table, body, moves);
            }
            Ok(())
        })
    }

    /// A search is over.
    pub(super) fn thought(&mut self, job: u64, thought: Option<JobThought>) -> Result<(), Stop> {
        let thought = thought.unwrap_or_default();
        if let Some((request, game)) = self.hints.remove(&job) {
            let hint = self.told_hint(&game, thought.usi.as_deref());
            self.out.answers.push(match hint {
                Ok(hint) => Answer::json(request, 200, &hint),
                Err(no) => Answer::no(request, no),
            });
            return Ok(());
        }
        let Some(id) = self.game_of_job(job) else { return Ok(()) };
        self.at_table(&id, |local, table| {
            table.job = None;
            table.score = Some(Score(thought.score));
            if thought.declares {
                let decision = table.game.engine_declares();
                if !decision.events.is_empty() {
                    return Ok(local.commit(table, decision.events)?);
                }
            }
            // Where a search has failed, any move is better than none; perhaps there is but a pass.
            let any = table.legal.first().unwrap_or("pass").to_owned();
            let texts: Vec<String> = thought.usi.into_iter().chain([any]).collect();
            let decision = table.game.engine_moves(&texts, local.now);
            Ok(local.commit(table, decision.events)?)
        })
    }

    fn told_hint(&self, game: &GameId, usi: Option<&str>) -> Result<Hint, No> {
        let table = self.open.get(game).ok_or_else(No::no_game)?;
        Hint::of(table.game.referee.told(usi))
    }

    /// Looks for what the engine would play; the answer comes later.
    pub(super) fn hint(
        &mut self,
        id: &GameId,
        request: u64,
        token: Option<&str>,
    ) -> Result<(), Stop> {
        self.table(id)?;
        self.at_table(id, |local, table| {
            local.visit(table);
            let question = table.game.hint(table.access(token), seed())?;
            let job = local.begin_job(table, &question, Duration::ZERO);
            local.hints.insert(job, (request, table.game.id.clone()));
            Ok(())
        })
    }
}

/// Whether a game goes on while nobody looks: nothing that is known of it lasts.
pub(super) fn goes_on_by_itself(game: &super::Game) -> bool {
    let engine = game.header.players.iter().any(|player| *player != Player::Human);
    !game.is_over() && (game.clocks.is_some() || engine)
}

/// What a level rolls its dice with. Without random numbers it rolls the same.
fn seed() -> u64 {
    // JavaScript knows whole numbers only so far.
    getrandom::u32().map_or(0, u64::from)
}
