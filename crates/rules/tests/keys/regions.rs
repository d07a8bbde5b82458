//! Movements that hold on a part of the board: the pawns of Horde, and palaces.

use crate::common::{opened, perft, play, square, walk, why_not};
use komadai_rules::variant::builtin;

/// As other programs count.
#[test]
fn horde_has_as_many_lines_as_elsewhere() {
    let mut at = opened(builtin("horde").unwrap());
    for (depth, lines) in [(1, 8), (2, 128), (3, 1_274), (4, 23_310)] {
        assert_eq!(perft(&mut at, depth), lines, "{depth}");
    }
}

#[test]
fn pawns_go_two_squares_from_some_ranks_only() {
    let mut at = opened(
        r#"
        id = "pawns"
        board = { files = 4, ranks = 8 }
        [pieces]
        K = { move = "K", at = "d1", royal = true }
        P = { move = ["fmWfcF", { move = "fmnD", from = "ranks 1-2" }, { move = "feF", to = "rank 6" }], at = "a1 b2" }
        "#,
    );
    let reach = |at: &komadai_rules::AnyPlay, from: &str| {
        let from = square(at, from);
        let legal = at.legal_moves().into_iter().filter(|m| m.from() == from);
        legal.map(|m| at.variant().square_name(m.to())).collect::<Vec<_>>()
    };
    assert_eq!((reach(&at, "a1").len(), reach(&at, "b2").len()), (2, 2));
    play(&mut at, "b2b4 a8b8 b4b5 b8a8");
    let reason = why_not(&at, &walk(&at, "b5", "b7"));
    assert_eq!(reason, "The P on b5 does not go to b7: it moves so only on a part of the board.");
    // The second side's part is turned.
    play(&mut at, "a1a3");
    assert_eq!((reach(&at, "d8").len(), reach(&at, "c7").len()), (2, 2));
    play(&mut at, "c7c5 a3a4");
    assert_eq!(reach(&at, "c5"), ["c4"]);
}

#[test]
fn a_palace_has_lines_of_its_own() {
    let at = opened(
        r#"
        id = "palace"
        board = { files = 5, ranks = 9 }
        [sides]
        symmetry = "none"
        [pieces]
        K = { move = ["W", { move = "F", from = "b1 d1 b3 d3 c2", to = "b1 d1 b3 d3 c2" }], confine = "b1-d3", at = "c2", at2 = "c8", royal = true }
        R = { move = ["R", { move = "B2", from = "b1 d1 b3 d3 c2", to = "b1 d1 b3 d3 c2" }], at = "d1" }
        "#,
    );
    let to = |from: &str| {
        let from = square(&at, from);
        let mut to: Vec<String> = at
            .legal_moves()
            .into_iter()
            .filter(|m| m.from() == from)
            .map(|m| at.variant().square_name(m.to()))
            .collect();
        to.sort_unstable();
        to.join(" ")
    };
    assert_eq!(to("c2"), "b1 b2 b3 c1 c3 d2 d3");
    // Its own king is in the way along the diagonal.
    assert_eq!(to("d1"), "a1 b1 c1 d2 d3 d4 d5 d6 d7 d8 d9 e1");
}

/// As in Janus Chess, in which both kings stand on the file `e` and castle to `b` and `i`.
#[test]
fn sides_castle_in_ways_of_their_own() {
    let mut at = opened(
        r#"
        id = "wings"
        board = { files = 10, ranks = 8 }
        sides = { first = 'White', second = 'Black', symmetry = 'mirror' }
        [pieces]
        K = { move = ["K", { move = "irO4ilO3", side = "first" }, { move = "irO3ilO4", side = "second" }], at = "e1", royal = true }
        R = { move = "R", at = "a1 j1" }
        P = { move = ["fmW", { move = "fmD", side = "second" }], at = "c2" }
        "#,
    );
    let ends = |at: &komadai_rules::AnyPlay, from: &str| {
        let from = square(at, from);
        let legal = at.legal_moves().into_iter().filter(|m| m.from() == from);
        let mut ends: Vec<_> = legal.map(|m| at.variant().square_name(m.to())).collect();
        ends.sort();
        ends.join(" ")
    };
    assert_eq!(ends(&at, "e1"), "b1 d1 d2 e2 f1 f2 i1");
    assert_eq!(ends(&at, "c2"), "c3");
    let reason = why_not(&at, &walk(&at, "e1", "h1"));
    assert_eq!(reason, "The K on e1 does not move to h1.");
    // What only the other side has is no movement of the piece at all.
    let reason = why_not(&at, &walk(&at, "c2", "c4"));
    assert_eq!(reason, "The P on c2 does not move to c4.");
    play(&mut at, "c2c3");
    assert_eq!(ends(&at, "e8"), "b8 d7 d8 e7 f7 f8 i8");
    assert_eq!(ends(&at, "c7"), "c5 c6");
}
