//! Whether a piece could never move again from a square, whatever stands around it.

use super::position::{lender, lists, may_stand, outcomes, tracks_unmoved};
use super::scene::{Cell, Content, Scene};
use komadai_rules::{Color, PieceType, Variant};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

type Key = (String, Color, PieceType, Cell);

thread_local! {
    static KNOWN: RefCell<HashMap<Key, bool>> = RefCell::new(HashMap::new());
}

/// Whether the piece could not move if every square held what each leg needs, for itself: a square
/// that vanishes a piece, any other a piece or nothing.
pub(crate) fn is_stuck(v: &Variant, color: Color, kind: PieceType, at: Cell) -> bool {
    let key = (v.id.clone(), color, kind, at);
    if let Some(known) = KNOWN.with_borrow(|k| k.get(&key).copied()) {
        return known;
    }
    if v.borrowing.as_ref().is_some_and(|rule| rule.borrowers.contains(&kind))
        && lender(v, color, at).is_some()
    {
        return false;
    }
    let found = outcomes(v, &wild_board(v, color, kind, at), kind);
    let stuck = !found.iter().any(|o| may_stand(v, color, kind, o.to));
    KNOWN.with_borrow_mut(|k| k.insert(key, stuck));
    stuck
}

fn wild_board(v: &Variant, color: Color, kind: PieceType, at: Cell) -> Scene {
    let size = usize::from(v.board.files) * usize::from(v.board.ranks);
    let content = |c: Cell| if lists(&v.board.holes, c) { Content::Gone } else { Content::Empty };
    let starts = &v.pieces[kind.index()].starts[color.index()];
    Scene {
        files: i32::from(v.board.files),
        ranks: i32::from(v.board.ranks),
        contents: Rc::new((0..size).map(content).collect()),
        vanishing: Rc::new((0..size).map(|c| lists(&v.board.vanishing, c)).collect()),
        from: at,
        color,
        virgin: !tracks_unmoved(v, kind) && lists(starts, at),
        home: None,
        en_passant: None,
        wild: true,
        confined: Default::default(),
        over: None,
        takes: None,
    }
}
