//! The engine as a program meets it: at the other end of a pipe.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "conversations take place in time, on threads"
)]

mod common;
mod garbage;
mod heavy;
mod races;
mod ranks;
mod sessions;
