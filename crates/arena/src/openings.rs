//! Where games begin.

use crate::client::Course;
use crate::random::Random;
use crate::referee::{Referee, Rules};
use komadai_records::position;
use komadai_rules::{Color, Setup, Variant};

/// The openings of a match. Each serves one pair of games.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// The lines of a file, one after the other, and again from the first.
    Listed(Vec<Opening>),
    /// So many random plies from the start.
    Random {
        /// How many.
        plies: u32,
        /// The named start; `None` for the usual one.
        start: Option<String>,
    },
}

/// A start and the first moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The position; `None` for the game's usual start.
    pub position: Option<Setup>,
    /// The moves from there, in any spelling.
    pub moves: Vec<String>,
}

/// An opening that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct BadOpening {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// Reads openings, one a line: `startpos`, `sfen ...`, `fen ...` or a bare position, each with
/// `moves ...` after it if there are any. Empty lines and those that begin with `#` mean nothing.
///
/// # Errors
/// Lines that cannot be read, illegal moves, games that are over before they begin; a file without
/// an opening.
pub fn read(rules: &Rules, text: &str) -> Result<Vec<Opening>, BadOpening> {
    let lines = (1..).zip(text.lines()).map(|(line, text)| (line, text.trim()));
    let openings: Result<Vec<Opening>, BadOpening> = lines
        .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
        .map(|(line, text)| opening(rules, text).map_err(|message| BadOpening { line, message }))
        .collect();
    match openings {
        Ok(openings) if openings.is_empty() => {
            Err(BadOpening { line: 1, message: "there is no opening in the file".to_owned() })
        }
        openings => openings,
    }
}

fn opening(rules: &Rules, text: &str) -> Result<Opening, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (place, moves) = words.split_at(moves);
    let place = match place {
        ["sfen" | "fen", rest @ ..] => rest,
        place => place,
    };
    let position = match place {
        ["startpos"] => None,
        [] => return Err("there is no position before the moves".to_owned()),
        place => {
            let text = place.join(" ");
            Some(position::parse(rules.variant(), &text).map_err(|error| error.to_string())?)
        }
    };
    let moves = moves.iter().skip(1).map(|word| (*word).to_owned()).collect();
    let opening = Opening { position, moves };
    let course = opening.play(rules)?;
    match course.referee.ending() {
        Some(end) => Err(format!("the game is over there: {}", end.reason)),
        None => Ok(opening),
    }
}

impl Opening {
    /// Plays the opening.
    ///
    /// # Errors
    /// What is wrong with the position, or with which move.
    pub fn play(&self, rules: &Rules) -> Result<Course, String> {
        let mut course = match &self.position {
            Some(setup) => begin(rules, setup.clone())?,
            None => begin_at(rules, None)?,
        };
        for (number, text) in (1..).zip(&self.moves) {
            let m =
                course.referee.find(text).map_err(|e| format!("move {number} (`{text}`): {e}"))?;
            course.push(m);
        }
        Ok(course)
    }
}

/// A game from a position.
pub(crate) fn begin(rules: &Rules, setup: Setup) -> Result<Course, String> {
    let referee = rules.begin(&setup)?;
    let usual = rules.variant().start_setup(None).is_some_and(|usual| usual == setup);
    Ok(Course { referee, start: setup, usual, moves: Vec::new() })
}

/// A game from a named start, or the usual one.
pub(crate) fn begin_at(rules: &Rules, start: Option<&str>) -> Result<Course, String> {
    let setup = rules.variant().start_setup(start).ok_or_else(|| match start {
        Some(start) => format!("{} has no start `{start}`", rules.variant().name),
        None => format!("{} has no start position", rules.variant().name),
    })?;
    begin(rules, setup)
}

impl Openings {
    /// The opening of a pair of games; `pair` counts from 0. Random openings depend on the seed and
    /// that number alone.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn of_pair(
        &self,
        rules: &Rules,
        values: &[i32],
        seed: u64,
        pair: u64,
    ) -> Result<Course, String> {
        match self {
            Openings::Listed(list) => {
                let opening = usize::try_from(pair).unwrap_or(usize::MAX) % list.len().max(1);
                list.get(opening).ok_or("there is no opening")?.play(rules)
            }
            Openings::Random { plies: 0, start } => begin_at(rules, start.as_deref()),
            Openings::Random { plies, start } => {
                // Not the numbers that players with the same seed use.
                let mut random = Random::new(!seed, pair);
                random_opening(rules, start.as_deref(), *plies, values, &mut random)
            }
        }
    }
}

/// How many random lines are tried before any that is not over is good enough, and how many before
/// the plain start has to do.
const TRIES: usize = 100;
const MOST_TRIES: usize = 200;

fn random_opening(
    rules: &Rules,
    start: Option<&str>,
    plies: u32,
    values: &[i32],
    random: &mut Random,
) -> Result<Course, String> {
    for attempt in 0..MOST_TRIES {
        let mut course = begin_at(rules, start)?;
        let wanders = (0..plies).all(|_| wander(&mut course, random));
        let good = || attempt >= TRIES || is_level(course.referee.as_ref(), values);
        if wanders && is_open(course.referee.as_ref()) && good() {
            return Ok(course);
        }
    }
    begin_at(rules, start)
}

/// Plays a random move, unless the game is over.
fn wander(course: &mut Course, random: &mut Random) -> bool {
    if course.referee.ending().is_some() {
        return false;
    }
    let legal = course.referee.legal_moves();
    let chosen = random.pick(&legal).copied();
    chosen.inspect(|m| course.push(*m)).is_some()
}

/// Whether the game is still to be decided: the side to move is not in check, cannot win at once,
/// and has a move after which the opponent cannot either.
fn is_open(referee: &dyn Referee) -> bool {
    if referee.ending().is_some() || !referee.claims().is_empty() || referee.in_check() {
        return false;
    }
    let mut after = referee.copy();
    if wins_at_once(after.as_mut()) {
        return false;
    }
    referee.legal_moves().into_iter().any(|m| {
        after.push(m);
        let safe = after.ending().is_none() && !wins_at_once(after.as_mut());
        after.pop();
        safe
    })
}

fn wins_at_once(referee: &mut dyn Referee) -> bool {
    let side = referee.side();
    referee.legal_moves().into_iter().any(|m| {
        referee.push(m);
        let wins = referee.ending().is_some_and(|end| end.winner == Some(side));
        referee.pop();
        wins
    })
}

/// Whether neither side is ahead by more than a twentieth of the material of one.
fn is_level(referee: &dyn Referee, values: &[i32]) -> bool {
    let setup = referee.setup();
    let [first, second] = Color::BOTH.map(|side| material(referee.variant(), &setup, values, side));
    (first - second).abs() * 20 <= first.max(second)
}

/// The values of a side's pieces on the board and in hand, royals aside.
fn material(variant: &Variant, setup: &Setup, values: &[i32], side: Color) -> i64 {
    let on_board = setup.board.iter().flatten().filter(|(color, _)| *color == side);
    let on_board = on_board.map(|(_, piece)| (piece.index(), 1));
    let in_hand = setup.hands[side.index()].iter().enumerate().map(|(i, n)| (i, i64::from(*n)));
    let counted = on_board.chain(in_hand).filter(|(i, _)| !variant.pieces[*i].royal);
    counted.map(|(i, count)| i64::from(values[i]) * count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values;
    use komadai_rules::variant::load_builtin;

    fn rules(id: &str) -> Rules {
        Rules::compile(&load_builtin(id, &[]).unwrap().unwrap().variant).unwrap()
    }

    #[test]
    fn files_hold_positions_and_moves() {
        let shogi = rules("shogi");
        let text = "# a comment\n\nstartpos moves 7g7f 3c3d\nsfen 4k4/9/9/9/9/9/4P4/9/4K4 b 2Pp 1\n\
                    4k4/9/9/9/9/9/4P4/9/4K4 b 2Pp 1 moves 5g5f\n";
        let openings = read(&shogi, text).unwrap();
        let courses: Vec<_> = openings.iter().map(|o| o.play(&shogi).unwrap()).collect();
        assert_eq!(courses.iter().map(|c| c.moves.len()).collect::<Vec<_>>(), [2, 0, 1]);
        assert_eq!(courses.iter().map(|c| c.usual).collect::<Vec<_>>(), [true, false, false]);
        for (text, line, message) in [
            ("startpos\nstartpos moves 7g7e", 2, "move 1 (`7g7e`)"),
            ("x", 1, "column 1"),
            ("moves 7g7f", 1, "no position"),
            ("# nothing", 1, "no opening"),
        ] {
            let error = read(&shogi, text).unwrap_err();
            assert!(error.line == line && error.message.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn random_openings_are_open_and_repeatable() {
        for id in ["minishogi", "judkins", "chess", "raichu", "minjiku"] {
            let rules = rules(id);
            let values = values::by_reach(rules.variant());
            let openings = Openings::Random { plies: 6, start: None };
            let line = |pair| {
                let course = openings.of_pair(&rules, &values, 1, pair).unwrap();
                assert!(is_open(course.referee.as_ref()), "{id}");
                course.referee.text()
            };
            assert_eq!(line(0), line(0), "{id}");
            assert_ne!(line(0), line(1), "{id}");
        }
    }
}
