//! Whether a piece could never move again from a square, whatever stands around it.

use super::position::{lists, may_stand, outcomes};
use super::scene::{Cell, Content, Man, Scene};
use komadai_rules::{Color, PieceType, Variant};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

type Key = (String, Color, PieceType, Cell);

thread_local! {
    static KNOWN: RefCell<HashMap<Key, bool>> = RefCell::new(HashMap::new());
}

/// Whether no arrangement of other pieces lets the piece move. Arrangements of up to two others,
/// and full boards, are tried: no movement in use needs more.
pub(crate) fn is_stuck(v: &Variant, color: Color, kind: PieceType, at: Cell) -> bool {
    let key = (v.id.clone(), color, kind, at);
    if let Some(known) = KNOWN.with_borrow(|k| k.get(&key).copied()) {
        return known;
    }
    let stuck = !arrangements(v, color, kind, at)
        .any(|scene| outcomes(v, &scene, kind).iter().any(|o| may_stand(v, color, kind, o.to)));
    KNOWN.with_borrow_mut(|k| k.insert(key, stuck));
    stuck
}

/// Boards to try, the likeliest first.
fn arrangements(
    v: &Variant,
    color: Color,
    kind: PieceType,
    at: Cell,
) -> impl Iterator<Item = Scene> {
    let empty = empty_board(v, color, kind, at);
    let cells: Vec<Cell> =
        (0..empty.contents.len()).filter(|&c| c != at && !lists(&v.board.holes, c)).collect();
    let passing = |&to: &Cell| {
        let victim = cells.iter().copied().find(|&victim| victim != to)?;
        Some(Scene { en_passant: Some((to, victim)), ..empty.clone() })
    };
    let passed: Vec<Scene> = cells.iter().filter_map(passing).collect();
    let man = |color, royal| Man { color, royal, rank: 0, castles: false };
    let men = [man(!color, false), man(color, false), man(!color, true)];
    let with = move |scene: &Scene, c: Cell, man: Man| {
        let mut scene = scene.clone();
        Rc::make_mut(&mut scene.contents)[c] = Content::Man(man);
        scene
    };
    let full = men.map(|man| cells.iter().fold(empty.clone(), |scene, &c| with(&scene, c, man)));
    let singles: Vec<Scene> =
        cells.iter().flat_map(|&c| men.map(|man| with(&empty, c, man))).collect();
    let pairs = singles.clone().into_iter().flat_map(move |scene| {
        let pair = |c: &Cell| men.map(|man| with(&scene, *c, man));
        cells.iter().flat_map(pair).collect::<Vec<_>>()
    });
    std::iter::once(empty).chain(full).chain(passed).chain(singles).chain(pairs)
}

fn empty_board(v: &Variant, color: Color, kind: PieceType, at: Cell) -> Scene {
    let size = usize::from(v.board.files) * usize::from(v.board.ranks);
    let gone = |c: Cell| c != at && (lists(&v.board.holes, c) || lists(&v.board.vanishing, c));
    let content = |c: Cell| {
        if gone(c) { Content::Gone } else { Content::Empty }
    };
    let starts = &v.pieces[kind.index()].at[color.index()];
    Scene {
        files: i32::from(v.board.files),
        ranks: i32::from(v.board.ranks),
        contents: Rc::new((0..size).map(content).collect()),
        vanishing: Rc::new((0..size).map(|c| lists(&v.board.vanishing, c)).collect()),
        from: at,
        color,
        virgin: !v.tracks_unmoved(kind) && lists(starts, at),
        en_passant: None,
    }
}
