//! Ending games whose outcome the engines' own scores foretell.

use komadai_rules::Color;
use serde::Serialize;

/// When to end a game early. Scores are in hundredths of a pawn, each from the engine's own side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Adjudication {
    /// A side that scores low for long has lost.
    pub resign: Option<Resign>,
    /// A game that both score as level for long is a draw.
    pub draw: Option<Draw>,
    /// A game of so many plies is a draw.
    pub max_plies: Option<u32>,
}

/// A side loses when its last `moves` scores are all at most `-score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Resign {
    /// How many moves in a row.
    pub moves: u32,
    /// The score, positive.
    pub score: i32,
    /// Whether the opponent must agree: its scores as many times at least `score`.
    pub two_sided: bool,
}

/// A draw when, from move `after` on, the last `moves` scores of both sides are within `score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draw {
    /// The first move (of both sides) at which a game may end like this.
    pub after: u32,
    /// How many moves in a row, of each side.
    pub moves: u32,
    /// The largest score that is level.
    pub score: i32,
}

/// How a game was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudged {
    /// This side has won.
    Win(Color),
    /// Nobody has.
    Draw,
}

/// The scores of one game, watched.
#[derive(Clone, Debug)]
pub struct Watch {
    rules: Adjudication,
    /// How many scores in a row were bad, good and level, by side.
    bad: [u32; 2],
    good: [u32; 2],
    level: [u32; 2],
}

impl Watch {
    /// At the beginning of a game.
    pub fn new(rules: Adjudication) -> Self {
        Watch { rules, bad: [0; 2], good: [0; 2], level: [0; 2] }
    }

    /// Notes the score with which a side has moved, `ply` moves having been made in the game.
    pub fn note(&mut self, side: Color, score: Option<i32>, ply: u32) -> Option<Adjudged> {
        let i = side.index();
        let count = |counter: &mut u32, holds: &dyn Fn(i32) -> bool| {
            *counter = if score.is_some_and(holds) { *counter + 1 } else { 0 };
        };
        if let Some(resign) = self.rules.resign {
            count(&mut self.bad[i], &|score| score <= -resign.score);
            count(&mut self.good[i], &|score| score >= resign.score);
        }
        if let Some(draw) = self.rules.draw {
            count(&mut self.level[i], &|score| score.abs() <= draw.score);
        }
        self.lost().map(|loser| Adjudged::Win(!loser)).or(self.level(ply).then_some(Adjudged::Draw))
    }

    fn lost(&self) -> Option<Color> {
        let rule = self.rules.resign?;
        Color::BOTH.into_iter().find(|side| {
            let agreed = !rule.two_sided || self.good[(!*side).index()] >= rule.moves;
            self.bad[side.index()] >= rule.moves && agreed
        })
    }

    fn level(&self, ply: u32) -> bool {
        self.rules.draw.is_some_and(|rule| {
            ply >= rule.after.saturating_mul(2) && self.level.iter().all(|n| *n >= rule.moves)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of both sides in turn, as many as it takes.
    fn check(rules: Adjudication, scores: &[i32], expected: Option<(usize, Adjudged)>) {
        let mut watch = Watch::new(rules);
        let found = scores.iter().enumerate().find_map(|(i, score)| {
            let side = Color::BOTH[i % 2];
            watch.note(side, Some(*score), i as u32 + 1).map(|verdict| (i + 1, verdict))
        });
        assert_eq!(found, expected, "{scores:?}");
    }

    #[test]
    fn a_side_that_is_lost_for_long_loses() {
        let resign = Some(Resign { moves: 2, score: 500, two_sided: false });
        let rules = Adjudication { resign, ..Adjudication::default() };
        check(rules, &[-500, 0, -600], Some((3, Adjudged::Win(Color::Second))));
        check(rules, &[0, -500, 0, -499, 0, -700, 9, -500], Some((8, Adjudged::Win(Color::First))));
        check(rules, &[-500, 0, 0, 0, -500], None);
        let resign = Some(Resign { moves: 2, score: 500, two_sided: true });
        let rules = Adjudication { resign, ..rules };
        check(rules, &[-500, 400, -600, 500, -600, 500], Some((6, Adjudged::Win(Color::Second))));
    }

    #[test]
    fn level_games_are_drawn() {
        let draw = Some(Draw { after: 3, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        check(rules, &[0, 0, 0, 0, 0, 0], Some((6, Adjudged::Draw)));
        check(rules, &[0, 0, 0, 0, 11, 0, 0, 0], None);
        check(rules, &[0, 0, 0, 0, 11, 0, 0, 0, -10], Some((9, Adjudged::Draw)));
    }

    #[test]
    fn a_move_without_a_score_starts_anew() {
        let resign = Some(Resign { moves: 1, score: 1, two_sided: false });
        let mut watch = Watch::new(Adjudication { resign, ..Adjudication::default() });
        assert_eq!(watch.note(Color::First, None, 1), None);
        assert!(watch.note(Color::First, Some(-1), 2).is_some());
    }
}
