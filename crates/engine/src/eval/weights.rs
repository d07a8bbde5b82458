//! The numbers of the evaluation, in one place. Centipawns of chess unless said otherwise; each
//! game scales them by [`Values::scale`](crate::values::Values).
//!
//! Names in quotes are articles of the chessprogramming wiki, where the terms are explained.

/// The phase at the start, with all material on the board.
pub(crate) const OPENING: i32 = 256;

/// The advantage of the right to move ("Tempo").
pub(crate) const TEMPO: i32 = 12;

/// If material and piece-square values are this far outside of the window, no other term is
/// computed ("Lazy Evaluation").
pub(crate) const LAZY_MARGIN: i32 = 550;

/// What exceeds this counts for a quarter, so that no amount of material looks like a mate.
pub(crate) const KNEE: i32 = 20_000;

/// The greatest static evaluation.
pub(crate) const MAX_SCORE: i32 = 31_000;

/// The value of each square that a piece reaches beyond its average: `value / (average squares +
/// 3)^2` times this, in hundredths ("Mobility": the first squares matter most).
pub(crate) const MOBILITY: i32 = 100;

/// The most that such a square counts, however high the value of the piece.
pub(crate) const MAX_MOBILITY: i32 = 100;

/// The same for pieces that do not slide, in their piece-square values; in hundredths.
pub(crate) const STEPS: i32 = 130;

/// The weight of the gain of promotion, opening and ending, in hundredths.
pub(crate) const PROMOTION: [i32; 2] = [80, 130];

/// The same on top for a passed piece ("Passed Pawn"); opening and ending, in hundredths.
pub(crate) const PASSER: [i32; 2] = [60, 160];

/// For each step of a royal from the edge: it hides in the opening and fights in the ending.
pub(crate) const ROYAL_MIDDLE: [i32; 2] = [-9, 9];

/// For each step that a piece is away from the squares on which it wins, opening and ending.
pub(crate) const GOAL: [i32; 2] = [15, 40];

/// For each rank that a royal has advanced, in the opening.
pub(crate) const ROYAL_ADVANCE: i32 = -11;

/// A piece attacked by one of a lower value class, in hundredths of its value.
pub(crate) const ATTACKED_BY_LESS: i32 = 11;

/// A piece attacked and not protected ("Hanging Piece"), in hundredths of its value.
pub(crate) const HANGING: i32 = 7;

/// What threats against the side to move count, which can answer one of them; in hundredths.
pub(crate) const THREATS_TO_MOVER: i32 = 50;

/// The most that a threat counts.
pub(crate) const MAX_THREAT: i32 = 120;

/// A type begins a new value class if the first type of the class before is worth less than this
/// part of it, in hundredths.
pub(crate) const VALUE_CLASS: i32 = 80;

/// Squares near a royal (one, two, three steps away) attacked by its own side: for the first
/// and for the second piece that attacks or protects each. After the effects of YaneuraOu's
/// material evaluation, which fall off with the distance to the king and with their number.
pub(crate) const DEFENDED: [[i32; 2]; 3] = [[6, 4], [3, 2], [1, 0]];

/// The same squares attacked by the other side.
pub(crate) const ATTACKED: [[i32; 2]; 3] = [[12, 10], [7, 5], [3, 1]];

/// Units of danger for each square beside a royal: attacked; attacked twice; attacked and not
/// protected by anything but the royal; open to a drop there.
pub(crate) const DANGER: [i32; 4] = [2, 2, 3, 1];

/// A hand of this value is as dangerous as any larger one.
pub(crate) const FULL_HAND: i32 = 900;

/// Centipawns of danger: `units^2` times this, in hundredths ("King Safety", attack units).
pub(crate) const DANGER_SQUARED: i32 = 80;

/// The most units of danger.
pub(crate) const MAX_DANGER: i32 = 40;

/// For each own piece beside the royal ("Pawn Shield").
pub(crate) const SHELTER: i32 = 7;

/// A check that is counted, with one check left, opening and ending; with more left, divided by the square
/// of their number.
pub(crate) const CHECKS: [i32; 2] = [1800, 900];
