//! Ends by what a side has reached, or has run out of.

use super::Writer;
use crate::lang::{Lang, number};
use komadai_rules::Color;
use komadai_rules::variant::{
    Declaration, DeclarationRule, End, Extinction, Flag, FlagReply, Outcome,
};

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
        let (when, when_ja) = match (rule.reply, rule.safe) {
            (FlagReply::None | FlagReply::Arrival, false) => (
                "as soon as one of its pieces of these kinds stands on its goal",
                "目標のマスに着いた",
            ),
            (FlagReply::None | FlagReply::Arrival, true) => (
                "as soon as one of its pieces of these kinds stands on its goal, where no enemy could capture it",
                "次に取られない形で目標のマスに着いた",
            ),
            (FlagReply::Any, false) => (
                "if one of its pieces of these kinds stands on its goal when it is on turn again, after the \
                 opponent's next move",
                "目標のマスに着き、相手が一手指した後もそこにいる",
            ),
            (FlagReply::Any, true) => (
                "as soon as one of its pieces of these kinds stands on its goal, where no enemy could capture \
                 it, and elsewhere on the goal if it still stands there after the opponent's next move",
                "次に取られない形で目標のマスに着いたか、着いて相手が一手指した後もそこにいる",
            ),
        };
        let mut told = vec![self.say(
            format!("A side wins {when}: {english}. The goal is {zones}."),
            format!("{japanese}のどれかが{when_ja}側の勝ちです。目標は、{zones}です。"),
        )];
        told.extend(self.flag_draw(rule));
        Some(self.joined(&told))
    }

    /// When both sides reach their goals without a winner.
    fn flag_draw(&self, rule: &Flag) -> Option<String> {
        let [first, second] = Color::BOTH.map(|side| self.words.side(side));
        match rule.reply {
            FlagReply::Arrival => Some(self.say(
                format!(
                    "If {first} arrives, {second} may still arrive with its next move, and nobody wins."
                ),
                format!("{first}が着いても、{second}が次の一手で着けば引き分けです。"),
            )),
            FlagReply::None if rule.safe => Some(self.say(
                "If both sides stand safely on their goals, nobody wins.",
                "両方が取られない形で着いていれば引き分けです。",
            )),
            FlagReply::None | FlagReply::Any => None,
        }
    }

    pub(super) fn checks(&self, end: &End) -> Option<String> {
        let rule = end.checks.filter(|_| !self.royals().is_empty())?;
        let (gets, gets_ja) = match rule.result {
            Outcome::Loss => ("loses", "その側の負けです。"),
            Outcome::Win => ("wins", "その側の勝ちです。"),
            Outcome::Draw => ("draws", "引き分けです。"),
        };
        let times = match rule.count {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            count => format!("{} times", number(Lang::En, count.into())),
        };
        let count = rule.count;
        Some(self.say(
            format!(
                "A side {gets} as soon as it has given check {times}. A move counts as one check, however \
                 many pieces give it."
            ),
            format!("王手を{count}回かけると、{gets_ja}一手で複数の駒が王手をかけても一回と数えます。"),
        ))
    }

    pub(super) fn extinction(&self, end: &End) -> Option<String> {
        let space = self.words.lang.pick(" ", "");
        let told = |rule: &Extinction| match self.running_out_against(rule) {
            Some(against) => format!("{}{space}{against}", self.running_out(rule)),
            None => self.running_out(rule),
        };
        let told: Vec<String> = end.extinction.iter().map(told).collect();
        (!told.is_empty()).then(|| told.join(space))
    }

    /// What the other side must have, and what may be done about it.
    fn running_out_against(&self, rule: &Extinction) -> Option<String> {
        let (count, digits) = (number(Lang::En, rule.against as usize), rule.against);
        (rule.against > 0).then(|| match rule.reply {
            false => self.say(
                format!("This holds only while the other side has at least {count} of them."),
                format!("ただし、相手の側が{digits}枚以上持っている間に限ります。"),
            ),
            true => self.say(
                format!(
                    "This holds only while the other side has at least {count} of them; where it has exactly \
                     {count}, who has run out may first make a move, and is saved by a capture that \
                     leaves it fewer."
                ),
                format!(
                    "ただし、相手の側が{digits}枚以上持っている間に限ります。相手がちょうど{digits}枚のときは\
                     一手指すことができ、取って{digits}枚より少なくすれば負けになりません。"
                ),
            ),
        })
    }

    /// What it brings to run out of pieces.
    fn running_out(&self, rule: &Extinction) -> String {
        let types = self.words.told_apart(&rule.types);
        let (all, any) = (Lang::En.all(&types), Lang::En.either(&types));
        let japanese = types.join("・");
        let (count, digits) = (number(self.words.lang, rule.count as usize), rule.count);
        let who = match rule.sides {
            [true, true] => self.say("A side", ""),
            [first, _] => {
                let name = self.words.side(if first { Color::First } else { Color::Second });
                self.say(&name, format!("{name}が"))
            }
        };
        let gets = match rule.result {
            Outcome::Loss => self.say("loses", "負けです。"),
            Outcome::Win => self.say("wins", "勝ちです。"),
            Outcome::Draw => self.say("draws", "引き分けです。"),
        };
        let (english, japanese) = match (rule.each && types.len() > 1, rule.count) {
            (false, 0) => (
                format!(
                    "{who} {gets} when it has none of these left, on the board or in hand: {all}."
                ),
                format!("{who}{japanese}を（持ち駒を含めて）すべて失うと、"),
            ),
            (false, _) => (
                format!(
                    "{who} {gets} when it has no more than {count} of these left together, on the board and in hand: {all}."
                ),
                format!("{who}{japanese}が（持ち駒を含めて）合わせて{digits}枚以下になると、"),
            ),
            (true, 0) => (
                format!(
                    "{who} {gets} when it has no {any} left, on the board or in hand: one kind that is gone is enough."
                ),
                format!("{who}{japanese}のうち一種類でも（持ち駒を含めて）すべて失うと、"),
            ),
            (true, _) => (
                format!(
                    "{who} {gets} when it has no more than {count} left of one of these kinds, on the board and in hand: {any}."
                ),
                format!(
                    "{who}{japanese}のうち一種類でも（持ち駒を含めて）{digits}枚以下になると、"
                ),
            ),
        };
        let whose = match (rule.sides, rule.result) {
            (_, Outcome::Draw) => "",
            ([true, true], _) => "その側の",
            _ => "",
        };
        self.say(english, format!("{japanese}{whose}{gets}"))
    }

    /// The same as a goal, in short; `None` where nobody plays for it.
    pub(super) fn extinction_goal(&self, rule: &Extinction) -> Option<String> {
        let goal = self.goal_of_all(rule)?;
        let first_runs_out = match rule.sides {
            [true, true] => return Some(goal),
            [first, _] => first,
        };
        let first_wins = first_runs_out == (rule.result == Outcome::Win);
        let name = self.words.side(if first_wins { Color::First } else { Color::Second });
        Some(self.say(format!("for {name}, {goal}"), format!("{name}は{goal}")))
    }

    fn goal_of_all(&self, rule: &Extinction) -> Option<String> {
        if rule.result == Outcome::Draw {
            return None;
        }
        let types = self.words.told_apart(&rule.types);
        let (all, any) = (Lang::En.all(&types), Lang::En.either(&types));
        let japanese = types.join("・");
        let (count, wins) = (rule.count, rule.result == Outcome::Win);
        let kind = self.words.lang.pick("", "のうち一種類");
        Some(match (wins, rule.each && types.len() > 1, count) {
            (false, false, 0) => {
                self.say(format!("take all of {all}"), format!("{japanese}をすべて取る"))
            }
            (false, true, 0) => {
                self.say(format!("take the last {any}"), format!("{japanese}{kind}をすべて取る"))
            }
            (false, false, _) => self.say(
                format!("leave the opponent no more than {count} of {all}"),
                format!("相手の{japanese}を合わせて{count}枚以下にする"),
            ),
            (false, true, _) => self.say(
                format!("leave the opponent no more than {count} of one kind: {any}"),
                format!("相手の{japanese}{kind}を{count}枚以下にする"),
            ),
            (true, false, 0) => {
                self.say(format!("lose all of {all}"), format!("{japanese}をすべて失う"))
            }
            (true, true, 0) => {
                self.say(format!("lose the last {any}"), format!("{japanese}{kind}をすべて失う"))
            }
            (true, false, _) => self.say(
                format!("have no more than {count} left of {all}"),
                format!("{japanese}を合わせて{count}枚以下にする"),
            ),
            (true, true, _) => self.say(
                format!("have no more than {count} left of one kind: {any}"),
                format!("{japanese}{kind}を{count}枚以下にする"),
            ),
        })
    }
}
