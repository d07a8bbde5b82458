//! The table `[pieces]`.

use super::diagnostic::Place;
use super::roster::{Roster, is_id};
use super::section::Section;
use super::squares::{Frame, Symmetry};
use super::tree::Value;
use super::{BurnWhen, Movement, Name, Piece, movement};
use crate::square::{PieceType, Square};

const KEYS: &[&str] = &[
    "name",
    "move",
    "like",
    "aliases",
    "at",
    "at2",
    "hand",
    "royal",
    "kind",
    "rank",
    "flies",
    "burns",
    "burn_when",
    "promotes",
    "value",
    "confine",
];

/// What `like` copies.
const COPIED: &[&str] = &["move", "flies", "rank", "burns", "burn_when", "confine"];

const NAME_KEYS: &[&str] = &["en", "ja", "kanji", "abbreviation", "romaji"];

/// Start squares with the places where they are written, for the checks across pieces.
pub(super) type Placed = [Vec<(Square, Place)>; 2];

/// A piece with the places that later checks point at.
pub(super) struct Read {
    pub(super) piece: Piece,
    pub(super) placed: Placed,
    /// Where the piece's letter stands.
    pub(super) at: Place,
}

/// Reads the pieces one by one.
pub(super) struct Reader<'a> {
    pub(super) frame: &'a Frame,
    pub(super) roster: &'a Roster,
    rows: Vec<Section<'a>>,
    ids: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(pieces: &Section<'a>, frame: &'a Frame, roster: &'a Roster) -> Reader<'a> {
        let entries = &pieces.entries()[..pieces.entries().len().min(super::roster::MOST_TYPES)];
        let row = |entry: &'a super::tree::Entry| {
            let name = pieces.path(&entry.key);
            Section::open(pieces.report, &name, &entry.node, KEYS).begun_at(entry.at)
        };
        let rows = entries.iter().map(row).collect();
        let ids = entries.iter().map(|e| e.key.as_str()).collect();
        Reader { frame, roster, rows, ids }
    }

    /// All pieces in the order of the file.
    pub(super) fn read(&self) -> Vec<Read> {
        (0..self.rows.len()).map(|index| self.piece(index)).collect()
    }

    fn piece(&self, index: usize) -> Read {
        let row = &self.rows[index];
        let line = self.line(index);
        let placed = self.placed(row);
        let piece = Piece {
            id: self.ids[index].to_string(),
            name: self.name(row, self.ids[index]),
            aliases: self.aliases(row),
            moves: self.moves(row, &line),
            at: [0, 1].map(|side| placed[side].iter().map(|&(square, _)| square).collect()),
            hand: self.hand(row),
            royal: row.flag("royal", false),
            kind: row.string("kind"),
            rank: self.copied(&line, "rank").and_then(|r| r.number("rank", 0..=255)).unwrap_or(0)
                as u8,
            flies: self.plain(&line, "flies"),
            burns: self.plain(&line, "burns"),
            burn_when: self.burn_when(&line),
            promotes: self.promotes(row, index),
            demotes_to: self.demotes_to(row, index),
            value: self.value(row),
            confine: self.copied(&line, "confine").and_then(|r| self.frame.zone(r, "confine")),
        };
        self.check_powers(row, &piece, &line);
        Read { piece, placed, at: row.at }
    }

    /// The piece, the one that it is like, the one that that is like, and so on.
    fn line(&self, index: usize) -> Vec<&Section<'a>> {
        let mut line = vec![index];
        while let Some((id, at)) = self.rows[line[line.len() - 1]].text("like") {
            let row = &self.rows[line[line.len() - 1]];
            let Some(next) = self.roster.expect(row, id, at) else {
                break;
            };
            if line.contains(&next.index()) {
                row.report
                    .error(at, "pieces that are like each other in a circle have no movement");
                break;
            }
            line.push(next.index());
        }
        line.into_iter().map(|i| &self.rows[i]).collect()
    }

    /// The first piece of the line that has the key.
    fn copied<'b>(&self, line: &[&'b Section<'a>], key: &str) -> Option<&'b Section<'a>> {
        debug_assert!(COPIED.contains(&key), "`like` does not copy {key}");
        line.iter().copied().find(|row| row.has(key))
    }

    fn name(&self, row: &Section<'a>, id: &str) -> Name {
        let mut name = match row.get("name").map(|node| &node.value) {
            Some(Value::Table(_)) => {
                let table = row.table("name", NAME_KEYS);
                table.require("en");
                Name {
                    en: table.string("en").unwrap_or_default(),
                    ja: table.string("ja"),
                    kanji: table.string("kanji"),
                    abbreviation: table.string("abbreviation"),
                    romaji: table.string("romaji"),
                }
            }
            _ => {
                Name { en: row.string("name").unwrap_or_else(|| id.to_string()), ..Name::default() }
            }
        };
        name.ja = name.ja.or_else(|| name.kanji.clone());
        name
    }

    fn aliases(&self, row: &Section<'a>) -> Vec<String> {
        let mut aliases = Vec::new();
        for (alias, at) in row.texts("aliases") {
            let taken = || {
                let others = self.rows.iter().filter(|r| r.at != row.at);
                self.roster.find(alias).is_some() || others.into_iter().any(|r| has_alias(r, alias))
            };
            if !is_id(alias) || alias.starts_with('+') {
                row.report.error(at, format!("`{alias}` must be a capital letter"));
            } else if aliases.iter().any(|a| a == alias) || taken() {
                row.report.error(at, format!("`{alias}` is taken already"));
            } else {
                aliases.push(alias.to_string());
            }
        }
        aliases
    }

    fn moves(&self, row: &Section<'a>, line: &[&Section<'a>]) -> Vec<Movement> {
        if row.has("move") && row.has("like") {
            let help = "`like` copies the other piece's move: leave one of them out";
            row.report.error_help(row.place("like"), "both `move` and `like`", help);
        }
        let Some(mover) = self.copied(line, "move") else {
            if !line.iter().any(|r| r.has("like")) {
                let help =
                    "every piece needs a `move` (XBetza) or a `like` (another piece's letter)";
                row.report.error_help(row.at, format!("`{}` has no movement", row.name), help);
            }
            return Vec::new();
        };
        let texts = mover.texts("move");
        if texts.is_empty() {
            mover.report.error(mover.place("move"), "at least one movement is needed");
        }
        if texts.len() > movement::MOST_TEXTS {
            let message = format!("more than {} movements of one piece", movement::MOST_TEXTS);
            mover.report.error(mover.place("move"), message);
            return Vec::new();
        }
        texts.into_iter().filter_map(|(text, at)| movement::parse(row.report, text, at)).collect()
    }

    fn plain(&self, line: &[&Section<'a>], key: &str) -> Option<Movement> {
        let row = self.copied(line, key)?;
        let (text, at) = row.text(key)?;
        movement::parse_plain(row.report, text, at)
    }

    fn burn_when(&self, line: &[&Section<'a>]) -> BurnWhen {
        let options = [("move", BurnWhen::Move), ("always", BurnWhen::Always)];
        let row = self.copied(line, "burn_when");
        row.and_then(|r| r.choice("burn_when", &options)).unwrap_or(BurnWhen::Move)
    }

    /// Powers that need one another.
    fn check_powers(&self, row: &Section<'a>, piece: &Piece, line: &[&Section<'a>]) {
        if piece.flies.is_some() && piece.rank == 0 {
            let at = self.copied(line, "flies").map_or(row.at, |r| r.place("flies"));
            let help = "give the piece a `rank` of at least 1: it passes pieces of lower rank";
            row.report.error_help(at, "`flies` without a `rank` passes nothing", help);
        }
        if row.has("burn_when") && self.copied(line, "burns").is_none() {
            row.report.error(row.place("burn_when"), "`burn_when` without `burns`");
        }
    }

    fn placed(&self, row: &Section<'a>) -> Placed {
        let first = self.frame.squares(row, "at");
        let second = match self.frame.symmetry {
            Symmetry::None => self.frame.squares(row, "at2"),
            _ => first.iter().map(|&(s, at)| (self.frame.opposite(s), at)).collect(),
        };
        if self.frame.symmetry != Symmetry::None && row.has("at2") {
            let help =
                "the second side's squares follow from `at`, unless `sides.symmetry = \"none\"`";
            row.report.error_help(
                row.place("at2"),
                "`at2` contradicts the symmetry of the sides",
                help,
            );
        }
        [first, second]
    }

    fn hand(&self, row: &Section<'a>) -> [u8; 2] {
        match row.get("hand").map(|node| &node.value) {
            Some(Value::Table(_)) => {
                let sides = row.table("hand", &["first", "second"]);
                ["first", "second"].map(|side| sides.number(side, 0..=99).unwrap_or(0) as u8)
            }
            _ => [row.number("hand", 0..=99).unwrap_or(0) as u8; 2],
        }
    }

    fn promotes(&self, row: &Section<'a>, index: usize) -> Vec<PieceType> {
        let mut types = Vec::new();
        for (id, at) in row.texts("promotes") {
            let Some(target) = self.roster.expect(row, id, at) else {
                continue;
            };
            if target.index() == index || types.contains(&target) {
                let why = if target.index() == index { "itself" } else { "the same piece twice" };
                row.report.error(at, format!("a piece cannot promote to {why}"));
            } else {
                types.push(target);
            }
        }
        if types.len() > MOST_CHOICES {
            let message = format!("more than {MOST_CHOICES} promotions to choose from");
            row.report.error(row.place("promotes"), message);
            types.truncate(MOST_CHOICES);
        }
        types
    }

    /// `+X` becomes `X` in the hand; every other piece stays what it is.
    fn demotes_to(&self, row: &Section<'a>, index: usize) -> PieceType {
        let id = self.ids[index];
        let Some(bare) = id.strip_prefix('+') else {
            return PieceType(index as u8);
        };
        let found = self.roster.find(bare);
        if found.is_none() && is_id(id) {
            let help =
                format!("`+{bare}` is the promoted form of `{bare}`: add that, or remove both");
            row.report.error_help(row.at, format!("there is no piece `{bare}` for `{id}`"), help);
        }
        found.unwrap_or(PieceType(index as u8))
    }

    fn value(&self, row: &Section<'a>) -> Option<i32> {
        row.number("value", 0..=1_000_000).map(|value| value as i32)
    }
}

/// Moves have room for so many choices.
const MOST_CHOICES: usize = 15;

fn has_alias(row: &Section<'_>, alias: &str) -> bool {
    match row.get("aliases").map(|node| &node.value) {
        Some(Value::Text(text)) => text == alias,
        Some(Value::List(items)) => {
            items.iter().any(|item| matches!(&item.value, Value::Text(text) if text == alias))
        }
        _ => false,
    }
}
