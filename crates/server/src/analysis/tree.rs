//! Trees of variations: what somebody has tried and remarked, with every move checked.

use super::Patience;
use super::line::{Follower, LineError};
use crate::rules::{House, Sentence, Texts, beginning};
use komadai_records::json::{Fate, Side};
use komadai_records::pgn::{self, MoveTree, Numbering, TreeNode};
use komadai_records::record::{CannotWrite, Record};
use komadai_records::{kif, position};
use komadai_rules::Opening;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;
use utoipa::ToSchema;

/// Nobody looks through more moves.
pub(crate) const MOST_NODES: usize = 20_000;
/// Letters of a comment.
const MOST_LETTERS: usize = 20_000;
/// Signs, and arrows and circles, at one move.
const MOST_MARKS: usize = 64;

/// A tree of variations, and where it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TreeForm {
    /// What it is called.
    pub(crate) title: String,
    /// A named start, such as a handicap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<String>,
    /// Or a position, as SFEN or FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// What is remarked before the first move.
    pub(crate) root: Remarks,
    /// The moves, each after the one that it follows. Of those that follow the same move, the first is the
    /// main line.
    #[serde(deserialize_with = "few")]
    pub(crate) nodes: Vec<NodeForm>,
}

/// A move of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeForm {
    /// The index of the move before it; null for first moves.
    #[serde(default)]
    #[schema(required)]
    pub(crate) parent: Option<usize>,
    /// In any spelling.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// What is remarked.
    #[serde(default, skip_serializing_if = "Remarks::is_empty")]
    pub(crate) remarks: Remarks,
}

/// What is remarked on a move, or on the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Remarks {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) comment: String,
    /// Numeric annotation glyphs of PGN: 1 for `!`, 2 for `?` and so on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) signs: Vec<u8>,
    /// Arrows, and circles where they end where they begin.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) shapes: Vec<ArrowForm>,
}

/// An arrow on the board, or a circle where it ends where it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrowForm {
    from: String,
    to: String,
}

/// Reads a list of no more moves than a tree may have: a list of nothing takes little to send, and much to
/// hold.
pub(super) fn few<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
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

impl Remarks {
    fn is_empty(&self) -> bool {
        *self == Remarks::default()
    }
}

/// A tree whose moves were checked, as it is shown. Passes that are forced are in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TreeView {
    pub(crate) title: String,
    pub(crate) variant: String,
    /// Changes to the rules of the variant: the path of each key, and its value as text.
    pub(crate) set: std::collections::BTreeMap<String, String>,
    /// Where it begins.
    pub(crate) position: String,
    pub(crate) root: Remarks,
    pub(crate) nodes: Vec<NodeView>,
}

/// A move of a tree as it is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NodeView {
    /// The index of the move before it; null for first moves.
    #[schema(required)]
    pub(crate) parent: Option<usize>,
    pub(crate) usi: String,
    pub(crate) side: Side,
    pub(crate) texts: Texts,
    /// Whether it is a forced pass.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) pass: bool,
    /// Whether it burns something.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) burned: bool,
    #[serde(skip_serializing_if = "Remarks::is_empty")]
    pub(crate) remarks: Remarks,
    /// As in PGN.
    #[serde(skip)]
    #[schema(ignore)]
    san: String,
}

/// Why a tree is none.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TreeError {
    /// It cannot begin there.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A move is not legal where it stands.
    #[error("{} (`{text}`): {reason}", place(line))]
    Move {
        /// The moves before it, and it.
        line: Vec<String>,
        text: String,
        reason: Sentence,
    },
    /// It is no tree, or too large.
    #[error("{0}")]
    Form(String),
}

/// Which move of its line, from 1, and what comes before it.
fn place(line: &[String]) -> String {
    const SHOWN: usize = 4;
    let before = &line[line.len().saturating_sub(SHOWN + 1)..line.len().saturating_sub(1)];
    let number = format!("move {}", line.len());
    if before.is_empty() { number } else { format!("{number}, after {}", before.join(" ")) }
}

impl TreeForm {
    /// Checks every move, and tells what there is to show.
    ///
    /// # Errors
    /// The first move that is not legal, and whatever else is wrong.
    pub(crate) fn view(
        &self,
        house: &House,
        set: &[(String, String)],
        patience: &Patience,
    ) -> Result<TreeView, TreeError> {
        self.check()?;
        let mut grower = Grower::new(self, house)?;
        grower.grow(patience)?;
        Ok(TreeView {
            title: self.title.clone(),
            variant: house.variant().id.clone(),
            set: set.iter().cloned().collect(),
            position: position::write(house.variant(), &grower.follower.initial),
            root: self.root.clone(),
            nodes: grower.nodes,
        })
    }

    /// The moves from the start to one of them.
    fn line(&self, index: usize) -> Vec<String> {
        let mut line = Vec::new();
        let mut at = Some(index);
        while let Some(node) = at.map(|index| &self.nodes[index]) {
            line.push(beginning(&node.text));
            at = node.parent;
        }
        line.reverse();
        line
    }

    fn check(&self) -> Result<(), TreeError> {
        let bad = |text: String| Err(TreeError::Form(text));
        if self.nodes.len() > MOST_NODES {
            return bad(format!("a tree has {MOST_NODES} moves at most"));
        }
        for (index, node) in self.nodes.iter().enumerate() {
            if node.parent.is_some_and(|parent| parent >= index) {
                let text = beginning(&node.text);
                return bad(format!("the move {index} (`{text}`) stands before its parent"));
            }
        }
        let remarks = self.nodes.iter().map(|node| &node.remarks).chain([&self.root]);
        for Remarks { comment, signs, shapes } in remarks {
            if comment.chars().count() > MOST_LETTERS {
                return bad(format!("a comment has {MOST_LETTERS} letters at most"));
            }
            if signs.len() > MOST_MARKS || shapes.len() > MOST_MARKS {
                return bad(format!("a move has {MOST_MARKS} signs or arrows at most"));
            }
        }
        Ok(())
    }
}

/// Plays a tree, from its first moves down.
struct Grower<'t> {
    form: &'t TreeForm,
    follower: Follower,
    /// The indices of the moves that follow each move; at the end those of the first ones.
    followers: Vec<Vec<usize>>,
    nodes: Vec<NodeView>,
}

/// What is done next.
enum Step {
    /// The move of that index.
    Enter(usize, Place),
    /// So many moves are taken back.
    Leave(usize),
}

/// Where moves are added.
#[derive(Clone, Copy, Default)]
struct Place {
    /// After this move of those that are shown.
    shown: Option<usize>,
    /// Passes that were made there because they are forced, and that may be written out still.
    passes: usize,
}

/// How a forced pass is written, in USI and in PGN.
const PASSES: [&str; 2] = ["pass", "--"];

impl<'t> Grower<'t> {
    fn new(form: &'t TreeForm, house: &'t House) -> Result<Self, LineError> {
        let (start, position) = (form.start.as_deref(), form.position.as_deref());
        let follower = Follower::new(house.open(start, position)?);
        let mut followers = vec![Vec::new(); form.nodes.len() + 1];
        for (index, node) in form.nodes.iter().enumerate() {
            followers[node.parent.unwrap_or(form.nodes.len())].push(index);
        }
        Ok(Grower { form, follower, followers, nodes: Vec::new() })
    }

    /// Goes through the whole tree. A line may be as long as a game: nothing recurs here.
    fn grow(&mut self, patience: &Patience) -> Result<(), TreeError> {
        self.follower.pass_unless("");
        let start = self.show(None, &Remarks::default());
        let mut steps = self.enter_followers(self.form.nodes.len(), start);
        while let Some(step) = steps.pop() {
            if patience.is_over() {
                return Err(LineError::TooMuch.into());
            }
            match step {
                Step::Leave(plies) => self.follower.take_back(plies),
                Step::Enter(index, place) => {
                    let before = self.follower.ply();
                    let next = self.enter(index, place)?;
                    steps.push(Step::Leave(self.follower.ply() - before));
                    steps.extend(self.enter_followers(index, next));
                }
            }
        }
        Ok(())
    }

    fn enter_followers(&self, index: usize, place: Place) -> Vec<Step> {
        self.followers[index].iter().rev().map(|next| Step::Enter(*next, place)).collect()
    }

    /// Plays a move, with the passes that it forces.
    fn enter(&mut self, index: usize, place: Place) -> Result<Place, TreeError> {
        let NodeForm { text, remarks, .. } = &self.form.nodes[index];
        if let Some(passes) = place.passes.checked_sub(1)
            && PASSES.contains(&text.as_str())
        {
            self.remark(place.shown, remarks);
            return Ok(Place { passes, ..place });
        }
        let refused =
            |reason| TreeError::Move { line: self.form.line(index), text: beginning(text), reason };
        self.follower.play(text).map_err(refused)?;
        let moved = self.show(place.shown, remarks);
        self.follower.pass_unless("");
        Ok(self.show(moved.shown, &Remarks::default()))
    }

    /// Adds what was played since to the moves that are shown, one after the other.
    fn show(&mut self, mut shown: Option<usize>, remarks: &Remarks) -> Place {
        let mut passes = 0;
        for played in self.follower.told() {
            let removes = &played.effect.removes;
            passes += usize::from(played.pass);
            self.nodes.push(NodeView {
                parent: shown,
                usi: played.form.usi.clone(),
                side: played.side,
                burned: removes.iter().any(|removed| removed.fate == Fate::Burned),
                texts: played.texts,
                pass: played.pass,
                remarks: Remarks::default(),
                san: played.san,
            });
            shown = Some(self.nodes.len() - 1);
        }
        self.remark(shown, remarks);
        Place { shown, passes }
    }

    fn remark(&mut self, shown: Option<usize>, remarks: &Remarks) {
        if !remarks.is_empty()
            && let Some(node) = shown.and_then(|shown| self.nodes.get_mut(shown))
        {
            node.remarks = remarks.clone();
        }
    }
}

impl TreeView {
    /// As PGN, with variations.
    pub(crate) fn pgn(&self, house: &House, day: &str) -> String {
        let variant = house.variant();
        // It was written from a setup.
        let Ok(start) = position::parse(variant, &self.position) else { return String::new() };
        let mut tags = pgn::tags(variant, &start);
        let title = if self.title.is_empty() { "Analysis" } else { &self.title };
        tags.insert("Event", title);
        tags.insert("Date", &day.replace('-', "."));
        for (key, value) in &self.set {
            tags.insert("VariantSetting", &format!("{key}={value}"));
        }
        let node = |node: &NodeView| TreeNode {
            parent: node.parent,
            text: node.san.clone(),
            comment: node.remarks.written(),
            signs: node.remarks.signs.clone(),
            spent: None,
        };
        let tree =
            MoveTree { comment: self.root.written(), nodes: self.nodes.iter().map(node).collect() };
        pgn::write_tree(&tags, Numbering::of(&start), &tree)
    }

    /// As KIF, with variations.
    ///
    /// # Errors
    /// When that form cannot tell of the game.
    pub(crate) fn kif(&self, house: &House) -> Result<String, CannotWrite> {
        let start = position::parse(house.variant(), &self.position).ok();
        let node = |node: &NodeView| TreeNode {
            parent: node.parent,
            text: node.usi.clone(),
            comment: node.remarks.comment.clone(),
            ..TreeNode::default()
        };
        let nodes = self.nodes.iter().map(node).collect();
        let title = Some(&self.title).filter(|title| !title.is_empty());
        let record = Record {
            headers: title.map(|title| ("表題".to_owned(), title.clone())).into_iter().collect(),
            start: start.map_or(Opening::Usual, Opening::Setup),
            tree: MoveTree { comment: self.root.comment.clone(), nodes },
            end: None,
        };
        kif::write(house.game(), &record)
    }

    /// The same as data, to be read again without loss.
    pub(crate) fn form(&self) -> TreeForm {
        let node = |node: &NodeView| NodeForm {
            parent: node.parent,
            text: node.usi.clone(),
            remarks: node.remarks.clone(),
        };
        TreeForm {
            title: self.title.clone(),
            start: None,
            position: Some(self.position.clone()),
            root: self.root.clone(),
            nodes: self.nodes.iter().map(node).collect(),
        }
    }
}

/// How arrows and circles stand in comments of PGN, as many programs write them.
const ARROWS: &str = "[%cal ";
const CIRCLES: &str = "[%csl ";
const SHAPES: &str = "[%c";
/// Their color there.
const GREEN: char = 'G';

impl Remarks {
    /// As a comment of PGN.
    fn written(&self) -> String {
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
    pub(super) fn read(comment: &str, signs: Vec<u8>) -> Self {
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
