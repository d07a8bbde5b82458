//! Burned squares against what moves burn.

use crate::games::variants;
use fastrand::Rng;
use komadai_rules::diagram::{Diagram, Note, Offset};
use komadai_rules::{
    AnyGame, BitSet, Color, Game, Move, MoveKind, PieceType, Position, Square, Variant, any_size,
};
use std::sync::Arc;

const POSITIONS: usize = 150;

/// Counts what burns in random positions.
fn burn<const N: usize>(game: &Arc<Game<N>>) -> usize {
    let types = 0..game.variant().pieces.len();
    let of = |i| Diagram::of(game.variant(), PieceType(i as u8)).expect("it has a diagram");
    let diagrams: Vec<Diagram> = types.map(of).collect();
    let mut random = Rng::with_seed(5);
    let mut burned = 0;
    for _ in 0..POSITIONS {
        let position = crowd(game, &mut random);
        for m in position.pseudo_legal_moves() {
            burned += check(&diagrams, &position, m);
        }
    }
    burned
}

/// The start's royals where they stand, and anybody anywhere.
fn crowd<const N: usize>(game: &Arc<Game<N>>, random: &mut Rng) -> Position<N> {
    let variant = game.variant();
    let mut setup = variant.start_setup(None).expect("it has a start");
    setup.side = Color::BOTH[random.usize(..2)];
    for square in variant.board.squares() {
        let royal = setup.at(square).is_some_and(|(_, p)| variant.pieces[p.index()].royal);
        let board = &variant.board;
        let free = !royal && !board.holes.contains(&square) && !board.vanishing.contains(&square);
        if free {
            let piece = PieceType(random.usize(..variant.pieces.len()) as u8);
            let common = !variant.pieces[piece.index()].royal;
            let man = (Color::BOTH[random.usize(..2)], piece);
            setup.board[square.index()] = (common && random.bool()).then_some(man);
        }
    }
    Position::from_setup_forgiving(game, &setup, &|_| true).expect("everything is forgiven")
}

/// The squares on which a piece at `at` burns.
fn fire<const N: usize>(
    variant: &Variant,
    diagram: &Diagram,
    at: Square,
    side: Color,
) -> BitSet<N> {
    let (files, ranks) = (i32::from(variant.board.files), i32::from(variant.board.ranks));
    let turn = if side == Color::Second { -1 } else { 1 };
    let square = |burnt: &Offset| {
        let x = i32::from(at.0) % files + turn * i32::from(burnt.x);
        let y = i32::from(at.0) / files + turn * i32::from(burnt.y);
        let inside = (0..files).contains(&x) && (0..ranks).contains(&y);
        inside.then(|| Square((y * files + x) as u8))
    };
    diagram.burns.iter().filter_map(square).collect()
}

/// Counts what a move burns.
fn check<const N: usize>(diagrams: &[Diagram], position: &Position<N>, m: Move) -> usize {
    if m.kind() != MoveKind::Step || m.promotion() > 0 {
        return 0;
    }
    let variant = position.game().variant();
    let (us, mover) = position.at(m.from()).expect("somebody moves");
    let enemies = position.pieces_of(!us);
    // Who is burned at the end of the own move burns nothing.
    let guards = |square: Square| {
        let (_, piece) = position.at(square).expect("an enemy stands there");
        let diagram = &diagrams[piece.index()];
        let always = diagram.notes.contains(&Note::Burns { always: true });
        square != m.to() && always && fire::<N>(variant, diagram, square, !us).contains(m.to())
    };
    if enemies.iter().any(guards) {
        return 0;
    }
    let burnt = fire(variant, &diagrams[mover.index()], m.to(), us);
    let expected: BitSet<N> = enemies & (burnt | BitSet::of(m.to()));
    assert_eq!(position.victims(m), expected, "{m:?}");
    expected.without(BitSet::of(m.to())).count() as usize
}

#[test]
fn what_is_drawn_as_burning_burns() {
    for variant in variants().iter().filter(|v| v.pieces.iter().any(|p| p.burns.is_some())) {
        let game = AnyGame::compile(variant).expect("it compiles");
        let burned = any_size!(AnyGame, &game, game => burn(game));
        assert!(burned > 100, "{}: only {burned} fires", variant.id);
    }
}

#[test]
fn fires_that_always_burn_say_so() {
    for variant in variants() {
        for (index, piece) in variant.pieces.iter().enumerate() {
            let diagram = Diagram::of(&variant, PieceType(index as u8)).expect("it has one");
            let burns = diagram.notes.iter().any(|note| matches!(note, Note::Burns { .. }));
            assert_eq!(burns, piece.burns.is_some(), "{}", piece.id);
            assert_eq!(!diagram.burns.is_empty(), piece.burns.is_some(), "{}", piece.id);
        }
    }
}
