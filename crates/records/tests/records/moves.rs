//! Moves as text: both forms read and written, and every spelling of a move understood.

use crate::common::{check_error, piece, square, variant, variant_of};
use komadai_records::moves::{
    self, MoveText, PromotionText, Spelling, Unresolved, parse_move, resolve,
};
use komadai_rules::{AnyGame, Move, MoveKind, Opening, Square, Variant};

/// A walk over the named squares.
fn walk(v: &Variant, names: &str, promotion: PromotionText, shot: bool) -> MoveText {
    MoveText::Walk {
        squares: names.split(' ').map(|name| square(v, name)).collect(),
        promotion,
        shot,
        others: None,
        placed: None,
    }
}

#[track_caller]
fn check_reads(v: &Variant, text: &str, expected: MoveText) {
    assert_eq!(parse_move(v, text), Ok(expected), "{text}");
}

#[test]
fn squares_are_read_in_both_forms() {
    let plain = PromotionText::None;
    for (id, text, names) in [
        ("shogi", "7g7f", "c3 c4"),
        ("shogi", "c3c4", "c3 c4"),
        ("shogi", " 7g7f ", "c3 c4"),
        ("shogi", "7g7f=", "c3 c4"),
        ("raichu", "12l11k", "a1 b2"),
        ("raichu", "12l1a", "a1 l12"),
        ("raichu", "a1l12", "a1 l12"),
        ("raichu", "a12b11c10", "a12 b11 c10"),
        ("raichu", "7g7f7e", "f6 f7 f8"),
        ("raichu", "7g7f7g", "f6 f7 f6"),
        ("raichu", "f6f7,f7f8", "f6 f7 f8"),
        ("raichu", "7g7f,7f7g", "f6 f7 f6"),
        ("minjiku", "e0f11", "e0 f11"),
        ("minjiku", "6l5a", "e0 f11"),
    ] {
        let v = variant(id);
        check_reads(&v, text, walk(&v, names, plain, false));
    }
}

#[test]
fn promotions_shots_drops_and_passes_are_read() {
    let shogi = variant("shogi");
    check_reads(&shogi, "8h2b+", walk(&shogi, "b2 h8", PromotionText::Plus, false));
    check_reads(&shogi, "b2h8=+", walk(&shogi, "b2 h8", PromotionText::Plus, false));
    let chess = variant("chess");
    let queen = PromotionText::To(piece(&chess, "Q"));
    for text in ["e7e8q", "e7e8Q", "e7e8=Q", "4b4aq"] {
        check_reads(&chess, text, walk(&chess, "e7 e8", queen, false));
    }
    let bishop = PromotionText::To(piece(&chess, "B"));
    check_reads(&chess, "e7e8b", walk(&chess, "e7 e8", bishop, false));
    let minjiku = variant("minjiku");
    let shot = walk(&minjiku, "g8 g9 g8", PromotionText::None, true);
    check_reads(&minjiku, "g8*g9", shot.clone());
    check_reads(&minjiku, "4d*4c", shot);
    let shot = walk(&minjiku, "g8 g9 g8", PromotionText::Plus, true);
    check_reads(&minjiku, "g8*g9+", shot);

    let mini = variant("minishogi");
    let to = square(&mini, "e1");
    let pawn = MoveText::Drop { piece: piece(&mini, "P"), to, held: None };
    for text in ["P*1e", "P@e1", "p@e1", "P*e1", "P@1e"] {
        check_reads(&mini, text, pawn.clone());
    }
    let dragon = MoveText::Drop { piece: piece(&mini, "+R"), to, held: None };
    let held = Some(piece(&mini, "R"));
    check_reads(&mini, "R*1e+", MoveText::Drop { piece: piece(&mini, "+R"), to, held });
    check_reads(&mini, "D*1e", dragon.clone());
    check_reads(&mini, "+R@e1", dragon);
    let swap = |names: &str, others: &[(&str, Option<&str>)]| {
        let MoveText::Walk { squares, promotion, shot, .. } =
            walk(&mini, names, PromotionText::None, false)
        else {
            panic!("a walk")
        };
        let named = |name: &str| square(&mini, name);
        let others = others.iter().map(|(at, put)| (named(at), put.map(named))).collect();
        MoveText::Walk { squares, promotion, shot, others: Some(others), placed: None }
    };
    check_reads(&mini, "a1a3~", swap("a1 a3", &[]));
    check_reads(&mini, "a1a3~a3a1~b2", swap("a1 a3", &[("a3", Some("a1")), ("b2", None)]));
    check_reads(&mini, "5e5c~5c5e~4d", swap("a1 a3", &[("a3", Some("a1")), ("b2", None)]));
    for text in ["pass", "0000", "@@@@", "--"] {
        check_reads(&mini, text, MoveText::Pass);
    }
}

#[test]
fn a_move_names_so_many_squares_and_no_more() {
    let v = variant("shogi");
    let walk = |squares: usize| parse_move(&v, &"7g".repeat(squares));
    assert!(walk(41).is_ok());
    let error = walk(42).unwrap_err();
    assert_eq!((error.offset, error.len), (82, 2), "{error}");
    assert!(error.message.contains("at most 41 squares"), "{error}");
    let others = |pieces: usize| parse_move(&v, &format!("7g7f{}", "~5e".repeat(pieces)));
    assert!(others(81).is_ok());
    assert!(others(82).is_err());
}

#[test]
fn bad_moves_are_refused_where_they_are_bad() {
    for (id, marked, message) in [
        ("shogi", "<>", "no move"),
        ("shogi", "7g7f <8c8d>", "unexpected `8c8d` after the move"),
        ("shogi", "7g<>", "missing"),
        ("shogi", "c3<>", "missing"),
        ("shogi", "<c>", "not a square"),
        ("shogi", "<0a>1a", "not a square"),
        ("shogi", "<10a>1a", "not a square"),
        ("shogi", "7g<7j>", "not a square"),
        ("shogi", "c3<c10>", "not a square"),
        ("shogi", "c3<k4>", "not a square"),
        ("shogi", "<é4>", "not a square"),
        ("shogi", "7g<7>", "not a square"),
        ("shogi", "7g7f<x>", "after the squares"),
        ("shogi", "7g7f<++>", "after the squares"),
        ("shogi", "7g7f<é>", "after the squares"),
        ("shogi", "P*<>", "missing"),
        ("shogi", "P*<5j>", "not a square"),
        ("shogi", "P*5e<x>", "after the squares"),
        ("shogi", "G*5e<+>", "does not promote"),
        ("chess", "P@e5<+>", "several promotions"),
        ("shogi", "7g7f~<x>", "not a square"),
        ("shogi", "7g7f~7e<x>", "not a square"),
        ("shogi", "7g7f~7e7d<7c>", "after a piece's squares"),
        ("shogi", "<Z>*5e", "not a piece"),
        ("shogi", "<>*5e", "missing"),
        ("minjiku", "g8*<>", "missing"),
        ("minjiku", "g8*<z9>", "not a square"),
        ("raichu", "f6f7,<f8>f9", "do not meet"),
        ("raichu", "f6,<f6>f9", "do not meet"),
        ("raichu", "f6f7,<>", "missing"),
        ("raichu", "f6f7,f7<>", "missing"),
    ] {
        check_error(marked, message, |text| {
            let read = parse_move(&variant(id), text);
            let japanese = read.as_ref().err().and_then(|error| error.japanese.as_deref());
            assert!(japanese.is_none_or(|sentence| sentence.ends_with('。')), "{text}");
            assert_eq!(japanese.is_some(), read.is_err(), "{text}");
            read
        });
    }
}

/// A move, made of the names of its squares.
fn move_of(v: &Variant, kind: MoveKind, names: [&str; 3], promotion: u8) -> Move {
    let [from, via, to] = names.map(|name| square(v, name));
    Move::new(kind, from, via.0, to, promotion)
}

#[test]
fn moves_are_written_in_both_forms_and_read_back() {
    use MoveKind::*;
    for (id, mover, kind, squares, promotion, usi, algebraic) in [
        ("shogi", "P", Step, ["c3", "a1", "c4"], 0, "7g7f", "c3c4"),
        ("shogi", "B", Step, ["b2", "a1", "h8"], 1, "8h2b+", "b2h8+"),
        ("raichu", "N", Through, ["f6", "f7", "f8"], 0, "7g7f7e", "f6f7f8"),
        ("raichu", "N", Shot, ["f6", "f7", "f6"], 0, "7g7f7g", "f6f7f6"),
        ("raichu", "N", Jitto, ["f6", "g7", "f6"], 0, "7g6f7g", "f6g7f6"),
        ("raichu", "K", Step, ["a1", "a1", "b2"], 0, "12l11k", "a1b2"),
        ("raichu", "K", Pass, ["a1", "a1", "a1"], 0, "pass", "pass"),
        ("minjiku", "C", Shot, ["c7", "c8", "c7"], 1, "8e8d8e+", "c7c8c7+"),
        ("chess", "P", Step, ["h7", "a1", "h8"], 1, "1b1aq", "h7h8q"),
        ("chess", "P", Step, ["h7", "a1", "g8"], 4, "1b2an", "h7g8n"),
        ("chess", "K", Castle, ["e1", "h1", "g1"], 0, "4h2h", "e1g1"),
        ("chess", "P", EnPassant, ["e5", "d5", "d6"], 0, "4d5c", "e5d6"),
    ] {
        let v = variant(id);
        let mv = move_of(&v, kind, squares, promotion);
        let spelling = Spelling::new(mv, Some(piece(&v, mover)));
        let written = (spelling.usi(&v), spelling.algebraic(&v));
        assert_eq!((written.0.as_str(), written.1.as_str()), (usi, algebraic));
        for text in [usi, algebraic] {
            let text = parse_move(&v, text).unwrap();
            assert_eq!(resolve(&v, &text, std::slice::from_ref(&spelling)), Ok(mv));
        }
    }
}

#[test]
fn drops_are_written_in_both_forms_and_read_back() {
    let v = variant("minishogi");
    let to = square(&v, "e1");
    let pawn = Spelling::new(Move::drop(piece(&v, "P"), to), None);
    let rook = piece(&v, "R");
    let dragon = Spelling::new(Move::new(MoveKind::Drop, to, rook.0, to, 1), None);
    let legal = [pawn.clone(), dragon.clone()];
    for (spelling, usi, algebraic) in [(&pawn, "P*1e", "P@e1"), (&dragon, "+R*1e", "+R@e1")] {
        assert_eq!(spelling.usi(&v), usi);
        assert_eq!(spelling.algebraic(&v), algebraic);
        for text in [usi, algebraic] {
            let text = parse_move(&v, text).unwrap();
            assert_eq!(resolve(&v, &text, &legal), Ok(spelling.mv));
        }
    }
    let text = parse_move(&v, "R*1e").unwrap();
    assert_eq!(resolve(&v, &text, &legal), Err(Unresolved::NoSuchMove));
}

/// What a text means among spellings.
fn meaning(v: &Variant, text: &str, legal: &[Spelling]) -> Result<Move, Unresolved> {
    resolve(v, &parse_move(v, text).expect("a move"), legal)
}

#[test]
fn a_plus_must_be_enough() {
    let v = variant("chess");
    let legal: Vec<Spelling> = (1..=4)
        .map(|choice| {
            let mv = move_of(&v, MoveKind::Step, ["e7", "a1", "e8"], choice);
            Spelling::new(mv, Some(piece(&v, "P")))
        })
        .collect();
    assert_eq!(meaning(&v, "e7e8q", &legal), Ok(legal[0].mv));
    assert_eq!(meaning(&v, "e7e8n", &legal), Ok(legal[3].mv));
    assert_eq!(meaning(&v, "e7e8k", &legal), Err(Unresolved::NoSuchMove));
    assert_eq!(meaning(&v, "e7e8", &legal), Err(Unresolved::NoSuchMove));
    let all = legal.iter().map(|spelling| spelling.mv).collect();
    assert_eq!(meaning(&v, "e7e8+", &legal), Err(Unresolved::Ambiguous(all)));
}

#[test]
fn a_shot_may_be_said_by_its_victim_where_nothing_else_goes_there() {
    let v = variant("minjiku");
    let cobra = Some(piece(&v, "C"));
    let shot = |promotion| {
        let mv = move_of(&v, MoveKind::Shot, ["c7", "c8", "c7"], promotion);
        Spelling::new(mv, cobra)
    };
    let step = Spelling::new(move_of(&v, MoveKind::Step, ["c7", "a1", "c8"], 1), cobra);
    let shots = [shot(0), shot(1)];
    for text in ["c7c8", "c7c8c7", "c7*c8", "8e8d", "8e8d8e", "c7c8,c8c7"] {
        assert_eq!(meaning(&v, text, &shots), Ok(shots[0].mv), "{text}");
        let promoting = format!("{text}+");
        assert_eq!(meaning(&v, &promoting, &shots), Ok(shots[1].mv), "{text}");
    }
    let both = [shot(0), step.clone()];
    assert_eq!(meaning(&v, "c7c8+", &both), Ok(step.mv));
    assert_eq!(meaning(&v, "c7c8", &both), Err(Unresolved::NoSuchMove));
    assert_eq!(meaning(&v, "c7*c8", &both), Ok(both[0].mv));
}

#[test]
fn a_pass_is_forced_or_a_turn_pass() {
    let v = variant("raichu");
    let jitto =
        Spelling::new(move_of(&v, MoveKind::Jitto, ["f6", "e5", "f6"], 0), Some(piece(&v, "N")));
    let forced = Spelling::new(Move::pass(), None);
    for text in ["pass", "0000", "@@@@", "--"] {
        assert_eq!(meaning(&v, text, std::slice::from_ref(&jitto)), Ok(jitto.mv));
        assert_eq!(meaning(&v, text, std::slice::from_ref(&forced)), Ok(forced.mv));
        assert_eq!(meaning(&v, text, &[]), Err(Unresolved::NoSuchMove));
    }
    assert_eq!(meaning(&v, "f6e5f6", std::slice::from_ref(&jitto)), Ok(jitto.mv));
    assert_eq!(meaning(&v, "f6*e5", std::slice::from_ref(&jitto)), Err(Unresolved::NoSuchMove));
}

/// The lines of a data file by their position: name, then lines.
fn sections(data: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut sections: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('[') {
            Some(name) => sections.push((name.trim_end_matches(']'), Vec::new())),
            None => sections.last_mut().expect("a name").1.push(line),
        }
    }
    sections
}

/// One spelling of the move with a number, made from its text.
fn spelling_of(v: &Variant, text: &str, number: u8) -> Spelling {
    let MoveText::Walk { squares, promotion, .. } = parse_move(v, text).expect("a move") else {
        return Spelling::new(Move::pass(), None);
    };
    let choice = u8::from(promotion == PromotionText::Plus);
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let mv = Move::new(MoveKind::Path, from, number, to, choice);
    Spelling::along(mv, piece(v, "P"), squares)
}

#[test]
fn every_spelling_of_every_move_is_understood_in_both_forms() {
    let v = variant("raichu");
    for (name, lines) in sections(include_str!("../data/raichu-outcomes.txt")) {
        let mut legal: Vec<Spelling> = Vec::new();
        for line in lines {
            let number = legal.len() as u8;
            let mut same: Vec<Spelling> =
                line.split(' ').map(|text| spelling_of(&v, text, number)).collect();
            let mv = same[0].mv;
            same.iter_mut().for_each(|spelling| spelling.mv = mv);
            legal.extend(same);
        }
        for spelling in &legal {
            for text in [spelling.algebraic(&v), spelling.usi(&v)] {
                assert_eq!(meaning(&v, &text, &legal), Ok(spelling.mv), "{name}: {text}");
            }
        }
    }
}

#[test]
fn moves_with_shots_are_understood_in_both_forms() {
    let v = variant("minjiku");
    for (name, lines) in sections(include_str!("../data/minjiku-moves.txt")) {
        let texts: Vec<&str> = lines.iter().flat_map(|line| line.split(' ')).collect();
        let legal: Vec<Spelling> =
            (0u8..).zip(&texts).map(|(number, text)| spelling_of(&v, text, number)).collect();
        for (text, spelling) in texts.iter().zip(&legal) {
            assert_eq!(meaning(&v, text, &legal), Ok(spelling.mv), "{name}: {text}");
            let usi = spelling.usi(&v);
            assert_eq!(meaning(&v, &usi, &legal), Ok(spelling.mv), "{name}: {usi}");
        }
    }
}

#[test]
fn every_square_is_read_back_in_both_forms() {
    for id in crate::common::GAMES {
        let v = variant(id);
        let last = v.board.files * v.board.ranks - 1;
        for (from, to) in (0..=last).map(|n| (Square(n), Square(last - n))) {
            let mv = Move::step(from, to, 0);
            let legal = [Spelling::new(mv, Some(piece(&v, "K")))];
            for text in [legal[0].usi(&v), legal[0].algebraic(&v)] {
                assert_eq!(meaning(&v, &text, &legal), Ok(mv), "{text}");
            }
        }
    }
}

#[test]
fn what_is_placed_is_told_from_a_promotion_by_the_same_letter() {
    let v = variant_of(
        r#"
extends = "seirawan"
id = "promoted-hawk"
name = "Promoted Hawk"
[pieces]
P = { promotes = ["+Q", "+H"] }
"+Q" = { name = "Promoted Queen", like = "Q", held = "P" }
"+H" = { name = "Promoted Hawk", like = "H", held = "P" }
"#,
    );
    let game = AnyGame::compile(&v).unwrap();
    let play = game.open(&Opening::Usual).unwrap();
    for text in ["b1c3h", "b1c3e", "b1c3"] {
        let m = moves::find(&play, text).expect(text);
        assert_eq!(moves::uci(&v, &moves::spell(&play, m)), text);
    }
}

#[test]
fn a_promotion_may_be_followed_by_what_is_placed() {
    let shogi = variant_of(
        r#"
extends = "minishogi"
id = "duck-shogi"
name = "Duck Shogi"
[pieces]
X = { move = [], name = "Duck" }
[placement]
pieces = "X"
supply = "single"
[end]
check = "none"
stalemate = "loss"
"#,
    );
    for (v, position) in [
        (crate::common::variant("duck"), "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
        (shogi, "4k/P4/5/5/K4 b - 1"),
    ] {
        let game = AnyGame::compile(&v).unwrap();
        let play = komadai_records::opening::open(&game, None, Some(position)).unwrap();
        let legal = play.legal_moves();
        assert!(legal.iter().filter(|m| m.promotion() > 0).count() > 10);
        for m in legal {
            let spelling = moves::spell(&play, m);
            for text in [moves::uci(&v, &spelling), spelling.usi(&v)] {
                assert_eq!(moves::find(&play, &text), Ok(m), "{text}");
            }
        }
    }
    let game = crate::common::game("duck");
    let position = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let play = komadai_records::opening::open(&game, None, Some(position)).unwrap();
    assert!(moves::find(&play, "a7b8q,a8e4").is_err());
}
