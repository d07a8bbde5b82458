//! Moves as text, in USI and algebraic form.
//!
//! | move | USI | algebraic |
//! |---|---|---|
//! | from, to | `7g7f` | `c3c4` |
//! | promotion | `8h2b+` | `b2h8+` |
//! | promotion to one of several | `1b1aq` | `h7h8q` |
//! | drop | `P*5e` | `P@e5` |
//! | through a middle square | `7g7f7e` | `f6f7f8` |
//! | shot (igui, rifle) or turn pass in place | `7g7f7g` | `f6f7f6` |
//! | pass | `pass` | `pass` |
//! | not the first move of these squares: another piece is taken, or put elsewhere | `5e5c~4d`, `5e5c~5c5e` | `a1a3~b2`, `a1a3~a3a1` |
//! | the piece in hand, where several could land as the same | `N*5e+` | `N@e5+` |
//! | a piece placed as a part of the move; its letters where it could be another | `7g7f,5e`, `2i3g,H2i` | `e2e4,d6`, `b1c3,Hb1` |
//!
//! Read are also `g8*g9` for a shot, legs joined by commas (`e7d7,d7c8`), `=` for a promotion that
//! is declined or before the letter of a piece, and `0000`, `@@@@` and `--` for a pass. What is placed may also be said as a leg from the last square
//! (`e2e4,e4d6`), or by its letter alone (`b1c3h`; `h1e1h` where castling vacates the partner's square, too).
//!
//! Writing and finding a move go through a [`Spelling`]: a legal move and one way to say it. A move
//! may have several, of which the rules show one; [`resolve`] accepts them all. [`find`] does all of it
//! for a game in progress, and says which rule an illegal move breaks.

mod find;
mod parse;
mod placing;
mod resolve;
mod spelling;
mod wire;

pub use find::{
    BrokenRule, Refusal, all_spellings, castling, find, spell, spell_each, spell_in_full,
};
pub(crate) use parse::may_be_one;
pub use parse::{MoveText, PromotionText, parse_move};
pub(crate) use placing::in_san as placed_in_san;
pub use resolve::{Unresolved, resolve};
pub use spelling::Spelling;
pub use wire::{from_xboard, uci, xboard};
pub(crate) use wire::{renumbered, xboard_first_rank};
