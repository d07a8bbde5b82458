//! From Rust's data to Python's.

use crate::trouble::{Kind, Trouble};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;
use serde::Serialize;

/// A named tuple or another class of `komadai.types`.
pub(crate) fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static TYPES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let types = TYPES.get_or_try_init(py, || py.import("komadai.types").map(Bound::unbind))?;
    types.bind(py).getattr(name)
}

/// What can be written as JSON, as dictionaries and lists.
pub(crate) fn plain<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let text = serde_json::to_string(data)
        .map_err(|error| Trouble::new(Kind::General, error.to_string()))?;
    LOADS.import(py, "json", "loads")?.call1((text,))
}
