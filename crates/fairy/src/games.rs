//! Games by the names that Fairy-Stockfish has for them.

use komadai_import::{Imported, PieceKind, Wish, builtin, games, import};
use komadai_rules::variant::{self, BUILTIN, Diagnostics, SHELF, Source};
use std::collections::{BTreeSet, HashMap};

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The rules.
    pub rules: Rules,
    /// What Fairy-Stockfish takes the pieces for; empty where it does not know the game.
    pub kinds: Vec<PieceKind>,
    /// The start as Fairy-Stockfish writes it; empty where it does not know the game.
    pub start: String,
    /// Whether it is asked for with shuffled pieces.
    pub chess960: bool,
}

/// Where the rules of a game stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// A game that comes with Komadai, by its id; nobody has looked whether there is one.
    Own(String),
    /// A game of Fairy-Stockfish or of a configuration, as a variant file.
    Imported(Source),
}

/// The games that can be asked for: those of Komadai, those of Fairy-Stockfish that can be imported, and those of
/// configurations that were taken in.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// Texts of configurations by the names of games.
    configured: HashMap<String, String>,
}

impl Games {
    /// Takes in the games of a `variants.ini`. Each is read when it is asked for.
    pub fn configure(&mut self, text: &str) {
        for name in games(&Source::new("variants.ini", text)) {
            self.configured.insert(name, text.to_owned());
        }
    }

    /// The game of a name. Komadai's own games go by their own files, all others of Fairy-Stockfish by its rules.
    ///
    /// # Errors
    /// What of a configured game cannot be imported.
    pub fn find(&self, name: &str, chess960: bool) -> Result<Found, Diagnostics> {
        if let Some(text) = self.configured.get(name) {
            let game = imported(&Source::new("variants.ini", text.as_str()), name)?;
            return Ok(Found::imported(name, game, chess960));
        }
        let known = known_there(name);
        let shuffled = format!("{name}960");
        let own = if chess960 && variant::builtin(&shuffled).is_some() {
            Some(shuffled)
        } else {
            BUILTIN.iter().any(|game| game.id == name).then(|| name.to_owned())
        };
        Ok(match (own, known) {
            (Some(id), known) => Found::own(id, known, chess960),
            (None, Some(game)) => Found::imported(name, game, chess960),
            (None, None) => Found::own(name.to_owned(), None, chess960),
        })
    }

    /// The names of all that can be asked for, in order.
    pub fn names(&self) -> Vec<String> {
        let own = BUILTIN.iter().chain(SHELF).map(|game| game.id.to_owned());
        let theirs = games(&builtin()).into_iter().filter(|name| again(name).is_ok());
        let all: BTreeSet<String> =
            own.chain(theirs).chain(self.configured.keys().cloned()).collect();
        all.into_iter().collect()
    }
}

impl Found {
    fn own(id: String, known: Option<Imported>, chess960: bool) -> Self {
        let (kinds, start) = known.map(|game| (game.kinds, game.start)).unwrap_or_default();
        Found { rules: Rules::Own(id), kinds, start, chess960 }
    }

    fn imported(name: &str, game: Imported, chess960: bool) -> Self {
        let rules = Rules::Imported(Source::new(format!("{name}.toml"), game.text));
        Found { rules, kinds: game.kinds, start: game.start, chess960 }
    }
}

/// A game that Fairy-Stockfish knows by itself, if it can be imported.
fn known_there(name: &str) -> Option<Imported> {
    let theirs = games(&builtin()).iter().any(|known| known == name);
    theirs.then(|| again(name).ok()).flatten()
}

/// Imported from a section that is just like the game.
fn again(name: &str) -> Result<Imported, Diagnostics> {
    imported(&Source::new("variants.ini", format!("[{name}:{name}]\n")), name)
}

fn imported(source: &Source, name: &str) -> Result<Imported, Diagnostics> {
    import(source, &Wish::of(name))
}
