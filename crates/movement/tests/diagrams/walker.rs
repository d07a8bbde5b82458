//! Diagrams against the walker, on empty boards and crowded ones.

use crate::games::variants;
use crate::reader::{Cell, Scene, is_complete, moves};
use fastrand::Rng;
use komadai_betza::Descriptor;
use komadai_movement::Trial;
use komadai_movement::diagram::{Diagram, Kind, Offset};
use komadai_variant::{Color, PieceType, Square, Variant};
use std::collections::BTreeSet;

/// Boards for each piece.
const CROWDS: usize = 60;

/// Movements that no game of the tests has.
const MORE: &[&str] = &[
    "K",
    "fmWfceFifmnD",
    "WsRifR2",
    "KNADcaKmcabK",
    "BbsRfWfDfcavWfabW",
    "KaK",
    "aaK",
    "KaaW",
    "RcabF",
    "sjRFcabW",
    "RmasR",
    "BmasB",
    "FyafsF",
    "[F?fsR]",
    "[R?fsF]",
    "mRcpR",
    "mRpafcR",
    "gQ",
    "gafQ",
    "Q(paf)9cQ",
    "B(paf)3mB",
    "(paf)3fR",
    "fcafmF",
    "fmF(caf)3cafmF",
    "caibR",
    "mcaibQ",
    "mcaibB3",
    "W03",
    "F02",
    "B2",
    "N0",
    "nN",
    "nN0",
    "nD0",
    "nA",
    "jD",
    "jN",
    "jA0",
    "jR",
    "jjB",
    "jR2",
    "jjR5",
    "zB",
    "zR",
    "qN",
    "mqN",
    "qN3",
    "zW3",
    "oK",
    "oR",
    "oNcoB3",
    "ucR",
    "udR",
    "mWucR3",
    "kQ",
    "mKkB",
    "ckR",
    "mKmdW",
    "tB",
    "U",
    "mU",
    "icU",
    "imU",
    "isO2",
    "irO3",
    "ilO2isjO3",
    "pR5",
    "gR3",
    "cpN0",
    "gN0",
    "tpafR",
    "FtpafmcR",
    "mpafsWcpafF",
    "yafsWafrNfC",
    "mNcafNhrC",
    "gafsF",
    "gafsW",
    "RcaR",
    "mcpaR",
    "daK",
    "dabK",
    "KdabK",
    "mdcaK",
    "caWcacaW",
    "KADcavKmcpafmcpavK",
    "macK",
    "caKcaaK",
    "iKaK",
    "icabK",
    "ifmR3",
    "imBR",
    "oafsW",
    "oaoK",
    "ifN",
    "sfNbW",
    "frlfK",
    "iaK",
    "mabK",
    "macabR",
    "WX",
    "CY",
    "fhNbhC",
    "afzF",
    "afzafzF",
    "afqafqW",
    "afzafqafzN",
    "aqW",
    "mafsaffsW",
    "eK",
    "ceF",
    "mpabK",
    "pabK",
    "paK",
    "[K-bK]",
    "[D?fD?fD]",
    "[W?fW?fW?fW]",
    "[R-sR]",
    "[B?sB]",
    "caucK",
    "KmacaibR",
    "aibR",
    "jNafN",
];

fn scene(trial: &Trial) -> Scene {
    let cell = |i: usize| {
        let square = Square(i as u8);
        match () {
            _ if trial.holes.contains(&square) => Cell::Hole,
            _ if trial.enemies.contains(&square) => {
                Cell::Enemy { royal: trial.royals.contains(&square) }
            }
            _ if trial.friends.contains(&square) => Cell::Friend,
            _ => Cell::Empty,
        }
    };
    Scene {
        files: trial.files,
        ranks: trial.ranks,
        cells: (0..usize::from(trial.files) * usize::from(trial.ranks)).map(cell).collect(),
        from: trial.from,
        side: trial.side,
        moved: trial.moved,
        unmoved: trial.unmoved.clone(),
        en_passant: trial.en_passant,
        high: BTreeSet::new(),
    }
}

fn empty_board((files, ranks): (u8, u8), holes: &[Square]) -> Trial {
    Trial {
        files,
        ranks,
        from: Square(ranks / 2 * files + files / 2),
        side: Color::First,
        moved: false,
        friends: BTreeSet::new(),
        enemies: BTreeSet::new(),
        holes: holes.iter().copied().collect(),
        royals: BTreeSet::new(),
        unmoved: BTreeSet::new(),
        en_passant: None,
    }
}

/// Puts pieces on the board at random.
fn crowd(board: &Trial, random: &mut Rng) -> Trial {
    let mut trial = board.clone();
    let squares = usize::from(board.files) * usize::from(board.ranks);
    let free: Vec<Square> =
        (0..squares).map(|i| Square(i as u8)).filter(|s| !board.holes.contains(s)).collect();
    trial.from = free[random.usize(..free.len())];
    trial.side = Color::BOTH[random.usize(..2)];
    trial.moved = random.bool();
    let density = [0, 10, 25, 45, 70][random.usize(..5)];
    for square in free.iter().copied().filter(|s| *s != trial.from) {
        if random.usize(..100) >= density {
            continue;
        }
        if random.usize(..100) < 60 {
            trial.enemies.insert(square);
            if random.usize(..100) < 25 {
                trial.royals.insert(square);
            }
        } else {
            trial.friends.insert(square);
            if random.usize(..100) < 60 {
                trial.unmoved.insert(square);
            }
        }
    }
    let row = trial.from.0 / board.files * board.files;
    if random.usize(..100) < 30 {
        // The edges of the piece's own rank, for castling.
        for file in [0, 1, board.files - 2, board.files - 1] {
            let square = Square(row + file);
            if square != trial.from && !trial.holes.contains(&square) {
                trial.enemies.remove(&square);
                trial.royals.remove(&square);
                trial.friends.insert(square);
                trial.unmoved.insert(square);
            }
        }
    }
    let empty =
        |s: &Square| *s != trial.from && !trial.friends.contains(s) && !trial.enemies.contains(s);
    let empty: Vec<Square> = free.iter().copied().filter(empty).collect();
    let victims: Vec<Square> = trial.enemies.iter().copied().collect();
    if !empty.is_empty() && !victims.is_empty() {
        let target = empty[random.usize(..empty.len())];
        trial.en_passant = Some((target, victims[random.usize(..victims.len())]));
    }
    trial
}

/// A square as seen from the piece.
fn offset(trial: &Trial, to: Square) -> Offset {
    let turn = if trial.side == Color::Second { -1 } else { 1 };
    let (from, files) = (trial.from.0, trial.files);
    Offset {
        x: turn * ((to.0 % files) as i8 - (from % files) as i8),
        y: turn * ((to.0 / files) as i8 - (from / files) as i8),
    }
}

/// The diagram tells what the walker finds, no more and no less.
fn check(what: &str, diagram: &Diagram, movements: &[&Descriptor], trial: &Trial) {
    let walked: BTreeSet<_> = movements
        .iter()
        .flat_map(|movement| trial.moves(movement).expect("it can be walked"))
        .collect();
    let reach = diagram.reach((trial.files, trial.ranks));
    for m in walked.iter().filter(|m| m.to != trial.from) {
        assert!(reach.contains(&offset(trial, m.to)), "{what}: {m:?} is out of reach");
    }
    let read = moves(diagram, &scene(trial));
    if is_complete(diagram) {
        let missing: Vec<_> = walked.difference(&read).collect();
        let wrong: Vec<_> = read.difference(&walked).collect();
        assert!(
            missing.is_empty() && wrong.is_empty(),
            "{what}: missing {missing:?}, wrong {wrong:?}\n{trial:?}\n{diagram:?}"
        );
        return;
    }
    assert!(read.is_subset(&walked), "{what}: {diagram:?}");
    let squares: BTreeSet<Offset> = diagram
        .marks
        .iter()
        .filter(|mark| mark.kinds.contains(&Kind::Other) || mark.kinds.contains(&Kind::Hit))
        .map(|mark| mark.at)
        .collect();
    for m in walked.difference(&read) {
        assert!(squares.contains(&offset(trial, m.to)), "{what}: {m:?} is not drawn");
        for victim in m.captures.iter().filter(|s| **s != m.to) {
            let drawn = squares.contains(&offset(trial, *victim)) || trial.en_passant.is_some();
            assert!(drawn, "{what}: the victim of {m:?} is not drawn");
        }
    }
}

fn check_on_boards(what: &str, diagram: &Diagram, movements: &[&Descriptor], board: &Trial) {
    check(what, diagram, movements, board);
    let mut random = Rng::with_seed(what.len() as u64);
    for from in 0..board.files * board.ranks {
        let trial = Trial { from: Square(from), moved: from % 2 == 0, ..board.clone() };
        if !board.holes.contains(&trial.from) {
            check(what, diagram, movements, &trial);
        }
    }
    for _ in 0..CROWDS {
        check(what, diagram, movements, &crowd(board, &mut random));
    }
}

fn check_piece(variant: &Variant, index: usize) {
    let piece = &variant.pieces[index];
    let mut diagram = Diagram::of(variant, PieceType(index as u8)).expect("it has a diagram");
    // Flights are not in the movement.
    diagram.lines.retain(|line| !line.kinds.contains(&Kind::Fly));
    let movements: Vec<&Descriptor> = piece.moves.iter().map(|m| &m.tree).collect();
    let board = &variant.board;
    let holes = [board.holes.as_slice(), &board.vanishing].concat();
    let empty = empty_board((board.files, board.ranks), &holes);
    check_on_boards(&format!("{} {}", variant.id, piece.id), &diagram, &movements, &empty);
}

#[test]
fn every_piece_of_every_game_moves_as_it_is_drawn() {
    for variant in variants() {
        for index in 0..variant.pieces.len() {
            check_piece(&variant, index);
        }
    }
}

#[test]
fn other_movements_are_drawn_as_they_go() {
    let holes = [Square(13), Square(37)];
    for text in MORE {
        let movement = komadai_betza::parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let movement = movement.descriptor;
        for (size, holes) in [((9, 8), &holes[..]), ((6, 11), &[])] {
            let diagram =
                Diagram::of_movement(&movement, size).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            check_on_boards(text, &diagram, &[&movement], &empty_board(size, holes));
        }
    }
}

/// Only these are beyond strokes, so that nothing else becomes so unnoticed.
#[test]
fn few_movements_are_told_by_their_squares_only() {
    let mut beyond = Vec::new();
    for variant in variants() {
        for (index, piece) in variant.pieces.iter().enumerate() {
            let diagram = Diagram::of(&variant, PieceType(index as u8)).expect("it has one");
            if !is_complete(&diagram) {
                beyond.push(format!("{} {}", variant.id, piece.id));
            }
        }
    }
    for text in MORE {
        let movement = komadai_betza::parse(text).expect("it parses").descriptor;
        if !is_complete(&Diagram::of_movement(&movement, (9, 8)).expect("it has one")) {
            beyond.push((*text).to_owned());
        }
    }
    let expected = ["cylinder M", "RcaR", "mcpaR", "oafsW", "macabR", "caucK", "KmacaibR"];
    assert_eq!(beyond, expected);
}
