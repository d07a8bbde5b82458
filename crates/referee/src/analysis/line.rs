//! A line of moves from somewhere, and the position at its end.

use super::Patience;
use crate::game::{End, Hand, Played, is_zero};
use crate::rules::{House, Referee, Scene, Sentence, Work, beginning};
use komadai_records::json::{Board, Check, ChecksGiven, CountedMoves, Legal, Side, Verdict};
use komadai_records::opening::BadOpening;
use komadai_records::position;
use komadai_records::reason::ForcedPass;
use komadai_rules::{Move, Setup};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a line begins, and its moves.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoveLine {
    /// A named start, such as a handicap.
    pub start: Option<String>,
    /// Or a position, as SFEN or FEN.
    pub position: Option<String>,
    /// In any spelling. Forced passes may be left out.
    pub moves: Vec<String>,
}

/// Why a line leads nowhere.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// It cannot begin there.
    #[error(transparent)]
    Opening(#[from] BadOpening),
    /// A move cannot be played.
    #[error("move {number} (`{text}`): {reason}")]
    Move {
        /// Which move of the line, from 1.
        number: usize,
        /// As it was written.
        text: String,
        /// What is wrong with it.
        reason: Sentence,
    },
    /// No game is so long.
    #[error("a line has {} moves at most", MoveLine::MOST)]
    TooLong,
    /// Its positions are too much work, or nobody waits any more.
    #[error("this takes too long to work out")]
    TooMuch,
}

/// A position, and the moves that lead there.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// The id of the variant.
    pub variant: String,
    /// Where the line begins.
    pub initial_position: String,
    /// The position, as SFEN or FEN.
    pub position: String,
    /// What stands on the board and lies in hand.
    pub board: Board,
    /// Whose turn it is.
    pub side: Side,
    /// How many moves lead here, forced passes included.
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
    /// Empty where the rules have ended the game; the first 4,000, fewer if much is to be told of them.
    pub legal: Vec<Legal>,
    /// How many more moves are legal.
    #[serde(skip_serializing_if = "is_zero")]
    pub unlisted: usize,
    /// Whether the side to move may pass, though it need not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_pass: bool,
    /// What the rules say of the game there.
    pub result: Verdict,
    /// How the rules have ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The moves, without those that were known.
    pub moves: Vec<Played>,
}

/// A line that is being played.
pub(super) struct Follower<W> {
    referee: Referee<W>,
    /// Where it begins.
    pub(super) initial: Setup,
    /// Moves that are known already: nothing is told of them.
    known: usize,
    ply: usize,
    told: Vec<Played>,
    /// Why a pass is forced by each move.
    shocks: Vec<Option<ForcedPass>>,
}

impl MoveLine {
    /// As many moves as a game may have, and as many passes.
    pub const MOST: usize = 4_000;

    /// Plays the moves. Work on the position at their end still breaks off when patience is over.
    ///
    /// # Errors
    /// Where it cannot begin, and the first move that is not legal.
    pub fn play<W: Work>(
        &self,
        house: &House<W>,
        patience: &Patience,
    ) -> Result<Referee<W>, LineError> {
        Ok(self.follow(house, usize::MAX, patience)?.referee)
    }

    /// What there is to see at the end, and all that is to be told of the moves after the first `known` ones.
    ///
    /// # Errors
    /// As for [`MoveLine::play`].
    pub fn view<W: Work>(
        &self,
        house: &House<W>,
        known: usize,
        patience: &Patience,
    ) -> Result<PositionView, LineError> {
        let Follower { referee, initial, ply, told, .. } = self.follow(house, known, patience)?;
        let (scene, ending) = patience.held((referee.scene(), referee.play().ending()))?;
        let Scene {
            position,
            board,
            side,
            checked,
            checks,
            legal,
            unlisted,
            verdict,
            may_pass,
            ..
        } = scene;
        Ok(PositionView {
            variant: house.variant().id.clone(),
            initial_position: position::write(house.variant(), &initial),
            position,
            board,
            side: side.into(),
            ply,
            in_check: verdict.in_check,
            checked,
            checks,
            checks_given: scene.checks_given,
            counted: scene.counted,
            legal,
            unlisted,
            may_pass,
            result: verdict,
            end: ending.map(End::from),
            moves: told,
        })
    }

    /// Whether a game that is kept can be opened in time: its moves are read as they are written then, and what there
    /// is to see at their end is worked out.
    ///
    /// # Errors
    /// As for [`MoveLine::play`].
    pub fn can_be_opened<W: Work>(
        start: Option<String>,
        position: Option<String>,
        moves: Vec<String>,
        (house, patience): (&House<W>, &Patience),
    ) -> Result<(), LineError> {
        MoveLine { start, position, moves }.view(house, usize::MAX, patience).map(drop)
    }

    fn follow<W: Work>(
        &self,
        house: &House<W>,
        known: usize,
        patience: &Patience,
    ) -> Result<Follower<W>, LineError> {
        if self.moves.len() > MoveLine::MOST {
            return Err(LineError::TooLong);
        }
        let follower = Follower::begin(house, &self.start, &self.position, patience)?;
        let mut follower = Follower { known, ..follower };
        for (index, text) in self.moves.iter().enumerate() {
            follower.pass_unless(text);
            let played = follower.play(text);
            patience.held(played)?.map_err(|reason| LineError::Move {
                number: index + 1,
                text: beginning(text),
                reason,
            })?;
        }
        follower.pass_unless("");
        patience.held(follower)
    }
}

impl<W: Work> Follower<W> {
    /// At the start of a line. Work on its positions breaks off when patience is over.
    ///
    /// # Errors
    /// Where it cannot begin.
    pub(super) fn begin(
        house: &House<W>,
        start: &Option<String>,
        position: &Option<String>,
        patience: &Patience,
    ) -> Result<Self, LineError> {
        let opened = house.open_while(start.as_deref(), position.as_deref(), &patience.interrupt());
        let referee = patience.held(opened)??;
        let initial = referee.play().setup();
        Ok(Follower { referee, initial, known: 0, ply: 0, told: Vec::new(), shocks: Vec::new() })
    }

    /// How many moves were made, passes included.
    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// What was made since this was last asked.
    pub(super) fn told(&mut self) -> Vec<Played> {
        std::mem::take(&mut self.told)
    }

    /// How the rules have ended the game.
    pub(super) fn end(&self) -> Option<End> {
        self.referee.play().ending().map(End::from)
    }

    /// Takes moves back.
    pub(super) fn take_back(&mut self, plies: usize) {
        for _ in 0..plies {
            self.referee.take_back();
            self.shocks.pop();
            self.ply -= 1;
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// Why it is not legal.
    pub(super) fn play(&mut self, text: &str) -> Result<(), Sentence> {
        if let Some(ending) = self.referee.play().ending() {
            return Err(Sentence::over(&ending));
        }
        let m = self
            .referee
            .find_in_record(text)
            .map_err(|refusal| Sentence::refusal(self.referee.play().variant(), text, &refusal))?;
        let forced = self.referee.forced_pass() == Some(m);
        self.make(m, forced);
        Ok(())
    }

    /// Makes the passes that are forced, up to one that is written out.
    pub(super) fn pass_unless(&mut self, text: &str) {
        while let Some(pass) = self.referee.forced_pass() {
            if self.referee.usi(pass) == text {
                return;
            }
            self.make(pass, true);
        }
    }

    fn make(&mut self, m: Move, forced: bool) {
        let side = self.referee.play().side();
        let reason = forced.then(|| {
            let why = self.shocks.last().copied().flatten();
            let why = why.unwrap_or(ForcedPass { side, loss: None });
            Sentence::pass(self.referee.play().variant(), &why)
        });
        let by = if forced { Hand::Forced } else { Hand::Human };
        self.ply += 1;
        let shock = if self.ply <= self.known {
            self.referee.make_untold(m)
        } else {
            let account = self.referee.make(m);
            let shock = account.pass;
            self.told.push(Played::new(self.ply, side, account, 0, by, reason));
            shock
        };
        // Of several passes in a row, all have the same reason.
        let shock = if forced { self.shocks.last().copied().flatten() } else { shock };
        self.shocks.push(shock);
    }
}
