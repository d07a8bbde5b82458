//! `setup`: the letters, the size of the board, the game that XBoard takes for its own rules, the start position.

use super::log::Said;
use super::table::Table;
use crate::fen::Fen;
use crate::place::Place;
use crate::region::{Board, MOST};
use crate::report::Report;

/// XBoard's game from which the rules come that lines do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    Fairy,
    Shatranj,
    Capablanca,
    Crazyhouse,
    Shogi,
    Chu,
}

/// What a `setup` says.
pub(crate) struct Setup {
    pub(crate) table: Table,
    pub(crate) board: Board,
    /// How many types can be in hand.
    pub(crate) held: u8,
    pub(crate) parent: Parent,
    pub(crate) fen: Fen,
}

/// The word by which the rules of the parent are left out.
pub(crate) const PARENT: &str = "parent";

/// Reads `(PNBRQK..) 8x8+0_fairy FEN`; `None` where that is not possible, which the report then says.
pub(crate) fn read(said: &Said, leave_out: &[String], report: &mut Report) -> Option<Setup> {
    let text = said.text.as_str();
    let (table, rest) = match text.strip_prefix('(') {
        None => (None, text),
        Some(inside) => match inside.split_once(')') {
            Some((table, rest)) => (Some(table), rest),
            None => {
                report.error(Some(&said.at), "the table of letters ends with `)`".into());
                return None;
            }
        },
    };
    let part = |part: &str| {
        let from = part.as_ptr() as usize - text.as_ptr() as usize;
        said.at.part(from..from + part.len())
    };
    let rest = rest.trim_start();
    let (size, fen) = rest.split_once(' ').unwrap_or((rest, ""));
    let fen = fen.trim();
    let Some(Size { files, ranks, held, parent }) = Size::read(size) else {
        let message = "expected the size of the board, as in `8x8+0_fairy`";
        report.error(Some(&part(size)), message.into());
        return None;
    };
    let parent = self::parent(parent, &part(parent), leave_out, report)?;
    let read = match Fen::read(fen, files, ranks) {
        Ok(fen) => fen,
        Err(message) => {
            report.error(Some(&part(fen)), message);
            return None;
        }
    };
    if read.second_moves {
        report.refuse_at(&part(fen), "setup", "the second side moves first");
    }
    let table = match table {
        Some(table) => Table::read(table),
        None => Table::usual(parent == Parent::Shogi),
    };
    let board = Board { files, ranks, holes: read.walls.clone(), from_0: false };
    Some(Setup { table, board, held, parent, fen: read })
}

/// `8x8+0_fairy`
struct Size<'t> {
    files: u8,
    ranks: u8,
    held: u8,
    parent: &'t str,
}

impl Size<'_> {
    fn read(text: &str) -> Option<Size<'_>> {
        let (size, parent) = text.split_once('_').unwrap_or((text, "fairy"));
        let (files, rest) = size.split_once('x')?;
        let (ranks, held) = rest.split_once('+').unwrap_or((rest, "0"));
        let [files, ranks] = [files, ranks].map(|number| number.parse().ok());
        let in_bounds = |number: &u8| (1..=MOST).contains(number);
        Some(Size {
            files: files.filter(in_bounds)?,
            ranks: ranks.filter(in_bounds)?,
            held: held.parse().ok()?,
            parent,
        })
    }
}

fn parent(name: &str, at: &Place, leave_out: &[String], report: &mut Report) -> Option<Parent> {
    let known = match name {
        "fairy" | "normal" | "nocastle" => Some(Parent::Fairy),
        "shatranj" => Some(Parent::Shatranj),
        "capablanca" | "gothic" => Some(Parent::Capablanca),
        "crazyhouse" => Some(Parent::Crazyhouse),
        "shogi" => Some(Parent::Shogi),
        "chu" => Some(Parent::Chu),
        _ => None,
    };
    if leave_out.iter().any(|word| word == PARENT) {
        report.remark(Some(at), format!("left out: the rules of `{name}`"));
        return Some(Parent::Fairy);
    }
    if known.is_none() {
        let why = format!("`{name}` has rules of its own that its lines do not say");
        report.refuse_at(at, PARENT, &why);
    }
    known
}
