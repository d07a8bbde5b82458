//! Games with variations in JSON.

use super::Winner;
use crate::opening::{self, BadOpening};
use crate::position;
use crate::record::{Closing, LineEnd, MoveTree, Record, TITLE, TreeNode};
use komadai_rules::{Opening, Variant};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

/// Nobody looks through more moves.
pub const MOST_NODES: usize = 20_000;

/// A tree of variations, and where it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TreeForm {
    /// What it is called.
    pub title: String,
    /// What else is said of it, as a record says it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<HeaderForm>,
    /// A named start, such as a handicap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Or a position, as SFEN or FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What is remarked before the first move.
    pub root: Remarks,
    /// The moves, each after the one that it follows. Of those that follow the same move, the first is the
    /// main line.
    #[serde(deserialize_with = "few")]
    pub nodes: Vec<NodeForm>,
    /// How the game ended, in the word of KIF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// What else is said there.
    #[serde(skip_serializing_if = "ClosingForm::is_empty")]
    pub closing: ClosingForm,
    /// Who has won, where a record says it and nothing of how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
}

/// Something that a record says of its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct HeaderForm {
    /// Where possible a name of KIF, such as 先手 for who plays the first side.
    pub name: String,
    /// What is said.
    pub value: String,
}

/// A move of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeForm {
    /// The index of the move before it; null for first moves.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub parent: Option<usize>,
    /// In any spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// What is remarked.
    #[serde(default, skip_serializing_if = "Remarks::is_empty")]
    pub remarks: Remarks,
    /// Milliseconds that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// How a variation ends after it, as a record says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_end: Option<LineEndForm>,
}

/// How a variation ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LineEndForm {
    /// Where possible in the word of KIF.
    pub word: String,
    /// What else is said there.
    #[serde(default, skip_serializing_if = "ClosingForm::is_empty")]
    pub closing: ClosingForm,
}

/// What a record says where a line ends, besides how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ClosingForm {
    /// Milliseconds that the last decision took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// What is remarked after it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// What is remarked on a move, or on the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Remarks {
    /// A text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Numeric annotation glyphs of PGN: 1 for `!`, 2 for `?` and so on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<u8>,
    /// Arrows, and circles where they end where they begin.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<ArrowForm>,
}

/// An arrow on the board, or a circle where it ends where it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ArrowForm {
    /// A square.
    pub from: String,
    /// A square.
    pub to: String,
}

/// A tree as a file: by which rules, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// The id of the variant.
    pub variant: String,
    /// Changes to its rules: the path of each key, and its value as text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// The hash of the definition of the variant, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The tree.
    #[serde(flatten)]
    pub tree: TreeForm,
}

/// Reads a list of no more moves than a tree may have: a list of nothing takes little to send, and much to
/// hold.
pub(crate) fn few<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    list: D,
) -> Result<Vec<T>, D::Error> {
    struct Few<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Few<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of {MOST_NODES} moves at most")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut found = Vec::new();
            while let Some(one) = list.next_element()? {
                if found.len() == MOST_NODES {
                    return Err(serde::de::Error::invalid_length(MOST_NODES + 1, &self));
                }
                found.push(one);
            }
            Ok(found)
        }
    }

    list.deserialize_seq(Few(PhantomData))
}

impl ClosingForm {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == ClosingForm::default()
    }
}

impl From<&Closing> for ClosingForm {
    fn from(closing: &Closing) -> Self {
        ClosingForm { ms: closing.spent.and_then(ms), comment: closing.comment.clone() }
    }
}

impl From<&ClosingForm> for Closing {
    fn from(form: &ClosingForm) -> Self {
        Closing { spent: form.ms.map(Duration::from_millis), comment: form.comment.clone() }
    }
}

impl From<&LineEnd> for LineEndForm {
    fn from(LineEnd { word, closing }: &LineEnd) -> Self {
        LineEndForm { word: word.clone(), closing: closing.into() }
    }
}

impl From<&LineEndForm> for LineEnd {
    fn from(LineEndForm { word, closing }: &LineEndForm) -> Self {
        LineEnd { word: word.clone(), closing: closing.into() }
    }
}

/// In milliseconds, unless these are too many.
fn ms(spent: Duration) -> Option<u64> {
    u64::try_from(spent.as_millis()).ok()
}

impl TreeForm {
    /// A record as data.
    pub fn of(variant: &Variant, record: &Record) -> Self {
        let (start, position) = match &record.start {
            Opening::Usual => (None, None),
            Opening::Named(start) => (Some(start.clone()), None),
            Opening::Setup(setup) => (None, Some(position::write(variant, setup))),
        };
        let title = record.title().unwrap_or_default();
        let header = |(name, value): &(String, String)| {
            let (name, value) = (name.clone(), value.clone());
            // The title says it.
            (name != TITLE || value != title).then_some(HeaderForm { name, value })
        };
        let node = |node: &TreeNode| NodeForm {
            parent: node.parent,
            text: node.text.clone(),
            remarks: Remarks::read(&node.comment, node.signs.clone()),
            ms: node.spent.and_then(ms),
            line_end: node.end.as_deref().map(LineEndForm::from),
        };
        let headers = record.headers.iter().filter_map(header).collect();
        TreeForm {
            title,
            headers,
            start,
            position,
            root: Remarks::read(&record.tree.comment, Vec::new()),
            nodes: record.tree.nodes.iter().map(node).collect(),
            end: record.end.clone(),
            closing: (&record.closing).into(),
            winner: record.winner,
        }
    }

    /// The record that it tells.
    ///
    /// # Errors
    /// When the position cannot be read.
    pub fn record(&self, variant: &Variant) -> Result<Record, BadOpening> {
        let node = |node: &NodeForm| TreeNode {
            parent: node.parent,
            text: node.text.clone(),
            comment: node.remarks.written(),
            spent: node.ms.map(Duration::from_millis),
            signs: node.remarks.signs.clone(),
            end: node.line_end.as_ref().map(|end| Box::new(end.into())),
            line: 0,
        };
        let headers = self.headers.iter().map(|it| (it.name.clone(), it.value.clone())).collect();
        let mut record = Record {
            headers,
            start: opening::parse(variant, self.start.as_deref(), self.position.as_deref())?,
            tree: MoveTree {
                comment: self.root.written(),
                nodes: self.nodes.iter().map(node).collect(),
            },
            end: self.end.clone(),
            closing: (&self.closing).into(),
            winner: self.winner,
        };
        if !self.title.is_empty() && record.title().as_ref() != Some(&self.title) {
            record.headers.retain(|(name, _)| name != TITLE);
            record.headers.insert(0, (TITLE.to_owned(), self.title.clone()));
        }
        Ok(record)
    }
}

/// How arrows and circles stand in comments of PGN, as many programs write them.
const ARROWS: &str = "[%cal ";
const CIRCLES: &str = "[%csl ";
const SHAPES: &str = "[%c";
/// Their color there.
const GREEN: char = 'G';

impl Remarks {
    /// Whether nothing is remarked.
    pub fn is_empty(&self) -> bool {
        *self == Remarks::default()
    }

    /// As a comment of PGN.
    pub fn written(&self) -> String {
        let list = |prefix: &str, shapes: Vec<String>| {
            if shapes.is_empty() {
                return String::new();
            }
            format!("{prefix}{}] ", shapes.join(","))
        };
        let (circles, arrows): (Vec<&ArrowForm>, Vec<&ArrowForm>) =
            self.shapes.iter().partition(|shape| shape.from == shape.to);
        let circles = circles.iter().map(|shape| format!("{GREEN}{}", shape.to)).collect();
        let arrows =
            arrows.iter().map(|shape| format!("{GREEN}{}{}", shape.from, shape.to)).collect();
        let text = list(CIRCLES, circles) + &list(ARROWS, arrows) + &self.comment;
        text.trim_end().to_owned()
    }

    /// From a comment of PGN.
    pub fn read(comment: &str, signs: Vec<u8>) -> Self {
        let (mut text, mut shapes) = (String::new(), Vec::new());
        let mut rest = comment;
        while let Some(start) = rest.find(SHAPES) {
            let (before, list) = rest.split_at(start);
            text += before;
            // Without an end there is none after it, either.
            let Some((list, after)) = list.split_once(']') else { break };
            match [CIRCLES, ARROWS].iter().find_map(|kind| list.strip_prefix(kind)) {
                Some(list) => shapes.extend(list.split(',').filter_map(ArrowForm::read)),
                None => text += &format!("{list}]"),
            }
            rest = after;
        }
        text += rest.split_at(rest.find(SHAPES).unwrap_or(0)).1;
        Remarks { comment: text.trim().to_owned(), signs, shapes }
    }
}

impl ArrowForm {
    /// `Ge2e4`, or `Ge4` for a circle. What is none is left out.
    fn read(text: &str) -> Option<Self> {
        let squares = text.trim().get(1..)?;
        let second = squares.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase());
        let (from, to) = match second {
            Some((at, _)) => squares.split_at(at),
            None => (squares, squares),
        };
        let is_square = |name: &str| (2..=3).contains(&name.len());
        (is_square(from) && is_square(to))
            .then(|| ArrowForm { from: from.to_owned(), to: to.to_owned() })
    }
}
