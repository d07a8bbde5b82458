//! Who judges a game: its position, its history, and what may be asked of them.

use super::analyser::{
    AnalysisQuestion, Found, LineMove, MateFound, Tell, analyser, line_move, mate_finder,
};
use super::house::House;
use super::lazy_engine::LazyEngine;
use super::sentence::Sentence;
use super::thinker::{Question, Thinker, thinker};
use super::work::{Work, after_work};
use komadai_records::json::{
    Board, Check, ChecksGiven, CountedMoves, Effect, Legal, MoveForm, Verdict, checked, checks,
    text_of,
};
use komadai_records::moves::{self, Refusal, spell};
use komadai_records::notation::{self, Written};
use komadai_records::pgn;
use komadai_records::reason::ForcedPass;
use komadai_rules::{
    AnyPlay, Color, Declarations, Interrupt, Move, MoveKind, Opening, PieceType, Setup,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// What there is to tell of a move that was played.
#[derive(Clone, Debug)]
pub struct Account {
    /// How it is written and what it does.
    pub form: MoveForm,
    /// What moved; `None` for a pass.
    pub piece: Option<String>,
    /// What it promoted to.
    pub becomes: Option<String>,
    /// What else it does.
    pub effect: Effect,
    /// As people write it.
    pub texts: Texts,
    /// As in PGN.
    pub san: String,
    /// The position after it.
    pub position: String,
    /// The pass that the opponent is forced to make now.
    pub pass: Option<ForcedPass>,
}

/// A move in each notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Texts {
    /// USI.
    pub usi: String,
    /// Square by square.
    pub algebraic: String,
    /// As it is usual in the West.
    pub western: String,
    /// As it is usual in Japan.
    pub japanese: String,
}

impl Texts {
    pub(super) fn of(form: &MoveForm, written: Written) -> Self {
        let Written { western, japanese, .. } = written;
        let (usi, algebraic) = (form.usi.clone(), form.algebraic.clone());
        Texts { usi, algebraic, western, japanese }
    }
}

/// What there is to see of a position.
#[derive(Clone, Debug)]
pub struct Scene {
    /// As SFEN or FEN.
    pub position: String,
    /// What stands on the board and lies in hand.
    pub board: Board,
    /// Whose turn it is.
    pub side: Color,
    /// Where royals stand in check.
    pub checked: Vec<String>,
    /// Who attacks them.
    pub checks: Vec<Check>,
    /// How many checks each side has given, where they are counted.
    pub checks_given: Option<ChecksGiven>,
    /// How far a side has counted its moves, where one counts.
    pub counted: Option<CountedMoves>,
    /// Whether the side to move must pass.
    pub must_pass: bool,
    /// Whether the side to move may pass, though it need not.
    pub may_pass: bool,
    /// The first `MOST_LISTED`, of no more than `MOST_DETAILS`...
    pub legal: Vec<Legal>,
    /// ... and how many more there are.
    pub unlisted: usize,
    /// What the rules say of the game.
    pub verdict: Verdict,
    /// What is counted for a declaration.
    pub points: Option<Points>,
}

/// More legal moves of a position are not listed: rules that somebody has made up may have ten thousands of them,
/// megabytes for each game. They can be played all the same.
const MOST_LISTED: usize = 4_000;
/// Nor is more than so much told of what they do: a single one may burn a hundred pieces.
const MOST_DETAILS: usize = 10_000;

/// How many moves from the first one on are told.
fn told(legal: &[Legal]) -> usize {
    let mut details = 0;
    let fits = |legal: &&Legal| {
        details += legal.details();
        details <= MOST_DETAILS
    };
    legal.iter().take_while(fits).count()
}

/// What is counted for a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Points in the zone and in hand.
    pub points: u32,
    /// Pieces in the zone.
    pub pieces: u32,
}

/// Where one reading of a text takes longer, no other is tried.
const LONG: Duration = Duration::from_millis(100);

/// A game in progress, and the engine that may be asked about it.
pub struct Referee<W> {
    play: AnyPlay,
    engine: Arc<LazyEngine>,
    weight: Arc<W>,
}

impl<W> Clone for Referee<W> {
    fn clone(&self) -> Self {
        let (play, engine) = (self.play.clone(), Arc::clone(&self.engine));
        Referee { play, engine, weight: Arc::clone(&self.weight) }
    }
}

impl<W: Work> Referee<W> {
    pub(super) fn new(play: AnyPlay, engine: Arc<LazyEngine>, weight: Arc<W>) -> Self {
        Referee { play, engine, weight }
    }

    /// How much work the positions of this variant are.
    pub fn weight(&self) -> Arc<W> {
        Arc::clone(&self.weight)
    }

    /// The game as it stands.
    pub fn play(&self) -> &AnyPlay {
        &self.play
    }

    /// The legal move that a text means, in any notation.
    ///
    /// # Errors
    /// See [`Refusal`]; an illegal move is refused with the rule that it breaks.
    pub fn find(&self, text: &str) -> Result<Move, Refusal> {
        let found = notation::find(&self.play, text);
        // Who asks for `B-5e` wants to know what keeps the bishop from there.
        let Err(Refusal::Unreadable(_)) = found else { return found };
        let before = W::done();
        let mut refusals = Vec::new();
        for reading in notation::readings(&self.play, text) {
            match moves::find(&self.play, &reading) {
                // Where one of them is legal, the text was only not clear.
                Ok(_) => return found,
                Err(refusal) => refusals.push(refusal),
            }
            if W::done().saturating_sub(before) > LONG {
                break;
            }
        }
        refusals.into_iter().next().map_or(found, Err)
    }

    /// Why a text is no legal move; `None` if it is one.
    pub fn reason(&self, text: &str) -> Option<Sentence> {
        let refusal = self.find(text).err()?;
        Some(Sentence::refusal(self.play.variant(), text, &refusal))
    }

    /// The legal move that a text means in any notation, PGN's too.
    ///
    /// # Errors
    /// As for [`Referee::find`].
    pub fn find_in_record(&self, text: &str) -> Result<Move, Refusal> {
        let found = notation::find(&self.play, text);
        match found {
            Ok(m) => Ok(m),
            Err(_) => match pgn::find(&self.play, text) {
                Some(m) => Ok(m),
                None => self.find(text),
            },
        }
    }

    /// A legal move in USI.
    pub fn usi(&self, m: Move) -> String {
        spell(&self.play, m).usi(self.play.variant())
    }

    /// Makes a legal move and tells of it.
    pub fn make(&mut self, m: Move) -> Account {
        let play = &self.play;
        let (variant, spelling) = (play.variant(), spell(play, m));
        let id = |piece: PieceType| variant.pieces[piece.index()].id.clone();
        let (piece, becomes) = (spelling.mover.map(id), spelling.promoted(variant).map(id));
        let (form, effect) = (MoveForm::spelled(play, &spelling), Effect::of(play, m));
        let written = notation::written(play, m);
        let san = written.san.clone();
        let texts = Texts::of(&form, written);
        let pass = self.make_untold(m);
        Account { form, piece, becomes, effect, texts, san, position: text_of(&self.play), pass }
    }

    /// Makes a legal move of which nothing is told; the pass that the opponent is forced to make now.
    pub fn make_untold(&mut self, m: Move) -> Option<ForcedPass> {
        let shock = ForcedPass::by(&self.play, m);
        self.play.push(m);
        shock.filter(|_| self.play.must_pass())
    }

    /// Takes the last move back.
    pub fn take_back(&mut self) {
        self.play.pop();
    }

    /// The forced pass, where there is nothing else to do.
    pub fn forced_pass(&self) -> Option<Move> {
        let must = self.play.must_pass() && self.play.ending().is_none();
        let pass = |m: &Move| m.kind() == MoveKind::Pass;
        must.then(|| self.play.legal_moves().into_iter().find(pass)).flatten()
    }

    /// How the game stands.
    pub fn verdict(&self) -> Verdict {
        Verdict::now(&self.play)
    }

    /// What [`Referee::find`] finds; `None` where so much time of the processor is not enough for that, for what is
    /// told of the move, and for what there is to see after it. Not for the threads that answer.
    pub fn find_within(&self, text: &str, most: Duration) -> Option<Result<Move, Refusal>> {
        let interrupt = after_work::<W>(most);
        let mut after = self.interrupted(&interrupt);
        let found = after.find(text);
        if interrupt.ask() {
            return None;
        }
        let Ok(m) = found else { return Some(found) };
        after.make(m);
        after.sees_all(&interrupt).then_some(found)
    }

    /// Whether all that there is to see here is worked out before that has taken so much time of the processor. Not for
    /// the threads that answer.
    pub fn sees_all_within(&self, most: Duration) -> bool {
        let interrupt = after_work::<W>(most);
        self.interrupted(&interrupt).sees_all(&interrupt)
    }

    /// What there is to see; `None` where so much time of the processor is not enough for it.
    pub fn scene_within(&self, most: Duration) -> Option<Scene> {
        let interrupt = after_work::<W>(most);
        let scene = self.interrupted(&interrupt).scene();
        (!interrupt.ask()).then_some(scene)
    }

    /// Whether this is worked out before it is broken off.
    pub(super) fn sees_all(mut self, interrupt: &Interrupt) -> bool {
        while !interrupt.is_over()
            && let Some(pass) = self.forced_pass()
        {
            self.make_untold(pass);
        }
        self.scene();
        !interrupt.ask()
    }

    /// Lets what takes long break off after so much time of the processor from now on, on this thread.
    pub fn bound(&mut self, most: Duration) -> Interrupt {
        let interrupt = after_work::<W>(most);
        self.play.set_interrupt(&interrupt);
        interrupt
    }

    /// Lets nothing break off any more.
    pub fn unbound(&mut self) {
        self.play.set_interrupt(&Interrupt::default());
    }

    /// The same game, in which what takes long breaks off when this says so.
    pub fn interrupted(&self, interrupt: &Interrupt) -> Self {
        Referee { play: self.play.clone().with_interrupt(interrupt), ..self.clone() }
    }

    /// What there is to see.
    pub fn scene(&self) -> Scene {
        let play = &self.play;
        let verdict = self.verdict();
        let mut legal = match verdict.status.as_str() {
            "ongoing" => play.legal_moves(),
            _ => Vec::new(),
        };
        let passes = legal.iter().any(|m| m.kind() == MoveKind::Pass);
        let mut unlisted = legal.len().saturating_sub(MOST_LISTED);
        legal.truncate(MOST_LISTED);
        let mut legal = Legal::all(play, &legal);
        let told = told(&legal);
        unlisted += legal.len() - told;
        legal.truncate(told);
        legal.shrink_to_fit();
        Scene {
            position: text_of(play),
            board: Board::of(play),
            side: play.side(),
            checked: checked(play),
            checks: checks(play),
            checks_given: ChecksGiven::of(play),
            counted: CountedMoves::of(play),
            must_pass: play.must_pass(),
            may_pass: passes && !play.must_pass(),
            legal,
            unlisted,
            verdict,
            points: play
                .declaration()
                .map(|Declarations { points, pieces, .. }| Points { points, pieces }),
        }
    }

    /// A move of the engine in each notation; some legal one where it has found none.
    pub fn told(&self, usi: Option<&str>) -> Option<Texts> {
        let found = usi.and_then(|usi| moves::find(&self.play, usi).ok());
        let m = found.or_else(|| self.play.legal_moves().into_iter().next())?;
        let form = MoveForm::spelled(&self.play, &spell(&self.play, m));
        Some(Texts::of(&form, notation::written(&self.play, m)))
    }

    /// A search from here.
    pub fn thinker(&self, question: Question) -> Thinker {
        thinker(Arc::clone(&self.engine), self.play.clone(), question)
    }

    /// A legal move as it is told; `None` for any other text.
    pub fn line_move(&self, text: &str) -> Option<LineMove> {
        let m = moves::find(&self.play, text).ok()?;
        Some(line_move(&self.play, m))
    }

    /// A search from here for the best lines, which tells what it finds while it goes on.
    pub fn analyser(&self, question: AnalysisQuestion, tell: Tell<Found>) -> Thinker {
        analyser(Arc::clone(&self.engine), self.play.clone(), question, tell)
    }

    /// A search from here for a mate, no longer than this.
    pub fn mate_finder(&self, most: Duration, tell: Tell<Option<MateFound>>) -> Thinker {
        mate_finder(self.play.clone(), most, tell)
    }

    /// The same position with the other side to move, for what it threatens; `None` where the side to move is
    /// in check or must pass, or the game is over.
    pub fn threat(&self, house: &House<W>, interrupt: &Interrupt) -> Option<Self> {
        let play = &self.play;
        if play.in_check() || play.must_pass() || play.ending().is_some() {
            return None;
        }
        let setup = play.setup();
        let turned =
            Setup { side: !setup.side, en_passant: Vec::new(), passed_pawn: None, ..setup };
        let play = house.game().open_while(&Opening::Setup(turned), interrupt).ok()?;
        Some(Referee::new(play, Arc::clone(&self.engine), Arc::clone(&self.weight)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::variant::{Source, load};
    use komadai_rules::{AnyGame, Opening};

    /// Each of so many moves burns all enemies around where it ends.
    #[test]
    fn moves_that_do_very_much_are_not_all_listed() {
        let text = r#"
            board = { files = 16, ranks = 16 }
            [pieces]
            K = { name = "K", move = "K", at = "a1", royal = true }
            Q = { name = "Q", move = "mU", burns = "WFDNAHCZGHXCXZXGXGXYHXX", at = "d1-k2" }
            P = { name = "P", move = "fW", at = "a3-p8" }
            [end]
            check = "none"
        "#;
        let variant = load(&Source::new("burning.toml", text), &|_| None, &[]).unwrap().variant;
        let play = AnyGame::compile(&variant).unwrap().open(&Opening::Usual).unwrap();
        let all = Legal::all(&play, &play.legal_moves());
        let told = told(&all);
        let details = |legal: &[Legal]| legal.iter().map(Legal::details).sum::<usize>();
        assert!(told > 0 && told < all.len() && details(&all[..told]) <= MOST_DETAILS, "{told}");
        assert!(details(&all[..=told]) > MOST_DETAILS);
    }
}
