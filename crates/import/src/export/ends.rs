//! How the game ends.

use super::Section;
use super::pieces::{Pieces, Royal};
use komadai_variant::{
    Extinction, Flag, FlagReply, Outcome, PieceType, QuietMoves, RepetitionResult, Royals,
    Stalemate,
};

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
        self.repetition();
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

    fn repetition(&mut self) {
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
