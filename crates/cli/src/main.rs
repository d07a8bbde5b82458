//! The `komadai` command line.
fn main() {}
