//! One flat configuration from a section and all that it inherits.
//!
//! A key of pieces changes what later letters mean, and what it takes away is gone from other keys. So
//! the sections are applied one after the other, the oldest parent first, each in the order in which
//! Fairy-Stockfish reads its keys.

mod value;

use crate::ini::{Entry, Section};
use crate::key::{self, KEYS, Key, Takes};
use crate::movement::Moves;
use crate::place::Place;
use crate::region::Region;
use crate::types::Type;
use komadai_variant::Diagnostic;
use komadai_variant::suggest::nearest;
use std::collections::BTreeMap;
pub(crate) use value::{Types, Value};

/// A type of piece that the game has.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The capital letter.
    pub(crate) letter: char,
    pub(crate) moves: Moves,
    /// What the file calls it.
    pub(crate) name: Option<String>,
    /// Where it was brought in.
    pub(crate) at: Option<Place>,
}

/// What a key has been set to.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) value: Value,
    /// As the file says it.
    pub(crate) text: String,
    /// `None` for what holds without the key.
    pub(crate) at: Option<Place>,
}

impl Slot {
    /// What holds before a file says anything.
    fn usual(key: &Key) -> Slot {
        let value = match (key.takes, key.default) {
            (Takes::Types, "p") => Value::Types(Types::of([Type::PAWN])),
            (Takes::Types, "k") => Value::Types(Types::of([Type::KING])),
            (Takes::Types, "r") => Value::Types(Types::of([Type::ROOK])),
            (Takes::Types, "*") => Value::Types(Types::everything()),
            // A section without a parent has no pieces to promote to.
            (Takes::Types, _) => Value::Types(Types::default()),
            (takes, text) => Value::default_of(takes, text),
        };
        Slot { value, text: key.default.into(), at: None }
    }
}

/// All values of all keys.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) pieces: BTreeMap<Type, Piece>,
    /// The squares of a type, for each side.
    pub(crate) mobility: [BTreeMap<Type, (Region, Place)>; 2],
    slots: BTreeMap<&'static str, Slot>,
    pub(crate) errors: Vec<Diagnostic>,
}

impl Config {
    /// The configuration of sections, each the parent of the next.
    pub(crate) fn of(lineage: &[&Section]) -> Config {
        let mut config = Config::empty();
        for section in lineage {
            config.apply(section);
        }
        config
    }

    /// What holds before a file says anything.
    fn empty() -> Config {
        let slot = |key: &'static Key| (key.name, Slot::usual(key));
        Config {
            pieces: BTreeMap::new(),
            mobility: Default::default(),
            slots: KEYS.iter().filter(|key| key.sets.is_empty()).map(slot).collect(),
            errors: Vec::new(),
        }
    }

    fn apply(&mut self, section: &Section) {
        for entry in &section.entries {
            self.expect_key(entry);
        }
        // Of the same key the last one counts.
        let entries: BTreeMap<&str, &Entry> =
            section.entries.iter().map(|entry| (entry.key.as_str(), entry)).collect();
        for kind in Type::all() {
            let name = kind.key();
            if let Some(entry) = entries.get(name.as_str()) {
                self.set_piece(kind, entry);
            }
            for (side, colour) in ["White", "Black"].into_iter().enumerate() {
                if let Some(entry) = entries.get(mobility_key(colour, &name).as_str()) {
                    self.set_mobility(side, kind, entry);
                }
            }
        }
        for key in KEYS {
            if let Some(entry) = entries.get(key.name) {
                self.set(key, entry);
                self.set_by_rank(key.name, entry);
            }
        }
        if let [Some(_), Some(least)] =
            ["doubleStepRank", "doubleStepRankMin"].map(|k| entries.get(k))
        {
            let message = "`doubleStepRankMin` has no effect beside `doubleStepRank`";
            let help = "write the squares, as in `doubleStepRegionWhite = *2 *3`";
            self.errors.push(least.key_at.error(message).with_help(help));
        }
    }

    /// Older keys that name ranks, as each side counts them, where later ones name squares.
    fn set_by_rank(&mut self, key: &str, entry: &Entry) {
        let by_rank = ["promotionRank", "doubleStepRank", "doubleStepRankMin"].contains(&key);
        if !by_rank {
            return;
        }
        let Some(rank) = self.index(key) else { return };
        let last = self.index("maxRank").unwrap_or(7);
        let (region, ranks) = match key {
            "promotionRank" => ("promotionRegion", rank..=last),
            "doubleStepRank" => ("doubleStepRegion", 1..=rank),
            "doubleStepRankMin" => ("doubleStepRegion", rank..=1),
            _ => return,
        };
        let turned = ranks.clone().map(|rank| last.saturating_sub(rank)).collect();
        for (colour, ranks) in [("White", ranks.collect()), ("Black", turned)] {
            let ranks: Vec<u8> = ranks;
            let name = format!("{region}{colour}");
            if let Some(slot) = self.slots.get_mut(name.as_str()) {
                slot.value = Value::Region(Region::ranks(&ranks));
                slot.text = entry.value.clone();
                slot.at = Some(entry.key_at.clone());
            }
        }
    }

    /// Notes a key that nobody knows.
    fn expect_key(&mut self, entry: &Entry) {
        let name = entry.key.as_str();
        let of_mobility = |kind: Type| {
            ["White", "Black"].iter().any(|colour| mobility_key(colour, &kind.key()) == name)
        };
        if key::find(name).is_some() || Type::of_key(name).is_some() || Type::all().any(of_mobility)
        {
            return;
        }
        let known: Vec<String> =
            key::names().map(String::from).chain(Type::all().map(Type::key)).collect();
        let error = entry.key_at.error(format!("unknown key `{name}`"));
        self.errors.push(match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error,
        });
    }

    fn set_piece(&mut self, kind: Type, entry: &Entry) {
        let Some(letter) = entry.value.chars().next() else { return };
        if letter == '-' {
            return self.remove(kind);
        }
        if !letter.is_ascii_alphabetic() {
            let message = format!("`{}` must be a letter, or `-` for no such piece", entry.key);
            return self.errors.push(entry.value_at.error(message));
        }
        let letter = letter.to_ascii_uppercase();
        let same: Vec<Type> =
            self.pieces.iter().filter(|(_, p)| p.letter == letter).map(|(kind, _)| *kind).collect();
        same.into_iter().for_each(|kind| self.remove(kind));
        let text = entry.value.get(1..).and_then(|rest| rest.strip_prefix(':'));
        if text.is_none() && (kind.is_custom() || entry.value.len() > 1) {
            let message = format!("`{}` takes a letter and a movement, as in `a:KN`", entry.key);
            self.errors.push(entry.value_at.error(message));
        }
        if text.is_some() && !kind.is_custom() && kind != Type::KING {
            let message = format!("`{}` takes a letter: its movement is known", entry.key);
            self.errors.push(entry.value_at.error(message));
        }
        if kind.is_custom() && text.is_some_and(|text| text.contains('e')) {
            for key in ["enPassantTypesWhite", "enPassantTypesBlack"] {
                self.change_types(key, |types| types.insert(kind));
            }
        }
        let moves = Moves::read(text.unwrap_or(kind.movement())).unwrap_or_else(|fault| {
            let at = entry.value_at.part(fault.at.start + 2..fault.at.end + 2);
            self.errors.push(at.error(fault.message));
            Moves::default()
        });
        let piece =
            Piece { letter, moves, name: entry.note.clone(), at: Some(entry.key_at.clone()) };
        self.pieces.insert(kind, piece);
    }

    /// A type that the game does not have any more, and that no pawn becomes.
    fn remove(&mut self, kind: Type) {
        self.pieces.remove(&kind);
        for key in ["promotionPieceTypesWhite", "promotionPieceTypesBlack"] {
            self.change_types(key, |types| types.remove(kind));
        }
    }

    fn change_types(&mut self, key: &str, change: impl FnOnce(&mut Types)) {
        if let Some(Slot { value: Value::Types(types), .. }) = self.slots.get_mut(key) {
            change(types);
        }
    }

    fn set_mobility(&mut self, side: usize, kind: Type, entry: &Entry) {
        match Region::read(&entry.value) {
            Ok(region) => {
                self.mobility[side].insert(kind, (region, entry.key_at.clone()));
            }
            Err(message) => self.errors.push(entry.value_at.error(message)),
        }
    }

    fn set(&mut self, key: &'static Key, entry: &Entry) {
        let letters: BTreeMap<char, Type> =
            self.pieces.iter().map(|(kind, piece)| (piece.letter, *kind)).collect();
        let value = match Value::read(key.takes, &entry.value, &letters) {
            Ok(value) => value,
            Err(message) => {
                let message = format!("`{}`: {message}", key.name);
                return self.errors.push(entry.value_at.error(message));
            }
        };
        let names = if key.sets.is_empty() { std::slice::from_ref(&key.name) } else { key.sets };
        for name in names {
            let Some(slot) = self.slots.get_mut(name) else { continue };
            let value = value.clone().onto(&slot.value);
            *slot = Slot { value, text: entry.value.clone(), at: Some(entry.key_at.clone()) };
        }
    }

    /// Sets a key back to what holds without it, and gives what it was.
    pub(crate) fn reset(&mut self, name: &str) -> Option<Slot> {
        let slot = self.slots.get_mut(name)?;
        Some(std::mem::replace(slot, Slot::usual(key::find(name)?)))
    }

    /// Everything that a key has been set to.
    pub(crate) fn slot(&self, name: &str) -> &Slot {
        &self.slots[name]
    }

    /// Whether a key has another value than without it.
    pub(crate) fn differs(&self, key: &Key) -> bool {
        let slot = self.slot(key.name);
        slot.at.is_some() && slot.value != Slot::usual(key).value
    }

    /// The type with that letter.
    pub(crate) fn lettered(&self, letter: char) -> Option<Type> {
        self.pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(kind, _)| *kind)
    }
}

fn mobility_key(colour: &str, kind: &str) -> String {
    let (first, rest) = kind.split_at(1);
    format!("mobilityRegion{colour}{}{rest}", first.to_ascii_uppercase())
}
