//! What is wrong with a FEN, by the numbers of Fairy-Stockfish.

use crate::{Game, fen};
use komadai_records::TextError;
use komadai_records::opening::BadOpening;
use komadai_records::position;
use komadai_rules::{Color, OpeningError, SetupError, Square, Variant};

/// What is wrong with a FEN, as far as Fairy-Stockfish has a number for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// Nothing.
    Valid = 1,
    /// There is no text.
    Empty = 0,
    /// The number of the move.
    MoveNumber = -1,
    /// The count of moves without a capture.
    Clock = -2,
    /// The number of kings.
    Kings = -3,
    /// The square on which a pawn may be taken in passing.
    EnPassant = -4,
    /// The rights to castle.
    Castling = -5,
    /// The side to move.
    Side = -6,
    /// The pieces in hand.
    Hand = -7,
    /// Anything else about the board.
    Board = -8,
    /// Kings beside each other.
    TouchingKings = -9,
    /// A letter that no piece has.
    Letter = -10,
    /// Fields that do not belong there.
    Fields = -11,
    /// The checks that are still to be given.
    Checks = -13,
}

impl Validity {
    /// Its number.
    pub fn code(self) -> i32 {
        self as i32
    }
}

impl Game {
    /// Whether a FEN is one of this game, or else what is wrong.
    pub fn validity(&self, text: &str) -> Validity {
        if text.trim().is_empty() {
            return Validity::Empty;
        }
        match self.open(text) {
            Ok(play) if self.kings > 2 || self.kinds.kings(&play) == self.kings => Validity::Valid,
            Ok(_) => Validity::Kings,
            Err(wrong) => self.judged(&fen::read(self, text), &wrong),
        }
    }

    fn judged(&self, text: &str, wrong: &BadOpening) -> Validity {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, hand) = fields[0].split_once('[').unwrap_or((fields[0], ""));
        let pieces = &self.variant().pieces;
        let known = |c: char| pieces.iter().any(|it| it.id.contains(c.to_ascii_uppercase()));
        if board.chars().any(|c| c.is_alphabetic() && !known(c)) {
            return Validity::Letter;
        }
        if board.split('/').count() != usize::from(self.variant().board.ranks) {
            return Validity::Board;
        }
        let one_each = |id: &str| {
            board.matches(id).count() == 1 && board.matches(&id.to_lowercase()).count() == 1
        };
        if self.kings == 2 && !pieces.iter().filter(|it| it.royal).all(|it| one_each(&it.id)) {
            return Validity::Kings;
        }
        if fields.get(1).is_some_and(|side| !["w", "b"].contains(side)) {
            return Validity::Side;
        }
        match wrong {
            BadOpening::Unreadable(error) if !hand.is_empty() && error.message.contains("hand") => {
                Validity::Hand
            }
            BadOpening::Unreadable(error) => of_field(text, error),
            BadOpening::Opening(OpeningError::Impossible(errors)) => errors
                .iter()
                .map(|error| self.of_setup(text, error))
                .next()
                .unwrap_or(Validity::Board),
            _ => Validity::Board,
        }
    }

    fn of_setup(&self, text: &str, error: &SetupError) -> Validity {
        match error {
            SetupError::TooManyRoyals(_) => Validity::Kings,
            SetupError::NotForHand(_) => Validity::Hand,
            SetupError::NotUnmoved(_) => Validity::Castling,
            SetupError::NoEnPassant(_) => Validity::EnPassant,
            SetupError::NoChecks | SetupError::TooManyChecks(_) => Validity::Checks,
            SetupError::OpponentInCheck(..) if touch(self.variant(), text) => {
                Validity::TouchingKings
            }
            _ => Validity::Board,
        }
    }
}

/// By the field in which an error is.
fn of_field(text: &str, error: &TextError) -> Validity {
    let begins = |word: &&str| word.as_ptr() as usize - text.as_ptr() as usize <= error.offset;
    let before: Vec<&str> = text.split_whitespace().take_while(begins).collect();
    let in_hand = before.len() == 1 && text.find('[').is_some_and(|hand| hand < error.offset);
    let is_checks = |word: &&str| word.contains('+');
    if before.len() > 4 && before.last().is_some_and(is_checks) {
        return Validity::Checks;
    }
    // Checks stand between the others.
    let checks = usize::from(before.iter().skip(4).any(is_checks));
    match before.len() - checks {
        0 | 1 if in_hand => Validity::Hand,
        0 | 1 => Validity::Board,
        2 => Validity::Side,
        3 => Validity::Castling,
        4 => Validity::EnPassant,
        5 => Validity::Clock,
        6 => Validity::MoveNumber,
        _ => Validity::Fields,
    }
}

/// Whether royals of both sides stand beside each other.
fn touch(variant: &Variant, text: &str) -> bool {
    let Ok(setup) = position::parse(variant, text) else { return false };
    let royals = |side: Color| {
        let is_royal = |square: &Square| {
            let man = setup.board.get(square.index()).copied().flatten();
            man.is_some_and(|(whose, piece)| whose == side && variant.pieces[piece.index()].royal)
        };
        variant.board.squares().filter(is_royal).collect::<Vec<_>>()
    };
    let board = &variant.board;
    let near = |a: Square, b: Square| {
        board.file(a).abs_diff(board.file(b)) <= 1 && board.rank(a).abs_diff(board.rank(b)) <= 1
    };
    let second = royals(Color::Second);
    royals(Color::First).iter().any(|a| second.iter().any(|b| near(*a, *b)))
}
