//! Games with variations, as PGN writes and reads them.

use super::{Numbering, Tags, result_words, wrap};
use crate::moves::renumbered;
use crate::record::BadRecord;
use komadai_rules::Color;
use std::time::Duration;

/// A game with variations: a list in which every move comes after the one that it follows. Of the moves that
/// follow the same one, the first is the main line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTree {
    /// What is remarked before the first move.
    pub comment: String,
    /// The moves.
    pub nodes: Vec<TreeNode>,
}

/// A move of a game with variations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// The index of the move before it; `None` for first moves.
    pub parent: Option<usize>,
    /// Its text.
    pub text: String,
    /// What is remarked; empty for nothing.
    pub comment: String,
    /// How long it took, where that is said.
    pub spent: Option<Duration>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?` and so on, as the PGN standard lists them.
    pub signs: Vec<u8>,
}

impl MoveTree {
    /// The indices of the moves that follow each move, in order; at the end those of the first moves.
    pub fn followers(&self) -> Vec<Vec<usize>> {
        let mut followers = vec![Vec::new(); self.nodes.len() + 1];
        for (index, node) in self.nodes.iter().enumerate() {
            followers[node.parent.unwrap_or(self.nodes.len())].push(index);
        }
        followers
    }
}

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
        self.comment(&node.comment);
    }

    fn comment(&mut self, comment: &str) {
        if !comment.trim().is_empty() {
            let comment = format!("{{{}}}", comment.replace(['{', '}'], "'"));
            self.words.extend(comment.split_whitespace().map(str::to_owned));
            self.numbered = true;
        }
    }
}

/// The first game of a file: its tags, and its moves as they are written there.
///
/// # Errors
/// Brackets and comments that do not end, variations of nothing, and more moves than `most`.
pub fn read(text: &str, most: usize) -> Result<(Vec<(String, String)>, MoveTree), BadRecord> {
    let mut reader = Reader::default();
    let mut lexer = Lexer { rest: text, line: 1 };
    while let Some(token) = lexer.next()? {
        match token {
            // What comes after the moves begins the next game.
            Token::Tag(..) if reader.last.is_some() => break,
            Token::Tag(name, value) => reader.tags.push((name, value)),
            Token::Word(word) if result_words().contains(&word) => break,
            token => {
                reader.take(token).map_err(|message| BadRecord { line: lexer.line, message })?
            }
        }
        if reader.tree.nodes.len() > most {
            let message = format!("there are more than {most} moves");
            return Err(BadRecord { line: lexer.line, message });
        }
    }
    if !reader.open.is_empty() {
        let message = "a variation has no `)`".to_owned();
        return Err(BadRecord { line: lexer.line, message });
    }
    Ok((reader.tags, reader.tree))
}

#[derive(Default)]
struct Reader {
    tags: Vec<(String, String)>,
    tree: MoveTree,
    /// The move that was read last in this line.
    last: Option<usize>,
    /// The moves at which the lines around this one go on.
    open: Vec<Option<usize>>,
}

impl Reader {
    fn take(&mut self, token: Token<'_>) -> Result<(), String> {
        match token {
            Token::Open => {
                let Some(last) = self.last else {
                    return Err("a variation comes before any move".to_owned());
                };
                self.open.push(Some(last));
                self.last = self.tree.nodes[last].parent;
            }
            Token::Close => {
                let Some(last) = self.open.pop() else {
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
        if is_number || plain.starts_with('%') || result_words().contains(&plain) {
            return;
        }
        let sign = SIGNS.iter().find(|(sign, _)| *sign == &text[plain.len()..]);
        let signs = sign.map(|(_, number)| *number).into_iter().collect();
        let node =
            TreeNode { parent: self.last, text: plain.to_owned(), signs, ..TreeNode::default() };
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

    /// `[Name "value"]`.
    fn tag(&mut self) -> Result<Token<'t>, BadRecord> {
        let bad = || self.error("a tag is written [Name \"value\"]");
        let line = &self.rest[..self.rest.find('\n').unwrap_or(self.rest.len())];
        let (name, rest) = line[1..].trim_start().split_once([' ', '\t']).ok_or_else(bad)?;
        let quoted = rest.trim_start().strip_prefix('"').ok_or_else(bad)?;
        let (mut value, mut escaped, mut length) = (String::new(), false, None);
        for (at, c) in quoted.char_indices() {
            match c {
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
        let tail = &quoted[length.ok_or_else(bad)?..];
        let close = tail.find(']').ok_or_else(bad)?;
        let used = line.len() - tail.len() + close + 1;
        let tag = Token::Tag(name.to_owned(), value);
        self.skip(used);
        Ok(tag)
    }
}
