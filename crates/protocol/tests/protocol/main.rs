//! The engine as a program meets it: at the other end of a pipe.

mod common;
mod garbage;
mod races;
mod sessions;
