//! What stands where.

use super::{Side, names};
use komadai_rules::variant::Counted;
use komadai_rules::{AnyPlay, Color, PieceType, Setup, Square, Variant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position as a board shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Board {
    /// The pieces on the board, square by square.
    pub pieces: Vec<BoardPiece>,
    /// What the sides hold.
    pub hands: Hands,
    /// Vanishing squares that no longer exist.
    pub gone: Vec<String>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BoardPiece {
    /// Where.
    pub square: String,
    /// Whose.
    pub side: Side,
    /// What.
    pub piece: String,
}

/// How many of each piece a side holds; pieces that it does not hold are left out.
pub type Hand = BTreeMap<String, u8>;

/// The pieces in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Hands {
    /// The first side's.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, u8>))]
    pub first: Hand,
    /// The second side's.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, u8>))]
    pub second: Hand,
}

impl Board {
    /// The board of a position.
    pub fn of(at: &AnyPlay) -> Self {
        Board::put(at.variant(), |square| at.at(square), |piece, color| at.hand(color, piece))
    }

    /// The board of a setup, possible or not. Nothing of the rules is worked out for it.
    pub fn of_setup(variant: &Variant, setup: &Setup) -> Self {
        let held = |piece: PieceType, color: Color| {
            setup.hands[color.index()].get(piece.index()).copied().unwrap_or(0)
        };
        Board::put(variant, |square| setup.at(square), held)
    }

    fn put(
        variant: &Variant,
        at: impl Fn(Square) -> Option<(Color, PieceType)>,
        held: impl Fn(PieceType, Color) -> u8,
    ) -> Self {
        let id = |piece: PieceType| variant.pieces[piece.index()].id.clone();
        let piece = |square: Square| {
            let (color, piece) = at(square)?;
            let square = variant.square_name(square);
            Some(BoardPiece { square, side: color.into(), piece: id(piece) })
        };
        let hand = |color: Color| -> Hand {
            let types = (0..=u8::MAX).take(variant.pieces.len()).map(PieceType);
            let counts = types.map(|piece| (piece, held(piece, color)));
            counts.filter(|(_, count)| *count > 0).map(|(piece, n)| (id(piece), n)).collect()
        };
        let gone = variant.board.vanishing.iter().copied().filter(|s| at(*s).is_none());
        Board {
            pieces: variant.board.squares().filter_map(piece).collect(),
            hands: Hands { first: hand(Color::First), second: hand(Color::Second) },
            gone: names(variant, gone),
        }
    }
}

/// The squares of the royals of the side to move that are in check.
pub fn checked(play: &AnyPlay) -> Vec<String> {
    if !play.in_check() {
        return Vec::new();
    }
    let mut checked = play.royals(play.side());
    // Some threats, fire above all, are aimed at no square.
    let attacked: Vec<Square> = play.checks().into_iter().map(|(_, royal)| royal).collect();
    if !attacked.is_empty() {
        checked.retain(|royal| attacked.contains(royal));
    }
    names(play.variant(), checked)
}

/// An attack on a royal of the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Check {
    /// Where the attacker stands.
    pub from: String,
    /// Where the royal stands.
    pub to: String,
}

/// Who gives check to whom. Threats that are aimed at no square are not among them.
pub fn checks(play: &AnyPlay) -> Vec<Check> {
    let name = |square: Square| play.variant().square_name(square);
    let check = |(from, to): (Square, Square)| Check { from: name(from), to: name(to) };
    play.checks().into_iter().map(check).collect()
}

/// How far a side has counted its moves, where the game is drawn by that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CountedMoves {
    /// Who counts.
    pub side: Side,
    /// The number of its last move.
    pub moves: u16,
    /// With the move after this number the game is a draw.
    pub of: u16,
}

impl CountedMoves {
    /// Those of a position; `None` where nobody counts.
    pub fn of(play: &AnyPlay) -> Option<Self> {
        let Counted { rule, limit, plies } = play.counted()?;
        let rule = play.variant().end.counting.get(usize::from(rule))?;
        let of = rule.limits.get(usize::from(limit))?.moves;
        let side = if plies % 2 == 0 { play.side() } else { !play.side() };
        Some(CountedMoves { side: side.into(), moves: plies.div_ceil(2), of })
    }
}

/// How many checks each side has given, where they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChecksGiven {
    /// The first side.
    pub first: u8,
    /// The second side.
    pub second: u8,
    /// So many of one side end the game.
    pub of: u8,
}

impl ChecksGiven {
    /// Those of a position; `None` where its game does not count them.
    pub fn of(play: &AnyPlay) -> Option<Self> {
        let rule = play.variant().end.checks?;
        let [first, second] = Color::BOTH.map(|side| play.checks_given(side));
        Some(ChecksGiven { first, second, of: rule.count })
    }
}
