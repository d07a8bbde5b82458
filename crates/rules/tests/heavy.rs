//! Breaking off: games in which a list of moves takes long, and others.

use komadai_rules::variant::{Source, load, load_builtin};
use komadai_rules::{AnyGame, AnyPlay, AskedPromotion, Attempt, Interrupt, Move, Opening, Square};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// So many plies of each: a list of all moves takes long in some.
const FILES: &[(&str, &str, usize)] = &[
    ("shooting-pawns", include_str!("variants/heavy/shooting-pawns.toml"), 2),
    ("swappers", include_str!("variants/heavy/swappers.toml"), 1),
    ("shocks", include_str!("variants/heavy/shocks.toml"), 1),
    ("lions", include_str!("variants/lions.toml"), 6),
    ("carriers", include_str!("variants/carriers.toml"), 6),
    ("reinforcements", include_str!("variants/reinforcements.toml"), 6),
];

fn game(name: &str, text: &str) -> AnyGame {
    let loaded = load(&Source::new(name, text), &|_| None, &[]).expect("it loads");
    AnyGame::compile(&loaded.variant).expect("it compiles")
}

/// Says that it is over when it is asked for the time after so many.
fn after(questions: u32) -> Interrupt {
    let asked = AtomicU32::new(0);
    Interrupt::new(move || asked.fetch_add(1, Relaxed) >= questions)
}

/// The positions that a move leads to, by key.
fn leads_to(play: &AnyPlay, m: Move) -> u64 {
    let mut after = play.clone();
    after.push(m);
    after.key()
}

fn check(name: &str, play: &AnyPlay) {
    let legal = play.legal_moves();
    let some = play.some_legal_move();
    assert_eq!(some.is_none(), legal.is_empty(), "{name}");
    if let Some(some) = some {
        let to = leads_to(play, some);
        let same = |m: &Move| *m == some || leads_to(play, *m) == to;
        assert!(legal.iter().any(same), "{name}: {some:?} leads where no legal move does");
    }
    for questions in [0, 1, 2, 4, 8] {
        let interrupt = after(questions);
        let listed = play.clone().with_interrupt(&interrupt).legal_moves();
        let illegal = listed.iter().find(|m| !legal.contains(m));
        assert_eq!(illegal, None, "{name}, broken off after {questions} questions");
        assert!(interrupt.is_over() || listed == legal, "{name}");
    }
}

#[test]
fn a_list_that_is_broken_off_holds_legal_moves() {
    let builtin = ["shogi", "raichu", "minjiku", "chess", "chu", "annan"].map(|id| {
        let loaded = load_builtin(id, &[]).expect("it loads");
        (id, AnyGame::compile(&loaded.variant).expect("it compiles"), 12)
    });
    let files = FILES.iter().map(|(name, text, plies)| (*name, game(name, text), *plies));
    for (name, game, plies) in builtin.into_iter().chain(files) {
        let mut play = game.open(&Opening::Usual).expect("a start");
        for ply in 0..plies {
            check(name, &play);
            let Some(m) = play.some_legal_move() else { break };
            let legal = play.clone().with_interrupt(&after(20)).legal_moves();
            play.push(*legal.get(7 * ply % legal.len().max(1)).unwrap_or(&m));
        }
    }
}

#[test]
fn who_is_never_asked_to_break_off_does_not() {
    let shogi = load_builtin("shogi", &[]).expect("it loads").variant;
    let play = AnyGame::compile(&shogi).expect("it compiles").open(&Opening::Usual);
    let play = play.expect("a start").with_interrupt(&Interrupt::default());
    assert_eq!(play.legal_moves().len(), 30);
}

/// Asks why a move is not legal, and tells how often the time was asked for.
fn asked_why(play: &AnyPlay, squares: [Square; 2], questions: u32) -> u32 {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let interrupt = Interrupt::new(move || count.fetch_add(1, Relaxed) >= questions);
    let promotion = AskedPromotion::None;
    let attempt = Attempt::Walk { squares: squares.to_vec(), promotion, shot: false, placed: None };
    let _ = play.clone().with_interrupt(&interrupt).explain(&attempt);
    asked.load(Relaxed)
}

#[test]
fn the_search_for_a_reason_breaks_off() {
    for (name, text, way) in [
        ("fire-walkers", include_str!("variants/heavy/fire-walkers.toml"), ["l2", "l15"]),
        ("hook-movers", include_str!("variants/heavy/hook-movers.toml"), ["m2", "n7"]),
        ("shocks", include_str!("variants/heavy/shocks.toml"), ["a1", "b5"]),
    ] {
        let play = game(name, text).open(&Opening::Usual).expect("a start");
        let squares = way.map(|name| play.variant().parse_square(name).expect("a square"));
        for questions in [0, 1, 10, 100] {
            let asked = asked_why(&play, squares, questions);
            assert!(asked > questions, "{name}: {way:?} takes no time");
            assert!(
                asked < questions + 200,
                "{name}: asked {asked} times, {questions} were enough"
            );
        }
    }
}

/// Half a million moves, after a quiet move or after an arrival that they might answer.
#[test]
fn what_is_asked_of_very_many_moves_breaks_off() {
    let text = include_str!("variants/heavy/arrivals.toml");
    let start = game("arrivals", text).open(&Opening::Usual).expect("a start");
    let square = |name: &str| start.variant().parse_square(name).expect("a square");
    let begun = |from: &str, to: &str| {
        let (mut play, ends) = (start.clone(), (square(from), square(to)));
        let m = start.legal_moves().into_iter().find(|m| (m.from(), m.to()) == ends);
        play.push(m.expect("it is legal"));
        play
    };
    let quiet = begun("e2", "e3");
    let moves = quiet.legal_moves();
    assert!(moves.len() > 300_000, "{}", moves.len());
    let arrived = begun("d2", "b16");
    let check = |name: &str, play: &AnyPlay, asks: &dyn Fn(&AnyPlay)| {
        for questions in [10, 1_000] {
            let asked = Arc::new(AtomicU32::new(0));
            let count = Arc::clone(&asked);
            let interrupt = Interrupt::new(move || count.fetch_add(1, Relaxed) >= questions);
            asks(&play.clone().with_interrupt(&interrupt));
            let asked = asked.load(Relaxed);
            // Who goes through a list that is at hand asks now and then.
            let most = questions + 5_000;
            assert!(
                (questions..most).contains(&asked),
                "{name}: {asked} times, {questions} were enough"
            );
        }
    };
    check("spellings", &quiet, &|play| drop(play.spellings(&moves)));
    check("an answer to an arrival", &arrived, &|play| drop(play.ending()));
}
