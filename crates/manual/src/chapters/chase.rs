//! Perpetual chase.

use super::Writer;
use komadai_rules::variant::{Chase, Repetition};

impl Writer<'_> {
    /// What a chase is, and who may not chase whom for ever.
    pub(super) fn perpetual_chase(&self, rule: &Repetition) -> Vec<String> {
        if rule.perpetual_chase.is_empty() {
            return Vec::new();
        }
        let mut told = vec![self.say(
            "And if every move of one side since the first occurrence chased one and the same enemy piece, that \
             side loses (perpetual chase), unless both sides chased like that.",
            "また、最初にその局面になってから片方の手がすべて同じ一枚の敵の駒を追う手だったときは、追った側の負けです\
             （長捉）。双方とも追っていたときは除きます。",
        )];
        if rule.perpetual_check_loses {
            told.push(self.say(
                "Perpetual check counts first: where one side gave it or both did, chases do not matter.",
                "どちらかが王手を続けたときは、その決まりが先で、追ったかどうかは問いません。",
            ));
        }
        told.extend(rule.perpetual_chase.iter().map(|chase| self.chase(chase)));
        told.push(self.say(
            "A move chases a piece if it newly threatens to capture it: with the piece that moves, from its new \
             square, or with another one that could not have captured it before. To take away what protects a \
             piece is a chase, too; to move along the line of an attack chases nothing anew.",
            "追う手とは、次に取ろうとする狙いが新しく生じる手です。動いた駒が新しいマスから狙う場合も、それまで取れなかった\
             ほかの駒が取れるようになる場合もあります。守りの利きをなくす手も追う手です。狙っている線に沿って動くだけでは、\
             新しく追ったことになりません。",
        ));
        told.push(self.say(
            "A piece is protected if its side could legally recapture. No piece chases one of its own type that \
             could legally capture it as well, nor what it could not legally capture; and none that stays where it \
             is chases what pins it.",
            "取り返す手が指せるなら、その駒は守られています。相手からも取れる同じ種類の駒や、取る手が反則になる駒は、\
             追ったことになりません。ピンされて動かない駒は、ピンしている駒を追っていることになりません。",
        ));
        told
    }

    fn chase(&self, chase: &Chase) -> String {
        let victims = self.any(&chase.victims);
        let (nobody_en, by_ja) = self.who_may_not(&chase.by);
        let zones = chase.zone.as_ref().map(|zones| self.zones(zones));
        let (on_en, on_ja) = match zones {
            Some(zones) => {
                (format!(" on its squares ({zones})"), format!("決まったマス（{zones}）の"))
            }
            None => Default::default(),
        };
        let (when_en, when_ja) = match chase.protected {
            true => ("protected or not", "守られていても"),
            false => ("unless it is protected", "守られていないのに"),
        };
        self.say(
            format!("{nobody_en} chase {victims}{on_en} for ever, {when_en}."),
            format!("{by_ja}、{on_ja}{victims}を、{when_ja}追い続けることはできません。"),
        )
    }
}
