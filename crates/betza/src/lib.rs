//! XBetza, the notation for how pieces move: reading, printing, diagnostics.
//!
//! A movement is a text such as `fmWfceFifmnD` (the pawn of chess). [`parse`] turns it into a
//! syntax tree, a [`Descriptor`], whose terms know where they stand in the text. Printing a tree
//! gives the canonical text, which reads back as the same tree; [`to_xboard`] gives the text that
//! XBoard understands, or says why there is none. What the words mean on a board is not said here.
//!
//! ```
//! use komadai_betza::{TermKind, parse, to_xboard};
//!
//! let griffon = parse("[F?fsR]")?.descriptor;
//! assert_eq!(griffon.to_string(), "[F?fsR]");
//! assert_eq!(to_xboard(&griffon)?, "FyafsF");
//!
//! // A bishop that captures by jumping over any number of pieces.
//! let general = parse("B(paf)8cB")?.descriptor;
//! let TermKind::Chain(jumps) = &general.terms[1].kind else { unreachable!() };
//! assert_eq!(jumps.legs(2).len(), 3);
//!
//! // An error points at the letter and suggests.
//! let error = parse("KNADcaKmcabE").unwrap_err();
//! assert_eq!((error.span.clone(), error.message.as_str()), (11..12, "there is no atom `E`"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The notation in short
//!
//! - A description is a union of *terms*; a term is an *atom* (a kind of step) with *modifiers*
//!   before it and a *range* behind it: `fmR4` goes forward, without capturing, up to four squares.
//! - `a` separates *legs*, steps made one after the other: `cabK` captures next to it and returns.
//!   `(..)n` repeats what it encloses none to n times; `[..-..?..]` joins legs with atoms of their
//!   own.
//! - The canonical order of modifiers is `i`, directions, `m c d e t p g o y n j u k`. Any order is
//!   read. Direction letters that other letters keep apart do not pair up, and are doubled when they
//!   are brought together: `fmsK` prints as `ffsmK`.

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod ast;
mod check;
mod error;
mod order;
mod parse;
mod print;
mod xboard;

pub use ast::{
    Atom, Base, Bracket, Chain, Descriptor, Direction, Element, Joint, Modality, Modifier, Part,
    Reach, Span, Symmetry, Term, TermKind,
};
pub use error::{ParseError, Warning, XboardError};
pub use parse::{Parsed, parse};
pub use xboard::to_xboard;
