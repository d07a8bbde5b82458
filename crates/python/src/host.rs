//! The engine for programs that speak USI, UCI or XBoard's protocol: `python -m komadai engine`.

use crate::engine::read_net;
use crate::rulebook::{self, Rules, Settings};
use crate::trouble::Trouble;
use komadai_engine::net::Net;
use komadai_protocol::{Library, Start};
use komadai_rules::{AnyGame, variant};
use pyo3::prelude::*;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Games by name or path.
struct Games;

fn rules(name: &str, settings: &[(String, String)]) -> Result<Arc<Rules>, Trouble> {
    let settings: Settings = settings.to_vec();
    match variant::builtin(name) {
        Some(_) => rulebook::builtin(name, settings),
        None => rulebook::file(Path::new(name), settings),
    }
}

impl Library for Games {
    fn game(&mut self, name: &str, settings: &[(String, String)]) -> Result<AnyGame, String> {
        match rules(name, settings) {
            Ok(rules) => Ok(rules.game.clone()),
            Err(trouble) => Err(trouble.message().replace('\n', "; ")),
        }
    }

    fn net(&mut self, _: &str, game: &AnyGame, file: &str) -> Result<Option<Arc<Net>>, String> {
        match file {
            "" => Ok(komadai_nets::net(game)),
            file => read_net(Path::new(file), game).map(Some),
        }
    }
}

/// Holds the conversation on standard input and output until it is over.
#[pyfunction]
#[pyo3(signature = (variant = None, settings = Vec::new(), options = Vec::new()))]
pub(crate) fn serve(
    py: Python<'_>,
    variant: Option<String>,
    settings: Settings,
    options: Vec<(String, String)>,
) -> PyResult<()> {
    let start = Start { variant, settings, options };
    py.detach(|| {
        komadai_protocol::serve(io::stdin(), Box::new(io::stdout()), Box::new(Games), start)
    })?;
    Ok(())
}
