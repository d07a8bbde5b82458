//! Reading the text of a move.

use crate::TextError;
use crate::field::Field;
use crate::piece;
use crate::square::{self, Style};
use komadai_rules::{AskedPlacing, MOST_LEGS, OtherPiece, PieceType, Square, Variant};

/// What the text of a move says, before it is held against the legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveText {
    /// `pass`, `0000`, `@@@@` or `--`.
    Pass,
    /// A piece from hand.
    Drop {
        /// The type, as it is to stand on the board.
        piece: PieceType,
        /// Where.
        to: Square,
        /// The type in hand, where it is named besides: `N*5e+`.
        held: Option<PieceType>,
    },
    /// A piece on the board.
    Walk {
        /// From, the squares between that are named, to: at least two.
        squares: Vec<Square>,
        /// What is said of promotion.
        promotion: PromotionText,
        /// Whether it is written as a shot, `g8*g9`; the squares are then those of `g8g9g8`.
        shot: bool,
        /// What becomes of other pieces, where that is said: `~d4` takes, `~d4e5` puts.
        others: Option<Vec<OtherPiece>>,
        /// What is placed as a part of the move, where that is said: `,d6` or `,Hb1`.
        placed: Option<AskedPlacing>,
    },
}

impl MoveText {
    /// What is said without what is told besides where that could mean another move: the type in hand,
    /// what becomes of other pieces. `None` where nothing is told besides.
    pub fn without_details(&self) -> Option<MoveText> {
        let mut plain = self.clone();
        let told = match &mut plain {
            MoveText::Pass => false,
            MoveText::Drop { held, .. } => held.take().is_some(),
            MoveText::Walk { others, .. } => others.take().is_some(),
        };
        told.then_some(plain)
    }
}

/// What the text of a move says of promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionText {
    /// Nothing, or `=`: the piece stays what it is.
    None,
    /// `+`: it promotes.
    Plus,
    /// A letter: it promotes to this type.
    To(PieceType),
}

/// The texts of a pass.
const PASSES: [&str; 4] = ["pass", "0000", "@@@@", "--"];

/// Whether [`parse_move`] could read a text, as its first letters tell: never so for `Nf3` and `exd5`. It takes less
/// time than an error, which says what is wrong.
pub(crate) fn may_be_one(text: &str) -> bool {
    let text = text.trim();
    let is_digit = |c: char| c.is_ascii_digit();
    // `e4` by itself is none.
    let goes_on = text.strip_prefix(|c: char| c.is_ascii_lowercase()).is_some_and(|number| {
        let after = number.trim_start_matches(is_digit);
        !after.is_empty() && after.len() < number.len()
    });
    goes_on || text.starts_with(is_digit) || text.contains(['*', '@']) || PASSES.contains(&text)
}

/// Reads the text of a move: its form, pieces and squares. Whether there is such a move is for
/// [`resolve`](super::resolve) to say.
///
/// # Errors
/// Texts of no known form, squares that are not on the board, letters of no piece.
pub fn parse_move(v: &Variant, text: &str) -> Result<MoveText, TextError> {
    let text = Field::whole(text);
    let mut words = text.words();
    let Some(text) = words.next() else {
        return Err(text.error("there is no move").japanese("指し手がありません。"));
    };
    if let Some(more) = words.next() {
        let japanese = format!("指し手の後に余分な「{}」があります。", more.text);
        return Err(more
            .error(format!("unexpected `{}` after the move", more.text))
            .japanese(japanese));
    }
    if PASSES.contains(&text.text) {
        return Ok(MoveText::Pass);
    }
    let Some(mark) = text.text.find(['*', '@']) else {
        return walk(v, text);
    };
    let (before, after) = (text.to(mark), text.from(mark + 1));
    let is_star = text.text[mark..].starts_with('*');
    match Style::of(before).parse(v, before.text) {
        Some(from) if is_star => shot(v, from, after),
        _ => drop(v, before, after),
    }
}

/// `P` and `5e` of `P*5e`, `N` and `5e+` of `N*5e+`.
fn drop(v: &Variant, piece: Field<'_>, to: Field<'_>) -> Result<MoveText, TextError> {
    let (to, rest) = square::take(v, Style::of(to), to)?;
    let Some(named) = piece::piece_named(v, piece.text) else {
        return Err(unknown_piece(v, piece));
    };
    let promotes = v.pieces[named.index()].promotes.as_slice();
    Ok(match (promotion(v, rest)?, promotes) {
        (PromotionText::None, _) => MoveText::Drop { piece: named, to, held: None },
        (PromotionText::To(piece), _) => MoveText::Drop { piece, to, held: Some(named) },
        (PromotionText::Plus, [piece]) => MoveText::Drop { piece: *piece, to, held: Some(named) },
        (PromotionText::Plus, _) => {
            let ids = piece::ids(v, |piece| promotes.contains(&piece));
            let (message, help) = match promotes {
                [] => (format!("`{}` does not promote", piece.text), None),
                _ => (
                    format!("`{}` has several promotions", piece.text),
                    Some(format!("name one of {ids}")),
                ),
            };
            let error = rest.error(message).japanese("成る駒の文字を付けてください。");
            return Err(help.into_iter().fold(error, |error, help| error.help(help)));
        }
    })
}

/// `g9` of `g8*g9`, and what follows.
fn shot(v: &Variant, from: Square, victim: Field<'_>) -> Result<MoveText, TextError> {
    let (victim, rest) = square::take(v, Style::of(victim), victim)?;
    Ok(MoveText::Walk {
        squares: vec![from, victim, from],
        promotion: promotion(v, rest)?,
        shot: true,
        others: None,
        placed: None,
    })
}

/// From, middle squares, to, promotion, and what is placed.
fn walk(v: &Variant, text: Field<'_>) -> Result<MoveText, TextError> {
    let style = Style::of(text);
    let (text, placed) = placed(v, style, text);
    let mark = text.text.find('~');
    let others = mark.map(|mark| others(v, style, text.from(mark + 1))).transpose()?;
    let text = mark.map_or(text, |mark| text.to(mark));
    let (from, mut rest) = square::take(v, style, text)?;
    let mut squares = vec![from];
    loop {
        if rest.text.starts_with(',') {
            rest = next_leg(v, style, &squares, rest.from(1))?;
        } else if squares.len() > 1 && !style.begins(rest) {
            break;
        }
        if squares.len() > MOST_LEGS {
            let most = MOST_LEGS + 1;
            return Err(rest
                .error(format!("a move names at most {most} squares"))
                .japanese(format!("指し手に書けるマスは{most}までです。")));
        }
        let (square, tail) = square::take(v, style, rest)?;
        squares.push(square);
        rest = tail;
    }
    Ok(MoveText::Walk { squares, promotion: promotion(v, rest)?, shot: false, others, placed })
}

/// What a move says of a piece that it places, after the last comma: a square alone, or with the letters of the piece
/// before it. The legs of a move are two squares each; after a promotion such a leg can only be what is placed.
fn placed<'a>(v: &Variant, style: Style, text: Field<'a>) -> (Field<'a>, Option<AskedPlacing>) {
    let Some(comma) = text.text.rfind(',').filter(|_| v.placement.is_some()) else {
        return (text, None);
    };
    let said = text.from(comma + 1);
    let starts = said.text.char_indices().map(|(start, _)| start);
    let placing = starts.filter_map(|start| {
        let square = style.parse(v, &said.text[start..])?;
        let piece = match start {
            0 => None,
            _ => Some(piece::piece_named(v, &said.text[..start])?),
        };
        Some(AskedPlacing { piece, square })
    });
    match placing.take(1).next().or_else(|| placed_behind(v, style, text.to(comma), said)) {
        Some(placed) => (text.to(comma), Some(placed)),
        None => (text, None),
    }
}

/// `b8e4` after `a7b8q`.
fn placed_behind(
    v: &Variant,
    style: Style,
    walk: Field<'_>,
    leg: Field<'_>,
) -> Option<AskedPlacing> {
    let (mut end, mut rest) = square::take(v, style, walk).ok()?;
    while let Ok(next) = square::take(v, style, rest.from(usize::from(rest.text.starts_with(','))))
    {
        (end, rest) = next;
    }
    let (start, tail) = square::take(v, style, leg).ok()?;
    let is_behind = !rest.text.is_empty() && start == end;
    let square = style.parse(v, tail.text).filter(|_| is_behind)?;
    Some(AskedPlacing { piece: None, square })
}

/// What follows the first `~`: for each piece the square where it stands, and after it the square on
/// which it is put.
fn others(v: &Variant, style: Style, text: Field<'_>) -> Result<Vec<OtherPiece>, TextError> {
    let most = v.board.squares().count();
    let (mut others, mut rest) = (Vec::new(), text);
    while !rest.text.is_empty() {
        let (at, tail) = square::take(v, style, rest)?;
        let (put, tail) = if tail.text.is_empty() || tail.text.starts_with('~') {
            (None, tail)
        } else {
            square::take(v, style, tail).map(|(square, tail)| (Some(square), tail))?
        };
        if others.len() == most {
            return Err(rest
                .error("a move does not change more pieces than the board has squares")
                .japanese("取られる駒や動かされる駒が盤のマスより多く書かれています。"));
        }
        others.push((at, put));
        rest = match tail.text {
            "" => tail,
            more if more.starts_with('~') => tail.from(1),
            _ => {
                let japanese = "取られる駒や動かされる駒の後が読めません。";
                let error =
                    tail.error(format!("unexpected `{}` after a piece's squares", tail.text));
                return Err(error.help("`~` begins the next piece").japanese(japanese));
            }
        };
    }
    Ok(others)
}

/// After a comma the leg's first square is named again; returns what follows it.
fn next_leg<'a>(
    v: &Variant,
    style: Style,
    squares: &[Square],
    leg: Field<'a>,
) -> Result<Field<'a>, TextError> {
    let (start, rest) = square::take(v, style, leg)?;
    if squares.len() > 1 && squares.last() == Some(&start) {
        return Ok(rest);
    }
    Err(leg
        .to(leg.text.len() - rest.text.len())
        .error("the legs of the move do not meet")
        .help("every leg starts where the one before it ended, as in `e7d7,d7c8`")
        .japanese("コンマの後は、その前に着いたマスから続けてください（例：e7d7,d7c8）。"))
}

/// What follows the last square.
fn promotion(v: &Variant, suffix: Field<'_>) -> Result<PromotionText, TextError> {
    match suffix.text {
        "" | "=" => return Ok(PromotionText::None),
        "+" | "=+" => return Ok(PromotionText::Plus),
        _ => {}
    }
    let letter = suffix.from(usize::from(suffix.text.starts_with('=')));
    piece::promotion_named(v, letter.text).map(PromotionText::To).ok_or_else(|| {
        suffix
            .error(format!("unexpected `{}` after the squares", suffix.text))
            .help("expected `+`, `=` or the letter of a piece of the game, for promotion")
            .japanese(format!(
                "マスの後の「{}」が読めません：成るなら「+」か成る駒の文字、成らないなら「=」を付けてください。",
                suffix.text
            ))
    })
}

fn unknown_piece(v: &Variant, piece: Field<'_>) -> TextError {
    let (message, japanese) = if piece.text.is_empty() {
        ("the piece that is dropped is missing".to_owned(), "打つ駒がありません".to_owned())
    } else {
        let message = format!("`{}` is not a piece of {}", piece.text, v.name);
        (message, format!("「{}」という駒はありません", piece.text))
    };
    let ids = piece::ids(v, |_| true);
    let help = format!("the pieces are {ids}");
    piece.error(message).help(help).japanese(format!("{japanese}（駒は {ids}）。"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::variant::load_builtin;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static VARIANTS: LazyLock<[Variant; 3]> = LazyLock::new(|| {
        ["shogi", "chess", "raichu"].map(|id| load_builtin(id, &[]).unwrap().variant)
    });

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn whatever_can_be_read_may_be_one(
            game in 0..VARIANTS.len(),
            text in " ?([A-Z+]?[*@])?([a-l]?[0-9]{1,2}[a-l]?){0,3}[-+=~,a-z0]{0,3} ?|pass|--|0000|@@@@",
        ) {
            let variant = &VARIANTS[game];
            prop_assert!(may_be_one(&text) || parse_move(variant, &text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_of_books_are_none() {
        for text in ["Nf3", "exd5", "e4", "O-O", "Qxh8+", "R1a3", "P-7f", "▲７六歩", "同銀"]
        {
            assert!(!may_be_one(text), "{text}");
        }
    }
}
