//! The numbers of the evaluation, in one place. Centipawns of chess unless said otherwise; each game
//! scales them by [`Values::scale`](crate::values::Values).
//!
//! Names in quotes are articles of the chessprogramming wiki, where the terms are explained.

/// A side's whole phase: as much material as at the start.
pub(crate) const OPENING: i32 = 256;

/// The right to move next ("Tempo").
pub(crate) const TEMPO: i32 = 12;

/// If the material and the squares alone are so far outside of the window, nothing else is asked
/// ("Lazy Evaluation").
pub(crate) const LAZY_MARGIN: i32 = 550;

/// Scores beyond this count only for a quarter, so that no heap of pieces looks like a mate.
pub(crate) const KNEE: i32 = 20_000;

/// No static score is larger.
pub(crate) const MOST: i32 = 31_000;

/// Worth of a square more than usual that a piece reaches: `value / (usual squares + 3)^2` times
/// this, in hundredths ("Mobility": the first squares matter most).
pub(crate) const MOBILITY: i32 = 100;

/// No square is worth more, whatever the file says that the piece is worth.
pub(crate) const MOST_MOBILITY: i32 = 100;

/// The same for pieces that only step, on the squares where they stand; in hundredths.
pub(crate) const STEPS: i32 = 130;

/// Which part of the prospect of promoting counts, opening and ending, in hundredths.
pub(crate) const PROSPECT: [i32; 2] = [80, 130];

/// Prospect of a piece that nothing can stop any more, on top; opening and ending, in hundredths.
pub(crate) const RUNNER: [i32; 2] = [60, 160];

/// A royal's distance from the middle, a step: it hides in the opening and fights in the ending.
pub(crate) const ROYAL_MIDDLE: [i32; 2] = [-9, 9];

/// A royal's step toward the enemy in the opening.
pub(crate) const ROYAL_ADVANCE: i32 = -11;

/// A piece attacked by something much cheaper, in hundredths of its value.
pub(crate) const ATTACKED_BY_LESS: i32 = 11;

/// A piece attacked and not protected, in hundredths of its value.
pub(crate) const HANGING: i32 = 7;

/// What threats count for the side to move, which can answer one of them; in hundredths.
pub(crate) const OWN_TURN: i32 = 50;

/// No threat counts for more.
pub(crate) const MOST_THREAT: i32 = 120;

/// A type is cheaper than another one if it is worth less than this part of it, in hundredths.
pub(crate) const CHEAPER: i32 = 80;

/// Squares near a royal (one, two, three steps away) held by its own side: for the first
/// and for the second piece that attacks or protects each. After the effects of YaneuraOu's
/// material evaluation, which fall off with the distance to the king and with their number.
pub(crate) const GUARD: [[i32; 2]; 3] = [[6, 4], [3, 2], [1, 0]];

/// The same squares held by the other side.
pub(crate) const SIEGE: [[i32; 2]; 3] = [[12, 10], [7, 5], [3, 1]];

/// Units of danger for each square beside a royal: attacked; attacked twice; attacked and not
/// protected by anything but the royal; open to a drop there.
pub(crate) const DANGER: [i32; 4] = [2, 2, 3, 1];

/// A hand worth so much is as dangerous as any.
pub(crate) const ARMED: i32 = 900;

/// Centipawns of danger: `units^2` times this, in hundredths ("King Safety", attack units).
pub(crate) const DANGER_SQUARED: i32 = 80;

/// Units of danger beyond these count no more.
pub(crate) const MOST_DANGER: i32 = 40;

/// An own piece beside the royal.
pub(crate) const SHELTER: i32 = 7;
