//! Games as records tell them.

use crate::forms::GameOptions;
use crate::plain::{Told, given};
use crate::position::Position;
use crate::rulebook::{self, Rules};
use crate::trouble::{Kind, Trouble};
use crate::variant::Variant;
use js_sys::Object;
use komadai_records::file::{self, Format, GameText, Games};
use komadai_records::json::{TreeForm, Winner};
use komadai_records::moves::spell;
use komadai_records::notation::{alike, find};
use komadai_records::record::{self, BadMove, MoveTree, NotPlayable, Record, TreeNode};
use komadai_rules::{AnyPlay, Color, Opening};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// Moves of a game, those of its variations included.
const MOST_MOVES: usize = 200_000;

/// A game of a record.
#[wasm_bindgen]
pub struct Game {
    rules: Rc<Rules>,
    record: Record,
    format: Option<Format>,
    /// The line of the text on which it begins, from 1.
    line: usize,
}

/// A form by its name, or by how such files end.
fn form(name: &str) -> Result<Format, Trouble> {
    let known = || Format::ALL.map(|format| format.to_string().to_lowercase()).join(", ");
    let unknown = || Trouble::new(Kind::Record, format!("there is no form `{name}`"));
    Format::of_ending(name).ok_or_else(|| unknown().help(format!("one of {}", known())))
}

fn form_of(text: &str, name: Option<&str>) -> Result<Format, Trouble> {
    let unknown = || Trouble::new(Kind::Record, "the text has no known form");
    name.map(form).transpose()?.or_else(|| Format::of_text(text)).ok_or_else(unknown)
}

/// The games of a text, which may have many. The text says which game each is of, or `Variant.games` says it.
///
/// # Errors
/// What is wrong, in which of them, and where.
#[wasm_bindgen]
pub fn games(
    text: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "RecordFormat")] format: Option<String>,
) -> Result<Vec<Game>, Trouble> {
    read_all(None, text, format.as_deref())
}

#[wasm_bindgen]
impl Variant {
    /// The games of a text, which are all of this variant.
    ///
    /// # Errors
    /// What is wrong, in which of them, and where.
    pub fn games(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "RecordFormat")] format: Option<String>,
    ) -> Result<Vec<Game>, Trouble> {
        read_all(Some(self), text, format.as_deref())
    }

    /// The first game of a text, which is of this variant.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    #[wasm_bindgen(js_name = parseGame)]
    pub fn parse_game(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "RecordFormat")] format: Option<String>,
    ) -> Result<Game, Trouble> {
        read_one(Some(self), text, format.as_deref())
    }
}

fn read_all(
    variant: Option<&Variant>,
    text: &str,
    format: Option<&str>,
) -> Result<Vec<Game>, Trouble> {
    let format = form_of(text, format)?;
    let mut games = Vec::new();
    for text in Games::new(Cursor::new(text.as_bytes()), format) {
        let text = text.map_err(Trouble::unreadable)?;
        let rules = rules_of(variant, format, &text.text);
        games.push(Game::read(&rules.map_err(|it| it.of_game(&text))?, format, &text)?);
    }
    Ok(games)
}

fn read_one(variant: Option<&Variant>, text: &str, format: Option<&str>) -> Result<Game, Trouble> {
    let format = form_of(text, format)?;
    let rules = rules_of(variant, format, text)?;
    Game::read(&rules, format, &GameText { number: 1, line: 1, text: text.to_owned() })
}

fn rules_of(variant: Option<&Variant>, format: Format, text: &str) -> Result<Rc<Rules>, Trouble> {
    variant.map_or_else(|| rulebook::of_record(format, text), |it| Ok(Rc::clone(&it.0)))
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

impl Game {
    /// Reads the text of one game.
    fn read(rules: &Rc<Rules>, format: Format, text: &GameText) -> Result<Self, Trouble> {
        let record = file::read(format, rules.variant(), &text.text, MOST_MOVES)
            .map_err(|bad| Trouble::misread(bad, text))?;
        Ok(Game { rules: Rc::clone(rules), record, format: Some(format), line: text.line })
    }

    /// The game that led to a position, with what is said of it.
    pub fn of(position: &Position, options: GameOptions) -> Self {
        let GameOptions { headers, comment, end, winner } = options;
        let mut play = position.play.clone();
        while play.pop().is_some() {}
        let start = Opening::Setup(play.setup());
        let mut nodes = Vec::new();
        for (index, m) in position.play.moves().iter().enumerate() {
            let text = spell(&play, *m).usi(play.variant());
            nodes.push(TreeNode { parent: index.checked_sub(1), text, ..TreeNode::default() });
            play.push(*m);
        }
        let tree = MoveTree { comment: comment.unwrap_or_default(), nodes };
        let named = |(name, value)| (header(name), value);
        let headers = headers.unwrap_or_default().into_iter().map(named).collect();
        let record = Record { headers, start, tree, end, winner, ..Record::default() };
        Game { rules: Rc::clone(&position.rules), record, format: None, line: 1 }
    }

    fn unplayable(&self, error: &NotPlayable) -> Trouble {
        Trouble::not_playable(error, self.line)
    }

    fn opened(&self) -> Result<AnyPlay, Trouble> {
        let play = self.rules.game.open(&self.record.start);
        play.map_err(|error| self.unplayable(&NotPlayable::Opening(error)))
    }

    /// Plays the main line, or as many plies of it.
    fn follow(&self, plies: usize) -> Result<AnyPlay, Trouble> {
        let mut play = self.opened()?;
        for (number, index) in (1..).zip(self.record.tree.main_line()).take(plies) {
            let TreeNode { text, line, .. } = &self.record.tree.nodes[index];
            let m = find(&play, text).map_err(|refusal| {
                let meant = alike(&play, text);
                let (text, line) = (text.clone(), *line);
                let bad = BadMove { index, number, text, line, refusal, meant };
                self.unplayable(&NotPlayable::Move(Box::new(bad)))
            })?;
            play.push(m);
        }
        Ok(play)
    }

    fn main(&self) -> impl Iterator<Item = &TreeNode> {
        self.record.tree.main_line().into_iter().map(|index| &self.record.tree.nodes[index])
    }

    fn won(&self) -> Result<Option<Winner>, Trouble> {
        Ok(self.record.winner(&self.follow(usize::MAX)?))
    }
}

#[wasm_bindgen]
impl Game {
    /// The game that led to a position.
    ///
    /// # Errors
    /// The options are not what they should be.
    #[wasm_bindgen(constructor)]
    pub fn new(
        position: &Position,
        #[wasm_bindgen(unchecked_optional_param_type = "GameOptions")] options: Option<Object>,
    ) -> Result<Game, Trouble> {
        Ok(Game::of(position, given(options)?))
    }

    /// The first game of a text. The text says which game it is of, or `Variant.parseGame` says it.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(
        text: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "RecordFormat")] format: Option<String>,
    ) -> Result<Game, Trouble> {
        read_one(None, text, format.as_deref())
    }

    /// The game that is played.
    #[wasm_bindgen(getter)]
    pub fn variant(&self) -> Variant {
        Variant(Rc::clone(&self.rules))
    }

    /// What is said above the moves, by names that are those of KIF where they have one there.
    #[wasm_bindgen(getter, unchecked_return_type = "Record<string, string>")]
    pub fn headers(&self) -> Told<BTreeMap<String, String>> {
        let mut headers = BTreeMap::new();
        for (name, value) in &self.record.headers {
            headers.entry(name.clone()).or_insert_with(|| value.clone());
        }
        Told(headers)
    }

    /// Who plays each side.
    #[wasm_bindgen(getter, unchecked_return_type = "[string | null, string | null]")]
    pub fn players(&self) -> Told<[Option<String>; 2]> {
        Told(Color::BOTH.map(|side| self.record.player(side).map(str::to_owned)))
    }

    /// What the game is called.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> Option<String> {
        self.record.title()
    }

    /// The form of the text.
    #[wasm_bindgen(getter, unchecked_return_type = "RecordFormat | undefined")]
    pub fn format(&self) -> Option<String> {
        self.format.map(|format| format.to_string().to_lowercase())
    }

    /// The position in which it begins.
    ///
    /// # Errors
    /// The game cannot begin so.
    #[wasm_bindgen(getter)]
    pub fn start(&self) -> Result<Position, Trouble> {
        Ok(Position::begin(&self.rules, self.opened()?))
    }

    /// The position at the end of the main line, or after so many plies.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn position(&self, ply: Option<u32>) -> Result<Position, Trouble> {
        let plies = ply.map_or(usize::MAX, |ply| usize::try_from(ply).unwrap_or(usize::MAX));
        Ok(self.start()?.with(self.follow(plies)?))
    }

    /// The moves of the main line in USI.
    ///
    /// # Errors
    /// A move is not legal.
    #[wasm_bindgen(getter, js_name = usiMoves)]
    pub fn usi_moves(&self) -> Result<Vec<String>, Trouble> {
        self.position(None)?.moves(None)
    }

    /// The moves of the main line as they are written.
    #[wasm_bindgen(getter)]
    pub fn texts(&self) -> Vec<String> {
        self.main().map(|node| node.text.clone()).collect()
    }

    /// What is remarked before the first move.
    #[wasm_bindgen(getter)]
    pub fn comment(&self) -> String {
        self.record.tree.comment.clone()
    }

    /// What is remarked after each move of the main line.
    #[wasm_bindgen(getter)]
    pub fn comments(&self) -> Vec<String> {
        self.main().map(|node| node.comment.clone()).collect()
    }

    /// The seconds that each move of the main line took; null where that is not said.
    #[wasm_bindgen(getter, unchecked_return_type = "(number | null)[]")]
    pub fn times(&self) -> Told<Vec<Option<f64>>> {
        Told(self.main().map(|node| node.spent.map(|spent| spent.as_secs_f64())).collect())
    }

    /// All of it, variations included.
    #[wasm_bindgen(getter, unchecked_return_type = "TreeForm")]
    pub fn tree(&self) -> Told<TreeForm> {
        Told(TreeForm::of(self.rules.variant(), &self.record))
    }

    /// How it ended as the text says it, where possible in the word of KIF.
    #[wasm_bindgen(getter)]
    pub fn end(&self) -> Option<String> {
        self.record.end.clone()
    }

    /// Who has won, by the rules or else as the text says it; `undefined` where nothing says it.
    ///
    /// # Errors
    /// A move is not legal.
    #[wasm_bindgen(getter, unchecked_return_type = "Winner | undefined")]
    pub fn winner(&self) -> Result<Option<String>, Trouble> {
        Ok(self.won()?.map(|winner| winner.to_string()))
    }

    /// The same as PGN says it.
    ///
    /// # Errors
    /// A move is not legal.
    #[wasm_bindgen(getter)]
    pub fn result(&self) -> Result<String, Trouble> {
        let told = match self.won()? {
            Some(Winner::First) => "1-0",
            Some(Winner::Second) => "0-1",
            Some(Winner::Draw) => "1/2-1/2",
            None => "*",
        };
        Ok(told.to_owned())
    }

    /// Plays all lines.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn check(&self) -> Result<(), Trouble> {
        self.record.check(&self.rules.game).map_err(|error| self.unplayable(&error))
    }

    /// The game as a record of some form.
    ///
    /// # Errors
    /// That form cannot tell of it.
    pub fn write(
        &self,
        #[wasm_bindgen(unchecked_param_type = "RecordFormat")] format: &str,
    ) -> Result<String, Trouble> {
        let written = file::write(form(format)?, &self.rules.game, &self.record);
        written.map_err(|error| Trouble::new(Kind::Record, error.to_string()))
    }
}
