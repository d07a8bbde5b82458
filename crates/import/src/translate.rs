//! From a section to a game of ours.

use crate::config::Config;
use crate::fen::Fen;
use crate::forms::{COLOURS, Form, Forms, Promoting};
use crate::game::{Game, Movement, Piece, Sides, Symmetry};
use crate::ini::{self, File, Section};
use crate::key::{self, Fate, KEYS};
use crate::region::{Board, MOST, Square};
use crate::report::Report;
use crate::types::Type;
use crate::{
    BUILTIN_NAME, Imported, PieceKind, Wish, builtin, castling, drops, ends, explosion, lineage,
    naming, palace, passing, pawns, placement, promotion,
};
use komadai_variant::{Diagnostic, Diagnostics, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// All that a section says, and what follows from it.
pub(crate) struct Rules<'a> {
    pub(crate) config: &'a Config,
    pub(crate) fen: Fen,
    pub(crate) board: Board,
    pub(crate) promoting: Promoting,
    pub(crate) forms: Forms,
}

/// See [`crate::import`].
pub(crate) fn import(source: &Source, wish: &Wish) -> Result<Imported, Diagnostics> {
    let file = ini::read(&Arc::new(source.clone()));
    let builtin = ini::read(&Arc::new(builtin()));
    let index = file.find(&wish.game).ok_or_else(|| {
        let names = file.sections.iter().map(|section| section.name.as_str());
        naming::missing(source, "section", &wish.game, names)
    })?;
    let section = &file.sections[index];
    let line = lineage::of(&file, &builtin, index)?;
    let mut config = Config::of(&line);
    let mut report = Report::new(section.at.clone());
    report.extend(faults(&file, &line));
    report.extend(std::mem::take(&mut config.errors));
    leave_out(&mut config, wish, &mut report);
    refuse(&config, &mut report);
    let game = match read(&config, &mut report) {
        // A section that cannot be read is not looked at any further.
        Some(rules) if !report.broken => Some(rules.game(section, &line, wish, &mut report)),
        _ => None,
    };
    report.finish(game)
}

/// Lines that could not be read, in the sections that matter.
fn faults(file: &File, line: &[&Section]) -> Vec<Diagnostic> {
    let matters = |at: &Option<usize>| {
        at.is_some_and(|at| line.iter().any(|section| std::ptr::eq(*section, &file.sections[at])))
    };
    let faults = file.errors.iter().filter(|(at, _)| matters(at));
    faults.map(|(_, error)| error.clone()).collect()
}

/// Sets back what the game is to do without.
fn leave_out(config: &mut Config, wish: &Wish, report: &mut Report) {
    for name in &wish.leave_out {
        let Some(key) = key::find(name) else {
            report.error(None, format!("there is no key `{name}` to leave out"));
            continue;
        };
        let names = if key.sets.is_empty() { std::slice::from_ref(&key.name) } else { key.sets };
        for name in names {
            if !matches!(key::find(name).map(|key| key.fate), Some(Fate::Refused(_))) {
                let message = format!("`{name}` can be said, so it cannot be left out");
                report.error(config.slot(name).at.as_ref(), message);
            } else if let Some(old) = config.reset(name).filter(|slot| slot.at.is_some()) {
                let message = format!("left out: `{name} = {}`", old.text);
                report.remark(old.at.as_ref(), message);
            }
        }
    }
}

/// Refuses what cannot be said at all, and notes what need not be said.
fn refuse(config: &Config, report: &mut Report) {
    for key in KEYS.iter().filter(|key| key.sets.is_empty()) {
        match key.fate {
            Fate::Refused(means) if config.differs(key) => {
                report.refuse(config, key.name, means);
            }
            Fate::Shown if config.slot(key.name).at.is_some() => {
                let message = format!("`{}` is about how a game is shown or played well", key.name);
                report.remark(config.slot(key.name).at.as_ref(), message);
            }
            _ => {}
        }
    }
}

/// Reads the board, the start and who is there. `None` where there is no position to stand on.
fn read<'a>(config: &'a Config, report: &mut Report) -> Option<Rules<'a>> {
    let [ranks, files] =
        ["maxRank", "maxFile"].map(|key| config.index(key).map_or(8, |last| last + 1).min(MOST));
    let slot = config.slot("startFen");
    let fen = match Fen::read(&slot.text, files, ranks) {
        Ok(fen) => fen,
        Err(message) => {
            report.error(slot.at.as_ref(), format!("`startFen`: {message}"));
            return None;
        }
    };
    let board = Board { files, ranks, holes: fen.walls.clone(), from_0: false };
    let promoting = Promoting::of(config);
    if let Some(man) = fen.men.values().find(|man| man.primes > 0) {
        let message = format!("`startFen`: there is no piece `{}'`", man.letter);
        report.error(slot.at.as_ref(), message);
        return None;
    }
    let letters: BTreeSet<(char, bool)> =
        fen.men.values().map(|m| (m.letter, m.promoted)).collect();
    let held = fen.hands.keys().map(|letter| (*letter, false));
    for (letter, promoted) in letters.into_iter().chain(held) {
        let kind = config.lettered(letter);
        let known = kind.is_some_and(|kind| !promoted || promoting.pieces.contains_key(&kind));
        if !known {
            let plus = if promoted { "+" } else { "" };
            let message = format!("`startFen`: there is no piece `{plus}{letter}`");
            report.error(slot.at.as_ref(), message);
            return None;
        }
    }
    if fen.second_moves {
        report.refuse(config, "startFen", "the second side moves first");
    }
    let forms = Forms::of(config, &fen, &promoting);
    Some(Rules { config, fen, board, promoting, forms })
}

impl Rules<'_> {
    /// The game, as far as it can be said; what cannot is in the report.
    fn game(&self, section: &Section, line: &[&Section], wish: &Wish, report: &mut Report) -> Game {
        self.kings(report);
        self.unseen(report);
        let starts = self.starts();
        let symmetry = Symmetry::of(&self.board, starts.values());
        let castling = castling::read(self, &starts, report);
        let (id, name) = identity(section);
        let partners = castling.as_ref().map(|castling| castling.partners.clone());
        let mut pieces = self.pieces(&starts, castling.as_ref(), report);
        let placement = placement::read(self, &starts, &mut pieces, report);
        Game {
            id,
            name,
            start: self.config.slot("startFen").text.clone(),
            head: head(section, line, wish),
            board: self.board.clone(),
            symmetry,
            pieces,
            promotion: promotion::read(self, report),
            captures_to_hand: self.config.flag("capturesToHand"),
            must_capture: self.config.flag("mustCapture"),
            explosion: explosion::read(self, report),
            drops: drops::read(self, report),
            placement,
            partners: partners.unwrap_or_default(),
            passing: passing::read(self, report),
            end: ends::read(self, report),
            ..Game::default()
        }
    }

    /// The letter of a form.
    pub(crate) fn id(&self, form: Form) -> String {
        self.forms.id(self.config, form)
    }

    /// The letters of forms.
    pub(crate) fn ids(&self, forms: impl Iterator<Item = Form>) -> Vec<String> {
        forms.map(|form| self.id(form)).collect()
    }

    /// The squares of a key of each side.
    pub(crate) fn regions(&self, key: &str) -> Sides {
        COLOURS.map(|colour| self.config.region(&format!("{key}{colour}")).on(&self.board))
    }

    /// Whether something comes to the board from a hand.
    pub(crate) fn drops(&self) -> bool {
        self.config.flag("pieceDrops")
            && (self.config.flag("capturesToHand") || !self.fen.hands.is_empty())
    }

    /// Whether a form can be dropped.
    pub(crate) fn is_dropped(&self, form: Form) -> bool {
        let Some(base) = self.config.pieces.get(&form.base) else { return false };
        let held = self.config.flag("capturesToHand") || self.fen.hands.contains_key(&base.letter);
        let lands = form.promoted.is_none() || self.config.flag("dropPromoted");
        let there = self.forms.sides.contains_key(&form);
        there && self.drops() && held && lands && form.kind() != Type::KING
    }

    /// The squares on which a type may stand, if not on all.
    pub(crate) fn confine(&self, kind: Type) -> Option<Sides> {
        let sides = [0, 1].map(|side| {
            let region = self.config.mobility[side].get(&kind)?;
            let squares = region.0.on(&self.board);
            // No squares at all mean all of them there.
            (!squares.is_empty()).then_some(squares)
        });
        if sides.iter().all(Option::is_none) {
            return None;
        }
        Some(sides.map(|squares| squares.unwrap_or_else(|| self.board.squares())))
    }

    /// Each side may have one king.
    fn kings(&self, report: &mut Report) {
        let Some(king) = self.config.pieces.get(&Type::KING) else { return };
        for (second, colour) in [false, true].into_iter().zip(COLOURS) {
            let is_king =
                |man: &&crate::fen::Man| man.letter == king.letter && man.second == second;
            if self.fen.men.values().filter(is_king).count() > 1 {
                report.refuse(self.config, "startFen", &format!("{colour} has several kings"));
            }
        }
    }

    /// Pieces that nobody will ever see are left out.
    fn unseen(&self, report: &mut Report) {
        for (kind, piece) in &self.config.pieces {
            let seen = self.forms.moving_as(|other| other == *kind).next().is_some();
            let builtin = piece.at.as_ref().is_some_and(|at| at.source.name == BUILTIN_NAME);
            if !seen && !builtin {
                let message =
                    format!("`{}` can never appear: the file has no such piece", kind.key());
                report.remark(piece.at.as_ref(), message);
            }
        }
    }

    /// Where the pieces stand.
    fn starts(&self) -> BTreeMap<Form, Sides> {
        let mut starts: BTreeMap<Form, Sides> = BTreeMap::new();
        for (square, man) in &self.fen.men {
            let Some(base) = self.config.lettered(man.letter) else { continue };
            let promoted = self.promoting.pieces.get(&base).copied().filter(|_| man.promoted);
            let sides = starts.entry(Form { base, promoted }).or_default();
            sides[usize::from(man.second)].insert(*square);
        }
        starts
    }

    fn pieces(
        &self,
        starts: &BTreeMap<Form, Sides>,
        castling: Option<&castling::Castling>,
        report: &mut Report,
    ) -> Vec<Piece> {
        let royals = ends::royals(self, report);
        let passing = pawns::passing(self, starts, report);
        let mut pieces = Vec::new();
        for form in self.ordered(starts) {
            let kind = form.kind();
            let moves = self.config.pieces[&kind].moves_for(self, kind);
            let movements = passing.movements(kind, moves);
            let mut movements = palace::cross(self, kind, movements, report);
            palace::follow_lines(self, kind, &mut movements);
            if let Some(castling) = castling.filter(|c| c.king == kind && form.promoted.is_none()) {
                for (text, side) in &castling.movements {
                    match side {
                        None => pawns::add_everywhere(&mut movements, text),
                        Some(_) => movements.push(Movement {
                            text: text.clone(),
                            side: *side,
                            ..Movement::default()
                        }),
                    }
                }
            }
            self.check_kind(kind, movements.is_empty(), report);
            let letter = self.config.pieces[&form.base].letter;
            let promotes = self.forms.promotes.get(&form).cloned().unwrap_or_default();
            let mut piece = Piece {
                id: self.id(form),
                name: self.name(form),
                movements,
                at: starts.get(&form).cloned().unwrap_or_default(),
                hand: match form.promoted {
                    None => self.fen.hands.get(&letter).copied().unwrap_or_default(),
                    Some(_) => [0, 0],
                },
                royal: royals.contains(&kind),
                promotes: self.ids(promotes.into_iter()),
                held: self.forms.is_one_of_several(form).then(|| letter.to_string()),
                confine: drops::confine(self, form),
                burns: None,
                kind: Some(PieceKind {
                    id: self.id(form),
                    letter: kind.letter_in_moves(self.config.pieces[&kind].letter),
                    number: kind.0,
                    is_pawn: kind == Type::PAWN,
                    is_king: kind == Type::KING,
                }),
            };
            palace::face(self, kind, &mut piece);
            pieces.push(piece);
        }
        pieces
    }

    /// Forms in the order of a file: by where they stand, the first rank first, those that promote
    /// to each other side by side.
    fn ordered(&self, starts: &BTreeMap<Form, Sides>) -> Vec<Form> {
        let rank = |form: &Form| {
            let plain = Form::plain(form.base);
            let place = starts.get(&plain).into_iter().flat_map(|sides| {
                sides.iter().enumerate().flat_map(|(side, squares)| {
                    let seen = move |(f, r): &Square| (self.board.rank_of(*r, side == 1), *f);
                    squares.iter().map(seen)
                })
            });
            let king = form.kind() != Type::KING;
            (king, place.min().unwrap_or((u8::MAX, 0)).0, form.base, form.promoted)
        };
        let mut forms: Vec<Form> = self.forms.sides.keys().copied().collect();
        forms.sort_by_key(rank);
        forms
    }

    fn name(&self, form: Form) -> String {
        let base = &self.config.pieces[&form.base];
        let plain = |kind: Type| {
            let piece = &self.config.pieces[&kind];
            let named = piece.name.clone().or_else(|| kind.name().map(Into::into));
            named.unwrap_or_else(|| piece.letter.to_string())
        };
        match form.promoted {
            None => base.name.clone().unwrap_or_else(|| plain(form.base)),
            Some(kind) if self.forms.is_one_of_several(form) => format!("Promoted {}", plain(kind)),
            Some(_) => format!("Promoted {}", plain(form.base)),
        }
    }

    /// Types whose movement is more than a text says.
    fn check_kind(&self, kind: Type, is_fixed: bool, report: &mut Report) {
        let piece = &self.config.pieces[&kind];
        if is_fixed {
            let message = format!("`{}` cannot be imported: it has no movement", kind.key());
            report.error(piece.at.as_ref(), message);
        } else if pawns::leaps_over_holes(self, &piece.moves_for(self, kind)) {
            let message = format!(
                "`{}` cannot be imported: holes stop its leaps, as pieces between do",
                kind.key()
            );
            report.error(piece.at.as_ref(), message);
        }
    }
}

/// The game's id and name.
fn identity(section: &Section) -> (String, String) {
    let id = naming::id(&section.name, "fairy");
    let name = section.note.clone().or_else(|| naming::shown(&section.name));
    (id.clone(), name.unwrap_or(id))
}

/// What the file says of its origin.
fn head(section: &Section, line: &[&Section], wish: &Wish) -> Vec<String> {
    let shown = |name: &str| name.chars().filter(|c| !c.is_control()).collect::<String>();
    let mut head = vec![format!("Imported from the section [{}].", shown(&section.name))];
    let parents: Vec<String> =
        line.iter().rev().skip(1).map(|parent| shown(&parent.name)).collect();
    if !parents.is_empty() {
        head.push(format!("It inherits from {}.", parents.join(", which inherits from ")));
    }
    if !wish.leave_out.is_empty() {
        head.push("Some of its rules were left out: see below.".into());
    }
    head
}
