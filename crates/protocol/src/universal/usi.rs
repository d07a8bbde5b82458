//! USI, the universal shogi interface.

use super::Dialect;
use crate::options::Protocol;
use komadai_records::position::write;

/// Squares as in shogi, mates counted in plies, `b` the first side.
pub(crate) static USI: Dialect = Dialect {
    protocol: Protocol::Usi,
    ready: "usiok",
    usual_game: "shogi",
    spell: |v, spelling| spelling.usi(v),
    position: write,
    times: ["btime", "wtime"],
    increments: ["binc", "winc"],
    increment_is_told: false,
    mate: |plies| plies,
    no_move: "resign",
    declaration: Some("win"),
    asks_for_mates: true,
};
