//! What is known of a game before the first move: the facts that search and evaluation share.

use crate::ends::Ends;
use crate::eval::{Evaluator, Handcrafted};
use crate::score::Score;
use crate::values::Values;
use komadai_rules::{BitSet, Color, Game, Move, MoveKind, PieceType, Position, Sandbox, Square};
use std::sync::Arc;

/// A game prepared for thinking. Cheap to clone: all clones share what was computed once.
#[derive(Clone, Debug)]
pub struct Engine<const N: usize> {
    game: Arc<Game<N>>,
    values: Arc<Values>,
    facts: Arc<Facts<N>>,
    evaluator: Handcrafted<N>,
}

impl<const N: usize> Engine<N> {
    /// Prepares a game.
    pub fn new(game: &Arc<Game<N>>) -> Self {
        let values = Arc::new(Values::of(game));
        Engine {
            game: Arc::clone(game),
            facts: Arc::new(Facts::of(game, &values)),
            evaluator: Handcrafted::new(game, &values),
            values,
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game<N>> {
        &self.game
    }

    /// What each type is worth on the board, in centipawns.
    pub fn values(&self) -> &[i32] {
        &self.values.board
    }

    /// The static evaluation for the side to move.
    pub fn evaluate(&self, position: &Position<N>) -> Score {
        let mut evaluator = self.evaluator.clone();
        evaluator.reset(position);
        let infinite = Score::INFINITE.0;
        Score(evaluator.evaluate(position, -infinite, infinite))
    }

    /// The terms of the evaluation by name, for the first and for the second side, in centipawns.
    pub fn explain_evaluation(&self, position: &Position<N>) -> Vec<(&'static str, i32, i32)> {
        let mut evaluator = self.evaluator.clone();
        evaluator.reset(position);
        evaluator.explain(position)
    }

    pub(crate) fn evaluator(&self) -> Handcrafted<N> {
        self.evaluator.clone()
    }

    pub(crate) fn facts(&self) -> Arc<Facts<N>> {
        Arc::clone(&self.facts)
    }
}

/// More than everything else on a board together.
const ROYAL: i32 = 20_000;
/// Pieces from this worth on have moves in almost every position.
const HEAVY: i32 = 200;

/// What search asks of types and ends, in the quickest form.
#[derive(Debug)]
pub(crate) struct Facts<const N: usize> {
    pub(crate) ends: Ends<N>,
    types: Vec<TypeFacts>,
    /// Types that can always move somewhere: a side that has one need not fear that it must move.
    heavy: Vec<PieceType>,
    /// Whether royals may be left to be taken, so that being attacked is no reason to move.
    pub(crate) royals_may_be_left: bool,
    /// What the side to move gets without a move.
    pub(crate) stalemate: komadai_rules::variant::Outcome,
}

#[derive(Clone, Debug)]
struct TypeFacts {
    value: i32,
    /// What a side gains that takes it: the piece, and what it may drop later.
    taken: i32,
    royal: bool,
    /// Whether it can take without going where the victim stood.
    shoots: bool,
    promotes: Vec<PieceType>,
}

impl<const N: usize> Facts<N> {
    fn of(game: &Arc<Game<N>>, values: &Values) -> Self {
        let variant = game.variant();
        let held = |piece: PieceType| match variant.captures_to_hand {
            true => values.hand[piece.index()],
            false => 0,
        };
        let describe = |(i, piece): (usize, &komadai_rules::variant::Piece)| TypeFacts {
            value: values.board[i],
            taken: values.board[i] + held(piece.demotes_to),
            royal: piece.royal,
            shoots: takes_aside(game, PieceType(i as u8)),
            promotes: piece.promotes.clone(),
        };
        let heavy = |i: &usize| !variant.pieces[*i].royal && values.board[*i] >= HEAVY;
        let types = 0..variant.pieces.len();
        Facts {
            heavy: types.filter(heavy).map(|i| PieceType(i as u8)).collect(),
            ends: Ends::of(game),
            types: variant.pieces.iter().enumerate().map(describe).collect(),
            royals_may_be_left: variant.end.royals_may_be_left,
            stalemate: variant.end.stalemate,
        }
    }

    #[inline]
    pub(crate) fn value(&self, piece: PieceType) -> i32 {
        self.types[piece.index()].value
    }

    /// What a side gains that takes a piece: twice as much where it may be dropped again.
    #[inline]
    pub(crate) fn taken(&self, piece: PieceType) -> i32 {
        self.types[piece.index()].taken
    }

    #[inline]
    pub(crate) fn is_royal(&self, piece: PieceType) -> bool {
        self.types[piece.index()].royal
    }

    #[inline]
    pub(crate) fn shoots(&self, piece: PieceType) -> bool {
        self.types[piece.index()].shoots
    }

    /// The type that a piece is after a move.
    #[inline]
    pub(crate) fn after(&self, piece: PieceType, m: Move) -> PieceType {
        match m.promotion() {
            0 => piece,
            choice => {
                let becomes = self.types[piece.index()].promotes.get(usize::from(choice) - 1);
                becomes.copied().unwrap_or(piece)
            }
        }
    }

    /// What promoting brings.
    #[inline]
    pub(crate) fn promotion_gain(&self, position: &Position<N>, m: Move) -> i32 {
        if m.promotion() == 0 || m.kind() == MoveKind::Drop {
            return 0;
        }
        let gain = |(_, piece)| self.value(self.after(piece, m)) - self.value(piece);
        position.at(m.from()).map_or(0, gain)
    }

    /// What a side gains that takes some pieces; the last royal is worth more than all else.
    #[inline]
    pub(crate) fn worth(&self, position: &Position<N>, pieces: BitSet<N>) -> i32 {
        let worth = |square: Square| match position.at(square) {
            Some((color, piece)) if self.is_royal(piece) => {
                let last = !position.royals(color).several();
                if last { ROYAL } else { self.value(piece) }
            }
            Some((_, piece)) => self.taken(piece),
            None => 0,
        };
        pieces.iter().map(worth).sum()
    }

    /// Whether a side has a piece that can always move somewhere, so that giving the turn away
    /// tells something.
    pub(crate) fn has_heavy_piece(&self, position: &Position<N>, side: Color) -> bool {
        self.heavy.iter().any(|piece| {
            position.hand(side, *piece) > 0 || !position.pieces(side, *piece).is_empty()
        })
    }
}

/// Whether a type can take an enemy beside it, or further off, without going there.
fn takes_aside<const N: usize>(game: &Arc<Game<N>>, piece: PieceType) -> bool {
    let mut sandbox = Sandbox::new(game);
    let board = &game.variant().board;
    let Some(middle) = board.square(board.files / 2, board.ranks / 2) else { return false };
    for square in (0..game.squares()).map(|i| Square(i as u8)) {
        sandbox.set(square, Some((Color::Second, piece)));
    }
    sandbox.set(middle, Some((Color::First, piece)));
    let reach = sandbox.reach(middle);
    !reach.aside.is_empty()
}
