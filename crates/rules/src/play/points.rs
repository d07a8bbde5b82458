//! Points, where they decide a game that would be a draw: see [`Points`](crate::variant::Points).

use super::Play;
use crate::board::Board;
use crate::game::Game;
use crate::position::Position;
use crate::{Color, PieceType};

impl<const N: usize> Board<N> {
    /// How many points each side has.
    pub(crate) fn points(&self, game: &Game<N>) -> Option<[i32; 2]> {
        let rule = game.variant.end.points.as_ref()?;
        let types = (0..game.variant.pieces.len()).map(|i| PieceType(i as u8));
        let worth: Vec<(PieceType, u32)> =
            types.map(|piece| (piece, rule.of(piece))).filter(|(_, points)| *points > 0).collect();
        Some(Color::BOTH.map(|side| {
            let points = worth.iter().map(|(piece, points)| points * self.count_of(side, *piece));
            i32::try_from(points.sum::<u32>()).unwrap_or(i32::MAX)
        }))
    }
}

impl<const N: usize> Position<N> {
    /// Who wins where the game would be a draw by passes, by facing royals, by repetition or by a limit of moves:
    /// nobody, unless points decide.
    pub fn winner_of_draw(&self) -> Option<Color> {
        let rule = self.game().variant().end.points.as_ref()?;
        rule.winner(self.board.points(self.game())?)
    }

    /// Whether the last two moves were passes that nobody had to make.
    pub fn both_have_passed(&self) -> bool {
        self.board.state.passed >= 2
    }

    /// Whether the side that has just passed has left royals facing each other, where that ends the game.
    pub fn passed_while_facing(&self) -> bool {
        self.board.state.passed >= 1 && self.faces()
    }

    /// Whether royals face each other, where that matters.
    #[inline]
    pub fn faces(&self) -> bool {
        self.board.facing(self.game()).is_some()
    }
}

impl<const N: usize> Play<N> {
    /// What the points say, as a sentence of its own; nothing where they are not asked.
    pub(super) fn points_words(&self) -> String {
        let Some((rule, points)) = self.end().points.as_ref().zip(self.points()) else {
            return ": a draw.".to_owned();
        };
        let [first, second] = Color::BOTH.map(|side| &self.variant().sides[side.index()]);
        let told = format!("{first} has {} points, {second} {}", points[0], points[1]);
        match (rule.winner(points), rule.lead) {
            (None, _) => format!(". {told}: a draw."),
            (Some(winner), Some(lead)) => format!(
                ". {told}, and {first} needs {lead} more than {second}: {} wins.",
                self.variant().sides[winner.index()]
            ),
            (Some(winner), None) => {
                format!(". {told}: {} wins.", self.variant().sides[winner.index()])
            }
        }
    }

    fn points(&self) -> Option<[i32; 2]> {
        self.position.board.points(self.position.game())
    }
}
