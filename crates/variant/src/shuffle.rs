//! Starts at which pieces stand on each other's squares.

use crate::format::game;
use crate::pieces::Read;
use crate::roster::Roster;
use crate::section::Section;
use crate::squares::{Frame, Symmetry};
use crate::{PieceType, Setup, Square};

/// How pieces of the usual start are put on each other's squares: step by step, each on squares that are
/// still free. The starts are numbered from 0; the first step counts least. With the steps of Chess960
/// these are the numbers of Scharnagl (`518` is the usual start of chess).
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffle {
    /// The squares of the first side, from the lowest, each with that of the second side.
    pub squares: Vec<[Square; 2]>,
    /// What is put one after the other; together as many pieces as there are squares.
    pub steps: Vec<Step>,
}

/// Pieces that are put at once, in this order from the lowest square up.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What is put.
    pub pieces: Vec<PieceType>,
    /// On which of the squares, as far as they are free; ascending numbers of [`Shuffle::squares`].
    pub on: Vec<usize>,
}

impl Shuffle {
    /// How many starts there are; `None` if there are more than 64 bits can count.
    pub fn count(&self) -> Option<u64> {
        let mut free = vec![true; self.squares.len()];
        self.steps.iter().try_fold(1_u64, |count, step| {
            let places = step.places(&free);
            // Whichever are taken, as many are left.
            places.iter().take(step.pieces.len()).for_each(|place| free[*place] = false);
            count.checked_mul(choices(places.len(), step.pieces.len())?)
        })
    }

    /// The pieces on [`Shuffle::squares`] at the start of a number; `None` if there is no such start.
    pub fn arrangement(&self, number: u64) -> Option<Vec<PieceType>> {
        let mut standing = vec![None; self.squares.len()];
        let mut rest = number;
        for step in &self.steps {
            let free: Vec<bool> = standing.iter().map(Option::is_none).collect();
            let places = step.places(&free);
            let ways = choices(places.len(), step.pieces.len()).filter(|ways| *ways > 0)?;
            let chosen = choice(places.len(), step.pieces.len(), rest % ways);
            rest /= ways;
            for (piece, place) in step.pieces.iter().zip(chosen) {
                standing[places[place]] = Some(*piece);
            }
        }
        standing.into_iter().collect::<Option<Vec<_>>>().filter(|_| rest == 0)
    }

    /// The number of the start at which a side's pieces stand as in a position; `None` if it is none.
    pub fn number(&self, setup: &Setup) -> Option<u64> {
        let stands = |[square, _]: &[Square; 2]| setup.at(*square).map(|(_, piece)| piece);
        let standing: Vec<PieceType> = self.squares.iter().map(stands).collect::<Option<_>>()?;
        let mut free = vec![true; standing.len()];
        let (mut number, mut weight) = (0, 1_u64);
        for step in &self.steps {
            let places = step.places(&free);
            let holds = |i: &usize| step.pieces.contains(&standing[places[*i]]);
            let chosen: Vec<usize> = (0..places.len()).filter(holds).collect();
            let here = chosen.iter().map(|i| standing[places[*i]]);
            if !here.eq(step.pieces.iter().copied()) {
                return None;
            }
            chosen.iter().for_each(|i| free[places[*i]] = false);
            number += weight.checked_mul(rank(places.len(), &chosen))?;
            weight = weight.checked_mul(choices(places.len(), chosen.len())?)?;
        }
        Some(number)
    }
}

impl Step {
    /// The places that are left for its pieces.
    fn places(&self, free: &[bool]) -> Vec<usize> {
        self.on.iter().copied().filter(|place| free[*place]).collect()
    }
}

/// In how many ways `few` of `many` can be chosen.
fn choices(many: usize, few: usize) -> Option<u64> {
    if few > many {
        return Some(0);
    }
    let few = few.min(many - few);
    // After each factor the product is a number of choices, so that the division leaves no rest.
    (0..few).try_fold(1_u64, |ways, i| {
        Some(ways.checked_mul(u64::try_from(many - i).ok()?)? / (i as u64 + 1))
    })
}

/// The choice of a number, ascending, in the order of dictionaries.
fn choice(many: usize, few: usize, number: u64) -> Vec<usize> {
    let (mut chosen, mut rest) = (Vec::with_capacity(few), number);
    for first in 0..many {
        if chosen.len() == few {
            break;
        }
        let with = choices(many - first - 1, few - chosen.len() - 1).unwrap_or(u64::MAX);
        if rest < with {
            chosen.push(first);
        } else {
            rest -= with;
        }
    }
    chosen
}

/// The number of an ascending choice; see [`choice`].
fn rank(many: usize, chosen: &[usize]) -> u64 {
    let mut left = chosen.len();
    let mut number = 0;
    for first in 0..many {
        if left == 0 {
            break;
        }
        if chosen[chosen.len() - left] == first {
            left -= 1;
        } else {
            number += choices(many - first - 1, left - 1).unwrap_or(0);
        }
    }
    number
}

/// `[[shuffle]]`, any number of times; tells the pieces where they may start.
pub(super) fn read(
    file: &Section<'_>,
    frame: &Frame,
    roster: &Roster,
    pieces: &mut [Read],
) -> Option<Shuffle> {
    let tables: Vec<Section<'_>> = file.tables(&game::SHUFFLE).collect();
    let first = tables.first()?;
    let put = |table: &Section<'_>| -> Vec<PieceType> {
        let texts = table.texts(&game::PUT).into_iter();
        texts.filter_map(|(id, at)| roster.expect(table, id, at)).collect()
    };
    let put: Vec<Vec<PieceType>> = tables.iter().map(put).collect();
    if file.report.failed() {
        return None;
    }
    let mut squares: Vec<[Square; 2]> = (0..pieces.len())
        .filter(|piece| put.iter().flatten().any(|put| put.index() == *piece))
        .flat_map(|piece| pieces[piece].piece.at[0].iter().map(|s| [*s, frame.opposite(*s)]))
        .collect();
    squares.sort_unstable();
    check_sides(first, frame, &put, pieces);
    let mut steps: Vec<Step> = Vec::new();
    let mut free = vec![true; squares.len()];
    for (table, pieces) in tables.iter().zip(put) {
        let step = Step { pieces, on: on(table, frame, &squares) };
        check_step(table, &step, &steps, &free);
        let places = step.places(&free);
        places.iter().take(step.pieces.len()).for_each(|place| free[*place] = false);
        steps.push(step);
    }
    let shuffle = Shuffle { squares, steps };
    if shuffle.count().is_none() {
        first.report.error(first.at, "there are more starts than can be numbered");
    }
    note_starts(first, &shuffle, pieces);
    Some(shuffle)
}

/// A step leaves equally many squares to the next ones whatever it does, and no start has two numbers.
fn check_step(table: &Section<'_>, step: &Step, before: &[Step], free: &[bool]) {
    let is_free = |step: &Step| step.on.len() == free.len();
    let meets = |other: &&Step| other.on.iter().any(|place| step.on.contains(place));
    if !is_free(step) && before.iter().any(is_free) {
        let help = "how many squares are left for it depends on what was put before: put it first";
        let message = "what may not stand everywhere is put after what may";
        table.report.error_help(table.place(game::ON.name), message, help);
    }
    let alike = |other: &Step| other.pieces.iter().any(|piece| step.pieces.contains(piece));
    if before.iter().filter(meets).any(alike) {
        let message = "a piece of the same type is put on these squares by a step before";
        let help = "put them at once: the order of two like pieces makes no other start";
        table.report.error_help(table.place(game::PUT.name), message, help);
    }
    if !is_free(step) && before.iter().filter(meets).any(|other| other.on != step.on) {
        let message = "these squares are some of those of a step before, but not the same";
        table.report.error(table.place(game::ON.name), message);
    }
    let (many, few) = (step.pieces.len(), step.places(free).len());
    if few < many {
        let message = format!("{many} to be put, and {few} squares that are free");
        table.report.error(table.place(game::PUT.name), message);
    }
}

/// Every piece of a type is put, and the second side's stand opposite.
fn check_sides(table: &Section<'_>, frame: &Frame, put: &[Vec<PieceType>], pieces: &[Read]) {
    for (index, Read { piece, .. }) in pieces.iter().enumerate() {
        let named = put.iter().flatten().filter(|put| put.index() == index).count();
        if named == 0 {
            continue;
        }
        let (id, standing) = (&piece.id, piece.at[0].len());
        if named != standing {
            let message = format!(
                "`{id}` is put {named} times, and stands on {standing} squares at the start"
            );
            table.report.error(table.at, message);
        }
        let opposite = |square: &Square| piece.at[1].contains(&frame.opposite(*square));
        if frame.symmetry == Symmetry::None
            || piece.at[1].len() != standing
            || !piece.at[0].iter().all(opposite)
        {
            let message = format!("`{id}` is shuffled, and its sides do not stand opposite");
            let help = "`sides.symmetry` is `rotate` or `mirror` in a game with shuffled starts";
            table.report.error_help(table.at, message, help);
        }
    }
}

/// The places of a step; all of them where some cannot be read.
fn on(table: &Section<'_>, frame: &Frame, squares: &[[Square; 2]]) -> Vec<usize> {
    let mut places = Vec::new();
    for (square, at) in frame.squares(table, &game::ON) {
        match squares.iter().position(|[first, _]| *first == square) {
            Some(place) => places.push(place),
            None => {
                let name = frame.board.square_name(square);
                let message =
                    format!("none of the pieces that are put stands on {name} at the start");
                table.report.error(at, message);
            }
        }
    }
    if !table.has(game::ON.name) || table.report.failed() {
        return (0..squares.len()).collect();
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// Tells the pieces where they may start, and refuses squares on which they may not stand.
fn note_starts(table: &Section<'_>, shuffle: &Shuffle, pieces: &mut [Read]) {
    for (index, Read { piece, .. }) in pieces.iter_mut().enumerate() {
        let steps = shuffle.steps.iter().filter(|s| s.pieces.contains(&PieceType(index as u8)));
        let mut places: Vec<usize> = steps.flat_map(|step| step.on.iter().copied()).collect();
        places.sort_unstable();
        places.dedup();
        if places.is_empty() {
            continue;
        }
        for side in 0..2 {
            let mut squares: Vec<Square> =
                places.iter().map(|place| shuffle.squares[*place][side]).collect();
            squares.sort_unstable();
            let confined = |confine: &[Vec<Square>; 2]| {
                squares.iter().any(|square| !confine[side].contains(square))
            };
            if piece.confine.as_ref().is_some_and(confined) {
                let message =
                    format!("`{}` may not stand on all squares to which it is shuffled", piece.id);
                let help = "see its `confine`, or say where it may start: `on`";
                table.report.error_help(table.at, message, help);
            }
            piece.starts[side] = squares;
        }
    }
}
