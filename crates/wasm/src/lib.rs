//! Komadai for JavaScript: the rules, records and engine of Komadai in the browser and in Node.
//!
//! What is here is a thin layer over the other crates. It takes texts and plain objects, asks the crates, and
//! hands out texts and plain objects. The notions and names are those of the Python package, written as JavaScript
//! writes them. `cargo xtask wasm` builds the npm packages from it; docs/web.md says how to use them.
//!
//! | module | subject |
//! |---|---|
//! | `rulebook` | games by name or by text, compiled once |
//! | `variant` | a game |
//! | `position`, `moves` | a game in progress, and its moves |
//! | `record` | games as records tell them |
//! | `engine` | searches, mates, evaluations |
//! | `fairy` | the same by the names and words of ffish.js |
//! | `forms` | the plain objects of answers and of options |
//! | `pages` | searches for our own pages, asked for and told by messages as a server's |
//! | `plain` | plain objects on their way to and from JavaScript |
//! | `trouble` | errors |

#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "fairy")]
mod fairy;
pub mod forms;
#[cfg(feature = "rules")]
mod moves;
#[cfg(feature = "pages")]
pub mod pages;
#[cfg(feature = "rules")]
mod plain;
#[cfg(feature = "rules")]
mod position;
#[cfg(feature = "rules")]
mod record;
#[cfg(feature = "rules")]
mod rulebook;
#[cfg(feature = "rules")]
mod trouble;
#[cfg(feature = "rules")]
mod variant;

#[cfg(feature = "engine")]
pub use engine::{Engine, has_net, net_games};
#[cfg(feature = "fairy")]
pub use fairy::{
    FairyBoard, FairyGame, fairy_captures_to_hand, fairy_configure, fairy_pgn, fairy_start,
    fairy_validity, fairy_variants,
};
#[cfg(feature = "rules")]
pub use {
    plain::{Told, parsed},
    position::Position,
    record::{Game, games},
    trouble::{Details, Kind, Trouble},
    variant::{Variant, variants},
};

use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "rules")]
#[wasm_bindgen(typescript_custom_section)]
const FORMS: &str = include_str!("forms.ts");

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
