//! The state of a game: what follows from its events.

use super::event::{End, Event, Hand, Header, Offer, Player, RecordedMove};
use super::seats::Seats;
use super::view::{Played, TooMuchWork};
use crate::clock::Clocks;
use crate::id::GameId;
use crate::rules::{House, MOST_TIME, Referee, Sentence, Work};
use komadai_records::json::Winner;
use komadai_records::moves::Refusal;
use komadai_records::opening::BadOpening;
use komadai_records::reason::ForcedPass;
use komadai_rules::{Color, Ending, Move, Setup};
use std::sync::Arc;
use std::time::Duration;

/// A game as it stands.
pub struct Game<W> {
    /// Its name.
    pub id: GameId,
    /// How it was set up.
    pub header: Header,
    /// Who has which seat now.
    pub seats: Seats,
    /// How many events there are.
    pub seq: u64,
    /// The position, and who judges it.
    pub referee: Referee<W>,
    /// Where it began.
    pub initial: Setup,
    /// The moves, forced passes included.
    pub played: Vec<Arc<Played>>,
    /// How much memory they take, in moves of a kilobyte.
    pub held: usize,
    /// How much work its events have been so far.
    pub worked: Duration,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// When the side to move began to think.
    pub turn_began: u64,
    /// What is offered.
    pub offers: Offers,
    /// How it has ended.
    pub end: Option<End>,
    /// Whether it is over by what stands on the board.
    over_on_the_board: bool,
    /// Whether it matters if the game is over: not where a move is read that was taken back.
    looks: bool,
    /// Where the players play once more.
    pub rematch: Option<GameId>,
}

/// Who has offered what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// Who offers a draw.
    pub draw: Option<Color>,
    /// Who wants to take a move back.
    pub takeback: Option<Color>,
    /// Who wants to play once more.
    pub rematch: Option<Color>,
}

/// For whom somebody acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Looks on.
    Nobody,
    /// One side.
    Side(Color),
    /// Both sides, at one screen.
    Both,
}

impl Access {
    /// Those for whom somebody may act.
    pub fn sides(self) -> impl Iterator<Item = Color> {
        let acts = move |side: &Color| match self {
            Access::Nobody => false,
            Access::Side(own) => own == *side,
            Access::Both => true,
        };
        [Color::First, Color::Second].into_iter().filter(acts)
    }
}

/// Events that cannot have happened.
#[derive(Debug, thiserror::Error)]
#[error("the events of the game contradict its rules: {0}")]
pub struct Corrupt(String);

impl Corrupt {
    /// A move of a game that cannot be made in it.
    pub fn of(usi: &str, refusal: &Refusal) -> Self {
        Corrupt(format!("`{usi}`: {refusal}"))
    }
}

/// So much is done at once on a game by made-up rules: a move takes [`MOST_TIME`], and reading it again and telling of it
/// no more than that each.
const MOST_AT_ONCE: Duration = MOST_TIME.saturating_mul(3);

impl<W: Work> Game<W> {
    /// The game before its first move.
    ///
    /// # Errors
    /// When it cannot begin where the header says.
    pub fn new(id: GameId, header: Header, house: &House<W>, now: u64) -> Result<Self, BadOpening> {
        let referee = house.open(header.start.as_deref(), header.position.as_deref())?;
        let mut game = Game {
            id,
            seq: 1,
            initial: referee.play().setup(),
            referee,
            played: Vec::new(),
            held: 0,
            worked: Duration::ZERO,
            clocks: header.clock.map(Clocks::new),
            turn_began: now,
            offers: Offers::default(),
            end: None,
            over_on_the_board: false,
            looks: true,
            rematch: None,
            seats: Seats::of(&header),
            header,
        };
        game.pass_if_forced(None);
        game.looks_whether_over();
        game.turn(now, game.starts_at_once());
        Ok(game)
    }

    /// Does work on the game. By rules that somebody has made up it may be any amount: then it breaks off after some
    /// time, and counts for all that the game may take.
    ///
    /// # Errors
    /// When it was broken off: what it has led to means nothing.
    pub fn bounded<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Result<T, TooMuchWork> {
        if !self.referee.weight().is_made_up() {
            return Ok(work(self));
        }
        let (before, began) = (self.worked, W::done());
        let interrupt = self.referee.bound(MOST_AT_ONCE);
        let done = work(self);
        self.referee.unbound();
        self.worked = before + W::done().saturating_sub(began);
        if interrupt.ask() { Err(TooMuchWork) } else { Ok(done) }
    }

    /// Lets an event happen.
    ///
    /// # Errors
    /// When it cannot.
    pub fn apply(&mut self, event: &Event, now: u64) -> Result<(), Corrupt> {
        let began = W::done();
        self.happens(event, now)?;
        self.worked += W::done().saturating_sub(began);
        self.seq += 1;
        Ok(())
    }

    /// The same for an event that is read, with the one that comes after it.
    ///
    /// # Errors
    /// As for [`Game::apply`].
    pub fn replay(&mut self, event: &Event, next: Option<&Event>, now: u64) -> Result<(), Corrupt> {
        self.looks = !matches!(next, Some(Event::TookBack { .. }));
        let applied = self.apply(event, now);
        self.looks = true;
        applied
    }

    fn happens(&mut self, event: &Event, now: u64) -> Result<(), Corrupt> {
        match event {
            Event::Created(_) => return Err(Corrupt("it begins twice".to_owned())),
            Event::Moved { usi, ms, by } => {
                let m = self.referee.find(usi).map_err(|no| Corrupt::of(usi, &no))?;
                self.moved(m, *ms, *by);
                self.turn(now, true);
            }
            Event::Recorded { moves } => {
                for RecordedMove { usi, ms } in moves {
                    let m = self.referee.find(usi).map_err(|no| Corrupt::of(usi, &no))?;
                    self.moved(m, *ms, Hand::Recorded);
                }
                self.turn(now, self.starts_at_once());
            }
            Event::TookBack { plies } => {
                while self.played.len() > *plies {
                    self.referee.take_back();
                    let played = self.played.pop();
                    self.held -= played.as_ref().map_or(0, |played| played.size());
                    let timed = played.filter(|played| played.by.is_timed());
                    if let (Some(played), Some(clocks)) = (timed, &mut self.clocks) {
                        clocks.took_back(played.side.into());
                    }
                }
                self.offers = Offers::default();
                self.end = None;
                self.over_on_the_board = false;
                self.turn(now, true);
            }
            Event::Offered { what, by } => *self.offers.of(*what) = Some((*by).into()),
            Event::Declined { what } => *self.offers.of(*what) = None,
            Event::Clock { ms } => {
                let side = self.referee.play().side();
                if let Some(clocks) = &mut self.clocks {
                    clocks.charge(side, *ms);
                }
                self.turn(now, true);
            }
            Event::Seated(seated) => self.seats.sit(seated),
            Event::Ended(end) => self.ended(end),
            Event::Rematched { game } => self.rematch = Some(game.clone()),
        }
        Ok(())
    }

    fn moved(&mut self, m: Move, ms: u64, by: Hand) {
        let side = self.referee.play().side();
        let account = self.referee.make(m);
        if let Some(clocks) = self.clocks.as_mut().filter(|_| by.is_timed()) {
            clocks.moved(side, ms);
        }
        let forced = account.pass;
        let ply = self.played.len() + 1;
        self.keep(Played::new(ply, side, account, ms, by, None));
        // A move turns down what the opponent has offered, and withdraws what was asked before it.
        self.offers.takeback = None;
        self.offers.draw = self.offers.draw.filter(|by| *by == side);
        self.pass_if_forced(forced);
        self.looks_whether_over();
    }

    fn keep(&mut self, played: Played) {
        self.held += played.size();
        self.played.push(Arc::new(played));
    }

    /// Asks the rules, which may be heavy; nobody else does.
    fn looks_whether_over(&mut self) {
        self.end = self.looks.then(|| self.referee.play().ending()).flatten().map(End::from);
        self.over_on_the_board = self.end.is_some();
    }

    /// A pass that is forced needs nobody's decision.
    fn pass_if_forced(&mut self, forced: Option<ForcedPass>) {
        while let Some(pass) = self.referee.forced_pass() {
            let side = self.referee.play().side();
            let forced = forced.unwrap_or(ForcedPass { side, loss: None });
            let reason = Sentence::pass(self.referee.play().variant(), &forced);
            let account = self.referee.make(pass);
            let ply = self.played.len() + 1;
            let played = Played::new(ply, side, account, 0, Hand::Forced, Some(reason));
            self.keep(played);
        }
    }

    fn ended(&mut self, end: &End) {
        if let (Some(clocks), "time", Some(loser)) = (&mut self.clocks, &*end.status, end.loser()) {
            clocks.fell(loser);
        }
        self.end = Some(end.clone());
        self.offers = Offers::default();
        self.stop_clocks();
    }

    /// The side to move begins to think.
    fn turn(&mut self, now: u64, timed: bool) {
        self.turn_began = now;
        let side = self.referee.play().side();
        if self.is_over() {
            return self.stop_clocks();
        }
        // The engine's clock runs only once it has got a thread.
        let timed = timed && self.header.players[side.index()] == Player::Human;
        if let Some(clocks) = &mut self.clocks {
            clocks.run(timed.then_some(side), now);
        }
    }

    /// Whose turn it is hears of it only now: until then no clock runs.
    pub fn is_told(&mut self, now: u64) {
        self.turn_began = now;
        if let Some(clocks) = &mut self.clocks
            && let Some(side) = clocks.running()
        {
            clocks.run(Some(side), now);
        }
    }

    /// The engine, whose turn it is, begins to search.
    pub fn engine_begins(&mut self, now: u64) {
        self.turn_began = now;
        let side = self.referee.play().side();
        if let Some(clocks) = &mut self.clocks {
            clocks.run(Some(side), now);
        }
    }

    /// The engine, whose turn it is, stops searching and will begin anew.
    pub fn engine_rests(&mut self) {
        self.stop_clocks();
    }

    fn stop_clocks(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.run(None, 0);
        }
    }

    /// Where two people play, the clocks wait for the first move: one of them may not be there yet.
    fn starts_at_once(&self) -> bool {
        let engine = self.header.players.iter().any(|player| *player != Player::Human);
        engine || self.header.one_screen
    }

    /// Whether the last move has ended it, so that without that move it would go on.
    pub fn ended_on_the_board(&self) -> bool {
        self.over_on_the_board
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// Time that the side to move has been thinking.
    pub fn thought(&self, now: u64) -> u64 {
        // A clock that does not run yet charges nothing.
        let waits = self.clocks.as_ref().is_some_and(|clocks| clocks.running().is_none());
        if waits { 0 } else { now.saturating_sub(self.turn_began) }
    }
}

impl Offers {
    fn of(&mut self, what: Offer) -> &mut Option<Color> {
        match what {
            Offer::Draw => &mut self.draw,
            Offer::Takeback => &mut self.takeback,
            Offer::Rematch => &mut self.rematch,
        }
    }
}

impl From<Ending> for End {
    fn from(ending: Ending) -> Self {
        End {
            status: ending.status.to_string(),
            winner: Some(ending.winner.map_or(Winner::Draw, Winner::from)),
            reason: ending.reason,
            reason_ja: None,
            illegal_at: None,
        }
    }
}

impl End {
    fn loser(&self) -> Option<Color> {
        match self.winner {
            Some(Winner::First) => Some(Color::Second),
            Some(Winner::Second) => Some(Color::First),
            _ => None,
        }
    }
}
