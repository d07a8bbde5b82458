//! No position is ever called dead falsely: from random walls that are, every position that can
//! still come about is visited, and none of them is mate.
//!
//! `KOMADAI_POSITIONS` says how many positions are tried (5,000), `KOMADAI_SEED` where the random
//! numbers begin (1).
#![allow(clippy::disallowed_methods, reason = "how long it runs is said from outside")]

use fastrand::Rng;
use komadai_rules::variant::load_builtin;
use komadai_rules::{Color, Game, Move, PieceType, Play, Position, Setup, Square, Status, Variant};
use std::collections::HashSet;
use std::sync::Arc;

/// Chess lists its pawn last.
const PAWN: PieceType = PieceType(5);
/// Positions with more continuations than this are left unproven.
const MOST_VISITED: usize = 20_000;

#[test]
fn dead_positions_are_dead() {
    let chess = load_builtin("chess", &[]).expect("a good file").variant;
    let game = Arc::new(Game::<1>::compile(&chess).expect("it compiles"));
    let mut random = Rng::with_seed(setting("KOMADAI_SEED", 1));
    let (mut dead, mut missed) = (0, 0);
    for _ in 0..setting("KOMADAI_POSITIONS", 5_000) {
        let setup = random_wall(&chess, &mut random);
        let Ok(position) = Position::from_setup(&game, &setup) else {
            continue;
        };
        if !setup.board.contains(&Some((Color::First, PAWN))) {
            continue;
        }
        match Play::new(position.clone()).ending().map(|end| end.status) {
            Some(Status::DeadPosition) => {
                dead += 1;
                assert_ne!(mate_can_come(position), Some(true), "{}", text(&chess, &setup));
            }
            None if random.usize(..10) == 0 && mate_can_come(position) == Some(false) => {
                missed += 1;
                if std::env::var("KOMADAI_SHOW").is_ok() {
                    println!("{}", text(&chess, &setup));
                }
            }
            _ => {}
        }
    }
    println!("{dead} dead, {missed} perhaps missed in a tenth of the others");
    assert!(dead > 0);
}

fn text(chess: &Variant, setup: &Setup) -> String {
    komadai_records::position::to_fen(chess, setup)
}

/// Whether any line of legal moves from here mates either side; `None` if there are too many.
/// Anything taken counts as a mate to come, so that searches end.
fn mate_can_come(mut position: Position<1>) -> Option<bool> {
    let mut seen = HashSet::from([position.key()]);
    let mut open: Vec<Vec<Move>> = vec![position.legal_moves()];
    while let Some(moves) = open.last_mut() {
        let Some(m) = moves.pop() else {
            open.pop();
            position.unmake();
            continue;
        };
        if !position.captures(m).is_empty() || m.promotion() > 0 {
            return Some(true);
        }
        position.make(m);
        if !seen.insert(position.key()) {
            position.unmake();
            continue;
        }
        let legal = position.legal_moves();
        if legal.is_empty() && position.in_check() {
            return Some(true);
        }
        if seen.len() > MOST_VISITED {
            return None;
        }
        open.push(legal);
    }
    Some(false)
}

/// Pawns head on in most files, here and there one more, two kings, sometimes a bishop.
fn random_wall(chess: &Variant, random: &mut Rng) -> Setup {
    let mut setup = chess.start_setup(None).expect("the usual start");
    setup.board.fill(None);
    setup.unmoved = Some(Vec::new());
    setup.side = side(random);
    let piece = |id: &str| {
        let index = chess.pieces.iter().position(|piece| piece.id == id);
        PieceType(index.expect("chess has it") as u8)
    };
    let mut rank = 1 + random.usize(..5);
    for file in 0..8 {
        // Neighbours side by side could take each other.
        rank = if random.bool() { rank + 1 } else { rank - 1 }.clamp(1, 5);
        if random.usize(..4) > 0 {
            setup.board[rank * 8 + file] = Some((Color::First, PAWN));
            setup.board[(rank + 1) * 8 + file] = Some((Color::Second, PAWN));
        }
    }
    if random.usize(..4) == 0 {
        put(&mut setup, 8 + random.usize(..48), (side(random), PAWN));
    }
    for bishop in 0..2 {
        if random.usize(..3) == 0 {
            put(&mut setup, random.usize(..64), (Color::BOTH[bishop], piece("B")));
        }
    }
    for (king, behind) in [(Color::First, 0), (Color::Second, 32)] {
        while !put(&mut setup, behind + random.usize(..32), (king, piece("K"))) {}
    }
    setup
}

fn side(random: &mut Rng) -> Color {
    Color::BOTH[random.usize(..2)]
}

/// Puts a piece on an empty square.
fn put(setup: &mut Setup, square: usize, piece: (Color, PieceType)) -> bool {
    let empty = setup.at(Square(square as u8)).is_none();
    if empty {
        setup.board[square] = Some(piece);
    }
    empty
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}
