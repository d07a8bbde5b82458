//! Who judges a game: its position, its history, and what may be asked of them.

use super::thinker::{Question, Thinker, thinker};
use komadai_engine::Engine;
use komadai_records::json::{
    Board, Check, Effect, Legal, MoveForm, Verdict, checked, checks, text_of,
};
use komadai_records::moves::{self, Refusal, spell};
use komadai_records::reason::ForcedPass;
use komadai_records::{notation, pgn};
use komadai_rules::{
    Claim, Color, Declarations, Ending, Game, Move, MoveKind, Play, Setup, Variant,
};
use serde::Serialize;
use std::sync::{Arc, OnceLock};
use utoipa::ToSchema;

/// A game in progress on a board of any size.
pub(crate) trait Referee: Send + Sync {
    /// The variant as data.
    fn variant(&self) -> &Variant;
    /// Who is to move.
    fn side(&self) -> Color;
    /// The position as it stands.
    fn setup(&self) -> Setup;
    /// The legal move that a text means, in any notation.
    ///
    /// # Errors
    /// See [`Refusal`]; an illegal move is refused with the rule that it breaks.
    fn find(&self, text: &str) -> Result<Move, Refusal>;
    /// A legal move in USI.
    fn usi(&self, m: Move) -> String;
    /// Plays a legal move and tells of it.
    fn play(&mut self, m: Move) -> Account;
    /// Takes the last move back.
    fn take_back(&mut self);
    /// The forced pass, where there is nothing else to do.
    fn forced_pass(&self) -> Option<Move>;
    /// How the game has ended by its moves.
    fn ending(&self) -> Option<Ending>;
    /// The draws that may be claimed.
    fn claims(&self) -> Vec<Claim>;
    /// What a declaration would bring.
    fn declaration(&self) -> Option<Declarations>;
    /// How the game stands.
    fn verdict(&self) -> Verdict;
    /// What there is to see.
    fn scene(&self) -> Scene;
    /// A search from here.
    fn thinker(&self, question: Question) -> Thinker;
}

/// What there is to tell of a move that was played.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    /// How it is written and what it does.
    pub(crate) form: MoveForm,
    /// What moved; `None` for the forced pass.
    pub(crate) piece: Option<String>,
    /// What it promoted to.
    pub(crate) becomes: Option<String>,
    /// What else it does.
    pub(crate) effect: Effect,
    /// As people write it.
    pub(crate) texts: Texts,
    /// As in PGN.
    pub(crate) san: String,
    /// The position after it.
    pub(crate) position: String,
    /// The pass that the opponent is forced to make now.
    pub(crate) pass: Option<ForcedPass>,
}

/// A move in each notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Texts {
    pub(crate) usi: String,
    pub(crate) algebraic: String,
    pub(crate) western: String,
    pub(crate) japanese: String,
}

/// What there is to see of a position.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) position: String,
    pub(crate) board: Board,
    pub(crate) side: Color,
    pub(crate) checked: Vec<String>,
    pub(crate) checks: Vec<Check>,
    pub(crate) must_pass: bool,
    pub(crate) legal: Vec<Legal>,
    pub(crate) verdict: Verdict,
    pub(crate) points: Option<Points>,
}

/// What is counted for a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Points {
    pub(crate) points: u32,
    pub(crate) pieces: u32,
}

/// A game on a board of one size.
pub(super) struct Seat<const N: usize> {
    play: Play<N>,
    engine: Arc<OnceLock<Engine<N>>>,
}

impl<const N: usize> Seat<N> {
    pub(super) fn new(play: Play<N>, engine: Arc<OnceLock<Engine<N>>>) -> Self {
        Seat { play, engine }
    }

    fn game(&self) -> &Arc<Game<N>> {
        self.play.position().game()
    }
}

impl<const N: usize> Referee for Seat<N> {
    fn variant(&self) -> &Variant {
        self.game().variant()
    }

    fn side(&self) -> Color {
        self.play.position().side()
    }

    fn setup(&self) -> Setup {
        self.play.position().to_setup()
    }

    fn find(&self, text: &str) -> Result<Move, Refusal> {
        let found = notation::find(&self.play, text);
        // Who asks for `B-5e` wants to know what keeps the bishop from there.
        let Err(Refusal::Unreadable(_)) = found else { return found };
        let readings = notation::readings(self.play.position(), text);
        // Where one of them is legal, the text was only not clear.
        let refusals: Option<Vec<Refusal>> =
            readings.iter().map(|reading| moves::find(&self.play, reading).err()).collect();
        refusals.and_then(|all| all.into_iter().next()).map_or(found, Err)
    }

    fn usi(&self, m: Move) -> String {
        spell(self.play.position(), m).usi(self.variant())
    }

    fn play(&mut self, m: Move) -> Account {
        let position = self.play.position();
        let Legal { text: form, piece, becomes, effect, .. } = Legal::of(position, m);
        let texts = Texts {
            usi: form.usi.clone(),
            algebraic: form.algebraic.clone(),
            western: notation::western(position, m),
            japanese: notation::japanese(position, m),
        };
        let (san, shock) = (pgn::san(position, m), ForcedPass::by(position, m));
        self.play.push(m);
        let position = text_of(self.play.position());
        let pass = shock.filter(|_| self.play.position().must_pass());
        Account { form, piece, becomes, effect, texts, san, position, pass }
    }

    fn take_back(&mut self) {
        self.play.pop();
    }

    fn forced_pass(&self) -> Option<Move> {
        let must = self.play.position().must_pass() && self.play.ending().is_none();
        let pass = |m: &Move| m.kind() == MoveKind::Pass;
        must.then(|| self.play.legal_moves().into_iter().find(pass)).flatten()
    }

    fn ending(&self) -> Option<Ending> {
        self.play.ending()
    }

    fn claims(&self) -> Vec<Claim> {
        self.play.claims()
    }

    fn declaration(&self) -> Option<Declarations> {
        self.play.declaration()
    }

    fn verdict(&self) -> Verdict {
        Verdict::now(&self.play)
    }

    fn scene(&self) -> Scene {
        let position = self.play.position();
        let verdict = self.verdict();
        let legal = match verdict.status.as_str() {
            "ongoing" => self.play.legal_moves(),
            _ => Vec::new(),
        };
        Scene {
            position: text_of(position),
            board: Board::of(position),
            side: position.side(),
            checked: checked(&self.play),
            checks: checks(&self.play),
            must_pass: position.must_pass(),
            legal: Legal::all(position, &legal),
            verdict,
            points: self
                .declaration()
                .map(|Declarations { points, pieces, .. }| Points { points, pieces }),
        }
    }

    fn thinker(&self, question: Question) -> Thinker {
        thinker(Arc::clone(&self.engine), self.play.clone(), question)
    }
}
