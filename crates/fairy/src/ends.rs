//! How games end, in the terms of Fairy-Stockfish: by a rule of the variant, or where a player asks for it.

use crate::material::is_too_weak;
use komadai_rules::{AnyPlay, Color, Status};

/// What a win is worth.
pub const MATE: i32 = 32_000;

/// What an end is worth for the side to move; `None` for a draw.
pub fn value(play: &AnyPlay, winner: Option<Color>) -> i32 {
    match winner {
        None => 0,
        Some(side) if side == play.side() => MATE,
        Some(_) => -MATE,
    }
}

/// Who has won by a rule of the variant, in an answer of its own for each end; mate, stalemate and repetition are none.
pub fn rule_end(play: &AnyPlay) -> Option<Option<Color>> {
    let end = play.ending()?;
    let by_rule = matches!(
        end.status,
        Status::RoyalsCaptured
            | Status::Flag
            | Status::Extinction
            | Status::Checks
            | Status::Passes
            | Status::Facing
    );
    by_rule.then_some(end.winner)
}

/// Who wins if a player ends the game, where one may: by repetition or a count of moves.
pub fn claimed_end(play: &AnyPlay) -> Option<Option<Color>> {
    match play.ending() {
        Some(end) if is_claimed(end.status) => Some(end.winner),
        _ => (!play.claims().is_empty()).then_some(None),
    }
}

/// Who has won a game that is over; `claimed` if a player ends it where one may. Nobody can win where neither side has
/// enough pieces.
pub fn ended(play: &AnyPlay, claimed: bool) -> Option<Option<Color>> {
    let end = play.ending().filter(|end| !is_claimed(end.status)).map(|end| end.winner);
    let both_weak = || Color::BOTH.into_iter().all(|side| is_too_weak(play, side));
    end.or_else(|| both_weak().then_some(None))
        .or_else(|| claimed.then(|| claimed_end(play)).flatten())
}

/// Whether such an end counts there only if a player asks for it.
fn is_claimed(status: Status) -> bool {
    matches!(
        status,
        Status::Repetition | Status::PerpetualCheck | Status::PerpetualChase | Status::MoveLimit
    )
}
