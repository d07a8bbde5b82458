//! Movement in Japanese.

use super::sense::{Passes, Sense};
use super::{At, Turns};
use crate::lang::{Lang, number};
use crate::movement::area::{directions, somewhere};
use komadai_rules::diagram::{Content, Kind};

const LANG: Lang = Lang::Ja;

/// What a stroke means, wherever it is or at some squares.
pub(super) fn words(sense: &Sense, at: At<'_>) -> String {
    way(sense, at) + &conditions(sense)
}

const CONDITIONS: [(Kind, &str); 10] = [
    (Kind::EnPassant, "脇を通り過ぎた直後の駒も取れる"),
    (Kind::Initial, "最初の一手だけ"),
    (Kind::Regional, "盤の一部でだけ"),
    (Kind::Lame, "途中のマスが空いているときだけ"),
    (Kind::Over, "途中のマスに駒があるときだけ"),
    (Kind::OverFriends, "飛び越えるのは味方の駒だけ"),
    (Kind::RoyalOnly, "取れるのは玉だけ"),
    (Kind::NotRoyal, "玉は取れない"),
    (Kind::Swap, "取った駒と位置を入れ替える"),
    (Kind::Cylinder, "盤の左右の端はつながっている"),
];

/// Purposes and conditions in brackets.
pub(super) fn conditions(sense: &Sense) -> String {
    let held = CONDITIONS.iter().filter(|(kind, _)| sense.has(*kind)).map(|(_, text)| *text);
    let own = match (sense.has(Kind::Destroy), sense.spares_enemies(), sense.moves()) {
        (false, ..) => None,
        (_, false, _) => Some("味方の駒も取り除ける"),
        (_, true, true) => Some("味方の駒も取り除けるが、敵の駒は取れない"),
        (_, true, false) => Some("味方の駒を取り除くときだけ"),
    };
    let all: Vec<&str> = only(sense).into_iter().chain(own).chain(held).collect();
    if all.is_empty() { String::new() } else { format!("（{}）", all.join("、")) }
}

fn only(sense: &Sense) -> Option<&'static str> {
    let told = [Kind::Fly, Kind::Shot, Kind::Hit, Kind::Pass, Kind::Castle];
    match (told.contains(&sense.manner), sense.moves(), sense.takes()) {
        (true, ..) | (_, true, true) | (_, false, false) => None,
        (_, true, false) => Some("動くだけで、取れない"),
        (_, false, true) if sense.spares_enemies() => None,
        (_, false, true) => Some("取るときだけ"),
    }
}

fn way(sense: &Sense, at: At<'_>) -> String {
    let (to, of, along) = (squares(at, "へ", ""), squares(at, "の駒を", "そこの駒を"), ways(at));
    match sense.manner {
        Kind::Step => format!("{along}一マス"),
        Kind::Jump if sense.has(Kind::Lame) || sense.has(Kind::Over) => format!("{to}跳ぶ"),
        Kind::Jump => format!("{to}跳ぶ。間の駒は飛び越える"),
        Kind::Area if sense.range.steps == 2 => {
            format!("{to}二歩で動く。一歩目は空いたマスに限る")
        }
        Kind::Area => format!("{to}空いたマスを伝って数歩で動く"),
        Kind::Chain => match sense.range.passes {
            Passes::Pieces => format!("{to}途中の駒を越えて動く"),
            Passes::Both => format!("{to}途中の駒を越えたり取ったりして動く"),
            _ => format!("途中の駒を取って{to}進む"),
        },
        Kind::Castle => format!("{to}キャスリング"),
        Kind::Shot if sense.range.squares.is_some() => {
            format!("{along}最初に当たる駒を、動かずに取る（居喰い）")
        }
        Kind::Shot => format!("{of}動かずに取る（居喰い）"),
        Kind::Hit => format!("{of}取って、さらに進む"),
        Kind::Pass => {
            if to.is_empty() {
                "行って戻り、一手パスする（じっと）".to_owned()
            } else {
                format!("空いていれば{to}行って戻り、一手パスする（じっと）")
            }
        }
        Kind::Hook => format!("{along}どこまでも。途中で一度曲がれる"),
        Kind::Fly => format!("{along}駒をいくつでも飛び越えて取る"),
        Kind::Hop => format!("{along}{}を飛び越えて{}", hurdles(sense), distance(sense)),
        Kind::HopBehind => {
            format!("{along}{}を飛び越えたすぐ先のマスへ。離れていてもよい", hurdles(sense))
        }
        Kind::Slide => slide(sense, &along),
        _ if sense.range.goes_on.is_some() => "先へ進む途中のマス".to_owned(),
        _ => format!("{to}遠回りして動く"),
    }
}

/// `縦横の二マス先へ`, or what stands for it where no square is named.
fn squares(at: At<'_>, particle: &str, here: &str) -> String {
    match at {
        At::Here => here.to_owned(),
        At::Squares(set) => format!("{}{particle}", somewhere(LANG, set)),
    }
}

fn ways(at: At<'_>) -> String {
    match at {
        At::Here => String::new(),
        At::Squares(set) if set.iter().all(|at| at.x.abs().max(at.y.abs()) <= 1) => {
            format!("{}に", directions(LANG, set))
        }
        At::Squares(set) => format!("{}への跳びを", somewhere(LANG, set)),
    }
}

fn hurdles(sense: &Sense) -> String {
    let count = |n: u8| number(LANG, n.into());
    match sense.range.over {
        Some((least, most)) if least < most => format!("駒{}枚から{}枚", count(least), count(most)),
        Some((least, _)) => format!("ちょうど{}枚の駒", count(least)),
        None => "ちょうど一枚の駒".to_owned(),
    }
}

fn distance(sense: &Sense) -> String {
    let (from, to) = sense.range.squares.unwrap_or((1, None));
    let count = |n: u8| number(LANG, n.into());
    let unit = if sense.range.rides { "回" } else { "マス" };
    match to {
        None if sense.range.rides => "空いている限り何回でも".to_owned(),
        None => "どこまでも".to_owned(),
        Some(to) if from == to && !sense.has(Kind::Initial) => {
            format!("ちょうど{}{unit}", count(to))
        }
        Some(to) => format!("{}{unit}まで", count(to)),
    }
}

fn slide(sense: &Sense, along: &str) -> String {
    let far = distance(sense);
    let from = match sense.range.goes_on {
        _ if sense.range.bent => return format!("曲がりながらどこまでも{along}"),
        _ if sense.has(Kind::Skip) => {
            let (from, _) = sense.range.squares.unwrap_or((2, None));
            let skipped = match from {
                0..=2 => "隣のマスを".to_owned(),
                n => format!("{}マスを", number(LANG, usize::from(n) - 1)),
            };
            return format!("{along}、{skipped}飛び越えてその先{far}")
                .trim_start_matches('、')
                .to_owned();
        }
        None => return format!("{along}{far}"),
        Some(Content::Empty) => "空いたマス",
        Some(Content::Piece) => "駒のあるマス",
        Some(Content::Taken | Content::Destroyed) => "駒を取ったマス",
    };
    format!("{from}から、さらに{along}{far}")
}

/// `前の隣のマスの駒を取り`.
pub(super) fn first_leg(is: Content, on: &str) -> String {
    match is {
        Content::Empty => format!("空いている{on}へ進み"),
        Content::Taken => format!("{on}の駒を取り"),
        Content::Destroyed => format!("{on}の味方の駒を取り除き"),
        Content::Piece => format!("{on}の駒を越え"),
    }
}

pub(super) fn later_leg(is: Content, how: &str) -> String {
    match is {
        Content::Empty => format!("続けて{how}空いたマスへ進み"),
        Content::Taken => format!("続けて{how}進んでそこの駒も取り"),
        Content::Destroyed => format!("続けて{how}進んで味方の駒を取り除き"),
        Content::Piece => format!("続けて{how}進んで駒を越え"),
    }
}

pub(super) fn last_leg(how: &str) -> String {
    format!("さらに{how}進む")
}

/// `そのまま真っすぐ一マス`.
pub(super) fn leg(turns: Turns<'_>, steps: (u8, Option<u8>)) -> String {
    let count = |n: u8| number(LANG, n.into());
    let far = match steps {
        (n, Some(m)) if n == m => format!("{}マス", count(n)),
        (_, Some(m)) => format!("{}マスまで", count(m)),
        (1, None) => "どこまでも".to_owned(),
        (n, None) => format!("{}マス目から先どこまでも", count(n)),
    };
    format!("{}{far}", turned(turns))
}

/// Eighths of a full turn, from 0, straight on, to 7.
fn turned(turns: Turns<'_>) -> String {
    let of = |list: &[u8]| turns.iter().eq(list);
    if of(&[0, 1, 2, 3, 4, 5, 6, 7]) {
        return "好きな方向へ".to_owned();
    }
    if of(&[0, 1, 2, 3, 5, 6, 7]) {
        return "真後ろに戻る以外の好きな方向へ".to_owned();
    }
    let single = [
        (&[0][..], "真っすぐ"),
        (&[1, 7], "左右いずれかへ45度"),
        (&[1], "右へ45度"),
        (&[7], "左へ45度"),
        (&[2, 6], "左右いずれかへ直角に"),
        (&[2], "右へ直角に"),
        (&[6], "左へ直角に"),
        (&[3, 5], "左右いずれかへ135度"),
        (&[3], "右へ135度"),
        (&[5], "左へ135度"),
        (&[4], "真後ろへ"),
    ];
    let mut rest = turns.clone();
    let mut words = Vec::new();
    for (list, word) in single {
        if list.iter().all(|turn| rest.contains(turn)) {
            rest.retain(|turn| !list.contains(turn));
            words.push(word);
        }
    }
    words.join("、または")
}
