//! The names of ffish.js, asked without JavaScript.

use komadai_wasm::{
    FairyBoard, fairy_captures_to_hand, fairy_configure, fairy_pgn, fairy_start, fairy_validity,
    fairy_variants,
};

fn board(name: &str, fen: &str, chess960: bool) -> FairyBoard {
    FairyBoard::new(Some(name.to_owned()), Some(fen.to_owned()), Some(chess960)).expect(name)
}

#[test]
fn a_board_changes_with_each_move() {
    let mut board = FairyBoard::new(None, None, None).unwrap();
    assert_eq!((board.variant().as_str(), board.is960(), board.turn()), ("chess", false, true));
    assert!(board.push("e2e4") && board.push("e7e5") && board.push("g1f3"));
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(board.fen(), fen);
    assert!(!board.push("q2q7") && !board.push("e5e6") && board.fen() == fen);
    assert_eq!((board.game_ply(), board.fullmove_number(), board.halfmove_clock()), (3, 2, 1));
    assert_eq!(board.move_stack(), "e2e4 e7e5 g1f3");
    board.pop().unwrap();
    assert!(board.push_san("Nf3", None).unwrap() && !board.push_san("Nf3", Some(1)).unwrap());
    assert!(board.push_san("Nc6", Some(7)).is_err());
    board.push_san_moves("Nc6 Bb5", Some(1)).unwrap();
    let error = board.push_moves("a7a6 b5b8 b2b3").unwrap_err();
    assert_eq!((error.details.number, board.move_stack().ends_with("a7a6")), (Some(2), true));
    board.reset().unwrap();
    assert!(board.pop().is_err() && board.number_legal_moves() == 20);
    assert!(board.set_fen("8/8").is_err());
    board.set_fen(fen).unwrap();
    assert_eq!((board.fen(), board.move_stack()), (fen.to_owned(), String::new()));
}

#[test]
fn what_a_board_says() {
    let mut board = board(
        "chess",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        false,
    );
    assert_eq!((board.result(None).as_str(), board.is_game_over(Some(true))), ("*", false));
    assert_eq!(board.san_move("h5f7", None).unwrap(), "Qxf7#");
    assert_eq!(board.san_move("h5a8", None).unwrap(), "");
    assert_eq!(board.variation_san("h5f7", None, Some(false)).unwrap(), "Qxf7#");
    assert_eq!(board.variation_san("h5f7 a7a6", None, None).unwrap(), "");
    assert!(board.is_capture("h5f7") && !board.is_capture("h5g4") && !board.is_capture("h5a8"));
    assert!(board.push_san("Qxf7#", None).unwrap());
    assert_eq!((board.result(None).as_str(), board.is_game_over(None)), ("1-0", true));
    assert_eq!((board.checked_pieces().as_str(), board.is_check()), ("e8", true));
    assert!(!board.is_insufficient_material() && !board.has_insufficient_material(true));
    assert!(board.to_text().starts_with("r . b q k b . r\n"));
    let pieces = "rnb1kbnr/ppp1pppp/8/8/8/5q2/PPPP1PPP/RNBQKB1R/Pnp w KQkq - 0 4";
    let zh = self::board("crazyhouse", pieces, false);
    assert_eq!((zh.pocket(true).as_str(), zh.pocket(false).as_str()), ("p", "np"));
    assert!(zh.legal_moves_san().split(' ').any(|text| text == "P@e3"));
}

#[test]
fn moves_are_written_in_san_unless_another_notation_is_named() {
    let board = board("shogi", "", false);
    for (notation, written) in [(None, "Gd2"), (Some(0), "G-68"), (Some(4), "G-6h")] {
        assert_eq!(board.san_move("d1d2", notation).unwrap(), written);
    }
    assert!(board.legal_moves_san().split(' ').any(|text| text == "Gd2"));
}

#[test]
fn shuffled_pieces() {
    let shredded = "rnknb1rq/pp2ppbp/3p2p1/2p5/4PP2/2N1N1P1/PPPP3P/R1K1BBRQ b KQkq - 1 5";
    let board = board("chess", shredded, true);
    assert!(board.is960() && board.number_legal_moves() > 20);
}

#[test]
fn royals_that_face_each_other() {
    let board = board("janggi", "", false);
    assert!(!board.is_bikjang());
    let fen = "rnba1abnr/4k4/1c5c1/p1p3p1p/9/9/P1P3P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    assert!(self::board("janggi", fen, false).is_bikjang());
}

#[test]
fn what_is_asked_of_no_board() {
    let some = |name: &str| Some(name.to_owned());
    assert!(fairy_captures_to_hand(some("shogi")).unwrap());
    assert!(!fairy_captures_to_hand(None).unwrap());
    assert!(fairy_start(some("Standard")).unwrap().starts_with("rnbqkbnr/"));
    assert!(fairy_start(some("no-such-game")).is_err());
    assert_eq!(fairy_validity("8/8 w - - 0 1", None, None).unwrap(), -8);
    fairy_configure("[no-castling-here:chess]\ncastling = false\n");
    assert!(fairy_variants().iter().any(|name| name == "no-castling-here"));
    let mut board = board("no-castling-here", "", false);
    board.push_moves("g1f3 g8f6 g2g3 g7g6 f1g2 f8g7").unwrap();
    assert!(!board.legal_moves().contains("e1g1"));
    let game = fairy_pgn("[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n").unwrap();
    assert_eq!((game.header_keys().as_str(), game.headers("Black").as_str()), ("White Black", "B"));
    assert_eq!((game.mainline_moves().as_str(), game.headers("Site").as_str()), ("e2e4 e7e5", ""));
    assert_eq!(fairy_pgn("1. e4 e5 2. Ke4 *").err().unwrap().details.number, Some(3));
}
