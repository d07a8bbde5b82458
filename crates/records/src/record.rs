//! What records of all forms have in common.

use crate::json::Winner;
use crate::moves::Refusal;
use crate::notation;
use crate::position;
use komadai_rules::{
    AnyGame, AnyPlay, Color, Interrupt, Move, Opening, OpeningError, Setup, Status, Variant,
};
use std::ops::Index;
use std::time::Duration;

/// A game as a file tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What is said above the moves: names, where possible those of KIF ([`FIRST`] and so on), and values.
    pub headers: Vec<(String, String)>,
    /// Where the game begins.
    pub start: Opening,
    /// Its moves, which nobody has checked.
    pub tree: MoveTree,
    /// How it ended, where possible in the word of KIF.
    pub end: Option<String>,
    /// What else is said there.
    pub closing: Closing,
    /// Who has won, where the file says it and nothing of how.
    pub winner: Option<Winner>,
}

/// What a file says where a line ends, besides how: somebody thinks before resigning, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// How long the last decision took.
    pub spent: Option<Duration>,
    /// What is remarked after it.
    pub comment: String,
}

/// How a variation ends, as a file tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineEnd {
    /// Where possible in the word of KIF.
    pub word: String,
    /// What else is said there.
    pub closing: Closing,
}

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
    /// What is remarked; empty for nothing. Arrows and circles stand here as in PGN.
    pub comment: String,
    /// How long it took, where that is said.
    pub spent: Option<Duration>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?` and so on, as the PGN standard lists them.
    pub signs: Vec<u8>,
    /// How a variation ends after it. How the game itself ends, the record says.
    pub end: Option<Box<LineEnd>>,
    /// The line of the text on which it stands, from 1; 0 where nobody knows.
    pub line: usize,
}

/// What an end means for the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Loses,
    Wins,
    Draw,
    /// Nobody knows.
    Open,
}

/// How games end: the word of KIF, what it means for the side to move, and how PGN says it.
const ENDS: [(&str, Outcome, &str); 16] = [
    ("投了", Outcome::Loses, "resignation"),
    ("中断", Outcome::Open, "unterminated"),
    ("持将棋", Outcome::Draw, "impasse"),
    ("千日手", Outcome::Draw, "repetition"),
    ("詰み", Outcome::Loses, "checkmate"),
    ("不詰", Outcome::Open, "no mate"),
    ("切れ負け", Outcome::Loses, "time forfeit"),
    ("反則勝ち", Outcome::Wins, "rules infraction by the opponent"),
    ("反則負け", Outcome::Loses, "rules infraction"),
    ("入玉勝ち", Outcome::Wins, "declaration"),
    ("入玉宣言", Outcome::Wins, "declaration of impasse"),
    ("勝ち宣言", Outcome::Wins, "declaration of win"),
    ("不戦勝", Outcome::Wins, "absence of the opponent"),
    ("不戦敗", Outcome::Loses, "absence"),
    ("封じ手", Outcome::Open, "sealed move"),
    ("最終手", Outcome::Open, "last move"),
];

/// Whether a text is a word of KIF for the end of a game.
pub(crate) fn is_end(word: &str) -> bool {
    // Most words are moves, which begin with a figure.
    !word.starts_with(|c| ('０'..='９').contains(&c))
        && ENDS.iter().any(|(known, ..)| *known == word)
}

/// The word of KIF for an end as PGN says it.
pub(crate) fn end_said(words: &str) -> Option<&'static str> {
    ENDS.iter().find(|(.., said)| *said == words).map(|(known, ..)| *known)
}

/// Headers that say who plays the first side: without a handicap, and with one.
pub const FIRST: [&str; 2] = ["先手", "下手"];
/// Headers that say who plays the second side.
pub const SECOND: [&str; 2] = ["後手", "上手"];
/// The header for how a game begins.
pub const HANDICAP: &str = "手合割";
/// The header for what a game is called.
pub const TITLE: &str = "表題";
/// The header for the tournament.
pub const EVENT: &str = "棋戦";
/// The header for the place.
pub const SITE: &str = "場所";
/// The header for when a game began: `2026/01/31 15:00:00`, or less of it.
pub const BEGAN: &str = "開始日時";

/// The indices of the moves that follow each move of a tree, in order; at the end those of the first moves.
#[derive(Clone, Debug)]
pub struct Followers {
    /// Those of the first node, of the second, and so on.
    all: Vec<usize>,
    /// Where those of each node begin, and at last where all end.
    begins: Vec<usize>,
}

impl Index<usize> for Followers {
    type Output = [usize];

    fn index(&self, node: usize) -> &[usize] {
        &self.all[self.begins[node]..self.begins[node + 1]]
    }
}

/// Adds a line to a comment.
pub(crate) fn remark(known: &mut String, comment: &str) {
    if !known.is_empty() {
        known.push('\n');
    }
    *known += comment;
}

impl MoveTree {
    /// The moves that follow each move.
    pub fn followers(&self) -> Followers {
        let root = self.nodes.len();
        let parents = || self.nodes.iter().map(|node| node.parent.unwrap_or(root));
        let mut begins = vec![0; root + 2];
        parents().for_each(|parent| begins[parent + 1] += 1);
        for node in 0..=root {
            begins[node + 1] += begins[node];
        }
        let (mut all, mut next) = (vec![0; root], begins.clone());
        for (index, parent) in parents().enumerate() {
            all[next[parent]] = index;
            next[parent] += 1;
        }
        Followers { all, begins }
    }

    /// The indices of the moves of the main line.
    pub fn main_line(&self) -> Vec<usize> {
        let followers = self.followers();
        let next = |index: usize| followers[index].first().copied();
        std::iter::successors(next(self.nodes.len()), |index| next(*index)).collect()
    }
}

impl Record {
    /// The first header of this name, unless nothing is said there.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Who plays a side.
    pub fn player(&self, side: Color) -> Option<&str> {
        let names = if side == Color::First { FIRST } else { SECOND };
        names.iter().find_map(|name| self.header(name))
    }

    /// What the game is called; otherwise who played it.
    pub fn title(&self) -> Option<String> {
        let named = [TITLE, EVENT].iter().find_map(|name| self.header(name)).map(str::to_owned);
        let players =
            || Some(format!("{} – {}", self.player(Color::First)?, self.player(Color::Second)?));
        named.or_else(players)
    }

    /// Who has won, as the rules say it of the last position, or else the record.
    pub fn winner(&self, last: &AnyPlay) -> Option<Winner> {
        match last.ending() {
            Some(ending) => Some(ending.winner.map_or(Winner::Draw, Winner::from)),
            None => self.said_winner(last.side()),
        }
    }

    /// Who has won, as the record says it, where this side is to move at the end.
    pub fn said_winner(&self, to_move: Color) -> Option<Winner> {
        let end = self.end.as_deref().and_then(|end| ENDS.iter().find(|(word, ..)| *word == end));
        let told = end.and_then(|(_, outcome, _)| match outcome {
            Outcome::Loses => Some(Winner::from(!to_move)),
            Outcome::Wins => Some(Winner::from(to_move)),
            Outcome::Draw => Some(Winner::Draw),
            Outcome::Open => None,
        });
        self.winner.or(told)
    }

    /// How the game has ended, as PGN says it.
    pub(crate) fn termination(&self) -> Option<&str> {
        let end = self.end.as_deref()?;
        Some(ENDS.iter().find(|(word, ..)| *word == end).map_or(end, |(.., said)| *said))
    }

    /// How the game has ended, as KIF says it.
    pub(crate) fn end_word(&self, last: &AnyPlay) -> Option<String> {
        if let Some(end) = &self.end {
            return Some(end.clone());
        }
        // Without one the rules need not be asked.
        let winner = self.winner?;
        let word = match (last.ending().map(|ending| ending.status), winner) {
            (Some(Status::Repetition), _) => "千日手",
            (Some(Status::PerpetualCheck | Status::PerpetualChase), winner) => {
                if winner == Winner::from(last.side()) { "反則勝ち" } else { "反則負け" }
            }
            (Some(_), Winner::First | Winner::Second) => "詰み",
            (_, Winner::Draw) => "持将棋",
            (None, winner) if winner == Winner::from(!last.side()) => "投了",
            // The winner is to move: the file does not say why.
            (None, _) => return None,
        };
        Some(word.to_owned())
    }

    /// Plays all lines.
    ///
    /// ```
    /// use komadai_records::pgn;
    /// use komadai_rules::{AnyGame, variant::load_builtin};
    ///
    /// let game = AnyGame::compile(&load_builtin("chess", &[]).unwrap().variant).unwrap();
    /// let record = pgn::read(game.variant(), "1. e4 e5\n2. e2e5 *", 1_000).unwrap();
    /// let error = record.check(&game).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: move 3 (`e2e5`): There is no piece on e2.");
    /// ```
    ///
    /// # Errors
    /// Where the game cannot begin, and the first move that is not legal.
    pub fn check(&self, game: &AnyGame) -> Result<(), NotPlayable> {
        self.walk(game, &Interrupt::default(), |_, _| Ok::<_, NotPlayable>(())).map(drop)
    }

    /// Plays all lines, and tells each move in some way, as long as that goes on.
    ///
    /// # Errors
    /// Where the game cannot begin, and the first move that is not legal or cannot be told.
    pub(crate) fn told<T: Clone + Default>(
        &self,
        game: &AnyGame,
        interrupt: &Interrupt,
        mut tell: impl FnMut(&AnyPlay, Move) -> Result<T, CannotWrite>,
    ) -> Result<Told<T>, CannotWrite> {
        self.walk(game, interrupt, |play, m| match interrupt.ask() {
            false => tell(play, m),
            true => Err(CannotWrite::too_long()),
        })
    }

    fn walk<T: Clone + Default, E: From<NotPlayable>>(
        &self,
        game: &AnyGame,
        interrupt: &Interrupt,
        mut tell: impl FnMut(&AnyPlay, Move) -> Result<T, E>,
    ) -> Result<Told<T>, E> {
        let play = game.open_while(&self.start, interrupt);
        let mut play = play.map_err(NotPlayable::Opening)?;
        let start = play.setup();
        let followers = self.tree.followers();
        let root = self.tree.nodes.len();
        let mut texts = vec![T::default(); root];
        let mut last = followers[root].is_empty().then(|| play.clone());
        // Lines may be as long as games: nothing recurs here.
        let mut waiting: Vec<(usize, usize)> =
            followers[root].iter().rev().map(|index| (*index, 0)).collect();
        while let Some((index, ply)) = waiting.pop() {
            while play.moves().len() > ply {
                play.pop();
            }
            let node = &self.tree.nodes[index];
            let m = notation::find(&play, &node.text).map_err(|refusal| {
                let (text, line) = (node.text.clone(), node.line);
                let meant = notation::alike(&play, &text);
                NotPlayable::Move(Box::new(BadMove {
                    index,
                    number: ply + 1,
                    text,
                    line,
                    refusal,
                    meant,
                }))
            })?;
            texts[index] = tell(&play, m)?;
            play.push(m);
            waiting.extend(followers[index].iter().rev().map(|next| (*next, ply + 1)));
            // The main line comes first; where nothing else does, the game itself is at its end.
            if followers[index].is_empty() && last.is_none() && !waiting.is_empty() {
                last = Some(play.clone());
            }
        }
        Ok(Told { start, texts, last: last.unwrap_or(play) })
    }

    /// Leaves a move out, and whatever follows it. If it is of the main line, that ends there.
    pub fn cut(&mut self, index: usize) {
        if self.tree.main_line().contains(&index) {
            (self.end, self.winner) = (Some("中断".to_owned()), None);
            self.closing = Closing::default();
        }
        // Every move comes after its parent.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.tree.nodes.len());
        let mut kept = 0;
        for (at, node) in self.tree.nodes.iter_mut().enumerate() {
            let parent = node.parent.map(|parent| places[parent]);
            let stays = at != index && parent != Some(None);
            node.parent = parent.flatten();
            places.push(stays.then_some(kept));
            kept += usize::from(stays);
        }
        let mut stays = places.iter().map(Option::is_some);
        self.tree.nodes.retain(|_| stays.next().unwrap_or(false));
    }
}

/// Why a record cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayable {
    /// The game cannot begin there.
    #[error(transparent)]
    Opening(OpeningError),
    /// A move is not legal.
    #[error(transparent)]
    Move(Box<BadMove>),
}

/// A move of a record that is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}move {number} (`{text}`): {refusal}", at_line(*.line))]
pub struct BadMove {
    /// Its index in the tree.
    pub index: usize,
    /// Which move of its line, from 1.
    pub number: usize,
    /// As it is written.
    pub text: String,
    /// The line of the text on which it stands, from 1; 0 where nobody knows.
    pub line: usize,
    /// What is wrong.
    pub refusal: Refusal,
    /// Legal moves that may be meant, in the plain form of the game.
    pub meant: Vec<String>,
}

fn at_line(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
}

impl From<NotPlayable> for CannotWrite {
    fn from(error: NotPlayable) -> Self {
        CannotWrite(error.to_string())
    }
}

/// The same start by its name, where the position has one.
pub(crate) fn named(variant: &Variant, start: &Opening) -> Opening {
    let Opening::Setup(setup) = start else { return start.clone() };
    let text = |setup: &Setup| position::write(variant, &Setup { ply: 0, ..setup.clone() });
    let here = text(setup);
    let is_it = |id: Option<&str>| variant.start_setup(id).is_some_and(|it| text(&it) == here);
    if is_it(None) {
        return Opening::Usual;
    }
    let named = variant.starts.iter().find(|start| is_it(Some(&start.id)));
    let shuffled = || {
        let number = variant.shuffle.as_ref()?.number(setup)?.to_string();
        Some(number).filter(|number| is_it(Some(number)))
    };
    let id = named.map(|named| named.id.clone()).or_else(shuffled);
    id.map_or_else(|| start.clone(), Opening::Named)
}

/// A record with its moves told in some way.
pub(crate) struct Told<T = String> {
    pub(crate) start: Setup,
    /// In the order of the tree.
    pub(crate) texts: Vec<T>,
    /// The game at the end of its main line.
    pub(crate) last: AnyPlay,
}

/// Why a record cannot be written in some form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CannotWrite(pub(crate) String);

impl CannotWrite {
    /// Whoever waits for it waits no longer.
    pub(crate) fn too_long() -> Self {
        CannotWrite("it takes too long to write this record".to_owned())
    }
}

/// Why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct BadRecord {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}
