//! One polite sentence for every reason.

use super::words::Words;
use komadai_rules::{Place, PromotionRight, Reason, Variant};

/// The reason as a Japanese sentence. It must be about a position of this variant.
pub fn japanese(variant: &Variant, reason: &Reason) -> String {
    let words = Words(variant);
    let subjects = [turn, board, occupied, contents, way, promotion, drop, danger, castling];
    let said = subjects.iter().find_map(|subject| subject(&words, reason));
    said.unwrap_or_else(|| reason.to_string())
}

/// Whose turn it is, and what may be done with it at all.
fn turn(w: &Words<'_>, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::GameOver { loser, royal } => {
            let (loser, royal) = (w.side(loser), w.either(royal));
            format!("対局は終わっています：{loser}には{royal}が残っていません。")
        }
        Reason::MustPass { side, shocking } if shocking.is_empty() => {
            format!("{}はこの手番をパスしなければなりません。", w.side(side))
        }
        Reason::MustPass { side, shocking } => {
            let (side, shocking) = (w.side(side), w.list(shocking));
            format!(
                "{side}はこの手番をパスしなければなりません：{shocking}を取られると一手休みです。"
            )
        }
        Reason::Protected { mover, victim, guard } => {
            let (mover, victim, guard) = (w.man(mover), w.man(victim), w.man(guard));
            format!("{mover}で{victim}を取ることはできません：{guard}が利いています。")
        }
        Reason::InReturn { mover, victim } => {
            let (mover, victim) = (w.man(mover), w.man(victim));
            format!("{mover}で今{victim}を取ることはできません：同じ種類の駒が取られた直後です。")
        }
        Reason::NeverCaptured { mover, victim } => {
            let (mover, victim) = (w.man(mover), w.man(victim));
            format!("{mover}で{victim}を取ることはできません：取られない駒です。")
        }
        Reason::MustPlace { pieces } => {
            format!("この手では{}を空いたマスに置かなければなりません。", w.list(pieces))
        }
        Reason::NotPlacedThere { pieces, square } => {
            let square = w.square_called(square).unwrap_or_else(|| square.clone());
            format!("この手では{}を{square}に置けません。", w.list(pieces))
        }
        Reason::PlacesNothing => "この手では何も置けません。".to_owned(),
        Reason::Borrows { mover, lender } => {
            let (mover, lender) = (w.man(mover), w.man(lender));
            format!("{mover}は今、{lender}と同じ動きをします。自分の動きはできません。")
        }
        Reason::MustCapture { side, taker, victim, count } => {
            let (side, taker, victim) = (w.side(side), w.man(taker), w.man(victim));
            match count {
                0 | 1 => format!(
                    "{side}は取れる駒を取らなければなりません：{taker}で{victim}を取れます。"
                ),
                _ => format!(
                    "{side}は一度に{count}枚取らなければなりません：{taker}で{victim}などを取れます。"
                ),
            }
        }
        Reason::NotHoppedOver { mover, over } => {
            format!("{}は{}を飛び越えられません。", w.man(mover), w.man(over))
        }
        Reason::NotTakenSo { mover, victim } => {
            format!("{}で{}を取ることはできません。", w.man(mover), w.man(victim))
        }
        Reason::Facing { side, own, other } => {
            let (side, own, other) = (w.side(side), w.man(own), w.man(other));
            format!(
                "{side}は、向かい合っている{own}と{other}の間をふさぐか、一方をよけるか、パスしなければなりません。"
            )
        }
        Reason::NotStuck { side } => {
            format!("{}は今、パスできません：ほかに指せる手があります。", w.side(side))
        }
        Reason::NoPass { side } => format!("{}は今、パスできません。", w.side(side)),
        Reason::NotYours { man, side } => {
            let (man, owner, side) = (w.man(man), w.side(&man.owner), w.side(side));
            format!("{man}は{owner}の駒です：今は{side}の手番です。")
        }
        Reason::Repetition { times } => {
            format!("千日手です：同じ局面が{times}回目になる手は指せません。")
        }
        _ => return None,
    })
}

/// Squares that are not there, or have nothing to move on them.
fn board(w: &Words<'_>, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::Incomplete => "動かす駒のマスと、行き先のマスを指定してください。".to_owned(),
        Reason::NoSquare { name } => match w.square_called(name) {
            Some(square) => format!("この盤に{square}というマスはありません。"),
            None => "この盤にそのようなマスはありません。".to_owned(),
        },
        Reason::SquareGone { at } => {
            format!("{}のマスは今ありません：駒がある間だけ存在するマスです。", w.place(at))
        }
        Reason::NoPiece { at } => format!("{}には駒がありません。", w.place(at)),
        _ => return None,
    })
}

/// Pieces that stand where they should not.
fn occupied(w: &Words<'_>, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::OwnPiece { mover, friend } => {
            let (at, friend) = (w.place(&friend.at), w.piece(friend.piece));
            format!("{}は味方の駒を取れません：{at}には自分の{friend}があります。", w.man(mover))
        }
        Reason::Blocked { mover, to, by } => {
            let (mover, to, by) = (w.man(mover), w.place(to), w.standing(by));
            format!("{mover}は{to}に届きません：途中の{by}があります。")
        }
        Reason::BlockedByGap { mover, to, missing } => {
            let (mover, to, missing) = (w.man(mover), w.place(to), w.place(missing));
            format!("{mover}は{to}に届きません：途中の{missing}のマスが今はありません。")
        }
        Reason::Outranked { mover, by } => {
            let (mover, by) = (w.man(mover), w.man(by));
            format!(
                "{mover}が飛び越えられるのは下位の駒だけです：途中の{by}は下位の駒ではありません。"
            )
        }
        Reason::MovesOnly { mover, victim } => {
            let (mover, at) = (w.man(mover), w.place(&victim.at));
            format!(
                "{mover}が{at}に動けるのは、そこが空いているときだけです：その動きでは取れません。"
            )
        }
        Reason::PassNeedsEmpty { mover, on } => {
            let (mover, at) = (w.man(mover), w.place(&on.at));
            format!("{mover}がそこでじっとできるのは、{at}が空いているときだけです。")
        }
        _ => return None,
    })
}

/// Squares on which something else would have to stand.
fn contents(w: &Words<'_>, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::JumpsOnlyToCapture { mover, to } => {
            let (mover, to) = (w.man(mover), w.place(to));
            format!(
                "{mover}がほかの駒を飛び越えられるのは、駒を取るときだけです：{to}は空いています。"
            )
        }
        Reason::CapturesOnly { mover, at } => {
            let (mover, at) = (w.man(mover), w.place(at));
            format!(
                "{mover}が{at}に動けるのは、駒を取るときだけです：そこには取れる駒がありません。"
            )
        }
        Reason::TakesOnlyRoyals { mover, victim } => {
            let (mover, victim) = (w.man(mover), w.man(victim));
            format!("{mover}がその動きで取れるのは玉だけです：{victim}は玉ではありません。")
        }
        Reason::SparesRoyals { mover, victim } => {
            let (mover, victim) = (w.man(mover), w.man(victim));
            format!("{mover}はその動きでは玉を取れません：{victim}は玉です。")
        }
        Reason::NothingToShoot { mover, at } => {
            format!("{}は居食いできません：{}に取れる駒がありません。", w.man(mover), w.place(at))
        }
        Reason::NeedsOthers { mover, to } => {
            let (mover, to) = (w.man(mover), w.place(to));
            format!(
                "{mover}が{to}に行けるのは、間にほかの駒があるなど、駒の配置が違うときだけです。"
            )
        }
        _ => return None,
    })
}

/// Ways that a piece does not have, or that are not said clearly enough.
fn way(w: &Words<'_>, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::StaysPut { mover } => {
            format!("{}は、ほかのマスへ動かなければなりません。", w.man(mover))
        }
        Reason::FirstMoveOnly { mover, to } => {
            format!("{}が{}に動けるのは、最初の一手だけです。", w.man(mover), w.place(to))
        }
        Reason::NotHere { mover, to } => {
            let (mover, to) = (w.man(mover), w.place(to));
            format!("{mover}は{to}へは動けません。そう動けるのは、盤の一部でだけです。")
        }
        Reason::Confined { mover, to } => {
            format!("{}は{}に入れません。", w.man(mover), w.place(to))
        }
        Reason::NoSuchWay { mover, by } => {
            format!("{}は{}へは動けません。", w.man(mover), along(w, by))
        }
        Reason::NoSuchShot { mover, victim } => {
            format!("{}は{}の駒を居食いできません。", w.man(mover), w.place(victim))
        }
        // They are texts to type, the same in every language.
        Reason::NameTheWay { mover, ways } => {
            format!("{}がどこを通るか指定してください：{}。", w.man(mover), ways.join("、"))
        }
        Reason::EnPassantGone { victim } => {
            format!("{}をアンパッサンで取れるのは、二マス進んだ直後だけです。", w.man(victim))
        }
        _ => return None,
    })
}

/// `f8`, `f7を通ってf8`.
fn along(w: &Words<'_>, by: &[Place]) -> String {
    by.iter().map(|place| w.place(place)).collect::<Vec<_>>().join("を通って")
}

fn promotion(w: &Words<'_>, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::NamePromotion { mover, choices } => {
            format!("{}が何に成るか指定してください：{}。", w.man(mover), w.list(choices))
        }
        Reason::MustPromote { mover, to, stuck } => {
            let why =
                if *stuck { "：不成では行き所のない駒になります" } else { "" };
            format!("{}は{}で成らなければなりません{why}。", w.man(mover), w.place(to))
        }
        Reason::NeverPromotes { mover, already } => {
            let why = if *already {
                "すでに成っています"
            } else {
                "成ることのない駒です"
            };
            format!("{}は成れません：{why}。", w.man(mover))
        }
        Reason::PromotesOtherwise { mover, asked, choices } => {
            let (mover, asked, choices) = (w.man(mover), w.named(asked), w.list(choices));
            format!("{mover}は{asked}には成れません：成れるのは{choices}だけです。")
        }
        Reason::NotPromoting { mover, when } => {
            let zone = w.zone(mover.side);
            let when: Vec<String> = when.iter().map(|clause| right(*clause, zone)).collect();
            let (mover, when) = (w.man(mover), when.join("、"));
            format!("{mover}はこの手では成れません：成れるのは、{when}だけです。")
        }
        Reason::EnoughPromoted { mover, piece, count } => {
            let (mover, piece) = (w.man(mover), w.named(piece));
            format!(
                "成って得られる{piece}は盤上に{count}枚までなので、{mover}は{piece}に成れません。"
            )
        }
        Reason::ShotsDoNotPromote { mover } => format!("{}は居食いでは成れません。", w.man(mover)),
        Reason::PromotedConfined { mover, to } => {
            format!("{}は成れません：成った駒は{}に入れません。", w.man(mover), w.place(to))
        }
        _ => return None,
    })
}

fn right(right: PromotionRight, zone: &str) -> String {
    match right {
        PromotionRight::Enters => format!("{zone}に入るとき"),
        PromotionRight::MovesInside => format!("{zone}の中で動くとき"),
        PromotionRight::Leaves => format!("{zone}から出るとき"),
        PromotionRight::TakesInside => format!("{zone}にある駒を取るとき"),
        PromotionRight::TakesFromInside => format!("{zone}から動いて駒を取るとき"),
        PromotionRight::WouldBeStuck => "不成では行き所がなくなるとき".to_owned(),
    }
}

fn drop(w: &Words<'_>, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::NoDrops { .. } => "このゲームでは、取った駒を打てません。".to_owned(),
        Reason::NotInHand { side, piece } => {
            format!("{}の持ち駒に{}はありません。", w.side(side), w.named(piece))
        }
        Reason::DropsUnpromoted { piece } => {
            format!("{}は打てません：成った状態で打つことはできません。", w.named(piece))
        }
        Reason::Occupied { piece, by } => {
            let (piece, at, by) = (w.named(piece), w.place(&by.at), w.owned(by));
            format!("{piece}は空いたマスにしか打てません：{at}には{by}があります。")
        }
        Reason::DropForbidden { side, piece, to } => {
            format!("{}は{}に{}を打てません。", w.side(side), w.place(to), w.named(piece))
        }
        Reason::DropStuck { piece, to } => {
            let (piece, to) = (w.named(piece), w.place(to));
            format!("行き所のない駒になります：{to}に{piece}は打てません。")
        }
        Reason::TwoOnFile { piece, other, .. } => {
            let rule = w.short(piece).map(|short| format!("二{short}です："));
            let (rule, at, other) =
                (rule.unwrap_or_default(), w.place(&other.at), w.piece(other.piece));
            format!("{rule}同じ筋の{at}にすでに{other}があります。")
        }
        Reason::EnoughOnFile { piece, count, .. } => {
            format!("同じ筋にすでに{}が{count}枚あります。", w.named(piece))
        }
        Reason::EnoughOnBoard { piece, count } => {
            let piece = w.named(piece);
            format!("盤上にすでに{piece}が{count}枚あるので、{piece}は打てません。")
        }
        Reason::DropMate { piece } => {
            let rule = w.short(piece).map(|short| format!("打ち{short}詰めです："));
            let (rule, piece) = (rule.unwrap_or_default(), w.named(piece));
            format!("{rule}{piece}を打って詰ますことはできません。")
        }
        _ => return None,
    })
}

/// Royals that could be taken.
fn danger(w: &Words<'_>, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::CheckUnanswered { royal, attackers } => {
            let (royal, attackers) = (w.man(royal), w.men(attackers));
            format!("王手放置です：{royal}が{attackers}に取られてしまいます。")
        }
        Reason::StepsIntoAttack { royal, attackers } => {
            let (royal, at, attackers) =
                (w.piece(royal.piece), w.place(&royal.at), w.men(attackers));
            format!("{royal}は{at}に動けません：{attackers}に取られてしまいます。")
        }
        Reason::ExposesRoyal { royal, attackers } => {
            let (royal, attackers) = (w.man(royal), w.men(attackers));
            format!("その手は指せません：{royal}が{attackers}に取られてしまいます。")
        }
        Reason::LosesRoyal { royal } => {
            let (at, royal) = (w.place(&royal.at), w.piece(royal.piece));
            format!("その手は指せません：{at}にある自分の{royal}がなくなってしまいます。")
        }
        Reason::ExplodesRoyal { royal } => {
            let (at, royal) = (w.place(&royal.at), w.piece(royal.piece));
            format!("その手は指せません：爆発で{at}にある自分の{royal}がなくなってしまいます。")
        }
        Reason::LeavesRoyals { side, royal } => {
            let (side, royal) = (w.side(side), w.either(royal));
            format!("その手は指せません：{side}の{royal}を取られてしまいます。")
        }
        Reason::LeavesAllAttacked { side, royals } => {
            let (side, royals) = (w.side(side), w.men(royals));
            format!("その手は指せません：{side}の{royals}がどれも取られる状態になります。")
        }
        Reason::GivesCheck { side } => {
            let side = w.side(side);
            format!("その手は指せません：{side}に王手がかかります。王手をかける手は反則です。")
        }
        _ => return None,
    })
}

fn castling(w: &Words<'_>, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::CastlingLost { king } => {
            let king = w.man(king);
            format!(
                "{king}はもうそちらへキャスリングできません：どちらかの駒がすでに動いています。"
            )
        }
        Reason::NoPartner { king, partner, at } => {
            let partner = if partner == "piece" { "駒".to_owned() } else { w.either(partner) };
            let (king, at) = (w.man(king), w.place(at));
            format!("{king}はキャスリングできません：{at}に自分の{partner}がありません。")
        }
        Reason::CastlingBlocked { king, by } => {
            format!("{}はキャスリングできません：間の{}があります。", w.man(king), w.standing(by))
        }
        Reason::CastlingInCheck { king, attackers } => {
            let (king, attackers) = (w.man(king), w.men(attackers));
            format!("{king}はキャスリングできません：{attackers}に王手されています。")
        }
        Reason::CastlingThroughAttack { king, on, attackers } => {
            let (king, on, attackers) = (w.man(king), w.place(on), w.men(attackers));
            format!("{king}はキャスリングできません：途中の{on}が{attackers}に狙われています。")
        }
        _ => return None,
    })
}
