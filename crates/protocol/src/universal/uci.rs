//! UCI, the universal chess interface.

use super::Dialect;
use crate::options::Protocol;
use komadai_records::moves;
use komadai_records::position::to_fen;

/// Squares as in chess, mates counted in moves, `w` the first side.
pub(crate) static UCI: Dialect = Dialect {
    protocol: Protocol::Uci,
    ready: "uciok",
    usual_game: "chess",
    spell: moves::uci,
    position: to_fen,
    times: ["wtime", "btime"],
    increments: ["winc", "binc"],
    increment_is_told: true,
    mate: |plies| plies.div_ceil(2),
    no_move: "(none)",
    declaration: None,
    asks_for_mates: false,
};
