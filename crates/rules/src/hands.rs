//! What it means to hold more.

use crate::board::Board;
use crate::game::{Game, PieceInfo, Safety};
use crate::piece::Piece;
use crate::position::Position;
use crate::{Color, PieceType};

impl<const N: usize> Position<N> {
    /// The part of the key that says what the sides hold in hand: without it two positions have the same
    /// key that differ in nothing else.
    pub fn hands_key(&self) -> u64 {
        self.board.hands_key(self.game())
    }
}

impl<const N: usize> Board<N> {
    fn hands_key(&self, game: &Game<N>) -> u64 {
        let mut key = 0;
        for color in Color::BOTH {
            let mut held = self.held[color.index()];
            while held != 0 {
                let piece = Piece::new(color, PieceType(held.trailing_zeros() as u8));
                key ^= game.zobrist.hand(piece, self.hand(piece));
                held &= held - 1;
            }
        }
        key
    }
}

impl<const N: usize> Game<N> {
    /// Whether, of two positions of one game that differ in hands alone, a side does never worse in the
    /// one in which it holds at least as many of every type, as far as moves and mates go: every move of
    /// the other position leads to the same there, and the opponent, who then holds no more of any type
    /// than in the other one, has no move that it has not there.
    ///
    /// That is known where pieces only change hands, and what is in hand does nothing but wait for its
    /// drop. A drop that may not mate has to do so at close quarters, so that no drop would answer it.
    pub fn larger_hand_helps(&self) -> bool {
        let v = &self.variant;
        let waits = v.captures_to_hand
            && v.drops.allowed
            && self.safety == Safety::Pins
            && !self.needs_playing
            && !self.has_duty
            && !self.places
            && !self.may_pass
            && !self.has_fire
            && !self.limits_captures
            && self.movements.iter().all(|m| m.extra.as_ref().is_none_or(|e| e.walks.is_empty()));
        waits && self.pieces_change_hands() && self.pieces.values().all(|p| self.mates_closely(p))
    }

    /// Whether a piece that is captured is held as what it was at first, whatever it has become since.
    fn pieces_change_hands(&self) -> bool {
        let pieces = &self.variant.pieces;
        let held = |piece: &PieceType| pieces[piece.index()].demotes_to;
        let stays = self.hand_types.iter().all(|piece| held(piece) == *piece);
        stays && pieces.iter().all(|p| p.promotes.iter().all(|to| held(to) == p.demotes_to))
    }

    /// Whether a piece that may not mate by its drop gives check by steps alone.
    fn mates_closely(&self, info: &PieceInfo<N>) -> bool {
        let movement = &self.movements[usize::from(info.movement)];
        let sources = &movement.sources;
        let steps = sources.lines.is_empty() && sources.rays == 0 && !sources.others;
        !info.no_drop_mate || steps
    }
}

#[cfg(test)]
mod tests {
    use crate::variant::load_builtin;
    use crate::{AnyGame, any_size};

    #[test]
    fn a_larger_hand_helps_where_pieces_change_hands() {
        for (id, helps) in [
            ("shogi", true),
            ("minishogi", true),
            ("judkins", true),
            ("raichu", false),
            ("minjiku", false),
            ("chess", false),
        ] {
            let variant = load_builtin(id, &[]).expect("it loads").variant;
            let game = AnyGame::compile(&variant).expect("it compiles");
            assert_eq!(any_size!(AnyGame, &game, game => game.larger_hand_helps()), helps, "{id}");
        }
    }
}
