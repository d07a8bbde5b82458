//! Diagrams against what moves: read as rules of movement, they give the same moves as the walker,
//! the tables and the worked cases.

mod cases;
mod fire;
mod forms;
mod games;
mod reader;
mod tables;
mod walker;
