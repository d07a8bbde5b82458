//! How the game ends.

use super::Section;
use super::pieces::{Pieces, Royal};
use crate::chase;
use crate::region::Square;
use komadai_variant::{
    Chase, Extinction, Flag, FlagReply, Outcome, PieceType, QuietMoves, RepetitionResult, Royals,
    Stalemate,
};
use std::collections::{BTreeMap, BTreeSet};

/// A piece that is chased: by which type, which type, of which side, and where.
type Threatened = (usize, usize, usize, Square);

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
        Outcome::Win => "win",
    }
}

impl Section<'_> {
    pub(super) fn ends(&mut self, pieces: &Pieces) {
        let end = &self.variant.end;
        match end.stalemate {
            Stalemate::Draw => self.say("stalemateValue", "draw"),
            Stalemate::Loss => self.say("stalemateValue", "loss"),
            Stalemate::Win => self.say("stalemateValue", "win"),
            Stalemate::Fewer => {
                self.say("stalemateValue", "win");
                self.say("stalematePieceCount", true);
            }
        }
        self.say("checkmateValue", word(end.mated));
        self.say("checking", end.check_may_be_given);
        self.refuse_if(
            end.royals != Royals::Any,
            "games that go on without a royal (`end.royals`)",
        );
        self.refuse_if(!end.burn_is_check, "burns that are no check (`end.burn_is_check`)");
        self.refuse_if(end.check_through_shock, "checks through shock (`end.check_through_shock`)");
        self.repetition(pieces);
        self.quiet(pieces);
        self.flag(pieces);
        self.extinction(pieces);
        if let Some(checks) = end.checks {
            self.refuse_if(checks.result != Outcome::Win, "checks that lose (`end.checks`)");
            self.say("checkCounting", true);
        }
        self.refuse_if(!end.counting.is_empty(), "counts of moves (`end.counting`)");
        if end.move_limit.is_some() {
            self.remark("here long games are drawn (`end.move_limit`)");
        }
        if end.dead.is_some() {
            self.remark("here positions that nobody can win are drawn (`end.dead_position`)");
        }
        if end.declaration.is_some() {
            self.remark("here a royal in the far camp may win (`end.declaration`)");
        }
    }

    fn repetition(&mut self, pieces: &Pieces) {
        let Some(rule) = &self.variant.end.repetition else {
            self.say("nFoldRule", 0);
            return;
        };
        // There nobody claims: what may be claimed here ends the game.
        self.say("nFoldRule", rule.claim.unwrap_or(rule.times));
        match rule.result {
            RepetitionResult::Draw => {}
            RepetitionResult::MoverLoses => self.say("nFoldValue", "win"),
            RepetitionResult::Loses(side) => {
                let first = side == komadai_variant::Color::First;
                self.say("nFoldValue", if first { "loss" } else { "win" });
                self.say("nFoldValueAbsolute", true);
            }
            RepetitionResult::Forbidden => self.refuse("forbidden repetition (`end.repetition`)"),
        }
        self.say("perpetualCheckIllegal", rule.perpetual_check_loses);
        if !rule.perpetual_chase.is_empty() {
            let fits = self.chases(&rule.perpetual_chase) == self.axf(pieces);
            self.refuse_if(
                !fits,
                "chases but for those of Xiangqi (`end.repetition.perpetual_chase`)",
            );
            self.say("chasingRule", "axf");
        }
    }

    /// Which pieces chase which on which squares, and whether only those that are not protected.
    fn chases(&self, rules: &[Chase]) -> BTreeMap<Threatened, bool> {
        let mut all = BTreeMap::new();
        for rule in rules {
            for (by, victim) in
                rule.by.iter().flat_map(|by| rule.victims.iter().map(move |v| (by, v)))
            {
                for side in 0..2 {
                    let squares = match &rule.zone {
                        Some(zone) => zone[side].iter().map(|square| self.at(*square)).collect(),
                        None => self.board.squares(),
                    };
                    for square in squares {
                        *all.entry((by.index(), victim.index(), side, square)).or_default() |=
                            rule.protected;
                    }
                }
            }
        }
        all
    }

    /// The same by the rule of Fairy-Stockfish, which goes by its own types.
    fn axf(&self, pieces: &Pieces) -> BTreeMap<Threatened, bool> {
        let types = || (0..self.variant.pieces.len()).map(|i| PieceType(i as u8));
        let any = |piece: PieceType, keys: &[&str]| keys.iter().any(|key| pieces.is(piece, key));
        let king = pieces.royal.map(Royal::piece);
        let mut all = BTreeMap::new();
        for by in types().filter(|by| Some(*by) != king && !any(*by, &chase::FREE)) {
            for victim in types().filter(|victim| Some(*victim) != king) {
                let lesser = |(chasers, victims): &(&[&str], &[&str])| {
                    any(by, chasers) && any(victim, victims)
                };
                let protected = chase::LESSER.iter().any(lesser);
                for (side, zone) in self.chased_on(pieces, victim).into_iter().enumerate() {
                    let keys =
                        zone.into_iter().map(|square| (by.index(), victim.index(), side, square));
                    all.extend(keys.map(|key| (key, protected)));
                }
            }
        }
        all
    }

    /// Where a piece of each side is chased: a soldier, where it moves sideways.
    fn chased_on(&self, pieces: &Pieces, victim: PieceType) -> [BTreeSet<Square>; 2] {
        match &pieces.said[victim.index()].crosses {
            Some(zones) if pieces.is(victim, "soldier") => {
                [0, 1].map(|side| zones[side].iter().map(|square| self.at(*square)).collect())
            }
            _ => [self.board.squares(), self.board.squares()],
        }
    }

    fn quiet(&mut self, pieces: &Pieces) {
        let Some(QuietMoves { claim, plies, reset_by_capture, reset_by }) = &self.variant.end.quiet
        else {
            self.say("nMoveRule", 0);
            return;
        };
        let plies = claim.unwrap_or(*plies);
        self.refuse_if(
            plies % 2 == 1 || !reset_by_capture,
            "the count of quiet moves (`end.quiet_moves`)",
        );
        self.say("nMoveRule", plies / 2);
        let letters = self.letters(pieces, reset_by, "quiet moves");
        self.say("nMoveRuleTypes", letters);
    }

    fn flag(&mut self, pieces: &Pieces) {
        let Some(Flag { types, zone, reply, safe }) = &self.variant.end.flag else { return };
        let letters = self.letters(pieces, types, "goals");
        self.say("flagPiece", letters);
        self.say_regions("flagRegion", zone);
        let kings = types.iter().all(|t| pieces.royal == Some(Royal::King(*t)));
        match reply {
            FlagReply::None => {}
            FlagReply::Arrival if kings => self.say("flagMove", true),
            FlagReply::Any if !kings => self.say("flagMove", true),
            _ => self.refuse("the reply to a piece on its goal (`end.flag`)"),
        }
        if *safe {
            self.say("flagPieceSafe", true);
        }
    }

    fn extinction(&mut self, pieces: &Pieces) {
        let end = &self.variant.end;
        // A royal that may be taken is a piece that must not be lost.
        let royal = pieces.royal.filter(|royal| !matches!(royal, Royal::King(_)));
        let royals: Vec<PieceType> = royal.map(Royal::piece).into_iter().collect();
        if matches!(royal, Some(Royal::Defended(_))) {
            self.say("extinctionPseudoRoyal", true);
        }
        let royal = Extinction {
            types: royals.clone(),
            each: false,
            count: 0,
            against: 0,
            reply: false,
            sides: [true; 2],
            result: Outcome::Loss,
        };
        let rules: Vec<&Extinction> =
            end.extinction.iter().chain((!royals.is_empty()).then_some(&royal)).collect();
        let [rule] = rules[..] else {
            self.refuse_if(rules.len() > 1, "several ways to run out of pieces (`end.extinction`)");
            return;
        };
        let everything = self.types().all(|t| rule.types.contains(&t));
        let counted = rule.types.len() == 1 || rule.each != everything;
        self.refuse_if(
            !counted || rule.sides != [true; 2],
            "who runs out of what (`end.extinction`)",
        );
        self.say("extinctionValue", word(rule.result));
        let letters = self.letters(pieces, &rule.types, "who runs out of pieces");
        let types = if everything { "*".to_owned() } else { letters };
        self.say("extinctionPieceTypes", types);
        self.say("extinctionPieceCount", rule.count);
        self.say("extinctionOpponentPieceCount", rule.against);
        self.say("extinctionClaim", rule.reply);
    }

    fn types(&self) -> impl Iterator<Item = PieceType> + use<> {
        (0..self.variant.pieces.len()).map(|i| PieceType(i as u8))
    }
}
