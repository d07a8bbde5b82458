//! Diagrams against what moves: read as rules of movement, they give the same moves as the walker
//! and the worked cases.

mod cases;
mod forms;
mod games;
mod reader;
mod walker;
