//! Games that are drawn by counting moves: Makruk, Ouk Chatrang, and others.

use crate::common::{loaded, opened, play};
use komadai_records::position::{parse, write};
use komadai_rules::variant::Counted;
use komadai_rules::{AnyGame, AnyPlay, Opening, Setup, Status};

const MAKRUK: &str = "extends = 'makruk'";
const OUK: &str = "extends = 'cambodian'";

fn set_up(text: &str, position: &str) -> AnyPlay {
    let variant = loaded(text).variant;
    let setup = parse(&variant, position).unwrap_or_else(|e| panic!("{position}: {e}"));
    AnyGame::compile(&variant).unwrap().open(&Opening::Setup(setup)).unwrap()
}

/// The number of the rule and of its limit, and the plies counted.
fn counted(at: &AnyPlay) -> Option<(u8, u8, u16)> {
    at.counted().map(|Counted { rule, limit, plies }| (rule + 1, limit + 1, plies))
}

/// The count after some moves from a position, where a bare king has so many plies as Fairy-Stockfish counts.
#[test]
fn counts_begin_as_soon_as_the_side_to_move_may_count() {
    let cases = [
        // The last pawn is captured: the honour of the board, by the side to move.
        (MAKRUK, "5k2/8/8/5p2/8/2n5/4R3/6K1 w - - 0 1", "e2f2 c3d1 f2f5", Some((2, 1, 0))),
        // It promotes, and the king of the side to move is bare.
        (MAKRUK, "4k3/8/8/4P3/8/8/8/R3K3 w - - 0 1", "e5e6", Some((1, 2, 8))),
        // A pawn is left.
        (MAKRUK, "4k3/8/8/8/4P3/8/8/R3K3 w - - 0 1", "e4e5", None),
        // The last piece is captured; the count begins anew, with another limit.
        (MAKRUK, "4k3/8/8/8/8/2n5/2R5/S3K3 w - - 0 1 count=2/1/40", "c2c3", Some((1, 2, 8))),
        (MAKRUK, "4k3/8/8/8/8/8/3r4/R3K3 b - - 0 1", "d2e2 e1e2", Some((1, 2, 6))),
        // Nothing is captured.
        (MAKRUK, "4k3/8/8/8/8/2n5/1R6/R3K3 w - - 0 1 count=2/1/40", "b2b3 c3b1", Some((2, 1, 42))),
        // A bare king begins to count on its own turn.
        (MAKRUK, "8/8/4k3/4P3/8/8/8/N3K3 b - - 0 1", "e6e5", None),
        (MAKRUK, "8/8/4k3/4P3/8/8/8/N3K3 b - - 0 1", "e6e5 e1e2", Some((1, 6, 6))),
        // The other side loses its rook: the limit stays.
        (MAKRUK, "8/8/8/8/8/2k5/3R4/6KS b - - 0 1 count=1/2/8", "c3d2 g1g2", Some((1, 2, 10))),
        // Three pieces count, with pawns or without them; four do not.
        (OUK, "1n2k3/8/4p3/8/8/8/8/RN1NK3 w - - 0 1", "e1e2", Some((2, 1, 0))),
        (OUK, "1nn1k3/8/4p3/8/8/8/8/RN1NK2R w - - 0 1", "e1e2", None),
    ];
    for (game, position, moves, expected) in cases {
        let mut at = set_up(game, position);
        play(&mut at, moves);
        assert_eq!(counted(&at), expected, "{position} {moves}");
    }
}

#[test]
fn the_move_after_the_last_number_draws() {
    let mut at = set_up(MAKRUK, "8/8/8/4k3/8/8/8/R3K3 b - - 0 1 count=1/2/30");
    play(&mut at, "e5e4 a1a2");
    assert_eq!((counted(&at), at.ending()), (Some((1, 2, 32)), None));
    play(&mut at, "e4e5");
    let ending = at.ending().unwrap();
    let reason = "Black has counted 16 moves and is not mated: a draw.";
    assert_eq!((ending.status, ending.winner), (Status::MoveLimit, None));
    assert_eq!(ending.reason, reason);
    at.pop();
    assert_eq!((counted(&at), at.ending()), (Some((1, 2, 32)), None));
}

#[test]
fn mate_comes_before_the_limit() {
    // The rook mates with the last move that it has.
    let mut at = set_up(MAKRUK, "k7/8/1K6/8/8/8/8/7R w - - 0 1 count=1/2/31");
    play(&mut at, "h1h8");
    assert_eq!(at.ending().map(|ending| ending.status), Some(Status::Checkmate));
    // So does the side that counts, with the move by which it would draw.
    let mut at = set_up(MAKRUK, "7r/8/8/8/8/1k6/8/K2S4 b - - 0 1 count=2/1/128");
    play(&mut at, "h8h1");
    assert_eq!(
        at.ending().map(|ending| ending.status),
        Some(Status::MoveLimit),
        "it does not mate"
    );
    let mut at = set_up(MAKRUK, "7r/8/8/8/8/1k6/8/K6N b - - 0 1 count=2/1/128");
    play(&mut at, "h8h1");
    assert_eq!(at.ending().map(|ending| ending.status), Some(Status::Checkmate));
}

#[test]
fn a_position_that_is_read_again_goes_on_counting() {
    let mut at = set_up(MAKRUK, "8/8/8/4k3/8/8/8/R3K3 b - - 0 1");
    assert_eq!(counted(&at), Some((1, 2, 6)), "a position without a count begins one");
    play(&mut at, "e5e4 a1a2 e4e5");
    let text = write(at.variant(), &at.setup());
    assert_eq!(text, "8/8/8/4k3/8/8/R7/4K3 w - - 0 3 count=1/2/9");
    let again = set_up(MAKRUK, &text);
    assert_eq!(again.setup(), at.setup());
    // How far one has counted does not make another position.
    let key = |plies: &str| set_up(MAKRUK, &text.replace("/9", plies)).key();
    assert_eq!(key("/9"), key("/21"));
}

#[test]
fn a_count_that_the_game_does_not_have_is_refused() {
    let count = |rule, limit| {
        let variant = loaded(MAKRUK).variant;
        let counted = Some(Counted { rule, limit, plies: 3 });
        let setup = Setup { counted, ..variant.start_setup(None).unwrap() };
        AnyGame::compile(&variant).unwrap().open(&Opening::Setup(setup)).map(|_| ())
    };
    assert_eq!(count(0, 5), Ok(()));
    assert_eq!(count(1, 0), Ok(()));
    for (rule, limit) in [(0, 6), (1, 1), (2, 0)] {
        let error = count(rule, limit).unwrap_err().to_string();
        assert!(error.contains("this game does not count moves like that"), "{error}");
    }
}

/// Six pieces stand on the board, three of each side.
#[test]
fn anybody_may_invent_a_count() {
    let check = |counting: &str, expected: Option<(u8, u8, u16)>| {
        let at = opened(&format!(
            "sides = {{ first = 'White', second = 'Black', symmetry = 'none' }}
            board = {{ files = 5, ranks = 5 }}
            [pieces]
            K = {{ move = 'K', at = 'a1', at2 = 'e5', royal = true }}
            P = {{ move = 'fW', at = 'c1', at2 = '' }}
            N = {{ move = 'N', at = 'b1', at2 = 'a5' }}
            B = {{ move = 'B', at = '', at2 = 'c5' }}
            [end]
            counting = {counting}"
        ));
        assert_eq!(counted(&at), expected, "{counting}");
    };
    check("{ limits = { moves = 9 } }", Some((1, 1, 0)));
    check("{ from_pieces = true, limits = { moves = 9 } }", Some((1, 1, 12)));
    check("{ at_most = 2, limits = { moves = 9 } }", None);
    check("{ without = 'P', limits = { moves = 9 } }", None);
    check("{ limits = { types = 'P', moves = 9 } }", None);
    check("{ limits = { count = 3, moves = 9 } }", None);
    check(
        "{ limits = [{ count = 3, moves = 9 }, { types = ['N', 'B'], count = 2, moves = 9 }] }",
        Some((1, 2, 0)),
    );
    check("[{ at_most = 2, limits = { moves = 9 } }, { limits = { moves = 9 } }]", Some((2, 1, 0)));
}
