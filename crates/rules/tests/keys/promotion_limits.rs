//! How many pieces of a kind there may be by promotion.

use crate::common::{self, piece, play, square};
use komadai_rules::{AnyPlay, AskedPromotion, Attempt};

/// The first side has a Queen at the start, and no Rook.
fn opened(pieces: &str, rules: &str) -> AnyPlay {
    common::opened(&format!(
        "board = {{ files = 4, ranks = 5 }}
        [pieces]
        {pieces}
        R = {{ name = 'Rook', move = 'R' }}
        [promotion]
        zone = 'last 1'
        when = ['enter']
        choice = 'mandatory'
        {rules}"
    ))
}

/// A Pawn stands before the last rank, where it may go on or take a Queen.
const BEFORE: &str = "K = { name = 'King', move = 'K', at = 'a1', royal = true }
    Q = { name = 'Queen', move = 'Q', at = 'c1' }
    P = { name = 'Pawn', move = 'mfWcfF', at = 'a4', promotes = ['Q', 'R'] }";

/// What the Pawn may become, for each of its moves.
fn promotions(at: &AnyPlay) -> String {
    let pawn = &at.variant().pieces[piece(at, "P").index()];
    let from = square(at, "a4");
    let moves = at.legal_moves();
    assert_eq!(at.count_legal(), moves.len() as u64);
    let of_pawn = moves.iter().filter(|m| m.from() == from);
    let mut told: Vec<String> = of_pawn
        .map(|m| {
            assert!(at.is_legal(*m));
            let becomes = pawn.promotes[usize::from(m.promotion()) - 1];
            let id = &at.variant().pieces[becomes.index()].id;
            format!("{}{id}", at.variant().square_name(m.to()))
        })
        .collect();
    told.sort();
    told.join(" ")
}

fn why_not(at: &AnyPlay, promotion: AskedPromotion) -> String {
    let squares = ["a4", "a5"].map(|name| square(at, name)).to_vec();
    common::why_not(at, &Attempt::Walk { squares, promotion, shot: false, placed: None })
}

fn becomes(at: &AnyPlay, id: &str) -> AskedPromotion {
    AskedPromotion::To(piece(at, id))
}

#[test]
fn nothing_becomes_what_there_is_enough_of() {
    let check = |rules: &str, expected: &str| {
        assert_eq!(promotions(&opened(BEFORE, rules)), expected, "{rules}");
    };
    check("", "a5Q a5R b5Q b5R");
    check("limits = { types = 'Q', count = 1 }", "a5R b5R");
    check("limits = { types = 'Q', count = 2 }", "a5Q a5R b5Q b5R");
    // As many as at the start.
    check("limits = { types = 'Q' }", "a5R b5R");
    check("limits = { types = ['Q', 'R'] }", "");
    check("limits = { types = 'P' }", "a5Q a5R b5Q b5R");
    check("limits = { types = 'Q', count = 0, side = 'first' }", "a5R b5R");
    check("limits = { types = 'Q', count = 0, side = 'second' }", "a5Q a5R b5Q b5R");
    let both = "[[promotion.limits]]\ntypes = 'Q'\ncount = 3\n[[promotion.limits]]\ntypes = ['Q', 'R']\ncount = 1";
    check(both, "a5R b5R");
}

#[test]
fn why_it_becomes_nothing_is_said() {
    let at = opened(BEFORE, "limits = { types = 'Q' }");
    let queen =
        "The Pawn on a4 cannot become a Queen: by promotion its side may have no more than 1.";
    assert_eq!(why_not(&at, becomes(&at, "Q")), queen);
    assert_eq!(why_not(&at, becomes(&at, "R")), "");
    assert_eq!(why_not(&at, AskedPromotion::None), "The Pawn on a4 must promote on a5.");
    let at = opened(BEFORE, "limits = { types = ['Q', 'R'] }");
    assert_eq!(why_not(&at, AskedPromotion::None), queen);
    assert_eq!(why_not(&at, becomes(&at, "R")), queen.replace("Queen", "Rook").replace("1.", "0."));
}

/// As a pinned piece does: what a piece threatens does not depend on what its side has.
#[test]
fn what_cannot_be_promoted_gives_check_all_the_same() {
    let pieces = "K = { name = 'King', move = 'K', at = 'c1', royal = true }
        Q = { name = 'Queen', move = 'Q', at = 'd1' }
        P = { name = 'Pawn', move = 'mfWcfF', at = 'a3', promotes = ['Q', 'R'] }";
    let mut at = opened(pieces, "limits = { types = ['Q', 'R'] }");
    play(&mut at, "a3a4");
    assert!(at.in_check());
}
