//! Moves as people write them, in both notations.

use crate::common::{game, variant};
use komadai_records::{moves, notation, opening, pgn};
use komadai_rules::{AnyGame, Interrupt};

/// Plays moves from a position, and writes the last one down.
fn written(id: &str, start: &str, moves: &str) -> (String, String) {
    let game = AnyGame::compile(&variant(id)).expect("a game");
    let start = Some(start).filter(|text| !text.is_empty());
    let mut play = opening::open(&game, None, start).expect("a position");
    let mut written = None;
    for text in moves.split(' ') {
        let m = moves::find(&play, text).expect("a legal move");
        let all = notation::written(&play, m);
        let each = (notation::western(&play, m), notation::japanese(&play, m), pgn::san(&play, m));
        assert_eq!((&all.western, &all.japanese, &all.san), (&each.0, &each.1, &each.2));
        written = Some((all.western, all.japanese));
        play.push(m);
    }
    written.expect("a move")
}

#[track_caller]
fn check(id: &str, start: &str, moves: &str, western: &str, japanese: &str) {
    let written = written(id, start, moves);
    assert_eq!(written, (western.to_owned(), japanese.to_owned()), "{id}: {start} {moves}");
}

#[test]
fn plain_moves_name_piece_and_square() {
    check("shogi", "", "7g7f", "P-7f", "▲７六歩");
    check("shogi", "", "7g7f 3c3d", "P-3d", "△３四歩");
    check("shogi", "", "7g7f 3c3d 8h2b+", "Bx2b+", "▲２二角成");
    check("shogi", "", "7g7f 3c3d 8h2b", "Bx2b=", "▲２二角不成");
    check("shogi", "", "7g7f 3c3d 8h2b+ 3a2b", "Sx2b", "△同銀");
    check("shogi", "", "7g7f 3c3d 8h2b+ 3a2b B*4e", "B*4e", "▲４五角");
    check("minishogi", "", "5d5c", "P-5c", "▲５三歩");
}

/// The examples are those of the Japan Shogi Association's page on how moves are written.
#[test]
fn where_several_could_go_it_is_said_which() {
    let check = |start: &str, m: &str, western: &str, japanese: &str| {
        check("shogi", &format!("4k4/{start} b - 1"), m, western, japanese);
    };
    let pair = "9/9/9/9/9/9/9/3GKG3";
    check(pair, "6i5h", "G6i-5h", "▲５八金左");
    check(pair, "4i5h", "G4i-5h", "▲５八金右");
    let straight = "9/9/9/9/9/9/9/K3GG3";
    check(straight, "5i5h", "G5i-5h", "▲５八金直");
    check(straight, "4i5h", "G4i-5h", "▲５八金右");
    let beside = "9/9/9/9/9/9/3G5/K3G4";
    check(beside, "6h5h", "G6h-5h", "▲５八金寄");
    check(beside, "5i5h", "G5i-5h", "▲５八金上");
    let back = "9/9/9/9/9/3S5/9/K4S3";
    check(back, "6g5h", "S6g-5h", "▲５八銀引");
    check(back, "4i5h", "S4i-5h", "▲５八銀上");
    let five = "9/9/9/9/9/9/3+P1+P3/K2+P+P+P3";
    for (m, japanese) in [
        ("6i5h", "▲５八と左上"),
        ("6h5h", "▲５八と左寄"),
        ("5i5h", "▲５八と直"),
        ("4h5h", "▲５八と右寄"),
        ("4i5h", "▲５八と右上"),
    ] {
        check(five, m, &format!("+P{}-5h", &m[..2]), japanese);
    }
    let dragons = "9/9/9/9/9/9/9/+R+R2K4";
    check(dragons, "9i8h", "+R9i-8h", "▲８八龍左");
    check(dragons, "8i8h", "+R8i-8h", "▲８八龍右");
}

#[test]
fn a_drop_is_told_from_a_move() {
    let start = "4k4/9/9/9/9/9/9/9/3GK4 b Gg 1";
    check("shogi", start, "G*5h", "G*5h", "▲５八金打");
    check("shogi", start, "6i5h", "G-5h", "▲５八金");
    check("shogi", start, "G*1e", "G*1e", "▲１五金");
}

/// What the second side sees on its right is on the first side's left.
#[test]
fn the_second_side_sees_the_board_from_its_own_seat() {
    let start = "3gkg3/9/9/9/9/9/9/9/4K4 w - 1";
    check("shogi", start, "4a5b", "G4a-5b", "△５二金左");
    check("shogi", start, "6a5b", "G6a-5b", "△５二金右");
}

/// Plays moves of shogi, and reads the last one once more in another spelling.
fn is_read(moves: &str, text: &str) -> bool {
    let game = AnyGame::compile(&variant("shogi")).expect("a game");
    let mut play = opening::open(&game, None, None).expect("a start");
    let mut last = Err(());
    for said in moves.split(' ') {
        let m = moves::find(&play, said).expect("a legal move");
        last = notation::find(&play, text).map(|read| read == m).map_err(drop);
        play.push(m);
    }
    last == Ok(true)
}

#[test]
fn what_may_be_left_out_may_be_there() {
    let exchange = "7g7f 3c3d 8h2b+ 3a2b";
    let drop = format!("{exchange} B*4e");
    for (moves, text) in [
        (exchange, "△同銀"),
        (exchange, "２二銀"),
        (exchange, "22銀"),
        (&drop, "▲４五角"),
        (&drop, "４五角打"),
        (&drop, "45角打"),
    ] {
        assert!(is_read(moves, text), "{text} after {moves}");
    }
}

/// Many pieces that could be meant are not asked about one by one: somebody could let that take long.
/// Whoever writes a million digits is answered at once.
#[test]
fn long_texts_are_read_in_one_go() {
    for text in [
        "1".repeat(1_000_000) + "5e+",
        "七".repeat(300_000),
        "玉".repeat(300),
        "N".repeat(1_000_000) + "f3",
    ] {
        for id in ["shogi", "raichu", "chess"] {
            let game = AnyGame::compile(&variant(id)).expect("a game");
            let play = opening::open(&game, None, None).expect("a start");
            assert!(notation::find(&play, &text).is_err());
            assert_eq!(notation::readings(&play, &text), [""; 0]);
        }
    }
}

/// Whoever has no time for it breaks it off, and is told of no move that is not meant.
#[test]
fn reading_is_broken_off() {
    let game = AnyGame::compile(&variant("raichu")).expect("a game");
    let play = opening::open(&game, None, None).expect("a start");
    let pawn = play.legal_moves()[0];
    let text = notation::japanese(&play, pawn);
    assert_eq!(notation::find(&play, &text), Ok(pawn));
    let over = Interrupt::new(|| true);
    assert!(over.ask());
    assert!(notation::find(&play.with_interrupt(&over), &text).is_err());
}

#[test]
fn a_text_has_few_readings() {
    let readings = |count: usize| {
        let game = AnyGame::compile(&variant("chess")).expect("a game");
        let knights = format!(
            "{}{}",
            "N".repeat(count),
            if count < 8 { (8 - count).to_string() } else { String::new() }
        );
        let position = format!("4k3/8/8/8/8/8/{knights}/7K w - - 0 1");
        let play = opening::open(&game, None, Some(&position)).expect("a position");
        notation::readings(&play, "Nh8").len()
    };
    assert_eq!([readings(1), readings(4), readings(7)], [1, 4, 0]);
}

#[test]
fn a_king_is_called_as_people_like() {
    let game = AnyGame::compile(&variant("shogi")).expect("a game");
    let play = opening::open(&game, None, None).expect("a position");
    for text in ["５八玉", "▲５八王", "58玉"] {
        let m = notation::find(&play, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(moves::spell(&play, m).usi(play.variant()), "5i5h", "{text}");
    }
}

/// Newspapers tell pieces apart by how they move, also from those that may not; without that they are
/// understood, too.
#[test]
fn a_pinned_piece_is_a_rival() {
    let game = game("shogi");
    let play = opening::open(&game, None, Some("3r4k/9/9/9/9/9/9/3S1S3/3K5 b - 1")).unwrap();
    let m = moves::find(&play, "4h5g").unwrap();
    assert_eq!(notation::japanese(&play, m), "▲５七銀右");
    for text in ["▲５七銀右", "５七銀", "4h5g", "S-5g"] {
        assert_eq!(notation::find(&play, text), Ok(m), "{text}");
    }
}
