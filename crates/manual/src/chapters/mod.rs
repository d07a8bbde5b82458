//! The chapters, written from the data of the game; prose joins where there is some.

mod camp;
mod capture;
mod castling;
mod chase;
mod counting;
mod ends;
mod goals;
mod limits;
mod passing;
mod pieces;
mod promotion;
mod special;
mod zone;

use crate::document::{Block, Chapter, Document, Figure};
use crate::figure::{Request, figure};
use crate::lang::Lang;
use crate::prose::{Prose, Section};
use crate::words::Words;
use komadai_records::json::VariantInfo;
use komadai_rules::variant::Start;
use komadai_rules::{AnyGame, Variant};
use std::collections::BTreeMap;

/// The rules of a game as a document. `values` are what its pieces are worth, in the order of its
/// list, by which pictures choose the sizes of pieces. `None` where the game has no start that keeps
/// its own rules.
pub fn document(game: &AnyGame, values: &[i32], prose: &Prose, lang: Lang) -> Option<Document> {
    let variant = game.variant();
    let info = VariantInfo::of(game, values)?;
    let start = figure(game, &Request::default()).ok()?;
    let words = Words { variant, lang };
    let own = words.named(&variant.name, variant.name_ja.as_deref());
    let title = prose.title.clone().unwrap_or(own);
    let writer = Writer { words, prose, title, start: &start };
    let chapters = writer.chapters();
    let mut aliases = vec![variant.name.clone()];
    aliases.extend(variant.name_ja.clone());
    aliases.extend(variant.aliases.clone());
    aliases.retain(|name| *name != writer.title);
    let (id, title) = (variant.id.clone(), writer.title);
    Some(Document { id, lang, title, aliases, chapters, info })
}

/// Writes the chapters of one game.
pub(crate) struct Writer<'a> {
    pub(crate) words: Words<'a>,
    prose: &'a Prose,
    pub(crate) title: String,
    start: &'a Figure,
}

impl<'a> Writer<'a> {
    pub(crate) fn variant(&self) -> &'a Variant {
        self.words.variant
    }

    pub(crate) fn say(&self, english: impl Into<String>, japanese: impl Into<String>) -> String {
        self.words.say(english, japanese)
    }

    fn section(&self, section: Section) -> Vec<Block> {
        self.prose.sections.get(&section).cloned().unwrap_or_default()
    }

    fn chapters(&self) -> Vec<Chapter> {
        let chapter = |id, title: (&str, &str), parts: [Vec<Block>; 2]| Chapter {
            id,
            title: self.say(title.0, title.1),
            blocks: parts.concat(),
        };
        let told = |section| [self.section(section), Vec::new()];
        let mut chapters = vec![
            chapter(
                "introduction",
                ("Introduction", "はじめに"),
                [self.section(Section::Introduction), self.in_short()],
            ),
            chapter(
                "setup",
                ("Setup", "初期配置"),
                [self.setup(), [self.shuffled(), self.starts()].concat()],
            ),
            chapter("pieces", ("The pieces", "駒の動き"), [self.pieces(), Vec::new()]),
            chapter("promotion", ("Promotion", "成り"), [self.promotion(), Vec::new()]),
            chapter("captures", self.title_of_captures(), [self.captures(), self.drops()]),
            chapter(
                "special",
                ("Special rules", "特別なルール"),
                [self.special(), self.section(Section::SpecialRules)],
            ),
            chapter("ends", ("How the game ends", "対局の終わり"), [self.ends(), Vec::new()]),
            chapter("advice", ("Advice for beginners", "初心者へのヒント"), told(Section::Advice)),
            chapter(
                "origin",
                ("Origin and credits", "由来と謝辞"),
                [self.origin(), self.section(Section::Origin)],
            ),
        ];
        chapters.retain(|chapter| !chapter.blocks.is_empty());
        chapters
    }

    fn title_of_captures(&self) -> (&'static str, &'static str) {
        if self.variant().drops.allowed {
            ("Captures, hands and drops", "駒取りと持ち駒")
        } else {
            ("Captures", "駒取り")
        }
    }

    fn origin(&self) -> Vec<Block> {
        let name = |author: &String| {
            let title = &self.title;
            Block::says(self.say(
                format!("{title} was invented by {author}."),
                format!("{title}の考案者は{author}です。"),
            ))
        };
        // Prose says it better.
        let silent = !self.prose.sections.contains_key(&Section::Origin);
        self.variant().author.iter().filter(|_| silent).map(name).collect()
    }

    /// The named starts.
    fn starts(&self) -> Vec<Block> {
        let starts = &self.variant().starts;
        if starts.is_empty() {
            return Vec::new();
        }
        let head = [
            ("Start", "開始局面"),
            ("Name to type", "指定する名前"),
            ("Missing pieces", "除く駒"),
            ("First move", "先に指す側"),
        ];
        let cell = |text: String| crate::document::plain(text);
        let row = |start: &Start| {
            vec![
                cell(self.words.named(&start.name, start.name_ja.as_deref())),
                vec![crate::document::Span::Code(start.id.clone())],
                cell(self.missing(start)),
                cell(self.words.side(start.side)),
            ]
        };
        vec![
            Block::says(self.say("Other ways to begin:", "ほかの始め方：")),
            Block::Table {
                head: head.iter().map(|(en, ja)| cell(self.say(*en, *ja))).collect(),
                rows: starts.iter().map(row).collect(),
            },
        ]
    }

    /// `Bishop (b2), Rook (h2)`.
    fn missing(&self, start: &Start) -> String {
        let usual = self.variant().start_setup(None);
        let man = |square: &komadai_rules::Square| {
            let (_, piece) = usual.as_ref()?.at(*square)?;
            Some((self.words.piece(piece), self.words.square(*square)))
        };
        let mut by_name: BTreeMap<usize, (String, Vec<String>)> = BTreeMap::new();
        let mut order: Vec<String> = Vec::new();
        for (name, square) in start.without.iter().filter_map(man) {
            let index = order.iter().position(|known| *known == name).unwrap_or_else(|| {
                order.push(name.clone());
                order.len() - 1
            });
            by_name.entry(index).or_insert_with(|| (name, Vec::new())).1.push(square);
        }
        let told = by_name.into_values().map(|(name, squares)| match self.words.lang {
            Lang::En => format!("{name} {}", squares.join(" ")),
            Lang::Ja => format!("{name}（{}）", squares.join("、")),
        });
        told.collect::<Vec<_>>().join(self.words.lang.pick(", ", "、"))
    }
}
