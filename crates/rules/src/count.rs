//! Counts of moves after which a game is a draw.

use crate::Color;
use crate::board::Board;
use crate::game::Game;
use crate::variant::{Counted, Variant};

/// How many plies a count may reach at most: the game is a draw as soon as there are more.
pub(crate) fn limit(variant: &Variant, counted: Counted) -> Option<u16> {
    let rule = variant.end.counting.get(usize::from(counted.rule))?;
    rule.limits.get(usize::from(counted.limit)).map(|limit| limit.moves.saturating_mul(2))
}

impl<const N: usize> Board<N> {
    /// Counts the turn that has just been taken, or begins to count.
    #[cold]
    pub(crate) fn count_turn(&mut self, game: &Game<N>) {
        if let Some(counted) = &mut self.state.counted {
            counted.plies = counted.plies.saturating_add(1);
        }
        self.begin_count(game);
    }

    /// Begins a count of the side to move if the conditions of a rule are met that comes before the one by which
    /// is being counted.
    pub(crate) fn begin_count(&mut self, game: &Game<N>) {
        let rules = &game.variant.end.counting;
        let before = self.state.counted.map_or(rules.len(), |counted| counted.rule.into());
        let side = self.state.side;
        let count = |side, piece| self.count_of(side, piece);
        let begun = rules.iter().take(before).enumerate().find_map(|(number, rule)| {
            let limit = rule.limit_for(side, count, |side| self.count_all(side))?;
            let pieces = Color::BOTH.map(|side| self.count_all(side)).iter().sum::<u32>();
            let plies = if rule.from_pieces { 2 * pieces } else { 0 };
            Some(Counted {
                rule: u8::try_from(number).ok()?,
                limit: u8::try_from(limit).ok()?,
                plies: u16::try_from(plies).unwrap_or(u16::MAX),
            })
        });
        self.state.counted = begun.or(self.state.counted);
    }

    /// How many pieces a side has, on the board and in hand.
    fn count_all(&self, side: Color) -> u32 {
        let held = self.hands.iter().filter(|(piece, _)| piece.color() == side);
        self.colors[side.index()].count() + held.map(|(_, count)| u32::from(*count)).sum::<u32>()
    }
}
