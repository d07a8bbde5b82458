//! Passes as a right, royals that face each other, and points.

use crate::common::{loaded, perft, why_not};
use komadai_records::moves::find;
use komadai_records::opening;
use komadai_rules::variant::{Source, load};
use komadai_rules::{AnyGame, AnyPlay, Attempt, Color, MoveKind, Status};

/// A game at a position, or at its start.
fn at(text: &str, position: Option<&str>) -> AnyPlay {
    opening::open(&AnyGame::compile(&loaded(text).variant).unwrap(), None, position).unwrap()
}

fn play(at: &mut AnyPlay, moves: &str) {
    for text in moves.split_whitespace() {
        let m = find(at, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        at.push(m);
    }
}

/// Whether a pass is legal, and why not.
fn check(text: &str, position: &str, reason: &str) {
    let at = at(text, Some(position));
    let passes = at.legal_moves().iter().any(|m| m.kind() == MoveKind::Pass);
    assert_eq!(passes, reason.is_empty(), "{position}");
    assert_eq!(why_not(&at, &Attempt::Pass), reason, "{position}");
}

/// How a game has ended after some moves: with which status, who has won, and the reason.
fn ends(text: &str, position: Option<&str>, moves: &str, end: Option<(Status, &str, &str)>) {
    let mut at = at(text, position);
    play(&mut at, moves);
    let winner = |winner: Option<Color>| match winner {
        None => "nobody",
        Some(Color::First) => "first",
        Some(Color::Second) => "second",
    };
    let found = at.ending().map(|it| (it.status, winner(it.winner), it.reason));
    let found = found.as_ref().map(|(status, winner, reason)| (*status, *winner, reason.as_str()));
    assert_eq!(found, end, "{moves}");
}

const ALWAYS: &str = "extends = 'chess'\npassing = { when = 'always' }";
const STUCK: &str = "extends = 'chess'\npassing = { when = 'stuck', side = 'second' }";
const ROOMY: &str = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
const IN_CHECK: &str = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

#[test]
fn who_may_pass_does_so_unless_in_check() {
    check(ALWAYS, ROOMY, "");
    let found = why_not(&at(ALWAYS, Some(IN_CHECK)), &Attempt::Pass);
    assert!(found.contains("King on e1") && found.contains("Rook on e2"), "{found}");
    check("extends = 'chess'", ROOMY, "White may not pass now.");
    check(
        "extends = 'chess'\npassing = { when = 'always', side = 'second' }",
        ROOMY,
        "White may not pass now.",
    );
    // Where nobody has to answer check, a pass need not, either.
    check(&format!("{ALWAYS}\n[end]\ncheck = 'none'\ndead_position = false"), IN_CHECK, "");
    // Who has to capture may not pass.
    let duty = format!("{ALWAYS}\n[capture]\nduty = 'any'");
    check(&duty, ROOMY, "");
    let at = at(&duty, Some("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"));
    assert!(why_not(&at, &Attempt::Pass).starts_with("White has to capture"));
}

#[test]
fn who_has_no_other_move_may_pass_where_that_is_the_rule() {
    check(STUCK, STALEMATE, "");
    check(STUCK, "7k/8/6K1/8/8/8/8/5Q2 b - - 0 1", "Black cannot pass now: it has other moves.");
    ends(STUCK, Some(STALEMATE), "", None);
    ends(
        STUCK,
        Some(STALEMATE),
        "pass f7g7",
        Some((
            Status::Checkmate,
            "first",
            "Black is checkmated: the King on h8 is attacked by the Queen on g7, and no legal move answers that.",
        )),
    );
    let mut at = at(STUCK, Some(STALEMATE));
    assert_eq!(at.some_legal_move().map(|m| m.kind()), Some(MoveKind::Pass));
    assert_eq!(perft(&mut at, 1), 1);
}

#[test]
fn a_pass_changes_nothing_but_the_turn() {
    let mut at = at(ALWAYS, None);
    let (key, setup) = (at.key(), at.setup());
    play(&mut at, "pass pass");
    assert_eq!(at.key(), key);
    assert_eq!((at.setup().ply, at.setup().quiet), (setup.ply + 2, setup.quiet + 2));
    assert_eq!(at.setup().unmoved, setup.unmoved);
    // Two passes in a row are like any other moves here, and the position comes up again.
    ends(ALWAYS, None, "pass pass pass pass", None);
    let repeats =
        format!("{ALWAYS}\n[end]\nrepetition = {{ times = 3, claim = 2, result = 'draw' }}");
    ends(
        &repeats,
        None,
        "pass pass pass pass",
        Some((
            Status::Repetition,
            "nobody",
            "The position has come up for the third time: a draw by repetition.",
        )),
    );
    // A pass may repeat a position no more than another move may.
    let forbidden = format!("{ALWAYS}\n[end]\nrepetition = {{ times = 4, result = 'forbidden' }}");
    let mut at = self::at(&forbidden, None);
    play(&mut at, "pass pass pass pass pass");
    assert!(!at.legal_moves().iter().any(|m| m.kind() == MoveKind::Pass));
    // What could be captured in passing cannot be after a pass.
    let mut at = self::at(ALWAYS, Some("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"));
    play(&mut at, "e2e4 pass pass");
    assert_eq!(at.setup().en_passant, []);
}

#[test]
fn two_passes_end_the_game_where_that_is_the_rule() {
    let two = format!("{ALWAYS}\n[end]\ntwo_passes = 'draw'");
    ends(&two, None, "pass e7e5 pass", None);
    ends(
        &two,
        None,
        "e2e4 pass pass",
        Some((Status::Passes, "nobody", "Both sides have passed: a draw.")),
    );
    let points = |rule: &str| {
        format!("{two}\nrepetition = false\nquiet_moves = false\npoints = {{ {rule} }}")
    };
    let queens = "4k3/8/8/8/8/8/8/4K2Q w - - 0 1";
    let nine = points("values = [{ types = 'Q', points = 9 }, { types = 'P', points = 1 }]");
    ends(
        &nine,
        Some(queens),
        "pass pass",
        Some((
            Status::Passes,
            "first",
            "Both sides have passed. White has 9 points, Black 0: White wins.",
        )),
    );
    ends(
        &nine,
        None,
        "pass pass",
        Some((
            Status::Passes,
            "nobody",
            "Both sides have passed. White has 17 points, Black 17: a draw.",
        )),
    );
    let lead = points("values = { types = 'Q', points = 9 }, lead = 10");
    ends(
        &lead,
        Some(queens),
        "pass pass",
        Some((
            Status::Passes,
            "second",
            "Both sides have passed. White has 9 points, Black 0, and White needs 10 more than Black: Black wins.",
        )),
    );
}

const BIKJANG: &str = "4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1";

#[test]
fn generals_that_face_each_other_are_parted_or_the_game_ends() {
    const JANGGI: &str = "extends = 'janggi'";
    let mut at = at(JANGGI, Some(BIKJANG));
    play(&mut at, "e6f6");
    let moves: Vec<String> = at
        .legal_moves()
        .iter()
        .map(|m| komadai_records::moves::spell(&at, *m).algebraic(at.variant()))
        .collect();
    assert_eq!(moves, ["e10d10", "e10f10", "pass"]);
    let stays = crate::common::walk(&at, "e10", "e9");
    assert_eq!(
        why_not(&at, &stays),
        "Han has to part the General on e10 and the General on e1, which face each other, or to pass."
    );
    assert!(!at.is_legal(komadai_rules::Move::step(
        at.variant().parse_square("e10").unwrap(),
        at.variant().parse_square("e9").unwrap(),
        0
    )));
    ends(JANGGI, Some(BIKJANG), "e6f6 e10d10 f6e6", None);
    ends(
        JANGGI,
        Some(BIKJANG),
        "e6f6 pass",
        Some((
            Status::Facing,
            "first",
            "Han has passed while the royals face each other. Cho has 2 points, Han 0, and Cho needs 2 more than Han: Cho wins.",
        )),
    );
    // It may pass even in check.
    let checked = "4k4/9/9/9/R3P4/9/9/9/9/4K4 w - - 0 1";
    let mut at = self::at(JANGGI, Some(checked));
    play(&mut at, "a6a10 e10e9 e6f6");
    assert!(!at.in_check());
    let both = "3Rk4/9/9/9/4P4/9/9/9/9/4K4 b - - 0 1"
        .replace(" b ", " w ")
        .replace("3Rk4", "R3k4")
        .replace("4P4", "9");
    let at = self::at(JANGGI, Some(&both.replace(" w ", " b ")));
    assert!(at.in_check());
    assert!(at.legal_moves().iter().any(|m| m.kind() == MoveKind::Pass));
    assert_eq!(at.ending(), None);
    let traditional = "extends = 'janggi'\nend.points = false";
    ends(
        traditional,
        Some(BIKJANG),
        "e6f6 pass",
        Some((
            Status::Facing,
            "nobody",
            "Han has passed while the royals face each other: a draw.",
        )),
    );
}

#[test]
fn what_ends_a_game_by_a_pass_needs_passes() {
    let errors = |keys: &str, message: &str| {
        let text = format!("extends = 'chess'\n{keys}");
        let errors = load(&Source::new("test.toml", text), &|_| None, &[]).unwrap_err().to_string();
        assert!(errors.contains(message), "{errors}");
    };
    errors("[end]\nfacing = 'draw'", "not both sides may pass at any turn");
    errors("passing = { when = 'stuck' }\n[end]\nfacing = 'draw'", "not both sides may pass");
    errors(
        "passing = { when = 'always' }\n[end]\nfacing = 'draw'\ncheck = 'none'\ndead_position = false",
        "contradicts `end.check = \"none\"`",
    );
    errors("[end.points]\nvalues = { types = 'Q', points = 9 }", "nobody claims a draw");
    let loaded = loaded("extends = 'chess'\n[end]\ntwo_passes = 'draw'");
    assert!(loaded.warnings[0].to_string().contains("nobody may pass"), "{:?}", loaded.warnings);
}

const CANNONS: &str = "extends = 'janggi'";

#[test]
fn cannons_hop_over_what_is_no_cannon_and_capture_none() {
    let at = at(CANNONS, Some("3k5/9/1c5c1/9/9/9/1C1P1r1c1/9/9/3K5 w - - 0 1"));
    let check = |from: &str, to: &str, reason: &str| {
        assert_eq!(why_not(&at, &crate::common::walk(&at, from, to)), reason, "{from}{to}");
    };
    check("b4", "e4", "");
    check("b4", "f4", "");
    check(
        "b4",
        "h4",
        "The Cannon on b4 could go to h4 only if other pieces stood between, or stood differently.",
    );
    check("b4", "b9", "The Cannon on b4 cannot hop over the Cannon on b8.");
    let take = self::at(CANNONS, Some("3k5/9/1c7/9/1P7/9/1C7/9/9/3K5 w - - 0 1"));
    let attempt = crate::common::walk(&take, "b4", "b8");
    assert_eq!(why_not(&take, &attempt), "The Cannon on b4 cannot take the Cannon on b8.");
    // Over a cannon it gives no check, over another piece it does.
    let open = self::at(CANNONS, Some("4k4/9/9/4r4/9/9/9/9/4C4/3K5 b - - 0 1"));
    assert!(open.in_check());
    let hidden = self::at(CANNONS, Some("4k4/9/9/4c4/9/9/9/9/4C4/3K5 b - - 0 1"));
    assert!(!hidden.in_check());
}

#[test]
fn a_capture_may_make_a_mount_of_what_was_none() {
    // Han's cannon on e7 shields its own general; taken by a chariot, it is a mount for the cannon behind.
    let mut at = at(CANNONS, Some("4k4/9/9/R3c4/9/9/9/9/4C4/3K5 w - - 0 1"));
    play(&mut at, "a7e7");
    assert!(at.in_check());
    assert_eq!(at.checks().len(), 2);
}
