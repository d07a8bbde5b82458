//! What is known of a game before the first move, for the search and the evaluation.

use crate::ends::EndRules;
use crate::eval::{Evaluator, Handcrafted, Hybrid};
use crate::net::Net;
use crate::score::Score;
use crate::values::Values;
use komadai_rules::{BitSet, Color, Game, Move, MoveKind, PieceType, Position, Sandbox, Square};
use std::sync::Arc;

/// A game prepared for search. Cheap to clone: all clones share what was computed once.
#[derive(Clone, Debug)]
pub struct Engine<const N: usize> {
    game: Arc<Game<N>>,
    values: Arc<Values>,
    facts: Arc<Facts<N>>,
    evaluator: Hybrid<N>,
}

impl<const N: usize> Engine<N> {
    /// Prepares a game.
    pub fn new(game: &Arc<Game<N>>) -> Self {
        let values = Arc::new(Values::of_sized(game));
        Engine {
            game: Arc::clone(game),
            facts: Arc::new(Facts::of(game, &values)),
            evaluator: Hybrid::new(Handcrafted::new(game, &values)),
            values,
        }
    }

    /// The same with a network, which has to be one for this game; without one, it judges by what was derived.
    #[must_use]
    pub fn with_net(mut self, net: Option<&Arc<Net>>) -> Self {
        self.evaluator.set_net(net);
        self
    }

    /// The network, where there is one.
    pub fn net(&self) -> Option<&Arc<Net>> {
        self.evaluator.net()
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game<N>> {
        &self.game
    }

    /// The values of the types on the board, in centipawns.
    pub fn values(&self) -> &[i32] {
        &self.values.board
    }

    /// How many centipawns of this game count as 100 of chess.
    pub fn scale(&self) -> i32 {
        self.values.scale
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

    pub(crate) fn evaluator(&self) -> Hybrid<N> {
        self.evaluator.clone()
    }

    pub(crate) fn facts(&self) -> &Facts<N> {
        &self.facts
    }
}

/// What capturing the last royal counts for: more than all other pieces together.
const LAST_ROYAL: i32 = 20_000;
/// Pieces worth at least this have moves in almost every position.
const NON_PAWN: i32 = 200;

/// What the search asks of piece types and of the end rules, in its fastest form.
#[derive(Debug)]
pub(crate) struct Facts<const N: usize> {
    pub(crate) ends: EndRules<N>,
    /// Whether captures explode.
    pub(crate) explodes: bool,
    types: Vec<TypeFacts>,
    /// The types that make zugzwang unlikely.
    non_pawns: Vec<PieceType>,
}

#[derive(Clone, Debug)]
struct TypeFacts {
    value: i32,
    capture_value: i32,
    is_royal: bool,
    can_shoot: bool,
    promotes: Vec<PieceType>,
}

impl<const N: usize> Facts<N> {
    fn of(game: &Arc<Game<N>>, values: &Values) -> Self {
        let variant = game.variant();
        let in_hand = |piece: PieceType| {
            if variant.captures_to_hand { values.hand[piece.index()] } else { 0 }
        };
        let describe = |(i, piece): (usize, &komadai_rules::variant::PieceData)| TypeFacts {
            value: values.board[i],
            capture_value: values.board[i] + in_hand(piece.demotes_to),
            is_royal: piece.royal,
            can_shoot: can_shoot(game, PieceType(i as u8)),
            promotes: piece.promotes.clone(),
        };
        let is_non_pawn = |i: &usize| !variant.pieces[*i].royal && values.board[*i] >= NON_PAWN;
        let types = 0..variant.pieces.len();
        Facts {
            non_pawns: types.filter(is_non_pawn).map(|i| PieceType(i as u8)).collect(),
            ends: EndRules::of(game),
            explodes: variant.explosion.is_some(),
            types: variant.pieces.iter().enumerate().map(describe).collect(),
        }
    }

    /// The value of a type on the board.
    #[inline]
    pub(crate) fn value(&self, piece: PieceType) -> i32 {
        self.types[piece.index()].value
    }

    /// What capturing a piece wins: its value, and its value in hand where it changes sides.
    #[inline]
    pub(crate) fn capture_value(&self, piece: PieceType) -> i32 {
        self.types[piece.index()].capture_value
    }

    #[inline]
    pub(crate) fn is_royal(&self, piece: PieceType) -> bool {
        self.types[piece.index()].is_royal
    }

    /// Whether a type can capture without moving to the square of the captured piece.
    #[inline]
    pub(crate) fn can_shoot(&self, piece: PieceType) -> bool {
        self.types[piece.index()].can_shoot
    }

    /// The type of a piece after a move.
    #[inline]
    pub(crate) fn promoted(&self, piece: PieceType, m: Move) -> PieceType {
        match m.promotion() {
            0 => piece,
            choice => {
                let promoted = self.types[piece.index()].promotes.get(usize::from(choice) - 1);
                promoted.copied().unwrap_or(piece)
            }
        }
    }

    /// What a move gains by promotion.
    #[inline]
    pub(crate) fn promotion_gain(&self, position: &Position<N>, m: Move) -> i32 {
        if m.promotion() == 0 || m.kind() == MoveKind::Drop {
            return 0;
        }
        let gain = |(_, piece)| self.value(self.promoted(piece, m)) - self.value(piece);
        position.at(m.from()).map_or(0, gain)
    }

    /// What capturing some pieces wins. The last royal is worth more than everything else.
    #[inline]
    pub(crate) fn capture_values(&self, position: &Position<N>, pieces: BitSet<N>) -> i32 {
        let capture_value =
            |square: Square| match position.at(square) {
                Some((color, piece)) if self.is_royal(piece) => {
                    if position.royals(color).several() { self.value(piece) } else { LAST_ROYAL }
                }
                Some((_, piece)) => self.capture_value(piece),
                None => 0,
            };
        pieces.iter().map(capture_value).sum()
    }

    /// What a capture wins, where captures explode: what it takes and destroys, less what it costs. No piece
    /// is there to be recaptured.
    pub(crate) fn explosion_gain(
        &self,
        position: &Position<N>,
        m: Move,
        victims: BitSet<N>,
    ) -> i32 {
        let us = position.side();
        let counts = |square: Square| {
            let captor = square == m.to();
            let at = if captor { m.from() } else { square };
            match position.at(at) {
                Some((color, piece)) if captor || color == us => -self.value(piece),
                Some((color, piece))
                    if self.is_royal(piece) && !position.royals(color).several() =>
                {
                    LAST_ROYAL
                }
                Some((_, piece)) => self.value(piece),
                None => 0,
            }
        };
        let exploded = position.exploded(m).into_iter().map(counts).sum::<i32>();
        self.capture_values(position, victims) + exploded
    }

    /// Whether a side has a piece, on the board or in hand, that makes zugzwang unlikely, so that a
    /// null move means something.
    pub(crate) fn has_non_pawn_material(&self, position: &Position<N>, side: Color) -> bool {
        self.non_pawns.iter().any(|piece| {
            position.hand(side, *piece) > 0 || !position.pieces(side, *piece).is_empty()
        })
    }
}

/// Whether a type can capture without moving to the square of the captured piece.
fn can_shoot<const N: usize>(game: &Arc<Game<N>>, piece: PieceType) -> bool {
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
