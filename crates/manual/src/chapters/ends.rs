//! Check, mate, and what else ends a game.

use super::Writer;
use crate::document::{Block, Span, plain};
use komadai_records::json::ZoneKind;
use komadai_rules::variant::{
    End, IllegalMove, Mate, Outcome, RepetitionResult, Royals, Stalemate,
};

impl Writer<'_> {
    pub(super) fn ends(&self) -> Vec<Block> {
        let end = &self.variant().end;
        let mut told: Vec<(&str, &str, String)> = Vec::new();
        if !self.royals().is_empty() {
            told.push(("Check", "王手", self.check(end)));
        }
        told.extend(self.lost_royals(end).map(|text| ("Loss of the royals", "玉を失う", text)));
        told.extend(self.extinction(end).map(|text| ("Extinction", "全滅", text)));
        told.extend(self.flag(end).map(|text| ("Goal", "到達", text)));
        told.extend(self.checks(end).map(|text| ("Checks", "王手の回数", text)));
        told.extend(self.facing(end).map(|text| ("Facing", "向かい合い", text)));
        told.extend(self.two_passes(end).map(|text| ("Passes", "両者のパス", text)));
        if !self.royals().is_empty() && self.may_mate(end) {
            told.push(("Mate", "詰み", self.mate(end)));
        }
        told.extend(self.stalemate(end).map(|text| ("No legal move", "指す手がない", text)));
        told.extend(self.repetition(end).map(|text| ("Repetition", "千日手", text)));
        told.extend(
            self.quiet_moves(end).map(|text| ("Moves without progress", "進展のない手数", text)),
        );
        told.extend(self.counting(end).map(|text| ("Counting", "手数を数える", text)));
        told.extend(self.move_limit(end).map(|text| ("Length", "手数の上限", text)));
        told.extend(self.counted_points(end).map(|text| ("Points", "点数", text)));
        told.extend(self.dead_position(end).map(|text| ("Dead position", "勝ちのない局面", text)));
        told.extend(self.declaration(end).map(|text| ("Declaration", "入玉宣言", text)));
        told.push(("Illegal moves", "反則", self.illegal(end)));
        let item = |(english, japanese, text): (&str, &str, String)| {
            let name = self.say(format!("{english}."), format!("{japanese}　"));
            let space = self.words.lang.pick(" ", "");
            let text = vec![Span::Strong(plain(name)), Span::Plain(format!("{space}{text}"))];
            vec![Block::Paragraph { text }]
        };
        let items = told.into_iter().map(item).collect();
        let order = self.say(
            "If one move brings about several of these ends, the first in this list counts.",
            "一手で複数の終わり方に当てはまるときは、この一覧で先にあるものによります。",
        );
        let mut blocks = vec![Block::List { ordered: false, items }, Block::says(order)];
        blocks.extend(self.zones_shown(ZoneKind::Goal, ("The goals", "目標のマス")));
        blocks
    }

    fn check(&self, end: &End) -> String {
        let royals = self.words.lang.either(&self.royals());
        let mut told = vec![match end.royals {
            Royals::AllAttacked => self.say(
                format!(
                    "A side is in check if the opponent could take any {royals} of it, whichever it chose, \
                     if it were to move now."
                ),
                format!("相手が今指すとすれば{royals}のどれでも取れる状態を王手といいます。"),
            ),
            _ => self.say(
                format!(
                    "A side is in check if the opponent could take its {royals} if it were to move now."
                ),
                format!("相手が今指すとすれば{royals}を取れる状態を王手といいます。"),
            ),
        }];
        if !end.royals_may_be_left {
            told.push(self.say(
                format!(
                    "A piece gives check even if it may not move itself because its own {royals} would be \
                     exposed."
                ),
                format!("動くと自分の{royals}を取られるために動けない駒でも、王手になります。"),
            ));
        }
        told.push(self.duty(end, &royals));
        if !end.check_may_be_given {
            told.push(
                self.say("A move that gives check is illegal.", "王手をかける手は反則です。"),
            );
        }
        if !self.variant().shocks.is_empty() {
            told.push(if end.check_through_shock {
                self.say(
                    "A threat to move twice by a shock, and to take it then, is check too.",
                    "ショックで続けて指して取る狙いも王手になります。",
                )
            } else {
                self.say(
                    "A threat to shock first, and to take it in the extra turn, is not yet check.",
                    "先にショックを起こし、続けて指す手で取る狙いは、まだ王手ではありません。",
                )
            });
        }
        self.joined(&told)
    }

    /// What must not be left to be taken.
    fn duty(&self, end: &End, royals: &str) -> String {
        match (end.royals_may_be_left, end.royals) {
            (true, _) => self.say(
                "There is no duty to answer check, and moving into check is legal.",
                "王手を防ぐ義務はなく、王手のかかる所へ動くのも反則ではありません。",
            ),
            (false, Royals::Any) => self.say(
                format!(
                    "A move after which the opponent could take the mover's {royals} is illegal; so check \
                     has to be answered."
                ),
                format!("自分の{royals}を取られる状態にする手は反則で、王手は必ず防がなければなりません。"),
            ),
            (false, Royals::AllAttacked) => self.say(
                format!(
                    "A move that leaves the mover in check is illegal. So of several {royals} all but one \
                     may be left to be taken."
                ),
                format!("自分に王手がかかったままになる手は反則です。{royals}が複数あるうちは、一つを除いて取られる状態にしてもかまいません。"),
            ),
            (false, Royals::All) => self.say(
                format!(
                    "A move after which the opponent could take the mover's last {royals} is illegal; \
                     one of several may be given up."
                ),
                format!("自分の最後の{royals}を取られる状態にする手は反則です。複数あるうちの一つを捨てるのはかまいません。"),
            ),
        }
    }

    fn lost_royals(&self, end: &End) -> Option<String> {
        let names = self.royals();
        if names.is_empty() || !end.royals_may_be_left {
            return None;
        }
        let either = self.words.lang.either(&names);
        Some(match end.royals {
            Royals::Any => self.say(
                format!("A side whose {either} is taken has lost."),
                format!("{either}を取られた側の負けです。"),
            ),
            Royals::All | Royals::AllAttacked => self.say(
                format!(
                    "A side that has no {either} left has lost. While it has more than one, it may give \
                     up any but the last."
                ),
                format!("{either}をすべて失った側の負けです。複数あるうちは、最後の一つ以外を捨ててもかまいません。"),
            ),
        })
    }

    /// Whether a side can be mated: a check that may not be given can come about by a shock alone, and being
    /// barred from every move is mate too.
    fn may_mate(&self, end: &End) -> bool {
        let barred =
            end.repetition.as_ref().is_some_and(|rule| rule.result == RepetitionResult::Forbidden);
        end.check_may_be_given
            || end.mate != Mate::NoMove
            || barred
            || !self.variant().shocks.is_empty()
    }

    fn mate(&self, end: &End) -> String {
        match end.mate {
            Mate::NoMove => {
                let (gets, gets_ja) = match end.mated {
                    Outcome::Loss => ("has lost", "その側の負けです"),
                    Outcome::Win => ("has won", "その側の勝ちです"),
                    Outcome::Draw => ("draws", "引き分けです"),
                };
                self.say(
                    format!("A side that is in check and has no legal move is mated and {gets}."),
                    format!("王手がかかっていて、防ぐ手が一つもなければ詰みで、{gets_ja}。"),
                )
            }
            Mate::NoMoveKeepsARoyal => {
                let royals = self.words.lang.either(&self.royals());
                let pass = !self.variant().shocks.is_empty();
                let unless = if pass { " (unless that side has to pass)" } else { "" };
                let unless_ja =
                    if pass { "（相手がパスになる手を除く）" } else { "" };
                self.say(
                    format!(
                        "A side to move is mated and has lost, in check or not, if no move of it wins at \
                         once, and after every one of its moves the opponent could at once take its last \
                         {royals}{unless}. A side without any legal move is mated too."
                    ),
                    format!(
                        "手番の側が、すぐに勝つ手を持たず、どう指しても次に相手が最後の{royals}を取れる{unless_ja}なら、王手の有無にかかわらず詰みで、その側の負けです。指せる手が一つもない場合も詰みです。"
                    ),
                )
            }
        }
    }

    fn stalemate(&self, end: &End) -> Option<String> {
        if end.mate == Mate::NoMoveKeepsARoyal && end.stalemate == Stalemate::Loss {
            return None;
        }
        Some(match end.stalemate {
            Stalemate::Draw => self.say(
                "Stalemate: a side that has no legal move and is not in check draws.",
                "王手がかかっていないのに指せる手がなければ、引き分けです（ステイルメイト）。",
            ),
            Stalemate::Loss => self.say(
                "A side that has no legal move has lost, also if it is not in check.",
                "指せる手がなければ、王手がかかっていなくても負けです。",
            ),
            Stalemate::Win => self.say(
                "Stalemate: a side that has no legal move and is not in check wins.",
                "王手がかかっていないのに指せる手がなければ、その側の勝ちです。",
            ),
            Stalemate::Fewer => self.say(
                "Stalemate: when a side has no legal move and is not in check, the side with fewer pieces on \
                 the board wins; if both have as many, nobody does.",
                "王手がかかっていないのに指せる手がなければ、盤上の駒が少ない側の勝ちです。同数なら引き分けです。",
            ),
        })
    }

    fn illegal(&self, end: &End) -> String {
        match end.illegal_move {
            IllegalMove::Loss => self.say(
                "In a strict game an illegal move loses at once; in a casual one it is taken back.",
                "厳格な対局では、反則を指すとただちに負けです。気軽な対局では指し直します。",
            ),
            IllegalMove::Refused => {
                self.say("An illegal move is taken back.", "反則は指し直します。")
            }
        }
    }
}
