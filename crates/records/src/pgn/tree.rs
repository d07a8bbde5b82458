//! Games with variations, as PGN writes and reads them.

use super::{Numbering, Tags, result_words, wrap};
use crate::moves::renumbered;
use crate::record::{BadRecord, MoveTree, TreeNode};
use komadai_rules::Color;
use std::borrow::Cow;

/// Writes a game with variations, as [`write`](super::write) does without.
pub fn write_tree(tags: &Tags, from: Numbering, tree: &MoveTree) -> String {
    let (here, there) = tags.first_rank;
    let mut writer = Writer { from, tree, words: Vec::new(), numbered: true };
    writer.comment(&tree.comment);
    writer.moves(&|text| renumbered(text, there, here));
    writer.words.push(tags.get("Result").unwrap_or("*").to_owned());
    let mut text = tags.text();
    wrap(&mut text, &writer.words);
    text
}

/// What stands in a comment before the time that a move took.
pub(super) const SPENT: &str = "[%emt ";

/// The comment on a move, after its time.
fn with_spent(node: &TreeNode) -> Cow<'_, str> {
    let Some(spent) = node.spent else { return Cow::Borrowed(&node.comment) };
    let seconds = spent.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let space = if node.comment.is_empty() { "" } else { " " };
    format!("{SPENT}{hours}:{minutes:02}:{seconds:02}]{space}{}", node.comment).into()
}

struct Writer<'t> {
    from: Numbering,
    tree: &'t MoveTree,
    words: Vec<String>,
    /// Whether the next move needs its number in any case.
    numbered: bool,
}

/// What is to be written next.
enum Task {
    /// What follows a move, after so many plies: the main line, and its alternatives in brackets.
    Followers(usize, u32),
    Move(usize, u32),
    Open,
    Close,
}

impl Writer<'_> {
    /// Writes all moves. Variations may lie in each other as deep as the tree is: nothing recurs here.
    fn moves(&mut self, told: &dyn Fn(&str) -> String) {
        let followers = self.tree.followers();
        let mut tasks = vec![Task::Followers(self.tree.nodes.len(), 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Followers(index, ply) => {
                    let Some((main, others)) = followers[index].split_first() else { continue };
                    tasks.push(Task::Followers(*main, ply + 1));
                    for other in others.iter().rev() {
                        tasks.push(Task::Close);
                        tasks.push(Task::Followers(*other, ply + 1));
                        tasks.push(Task::Move(*other, ply));
                        tasks.push(Task::Open);
                    }
                    tasks.push(Task::Move(*main, ply));
                }
                Task::Move(index, ply) => self.one(index, ply, told),
                Task::Open => {
                    self.words.push("(".to_owned());
                    self.numbered = true;
                }
                Task::Close => {
                    self.words.push(")".to_owned());
                    self.numbered = true;
                }
            }
        }
    }

    fn one(&mut self, index: usize, ply: u32, told: &dyn Fn(&str) -> String) {
        let node = &self.tree.nodes[index];
        let first_moves = u32::from(self.from.side == Color::Second);
        let plies = ply + first_moves;
        let number = self.from.ply / 2 + 1 + plies / 2;
        if plies.is_multiple_of(2) {
            self.words.push(format!("{number}."));
        } else if self.numbered {
            self.words.push(format!("{number}..."));
        }
        self.words.push(told(&node.text));
        self.numbered = false;
        self.words.extend(node.signs.iter().map(|sign| format!("${sign}")));
        self.comment(&with_spent(node));
    }

    fn comment(&mut self, comment: &str) {
        if !comment.trim().is_empty() {
            let comment = format!("{{{}}}", comment.replace(['{', '}'], "'"));
            self.words.extend(comment.split_whitespace().map(str::to_owned));
            self.numbered = true;
        }
    }
}

/// Tags, and their values.
pub(super) type TagList = Vec<(String, String)>;

/// The first game of a file: its tags, and its moves as they are written there.
///
/// # Errors
/// Brackets and comments that do not end, variations of nothing, and more moves than `most`.
pub fn parse(text: &str, most: usize) -> Result<(TagList, MoveTree), BadRecord> {
    let (tags, tree, bad) = parse_partly(text, most);
    bad.map_or(Ok((tags, tree)), Err)
}

/// The same as far as it can be read, and what is wrong after that.
pub(super) fn parse_partly(text: &str, most: usize) -> (TagList, MoveTree, Option<BadRecord>) {
    let mut reader = Reader::default();
    let mut lexer = Lexer { rest: text, line: 1 };
    let bad = reader.all(&mut lexer, most).err();
    reader.tree.nodes.truncate(most);
    (reader.tags, reader.tree, bad)
}

/// What some write behind a pawn's capture in passing.
const PASSING: [&str; 2] = ["e.p.", "ep"];

/// Nobody says so much of a game.
const MOST_TAGS: usize = 1_000;

/// The tags above the moves of a file, as far as they can be read.
pub(super) fn tags_above(text: &str) -> Vec<(String, String)> {
    let mut lexer = Lexer { rest: text, line: 1 };
    let mut tags = Vec::new();
    while let Ok(Some(Token::Tag(name, value))) = lexer.next() {
        if tags.len() == MOST_TAGS {
            break;
        }
        tags.push((name, value));
    }
    tags
}

#[derive(Default)]
struct Reader {
    tags: Vec<(String, String)>,
    tree: MoveTree,
    /// The move that was read last in this line.
    last: Option<usize>,
    /// The moves at which the lines around this one go on, each with the line of the text on which it was left.
    open: Vec<(Option<usize>, usize)>,
    /// The line that is being read.
    line: usize,
}

impl Reader {
    /// Reads up to the end of the game.
    fn all(&mut self, lexer: &mut Lexer<'_>, most: usize) -> Result<(), BadRecord> {
        while let Some(token) = lexer.next()? {
            match token {
                // What comes after the moves begins the next game.
                Token::Tag(..) if self.last.is_some() => break,
                Token::Tag(..) if self.tags.len() == MOST_TAGS => {
                    return Err(lexer.error(&format!("there are more than {MOST_TAGS} tags")));
                }
                Token::Tag(name, value) => self.tags.push((name, value)),
                Token::Word(word) if self.open.is_empty() && result_words().contains(&word) => {
                    break;
                }
                token => {
                    self.line = lexer.line;
                    self.take(token).map_err(|message| lexer.error(&message))?;
                }
            }
            if self.tree.nodes.len() > most {
                return Err(lexer.error(&format!("there are more than {most} moves")));
            }
        }
        match self.open.last() {
            Some((_, line)) => {
                Err(BadRecord { line: *line, message: "a variation has no `)`".to_owned() })
            }
            None => Ok(()),
        }
    }

    fn take(&mut self, token: Token<'_>) -> Result<(), String> {
        match token {
            Token::Open => {
                let Some(last) = self.last else {
                    return Err("a variation comes before any move".to_owned());
                };
                self.open.push((Some(last), self.line));
                self.last = self.tree.nodes[last].parent;
            }
            Token::Close => {
                let Some((last, _)) = self.open.pop() else {
                    return Err("`)` ends no variation".to_owned());
                };
                self.last = last;
            }
            Token::Comment(text) => self.comment(&text),
            Token::Sign(sign) => {
                if let Some(node) = self.last.and_then(|last| self.tree.nodes.get_mut(last)) {
                    node.signs.push(sign);
                }
            }
            Token::Word(word) => self.word(word),
            Token::Tag(..) => {}
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let comment = match self.last {
            Some(last) => &mut self.tree.nodes[last].comment,
            None => &mut self.tree.comment,
        };
        if !comment.is_empty() && !text.is_empty() {
            comment.push(' ');
        }
        *comment += text;
    }

    /// A move, with the number before it and the signs behind it, if there are such.
    fn word(&mut self, word: &str) {
        let text = without_number(word);
        let plain = text.trim_end_matches(['!', '?']);
        let is_number = plain.bytes().all(|b| b.is_ascii_digit());
        // The result ends the game, and a line that begins with `%` is none of it.
        let is_remark = PASSING.contains(&plain) && self.last.is_some();
        if is_number || is_remark || plain.starts_with('%') || result_words().contains(&plain) {
            return;
        }
        let sign = SIGNS.iter().find(|(sign, _)| *sign == &text[plain.len()..]);
        let signs = sign.map(|(_, number)| *number).into_iter().collect();
        let node = TreeNode {
            parent: self.last,
            text: plain.to_owned(),
            signs,
            line: self.line,
            ..TreeNode::default()
        };
        self.last = Some(self.tree.nodes.len());
        self.tree.nodes.push(node);
    }
}

/// Signs behind a move, and their numbers.
const SIGNS: [(&str, u8); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

/// `12.e4`, `12...e5` and `12.` without the number.
fn without_number(word: &str) -> &str {
    let mut text = word.trim_start_matches("...");
    loop {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        match rest.strip_prefix('.') {
            Some(rest) => text = rest.trim_start_matches('.'),
            None if rest.is_empty() => return rest,
            None => return text,
        }
    }
}

enum Token<'t> {
    Tag(String, String),
    Word(&'t str),
    Comment(String),
    Sign(u8),
    Open,
    Close,
}

struct Lexer<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Lexer<'t> {
    fn next(&mut self) -> Result<Option<Token<'t>>, BadRecord> {
        loop {
            let trimmed = self.rest.trim_start_matches([' ', '\t', '\r', '\u{feff}']);
            let at_start_of_line = self.rest.len() == trimmed.len();
            self.rest = trimmed;
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            match first {
                '\n' => self.skip(1),
                ';' => return Ok(Some(Token::Comment(self.rest_of_line()))),
                '%' if at_start_of_line => drop(self.rest_of_line()),
                '{' => return self.until('}').map(|text| Some(Token::Comment(text))),
                '[' => return self.tag().map(Some),
                '(' | ')' => {
                    self.skip(1);
                    return Ok(Some(if first == '(' { Token::Open } else { Token::Close }));
                }
                '$' => {
                    self.skip(1);
                    let word = self.word();
                    let sign = word.parse().map_err(|_| self.error("`$` without a number"))?;
                    return Ok(Some(Token::Sign(sign)));
                }
                _ => return Ok(Some(Token::Word(self.word()))),
            }
        }
    }

    /// Goes on by so many bytes.
    fn skip(&mut self, bytes: usize) {
        self.line += self.rest[..bytes].bytes().filter(|b| *b == b'\n').count();
        self.rest = &self.rest[bytes..];
    }

    fn error(&self, message: &str) -> BadRecord {
        BadRecord { line: self.line, message: message.to_owned() }
    }

    fn word(&mut self) -> &'t str {
        let ends = |c: char| c.is_whitespace() || "{}();$[]".contains(c);
        // Whatever it is, it is not read again.
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let length = self.rest[first..].find(ends).map_or(self.rest.len(), |at| first + at);
        let word = &self.rest[..length];
        self.skip(length);
        word
    }

    fn rest_of_line(&mut self) -> String {
        let length = self.rest.find('\n').unwrap_or(self.rest.len());
        let line = self.rest[..length].trim_start_matches(';').trim().to_owned();
        self.skip(length);
        line
    }

    /// What stands between the character that comes next and this one.
    fn until(&mut self, end: char) -> Result<String, BadRecord> {
        let Some(length) = self.rest.find(end) else {
            return Err(self.error("a comment has no `}`"));
        };
        let text = self.rest[1..length].split_whitespace().collect::<Vec<_>>().join(" ");
        self.skip(length + 1);
        Ok(text)
    }

    /// `[Name "value"]`. Only the tag itself is looked at: there may be many on a line.
    fn tag(&mut self) -> Result<Token<'t>, BadRecord> {
        let bad = || self.error("a tag is written [Name \"value\"]");
        let blanks = [' ', '\t'];
        let text = self.rest[1..].trim_start_matches(blanks);
        let length = text.find([' ', '\t', '\n', '"', ']']).ok_or_else(bad)?;
        let (name, rest) = text.split_at(length);
        let quoted = rest.trim_start_matches(blanks).strip_prefix('"').ok_or_else(bad)?;
        let (mut value, mut escaped, mut length) = (String::new(), false, None);
        for (at, c) in quoted.char_indices() {
            match c {
                '\n' => break,
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    length = Some(at + 1);
                    break;
                }
                c => {
                    value.push(c);
                    escaped = false;
                }
            }
        }
        let tail = quoted[length.ok_or_else(bad)?..].trim_start_matches(blanks);
        let after = tail.strip_prefix(']').ok_or_else(bad)?;
        let used = self.rest.len() - after.len();
        let tag = Token::Tag(name.to_owned(), value);
        self.skip(used);
        Ok(tag)
    }
}
