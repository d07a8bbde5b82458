//! From texts to moves and back, in the words of each protocol.

use komadai_records::TextError;
use komadai_records::moves::{self, MoveText, PromotionText, Spelling, Unresolved};
use komadai_rules::{
    AskedPromotion, Attempt, Move, MoveKind, Play, Position, Square, Variant, explain,
};

/// Why the text of a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// It is not the text of a move.
    #[error("{0}")]
    Unreadable(#[from] TextError),
    /// It means several legal moves.
    #[error("{0}")]
    Ambiguous(Unresolved),
    /// It breaks the rule that the sentence names.
    #[error("{0}")]
    Illegal(String),
}

/// The legal move that a text means, in any spelling.
pub(crate) fn find<const N: usize>(play: &Play<N>, text: &str) -> Result<Move, Refusal> {
    let position = play.position();
    let variant = position.game().variant();
    let said = moves::parse_move(variant, text)?;
    let legal = position.legal_moves();
    let found = match legal.iter().find(|m| is_plainly(position, **m, &said)) {
        Some(m) => Ok(*m),
        None => moves::resolve(variant, &said, &all_spellings(position, &legal)),
    };
    match found {
        Ok(m) if !play.is_barred(m) => Ok(m),
        Err(ambiguous @ Unresolved::Ambiguous(_)) => Err(Refusal::Ambiguous(ambiguous)),
        Ok(_) | Err(Unresolved::NoSuchMove) => Err(Refusal::Illegal(why_not(play, &said))),
    }
}

/// Whether a text says a move in so many words. Nearly all texts do, and then the other spellings
/// need not be looked for.
fn is_plainly<const N: usize>(position: &Position<N>, m: Move, said: &MoveText) -> bool {
    match said {
        MoveText::Pass => m.kind() == MoveKind::Pass,
        MoveText::Drop { piece, to } => {
            m.kind() == MoveKind::Drop && (m.dropped(), m.to()) == (*piece, *to)
        }
        MoveText::Walk { squares, promotion, .. } => {
            let promotes = match promotion {
                PromotionText::None => m.promotion() == 0,
                PromotionText::Plus => m.promotion() == 1 && promotions(position, m) == 1,
                PromotionText::To(_) => false,
            };
            promotes && goes_by(m, squares)
        }
    }
}

fn goes_by(m: Move, squares: &[Square]) -> bool {
    match m.kind() {
        MoveKind::Step | MoveKind::Castle | MoveKind::EnPassant => *squares == [m.from(), m.to()],
        MoveKind::Through => *squares == [m.from(), m.via(), m.to()],
        MoveKind::Shot => *squares == [m.from(), m.via(), m.from()],
        MoveKind::Jitto | MoveKind::Path | MoveKind::Drop | MoveKind::Pass => false,
    }
}

/// How many choices of promotion the moving piece has.
fn promotions<const N: usize>(position: &Position<N>, m: Move) -> usize {
    let pieces = &position.game().variant().pieces;
    position.at(m.from()).map_or(0, |(_, piece)| pieces[piece.index()].promotes.len())
}

/// The rule that an illegal move breaks.
fn why_not<const N: usize>(play: &Play<N>, said: &MoveText) -> String {
    let attempt = match said {
        MoveText::Pass => Attempt::Pass,
        MoveText::Drop { piece, to } => Attempt::Drop { piece: *piece, to: *to },
        MoveText::Walk { squares, promotion, shot } => Attempt::Walk {
            squares: squares.clone(),
            promotion: match promotion {
                PromotionText::None => AskedPromotion::None,
                PromotionText::Plus => AskedPromotion::Plus,
                PromotionText::To(piece) => AskedPromotion::To(*piece),
            },
            shot: *shot,
        },
    };
    let reason = explain(play.position(), &attempt, &|m| play.is_barred(m));
    reason.map_or_else(|| "The move is not legal.".to_owned(), |reason| reason.to_string())
}

/// All spellings of some moves.
pub(crate) fn all_spellings<const N: usize>(
    position: &Position<N>,
    moves: &[Move],
) -> Vec<Spelling> {
    let spelled = position.spellings(moves).into_iter();
    spelled.map(|s| Spelling { mv: s.mv, mover: s.mover, squares: s.squares }).collect()
}

/// The spelling that is shown of a legal move.
pub(crate) fn spell<const N: usize>(position: &Position<N>, m: Move) -> Spelling {
    // Only a path says more than the move itself holds.
    let longer = (m.kind() == MoveKind::Path).then(|| all_spellings(position, &[m]));
    match longer.and_then(|spellings| spellings.into_iter().next()) {
        Some(spelling) => spelling,
        None => Spelling::new(m, position.at(m.from()).map(|(_, piece)| piece)),
    }
}

/// The spellings of moves that follow each other. Ends early where one is not legal.
pub(crate) fn spell_line<const N: usize>(start: &Position<N>, line: &[Move]) -> Vec<Spelling> {
    let mut position = start.clone();
    let mut spellings = Vec::with_capacity(line.len());
    for m in line {
        if !position.is_legal(*m) {
            break;
        }
        spellings.push(spell(&position, *m));
        position.make(*m);
    }
    spellings
}

/// As USI writes moves: `7g7f`, `P*5e`, `7g7f7e`, `pass`.
pub(crate) fn usi(v: &Variant, spelling: &Spelling) -> String {
    spelling.usi(v)
}

/// As UCI writes moves: `e2e4`, `P@e5`, `e7d7,d7c8`, `0000`.
pub(crate) fn uci(v: &Variant, spelling: &Spelling) -> String {
    by_legs(v, spelling, "0000")
}

/// As XBoard writes moves: like UCI, but `@@@@` for a pass, in place too, and with ranks that count
/// from 1 on every board.
pub(crate) fn xboard(v: &Variant, spelling: &Spelling) -> String {
    match spelling.mv.kind() {
        MoveKind::Jitto => XBOARD_PASS.to_owned(),
        _ => renumbered(&by_legs(v, spelling, XBOARD_PASS), 1, v.board.first_rank),
    }
}

/// A move or a square of XBoard's in the algebraic form of the game.
pub(crate) fn from_xboard(v: &Variant, text: &str) -> String {
    renumbered(text, v.board.first_rank, 1)
}

/// How XBoard says that nothing moves.
const XBOARD_PASS: &str = "@@@@";

/// A text with its ranks counted from `to` instead of `from`. A rank that is not there then is said
/// as one that never is.
fn renumbered(text: &str, to: u8, from: u8) -> String {
    let mut renumbered = String::new();
    let mut rest = text;
    while to != from
        && let Some(start) = rest.find(|c: char| c.is_ascii_digit())
    {
        let length = rest[start..].bytes().take_while(u8::is_ascii_digit).count();
        let (before, number) = (&rest[..start], &rest[start..start + length]);
        let rank = number.parse::<u32>().ok().and_then(|n| n.checked_add(u32::from(to)));
        let rank = rank.and_then(|n| n.checked_sub(u32::from(from))).unwrap_or(u32::from(u8::MAX));
        renumbered += &format!("{before}{rank}");
        rest = &rest[start + length..];
    }
    renumbered + rest
}

fn by_legs(v: &Variant, spelling: &Spelling, pass: &str) -> String {
    if spelling.mv.kind() == MoveKind::Pass {
        return pass.to_owned();
    }
    let plain = spelling.algebraic(v);
    let names: Vec<String> = spelling.squares.iter().map(|s| v.square_name(*s)).collect();
    if names.len() < 3 {
        return plain;
    }
    let promotion = &plain[names.concat().len()..];
    let legs: Vec<String> = names.windows(2).map(|leg| leg.concat()).collect();
    legs.join(",") + promotion
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_renumbered() {
        for (text, to, from, expected) in [
            ("d3d4", 1, 0, "d4d5"),
            ("e11e10+", 1, 0, "e12e11+"),
            ("d4d5", 0, 1, "d3d4"),
            ("e12f12,f12e12", 0, 1, "e11f11,f11e11"),
            ("a0b1", 0, 1, "a255b0"),
            ("a99999999999999999999", 0, 1, "a255"),
            ("P@e5", 1, 1, "P@e5"),
            ("@@@@", 0, 1, "@@@@"),
            ("", 0, 1, ""),
        ] {
            assert_eq!(renumbered(text, to, from), expected, "{text}");
        }
    }
}
