//! `holdingsType` and pieces in hand.

use super::key;
use super::lines::{Definition, Setting};
use super::pieces::Kind;
use super::promotion::Promotions;
use crate::game::{Drops, PromotionLimit};
use crate::report::Report;

/// What becomes of captured pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holdings {
    /// They are gone.
    Nobody,
    /// Their owner may promote to them.
    Owner,
    /// Their captor may drop them.
    Captor,
}

/// Reads what becomes of captured pieces; refuses pieces in hand that could never come back.
pub(crate) fn read(
    definition: &Definition,
    kinds: &[Kind],
    promotions: &Promotions,
    report: &mut Report,
) -> Holdings {
    let setting = definition.get(key::HOLDINGS);
    let holdings = match setting.map(|setting| (setting.value.as_str(), &setting.value_at)) {
        None | Some(("0", _)) => Holdings::Nobody,
        Some(("1", _)) => Holdings::Owner,
        Some(("-1", _)) => Holdings::Captor,
        Some((_, at)) => {
            report.error(Some(at), "`holdingsType` is 0, 1 or -1".into());
            Holdings::Nobody
        }
    };
    tell(holdings, setting, report);
    refuse_lost(holdings, definition, kinds, promotions, report);
    if let (Holdings::Captor, Some(setting)) = (holdings, setting) {
        let mut becomes = promotions.becomes.values().flatten();
        if becomes.any(|other| !kinds[*other].id.starts_with('+')) {
            let message = "a piece that others promote to stays what it is when it is captured";
            report.remark(Some(&setting.key_at), message.into());
        }
    }
    holdings
}

/// Refuses pieces in hand that never come to the board, and choices of what never comes to a hand.
fn refuse_lost(
    holdings: Holdings,
    definition: &Definition,
    kinds: &[Kind],
    promotions: &Promotions,
    report: &mut Report,
) {
    for (number, kind) in kinds.iter().enumerate() {
        let comes = holdings == Holdings::Captor
            || (holdings == Holdings::Owner && promotions.from_hand.contains(&number));
        if kind.hand > 0 && holdings == Holdings::Owner && promotions.staying.contains(&number) {
            let message = format!("`{}` in hand never comes to the board", kind.name);
            report.remark(Some(&kind.at), message);
        } else if kind.hand > 0 && !comes {
            let why = "how these pieces in hand come to the board is not said";
            report.refuse_at(&kind.at, key::HAND, why);
        }
    }
    let lost = holdings != Holdings::Owner && !promotions.from_hand.is_empty();
    if let (true, Some(choice)) = (lost, definition.get(key::PROMO_CHOICE)) {
        let why = "`*` takes what is in hand, and captured pieces do not come to their owner's \
                   (`holdingsType=1`)";
        report.refuse_at(&choice.key_at, key::PROMO_CHOICE, why);
    }
}

fn tell(holdings: Holdings, setting: Option<&Setting>, report: &mut Report) {
    let message = match holdings {
        Holdings::Nobody => return,
        Holdings::Owner => {
            "`holdingsType=1`: captured pieces come back by promotion only, where `promoChoice` says so"
        }
        Holdings::Captor => {
            "`holdingsType=-1`: captured pieces come to their captor's hand, and may be dropped on any square from \
             which they could move"
        }
    };
    report.remark(setting.map(|setting| &setting.key_at), message.into());
}

impl Holdings {
    /// How pieces come back from the hand.
    pub(crate) fn drops(self) -> Drops {
        let allowed = self == Holdings::Captor;
        Drops { allowed, not_stuck: allowed, ..Drops::default() }
    }
}

/// As many of a type as there are at the start, on the board and in hand: what is not on the board is in hand.
pub(crate) fn limits(kind: &Kind) -> Vec<PromotionLimit> {
    let count = |side: usize| {
        u32::try_from(kind.starts[side].len()).unwrap_or(u32::MAX) + u32::from(kind.hand)
    };
    let limit = |count, side| PromotionLimit { id: kind.id.clone(), count, side };
    match [count(0), count(1)] {
        [first, second] if first == second => vec![limit(first, None)],
        [first, second] => vec![limit(first, Some("first")), limit(second, Some("second"))],
    }
}
