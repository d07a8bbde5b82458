//! What can be set, by whatever name each protocol gives it.

use komadai_engine::{Level, Shared, Without};
use komadai_rules::variant::{BUILTIN, SHELF};
use std::time::Duration;

/// The settings of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// Mebibytes of the table.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// How many lines are shown.
    pub(crate) lines: usize,
    /// Whether to think while the opponent does; USI and UCI ask for it move by move.
    pub(crate) ponder: bool,
    pub(crate) level: Level,
    /// The declaration rule, where the game has one.
    pub(crate) impasse: String,
    /// Kept back on the clock.
    pub(crate) overhead: Duration,
    /// Whether a person analyses: the level does not hold then.
    pub(crate) analyses: bool,
    /// Whether what is called chess is Chess960.
    pub(crate) shuffled_chess: bool,
    /// What a level rolls its dice with.
    pub(crate) seed: u64,
    /// The file of the network; empty for the game's own, `none` for none.
    pub(crate) eval_file: String,
    /// Parts of the search to do without, by name.
    pub(crate) without: Without,
    without_text: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            hash: 64,
            threads: 1,
            lines: 1,
            ponder: false,
            level: Level::FULL,
            impasse: IMPASSE_RULES[0].to_owned(),
            overhead: Duration::from_millis(10),
            analyses: false,
            shuffled_chess: false,
            seed: 0,
            eval_file: String::new(),
            without: Without::default(),
            without_text: String::new(),
        }
    }
}

/// Chess, and what interfaces of chess may mean by it.
pub(crate) const CHESS: &str = "chess";
pub(crate) const CHESS960: &str = "chess960";

/// The values of ImpasseRule, as variant files name them.
const IMPASSE_RULES: [&str; 3] = ["27", "24", "none"];

/// An option that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Id {
    Variant,
    VariantPath,
    Hash,
    ClearHash,
    Threads,
    Lines,
    Ponder,
    Level,
    Impasse,
    Overhead,
    Analyses,
    ShuffledChess,
    Set,
    Seed,
    EvalFile,
    Without,
}

/// The protocols, as far as options go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Usi,
    Uci,
    XBoard,
}

/// An option as protocols offer it.
struct Offer {
    id: Id,
    /// Its name in USI, UCI and XBoard; none where the protocol has other words for it.
    names: [Option<&'static str>; 3],
    kind: OptionKind,
}

enum OptionKind {
    /// Yes or no.
    Check,
    /// A number between these.
    Spin(u64, u64),
    /// One of these.
    Choice(&'static [&'static str]),
    /// A game.
    Game,
    Text,
    File,
    Button,
}

const fn offer(id: Id, names: [Option<&'static str>; 3], kind: OptionKind) -> Offer {
    Offer { id, names, kind }
}

const fn everywhere(name: &'static str) -> [Option<&'static str>; 3] {
    [Some(name); 3]
}

static OFFERS: [Offer; 16] = [
    offer(Id::Variant, [Some("USI_Variant"), Some("UCI_Variant"), None], OptionKind::Game),
    offer(Id::VariantPath, everywhere("VariantPath"), OptionKind::File),
    offer(Id::Hash, [Some("USI_Hash"), Some("Hash"), None], OptionKind::Spin(1, 65_536)),
    offer(
        Id::ClearHash,
        [Some("ClearHash"), Some("Clear Hash"), Some("Clear Hash")],
        OptionKind::Button,
    ),
    offer(Id::Threads, [Some("Threads"), Some("Threads"), None], OptionKind::Spin(1, 512)),
    offer(Id::Lines, everywhere("MultiPV"), OptionKind::Spin(1, 256)),
    offer(Id::Ponder, [Some("USI_Ponder"), Some("Ponder"), None], OptionKind::Check),
    offer(Id::Level, everywhere("Level"), OptionKind::Spin(1, 8)),
    offer(Id::Impasse, everywhere("ImpasseRule"), OptionKind::Choice(&IMPASSE_RULES)),
    offer(Id::Overhead, everywhere("MoveOverhead"), OptionKind::Spin(0, 10_000)),
    offer(Id::Analyses, [None, Some("UCI_AnalyseMode"), None], OptionKind::Check),
    offer(Id::ShuffledChess, [None, Some("UCI_Chess960"), None], OptionKind::Check),
    offer(Id::Set, everywhere("Set"), OptionKind::Text),
    // Adapters and tournament managers read numbers into 32 bits with a sign.
    offer(Id::Seed, everywhere("Seed"), OptionKind::Spin(0, i32::MAX as u64)),
    offer(Id::EvalFile, everywhere("EvalFile"), OptionKind::File),
    offer(Id::Without, everywhere("Without"), OptionKind::Text),
];

/// Capitals, blanks and underscores do not matter in names.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | ' ')).flat_map(char::to_lowercase).collect()
}

/// The option with this name in any of the protocols, in short (`Hash`) or in full (`USI_Hash`).
pub(crate) fn id(name: &str) -> Option<Id> {
    let name = plain(name);
    let short = |name: &str| {
        let rest = name.strip_prefix("usi").or_else(|| name.strip_prefix("uci"));
        rest.unwrap_or(name).to_owned()
    };
    let names = |offer: &Offer| {
        let known = offer.names.iter().flatten();
        known.map(|known| plain(known)).any(|known| known == name || short(&known) == short(&name))
    };
    OFFERS.iter().find(|offer| names(offer)).map(|offer| offer.id)
}

/// The names of all options, for messages.
pub(crate) fn names(protocol: Protocol) -> String {
    let names: Vec<&str> = OFFERS.iter().filter_map(|o| o.names[protocol as usize]).collect();
    names.join(", ")
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} takes {expected}, not `{value}`")]
pub(crate) struct BadValue {
    name: &'static str,
    expected: String,
    value: String,
}

impl Options {
    /// Sets an option that needs nothing but a value.
    ///
    /// # Errors
    /// When the value does not fit.
    pub(crate) fn set(&mut self, id: Id, value: &str) -> Result<(), BadValue> {
        let Some(offer) = OFFERS.iter().find(|offer| offer.id == id) else { return Ok(()) };
        let number = || offer.number(value);
        match id {
            Id::Hash => {
                let size = number()? as usize;
                if !Shared::fits(size) {
                    return Err(offer.bad("a size that this machine has room for", value));
                }
                self.hash = size;
            }
            Id::Threads => self.threads = number()? as usize,
            Id::Lines => self.lines = number()? as usize,
            Id::Ponder => self.ponder = offer.flag(value)?,
            Id::Analyses => self.analyses = offer.flag(value)?,
            Id::ShuffledChess => self.shuffled_chess = offer.flag(value)?,
            Id::Level => self.level = Level::new(number()? as u8).unwrap_or(Level::FULL),
            Id::Overhead => self.overhead = Duration::from_millis(number()?),
            Id::Impasse => self.impasse = offer.choice(value)?,
            Id::Seed => self.seed = number()?,
            Id::Without => {
                let parts = value.parse();
                self.without = parts.map_err(|error: komadai_engine::UnknownFeature| {
                    offer.bad(&format!("names of features ({error})"), value)
                })?;
                self.without_text = if is_empty(value) { String::new() } else { value.to_owned() };
            }
            Id::EvalFile => {
                self.eval_file = if is_empty(value) { String::new() } else { value.to_owned() };
            }
            Id::Variant | Id::VariantPath | Id::ClearHash | Id::Set => {}
        }
        Ok(())
    }

    fn value(&self, id: Id) -> String {
        match id {
            Id::Hash => self.hash.to_string(),
            Id::Threads => self.threads.to_string(),
            Id::Lines => self.lines.to_string(),
            Id::Ponder => self.ponder.to_string(),
            Id::Analyses => self.analyses.to_string(),
            Id::ShuffledChess => self.shuffled_chess.to_string(),
            Id::Level => self.level.number().to_string(),
            Id::Overhead => self.overhead.as_millis().to_string(),
            Id::Impasse => self.impasse.clone(),
            Id::Seed => self.seed.to_string(),
            Id::EvalFile => self.eval_file.clone(),
            Id::Without => self.without_text.clone(),
            Id::Variant | Id::VariantPath | Id::ClearHash | Id::Set => String::new(),
        }
    }

    /// The `option` lines of USI and UCI.
    pub(crate) fn offered(&self, protocol: Protocol, game: &str, games: &[String]) -> Vec<String> {
        let line = |offer: &Offer| {
            let name = offer.names[protocol as usize]?;
            let value = self.value(offer.id);
            let kind = match &offer.kind {
                OptionKind::Check => format!("check default {value}"),
                OptionKind::Spin(min, max) => format!("spin default {value} min {min} max {max}"),
                OptionKind::Choice(words) => format!("combo default {value}{}", vars(words)),
                OptionKind::Game => {
                    format!("combo default {game}{}", vars(&default_first(game, games)))
                }
                OptionKind::Text => "string default <empty>".to_owned(),
                // USI has a kind of its own for files, which some programs know.
                OptionKind::File if protocol == Protocol::Usi => {
                    "filename default <empty>".to_owned()
                }
                OptionKind::File => "string default <empty>".to_owned(),
                OptionKind::Button => "button".to_owned(),
            };
            Some(format!("option name {name} type {kind}"))
        };
        OFFERS.iter().filter_map(line).collect()
    }

    /// The values of XBoard's `feature option`.
    pub(crate) fn features(&self) -> Vec<String> {
        let text = |offer: &Offer| {
            let name = offer.names[Protocol::XBoard as usize]?;
            let value = self.value(offer.id);
            let kind = match &offer.kind {
                OptionKind::Check => format!("-check {}", u8::from(value == "true")),
                OptionKind::Spin(min, max) => format!("-spin {value} {min} {max}"),
                OptionKind::Choice(words) => format!("-combo {}", marked(words, &value)),
                OptionKind::Game => return None,
                OptionKind::Text => "-string ".to_owned(),
                OptionKind::File => "-file ".to_owned(),
                OptionKind::Button => "-button".to_owned(),
            };
            Some(format!("{name} {kind}"))
        };
        OFFERS.iter().filter_map(text).collect()
    }
}

impl Offer {
    fn number(&self, value: &str) -> Result<u64, BadValue> {
        let OptionKind::Spin(min, max) = self.kind else { return Err(self.bad("nothing", value)) };
        let number = value.parse().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| self.bad(&format!("a number from {min} to {max}"), value))
    }

    fn flag(&self, value: &str) -> Result<bool, BadValue> {
        match value.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" | "yes" => Ok(true),
            "false" | "0" | "off" | "no" => Ok(false),
            _ => Err(self.bad("true or false", value)),
        }
    }

    fn choice(&self, value: &str) -> Result<String, BadValue> {
        let OptionKind::Choice(words) = self.kind else { return Err(self.bad("nothing", value)) };
        let found = words.iter().find(|word| word.eq_ignore_ascii_case(value));
        let expected = || format!("one of {}", words.join(", "));
        found.map(|word| (*word).to_owned()).ok_or_else(|| self.bad(&expected(), value))
    }

    fn bad(&self, expected: &str, value: &str) -> BadValue {
        // Every protocol understands the shortest one.
        let name = self.names.iter().flatten().min_by_key(|name| name.len());
        let name = name.copied().unwrap_or_default();
        BadValue { name, expected: expected.to_owned(), value: value.to_owned() }
    }
}

/// uci2wb knows chess in such a list, but not as its last word.
fn default_first<'a>(default: &'a str, all: &'a [String]) -> Vec<&'a str> {
    let others = all.iter().map(String::as_str).filter(|name| *name != default);
    std::iter::once(default).chain(others).collect()
}

fn vars<T: AsRef<str>>(words: &[T]) -> String {
    words.iter().map(|word| format!(" var {}", word.as_ref())).collect()
}

/// XBoard puts a star before the present value.
fn marked(words: &[&str], value: &str) -> String {
    let mark = |word: &&str| if *word == value { format!("*{word}") } else { (*word).to_owned() };
    words.iter().map(mark).collect::<Vec<_>>().join(" /// ")
}

/// The games that come with the program, those of the shelf last.
pub(crate) fn builtin_games() -> Vec<String> {
    BUILTIN.iter().chain(SHELF).map(|game| game.id.to_owned()).collect()
}

/// What USI and UCI call no value.
pub(crate) fn is_empty(value: &str) -> bool {
    value.is_empty() || value == "<empty>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_generously() {
        for (name, expected) in [
            ("USI_Hash", Some(Id::Hash)),
            ("hash", Some(Id::Hash)),
            ("UCI_Variant", Some(Id::Variant)),
            ("usi_variant", Some(Id::Variant)),
            ("Move Overhead", Some(Id::Overhead)),
            ("Clear Hash", Some(Id::ClearHash)),
            ("multipv", Some(Id::Lines)),
            ("UCI_AnalyseMode", Some(Id::Analyses)),
            ("Nonsense", None),
            ("", None),
        ] {
            assert_eq!(id(name), expected, "{name}");
        }
    }

    #[test]
    fn values_are_checked() {
        let mut options = Options::default();
        for (id, value, good) in [
            (Id::Hash, "128", true),
            (Id::Hash, "0", false),
            (Id::Hash, "-1", false),
            (Id::Hash, "99999999999999999999", false),
            (Id::Level, "9", false),
            (Id::Level, "3", true),
            (Id::Ponder, "TRUE", true),
            (Id::Ponder, "maybe", false),
            (Id::Impasse, "24", true),
            (Id::Impasse, "25", false),
        ] {
            assert_eq!(options.set(id, value).is_ok(), good, "{id:?} {value}");
        }
        assert_eq!((options.hash, options.level.number()), (128, 3));
        let error = options.set(Id::Level, "9").unwrap_err();
        assert_eq!(error.to_string(), "Level takes a number from 1 to 8, not `9`");
    }
}
