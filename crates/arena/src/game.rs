//! One game between two players.

use crate::adjudicate::{Adjudged, Adjudication, Watch};
use crate::client::{Answer, Course, Eval, Failure, Reply, Turn};
use crate::clock::{Clock, Limits};
use crate::player::Player;
use crate::referee::{declared, find};
use crate::report::{Fault, FaultKind};
use komadai_records::json::text_of;
use komadai_rules::{Claim, Color, Declared, Move};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What holds for every game of a match.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    /// How much longer than its time a move may take.
    pub(crate) margin: Duration,
    /// How long a move without a time limit may take.
    pub(crate) patience: Duration,
    pub(crate) adjudication: Adjudication,
}

/// How a game has ended.
#[derive(Clone, Debug)]
pub(crate) struct GameEnd {
    pub(crate) winner: Option<Color>,
    pub(crate) status: String,
    pub(crate) reason: String,
    pub(crate) fault: Option<Fault>,
}

/// What is known of one move besides the move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Thought {
    pub(crate) eval: Option<Eval>,
    pub(crate) elapsed: Duration,
}

/// Why there is no end.
#[derive(Debug)]
pub(crate) enum NoEnd {
    /// The match is over.
    Stopped,
    /// An engine cannot play the match.
    Unfit { engine: String, failure: Failure, lines: Vec<String> },
}

/// A game that is being played.
pub(crate) struct GameInPlay<'a, 'p> {
    pub(crate) course: Course,
    pub(crate) thoughts: Vec<Thought>,
    /// The players and their limits, by side.
    pub(crate) players: [&'a mut Player<'p>; 2],
    pub(crate) limits: [&'a Limits; 2],
    clocks: [Option<Clock>; 2],
    conditions: &'a Conditions,
    watch: Watch,
    /// Whether each side's last move came with the offer of a draw.
    offers: [bool; 2],
}

impl<'a, 'p> GameInPlay<'a, 'p> {
    pub(crate) fn new(
        course: Course,
        players: [&'a mut Player<'p>; 2],
        limits: [&'a Limits; 2],
        conditions: &'a Conditions,
    ) -> Self {
        let played = moves_of_each(&course);
        let clock = |side: Color| {
            let control = limits[side.index()].control.as_ref();
            control.map(|control| Clock::new(control).after_moves(played[side.index()]))
        };
        let clocks = Color::BOTH.map(clock);
        GameInPlay {
            course,
            thoughts: Vec::new(),
            players,
            limits,
            clocks,
            conditions,
            watch: Watch::new(conditions.adjudication),
            offers: [false; 2],
        }
    }

    /// Plays the game, which is the `number`-th of the match, to its end.
    pub(crate) fn play(&mut self, number: u64, stop: &AtomicBool) -> Result<GameEnd, NoEnd> {
        let end = match self.get_ready(number)? {
            Some(end) => end,
            None => loop {
                if stop.load(Ordering::Relaxed) {
                    return Err(NoEnd::Stopped);
                }
                if let Some(end) = self.ending().or_else(|| self.one_move()) {
                    break end;
                }
            },
        };
        for side in Color::BOTH {
            self.players[side.index()].game_over(side, end.winner, &end.reason);
        }
        Ok(end)
    }

    fn get_ready(&mut self, number: u64) -> Result<Option<GameEnd>, NoEnd> {
        for side in Color::BOTH {
            let clocks = [self.clocks[0].as_ref(), self.clocks[1].as_ref()];
            let limits = self.limits[side.index()];
            let turn = Turn { side, limits, clocks, patience: Duration::ZERO };
            let player = &mut self.players[side.index()];
            if let Err(fault) = player.new_game(&self.course, &turn, number) {
                if fault.ends_match {
                    let (engine, lines) = (player.name().to_owned(), player.recent());
                    return Err(NoEnd::Unfit { engine, failure: fault.failure, lines });
                }
                return Ok(Some(self.broken(side, &fault.failure)));
            }
        }
        Ok(None)
    }

    /// What the rules say, before the next move.
    fn ending(&self) -> Option<GameEnd> {
        let play = &self.course.play;
        if let Some(end) = play.ending() {
            let status = end.status.to_string();
            return Some(GameEnd { winner: end.winner, status, reason: end.reason, fault: None });
        }
        if let Some(claim) = play.claims().first() {
            return Some(drawn(&claim.to_string(), claim_words(*claim)));
        }
        let most = self.conditions.adjudication.max_plies?;
        (self.plies() >= most)
            .then(|| drawn("adjudication", &format!("The game has lasted {most} plies.")))
    }

    fn plies(&self) -> u32 {
        u32::try_from(self.course.moves.len()).unwrap_or(u32::MAX)
    }

    /// Asks for a move and plays it; the end of the game if there is none to play.
    fn one_move(&mut self) -> Option<GameEnd> {
        let side = self.course.play.side();
        let reply = match self.ask(side) {
            Ok(reply) => reply,
            Err(failure) => return Some(self.broken(side, &failure)),
        };
        if let Some(end) = self.book_time(side, reply.elapsed) {
            return Some(end);
        }
        let m = match self.understand(side, &reply.answer) {
            Ok(m) => m,
            Err(end) => return Some(*end),
        };
        self.course.push(m);
        self.thoughts.push(Thought { eval: reply.eval, elapsed: reply.elapsed });
        self.agreed(side, &reply).or_else(|| self.adjudged(side, &reply))
    }

    fn ask(&mut self, side: Color) -> Result<Reply, Failure> {
        let patience = self.patience(side);
        let clocks = [self.clocks[0].as_ref(), self.clocks[1].as_ref()];
        let limits = self.limits[side.index()];
        let turn = Turn { side, limits, clocks, patience };
        self.players[side.index()].think(&self.course, &turn)
    }

    /// The longest that is waited for a move.
    fn patience(&self, side: Color) -> Duration {
        let clock = self.clocks[side.index()].as_ref().map(Clock::allowance);
        let shortest = clock.into_iter().chain(self.limits[side.index()].movetime).min();
        shortest.map_or(self.conditions.patience, |time| time + self.conditions.margin)
    }

    fn book_time(&mut self, side: Color, elapsed: Duration) -> Option<GameEnd> {
        let margin = self.conditions.margin;
        let movetime = self.limits[side.index()].movetime;
        let over_movetime = movetime.is_some_and(|time| elapsed > time + margin);
        let clock = self.clocks[side.index()].as_mut();
        let flag = clock.is_some_and(|clock| clock.spend(elapsed, margin).is_err());
        (flag || over_movetime).then(|| {
            let spent = format!("it took {:.3} s for a move", elapsed.as_secs_f64());
            self.fault(side, FaultKind::Timeout, &spent)
        })
    }

    /// The move that is meant, or the end that the answer brings.
    fn understand(&self, side: Color, answer: &Answer) -> Result<Move, Box<GameEnd>> {
        let end = match answer {
            Answer::Move(text) => match find(&self.course.play, text) {
                Ok(m) => return Ok(m),
                Err(why) => {
                    self.fault(side, FaultKind::Illegal, &format!("it played `{text}`: {why}"))
                }
            },
            Answer::Resign => self.resignation(side),
            Answer::Declare => self.declared(side),
            Answer::Claim(Some(winner)) if *winner != side => self.resignation(side),
            Answer::Claim(Some(_)) => self.declared(side),
            // Draws by the rules have been seen already.
            Answer::Claim(None) => {
                self.fault(side, FaultKind::Illegal, "it claimed a draw that the rules do not give")
            }
        };
        Err(Box::new(end))
    }

    fn declared(&self, side: Color) -> GameEnd {
        let name = self.side_name(side);
        match declared(&self.course.play) {
            Declared::Win => GameEnd {
                winner: Some(side),
                status: "declaration".to_owned(),
                reason: format!("{name} wins by declaration."),
                fault: None,
            },
            Declared::Draw => {
                drawn("declaration", &format!("{name} has declared: a draw by points."))
            }
            Declared::None => {
                self.fault(side, FaultKind::Illegal, "it claimed a win that the rules do not give")
            }
        }
    }

    fn resignation(&self, side: Color) -> GameEnd {
        GameEnd {
            winner: Some(!side),
            status: "resignation".to_owned(),
            reason: format!("{} resigns.", self.side_name(side)),
            fault: None,
        }
    }

    /// A draw if both sides have offered one with their last moves.
    fn agreed(&mut self, side: Color, reply: &Reply) -> Option<GameEnd> {
        self.offers[side.index()] = reply.offers_draw;
        // The rules come first.
        let agreed = || drawn("agreement", "Both sides have offered a draw.");
        (self.offers == [true; 2]).then(|| self.ending().unwrap_or_else(agreed))
    }

    fn adjudged(&mut self, side: Color, reply: &Reply) -> Option<GameEnd> {
        let score = reply.eval.and_then(|eval| eval.score());
        let verdict = self.watch.note(side, score, self.plies())?;
        // The rules come first.
        Some(self.ending().unwrap_or_else(|| match verdict {
            Adjudged::Draw => drawn("adjudication", "Both sides hold the game for level."),
            Adjudged::Win(winner) => GameEnd {
                winner: Some(winner),
                status: "adjudication".to_owned(),
                reason: format!("{} has been losing for long.", self.side_name(!winner)),
                fault: None,
            },
        }))
    }

    fn broken(&self, side: Color, failure: &Failure) -> GameEnd {
        let kind = match failure {
            Failure::Silent { .. } => FaultKind::Timeout,
            Failure::Unfit(_) | Failure::NotStarted(_) | Failure::Broken(_) => FaultKind::Crash,
        };
        self.fault(side, kind, &failure.to_string())
    }

    /// A loss by the engine's own doing.
    fn fault(&self, side: Color, kind: FaultKind, what: &str) -> GameEnd {
        let player = &self.players[side.index()];
        let what = what.trim_end_matches('.');
        GameEnd {
            winner: Some(!side),
            status: kind.status().to_owned(),
            reason: format!("{} loses: {what}.", self.side_name(side)),
            fault: Some(Fault {
                kind,
                engine: player.name().to_owned(),
                what: what.to_owned(),
                position: text_of(&self.course.play),
                lines: player.recent(),
            }),
        }
    }

    fn side_name(&self, side: Color) -> &str {
        &self.course.play.variant().sides[side.index()]
    }
}

/// How many moves each side has made in an opening.
fn moves_of_each(course: &Course) -> [u32; 2] {
    let all = u32::try_from(course.moves.len()).unwrap_or(u32::MAX);
    // Sides take turns; forced passes are moves.
    Color::BOTH.map(|side| (all + u32::from(side != course.play.side())) / 2)
}

fn drawn(status: &str, reason: &str) -> GameEnd {
    GameEnd { winner: None, status: status.to_owned(), reason: reason.to_owned(), fault: None }
}

fn claim_words(claim: Claim) -> &'static str {
    match claim {
        Claim::Repetition => "The position has come up often enough to claim a draw.",
        Claim::MoveLimit => "There have been quiet moves enough to claim a draw.",
    }
}
