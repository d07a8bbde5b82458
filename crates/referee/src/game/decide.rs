//! What players may do: a wish becomes events, or is refused with a reason.

use super::event::{End, Event, Hand, Offer, Player};
use super::seats::{self, PlayerName};
use super::state::{Access, Game};
use crate::id::Token;
use crate::rules::{MOST_TIME, Sentence, Work};
use komadai_records::json::{Claim, Winner};
use komadai_records::moves::Refusal;
use komadai_records::reason::Spoken;
use komadai_rules::variant::{IllegalMove, Variant};
use komadai_rules::{Color, Declared, Move, Setup};
use serde::Deserialize;
use std::time::Duration;
use utoipa::ToSchema;

/// What somebody wants.
#[derive(Clone, Debug)]
pub enum Command {
    /// To move.
    Move(String),
    /// Anything else.
    Act(Action),
    /// To sit down with a token of one's own.
    Sit {
        /// That one.
        token: Token,
        /// What the player is called.
        name: Option<PlayerName>,
    },
}

/// Anything but a move. The braces let unknown keys be refused, which serde does not do for variants
/// without fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Gives up.
    Resign {},
    /// Offers a draw, or accepts one that was offered.
    OfferDraw {},
    /// Accepts a draw.
    AcceptDraw {},
    /// Turns a draw down.
    DeclineDraw {},
    /// Asks to take the own last move back; allows it where the opponent has asked.
    Takeback {},
    /// Turns down a take-back.
    DeclineTakeback {},
    /// Claims a draw that the rules allow.
    Claim {
        /// By which rule.
        claim: Claim,
    },
    /// Declares an impasse.
    Declare {},
    /// Calls the game off before it has really begun.
    Abort {},
    /// Asks for another game with sides changed; begins it where the opponent has asked.
    Rematch {},
}

/// What comes of a wish. Both may be there: a move that comes too late is refused, and ends the
/// game.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// What happens.
    pub events: Vec<Event>,
    /// Why the wish is not granted.
    pub refused: Option<Refused>,
    /// Whether another game is to be set up.
    pub rematch: bool,
}

/// Why a wish is not granted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Whoever wants it only looks on.
    #[error("this needs the token of a seat in the game")]
    NoSeat,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over yet.
    #[error("the game is not over yet")]
    NotOver,
    /// It is the other side's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The engine plays this side.
    #[error("the engine plays this side")]
    EngineSeat,
    /// The time is up.
    #[error("the time is up")]
    TimeUp,
    /// The text is no move, or several.
    #[error("{0}")]
    Unreadable(Sentence),
    /// The rule that the move breaks.
    #[error("{0}")]
    Illegal(Sentence),
    /// Not as the game stands.
    #[error(transparent)]
    NotNow(#[from] NotNow),
}

/// What may be wanted, but not as the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// Nobody has offered a draw.
    #[error("nobody has offered a draw")]
    NoDrawOffered,
    /// Nobody has asked to take a move back.
    #[error("nobody has asked to take a move back")]
    NoTakebackAsked,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// It is offered already.
    #[error("this has already been offered")]
    Offered,
    /// Too much was played to call the game off.
    #[error("the game has begun and cannot be called off: resign, or agree on a draw")]
    Begun,
    /// The rules allow no such claim now.
    #[error("the rules allow no such claim now")]
    NoClaim,
    /// The conditions of a declaration are not met.
    #[error("the conditions of a declaration are not met")]
    ConditionsNotMet,
    /// There are no declarations in this game.
    #[error("there are no declarations in this game")]
    NoDeclarations,
    /// The token has another seat in the game.
    #[error("this token has another seat in the game")]
    HasSeat,
    /// The seats have been taken too often.
    #[error("the seats of this game have been taken too often")]
    TakenTooOften,
    /// Too much has been offered and taken back.
    #[error("so much has been offered and taken back in this game that only moves are left")]
    OnlyMoves,
    /// The position after it takes too long to work out.
    #[error("the position after this move takes too long to work out")]
    TooMuchWork,
    /// Two people play against each other.
    #[error("there are no hints in a game between two people")]
    NoHints,
    /// What was looked for is of no use any more.
    #[error("the position has changed meanwhile")]
    PositionChanged,
}

impl Decision {
    /// Whether it consists of events of which a game can have only so many anyway.
    fn is_bounded(&self) -> bool {
        let is_bounded = |event: &Event| match event {
            Event::Moved { .. } | Event::Ended(_) | Event::Seated(_) => true,
            Event::Offered { what, .. } => *what == Offer::Rematch,
            _ => false,
        };
        self.events.is_empty() || self.events.iter().any(is_bounded)
    }
}

impl From<Event> for Decision {
    fn from(event: Event) -> Self {
        Decision { events: vec![event], ..Decision::default() }
    }
}

impl From<Refused> for Decision {
    fn from(refused: Refused) -> Self {
        Decision { refused: Some(refused), ..Decision::default() }
    }
}

/// So many plies may be played before a game can no longer be called off.
const ABORT_PLIES: usize = 2;

/// After so many events nothing is offered or taken back any more: a game without an end would take
/// longer and longer to load.
const MOST_EVENTS: u64 = 10_000;

/// So much work may be done on the moves of one game, which is all done anew when it is loaded.
const MOST_WORK: Duration = Duration::from_secs(60);

impl<W: Work> Game<W> {
    /// What comes of a wish.
    pub fn decide(&self, access: Access, command: &Command, now: u64) -> Decision {
        if let Some(fallen) = self.flag_fall(now) {
            return Decision { refused: Some(Refused::TimeUp), ..fallen };
        }
        match self.granted(access, command, now) {
            Ok(decision) if self.seq < MOST_EVENTS || decision.is_bounded() => decision,
            Ok(_) => Refused::from(NotNow::OnlyMoves).into(),
            Err(refused) => refused.into(),
        }
    }

    /// The end by time, if it has come.
    pub fn flag_fall(&self, now: u64) -> Option<Decision> {
        let loser = self.clocks.as_ref()?.fallen(now).filter(|_| !self.is_over())?;
        let (variant, setup) = (self.referee.play().variant(), self.referee.play().setup());
        let [loses, wins] = [loser, !loser].map(|side| &variant.sides[side.index()]);
        let (winner, more) = if is_bare(variant, &setup, !loser) {
            (Winner::Draw, format!(", but {wins} has nothing left to win with"))
        } else {
            (Winner::from(!loser), String::new())
        };
        Some(end("time", Some(winner), format!("{loses} has run out of time{more}.")).into())
    }

    /// Whether it is work to say what comes of a wish: the rules of the game must be asked.
    pub fn takes_work(&self, access: Access, command: &Command) -> bool {
        let asks_rules = match command {
            Command::Move(_) => true,
            // The position after it is looked at.
            Command::Act(Action::Takeback {}) => {
                return access != Access::Nobody && self.referee.weight().is_made_up();
            }
            Command::Act(action) => matches!(action, Action::Claim { .. } | Action::Declare {}),
            Command::Sit { .. } => false,
        };
        asks_rules && !self.is_over() && self.own_turn(access).is_ok()
    }

    /// Whoever runs the server ends the game; `None` if it is over.
    pub fn called_off(&self) -> Option<Event> {
        let reason = "Whoever runs the server has ended the game.".to_owned();
        (!self.is_over()).then(|| end("aborted", None, reason))
    }

    /// The first of these moves of the engine that is legal; the others are refused.
    pub fn engine_moves(&self, texts: &[String], now: u64) -> Decision {
        if let Some(fallen) = self.flag_fall(now) {
            return fallen;
        }
        let mut decision = Decision::default();
        let mut is_too_much = false;
        for text in texts {
            match self.found(text) {
                None => is_too_much = true,
                Some(Ok(m)) => {
                    decision.events.push(self.move_event(m, Hand::Engine, now));
                    return decision;
                }
                Some(Err(no)) => decision.refused = Some(self.refused(text, &no)),
            }
        }
        if is_too_much {
            let reason = "The positions of this game take too long to work out.".to_owned();
            decision.events.push(end("aborted", None, reason));
        }
        decision
    }

    /// The legal move that a text means; `None` where that, what is to be told of it and the position after it take
    /// longer to work out than there is time for. Rules that somebody has made up may make it any amount of work.
    fn found(&self, text: &str) -> Option<Result<Move, Refusal>> {
        if !self.referee.weight().is_made_up() {
            return Some(self.referee.find(text));
        }
        self.referee.find_within(text, self.work_left())
    }

    fn granted(&self, access: Access, command: &Command, now: u64) -> Result<Decision, Refused> {
        if access == Access::Nobody {
            return Err(Refused::NoSeat);
        }
        match command {
            Command::Move(text) => self.move_(access, text, now),
            Command::Sit { token, name } => self.sit(access, token, name.as_ref()),
            Command::Act(Action::Rematch {}) => self.rematch(access),
            Command::Act(Action::Takeback {}) if self.may_go_on(access) => {
                self.takeback(access, self.actor(access)?, now)
            }
            Command::Act(_) if self.is_over() => Err(Refused::Over),
            Command::Act(action) => self.act(access, *action, now),
        }
    }

    fn sit(
        &self,
        access: Access,
        token: &Token,
        name: Option<&PlayerName>,
    ) -> Result<Decision, Refused> {
        match access {
            Access::Side(side) if !self.is_human(side) => return Err(Refused::EngineSeat),
            _ if self.seats.access(Some(token.as_str())) != Access::Nobody => {
                return Err(NotNow::HasSeat.into());
            }
            _ if self.seats.are_taken_too_often(access) => return Err(NotNow::TakenTooOften.into()),
            _ => {}
        }
        let seated = seats::seated(access, token, name).ok_or(Refused::NoSeat)?;
        Ok(Event::Seated(seated).into())
    }

    fn move_(&self, access: Access, text: &str, now: u64) -> Result<Decision, Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        self.own_turn(access)?;
        match self.found(text).ok_or(NotNow::TooMuchWork)? {
            Ok(m) => Ok(self.move_event(m, Hand::Human, now).into()),
            Err(no) => match self.refused(text, &no) {
                Refused::Illegal(reason) if self.is_costly() => Ok(self.illegal(reason).into()),
                refused => Err(refused),
            },
        }
    }

    fn refused(&self, text: &str, refusal: &Refusal) -> Refused {
        let reason = Sentence::refusal(self.referee.play().variant(), text, refusal);
        match refusal {
            Refusal::Illegal(_) => Refused::Illegal(reason),
            _ => Refused::Unreadable(reason),
        }
    }

    fn act(&self, access: Access, action: Action, now: u64) -> Result<Decision, Refused> {
        let actor = self.actor(access)?;
        match action {
            Action::Resign {} => Ok(self.spoken(Spoken::Resignation(actor)).into()),
            Action::OfferDraw {} if access == Access::Both || self.offers.draw == Some(!actor) => {
                Ok(self.agreed().into())
            }
            Action::OfferDraw {} => Ok(self.offer(Offer::Draw, actor, self.offers.draw)?.into()),
            Action::AcceptDraw {} if self.offers.draw == Some(!actor) => Ok(self.agreed().into()),
            Action::DeclineDraw {} if self.offers.draw == Some(!actor) => {
                Ok(Event::Declined { what: Offer::Draw }.into())
            }
            Action::AcceptDraw {} | Action::DeclineDraw {} => Err(NotNow::NoDrawOffered.into()),
            Action::Takeback {} => self.takeback(access, actor, now),
            Action::DeclineTakeback {} if self.offers.takeback == Some(!actor) => {
                Ok(Event::Declined { what: Offer::Takeback }.into())
            }
            Action::DeclineTakeback {} => Err(NotNow::NoTakebackAsked.into()),
            Action::Claim { claim } => self.claim(access, claim),
            Action::Declare {} => self.declare(access),
            Action::Abort {} if self.played_here() < ABORT_PLIES => {
                Ok(end("aborted", None, "The game was called off.".to_owned()).into())
            }
            Action::Abort {} => Err(NotNow::Begun.into()),
            Action::Rematch {} => self.rematch(access),
        }
    }

    /// For whom somebody acts: at one screen, for whoever is to move.
    fn actor(&self, access: Access) -> Result<Color, Refused> {
        let side = match access {
            Access::Nobody => return Err(Refused::NoSeat),
            Access::Side(side) => side,
            Access::Both => self.referee.play().side(),
        };
        self.is_human(side).then_some(side).ok_or(Refused::EngineSeat)
    }

    /// The side to move, if somebody acts for it.
    fn own_turn(&self, access: Access) -> Result<Color, Refused> {
        let side = self.actor(access)?;
        (side == self.referee.play().side()).then_some(side).ok_or(Refused::NotYourTurn)
    }

    fn is_human(&self, side: Color) -> bool {
        self.header.players[side.index()] == Player::Human
    }

    /// The players have ended the game.
    fn spoken(&self, spoken: Spoken) -> Event {
        let winner = spoken.winner().map_or(Winner::Draw, Winner::from);
        end(&spoken.status(), Some(winner), spoken.english(self.referee.play().variant()))
    }

    /// A draw that both want.
    pub fn agreed(&self) -> Event {
        self.spoken(Spoken::Agreement)
    }

    fn move_event(&self, m: Move, by: Hand, now: u64) -> Event {
        Event::Moved { usi: self.referee.usi(m), ms: self.thought(now), by }
    }

    /// Whether an illegal move loses.
    fn is_costly(&self) -> bool {
        self.header.strict && self.referee.play().variant().end.illegal_move == IllegalMove::Loss
    }

    fn illegal(&self, reason: Sentence) -> Event {
        Event::Ended(End {
            status: "illegal-move".to_owned(),
            winner: Some(Winner::from(!self.referee.play().side())),
            reason: reason.english,
            reason_ja: reason.japanese,
            illegal_at: Some(self.played.len() + 1),
        })
    }

    fn offer(&self, what: Offer, by: Color, there: Option<Color>) -> Result<Event, Refused> {
        match there {
            Some(_) => Err(NotNow::Offered.into()),
            None => Ok(Event::Offered { what, by: by.into() }),
        }
    }

    /// Whether somebody may take back the move that has ended the game: nobody else has won or lost.
    fn may_go_on(&self, access: Access) -> bool {
        let alone = match access {
            Access::Nobody => false,
            Access::Side(side) => !self.is_human(!side),
            Access::Both => true,
        };
        alone && self.ended_on_the_board() && self.rematch.is_none()
    }

    /// The engine allows it, and so does who plays both sides.
    fn takeback(&self, access: Access, actor: Color, now: u64) -> Result<Decision, Refused> {
        let allowed = self.offers.takeback == Some(!actor);
        let whose = match access {
            Access::Both => None,
            _ if allowed => Some(!actor),
            _ => Some(actor),
        };
        let own = |by: Hand, side: Color| by != Hand::Forced && whose.is_none_or(|w| w == side);
        let last = self.played.iter().rposition(|played| own(played.by, played.side.into()));
        let plies = last.ok_or(NotNow::NothingToTakeBack)?;
        if allowed || access == Access::Both || !self.is_human(!actor) {
            return match self.can_be_seen_at(plies) {
                true => Ok(self.take_back_to(plies, now)),
                false => Err(NotNow::TooMuchWork.into()),
            };
        }
        Ok(self.offer(Offer::Takeback, actor, self.offers.takeback)?.into())
    }

    /// Whether there is time to work out what there is to see after so many plies. Rules that somebody has made up may
    /// make it any amount of work.
    fn can_be_seen_at(&self, plies: usize) -> bool {
        if !self.referee.weight().is_made_up() {
            return true;
        }
        let mut before = self.referee.clone();
        (plies..self.played.len()).for_each(|_| before.take_back());
        before.sees_all_within(self.work_left())
    }

    /// Whether the rules may be asked at all.
    fn has_work_left(&self) -> Result<(), Refused> {
        let is_spent = self.referee.weight().is_made_up() && self.work_left().is_zero();
        if is_spent { Err(NotNow::TooMuchWork.into()) } else { Ok(()) }
    }

    /// Whether to read a game again has taken much longer than it may have taken to play it.
    pub fn has_taken_too_long(&self) -> bool {
        self.referee.weight().is_made_up() && self.worked > 2 * MOST_WORK
    }

    /// How much more one thing may take that somebody does in a game by rules that somebody has made up.
    fn work_left(&self) -> Duration {
        MOST_WORK.saturating_sub(self.worked).min(MOST_TIME)
    }

    /// Takes back what was played after so many plies. Who was thinking has used that time.
    fn take_back_to(&self, plies: usize, now: u64) -> Decision {
        let used = Some(self.thought(now)).filter(|ms| *ms > 0 && self.clocks.is_some());
        let charge = used.map(|ms| Event::Clock { ms });
        let events = charge.into_iter().chain([Event::TookBack { plies }]).collect();
        Decision { events, ..Decision::default() }
    }

    fn claim(&self, access: Access, claim: Claim) -> Result<Decision, Refused> {
        let side = self.own_turn(access)?;
        self.has_work_left()?;
        let claim = claim.into();
        if !self.referee.play().claims().contains(&claim) {
            return Err(NotNow::NoClaim.into());
        }
        Ok(self.spoken(Spoken::Claim(side, claim)).into())
    }

    /// The engine declares; nothing comes of it where the conditions are not met.
    pub fn engine_declares(&self) -> Decision {
        let side = self.referee.play().side();
        match self.declared() {
            Ok((Declared::None, _)) | Err(_) => Decision::default(),
            Ok((declared, points)) => self.declaration(side, declared, points).into(),
        }
    }

    fn declare(&self, access: Access) -> Result<Decision, Refused> {
        let side = self.own_turn(access)?;
        self.has_work_left()?;
        match self.declared()? {
            (Declared::None, _) if !self.header.strict => Err(NotNow::ConditionsNotMet.into()),
            (declared, points) => Ok(self.declaration(side, declared, points).into()),
        }
    }

    fn declaration(&self, side: Color, declared: Declared, points: u32) -> Event {
        let winner = match declared {
            Declared::Win => Some(side),
            Declared::Draw => None,
            // By the strict rule, who declares in vain has lost.
            Declared::None => Some(!side),
        };
        self.spoken(Spoken::Declaration { side, winner, points })
    }

    /// What a declaration would bring by the rule of this game, and what is counted for it.
    fn declared(&self) -> Result<(Declared, u32), Refused> {
        let rule = self.referee.play().variant().end.declaration.as_ref().map(|rule| rule.rule);
        let (Some(rule), Some(declared)) = (rule, self.referee.play().declaration()) else {
            return Err(NotNow::NoDeclarations.into());
        };
        Ok((declared.by(rule), declared.points))
    }

    fn rematch(&self, access: Access) -> Result<Decision, Refused> {
        let actor = self.actor(access)?;
        if !self.is_over() {
            return Err(Refused::NotOver);
        }
        if self.rematch.is_some() {
            return Ok(Decision::default());
        }
        let alone = access == Access::Both || !self.is_human(!actor);
        if alone || self.offers.rematch == Some(!actor) {
            return Ok(Decision { rematch: true, ..Decision::default() });
        }
        Ok(self.offer(Offer::Rematch, actor, self.offers.rematch)?.into())
    }
}

pub(super) fn end(status: &str, winner: Option<Winner>, reason: String) -> Event {
    let status = status.to_owned();
    Event::Ended(End { status, winner, reason, reason_ja: None, illegal_at: None })
}

/// Whether a side has nothing but royals, in a game that knows positions that cannot be won.
fn is_bare(variant: &Variant, setup: &Setup, side: Color) -> bool {
    let own = setup.board.iter().flatten().filter(|(color, _)| *color == side);
    let royals = own.map(|(_, piece)| &variant.pieces[piece.index()]).all(|piece| piece.royal);
    let holds = setup.hands[side.index()].iter().any(|count| *count > 0);
    variant.end.dead.is_some() && royals && !holds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::event::Header;
    use crate::rules::{Definition, House};
    use komadai_rules::Interrupt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

    /// Rules that somebody has made up, or not.
    struct Made {
        up: bool,
    }

    impl Work for Made {
        fn is_made_up(&self) -> bool {
            self.up
        }

        fn of_made_up_position(&self) -> Option<Self> {
            None
        }

        fn note(&self, _took: Duration) {}

        /// Whoever asks has worked a little more.
        fn done() -> Duration {
            static ASKED: AtomicU64 = AtomicU64::new(0);
            Duration::from_micros(ASKED.fetch_add(1, Relaxed))
        }
    }

    /// A game of shogi by such rules, on which so much work has been done.
    fn game(players: [Player; 2], rules: &[(&str, &str)], worked: Duration) -> Game<Made> {
        let definition = Definition::builtin("shogi").unwrap();
        let settings: Vec<_> =
            rules.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
        let game = definition.compile(&settings).unwrap();
        let house = House::new(game, Made { up: !settings.is_empty() });
        let token = Token::new().unwrap();
        let header = Header {
            created: 0,
            variant: "shogi".to_owned(),
            definition: definition.id(),
            settings,
            start: None,
            drawn: false,
            position: None,
            strict: false,
            players,
            seals: [token.seal(), token.seal()],
            names: [None, None],
            one_screen: true,
            clock: None,
        };
        let mut game = Game::new(crate::id::GameId::new().unwrap(), header, &house, 0).unwrap();
        game.worked = worked;
        game
    }

    /// Rules that somebody has made up.
    const MADE_UP: [(&str, &str); 1] = [("pieces.P.move", "fW")];

    /// What is asked of a game that is over is no work by its rules, which may be heavy.
    #[test]
    fn a_game_that_is_over_asks_no_rules() {
        let rules = [
            ("end.move_limit", "3"),
            ("pieces.S.move", "KmamamaK"),
            ("end.repetition", "{ times = 2, result = 'forbidden', perpetual_check = 'none' }"),
        ];
        let mut game = game([Player::Human; 2], &rules, Duration::ZERO);
        for usi in ["2h1h", "8b9b", "1h2h"].map(str::to_owned) {
            game.apply(&Event::Moved { usi, ms: 0, by: Hand::Human }, 0).unwrap();
        }
        assert!(game.is_over());
        let take_back = Command::Act(Action::Takeback {});
        let taken = game.decide(Access::Both, &take_back, 0);
        assert!(matches!(taken.events[..], [Event::TookBack { plies: 2 }]), "{taken:?}");
        let asked = Arc::new(AtomicUsize::new(0));
        let counts = Arc::clone(&asked);
        let interrupt = Interrupt::new(move || counts.fetch_add(1, Relaxed) > usize::MAX / 2);
        game.referee = game.referee.interrupted(&interrupt);
        for _ in 0..1_000 {
            game.decide(Access::Both, &take_back, 0);
        }
        assert_eq!(asked.load(Relaxed), 0);
    }

    #[test]
    fn only_so_much_work_is_done_on_a_game_by_made_up_rules() {
        let moves = |worked| {
            let wish = Command::Move("7g7f".to_owned());
            game([Player::Human; 2], &MADE_UP, worked).decide(Access::Both, &wish, 0)
        };
        assert!(matches!(moves(Duration::ZERO).events[..], [Event::Moved { .. }]));
        let refused = moves(MOST_WORK);
        assert!(refused.events.is_empty());
        assert!(matches!(refused.refused, Some(Refused::NotNow(NotNow::TooMuchWork))));
        for action in [Action::Claim { claim: Claim::Repetition }, Action::Declare {}] {
            let asked = game([Player::Human; 2], &MADE_UP, MOST_WORK);
            let asked = asked.decide(Access::Both, &Command::Act(action), 0);
            assert!(matches!(asked.refused, Some(Refused::NotNow(NotNow::TooMuchWork))));
        }
        // Somebody who plays may still resign; an engine only has moves.
        let engine = Player::Engine { level: 1 };
        let decided = game([engine; 2], &MADE_UP, MOST_WORK).engine_moves(&["7g7f".to_owned()], 0);
        let [Event::Ended(end)] = &decided.events[..] else { panic!("{:?}", decided.events) };
        assert_eq!((&*end.status, end.winner), ("aborted", None));
    }
}
