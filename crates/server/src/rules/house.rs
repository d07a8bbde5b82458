//! A variant, compiled: games are opened here.

use super::referee::{Referee, Seat};
use komadai_engine::Engine;
use komadai_picture::DrawnVariant;
use komadai_records::json::VariantInfo;
use komadai_records::{TextError, position};
use komadai_rules::{AnyGame, Game, Job, Play, Position, Setup, SetupError, Variant};
use std::sync::{Arc, OnceLock};

/// A variant, compiled.
pub(crate) trait House: Send + Sync {
    /// The variant as data.
    fn variant(&self) -> &Variant;

    /// What there is to know of it; `None` where it has no proper start.
    fn info(&self) -> Option<&DrawnVariant>;

    /// Begins a game.
    ///
    /// # Errors
    /// See [`OpeningError`].
    fn open(&self, opening: &Opening) -> Result<Box<dyn Referee>, OpeningError>;
}

/// Where a game begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    /// A named start.
    pub(crate) start: Option<String>,
    /// Or a position as text.
    pub(crate) position: Option<String>,
}

/// Why a game cannot begin there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpeningError {
    /// Two places at once.
    #[error("give a position or a named start, not both")]
    Both,
    /// There is no such start.
    #[error("{0}")]
    NoStart(String),
    /// The position cannot be read.
    #[error("the position cannot be read: {0}")]
    Unreadable(#[from] TextError),
    /// It breaks the rules.
    #[error("this position cannot be: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Impossible(Vec<SetupError>),
}

/// Opens the house of a game.
pub(super) fn house(game: &AnyGame) -> Arc<dyn House> {
    game.run(Build)
}

struct Build;

impl Job for Build {
    type Answer = Arc<dyn House>;

    fn run<const N: usize>(self, game: &Arc<Game<N>>) -> Self::Answer {
        Arc::new(Rules {
            game: Arc::clone(game),
            engine: Arc::new(OnceLock::new()),
            info: OnceLock::new(),
        })
    }
}

/// A house for boards of one size.
struct Rules<const N: usize> {
    game: Arc<Game<N>>,
    /// Made when it is first needed.
    engine: Arc<OnceLock<Engine<N>>>,
    info: OnceLock<Option<DrawnVariant>>,
}

impl<const N: usize> House for Rules<N> {
    fn variant(&self) -> &Variant {
        self.game.variant()
    }

    fn info(&self) -> Option<&DrawnVariant> {
        let engine = || self.engine.get_or_init(|| Engine::new(&self.game));
        let info = || VariantInfo::of(&self.game, engine().values()).map(DrawnVariant::from);
        self.info.get_or_init(info).as_ref()
    }

    fn open(&self, opening: &Opening) -> Result<Box<dyn Referee>, OpeningError> {
        let setup = self.setup(opening)?;
        // Composed positions may hold pieces that could not have got there.
        let forgiven =
            |e: &SetupError| matches!(e, SetupError::Stuck(_) | SetupError::TwoOnFile(_));
        let position = Position::from_setup_forgiving(&self.game, &setup, &forgiven)
            .map_err(OpeningError::Impossible)?;
        Ok(Box::new(Seat::new(Play::new(position), Arc::clone(&self.engine))))
    }
}

impl<const N: usize> Rules<N> {
    fn setup(&self, opening: &Opening) -> Result<Setup, OpeningError> {
        let variant = self.variant();
        let missing = |start: &str| {
            let starts: Vec<&str> = variant.starts.iter().map(|start| start.id.as_str()).collect();
            let known = match starts[..] {
                [] => "it has only the usual one".to_owned(),
                _ => format!("its starts are {}", starts.join(", ")),
            };
            OpeningError::NoStart(format!("{} has no start `{start}`; {known}", variant.name))
        };
        match (&opening.position, opening.start.as_deref()) {
            (Some(_), Some(_)) => Err(OpeningError::Both),
            (Some(text), None) => Ok(position::parse(variant, text)?),
            (None, start) => {
                variant.start_setup(start).ok_or_else(|| missing(start.unwrap_or("usual")))
            }
        }
    }
}
