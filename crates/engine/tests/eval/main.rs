//! The evaluation and the values that it stands on.

mod common;
mod handcrafted;
mod values;
