//! The engine in a game: when it is to think, how, and what comes of it.

use super::decide::{NotNow, Refused};
use super::event::{Event, Header, Offer, Player, RecordedMove};
use super::state::{Access, Game};
use crate::clock::Left;
use crate::rules::{Question, Work};
use komadai_engine::{Level, Remaining, Score};
use komadai_rules::variant::RANDOM_START;
use komadai_rules::{Color, Variant};
use std::time::Duration;

/// Levels below the full one are limited by what they look at; this is for slow machines.
const MOST_BELOW_FULL: Duration = Duration::from_secs(10);
/// Who watches should see one move before the next: the engine's first one, the pass that it forces,
/// and its second one would otherwise come at once.
const AFTER_MOVE: Duration = Duration::from_millis(300);
const AFTER_PASS: Duration = Duration::from_millis(1_200);
/// On a clock the engine waits for at most this part of its time.
const SHARE: u32 = 40;
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(1);

impl<W: Work> Game<W> {
    /// The level of the engine that plays a side.
    pub fn level(&self, side: Color) -> Option<Level> {
        match self.header.players[side.index()] {
            Player::Engine { level } => Level::new(level),
            Player::Human => None,
        }
    }

    /// Whether the engine plays both sides.
    pub fn is_of_engines(&self) -> bool {
        self.header.players.iter().all(|player| *player != Player::Human)
    }

    /// How the engine is to think now, if it is its turn. `think` is how long it may at its full strength, where no
    /// clock says it.
    pub fn question(&self, think: Duration, now: u64, seed: u64) -> Option<Question> {
        let side = self.referee.play().side();
        let level = self.level(side).filter(|_| !self.is_over())?;
        let most = if level == Level::FULL { think } else { MOST_BELOW_FULL };
        Some(Question { level, most, clock: self.remaining(side, now), seed })
    }

    /// How long who watches needs for the moves before, on this clock.
    pub fn pause_before_move(&self, clock: Option<Remaining>) -> Duration {
        let Some(last) = self.played.last() else { return Duration::ZERO };
        let pause = if last.pass { AFTER_PASS } else { AFTER_MOVE };
        clock.map_or(pause, |clock| pause.min((clock.left + clock.byoyomi) / SHARE))
    }

    /// The engine's clock, as it needs to know it.
    fn remaining(&self, side: Color, now: u64) -> Option<Remaining> {
        let clocks = self.clocks.as_ref()?;
        let Left { ms, periods, in_byoyomi } = clocks.left(side, now);
        let control = clocks.control();
        let (left, byoyomi) = if in_byoyomi { (0, ms) } else { (ms, control.byoyomi_ms) };
        Some(Remaining {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(control.increment_ms),
            byoyomi: Duration::from_millis(byoyomi),
            periods: Some(periods),
            moves_to_go: None,
        })
    }

    /// What the engine says to a draw that it is offered, by what it thought of its position when it last moved.
    pub fn engine_answers(&self, score: Option<Score>) -> Option<Event> {
        let by = self.offers.draw?;
        self.level(!by)?;
        let agrees = score.is_some_and(Score::welcomes_a_draw);
        Some(if agrees { self.agreed() } else { Event::Declined { what: Offer::Draw } })
    }

    /// How the engine is to think for somebody who wants a hint.
    ///
    /// # Errors
    /// When it is not for that player to move, or when another person plays the other side.
    pub fn hint(&self, access: Access, seed: u64) -> Result<Question, Refused> {
        match access {
            Access::Nobody => Err(Refused::NoSeat),
            _ if self.is_over() => Err(Refused::Over),
            Access::Side(side) if self.header.players[(!side).index()] == Player::Human => {
                Err(NotNow::NoHints.into())
            }
            Access::Side(side) if side != self.referee.play().side() => Err(Refused::NotYourTurn),
            _ => Ok(Question { level: Level::FULL, most: HINT, clock: None, seed }),
        }
    }

    /// The same game once more, with sides changed, and the moves that were played elsewhere. The tokens stay those of
    /// their players.
    pub fn once_more(
        &self,
        variant: &Variant,
        created: i64,
        draw: u64,
    ) -> (Header, Vec<RecordedMove>) {
        let recorded = self.recorded();
        let (seals, names) = (self.seats.seals.clone(), self.seats.names.clone());
        let mut header = Header { created, seals, names, ..self.header.clone() };
        header.players.reverse();
        header.seals.reverse();
        header.names.reverse();
        if header.drawn && recorded.is_empty() {
            header.start = variant.drawn_start(Some(RANDOM_START), || draw);
        }
        (header, recorded)
    }
}

impl Event {
    /// How a game begins with moves that were played elsewhere, so many told together, and how it ended there.
    pub fn all_of(
        header: Header,
        moves: &[RecordedMove],
        together: usize,
        end: Option<super::event::End>,
    ) -> Vec<Event> {
        let recorded =
            moves.chunks(together).map(|moves| Event::Recorded { moves: moves.to_vec() });
        let created = Event::Created(Box::new(header));
        std::iter::once(created).chain(recorded).chain(end.map(Event::Ended)).collect()
    }
}
