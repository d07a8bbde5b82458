//! For which pieces it matters whether they have ever moved.
//!
//! Movements say it with the letter `i`. A piece that can only go forward needs no memory: it has
//! never moved exactly while it stands on a start square. All others do, kings that castle and
//! their partners among them; that is part of the position.

use crate::{Board, Color, Landing, Movement, PieceData, PieceType, Square, Variant};
use komadai_betza::{Atom, Base, Chain, Direction, Element, Modality, Modifier, Term, TermKind};

impl Variant {
    /// Whether "has never moved" is a part of the position for pieces of that type.
    pub fn tracks_unmoved(&self, piece: PieceType) -> bool {
        self.tracked[piece.index()]
    }

    /// Whether the movement of that type has castling (`O`).
    pub fn castles(&self, piece: PieceType) -> bool {
        self.castlers[piece.index()]
    }

    /// The usual start square of a castling piece, where castling takes it to fixed files
    /// ([`Landing::Fixed`]).
    pub fn castling_home(&self, piece: PieceType, side: Color) -> Option<Square> {
        let fixed = self.castling.landing == Landing::Fixed;
        self.pieces[piece.index()].at[side.index()].first().copied().filter(|_| fixed)
    }

    /// Finds out once what is asked again and again.
    pub(crate) fn note_unmoved(&mut self) {
        self.castlers = self.pieces.iter().map(PieceData::castles).collect();
        let types = (0..self.pieces.len()).map(|i| PieceType(i as u8));
        self.tracked = types.map(|piece| self.finds_tracked(piece)).collect();
    }

    fn finds_tracked(&self, piece: PieceType) -> bool {
        let piece_data = &self.pieces[piece.index()];
        if piece_data.starts.iter().all(Vec::is_empty) {
            return false;
        }
        let partner = self.castling.partners.is_empty() || self.castling.partners.contains(&piece);
        if partner && self.castlers.contains(&true) {
            return true;
        }
        if self.placement.as_ref().is_some_and(|it| it.first_moves && it.by.contains(&piece)) {
            return true;
        }
        piece_data.asks_whether_unmoved() && !piece_data.shows_whether_unmoved(&self.board)
    }
}

impl Movement {
    /// Whether it has castling (`O`).
    pub(crate) fn castles(&self) -> bool {
        let castles =
            |term: &Term| matches!(&term.kind, TermKind::Chain(c) if c.atom.base == Base::O);
        self.tree.terms.iter().any(castles)
    }

    /// Whether it has a letter.
    pub(crate) fn mentions(&self, modality: Modality) -> bool {
        let modifier = Modifier::Modality(modality);
        self.tree.terms.iter().any(|term| match &term.kind {
            TermKind::Chain(chain) => chain.mentions(modifier),
            TermKind::Bracket(bracket) => {
                bracket.parts.iter().any(|part| part.modifiers.contains(&modifier))
            }
        })
    }
}

impl PieceData {
    /// Whether its movement has castling (`O`).
    pub(crate) fn castles(&self) -> bool {
        self.moves.iter().any(Movement::castles)
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        self.moves.iter().flat_map(|m| &m.tree.terms)
    }

    /// Whether a first leg has the letter `i`.
    fn asks_whether_unmoved(&self) -> bool {
        const INITIAL: Modifier = Modifier::Modality(Modality::I);
        self.terms().any(|term| match &term.kind {
            TermKind::Chain(chain) => {
                let mut copies = 0..=chain.most_copies().min(1);
                chain.mentions(INITIAL) && copies.any(|n| chain.legs(n)[0].contains(&INITIAL))
            }
            TermKind::Bracket(bracket) => {
                bracket.parts.first().is_some_and(|part| part.modifiers.contains(&INITIAL))
            }
        })
    }

    /// Whether its movement has a letter.
    pub(crate) fn mentions(&self, modality: Modality) -> bool {
        self.moves.iter().any(|movement| movement.mentions(modality))
    }

    /// Whether the square tells it: the piece can only go forward, and from no start square of its
    /// own to another.
    fn shows_whether_unmoved(&self, board: &Board) -> bool {
        let one_rank =
            |side: &Vec<_>| side.windows(2).all(|s| board.rank(s[0]) == board.rank(s[1]));
        self.starts.iter().all(one_rank)
            && self.terms().all(|term| match &term.kind {
                TermKind::Chain(chain) => goes_forward(chain),
                TermKind::Bracket(_) => false,
            })
    }
}

/// Whether every leg of the chain goes toward the far side. A chain that bends counts as one that
/// does not: what it needs is then remembered without need, which does no harm.
fn goes_forward(chain: &Chain) -> bool {
    let plain = |e: &Element| matches!(e, Element::Modifier(_));
    if !chain.elements.iter().all(plain) {
        return false;
    }
    let directions: Vec<Direction> = chain.legs(0)[0]
        .iter()
        .filter_map(|modifier| match modifier {
            Modifier::Direction(direction) => Some(*direction),
            Modifier::Modality(_) => None,
        })
        .collect();
    directions_go_forward(&chain.atom, &directions)
}

fn directions_go_forward(atom: &Atom, directions: &[Direction]) -> bool {
    use Direction::{F, L, R, S};
    let Some((long, short)) = atom.step() else {
        return false;
    };
    let orthogonal = short == 0 && !matches!(atom.base, Base::K | Base::Q | Base::S);
    match directions {
        [F] | [F, F] => true,
        _ if orthogonal => false,
        [F, L | R] | [L | R, F] => true,
        // On the diagonals `s` and `h` have no partner to pair with.
        [F, S | Direction::H] => long != short,
        _ => false,
    }
}
