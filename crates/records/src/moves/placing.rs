//! Texts of moves that place a piece as a part of what they do.

use super::find::{among, why_not};
use super::{MoveText, PromotionText, Refusal, Unresolved};
use crate::piece::promotion_letters;
use komadai_rules::variant::PlacedOn;
use komadai_rules::{AnyPlay, AskedPlacing, Move, MoveKind, PieceType, Square, Variant};

/// The legal move that a text means, where moves may place something.
pub(super) fn find(play: &AnyPlay, said: MoveText) -> Result<Move, Refusal> {
    let bare = play.bare_moves();
    let mut refusal = None;
    for reading in readings(play.variant(), &bare, &said) {
        match among(play, &reading, &bare) {
            Ok(m) => match placed(play, m, &reading) {
                Some(m) if !play.is_barred(m) => return Ok(m),
                _ => refusal = Some(Refusal::Illegal(why_not(play, &reading))),
            },
            Err(ambiguous @ Unresolved::Ambiguous(_)) => {
                refusal = refusal.or(Some(Refusal::Ambiguous(ambiguous)));
            }
            Err(Unresolved::NoSuchMove) => {}
        }
    }
    Err(refusal.unwrap_or_else(|| Refusal::Illegal(why_not(play, &said))))
}

/// What a move places as a text says; `None` if it may not.
fn placed(play: &AnyPlay, m: Move, said: &MoveText) -> Option<Move> {
    let asked = match said {
        MoveText::Walk { placed, .. } => *placed,
        _ => None,
    };
    let Some(AskedPlacing { piece, square }) = asked else {
        return play.is_legal(m).then_some(m);
    };
    let types = &play.variant().placement.as_ref()?.pieces;
    let mut fitting = types.iter().filter(|of| piece.is_none_or(|piece| piece == **of));
    let (one, more) = (fitting.next()?, fitting.next());
    let m = m.placing(*one, square);
    (more.is_none() && play.is_legal(m)).then_some(m)
}

/// As what a text may be read: as it stands; its last leg, or the letter at its end, as what is placed.
fn readings(v: &Variant, bare: &[Move], said: &MoveText) -> Vec<MoveText> {
    let mut all = vec![said.clone()];
    let MoveText::Walk { squares, promotion, placed: None, .. } = said else { return all };
    let placing = |squares: &[Square], promotion, placed| {
        let mut reading = said.clone();
        if let MoveText::Walk { squares: s, promotion: p, placed: l, .. } = &mut reading {
            (*s, *p, *l) = (squares.to_vec(), promotion, Some(placed));
        }
        reading
    };
    if let [rest @ .., square] = &squares[..]
        && rest.len() > 1
    {
        all.push(placing(rest, *promotion, AskedPlacing { piece: None, square: *square }));
    }
    if let (PromotionText::To(piece), [from, to]) = (promotion, &squares[..]) {
        let piece = Some(placed_by_letter(v, *piece));
        let on = |square: Square| AskedPlacing { piece, square };
        all.push(placing(squares, PromotionText::None, on(*from)));
        let castling = bare.iter().find(|m| is_castling_of(**m, *from, *to));
        all.extend(castling.map(|m| placing(&[m.from(), m.to()], PromotionText::None, on(*from))));
    }
    all
}

/// What is placed where a letter was read as that of a promotion: `e` is an elephant out of the hand, also where a pawn
/// may become another one.
fn placed_by_letter(v: &Variant, read: PieceType) -> PieceType {
    let letters = promotion_letters(v, read);
    let types = v.placement.iter().flat_map(|rule| &rule.pieces);
    let mut named = types.filter(|piece| v.pieces[piece.index()].id == letters);
    named.next().copied().unwrap_or(read)
}

/// Whether a move castles with the partner on a square, towards the king on another.
fn is_castling_of(m: Move, partner: Square, king: Square) -> bool {
    m.kind() == MoveKind::Castle && (m.via(), m.from()) == (partner, king)
}

/// How UCI says a move that places something, given how it says the move without: the letter at its end where a
/// square is meant that the move vacates, in castling by the partner's way if that is its square; else a leg from
/// where the move ends to the square.
pub(super) fn in_uci(v: &Variant, m: Move, bare: String) -> String {
    let (Some((piece, square)), Some(rule)) = (m.placed(), &v.placement) else { return bare };
    let letter = v.pieces[piece.index()].id.to_lowercase();
    let name = |square: Square| v.square_name(square);
    match rule.squares {
        PlacedOn::Vacated if m.kind() == MoveKind::Castle && square == m.via() => {
            format!("{}{}{letter}", name(m.via()), name(m.from()))
        }
        PlacedOn::Vacated => bare + &letter,
        PlacedOn::Any if rule.pieces.len() > 1 => {
            format!("{bare},{}{}", v.pieces[piece.index()].id, name(square))
        }
        PlacedOn::Any => format!("{bare},{}{}", name(m.to()), name(square)),
    }
}

/// How SAN says what a move places: `/H` on the square that the move vacates, in castling with that square; else a
/// comma and the square, with the letter before it where it could be something else: `,d6`.
pub(crate) fn in_san(v: &Variant, m: Move) -> String {
    let (Some((piece, square)), Some(rule)) = (m.placed(), &v.placement) else {
        return String::new();
    };
    let id = &v.pieces[piece.index()].id;
    let name = v.display_square(square);
    match rule.squares {
        PlacedOn::Vacated if m.kind() == MoveKind::Castle => format!("/{id}{name}"),
        PlacedOn::Vacated => format!("/{id}"),
        PlacedOn::Any if rule.pieces.len() > 1 => format!(",{id}{name}"),
        PlacedOn::Any => format!(",{name}"),
    }
}
