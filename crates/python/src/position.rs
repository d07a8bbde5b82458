//! Positions: games in progress as values that never change.

use crate::answer::{class, plain};
use crate::moves::{self, Move};
use crate::patience::{ask, work};
use crate::rulebook::Rules;
use crate::trouble::{Kind, Trouble};
use crate::variant::{AnyVariant, Variant, side_name};
use crate::view::{Look, Style, draw};
use komadai_picture::Picture;
use komadai_records::json::{Board, ChecksGiven, CountedMoves, Declaration, text_of};
use komadai_records::moves::{Refusal, spell_each};
use komadai_records::notation::{Form, alike, find};
use komadai_records::{opening, position};
use komadai_rules::{AnyPlay, Color};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A position with all that was played before it.
#[pyclass(frozen, module = "komadai")]
pub(crate) struct Position {
    pub(crate) rules: Arc<Rules>,
    /// Where the game began.
    pub(crate) start: Arc<str>,
    pub(crate) play: AnyPlay,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
            && self.play.moves() == other.play.moves()
            && *self.rules == *other.rules
    }
}

/// A perft is counted in pieces of this many plies, after each of which it may end.
const PERFT_PIECE: u32 = 3;

impl Position {
    /// Where a game begins: at a named start, at a position, or as usual.
    pub(crate) fn open(
        rules: &Arc<Rules>,
        start: Option<&str>,
        text: Option<&str>,
    ) -> PyResult<Self> {
        let play = opening::open(&rules.game, start, text)
            .map_err(|error| Trouble::opening(error, text.unwrap_or_default()))?;
        Ok(Position::begin(rules, play))
    }

    /// A game that begins so.
    pub(crate) fn begin(rules: &Arc<Rules>, play: AnyPlay) -> Self {
        Position { rules: Arc::clone(rules), start: text_of(&play).into(), play }
    }

    /// The same game further on, or further back.
    pub(crate) fn with(&self, play: AnyPlay) -> Self {
        Position { rules: Arc::clone(&self.rules), start: Arc::clone(&self.start), play }
    }

    /// The picture of the position.
    pub(crate) fn drawn(&self) -> PyResult<Picture> {
        Ok(draw(&self.rules, &self.play, &Look::default())?)
    }

    /// Plays a move, or the moves of a text.
    fn push(&self, play: &mut AnyPlay, given: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(m) = given.cast::<Move>() {
            let Move { at, mv } = m.get();
            if *at.get().rules != *self.rules || !play.is_legal(*mv) {
                return Err(Trouble::new(Kind::Move, "it is no legal move of this position").into());
            }
            play.push(*mv);
            return Ok(());
        }
        let texts = given.cast::<PyString>()?.to_cow()?;
        let several = texts.split_whitespace().nth(1).is_some();
        for text in texts.split_whitespace() {
            let number = play.moves().len() + 1;
            let found = ask(given.py(), &self.rules, play, |play| find(play, text))?;
            let m = found.map_err(|refusal| match several {
                true => Trouble::refused_at(&refusal, text, number),
                false => Trouble::refused(&refusal, text),
            })?;
            play.push(m);
        }
        Ok(())
    }

    /// The same after some moves: one text, or several texts and moves.
    fn after(&self, moves: &Bound<'_, PyAny>) -> PyResult<AnyPlay> {
        let mut play = self.play.clone();
        if moves.is_instance_of::<PyString>() {
            self.push(&mut play, moves)?;
            return Ok(play);
        }
        for (number, given) in (1..).zip(moves.try_iter()?) {
            self.push(&mut play, &given?).inspect_err(|error| {
                // Which move it is helps where there are several; an error without a place for it stays.
                let value = error.value(moves.py());
                if value.getattr("number").is_ok_and(|it| it.is_none()) {
                    let _ = value.setattr("number", number);
                }
            })?;
        }
        Ok(play)
    }

    /// What [`Position::moves`] is asked for.
    fn history(&self, form: Form) -> Vec<String> {
        let mut play = self.play.clone();
        while play.pop().is_some() {}
        let told = |m: &komadai_rules::Move| {
            let text = spell_each(&play, &[*m]).iter().map(|it| form.write(&play, it)).collect();
            play.push(*m);
            text
        };
        self.play.moves().iter().map(told).collect()
    }
}

/// Some legal moves as texts.
fn texts_of(play: &AnyPlay, form: Form, moves: &[komadai_rules::Move]) -> Vec<String> {
    let spelled = spell_each(play, moves);
    let goes_on = |_: &_| !play.breaks_off();
    spelled.iter().take_while(goes_on).map(|spelling| form.write(play, spelling)).collect()
}

fn form(name: &str) -> Result<Form, Trouble> {
    let unknown = || Trouble::new(Kind::General, format!("there is no form of moves `{name}`"));
    let known = || Some("usi, algebraic, uci, san, western or japanese".to_owned());
    Form::of(name).ok_or_else(|| unknown().help(known()))
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (variant, position = None, moves = None, *, start = None))]
    fn new(
        variant: AnyVariant,
        position: Option<&str>,
        moves: Option<&Bound<'_, PyAny>>,
        start: Option<&str>,
    ) -> PyResult<Self> {
        let at = Position::open(&variant.0, start, position)?;
        let Some(moves) = moves else { return Ok(at) };
        let play = at.after(moves)?;
        Ok(Position { play, ..at })
    }

    #[getter]
    fn variant(&self) -> Variant {
        Variant(Arc::clone(&self.rules))
    }

    /// The position as the game usually writes it.
    #[getter]
    fn text(&self) -> String {
        text_of(&self.play)
    }

    #[getter]
    fn sfen(&self) -> String {
        position::to_sfen(self.play.variant(), &self.play.setup())
    }

    #[getter]
    fn fen(&self) -> String {
        position::to_fen(self.play.variant(), &self.play.setup())
    }

    /// The position in which the game began.
    #[getter]
    fn start(&self) -> &str {
        &self.start
    }

    /// Who is to move: `first` or `second`.
    #[getter]
    fn side(&self) -> &'static str {
        side_name(self.play.side())
    }

    /// What the game calls who is to move.
    #[getter]
    fn side_name(&self) -> &str {
        &self.rules.variant().sides[self.play.side().index()]
    }

    /// Plies since the start of the game.
    #[getter]
    fn ply(&self) -> u32 {
        self.play.ply()
    }

    #[getter]
    fn in_check(&self) -> bool {
        self.play.in_check()
    }

    /// The squares of attackers and of the royals that they attack.
    #[getter]
    fn checks(&self) -> Vec<(String, String)> {
        let name = |square| self.play.variant().square_name(square);
        self.play.checks().into_iter().map(|(from, to)| (name(from), name(to))).collect()
    }

    /// Whether the side to move has to pass.
    #[getter]
    fn must_pass(&self) -> bool {
        self.play.must_pass()
    }

    /// How the game has ended; `None` while it goes on.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let ending = ask(py, &self.rules, &self.play, AnyPlay::ending)?;
        let Some(end) = ending else { return Ok(None) };
        let winner = end.winner.map(side_name);
        class(py, "Result")?.call1((end.status.to_string(), winner, end.reason)).map(Some)
    }

    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        ask(py, &self.rules, &self.play, |play| play.ending().is_some())
    }

    /// The draws that the side to move may claim: `repetition`, `move-limit`.
    #[getter]
    fn claims(&self) -> Vec<String> {
        self.play.claims().iter().map(ToString::to_string).collect()
    }

    /// What a declaration would bring, by each rule.
    #[getter]
    fn declaration<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.play.declaration().map(|it| plain(py, &Declaration::from(&it))).transpose()
    }

    /// How many checks each side has given, where they count.
    #[getter]
    fn checks_given<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        ChecksGiven::of(&self.play).map(|given| plain(py, &given)).transpose()
    }

    /// How far a side has counted its moves, where the game is drawn by that.
    #[getter]
    fn counted<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        CountedMoves::of(&self.play).map(|counted| plain(py, &counted)).transpose()
    }

    /// Equal where positions are the same for repetition.
    #[getter]
    fn key(&self) -> u64 {
        self.play.key()
    }

    /// What stands where: a dictionary of squares.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (man, board) = (class(py, "Man")?, PyDict::new(py));
        for it in Board::of(&self.play).pieces {
            board.set_item(it.square, man.call1((it.side.to_string(), it.piece))?)?;
        }
        Ok(board)
    }

    /// What each side holds: for `first` and `second` a dictionary of pieces.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (held, hands) = (Board::of(&self.play).hands, PyDict::new(py));
        hands.set_item(side_name(Color::First), held.first)?;
        hands.set_item(side_name(Color::Second), held.second)?;
        Ok(hands)
    }

    /// The legal moves, or those that begin on a square.
    #[pyo3(signature = (square = None))]
    fn legal_moves<'py>(
        slf: &Bound<'py, Self>,
        square: Option<&str>,
    ) -> PyResult<Bound<'py, PyList>> {
        let Position { rules, play, .. } = slf.get();
        let legal = ask(slf.py(), rules, play, AnyPlay::legal_moves)?;
        let Some(name) = square else { return moves::list(slf, legal.into_iter()) };
        let variant = play.variant();
        let found = variant.parse_square(name).or_else(|| variant.parse_usi_square(name));
        let square = found.ok_or_else(|| {
            let message = format!("`{name}` is not a square of {}", variant.name);
            Trouble::new(Kind::General, message).about(name)
        })?;
        let begins = |m: &komadai_rules::Move| {
            let (of, bits) = (m.kind(), m.from());
            !matches!(of, komadai_rules::MoveKind::Drop | komadai_rules::MoveKind::Pass)
                && bits == square
        };
        let legal: Vec<_> = legal.into_iter().filter(begins).collect();
        moves::list(slf, legal.into_iter())
    }

    /// The legal moves as texts.
    #[pyo3(signature = (form = "usi"))]
    fn legal_texts(&self, py: Python<'_>, form: &str) -> PyResult<Vec<String>> {
        let form = self::form(form)?;
        ask(py, &self.rules, &self.play, |play| texts_of(play, form, &play.legal_moves()))
    }

    /// How many moves are legal, whatever was on the board before: quicker than a list of them.
    fn count_legal(&self) -> u64 {
        self.play.count_legal()
    }

    /// The moves played so far, as texts.
    #[pyo3(signature = (form = "usi"))]
    fn moves(&self, form: &str) -> PyResult<Vec<String>> {
        Ok(self.history(self::form(form)?))
    }

    /// The legal move that a text means, in any notation.
    fn find(slf: &Bound<'_, Self>, text: &str) -> PyResult<Move> {
        let Position { rules, play, .. } = slf.get();
        let found = ask(slf.py(), rules, play, |play| find(play, text))?;
        let mv = found.map_err(|refusal| Trouble::refused(&refusal, text))?;
        Ok(Move { at: slf.clone().unbind(), mv })
    }

    /// The position after some moves: texts in any notation, or moves of this position.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Position> {
        if moves.len() == 1 {
            let mut play = self.play.clone();
            self.push(&mut play, &moves.get_item(0)?)?;
            return Ok(self.with(play));
        }
        Ok(self.with(self.after(moves.as_any())?))
    }

    /// The position some plies before.
    #[pyo3(signature = (plies = 1))]
    fn back(&self, plies: usize) -> PyResult<Position> {
        let mut play = self.play.clone();
        for _ in 0..plies {
            let start = || Trouble::new(Kind::Position, "the game had not begun before that");
            play.pop().ok_or_else(start)?;
        }
        Ok(self.with(play))
    }

    /// A game that begins here.
    fn without_history(&self) -> Position {
        Position::begin(&self.rules, self.play.without_history())
    }

    /// Why a text is no legal move; `None` if it is one.
    fn why_not<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = ask(py, &self.rules, &self.play, |play| find(play, text))?;
        let Err(refusal) = found else { return Ok(None) };
        let kind = match refusal {
            Refusal::Unreadable(_) => "unreadable",
            Refusal::Ambiguous(_) => "ambiguous",
            Refusal::Illegal(_) => "illegal",
        };
        let japanese = refusal.japanese(self.play.variant());
        let meant = PyTuple::new(py, alike(&self.play, text))?;
        let told = (kind, refusal.key(), refusal.to_string(), japanese, meant);
        class(py, "Refusal")?.call1(told).map(Some)
    }

    /// How many lines of so many plies there are.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let over = AtomicBool::new(false);
        let mut play = self.play.without_history();
        work(py, &|| over.store(true, Relaxed), || perft(&mut play, depth, &over))
    }

    /// The same for each legal move.
    fn perft_divided(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        let over = AtomicBool::new(false);
        let mut play = self.play.without_history();
        let legal = if depth > 0 { play.legal_moves_without_history() } else { Vec::new() };
        let texts = texts_of(&self.play, Form::Usi, &legal);
        let count = |m| {
            play.push(m);
            let count = perft(&mut play, depth - 1, &over);
            play.pop();
            count
        };
        let stop = || over.store(true, Relaxed);
        let counts: Vec<u64> = work(py, &stop, || legal.into_iter().map(count).collect())?;
        Ok(texts.into_iter().zip(counts).collect())
    }

    /// A picture.
    #[pyo3(signature = (*, style = None, turned = false, arrows = Vec::new(), zones = false, dark = false))]
    fn svg(
        &self,
        style: Option<Style>,
        turned: bool,
        arrows: Vec<String>,
        zones: bool,
        dark: bool,
    ) -> PyResult<String> {
        let look = Look { style, turned, arrows, zones, dark };
        Ok(draw(&self.rules, &self.play, &look)?.svg().to_owned())
    }

    /// The same in pixels.
    #[pyo3(signature = (
        width = None, *, style = None, turned = false, arrows = Vec::new(), zones = false, dark = false
    ))]
    #[allow(clippy::too_many_arguments, reason = "each is a keyword of its own in Python")]
    fn png<'py>(
        &self,
        py: Python<'py>,
        width: Option<u32>,
        style: Option<Style>,
        turned: bool,
        arrows: Vec<String>,
        zones: bool,
        dark: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let look = Look { style, turned, arrows, zones, dark };
        let bytes = py.detach(|| {
            let paint =
                |error: komadai_picture::PaintError| Trouble::new(Kind::General, error.to_string());
            draw(&self.rules, &self.play, &look)?.png(width).map_err(paint)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.drawn()?.svg().to_owned())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let moves = match self.play.moves().len() {
            0 => String::new(),
            number => format!(" after {number} moves"),
        };
        format!("<komadai.Position of {}: {}{moves}>", self.rules.variant().id, self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| *other.get() == *self)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.play.key(), self.play.moves()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        let state = (this.variant(), &*this.start, this.history(Form::Usi));
        Ok((slf.get_type().into_any(), state.into_pyobject(slf.py())?))
    }
}

/// Counts lines until it is over.
fn perft(play: &mut AnyPlay, depth: u32, over: &AtomicBool) -> u64 {
    if depth <= PERFT_PIECE {
        return if over.load(Relaxed) { 0 } else { play.perft(depth) };
    }
    let mut count = 0;
    for m in play.legal_moves_without_history() {
        if over.load(Relaxed) {
            break;
        }
        play.push(m);
        count += perft(play, depth - 1, over);
        play.pop();
    }
    count
}
