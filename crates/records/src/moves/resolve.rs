//! Finding the legal move that a text means.

use super::{MoveText, PromotionText, Spelling};
use komadai_rules::{Move, MoveKind, PieceType, Square, Variant};

/// Why a text means no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unresolved {
    /// No legal move is spelled like that.
    #[error("there is no such legal move")]
    NoSuchMove,
    /// Several legal moves are spelled like that.
    #[error("the text fits several legal moves: name the piece to promote to")]
    Ambiguous(Vec<Move>),
}

impl Unresolved {
    /// The same in Japanese.
    pub fn japanese(&self) -> &'static str {
        match self {
            Unresolved::NoSuchMove => "その手は指せません。",
            Unresolved::Ambiguous(_) => {
                "指し手が一つに決まりません：成る駒の文字を付けてください。"
            }
        }
    }
}

/// Finds the legal move that a text means, among all spellings of all legal moves.
///
/// - Squares and promotion must be those of a spelling.
/// - From and the victim's square are enough for a shot where nothing else goes there.
/// - A pass is the forced pass, and where there is none a turn pass in place.
///
/// # Errors
/// [`Unresolved::NoSuchMove`] if nothing fits, [`Unresolved::Ambiguous`] if `+` is written where
/// there are several promotions.
pub fn resolve(v: &Variant, text: &MoveText, legal: &[Spelling]) -> Result<Move, Unresolved> {
    let mut moves: Vec<Move> = match text {
        MoveText::Pass => pass(legal).into_iter().collect(),
        MoveText::Drop { piece, to, held } => drops(v, *piece, *to, *held, legal),
        MoveText::Walk { squares, promotion, shot, others, .. } => walks(squares, *shot, legal)
            .into_iter()
            .filter(|spelling| spelling.others == *others)
            .filter(|spelling| promotes(v, *promotion, spelling))
            .map(|spelling| spelling.mv)
            .collect(),
    };
    moves.sort_unstable();
    moves.dedup();
    match moves[..] {
        [] => Err(Unresolved::NoSuchMove),
        [mv] => Ok(mv),
        _ => Err(Unresolved::Ambiguous(moves)),
    }
}

/// The forced pass if there is one, else the first turn pass: all of them lead to one position.
fn pass(legal: &[Spelling]) -> Option<Move> {
    [MoveKind::Pass, MoveKind::Jitto]
        .into_iter()
        .find_map(|kind| legal.iter().find(|spelling| spelling.mv.kind() == kind))
        .map(|spelling| spelling.mv)
}

fn drops(
    v: &Variant,
    piece: PieceType,
    to: Square,
    held: Option<PieceType>,
    legal: &[Spelling],
) -> Vec<Move> {
    let from_hand = |spelling: &&Spelling| match held {
        Some(held) => spelling.mv.held() == held,
        None => spelling.others.is_none(),
    };
    legal
        .iter()
        .filter(|spelling| spelling.mv.kind() == MoveKind::Drop && spelling.mv.to() == to)
        .filter(|spelling| spelling.promoted(v).or(spelling.mover) == Some(piece))
        .filter(from_hand)
        .map(|spelling| spelling.mv)
        .collect()
}

/// The spellings with the given squares.
fn walks<'a>(squares: &[Square], shot: bool, legal: &'a [Spelling]) -> Vec<&'a Spelling> {
    let spelled = |squares: &[Square], wanted: &dyn Fn(MoveKind) -> bool| -> Vec<&'a Spelling> {
        legal
            .iter()
            .filter(|spelling| spelling.squares == squares && wanted(spelling.mv.kind()))
            .collect()
    };
    let walks =
        spelled(squares, &|kind| kind != MoveKind::Drop && !(shot && kind == MoveKind::Jitto));
    match squares {
        [from, victim] if walks.is_empty() => {
            spelled(&[*from, *victim, *from], &|kind| kind == MoveKind::Shot)
        }
        _ => walks,
    }
}

/// Whether the promotion is the one that the text says.
fn promotes(v: &Variant, text: PromotionText, spelling: &Spelling) -> bool {
    match text {
        PromotionText::None => spelling.mv.promotion() == 0,
        PromotionText::Plus => spelling.mv.promotion() != 0,
        PromotionText::To(piece) => spelling.promoted(v) == Some(piece),
    }
}
