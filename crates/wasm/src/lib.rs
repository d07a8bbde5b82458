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
//! | `forms` | the plain objects of answers and of options |
//! | `plain` | plain objects on their way to and from JavaScript |
//! | `trouble` | errors |

#[cfg(feature = "engine")]
mod engine;
pub mod forms;
mod moves;
mod plain;
mod position;
mod record;
mod rulebook;
mod trouble;
mod variant;

#[cfg(feature = "engine")]
pub use engine::{Engine, has_net, net_games};
pub use plain::{Told, parsed};
pub use position::Position;
pub use record::{Game, games};
pub use trouble::{Details, Kind, Trouble};
pub use variant::{Variant, variants};

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const FORMS: &str = include_str!("forms.ts");

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
