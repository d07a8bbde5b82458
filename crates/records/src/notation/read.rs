//! Reading moves as people write them.

use super::{Choices, Rivals, japanese, western};
use crate::TextError;
use crate::moves::{self, Refusal, Unresolved};
use crate::pgn;
use komadai_rules::variant::{Coordinates, PieceData};
use komadai_rules::{AnyPlay, Move, MoveKind, PieceType, Square, Variant};
use std::cell::LazyCell;

/// No move is written in more bytes: whoever asks for a book to be read is told so at once.
const MOST_BYTES: usize = 1_000;

fn too_long(text: &str) -> TextError {
    TextError::new(0..text.len(), format!("a move has {MOST_BYTES} bytes at most"))
        .japanese(format!("指し手は{MOST_BYTES}バイトまでです。"))
}

/// The legal move that a text means in any notation: what [`moves::find`] reads, and moves as they
/// are written by [`western`](super::western()), [`japanese`](super::japanese()) and [`pgn::san`].
///
/// Marks of sides, of checks and of praise may be there or not; digits may be of any width, or
/// kanji. Capitals matter only where moves differ by them.
///
/// # Errors
/// See [`Refusal`]: the one of [`moves::find`] where no legal move is written so.
pub fn find(play: &AnyPlay, text: &str) -> Result<Move, Refusal> {
    if text.len() > MOST_BYTES {
        return Err(too_long(text).into());
    }
    // To say what is wrong with a text takes longer than to read one.
    let spelled = moves::may_be_one(text).then(|| moves::find(play, text));
    if let Some(Ok(m)) = spelled {
        return Ok(m);
    }
    let mut written = match play.variant().placement {
        Some(_) => written_placing(play, text),
        None => written(play, text),
    };
    written.retain(|m| !play.is_barred(*m));
    match written[..] {
        [] => spelled.unwrap_or_else(|| moves::find(play, text)),
        [m] => Ok(m),
        _ => Err(Refusal::Ambiguous(Unresolved::Ambiguous(written))),
    }
}

/// The legal moves that are written so, where moves may place something.
fn written_placing(at: &AnyPlay, text: &str) -> Vec<Move> {
    let said = plain(at.variant(), text);
    let (bare, placed) =
        said.rfind([',', '/', '／']).map_or((&*said, ""), |mark| said.split_at(mark));
    let is_meant = |m: &Move| {
        let texts = [moves::placed_in_san(at.variant(), *m), japanese::placed(at.variant(), *m)];
        texts.iter().any(|text| plain(at.variant(), text).eq_ignore_ascii_case(placed))
    };
    let bare = written(at, bare);
    bare.into_iter().flat_map(|m| at.placed_after(m)).filter(is_meant).collect()
}

/// The legal moves, without what they place, that are written so; those that differ by capitals only if there are no
/// others.
fn written(at: &AnyPlay, text: &str) -> Vec<Move> {
    let variant = at.variant();
    let said = plain(variant, text);
    let choices = Choices::of(at);
    if let Some(m) = pgn::find_plainly(&choices, &said) {
        return vec![m];
    }
    // Elsewhere English books write as PGN does.
    let is_shogi = variant.board.coordinates == Coordinates::Shogi;
    let texts = |m| {
        let san = [false, true].map(|brief| pgn::unmarked_san(&choices, m, brief));
        let fulls = [(false, Rivals::Movable), (true, Rivals::Movable), (false, Rivals::Legal)];
        let japanese =
            fulls.map(|(in_full, others)| japanese::written(&choices, m, in_full, others));
        let western = is_shogi.then(|| western::written(&choices, m));
        let all = san.into_iter().chain(japanese).chain(western);
        all.map(|text| plain(variant, &text)).collect::<Vec<_>>()
    };
    let named = named_in(variant, &said);
    let last = at.moves().last().map(|last| last.to());
    let is_meant = |m: &Move| match &named {
        // Whatever has a number in it names the square of the move, or that of a shot's victim.
        Some(named) => named.contains(&m.to()) || named.contains(&m.via()),
        // Without one, it goes to where the last move went, or needs no square.
        None => {
            let needs_none =
                matches!(m.kind(), MoveKind::Castle | MoveKind::Pass | MoveKind::Jitto);
            needs_none || Some(m.to()) == last
        }
    };
    let (mut exactly, mut alike) = (Vec::new(), Vec::new());
    for m in choices.in_time().filter(is_meant) {
        let texts = texts(m);
        if texts.contains(&said) {
            exactly.push(m);
        } else if exactly.is_empty() && texts.iter().any(|text| text.eq_ignore_ascii_case(&said)) {
            alike.push(m);
        }
    }
    if !exactly.is_empty() {
        return exactly;
    }
    if !alike.is_empty() || said.is_ascii() {
        return alike;
    }
    japanese::loosely(&choices, &said, &|text| plain(variant, text))
}

/// Which squares a text may be naming, in any notation; `None` for one without numbers.
fn named_in(variant: &Variant, said: &str) -> Option<Vec<Square>> {
    if !said.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let said = said.to_ascii_lowercase();
    let is_named = |square: &Square| {
        let japanese = || plain(variant, &japanese::square(variant, *square)).to_ascii_lowercase();
        said.contains(&variant.square_name(*square))
            || said.contains(&variant.usi_square_name(*square))
            || said.contains(&japanese())
    };
    Some(variant.board.squares().filter(is_named).collect())
}

/// Legal moves that a text may be meant to be which is none: those to a square that it names, in the
/// plain form of the game; empty where they are many.
pub fn alike(at: &AnyPlay, text: &str) -> Vec<String> {
    const MOST: usize = 8;
    let variant = at.variant();
    let Some(named) = named_in(variant, &plain(variant, text)) else { return Vec::new() };
    let legal = at.legal_moves().into_iter().filter(|m| named.contains(&m.to()));
    let found: Vec<Move> = legal.take(MOST + 1).collect();
    if found.len() > MOST {
        return Vec::new();
    }
    let is_shogi = variant.board.coordinates == Coordinates::Shogi;
    let spelled = found.into_iter().map(|m| moves::spell(at, m));
    spelled.map(|m| if is_shogi { m.usi(variant) } else { m.algebraic(variant) }).collect()
}

/// More pieces than these are not asked about one by one.
const MOST_READINGS: usize = 4;

/// No square has a longer name: `l12`, `12l`.
const LONGEST_SQUARE: usize = 3;

/// What `Nf5` or `G-5a` may ask for where no legal move is written so: each piece of that kind moving
/// to that square, in algebraic form, and for `O-O` the two steps of the royal. Empty for texts of any
/// other form, and where many pieces may be meant.
pub fn readings(at: &AnyPlay, text: &str) -> Vec<String> {
    let variant = at.variant();
    let said = plain(variant, text);
    if let "O-O" | "O-O-O" = said.as_str() {
        return castlings(at, if said == "O-O" { 2 } else { -2 });
    }
    let (way, promotion) = match said.trim_end_matches('=') {
        kept if kept.ends_with('+') => (kept.trim_end_matches('+'), "+"),
        kept => (kept, ""),
    };
    // At each of its letters, all that follows would be read.
    let starts = way.char_indices().rev().take(LONGEST_SQUARE);
    let squares = starts.map(|(start, _)| way.split_at(start));
    let end = squares.filter_map(|(head, square)| Some((head, named(variant, square)?))).last();
    let Some((head, to)) = end else { return Vec::new() };
    let Some((piece, origin)) = mover(variant, head.trim_end_matches(['-', 'x'])) else {
        return Vec::new();
    };
    let own = variant.board.squares().filter(|from| at.at(*from) == Some((at.side(), piece)));
    let begins = |from: &Square| {
        let names = [variant.square_name(*from), variant.display_square(*from)];
        names.iter().any(|name| name.starts_with(origin) || name.ends_with(origin))
    };
    let mut froms: Vec<Square> = own.filter(begins).collect();
    // Of many, as pawns are, those on the file of the square are meant.
    let on_file = |from: &Square| variant.board.file(*from) == variant.board.file(to);
    if froms.len() > 2 && froms.iter().any(on_file) {
        froms.retain(on_file);
    }
    let to = variant.square_name(to);
    if froms.len() > MOST_READINGS {
        return Vec::new();
    }
    froms.into_iter().map(|from| variant.square_name(from) + &to + promotion).collect()
}

/// Royals going so many squares to the right, as in castling.
fn castlings(at: &AnyPlay, right: i16) -> Vec<String> {
    let variant = at.variant();
    let board = &variant.board;
    let is_royal = |from: &Square| {
        let man = at.at(*from).filter(|(side, _)| *side == at.side());
        man.is_some_and(|(_, piece)| variant.pieces[piece.index()].royal)
    };
    let reading = |from: Square| {
        let file = u8::try_from(i16::from(board.file(from)) + right).ok()?;
        let to = board.square(file, board.rank(from))?;
        Some(variant.square_name(from) + &variant.square_name(to))
    };
    board.squares().filter(is_royal).filter_map(reading).take(MOST_READINGS).collect()
}

fn named(variant: &Variant, square: &str) -> Option<Square> {
    variant.parse_square(square).or_else(|| variant.parse_usi_square(square))
}

/// The piece that moves, and what is said of where it stands. Without a letter, or with that of a file,
/// it is the one whose letter PGN leaves out.
fn mover<'t>(variant: &Variant, head: &'t str) -> Option<(PieceType, &'t str)> {
    let ids = (0..).map(PieceType).zip(&variant.pieces);
    let called = ids.clone().filter(|(_, piece)| head.starts_with(&piece.id));
    let longest = called.max_by_key(|(_, piece)| piece.id.len());
    let is_left_out = head.len() <= 1 && head.chars().all(|file| file.is_ascii_lowercase());
    let pawn = ids.clone().find(|(_, piece)| is_left_out && piece.id == pgn::PAWN);
    let pawn = pawn.map(|(id, _)| (id, head));
    longest.map(|(id, piece)| (id, &head[piece.id.len()..])).or(pawn)
}

/// A text without what may be left out, with plain digits.
fn plain(variant: &Variant, text: &str) -> String {
    let text = text.replace("0-0", "O-O");
    let is_mark = |c: char| "▲△☗☖▼▽".contains(c) || c.is_whitespace();
    // The pieces are asked once, however often they are named.
    let [king, dragon] = ['玉', '竜'].map(|c| LazyCell::new(move || kanji_of(variant, c)));
    let one_kanji = |c: char| match c {
        '玉' => *king,
        '竜' => *dragon,
        _ => digit(c),
    };
    let kept = text.chars().filter(|c| !is_mark(*c)).map(one_kanji).collect::<String>();
    let kept = kept.trim_end_matches(['!', '?']);
    let kept = if pgn::marks_checks(variant) { kept.trim_end_matches(['+', '#']) } else { kept };
    kept.to_owned()
}

/// The kanji by which a piece is called here for another that people write as well: `王` for `玉`.
fn kanji_of(variant: &Variant, c: char) -> char {
    let other = match c {
        '玉' => '王',
        '竜' => '龍',
        _ => return c,
    };
    let has = |piece: &PieceData| {
        let names = [&piece.name.kanji, &piece.name.abbreviation];
        names.into_iter().flatten().any(|name| name.contains(c))
    };
    if variant.pieces.iter().any(has) { c } else { other }
}

/// `7` for `７` and `七`.
fn digit(c: char) -> char {
    const KANJI: &str = "〇一二三四五六七八九";
    let number = match c {
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => KANJI.chars().zip(0..).find(|(kanji, _)| *kanji == c).map(|(_, number)| number),
    };
    number.and_then(|number| char::from_digit(number, 10)).unwrap_or(c)
}
