//! Writing CSA.

use super::{ENCODING, HEADERS, code, end_word, sign};
use crate::notation;
use crate::record::{CannotWrite, Record, named};
use komadai_rules::{
    AnyGame, AnyPlay, Color, Interrupt, Move, MoveKind, Opening, PieceType, Setup, Square, Variant,
};
use std::fmt::Write as _;
use std::time::Duration;

/// Writes the main line of a game with its comments and times, in UTF-8. CSA has no words for variations.
///
/// ```
/// use komadai_records::csa;
/// use komadai_rules::{AnyGame, variant::load_builtin};
///
/// let game = AnyGame::compile(&load_builtin("shogi", &[]).unwrap().variant).unwrap();
/// let record = csa::read(game.variant(), "N+A\nPI\n+\n+7776FU\nT12\n%TORYO\n", 1_000).unwrap();
/// let text = csa::write(&game, &record).unwrap();
/// assert_eq!(text, "'CSA encoding=UTF-8\nV2.2\nN+A\nPI\n+\n+7776FU\nT12\n%TORYO\n");
/// ```
///
/// # Errors
/// When the game is one of which CSA cannot tell, or a move is not legal.
pub fn write(game: &AnyGame, record: &Record) -> Result<String, CannotWrite> {
    write_while(game, record, &Interrupt::default())
}

/// The same, as long as that goes on.
pub(crate) fn write_while(
    game: &AnyGame,
    record: &Record,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    let variant = game.variant();
    super::check(variant).map_err(CannotWrite)?;
    let play = game.open_while(&record.start, interrupt);
    let mut play = play.map_err(|error| CannotWrite(error.to_string()))?;
    // Only the newer version has parts of seconds.
    let mut times =
        record.tree.nodes.iter().filter_map(|node| node.spent).chain(record.closing.spent);
    let version = if times.any(|time| time.subsec_millis() > 0) { "V3.0" } else { "V2.2" };
    let mut text = format!("'{ENCODING}UTF-8\n{version}\n");
    headers(&mut text, record);
    position(&mut text, variant, &named(variant, &record.start), &play.setup());
    comment(&mut text, &record.tree.comment);
    let followers = record.tree.followers();
    let mut next = followers[record.tree.nodes.len()].first();
    while let Some(index) = next {
        let node = &record.tree.nodes[*index];
        if interrupt.ask() {
            return Err(CannotWrite::too_long());
        }
        let m = notation::find(&play, &node.text)
            .map_err(|error| CannotWrite(format!("`{}`: {error}", node.text)))?;
        let _ = writeln!(text, "{}", spelled(&play, m)?);
        time(&mut text, node.spent);
        comment(&mut text, &node.comment);
        play.push(m);
        next = followers[*index].first();
    }
    if let Some(end) = record.end_word(&play) {
        let _ = writeln!(text, "%{}", one_line(&end_word(&end, play.side())));
        time(&mut text, record.closing.spent);
    }
    comment(&mut text, &record.closing.comment);
    Ok(text)
}

fn time(text: &mut String, spent: Option<Duration>) {
    if let Some(spent) = spent {
        let _ = match spent.subsec_millis() {
            0 => writeln!(text, "T{}", spent.as_secs()),
            parts => writeln!(text, "T{}.{parts:03}", spent.as_secs()),
        };
    }
}

fn headers(text: &mut String, record: &Record) {
    // The players come first.
    let sides = ["N+", "N-"];
    let is_side = |word: &str| sides.contains(&word);
    let known =
        |name: &str| HEADERS.iter().find(|(_, known)| *known == name).map(|(word, _)| *word);
    for word in sides {
        let name = HEADERS.iter().find(|(known, _)| *known == word).map_or("", |(_, name)| *name);
        if let Some(player) = record.header(name) {
            let _ = writeln!(text, "{word}{}", one_line(player));
        }
    }
    for (name, value) in &record.headers {
        let _ = match known(name) {
            Some(word) if is_side(word) => Ok(()),
            Some(word) => writeln!(text, "${word}:{}", one_line(value)),
            None if name == "'" => writeln!(text, "'{}", one_line(value)),
            None if is_keyword(name) => writeln!(text, "${name}:{}", one_line(value)),
            None => writeln!(text, "'{}：{}", one_line(name), one_line(value)),
        };
    }
}

/// Whether a name is one as the form has them: other versions have more.
fn is_keyword(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        for line in comment.split('\n') {
            // What begins with two stars is for programs already.
            let star = if line.starts_with("**") { "" } else { "*" };
            let _ = writeln!(text, "'{star}{}", line.trim_end_matches('\r'));
        }
    }
}

fn position(text: &mut String, variant: &Variant, start: &Opening, setup: &Setup) {
    let (files, ranks) = (variant.board.files, variant.board.ranks);
    if *start == Opening::Usual && files == 9 {
        text.push_str("PI\n");
    } else {
        for rank in (0..ranks).rev() {
            let _ = write!(text, "P{}", ranks - rank);
            for file in 0..files {
                let _ = match setup.at(Square(rank * files + file)) {
                    Some((color, piece)) => write!(text, "{}{}", sign(color), code(variant, piece)),
                    None => write!(text, " * "),
                };
            }
            text.push('\n');
        }
        for color in [Color::First, Color::Second] {
            let held = (0u8..).map(PieceType).zip(&setup.hands[color.index()]);
            let pieces: String = held
                .map(|(piece, count)| {
                    format!("00{}", code(variant, piece)).repeat(usize::from(*count))
                })
                .collect();
            if !pieces.is_empty() {
                let _ = writeln!(text, "P{}{pieces}", sign(color));
            }
        }
    }
    let _ = writeln!(text, "{}", sign(setup.side));
}

/// `+7776FU`: the piece as it is after the move.
fn spelled(play: &AnyPlay, m: Move) -> Result<String, CannotWrite> {
    let variant = play.variant();
    let cannot =
        || CannotWrite(format!("CSA cannot tell of the move {}", notation::western(play, m)));
    let square = |square: Square| {
        let board = &variant.board;
        format!("{}{}", board.files - board.file(square), board.ranks - board.rank(square))
    };
    let sign = sign(play.side());
    if m.kind() == MoveKind::Drop {
        return Ok(format!("{sign}00{}{}", square(m.to()), code(variant, m.dropped())));
    }
    let plain = play.middles(m).is_empty()
        && !matches!(m.kind(), MoveKind::Pass | MoveKind::Shot | MoveKind::Jitto);
    let (_, piece) = play.at(m.from()).filter(|_| plain).ok_or_else(cannot)?;
    let after = match usize::from(m.promotion()).checked_sub(1) {
        Some(choice) => {
            variant.pieces[piece.index()].promotes.get(choice).copied().ok_or_else(cannot)?
        }
        None => piece,
    };
    Ok(format!("{sign}{}{}{}", square(m.from()), square(m.to()), code(variant, after)))
}
