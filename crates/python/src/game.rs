//! Games as records tell them.

use crate::answer::class;
use crate::moves::Move;
use crate::position::Position;
use crate::records::form;
use crate::rulebook::{Library, Rules};
use crate::trouble::{Kind, Trouble};
use crate::variant::{AnyVariant, Variant};
use komadai_records::file::{self, Format, GameText};
use komadai_records::json::Winner;
use komadai_records::moves::spell;
use komadai_records::notation::find;
use komadai_records::record::{self, BadMove, MoveTree, NotPlayable, Record, TreeNode};
use komadai_rules::{AnyPlay, Opening};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::sync::Arc;

/// Moves of a game, those of its variations included.
pub(crate) const MOST_MOVES: usize = 200_000;

/// A game of a file.
#[pyclass(frozen, module = "komadai")]
pub(crate) struct Game {
    rules: Arc<Rules>,
    record: Record,
    format: Option<Format>,
    /// Which game of the file it is, and the line on which it begins, from 1.
    number: usize,
    line: usize,
}

impl Game {
    /// Reads the text of one game.
    pub(crate) fn read(
        rules: &Arc<Rules>,
        format: Format,
        text: &GameText,
    ) -> Result<Self, Trouble> {
        let record = file::read(format, rules.variant(), &text.text, MOST_MOVES)
            .map_err(|bad| Trouble::misread(bad, text))?;
        let (rules, number, line) = (Arc::clone(rules), text.number, text.line);
        Ok(Game { rules, record, format: Some(format), number, line })
    }

    fn unplayable(&self, error: &NotPlayable) -> Trouble {
        Trouble::not_playable(error, self.line)
    }

    fn opened(&self) -> Result<AnyPlay, Trouble> {
        let play = self.rules.game.open(&self.record.start);
        play.map_err(|error| self.unplayable(&NotPlayable::Opening(error)))
    }

    /// Plays the main line, and tells each move before it is played.
    fn follow(
        &self,
        mut tell: impl FnMut(&AnyPlay, komadai_rules::Move),
    ) -> Result<AnyPlay, Trouble> {
        let mut play = self.opened()?;
        for (number, index) in (1..).zip(self.record.tree.main_line()) {
            let TreeNode { text, line, .. } = &self.record.tree.nodes[index];
            let m = find(&play, text).map_err(|refusal| {
                let meant = komadai_records::notation::alike(&play, text);
                let (text, line) = (text.clone(), *line);
                let bad = BadMove { index, number, text, line, refusal, meant };
                self.unplayable(&NotPlayable::Move(Box::new(bad)))
            })?;
            tell(&play, m);
            play.push(m);
        }
        Ok(play)
    }

    fn main(&self) -> impl Iterator<Item = &TreeNode> {
        self.record.tree.main_line().into_iter().map(|index| &self.record.tree.nodes[index])
    }

    fn won(&self) -> Result<Option<Winner>, Trouble> {
        let last = self.follow(|_, _| ())?;
        Ok(self.record.winner(&last))
    }
}

/// The name of a header in records: those that all forms have can be said in English.
fn header(name: String) -> String {
    let known = match name.as_str() {
        "first" => record::FIRST[0],
        "second" => record::SECOND[0],
        "title" => record::TITLE,
        "event" => record::EVENT,
        "site" => record::SITE,
        "began" => record::BEGAN,
        _ => return name,
    };
    known.to_owned()
}

/// A winner by its word.
fn winner(word: &str) -> Result<Winner, Trouble> {
    match word {
        "first" => Ok(Winner::First),
        "second" => Ok(Winner::Second),
        "draw" => Ok(Winner::Draw),
        _ => Err(Trouble::new(Kind::Record, format!("`{word}` is no winner"))
            .help(Some("first, second or draw".to_owned()))),
    }
}

fn winner_word(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
        Winner::Draw => "draw",
    }
}

#[pymethods]
impl Game {
    /// The game that led to a position.
    #[new]
    #[pyo3(signature = (position, headers = None, *, comments = None, comment = "", end = None, winner = None))]
    fn new(
        position: &Position,
        headers: Option<&Bound<'_, PyDict>>,
        comments: Option<Vec<Option<String>>>,
        comment: &str,
        end: Option<String>,
        winner: Option<&str>,
    ) -> PyResult<Self> {
        let mut play = position.play.clone();
        while play.pop().is_some() {}
        let start = Opening::Setup(play.setup());
        let mut comments = comments.unwrap_or_default().into_iter();
        let mut nodes = Vec::new();
        for (index, m) in position.play.moves().iter().enumerate() {
            let text = spell(&play, *m).usi(play.variant());
            let comment = comments.next().flatten().unwrap_or_default();
            nodes.push(TreeNode {
                parent: index.checked_sub(1),
                text,
                comment,
                ..TreeNode::default()
            });
            play.push(*m);
        }
        let pair = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((header(key.extract()?), value.str()?.extract()?))
        };
        let headers: PyResult<Vec<(String, String)>> =
            headers.map_or_else(|| Ok(Vec::new()), |it| it.iter().map(pair).collect());
        let winner = winner.map(self::winner).transpose()?;
        let tree = MoveTree { comment: comment.to_owned(), nodes };
        let headers = headers?;
        let record = Record { headers, start, tree, end, winner, ..Record::default() };
        Ok(Game { rules: Arc::clone(&position.rules), record, format: None, number: 1, line: 1 })
    }

    /// The first game of a text.
    #[staticmethod]
    #[pyo3(signature = (text, variant = None, format = None))]
    fn parse(text: &str, variant: Option<AnyVariant>, format: Option<&str>) -> PyResult<Self> {
        let unknown = || Trouble::new(Kind::Record, "the text has no known form");
        let format = format.map(form).transpose()?.or_else(|| Format::of_text(text));
        let format = format.ok_or_else(unknown)?;
        let rules = Library::new(variant.map(|it| it.0)).game(format, text)?;
        let text = GameText { number: 1, line: 1, text: text.to_owned() };
        Ok(Game::read(&rules, format, &text)?)
    }

    #[getter]
    fn variant(&self) -> Variant {
        Variant(Arc::clone(&self.rules))
    }

    /// What is said above the moves, by names that are those of KIF where they have one there.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for (name, value) in &self.record.headers {
            if !headers.contains(name)? {
                headers.set_item(name, value)?;
            }
        }
        Ok(headers)
    }

    /// Who plays each side.
    #[getter]
    fn players(&self) -> (Option<&str>, Option<&str>) {
        let [first, second] = komadai_rules::Color::BOTH.map(|side| self.record.player(side));
        (first, second)
    }

    #[getter]
    fn title(&self) -> Option<String> {
        self.record.title()
    }

    #[getter]
    fn format(&self) -> Option<String> {
        self.format.map(|format| format.to_string().to_lowercase())
    }

    #[getter]
    fn number(&self) -> usize {
        self.number
    }

    #[getter]
    fn line(&self) -> usize {
        self.line
    }

    /// The position in which it begins.
    #[getter]
    fn start(&self) -> PyResult<Position> {
        Ok(Position::begin(&self.rules, self.opened()?))
    }

    /// The position at the end of the main line, or after so many plies.
    #[pyo3(signature = (ply = None))]
    fn position(&self, py: Python<'_>, ply: Option<usize>) -> PyResult<Position> {
        let play = py.detach(|| self.follow(|_, _| ()))?;
        let begin = self.start()?;
        let mut at = Position { play, ..begin };
        while ply.is_some_and(|ply| at.play.moves().len() > ply) {
            at.play.pop();
        }
        Ok(at)
    }

    /// The moves of the main line.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let begin = self.start()?;
        let mut told: Vec<(AnyPlay, komadai_rules::Move)> = Vec::new();
        self.follow(|play, m| told.push((play.clone(), m)))?;
        let moves: PyResult<Vec<Move>> = told
            .into_iter()
            .map(|(play, mv)| Ok(Move { at: Py::new(py, begin.with(play))?, mv }))
            .collect();
        PyTuple::new(py, moves?)
    }

    /// The moves of the main line in USI.
    #[getter]
    fn usi_moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let mut told = Vec::new();
        let tell = |play: &AnyPlay, m| told.push(spell(play, m).usi(play.variant()));
        py.detach(|| self.follow(tell))?;
        Ok(told)
    }

    /// The moves of the main line as they are written.
    #[getter]
    fn texts(&self) -> Vec<&str> {
        self.main().map(|node| node.text.as_str()).collect()
    }

    /// What is remarked before the first move.
    #[getter]
    fn comment(&self) -> &str {
        &self.record.tree.comment
    }

    /// What is remarked after each move of the main line.
    #[getter]
    fn comments(&self) -> Vec<&str> {
        self.main().map(|node| node.comment.as_str()).collect()
    }

    /// The seconds that each move of the main line took, where that is said.
    #[getter]
    fn times(&self) -> Vec<Option<f64>> {
        self.main().map(|node| node.spent.map(|spent| spent.as_secs_f64())).collect()
    }

    /// All moves, those of variations included: each after the one that it follows.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let node = class(py, "Node")?;
        let told = |(index, it): (usize, &TreeNode)| {
            let spent = it.spent.map(|spent| spent.as_secs_f64());
            let signs = PyTuple::new(py, it.signs.iter().copied())?;
            node.call1((index, it.parent, &it.text, &it.comment, spent, signs))
        };
        let nodes: PyResult<Vec<_>> = self.record.tree.nodes.iter().enumerate().map(told).collect();
        PyList::new(py, nodes?)
    }

    /// How it ended as the file says it, where possible in the word of KIF.
    #[getter]
    fn end(&self) -> Option<&str> {
        self.record.end.as_deref()
    }

    /// Who has won, by the rules or else as the file says it: `first`, `second` or `draw`.
    #[getter]
    fn winner(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        Ok(py.detach(|| self.won())?.map(winner_word))
    }

    /// The same as PGN says it.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(match py.detach(|| self.won())? {
            Some(Winner::First) => "1-0",
            Some(Winner::Second) => "0-1",
            Some(Winner::Draw) => "1/2-1/2",
            None => "*",
        })
    }

    /// Plays all lines; the first move that is not legal is an error.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let checked = py.detach(|| self.record.check(&self.rules.game));
        Ok(checked.map_err(|error| self.unplayable(&error))?)
    }

    /// The game as a file of some form.
    fn write(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let format = form(format)?;
        let written = py.detach(|| file::write(format, &self.rules.game, &self.record));
        Ok(written.map_err(|error| Trouble::new(Kind::Record, error.to_string()))?)
    }

    fn __len__(&self) -> usize {
        self.record.tree.main_line().len()
    }

    fn __repr__(&self) -> String {
        let title = self.record.title().map(|title| format!(" {title:?}")).unwrap_or_default();
        format!("<komadai.Game of {}{title}, {} moves>", self.rules.variant().id, self.__len__())
    }
}
