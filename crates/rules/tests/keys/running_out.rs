//! Ends of games in which a side runs out of pieces.

use crate::common;
use komadai_rules::variant::{Source, load};
use komadai_rules::{AnyPlay, Color, Status};

/// White has two Pawns and a Knight; Black a Pawn, a Bishop and a Knight.
fn opened(rules: &str) -> AnyPlay {
    common::opened(&format!(
        "sides = {{ first = 'White', second = 'Black', symmetry = 'none' }}
        board = {{ files = 5, ranks = 5 }}
        [pieces]
        P = {{ name = 'Pawn', move = 'fW', at = 'a2 b2', at2 = 'a4' }}
        N = {{ name = 'Knight', move = 'N', at = 'c1', at2 = 'c5' }}
        B = {{ name = 'Bishop', move = 'B', at = '', at2 = 'b5' }}
        [end]
        {rules}"
    ))
}

fn check(rules: &str, expected: Option<(Option<Color>, &str)>) {
    let ending = opened(rules).ending();
    let expected = expected.map(|(winner, reason)| (Status::Extinction, winner, reason.to_owned()));
    let found = ending.map(|it| (it.status, it.winner, it.reason));
    assert_eq!(found, expected, "{rules}");
}

#[test]
fn the_types_are_counted_together_or_each() {
    check("extinction = { types = ['B', 'P'] }", None);
    let loses = "White has no Bishop left and so loses.";
    check("extinction = { types = ['B', 'P'], each = true }", Some((Some(Color::Second), loses)));
    let few = "Black has no more than 1 left of the type Pawn and so loses.";
    check("extinction = { types = 'P', count = 1 }", Some((Some(Color::First), few)));
    let both = "Both sides have no more than 1 left of the type Knight: a draw.";
    check("extinction = { types = 'N', count = 1 }", Some((None, both)));
    // A type of which each side has few is another one for each.
    let both = "Both sides have no more than 1 left of the type Pawn or Bishop: a draw.";
    check("extinction = { types = ['P', 'B'], count = 1, each = true }", Some((None, both)));
}

#[test]
fn a_side_that_has_run_out_may_win_or_draw() {
    let wins = "White has no Bishop left and so wins.";
    check("extinction = { types = 'B', result = 'win' }", Some((Some(Color::First), wins)));
    let draw = "White has no Bishop left: a draw.";
    check("extinction = { types = 'B', result = 'draw' }", Some((None, draw)));
}

#[test]
fn it_may_happen_to_one_side_only() {
    let of = |side: &str, other: &str| {
        format!(
            "extinction = [{{ types = 'B', side = '{side}' }}, {{ types = 'N', side = '{other}' }}]"
        )
    };
    check(&of("second", "first"), None);
    let loses = "White has no Bishop left and so loses.";
    check(&of("first", "second"), Some((Some(Color::Second), loses)));
}

/// White, to move, has one Knight, and Black as well; White has two Pawns, Black one.
#[test]
fn the_other_side_may_have_to_have_more() {
    let few = "Black has no more than 1 left of the type Pawn and so loses.";
    let loses = Some((Some(Color::First), few));
    check("extinction = { types = 'P', count = 1, against = 2 }", loses);
    check("extinction = { types = 'P', count = 1, against = 3 }", None);
    // Who has just moved cannot reply.
    check("extinction = { types = 'P', count = 1, against = 2, reply = true }", loses);
}

#[test]
fn who_has_run_out_may_reply_unless_the_other_side_has_more_than_enough() {
    let rule = |against: u32, reply: bool| {
        format!(
            "extinction = [
                {{ types = 'P', count = 2, against = {against}, reply = {reply}, side = 'first' }},
                {{ types = 'N', side = 'second' }},
            ]"
        )
    };
    let few = "White has no more than 2 left of the type Pawn and so loses.";
    let loses = Some((Some(Color::Second), few));
    check(&rule(1, false), loses);
    check(&rule(1, true), None);
    check(&rule(2, true), None);
}

#[test]
fn of_several_rules_the_first_that_holds_counts() {
    let rules = "[[end.extinction]]\ntypes = 'N'\n[[end.extinction]]\ntypes = 'B'\nresult = 'win'\n\
                 [[end.extinction]]\ntypes = 'P'\ncount = 1";
    let wins = "White has no Bishop left and so wins.";
    check(rules, Some((Some(Color::First), wins)));
}

#[test]
fn what_is_wrong_is_told() {
    let check = |rules: &str, message: &str| {
        let text = format!("extends = 'chess'\n[end]\n{rules}");
        let errors = load(&Source::new("test.toml", text), &|_| None, &[]).unwrap_err();
        assert!(errors.to_string().contains(message), "{errors}");
    };
    check("extinction = 'P'", "must be a table, `[[end.extinction]]`");
    check("extinction = { types = 'P', reply = true }", "`reply` has no effect without `against`");
    // Who can neither be mated nor run out would never lose.
    check(
        "royals = 'any'\nextinction = { types = 'P', side = 'first' }\n[pieces]\nK = { royal = false }",
        "no royal: Black starts without a piece",
    );
    check("extinction = { count = 1 }", "`end.extinction.types` is missing");
    check("extinction = { types = 'P', result = 'lost' }", "cannot be `lost`");
    check("extinction = [{ types = 'P', sides = 'first' }]", "unknown key `sides`");
}
