//! Values that come from nothing but movements, against those that players have found in centuries.

use crate::common::{built_in, game, games};
use komadai_engine::Values;
use komadai_rules::AnyGame;
use std::collections::HashMap;

/// The values of a game, and where each piece stands in them.
fn find(game: &AnyGame) -> (Values, HashMap<String, usize>) {
    let pieces = game.variant().pieces.iter().enumerate();
    (Values::of(game), pieces.map(|(i, piece)| (piece.id.clone(), i)).collect())
}

/// Each piece is worth something between two numbers.
fn check(game: &AnyGame, wanted: &[(&str, i32, i32)]) {
    let (values, ids) = find(game);
    for (id, low, high) in wanted {
        let value = values.board[ids[*id]];
        assert!((*low..=*high).contains(&value), "{id}: {value}, not {low} to {high}");
    }
}

#[test]
fn chess_has_its_usual_values() {
    let wanted =
        [("P", 80, 120), ("N", 290, 340), ("B", 310, 360), ("R", 460, 540), ("Q", 880, 1020)];
    check(&built_in("chess"), &wanted);
}

/// Between those of Bonanza and those of YaneuraOu, with a pawn at 100.
#[test]
fn shogi_has_its_usual_values() {
    let wanted = [
        ("P", 80, 120),
        ("L", 260, 380),
        ("N", 220, 450),
        ("S", 380, 560),
        ("G", 450, 620),
        ("B", 640, 960),
        ("R", 740, 1110),
        ("+P", 450, 620),
        ("+B", 900, 1100),
        ("+R", 1050, 1560),
    ];
    check(&built_in("shogi"), &wanted);
}

/// A value in the file comes first, also for pieces that move like that one.
#[test]
fn files_may_know_better() {
    let wanted =
        [("P", 100, 100), ("G", 400, 400), ("R", 500, 500), ("+R", 600, 600), ("+P", 400, 400)];
    check(&built_in("minishogi"), &wanted);
}

/// In each list every piece is worth less than the next one.
fn check_order(id: &str, ascending: &[&str]) {
    let (values, ids) = find(&built_in(id));
    let of = |id: &&str| values.board[ids[*id]];
    assert!(ascending.is_sorted_by(|a, b| of(a) < of(b)), "{id}: {:?}", values.board);
}

#[test]
fn pieces_of_large_games_come_in_a_sensible_order() {
    check_order("raichu", &["P", "I", "C", "S", "G", "B", "R", "D", "Q", "N"]);
    check_order("raichu", &["B", "H", "+H", "N"]);
    check_order("raichu", &["G", "K"]);
    check_order("minjiku", &["P", "S", "G", "B", "R", "+D", "+X", "J", "F"]);
}

#[test]
fn promotion_gains_and_hands_are_worth_something() {
    let (values, ids) = find(&built_in("shogi"));
    for id in ["P", "L", "N", "S", "B", "R"] {
        let (plain, promoted) = (ids[id], ids[&format!("+{id}")]);
        assert_eq!(values.promotion_gain[plain], values.board[promoted] - values.board[plain]);
        assert!(values.promotion_gain[plain] > 0, "{id}");
        assert!(values.hand[plain] > values.board[plain], "{id}");
        assert_eq!((values.hand[promoted], values.promotion_gain[promoted]), (0, 0), "{id}");
    }
}

/// What is cheap in one game has a value in every other, and twice the same.
#[test]
fn values_are_positive_and_always_the_same() {
    for game in games() {
        let (values, ids) = find(&game);
        assert!(values.board.iter().all(|v| *v > 0), "{ids:?} {values:?}");
        assert_eq!(find(&game).0, values);
    }
}

/// Additions to a movement add to the value.
#[test]
fn more_powers_are_worth_more() {
    let weaker_and_stronger = [
        ("move = \"R\"", "move = \"RF\""),
        ("move = \"K\"", "move = \"KNS\""),
        ("move = \"K\"", "move = \"KcabK\""),
        ("move = \"B\"", "move = \"B\", flies = \"B\", rank = 2"),
        ("move = \"B\"", "move = \"B\", burns = \"K\", burn_when = \"move\""),
        ("move = \"mRcB\"", "move = \"Q\""),
        ("move = \"fN\"", "move = \"N\""),
        ("move = \"W\"", "move = \"W\", promotes = \"Q\""),
    ];
    for (weak, strong) in weaker_and_stronger {
        let text = format!(
            "format = \"variant/1\"\nid = \"pair\"\nname = \"Pair\"\n[board]\nfiles = 9\nranks = 9\n\
             [pieces]\nK = {{ name = \"King\", move = \"K\", at = \"e1\", royal = true }}\n\
             P = {{ name = \"Pawn\", move = \"fW\", at = \"a3-i3\" }}\n\
             Q = {{ name = \"Queen\", move = \"Q\", at = \"d1\" }}\n\
             A = {{ name = \"Weak\", {weak}, at = \"a1\" }}\n\
             B = {{ name = \"Strong\", {strong}, at = \"b1\" }}\n\
             [promotion]\nzone = \"last 3\"\nwhen = [\"enter\"]\n[capture]\nto = \"nowhere\"\n"
        );
        let (values, ids) = find(&game(&text));
        let (a, b) = (values.board[ids["A"]], values.board[ids["B"]]);
        assert!(a < b, "{weak} {a}, {strong} {b}");
    }
}
