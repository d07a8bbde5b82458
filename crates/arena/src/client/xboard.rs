//! XBoard's protocol (CECP): the engine keeps the position and the clock itself, and moves when the
//! opponent has moved.

use super::features::Features;
use super::universal::unknown_game;
use super::{
    Answer, Client, Course, Eval, Failure, GameName, Reply, Started, Turn, Waits, info, launch,
};
use crate::clock::Control;
use crate::engine::Program;
use crate::process::{NoLine, Process};
use komadai_records::moves::Spelling;
use komadai_records::{moves, position::to_fen};
use komadai_rules::Color;
use std::time::{Duration, Instant};

/// An engine that speaks XBoard's protocol.
pub(super) struct XBoard {
    process: Process,
    waits: Waits,
    features: Features,
    variant: String,
    shogi_squares: bool,
    /// How many moves of the game the engine knows, its own included.
    known: usize,
    /// The last move that it was told.
    told: String,
    /// Whether it is playing, rather than being told moves.
    plays: bool,
    pings: u64,
    /// A claim that came while nobody had asked.
    claim: Option<Answer>,
    /// Whether it is this very program, which tells users only what it cannot do.
    is_own: bool,
}

/// How long engines of the protocol's second version may take to say so.
const FEATURE_WAIT: Duration = Duration::from_secs(2);
/// What XBoard calls chess.
const NORMAL: &str = "normal";

impl XBoard {
    pub(super) fn start(program: &Program, game: &GameName, waits: Waits) -> Started<Self> {
        let process = launch(program, game)?;
        let mut engine = XBoard {
            process,
            waits,
            features: Features::default(),
            variant: String::new(),
            shogi_squares: program.shogi_squares,
            known: 0,
            told: String::new(),
            plays: false,
            pings: 0,
            claim: None,
            is_own: program.own,
        };
        match engine.greet(program, game) {
            Ok(()) => Ok(engine),
            Err(failure) => Err((failure, engine.process.recent())),
        }
    }

    fn greet(&mut self, program: &Program, game: &GameName) -> Result<(), Failure> {
        for line in &program.init {
            self.process.send(line);
        }
        self.process.send("xboard");
        self.process.send("protover 2");
        self.hear_features()?;
        self.variant = self.choose_game(program, game)?;
        for (name, value) in &program.options {
            self.set_option(name, value, program.own)?;
        }
        // Some engines crash unless their memory was set.
        if self.features.memory && !program.options.iter().any(|(name, _)| name == "memory") {
            self.process.send("memory 64");
        }
        self.synchronise()
    }

    /// An engine that says nothing is one of the protocol's first version.
    fn hear_features(&mut self) -> Result<(), Failure> {
        let begun = Instant::now();
        while !self.features.done {
            let wait = if self.features.more_time { self.waits.start } else { FEATURE_WAIT };
            match self.process.next(begun + wait.min(self.waits.start)) {
                Ok(line) => {
                    if let Some(rest) = line.text.trim().strip_prefix("feature ") {
                        for name in self.features.read(rest) {
                            self.process.send(&format!("accepted {name}"));
                        }
                    }
                }
                Err(NoLine::Late) if self.features.more_time => {
                    let seconds = self.waits.start.as_secs_f64();
                    let message = format!("no `feature done=1` within {seconds} s");
                    return Err(Failure::NotStarted(message));
                }
                Err(NoLine::Late) => return Ok(()),
                Err(NoLine::Gone) => return Err(Failure::NotStarted(self.process.fate())),
            }
        }
        Ok(())
    }

    fn choose_game(&self, program: &Program, game: &GameName) -> Result<String, Failure> {
        let known = &self.features.variants;
        if let Some(name) = &program.variant {
            return Ok(name.clone());
        }
        let id = &game.names[0];
        if program.own || known.is_empty() {
            return Ok(if id == "chess" { NORMAL.to_owned() } else { id.clone() });
        }
        let mut ours: Vec<&str> = game.names.iter().map(String::as_str).collect();
        if id == "chess" {
            ours.insert(0, NORMAL);
        }
        let found = ours.iter().find(|name| known.iter().any(|known| known == *name));
        found.map(|name| (*name).to_owned()).ok_or_else(|| unknown_game(id, known))
    }

    fn set_option(&mut self, name: &str, value: &str, own: bool) -> Result<(), Failure> {
        match name {
            "memory" | "cores" => self.process.send(&format!("{name} {value}")),
            _ if own || self.features.options.iter().any(|option| option == name) => {
                self.process.send(&format!("option {name}={value}"));
            }
            _ => {
                let known = self.features.options.join(", ");
                let message = format!("it has no option `{name}`; it has memory, cores, {known}");
                return Err(Failure::Unfit(message));
            }
        }
        Ok(())
    }

    /// Waits until the engine has done everything that it was told, if it can say so.
    fn synchronise(&mut self) -> Result<(), Failure> {
        if !self.features.ping {
            return self.drop_stale_lines();
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.send(&format!("ping {}", self.pings));
        let deadline = Instant::now() + self.waits.start;
        loop {
            match self.process.next(deadline) {
                Ok(line) if line.text.trim() == pong => return Ok(()),
                Ok(line) if line.text.contains("Illegal position") => {
                    let message = format!("it refuses a position: {}", line.text.trim());
                    return Err(Failure::Broken(message));
                }
                Ok(line) if is_refusal(&line.text, &self.told) => {
                    return Err(refused(&line.text));
                }
                Ok(line) => match line.text.trim().strip_prefix("tellusererror ") {
                    Some(error) if self.is_own => return Err(Failure::Unfit(error.to_owned())),
                    _ => {}
                },
                Err(NoLine::Late) => {
                    let seconds = self.waits.start.as_secs_f64();
                    return Err(Failure::NotStarted(format!("no `{pong}` within {seconds} s")));
                }
                Err(NoLine::Gone) => return Err(Failure::NotStarted(self.process.fate())),
            }
        }
    }

    /// Forgets what was said before, but for claims: an engine that has made one may not go on.
    fn drop_stale_lines(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        loop {
            match self.process.next(now) {
                Ok(line) => self.claim = claim(&line.text).or(self.claim.take()),
                Err(NoLine::Late) => return Ok(()),
                Err(NoLine::Gone) => return Err(Failure::Broken(self.process.fate())),
            }
        }
    }

    fn set_limits(&mut self, turn: &Turn<'_>) -> Result<(), Failure> {
        let limits = turn.limits;
        if let Some(clock) = turn.clocks[turn.side.index()] {
            self.process.send(&level(clock.control()));
        }
        if let Some(time) = limits.movetime {
            self.process.send(&format!("st {}", time.as_secs_f64()));
        }
        if let Some(depth) = limits.depth {
            self.process.send(&format!("sd {depth}"));
        }
        if let Some(nodes) = limits.nodes {
            if !self.features.nps {
                let message = "over XBoard's protocol it cannot be limited by nodes (feature nps)";
                return Err(Failure::Unfit(message.to_owned()));
            }
            self.process.send(&format!("nps {nodes}"));
            self.process.send("st 1");
        }
        Ok(())
    }

    fn tell_clocks(&mut self, turn: &Turn<'_>) {
        let Some(clocks) = turn.both_clocks().filter(|_| self.features.time) else { return };
        let centiseconds = |side: Color| {
            let clock = clocks[side.index()];
            (clock.main() + clock.period()).as_millis() / 10
        };
        let (own, other) = (centiseconds(turn.side), centiseconds(!turn.side));
        self.process.send(&format!("time {own}"));
        self.process.send(&format!("otim {other}"));
    }

    fn tell_move(&mut self, course: &Course, spelling: &Spelling) {
        let variant = course.play.variant();
        let text = if self.shogi_squares {
            spelling.usi(variant)
        } else {
            moves::xboard(variant, spelling)
        };
        if self.features.usermove {
            self.process.send(&format!("usermove {text}"))
        } else {
            self.process.send(&text)
        }
        self.told = text;
    }

    /// Tells what the engine does not know, and sets it going. Its time begins to count with the
    /// opponent's move; what else it has to be told costs it nothing.
    fn set_going(&mut self, course: &Course, turn: &Turn<'_>) -> Result<Instant, Failure> {
        let missing = &course.moves[self.known.min(course.moves.len())..];
        let is_reply = self.plays && missing.len() == 1;
        if !is_reply {
            self.process.send("force");
            missing.iter().for_each(|spelling| self.tell_move(course, spelling));
            self.synchronise()?;
        }
        let asked = Instant::now();
        self.tell_clocks(turn);
        if is_reply {
            self.tell_move(course, &missing[0])
        } else {
            self.process.send("go")
        }
        self.plays = true;
        // Its own move comes on top of those told.
        self.known = course.moves.len() + 1;
        Ok(asked)
    }

    fn await_move(&mut self, asked: Instant, patience: Duration) -> Result<Reply, Failure> {
        let (mut eval, mut offers_draw) = (None::<Eval>, false);
        let mut legs = String::new();
        let deadline = asked + patience;
        loop {
            let line = match self.process.next(deadline) {
                Ok(line) => line,
                Err(NoLine::Late) => return Err(self.hurry()),
                Err(NoLine::Gone) => return Err(Failure::Broken(self.process.fate())),
            };
            let text = line.text.trim();
            offers_draw |= text == "offer draw";
            eval = info::of_xboard(text).or(eval);
            let answer = match played(text) {
                Some(leg) => {
                    legs += leg;
                    // A leg that ends with a comma is not the last.
                    (!legs.ends_with(',')).then(|| Answer::Move(std::mem::take(&mut legs)))
                }
                None if is_refusal(text, &self.told) => {
                    return Err(refused(text));
                }
                None => claim(text),
            };
            if let Some(answer) = answer {
                let elapsed = line.at.saturating_duration_since(asked);
                return Ok(Reply { answer, elapsed, eval, offers_draw });
            }
        }
    }

    /// Tells the engine to move now; what it then plays comes too late.
    fn hurry(&mut self) -> Failure {
        self.process.send("?");
        let deadline = Instant::now() + self.waits.stop;
        loop {
            match self.process.next(deadline) {
                Ok(line) if played(line.text.trim()).is_some() => {
                    self.process.send("force");
                    return Failure::Silent { stopped: true };
                }
                Ok(_) => {}
                Err(NoLine::Late) => return Failure::Silent { stopped: false },
                Err(NoLine::Gone) => return Failure::Broken(self.process.fate()),
            }
        }
    }
}

impl Client for XBoard {
    fn new_game(&mut self, course: &Course, turn: &Turn<'_>) -> Result<(), Failure> {
        self.process.send("new");
        if self.variant != NORMAL {
            self.process.send(&format!("variant {}", self.variant));
        }
        self.process.send("force");
        if !course.usual {
            if !self.features.setboard {
                let message = "it cannot be given a position (feature setboard)";
                return Err(Failure::Unfit(message.to_owned()));
            }
            let fen = to_fen(course.play.variant(), &course.start);
            self.process.send(&format!("setboard {fen}"));
        }
        self.process.send("easy");
        self.process.send("post");
        self.set_limits(turn)?;
        (self.known, self.plays) = (0, false);
        self.synchronise()?;
        self.claim = None;
        Ok(())
    }

    fn think(&mut self, course: &Course, turn: &Turn<'_>) -> Result<Reply, Failure> {
        self.drop_stale_lines()?;
        if let Some(answer) = self.claim.take() {
            let elapsed = Duration::ZERO;
            return Ok(Reply { answer, elapsed, eval: None, offers_draw: false });
        }
        let asked = self.set_going(course, turn)?;
        let mut reply = self.await_move(asked, turn.patience)?;
        if let (Answer::Move(text), false) = (&mut reply.answer, self.shogi_squares) {
            *text = moves::from_xboard(course.play.variant(), text);
        }
        Ok(reply)
    }

    fn game_over(&mut self, _: Color, winner: Option<Color>, reason: &str) {
        let result = match winner {
            Some(Color::First) => "1-0",
            Some(Color::Second) => "0-1",
            None => "1/2-1/2",
        };
        self.process.send(&format!("result {result} {{{}}}", reason.replace(['{', '}'], "")));
        self.process.send("force");
    }

    fn recent(&self) -> Vec<String> {
        self.process.recent()
    }

    fn is_reusable(&self) -> bool {
        self.features.reuse
    }
}

/// `level MOVES BASE INCREMENT`. The protocol knows no byoyomi: a period is told as time that comes
/// with every move.
fn level(control: &Control) -> String {
    let seconds = control.base.as_secs();
    let period = control.byoyomi.map_or(Duration::ZERO, |byoyomi| byoyomi.period);
    format!(
        "level {} {}:{:02} {}",
        control.session.unwrap_or(0),
        seconds / 60,
        seconds % 60,
        (control.increment + period).as_secs_f64()
    )
}

/// The move that a line says was played: `move e2e4`, and as old engines say it `My move is: e2e4`
/// or `12. ... e2e4`.
fn played(line: &str) -> Option<&str> {
    let rest = line
        .strip_prefix("move ")
        .or_else(|| line.strip_prefix("My move is:"))
        .or_else(|| numbered(line))?;
    rest.split_whitespace().next()
}

fn numbered(line: &str) -> Option<&str> {
    let (number, rest) = line.split_once(". ... ")?;
    number.parse::<u32>().ok().map(|_| rest)
}

/// Whether an engine refuses the move that it was told. Old engines say the same of words that they
/// do not know.
fn is_refusal(line: &str, told: &str) -> bool {
    line.starts_with("Illegal move") && line.split_whitespace().last() == Some(told)
}

fn refused(line: &str) -> Failure {
    Failure::Broken(format!("it refuses a legal move: {}", line.trim()))
}

/// `resign`, and results as `1-0 {...}`.
fn claim(line: &str) -> Option<Answer> {
    match line.split_whitespace().next()? {
        "resign" => Some(Answer::Resign),
        "1-0" => Some(Answer::Claim(Some(Color::First))),
        "0-1" => Some(Answer::Claim(Some(Color::Second))),
        "1/2-1/2" => Some(Answer::Claim(None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_heard_in_old_and_new_forms() {
        for (line, expected) in [
            ("move e2e4", Some("e2e4")),
            ("move e7d7,", Some("e7d7,")),
            ("My move is: P@e5", Some("P@e5")),
            ("1. ... 3i4h -3010", Some("3i4h")),
            ("3. 7g7f 0", None),
            ("Rxa3. ... Ga2", None),
            ("tellall move", None),
        ] {
            assert_eq!(played(line), expected, "{line}");
        }
    }

    #[test]
    fn claims_are_heard() {
        assert_eq!(claim("1-0 {White mates}"), Some(Answer::Claim(Some(Color::First))));
        assert_eq!(claim("1/2-1/2 {Repetition}"), Some(Answer::Claim(None)));
        assert_eq!(claim("resign"), Some(Answer::Resign));
        assert_eq!(claim("move e2e4"), None);
    }

    #[test]
    fn levels_are_told() {
        for (control, expected) in [
            ("60", "level 0 1:00 0"),
            ("8+0.08", "level 0 0:08 0.08"),
            ("40/300", "level 40 5:00 0"),
            ("90,10x3", "level 0 1:30 10"),
        ] {
            assert_eq!(level(&control.parse().unwrap()), expected);
        }
    }
}
