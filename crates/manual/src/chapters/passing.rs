//! Passes, royals that face each other, and points.

use super::Writer;
use crate::document::Block;
use crate::lang::Lang;
use komadai_rules::Color;
use komadai_rules::variant::{End, PassWhen, Points};

impl Writer<'_> {
    /// Who may pass, and when.
    pub(super) fn right_to_pass(&self) -> Option<Block> {
        let rights = Color::BOTH.map(|side| {
            let own = || self.variant().passing.iter().filter(|it| it.sides[side.index()]);
            let always = own().any(|it| it.when == PassWhen::Always);
            if always { Some(PassWhen::Always) } else { own().next().map(|it| it.when) }
        });
        let told: Vec<String> = match rights {
            [None, None] => return None,
            [first, second] if first == second => {
                let (who, who_ja) = ("Each side".to_owned(), "両者とも".to_owned());
                first.into_iter().map(|when| self.may_pass((&who, &who_ja), when)).collect()
            }
            _ => {
                let sides = Color::BOTH.into_iter().zip(rights);
                let told = sides.filter_map(|(side, when)| {
                    let name = self.words.side(side);
                    Some(self.may_pass((&name, &format!("{name}は")), when?))
                });
                told.collect()
            }
        };
        let check = !self.royals().is_empty() && !self.variant().end.royals_may_be_left;
        let but = self.say(
            format!(
                "A pass is a move that changes nothing but whose turn it is{}.",
                if check { ". Nobody may pass in check" } else { "" }
            ),
            format!(
                "パスも一手で、手番のほかは何も変わりません。{}",
                if check {
                    "王手をかけられているときはパスできません。"
                } else {
                    ""
                }
            ),
        );
        Some(self.rule(("Passing", "パス"), self.joined(&[told, vec![but]].concat())))
    }

    fn may_pass(&self, (who, who_ja): (&str, &str), when: PassWhen) -> String {
        match when {
            PassWhen::Always => self.say(
                format!("{who} may pass instead of moving."),
                format!("{who_ja}、指す代わりにパスできます。"),
            ),
            PassWhen::Stuck => self.say(
                format!("{who} may pass where it has no other legal move."),
                format!("{who_ja}、ほかに指せる手がないときだけパスできます。"),
            ),
        }
    }

    /// The end by two passes.
    pub(super) fn two_passes(&self, end: &End) -> Option<String> {
        end.two_passes.then(|| {
            self.say(
                format!("When both sides pass, one after the other, {}.", self.ends_drawn(end)),
                format!("両者が続けてパスすると{}。", self.ends_drawn(end)),
            )
        })
    }

    /// The end by a pass while royals face each other.
    pub(super) fn facing(&self, end: &End) -> Option<String> {
        let royals = self.words.lang.either(&self.royals());
        end.facing.then(|| {
            self.say(
                format!(
                    "When a {royals} of each side face each other on a file with nothing between them, the side to \
                     move has to part them or to pass. It may pass then even in check, and {}.",
                    self.ends_drawn(end)
                ),
                format!(
                    "双方の{royals}が同じ筋で間に何もなく向かい合ったら、手番の側はそれを解くか、パスしなければなりません。\
                     このパスは王手をかけられていてもでき、{}。",
                    self.ends_drawn(end)
                ),
            )
        })
    }

    fn ends_drawn(&self, end: &End) -> String {
        match end.points {
            None => self.say("the game is a draw", "引き分けです"),
            Some(_) => self.say("points decide", "点数で勝敗を決めます"),
        }
        .to_owned()
    }

    /// How points are counted.
    pub(super) fn counted_points(&self, end: &End) -> Option<String> {
        let rule = end.points.as_ref()?;
        let mut told = vec![self.say(
            "Where the game would be a draw by passes, by facing royals, by repetition or by a number of moves, points \
             decide it instead.",
            "パス・向かい合い・千日手・手数による引き分けの代わりに、点数で勝敗を決めます。",
        )
        .to_owned()];
        told.extend(self.values_of_pieces(rule));
        let first = self.words.side(Color::First);
        let second = self.words.side(Color::Second);
        told.push(match rule.lead {
            None => self.say(
                "Whoever has more points wins; with as many it is a draw.".to_owned(),
                "点数の多い側の勝ちで、同点なら引き分けです。".to_owned(),
            ),
            Some(0) => self.say(
                format!("{first} wins unless it has fewer points than {second}."),
                format!("{first}は、{second}より少なくなければ勝ちです。"),
            ),
            Some(lead) => self.say(
                format!(
                    "{first} wins if it has at least {lead} points more than {second}; otherwise {second} wins."
                ),
                format!("{first}は、{second}より{lead}点以上多ければ勝ちで、そうでなければ{second}の勝ちです。"),
            ),
        });
        Some(self.joined(&told))
    }

    /// `13 for each Chariot`.
    fn values_of_pieces(&self, rule: &Points) -> Option<String> {
        let named = rule.values.iter().filter(|value| value.points > 0 && !value.types.is_empty());
        let (english, japanese): (Vec<String>, Vec<String>) = named
            .map(|value| {
                let names = self.words.told_apart(&value.types);
                (
                    format!("{} for each {}", value.points, Lang::En.either(&names)),
                    format!("{}は{}点", names.join("・"), value.points),
                )
            })
            .unzip();
        (!english.is_empty()).then(|| {
            self.say(
                format!("Pieces on the board and in hand count: {}.", english.join(", ")),
                format!("盤上と持ち駒の{}と数えます。", japanese.join("、")),
            )
        })
    }
}
