//! Ends without a winner, as a rule: repetition, moves without progress, dead positions.

use super::Writer;
use crate::lang::Lang;
use komadai_rules::variant::{DeadPosition, End, QuietMoves, Repetition, RepetitionResult};
use komadai_rules::{Color, ordinal};

impl Writer<'_> {
    pub(super) fn repetition(&self, end: &End) -> Option<String> {
        let rule = end.repetition.as_ref()?;
        let mut told = vec![self.same_position(), self.last_occurrence(rule)];
        if rule.perpetual_check_loses {
            told.push(self.say(
                "But if every move of one side since the first occurrence gave check, that side loses \
                 (perpetual check), unless both sides gave check all along.",
                "ただし、最初にその局面になってから片方の手がすべて王手だったときは、その側の負けです（連続王手の千日手）。双方ともすべて王手だったときは除きます。",
            ));
        } else if rule.result != RepetitionResult::Forbidden && !self.royals().is_empty() {
            told.push(self.say(
                "Perpetual check has no rule of its own.",
                "連続王手に特別な決まりはありません。",
            ));
        }
        told.extend(self.perpetual_chase(rule));
        if let Some(claim) = rule.claim {
            let nth = ordinal(claim);
            told.push(self.say(
                format!(
                    "From the {nth} occurrence on, the side to move may claim a draw; also by announcing \
                     a legal move that brings it about."
                ),
                format!("{claim}回目からは、手番の側が引き分けを主張できます。{claim}回目にする手を予告して主張してもかまいません。"),
            ));
        }
        Some(self.joined(&told))
    }

    /// What makes two positions the same.
    fn same_position(&self) -> String {
        let variant = self.variant();
        let (mut english, mut japanese) =
            (vec!["the same pieces on the same squares"], vec!["駒の配置"]);
        if variant.drops.allowed || variant.captures_to_hand {
            english.push("the same hands");
            japanese.push("持ち駒");
        }
        english.push("the same side to move");
        japanese.push("手番");
        if !variant.shocks.is_empty() {
            english.push("the same pass pending");
            japanese.push("パスの有無");
        }
        if self.words.all_types().any(|piece| variant.tracks_unmoved(piece)) {
            english.push("the same rights of pieces that have never moved");
            japanese.push("未動の駒の権利");
        }
        if !self.types_that(|s| s.has(komadai_rules::diagram::Kind::EnPassant)).is_empty() {
            english.push("the same capture in passing, if it is legal");
            japanese.push("可能なアンパッサン");
        }
        let english: Vec<String> = english.into_iter().map(String::from).collect();
        self.say(
            format!("Two positions are the same if they have {}.", Lang::En.all(&english)),
            format!("{}がすべて同じなら、同じ局面とします。", japanese.join("・")),
        )
    }

    fn last_occurrence(&self, rule: &Repetition) -> String {
        let (times, nth) = (rule.times, ordinal(rule.times));
        let of = |side: Color| self.words.side(side);
        match rule.result {
            RepetitionResult::Draw => self.say(
                format!("The {nth} occurrence ends the game as a draw."),
                format!("同じ局面が{times}回現れると引き分けです。"),
            ),
            RepetitionResult::Loses(side) => {
                let loser = of(side);
                self.say(
                    format!("The {nth} occurrence loses for {loser}, whoever has brought it about."),
                    format!("同じ局面が{times}回現れると、どちらが指したかにかかわらず{loser}の負けです。"),
                )
            }
            RepetitionResult::MoverLoses => self.say(
                format!("The {nth} occurrence loses for the side that has brought it about."),
                format!("同じ局面を{times}回目にした側の負けです。"),
            ),
            RepetitionResult::Forbidden => {
                let exempt = if rule.exempt_in_check {
                    self.say(
                        ", unless the mover stands in check",
                        "ただし、王手されている側は除きます。",
                    )
                } else {
                    String::new()
                };
                self.say(
                    format!(
                        "A move that brings a position about for the {nth} time is illegal{exempt}. A \
                         side that has no other move left is mated."
                    ),
                    format!("同じ局面が{times}回目になる手は反則です。{exempt}ほかに指す手がなければ詰みです。"),
                )
            }
        }
    }

    pub(super) fn quiet_moves(&self, end: &End) -> Option<String> {
        let rule = end.quiet.as_ref()?;
        let without = self.without(rule);
        let mut told = vec![self.say(
            format!("After {}{without} the game is a draw.", self.span(rule.plies)),
            format!("{without}{}続くと引き分けです。", self.span(rule.plies)),
        )];
        if let Some(claim) = rule.claim {
            told.push(self.say(
                format!(
                    "After {} of that kind the side to move may claim a draw.",
                    self.span(claim)
                ),
                format!("{}続いた時点からは、手番の側が引き分けを主張できます。", self.span(claim)),
            ));
        }
        Some(self.joined(&told))
    }

    fn without(&self, rule: &QuietMoves) -> String {
        let mut english = Vec::new();
        let mut japanese = Vec::new();
        if rule.reset_by_capture {
            english.push("a capture or other removal".to_owned());
            japanese.push("駒が取り除かれること".to_owned());
        }
        if !rule.reset_by.is_empty() {
            let types = self.words.told_apart(&rule.reset_by);
            english.push(format!("a move of a {}", types.join(" or ")));
            japanese.push(format!("{}の手", types.join("・")));
        }
        if english.is_empty() {
            String::new()
        } else {
            self.say(
                format!(" without {}", Lang::En.either(&english)),
                format!("{}もないまま", japanese.join("も")),
            )
        }
    }

    /// `75 moves of each side`.
    fn span(&self, plies: u32) -> String {
        let each = plies / 2;
        match plies % 2 {
            0 => self.say(format!("{each} moves of each side"), format!("双方{each}手ずつ")),
            _ => self
                .say(format!("{plies} moves of both sides together"), format!("合わせて{plies}手")),
        }
    }

    pub(super) fn move_limit(&self, end: &End) -> Option<String> {
        let plies = end.move_limit?;
        Some(self.say(
            format!("The game is a draw after {plies} moves of both sides together."),
            format!("双方合わせて{plies}手で引き分けです。"),
        ))
    }

    pub(super) fn dead_position(&self, end: &End) -> Option<String> {
        let rule = end.dead.as_ref()?;
        let royals = self.words.lang.either(&self.royals());
        let safe = if end.royals_may_be_left {
            self.say(
                format!(" (provided that no {royals} can be taken at once)"),
                format!("（すぐに{royals}を取られる場合を除く）"),
            )
        } else {
            String::new()
        };
        let cases = self.dead_cases(rule, &royals).join(self.words.lang.pick("; or ", "、"));
        Some(self.say(
            format!("The game is a draw as soon as nobody can win any more: when {cases}{safe}."),
            format!("どちらも勝てなくなれば引き分けです。{cases}{safe}がそれに当たります。"),
        ))
    }

    fn dead_cases(&self, rule: &DeadPosition, royals: &str) -> Vec<String> {
        let either = |types: &[_]| self.words.lang.either(&self.words.told_apart(types));
        let mut cases = vec![self.say(
            format!("only one {royals} a side is left"),
            format!("双方とも{royals}一枚だけになったとき"),
        )];
        if !rule.lone.is_empty() {
            let types = either(&rule.lone);
            cases.push(self.say(
                format!("besides these only one piece is left, which is a {types}"),
                format!("そのほかに{types}が一枚だけ残ったとき"),
            ));
        }
        if !rule.one_colour.is_empty() {
            let types = either(&rule.one_colour);
            cases.push(self.say(
                format!(
                    "besides these only pieces of one kind ({types}) are left, all on squares of one \
                     colour"
                ),
                format!("そのほかに、すべて同じ色のマスにいる{types}だけが残ったとき"),
            ));
        }
        if !rule.walls.is_empty() {
            let types = either(&rule.walls);
            cases.push(self.say(
                format!(
                    "the position is locked for good by a wall ({types}) that nobody can ever break"
                ),
                format!("{types}の壁が永久に崩れず、どちらも通り抜けられないとき"),
            ));
        }
        cases
    }
}
