//! What captured pieces are in the hand.

use crate::common::{opened, piece, square};
use komadai_records::moves::{MoveText, PromotionText, Spelling, parse_move};
use komadai_rules::{AnyPlay, Color};

/// Crazyhouse: what a Pawn has become is a Pawn again, and what was a Queen from the start stays one.
const CRAZYHOUSE: &str = "extends = 'chess'
    capture = { to = 'hand' }
    [pieces]
    P = { promotes = ['+Q', '+N'] }
    '+Q' = { name = 'Promoted Queen', move = 'Q', held = 'P' }
    '+N' = { name = 'Promoted Knight', move = 'N', held = 'P' }";

/// Plays moves as texts. The letter of what a Pawn becomes has no `+`: nothing becomes a plain Queen.
fn play(at: &mut AnyPlay, moves: &str) {
    for text in moves.split(' ') {
        let is_it = |m: &komadai_rules::Move| {
            let mover = at.at(m.from()).map(|(_, piece)| piece);
            Spelling::new(*m, mover).algebraic(at.variant()) == text
        };
        let found = at.legal_moves().into_iter().find(is_it);
        at.push(found.unwrap_or_else(|| panic!("{text} is not legal")));
    }
}

#[test]
fn a_promoted_piece_is_what_it_was() {
    let mut at = opened(CRAZYHOUSE);
    play(&mut at, "a2a4 b7b5 a4b5 a7a6 b5a6 g8f6 a6a7 f6e4");
    for text in ["a7b8n", "a7b8+n", "a7b8N", "a7b8=N"] {
        let to_knight = PromotionText::To(piece(&at, "+N"));
        let read = parse_move(at.variant(), text);
        assert!(
            matches!(read, Ok(MoveText::Walk { promotion, .. }) if promotion == to_knight),
            "{text}: {read:?}"
        );
    }
    play(&mut at, "a7b8n");
    assert_eq!(at.at(square(&at, "b8")), Some((Color::First, piece(&at, "+N"))));
    play(&mut at, "a8b8");
    let hand = |side, id: &str| at.setup().hands[side as usize][piece(&at, id).index()];
    let held = ["P", "N", "+N"].map(|id| hand(Color::Second, id));
    assert_eq!((held, hand(Color::First, "P")), ([1, 0, 0], 2));
}
