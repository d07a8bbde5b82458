//! Games: what there is to know before the first move.

use crate::answer::plain;
use crate::piece::Piece;
use crate::position::Position;
use crate::rulebook::{self, Rules, Settings, Texts};
use crate::trouble::{Kind, Trouble, told};
use komadai_manual::{Lang, document, html};
use komadai_records::json::Coordinates;
use komadai_rules::variant::{BUILTIN, SHELF, Source};
use komadai_rules::{Color, PieceType};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The ids of the games that come with the program.
#[pyfunction]
#[pyo3(signature = (shelf = true))]
pub(crate) fn variants(shelf: bool) -> Vec<&'static str> {
    let shelf = SHELF.iter().filter(|_| shelf);
    BUILTIN.iter().chain(shelf).map(|game| game.id).collect()
}

/// A game: its board, its pieces, its rules.
#[pyclass(frozen, module = "komadai")]
pub(crate) struct Variant(pub(crate) Arc<Rules>);

/// A game as an argument: itself, or the id of one that comes with the program.
pub(crate) struct AnyVariant(pub(crate) Arc<Rules>);

impl<'py> FromPyObject<'_, 'py> for AnyVariant {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(variant) = given.cast::<Variant>() {
            return Ok(AnyVariant(Arc::clone(&variant.get().0)));
        }
        let id = given.cast::<PyString>()?.to_cow()?.into_owned();
        Ok(AnyVariant(rulebook::builtin(&id, Settings::new())?))
    }
}

/// Changes of the rules as an argument: a dictionary of dotted keys and values.
pub(crate) struct Changes(pub(crate) Settings);

impl<'py> FromPyObject<'_, 'py> for Changes {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let given = given.cast::<PyDict>()?;
        let change = |(key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>)| {
            Ok((key.extract::<String>()?, toml(&value)?))
        };
        given.iter().map(change).collect::<PyResult<Settings>>().map(Changes)
    }
}

/// A value as TOML writes it; a text stands for itself.
fn toml(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return value.extract();
    }
    if let Ok(yes) = value.cast::<PyBool>() {
        return Ok(yes.is_true().to_string());
    }
    // Numbers and lists look the same in JSON.
    value.py().import("json")?.call_method1("dumps", (value,))?.extract()
}

/// A language by its code.
pub(crate) fn language(code: &str) -> Result<Lang, Trouble> {
    match code {
        "en" => Ok(Lang::En),
        "ja" => Ok(Lang::Ja),
        _ => Err(Trouble::new(Kind::General, format!("there is no language `{code}`"))
            .help(Some("en or ja".to_owned()))),
    }
}

impl Variant {
    fn data(&self) -> &komadai_rules::Variant {
        self.0.variant()
    }
}

#[pymethods]
impl Variant {
    #[new]
    #[pyo3(signature = (id, settings = None))]
    fn new(id: &str, settings: Option<Changes>) -> PyResult<Self> {
        let settings = settings.map(|changes| changes.0).unwrap_or_default();
        Ok(Variant(rulebook::builtin(id, settings)?))
    }

    /// From a file, or from the text of one: what has several lines is a text.
    #[staticmethod]
    #[pyo3(signature = (path_or_text, settings = None, name = "variant.toml"))]
    fn load(
        path_or_text: &Bound<'_, PyAny>,
        settings: Option<Changes>,
        name: &str,
    ) -> PyResult<Self> {
        let settings = settings.map(|changes| changes.0).unwrap_or_default();
        let text: Option<String> = path_or_text.extract().ok();
        if let Some(text) = text.filter(|text| text.contains('\n')) {
            return Ok(Variant(rulebook::text_in(Source::new(name, text), None, settings)?));
        }
        let path: PathBuf = path_or_text.extract()?;
        Ok(Variant(rulebook::file(Path::new(&path), settings)?))
    }

    #[getter]
    fn id(&self) -> &str {
        &self.data().id
    }

    #[getter]
    fn name(&self) -> &str {
        &self.data().name
    }

    #[getter]
    fn name_ja(&self) -> Option<&str> {
        self.data().name_ja.as_deref()
    }

    #[getter]
    fn author(&self) -> Option<&str> {
        self.data().author.as_deref()
    }

    #[getter]
    fn aliases(&self) -> Vec<&str> {
        self.data().aliases.iter().map(String::as_str).collect()
    }

    /// What the sides are called.
    #[getter]
    fn sides(&self) -> (&str, &str) {
        let [first, second] = &self.data().sides;
        (first, second)
    }

    #[getter]
    fn files(&self) -> u8 {
        self.data().board.files
    }

    #[getter]
    fn ranks(&self) -> u8 {
        self.data().board.ranks
    }

    /// The names of all squares, those of holes left out.
    #[getter]
    fn squares(&self) -> Vec<String> {
        let data = self.data();
        let exists = |square: &komadai_rules::Square| !data.board.holes.contains(square);
        data.board.squares().filter(exists).map(|square| data.square_name(square)).collect()
    }

    /// Whether squares are written as in shogi (`7f`) for people, and not as in chess.
    #[getter]
    fn shogi_squares(&self) -> bool {
        Coordinates::from(self.data().board.coordinates) == Coordinates::Shogi
    }

    /// The text of the file that it was read from.
    #[getter]
    fn text(&self) -> &str {
        &self.0.texts.source.text
    }

    /// The changes of the rules that were asked for.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let settings = PyDict::new(py);
        self.0.texts.settings.iter().try_for_each(|(key, value)| settings.set_item(key, value))?;
        Ok(settings)
    }

    /// What is doubtful in the file.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings.iter().map(told).collect()
    }

    /// The pieces by their ids.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (number, data) in (0u8..).zip(&self.data().pieces) {
            pieces.set_item(&data.id, Piece::new(&self.0, PieceType(number)))?;
        }
        Ok(pieces)
    }

    /// The names of the starts besides the usual one.
    #[getter]
    fn starts(&self) -> Vec<&str> {
        self.data().starts.iter().map(|start| start.id.as_str()).collect()
    }

    /// The usual start.
    #[getter]
    fn start(&self) -> PyResult<Position> {
        Position::open(&self.0, None, None)
    }

    /// Whether captured pieces go to the hand of the captor.
    #[getter]
    fn captures_to_hand(&self) -> bool {
        self.data().captures_to_hand
    }

    /// Whether pieces in hand may be dropped.
    #[getter]
    fn drops(&self) -> bool {
        self.data().drops.allowed
    }

    /// All that front ends of other languages get, as dictionaries and lists.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, self.0.info()?)
    }

    /// The rules for people: as text, or as a page (`html`).
    #[pyo3(signature = (lang = "en", form = "text"))]
    fn rules(&self, py: Python<'_>, lang: &str, form: &str) -> PyResult<String> {
        let lang = language(lang)?;
        let document = py.detach(|| {
            let prose = self.0.prose(lang)?;
            document(&self.0.game, self.0.values(), &prose, lang).ok_or_else(|| {
                Trouble::new(Kind::Variant, "no start of the game follows its rules")
            })
        })?;
        match form {
            "html" => Ok(html::page(&document)),
            "text" => Ok(crate::view::words(&document)),
            _ => Err(Trouble::new(Kind::General, format!("there is no form `{form}`"))
                .help(Some("text or html".to_owned()))
                .into()),
        }
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let position = Position::open(&self.0, None, None)?;
        let name = self.data().name.replace('&', "&amp;").replace('<', "&lt;");
        Ok(format!("<p><b>{name}</b></p>{}", position.drawn()?.svg()))
    }

    fn __repr__(&self) -> String {
        let Texts { source, settings, builtin, .. } = &self.0.texts;
        let settings = match settings.is_empty() {
            true => String::new(),
            false => format!(", settings of {}", settings.len()),
        };
        match builtin {
            true => format!("komadai.Variant({:?}{settings})", self.data().id),
            false => format!("<komadai.Variant {:?} of {}{settings}>", self.data().id, source.name),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Variant>().is_ok_and(|other| *other.get().0 == *self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.data().id, &self.data().name, self.data().pieces.len()).hash(&mut hasher);
        hasher.finish()
    }

    /// The texts that it consists of.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Texts { source, kin, settings, builtin } = &slf.get().0.texts;
        let (name, text) = (&source.name, (!builtin).then_some(&source.text));
        let state = (name, text, kin.clone(), settings.clone());
        Ok((slf.get_type().getattr("_of_texts")?, state.into_pyobject(slf.py())?))
    }

    #[staticmethod]
    fn _of_texts(
        name: &str,
        text: Option<&str>,
        kin: Vec<(String, String)>,
        settings: Settings,
    ) -> PyResult<Self> {
        let Some(text) = text else { return Ok(Variant(rulebook::builtin(name, settings)?)) };
        let source = Source::new(name, text);
        Ok(Variant(rulebook::compiled(Texts { source, kin, settings, builtin: false })?))
    }
}

/// A side as Python calls it.
pub(crate) fn side_name(side: Color) -> &'static str {
    match side {
        Color::First => "first",
        Color::Second => "second",
    }
}
