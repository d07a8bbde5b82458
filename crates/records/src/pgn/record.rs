//! PGN as one form of records among others.

use super::tree::{SPENT, parse_partly, tags_above, write_tree};
use super::{Numbering, ROSTER, Tags, result, san, tags};
use crate::json::Winner;
use crate::moves::from_xboard;
use crate::position;
use crate::record::{
    BEGAN, BadRecord, CannotWrite, Closing, EVENT, FIRST, HANDICAP, MoveTree, Record, SECOND, SITE,
    TITLE, Told, TreeNode, end_said, remark,
};
use komadai_rules::{AnyGame, Interrupt, Opening, Setup, Variant};
use std::time::Duration;

/// Tags that other forms have, too, and what those call them.
const TAGS: [(&str, &str); 4] =
    [("Event", EVENT), ("Site", SITE), ("White", FIRST[0]), ("Black", SECOND[0])];
/// Tags that are made anew from what they told.
const MADE: [&str; 7] = ["Result", "Date", "Time", "FEN", "SetUp", "Variant", "VariantMen"];
/// What others call the game that has no name among them.
const ORTHODOX_GAME: &str = "chess";
const ORTHODOX_NAMES: [&str; 4] = ["standard", "normal", "orthodox", "from position"];
/// Where a file says how the game ended.
const TERMINATION: &str = "Termination";

/// The first game of a file: its moves as they are written there, ranks counted as the variant counts them.
///
/// ```
/// use komadai_records::pgn;
///
/// let chess = komadai_rules::variant::load_builtin("chess", &[]).unwrap().variant;
/// let text = "[White \"A\"]\n[Date \"2026.01.31\"]\n\n1. e4 {[%emt 0:00:07] book} e5 0-1\n";
/// let record = pgn::read(&chess, text, 1_000).unwrap();
/// assert_eq!((record.header("先手"), record.header("開始日時")), (Some("A"), Some("2026/01/31")));
/// assert_eq!(record.tree.nodes[0].comment, "book");
/// assert_eq!(record.tree.nodes[0].spent.map(|spent| spent.as_secs()), Some(7));
/// ```
///
/// # Errors
/// Those of [`parse`](super::parse), and a position that cannot be read.
pub fn read(variant: &Variant, text: &str, most: usize) -> Result<Record, BadRecord> {
    let (record, bad) = read_partly(variant, text, most);
    bad.map_or(Ok(record), Err)
}

/// The same as far as it can be read, and what is wrong after that.
pub fn read_partly(variant: &Variant, text: &str, most: usize) -> (Record, Option<BadRecord>) {
    let (tags, mut tree, found) = parse_partly(text, most);
    let bad = |message: String| Some(BadRecord { line: 1, message });
    if tags.is_empty() && tree.nodes.is_empty() {
        let nothing = || bad("there is no game in it".to_owned());
        return (Record::default(), found.or_else(nothing));
    }
    let tag = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, it)| it.as_str());
    // Only files that name their variant count ranks as XBoard does.
    if tag("Variant").is_some() {
        for node in &mut tree.nodes {
            node.text = from_xboard(variant, &node.text);
        }
    }
    for node in &mut tree.nodes {
        node.spent = take_spent(&mut node.comment);
    }
    let start = match tag("FEN").map(|fen| position::parse(variant, fen)) {
        Some(Ok(setup)) => Opening::Setup(setup),
        // The moves mean nothing without it.
        Some(Err(error)) => return (Record::default(), bad(format!("the tag FEN: {error}"))),
        None => Opening::Usual,
    };
    let winner = match tag("Result") {
        Some("1-0") => Some(Winner::First),
        Some("0-1") => Some(Winner::Second),
        Some("1/2-1/2") => Some(Winner::Draw),
        _ => None,
    };
    let mut headers = headers(&tags);
    let end = tag(TERMINATION).and_then(end_said).map(str::to_owned);
    if end.is_some() {
        headers.retain(|(name, _)| name != TERMINATION);
    }
    (Record { headers, start, tree, end, winner, ..Record::default() }, found)
}

/// The id of the game that a file names, if it names one.
pub fn game_of(text: &str) -> Option<String> {
    let (_, name) = tags_above(text).into_iter().find(|(name, _)| name == "Variant")?;
    let orthodox = ORTHODOX_NAMES.iter().any(|known| known.eq_ignore_ascii_case(&name));
    Some(if orthodox { ORTHODOX_GAME.to_owned() } else { name })
}

/// What the tags say, by the names that other forms have for it.
fn headers(tags: &[(String, String)]) -> Vec<(String, String)> {
    let unknown = |name: &str, value: &str| ROSTER.contains(&(name, value)) || value.is_empty();
    let mut headers = Vec::new();
    for (name, value) in tags {
        if name == "Date" && !unknown(name, value) {
            let time = tags.iter().find(|(name, _)| name == "Time");
            let time = time.map_or_else(String::new, |(_, time)| format!(" {time}"));
            headers.push((BEGAN.to_owned(), value.replace('.', "/") + &time));
        }
        if MADE.contains(&name.as_str()) || unknown(name, value) {
            continue;
        }
        let known = TAGS.iter().find(|(tag, _)| tag == name).map(|(_, header)| *header);
        headers.push((known.unwrap_or(name).to_owned(), value.clone()));
    }
    headers
}

/// Takes the time out of a comment, if there is one.
fn take_spent(comment: &mut String) -> Option<Duration> {
    let start = comment.find(SPENT)?;
    let length = comment[start..].find(']')?;
    let time = comment[start + SPENT.len()..start + length].trim();
    let parts: Option<Vec<u64>> = time.split(':').map(|part| part.parse().ok()).collect();
    let seconds =
        parts?.into_iter().try_fold(0_u64, |all, it| all.checked_mul(60)?.checked_add(it));
    let rest = comment[start + length + 1..].trim_start().to_owned();
    comment.truncate(start);
    *comment += &rest;
    comment.truncate(comment.trim_end().len());
    Some(Duration::from_secs(seconds?))
}

/// Writes a game with its variations, comments, signs and times.
///
/// # Errors
/// When a move is not legal.
pub fn write_record(game: &AnyGame, record: &Record) -> Result<String, CannotWrite> {
    write_record_while(game, record, &Interrupt::default())
}

/// The same, as long as that goes on.
pub(crate) fn write_record_while(
    game: &AnyGame,
    record: &Record,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    let Told { start, texts, last } = record.told(game, interrupt, |play, m| Ok(san(play, m)))?;
    let tags = tags_of(
        game.variant(),
        &start,
        &Record {
            headers: record.headers.clone(),
            end: record.end.clone(),
            winner: record.winner(&last),
            ..Record::default()
        },
    );
    let node = |(node, san): (&TreeNode, String)| TreeNode { text: san, ..node.clone() };
    let nodes = record.tree.nodes.iter().zip(texts).map(node).collect();
    let tree = MoveTree { comment: record.tree.comment.clone(), nodes };
    Ok(write_tree(&tags, Numbering::of(&start), &with_ends(tree, &record.closing)))
}

/// PGN has one place for what is said of the last move of a line, and where the line ends. How a variation ends is a
/// remark there.
pub fn with_ends(mut tree: MoveTree, closing: &Closing) -> MoveTree {
    let last = tree.main_line().last().copied();
    let MoveTree { comment, nodes } = &mut tree;
    if !closing.comment.is_empty() {
        remark(last.map_or(comment, |node| &mut nodes[node].comment), &closing.comment);
    }
    for node in nodes {
        if let Some(end) = node.end.take() {
            for said in [&end.word, &end.closing.comment].into_iter().filter(|it| !it.is_empty()) {
                remark(&mut node.comment, said);
            }
        }
    }
    tree
}

/// The tags of a record: what every file says of its game, what is said above the moves, and who has won
/// by what the record itself says.
pub fn tags_of(variant: &Variant, start: &Setup, record: &Record) -> Tags {
    let mut tags = tags(variant, start);
    for (name, value) in &record.headers {
        if name == BEGAN {
            let (date, time) = value.split_once(' ').unwrap_or((value, ""));
            tags.insert("Date", &date.replace('/', "."));
            if !time.is_empty() {
                tags.insert("Time", time);
            }
        } else if let Some(tag) = tag_of(name, record) {
            tags.insert(tag, value);
        }
    }
    tags.insert("Result", result(record.winner));
    if let Some(ended) = record.termination() {
        tags.insert(TERMINATION, ended);
    }
    tags
}

/// The tag for a header, if there can be one.
fn tag_of<'h>(name: &'h str, record: &Record) -> Option<&'h str> {
    let known = TAGS.iter().find(|(_, header)| *header == name).map(|(tag, _)| *tag);
    let tag = known.unwrap_or(match name {
        TITLE if record.header(EVENT).is_none() => "Event",
        TITLE => "Title",
        _ if name == FIRST[1] => "White",
        _ if name == SECOND[1] => "Black",
        name => name,
    });
    // The position says the handicap.
    Some(tag).filter(|tag| *tag != HANDICAP && !MADE.contains(tag) && is_tag(tag))
}

/// Whether something can be the name of a tag.
fn is_tag(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|c: char| c.is_whitespace() || c.is_control() || "[]\"".contains(c))
}
