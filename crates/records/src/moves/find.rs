//! From a text to the legal move that it means, and from a legal move to how it is shown.

use super::{MoveText, PromotionText, Spelling, Unresolved, parse_move, placing, resolve};
use crate::{TextError, reason};
use komadai_rules::{
    AnyPlay, AskedPromotion, Attempt, Interrupt, Move, MoveKind, PieceType, Reason, Square, Variant,
};
use std::fmt;

/// Why the text of a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is not the text of a move.
    #[error("{0}")]
    Unreadable(#[from] TextError),
    /// It means several legal moves.
    #[error("{0}")]
    Ambiguous(Unresolved),
    /// It breaks a rule.
    #[error("{0}")]
    Illegal(BrokenRule),
}

impl Refusal {
    /// The same in Japanese, in a game of this variant.
    pub fn japanese(&self, variant: &Variant) -> Option<String> {
        match self {
            Refusal::Unreadable(error) => error.japanese.clone(),
            Refusal::Ambiguous(unresolved) => Some(unresolved.japanese().to_owned()),
            Refusal::Illegal(rule) => Some(rule.japanese(variant)),
        }
    }

    /// The word by which the refusal goes: that of the rule where the move breaks one, in small letters with
    /// hyphens.
    pub fn key(&self) -> String {
        match self {
            Refusal::Unreadable(_) => "unreadable".to_owned(),
            Refusal::Ambiguous(_) => "ambiguous".to_owned(),
            Refusal::Illegal(rule) => {
                rule.reason().map_or_else(|| "illegal".to_owned(), key_of_rule)
            }
        }
    }
}

fn key_of_rule(reason: &Reason) -> String {
    let told = format!("{reason:?}");
    let name = told.chars().take_while(|c| c.is_ascii_alphanumeric());
    let mut key = String::new();
    for c in name {
        if c.is_ascii_uppercase() && !key.is_empty() {
            key.push('-');
        }
        key.push(c.to_ascii_lowercase());
    }
    key
}

/// The rule that an illegal move breaks. Shown, it is an English sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule(Broken);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Broken {
    Rule(Box<Reason>),
    /// None: the move is legal, but what is written of other pieces does not happen.
    Nothing,
    /// All that is known is that the move is not legal.
    Unknown,
}

impl BrokenRule {
    /// The rule as data; `None` where the text fits no rule that it could break, such as one that says
    /// more than a legal move does.
    pub fn reason(&self) -> Option<&Reason> {
        match &self.0 {
            Broken::Rule(reason) => Some(reason),
            Broken::Nothing | Broken::Unknown => None,
        }
    }

    /// The rule as a Japanese sentence, in a game of this variant.
    pub fn japanese(&self, variant: &Variant) -> String {
        match &self.0 {
            Broken::Rule(reason) => reason::japanese(variant, reason),
            Broken::Nothing => {
                "その手は指せますが、書かれていることのすべては起こりません。".to_owned()
            }
            Broken::Unknown => Unresolved::NoSuchMove.japanese().to_owned(),
        }
    }
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Broken::Rule(reason) => write!(f, "{reason}"),
            Broken::Nothing => {
                f.write_str("The move is legal, but does not do all that is written.")
            }
            Broken::Unknown => f.write_str("The move is not legal."),
        }
    }
}

/// The legal move that a text means, in any spelling.
///
/// # Errors
/// See [`Refusal`]; an illegal move is refused with the rule that it breaks.
pub fn find(play: &AnyPlay, text: &str) -> Result<Move, Refusal> {
    let variant = play.variant();
    if let Some(m) = in_short(play, text).filter(|m| play.is_legal(*m)) {
        return Ok(m);
    }
    let said = parse_move(variant, text)?;
    if let Some(m) = plain_move(play, &said).filter(|m| play.is_legal(*m)) {
        return Ok(m);
    }
    if variant.placement.is_some() {
        return placing::find(play, said);
    }
    let legal = play.legal_moves_without_history();
    match among(play, &said, &legal) {
        Ok(m) if !play.is_barred(m) => Ok(m),
        Err(ambiguous @ Unresolved::Ambiguous(_)) => Err(Refusal::Ambiguous(ambiguous)),
        Ok(_) | Err(Unresolved::NoSuchMove) => Err(Refusal::Illegal(why_not(play, &said))),
    }
}

/// The one of some legal moves that a text means.
pub(super) fn among(play: &AnyPlay, said: &MoveText, legal: &[Move]) -> Result<Move, Unresolved> {
    match legal.iter().find(|m| is_plainly(play, **m, said)) {
        Some(m) => Ok(*m),
        None => resolve(play.variant(), said, &all_spellings(play, &candidates(legal, said))),
    }
}

/// The castling that `O-O`, toward the higher files, or `O-O-O` means; `None` for other texts.
pub fn castling(play: &AnyPlay, text: &str) -> Option<Move> {
    let upward = match text {
        "O-O" | "0-0" => true,
        "O-O-O" | "0-0-0" => false,
        _ => return None,
    };
    let mut legal = play.legal_moves().into_iter();
    legal.find(|m| m.kind() == MoveKind::Castle && (m.via() > m.from()) == upward)
}

/// What [`plain_move`] finds in texts like `7g7f`, `8h2b+` and `P*5e`, where one figure tells the file: most records
/// are full of them, and nothing else is read so often.
fn in_short(at: &AnyPlay, text: &str) -> Option<Move> {
    let variant = at.variant();
    let board = &variant.board;
    let square = |file: u8, rank: u8| {
        let file = board.files.checked_sub(file.checked_sub(b'0')?)?;
        board.square(file, board.ranks.checked_sub(rank.checked_sub(b'a')? + 1)?)
    };
    match *text.as_bytes() {
        [piece, b'*', file, rank] => {
            let mut types = (0u8..).map(PieceType).zip(&variant.pieces);
            let (piece, _) =
                types.find(|(_, it)| matches!(*it.id.as_bytes(), [id] if id == piece))?;
            Some(Move::drop_as(piece, piece, square(file, rank)?))
        }
        [file, rank, ref to @ ..] => {
            let (from, promotes) = (square(file, rank)?, u8::from(to.len() == 3));
            let to = match *to {
                [file, rank] | [file, rank, b'+'] => square(file, rank)?,
                _ => return None,
            };
            let m = Move::step(from, to, promotes);
            (promotes == 0 || promotions(at, m) == 1).then_some(m)
        }
        _ => None,
    }
}

/// The moves that a text could mean. A pass and a shot may be told of several pieces; whatever else moves
/// a piece begins where that stands.
fn candidates(legal: &[Move], said: &MoveText) -> Vec<Move> {
    let could = |m: &&Move| match said {
        MoveText::Pass => matches!(m.kind(), MoveKind::Pass | MoveKind::Jitto),
        MoveText::Drop { .. } => m.kind() == MoveKind::Drop,
        MoveText::Walk { squares, .. } => match m.kind() {
            MoveKind::Drop => false,
            MoveKind::Step | MoveKind::Through => squares.first() == Some(&m.from()),
            _ => true,
        },
    };
    legal.iter().filter(could).copied().collect()
}

/// The step or the drop that a text says in so many words, legal or not. Nearly all texts say one, and then the
/// other moves need not be found.
fn plain_move(at: &AnyPlay, said: &MoveText) -> Option<Move> {
    match said {
        MoveText::Drop { piece, to, held: None } => Some(Move::drop_as(*piece, *piece, *to)),
        MoveText::Walk { squares, promotion, others: None, placed: None, .. } => {
            let [from, to] = squares[..] else { return None };
            let choice = match promotion {
                PromotionText::None => 0,
                PromotionText::Plus => 1,
                PromotionText::To(_) => return None,
            };
            let m = Move::step(from, to, choice);
            is_plainly(at, m, said).then_some(m)
        }
        _ => None,
    }
}

/// Whether a text says a move in so many words. Nearly all texts do, and then the other spellings
/// need not be looked for.
fn is_plainly(at: &AnyPlay, m: Move, said: &MoveText) -> bool {
    match said {
        MoveText::Pass => m.kind() == MoveKind::Pass,
        MoveText::Drop { piece, to, held: None } => {
            m.kind() == MoveKind::Drop && (m.held(), m.dropped(), m.to()) == (*piece, *piece, *to)
        }
        MoveText::Drop { .. } => false,
        MoveText::Walk { squares, promotion, others, .. } => {
            let promotes = match promotion {
                PromotionText::None => m.promotion() == 0,
                PromotionText::Plus => m.promotion() == 1 && promotions(at, m) == 1,
                PromotionText::To(_) => false,
            };
            promotes && others.is_none() && goes_by(m, squares)
        }
    }
}

fn goes_by(m: Move, squares: &[Square]) -> bool {
    match m.kind() {
        MoveKind::Step => *squares == [m.from(), m.to()],
        MoveKind::Through => *squares == [m.from(), m.via(), m.to()],
        MoveKind::Shot => *squares == [m.from(), m.via(), m.from()],
        _ => false,
    }
}

/// How many choices of promotion the moving piece has.
fn promotions(at: &AnyPlay, m: Move) -> usize {
    let pieces = &at.variant().pieces;
    at.at(m.from()).map_or(0, |(_, piece)| pieces[piece.index()].promotes.len())
}

/// The search for a rule ends after so many moments: some tenths of a second. The games that come with the
/// program need less than one; where pieces have thousands of ways it could take seconds.
const MOST_MOMENTS: u32 = 64;

/// The rule that an illegal move breaks.
pub(super) fn why_not(play: &AnyPlay, said: &MoveText) -> BrokenRule {
    let attempt = match said {
        MoveText::Pass => Attempt::Pass,
        MoveText::Drop { piece, to, .. } => Attempt::Drop { piece: *piece, to: *to },
        MoveText::Walk { squares, promotion, shot, placed, .. } => Attempt::Walk {
            squares: squares.clone(),
            promotion: match promotion {
                PromotionText::None => AskedPromotion::None,
                PromotionText::Plus => AskedPromotion::Plus,
                PromotionText::To(piece) => AskedPromotion::To(*piece),
            },
            shot: *shot,
            placed: *placed,
        },
    };
    let outer = play.interrupt();
    let budget = Interrupt::moments_unless(MOST_MOMENTS, move || outer.ask());
    BrokenRule(match play.clone().with_interrupt(&budget).explain(&attempt) {
        _ if budget.is_over() => Broken::Unknown,
        Some(reason) => Broken::Rule(Box::new(reason)),
        None if said.without_details().is_some() => Broken::Nothing,
        None => Broken::Unknown,
    })
}

/// All spellings of some moves.
pub fn all_spellings(at: &AnyPlay, moves: &[Move]) -> Vec<Spelling> {
    at.spellings(moves).into_iter().map(Spelling::from).collect()
}

/// A spelling of a legal move that says all that it does, found quickly even where that of
/// [`spell`] takes long.
pub fn spell_in_full(at: &AnyPlay, m: Move) -> Spelling {
    at.spelled_in_full(m).into()
}

/// The spelling that is shown of a legal move.
pub fn spell(at: &AnyPlay, m: Move) -> Spelling {
    let longer = (!holds_all(m)).then(|| all_spellings(at, &[m]));
    longer.and_then(|spellings| spellings.into_iter().next()).unwrap_or_else(|| plainly(at, m))
}

/// The spelling that is shown of each of some legal moves; quicker than one after the other.
pub fn spell_each(at: &AnyPlay, moves: &[Move]) -> Vec<Spelling> {
    let others: Vec<Move> = moves.iter().copied().filter(|m| !holds_all(*m)).collect();
    let longer = if others.is_empty() { Vec::new() } else { all_spellings(at, &others) };
    // The first of each is shown; they come in the order of the moves.
    let mut shown = longer.chunk_by(|a, b| a.mv == b.mv).filter_map(<[Spelling]>::first).peekable();
    let spelled = |m: &Move| match shown.next_if(|spelling| spelling.mv == *m) {
        Some(spelling) => spelling.clone(),
        None => plainly(at, *m),
    };
    moves.iter().map(spelled).collect()
}

/// Whether a move holds all that is said of it, as most do.
fn holds_all(m: Move) -> bool {
    match m.kind() {
        MoveKind::Path | MoveKind::EnPassant | MoveKind::Castle | MoveKind::Jitto => false,
        MoveKind::Drop => m.held() == m.dropped(),
        _ => true,
    }
}

fn plainly(at: &AnyPlay, m: Move) -> Spelling {
    Spelling::new(m, at.at(m.from()).map(|(_, piece)| piece))
}
