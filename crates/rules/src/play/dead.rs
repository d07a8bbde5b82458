//! Dead positions: nobody can win any more.

use crate::bits::BitSet;
use crate::board::Board;
use crate::game::Game;
use crate::position::Position;
use crate::{Color, PieceType, Square};

/// Why nobody can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dead {
    /// Nothing but royals is left.
    Bare,
    /// And one piece, on this square, that cannot mate alone.
    Lone(Square),
    /// And pieces that all keep to squares of one colour.
    OneColour,
    /// And a wall that lasts for ever.
    Walled,
}

impl<const N: usize> Position<N> {
    /// Whether nobody can win any more, by the game's own rule of dead positions.
    pub fn is_dead(&self) -> bool {
        self.board.dead(self.game()).is_some()
    }
}

impl<const N: usize> Board<N> {
    /// Whether the position is dead by the game's own rule.
    pub(super) fn dead(&self, game: &Game<N>) -> Option<Dead> {
        let end = &game.variant.end;
        let rule = end.dead.as_ref()?;
        if self.royals.iter().any(BitSet::several)
            || self.hands.values().any(|count| *count > 0)
            || game.places_movers()
        {
            return None;
        }
        let others = self.occupied().without(self.royals[0] | self.royals[1]);
        let are_all = |types: &[PieceType]| {
            !types.is_empty()
                && others.iter().all(|s| types.contains(&self.occupant(s).piece_type()))
        };
        let dead = match others.first() {
            None => Some(Dead::Bare),
            Some(square) if !others.several() && are_all(&rule.lone) => Some(Dead::Lone(square)),
            Some(_) if are_all(&rule.one_colour) && share_a_colour(game, others) => {
                Some(Dead::OneColour)
            }
            Some(_) if !rule.walls.is_empty() && self.is_walled(game, &rule.walls) => {
                Some(Dead::Walled)
            }
            Some(_) => None,
        };
        // Where royals may be left to be taken, one of them may be about to fall.
        let may_fall = |side| game.royals_can_fall && self.in_check(game, side);
        dead.filter(|_| !Color::BOTH.into_iter().any(may_fall))
    }
}

/// Whether all squares of a set have one colour, as on a chequered board.
fn share_a_colour<const N: usize>(game: &Game<N>, squares: BitSet<N>) -> bool {
    let board = &game.variant.board;
    let mut colours = squares.iter().map(|s| (board.file(s) + board.rank(s)) % 2);
    let first = colours.next();
    colours.all(|colour| Some(colour) == first)
}
