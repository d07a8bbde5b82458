//! What a move places besides: walls, and pieces that enter behind those that move.

use super::Section;
use super::moves::betza;
use super::pieces::Pieces;
use crate::movement::{Moves, Step};
use komadai_variant::{
    CaptureBan, CaptureLimit, Color, PieceType, PlacedOn, Placement, Square, Stalemate, Supply,
};
use std::collections::BTreeSet;

const WHAT: &str = "pieces placed as a part of moves (`placement`)";

impl Section<'_> {
    /// The piece that is placed and does nothing else, as a wall does: there it is none.
    pub(super) fn wall(&self) -> Option<PieceType> {
        let rule = self.variant.placement.as_ref()?;
        let [wall] = rule.pieces[..] else { return None };
        let piece = &self.variant.pieces[wall.index()];
        let comes = self.variant.pieces.iter().any(|other| other.promotes.contains(&wall));
        let still = piece.moves.is_empty() && piece.burns.is_none() && piece.flies.is_none();
        let absent = piece.at.iter().all(Vec::is_empty) && piece.hand == [0, 0];
        let plain = !piece.royal && piece.confine.is_none() && piece.promotes.is_empty();
        (rule.supply != Supply::Hand && still && absent && plain && !comes).then_some(wall)
    }

    /// Whether a limit of captures says only that nothing takes walls, which is so there.
    pub(super) fn is_of_walls(&self, limit: &CaptureLimit) -> bool {
        let always = limit.when == CaptureBan::Always && limit.beyond == 0;
        always && self.wall().is_some_and(|wall| limit.captured == [wall])
    }

    pub(super) fn placement(&mut self, pieces: &Pieces) {
        let Some(rule) = &self.variant.placement else { return };
        match (rule.supply, self.wall()) {
            (Supply::Hand, _) => self.gates(rule, pieces),
            (_, Some(wall)) => self.walls(rule, wall, pieces),
            _ => self.refuse(WHAT),
        }
    }

    fn walls(&mut self, rule: &Placement, wall: PieceType, pieces: &Pieces) {
        let variant = self.variant;
        let movers: Vec<usize> = (0..variant.pieces.len()).filter(|i| *i != wall.index()).collect();
        let all = movers.iter().all(|i| rule.by.contains(&PieceType(*i as u8)));
        let plain = all && !rule.first_moves && !rule.optional;
        let end = &variant.end;
        // There a wall is no piece of either side.
        let counted = end.stalemate == Stalemate::Fewer
            || end.extinction.iter().any(|rule| rule.types.contains(&wall))
            || end.flag.as_ref().is_some_and(|flag| flag.types.contains(&wall))
            || variant.explosion.is_some();
        self.refuse_if(!plain || counted || variant.drops.allowed, WHAT);
        let captures = |i: &usize| pieces.said[*i].moves.steps.iter().any(|step| step.captures);
        let safe = variant
            .capture_limits
            .iter()
            .any(|limit| self.is_of_walls(limit) && limit.by.len() == variant.pieces.len());
        self.refuse_if(
            !safe && movers.iter().any(captures),
            "walls that are captured (`placement`)",
        );
        let flight = rule.reach.as_ref().map(|reach| self.flight(reach, &movers, pieces));
        let castles = pieces.said.iter().any(|said| !said.castles.is_empty());
        let (name, always) = match (rule.supply, rule.squares, flight) {
            (Supply::Single, PlacedOn::Any, None) => ("duck", true),
            (Supply::Endless, PlacedOn::Any, None) => ("static", true),
            (Supply::Endless, PlacedOn::Any, Some(Some(returns))) => ("arrow", returns),
            (Supply::Endless, PlacedOn::Vacated, None) if !castles => ("past", true),
            _ => return self.refuse(WHAT),
        };
        // There a move after which nothing can be placed may not be made.
        let unsaid = !rule.required && (!always || rule.zone.is_some());
        self.refuse_if(unsaid, "moves after which nothing can be placed (`placement.required`)");
        self.say("wallingRule", name);
        if let Some(zone) = &rule.zone {
            self.say_regions("wallingRegion", zone);
        }
    }

    /// Whether what all pieces move by without capturing is how far something is placed, and if so, whether each of
    /// these steps has one back.
    fn flight(
        &self,
        reach: &komadai_variant::Movement,
        movers: &[usize],
        pieces: &Pieces,
    ) -> Option<bool> {
        let said = super::moves::said(std::slice::from_ref(reach)).ok()?;
        let quiet = |moves: &Moves| {
            let steps = moves.quiet().map(|step| Step { captures: false, ..*step }).collect();
            betza(&Moves { steps })
        };
        let wanted = quiet(&said.moves)?;
        let alike = |i: &usize| {
            let moves = &pieces.said[*i].moves;
            !moves.has_first() && quiet(moves).as_ref() == Some(&wanted)
        };
        let vectors: BTreeSet<_> = said.moves.quiet().map(|step| step.vector).collect();
        let returns = vectors.iter().all(|(x, y)| vectors.contains(&(-x, -y)));
        movers.iter().all(alike).then_some(returns)
    }

    fn gates(&mut self, rule: &Placement, pieces: &Pieces) {
        let variant = self.variant;
        let shape = rule.squares == PlacedOn::Vacated
            && rule.first_moves
            && rule.optional
            && rule.reach.is_none()
            && rule.zone.is_none();
        let held = |piece: &PieceType| {
            let it = &variant.pieces[piece.index()];
            it.hand != [0, 0] && !rule.pieces.contains(piece)
        };
        let all = (0..variant.pieces.len()).map(|i| PieceType(i as u8));
        let others = all.clone().any(|piece| held(&piece));
        // What is captured comes to the hand, and may enter from there.
        let missing = |piece: &PieceType| {
            let it = &variant.pieces[piece.index()];
            !it.royal
                && it.demotes_to == *piece
                && pieces.pawn != Some(*piece)
                && !rule.pieces.contains(piece)
        };
        let kept = variant.captures_to_hand && all.clone().any(|piece| missing(&piece));
        let pawns = pieces.pawn.is_some_and(|pawn| rule.pieces.contains(&pawn));
        let stuck =
            variant.drops.allowed && (variant.drops.not_stuck || !variant.drops.limits.is_empty());
        let zone = variant.drops.allowed && variant.drops.zone.is_some();
        // A right to castle is a gate for both that castle.
        let castler = |piece: &PieceType| !pieces.said[piece.index()].castles.is_empty();
        let castlers: Vec<PieceType> = all.filter(castler).collect();
        let partners = castlers.iter().chain(&variant.castling.partners);
        let closed = partners.clone().any(|piece| !rule.by.contains(piece))
            || (!castlers.is_empty()
                && variant.castling.partners.is_empty()
                && !self.all_gated(rule));
        self.refuse_if(!shape || others || kept || pawns || stuck || zone || closed, WHAT);
        let ranks: BTreeSet<u8> = Color::BOTH
            .into_iter()
            .flat_map(|color| self.gated(color).into_iter().map(move |at| (color, at)))
            .map(|(color, at)| self.board.rank_of(self.at(at).1, color == Color::Second))
            .collect();
        self.refuse_if(ranks.len() > 1, "first moves on several ranks (`placement.first_moves`)");
        if let (Some(rank), false) =
            (ranks.first(), self.lines.iter().any(|l| l.starts_with("castlingRank ")))
        {
            self.say("castlingRank", rank + 1);
        }
        self.say("gating", true);
        self.say("seirawanGating", true);
    }

    /// Whether everything but pawns may be followed by a piece from the hand.
    fn all_gated(&self, rule: &Placement) -> bool {
        let standing = |i: &usize| self.variant.pieces[*i].at.iter().any(|at| !at.is_empty());
        let others = (0..self.variant.pieces.len()).filter(standing);
        let first_rank = |i: &usize| {
            let [own, _] = &self.variant.pieces[*i].at;
            own.iter().any(|square| self.at(*square).1 == 0)
        };
        others.filter(first_rank).all(|i| rule.by.contains(&PieceType(i as u8)))
    }

    /// The squares whose pieces may be followed by one from the hand.
    fn gated(&self, color: Color) -> Vec<Square> {
        let rule = self.variant.placement.iter().filter(|rule| rule.supply == Supply::Hand);
        let by = rule.flat_map(|rule| &rule.by);
        by.flat_map(|piece| self.variant.pieces[piece.index()].at[color.index()].clone()).collect()
    }

    /// The letters of the files on which a side has such squares, beside those that castle.
    pub(super) fn gate_letters(&self, color: Color, castling: &BTreeSet<Square>) -> String {
        let gates = self.gated(color).into_iter().filter(|square| !castling.contains(square));
        let files: BTreeSet<u8> = gates.map(|square| self.at(square).0).collect();
        files.into_iter().map(|file| char::from(b'A' + file)).collect()
    }
}
