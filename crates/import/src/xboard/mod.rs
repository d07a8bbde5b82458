//! What engines send to XBoard of games that it does not know: from `setup` and `piece` to a game of ours.

mod log;
mod setup;
mod table;

use crate::game::{Drops, End, Game, Movement, Piece, Promotion, Sides, Symmetry};
use crate::region::Square;
use crate::report::Report;
use crate::{Imported, Wish, names, naming, xbetza};
use komadai_variant::{Diagnostics, Source};
pub(crate) use log::is_told;
use log::{Log, PieceLine, Told};
use setup::{Parent, Setup};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{FERZ, PAWN};

/// See [`crate::FileForm::games`].
pub(crate) fn games(source: &Source) -> Vec<String> {
    log::read(&Arc::new(source.clone())).games.into_iter().map(|game| game.id).collect()
}

/// See [`crate::import`].
pub(crate) fn import(source: &Source, wish: &Wish) -> Result<Imported, Diagnostics> {
    let log = log::read(&Arc::new(source.clone()));
    let told = log.games.iter().find(|game| game.id == wish.game).ok_or_else(|| {
        let names = log.games.iter().map(|game| game.id.as_str());
        naming::missing(source, "game", &wish.game, names)
    })?;
    let mut report = Report::new(told.setup.at.clone());
    note(&log, &mut report);
    for word in wish.leave_out.iter().filter(|word| *word != setup::PARENT) {
        report.error(None, format!("only the rules of the `parent` can be left out, not `{word}`"));
    }
    let setup = setup::read(&told.setup, &wish.leave_out, &mut report);
    let game = setup.and_then(|setup| {
        let movements = movements(told, &setup, &mut report);
        // Lines that cannot be read are not looked at any further.
        (!report.broken).then(|| Rules { told, setup, movements }.game(wish, &mut report))
    });
    report.finish(game)
}

/// Tells of lines that say nothing of a game.
fn note(log: &Log, report: &mut Report) {
    if let Some(early) = &log.early {
        report.error(Some(early), "a `piece` stands behind the `setup` of its game".into());
    }
    if let Some(beyond) = &log.too_many {
        report.error(Some(beyond), "no game has so many pieces".into());
    }
    if let Some(other) = &log.other {
        let message = match log.others {
            1 => "this line is neither `setup` nor `piece`: passed over".to_owned(),
            others => format!("{others} lines are neither `setup` nor `piece`: passed over"),
        };
        report.remark(Some(other), message);
    }
}

/// How each side's piece of a letter moves, in the order of the lines.
type Movements = Vec<(String, [Option<String>; 2])>;

/// Reads the lines of the pieces. Of the same piece the last one counts.
fn movements(told: &Told, setup: &Setup, report: &mut Report) -> Movements {
    let mut movements: Movements = Vec::new();
    let starts = starts(setup);
    for line in &told.pieces {
        let written = line.id.text.as_str();
        let id = written.to_ascii_uppercase();
        let at_start = starts.get(&id).cloned().unwrap_or_default();
        let Some(text) = movement(line, setup, &at_start, report) else { continue };
        if id.contains(['"', '!']) {
            let message = format!("`{written}` has a mark that positions cannot have here");
            report.error(Some(&line.id.at), message);
            continue;
        }
        let at = movements.iter().position(|(other, _)| *other == id).unwrap_or_else(|| {
            movements.push((id.clone(), [None, None]));
            movements.len() - 1
        });
        let is_second = written.contains(|c: char| c.is_ascii_lowercase());
        for (side, own) in movements[at].1.iter_mut().enumerate() {
            if line.both || is_second == (side == 1) {
                *own = Some(text.clone());
            }
        }
    }
    movements
}

/// A movement, without what it may say of drops, which XBoard does not read.
fn movement(
    line: &PieceLine,
    setup: &Setup,
    starts: &Sides,
    report: &mut Report,
) -> Option<String> {
    let text = line.movement.text.as_str();
    let text = match text.find('@') {
        None => text,
        Some(at) => {
            let drops = line.movement.at.part(at..text.len());
            report.remark(Some(&drops), "`@`: drops are those of the parent, as in XBoard".into());
            text[..at].trim_end_matches(|c: char| c.is_ascii_lowercase())
        }
    };
    let piece = xbetza::Piece { board: &setup.board, starts, in_diagram: false };
    xbetza::movement(text, &line.movement.at, &piece, report)
}

/// Where the pieces stand.
fn starts(setup: &Setup) -> BTreeMap<String, Sides> {
    let mut starts: BTreeMap<String, Sides> = BTreeMap::new();
    for (square, man) in &setup.fen.men {
        let plus = if man.promoted { "+" } else { "" };
        let primes = "'".repeat(man.primes.into());
        let sides = starts.entry(format!("{plus}{}{primes}", man.letter)).or_default();
        sides[usize::from(man.second)].insert(*square);
    }
    starts
}

/// A game's lines, and what follows from them.
struct Rules<'t> {
    told: &'t Told,
    setup: Setup,
    movements: Movements,
}

impl Rules<'_> {
    fn game(&self, wish: &Wish, report: &mut Report) -> Game {
        let setup = &self.setup;
        let starts = starts(setup);
        let ids = self.ids(&starts);
        let symmetry = Symmetry::of(&setup.board, starts.values());
        let pieces: Vec<Piece> =
            ids.iter().filter_map(|id| self.piece(id, &ids, &starts, report)).collect();
        self.kings(&pieces, report);
        let promotes = pieces.iter().any(|piece| !piece.promotes.is_empty());
        let (id, name) = (naming::id(&self.told.id, "xboard"), naming::shown(&self.told.id));
        self.tell(promotes, report);
        Game {
            name: name.unwrap_or_else(|| id.clone()),
            id,
            head: head(wish),
            board: setup.board.clone(),
            symmetry,
            promotion: promotes.then(|| self.promotion()),
            captures_to_hand: setup.held > 0,
            drops: self.drops(&pieces),
            partners: xbetza::partners(&pieces, &setup.board),
            pieces,
            end: self.end(),
            ..Game::default()
        }
    }

    fn is_shogi(&self) -> bool {
        self.setup.parent == Parent::Shogi
    }

    /// The pieces that can appear: those that lines describe, those of the table, those of the position.
    fn ids(&self, starts: &BTreeMap<String, Sides>) -> Vec<String> {
        let mut ids: Vec<String> = self.movements.iter().map(|(id, _)| id.clone()).collect();
        let table = &self.setup.table;
        let has_table = self.told.setup.text.starts_with('(');
        let letters = table.letters.iter().filter(|_| has_table).map(|letter| letter.id.clone());
        let promoted = table.promoted.iter().map(|letter| format!("+{letter}"));
        let held = self.setup.fen.hands.keys().map(char::to_string);
        let others = starts.keys().cloned().chain(held).chain(letters).chain(promoted);
        for id in others {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }

    fn piece(
        &self,
        id: &str,
        ids: &[String],
        starts: &BTreeMap<String, Sides>,
        report: &mut Report,
    ) -> Option<Piece> {
        let movements = self.movements_of(id, starts.contains_key(id), report)?;
        let mut held = self.setup.fen.hands.iter();
        let hand = held.find(|(letter, _)| letter.to_string() == id).map(|(_, hand)| *hand);
        Some(Piece {
            id: id.into(),
            name: self.name(id, &movements),
            movements,
            at: starts.get(id).cloned().unwrap_or_default(),
            hand: hand.unwrap_or_default(),
            royal: self.is_king(id),
            promotes: self.promotes(id, ids),
            ..Piece::default()
        })
    }

    /// What a piece is called: by its movement, as the lines give no names.
    fn name(&self, id: &str, movements: &[Movement]) -> String {
        if let Some(plain) = id.strip_prefix('+') {
            let lines = self.movements.iter().find(|(other, _)| other == plain);
            let text = lines.and_then(|(_, sides)| sides[0].as_deref());
            let text = text.or_else(|| self.setup.table.movement(plain, self.is_shogi()));
            let text = text.unwrap_or_default().to_owned();
            let name = self.name(plain, &[Movement { text, ..Movement::default() }]);
            return format!("Promoted {name}");
        }
        match movements {
            _ if self.is_king(id) => "King".into(),
            _ if self.setup.table.stands(id, PAWN) => "Pawn".into(),
            [one] => names::name(&one.text).unwrap_or_else(|| id.into()),
            _ => id.into(),
        }
    }

    /// Who has no king loses in a way of which nothing is said.
    fn kings(&self, pieces: &[Piece], report: &mut Report) {
        for (side, name) in ["White", "Black"].into_iter().enumerate() {
            if !pieces.iter().any(|piece| piece.royal && !piece.at[side].is_empty()) {
                let why = format!("{name} has no king, and how else it loses is not said");
                report.refuse_at(&self.told.setup.at, "setup", &why);
            }
        }
    }

    fn is_king(&self, id: &str) -> bool {
        self.setup.table.king.as_deref() == Some(id)
    }

    /// How a piece moves, by its lines or else as XBoard's piece of that picture.
    fn movements_of(&self, id: &str, is_there: bool, report: &mut Report) -> Option<Vec<Movement>> {
        let of_side =
            |text: &str, side| Movement { text: text.into(), side, ..Movement::default() };
        let lines = self.movements.iter().find(|(other, _)| other == id).map(|(_, sides)| sides);
        match lines {
            Some([Some(first), Some(second)]) if first == second => {
                return Some(vec![of_side(first, None)]);
            }
            Some([first, second]) => {
                let sides = [(first, "first"), (second, "second")].into_iter();
                return Some(
                    sides
                        .filter_map(|(text, side)| Some(of_side(text.as_ref()?, Some(side))))
                        .collect(),
                );
            }
            None => {}
        }
        let Some(plain) = self.setup.table.movement(id, self.is_shogi()) else {
            if is_there {
                let message = format!("no line says how `{id}` moves, and XBoard does not know it");
                report.error(None, message);
            } else {
                let message = format!("`{id}` is left out: no line says how it moves");
                report.remark(None, message);
            }
            return None;
        };
        let castling = if self.is_king(id) { self.castling() } else { "" };
        let text = format!("{plain}{castling}");
        let message =
            format!("no line says how `{id}` moves: `{text}`, as XBoard's piece of that picture");
        report.remark(None, message);
        Some(vec![of_side(&text, None)])
    }

    /// How a king castles that no line describes.
    fn castling(&self) -> &'static str {
        match self.setup.parent {
            _ if self.setup.fen.rights.is_empty() => "",
            Parent::Fairy | Parent::Crazyhouse => "isO2",
            Parent::Capablanca => "isO3",
            Parent::Shatranj | Parent::Shogi | Parent::Chu => "",
        }
    }

    /// What a piece becomes. `+` forms belong to Shogi and Chu Shogi; elsewhere pieces in the place of the pawn or
    /// the lance choose among the others.
    fn promotes(&self, id: &str, ids: &[String]) -> Vec<String> {
        let plus = format!("+{id}");
        if ids.contains(&plus) {
            return vec![plus];
        }
        let table = &self.setup.table;
        if [Parent::Shogi, Parent::Chu].contains(&self.setup.parent) || !table.is_pawn(id) {
            return Vec::new();
        }
        let is_shatranj = self.setup.parent == Parent::Shatranj;
        let others = ids.iter().filter(|id| {
            !id.starts_with('+')
                && !self.is_king(id)
                && !table.is_pawn(id)
                && (!is_shatranj || table.stands(id, FERZ))
        });
        others.cloned().collect()
    }

    fn promotion(&self) -> Promotion {
        let ranks = self.setup.board.ranks;
        // As XBoard counts it, also where it leaves the zone to the engine.
        let third = (ranks / 3 + u8::from(ranks == 8)).max(1);
        let (depth, when, mandatory) = match self.setup.parent {
            Parent::Shogi => (third, vec!["enter", "inside", "leave"], false),
            Parent::Chu => (third, vec!["enter", "capture-from-inside"], false),
            _ => (1, vec!["enter"], true),
        };
        let zone = [0, 1].map(|side| {
            let board = &self.setup.board;
            let far = |square: &Square| board.rank_of(square.1, side == 1) >= ranks - depth;
            board.squares().into_iter().filter(far).collect()
        });
        Promotion { zone, when, mandatory, forced_when_stuck: !mandatory, limits: Vec::new() }
    }

    fn drops(&self, pieces: &[Piece]) -> Drops {
        if self.setup.held == 0 {
            return Drops::default();
        }
        let pawns = pieces.iter().filter(|piece| self.setup.table.stands(&piece.id, PAWN));
        let pawns: Vec<String> = pawns.map(|piece| piece.id.clone()).collect();
        let not_stuck = self.is_shogi() || !pawns.is_empty();
        let pawns = if self.is_shogi() { pawns } else { Vec::new() };
        Drops {
            allowed: true,
            not_stuck,
            limit: (!pawns.is_empty()).then(|| (pawns.clone(), 1)),
            no_mate: pawns,
            ..Drops::default()
        }
    }

    fn end(&self) -> End {
        let stalemate = match self.setup.parent {
            Parent::Fairy | Parent::Capablanca | Parent::Crazyhouse => "draw",
            Parent::Shatranj | Parent::Shogi | Parent::Chu => "loss",
        };
        End { stalemate, mated: "loss", ..End::default() }
    }

    /// Tells what the lines leave open, and what was taken for it.
    fn tell(&self, promotes: bool, report: &mut Report) {
        let mut tell = |message: &str| report.remark(None, message.into());
        tell(
            "these lines do not say what repetition and many quiet moves lead to: neither ends the game here",
        );
        match self.setup.parent {
            Parent::Chu if promotes => tell(
                "these lines do not say where pieces promote: taken for the last third of the ranks, as in Chu Shogi",
            ),
            Parent::Shogi => tell("promotion, drops and stalemate are taken from XBoard's Shogi"),
            _ if promotes => {
                tell("promotion is taken from XBoard: pawns must promote on the last rank")
            }
            _ => {}
        }
        if self.setup.parent == Parent::Shatranj {
            tell("the rule of the bare king is not said by these lines, and is not in the file");
        }
        if self.setup.held > 0 && !self.is_shogi() {
            tell(
                "captured pieces are taken to come to the captor's hand, to be dropped where they can move",
            );
        }
    }
}

fn head(wish: &Wish) -> Vec<String> {
    let mut head = vec!["Imported from what an engine tells XBoard.".to_owned()];
    if !wish.leave_out.is_empty() {
        head.push("Some of its rules were left out: see below.".into());
    }
    head
}
