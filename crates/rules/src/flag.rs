//! Winning by reaching squares.

use crate::attack::View;
use crate::board::Board;
use crate::game::Game;
use crate::interrupt;
use crate::piece::Piece;
use crate::position::Position;
use crate::variant::{Flag, FlagReply};
use crate::{Color, Square};

impl<const N: usize> Position<N> {
    /// Who has won by reaching squares: `Some(None)` where the rule says that nobody has.
    ///
    /// What could still be done against it is looked at without the history of the game.
    pub fn flag(&self) -> Option<Option<Color>> {
        self.board.flag(self.game())
    }
}

impl<const N: usize> Board<N> {
    fn flag(&self, game: &Game<N>) -> Option<Option<Color>> {
        let rule = game.variant.end.flag.as_ref()?;
        let (mover, waiting) = (self.state.side, !self.state.side);
        let arrived = |side: Color| self.flag_square(game, rule, side).is_some();
        match (arrived(waiting), arrived(mover), rule.reply) {
            (false, false, _) => None,
            (_, true, FlagReply::Any) => Some(Some(mover)),
            (true, false, FlagReply::Any) => rule.safe.then_some(Some(waiting)),
            // Who has just moved comes first, unless the rule knows a draw.
            (true, true, FlagReply::None) if !rule.safe => Some(Some(waiting)),
            (true, true, _) => Some(None),
            (false, true, _) => Some(Some(mover)),
            (true, false, FlagReply::Arrival) => {
                let answers = mover == Color::Second && self.may_arrive(game, rule);
                (!answers).then_some(Some(waiting))
            }
            (true, false, FlagReply::None) => Some(Some(waiting)),
        }
    }

    /// A square on which a piece of a side has reached its goal: a safe one, where it has to be safe.
    pub(crate) fn flag_square(&self, game: &Game<N>, rule: &Flag, side: Color) -> Option<Square> {
        let stood = rule.reply == FlagReply::Any && side == self.state.side;
        let zone = game.flag_zone[side.index()];
        let pieces = rule.types.iter().map(|t| self.by_piece[Piece::new(side, *t)] & zone);
        let mut squares = pieces.flat_map(|set| set.iter());
        squares.find(|square| !rule.safe || stood || !self.may_be_taken(game, side, *square))
    }

    /// Whether the opponent of `side`, were it to move, could take what stands on a square.
    fn may_be_taken(&self, game: &Game<N>, side: Color, square: Square) -> bool {
        let view = View::of(self, game, !side);
        let passed = self.state.en_passant().is_some_and(|passed| passed.pawn == square);
        passed || !self.attackers(game, &view, !side, square).is_empty()
    }

    /// Whether the side to move has a legal move with which it reaches its goal.
    fn may_arrive(&self, game: &Game<N>, rule: &Flag) -> bool {
        let side = self.state.side;
        let mut after = self.snapshot();
        self.legal(game).into_iter().any(|m| {
            if self.interrupt.after(interrupt::TRIAL) {
                return false;
            }
            after.make(game, m);
            let arrives = after.flag_square(game, rule, side).is_some();
            after.unmake(game);
            arrives
        })
    }
}
