//! Pieces: what they are called, what they are worth, how they move.

use crate::answer::plain;
use crate::rulebook::Rules;
use crate::view::{Style, figures};
use komadai_picture::{Picture, Sheet, movement, single};
use komadai_records::json::PieceInfo;
use komadai_rules::PieceType;
use pyo3::prelude::*;
use std::sync::Arc;

/// A type of piece of a game.
#[pyclass(frozen, module = "komadai")]
pub(crate) struct Piece {
    rules: Arc<Rules>,
    piece: PieceType,
}

impl Piece {
    pub(crate) fn new(rules: &Arc<Rules>, piece: PieceType) -> Self {
        Piece { rules: Arc::clone(rules), piece }
    }

    fn data(&self) -> &komadai_rules::variant::PieceData {
        &self.rules.variant().pieces[self.piece.index()]
    }

    fn id_of(&self, piece: PieceType) -> &str {
        &self.rules.variant().pieces[piece.index()].id
    }

    fn info(&self) -> PieceInfo {
        self.info_of(self.piece)
    }

    fn info_of(&self, piece: PieceType) -> PieceInfo {
        PieceInfo::of(self.rules.variant(), piece, self.rules.values()[piece.index()])
    }

    /// All pieces of the game.
    fn all(&self) -> Vec<PieceInfo> {
        let types = (0u8..).map(PieceType).take(self.rules.variant().pieces.len());
        types.map(|piece| self.info_of(piece)).collect()
    }

    /// The piece beside a drawing of how it moves.
    fn card(&self, style: Option<Style>) -> Picture {
        let all = self.all();
        let figures = figures(self.rules.variant());
        let set = Style::set(style, figures);
        let shown = [&all[self.piece.index()]];
        Sheet { all: &all, shown: &shown, set, figures }.draw()
    }
}

#[pymethods]
impl Piece {
    #[getter]
    fn id(&self) -> &str {
        &self.data().id
    }

    #[getter]
    fn name(&self) -> &str {
        &self.data().name.en
    }

    #[getter]
    fn name_ja(&self) -> Option<&str> {
        self.data().name.ja.as_deref()
    }

    /// What stands on the piece.
    #[getter]
    fn kanji(&self) -> Option<&str> {
        self.data().name.kanji.as_deref()
    }

    /// One kanji.
    #[getter]
    fn abbreviation(&self) -> Option<&str> {
        self.data().name.abbreviation.as_deref()
    }

    #[getter]
    fn romaji(&self) -> Option<&str> {
        self.data().name.romaji.as_deref()
    }

    /// Its movement in XBetza; several texts are a union.
    #[getter]
    fn movement(&self) -> Vec<&str> {
        self.data().moves.iter().map(|movement| movement.text.as_str()).collect()
    }

    #[getter]
    fn royal(&self) -> bool {
        self.data().royal
    }

    /// What it is worth, in centipawns.
    #[getter]
    fn value(&self) -> i32 {
        self.rules.values()[self.piece.index()]
    }

    /// The ids of what it may promote to.
    #[getter]
    fn promotes(&self) -> Vec<&str> {
        self.data().promotes.iter().map(|piece| self.id_of(*piece)).collect()
    }

    /// The id of what it becomes in the hand of whoever captures it.
    #[getter]
    fn demotes_to(&self) -> &str {
        self.id_of(self.data().demotes_to)
    }

    /// Whether it can be held in hand and dropped.
    #[getter]
    fn droppable(&self) -> bool {
        self.info().droppable
    }

    /// How it moves, as data: marks, lines and notes around the piece.
    #[getter]
    fn diagram<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.info().diagram)
    }

    /// The piece by itself.
    #[pyo3(signature = (style = None))]
    fn svg(&self, style: Option<Style>) -> String {
        let figures = figures(self.rules.variant());
        let all = self.all();
        let drawn = single(&all, &all[self.piece.index()], Style::set(style, figures), figures);
        drawn.svg().to_owned()
    }

    /// How it moves.
    fn diagram_svg(&self) -> String {
        movement(&self.info().diagram).svg().to_owned()
    }

    fn _repr_svg_(&self) -> String {
        self.card(None).svg().to_owned()
    }

    fn __repr__(&self) -> String {
        let variant = &self.rules.variant().id;
        format!("<komadai.Piece {} ({}) of {variant}>", self.data().id, self.data().name.en)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |it: &Piece| it.piece == self.piece && *it.rules == *self.rules;
        other.cast::<Piece>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.piece.0)
    }
}
