//! The evaluation against itself: it is the same seen from either side, however a position has come
//! about, and it has an answer for every position of every game.

use crate::common::{game, games, start};
use fastrand::Rng;
use komadai_engine::Values;
use komadai_engine::eval::{Evaluator, Handcrafted};
use komadai_rules::{AnyGame, Color, Game, PieceType, Position, Setup, Square, any_size};
use std::sync::Arc;

const GAMES: usize = 6;
const LONGEST_GAME: usize = 80;

/// Wider than any score.
const WINDOW: (i32, i32) = (-40_000, 40_000);

fn handcrafted<const N: usize>(game: &Arc<Game<N>>) -> Handcrafted<N> {
    Handcrafted::new(game, &Arc::new(Values::of_sized(game)))
}

fn fresh<const N: usize>(evaluator: &Handcrafted<N>, position: &Position<N>) -> i32 {
    let mut evaluator = evaluator.clone();
    evaluator.reset(position);
    evaluator.evaluate(position, WINDOW.0, WINDOW.1)
}

/// Plays random games and shows every position to the checks, with an evaluation that has followed.
fn walk<const N: usize>(game: &Arc<Game<N>>) {
    let mut followed = handcrafted(game);
    let mut random = Rng::with_seed(7);
    for _ in 0..GAMES {
        let mut position = start(game);
        followed.reset(&position);
        for _ in 0..LONGEST_GAME {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            check_following(&mut followed, &mut position, moves[random.usize(..moves.len())]);
            position.make(moves[random.usize(..moves.len())]);
            followed.push(&position);
            check_sides(&followed, &position);
            check_terms(&mut followed, &position);
            check_window(&mut followed, &position);
        }
    }
}

/// Going on by a move or by none, and back, leaves nothing behind.
fn check_following<const N: usize>(
    followed: &mut Handcrafted<N>,
    position: &mut Position<N>,
    m: komadai_rules::Move,
) {
    let before = followed.evaluate(position, WINDOW.0, WINDOW.1);
    assert_eq!(before, fresh(followed, position));
    for null in [false, true] {
        if null {
            position.make_null()
        } else {
            position.make(m)
        }
        followed.push(position);
        assert_eq!(followed.evaluate(position, WINDOW.0, WINDOW.1), fresh(followed, position));
        position.unmake();
        followed.pop();
    }
    assert_eq!(followed.evaluate(position, WINDOW.0, WINDOW.1), before);
}

/// The board turned round and the sides exchanged.
fn turned(setup: &Setup) -> Setup {
    let squares = setup.board.len();
    let turn = |square: &Square| Square((squares - 1 - square.index()) as u8);
    let mut board = vec![None; squares];
    for (i, cell) in setup.board.iter().enumerate() {
        board[squares - 1 - i] = cell.map(|(color, piece)| (!color, piece));
    }
    let [first, second] = setup.hands.clone();
    Setup {
        board,
        hands: [second, first],
        side: !setup.side,
        unmoved: Some(Vec::new()),
        passes: [setup.passes[1], setup.passes[0]],
        en_passant: setup.en_passant.iter().map(turn).rev().collect(),
        ..setup.clone()
    }
}

fn check_sides<const N: usize>(evaluator: &Handcrafted<N>, position: &Position<N>) {
    let game = position.game();
    let plain = Setup { unmoved: Some(Vec::new()), en_passant: Vec::new(), ..position.to_setup() };
    let of = |setup: &Setup| Position::from_setup_forgiving(game, setup, &|_| true).ok();
    if let (Some(as_is), Some(turned)) = (of(&plain), of(&turned(&plain))) {
        assert_eq!(fresh(evaluator, &as_is), fresh(evaluator, &turned), "{plain:?}");
    }
}

/// The terms add up to the judgement.
fn check_terms<const N: usize>(evaluator: &mut Handcrafted<N>, position: &Position<N>) {
    let terms = evaluator.explain(position);
    let sum: i32 = terms.iter().map(|(_, first, second)| first - second).sum();
    let score = evaluator.evaluate(position, WINDOW.0, WINDOW.1);
    let first = if position.side() == Color::First { score } else { -score };
    let rounding = 2 * terms.len() as i32;
    assert!(score.abs() >= 20_000 || sum.abs_diff(first) as i32 <= rounding, "{first} {terms:?}");
}

/// Inside of the window the answer is exact.
fn check_window<const N: usize>(evaluator: &mut Handcrafted<N>, position: &Position<N>) {
    let score = evaluator.evaluate(position, WINDOW.0, WINDOW.1);
    for window in [(score - 1, score + 1), (score, score + 500), (-300, 300)] {
        let rough = evaluator.evaluate(position, window.0, window.1);
        assert!(rough == score || rough <= window.0 || rough >= window.1, "{window:?} {rough}");
    }
}

#[test]
fn it_follows_moves_and_favours_nobody() {
    for game in games() {
        any_size!(AnyGame, &game, game => walk(game));
    }
}

/// Puts pieces at random, royals or none.
fn chaos<const N: usize>(game: &Arc<Game<N>>) -> usize {
    let types = game.variant().pieces.len();
    let evaluator = handcrafted(game);
    let mut random = Rng::with_seed(3);
    let mut seen = 0;
    for _ in 0..400 {
        let density = random.usize(..100);
        let mut piece = || {
            let there = random.usize(..100) < density;
            let color = Color::BOTH[random.usize(..2)];
            let piece = PieceType(random.usize(..types) as u8);
            let rare = game.variant().pieces[piece.index()].royal && random.usize(..20) > 0;
            (there && !rare).then_some((color, piece))
        };
        let setup = Setup {
            board: (0..game.squares()).map(|_| piece()).collect(),
            hands: [vec![0; types], vec![0; types]],
            side: Color::First,
            ply: 0,
            passes: [0; 2],
            unmoved: Some(Vec::new()),
            en_passant: Vec::new(),
            passed_pawn: None,
            quiet: 0,
            checks_given: [0; 2],
            just_took: None,
            counted: None,
        };
        if let Ok(position) = Position::from_setup_forgiving(game, &setup, &|_| true) {
            let score = fresh(&evaluator, &position);
            assert!(score.abs() <= 31_000, "{score}");
            evaluator.clone().explain(&position);
            seen += 1;
        }
    }
    seen
}

#[test]
fn every_position_has_a_score() {
    let seen = |game: &AnyGame| any_size!(AnyGame, game, game => chaos(game));
    let seen: usize = games().iter().map(seen).sum();
    assert!(seen > 500, "{seen}");
}

/// The largest game: 16 x 16 squares, more than a hundred types of piece.
fn giant() -> AnyGame {
    let moves = ["K", "WfF", "N", "Q", "fW", "BcabW", "KNScaKmcabK", "QaK", "RcaF", "ADH", "vRsW"];
    let letters: Vec<char> = ('A'..='Z').filter(|c| *c != 'K').collect();
    let mut text = String::from(
        "format = \"variant/1\"\nid = \"giant\"\nname = \"Giant\"\n[board]\nfiles = 16\nranks = 16\n\
         [pieces]\nK = { name = \"King\", move = \"K\", at = \"h1\", royal = true }\n",
    );
    for (i, letter) in letters.iter().enumerate() {
        let (m, file) = (moves[i % moves.len()], (b'a' + (i % 16) as u8) as char);
        let rank = 2 + i / 16;
        text += &format!(
            "{letter} = {{ name = \"{letter}\", move = \"{m}\", at = \"{file}{rank}\", promotes = \"+{letter}\" }}\n\
             \"+{letter}\" = {{ name = \"Promoted {letter}\", move = \"{}\" }}\n",
            moves[(i + 3) % moves.len()]
        );
    }
    text += "[promotion]\nzone = \"last 5\"\nwhen = [\"enter\"]\n[capture]\nto = \"nowhere\"\n";
    game(&text)
}

#[test]
fn a_giant_game_is_no_problem() {
    any_size!(AnyGame, &giant(), game => chaos(game));
    any_size!(AnyGame, &giant(), game => walk(game));
}
