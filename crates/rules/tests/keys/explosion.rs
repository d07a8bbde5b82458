//! Captures that explode.

use crate::common::{self, loaded, opened, perft, piece, play, square, walk};
use komadai_records::position::{parse, write};
use komadai_rules::{AnyGame, AnyPlay, Color, Fate, Opening, Status};

const ATOMIC: &str = include_str!("../variants/atomic.toml");

/// Chess on which captures explode, from a position.
fn set_up(rules: &str, position: &str) -> AnyPlay {
    let variant = loaded(&format!("extends = 'chess'\n{rules}")).variant;
    let setup = parse(&variant, position).unwrap();
    AnyGame::compile(&variant).unwrap().open(&Opening::Setup(setup)).unwrap()
}

const EXPLOSION: &str = "capture.explosion = { around = 'K', spares = 'P' }\n";

fn atomic(position: &str) -> AnyPlay {
    set_up(EXPLOSION, position)
}

/// The board after one move.
fn after(at: &AnyPlay, moves: &str) -> String {
    let mut at = at.clone();
    play(&mut at, moves);
    let text = write(at.variant(), &at.setup());
    text.split(' ').next().unwrap().to_owned()
}

fn why_not(at: &AnyPlay, from: &str, to: &str) -> String {
    common::why_not(at, &walk(at, from, to))
}

/// As other programs count.
#[test]
fn atomic_chess_has_as_many_lines_as_elsewhere() {
    let mut at = opened(ATOMIC);
    for (depth, lines) in [(1, 20), (2, 400), (3, 8_902)] {
        assert_eq!(perft(&mut at, depth), lines, "{depth}");
    }
    assert_eq!(at.perft(4), 197_326);
    let check = |position: &str, depth: u32, lines: u64| {
        assert_eq!(atomic(position).perft(depth), lines, "{position}");
    };
    // Captures beside kings.
    check("rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", 3, 45_237);
    check("rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1", 3, 23_353);
}

#[test]
fn what_stands_around_the_captor_goes_with_it() {
    let at = atomic("4k3/8/2nbn3/2ppp3/2PNP3/8/8/3RK3 w - - 0 1");
    // The Knight and what it takes, the other one beside; not the Pawns.
    assert_eq!(after(&at, "d4c6"), "4k3/8/4n3/2ppp3/2P1P3/8/8/3RK3");
    // A Pawn that takes is gone.
    assert_eq!(after(&at, "c4d5"), "4k3/8/8/2p1p3/4P3/8/8/3RK3");
    // Nothing is taken, nothing explodes.
    assert_eq!(after(&at, "d4b3"), "4k3/8/2nbn3/2ppp3/2P1P3/1N6/8/3RK3");
}

#[test]
fn captures_in_passing_explode_where_the_captor_lands_and_promoted_pieces_are_gone() {
    let at = atomic("4k3/8/2r5/3pP3/8/8/8/4K2R w - d6 0 1");
    assert_eq!(after(&at, "e5d6"), "4k3/8/8/8/8/8/8/4K2R");
    let at = atomic("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(after(&at, "b7a8"), "4k3/8/8/8/8/8/8/4K3");
    let promotions = at.legal_moves().iter().filter(|m| m.to() == square(&at, "a8")).count();
    assert_eq!(promotions, 4, "all come to the same, and are said differently");
}

#[test]
fn what_is_destroyed_is_told_and_comes_to_no_hand() {
    let rules = format!("{EXPLOSION}capture.to = 'hand'\ndrops = {{ forbid = ['stuck'] }}\n");
    let mut at = set_up(&rules, "4k3/8/2nbn3/8/3N4/8/8/4K3[] w - - 0 1");
    let ends = (square(&at, "d4"), square(&at, "c6"));
    let m = at.legal_moves().into_iter().find(|m| (m.from(), m.to()) == ends).unwrap();
    let removed = at.effect(m).removed;
    let told: Vec<_> = removed.iter().map(|it| (it.side, it.piece, it.fate)).collect();
    let (knight, bishop) = (piece(&at, "N"), piece(&at, "B"));
    let (us, them) = (Color::First, Color::Second);
    let exploded = [(us, knight, Fate::Exploded), (them, bishop, Fate::Exploded)];
    assert_eq!(told, [&[(them, knight, Fate::Captured)][..], &exploded].concat());
    assert_eq!(at.captures(m), [square(&at, "c6")]);
    at.push(m);
    let held: Vec<u8> = at.setup().hands[0].clone();
    assert_eq!(held.iter().sum::<u8>(), 1);
    assert_eq!(held[knight.index()], 1);
    assert_eq!(at.setup().quiet, 0);
}

#[test]
fn no_side_explodes_its_own_king() {
    let at = atomic("4k3/8/8/8/8/8/3rr3/4KN2 w - - 0 1");
    let lost = "The explosion would destroy White's King on e1.";
    assert_eq!(why_not(&at, "e1", "d2"), lost);
    assert_eq!(why_not(&at, "f1", "d2"), lost);
    assert_eq!(at.legal_moves().len(), 0);
    // Attacked by the Rook on e2 all the same, and nothing helps.
    assert!(at.in_check());
    assert_eq!(at.ending().unwrap().status, Status::Checkmate);
}

#[test]
fn who_explodes_the_other_king_wins_even_in_check() {
    let mut at = atomic("3qk3/8/8/8/8/4r3/3Q4/4K3 w - - 0 1");
    assert!(at.in_check());
    play(&mut at, "d2d8");
    let ending = at.ending().unwrap();
    assert_eq!((ending.status, ending.winner), (Status::RoyalsCaptured, Some(Color::First)));
    assert_eq!(ending.reason, "Black has lost: the King on e8 has exploded.");
    // To threaten that is no check.
    let at = atomic("3qk3/8/8/8/8/8/3Q4/4K3 b - - 0 1");
    assert!(!at.in_check());
}

#[test]
fn kings_side_by_side_shelter_each_other() {
    let mut at = atomic("8/8/8/8/8/2k5/q7/3K4 w - - 0 1");
    play(&mut at, "d1c2");
    assert!(!at.in_check());
    // Black's Queen takes nothing where its own King would go, too: White is not in check.
    play(&mut at, "a2b2");
    assert!(!at.in_check());
    assert_eq!(why_not(&at, "c2", "b2"), "The explosion would destroy White's King on c2.");
    assert_eq!(why_not(&at, "c2", "d1"), "", "beside nobody, but nobody looks there");
    assert_eq!(why_not(&at, "c2", "c1"), "The King would be attacked on c1 by the Queen on b2.");
}

#[test]
fn only_who_may_take_gives_check() {
    let rules = format!("{EXPLOSION}pieces.Q.royal = true\nend.royals = 'all-attacked'\n");
    let at = set_up(&rules, "k7/8/8/8/8/7q/8/R3K2R b - - 0 1");
    assert!(at.in_check());
    let name = |square| at.variant().square_name(square);
    let checks: Vec<String> =
        at.checks().into_iter().map(|(from, royal)| name(from) + &name(royal)).collect();
    assert_eq!(checks, ["h1h3", "a1a8"]);
    let sheltered = atomic("kK6/8/8/8/8/8/8/R7 b - - 0 1");
    assert!(!sheltered.in_check() && sheltered.checks().is_empty());
}

#[test]
fn what_withstands_survives_its_own_captures() {
    let rules = "capture.explosion = { around = 'K', withstands = ['K', 'P'] }\n";
    let at = set_up(rules, "4k3/8/8/8/2b5/1pP5/1R1n4/4K3 w - - 0 1");
    assert_eq!(after(&at, "e1d2"), "4k3/8/8/8/2b5/1pP5/1R1K4/8");
    assert_eq!(after(&at, "b2b3"), "4k3/8/8/8/8/2P5/3n4/4K3");
    // Kings that withstand attack each other as they do elsewhere.
    let at = set_up(rules, "8/8/8/8/8/2k5/8/3K4 w - - 0 1");
    assert!(why_not(&at, "d1", "c2").contains("would be attacked on c2"));
}

#[test]
fn of_several_royals_the_last_counts() {
    let rules = format!("{EXPLOSION}pieces.Q.royal = true\nend.royals = 'all'\n");
    let at = set_up(&rules, "k7/8/8/8/8/8/3p4/3QK3 w - - 0 1");
    // The King takes and goes, and so does the Queen beside it.
    assert_eq!(why_not(&at, "e1", "d2"), "The explosion would destroy White's Queen on d1.");
    let at = set_up(&rules, "1k6/8/8/8/8/8/3p4/Q3K3 w - - 0 1");
    assert_eq!(after(&at, "e1d2"), "1k6/8/8/8/8/8/8/Q7");
}

#[test]
fn royals_that_may_be_left_may_be_exploded() {
    let rules = format!("{EXPLOSION}end.check = 'none'\n");
    let mut at = set_up(&rules, "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1");
    play(&mut at, "e1d2");
    let ending = at.ending().unwrap();
    assert_eq!((ending.status, ending.winner), (Status::RoyalsCaptured, Some(Color::Second)));
    assert_eq!(ending.reason, "White has lost: the King on e1 has exploded.");
}

/// Two shooters take the same piece without moving: each explodes where it stands.
#[test]
fn shots_explode_where_the_shooter_stands() {
    let rules = "capture.explosion = { around = 'W' }\npieces.N = { move = 'WcabF' }\n";
    let at = set_up(rules, "4k3/8/8/8/3p4/2N1N3/2P5/4K3 w - - 0 1");
    let shots = at.legal_moves().into_iter().filter(|m| m.from() == m.to());
    let mut boards: Vec<String> = shots
        .map(|m| {
            let mut at = at.clone();
            at.push(m);
            write(at.variant(), &at.setup()).split(' ').next().unwrap().to_owned()
        })
        .collect();
    boards.sort();
    assert_eq!(boards, ["4k3/8/8/8/8/2N5/2P5/4K3", "4k3/8/8/8/8/4N3/8/4K3"]);
}
