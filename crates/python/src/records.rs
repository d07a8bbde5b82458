//! Files of games: one game after the other, however many there are.

use crate::game::Game;
use crate::rulebook::{Library, Rules};
use crate::trouble::{Kind, Trouble};
use crate::variant::AnyVariant;
use komadai_records::file::{self, Format, GameText};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A form by its name, or by how such files end.
pub(crate) fn form(name: &str) -> Result<Format, Trouble> {
    let known = || Format::ALL.map(|format| format.to_string().to_lowercase()).join(", ");
    let unknown = || Trouble::new(Kind::Record, format!("there is no form `{name}`"));
    Format::of_ending(name).ok_or_else(|| unknown().help(Some(format!("one of {}", known()))))
}

/// A text in Shift_JIS; `None` where it has letters that are not there.
#[pyfunction]
pub(crate) fn in_shift_jis<'py>(py: Python<'py>, text: &str) -> Option<Bound<'py, PyBytes>> {
    file::in_shift_jis(text).map(|bytes| PyBytes::new(py, &bytes))
}

type Reader = Box<dyn BufRead + Send>;

/// What is read from.
struct Source {
    games: file::Games<Reader>,
    library: Library,
}

/// The games of a file.
#[pyclass(frozen, module = "komadai")]
pub(crate) struct Games {
    format: Format,
    source: Mutex<Source>,
}

/// A file of Python's.
struct PythonFile(Py<PyAny>);

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.bind(py).call_method1("read", (buffer.len(),));
            let bytes: Vec<u8> = read?.extract()?;
            let room = buffer.get_mut(..bytes.len());
            let room = room.ok_or_else(|| std::io::Error::other("more was read than asked for"))?;
            room.copy_from_slice(&bytes);
            Ok(bytes.len())
        })
    }
}

/// Opens a path, bytes, or a file of Python's in binary mode.
fn open(given: &Bound<'_, PyAny>) -> PyResult<(Reader, Option<Format>)> {
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return Ok((Box::new(Cursor::new(bytes.as_bytes().to_vec())), None));
    }
    if given.hasattr("read")? {
        return Ok((Box::new(BufReader::new(PythonFile(given.clone().unbind()))), None));
    }
    let path: PathBuf = given.extract()?;
    let file = File::open(&path)?;
    Ok((Box::new(BufReader::new(file)), format_of(&path)))
}

/// The form that the name of a file tells. JSON may be of more than one form.
fn format_of(path: &Path) -> Option<Format> {
    let format = Format::of_ending(path.extension()?.to_str()?)?;
    (format != Format::Json).then_some(format)
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (source, variant = None, format = None))]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        variant: Option<AnyVariant>,
        format: Option<&str>,
    ) -> PyResult<Self> {
        let (reader, told) = open(source)?;
        let games = match format.map(form).transpose()?.or(told) {
            Some(format) => file::Games::new(reader, format),
            None => {
                let unknown = || Trouble::new(Kind::Record, "this is no record of a known form");
                py.detach(|| file::Games::detected(reader))?.ok_or_else(unknown)?
            }
        };
        let (format, library) = (games.format(), Library::new(variant.map(|it| it.0)));
        Ok(Games { format, source: Mutex::new(Source { games, library }) })
    }

    #[getter]
    fn format(&self) -> String {
        self.format.to_string().to_lowercase()
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        py.check_signals()?;
        py.detach(|| {
            let Some((rules, text)) = self.next_text()? else { return Ok(None) };
            Game::read(&rules, self.format, &text).map(Some)
        })
        .map_err(PyErr::from)
    }
}

impl Games {
    fn next_text(&self) -> Result<Option<(Arc<Rules>, GameText)>, Trouble> {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(text) = source.games.next() else { return Ok(None) };
        let text = text.map_err(Trouble::unreadable)?;
        let rules = source.library.game(self.format, &text.text);
        rules.map(|rules| Some((rules, text.clone()))).map_err(|it| it.of_game(&text))
    }
}
