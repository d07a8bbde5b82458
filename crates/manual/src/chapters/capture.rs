//! Captures, hands and drops.

use super::Writer;
use crate::document::Block;
use crate::lang::{first_capital, number};
use crate::movement::Sense;
use crate::words::article;
use komadai_records::json::ZoneKind;
use komadai_rules::PieceType;
use komadai_rules::diagram::Diagram;
use komadai_rules::variant::{CaptureBan, CaptureDuty, CaptureLimit, DropLimit, Drops, LimitPlace};

/// Some of the types of a game in words.
pub(super) enum Told {
    All,
    AllBut(String),
    Only(String),
}

impl Writer<'_> {
    /// The diagram of a type. Whatever was compiled has one.
    pub(super) fn diagram(&self, piece: PieceType) -> Diagram {
        Diagram::of(self.variant(), piece).unwrap_or_default()
    }

    /// The types with a stroke of which something is true.
    pub(super) fn types_that(&self, can: impl Fn(&Sense) -> bool) -> Vec<PieceType> {
        let senses = |piece: &PieceType| {
            let Diagram { marks, lines, curves, .. } = self.diagram(*piece);
            let marks: Vec<Sense> = marks.iter().map(Sense::of_mark).collect();
            let lines = lines.iter().map(Sense::of_line);
            let curves = curves.iter().map(|curve| Sense::of_curve(&curve.kinds));
            marks.into_iter().chain(lines).chain(curves).any(|sense| can(&sense))
        };
        self.words.all_types().filter(senses).collect()
    }

    pub(super) fn captures(&self) -> Vec<Block> {
        let variant = self.variant();
        let mut told = vec![self.say(
            "A piece captures by moving to a square where an enemy piece stands, which is then removed \
             from the board. No piece may move to a square where a piece of its own side stands, unless \
             its movement says so.",
            "敵の駒があるマスへ動くと、その駒を取って盤から除きます。動き方に特に断りがない限り、味方の駒があるマスへは動けません。",
        )];
        let promoted =
            variant.pieces.iter().any(|p| variant.pieces[p.demotes_to.index()].id != p.id);
        told.push(match (variant.captures_to_hand, promoted) {
            (false, _) => self.say(
                "Captured pieces are out of the game for good.",
                "取られた駒が対局に戻ることはありません。",
            ),
            (true, true) => self.say(
                "What is captured goes to the captor's hand and is the captor's own from then on; a \
                 promoted piece turns back into what it was.",
                "取った駒は、取った側の持ち駒になります。成っていた駒は元に戻ります。",
            ),
            (true, false) => self.say(
                "What is captured goes to the captor's hand and is the captor's own from then on.",
                "取った駒は、取った側の持ち駒になります。",
            ),
        });
        told.extend(self.duty_to_capture());
        told.extend(
            self.variant().capture_limits.iter().map(|limit| self.limit_of_captures(limit)),
        );
        vec![Block::says(self.joined(&told))]
    }

    /// Whether one has to capture.
    fn duty_to_capture(&self) -> Option<String> {
        match self.variant().capture_duty {
            CaptureDuty::None => None,
            CaptureDuty::Any => Some(self.say(
                "A side that can capture has to; of several captures it may choose.",
                "取れる駒があるときは、必ず取らなければなりません。どの駒を取るかは選べます。",
            )),
            CaptureDuty::Most => Some(self.say(
                "A side that can capture has to, and by a move that takes as many pieces as any of its moves.",
                "取れる駒があるときは、最も多くの駒を取れる手で取らなければなりません。",
            )),
        }
    }

    /// What may not be captured, by what, and when.
    fn limit_of_captures(&self, limit: &CaptureLimit) -> String {
        let CaptureLimit { captured, by, when, beyond, unless_also } = limit;
        let captured = self.any(captured);
        let (nobody_en, by_ja) = self.who_may_not(by);
        let mut but = Vec::new();
        if *beyond > 0 {
            let squares = number(self.words.lang, usize::from(*beyond));
            but.push(match beyond {
                1 => self.say("it stands beside its captor", "隣にいるとき"),
                _ => self.say(
                    format!("it is at most {squares} squares away"),
                    format!("{squares}マス以内にいるとき"),
                ),
            });
        }
        if !unless_also.is_empty() {
            let (also_en, also_ja) = self.another(unless_also);
            but.push(self.say(
                format!("the same move captures {also_en}, too"),
                format!("同じ手で{also_ja}も取るとき"),
            ));
        }
        if *when == CaptureBan::InReturn {
            but.push(self.say("it is what has just captured", "それが今取った駒であるとき"));
        }
        let when = match when {
            CaptureBan::Always => self.say("at any time".to_owned(), String::new()),
            CaptureBan::Protected => self.say(
                "where it could be captured itself in the next turn".to_owned(),
                "次の手で取り返される所では、".to_owned(),
            ),
            CaptureBan::InReturn => self.say(
                format!("just after the opponent has captured {captured} in that way"),
                format!("相手に同じように{captured}を取られた直後は、"),
            ),
        };
        let unless = self.say(
            if but.is_empty() {
                String::new()
            } else {
                format!(", unless {}", self.words.lang.either(&but))
            },
            if but.is_empty() {
                String::new()
            } else {
                format!("（{}を除く）", but.join("、"))
            },
        );
        self.say(
            format!("{nobody_en} capture {captured} {when}{unless}."),
            format!("{when}{by_ja}{captured}を取れません{unless}。"),
        )
    }

    /// `a Rook or a Bishop`.
    pub(super) fn any(&self, types: &[PieceType]) -> String {
        let names = self.words.pieces(types);
        self.words.lang.either(
            &self.words.lang.pick(names.iter().map(|n| article(n)).collect(), names.clone()),
        )
    }

    /// How some types are told in the fewest words.
    pub(super) fn told(&self, types: &[PieceType]) -> Told {
        let others: Vec<PieceType> =
            self.words.all_types().filter(|piece| !types.contains(piece)).collect();
        if others.is_empty() {
            Told::All
        } else if others.len() < types.len() {
            Told::AllBut(self.any(&others))
        } else {
            Told::Only(self.any(types))
        }
    }

    /// Who may not do something, in English and in Japanese: `No piece but a Lion may`, `獅子以外の駒で`.
    pub(super) fn who_may_not(&self, types: &[PieceType]) -> (String, String) {
        match self.told(types) {
            Told::All => ("No piece may".to_owned(), "どの駒でも".to_owned()),
            Told::AllBut(some) => (format!("No piece but {some} may"), format!("{some}以外の駒で")),
            Told::Only(some) => (format!("{} may not", first_capital(&some)), format!("{some}で")),
        }
    }

    /// Any of some pieces, in English and in Japanese: `another piece that is not a Pawn`.
    fn another(&self, types: &[PieceType]) -> (String, String) {
        match self.told(types) {
            Told::All => ("another piece".to_owned(), "ほかの駒".to_owned()),
            Told::AllBut(some) => {
                (format!("another piece that is not {some}"), format!("{some}以外の駒"))
            }
            Told::Only(some) => (some.clone(), some),
        }
    }

    pub(super) fn drops(&self) -> Vec<Block> {
        let drops = &self.variant().drops;
        if !drops.allowed {
            return Vec::new();
        }
        let anywhere = match &drops.zone {
            None => self.say("on any empty square", "空いている好きなマスに"),
            Some(zones) => {
                let zones = self.zones(zones);
                self.say(
                    format!("on an empty square in its zone ({zones})"),
                    format!("決められた範囲（{zones}）の空いているマスに"),
                )
            }
        };
        let how = if drops.promoted {
            self.say("It may be dropped promoted.", "成った状態で打ってもかまいません。")
        } else {
            self.say(
                "A piece is always dropped unpromoted, also in the promotion zone.",
                "成った状態で打つことはできません。敵陣に打つときも同じです。",
            )
        };
        let told = self.say(
            format!(
                "Instead of moving a piece on the board, a side may drop one from its hand {anywhere}. \
                 A drop captures nothing. {how}"
            ),
            format!("盤上の駒を動かす代わりに、持ち駒を{anywhere}打てます。打つ手で駒を取ることはできません。{how}"),
        );
        let bars = self.bars(drops);
        let mut blocks = vec![Block::says(told)];
        blocks.extend(
            self.zones_shown(ZoneKind::Drop, ("Where pieces may be dropped", "打てる範囲")),
        );
        if !bars.is_empty() {
            blocks.push(Block::says(self.say("It is illegal to drop", "次のように打つ手は反則：")));
            blocks.push(Block::items(bars));
        }
        blocks
    }

    fn bars(&self, drops: &Drops) -> Vec<String> {
        let short = |types: &[PieceType]| {
            let name = |t: &PieceType| self.variant().pieces[t.index()].name.abbreviation.clone();
            types.first().and_then(name)
        };
        let any = |types: &[PieceType]| {
            let names = self.words.told_apart(types);
            self.say(
                self.words.lang.either(&names.iter().map(|n| article(n)).collect::<Vec<_>>()),
                self.words.lang.either(&names),
            )
        };
        let mut bars = Vec::new();
        if drops.not_stuck {
            bars.push(self.say(
                "any piece where it could never move again",
                "二度と動けなくなるマスに打つ（行き所のない駒）",
            ));
        }
        for DropLimit { types, per, count } in &drops.limits {
            let (what, name) = (any(types), short(types));
            let many = number(self.words.lang, *count as usize);
            bars.push(match (per, count) {
                (LimitPlace::File, 1) => {
                    let rule = name.map_or_else(String::new, |name| format!("（二{name}）"));
                    self.say(
                        format!(
                            "{what} on a file where one of the same kind and side stands already (promoted \
                             pieces do not count)"
                        ),
                        format!("自分の同じ駒がすでにある筋に{what}を打つ{rule}。成った駒は数えません"),
                    )
                }
                (LimitPlace::File, _) => self.say(
                    format!(
                        "{what} on a file where {many} of the same kind and side stand already (promoted \
                         pieces do not count)"
                    ),
                    format!("自分の同じ駒がすでに{many}枚ある筋に{what}を打つ。成った駒は数えません"),
                ),
                (LimitPlace::Board, _) => self.say(
                    format!(
                        "{what} while {many} of the same kind and side stand on the board (promoted pieces \
                         do not count)"
                    ),
                    format!("自分の同じ駒が盤上に{many}枚ある間に{what}を打つ。成った駒は数えません"),
                ),
            });
        }
        if !drops.no_mate.is_empty() {
            let (what, name) = (any(&drops.no_mate), short(&drops.no_mate));
            let rule = name.map_or_else(String::new, |name| format!("（打ち{name}詰め）"));
            bars.push(self.say(
                format!("{what} so that the opponent is mated at once"),
                format!("{what}を打って、すぐに相手の玉を詰ます{rule}"),
            ));
        }
        bars
    }
}
