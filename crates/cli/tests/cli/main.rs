//! The program as people and other programs call it.

mod batch;
mod bench;
mod check;
mod common;
mod engine;
mod errors;
mod forms;
mod matches;
mod pictures;
mod pieces;
mod readme;
mod serve;
mod show;
mod worked_cases;
