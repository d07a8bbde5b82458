//! Diagrams against what moves: read as rules of movement, they give the same moves as the tables
//! and burn the same squares.

mod fire;
#[path = "../../../movement/tests/diagrams/games.rs"]
mod games;
#[path = "../../../movement/tests/diagrams/reader.rs"]
mod reader;
mod tables;
