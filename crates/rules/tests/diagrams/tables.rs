//! Diagrams against the tables of the generator: what a sandbox says of a piece among others,
//! flights and palaces included.

use crate::games::variants;
use crate::reader::{Cell, Scene, is_complete, moves};
use fastrand::Rng;
use komadai_rules::diagram::{Diagram, Note};
use komadai_rules::{AnyGame, BitSet, Color, Game, PieceType, Sandbox, Square, Variant, any_size};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Boards for each piece.
const CROWDS: usize = 40;

fn compare_all<const N: usize>(game: &Arc<Game<N>>) {
    let mut random = Rng::with_seed(3);
    for index in 0..game.variant().pieces.len() {
        let piece = PieceType(index as u8);
        let diagram = Diagram::of(game.variant(), piece).expect("it has a diagram");
        if !is_complete(&diagram) {
            continue;
        }
        for round in 0..CROWDS {
            let board = crowd(game.variant(), piece, round, &mut random);
            compare(game, piece, &diagram, &board);
        }
    }
}

/// Where the piece stands, whose it is, and who else is there.
struct Board {
    from: Square,
    side: Color,
    others: Vec<(Square, Color, PieceType)>,
}

fn crowd(variant: &Variant, piece: PieceType, round: usize, random: &mut Rng) -> Board {
    let missing = |s: &Square| variant.board.holes.contains(s);
    let allowed = |side: Color| {
        let confine = variant.pieces[piece.index()].confine.as_ref().map(|c| &c[side.index()]);
        let free = variant.board.squares().filter(|s| !missing(s));
        free.filter(|s| confine.is_none_or(|c| c.contains(s))).collect::<Vec<_>>()
    };
    let side = Color::BOTH[random.usize(..2)];
    let squares = allowed(side);
    let from = squares[random.usize(..squares.len())];
    let density = [0, 15, 35, 60][round % 4];
    let types = variant.pieces.len();
    let mut others = Vec::new();
    for square in variant.board.squares().filter(|s| *s != from && !missing(s)) {
        if random.usize(..100) < density {
            let color = Color::BOTH[random.usize(..2)];
            others.push((square, color, PieceType(random.usize(..types) as u8)));
        }
    }
    Board { from, side, others }
}

fn scene(variant: &Variant, piece: PieceType, board: &Board) -> Scene {
    let of = &variant.pieces[piece.index()];
    let mut cells = vec![Cell::Empty; variant.board.size()];
    for gone in variant.board.holes.iter().chain(&variant.board.vanishing) {
        cells[gone.index()] = Cell::Hole;
    }
    let mut high = BTreeSet::new();
    for &(square, color, other) in &board.others {
        let royal = variant.pieces[other.index()].royal;
        let enemy = Cell::Enemy { royal };
        cells[square.index()] = if color == board.side { Cell::Friend } else { enemy };
        high.extend((variant.pieces[other.index()].rank >= of.rank).then_some(square));
    }
    cells[board.from.index()] = Cell::Friend;
    let tracked = variant.tracks_unmoved(piece);
    Scene {
        files: variant.board.files,
        ranks: variant.board.ranks,
        cells,
        from: board.from,
        side: board.side,
        // A sandbox has no past.
        moved: tracked || !of.at[board.side.index()].contains(&board.from),
        unmoved: BTreeSet::new(),
        en_passant: None,
        high,
    }
}

fn compare<const N: usize>(
    game: &Arc<Game<N>>,
    piece: PieceType,
    diagram: &Diagram,
    board: &Board,
) {
    let variant = game.variant();
    let mut sandbox = Sandbox::new(game);
    sandbox.set(board.from, Some((board.side, piece)));
    for &(square, color, other) in &board.others {
        sandbox.set(square, Some((color, other)));
    }
    let scene = scene(variant, piece, board);
    let enemies: BTreeSet<Square> = (board.others.iter())
        .filter(|(_, color, _)| *color != board.side)
        .map(|(square, ..)| *square)
        .collect();
    let confine = variant.pieces[piece.index()].confine.as_ref().map(|c| &c[board.side.index()]);
    let (mut quiet, mut capture) = (BTreeSet::new(), BTreeSet::new());
    let mut aside = BTreeSet::new();
    for m in moves(diagram, &scene) {
        if confine.is_some_and(|squares| !squares.contains(&m.to)) {
            continue;
        }
        let ends = if enemies.contains(&m.to) { &mut capture } else { &mut quiet };
        ends.extend((m.to != board.from).then_some(m.to));
        aside.extend(m.captures.iter().copied().filter(|s| *s != m.to && enemies.contains(s)));
    }
    let reach = sandbox.reach(board.from);
    let set = |bits: BitSet<N>| bits.iter().collect::<BTreeSet<Square>>();
    let what = || format!("{} {:?} on {:?}\n{diagram:?}", variant.id, piece, board.from);
    let mut told = set(reach.quiet);
    told.remove(&board.from);
    assert_eq!(quiet, told, "quiet: {}", what());
    assert_eq!(capture, set(reach.capture), "captures: {}", what());
    let taken: BTreeSet<Square> = set(reach.aside).difference(&capture).copied().collect();
    let drawn: BTreeSet<Square> = aside.difference(&capture).copied().collect();
    assert_eq!(drawn, taken, "taken aside: {}", what());
}

#[test]
fn every_piece_reaches_what_the_tables_say() {
    for variant in variants() {
        let game = AnyGame::compile(&variant).expect("it compiles");
        any_size!(AnyGame, &game, game => compare_all(game));
    }
}

#[test]
fn flights_name_those_who_stop_them() {
    let fire = variants().into_iter().find(|v| v.id == "minjiku").expect("it is built in");
    let jumper = fire.pieces.iter().position(|p| p.id == "A").expect("it has one");
    let diagram = Diagram::of(&fire, PieceType(jumper as u8)).expect("it has a diagram");
    let stopped_by: Vec<String> = diagram
        .notes
        .iter()
        .find_map(|note| match note {
            Note::FliesOver { stopped_by, .. } => Some(stopped_by.clone()),
            _ => None,
        })
        .expect("it flies");
    assert_eq!(stopped_by, ["A", "J", "K", "+C", "+V"]);
}
