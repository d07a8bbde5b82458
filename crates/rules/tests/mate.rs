//! Mate where royals may be left to be taken, and moves that save them, against their definition spelled out: every move and
//! every answer is played.
//!
//! `KOMADAI_POSITIONS` says how many positions are tried (2,000), `KOMADAI_SEED` where the random
//! numbers begin (1).
#![allow(clippy::disallowed_methods, reason = "how long it runs is said from outside")]

use fastrand::Rng;
use komadai_rules::variant::{Source, load, load_builtin};
use komadai_rules::{
    AnyGame, Color, Game, Move, PieceType, Play, Position, Setup, Status, Variant, any_size,
};
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn mate_is_what_its_definition_says() {
    let raichu = load_builtin("raichu", &[]).expect("a good file").variant;
    check(&raichu, true);
}

#[test]
fn moves_that_save_the_last_royal_are_found() {
    // Without those whose moves only playing tells apart: for their sake all moves are said to save.
    let plain = |line: &&str| {
        !["T =", "W =", "R =", "S =", "D =", "\"+T\""].iter().any(|odd| line.starts_with(odd))
    };
    let text: Vec<&str> = include_str!("variants/lions.toml").lines().filter(plain).collect();
    let lions = Source::new("lions.toml", text.join("\n"));
    check(&load(&lions, &|_| None, &[]).expect("a good file").variant, false);
}

/// Tries random positions; `mates` says that the game knows mate by its moves.
fn check(variant: &Variant, mates: bool) {
    let game = AnyGame::compile(variant).expect("it compiles");
    any_size!(AnyGame, &game, game => try_positions(game, mates));
}

fn try_positions<const N: usize>(game: &Arc<Game<N>>, knows_mate: bool) {
    let variant = game.variant();
    let empty = Setup {
        board: vec![None; variant.board.size()],
        ..variant.start_setup(None).expect("the usual start")
    };
    let types: Vec<PieceType> = (0..variant.pieces.len()).map(|i| PieceType(i as u8)).collect();
    let royals: Vec<PieceType> =
        types.iter().copied().filter(|t| variant.pieces[t.index()].royal).collect();
    let mut random = Rng::with_seed(setting("KOMADAI_SEED", 1));
    let (mut mates, mut others) = (0, 0);
    for _ in 0..setting("KOMADAI_POSITIONS", 2_000) {
        let setup = random_setup(&empty, &types, &royals, &mut random);
        let Ok(position) = Position::from_setup(game, &setup) else {
            continue;
        };
        let saved = check_saving_moves(&position);
        if saved {
            others += 1
        } else {
            mates += 1
        }
        if knows_mate {
            let ending = Play::new(position).ending();
            let status = ending.as_ref().map(|end| end.status);
            assert_eq!(status == Some(Status::Checkmate), !saved, "{ending:?} {setup:?}");
        }
    }
    assert!(mates > 0 && others > 0, "{mates} mates, {others} others");
}

/// Compares the moves that are said to save the last royal with those that do; whether there are
/// any of these.
fn check_saving_moves<const N: usize>(position: &Position<N>) -> bool {
    let mut after = position.clone();
    let saved: BTreeSet<Move> =
        position.legal_moves().into_iter().filter(|m| is_saved_by(&mut after, *m)).collect();
    let mut said = Vec::new();
    position.saving_moves_into(&mut said);
    let said: BTreeSet<Move> = said.into_iter().collect();
    assert!(said.is_superset(&saved), "{:?}", position.to_setup());
    if royals(position, position.side()) == 1 && !position.must_pass() {
        for m in said.difference(&saved) {
            // Two royals can still fall at once.
            assert!(m.promotion() > 0, "{m:?} {:?}", position.to_setup());
        }
    }
    !saved.is_empty()
}

/// Whether a move takes the last enemy royal, makes the opponent pass, or is one after which the
/// opponent has no answer that takes the last own royal.
fn is_saved_by<const N: usize>(position: &mut Position<N>, m: Move) -> bool {
    let us = position.side();
    position.make(m);
    let wins = royals(position, !us) == 0;
    let mut answered = position.clone();
    let loses = position.pseudo_legal_moves().into_iter().any(|answer| {
        answered.make(answer);
        let gone = royals(&answered, us) == 0;
        answered.unmake();
        gone
    });
    let survives = position.must_pass() || !loses;
    position.unmake();
    wins || survives
}

fn royals<const N: usize>(position: &Position<N>, side: Color) -> usize {
    let variant = position.game().variant();
    let pieces = variant.board.squares().filter_map(|square| position.at(square));
    pieces.filter(|(owner, t)| *owner == side && variant.pieces[t.index()].royal).count()
}

/// Royals in the corners, where they can hardly move, and a handful of attackers.
fn random_setup(
    empty: &Setup,
    types: &[PieceType],
    royals: &[PieceType],
    random: &mut Rng,
) -> Setup {
    let mut setup = empty.clone();
    setup.side = Color::BOTH[random.usize(..2)];
    setup.passes[setup.side.index()] = u8::from(random.usize(..6) == 0);
    for (side, corner) in [(Color::First, 0), (Color::Second, setup.board.len() - 2)] {
        for i in 0..=random.usize(..2) {
            setup.board[corner + i] = Some((side, royals[random.usize(..royals.len())]));
        }
    }
    for _ in 0..8 + random.usize(..24) {
        let square = random.usize(..setup.board.len());
        if setup.board[square].is_none() {
            let side = Color::BOTH[random.usize(..2)];
            setup.board[square] = Some((side, types[random.usize(..types.len())]));
        }
    }
    setup
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}
