//! Draws by counting moves.

use super::Writer;
use crate::lang::{Lang, number};
use crate::words::article;
use komadai_rules::PieceType;
use komadai_rules::variant::{CountLimit, Counting, End};

impl Writer<'_> {
    pub(super) fn counting(&self, end: &End) -> Option<String> {
        if end.counting.is_empty() {
            return None;
        }
        let mut told = vec![self.say(
            "A side may have to be mated in time: it counts its moves, from the turn on at which the conditions that \
             follow hold. With its first move after the last number the game is a draw, unless that move mates.",
            "一定の手数のうちに詰まさなければならないことがあります。次の条件が成り立つと、その手番の側が自分の手を\
             数え始めます。最後の数を数えた後にもう一手指せば、その手で詰ます場合を除き、引き分けです。",
        )];
        told.extend(end.counting.iter().map(|rule| self.count(rule)));
        told.push(self.say(
            "A count and its limit stay what they are, whatever is captured later.",
            "数え始めた後に駒が取られても、数と上限は変わりません。",
        ));
        if end.counting.len() > 1 {
            told.push(self.say(
                "Only a count that is named before it here takes its place, as soon as its conditions hold.",
                "ただし、ここで先にあげた数え方の条件が成り立てば、そちらで数え直します。",
            ));
        }
        Some(self.joined(&told))
    }

    /// Who counts, and how far.
    fn count(&self, rule: &Counting) -> String {
        let limits: Vec<String> = rule.limits.iter().map(|limit| self.count_limit(limit)).collect();
        let (english, japanese) = self.count_conditions(rule);
        let from = match rule.from_pieces {
            true => self.say(
                ", going on from the number of all pieces on both sides",
                "（双方の駒の総数の次の数から）",
            ),
            false => String::new(),
        };
        self.say(
            format!("{english}, it counts{from}: {}.", limits.join("; otherwise ")),
            format!("{japanese}、{}{from}数えます。", limits.join("、そうでなければ")),
        )
    }

    fn count_conditions(&self, rule: &Counting) -> (String, String) {
        let (mut english, mut japanese) = (Vec::new(), Vec::new());
        if !rule.without.is_empty() {
            let types = self.words.told_apart(&rule.without);
            english.push(format!("no {} is left on either side", Lang::En.either(&types)));
            japanese.push(format!("双方とも{}がなくなり", types.join("・")));
        }
        match rule.at_most {
            Some(1) => {
                english.push("the side to move has a single piece".to_owned());
                japanese.push("手番の側の駒が一枚だけになれば".to_owned());
            }
            Some(most) => {
                let count = number(Lang::En, most as usize);
                english.push(format!("the side to move has {count} pieces at most"));
                japanese.push(format!("手番の側の駒が{most}枚以下になれば"));
            }
            None if english.is_empty() => {
                english.push("it is the turn of a side".to_owned());
                japanese.push("手番になれば".to_owned());
            }
            None => japanese.push("手番になれば".to_owned()),
        }
        (format!("When {}", english.join(" and ")), japanese.join("、"))
    }

    /// `to 16 if the other side has a Rook`.
    fn count_limit(&self, limit: &CountLimit) -> String {
        let moves = limit.moves;
        let others = |t: &PieceType| !self.variant().pieces[t.index()].royal;
        let all: Vec<PieceType> = self.words.all_types().filter(others).collect();
        let types = self.words.told_apart(&limit.types);
        let (english, japanese) = match (limit.types == all, limit.count) {
            (true, 1) => ("any other piece than a royal one".to_owned(), "玉以外の駒".to_owned()),
            (true, count) => {
                let pieces = number(Lang::En, count as usize);
                (format!("{pieces} pieces besides royal ones"), format!("玉以外の駒{count}枚以上"))
            }
            (false, 1) => {
                let each: Vec<String> = types.iter().map(|name| article(name)).collect();
                (Lang::En.either(&each), types.join("・"))
            }
            (false, count) => {
                let pieces = number(Lang::En, count as usize);
                let kinds = Lang::En.either(&types);
                (
                    format!("{pieces} pieces or more of the type {kinds}"),
                    format!("{}{count}枚以上", types.join("・")),
                )
            }
        };
        self.say(
            format!("to {moves} if the other side has {english}"),
            format!("相手に{japanese}があれば{moves}まで"),
        )
    }
}
