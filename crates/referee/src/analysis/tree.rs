//! Trees of variations: what somebody has tried and remarked, with every move checked.

use super::Patience;
use super::ended::end_of;
use super::line::{Follower, LineError};
use crate::game::End;
use crate::rules::{House, Sentence, Texts, Work, beginning};
use komadai_records::file::{self, Format};
use komadai_records::json::{
    ClosingForm, Fate, HeaderForm, LineEndForm, MOST_NODES, NodeForm, Remarks, Side, TreeForm,
    Winner,
};
use komadai_records::pgn::{self, Numbering};
use komadai_records::position;
use komadai_records::record::{CannotWrite, EVENT, Record};
use komadai_rules::{Color, Variant};
use serde::Serialize;
use utoipa::ToSchema;

/// Letters of a comment.
const MOST_LETTERS: usize = 20_000;
/// Signs, and arrows and circles, at one move.
const MOST_MARKS: usize = 64;
/// What a record may say above its moves.
const MOST_HEADERS: usize = 200;
/// Letters of one of these.
const MOST_SAID: usize = 2_000;

/// A tree whose moves were checked, as it is shown. Passes that are forced are in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeView {
    /// What it is called.
    pub title: String,
    /// What else is said of it, as a record says it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<HeaderForm>,
    /// The id of the variant.
    pub variant: String,
    /// Changes to the rules of the variant: the path of each key, and its value as text.
    pub set: std::collections::BTreeMap<String, String>,
    /// Where it begins.
    pub position: String,
    /// What is remarked before the first move.
    pub root: Remarks,
    /// The moves, each after the one before it.
    pub nodes: Vec<NodeView>,
    /// How the game ended, in the word of KIF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// What else is said there.
    #[serde(skip_serializing_if = "ClosingForm::is_empty")]
    pub closing: ClosingForm,
    /// Who has won, where a record says it and nothing of how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// How the game of the main line ended, by the rules or as the record says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<End>,
    /// Whether by the rules.
    pub over: bool,
}

/// A move of a tree as it is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeView {
    /// The index of the move before it; null for first moves.
    #[schema(required)]
    pub parent: Option<usize>,
    /// In USI.
    pub usi: String,
    /// Who makes it.
    pub side: Side,
    /// As people write it.
    pub texts: Texts,
    /// Whether it is a forced pass.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pass: bool,
    /// Whether it burns something.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub burned: bool,
    /// What is remarked of it.
    #[serde(skip_serializing_if = "Remarks::is_empty")]
    pub remarks: Remarks,
    /// Milliseconds that it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// How a variation ends after it, as a record says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_end: Option<LineEndForm>,
    /// As in PGN.
    #[serde(skip)]
    #[schema(ignore)]
    san: String,
    /// How the rules end the game with it.
    #[serde(skip)]
    #[schema(ignore)]
    pub end: Option<End>,
}

/// Why a tree is none.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// It cannot begin there.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A move is not legal where it stands.
    #[error("{} (`{text}`): {reason}", place(line))]
    Move {
        /// The moves before it, and it.
        line: Vec<String>,
        /// As it was written.
        text: String,
        /// What is wrong with it.
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

/// Checks every move of a tree, and tells what there is to show.
///
/// # Errors
/// The first move that is not legal, and whatever else is wrong.
pub fn view<W: Work>(
    form: &TreeForm,
    house: &House<W>,
    set: &[(String, String)],
    patience: &Patience,
) -> Result<TreeView, TreeError> {
    check(form)?;
    let mut grower = Grower::new(form, house, patience)?;
    grower.grow(patience)?;
    if grower.nodes.len() > MOST_NODES {
        let text =
            format!("a tree has {MOST_NODES} moves at most, with the passes that they force");
        return Err(TreeError::Form(text));
    }
    let mut view = TreeView {
        title: form.title.clone(),
        headers: form.headers.clone(),
        variant: house.variant().id.clone(),
        set: set.iter().cloned().collect(),
        position: position::write(house.variant(), &grower.follower.initial),
        root: form.root.clone(),
        nodes: grower.nodes,
        end: form.end.clone(),
        closing: form.closing.clone(),
        winner: form.winner,
        ended: None,
        over: false,
    };
    view.judge(house.variant(), grower.follower.initial.side);
    Ok(view)
}

/// The moves from the start to one of them.
fn line(form: &TreeForm, index: usize) -> Vec<String> {
    let mut line = Vec::new();
    let mut at = Some(index);
    while let Some(node) = at.map(|index| &form.nodes[index]) {
        line.push(beginning(&node.text));
        at = node.parent;
    }
    line.reverse();
    line
}

fn check(form: &TreeForm) -> Result<(), TreeError> {
    let bad = |text: String| Err(TreeError::Form(text));
    if form.nodes.len() > MOST_NODES {
        return bad(format!("a tree has {MOST_NODES} moves at most"));
    }
    for (index, node) in form.nodes.iter().enumerate() {
        if node.parent.is_some_and(|parent| parent >= index) {
            let text = beginning(&node.text);
            return bad(format!("the move {index} (`{text}`) stands before its parent"));
        }
    }
    let ends = || form.nodes.iter().filter_map(|node| node.line_end.as_ref());
    let closings = ends().map(|end| &end.closing).chain([&form.closing]);
    let remarks = || form.nodes.iter().map(|node| &node.remarks).chain([&form.root]);
    let mut comments =
        remarks().map(|it| &it.comment).chain(closings.map(|closing| &closing.comment));
    if comments.any(|comment| comment.chars().count() > MOST_LETTERS) {
        return bad(format!("a comment has {MOST_LETTERS} letters at most"));
    }
    for Remarks { signs, shapes, .. } in remarks() {
        if signs.len() > MOST_MARKS || shapes.len() > MOST_MARKS {
            return bad(format!("a move has {MOST_MARKS} signs or arrows at most"));
        }
    }
    let said = form.headers.iter().flat_map(|header| [&header.name, &header.value]);
    let words = ends().map(|end| &end.word).chain(&form.end);
    if form.headers.len() > MOST_HEADERS
        || said.chain(words).any(|it| it.chars().count() > MOST_SAID)
    {
        return bad(format!(
            "a record says {MOST_HEADERS} things of its game at most, each in {MOST_SAID} letters"
        ));
    }
    Ok(())
}

/// Plays a tree, from its first moves down.
struct Grower<'t, W> {
    form: &'t TreeForm,
    follower: Follower<W>,
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

impl<'t, W: Work> Grower<'t, W> {
    fn new(form: &'t TreeForm, house: &House<W>, patience: &Patience) -> Result<Self, LineError> {
        let follower = Follower::begin(house, &form.start, &form.position, patience)?;
        let mut followers = vec![Vec::new(); form.nodes.len() + 1];
        for (index, node) in form.nodes.iter().enumerate() {
            followers[node.parent.unwrap_or(form.nodes.len())].push(index);
        }
        Ok(Grower { form, follower, followers, nodes: Vec::new() })
    }

    /// Goes through the whole tree. A line may be as long as a game: nothing recurs here.
    fn grow(&mut self, patience: &Patience) -> Result<(), TreeError> {
        self.follower.pass_unless("");
        patience.held(())?;
        let start = self.show(None, &Remarks::default());
        let mut steps = self.enter_followers(self.form.nodes.len(), start);
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(plies) => self.follower.take_back(plies),
                Step::Enter(index, place) => {
                    let before = self.follower.ply();
                    let entered = self.enter(index, place);
                    let next = patience.held(entered)??;
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
        let NodeForm { text, remarks, ms, line_end, .. } = &self.form.nodes[index];
        if let Some(passes) = place.passes.checked_sub(1)
            && PASSES.contains(&text.as_str())
        {
            self.remark(place.shown, remarks);
            return Ok(Place { passes, ..place });
        }
        let refused = |reason| TreeError::Move {
            line: line(self.form, index),
            text: beginning(text),
            reason,
        };
        self.follower.play(text).map_err(refused)?;
        let moved = self.show(place.shown, remarks);
        if let Some(node) = moved.shown.and_then(|shown| self.nodes.get_mut(shown)) {
            node.ms = *ms;
        }
        self.follower.pass_unless("");
        let place = self.show(moved.shown, &Remarks::default());
        // Where nothing follows, the game may be over.
        if self.followers[index].is_empty()
            && let Some(node) = place.shown.and_then(|shown| self.nodes.get_mut(shown))
        {
            node.end = self.follower.end();
            node.line_end.clone_from(line_end);
        }
        Ok(place)
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
                ms: None,
                line_end: None,
                san: played.san,
                end: None,
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
    /// Finds out how the game ended, by the rules or else as the record says it.
    fn judge(&mut self, variant: &Variant, starts: Color) {
        let record = self.record(variant, |_| String::new());
        let last = record.tree.main_line().last().map(|index| &self.nodes[*index]);
        let by_rules = last.and_then(|last| last.end.clone());
        self.over = by_rules.is_some();
        let said = || end_of(&record, self.to_move(&record, starts), variant);
        self.ended = by_rules.or_else(said);
    }

    /// The side to move at the end of the main line, if `starts` is to move where it begins.
    fn to_move(&self, record: &Record, starts: Color) -> Color {
        let last = record.tree.main_line().last().map(|index| &self.nodes[*index]);
        last.map_or(starts, |last| !Color::from(last.side))
    }

    /// As PGN, with variations.
    pub fn pgn<W: Work>(&self, house: &House<W>) -> String {
        let variant = house.variant();
        // It was written from a setup.
        let Ok(start) = position::parse(variant, &self.position) else { return String::new() };
        let mut record = self.record(variant, |node| node.san.clone());
        if self.title.is_empty() && record.header(EVENT).is_none() {
            record.headers.push((EVENT.to_owned(), "Analysis".to_owned()));
        }
        record.winner = record.said_winner(self.to_move(&record, start.side));
        let mut tags = pgn::tags_of(variant, &start, &record);
        // A tag stands once in a file.
        let set: Vec<String> =
            self.set.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if !set.is_empty() {
            tags.insert("VariantSetting", &set.join("; "));
        }
        pgn::write_tree(&tags, Numbering::of(&start), &pgn::with_ends(record.tree, &record.closing))
    }

    /// As a file of any form.
    ///
    /// # Errors
    /// When that form cannot tell of the game.
    pub fn file<W: Work>(
        &self,
        house: &House<W>,
        format: Format,
        patience: &Patience,
    ) -> Result<String, CannotWrite> {
        let mut record = self.record(house.variant(), |node| node.usi.clone());
        // What such forms have no words for is left out.
        let bare = |remarks: &Remarks| remarks.comment.clone();
        record.tree.comment = bare(&self.root);
        for (node, shown) in record.tree.nodes.iter_mut().zip(&self.nodes) {
            node.comment = bare(&shown.remarks);
        }
        file::write_while(format, house.game(), &record, &patience.interrupt())
    }

    /// The same as data, to be read again without loss.
    pub fn form(&self) -> TreeForm {
        self.form_with(|node| node.usi.clone())
    }

    fn form_with(&self, text: impl Fn(&NodeView) -> String) -> TreeForm {
        let node = |node: &NodeView| NodeForm {
            parent: node.parent,
            text: text(node),
            remarks: node.remarks.clone(),
            ms: node.ms,
            line_end: node.line_end.clone(),
        };
        TreeForm {
            title: self.title.clone(),
            headers: self.headers.clone(),
            start: None,
            position: Some(self.position.clone()),
            root: self.root.clone(),
            nodes: self.nodes.iter().map(node).collect(),
            end: self.end.clone(),
            closing: self.closing.clone(),
            winner: self.winner,
        }
    }

    /// As a record, with moves that are written in some way.
    pub fn record(&self, variant: &Variant, text: impl Fn(&NodeView) -> String) -> Record {
        // Its position was written from a setup.
        self.form_with(text).record(variant).unwrap_or_default()
    }
}
