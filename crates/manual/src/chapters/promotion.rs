//! When, where and to what pieces promote.

use super::Writer;
use crate::document::{Block, plain};
use crate::lang::{Lang, number};
use komadai_records::json::ZoneKind;
use komadai_rules::diagram::Kind;
use komadai_rules::variant::{Promotion, PromotionLimit, When};
use komadai_rules::{Color, PieceType};

impl Writer<'_> {
    pub(super) fn promotion(&self) -> Vec<Block> {
        let variant = self.variant();
        let promotes = |t: &PieceType| !variant.pieces[t.index()].promotes.is_empty();
        let types: Vec<PieceType> = self.words.all_types().filter(promotes).collect();
        if types.is_empty() {
            return vec![Block::says(self.say("Pieces do not promote.", "成る駒はありません。"))];
        }
        let rules = &variant.promotion;
        let mut sentences = Vec::new();
        if rules.when != When::default() {
            sentences.push(self.zone_of_promotion(rules));
            sentences.push(self.right_to_promote(rules));
        }
        sentences.extend(self.duties(rules));
        sentences.extend(self.limits_of_promotion());
        sentences.extend(self.never_again(&types));
        let mut blocks = vec![Block::says(self.joined(&sentences))];
        if rules.when != When::default() {
            blocks.extend(self.zones_shown(ZoneKind::Promotion, ("The promotion zone", "敵陣")));
        }
        blocks.push(self.table_of_promotions(&types));
        blocks
    }

    fn zone_of_promotion(&self, rules: &Promotion) -> String {
        let zones = self.zones(&rules.zone);
        self.say(
            format!("The promotion zone is {zones}."),
            format!("成れる場所（敵陣）は、{zones}です。"),
        )
    }

    fn right_to_promote(&self, rules: &Promotion) -> String {
        let When { enter, inside, leave, capture_inside, capture_from_inside, stuck } = rules.when;
        let clauses = [
            (enter, "enters the zone", "敵陣に入るとき"),
            (inside, "moves within the zone", "敵陣の中で動くとき"),
            (leave, "leaves the zone", "敵陣から出るとき"),
            (capture_inside, "captures a piece that stands in the zone", "敵陣にいる駒を取るとき"),
            (capture_from_inside, "starts in the zone and captures", "敵陣から動いて駒を取るとき"),
            (stuck, "ends where it could never move again", "不成では行き所がなくなるとき"),
        ];
        let held: Vec<String> = clauses
            .iter()
            .filter(|(holds, ..)| *holds)
            .map(|(_, english, japanese)| self.say(*english, *japanese))
            .collect();
        let when = self.say(Lang::En.either(&held), held.join("、"));
        let verb = if rules.mandatory { "must" } else { "may" };
        let japanese = if rules.mandatory {
            "成らなければなりません"
        } else {
            "成ることができます"
        };
        let told = self.say(
            format!("A piece {verb} promote at the end of a move that {when}."),
            format!("{when}、その手の終わりに{japanese}。"),
        );
        let others =
            self.say(" No other move gives the right to promote.", "それ以外の手では成れません。");
        if enter && inside && leave { told } else { told + &others }
    }

    fn duties(&self, rules: &Promotion) -> Vec<String> {
        let mut told = Vec::new();
        let by_capture = rules.when.capture_inside || rules.when.capture_from_inside;
        if by_capture && self.shooters_promote() {
            told.push(if rules.by_shot { self.say(
                    "A capture without moving gives the same right: the piece then promotes where it stands.",
                    "動かずに取る手でも同じように、その場で成れます。",
                ) } else { self.say(
                    "A capture without moving never gives that right.",
                    "動かずに取る手では成れません。",
                ) });
        }
        if rules.forced_when_stuck {
            told.push(self.say(
                "Whatever the move, a piece must promote where it could never move again otherwise.",
                "どのような手であっても、成らなければ二度と動けなくなる所では必ず成ります。",
            ));
        } else if !rules.mandatory {
            told.push(self.say(
                "No promotion is compulsory: a piece that stays as it is where it cannot move on is stuck.",
                "成りが強制されることはありません。成らずに行き所がなくなった駒は、そのまま動けません。",
            ));
        }
        told.extend(self.fire_at_once(rules));
        told
    }

    /// What there may not be more of by promotion.
    fn limits_of_promotion(&self) -> Vec<String> {
        let variant = self.variant();
        let told = |limit: &PromotionLimit| {
            let any = self.words.lang.either(&self.words.pieces(&limit.types));
            let (what, whose) = match limit.sides {
                [true, true] => ("No piece".to_owned(), String::new()),
                [first, _] => {
                    let side = self.words.side(if first { Color::First } else { Color::Second });
                    (format!("No piece of {side}"), format!("{side}は、"))
                }
            };
            match limit.count {
                None => self.say(
                    format!(
                        "{what} becomes a {any} while its side has as many of them on the board as at the start."
                    ),
                    format!("{whose}盤上に自分の{any}が開始局面と同じ数だけある間は、それには成れません。"),
                ),
                Some(0) => self.say(
                    format!("{what} becomes a {any}."),
                    format!("{whose}{any}には成れません。"),
                ),
                Some(count) => {
                    let many = number(self.words.lang, count as usize);
                    self.say(
                        format!("{what} becomes a {any} while its side has {many} of them on the board."),
                        format!("{whose}盤上に自分の{any}が{many}枚ある間は、それには成れません。"),
                    )
                }
            }
        };
        let mut sentences: Vec<String> = variant.promotion.limits.iter().map(told).collect();
        if !sentences.is_empty()
            && (variant.promotion.mandatory || variant.promotion.forced_when_stuck)
        {
            sentences.push(self.say(
                "A move after which a piece has to promote, and cannot, is illegal; it gives check all the same.",
                "成らなければならないのに成れる駒がない手は反則です。それでも王手にはなります。",
            ));
        }
        sentences
    }

    /// Whether what has just become a burner burns.
    fn fire_at_once(&self, rules: &Promotion) -> Option<String> {
        let variant = self.variant();
        let becomes_fire = variant.pieces.iter().any(|piece| {
            piece.promotes.iter().any(|to| variant.pieces[to.index()].burns.is_some())
        });
        becomes_fire.then(|| {
            if rules.burns_at_once {
                self.say(
                    "What becomes a burning piece burns with this very move.",
                    "焼く駒に成ったときは、その手から周りを焼きます。",
                )
            } else {
                self.say(
                    "What becomes a burning piece does not burn with this move yet.",
                    "焼く駒に成っても、その手ではまだ焼きません。",
                )
            }
        })
    }

    fn shooters_promote(&self) -> bool {
        let shooters = self.types_that(|sense| sense.manner == Kind::Shot);
        shooters.iter().any(|t| !self.variant().pieces[t.index()].promotes.is_empty())
    }

    fn never_again(&self, types: &[PieceType]) -> Option<String> {
        let pieces = &self.variant().pieces;
        let mut results = types.iter().flat_map(|t| &pieces[t.index()].promotes);
        let never = results.all(|to| pieces[to.index()].promotes.is_empty());
        never.then(|| {
            self.say(
                "A promoted piece never promotes again.",
                "成った駒がもう一度成ることはありません。",
            )
        })
    }

    fn table_of_promotions(&self, types: &[PieceType]) -> Block {
        let row = |t: &PieceType| {
            let to = self.words.pieces(&self.variant().pieces[t.index()].promotes);
            vec![plain(self.words.piece(*t)), plain(self.words.lang.either(&to))]
        };
        let head = [self.say("Piece", "駒"), self.say("promotes to", "成ると")];
        Block::Table {
            head: head.into_iter().map(plain).collect(),
            rows: types.iter().map(row).collect(),
        }
    }
}
