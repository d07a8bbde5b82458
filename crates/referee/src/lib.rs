//! Games and analysed positions as pages are told of them.
//!
//! What is here has no surroundings: no requests, no storage, no threads and no clock. A server brings these, and a
//! browser, in which the pages can do without a server.
//!
//! | module | subject |
//! |---|---|
//! | `rules` | rules with their engine: what there is to see of a position, and searches from it |
//! | `game` | a game: events, what follows from them, what players may do, what is told of it |
//! | `analysis` | lines of moves, trees of variations, positions that are put together |
//! | `forms` | what is asked and answered, as it travels |
//! | `local` | what a server answers, answered on the visitor's machine |
//! | `problem` | what is wrong with what somebody wants |
//! | `clock`, `id` | clocks; names and tokens |

pub mod analysis;
pub mod clock;
pub mod forms;
pub mod game;
pub mod id;
pub mod local;
pub mod problem;
pub mod rules;
