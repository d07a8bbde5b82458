//! FEN as Fairy-Stockfish reads and writes it.

use crate::Game;
use komadai_records::opening::BadOpening;
use komadai_records::position::{to_fen, to_sfen};
use komadai_rules::{AnyPlay, MoveKind};

/// The pieces in a hand in the order in which they are written there: those of shogi, and those of chess.
const HELD: [&str; 2] = ["GNLPSRB", "QRBNP"];

impl Game {
    /// The usual start as FEN.
    ///
    /// # Errors
    /// The game has none.
    pub fn start_fen(&self) -> Result<String, BadOpening> {
        self.open("startpos").map(|play| to_fen(self.variant(), &play.setup()))
    }

    /// A position as FEN.
    pub fn fen(&self, play: &AnyPlay) -> String {
        let text = to_fen(self.variant(), &play.setup()).replace("[-]", "[]");
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        if self.is_shogi() {
            fields[0] = in_order(&fields[0], HELD[0]);
        } else if self.like_chess {
            fields[0] = marked_behind(&in_order(&fields[0], HELD[1]));
        }
        // Flags may stand behind the numbers.
        let numbers = fields.iter().rposition(|field| is_number(field)).unwrap_or_default();
        if let Some(clock) = numbers.checked_sub(1) {
            fields[clock] = self.clock(play).to_string();
        }
        fields.join(" ")
    }

    /// Plies since the last capture or move of a pawn, or in games that do not count these, plies since the last
    /// capture, drop or promotion.
    pub fn clock(&self, play: &AnyPlay) -> u32 {
        let counted = self.variant().end.quiet.as_ref().map_or(0, |_| play.setup().quiet);
        if counted == 0 && !self.like_chess { quiet(play) } else { counted }
    }

    /// A position as SFEN.
    pub fn sfen(&self, play: &AnyPlay) -> String {
        let text = to_sfen(self.variant(), &play.setup());
        text.split(' ').take(4).collect::<Vec<_>>().join(" ")
    }
}

/// What our FEN says, from one of theirs: `Q~` is a promoted piece that goes back to a hand as what it was, and rights to
/// castle mean nothing where nobody castles.
pub(crate) fn read(game: &Game, fen: &str) -> String {
    let text = if fen.contains('~') { marked_before(fen) } else { fen.to_owned() };
    if game.castles {
        return text;
    }
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    // In SFEN a hand stands there, and a number after it.
    let has_rights = fields.get(2).is_some_and(|it| it.bytes().all(|byte| b"KQkq".contains(&byte)))
        && !fields.get(3).is_some_and(|field| is_number(field));
    if has_rights {
        fields[2] = "-";
    }
    fields.join(" ")
}

/// Whether somebody may castle.
pub(crate) fn castles(play: &AnyPlay) -> bool {
    to_fen(play.variant(), &play.setup()).split(' ').nth(2) != Some("-")
}

fn is_number(field: &str) -> bool {
    field.bytes().all(|byte| byte.is_ascii_digit())
}

/// `+Q` for each `Q~`.
fn marked_before(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    for part in text.split_inclusive('~') {
        match part.strip_suffix('~') {
            Some(rest) if rest.ends_with(|c: char| c.is_ascii_alphabetic()) => {
                let (before, letter) = rest.split_at(rest.len() - 1);
                marked.extend([before, "+", letter]);
            }
            _ => marked += part,
        }
    }
    marked
}

/// `Q~` for each `+Q`.
fn marked_behind(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match letters.next_if(|next| c == '+' && next.is_ascii_alphabetic()) {
            Some(letter) => marked.extend([letter, '~']),
            None => marked.push(c),
        }
    }
    marked
}

/// A board with the pieces in both hands in the order of Fairy-Stockfish.
fn in_order(board: &str, held: &str) -> String {
    let Some((squares, hands)) = board.split_once('[') else { return board.to_owned() };
    let mut pieces: Vec<char> = hands.chars().filter(|c| !"[]-".contains(*c)).collect();
    pieces.sort_by_key(|c| (c.is_lowercase(), held.find(c.to_ascii_uppercase())));
    format!("{squares}[{}]", pieces.into_iter().collect::<String>())
}

/// How many of the last moves could be taken back: no captures, no drops, no promotions.
fn quiet(play: &AnyPlay) -> u32 {
    let mut at = play.clone();
    let mut count = 0;
    while let Some(m) = at.pop() {
        if m.kind() == MoveKind::Drop || m.promotion() > 0 || !at.captures(m).is_empty() {
            break;
        }
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_change_their_side() {
        for (theirs, ours) in [("rQ~b/3q~[Pp]", "r+Qb/3+q[Pp]"), ("8/~8/Q", "8/~8/Q"), ("", "")] {
            assert_eq!(marked_before(theirs), ours);
            assert_eq!(marked_behind(ours), theirs);
        }
        assert_eq!(marked_behind("3+3+"), "3+3+");
    }

    #[test]
    fn hands_are_ordered() {
        assert_eq!(in_order("9/9[PBplg]", HELD[0]), "9/9[PBglp]");
        assert_eq!(in_order("8/8[PNQqnbp]", HELD[1]), "8/8[QNPqbnp]");
        assert_eq!(in_order("9/9[]", HELD[0]), "9/9[]");
        assert_eq!(in_order("9/9", HELD[0]), "9/9");
    }
}
