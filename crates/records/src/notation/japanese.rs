//! `▲７六歩`: as Japanese newspapers write.

use super::{Choices, Rivals, declines, rivals, seen, walks};
use komadai_rules::variant::{Coordinates, PieceData, Variant};
use komadai_rules::{AnyPlay, Color, Move, MoveKind, Square};

/// A legal move as Japanese newspapers write it.
///
/// | move | text |
/// |---|---|
/// | plain, to where the last move went | `▲７六歩`, `△同銀` |
/// | promotion, declined | `▲２二角成`, `▲２二角不成` |
/// | where several could go there | `▲５八金右`, `▲４五角打` |
/// | by a middle square | `▲７六→７五獅` |
/// | shot, pass in place, pass | `▲７六獅（居食い）`, `▲獅（じっと）`, `▲パス` |
/// | a piece placed as a part of the move | `▲７六歩／５五石` |
pub fn japanese(at: &AnyPlay, m: Move) -> String {
    written(&Choices::of(at), m, false, Rivals::Movable)
}

/// The same among these moves; in full with nothing left out that a record may leave out: the square
/// instead of `同`, and `打` with every drop.
pub(super) fn written(choices: &Choices<'_>, m: Move, in_full: bool, others: Rivals) -> String {
    let at = choices.at;
    let variant = at.variant();
    let mark = if at.side() == Color::First { '▲' } else { '△' };
    let name = |i: usize| name(&variant.pieces[i]);
    match (m.kind(), at.at(m.from())) {
        (MoveKind::Pass, _) => format!("{mark}パス"),
        (MoveKind::Drop, _) => {
            let beside = if in_full || !rivals(choices, m, others).is_empty() { "打" } else { "" };
            format!("{mark}{}{}{beside}", square(variant, m.to()), name(m.dropped().index()))
        }
        (_, None) => format!("{mark}パス"),
        (MoveKind::Jitto, Some((_, piece))) => format!("{mark}{}（じっと）", name(piece.index())),
        (MoveKind::Shot, Some((_, piece))) => {
            let promoted = if m.promotion() > 0 { "成" } else { "" };
            let victim = square(variant, m.via());
            format!("{mark}{victim}{}{promoted}（居食い）", name(piece.index()))
        }
        (_, Some((_, piece))) => {
            let (way, which) = (way(at, m, in_full), which(choices, m, others));
            let promotion = promotion(choices, m);
            let placed = placed(variant, m);
            format!("{mark}{way}{}{which}{promotion}{placed}", name(piece.index()))
        }
    }
}

/// What a move places: `／５五石`.
pub(super) fn placed(variant: &Variant, m: Move) -> String {
    let Some((piece, at)) = m.placed() else { return String::new() };
    format!("／{}{}", square(variant, at), name(&variant.pieces[piece.index()]))
}

/// One kanji where there is one, but `成銀` in full.
fn name(piece: &PieceData) -> &str {
    let names = &piece.name;
    let in_full = names.kanji.as_deref().filter(|kanji| kanji.starts_with('成'));
    let short = in_full.or(names.abbreviation.as_deref()).or(names.kanji.as_deref());
    short.or(names.ja.as_deref()).unwrap_or(&piece.id)
}

/// `７六`.
pub(crate) fn square(variant: &Variant, square: Square) -> String {
    let board = &variant.board;
    if board.coordinates == Coordinates::Algebraic {
        return variant.square_name(square);
    }
    let file = board.files - board.file(square);
    let rank = board.ranks - board.rank(square);
    let full_width = |digit: char| char::from_u32(digit as u32 - '0' as u32 + '０' as u32);
    file.to_string().chars().filter_map(full_width).chain(numeral(rank).chars()).collect()
}

/// A number up to 99.
pub(crate) fn numeral(number: u8) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (tens, ones) = (usize::from(number / 10 % 10), usize::from(number % 10));
    let ten = if tens > 0 { "十" } else { "" };
    let tens = if tens > 1 { DIGITS[tens] } else { "" };
    format!("{tens}{ten}{}", DIGITS[ones])
}

/// The squares that are gone to; `同` for the one that the last move went to.
fn way(at: &AnyPlay, m: Move, in_full: bool) -> String {
    let variant = at.variant();
    let middles = at.middles(m);
    let last = at.moves().last().filter(|last| last.kind() != MoveKind::Pass);
    let there = last.is_some_and(|last| last.to() == m.to());
    if there && middles.is_empty() && !in_full {
        return "同".to_owned();
    }
    let squares = middles.into_iter().chain([m.to()]);
    squares.map(|s| square(variant, s)).collect::<Vec<_>>().join("→")
}

fn promotion(choices: &Choices<'_>, m: Move) -> String {
    let at = choices.at;
    let variant = at.variant();
    let becomes = at.at(m.from()).map_or(&[][..], |(_, p)| &variant.pieces[p.index()].promotes);
    match usize::from(m.promotion()).checked_sub(1) {
        Some(choice) if becomes.len() > 1 => {
            format!("成{}", name(&variant.pieces[becomes[choice].index()]))
        }
        Some(_) => "成".to_owned(),
        None if declines(choices, m) => "不成".to_owned(),
        None => String::new(),
    }
}

/// Where a piece comes from, seen from where it goes: to the right, and ahead.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Origin {
    right: i16,
    ahead: i16,
}

impl Origin {
    /// Upward, sideways, or back.
    fn motion(self) -> &'static str {
        match self.ahead {
            ..0 => "上",
            0 => "寄",
            1.. => "引",
        }
    }

    fn is_straight(self) -> bool {
        (self.right, self.ahead) == (0, -1)
    }
}

/// Which of several pieces goes: by its motion if that tells, else by where it stands, else by
/// both; and where all that does not tell, by its square.
fn which(choices: &Choices<'_>, m: Move, others: Rivals) -> String {
    let (at, rivals) = (choices.at, rivals(choices, m, others));
    if rivals.is_empty() || !walks(m) {
        return String::new();
    }
    let to = seen(at, m.to());
    let origin = |square: Square| {
        let from = seen(at, square);
        Origin { right: from.0 - to.0, ahead: from.1 - to.1 }
    };
    let (own, others) = (origin(m.from()), rivals.into_iter().map(origin).collect::<Vec<_>>());
    // Dragons and their like go right or left, never straight.
    let runs = at.at(m.from()).is_some_and(|(_, piece)| choices.runs(piece));
    let by_place = |others: &[Origin]| by_place(own, others, runs);
    let word = by_motion(own, &others).or_else(|| by_place(&others)).or_else(|| {
        let alike: Vec<Origin> =
            others.iter().copied().filter(|other| other.motion() == own.motion()).collect();
        by_place(&alike).map(|place| place + own.motion())
    });
    word.unwrap_or_else(|| format!("（{}）", square(at.variant(), m.from())))
}

/// The legal moves that a text means which says more of the piece than it must, such as `５九銀左` where the
/// other silver is pinned: newspapers look at how pieces move, not at what is legal. `plain` is what of a text
/// is compared.
pub(super) fn loosely(
    choices: &Choices<'_>,
    said: &str,
    plain: &dyn Fn(&str) -> String,
) -> Vec<Move> {
    const WORDS: &str = "左右直上行入寄引";
    let at = choices.at;
    let mut meant: Vec<(Move, String)> = Vec::new();
    for m in choices.in_time().filter(|m| walks(*m)) {
        let Some((_, piece)) = at.at(m.from()) else { continue };
        let called = name(&at.variant().pieces[piece.index()]);
        let promotion = promotion(choices, m);
        let words = [false, true].into_iter().find_map(|in_full| {
            let rest = said.strip_prefix(&plain(&format!("{}{called}", way(at, m, in_full))))?;
            let words = rest.strip_suffix(&promotion)?;
            (!words.is_empty() && words.chars().all(|c| WORDS.contains(c)))
                .then(|| words.to_owned())
        });
        meant.extend(words.map(|words| (m, words)));
    }
    let origin = |m: Move| {
        let (from, to) = (seen(at, m.from()), seen(at, m.to()));
        Origin { right: from.0 - to.0, ahead: from.1 - to.1 }
    };
    let rights: Vec<i16> = meant.iter().map(|(m, _)| origin(*m).right).collect();
    let fits = |(m, words): &(Move, String)| {
        let own = origin(*m);
        words.chars().all(|word| match word {
            '左' => rights.iter().all(|right| *right >= own.right),
            '右' => rights.iter().all(|right| *right <= own.right),
            '直' => own.is_straight(),
            '行' | '入' => own.motion() == "上",
            word => own.motion().starts_with(word),
        })
    };
    meant.iter().filter(|it| fits(it)).map(|(m, _)| *m).collect()
}

fn by_motion(own: Origin, others: &[Origin]) -> Option<String> {
    let tells = others.iter().all(|other| other.motion() != own.motion());
    tells.then(|| own.motion().to_owned())
}

fn by_place(own: Origin, others: &[Origin], runs: bool) -> Option<String> {
    let place = if own.is_straight() && !runs {
        "直"
    } else if others.iter().all(|other| other.right < own.right) {
        "右"
    } else if others.iter().all(|other| other.right > own.right) {
        "左"
    } else {
        return None;
    };
    Some(place.to_owned())
}
