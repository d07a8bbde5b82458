//! Where games begin.

use crate::client::Course;
use crate::random::Random;
use crate::referee::find;
use komadai_records::opening;
use komadai_rules::{self as rules, AnyGame, AnyPlay, Color, Setup, Variant};
use std::fmt;
use std::sync::Arc;

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
    /// So many random plies after one of these, each as likely as the others.
    After {
        /// Where the random plies begin.
        listed: Vec<Opening>,
        /// How many.
        plies: u32,
    },
}

/// What tells whether a random opening is level.
#[derive(Clone, Copy, Debug)]
pub struct Level<'a> {
    /// The values of the pieces, by type: neither side has much more material.
    pub values: &'a [i32],
    /// What else is asked.
    pub balance: Option<&'a Balance>,
}

/// Neither side may be ahead by much, as a search sees it.
#[derive(Clone)]
pub struct Balance {
    /// By how many centipawns at most.
    pub most: u32,
    /// How many the side to move is ahead by: always the same for the same position.
    pub score: Arc<dyn Fn(&AnyPlay) -> i32 + Send + Sync>,
}

impl fmt::Debug for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Balance").field("most", &self.most).finish_non_exhaustive()
    }
}

/// A start and the first moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Where the game begins.
    pub start: rules::Opening,
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
pub fn read(game: &AnyGame, text: &str) -> Result<Vec<Opening>, BadOpening> {
    let lines = (1..).zip(text.lines()).map(|(line, text)| (line, text.trim()));
    let openings: Result<Vec<Opening>, BadOpening> = lines
        .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
        .map(|(line, text)| opening(game, text).map_err(|message| BadOpening { line, message }))
        .collect();
    match openings {
        Ok(openings) if openings.is_empty() => {
            Err(BadOpening { line: 1, message: "there is no opening in the file".to_owned() })
        }
        openings => openings,
    }
}

fn opening(game: &AnyGame, text: &str) -> Result<Opening, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (place, moves) = words.split_at(moves);
    let place = match place {
        ["sfen" | "fen", rest @ ..] => rest,
        place => place,
    };
    let start = match place {
        ["startpos"] => rules::Opening::Usual,
        [] => return Err("there is no position before the moves".to_owned()),
        place => opening::parse(game.variant(), None, Some(&place.join(" ")))
            .map_err(|error| error.to_string())?,
    };
    let moves = moves.iter().skip(1).map(|word| (*word).to_owned()).collect();
    let opening = Opening { start, moves };
    let course = opening.play(game)?;
    match course.play.ending() {
        Some(end) => Err(format!("the game is over there: {}", end.reason)),
        None => Ok(opening),
    }
}

impl Opening {
    /// Plays the opening.
    ///
    /// # Errors
    /// What is wrong with the position, or with which move.
    pub fn play(&self, game: &AnyGame) -> Result<Course, String> {
        let mut course = begin(game, &self.start)?;
        for (number, text) in (1..).zip(&self.moves) {
            let m =
                find(&course.play, text).map_err(|e| format!("move {number} (`{text}`): {e}"))?;
            course.push(m);
        }
        Ok(course)
    }
}

/// A game before its first move.
pub(crate) fn begin(game: &AnyGame, opening: &rules::Opening) -> Result<Course, String> {
    let play = game.open(opening).map_err(|error| error.to_string())?;
    let start = opening.setup(game.variant()).map_err(|error| error.to_string())?;
    let usual = game.variant().start_setup(None).is_some_and(|usual| usual == start);
    Ok(Course { play, start, usual, moves: Vec::new() })
}

/// A game from a named start, one that is drawn, or the usual one.
fn begin_at(game: &AnyGame, start: Option<&str>, random: &mut Random) -> Result<Course, String> {
    let start = game.variant().drawn_start(start, || random.below(usize::MAX) as u64);
    begin(game, &start.map_or(rules::Opening::Usual, rules::Opening::Named))
}

impl Openings {
    /// The opening of a pair of games; `pair` counts from 0. Random openings depend on the seed and
    /// that number alone.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn of_pair(
        &self,
        game: &AnyGame,
        level: Level<'_>,
        seed: u64,
        pair: u64,
    ) -> Result<Course, String> {
        match self {
            Openings::Listed(list) => {
                let opening = usize::try_from(pair).unwrap_or(usize::MAX) % list.len().max(1);
                list.get(opening).ok_or("there is no opening")?.play(game)
            }
            Openings::Random { plies, start } => {
                // Not the numbers that players with the same seed use.
                let mut random = Random::new(!seed, pair);
                let begin = |random: &mut Random| begin_at(game, start.as_deref(), random);
                random_opening(&begin, *plies, level, &mut random)
            }
            Openings::After { listed, plies } => {
                let mut random = Random::new(!seed, pair);
                let begin = |random: &mut Random| {
                    random.pick(listed).ok_or("there is no opening")?.play(game)
                };
                random_opening(&begin, *plies, level, &mut random)
            }
        }
    }
}

/// How many random lines are tried before any that is not over is good enough, and how many before
/// the plain start has to do.
const TRIES: usize = 100;
const MOST_TRIES: usize = 200;

/// So many of them are searched at most; then the most level one has to do.
const MOST_SEARCHED: usize = 20;

/// So many random plies after a start. Without any, the start is taken as it is.
fn random_opening(
    begin: &dyn Fn(&mut Random) -> Result<Course, String>,
    plies: u32,
    level: Level<'_>,
    random: &mut Random,
) -> Result<Course, String> {
    if plies == 0 {
        return begin(random);
    }
    let mut searched = Vec::new();
    for attempt in 0..MOST_TRIES {
        let mut course = begin(random)?;
        let wanders = (0..plies).all(|_| wander(&mut course, random));
        let good = || attempt >= TRIES || is_level(&course.play, level.values);
        if !(wanders && is_open(&course.play) && good()) {
            continue;
        }
        let Some(Balance { most, score }) = level.balance else { return Ok(course) };
        let ahead = score(&course.play).unsigned_abs();
        if ahead <= *most {
            return Ok(course);
        }
        searched.push((ahead, course));
        if searched.len() == MOST_SEARCHED {
            break;
        }
    }
    match searched.into_iter().min_by_key(|(ahead, _)| *ahead) {
        Some((_, course)) => Ok(course),
        None => begin(random),
    }
}

/// Plays a random move, unless the game is over.
fn wander(course: &mut Course, random: &mut Random) -> bool {
    if course.play.ending().is_some() {
        return false;
    }
    let legal = course.play.legal_moves();
    let chosen = random.pick(&legal).copied();
    chosen.inspect(|m| course.push(*m)).is_some()
}

/// Whether the game is still to be decided: the side to move is not in check, cannot win at once,
/// and has a move after which the opponent cannot either.
fn is_open(play: &AnyPlay) -> bool {
    if play.ending().is_some() || !play.claims().is_empty() || play.in_check() {
        return false;
    }
    let mut after = play.clone();
    if wins_at_once(&mut after) {
        return false;
    }
    play.legal_moves().into_iter().any(|m| {
        after.push(m);
        let safe = after.ending().is_none() && !wins_at_once(&mut after);
        after.pop();
        safe
    })
}

fn wins_at_once(play: &mut AnyPlay) -> bool {
    let side = play.side();
    play.legal_moves().into_iter().any(|m| {
        play.push(m);
        let wins = play.ending().is_some_and(|end| end.winner == Some(side));
        play.pop();
        wins
    })
}

/// Whether neither side is ahead by more than a twentieth of the material of one.
fn is_level(play: &AnyPlay, values: &[i32]) -> bool {
    let setup = play.setup();
    let [first, second] = Color::BOTH.map(|side| material(play.variant(), &setup, values, side));
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

    fn game(id: &str) -> AnyGame {
        AnyGame::compile(&load_builtin(id, &[]).unwrap().variant).unwrap()
    }

    #[test]
    fn files_hold_positions_and_moves() {
        let shogi = game("shogi");
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
    fn random_plies_follow_on_a_book() {
        let shogi = game("shogi");
        let listed = read(&shogi, "4k4/9/9/9/9/9/4P4/9/4K4 b 2P2p 1\n").unwrap();
        let openings = Openings::After { listed, plies: 3 };
        let values = values::by_reach(shogi.variant());
        let level = Level { values: &values, balance: None };
        let course = openings.of_pair(&shogi, level, 1, 0).unwrap();
        assert_eq!(course.moves.len(), 3);
        assert!(is_open(&course.play) && !course.usual);
        let none = Openings::After { listed: Vec::new(), plies: 3 };
        assert!(none.of_pair(&shogi, level, 1, 0).is_err());
    }

    #[test]
    fn random_openings_are_open_and_repeatable() {
        for id in ["minishogi", "judkins", "chess", "raichu", "minjiku"] {
            let game = game(id);
            let values = values::by_reach(game.variant());
            let openings = Openings::Random { plies: 6, start: None };
            let level = Level { values: &values, balance: None };
            let line = |pair| {
                let course = openings.of_pair(&game, level, 1, pair).unwrap();
                assert!(is_open(&course.play), "{id}");
                course.play.setup()
            };
            assert_eq!(line(0), line(0), "{id}");
            assert_ne!(line(0), line(1), "{id}");
        }
    }

    #[test]
    fn what_a_search_finds_level_is_taken_or_the_most_level() {
        let shogi = game("minishogi");
        let values = values::by_reach(shogi.variant());
        // The more moves there are, the more one side is ahead.
        let score = |play: &AnyPlay| play.legal_moves().len() as i32;
        let ahead = |most| {
            let balance = Balance { most, score: Arc::new(score) };
            let level = Level { values: &values, balance: Some(&balance) };
            let openings = Openings::Random { plies: 4, start: None };
            let courses = (0..20).map(|pair| openings.of_pair(&shogi, level, 1, pair).unwrap());
            courses.map(|course| score(&course.play)).collect::<Vec<_>>()
        };
        let any = ahead(1_000);
        let level = ahead(15);
        assert!(any.iter().any(|ahead| *ahead > 15), "{any:?}");
        assert!(level.iter().all(|ahead| *ahead <= 15), "{level:?}");
        // None is so level: the most level of twenty is.
        let [any, most] = [any, ahead(0)].map(|ahead| ahead.iter().sum::<i32>());
        assert!(most < any, "{most} {any}");
    }
}
