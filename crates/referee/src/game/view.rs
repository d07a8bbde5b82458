//! A game as it is told: the JSON forms of its state.

use super::event::{End, Hand, Player};
use super::legal::LegalMoves;
use super::seats::{PlayerName, Seats};
use super::state::{Access, Game, Offers};
use crate::clock::{Control, Left};
use crate::rules::{Account, MOST_TIME, Points, Sentence, Texts, Work};
use komadai_records::json::{
    Board, Check, ChecksGiven, CountedMoves, Declaration, Effect, Legal, MoveForm, Side, Verdict,
};
use komadai_records::position;
use komadai_rules::variant::DeclarationRule;
use komadai_rules::{Color, Variant};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use utoipa::ToSchema;

/// What is told of one piece that a move takes or carries.
const BYTES_OF_A_DETAIL: usize = 128;

/// A move that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Played {
    /// Its number, from 1.
    pub ply: usize,
    /// Who has made it.
    pub side: Side,
    /// How it is written and what it does.
    #[serde(flatten)]
    pub form: MoveForm,
    /// As people write it.
    pub texts: Texts,
    /// What moved; null for a pass.
    #[schema(required)]
    pub piece: Option<String>,
    /// What it promoted to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<String>,
    /// What else it did.
    #[serde(flatten)]
    pub effect: Effect,
    /// Whether it is a forced pass.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pass: bool,
    /// Why it was forced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass_reason: Option<String>,
    /// The same in Japanese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass_reason_ja: Option<String>,
    /// The position after it.
    pub position: String,
    /// The time that it took.
    pub ms: u64,
    /// Whose hand it was.
    pub by: Hand,
    /// As in PGN.
    #[serde(skip)]
    #[schema(ignore)]
    pub san: String,
}

impl Played {
    /// How much memory it takes, in kilobytes, begun ones too: boards may be large, and names long.
    pub fn size(&self) -> usize {
        let Texts { usi, algebraic, western, japanese } = &self.texts;
        let texts = [usi, algebraic, western, japanese, &self.san, &self.position];
        let reasons = [&self.pass_reason, &self.pass_reason_ja].into_iter().flatten();
        let texts: usize = texts.into_iter().chain(reasons).map(String::len).sum();
        1 + (texts + self.effect.details() * BYTES_OF_A_DETAIL) / (1 << 10)
    }

    /// A move as it is told.
    pub fn new(
        ply: usize,
        side: Color,
        account: Account,
        ms: u64,
        by: Hand,
        pass_reason: Option<Sentence>,
    ) -> Self {
        let Account { form, piece, becomes, effect, texts, san, position, .. } = account;
        let (side, pass) = (side.into(), by == Hand::Forced);
        let (pass_reason, pass_reason_ja) = Sentence::told(pass_reason);
        Played {
            ply,
            side,
            form,
            texts,
            piece,
            becomes,
            effect,
            pass,
            pass_reason,
            pass_reason_ja,
            position,
            ms,
            by,
            san,
        }
    }
}

/// A game, whole, as somebody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct State {
    /// All but the moves.
    #[serde(flatten)]
    pub view: View,
    /// Empty when the game is over; the first 4,000, fewer if much is to be told of them.
    #[schema(value_type = Vec<Legal>)]
    pub legal: Arc<LegalMoves>,
    /// The moves that were played.
    pub moves: Arc<Vec<Arc<Played>>>,
}

/// The same without the moves, those that were played and those that are legal: a reader may have them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct View {
    /// What everybody sees alike.
    #[serde(flatten)]
    pub body: Arc<Body>,
    /// For whom the reader may act; null for who looks on.
    #[schema(required)]
    pub you: Option<You>,
    /// The clocks; null where there are none.
    #[schema(required)]
    pub clock: Option<ClockView>,
}

/// For whom somebody acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum You {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Both, at one screen.
    Both,
}

impl You {
    /// As it is told.
    pub fn of(access: Access) -> Option<Self> {
        match access {
            Access::Nobody => None,
            Access::Side(Color::First) => Some(You::First),
            Access::Side(Color::Second) => Some(You::Second),
            Access::Both => Some(You::Both),
        }
    }
}

/// What everybody sees alike.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Body {
    /// Its name.
    pub id: String,
    /// Grows with everything that happens.
    pub seq: u64,
    /// The id of the variant.
    pub variant: String,
    /// The named start, or empty for the usual one.
    pub start: String,
    /// Whether an illegal move costs what the rules say.
    pub strict: bool,
    /// Changes to the rules of the variant: the path of each key, and its value as text.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// ISO 8601.
    pub created: String,
    /// The position, as SFEN or FEN.
    pub position: String,
    /// Where it began.
    pub initial_position: String,
    /// What stands on the board and lies in hand.
    pub board: Board,
    /// Whose turn it is.
    pub side: Side,
    /// How many moves were played.
    pub ply: usize,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Where royals stand in check.
    pub checked: Vec<String>,
    /// Who attacks them.
    pub checks: Vec<Check>,
    /// How many checks each side has given, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks_given: Option<ChecksGiven>,
    /// How far a side has counted its moves, where one counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedMoves>,
    /// Whether the side to move must pass.
    pub must_pass: bool,
    /// Whether the side to move may pass, though it need not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_pass: bool,
    /// Why the last move was a forced pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass_reason: Option<String>,
    /// The same in Japanese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass_reason_ja: Option<String>,
    /// How many moves are legal besides those that are listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub unlisted: usize,
    /// By the moves alone.
    pub result: Verdict,
    /// How the game has ended, by its moves or by its players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The same in the word of KIF, as records say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_word: Option<&'static str>,
    /// Who plays.
    pub players: SeatsView,
    /// What is offered.
    pub offers: OffersView,
    /// Whether the engine is looking for a move.
    pub thinking: bool,
    /// What a declaration would bring now, in games that have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declaration: Option<DeclarationView>,
    /// Where the players play once more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// Who plays which side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatsView {
    /// The first side.
    pub first: SeatView,
    /// The second side.
    pub second: SeatView,
}

/// Who plays a side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatView {
    /// A person or a program.
    pub kind: PlayerKind,
    /// The engine's, from 1 to 8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// What the player wants to be called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether somebody is there.
    pub connected: bool,
}

/// A person or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person.
    Human,
    /// The engine.
    Engine,
}

/// Who has offered what.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct OffersView {
    /// Who offers a draw.
    #[schema(required)]
    pub draw: Option<Side>,
    /// Who wants to take a move back.
    #[schema(required)]
    pub takeback: Option<Side>,
    /// Who wants to play once more.
    #[schema(required)]
    pub rematch: Option<Side>,
}

/// The clocks as they stand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClockView {
    /// How much time the players have.
    pub control: Control,
    /// What the first side has left.
    pub first: Left,
    /// What the second side has left.
    pub second: Left,
    /// Whose clock runs.
    #[schema(required)]
    pub running: Option<Side>,
    /// The server's clock when this was written.
    pub now_ms: u64,
}

/// What a declaration would bring, and what is counted for it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeclarationView {
    /// What it would bring.
    #[serde(flatten)]
    pub brings: Declaration,
    /// The rule of this game.
    pub rule: PointsRule,
    /// Points in the zone and in hand.
    pub points: u32,
    /// Pieces in the zone.
    pub pieces: u32,
}

/// By which points a declaration is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum PointsRule {
    /// The one of 27 points.
    #[serde(rename = "27")]
    Points27,
    /// The one of 24 points.
    #[serde(rename = "24")]
    Points24,
}

/// What has changed, for all who watch.
#[derive(Clone, Debug)]
pub struct Update {
    /// What everybody sees alike.
    pub body: Arc<Body>,
    /// The clocks, if there are any.
    pub clocks: Option<crate::clock::Clocks>,
    /// All moves.
    pub moves: Arc<Vec<Arc<Played>>>,
    /// How many of them were there before.
    pub from_ply: usize,
    /// Those that are legal, as long as the position is the latest: updates wait for slow readers.
    pub legal: Weak<LegalMoves>,
    /// Who has which seat.
    pub seats: Seats,
}

/// Whether there is nothing to tell.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks it")]
pub(crate) fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What a list of games shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShortState {
    /// Its name.
    pub id: String,
    /// The id of the variant.
    pub variant: String,
    /// ISO 8601.
    pub created: String,
    /// The named start, or empty for the usual one.
    pub start: String,
    /// How many moves were played.
    pub ply: usize,
    /// Whose turn it is.
    pub side: Side,
    /// The position, as SFEN or FEN.
    pub position: String,
    /// What stands on the board and lies in hand.
    pub board: Board,
    /// How the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// Who plays.
    pub players: SeatsView,
}

impl From<&Body> for ShortState {
    fn from(body: &Body) -> Self {
        let body = body.clone();
        ShortState {
            id: body.id,
            variant: body.variant,
            created: body.created,
            start: body.start,
            ply: body.ply,
            side: body.side,
            position: body.position,
            board: body.board,
            end: body.end,
            players: body.players,
        }
    }
}

impl Body {
    /// The same with those who are there now; `None` if nothing has changed.
    pub fn with_presence(&self, connected: [bool; 2]) -> Option<Body> {
        let seats = [&self.players.first, &self.players.second];
        let is_there = |side: usize| seats[side].kind == PlayerKind::Engine || connected[side];
        let told = [0, 1].map(is_there);
        if seats.map(|seat| seat.connected) == told {
            return None;
        }
        let mut body = self.clone();
        [body.players.first.connected, body.players.second.connected] = told;
        Some(body)
    }
}

impl Update {
    /// How a game stands, of which `from_ply` moves were told before.
    pub fn of<W: Work>(
        game: &Game<W>,
        body: Body,
        legal: &Arc<LegalMoves>,
        from_ply: usize,
    ) -> Self {
        Update {
            body: Arc::new(body),
            clocks: game.clocks.clone(),
            moves: Arc::new(game.played.clone()),
            from_ply,
            legal: Arc::downgrade(legal),
            seats: game.seats.clone(),
        }
    }

    /// The whole state as one reader sees it.
    pub fn state(&self, legal: Arc<LegalMoves>, access: Access, now: u64) -> State {
        State { view: self.view(access, now), legal, moves: Arc::clone(&self.moves) }
    }

    /// The same without any moves.
    pub fn view(&self, access: Access, now: u64) -> View {
        View {
            body: Arc::clone(&self.body),
            you: You::of(access),
            clock: self.clocks.as_ref().map(|clocks| ClockView {
                control: *clocks.control(),
                first: clocks.left(Color::First, now),
                second: clocks.left(Color::Second, now),
                running: clocks.running().map(Side::from),
                now_ms: now,
            }),
        }
    }
}

/// A position takes too long to work out.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the positions of this game take too long to work out")]
pub struct TooMuchWork;

impl<W: Work> Game<W> {
    /// What everybody sees, and the legal moves.
    ///
    /// # Errors
    /// Where somebody has made the rules up, and the position takes too long to work out.
    pub fn body(
        &self,
        connected: [bool; 2],
        thinking: bool,
    ) -> Result<(Body, Arc<LegalMoves>), TooMuchWork> {
        let scene = match self.referee.weight().is_made_up() {
            true => self.referee.scene_within(MOST_TIME).ok_or(TooMuchWork)?,
            false => self.referee.scene(),
        };
        let over = self.is_over();
        let (header, last) = (&self.header, self.played.last());
        let declaration = scene.verdict.declaration.clone().zip(scene.points);
        let legal = if over { LegalMoves::default() } else { LegalMoves::of(&scene.legal) };
        let body = Body {
            id: self.id.to_string(),
            seq: self.seq,
            variant: header.variant.clone(),
            start: header.start.clone().unwrap_or_default(),
            strict: header.strict,
            set: header.settings.iter().cloned().collect(),
            created: iso(header.created),
            position: scene.position,
            initial_position: position::write(self.referee.play().variant(), &self.initial),
            board: scene.board,
            side: scene.side.into(),
            ply: self.played.len(),
            in_check: scene.verdict.in_check,
            checked: scene.checked,
            checks: scene.checks,
            checks_given: scene.checks_given,
            counted: scene.counted,
            must_pass: scene.must_pass,
            may_pass: scene.may_pass && !over,
            pass_reason: last.and_then(|played| played.pass_reason.clone()),
            pass_reason_ja: last.and_then(|played| played.pass_reason_ja.clone()),
            unlisted: if over { 0 } else { scene.unlisted },
            result: self.result(scene.verdict),
            end: self.end.clone(),
            end_word: self.end_word(),
            players: self.seats_view(connected),
            offers: self.offers_view(),
            thinking,
            declaration: declaration
                .filter(|_| !over)
                .and_then(|it| DeclarationView::of(self.referee.play().variant(), it)),
            rematch: self.rematch.as_ref().map(ToString::to_string),
        };
        Ok((body, Arc::new(legal)))
    }

    /// The same where nothing has happened on the board since it was told: this asks nothing of the rules.
    pub fn body_after(
        &self,
        (before, legal): (&Body, &Arc<LegalMoves>),
        connected: [bool; 2],
    ) -> (Body, Arc<LegalMoves>) {
        let over = self.is_over();
        let before = before.clone();
        let body = Body {
            seq: self.seq,
            unlisted: if over { 0 } else { before.unlisted },
            result: self.result(before.result),
            end: self.end.clone(),
            end_word: self.end_word(),
            players: self.seats_view(connected),
            offers: self.offers_view(),
            thinking: false,
            may_pass: before.may_pass && !over,
            declaration: before.declaration.filter(|_| !over),
            rematch: self.rematch.as_ref().map(ToString::to_string),
            ..before
        };
        (body, if over { Arc::default() } else { Arc::clone(legal) })
    }

    fn seats_view(&self, connected: [bool; 2]) -> SeatsView {
        SeatsView {
            first: self.seat(Color::First, connected),
            second: self.seat(Color::Second, connected),
        }
    }

    fn offers_view(&self) -> OffersView {
        let Offers { draw, takeback, rematch } = self.offers;
        let [draw, takeback, rematch] = [draw, takeback, rematch].map(|side| side.map(Side::from));
        OffersView { draw, takeback, rematch }
    }

    /// An illegal move that has cost the game is a matter of the moves.
    fn result(&self, verdict: Verdict) -> Verdict {
        match &self.end {
            Some(End { status, winner, reason, illegal_at: Some(at), .. }) => Verdict {
                status: status.clone(),
                winner: *winner,
                reason: Some(reason.clone()),
                illegal_at: Some(*at),
                ..verdict
            },
            _ => verdict,
        }
    }
}

impl<W: Work> Game<W> {
    fn seat(&self, side: Color, connected: [bool; 2]) -> SeatView {
        let name = self.seats.names[side.index()].as_ref().map(PlayerName::as_str);
        let name = name.map(str::to_owned);
        let (kind, level, connected) = match self.header.players[side.index()] {
            Player::Human => (PlayerKind::Human, None, connected[side.index()]),
            Player::Engine { level } => (PlayerKind::Engine, Some(level), true),
        };
        SeatView { kind, level, name, connected }
    }
}

impl DeclarationView {
    fn of(variant: &Variant, (brings, count): (Declaration, Points)) -> Option<Self> {
        let rule = match variant.end.declaration.as_ref()?.rule {
            DeclarationRule::Points27 => PointsRule::Points27,
            DeclarationRule::Points24 => PointsRule::Points24,
            DeclarationRule::None => return None,
        };
        Some(DeclarationView { brings, rule, points: count.points, pieces: count.pieces })
    }
}

/// Milliseconds since 1970 as people's calendars have it.
pub fn iso(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).unwrap_or_default().to_string()
}
