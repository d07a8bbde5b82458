//! Whether two files have the same rules, told by how they play.

use crate::random::Random;
use fnv::FnvHasher;
use komadai_rules::{AnyGame, AnyPlay, Color, Interrupt, Move, Opening, PieceType, Square};
use std::hash::Hasher;

/// Random games that are looked at.
const GAMES: u64 = 24;
/// Plies of each.
const PLIES: u32 = 48;

/// A number that is the same for the same rules, whatever their pieces and sides are called, and another one where the
/// same random games have other moves, or lead to other positions or ends. It asks for every legal move of
/// about a thousand positions.
pub fn fingerprint(game: &AnyGame) -> u64 {
    of_games(game, &Interrupt::default())
}

/// The same, unless it is broken off: the moves of some games take very long.
pub fn fingerprint_while(game: &AnyGame, interrupt: &Interrupt) -> Option<u64> {
    let hash = of_games(game, interrupt);
    (!interrupt.ask()).then_some(hash)
}

fn of_games(game: &AnyGame, interrupt: &Interrupt) -> u64 {
    let mut hash = FnvHasher::default();
    let mut random = Random(0x6e65_7473);
    let variant = game.variant();
    for number in [variant.board.files.into(), variant.board.ranks.into(), variant.pieces.len()] {
        add(&mut hash, number as u64);
    }
    for _ in 0..GAMES {
        if let Ok(mut play) = game.open(&Opening::Usual) {
            play.set_interrupt(interrupt);
            follow(&mut play, &mut random, &mut hash);
        }
    }
    hash.finish()
}

fn follow(play: &mut AnyPlay, random: &mut Random, hash: &mut FnvHasher) {
    for _ in 0..PLIES {
        // What a position looked like since then means nothing.
        if play.breaks_off() {
            return;
        }
        if let Some(ending) = play.ending() {
            add(hash, ending.winner.map_or(2, |winner| winner as u64));
            return;
        }
        // In an order that does not depend on how moves are found.
        let mut moves = play.legal_moves();
        moves.sort_by_key(|m| order(*m));
        add(hash, moves.len() as u64);
        let Some(chosen) = moves.get(random.below(moves.len() as u64) as usize) else { return };
        play.push(*chosen);
        position(play, hash);
    }
}

fn order(m: Move) -> (u8, u8, u8, u8, u8, Option<(u8, u8)>) {
    let placed = m.placed().map(|(piece, square)| (piece.0, square.0));
    (m.kind() as u8, m.from().0, m.to().0, m.via().0, m.promotion(), placed)
}

fn position(play: &AnyPlay, hash: &mut FnvHasher) {
    let board = &play.variant().board;
    let types = play.variant().pieces.len() as u8;
    for index in 0..usize::from(board.files) * usize::from(board.ranks) {
        let piece = play.at(Square(index as u8));
        add(hash, piece.map_or(0, |(color, piece)| 1 + 2 * u64::from(piece.0) + color as u64));
    }
    for color in Color::BOTH {
        (0..types).for_each(|piece| add(hash, play.hand(color, PieceType(piece)).into()));
    }
}

/// Adds a number, the same on every machine.
fn add(hash: &mut FnvHasher, number: u64) {
    hash.write(&number.to_le_bytes());
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

    #[test]
    fn it_is_broken_off() {
        let game = AnyGame::compile(&load_builtin("shogi", &[]).unwrap().variant).unwrap();
        assert_eq!(fingerprint_while(&game, &Interrupt::new(|| true)), None);
        assert_eq!(fingerprint_while(&game, &Interrupt::new(|| false)), Some(fingerprint(&game)));
    }
}
