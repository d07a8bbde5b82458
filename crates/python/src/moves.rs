//! Moves: how they are written and what they do.

use crate::answer::{class, plain};
use crate::position::Position;
use komadai_records::json::{self, MoveForm, Placed};
use komadai_records::moves::{Spelling, spell};
use komadai_records::notation::Form;
use komadai_rules::{AnyPlay, MoveKind, PieceType, Square};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A legal move of a position.
#[pyclass(frozen, module = "komadai", freelist = 512)]
pub(crate) struct Move {
    pub(crate) at: Py<Position>,
    pub(crate) mv: komadai_rules::Move,
}

impl Move {
    fn play(&self) -> &AnyPlay {
        &self.at.get().play
    }

    fn spelling(&self) -> Spelling {
        spell(self.play(), self.mv)
    }

    fn written(&self, form: Form) -> String {
        form.write(self.play(), &self.spelling())
    }

    fn name(&self, square: Square) -> String {
        self.play().variant().square_name(square)
    }

    fn id_of(&self, piece: PieceType) -> &str {
        &self.play().variant().pieces[piece.index()].id
    }

    fn played(&self) -> AnyPlay {
        let mut after = self.play().clone();
        after.push(self.mv);
        after
    }
}

#[pymethods]
impl Move {
    /// The position in which it is played.
    #[getter]
    fn position(&self, py: Python<'_>) -> Py<Position> {
        self.at.clone_ref(py)
    }

    #[getter]
    fn usi(&self) -> String {
        self.written(Form::Usi)
    }

    #[getter]
    fn algebraic(&self) -> String {
        self.written(Form::Algebraic)
    }

    #[getter]
    fn uci(&self) -> String {
        self.written(Form::Uci)
    }

    #[getter]
    fn san(&self) -> String {
        self.written(Form::San)
    }

    /// As English books write it.
    #[getter]
    fn western(&self) -> String {
        self.written(Form::Western)
    }

    /// As Japanese books write it.
    #[getter]
    fn japanese(&self) -> String {
        self.written(Form::Japanese)
    }

    /// Where it starts; `None` for a drop and a pass.
    #[getter]
    #[allow(clippy::wrong_self_convention, reason = "it is no conversion")]
    fn from_square(&self) -> Option<String> {
        MoveForm::of(self.play(), self.mv).from
    }

    /// Where it ends; `None` for a pass alone.
    #[getter]
    fn to_square(&self) -> Option<String> {
        MoveForm::of(self.play(), self.mv).to
    }

    /// The squares of its legs, from the first to the last.
    #[getter]
    fn legs(&self) -> Vec<String> {
        let mut squares = self.spelling().squares;
        let middles = self.play().middles(self.mv);
        if middles.len() + 2 > squares.len() && squares.len() >= 2 {
            let last = squares.len() - 1;
            squares.splice(1..last, middles);
        }
        squares.into_iter().map(|square| self.name(square)).collect()
    }

    /// The id of the piece that moves or is dropped, before it promotes; `None` for a pass.
    #[getter]
    fn piece(&self) -> Option<&str> {
        self.spelling().mover.map(|piece| self.id_of(piece))
    }

    /// The id of the piece that is dropped.
    #[getter]
    fn drop(&self) -> Option<&str> {
        self.piece().filter(|_| self.mv.kind() == MoveKind::Drop)
    }

    /// The id of the piece that it promotes to.
    #[getter]
    fn promotion(&self) -> Option<&str> {
        self.spelling().promoted(self.play().variant()).map(|piece| self.id_of(piece))
    }

    /// The squares of all pieces that it removes.
    #[getter]
    fn captures(&self) -> Vec<String> {
        self.play().captures(self.mv).into_iter().map(|square| self.name(square)).collect()
    }

    #[getter]
    fn is_capture(&self) -> bool {
        !self.play().captures(self.mv).is_empty()
    }

    #[getter]
    fn is_pass(&self) -> bool {
        self.mv.kind() == MoveKind::Pass
    }

    #[getter]
    fn is_castling(&self) -> bool {
        self.mv.kind() == MoveKind::Castle
    }

    /// Every piece that leaves the board, with what becomes of it.
    #[getter]
    fn removes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let removed = class(py, "Removed")?;
        let effect = json::Effect::of(self.play(), self.mv);
        let mut all = Vec::new();
        for it in effect.removes {
            let fate = plain(py, &it.fate)?;
            all.push(removed.call1((it.square, it.side.to_string(), it.piece, fate, it.hand))?);
        }
        PyTuple::new(py, all)
    }

    /// All that it does besides taking its piece to another square, as dictionaries and lists.
    #[getter]
    fn effect<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &json::Effect::of(self.play(), self.mv))
    }

    /// What it places besides: a piece and its square.
    #[getter]
    fn places(&self) -> Option<(String, String)> {
        Placed::of(self.play(), self.mv).map(|placed| (placed.piece, placed.square))
    }

    /// Whether the other side is in check after it.
    #[getter]
    fn gives_check(&self) -> bool {
        self.played().in_check()
    }

    /// All that front ends of other languages get, as dictionaries and lists.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &json::Move::of(self.play(), self.mv))
    }

    /// The position after it.
    fn after(&self) -> Position {
        self.at.get().with(self.played())
    }

    fn __str__(&self) -> String {
        self.usi()
    }

    fn __repr__(&self) -> String {
        format!("<komadai.Move {}>", self.usi())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |it: &Move| it.mv == self.mv && *it.at.get() == *self.at.get();
        other.cast::<Move>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.mv, self.play().key()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<Again> {
        let (this, py) = (slf.get(), slf.py());
        let find = py.get_type::<Position>().getattr("find")?;
        Ok((find.unbind(), (this.at.clone_ref(py), this.usi())))
    }
}

/// How Python makes a move again: a function and what it is called with.
type Again = (Py<PyAny>, (Py<Position>, String));

/// A list of moves.
pub(crate) fn list<'py>(
    at: &Bound<'py, Position>,
    moves: impl ExactSizeIterator<Item = komadai_rules::Move>,
) -> PyResult<Bound<'py, PyList>> {
    let py = at.py();
    let moves: PyResult<Vec<Bound<'py, Move>>> =
        moves.map(|mv| Bound::new(py, Move { at: at.clone().unbind(), mv })).collect();
    PyList::new(py, moves?)
}
