//! Rules about check and mate: who may give check, how often, which royals have to be
//! attacked, and what a mate is worth.

use crate::common::{loaded, opened, perft, play, square, walk};
use komadai_records::position::parse;
use komadai_rules::{
    AnyGame, AnyPlay, AskedPromotion, Attempt, Color, Opening, PieceType, Setup, Status,
};

const RACING_KINGS: &str = include_str!("../variants/racing_kings.toml");

/// Chess with other ends.
fn chess(ends: &str) -> AnyPlay {
    opened(&format!("extends = 'chess'\n[end]\n{ends}"))
}

/// A game from a position. What is read here needs no rules of its own.
fn set_up(text: &str, position: &str) -> AnyPlay {
    let variant = loaded(text).variant;
    let setup = parse(&variant, position).unwrap();
    AnyGame::compile(&variant).unwrap().open(&Opening::Setup(setup)).unwrap()
}

/// As other programs count.
#[test]
fn racing_kings_has_as_many_lines_as_elsewhere() {
    let mut at = opened(RACING_KINGS);
    for (depth, lines) in [(1, 21), (2, 421), (3, 11_264)] {
        assert_eq!(perft(&mut at, depth), lines, "{depth}");
    }
    assert_eq!(at.perft(4), 296_242);
}

#[test]
fn no_move_may_give_check_by_walking_uncovering_promoting_or_dropping() {
    let at = opened(RACING_KINGS);
    // Black's King stands on a2, White's Knight on e2.
    let reason = at.explain(&walk(&at, "e2", "c3")).unwrap().to_string();
    assert_eq!(reason, "That would put Black in check, and no move may give check.");
    assert_eq!(at.explain(&walk(&at, "e2", "d4")), None);
    let check = |at: &AnyPlay, from: &str, to: &str, legal: bool| {
        assert_eq!(at.explain(&walk(at, from, to)).is_none(), legal, "{from}{to}");
    };
    let forbidden = "extends = 'chess'\nend.giving_check = 'forbidden'";
    let at = set_up(forbidden, "4k3/P7/8/8/8/8/4N3/K3R3 w - - 0 1");
    check(&at, "e2", "c3", false);
    check(&at, "e1", "d1", true);
    let promotes = |to: &str| {
        let to = at.variant().pieces.iter().position(|piece| piece.id == to).unwrap();
        let promotion = AskedPromotion::To(PieceType(to as u8));
        let squares = vec![square(&at, "a7"), square(&at, "a8")];
        at.explain(&Attempt::Walk { squares, promotion, shot: false, placed: None }).is_none()
    };
    assert_eq!(["Q", "R", "B", "N"].map(promotes), [false, false, true, true]);
    // A capture in passing that gives check is none, and its square no part of the position.
    let at = set_up(forbidden, "8/8/8/k2pP2R/8/8/8/K7 w - d6 0 1");
    assert!(at.setup().en_passant.is_empty());
    let dropping = "extends = 'chess'\ncapture = { to = 'hand' }\nend.giving_check = 'forbidden'";
    let at = set_up(dropping, "4k3/8/8/8/8/8/8/K7[R] w - - 0 1");
    let drop = |to: &str| {
        let rook = at.variant().pieces.iter().position(|piece| piece.id == "R").unwrap();
        let drop = Attempt::Drop { piece: PieceType(rook as u8), to: square(&at, to) };
        at.explain(&drop).map(|reason| reason.to_string())
    };
    assert_eq!(drop("d7"), None);
    let check = "That would put Black in check, and no move may give check.";
    assert_eq!(drop("e4").as_deref(), Some(check));
}

/// A side with two Kings, as in Spartan Chess.
const TWO_KINGS: &str = "extends = 'chess'\nend.royals = 'all-attacked'\nsides.symmetry = 'none'\n\
    pieces.K.at2 = 'c8 f8'\npieces.Q.at2 = 'd8'\npieces.B.at2 = 'a5 h5'";

#[test]
fn of_several_royals_all_but_one_may_be_left_attacked() {
    let at = |position: &str| set_up(TWO_KINGS, position);
    // One is attacked: nothing has to be done.
    let one = at("2k2k2/8/8/8/8/8/8/K1R5 b - - 0 1");
    assert!(!one.in_check());
    assert_eq!(one.explain(&walk(&one, "f8", "e8")), None);
    let refused = at("2k2k2/8/8/8/8/8/5R2/K7 b - - 0 1").explain(&walk(&one, "c8", "c7"));
    assert_eq!(refused, None);
    // Both are, by two pieces: one of them has to be saved, whichever.
    let both = at("2k2k2/8/8/8/8/6p1/8/K1R2R2 b - - 0 1");
    assert!(both.in_check());
    assert_eq!(both.explain(&walk(&both, "f8", "e8")), None);
    assert_eq!(both.explain(&walk(&both, "c8", "d8")), None);
    let reason = both.explain(&walk(&both, "g3", "g2")).unwrap().to_string();
    let expected = "Black may leave a royal piece attacked, but not all of them: the King on c8 and the King on f8.";
    assert_eq!(reason, expected);
    let reason = both.explain(&walk(&both, "f8", "f7")).unwrap().to_string();
    assert!(reason.ends_with("the King on f7 and the King on c8."), "{reason}");
    // One piece may attack both.
    assert!(at("2k2k2/8/8/8/8/8/8/K6B b - - 0 1").checks().is_empty());
    assert!(at("4k3/8/8/k7/8/8/8/K3Q3 b - - 0 1").in_check());
}

#[test]
fn a_side_with_several_royals_is_mated_when_it_can_save_none() {
    let end = |position: &str| set_up(TWO_KINGS, position).ending();
    assert_eq!(end("k6k/8/8/8/8/8/1R6/RK5R b - - 0 1"), None, "the other one has a way out");
    let end = end("k6k/8/8/8/8/8/1R4R1/RK5R b - - 0 1").unwrap();
    assert_eq!((end.status, end.winner), (Status::Checkmate, Some(Color::First)));
    // A King that is left may be taken; the last one has to be safe.
    let mut at = set_up(TWO_KINGS, "2k2k2/8/8/8/8/8/8/K1R5 b - - 0 1");
    play(&mut at, "f8e8 c1c8");
    assert!(at.in_check() && at.ending().is_none());
    assert_eq!(at.royals(Color::Second).len(), 1);
}

const THREE_CHECK: &str = "extends = 'chess'\nend.checks = { count = 3 }";

/// As other programs count.
#[test]
fn three_check_has_as_many_lines_as_elsewhere() {
    let mut at = opened(THREE_CHECK);
    for (depth, lines) in [(1, 20), (2, 400), (3, 8_902)] {
        assert_eq!(perft(&mut at, depth), lines, "{depth}");
    }
    assert_eq!(at.perft(4), 197_281);
}

#[test]
fn checks_are_a_part_of_the_position() {
    let mut at = opened(THREE_CHECK);
    let start = at.setup();
    play(&mut at, "e2e4 e7e5 f1c4 b8c6 c4f7");
    assert_eq!(at.setup().checks_given, [1, 0]);
    play(&mut at, "e8f7 d1h5 g7g6");
    assert_eq!((at.setup().checks_given, at.ending()), ([2, 0], None));
    let key = at.key();
    // A queen that goes back and forth does not give back the checks that were given before.
    play(&mut at, "h5d1 f7e8 d1h5");
    assert_eq!(at.setup().checks_given, [2, 0], "a pinned or blocked attack is no check");
    let again = AnyGame::compile(at.variant()).unwrap().open(&Opening::Setup(at.setup())).unwrap();
    assert_eq!(again.key(), at.key());
    let fewer = Setup { checks_given: [1, 0], ..at.setup() };
    let fewer = AnyGame::compile(at.variant()).unwrap().open(&Opening::Setup(fewer)).unwrap();
    assert_ne!(fewer.key(), at.key());
    for _ in 0..3 {
        at.pop();
    }
    assert_eq!(at.key(), key);
    while at.pop().is_some() {}
    assert_eq!(at.setup(), start);
}

#[test]
fn so_many_checks_win_lose_or_draw() {
    let check = |count: u8, result: &str, winner: Option<Color>, reason: &str| {
        let mut at = chess(&format!("checks = {{ count = {count}, result = '{result}' }}"));
        play(&mut at, "e2e4 e7e5 f1c4 b8c6 c4f7");
        if count > 1 {
            assert_eq!(at.ending(), None);
            play(&mut at, "e8f7 d1h5");
        }
        let end = at.ending().unwrap();
        let expected = (Status::Checks, winner, reason.to_owned());
        assert_eq!((end.status, end.winner, end.reason), expected);
    };
    check(1, "win", Some(Color::First), "White has given check once and so wins.");
    check(2, "win", Some(Color::First), "White has given check twice and so wins.");
    check(2, "loss", Some(Color::Second), "White has given check twice and so loses.");
    check(2, "draw", None, "White has given check twice: a draw.");
}

#[test]
fn two_pieces_that_give_check_at_once_give_one() {
    let mut at = set_up(THREE_CHECK, "4k3/8/8/8/4N3/8/8/K3R3 w - - 2+3 0 1");
    play(&mut at, "e4f6");
    assert_eq!(at.checks().len(), 2);
    assert_eq!((at.setup().checks_given, at.ending()), ([2, 0], None));
    // With the third, mate or not: the checks decide.
    play(&mut at, "e8d8 e1e8");
    let end = at.ending().unwrap();
    assert_eq!(end.reason, "White has given check 3 times and so wins.");
}

#[test]
fn positions_that_say_too_many_checks_are_refused() {
    let check = |text: &str, given: [u8; 2], message: &str| {
        let game = AnyGame::compile(&loaded(text).variant).unwrap();
        let start = game.variant().start_setup(None).unwrap();
        let setup = Setup { checks_given: given, ..start };
        let error = game.open(&Opening::Setup(setup)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    check(THREE_CHECK, [0, 4], "Black has given more checks than end the game");
    check("extends = 'chess'", [1, 0], "this game does not count checks");
}

#[test]
fn a_mate_is_worth_what_the_file_says() {
    let check = |ends: &str, winner: Option<Color>, gets: &str| {
        let mut at = chess(ends);
        play(&mut at, "f2f3 e7e5 g2g4 d8h4");
        let end = at.ending().unwrap();
        assert_eq!((end.status, end.winner), (Status::Checkmate, winner), "{ends}");
        assert!(end.reason.ends_with(gets), "{}", end.reason);
    };
    check("mated = 'loss'", Some(Color::Second), "and no legal move answers that.");
    check("mated = 'win'", Some(Color::First), "answers that. So White wins.");
    check("mated = 'draw'", None, "answers that. That is a draw.");
}

#[test]
fn in_stalemate_the_fewer_pieces_may_win() {
    let fewer = "extends = 'chess'\nend.stalemate = 'fewer'";
    let check = |position: &str, status: Status, winner: Option<Color>, reason: &str| {
        let ending = set_up(fewer, position).ending().expect("nobody can move");
        assert_eq!((ending.status, ending.winner), (status, winner));
        let start = "Black has no legal move and is not in check; it has ";
        assert_eq!(ending.reason, format!("{start}{reason}"));
    };
    let (wins, black) = ("fewer pieces than the other side: it wins.", Some(Color::Second));
    check("k7/2Q5/8/8/8/8/8/K7 b - - 0 1", Status::Stalemate, black, wins);
    let draws = "as many pieces as the other side: a draw.";
    check("k7/p1Q5/P7/8/8/8/8/7K b - - 0 1", Status::Stalemate, black, wins);
    check("k7/p1Q5/K7/8/8/8/8/8 b - - 0 1", Status::Stalemate, None, draws);
    let loses = "more pieces than the other side: it loses.";
    check("k1p5/2Q5/8/8/8/6p1/6K1/8 b - - 0 1", Status::NoMoves, Some(Color::First), loses);
}

#[test]
fn what_is_said_in_vain_is_told() {
    let check = |text: &str, warning: &str| {
        let warnings = loaded(text).warnings;
        let told = |it: &komadai_rules::variant::Diagnostic| it.message.contains(warning);
        assert!(warnings.iter().any(told), "{warnings:?}");
    };
    let text = "board = { files = 3, ranks = 4 }\npieces.R = { move = 'R', at = 'a1' }\n[end]\n";
    let lone = |rules: &str| format!("{text}stalemate = 'loss'\n{rules}");
    check(
        &lone("giving_check = 'forbidden'"),
        "`end.giving_check` has no effect: no piece is royal",
    );
    check(&lone("checks = { count = 1 }"), "`end.checks` has no effect: no piece is royal");
    check(&lone("mated = 'win'"), "`end.mated` has no effect: no piece is royal");
}
