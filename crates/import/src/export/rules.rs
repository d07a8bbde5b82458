//! Promotion, drops, castling, and the position at the start.

use super::Section;
use super::pieces::{Pieces, Royal};
use komadai_movement::Castle;
use komadai_variant::{Color, Landing, LimitPlace, PieceType, Square, When};
use std::collections::{BTreeMap, BTreeSet};

/// The moves by which pieces of shogi promote.
const LIKE_SHOGI: When = When {
    enter: true,
    inside: true,
    leave: true,
    capture_inside: false,
    capture_from_inside: false,
    stuck: false,
};
/// The same where only captures promote.
const BY_CAPTURE: When = When {
    enter: false,
    inside: false,
    leave: false,
    capture_inside: true,
    capture_from_inside: true,
    stuck: false,
};

impl Section<'_> {
    pub(super) fn promotion(&mut self, pieces: &Pieces) {
        let variant = self.variant;
        let promotion = &variant.promotion;
        let promoting: Vec<usize> =
            (0..variant.pieces.len()).filter(|i| !variant.pieces[*i].promotes.is_empty()).collect();
        let (flips, pawns): (Vec<usize>, Vec<usize>) = promoting.iter().partition(|i| {
            let piece = &variant.pieces[**i];
            let own = format!("+{}", piece.id);
            piece.promotes.len() == 1 && variant.pieces[piece.promotes[0].index()].id == own
        });
        self.say_regions("promotionRegion", &promotion.zone);
        match (flips.is_empty(), pawns.is_empty()) {
            (true, true) => self.say("promotionPawnTypes", "-"),
            (true, false) => self.pawns(&pawns, pieces),
            (false, true) => self.flips(&flips, pieces),
            (false, false) => self.refuse("pawns that promote beside pieces of shogi"),
        }
    }

    /// Pieces that become others, as pawns do.
    fn pawns(&mut self, pawns: &[usize], pieces: &Pieces) {
        let variant = self.variant;
        let promotion = &variant.promotion;
        let choices: BTreeSet<&[PieceType]> =
            pawns.iter().map(|i| variant.pieces[*i].promotes.as_slice()).collect();
        let [choices] = choices.into_iter().collect::<Vec<_>>()[..] else {
            self.refuse("pieces that differ in what they become (`promotes`)");
            return;
        };
        let When { enter, inside, leave, capture_inside, capture_from_inside, stuck } =
            promotion.when;
        let moments = enter && !leave && !capture_inside && !capture_from_inside && !stuck;
        // Who must promote on arriving is never inside, unless it begins or is dropped there.
        let moments = moments && (inside || promotion.mandatory);
        self.refuse_if(!moments, "when pieces promote (`promotion.when`)");
        let types: Vec<PieceType> = pawns.iter().map(|i| PieceType(*i as u8)).collect();
        self.say("promotionPawnTypes", pieces.list(&types));
        for (side, colour) in ["White", "Black"].into_iter().enumerate() {
            let never = |t: &&PieceType| {
                promotion.limits.iter().any(|limit| {
                    limit.count == Some(0) && limit.sides[side] && limit.types.contains(t)
                })
            };
            let own: Vec<PieceType> = choices.iter().filter(|t| !never(t)).copied().collect();
            self.say(&format!("promotionPieceTypes{colour}"), pieces.list(&own));
        }
        self.limits(pieces);
        self.say("mandatoryPawnPromotion", promotion.mandatory);
        let stays = |piece: &PieceType| variant.pieces[piece.index()].demotes_to == *piece;
        self.refuse_if(
            !variant.captures_to_hand && !choices.iter().all(stays),
            "promoted pieces that are not those of the start",
        );
    }

    /// How many pieces of a type a side may have by promotion.
    fn limits(&mut self, pieces: &Pieces) {
        let limits = self.variant.promotion.limits.iter().filter(|limit| limit.count != Some(0));
        let mut counts = Vec::new();
        for limit in limits {
            for t in &limit.types {
                self.letters(pieces, &[*t], "limits of promotion");
                let start =
                    Color::BOTH.map(|side| self.variant.pieces[t.index()].at[side.index()].len());
                let count = limit.count.or((start[0] == start[1]).then_some(start[0] as u32));
                match count.filter(|count| *count > 0 && limit.sides == [true; 2]) {
                    Some(count) => counts.push(format!("{}:{count}", pieces.letters[t.index()])),
                    None => {
                        self.refuse("limits of promotion that differ by side (`promotion.limits`)")
                    }
                }
            }
        }
        if !counts.is_empty() {
            self.say("promotionLimit", counts.join(" "));
        }
    }

    /// Pieces that turn over, as in shogi.
    fn flips(&mut self, flips: &[usize], pieces: &Pieces) {
        let variant = self.variant;
        let promotion = &variant.promotion;
        let pair = |i: &usize| {
            let to = variant.pieces[*i].promotes[0];
            format!("{}:{}", pieces.letters[*i], pieces.letters[to.index()])
        };
        let pairs: Vec<String> = flips.iter().map(pair).collect();
        self.refuse_if(
            !promotion.limits.is_empty(),
            "limits of promotion of shogi's pieces (`promotion.limits`)",
        );
        self.say("promotionPawnTypes", "-");
        self.say("promotedPieceType", pairs.join(" "));
        self.say("mandatoryPiecePromotion", promotion.mandatory);
        match promotion.when {
            LIKE_SHOGI => {}
            BY_CAPTURE => self.say("piecePromotionOnCapture", true),
            _ => self.refuse("when pieces promote (`promotion.when`)"),
        }
    }

    pub(super) fn drops(&mut self, pieces: &Pieces) {
        let variant = self.variant;
        let drops = &variant.drops;
        self.say("capturesToHand", variant.captures_to_hand);
        self.say("pieceDrops", drops.allowed);
        if variant.captures_to_hand {
            self.held();
        }
        self.stuck(pieces);
        if !drops.allowed {
            return;
        }
        self.pawn_drops(pieces);
        self.say("dropPromoted", drops.promoted);
        if let Some(zones) = &drops.zone {
            self.say_regions("dropRegion", zones);
        }
        match &drops.limits[..] {
            [] => {}
            [limit] if limit.per == LimitPlace::File => {
                let letters = self.letters(pieces, &limit.types, "limits of drops");
                self.say("dropNoDoubled", letters);
                self.say("dropNoDoubledCount", limit.count);
            }
            _ => self.refuse("limits of drops but for one on files (`drops.limits`)"),
        }
        let shogi_pawn = |t: &PieceType| pieces.is(*t, "shogiPawn");
        match drops.no_mate.iter().map(shogi_pawn).collect::<Vec<_>>()[..] {
            [] => {}
            [true] => self.say("shogiPawnDropMateIllegal", true),
            _ => self.refuse("drops that may not mate, but for pawns (`drops.no_mate`)"),
        }
    }

    /// What becomes of captured pieces: there each is again what it was before it promoted.
    fn held(&mut self) {
        let variant = self.variant;
        for (i, piece) in variant.pieces.iter().enumerate() {
            let own = PieceType(i as u8);
            let was =
                variant.pieces.iter().enumerate().filter(|(_, it)| it.promotes.contains(&own));
            let was: Vec<PieceType> = was.map(|(at, _)| PieceType(at as u8)).collect();
            // A piece that promotes itself may be what another one turns back into.
            let stays = was.is_empty() || (piece.demotes_to == own && !piece.promotes.is_empty());
            let expected = if stays { vec![own] } else { was };
            self.refuse_if(
                expected != [piece.demotes_to],
                "pieces that are another in the hand than before they promoted (`held`)",
            );
        }
    }

    /// Where pieces could not move any more.
    fn stuck(&mut self, pieces: &Pieces) {
        let variant = self.variant;
        let drops = &variant.drops;
        let could = |(i, said): (usize, &super::moves::Said)| {
            pieces.pawn != Some(PieceType(i as u8)) && said.moves.can_be_stuck()
        };
        let others = pieces.said.iter().enumerate().any(could);
        let not_dropped = drops.allowed && drops.not_stuck;
        // Who must promote anyway is never stuck by a move.
        let forced = variant.promotion.forced_when_stuck || variant.promotion.mandatory;
        self.refuse_if(
            others && drops.allowed && forced != drops.not_stuck,
            "pieces that could be stuck: there neither moves nor drops may bring that about, or both",
        );
        let never = not_dropped || variant.promotion.forced_when_stuck;
        self.say("immobilityIllegal", never && others);
    }

    /// Pawns of chess in hand: they may be kept off their first rank and where they promote.
    fn pawn_drops(&mut self, pieces: &Pieces) {
        let variant = self.variant;
        let Some(pawn) = pieces.pawn else { return };
        let last = self.board.ranks - 1;
        let own_rank =
            |square: &Square, side: usize| self.board.rank_of(self.at(*square).1, side == 1);
        let may_stand = |rank: u8| {
            let zones = variant.pieces[pawn.index()].confine.as_ref();
            zones.is_none_or(|zones| {
                (0..2).all(|side| zones[side].iter().any(|s| own_rank(s, side) == rank))
            })
        };
        let zone = &variant.promotion.zone;
        let at_the_end = (0..2).all(|side| zone[side].iter().all(|s| own_rank(s, side) == last));
        let kept_off = variant.drops.not_stuck && at_the_end;
        let elsewhere = variant.drops.not_stuck && !at_the_end;
        let (first, others) = (may_stand(0), (1..last).all(may_stand));
        self.refuse_if(elsewhere || !others, "where pawns may be dropped");
        self.say("firstRankPawnDrops", first);
        self.say("promotionZonePawnDrops", !kept_off);
    }

    /// Castling: the files to which the kings go, which must be those of both sides.
    pub(super) fn castling(&mut self, pieces: &Pieces) {
        let variant = self.variant;
        let castlers: Vec<usize> =
            (0..variant.pieces.len()).filter(|i| !pieces.said[*i].castles.is_empty()).collect();
        let [king] = castlers[..] else {
            self.say("castling", false);
            self.refuse_if(castlers.len() > 1, "several kinds of pieces that castle");
            return;
        };
        let fixed = variant.castling.landing == Landing::Fixed;
        self.refuse_if(fixed, "castling to fixed files (`castling.landing`)");
        let piece = PieceType(king as u8);
        // There only what has to be defended minds attacks on its way.
        let (taken, through) =
            (pieces.royal == Some(Royal::Taken(piece)), variant.castling.through_check);
        self.refuse_if(
            taken && !through,
            "castling not out of, through or into attacks, of royals that may be taken",
        );
        self.refuse_if(!taken && through, "castling in check (`castling.through_check`)");
        if pieces.royal != Some(Royal::King(piece)) {
            self.say("castlingKingPiece", pieces.letters[king]);
        }
        let mut keys: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut partners = BTreeSet::new();
        for color in Color::BOTH {
            for (castle, only) in &pieces.said[king].castles {
                if only.is_some_and(|only| only != color) {
                    continue;
                }
                for square in &variant.pieces[king].at[color.index()] {
                    self.ways(*castle, *square, color, &mut keys, &mut partners);
                }
            }
        }
        for (key, values) in keys {
            match values.into_iter().collect::<Vec<_>>()[..] {
                [ref value] => self.say(key, value),
                _ => self.refuse("sides that castle in ways of their own"),
            }
        }
        let allowed = &variant.castling.partners;
        let partners: Vec<PieceType> =
            partners.into_iter().filter(|t| allowed.is_empty() || allowed.contains(t)).collect();
        self.say("castlingRookPieces", pieces.list(&partners));
    }

    fn ways(
        &self,
        castle: Castle,
        king: Square,
        color: Color,
        keys: &mut BTreeMap<&str, BTreeSet<String>>,
        partners: &mut BTreeSet<PieceType>,
    ) {
        let board = &self.variant.board;
        let (file, rank) = self.at(king);
        let letter = |file: u8| char::from(b'a' + file).to_string();
        let own_rank = self.board.rank_of(rank, color == Color::Second) + 1;
        keys.entry("castlingKingFile").or_default().insert(letter(file));
        keys.entry("castlingRank").or_default().insert(own_rank.to_string());
        for high in [false, true] {
            if !castle.sides[usize::from(high) ^ color.index()] {
                continue;
            }
            let partner =
                if high { board.files.checked_sub(1 + castle.inset) } else { Some(castle.inset) };
            let to = if high {
                file.checked_add(castle.distance)
            } else {
                file.checked_sub(castle.distance)
            };
            let (Some(partner), Some(to)) = (partner, to) else { continue };
            let standing =
                board.square(partner, rank).and_then(|square| self.standing(color, square));
            let Some(piece) = standing else { continue };
            partners.insert(piece);
            let names = match high {
                true => ("castlingKingsideFile", "castlingRookKingsideFile"),
                false => ("castlingQueensideFile", "castlingRookQueensideFile"),
            };
            keys.entry(names.0).or_default().insert(letter(to));
            keys.entry(names.1).or_default().insert(letter(partner));
        }
    }

    fn standing(&self, color: Color, square: Square) -> Option<PieceType> {
        let at = |piece: &&(usize, &komadai_variant::PieceData)| {
            piece.1.at[color.index()].contains(&square)
        };
        let pieces: Vec<_> = self.variant.pieces.iter().enumerate().collect();
        pieces.iter().find(at).map(|(i, _)| PieceType(*i as u8))
    }

    /// The position at the start, as FEN.
    pub(super) fn start(&mut self, pieces: &Pieces) {
        self.refuse_if(self.variant.shuffle.is_some(), "shuffled starts");
        let variant = self.variant;
        let rows: Vec<String> = (0..self.board.ranks).rev().map(|rank| self.row(rank)).collect();
        let mut fen = rows.join("/");
        let holds = variant.pieces.iter().any(|piece| piece.hand != [0, 0]);
        if variant.drops.allowed || holds {
            fen += &format!("[{}]", self.hands());
        }
        fen += " w ";
        let rights = self.rights(pieces);
        fen += if rights.is_empty() { "-" } else { &rights };
        fen += " -";
        if let Some(checks) = variant.end.checks {
            fen += &format!(" {0}+{0}", checks.count);
        }
        fen += " 0 1";
        self.say("startFen", fen);
    }

    fn row(&self, rank: u8) -> String {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..self.board.files {
            let man = self.man((file, rank));
            if man.is_none() && self.board.has((file, rank)) {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            row += &man.unwrap_or_else(|| "*".to_owned());
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        row
    }

    /// What stands on a square, as FEN writes it.
    fn man(&self, (file, rank): (u8, u8)) -> Option<String> {
        let square = self.variant.board.square(file, rank)?;
        let (color, piece) =
            Color::BOTH.into_iter().find_map(|c| Some((c, self.standing(c, square)?)))?;
        let id = &self.variant.pieces[piece.index()].id;
        Some(if color == Color::First { id.clone() } else { id.to_lowercase() })
    }

    fn hands(&self) -> String {
        let mut text = String::new();
        for (side, _) in Color::BOTH.into_iter().enumerate() {
            for piece in &self.variant.pieces {
                let id = if side == 0 { piece.id.clone() } else { piece.id.to_lowercase() };
                text += &id.repeat(piece.hand[side].into());
            }
        }
        text
    }

    /// The rights to castle: wings on which a partner stands.
    fn rights(&self, pieces: &Pieces) -> String {
        let mut rights = String::new();
        for color in Color::BOTH {
            let mut own = [false; 2];
            let mut castling = BTreeSet::new();
            for (i, said) in pieces.said.iter().enumerate() {
                for (castle, only) in &said.castles {
                    if only.is_some_and(|only| only != color) {
                        continue;
                    }
                    for king in &self.variant.pieces[i].at[color.index()] {
                        let (mut keys, mut partners) = (BTreeMap::new(), BTreeSet::new());
                        self.ways(*castle, *king, color, &mut keys, &mut partners);
                        own[0] |= keys.contains_key("castlingKingsideFile");
                        own[1] |= keys.contains_key("castlingQueensideFile");
                        castling.extend(self.castling_squares(*king, &keys));
                    }
                }
            }
            let letters =
                ["K", "Q"].into_iter().zip(own).filter(|(_, own)| *own).map(|(letter, _)| letter);
            let letters = letters.collect::<String>() + &self.gate_letters(color, &castling);
            rights += &if color == Color::First { letters } else { letters.to_lowercase() };
        }
        rights
    }

    /// Where a king and its partners stand, given the keys of how it castles.
    fn castling_squares(
        &self,
        king: Square,
        keys: &BTreeMap<&str, BTreeSet<String>>,
    ) -> Vec<Square> {
        let board = &self.variant.board;
        let partner = |key: &&str| {
            let letter = keys.get(key)?.first()?.bytes().next()?;
            board.square(letter - b'a', self.at(king).1)
        };
        let partners: Vec<Square> = ["castlingRookKingsideFile", "castlingRookQueensideFile"]
            .iter()
            .filter_map(partner)
            .collect();
        if partners.is_empty() { partners } else { [vec![king], partners].concat() }
    }
}
