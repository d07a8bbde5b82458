//! Positions in which the rules were once applied wrongly. Each names moves that must be legal and
//! moves that must not be, in algebraic text.

use komadai_records::moves::Spelling;
use komadai_records::position::parse;
use komadai_rules::variant::{Source, load};
use komadai_rules::{
    AnyGame, AskedPromotion, Attempt, Color, Game, MoveKind, Opening, Position, Square, Trial,
    TrialMove, Variant, explain,
};
use std::collections::BTreeSet;
use std::sync::Arc;

fn variant(text: &str) -> Variant {
    let loaded = load(&Source::new("test.toml", text), &|_| None, &[]);
    loaded.unwrap_or_else(|errors| panic!("{}", errors[0])).variant
}

fn legal(v: &Variant, position: &str) -> Vec<String> {
    let setup = parse(v, position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let play = AnyGame::compile(v).unwrap().open(&Opening::Setup(setup)).unwrap();
    let moves = play.legal_moves();
    let spelled = play.spellings(&moves);
    let of = |m| spelled.iter().find(|s| s.mv == m).expect("every move has a spelling").clone();
    let text = |m| {
        let s = of(m);
        Spelling::from(s).algebraic(v)
    };
    moves.into_iter().map(text).collect()
}

#[track_caller]
fn check(file: &str, position: &str, wanted: &[&str], unwanted: &[&str]) {
    let v = variant(file);
    let moves = legal(&v, position);
    let has = |text: &&str| moves.iter().filter(|m| m == text).count();
    assert!(wanted.iter().all(|m| has(m) == 1), "{wanted:?} once each, in {moves:?}");
    assert!(unwanted.iter().all(|m| has(m) == 0), "{unwanted:?} not in {moves:?}");
}

const MINJIKU: &str = "extends = 'minjiku'";

#[test]
fn a_promoted_piece_blocks_jumpers_by_its_new_rank() {
    let wall = "**********/+m8k/10/10/1V8/10/10/10/10/10/K9/********** b - 1";
    check(MINJIKU, wall, &["b7a8+"], &["b7a8"]);
    let shooter = "**********/+m8k/10/p9/V9/10/10/10/10/10/K9/********** b - 1";
    check(MINJIKU, shooter, &["a7a8a7+"], &["a7a8a7"]);
}

#[test]
fn a_promoted_piece_that_loses_rank_lets_jumpers_pass() {
    let passed = "**********/9d/10/10/6D3/10/10/10/10/10/K8k/********** b - 1";
    check(MINJIKU, passed, &[], &["g7h8+", "g7i9+"]);
}

#[test]
fn a_new_burner_burns_at_once_where_the_file_says_so() {
    let file =
        "extends = 'minjiku'\n[promotion]\nburns_at_once = true\n[end]\nburn_is_check = false";
    check(
        file,
        "**********/r8k/10/10/1Q8/10/10/10/10/10/K9/********** b - 1",
        &["b7b9+"],
        &["b7b9"],
    );
}

#[test]
fn a_king_castles_behind_its_partner() {
    // The cross walks two steps: to d1 over e1 alone, where the partner stands in the end.
    let file = "id = 'behind'
        board = { files = 6, ranks = 4, text = 'fen' }
        [pieces]
        K = { move = 'KisO1', royal = true, at = 'e1' }
        C = { move = 'R', at = 'a1' }
        P = { move = 'fW' }
        X = { move = 'aK' }";
    check(file, "1k4/6/4Px/C3KP w Q - 0 1", &["e1d1"], &[]);
    check(file, "1k4/6/5x/C3KP w Q - 0 1", &[], &["e1d1"]);
}

#[test]
fn holes_elsewhere_leave_en_passant_alone() {
    let file = "extends = 'chess'\n[board]\nholes = 'd4'";
    let position = "rnbqkbnr/1pppp1pp/p7/4Pp2/3*4/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
    check(file, position, &["e5f6"], &[]);
}

#[test]
fn a_burner_that_only_captures_makes_the_squares_beside_the_king_sensitive() {
    let file = "extends = 'chess'\n[pieces]\nH = { move = 'mWcR', burns = 'W', name = 'H' }\n\
                [end]\nburn_is_check = true";
    check(file, "7k/8/8/8/8/4R3/h7/4K3 w - - 0 1", &["e3e4"], &["e3e2"]);
}

#[test]
fn a_piece_that_can_only_begin_a_move_is_stuck() {
    let file = "extends = 'shogi'\n[pieces]\nL = { move = 'fafafW' }";
    let position = "8k/9/9/9/9/9/9/9/4K4 b L 1";
    check(file, position, &["L@b6"], &["L@b7", "L@b8", "L@b9"]);
}

#[test]
fn a_victim_on_the_way_counts_where_it_stood() {
    let file = "extends = 'raichu'\n[pieces]\nH = { move = 'caK' }\n\
                [promotion]\nwhen = ['capture-inside', 'capture-from-inside']";
    let position = "11k/12/12/12/5p6/5H6/12/12/12/12/12/K11 b - 1";
    check(file, position, &["f7f8e9"], &["f7f8e9+"]);
}

#[test]
fn a_piece_dropped_promoted_leaves_the_hand_that_held_it() {
    let file = "extends = 'shogi'\n[pieces]\nN = { promotes = '+S' }\nremove = ['+N']\n\
                [drops]\npromoted = true";
    let v = variant(file);
    let game = Arc::new(Game::<2>::compile(&v).unwrap());
    let setup = parse(&v, "8k/9/9/9/9/9/9/9/4K4 b N 1").unwrap();
    let mut position = Position::from_setup(&game, &setup).unwrap();
    for m in position.legal_moves() {
        position.make(m);
        let held: u8 = position.to_setup().hands[0].iter().sum();
        let dropped = position.to_setup().board.iter().flatten().count() == 3;
        assert_eq!(held, u8::from(!dropped));
        position.unmake();
    }
}

#[test]
fn a_shock_needs_no_royals() {
    let file = "name = 'Shock'\nboard = { files = 5, ranks = 5 }\n[pieces]\n\
                Q = { name = 'Queen', move = 'Q', at = 'a1' }\n\
                P = { name = 'Pawn', move = 'fW', at = 'a2-e2' }\n\
                [[shock]]\ncaptured = ['Q']\nskip_turns = 1\n\
                [end.extinction]\ntypes = ['P']\ncount = 0";
    let v = variant(file);
    let game = Arc::new(Game::<1>::compile(&v).unwrap());
    let setup = parse(&v, "4q/p4/5/P4/Q4 b - 1").unwrap();
    let mut position = Position::from_setup(&game, &setup).unwrap();
    let takes = position.legal_moves().into_iter().find(|m| !position.captures(*m).is_empty());
    position.make(takes.expect("the Queens look at each other"));
    assert!(position.must_pass());
}

#[test]
fn several_royals_and_full_hands_are_answered_in_time() {
    let file = "extends = 'shogi'\n[pieces]\nG = { royal = true }\n[end]\nroyals = 'all'\ndeclaration = false";
    check(file, "4k4/4g4/9/9/9/9/9/4G4/4K4 b 9P9p 1", &["P@e5"], &[]);
}

#[test]
fn doubled_ways_are_counted_before_anybody_waits_for_them() {
    let file = "extends = 'chess'\n[pieces]\nH = { move = 'myasmyasmyasmyasmyasmyasmyasmyasK', name = 'H' }";
    let error = Game::<1>::compile(&variant(file)).unwrap_err();
    assert!(error.to_string().contains("too many ways"), "{error}");
}

#[test]
fn castling_needs_a_king_that_has_never_moved() {
    let file = "extends = 'chess'\n[pieces]\nK = { move = 'KsO2' }";
    let error = Game::<1>::compile(&variant(file)).unwrap_err();
    assert!(error.to_string().contains("never moved"), "{error}");
}

#[test]
fn a_castling_mark_on_a_square_that_has_emptied_is_no_danger() {
    // Explaining why castling is refused plays the opponent's replies on a board made for it.
    let v = variant("extends = 'chess'");
    let game = Arc::new(Game::<1>::compile(&v).unwrap());
    for (position, to) in [
        ("4k2r/8/8/8/8/5r2/8/4K2R w K - 0 1", "g1"),
        ("r3k2r/3q4/8/8/8/8/8/R3K2R w KQkq - 0 1", "c1"),
        ("r3k2r/8/8/8/8/8/5n2/R3K2R w Qkq - 0 1", "c1"),
        ("r3k2r/8/8/8/8/7b/8/R3K2R w Kkq - 0 1", "g1"),
    ] {
        let position = Position::from_setup(&game, &parse(&v, position).unwrap()).unwrap();
        let squares = ["e1", to].map(|s| v.parse_square(s).unwrap()).to_vec();
        let attempt =
            Attempt::Walk { squares, promotion: AskedPromotion::None, shot: false, placed: None };
        assert!(explain(&position, &attempt, &|_| false).is_some());
    }
}

#[test]
fn nothing_comes_between_a_leaper_and_the_king() {
    let position = "k7/8/8/8/4n3/7R/4K3/8 w - - 0 1";
    for movement in ["D", "H", "WD", "WAD", "KD", "fD"] {
        let file = format!("extends = 'chess'\n[pieces]\nN = {{ move = '{movement}' }}");
        let (position, takes) = match movement {
            "H" => ("k7/8/8/4n3/8/7R/4K3/8 w - - 0 1", "h3e3"),
            _ => (position, "h3e3"),
        };
        check(&file, position, &["e2d1"], &[takes]);
    }
    let diagonal = "extends = 'chess'\n[pieces]\nN = { move = 'A' }";
    check(diagonal, "k7/8/8/8/2n5/7Q/4K3/8 w - - 0 1", &["e2d1"], &["h3d3"]);
    let drops = "extends = 'shogi'\n[pieces]\nN = { move = 'D' }";
    check(drops, "4k4/9/9/9/4n4/9/4K4/9/9 b G 1", &["e3d2"], &["G@e4"]);
}

#[test]
fn a_pinned_leaper_does_not_jump_over_the_pinning_piece() {
    let file = "extends = 'chess'\n[pieces]\nN = { move = 'DW' }";
    let position = "k7/8/8/8/4r3/4N3/4K3/8 w - - 0 1";
    check(file, position, &["e3e4"], &["e3e5", "e3d3"]);
}

#[test]
fn a_capture_that_makes_the_opponent_pass_answers_a_check() {
    let file = "extends = 'chess'\n[[shock]]\ncaptured = ['Q']";
    check(file, "k3r3/8/8/3q4/1N6/8/8/4K3 w - - 0 1", &["b4d5", "e1f1"], &["b4c6"]);
    // The opponent passes, and then the check has to be answered.
    check(file, "k3r3/8/8/3N4/8/8/8/4K3 b - - 0 1 pass", &["pass"], &["e8e1"]);
    check(file, "k3r3/8/8/3N4/8/8/8/4K3 w - - 0 2", &["d5e3", "e1f1"], &["d5c7", "d5b6"]);
}

#[test]
fn a_double_step_may_be_taken_in_passing_wherever_it_begins() {
    let file = "extends = 'chess'\n[pieces]\nP = { move = 'fmWfceFfmnD' }";
    check(file, "k7/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", &["e5f6", "e5e7"], &[]);
    check(file, "k7/8/4Pp2/8/8/8/8/4K3 w - f7 0 1", &["e6f7"], &[]);
}

/// What a piece on c1 of a board of 7x7 does among these enemies.
fn tried(movement: &str, enemies: &[&str]) -> Vec<TrialMove> {
    let square = |name: &str| {
        let name = name.as_bytes();
        Square((name[1] - b'1') * 7 + name[0] - b'a')
    };
    let trial = Trial {
        files: 7,
        ranks: 7,
        from: square("c1"),
        side: Color::First,
        moved: false,
        friends: BTreeSet::new(),
        enemies: enemies.iter().map(|name| square(name)).collect(),
        holes: BTreeSet::new(),
        royals: BTreeSet::new(),
        unmoved: BTreeSet::new(),
        en_passant: None,
    };
    trial.moves(&komadai_betza::parse(movement).unwrap().descriptor).unwrap()
}

#[test]
fn what_a_move_takes_comes_back_where_the_leg_with_u_began() {
    let [c1, c3] = [2, 16].map(Square);
    let moves = tried("uafcW", &["c3"]);
    let taken = moves.iter().find(|m| m.to == c3).expect("it takes on c3");
    assert_eq!((&*taken.captures, &*taken.relocates), (&[][..], &[(c3, c1)][..]));
}

#[test]
fn slider_and_leaper_are_swapped_anew_by_every_y() {
    // The first leg goes one step or two, the second one step, the third any number of them.
    let squares: BTreeSet<Square> = tried("fyafyafmQ2", &[]).into_iter().map(|m| m.to).collect();
    assert_eq!(squares, [23, 30, 37, 44].map(Square).into());
}

#[test]
fn as_many_steps_as_before_are_gone_also_by_what_has_become_a_leaper() {
    let squares: BTreeSet<Square> = tried("fyafimR", &[]).into_iter().map(|m| m.to).collect();
    assert_eq!(squares, [16, 30, 44].map(Square).into());
}

#[test]
fn a_crooked_queen_is_a_crooked_rook_and_a_crooked_bishop() {
    let squares = |movement: &str| -> BTreeSet<Square> {
        tried(movement, &["d2", "b1"]).into_iter().map(|m| m.to).collect()
    };
    assert_eq!(squares("zQ"), &squares("zR") | &squares("zB"));
}

#[test]
fn nothing_lies_half_way_to_a_neighbour() {
    let file = "extends = 'chess'\n[pieces]\nN = { move = 'nF' }";
    check(file, "k7/8/8/8/8/8/3n3P/4K3 w - - 0 1", &["e1d2", "e1f1"], &["h2h3"]);
}

#[test]
fn nobody_castles_over_a_hole() {
    let file = "extends = 'chess'\n[board]\nholes = 'd1'\n[pieces]\nremove = ['Q']\n\
                P = { promotes = ['R', 'B', 'N'] }";
    check(file, "r3k2r/8/8/8/8/8/8/R2*K2R w KQkq - 0 1", &["e1g1"], &["e1c1"]);
}

#[test]
fn a_destroyed_friend_gives_no_right_to_promote() {
    let file = "extends = 'shogi'\n[pieces]\nS = { move = 'dfWcabK' }\n\
                [promotion]\nwhen = ['capture-inside', 'capture-from-inside']";
    check(file, "8k/9/4P4/4S4/9/9/9/9/4K4 b - 1", &["e6e7"], &["e6e7+"]);
}

#[test]
fn each_promotion_has_its_own_squares() {
    let file = "extends = 'chess'\n[pieces]\nR = { confine = 'a1-a8 h1-h8' }";
    let position = "7k/4P3/8/8/8/8/8/K7 w - - 0 1";
    check(file, position, &["e7e8q", "e7e8n"], &["e7e8r"]);
}

#[test]
fn a_burner_burns_as_what_it_was_when_it_moved() {
    let file = "extends = 'chess'\n[pieces]\nP = { burns = 'W' }\n[end]\nburn_is_check = true";
    // What gives check burns, whatever the pawn becomes.
    check(file, "4r3/3P4/8/8/8/8/8/k3K3 w - - 0 1", &["d7d8q", "d7d8n"], &[]);
}

#[test]
fn a_check_through_a_shock_must_be_answered() {
    let file = "extends = 'chess'\n[[shock]]\ncaptured = ['P']\n[end]\ncheck_through_shock = true";
    // The rook takes the pawn, and then the king before anybody moves.
    let position = "k7/8/8/8/r3P3/8/8/4K2R w - - 0 1";
    check(file, position, &["e1d1", "e4e5"], &["h1h2"]);
}

#[test]
fn a_pawn_is_taken_on_every_square_that_it_has_passed() {
    let file = "extends = 'chess'\n[pieces]\nP = { move = 'fmWfceFifmnW3' }";
    let v = variant(file);
    let game = Arc::new(Game::<1>::compile(&v).unwrap());
    let before = parse(&v, "4k3/8/8/5p2/3p4/8/4P3/4K3 w - - 0 1").unwrap();
    let mut position = Position::from_setup(&game, &before).unwrap();
    let [e2, e5] = ["e2", "e5"].map(|name| v.parse_square(name).unwrap());
    let step = position.legal_moves().into_iter().find(|m| (m.from(), m.to()) == (e2, e5));
    position.make(step.expect("three squares"));
    let after = komadai_records::position::write(&v, &position.to_setup());
    assert_eq!(after, "4k3/8/8/4Pp2/3p4/8/8/4K3 b - e3e4 0 1");
    check(file, &after, &["d4e3", "f5e4"], &[]);
}

#[test]
fn who_must_pass_twice_passes_twice() {
    let file = "extends = 'chess'\n[[shock]]\ncaptured = ['Q']\nskip_turns = 2\n\
                [[shock]]\ncaptured = ['R']\nunless_by = ['N']";
    let v = variant(file);
    let game = Arc::new(Game::<1>::compile(&v).unwrap());
    let start = parse(&v, "k7/8/8/2r1q3/8/3N4/8/K6R w - - 0 1").unwrap();
    let mut position = Position::from_setup(&game, &start).unwrap();
    let mut go = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|name| v.parse_square(name).unwrap());
        let moves = position.legal_moves();
        position.make(*moves.iter().find(|m| (m.from(), m.to()) == (from, to)).unwrap());
        let passes = position.to_setup().passes;
        if position.must_pass() {
            let moves = position.legal_moves();
            assert_eq!(moves.len(), 1);
            position.make(moves[0]);
        }
        passes
    };
    assert_eq!(go("d3", "e5"), [0, 2]);
    assert_eq!(go("h1", "h2"), [0, 1]);
    assert_eq!(go("h2", "h3"), [0, 0]);
}

#[test]
fn while_the_opponent_must_pass_no_check_needs_an_answer() {
    let file = "extends = 'chess'\n[[shock]]\ncaptured = ['Q']\nskip_turns = 2";
    check(file, "k3r3/8/8/8/8/8/8/P3K3 w - - 0 1 pass=0/1", &["a1a2", "e1e2"], &[]);
    check(file, "k3r3/8/8/8/8/8/8/P3K3 w - - 0 1", &["e1d1"], &["a1a2", "e1e2"]);
    check(file, "k3r3/8/8/8/8/8/8/P3K3 w - - 0 1 pass=1/1", &["pass"], &[]);
}

#[test]
fn a_castling_piece_promotes_as_others_do() {
    let file = |choice: &str| {
        format!(
            "format = 'variant/1'\nid = 'x'\nboard = {{ files = 8, ranks = 8 }}\n\
            [pieces]\nK = {{ move = 'K', royal = true, at = 'e5' }}\n\
            A = {{ move = 'FisO2', at = 'd1', promotes = '+A' }}\n\"+A\" = {{ move = 'W' }}\n\
            R = {{ move = 'R', at = 'h1' }}\n\
            [promotion]\nzone = 'ranks 1-1'\nwhen = ['inside']\nchoice = '{choice}'"
        )
    };
    let position = "4k3/8/8/8/4K3/8/8/3A3R b - 1 unmoved=d1h1";
    let ranks = |text: String| text.replace("ranks 1-1", "last 8");
    check(&ranks(file("optional")), position, &["d1f1", "d1f1+"], &[]);
    check(&ranks(file("mandatory")), position, &["d1f1+"], &["d1f1"]);
}

#[test]
fn castling_by_another_piece_leaves_no_royal_to_be_taken() {
    let file = "format = 'variant/1'\nid = 'x'\nboard = { files = 8, ranks = 8 }\n\
        [pieces]\nK = { move = 'K', royal = true, at = 'd1' }\n\
        A = { move = 'FisO2', at = 'd2' }\nR = { move = 'R', at = 'h2' }";
    check(file, "4k3/8/8/8/8/8/3A3R/3K4 b - 1 unmoved=d2h2", &["d2f2"], &[]);
    check(file, "3rk3/8/8/8/8/8/3A3R/3K4 b - 1 unmoved=d2h2", &[], &["d2f2"]);
}

#[test]
fn of_two_pawns_that_may_have_passed_the_text_names_one() {
    let file = "format = 'variant/1'\nid = 'x'\nboard = { files = 8, ranks = 8 }\n\
        [pieces]\nK = { move = 'K', royal = true, at = 'a1' }\n\
        P = { move = 'mnW2ceF', at = 'h2' }";
    let v = variant(file);
    for (flag, pawn) in [("ep=d5", "d4"), ("ep=d5,pawn=e5", "e5")] {
        let position = format!("k7/8/8/4p3/3pP3/8/8/K7 b - 1 {flag}");
        let setup = parse(&v, &position).unwrap_or_else(|e| panic!("{e}"));
        let play = AnyGame::compile(&v).unwrap().open(&Opening::Setup(setup)).unwrap();
        assert_eq!(komadai_records::position::write(&v, &play.setup()), position, "as it was read");
        let taken = play.legal_moves().into_iter().find(|m| m.kind() == MoveKind::EnPassant);
        assert_eq!(v.square_name(taken.expect("a capture").via()), pawn);
    }
}

#[test]
fn a_slider_that_begins_with_n_may_be_taken_in_passing() {
    let file = "extends = 'chess'\npieces.Q.move = 'inKK'";
    let v = variant(file);
    let setup = parse(&v, "4k3/8/8/8/8/2p5/8/3QK3 w - - 0 1 unmoved=d1").unwrap();
    let mut play = AnyGame::compile(&v).unwrap().open(&Opening::Setup(setup)).unwrap();
    let step = komadai_records::moves::find(&play, "d1d3").unwrap();
    play.push(step);
    assert!(play.legal_moves().iter().any(|m| m.kind() == MoveKind::EnPassant));
}

#[test]
fn a_shock_by_a_capture_in_passing_is_a_threat_too() {
    let file = "extends = 'chess'\npieces.Q.move = 'mnW2'\npieces.N.move = 'eF'\n\
        [[shock]]\ncaptured = ['Q']\n[end]\ncheck_through_shock = true";
    check(file, "4k3/3q4/8/4N3/8/8/8/K3R3 b - - 0 1", &["d7d6"], &["d7d5"]);
    check(file, "3k4/3q4/8/4N3/8/8/8/K3R3 b - - 0 1", &["d7d6", "d7d5"], &[]);
}

#[test]
fn a_pawn_that_is_put_back_has_not_been_taken_in_passing() {
    let after = |taker: &str, position: &str| {
        let v = variant(&format!(
            "extends = 'chess'\npieces.Q.move = 'mnW2'\npieces.N.move = '{taker}'"
        ));
        let setup = parse(&v, position).unwrap();
        let mut play = AnyGame::compile(&v).unwrap().open(&Opening::Setup(setup)).unwrap();
        play.push(komadai_records::moves::find(&play, "d2d4").unwrap());
        play.setup().en_passant.len()
    };
    let beside = "k7/8/8/4n3/8/8/3Q4/K7 w - - 0 1";
    // Over the pawn itself as platform to the square that it has passed.
    assert_eq!(after("gaceQ", beside), 1);
    assert_eq!(after("gaceuQ", beside), 0);
    // The same after another capture, which makes it a move of its own kind.
    let behind = "k7/8/5n2/4P3/8/8/3Q4/K7 w - - 0 1";
    assert_eq!(after("capaceK", behind), 1);
    assert_eq!(after("capaceuK", behind), 0);
}

#[test]
fn the_fire_of_a_capture_in_passing_is_a_danger() {
    let file = |burns: &str| {
        format!("extends = 'chess'\npieces.Q.move = 'mnW2'\npieces.N = {{ move = 'eF'{burns} }}")
    };
    let position = "8/3qk3/8/4N3/8/8/8/K7 b - - 0 1";
    check(&file(""), position, &["d7d5", "d7d6"], &[]);
    check(&file(", burns = 'K'"), position, &["d7d6"], &["d7d5"]);
}

/// After the first of two moves `p` has passed over a square: whether the right to take it there is kept, and
/// whether the pawn has to be named.
#[track_caller]
fn check_passing(file: &str, position: &str, first: &str, passed: &[&str], named: Option<&str>) {
    let v = variant(file);
    let setup = parse(&v, position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let mut play = AnyGame::compile(&v).unwrap().open(&Opening::Setup(setup)).unwrap();
    let moves = play.legal_moves();
    let found = play
        .spellings(&moves)
        .into_iter()
        .find(|s| Spelling::from(s.clone()).algebraic(&v) == first);
    play.push(found.expect("it is legal").mv);
    let after = play.setup();
    let names: Vec<String> = after.en_passant.iter().map(|s| v.square_name(*s)).collect();
    assert_eq!(names, passed);
    assert_eq!(after.passed_pawn.map(|s| v.square_name(s)).as_deref(), named);
}

/// Whoever takes in passing and goes on to where the pawn stood makes the same move as one that takes it there.
#[test]
fn taking_in_passing_by_a_way_round_keeps_the_right() {
    let file = "name = 'Round'\nboard = { files = 5, ranks = 5 }\n[sides]\nsymmetry = 'mirror'\n[pieces]\n\
                K = { name = 'King', move = 'K', royal = true, at = 'e1' }\n\
                P = { name = 'Pawn', move = 'mnQ2', at = 'a2' }\n\
                T = { name = 'Taker', move = 'FearW', at = 'd1' }";
    // From c2 over c3 and then to d3, or at once.
    check_passing(file, "4k/5/1P3/2t2/K4 b - 1", "b3d3", &["c3"], None);
}

/// A square that vanishes is entered by capture: a piece on it has passed over nothing.
#[test]
fn a_piece_on_a_vanishing_square_has_not_just_passed() {
    let file = "name = 'Gone'\nboard = { files = 7, ranks = 4, vanishing = 'g2' }\n[sides]\n\
                symmetry = 'mirror'\n[pieces]\nK = { name = 'King', move = 'K', royal = true, at = 'a1' }\n\
                P = { name = 'Pawn', move = 'mnQ2', at = 'b1' }\n\
                T = { name = 'Taker', move = 'eK', at = 'c1' }";
    check_passing(file, "k6/4t2/6P/K3P2 b - 1", "e1g3", &["f2"], None);
}
