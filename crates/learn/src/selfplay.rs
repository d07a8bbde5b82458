//! One game of the engine against itself.

use crate::sample::{Outcome, Sample};
use fastrand::Rng;
use komadai_engine::{AnyEngine, AnyWorker, Limits, Score, Shared};
use komadai_rules::variant::RANDOM_START;
use komadai_rules::{AnyGame, AnyPlay, Color, Opening, OpeningError};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Nodes of each search.
    pub nodes: u64,
    /// The most random plies that a game begins with; half of them at least.
    pub random_plies: u32,
    /// A game that goes on for as long as this after its opening is a draw.
    pub most_plies: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { nodes: 500, random_plies: 10, most_plies: 400 }
    }
}

/// A score of so many centipawns of chess, for so many plies in turn, wins a game.
const DECIDED: i32 = 2_000;
const DECIDED_PLIES: u32 = 4;
/// Openings after which one side has so much are not played.
const LOPSIDED: i32 = 600;

/// Plays games, one after the other.
#[derive(Debug)]
pub struct Player {
    game: AnyGame,
    engine: AnyEngine,
    /// The engine without its network.
    derived: AnyEngine,
    worker: AnyWorker,
    shared: Shared,
    settings: Settings,
    /// Where games begin; the usual start if there are none.
    starts: Vec<AnyPlay>,
    scale: i32,
}

impl Player {
    /// A player with a table of its own. `scale` says how many of the game's centipawns are 100 of chess.
    pub fn new(game: &AnyGame, engine: &AnyEngine, settings: Settings) -> Self {
        Player {
            game: game.clone(),
            derived: engine.clone().with_net(None),
            worker: AnyWorker::new(engine),
            shared: Shared::new(1),
            engine: engine.clone(),
            settings,
            starts: Vec::new(),
            scale: engine.scale(),
        }
    }

    /// The same with openings: a game begins after one of them, and its random plies follow.
    #[must_use]
    pub fn with_starts(self, starts: Vec<AnyPlay>) -> Self {
        Player { starts, ..self }
    }

    /// Plays a game and returns its quiet positions, or none where the random opening was over or lopsided.
    ///
    /// # Errors
    /// Where the game has no usual start.
    pub fn play(&mut self, seed: u64) -> Result<Vec<Sample>, OpeningError> {
        let mut random = Rng::with_seed(seed);
        let Some(mut play) = self.opening(&mut random)? else { return Ok(Vec::new()) };
        self.worker.clear();
        self.shared.clear();
        let mut samples = Vec::new();
        let winner = self.go_on(&mut play, &mut samples);
        for sample in &mut samples {
            sample.outcome = match winner {
                None => Outcome::Draw,
                Some(winner) if winner == sample.side => Outcome::Win,
                Some(_) => Outcome::Loss,
            };
        }
        Ok(samples)
    }

    fn start(&self, random: &mut Rng) -> Result<AnyPlay, OpeningError> {
        if let Some(start) = random.choice(&self.starts) {
            return Ok(start.clone());
        }
        let start = self.game.variant().drawn_start(Some(RANDOM_START), || random.u64(..));
        let opening = match start {
            Some(start) if self.game.variant().shuffle.is_some() => Opening::Named(start),
            _ => Opening::Usual,
        };
        self.game.open(&opening)
    }

    fn opening(&self, random: &mut Rng) -> Result<Option<AnyPlay>, OpeningError> {
        let mut play = self.start(random)?;
        let most = self.settings.random_plies;
        for _ in 0..random.u32(most / 2..=most) {
            let moves = play.legal_moves();
            if play.ending().is_some() || moves.is_empty() {
                return Ok(None);
            }
            play.push(moves[random.usize(..moves.len())]);
        }
        let even = self.engine.evaluate(&play).0.abs() <= LOPSIDED * self.scale / 100;
        Ok((play.ending().is_none() && even).then_some(play))
    }

    /// Plays to the end and says who wins.
    fn go_on(&mut self, play: &mut AnyPlay, samples: &mut Vec<Sample>) -> Option<Color> {
        let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
        let clock = Arc::new(|| Duration::ZERO);
        let mut seen = HashSet::new();
        let mut clear: (i32, u32) = (0, 0);
        let begun = play.ply();
        loop {
            if let Some(ending) = play.ending() {
                return ending.winner;
            }
            if play.ply() - begun >= self.settings.most_plies || !play.claims().is_empty() {
                return None;
            }
            self.shared.prepare(false);
            let found =
                self.worker.search_main(play, &limits, &self.shared, clock.clone(), &mut |_| {});
            let side = play.side();
            if found.declares {
                return Some(side);
            }
            let best = found.best?;
            let for_first = if side == Color::First { found.score } else { -found.score };
            clear = if for_first.0.abs() < DECIDED * self.scale / 100 {
                (0, 0)
            } else if clear.0 == for_first.0.signum() {
                (clear.0, clear.1 + 1)
            } else {
                (for_first.0.signum(), 1)
            };
            if clear.1 >= DECIDED_PLIES {
                return Some(if clear.0 > 0 { Color::First } else { Color::Second });
            }
            let quiet = !play.in_check()
                && !play.must_pass()
                && best.promotion() == 0
                && play.captures(best).is_empty()
                && !found.score.is_decided();
            if quiet && seen.insert(play.key()) {
                samples.push(self.sample(play, found.score));
            }
            play.push(best);
        }
    }

    fn sample(&self, play: &AnyPlay, score: Score) -> Sample {
        let narrow = |score: Score| score.0.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Sample::of(play, [narrow(score), narrow(self.derived.evaluate(play))])
    }
}
