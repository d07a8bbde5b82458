//! The search as a player meets it: legal moves in every game, mates found and counted as the
//! referee counts them, limits kept, the same answer to the same question.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests bring the clock")]

use komadai_engine::{
    AnyEngine, AnyWorker, Clock, Info, Level, Limits, Remaining, ScoreKind, SearchResult, Shared,
};
use komadai_records::opening;
use komadai_rules::variant::{Source, load, load_builtin};
use komadai_rules::{
    AnyGame, AnyPlay, Color, Ending, Move, MoveKind, Opening, Play, Position, SetupError, Status,
    any_size,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A clock that starts now.
fn clock() -> Arc<dyn Clock> {
    let start = Instant::now();
    Arc::new(move || start.elapsed())
}

fn think(worker: &mut AnyWorker, play: &AnyPlay, limits: &Limits) -> SearchResult {
    let shared = Shared::new(4);
    shared.prepare(false);
    worker.search_main(play, limits, &shared, clock(), &mut |_| {})
}

fn game(id: &str) -> AnyGame {
    let loaded = load_builtin(id, &[]).expect("it loads");
    AnyGame::compile(&loaded.variant).expect("it compiles")
}

fn all_games() -> Vec<AnyGame> {
    let files = [
        include_str!("../../rules/tests/variants/riders.toml"),
        include_str!("../../rules/tests/variants/hoppers.toml"),
        include_str!("../../rules/tests/variants/lions.toml"),
        include_str!("../../rules/tests/variants/cylinder.toml"),
        include_str!("../../rules/tests/variants/fire.toml"),
        include_str!("../../rules/tests/variants/atomic.toml"),
        include_str!("../../rules/tests/variants/powder.toml"),
        include_str!("../../rules/tests/variants/reinforcements.toml"),
        include_str!("../../rules/tests/variants/castles.toml"),
        include_str!("../../rules/tests/variants/duty.toml"),
    ];
    let files = files.iter().map(|text| {
        let loaded = load(&Source::new("test.toml", *text), &|_| None, &[]).expect("it loads");
        AnyGame::compile(&loaded.variant).expect("it compiles")
    });
    let built_in = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];
    built_in.iter().map(|id| game(id)).chain(files).collect()
}

/// Where royals face each other, the side to move need not leave the file: whoever is ahead on points wins by a pass.
#[test]
fn to_face_the_other_royal_while_behind_loses_in_janggi() {
    let game = game("janggi");
    let mut worker = AnyWorker::new(&AnyEngine::new(&game));
    for (position, faces) in [
        ("5P3/4k4/6P2/9/9/5B3/9/3K5/6c2/8n w - - 0 1", "d3e3"),
        ("4k4/7r1/9/2N6/9/9/9/2C6/3K5/9 w - - 0 1", "d2e2"),
        ("9/2C6/4k4/9/9/3r5/9/9/5K3/8B w - - 0 1", "f2e2"),
    ] {
        let setup = komadai_records::position::parse(game.variant(), position).unwrap();
        let play = game.open(&Opening::Setup(setup)).unwrap();
        let m = komadai_records::moves::find(&play, faces).unwrap();
        for depth in 2..=5 {
            let limits = Limits { depth: Some(depth), moves: vec![m], ..Limits::default() };
            let found = think(&mut worker, &play, &limits);
            assert!(
                found.score.is_decided() && found.score.0 < 0,
                "{position} depth {depth}: {}",
                found.score.0
            );
        }
    }
}

/// Plays a game against itself.
struct SelfPlay {
    nodes: u64,
    plies: usize,
    level: Option<Level>,
}

/// A game at its usual start. Some files begin with a check out of turn.
fn begin(game: &AnyGame) -> AnyPlay {
    let setup = game.variant().start_setup(None).expect("it has a start");
    let forgive = |e: &SetupError| matches!(e, SetupError::OpponentInCheck(..));
    any_size!(AnyGame, game, game => {
        let start = Position::from_setup_forgiving(game, &setup, &forgive);
        Play::new(start.expect("a position")).into()
    })
}

impl SelfPlay {
    fn run(&self, game: &AnyGame) {
        let mut play = begin(game);
        let mut worker = AnyWorker::new(&AnyEngine::new(game));
        for ply in 0..self.plies {
            let limits = Limits {
                nodes: Some(self.nodes),
                level: self.level,
                seed: ply as u64,
                ..Limits::default()
            };
            let outcome = think(&mut worker, &play, &limits);
            // The first iteration is always finished, and must not get lost in captures.
            assert!(outcome.nodes < 40_000, "{}: {}", game.variant().id, outcome.nodes);
            let legal = play.legal_moves();
            let Some(best) = outcome.best else {
                let mated = play.ending().is_some_and(|end| end.status == Status::Checkmate);
                let stuck = legal.is_empty() || mated;
                assert!(stuck, "{}: no move, but there are some", game.variant().id);
                return;
            };
            assert!(legal.contains(&best), "{}: {best:?} is not legal", game.variant().id);
            if play.ending().is_some() {
                return;
            }
            play.push(best);
            if let Some(answer) = outcome.ponder {
                assert!(play.is_legal(answer), "{}: {answer:?}", game.variant().id);
            }
        }
    }
}

#[test]
fn every_game_is_played_with_legal_moves() {
    let whole = SelfPlay { nodes: 400, plies: 50, level: None };
    let gentle = SelfPlay { nodes: 200, plies: 20, level: Level::new(2) };
    for game in all_games() {
        whole.run(&game);
        gentle.run(&game);
    }
}

/// What is found at a position, and what is said on the way.
fn ask(variant: &str, position: &str, limits: Limits) -> (SearchResult, Vec<Info>) {
    let game = game(variant);
    let play = opening::open(&game, None, Some(position)).expect("a position");
    let shared = Shared::new(4);
    shared.prepare(false);
    let mut infos = Vec::new();
    let mut worker = AnyWorker::new(&AnyEngine::new(&game));
    let outcome =
        worker.search_main(&play, &limits, &shared, clock(), &mut |info| infos.push(info.clone()));
    (outcome, infos)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn check_score(variant: &str, position: &str, plies: u32, wanted: ScoreKind) {
    let (outcome, _) = ask(variant, position, depth(plies));
    assert_eq!(outcome.score.kind(), wanted, "{variant} {position}");
}

#[test]
fn mates_are_found_and_counted() {
    // Back rank, two rooks, a gold before the king.
    check_score("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 4, ScoreKind::Won(1));
    check_score("chess", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", 6, ScoreKind::Won(3));
    check_score("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 4, ScoreKind::Won(1));
    check_score("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 2, ScoreKind::Lost(0));
}

/// Plays a line; how the game stands after each of its moves.
fn follow(variant: &str, position: &str, line: &[Move]) -> Vec<Option<Ending>> {
    let mut play = opening::open(&game(variant), None, Some(position)).expect("a position");
    let after = |m: &Move| {
        assert!(play.legal_moves().contains(m), "{position}: {m:?}");
        play.push(*m);
        play.ending()
    };
    line.iter().map(after).collect()
}

/// A mate in so many plies, and a line that ends the game just then.
fn check_line(variant: &str, position: &str, limits: Limits, plies: u32) {
    let (outcome, infos) = ask(variant, position, limits);
    assert_eq!(outcome.score.kind(), ScoreKind::Won(plies), "{variant} {position}");
    let line = &infos.last().expect("it has said something").pv;
    assert_eq!(outcome.best, line.first().copied());
    let ends = follow(variant, position, line);
    let over: Vec<bool> = ends.iter().map(Option::is_some).collect();
    let wanted: Vec<bool> = (1..=plies).map(|ply| ply == plies).collect();
    assert_eq!(over, wanted, "{variant} {position}: {line:?}");
}

#[test]
fn a_mate_before_the_capture_of_a_royal_is_counted_in_moves() {
    // Two rooks drive a lonely king.
    check_line("raichu", "12/11k/12/R11/1R10/12/12/12/P11/12/12/5K6 b - 1", depth(9), 3);
    check_line("raichu", "11k/12/R11/1R10/12/12/12/12/P11/12/12/5K6 b - 1", depth(9), 3);
    // Many ways to win at once, and more that win later.
    let many = "lbh1t2tsrbl/1f1ce1o1g1fa/1v1rgx1d1dcm/a2pqs5v/1pp1ppP5/9k2/2Ni1PB1P2p/2PPP4DpP/\
                MP1T1+HE2R2/AVR1Q1B1V2M/1CFDSHXO1TCA/L4GKG1SFL b - 205";
    check_line("raichu", many, Limits { nodes: Some(20_000), ..Limits::default() }, 1);
}

#[test]
fn who_is_mated_though_the_royal_stands_has_no_move() {
    // Not in check, but wherever it goes it is taken.
    let mated = "11k/R11/10R1/12/12/12/12/12/12/12/12/5K6 w - 1";
    let (outcome, _) = ask("raichu", mated, depth(3));
    assert_eq!((outcome.score.kind(), outcome.best), (ScoreKind::Lost(0), None));
}

#[test]
fn a_draw_that_can_be_claimed_is_one() {
    // A rook ahead, but a hundred plies without progress are full with the next move.
    check_score("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 100", 6, ScoreKind::Centipawns(0));
    // A mate on the last of them comes first.
    check_score("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 100", 4, ScoreKind::Won(1));
    // Who could claim now, but moves instead, lets the other one mate: the score is of the moves.
    check_score("chess", "7k/8/8/8/8/1r6/q7/6K1 w - - 100 90", 4, ScoreKind::Lost(2));
}

#[test]
fn a_side_that_has_counted_enough_draws() {
    // A rook ahead, but black makes its last move next.
    check_score(
        "makruk",
        "8/8/8/4k3/8/8/8/R3K3 w - - 0 90 count=1/2/31",
        6,
        ScoreKind::Centipawns(0),
    );
    check_score("makruk", "k7/8/1K6/8/8/8/8/7R w - - 0 90 count=1/2/31", 4, ScoreKind::Won(1));
    // The rook could win the last piece, and then has eleven moves; it is not yet a draw.
    let (outcome, _) = ask("makruk", "8/8/8/4k3/8/8/8/R3K2n w - - 0 90 count=2/1/20", depth(4));
    assert!(outcome.score.0 > 0, "{:?}", outcome.score);
}

#[test]
fn a_pass_wins_where_it_ends_the_game_ahead() {
    // The generals face each other: Cho, two points ahead, passes; behind it parts them.
    let (outcome, _) = ask("janggi", "4k4/9/9/9/5P3/9/9/9/9/4K4 w - - 0 1", depth(4));
    assert_eq!(outcome.score.kind(), ScoreKind::Won(1));
    assert_eq!(outcome.best.map(|m| m.kind()), Some(MoveKind::Pass));
    let (outcome, _) = ask("janggi", "4k4/9/9/9/5r3/9/9/9/9/4K4 w - - 0 1", depth(4));
    assert_ne!(outcome.best.map(|m| m.kind()), Some(MoveKind::Pass));
}

#[test]
fn a_stalemate_is_what_the_game_says() {
    check_score("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, ScoreKind::Centipawns(0));
}

#[test]
fn bare_royals_are_a_draw_only_where_the_game_says_so() {
    let score = |variant, position, plies| ask(variant, position, depth(plies)).0.score.0;
    assert_eq!(score("chess", "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", 6), 0);
    // A second royal is not nothing.
    let prince = "11k/12/12/12/12/12/12/12/12/6+E5/12/5K6 b - 1";
    assert!(score("raichu", prince, 4) > 0);
    // Taking the gold general leaves two kings, but one of them is taken next.
    let gold = "12/5G6/4K1k5/12/12/12/12/12/12/12/12/12 w - 1";
    assert!(score("raichu", gold, 4) < 0);
}

/// The score before a declaration, where the first side has so many points to its credit.
fn declarer(credit: u32) -> ScoreKind {
    // Ten pieces inside, worth 18 of the 28 points that are needed; the king is to follow.
    let text = "9/RBGGSS3/PPPP5/4K4/9/9/9/9/4k4 b - 1";
    let shogi = game("shogi");
    let play = opening::open(&shogi, None, Some(text)).expect("a position");
    let play = play.with_credit([credit, 0]);
    let inside = komadai_records::moves::find(&play, "5d5c").expect("a legal move");
    let limits = Limits { moves: vec![inside], ..depth(4) };
    think(&mut AnyWorker::new(&AnyEngine::new(&shogi)), &play, &limits).score.kind()
}

#[test]
fn who_gave_a_handicap_reckons_with_its_points() {
    assert_eq!(declarer(10), ScoreKind::Won(3));
    assert!(matches!(declarer(9), ScoreKind::Centipawns(_)));
}

#[test]
fn a_level_weighs_lines_of_one_iteration() {
    let position = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let (mut cut_short, mut questions) = (0, 0);
    for (level, lines) in [(3, 4), (5, 4), (6, 3), (7, 2)] {
        for seed in 0..8 {
            let limits = Limits { level: Level::new(level), seed, lines, ..Limits::default() };
            let (outcome, infos) = ask("chess", position, limits);
            let finished = infos.iter().filter(|info| info.depth == outcome.depth);
            let mut found = finished.clone().take(lines);
            let chosen = found.find(|info| info.pv[0] == outcome.best.unwrap());
            assert_eq!(chosen.map(|info| info.score), Some(outcome.score), "level {level}");
            questions += 1;
            // The lines of an iteration that was cut short are forgotten: the last finished one is told again.
            assert!(infos.iter().all(|info| info.depth <= outcome.depth), "level {level}");
            cut_short += usize::from(finished.count() > lines);
        }
    }
    assert!(questions == 32 && cut_short > 0, "{cut_short}");
}

/// Where the other side threatens mate, gentle players do not walk into it.
fn check_threatened(id: &str, position: &str) {
    let game = game(id);
    let start = opening::open(&game, None, Some(position)).expect("a position");
    let mut worker = AnyWorker::new(&AnyEngine::new(&game));
    for (number, seed) in [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2)] {
        let mut play = start.clone();
        let limits = Limits { level: Level::new(number), seed, ..Limits::default() };
        play.push(think(&mut worker, &play, &limits).best.expect("a move"));
        for answer in play.legal_moves() {
            play.push(answer);
            assert!(play.ending().is_none(), "level {number} is mated by {answer:?}");
            play.pop();
        }
    }
}

#[test]
fn gentle_players_see_a_mate_coming() {
    // The Jumping General threatens to mate from j6.
    let threat = "****km****/rfsgbbgsqr/lxdvjacdyl/pppppppp1p/8p1/10/10/3P2P3/PPP1PP1PPP/LYDCAJVDXL/\
                  RQSGBBGSFR/****MK**** b - 4 unmoved=a2j2a9j9";
    check_threatened("minjiku", threat);
}

#[test]
fn an_attack_on_one_of_two_royals_forces_nothing() {
    // A King and a Prince, both open to attacks: followed like checks, they took 52 million nodes.
    let open = "l3g2gsc2/a5k2f2/m5tm4/p2p4+E3/3c1er5/8p3/6Q1i3/2P9/P2P5MT1/M11/A1FKT5F1/L1CSG2GSC2 b - 275";
    let (outcome, _) = ask("raichu", open, depth(10));
    assert!(outcome.nodes < 500_000, "{} nodes", outcome.nodes);
}

#[test]
fn equal_questions_get_equal_answers() {
    for variant in ["minishogi", "raichu", "chess"] {
        let start = match variant {
            "minishogi" => "rbsgk/4p/5/P4/KGSBR b - 1",
            "chess" => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            _ => "k11/12/12/12/5s6/5pg5/5N6/4r7/12/12/12/11K b - 1",
        };
        let limits = || Limits { nodes: Some(20_000), ..Limits::default() };
        let timeless = |(outcome, infos): (SearchResult, Vec<Info>)| {
            let infos: Vec<Info> =
                infos.into_iter().map(|i| Info { time: Duration::ZERO, ..i }).collect();
            (outcome, infos)
        };
        let first = timeless(ask(variant, start, limits()));
        assert_eq!(first, timeless(ask(variant, start, limits())), "{variant}");
        assert!(first.0.nodes <= 20_000 + 256, "{variant}: {}", first.0.nodes);
    }
}

#[test]
fn only_the_moves_that_were_asked_for_are_played() {
    let shogi = game("shogi");
    let play = begin(&shogi);
    let only = play.legal_moves()[3];
    let limits = Limits { depth: Some(3), moves: vec![only], ..Limits::default() };
    let outcome = think(&mut AnyWorker::new(&AnyEngine::new(&shogi)), &play, &limits);
    assert_eq!(outcome.best, Some(only));
}

#[test]
fn several_lines_differ_and_are_in_order() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let limits = Limits { depth: Some(5), lines: 3, ..Limits::default() };
    let (_, infos) = ask("chess", start, limits);
    let last: Vec<&Info> = infos.iter().rev().take(3).collect();
    let lines: Vec<usize> = last.iter().rev().map(|info| info.line).collect();
    assert_eq!(lines, [1, 2, 3]);
    assert!(last[2].score >= last[1].score && last[1].score >= last[0].score);
    assert!(last[0].pv[0] != last[1].pv[0] && last[1].pv[0] != last[2].pv[0]);
}

#[test]
fn lines_are_in_order_whenever_the_search_ends() {
    for (variant, start) in [
        ("shogi", "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"),
        ("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"),
    ] {
        for nodes in (500..6_000).step_by(500) {
            let limits = Limits { nodes: Some(nodes), lines: 3, ..Limits::default() };
            let (result, infos) = ask(variant, start, limits);
            let last = &infos[infos.len() - 3..];
            assert!(
                last.is_sorted_by(|a, b| a.line < b.line && a.score >= b.score),
                "{variant} {nodes}: {last:?}"
            );
            assert_eq!(
                (result.best, result.score),
                (Some(last[0].pv[0]), last[0].score),
                "{variant} {nodes}"
            );
        }
    }
}

/// How long an easy move takes, a queen to be captured, on a clock that goes on by a hundredth of a
/// second whenever it is read.
fn time_taken(remaining: Remaining) -> Duration {
    let reads = AtomicU64::new(0);
    let clock: Arc<dyn Clock> =
        Arc::new(move || Duration::from_millis(10 * reads.fetch_add(1, Relaxed)));
    let game = game("chess");
    let play = opening::open(&game, None, Some("k7/8/8/8/3q4/4P3/8/K7 w - - 0 1")).expect("legal");
    let mut worker = AnyWorker::new(&AnyEngine::new(&game));
    let limits = Limits { clock: Some(remaining), ..Limits::default() };
    let shared = Shared::new(4);
    shared.prepare(false);
    worker.search_main(&play, &limits, &shared, Arc::clone(&clock), &mut |_| {});
    clock.now()
}

#[test]
fn a_period_of_byoyomi_is_used_whole_and_main_time_is_saved() {
    let second = Duration::from_secs(1);
    let byoyomi = Remaining { byoyomi: second, ..Remaining::default() };
    let taken = time_taken(byoyomi);
    assert!(taken >= second * 9 / 10 && taken <= second, "{taken:?}");
    let taken = time_taken(Remaining { left: second * 60, ..byoyomi });
    assert!(taken <= second * 2, "{taken:?}");
}

#[test]
fn a_stop_is_heard_at_once() {
    let minjiku = game("minjiku");
    let play = begin(&minjiku);
    let shared = Shared::new(4);
    shared.prepare(false);
    let mut worker = AnyWorker::new(&AnyEngine::new(&minjiku));
    // Told to stop as soon as it has something to say.
    let stop = &mut |_: &Info| shared.stop();
    let outcome = worker.search_main(&play, &Limits::default(), &shared, clock(), stop);
    assert!(outcome.best.is_some());
    assert!(outcome.depth <= 2, "{}", outcome.depth);
}

/// How many of six games the engine wins against who plays by chance, and by what ends.
fn won_by_chance(text: &str) -> (usize, Vec<Status>) {
    let loaded = load(&Source::new("test.toml", text), &|_| None, &[]).expect("it loads");
    let game = AnyGame::compile(&loaded.variant).expect("it compiles");
    let mut worker = AnyWorker::new(&AnyEngine::new(&game));
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut won, mut ends) = (0, Vec::new());
    for round in 0..6 {
        let mut play = begin(&game);
        while play.ending().is_none() && play.ply() < 400 {
            let own = play.ply() % 2 == round % 2;
            let chance = *rng.choice(&play.legal_moves()).expect("a move");
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let m = own.then(|| think(&mut worker, &play, &limits).best);
            play.push(m.flatten().unwrap_or(chance));
        }
        let us = if round % 2 == 0 { Color::First } else { Color::Second };
        let ending = play.ending().filter(|ending| ending.winner == Some(us));
        won += usize::from(ending.is_some());
        ends.extend(ending.map(|ending| ending.status));
    }
    (won, ends)
}

/// Where captures have to be made and who has no piece left wins, it beats whoever plays by chance.
#[test]
fn a_giveaway_game_is_won() {
    let text = r#"
        extends = "chess"
        [pieces]
        K = { move = "K", royal = false }
        P = { promotes = ["Q", "R", "B", "N", "K"] }
        [capture]
        duty = "any"
        [end]
        stalemate = "win"
        dead_position = false
    "#;
    let (won, _) = won_by_chance(text);
    assert!(won >= 5, "{won} of 6");
}

#[test]
fn checks_are_given_where_they_are_counted() {
    let (won, ends) = won_by_chance(THREE_CHECK);
    assert_eq!((won, ends), (6, vec![Status::Checks; 6]));
}

#[test]
fn a_race_without_checks_is_won() {
    let (won, _) = won_by_chance(include_str!("../../rules/tests/variants/racing_kings.toml"));
    assert!(won >= 5, "{won} of 6");
}

const THREE_CHECK: &str = "extends = \"chess\"\nend.checks = { count = 3 }";

/// Even if it costs a Queen; and who loses by it does not give it.
#[test]
fn the_last_check_decides() {
    let position = "4k3/3r4/8/8/8/8/8/3QK3 w - - 1+3 0 1";
    let at = |text: &str| {
        let loaded = load(&Source::new("test.toml", text), &|_| None, &[]).expect("it loads");
        let game = AnyGame::compile(&loaded.variant).expect("it compiles");
        opening::open(&game, None, Some(position)).expect("a position")
    };
    let play = at(THREE_CHECK);
    let result = found(&play);
    assert_eq!(result.score.kind(), ScoreKind::Won(1));
    let mut after = play.clone();
    after.push(result.best.expect("a move"));
    assert_eq!(after.ending().map(|ending| ending.status), Some(Status::Checks));
    let losing = at("extends = \"chess\"\nend.checks = { count = 3, result = \"loss\" }");
    let mut after = losing.clone();
    after.push(found(&losing).best.expect("a move"));
    assert_eq!(after.ending(), None);
}

const ATOMIC: &str = include_str!("../../rules/tests/variants/atomic.toml");

/// What explodes counts on both sides.
#[test]
fn captures_that_explode_are_weighed() {
    let best = |position: &str| {
        let loaded = load(&Source::new("test.toml", ATOMIC), &|_| None, &[]).expect("it loads");
        let game = AnyGame::compile(&loaded.variant).expect("it compiles");
        let play = opening::open(&game, None, Some(position)).expect("a position");
        let result = found(&play);
        let m = result.best.expect("a move");
        let name = |square| play.variant().square_name(square);
        (name(m.from()) + &name(m.to()), result.score.kind())
    };
    // The King beside the Pawn goes with it, and that the own one is attacked does not matter.
    let (m, score) = best("4k3/3p4/8/8/8/8/8/q2RK3 w - - 0 1");
    assert_eq!((m.as_str(), score), ("d1d7", ScoreKind::Won(1)));
    // A Knight for a Pawn, a Queen and a Rook.
    let (m, _) = best("7k/8/8/1q6/1pr5/3N4/8/K7 w - - 0 1");
    assert_eq!(m, "d3b4");
    // A Queen for a Pawn is too much.
    let (m, _) = best("7k/8/p7/8/8/8/Q6P/6K1 w - - 0 1");
    assert_ne!(m, "a2a6");
}

/// The game of a file, after some moves.
fn played(text: &str, moves: &[&str]) -> AnyPlay {
    let loaded = load(&Source::new("test.toml", text), &|_| None, &[]).expect("it loads");
    let mut play = begin(&AnyGame::compile(&loaded.variant).expect("it compiles"));
    for text in moves {
        let m = komadai_records::moves::find(&play, text).expect("it is legal");
        play.push(m);
    }
    play
}

/// What the engine finds there.
fn found(play: &AnyPlay) -> SearchResult {
    let mut worker = AnyWorker::new(&AnyEngine::new(&play.game()));
    think(&mut worker, play, &Limits { nodes: Some(20_000), ..Limits::default() })
}

/// A chariot has chased a cannon for so long that it may do so once more only.
#[test]
fn who_chases_for_ever_loses() {
    let game = game("xiangqi");
    let after = |moves: &str| {
        let position = "5k3/9/1c7/9/9/9/9/R8/9/4K4 w - - 0 1";
        let mut play = opening::open(&game, None, Some(position)).expect("a position");
        for text in moves.split(' ') {
            let m = komadai_records::moves::find(&play, text).expect("it is legal");
            play.push(m);
        }
        let best = found(&play).best.expect("a move");
        let name = |square| play.variant().square_name(square);
        name(best.from()) + &name(best.to())
    };
    let chase = "a3b3 b8a8 b3a3 a8b8 a3b3 b8a8";
    assert_eq!(after(&format!("{chase} b3a3")), "a8b8", "the cannon goes back, and has won");
    assert_ne!(after(chase), "b3a3", "the chariot sees that coming");
}

/// Who mates may lose by it, or win nothing.
#[test]
fn a_mate_is_played_only_where_it_wins() {
    let before = ["f2f3", "e7e5", "g2g4"];
    let mate = [before.as_slice(), &["d8h4"]].concat();
    for (mated, wins, kind) in [
        ("loss", true, ScoreKind::Lost(0)),
        ("draw", false, ScoreKind::Centipawns(0)),
        ("win", false, ScoreKind::Won(0)),
    ] {
        let text = format!("extends = \"chess\"\nend.mated = \"{mated}\"");
        assert_eq!(found(&played(&text, &mate)).score.kind(), kind, "{mated}");
        let play = played(&text, &before);
        let best = found(&play).best.expect("a move");
        assert_eq!(best == komadai_records::moves::find(&play, "d8h4").unwrap(), wins, "{mated}");
    }
}
