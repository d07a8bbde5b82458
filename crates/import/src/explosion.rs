//! What captures destroy.

use crate::ends;
use crate::game::Explosion;
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;

const BLAST: &str = "blastOnCapture";
const IMMUNE: &str = "blastImmuneTypes";

/// Reads what explodes around a captor, if anything does.
pub(crate) fn read(rules: &Rules<'_>, report: &mut Report) -> Option<Explosion> {
    let immune = rules.config.types(IMMUNE);
    let at = rules.config.slot(IMMUNE).at.as_ref();
    if !rules.config.flag(BLAST) {
        if !immune.is_empty() {
            report.remark(at, format!("`{IMMUNE}` means nothing without `{BLAST}`"));
        }
        return None;
    }
    if rules.config.flag("capturesToHand") {
        report.refuse(rules.config, BLAST, "what is destroyed comes to the hand, too");
    }
    check_royals(rules, !immune.is_empty(), report);
    Some(Explosion {
        spares: rules.ids(rules.forms.moving_as(|kind| kind == Type::PAWN)),
        withstands: rules.ids(rules.forms.moving_as(|kind| immune.has(kind))),
    })
}

/// What explodes with royals beside it is as we say it where each side has one, and nothing is immune.
fn check_royals(rules: &Rules<'_>, immune: bool, report: &mut Report) {
    let royals = ends::royals(rules, report);
    if royals.contains(&Type::KING) {
        let why = "kings that explode are pieces that run out, as by `extinctionPseudoRoyal`";
        report.refuse(rules.config, BLAST, why);
    }
    if immune && !royals.is_empty() {
        let why = "kings are looked after as if immune pieces went, too";
        report.refuse(rules.config, IMMUNE, why);
    }
    if ends::has_several(rules, &royals) {
        report.refuse(rules.config, BLAST, "a side may destroy all of its royals at once");
    }
}
