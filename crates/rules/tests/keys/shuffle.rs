//! Starts that are shuffled, and castling from them.

use crate::common::{loaded, piece, square, walk, why_not};
use komadai_records::{moves, position};
use komadai_rules::variant::{Variant, load_builtin};
use komadai_rules::{AnyGame, AnyPlay, MoveKind, Opening};

fn chess960() -> Variant {
    load_builtin("chess960", &[]).unwrap().variant
}

fn open(variant: &Variant, opening: Opening) -> AnyPlay {
    AnyGame::compile(variant).unwrap().open(&opening).unwrap()
}

fn set_up(variant: &Variant, text: &str) -> AnyPlay {
    open(variant, Opening::Setup(position::parse(variant, text).unwrap()))
}

/// The first side's back rank at a start.
fn rank(variant: &Variant, number: u64) -> String {
    let setup = variant.start_setup(Some(&number.to_string())).unwrap();
    let text = position::write(variant, &setup);
    let board = text.split(' ').next().unwrap();
    board.split('/').next_back().unwrap().to_owned()
}

/// As Scharnagl's table has them.
#[test]
fn starts_have_the_numbers_that_everybody_uses() {
    let variant = chess960();
    let shuffle = variant.shuffle.as_ref().unwrap();
    assert_eq!(shuffle.count(), Some(960));
    for (number, standing) in [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (4, "QBBNNRKR"),
        (16, "BBNQNRKR"),
        (96, "BBQNRNKR"),
        (518, "RNBQKBNR"),
        (534, "RNBKQBNR"),
        (959, "RKRNNQBB"),
    ] {
        assert_eq!(rank(&variant, number), standing, "{number}");
    }
    let mut all: Vec<String> = (0..960).map(|number| rank(&variant, number)).collect();
    for (number, standing) in (0..).zip(&all) {
        let [bishops, rooks] = ["B", "R"].map(|id| [standing.find(id), standing.rfind(id)]);
        let king = standing.find('K');
        assert!(rooks[0] < king && king < rooks[1], "{standing}");
        assert_ne!(bishops[0].unwrap() % 2, bishops[1].unwrap() % 2, "{standing}");
        let setup = variant.start_setup(Some(&u64::to_string(&number))).unwrap();
        assert_eq!(shuffle.number(&setup), Some(number));
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 960);
}

#[test]
fn a_start_is_drawn_only_where_one_is_wanted() {
    let variant = chess960();
    let drawn = |start: Option<&str>| variant.drawn_start(start, || 960 + 518);
    assert_eq!(drawn(None), None);
    assert_eq!(drawn(Some("random")), Some("518".to_owned()));
    assert_eq!(drawn(Some("12")), Some("12".to_owned()));
    let chess = load_builtin("chess", &[]).unwrap().variant;
    assert_eq!(chess.drawn_start(Some("random"), || 7), Some("random".to_owned()));
    for wrong in ["960", "random", "-1", "0518", "18446744073709551616", ""] {
        let game = AnyGame::compile(&variant).unwrap();
        let error = game.open(&Opening::Named(wrong.to_owned())).unwrap_err().to_string();
        let message =
            format!("Chess960 has no start `{wrong}`; its starts are the numbers 0 to 959");
        assert_eq!(error, message);
    }
}

/// The castlings of a position, as they are written, with where king and partner come to stand.
fn castlings(variant: &Variant, text: &str) -> Vec<String> {
    let at = set_up(variant, text);
    let legal = at.legal_moves().into_iter().filter(|m| m.kind() == MoveKind::Castle);
    let mut told: Vec<String> = legal
        .map(|m| {
            let written = moves::spell(&at, m).algebraic(variant);
            assert_eq!(moves::find(&at, &written).unwrap(), m, "{written}");
            let effect = at.effect(m);
            let (mover, partner) = (effect.mover.unwrap(), effect.partner.unwrap());
            assert!(!effect.passes && effect.relocated.is_empty() && effect.removed.is_empty());
            let [king, rook] = [mover.to, partner.to].map(|to| variant.square_name(to));
            let mut after = at.clone();
            after.push(m);
            for (to, id) in [(mover.to, "K"), (partner.to, "R")] {
                assert_eq!(
                    after.at(to).map(|(_, on)| on),
                    Some(piece(&at, id)),
                    "{text} {written}"
                );
            }
            after.pop();
            assert_eq!(after.setup(), at.setup());
            format!("{written}: {king} {rook}")
        })
        .collect();
    told.sort_unstable();
    told
}

#[test]
fn kings_castle_to_fixed_files_from_anywhere() {
    let variant = chess960();
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1a1: c1 d1", "e1h1: g1 f1"][..]),
        // The king stays, or only the king moves, or they change places.
        ("4k3/8/8/8/8/8/8/1R4KR w KQ - 0 1", &["g1b1: c1 d1", "g1h1: g1 f1"]),
        ("4k3/8/8/8/8/8/8/2KR4 w K - 0 1", &["c1d1: g1 f1"]),
        ("4k3/8/8/8/8/8/8/RK3R2 w KQ - 0 1", &["b1a1: c1 d1", "b1f1: g1 f1"]),
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", &["f1g1: g1 f1"]),
        ("1r3kr1/8/8/8/8/8/8/K7 b kq - 0 1", &["f8b8: c8 d8", "f8g8: g8 f8"]),
        // Something stands where the rook comes over, or where the king goes.
        ("4k3/8/8/8/8/8/8/RN3KR1 w KQ - 0 1", &["f1g1: g1 f1"]),
        ("4k3/8/8/8/8/8/8/RK1N3R w KQ - 0 1", &[]),
        // Attacked on the way; and the rook was all that stood between.
        ("4kr2/8/8/8/8/8/8/RK5R w KQ - 0 1", &["b1a1: c1 d1"]),
        ("4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", &[]),
        ("4k3/8/8/8/8/8/8/1RK4q w Q - 0 1", &[]),
    ] {
        assert_eq!(castlings(&variant, text), expected, "{text}");
    }
}

#[test]
fn refused_castling_says_why() {
    let variant = chess960();
    for (text, from, to, reason) in [
        (
            "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
            "e1",
            "h1",
            "The King on e1 can no longer castle there: it or its partner has moved.",
        ),
        (
            "4k3/8/8/8/8/8/8/RKN4R w KQ - 0 1",
            "b1",
            "a1",
            "The King on b1 cannot castle: White's Knight on c1 stands in between.",
        ),
        (
            "4kr2/8/8/8/8/8/8/RK5R w KQ - 0 1",
            "b1",
            "h1",
            "The King on b1 cannot castle over f1, which is attacked by the Rook on f8.",
        ),
    ] {
        let at = set_up(&variant, text);
        assert_eq!(why_not(&at, &walk(&at, from, to)), reason, "{text}");
    }
}

/// A file of somebody's own: three pieces on three squares, and a king that castles with any of them.
#[test]
fn steps_put_what_is_left_in_order() {
    let variant = loaded(
        r#"
        id = "shuffled"
        board = { files = 6, ranks = 4 }
        [pieces]
        K = { move = "KisO1", at = "c1", royal = true }
        A = { move = "W", at = "a1 b1" }
        B = { move = "F", at = "f1" }
        [castling]
        landing = "fixed"
        [[shuffle]]
        put = "B"
        on = "a1 f1"
        [[shuffle]]
        put = ["A", "K", "A"]
        "#,
    )
    .variant;
    let standing = [0, 1].map(|number| rank(&variant, number));
    assert_eq!(standing, ["BAK2A", "AKA2B"].map(str::to_owned));
    // The second side's camp is turned: what stands on a1 has its twin on f4.
    let at = open(&variant, Opening::Named("0".to_owned()));
    assert_eq!(at.at(square(&at, "f4")).unwrap().1, piece(&at, "B"));
}
