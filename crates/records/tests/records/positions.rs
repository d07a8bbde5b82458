//! Positions as text: known positions, other ways to write them, and what is refused.

use crate::common::{GAMES, check_error, piece, square, variant};
use komadai_records::json::{CountedMoves, Side};
use komadai_records::position::{Writer, parse, to_fen, to_sfen, write};
use komadai_rules::variant::{Counted, load_builtin};
use komadai_rules::{AnyGame, Color, Opening, Setup, Variant};

/// Known positions with their variants, each in the form in which it is written.
fn known_positions() -> impl Iterator<Item = (Variant, &'static str)> {
    include_str!("../data/positions.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').expect("a variant and a position"))
        .map(|(id, text)| (variant(id), text))
}

#[test]
fn known_positions_are_written_as_they_were_read() {
    for (v, text) in known_positions() {
        let setup = parse(&v, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(write(&v, &setup), text, "{}", v.id);
    }
}

#[test]
fn a_writer_for_one_position_writes_every_other() {
    let known: Vec<_> = known_positions().collect();
    for (v, like) in &known {
        let writer = Writer::like(v, &parse(v, like).unwrap());
        for (_, text) in known.iter().filter(|(other, _)| other.id == v.id) {
            let setup = parse(v, text).unwrap();
            assert_eq!(writer.write(&setup), *text, "{} like {like}", v.id);
        }
    }
}

#[test]
fn known_positions_survive_both_forms() {
    for (v, text) in known_positions() {
        let setup = parse(&v, text).unwrap();
        let fen = to_fen(&v, &setup);
        assert_eq!(parse(&v, &fen).as_ref().map(|s| &s.board), Ok(&setup.board), "{fen}");
        let again = parse(&v, &fen).unwrap();
        assert_eq!(again.hands, setup.hands, "{fen}");
        assert_eq!(again.side, setup.side, "{fen}");
        assert_eq!(again.passes, setup.passes, "{fen}");
        assert_eq!(again.unmoved, setup.unmoved, "{fen}");
        assert_eq!(again.quiet, setup.quiet, "{fen}");
        assert_eq!(again.en_passant, setup.en_passant, "{fen}");
    }
}

#[test]
fn the_start_is_read_by_its_name() {
    for id in GAMES {
        let v = variant(id);
        let start = parse(&v, "startpos").unwrap();
        assert_eq!(Some(&start), v.start_setup(None).as_ref());
        let text = write(&v, &start);
        assert_eq!(write(&v, &parse(&v, &text).unwrap()), text);
    }
}

/// Reads a text and compares what is written with the expected text.
#[track_caller]
fn check(id: &str, text: &str, written: &str) {
    let v = variant(id);
    match parse(&v, text) {
        Ok(setup) => assert_eq!(write(&v, &setup), written, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

#[test]
fn sfen_may_stop_early() {
    for text in [
        "rbsgk/4p/5/P4/KGSBR",
        "rbsgk/4p/5/P4/KGSBR b",
        "rbsgk/4p/5/P4/KGSBR b -",
        "rbsgk/4p/5/P4/KGSBR b 1",
        "  rbsgk/4p/5/P4/KGSBR   b - 0 ",
    ] {
        check("minishogi", text, "rbsgk/4p/5/P4/KGSBR b - 1");
    }
    check(
        "raichu",
        "g4k6/12/12/5R6/12/12/12/12/12/12/12/11K w - pass",
        "g4k6/12/12/5R6/12/12/12/12/12/12/12/11K w - 1 pass",
    );
}

#[test]
fn digits_may_run_over_missing_squares_and_stars_come_out() {
    let written = "****km****/rfsgbbgsqr/lxdvjacdyl/pppppppppp/10/10/10/10/PPPPPPPPPP/LYDCAJVDXL/\
                   RQSGBBGSFR/****MK**** b - 1 unmoved=a2j2a9j9";
    check(
        "minjiku",
        "4km4/rfsgbbgsqr/lxdvjacdyl/pppppppppp/10/10/10/10/PPPPPPPPPP/LYDCAJVDXL/RQSGBBGSFR/4MK4 b - 1",
        written,
    );
    check(
        "minjiku",
        "10/9k/10/10/10/10/5+D4/10/10/10/K9/*4*4 b - 1",
        "**********/9k/10/10/10/10/5+D4/10/10/10/K9/********** b - 1 unmoved=-",
    );
}

#[test]
fn hands_come_in_any_order_and_are_written_in_one() {
    check("shogi", "4k4/9/9/9/9/9/9/9/4K4 b p2PBpR2P 1", "4k4/9/9/9/9/9/9/9/4K4 b RB4P2p 1");
    check("shogi", "4k4/9/9/9/9/9/9/9/4K4 w 18p10P 7", "4k4/9/9/9/9/9/9/9/4K4 w 10P18p 7");
}

#[test]
fn letters_of_old_are_read() {
    check("minishogi", "D3k/4h/5/5/K4 b - 1", "+R3k/4+b/5/5/K4 b - 1");
}

#[test]
fn fen_is_read_where_it_can_only_be_fen() {
    let written = "rbsgk/4p/5/P4/KGSBR b - 1";
    for text in [
        "rbsgk/4p/5/P4/KGSBR[-] w 0 1",
        "rbsgk/4p/5/P4/KGSBR[] w 0 1",
        "rbsgk/4p/5/P4/KGSBR[] w - - 3 1",
        "rbsgk/4p/5/P4/KGSBR w 0 1",
        "rbsgk/4p/5/P4/KGSBR w - - 0 1",
        "rbsgk/4p/5/P4/KGSBR w - -",
        "rbsgk/4p/5/P4/KGSBR/ w - - 0 1",
        "rbsgk/4p/5/P4/KGSBR[]",
    ] {
        check("minishogi", text, written);
    }
    check("minishogi", "4k/5/5/5/K4[PPb] b - - 0 3", "4k/5/5/5/K4 w 2Pb 6");
    check("minishogi", "4k/5/5/5/K4/2Pb b - - 0 3", "4k/5/5/5/K4 w 2Pb 6");
    check(
        "raichu",
        "g4k6/12/12/5R6/12/12/12/12/12/12/12/11K b - - 0 1 pass",
        "g4k6/12/12/5R6/12/12/12/12/12/12/12/11K w - 2 pass",
    );
    check(
        "minjiku",
        "10/5k4/10/10/10/10/10/9p/10/L6P1L/4K5/10 w - - 5 1 unmoved=j2",
        "**********/5k4/10/10/10/10/10/9p/10/L6P1L/4K5/********** b - 1 unmoved=j2,quiet=5",
    );
}

#[test]
fn sides_of_fen_and_sfen_are_told_apart() {
    let v = variant("minishogi");
    for (text, side) in [
        ("rbsgk/4p/5/P4/KGSBR b - 1", Color::First),
        ("rbsgk/4p/5/P4/KGSBR w - 1", Color::Second),
        ("rbsgk/4p/5/P4/KGSBR[] w 0 1", Color::First),
        ("rbsgk/4p/5/P4/KGSBR b 0 1", Color::Second),
    ] {
        assert_eq!(parse(&v, text).unwrap().side, side, "{text}");
    }
}

#[test]
fn fen_of_games_with_hands_and_flags() {
    let v = variant("minishogi");
    let setup = parse(&v, "4k/5/5/5/K4 w 2Pb 6").unwrap();
    assert_eq!(to_fen(&v, &setup), "4k/5/5/5/K4[PPb] b - - 0 3");
    let v = variant("raichu");
    let setup = parse(&v, "g4k6/12/12/5R6/12/12/12/12/12/12/12/11K w - 2 pass").unwrap();
    assert_eq!(to_fen(&v, &setup), "g4k6/12/12/5R6/12/12/12/12/12/12/12/11K b - - 0 1 pass");
}

#[test]
fn flags_say_what_the_board_does_not() {
    let v = variant("raichu");
    let text = "k11/12/12/12/12/12/12/12/12/12/12/11K b - 1 pass=2";
    let setup = parse(&v, text).unwrap();
    assert_eq!(setup.passes, [2, 0]);
    assert_eq!(to_sfen(&v, &setup), text);
    for (flag, passes) in [("pass=0/1", [1, 0]), ("pass=1/2", [2, 1]), ("pass", [0, 1])] {
        let text = format!("k11/12/12/12/12/12/12/12/12/12/12/11K w - 2 {flag}");
        let setup = parse(&v, &text).unwrap();
        assert_eq!(setup.passes, passes);
        assert_eq!(to_sfen(&v, &setup), text);
    }

    let v = variant("minjiku");
    let board = "10/k9/l9/10/10/10/10/10/10/L8L/K9/10 b - 9";
    let setup = parse(&v, &format!("{board} unmoved=a9j2,quiet=7")).unwrap();
    assert_eq!(setup.unmoved, Some(vec![square(&v, "j2"), square(&v, "a9")]));
    assert_eq!((setup.quiet, setup.ply), (7, 8));
    assert!(to_sfen(&v, &setup).ends_with(" 9 unmoved=j2a9,quiet=7"));
    assert_eq!(parse(&v, board).unwrap().unmoved, None);
}

/// A built-in game in which so many checks win.
fn counting(id: &str, count: u8) -> Variant {
    let settings = [("end.checks".to_owned(), format!("{{ count = {count} }}"))];
    load_builtin(id, &settings).unwrap().variant
}

#[test]
fn what_has_just_been_taken_stands_in_the_text() {
    let v = load_builtin("chu", &[]).unwrap().variant;
    let lions = "12/12/12/5N6/12/12/12/2n9/12/12/12/K10k w - 10";
    let setup = parse(&v, &format!("{lions} took=f9")).unwrap();
    assert_eq!(setup.just_took, v.parse_square("f9"));
    assert_eq!(to_sfen(&v, &setup), format!("{lions} took=f9"));
    assert_eq!(parse(&v, &to_fen(&v, &setup)), Ok(setup.clone()));
    // As lishogi writes it.
    assert_eq!(parse(&v, &lions.replace(" - ", " 7d ")), Ok(setup));
    let errors = |id: &str, text: &str, message: &str| {
        let error = parse(&variant(id), text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    };
    errors("chu", &format!("{lions} took=f9,took=f9"), "given twice");
    errors("chu", &format!("{lions} took=f9g9"), "several squares");
    errors("chu", &format!("{lions} took=z9"), "z9");
    errors("raichu", &lions.replace(" - ", " 7d "), "has no pieces in hand");
}

#[test]
fn moves_that_are_counted_stand_in_the_text() {
    let v = load_builtin("makruk", &[]).unwrap().variant;
    let fen = "8/8/8/4k3/8/8/R7/4K3 w - - 0 2 count=1/2/9";
    let setup = parse(&v, fen).unwrap();
    assert_eq!(setup.counted, Some(Counted { rule: 0, limit: 1, plies: 9 }));
    assert_eq!(write(&v, &setup), fen);
    assert!(to_sfen(&v, &setup).ends_with(" b - 3 count=1/2/9"));
    let settings = [("end.counting".to_owned(), "{ limits = { moves = 9 } }".to_owned())];
    let shogi = load_builtin("minishogi", &settings).unwrap().variant;
    let sfen = "4k/5/5/5/K4 w 2Pb 6 count=1/1/15";
    assert_eq!(to_sfen(&shogi, &parse(&shogi, sfen).unwrap()), sfen);
    let game = AnyGame::compile(&v).unwrap();
    for (plies, moves, side) in [(9, 5, Side::Second), (10, 5, Side::First), (11, 6, Side::Second)]
    {
        let counted = Some(Counted { rule: 0, limit: 1, plies });
        let play = game.open(&Opening::Setup(Setup { counted, ..setup.clone() })).unwrap();
        assert_eq!(CountedMoves::of(&play), Some(CountedMoves { side, moves, of: 16 }));
    }
    let errors = |v: &Variant, count: &str, message: &str| {
        let error = parse(v, &fen.replace("1/2/9", count)).unwrap_err().to_string();
        assert!(error.contains(message), "{count}: {error}");
    };
    errors(&variant("chess"), "1/2/9", "Chess has no count of moves");
    errors(&v, "9", "`9` is no count of moves");
    errors(&v, "1/2/3/4", "is no count of moves");
    errors(&v, "0/1/9", "there is no rule 0");
    errors(&v, "3/1/9", "there is no rule 3");
    errors(&v, "2/2/9", "there is no limit 2");
    errors(&v, "1/7/9", "there is no limit 7");
    errors(&v, "1/2/65536", "65536 plies");
    errors(&v, "1//9", "not a valid limit");
    errors(&v, "1/1/1,count=1/1/1", "given twice");
}

#[test]
fn checks_that_are_counted_stand_in_the_text() {
    let v = counting("chess", 3);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1";
    assert_eq!(write(&v, &parse(&v, "startpos").unwrap()), start);
    let kings = |rest: &str| format!("4k3/8/8/8/8/8/8/4K3 {rest}");
    for (rest, given) in [
        ("w - - 2+0 0 1", [1, 3]),
        ("b - - 3+3 12 34", [0, 0]),
        // What other programs write.
        ("w - - 0 1 +1+3", [1, 3]),
        ("w - - 0 1", [0, 0]),
        ("w - - 1+2", [2, 1]),
        ("w - - 0 1 checks=1/2", [1, 2]),
    ] {
        let setup = parse(&v, &kings(rest)).unwrap();
        assert_eq!(setup.checks_given, given, "{rest}");
        assert_eq!(parse(&v, &write(&v, &setup)), Ok(setup.clone()), "{rest}");
        assert_eq!(parse(&v, &to_fen(&v, &setup)), Ok(setup), "{rest}");
    }
    let v = counting("minishogi", 2);
    let text = "4k/5/5/5/K4 w 2Pb 6 checks=1/0";
    let setup = parse(&v, text).unwrap();
    assert_eq!((setup.checks_given, to_sfen(&v, &setup)), ([1, 0], text.to_owned()));
    assert_eq!(to_fen(&v, &setup), "4k/5/5/5/K4[PPb] b - - 1+2 0 3");
    assert_eq!(parse(&v, &to_fen(&v, &setup)), Ok(setup));
    let errors = |v: &Variant, text: &str, message: &str| {
        let error = parse(v, text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    };
    errors(&v, "4k/5/5/5/K4 w - 6 checks=1", "`1` is no count of checks");
    errors(&v, "4k/5/5/5/K4 w - 6 checks=3/0", "3 checks");
    errors(&v, "4k/5/5/5/K4 w - 6 checks=0/0,checks=0/0", "given twice");
    let v = counting("chess", 3);
    errors(&v, &kings("w - - 4+3 0 1"), "4 checks");
    errors(&v, &kings("w - - 3+ 0 1"), "not a valid number of checks");
    errors(&v, &kings("w - - +3 0 1"), "`+3` is no count of checks");
    errors(&v, &kings("w - - + 0 1"), "`+` is no count of checks");
    errors(&v, &kings("w - - 1+1+1 0 1"), "not a valid number of checks");
    errors(&v, &kings("w - - 3+3 0 1 +0+0"), "does not belong here");
    errors(&variant("chess"), &kings("w - - 3+3 0 1"), "Chess does not count checks");
    errors(&variant("chess"), &kings("w - - 0 1 checks=1/0"), "Chess does not count checks");
}

#[test]
fn fen_of_chess() {
    let v = variant("chess");
    let text = "r3k2r/8/8/8/4Pp2/8/8/R3K2R b Kq e3 4 12";
    let setup = parse(&v, text).unwrap();
    let named = |names: [&str; 4]| names.map(|name| square(&v, name)).to_vec();
    assert_eq!(setup.unmoved, Some(named(["e1", "h1", "a8", "e8"])));
    assert_eq!(setup.en_passant, [square(&v, "e3")]);
    assert_eq!((setup.quiet, setup.ply, setup.side), (4, 23, Color::Second));
    assert_eq!(setup.at(square(&v, "f4")), Some((Color::Second, piece(&v, "P"))));
    assert_eq!(to_fen(&v, &setup), text);
    for (text, written) in [
        ("4k3/8/8/8/8/8/8/R3K2R w QK - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w - -", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 12", "4k3/8/8/8/8/8/8/4K3 w - - 12 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ] {
        check("chess", text, written);
    }
}

#[test]
fn texts_of_games_that_nobody_foresaw() {
    // Drops in chess; castling with any piece, of which there are two on a side; a pawn that passes
    // in a game written in SFEN.
    for (file, text) in [
        ("extends = 'chess'\n[capture]\nto = 'hand'", "4k3/8/8/8/8/8/8/R3K2R[QPPn] b KQ - 3 9"),
        (
            "extends = 'chess'\n[castling]\npartners = []\n[pieces]\nB.at = 'b1 g1'\nN.at = 'c1 f1'",
            "1b2k3/8/8/8/8/8/8/R3KN1R w KFQq - 0 1",
        ),
        (
            "extends = 'chess'\n[board]\ntext = 'sfen'",
            "r3k3/8/8/8/4Pp2/8/8/R3K2R w - 6 unmoved=a1e1a8e8,quiet=4,ep=e3",
        ),
    ] {
        let v = crate::common::variant_of(file);
        let setup = parse(&v, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(write(&v, &setup), text);
        let fen = to_fen(&v, &setup);
        assert_eq!(parse(&v, &fen), Ok(setup), "{fen}");
    }
}

#[test]
fn a_king_without_its_rook_is_said_by_a_flag() {
    let v = variant("chess");
    let mut setup = parse(&v, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1").unwrap();
    setup.unmoved = Some(vec![square(&v, "e1")]);
    let text = to_fen(&v, &setup);
    assert_eq!(text, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1 unmoved=e1");
    assert_eq!(parse(&v, &text), Ok(setup));
}

#[test]
fn bad_positions_are_refused_where_they_are_bad() {
    for (id, marked, message) in [
        ("shogi", "<>", "no position"),
        ("shogi", "startpos <b>", "does not belong here"),
        ("shogi", "<9/9> b - 1", "the board has 2 ranks"),
        ("minishogi", "rbsgk/4p/5/P4/<KGSB> b - 1", "rank 1 has 4 squares"),
        ("minishogi", "<rbsgkk>/4p/5/P4/KGSBR b - 1", "rank 5 has 6 squares"),
        ("minishogi", "rbsgk/<4p1>/5/P4/KGSBR b - 1", "rank 4 has 6 squares"),
        ("minishogi", "rbsgk/4p/<>/P4/KGSBR b - 1", "rank 3 has 0 squares"),
        ("minishogi", "rbsgk/4p/<55>/P4/KGSBR b - 1", "rank 3 has 55 squares"),
        ("minishogi", "rbsgk/4p/<99999999999999999999>/P4/KGSBR b - 1", "is not a valid number"),
        ("minishogi", "rbsgk/4p/<4294967295>/P4/KGSBR b - 1", "rank 3 has 4294967295 squares"),
        ("minishogi", "rbsgk/4p/<0>5/P4/KGSBR b - 1", "0 empty squares"),
        ("minishogi", "rbsgk/4p/2<n>2/P4/KGSBR b - 1", "`n` is not a piece"),
        ("minishogi", "rbsgk/4p/2<é>2/P4/KGSBR b - 1", "`é` is not a piece"),
        ("minishogi", "rbsgk/4p/2<+K>2/P4/KGSBR b - 1", "K (King) has no promoted form"),
        ("minishogi", "rbsgk/4p/2<+é>2/P4/KGSBR b - 1", "`+é` is not a piece"),
        ("minishogi", "rbsgk/4p/4<+>/P4/KGSBR b - 1", "`+` is not a piece"),
        ("minishogi", "rbsgk/4p/2<*>2/P4/KGSBR b - 1", "a square that always exists"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR <x> - 1", "not a side to move"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b P2<> 1", "a count without a piece"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b <0>P 1", "a count of 0 pieces"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b <256>P 1", "too many"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b 255P<1P> 1", "too many"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b 2<x> 1", "`x` is not a piece"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b P<+R> 1", "+R is never in hand"),
        ("raichu", "k11/12/12/12/12/12/12/12/12/12/12/11K b <P> 1", "has no pieces in hand"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - <x>", "not a valid ply number"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - <4294967296>", "not a valid ply number"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1 <x>", "`x` is not a flag"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1 <pass>", "has no forced passes"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1 <unmoved=a1>", "makes no difference"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1 <quiet=3>", "does not count"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR<[P> w 0 1", "not closed"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR[P]<x> w 0 1", "more after the pieces"),
        ("raichu", "k11/12/12/12/12/12/12/12/12/12/12/11K b - 1 pass,<pass>", "given twice"),
        ("raichu", "k11/12/12/12/12/12/12/12/12/12/12/11K b - 1 pass=<0>", "a count of 0 passes"),
        (
            "raichu",
            "k11/12/12/12/12/12/12/12/12/12/12/11K b - 1 pass=<x>",
            "not a valid number of passes",
        ),
        ("raichu", "k11/12/12/12/12/12/12/12/12/12/12/11K b - 1 pass=<300>", "300 passes"),
        ("raichu", "k11/12/12/12/12/12/12/12/12/12/12/11K b - 1 pass <more>", "does not belong"),
        (
            "minjiku",
            "3<k>6/10/10/10/10/10/10/10/10/10/K9/10 b - 1",
            "d11, a square that does not exist",
        ),
        (
            "minjiku",
            "10/k9/10/10/10/10/10/10/10/L9/K9/10 b - 1 unmoved=<a1>",
            "no such piece on a1",
        ),
        ("minjiku", "10/k9/10/10/10/10/10/10/10/L9/K9/10 b - 1 unmoved=a2<a2>", "given twice"),
        ("minjiku", "10/k9/10/10/10/10/10/10/10/L9/K9/10 b - 1 unmoved=a2<z9>", "not a square"),
        ("minjiku", "10/k9/10/10/10/10/10/10/10/L9/K9/10 b - 1 unmoved=<>", "no squares"),
        (
            "minjiku",
            "10/k9/10/10/10/10/10/10/10/L9/K9/10 b - 1 quiet=<->",
            "not a valid number of plies",
        ),
        ("chess", "8/8/8/8/8/8/8/8 <x> - - 0 1", "not a side to move"),
        ("chess", "8/8/8/8/8/8/8/8 w <K> - 0 1", "no king with such a partner"),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q<K> - 0 1", "no king with such a partner"),
        ("chess", "8/8/8/8/8/8/8/8 w - <e9> 0 1", "not a square"),
        ("chess", "8/8/8/8/8/8/8/8 w - - <extra> 0 1", "does not belong here"),
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1 <7>", "does not belong here"),
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 <4294967295>", "too large"),
        ("chess", "8/8/8/8/8/8/8/8 w - - <9999999999> 1", "not a valid number of quiet plies"),
    ] {
        let v = variant(id);
        check_error(marked, message, |text| parse(&v, text));
    }
}
