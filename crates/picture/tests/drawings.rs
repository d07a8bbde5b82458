//! Movements as shapes: what front ends draw.

use komadai_engine::Values;
use komadai_picture::{Drawing, DrawnVariant, Sign};
use komadai_records::json::VariantInfo;
use komadai_rules::AnyGame;
use komadai_rules::diagram::{Diagram, Kind, Mark, Offset};
use komadai_rules::variant::{BUILTIN, load_builtin};
use std::collections::BTreeSet;

fn builtin(id: &str) -> DrawnVariant {
    let variant = load_builtin(id, &[]).expect("it loads").variant;
    let game = AnyGame::compile(&variant).expect("it compiles");
    VariantInfo::of(&game, &Values::of(&game).board).expect("a start").into()
}

fn signs(drawing: &Drawing) -> BTreeSet<Sign> {
    drawing.shapes.iter().map(|shape| shape.sign).collect()
}

#[track_caller]
fn check(game: &str, piece: &str, expected: &[Sign]) {
    let found = signs(&builtin(game).drawings[piece]);
    assert_eq!(found, expected.iter().copied().collect(), "{game} {piece}");
}

#[test]
fn each_way_of_moving_has_its_sign() {
    use Sign::*;
    check("shogi", "G", &[Step]);
    check("shogi", "N", &[Jump]);
    check("shogi", "L", &[Slide]);
    check("shogi", "+B", &[Slide, Step]);
    check("chess", "P", &[MoveOnly, CaptureOnly, Area]);
    check("chess", "K", &[Step, Castle]);
    check("minjiku", "V", &[Slide, Shot]);
    check("minjiku", "J", &[Slide, Fly]);
    check("minjiku", "F", &[Slide, Area, Burn]);
    check("minjiku", "A", &[Slide, Fly, Area, Step]);
    check("minjiku", "+D", &[Step, Area]);
}

#[test]
fn a_legend_shows_what_occurs_and_nothing_else() {
    for name in BUILTIN.iter().map(|game| game.id) {
        let variant = builtin(name);
        let shapes = variant.drawings.values().flat_map(|drawing| &drawing.shapes);
        let initial = shapes.clone().any(|shape| shape.initial).then_some(Sign::Initial);
        let regional = shapes.clone().any(|shape| shape.regional).then_some(Sign::Regional);
        let conditions = initial.into_iter().chain(regional);
        let occurring: BTreeSet<Sign> = shapes.map(|shape| shape.sign).chain(conditions).collect();
        let told: Vec<Sign> = variant.legend.iter().map(|entry| entry.sign).collect();
        assert_eq!(told, occurring.into_iter().collect::<Vec<_>>(), "{name}");
        for entry in &variant.legend {
            let own = |shape: &komadai_picture::Shape| match entry.sign {
                Sign::Initial => shape.initial,
                Sign::Regional => shape.regional,
                sign => shape.sign == sign,
            };
            assert!(entry.shapes.iter().any(own), "{name} {:?}", entry.sign);
        }
    }
}

#[test]
fn what_leaps_far_is_drawn_small_too() {
    let mark = |x, y| Mark {
        at: Offset { x, y },
        kinds: [Kind::Jump, Kind::Move, Kind::Capture].into(),
        ways: vec![],
    };
    let leaper = |radius, marks| Drawing::of(&Diagram { radius, marks, ..Diagram::default() });
    let near = leaper(2, vec![mark(2, 1)]);
    assert_eq!((near.radius, near.small), (2, None));
    let far = leaper(4, vec![mark(2, 1), mark(4, 1)]);
    let small = far.small.expect("it shows less at a glance");
    assert_eq!((far.radius, far.shapes.len()), (4, 2));
    assert_eq!((small.radius, small.shapes), (2, near.shapes));
}

/// The drawing of a movement in XBetza on a board of nine.
fn drawn(movement: &str) -> Drawing {
    let movement = komadai_betza::parse(movement).expect("a movement").descriptor;
    Drawing::of(&Diagram::of_movement(&movement, (9, 9)).expect("it can be drawn"))
}

/// All numbers of a path that can be coordinates, in squares; arcs are relative and small.
fn furthest(drawing: &Drawing) -> f64 {
    let numbers = |data: &str| -> Vec<f64> {
        let straight = data.split('a').next().unwrap_or_default().to_owned();
        let separated: String =
            straight.chars().map(|c| if c.is_ascii_alphabetic() { ' ' } else { c }).collect();
        separated.split_whitespace().map(|word| word.parse().expect("a number")).collect()
    };
    let all = drawing.shapes.iter().flat_map(|shape| numbers(&shape.data));
    all.map(|at: f64| at.abs() / 20.0).fold(0.0, f64::max)
}

/// Nothing leaves the grid, neither at full size nor at a glance, and these signs tell it.
#[track_caller]
fn check_inside(movement: &str, expected: &[Sign]) {
    let drawing = drawn(movement);
    assert_eq!(signs(&drawing), expected.iter().copied().collect(), "{movement}");
    for drawing in drawing.small.as_deref().into_iter().chain([&drawing]) {
        let edge = f64::from(drawing.radius) + 0.5;
        assert!(furthest(drawing) <= edge, "{movement}: {} of {edge}", furthest(drawing));
    }
}

#[test]
fn hooks_and_hops_stay_inside_and_tell_the_mount_from_the_landing() {
    use Sign::*;
    check_inside("RmasR", &[Slide, Turn]);
    check_inside("BmasB", &[Slide, Turn]);
    check_inside("pB", &[Hop, Mount]);
    check_inside("mRcpR", &[Slide, MoveOnly, Hop, Mount, CaptureOnly]);
    // The grasshopper's landing is one square, right behind.
    check_inside("gQ", &[Hop, Mount, Step]);
    check_inside("yafsW", &[Slide]);
}
