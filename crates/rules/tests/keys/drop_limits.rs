//! How many pieces of a kind may be dropped somewhere.

use crate::common::{self, piece, square};
use komadai_rules::{AnyPlay, Attempt};

/// A side has three Swallows in hand, two on the file `a` and one on `b`, of which one has promoted.
fn opened(rules: &str) -> AnyPlay {
    common::opened(&format!(
        "board = {{ files = 5, ranks = 5 }}
        [pieces]
        K = {{ name = 'King', move = 'K', at = 'e1', royal = true }}
        S = {{ name = 'Swallow', move = 'fW', at = 'a2 a3 b2', promotes = 'G', hand = 3 }}
        G = {{ name = 'Goose', move = 'A', at = 'c1' }}
        [drops]
        {rules}"
    ))
}

fn drops(at: &AnyPlay) -> Vec<String> {
    let moves = at.legal_moves().into_iter().filter(|m| m.kind() == komadai_rules::MoveKind::Drop);
    let mut files: Vec<String> =
        moves.map(|m| at.variant().square_name(m.to())[..1].to_owned()).collect();
    files.sort();
    files.dedup();
    files
}

fn why_not(at: &AnyPlay, to: &str) -> String {
    common::why_not(at, &Attempt::Drop { piece: piece(at, "S"), to: square(at, to) })
}

fn check(rules: &str, files: &str, to: &str, reason: &str) {
    let at = opened(rules);
    assert_eq!(drops(&at).concat(), files, "{rules}");
    assert_eq!(why_not(&at, to), reason, "{rules}");
}

#[test]
fn as_many_as_may_stand_on_a_file() {
    check("", "abcde", "a4", "");
    check(
        "limits = { types = 'S', count = 2 }",
        "bcde",
        "a4",
        "A Swallow may not be dropped on a4: 2 of them stand on that file already.",
    );
    let one = "A Swallow may not be dropped on b3: the Swallow on b2 already stands on that file.";
    check("limits = { types = 'S', count = 1 }", "cde", "b3", one);
    check("one_per_file = 'S'", "cde", "b3", one);
    // What has promoted is not counted, and the stricter rule counts.
    check("one_per_file = 'S'\nlimits = { types = 'S', count = 2 }", "cde", "c3", "");
}

#[test]
fn as_many_as_may_stand_on_the_board() {
    let enough = "A Swallow may not be dropped: 3 of them stand on the board already.";
    check("limits = { types = 'S', count = 3, per = 'board' }", "", "c3", enough);
    check("limits = { types = 'S', count = 4, per = 'board' }", "abcde", "c3", "");
    check("limits = { types = 'G', count = 1, per = 'board' }", "abcde", "c3", "");
    let both = "[[drops.limits]]\ntypes = 'S'\ncount = 2\n[[drops.limits]]\ntypes = 'S'\ncount = 4\nper = 'board'";
    check(both, "bcde", "c3", "");
}
