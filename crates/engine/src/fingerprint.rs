//! Whether two files have the same rules, told by how they play.

use crate::random::Random;
use komadai_rules::{AnyGame, AnyPlay, Color, Move, Opening, PieceType, Square};

/// Random games that are looked at.
const GAMES: u64 = 24;
/// Plies of each.
const PLIES: u32 = 48;

/// A number that is the same for the same rules, whatever their pieces and sides are called, and another one where the
/// same random games have other moves, or lead to other positions or ends. It asks for every legal move of
/// about a thousand positions.
pub fn fingerprint(game: &AnyGame) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    let mut random = Random(0x6e65_7473);
    let variant = game.variant();
    for number in [variant.board.files.into(), variant.board.ranks.into(), variant.pieces.len()] {
        hash.add(number as u64);
    }
    for _ in 0..GAMES {
        if let Ok(mut play) = game.open(&Opening::Usual) {
            follow(&mut play, &mut random, &mut hash);
        }
    }
    hash.0
}

fn follow(play: &mut AnyPlay, random: &mut Random, hash: &mut Fnv) {
    for _ in 0..PLIES {
        if let Some(ending) = play.ending() {
            hash.add(ending.winner.map_or(2, |winner| winner as u64));
            return;
        }
        // In an order that does not depend on how moves are found.
        let mut moves = play.legal_moves();
        moves.sort_by_key(|m| order(*m));
        hash.add(moves.len() as u64);
        let Some(chosen) = moves.get(random.below(moves.len() as u64) as usize) else { return };
        play.push(*chosen);
        position(play, hash);
    }
}

fn order(m: Move) -> (u8, u8, u8, u8, u8, Option<(u8, u8)>) {
    let placed = m.placed().map(|(piece, square)| (piece.0, square.0));
    (m.kind() as u8, m.from().0, m.to().0, m.via().0, m.promotion(), placed)
}

fn position(play: &AnyPlay, hash: &mut Fnv) {
    let board = &play.variant().board;
    let types = play.variant().pieces.len() as u8;
    for index in 0..usize::from(board.files) * usize::from(board.ranks) {
        let piece = play.at(Square(index as u8));
        hash.add(piece.map_or(0, |(color, piece)| 1 + 2 * u64::from(piece.0) + color as u64));
    }
    for color in Color::BOTH {
        (0..types).for_each(|piece| hash.add(play.hand(color, PieceType(piece)).into()));
    }
}

/// FNV-1a over whole numbers.
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::variant::load_builtin;

    fn of(game: &str, set: &[(&str, &str)]) -> u64 {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let set: Vec<_> = set.iter().map(owned).collect();
        fingerprint(&AnyGame::compile(&load_builtin(game, &set).unwrap().variant).unwrap())
    }

    #[test]
    fn rules_are_told_apart_and_names_are_not() {
        let minishogi = of("minishogi", &[]);
        assert_eq!(minishogi, of("minishogi", &[("name", "\"Other\"")]));
        assert_ne!(minishogi, of("minishogi", &[("pieces.G.move", "\"K\"")]));
        assert_ne!(minishogi, of("minishogi", &[("promotion.zone", "\"last 2\"")]));
        assert_ne!(minishogi, of("judkins", &[]));
    }
}
