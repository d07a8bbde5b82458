//! Ends by what a side has reached, or has run out of.

use super::Writer;
use crate::lang::{Lang, number};
use komadai_rules::Color;
use komadai_rules::variant::{Declaration, DeclarationRule, End};

impl Writer<'_> {
    pub(super) fn declaration(&self, end: &End) -> Option<String> {
        let rule = end.declaration.as_ref().filter(|rule| rule.rule != DeclarationRule::None)?;
        let royal = self.words.lang.either(&self.royals());
        let zones = self.zones(&rule.zone);
        let pieces = number(self.words.lang, rule.pieces as usize);
        let conditions = self.say(
            format!(
                "On its own turn, instead of moving, a side may declare an impasse if its {royal} stands \
                 in the far camp ({zones}), at least {pieces} other pieces of its own stand there too, \
                 and it is not in check."
            ),
            format!(
                "自分の手番で、{royal}が敵陣（{zones}）に入り、ほかに自分の駒が敵陣に{pieces}枚以上あり、王手がかかっていなければ、指す代わりに宣言できます。"
            ),
        );
        let mut told = vec![conditions, self.points(rule), self.verdict(rule)];
        told.push(self.say(
            "A declaration that does not meet its conditions loses.",
            "条件を満たさない宣言は負けです。",
        ));
        if !self.variant().starts.is_empty() {
            told.push(self.say(
                "In a handicap game the missing pieces are counted for the side that gave them.",
                "駒落ちでは、落とした駒の点を上手に加えます。",
            ));
        }
        Some(self.joined(&told))
    }

    fn points(&self, rule: &Declaration) -> String {
        let major = self.words.lang.all(&self.words.pieces(&rule.major));
        let points = number(self.words.lang, rule.major_points as usize);
        if rule.major.is_empty() {
            self.say(
                "Each of these pieces, and each piece in hand, counts one point.",
                "敵陣の駒と持ち駒を、一枚一点として数えます。",
            )
        } else {
            self.say(
                format!(
                    "These pieces and those in hand are counted: {major} {points} points each, all others \
                     one point."
                ),
                format!("敵陣の駒（玉を除く）と持ち駒の点を数えます。{major}は{points}点、ほかは一点です。"),
            )
        }
    }

    fn verdict(&self, rule: &Declaration) -> String {
        let [first, second] = Color::BOTH.map(|side| self.words.side(side));
        match rule.rule {
            DeclarationRule::Points27 => {
                let [a, b] = rule.win_27;
                self.say(
                    format!("{first} wins with at least {a} points, {second} with at least {b}."),
                    format!("{first}は{a}点以上、{second}は{b}点以上で勝ちです。"),
                )
            }
            _ => {
                let (win, draw) = rule.rule_24;
                self.say(
                    format!("At least {win} points win, at least {draw} draw."),
                    format!("{win}点以上で勝ち、{draw}点以上で引き分けです。"),
                )
            }
        }
    }

    pub(super) fn flag(&self, end: &End) -> Option<String> {
        let rule = end.flag.as_ref()?;
        let types = self.words.told_apart(&rule.types);
        let (english, japanese) = (Lang::En.either(&types), types.join("・"));
        let zones = self.zones(&rule.zone);
        Some(self.say(
            format!("A side wins as soon as one of its pieces of these kinds stands on its goal: {english}. The goal is {zones}."),
            format!("{japanese}のどれかが目標のマスに着いた側の勝ちです。目標は、{zones}です。"),
        ))
    }

    pub(super) fn extinction(&self, end: &End) -> Option<String> {
        let rule = end.extinction.as_ref()?;
        let types = self.words.told_apart(&rule.types);
        let (english, japanese) = (Lang::En.all(&types), types.join("・"));
        let count = number(self.words.lang, rule.count as usize);
        Some(match rule.count {
            0 => self.say(
                format!("A side that has none of these left, on the board or in hand, has lost: {english}."),
                format!("{japanese}を（持ち駒を含めて）すべて失った側の負けです。"),
            ),
            _ => self.say(
                format!("A side that has no more than {count} of these left together, on the board and in hand, has lost: {english}."),
                format!("{japanese}が（持ち駒を含めて）合わせて{count}枚以下になった側の負けです。"),
            ),
        })
    }
}
