//! The games that come with the program.

macro_rules! games {
    ($($id:literal,)*) => {
        &[$(($id, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/", $id, ".toml")))),*]
    };
}

/// The built-in variants, as pairs of id and text. Which they are stands in the list beside the
/// files; nothing else knows.
pub const BUILTIN: &[(&str, &str)] = include!("../../../../variants/builtin.in");

/// The text of a built-in variant.
pub fn builtin(id: &str) -> Option<&'static str> {
    BUILTIN.iter().find(|(name, _)| *name == id).map(|(_, text)| *text)
}
