//! Keys of variant files by which games differ from those that everybody knows.

mod borrowing;
mod capture_limits;
mod chase;
mod checks;
mod common;
mod counting;
mod drop_limits;
mod duty;
mod explosion;
mod flags;
mod held;
mod passing;
mod placing;
mod promotion_limits;
mod regions;
mod running_out;
mod shuffle;
