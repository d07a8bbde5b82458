//! FEN as Fairy-Stockfish reads and writes it.

use crate::Game;
use komadai_import::WALL;
use komadai_records::opening::BadOpening;
use komadai_records::position::{to_fen, to_sfen};
use komadai_rules::{AnyPlay, Color, MoveKind, PieceType, Square};

impl Game {
    /// The usual start as FEN.
    ///
    /// # Errors
    /// The game has none.
    pub fn start_fen(&self) -> Result<String, BadOpening> {
        let ours = self.open("startpos")?;
        // Theirs may hold flags that are written otherwise here.
        let is_same = |theirs: AnyPlay| theirs.key() == ours.key();
        Ok(match self.open(&self.start).is_ok_and(is_same) {
            true => self.start.clone(),
            false => to_fen(self.variant(), &ours.setup()),
        })
    }

    /// A position as FEN.
    pub fn fen(&self, play: &AnyPlay) -> String {
        let text = to_fen(self.variant(), &play.setup()).replace("[-]", "[]");
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        fields[0] = in_order(&fields[0], |letter| self.kinds.place(letter));
        if !self.is_shogi() && self.like_chess {
            fields[0] = marked_behind(&fields[0]);
        }
        if let Some(wall) = self.kinds.wall(self.variant()) {
            let sign = WALL.to_string();
            fields[0] = fields[0].replace(wall, &sign).replace(&wall.to_lowercase(), &sign);
        }
        if self.chess960 && self.castles {
            fields[2] = by_files(play, &fields[2]);
        }
        if fields.get(3).is_some_and(|passed| passed == "-") {
            fields[3] =
                self.passed(play).map_or("-".to_owned(), |it| self.variant().square_name(it));
        }
        // Flags may stand behind the numbers.
        let numbers = fields.iter().rposition(|field| is_number(field)).unwrap_or_default();
        if let Some(clock) = numbers.checked_sub(1) {
            fields[clock] = self.clock(play).to_string();
        }
        fields.join(" ")
    }

    /// Plies since the last capture, drop or move of a pawn, or in games that do not count these, plies since the
    /// last capture, drop or promotion.
    pub fn clock(&self, play: &AnyPlay) -> u32 {
        if self.variant().end.quiet.is_none() {
            return self.quiet(play);
        }
        let counted = play.setup().quiet;
        let after_drop = play.moves().iter().rev().position(|m| m.kind() == MoveKind::Drop);
        after_drop.map_or(counted, |plies| counted.min(plies as u32))
    }

    /// How many of the last moves could be taken back: no captures, no drops, no moves of pawns, and no promotions
    /// where promoted pieces cannot turn back.
    fn quiet(&self, play: &AnyPlay) -> u32 {
        let pieces = &self.variant().pieces;
        let turns_back = |piece: PieceType| {
            let promotes = &pieces[piece.index()].promotes;
            promotes.iter().any(|to| pieces[to.index()].promotes.contains(&piece))
        };
        let mut at = play.clone();
        let mut count = 0;
        while let Some(m) = at.pop() {
            let mover = (m.kind() == MoveKind::Step).then(|| at.at(m.from())).flatten();
            let lasts = mover.is_some_and(|(_, piece)| {
                self.kinds.is_pawn(piece) || m.promotion() > 0 && !turns_back(piece)
            });
            if lasts || m.kind() == MoveKind::Drop || !at.captures(m).is_empty() {
                break;
            }
            count += 1;
        }
        count
    }

    /// The square over which the pawn that moved last has gone, where an enemy pawn stands ready: ours is named only
    /// where it may be taken, too.
    fn passed(&self, play: &AnyPlay) -> Option<Square> {
        let board = &self.variant().board;
        let m = play.moves().last()?;
        let is_pawn = |square: Square, side: Color| {
            let man = play.at(square);
            man.is_some_and(|(whose, piece)| whose == side && self.kinds.is_pawn(piece))
        };
        let (from, to) = (board.rank(m.from()), board.rank(m.to()));
        // What begins on its first rank, as in Horde, is not taken in passing.
        let is_inside = (1..board.ranks - 1).contains(&from);
        let doubled = m.kind() == MoveKind::Step && from.abs_diff(to) == 2 && is_inside;
        if !doubled || board.file(m.from()) != board.file(m.to()) || !is_pawn(m.to(), !play.side())
        {
            return None;
        }
        let passed = board.square(board.file(m.to()), from.midpoint(to))?;
        let beside = |square: &Square| {
            board.rank(*square) == to && board.file(*square).abs_diff(board.file(passed)) == 1
        };
        let is_ready = board.squares().filter(beside).any(|square| is_pawn(square, play.side()));
        is_ready.then_some(passed)
    }

    /// A position as SFEN.
    pub fn sfen(&self, play: &AnyPlay) -> String {
        let text = to_sfen(self.variant(), &play.setup());
        text.split(' ').take(4).collect::<Vec<_>>().join(" ")
    }
}

/// What our FEN says, from one of theirs: `Q~` is a promoted piece that goes back to a hand as what it was, `*` stands in
/// the way, and rights to castle mean nothing where nobody castles.
pub(crate) fn read(game: &Game, fen: &str) -> String {
    let mut text = if fen.contains('~') { marked_before(fen) } else { fen.to_owned() };
    if let Some(wall) = game.kinds.wall(game.variant()) {
        text = text.replace(WALL, wall);
    }
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

/// Rights to castle with the partner's file for each `K` and `Q`.
fn by_files(play: &AnyPlay, rights: &str) -> String {
    let (variant, board) = (play.variant(), &play.variant().board);
    let partner = |right: char| {
        let side = if right.is_uppercase() { Color::First } else { Color::Second };
        let king = play.royals(side).into_iter().next()?;
        let is_partner = |square: &Square| {
            let own = play.at(*square).filter(|(whose, _)| *whose == side);
            own.is_some_and(|(_, piece)| variant.castling.partners.contains(&piece))
                && board.rank(*square) == board.rank(king)
        };
        let mut partners = board.squares().filter(is_partner);
        match right.to_ascii_uppercase() {
            'K' => partners.filter(|square| *square > king).last(),
            'Q' => partners.next().filter(|square| *square < king),
            _ => None,
        }
    };
    let written = |right: char| match partner(right) {
        Some(square) => {
            let file = char::from(b'A' + board.file(square));
            if right.is_uppercase() { file } else { file.to_ascii_lowercase() }
        }
        None => right,
    };
    rights.chars().map(written).collect()
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

/// A board with the pieces in both hands in order.
fn in_order<P: Ord>(board: &str, place: impl Fn(char) -> P) -> String {
    let Some((squares, hands)) = board.split_once('[') else { return board.to_owned() };
    let mut pieces: Vec<char> = hands.chars().filter(|c| !"[]-".contains(*c)).collect();
    pieces.sort_by_key(|c| (c.is_lowercase(), place(c.to_ascii_uppercase())));
    format!("{squares}[{}]", pieces.into_iter().collect::<String>())
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
        let place = |letter| "GNLPSRB".find(letter);
        for (board, ordered) in
            [("9/9[PBplg]", "9/9[PBglp]"), ("9/9[]", "9/9[]"), ("9/9[-]", "9/9[]"), ("9/9", "9/9")]
        {
            assert_eq!(in_order(board, place), ordered);
        }
    }
}
