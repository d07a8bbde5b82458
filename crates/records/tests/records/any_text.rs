//! Random positions come back as they were; random and damaged texts are never a reason to panic.

use crate::common::{GAMES, variant};
use komadai_records::moves::parse_move;
use komadai_records::position::{parse, to_fen, to_sfen, write};
use komadai_rules::{Color, PieceType, Setup, Square, Variant};
use proptest::prelude::*;
use std::sync::LazyLock;

static VARIANTS: LazyLock<Vec<Variant>> =
    LazyLock::new(|| GAMES.iter().map(|id| variant(id)).collect());

fn variants() -> impl Strategy<Value = &'static Variant> {
    (0..GAMES.len()).prop_map(|index| &VARIANTS[index])
}

/// Any position that the game's texts can say: pieces on squares that exist, hands and flags where
/// the game has them.
fn setups(v: &'static Variant) -> impl Strategy<Value = Setup> {
    let kinds = v.pieces.len() as u8;
    let occupant = prop_oneof![
        3 => Just(None),
        2 => (any::<bool>(), 0..kinds).prop_map(|(second, piece)| {
            Some((if second { Color::Second } else { Color::First }, PieceType(piece)))
        }),
    ];
    let hand = || proptest::collection::vec(0u8..20, v.pieces.len());
    (
        proptest::collection::vec(occupant, v.board.size()),
        [hand(), hand()],
        any::<bool>(),
        0u32..1000,
        [0u8..3, 0u8..3],
        proptest::collection::vec(any::<bool>(), v.board.size()),
        0u32..150,
        proptest::collection::btree_set(0..v.board.size(), 0..3),
    )
        .prop_map(move |(board, hands, second, ply, passes, marks, quiet, passed_over)| {
            let mut setup = Setup {
                board,
                hands,
                side: if second { Color::Second } else { Color::First },
                ply,
                passes: if v.shocks.is_empty() { [0; 2] } else { passes },
                unmoved: None,
                passed_pawn: passed_over.first().map(|at| Square((v.board.size() - 1 - at) as u8)),
                en_passant: passed_over.into_iter().map(|at| Square(at as u8)).collect(),
                quiet: if v.end.quiet.is_some() { quiet } else { 0 },
                checks_given: [0; 2],
                just_took: None,
                counted: None,
            };
            make_sayable(v, &mut setup, &marks);
            setup
        })
}

fn make_sayable(v: &Variant, setup: &mut Setup, marks: &[bool]) {
    for hole in &v.board.holes {
        setup.board[hole.index()] = None;
    }
    for (index, piece) in v.pieces.iter().enumerate() {
        if !v.captures_to_hand || piece.demotes_to.index() != index {
            setup.hands[0][index] = 0;
            setup.hands[1][index] = 0;
        }
    }
    let tracked = |square: &Square| {
        setup.board[square.index()].is_some_and(|(_, piece)| v.tracks_unmoved(piece))
    };
    if (0..v.pieces.len()).any(|index| v.tracks_unmoved(PieceType(index as u8))) {
        let squares = v.board.squares().filter(tracked);
        setup.unmoved = Some(squares.filter(|square| marks[square.index()]).collect());
    }
}

proptest! {
    #[test]
    fn sfen_says_everything((v, setup) in variants().prop_flat_map(|v| (Just(v), setups(v)))) {
        let text = to_sfen(v, &setup);
        // Chess is written in FEN, and only that is read.
        if v.board.text == komadai_rules::variant::PositionText::Sfen {
            prop_assert_eq!(parse(v, &text), Ok(setup), "{}", text);
        }
    }

    #[test]
    fn fen_says_everything((v, mut setup) in variants().prop_flat_map(|v| (Just(v), setups(v)))) {
        // FEN counts moves of both sides.
        setup.ply = setup.ply / 2 * 2 + setup.side.index() as u32;
        let text = to_fen(v, &setup);
        prop_assert_eq!(parse(v, &text), Ok(setup), "{}", text);
    }

    #[test]
    fn what_was_read_is_written_alike(
        (v, setup) in variants().prop_flat_map(|v| (Just(v), setups(v))),
        at in any::<prop::sample::Index>(),
        with in "[a-zA-Z0-9+*/\\[\\]= ,é-]{0,3}",
    ) {
        let mut text = write(v, &setup);
        let at = at.index(text.len());
        text.replace_range(at..(at + 1).min(text.len()), &with);
        if let Ok(setup) = parse(v, &text) {
            let text = write(v, &setup);
            let again = parse(v, &text);
            prop_assert_eq!(again.map(|again| write(v, &again)), Ok(text));
        }
    }

    #[test]
    fn errors_point_into_the_text(v in variants(), text in "\\PC*") {
        for error in [parse(v, &text).err(), parse_move(v, &text).err()].into_iter().flatten() {
            prop_assert!(text.get(error.offset..error.offset + error.len).is_some());
        }
    }

    #[test]
    fn texts_of_the_right_letters_do_no_harm(
        v in variants(),
        text in "[a-zA-Z0-9+*@/\\[\\]= ,-]{0,40}",
    ) {
        for error in [parse(v, &text).err(), parse_move(v, &text).err()].into_iter().flatten() {
            prop_assert!(text.get(error.offset..error.offset + error.len).is_some());
        }
    }
}
