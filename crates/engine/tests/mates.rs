//! Mates: the stored problems, what is no mate, and when the solver gives up.

mod mate_cases;

use fastrand::Rng;
use komadai_engine::mate::{MateAnswer, MateLimits, solve};
use komadai_records::json::text_of;
use komadai_rules::variant::{BUILTIN, SHELF};
use komadai_rules::{AnyGame, AnyPlay, Interrupt, Move, Opening, Status, any_size};
use mate_cases::exhaustive::Exhaustive;
use mate_cases::{Case, spell, stored, variant};
use std::collections::HashMap;

/// Nodes that every stored problem is solved within.
const ENOUGH: u64 = 200_000;

/// Does something with the game before the first move of each of some cases.
fn each(cases: &[Case], check: impl Fn(&Case, &AnyPlay)) {
    let mut games: HashMap<&str, AnyGame> = HashMap::new();
    for case in cases {
        let game = games
            .entry(&case.variant)
            .or_insert_with(|| AnyGame::compile(&variant(&case.variant)).expect("built in"));
        check(case, &case.play(game));
    }
}

/// A problem must be solved in its length, by a line that the referee calls won.
fn check_solution(case: &Case, play: &AnyPlay) {
    let id = &case.id;
    let limits = MateLimits { nodes: Some(ENOUGH), ..MateLimits::default() };
    match (solve(play, &limits, &Interrupt::default()).answer, case.plies) {
        (MateAnswer::Mate(line), Some(plies)) => {
            assert_eq!(line.len() as u32, plies, "{id}: {:?}", spell(play, &line));
            wins(id, play, &line);
        }
        (MateAnswer::NoMate, None) => {}
        (other, plies) => panic!("{id}: {other:?} where {plies:?} plies were expected"),
    }
}

/// A line is legal, its every attacking move checks or freezes, and its last one wins.
fn wins(id: &str, play: &AnyPlay, line: &[komadai_rules::Move]) {
    let attacker = play.side();
    let mut play = play.clone();
    for (i, m) in line.iter().enumerate() {
        assert_eq!(play.ending(), None, "{id}: over before move {i}");
        assert!(play.legal_moves().contains(m), "{id}: move {i} is not legal");
        play.push(*m);
        let over = play.ending().is_some_and(|ending| ending.status != Status::NoMoves);
        let forces = play.in_check() || play.must_pass() || over;
        assert!(i % 2 == 1 || forces, "{id}: move {i} does not force");
    }
    assert_eq!(play.ending().and_then(|ending| ending.winner), Some(attacker), "{id}");
}

/// The stored line is one that trying everything confirms.
fn check_by_trying_everything(case: &Case, play: &AnyPlay) {
    let mut all = Exhaustive::new(play, 20_000);
    match case.plies {
        Some(plies) if plies <= 5 => {
            assert_eq!(all.shortest(plies), Ok(Some(plies)), "{}", case.id);
        }
        Some(_) => {}
        None => assert_eq!(all.mates_at_all(), Ok(false), "{}", case.id),
    }
}

#[test]
fn stored_problems_are_solved_in_their_length() {
    each(&stored(), check_solution);
}

#[test]
fn trying_everything_agrees() {
    each(&stored(), check_by_trying_everything);
}

/// A game from a start with half of its pieces.
fn begin(game: &AnyGame, random: &mut Rng) -> Option<AnyPlay> {
    let variant = game.variant();
    let mut setup = variant.start_setup(None)?;
    for square in &mut setup.board {
        *square = square.filter(|(_, piece)| variant.pieces[piece.index()].royal || random.bool());
    }
    setup.unmoved = None;
    game.open(&Opening::Setup(setup)).ok()
}

/// Positions with more moves take too long to try everything.
const MOST_MOVES: usize = 120;

/// Some positions of random play in which captures are liked: mates within three plies are those that
/// trying everything finds. How many these are.
fn check_random_positions(id: &str, positions: u32) -> u32 {
    let game = AnyGame::compile(&variant(id)).expect("built in");
    let mut random = Rng::with_seed(1);
    let (mut mates, mut looked) = (0, 0);
    for _ in 0..positions {
        let Some(mut play) = begin(&game, &mut random) else { continue };
        for _ in 0..30 {
            if play.ending().is_some() || looked == positions {
                break;
            }
            let moves = play.legal_moves();
            if moves.len() <= MOST_MOVES
                && let Ok(plies) = Exhaustive::new(&play.without_history(), 400).shortest(3)
            {
                looked += 1;
                mates += u32::from(plies.is_some());
                check_short(id, &play, plies);
            }
            let captures: Vec<&Move> =
                moves.iter().filter(|m| !play.captures(**m).is_empty()).collect();
            let Some(m) = moves.get(random.usize(0..moves.len().max(1))) else { break };
            let liked = captures.get(random.usize(0..2 * captures.len().max(1)));
            play.push(**liked.unwrap_or(&m));
        }
    }
    mates
}

/// A mate within three plies has this length.
fn check_short(id: &str, play: &AnyPlay, plies: Option<u32>) {
    let limits = MateLimits { nodes: Some(2_000), ..MateLimits::default() };
    let shown = text_of(play);
    match solve(&play.without_history(), &limits, &Interrupt::default()).answer {
        MateAnswer::Mate(line) => {
            let right = plies.map_or(line.len() > 3, |plies| plies as usize == line.len());
            assert!(right, "{id}: {shown}: {} plies, not {plies:?}", line.len());
        }
        MateAnswer::NoMate => assert_eq!(plies, None, "{id}: {shown}"),
        MateAnswer::Unknown => assert_ne!(plies, Some(1), "{id}: {shown}"),
    }
}

#[test]
fn trying_everything_agrees_in_every_game() {
    let games = BUILTIN.iter().chain(SHELF);
    let mates: u32 = games.map(|game| check_random_positions(game.id, 100)).sum();
    assert!(mates > 150, "{mates}");
}

#[test]
fn problems_of_every_game_are_stored() {
    let cases = stored();
    let mates = cases.iter().filter(|case| case.plies.is_some()).count();
    assert!(mates >= 60 && mates < cases.len(), "{mates} mates of {}", cases.len());
    for game in ["shogi", "minishogi", "judkins", "raichu", "minjiku"] {
        let of_game = |case: &&Case| case.variant == game && case.plies.is_some();
        assert!(cases.iter().filter(of_game).count() >= 8, "{game}");
    }
}

fn case(game: &str, position: &str, plies: Option<u32>) -> Case {
    let (variant, position) = (game.to_string(), position.to_string());
    Case { id: position.clone(), variant, position, plies, line: Vec::new() }
}

#[test]
fn what_a_game_calls_mate_decides() {
    let cases = [
        // Gold in front of the king, kept by a pawn.
        case("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", Some(1)),
        // The same with a pawn, which may not mate when it is dropped ...
        case("shogi", "3lkl3/3p1p3/4G4/9/9/9/9/9/4K4 b P 1", None),
        // ... but may when it moves.
        case("shogi", "3lkl3/3p1p3/4G4/4P4/9/9/9/9/4K4 b - 1", None),
        // The pawn takes all moves from the king, which wins; only promoted it gives mate.
        case("shogi", "8k/9/7PG/9/9/9/9/9/4K4 b P 1", Some(1)),
        // A rook on the back rank, with two pawns in front of the king, or three.
        case("chess", "6k1/5p1p/8/8/8/8/8/R5K1 w - - 0 1", None),
        case("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Some(1)),
        // A bare king cannot be stalemated to death in chess.
        case("chess", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", Some(1)),
        // Mate on the last ply that the fifty-move rule leaves comes first.
        case("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 149 90", Some(1)),
        case("chess", "k7/8/1K6/8/8/8/8/7R w - - 150 90", None),
        // Two rooks have time for a bare king as long as it counts to eight.
        case("makruk", "8/4k3/R7/8/8/8/8/1R5K w - - 0 90 count=1/1/13", Some(3)),
        // The queen takes beside the king, and both explode.
        case("atomic", "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", Some(1)),
        case("makruk", "8/4k3/R7/8/8/8/8/1R5K w - - 0 90 count=1/1/15", None),
    ];
    each(&cases, check_solution);
}

/// Without a limit of plies the search loses its way here, and finds no mate for a minute.
#[test]
fn a_short_mate_beside_long_lines_is_found() {
    let position =
        "1n1+R1+R3/1k1s1G3/1ps4p1/2p1p3p/ll1p5/2P1P1pP1/PP1P4P/2G2G2L/1+p2K2NB b GS2N3Pbsl 127";
    each(&[case("shogi", position, Some(9))], check_solution);
}

/// The first mate that is found wins, too, and takes no more nodes.
#[test]
fn the_first_mate_wins() {
    each(&stored(), |case, play| {
        let solve = |shortest| {
            let limits = MateLimits { nodes: Some(ENOUGH), shortest, ..MateLimits::default() };
            solve(play, &limits, &Interrupt::default())
        };
        let (first, shortest) = (solve(false), solve(true));
        assert!(first.nodes <= shortest.nodes, "{}: {} nodes", case.id, first.nodes);
        match (first.answer, shortest.answer) {
            (MateAnswer::Mate(first), MateAnswer::Mate(_)) => wins(&case.id, play, &first),
            (first, shortest) => assert_eq!(first, shortest, "{}", case.id),
        }
    });
}

#[test]
fn a_solver_gives_up_when_told() {
    let cases = stored();
    let hard = cases.iter().filter(|case| case.variant == "shogi");
    let hard = hard.max_by_key(|case| case.plies).expect("a problem");
    let play = hard.play(&AnyGame::compile(&variant("shogi")).expect("built in"));
    let few = MateLimits { nodes: Some(3), ..MateLimits::default() };
    assert_eq!(solve(&play, &few, &Interrupt::default()).answer, MateAnswer::Unknown);
    let stopped = solve(&play, &MateLimits::default(), &Interrupt::new(|| true));
    assert_eq!(stopped.answer, MateAnswer::Unknown);
    assert!(stopped.nodes <= 32, "{} nodes after the stop", stopped.nodes);
}

/// A problem of shogi or its like stays one, and is no longer, if the attacker holds one piece more of
/// what the defender holds.
fn check_with_more_in_hand(case: &Case, play: &AnyPlay) {
    let (us, them) = (play.side(), !play.side());
    let setup = any_size!(AnyPlay, play, play => play.position().to_setup());
    for piece in 0..setup.hands[them.index()].len() {
        let mut setup = setup.clone();
        if setup.hands[them.index()][piece] == 0 {
            continue;
        }
        setup.hands[them.index()][piece] -= 1;
        setup.hands[us.index()][piece] += 1;
        let more = play.game().open(&Opening::Setup(setup)).expect("a position");
        match solve(&more, &MateLimits::default(), &Interrupt::default()).answer {
            MateAnswer::Mate(line) => assert!(Some(line.len() as u32) <= case.plies, "{}", case.id),
            other => panic!("{}: {other:?} with more in hand", case.id),
        }
    }
}

#[test]
fn more_in_hand_mates_as_well() {
    let drops = |case: &Case| ["shogi", "minishogi", "judkins"].contains(&case.variant.as_str());
    let short = |case: &Case| case.plies.is_some_and(|plies| plies <= 7);
    let cases: Vec<Case> = stored().into_iter().filter(|c| drops(c) && short(c)).collect();
    assert!(cases.len() > 15);
    each(&cases, check_with_more_in_hand);
}

/// Even a table of a few positions gives the same answers.
fn check_cramped(case: &Case, play: &AnyPlay) {
    let limits = MateLimits { nodes: Some(ENOUGH), memory_mebibytes: 0, ..MateLimits::default() };
    match solve(play, &limits, &Interrupt::default()).answer {
        MateAnswer::Mate(_) => assert!(case.plies.is_some(), "{}", case.id),
        MateAnswer::NoMate => assert_eq!(case.plies, None, "{}", case.id),
        MateAnswer::Unknown => {}
    }
}

#[test]
fn without_memory_no_answer_is_wrong() {
    let short: Vec<Case> =
        stored().into_iter().filter(|case| case.plies.is_none_or(|p| p <= 5)).collect();
    each(&short, check_cramped);
}

#[test]
fn the_same_question_takes_the_same_nodes() {
    let game = AnyGame::compile(&variant("minishogi")).expect("built in");
    let cases = stored();
    let case = cases.iter().find(|case| case.variant == "minishogi").expect("a problem");
    let nodes = || solve(&case.play(&game), &MateLimits::default(), &Interrupt::default()).nodes;
    assert_eq!(nodes(), nodes());
}
