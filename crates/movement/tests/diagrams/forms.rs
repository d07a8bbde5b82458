//! What the diagrams of well-known movements look like, as data.

use komadai_movement::diagram::Diagram;
use serde_json::json;

/// The JSON form of a movement's diagram has these parts, and nothing else in them.
fn check(text: &str, expected: serde_json::Value) {
    let movement = komadai_betza::parse(text).expect("it parses").descriptor;
    let diagram = Diagram::of_movement(&movement, (9, 9)).expect("it has a diagram");
    let found = serde_json::to_value(&diagram).expect("it is data");
    for (part, expected) in expected.as_object().expect("parts") {
        assert_eq!(&found[part], expected, "{text}: {part}");
    }
}

#[test]
fn a_pawn_of_chess() {
    check(
        "fmWfceFifmnD",
        json!({
            "radius": 2,
            "unlimited": false,
            "marks": [
                {"x": -1, "y": 1, "kinds": ["step", "capture", "en_passant"]},
                {"x": 0, "y": 1, "kinds": ["step", "move"]},
                {"x": 1, "y": 1, "kinds": ["step", "capture", "en_passant"]},
                {"x": 0, "y": 2, "kinds": ["jump", "move", "initial", "lame"],
                 "ways": [[{"x": 0, "y": 1, "is": "empty"}]]},
            ],
            "lines": [],
            "burns": [],
            "notes": [],
        }),
    );
}

#[test]
fn a_slide_that_only_begins_takes_over_where_the_step_ends() {
    check(
        "WsRifR2",
        json!({
            "radius": 2,
            "unlimited": true,
            "marks": [
                {"x": 0, "y": -1, "kinds": ["step", "move", "capture"]},
                {"x": 0, "y": 1, "kinds": ["step", "move", "capture"]},
            ],
            "lines": [
                {"x": 0, "y": 0, "dx": -1, "dy": 0, "from": 1, "to": null,
                 "kinds": ["slide", "move", "capture"]},
                {"x": 0, "y": 0, "dx": 0, "dy": 1, "from": 2, "to": 2,
                 "kinds": ["slide", "move", "capture", "initial"]},
                {"x": 0, "y": 0, "dx": 1, "dy": 0, "from": 1, "to": null,
                 "kinds": ["slide", "move", "capture"]},
            ],
        }),
    );
}

#[test]
fn a_shot_is_a_mark_on_the_victim() {
    check(
        "fRcabF",
        json!({
            "marks": [
                {"x": -1, "y": -1, "kinds": ["shot", "capture"]},
                {"x": 1, "y": -1, "kinds": ["shot", "capture"]},
                {"x": -1, "y": 1, "kinds": ["shot", "capture"]},
                {"x": 1, "y": 1, "kinds": ["shot", "capture"]},
            ],
        }),
    );
}

#[test]
fn a_double_capture_is_told_whole_and_marked_where_it_begins() {
    check(
        "fcavW",
        json!({
            "radius": 2,
            "marks": [
                {"x": 0, "y": 1, "kinds": ["shot", "capture"]},
                {"x": 0, "y": 1, "kinds": ["hit", "capture"]},
                {"x": 0, "y": 2, "kinds": ["chain", "move", "capture"],
                 "ways": [[{"x": 0, "y": 1, "is": "taken"}]]},
            ],
        }),
    );
}

#[test]
fn an_area_move_says_by_which_squares() {
    check(
        "fafsK",
        json!({
            "marks": [
                {"x": -1, "y": 2, "kinds": ["area", "move", "capture"],
                 "ways": [[{"x": 0, "y": 1, "is": "empty"}]]},
                {"x": 1, "y": 2, "kinds": ["area", "move", "capture"],
                 "ways": [[{"x": 0, "y": 1, "is": "empty"}]]},
            ],
        }),
    );
}

#[test]
fn hops_over_any_number_up_to_some_are_one_line() {
    check(
        "fRfpafcRfpafpafcR",
        json!({
            "lines": [
                {"x": 0, "y": 0, "dx": 0, "dy": 1, "from": 1, "to": null,
                 "kinds": ["slide", "move", "capture"]},
                {"x": 0, "y": 0, "dx": 0, "dy": 1, "from": 2, "to": null,
                 "kinds": ["hop", "capture"], "over": [1, 2]},
            ],
        }),
    );
}

#[test]
fn a_hook_turns_on_every_square() {
    check(
        "fmasR",
        json!({
            "lines": [
                {"x": 0, "y": 0, "dx": 0, "dy": 1, "from": 1, "to": null,
                 "kinds": ["hook", "move", "capture"],
                 "turns": [{"dx": 1, "dy": 0, "to": null}, {"dx": -1, "dy": 0, "to": null}]},
            ],
        }),
    );
}

#[test]
fn what_no_stroke_can_say_is_noted() {
    check(
        "mU",
        json!({
            "unlimited": true,
            "notes": [{"key": "anywhere", "args": {"kinds": ["move"]}}],
        }),
    );
    check(
        "isO2",
        json!({
            "marks": [
                {"x": -2, "y": 0, "kinds": ["castle", "move", "initial"]},
                {"x": 2, "y": 0, "kinds": ["castle", "move", "initial"]},
            ],
            "notes": [{"key": "castles", "args": {"distance": 2, "from_edge": 0, "partners": []}}],
        }),
    );
}

/// On a board of 5 by 5 squares the piece can go to exactly so many others, seen from where it stands.
fn check_reach(text: &str, expected: usize) {
    let movement = komadai_betza::parse(text).expect("it parses").descriptor;
    let diagram = Diagram::of_movement(&movement, (5, 5)).expect("it has a diagram");
    let reach = diagram.reach((5, 5));
    assert_eq!(reach.len(), expected, "{text}: {reach:?}");
}

#[test]
fn what_is_out_of_reach_is_not_told() {
    for (text, expected) in [
        ("fW", 1),
        ("K", 8),
        ("N", 8),
        ("fmWfceFifmnD", 4),
        ("R", 16),
        ("KcabK", 8),
        ("gQ", 24),
        ("oR", 16),
        ("qN", 16),
        ("U", 80),
        ("WcaW", 12),
        ("RmasR", 80),
    ] {
        check_reach(text, expected);
    }
}
