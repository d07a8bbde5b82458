//! The table `[pieces]`.

use crate::diagnostic::Location;
use crate::format::pieces as key;
use crate::format::{Key, Plain, Selector};
use crate::roster::{Roster, is_id};
use crate::section::Section;
use crate::squares::{Frame, Symmetry};
use crate::tree::{Node, Value};
use crate::{Movement, Name, PieceData, movement};
use crate::{PieceType, Square};

/// Start squares with the places where they are written, for the checks across pieces.
pub(super) type Placed = [Vec<(Square, Location)>; 2];

/// A piece with the places that later checks point at.
pub(super) struct Read {
    pub(super) piece: PieceData,
    pub(super) placed: Placed,
}

/// A movement text with its place and where it holds.
type Written<'a> = (&'a str, Location, Limits);

/// Where a movement holds.
#[derive(Clone, Default)]
struct Limits {
    /// From where, to where.
    region: [Option<[Vec<Square>; 2]>; 2],
    over: Option<Vec<PieceType>>,
    takes: Option<Vec<PieceType>>,
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
            Section::open(pieces.report, &name, &entry.node, entry.at, &key::PIECE)
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
        let piece = PieceData {
            id: self.ids[index].to_string(),
            name: self.name(row, self.ids[index]),
            aliases: self.aliases(row),
            moves: self.moves(row, &line),
            at: [0, 1].map(|side| placed[side].iter().map(|&(square, _)| square).collect()),
            starts: [0, 1].map(|side| placed[side].iter().map(|&(square, _)| square).collect()),
            hand: self.hand(row),
            royal: row.flag(&key::ROYAL),
            kind: row.string(&key::KIND),
            rank: self.copied(&line, &key::RANK).usual(&key::RANK) as u8,
            flies: self.plain(&line, &key::FLIES),
            burns: self.plain(&line, &key::BURNS),
            burn_when: self.copied(&line, &key::BURN_WHEN).choice(&key::BURN_WHEN),
            promotes: self.promotes(row, index),
            demotes_to: self.demotes_to(row, index),
            value: row.number(&key::VALUE).map(|value| value as i32),
            confine: self.frame.zone(self.copied(&line, &key::CONFINE), &key::CONFINE),
        };
        self.check_powers(row, &piece, &line);
        self.check_hand(row, &piece, index);
        Read { piece, placed }
    }

    /// The piece, the one that it is like, the one that that is like, and so on.
    fn line(&self, index: usize) -> Vec<&Section<'a>> {
        let mut line = vec![index];
        while let Some((id, at)) = self.rows[line[line.len() - 1]].text(&key::LIKE) {
            let row = &self.rows[line[line.len() - 1]];
            let Some(next) = self.roster.expect(row, id, at) else {
                break;
            };
            if line.contains(&next.index()) {
                row.report.error(
                    at,
                    "these pieces copy each other in a circle, so they have no movement",
                );
                break;
            }
            line.push(next.index());
        }
        line.into_iter().map(|i| &self.rows[i]).collect()
    }

    /// The first piece of the line that has the key; the piece itself if none has.
    fn copied<'b, K>(&self, line: &[&'b Section<'a>], key: &Key<K>) -> &'b Section<'a> {
        debug_assert!(key::COPIED.contains(&key.name), "`like` does not copy {}", key.name);
        line.iter().copied().find(|row| row.has(key.name)).unwrap_or(line[0])
    }

    fn name(&self, row: &Section<'a>, id: &str) -> Name {
        let mut name = match row.get(key::NAME.name).map(|node| &node.value) {
            Some(Value::Table(_)) => {
                let table = row.table(&key::NAME.other_way());
                Name {
                    en: table.string(&key::EN).unwrap_or_default(),
                    ja: table.string(&key::JA),
                    kanji: table.string(&key::KANJI),
                    abbreviation: table.string(&key::ABBREVIATION),
                    romaji: table.string(&key::ROMAJI),
                }
            }
            _ => {
                let en = row.string(&key::NAME.one_way()).unwrap_or_else(|| id.to_string());
                Name { en, ..Name::default() }
            }
        };
        name.ja = name.ja.or_else(|| name.kanji.clone());
        name
    }

    fn aliases(&self, row: &Section<'a>) -> Vec<String> {
        let mut aliases = Vec::new();
        for (alias, at) in row.texts(&key::ALIASES) {
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
        if row.has(key::MOVE.name) && row.has(key::LIKE.name) {
            let help = "`like` copies the other piece's move: leave one of them out";
            let at = row.place(key::LIKE.name);
            row.report.error_help(at, "a piece cannot have both `move` and `like`", help);
        }
        let mover = self.copied(line, &key::MOVE);
        if !mover.has(key::MOVE.name) {
            if !line.iter().any(|r| r.has(key::LIKE.name)) {
                let help =
                    "every piece needs a `move` (XBetza) or a `like` (another piece's letter)";
                row.report.error_help(row.at, format!("`{}` has no movement", row.name), help);
            }
            return Vec::new();
        }
        let Some(node) = mover.get(key::MOVE.name) else { return Vec::new() };
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let texts: Vec<_> = items.iter().flat_map(|item| self.written(mover, item)).collect();
        if texts.len() > movement::MOST_TEXTS {
            let message = format!("more than {} movements of one piece", movement::MOST_TEXTS);
            mover.report.error(node.at, message);
            return Vec::new();
        }
        let parsed = texts.into_iter().filter_map(|(text, at, limits)| {
            let movement = movement::parse(row.report, text, at)?;
            let Limits { region: [from, to], over, takes } = limits;
            let movement = Movement { from, to, over, takes, ..movement };
            movement::fits_region(row.report, &movement, at).then_some(movement)
        });
        parsed.collect()
    }

    /// The texts of an item of `move`: one by itself, or those of a table with the squares from which and
    /// to which they hold.
    fn written<'b>(&self, mover: &Section<'b>, item: &'b Node) -> Vec<Written<'b>> {
        match &item.value {
            Value::Text(text) => vec![(text.as_str(), item.at, Limits::default())],
            Value::Table(_) => {
                let name = mover.path(key::MOVE.name);
                let table = Section::open(mover.report, &name, item, item.at, &key::MOVEMENT);
                let [from, to] = [&key::MOVEMENT_FROM, &key::MOVEMENT_TO]
                    .map(|key| self.frame.zone(&table, key));
                let region = [self.of_sides(from, table.choice(&key::MOVEMENT_SIDE)), to];
                let only = |key: &Key<Selector>| {
                    table.has(key.name).then(|| self.roster.select(&table, key))
                };
                let (over, takes) = (only(&key::MOVEMENT_OVER), only(&key::MOVEMENT_TAKES));
                let limits = Limits { region, over, takes };
                let texts = table.texts(&key::MOVEMENT_MOVE).into_iter();
                texts.map(|(text, at)| (text, at, limits.clone())).collect()
            }
            _ => {
                let expected = "a text, a table with `move`, or a list of them";
                mover.wrong(key::MOVE.name, item, expected);
                Vec::new()
            }
        }
    }

    /// The squares from which a movement holds, if only some sides have it.
    fn of_sides(
        &self,
        from: Option<[Vec<Square>; 2]>,
        [first, second]: [bool; 2],
    ) -> Option<[Vec<Square>; 2]> {
        if first && second {
            return from;
        }
        let everywhere = || [0, 1].map(|_| self.frame.board.squares().collect());
        let [of_first, of_second] = from.unwrap_or_else(everywhere);
        Some([
            if first { of_first } else { Vec::new() },
            if second { of_second } else { Vec::new() },
        ])
    }

    fn plain(&self, line: &[&Section<'a>], key: &Key<Plain>) -> Option<Movement> {
        let row = self.copied(line, key);
        let (text, at) = row.text(key)?;
        movement::parse_plain(row.report, text, at)
    }

    /// Powers that need one another.
    fn check_powers(&self, row: &Section<'a>, piece: &PieceData, line: &[&Section<'a>]) {
        if piece.flies.is_some() && piece.rank == 0 {
            let at = self.copied(line, &key::FLIES).place(key::FLIES.name);
            let help = "give the piece a `rank` of at least 1: it passes pieces of lower rank";
            row.report.error_help(at, "`flies` without a `rank` passes nothing", help);
        }
        let burns = self.copied(line, &key::BURNS).has(key::BURNS.name);
        if row.has(key::BURN_WHEN.name) && !burns {
            row.report.error(row.place(key::BURN_WHEN.name), "`burn_when` without `burns`");
        }
    }

    /// Nobody can begin with something in hand that becomes another piece there.
    fn check_hand(&self, row: &Section<'a>, piece: &PieceData, index: usize) {
        if piece.hand != [0, 0] && piece.demotes_to.index() != index {
            let held = self.ids[piece.demotes_to.index()];
            let message = format!("`{}` is never in hand: there it is `{held}`", piece.id);
            let help = format!("move `hand` to `{held}`");
            row.report.error_help(row.place(key::HAND.name), message, help);
        }
    }

    fn placed(&self, row: &Section<'a>) -> Placed {
        let first = self.frame.squares(row, &key::AT);
        let second = match self.frame.symmetry {
            Symmetry::None => self.frame.squares(row, &key::AT2),
            _ => first.iter().map(|&(s, at)| (self.frame.opposite(s), at)).collect(),
        };
        if self.frame.symmetry != Symmetry::None && row.has(key::AT2.name) {
            let help =
                "the second side's squares follow from `at`, unless `sides.symmetry = \"none\"`";
            let message = "`at2` contradicts the symmetry of the sides";
            row.report.error_help(row.place(key::AT2.name), message, help);
        }
        [first, second]
    }

    fn hand(&self, row: &Section<'a>) -> [u8; 2] {
        match row.get(key::HAND.name).map(|node| &node.value) {
            Some(Value::Table(_)) => {
                let sides = row.table(&key::HAND.other_way());
                [key::HAND_FIRST, key::HAND_SECOND].map(|side| sides.usual(&side) as u8)
            }
            _ => [row.usual(&key::HAND.one_way()) as u8; 2],
        }
    }

    fn promotes(&self, row: &Section<'a>, index: usize) -> Vec<PieceType> {
        let mut types = Vec::new();
        for (id, at) in row.texts(&key::PROMOTES) {
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
            row.report.error(row.place(key::PROMOTES.name), message);
            types.truncate(MOST_CHOICES);
        }
        types
    }

    /// What is captured becomes in the hand: what `held` says; otherwise `X` for `+X`, and for every other
    /// piece the piece itself.
    fn demotes_to(&self, row: &Section<'a>, index: usize) -> PieceType {
        let id = self.ids[index];
        if let Some((held, at)) = row.text(&key::HELD) {
            let piece = self.roster.expect(row, held, at);
            let changes = held != id && piece.is_some_and(|piece| self.changes_in_hand(piece));
            if changes {
                let message = format!("`{held}` does not stay what it is in the hand");
                let help = "`held` names what lies in the hand, and can be dropped from there";
                row.report.error_help(at, message, help);
            }
            return piece.unwrap_or(PieceType(index as u8));
        }
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

    /// Whether a piece is another one in the hand.
    fn changes_in_hand(&self, piece: PieceType) -> bool {
        let id = self.ids[piece.index()];
        match self.rows[piece.index()].text(&key::HELD) {
            Some((held, _)) => held != id,
            None => id.starts_with('+'),
        }
    }
}

/// Moves have room for so many choices.
const MOST_CHOICES: usize = 15;

fn has_alias(row: &Section<'_>, alias: &str) -> bool {
    match row.get(key::ALIASES.name).map(|node| &node.value) {
        Some(Value::Text(text)) => text == alias,
        Some(Value::List(items)) => {
            items.iter().any(|item| matches!(&item.value, Value::Text(text) if text == alias))
        }
        _ => false,
    }
}
