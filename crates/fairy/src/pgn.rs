//! Games of PGN files.

use crate::Game;
use komadai_records::opening::BadOpening;
use komadai_records::pgn;
use komadai_records::record::{BadRecord, MoveTree};

/// Moves of a game, those of its variations included.
const MOST_MOVES: usize = 200_000;

/// What sites call games whose names we and Fairy-Stockfish have in one word.
const CALLED: [(&str, &str); 8] = [
    ("", "chess"),
    ("standard", "chess"),
    ("normal", "chess"),
    ("orthodox", "chess"),
    ("from position", "chess"),
    ("three-check", "3check"),
    ("king of the hill", "kingofthehill"),
    ("racing kings", "racingkings"),
];
/// How the names of games end that begin with shuffled pieces, and another name of chess so.
const SHUFFLED: &str = "960";
const FISCHER_RANDOM: [&str; 2] = ["fischerandom", "fischer random"];

/// The first game of a PGN, as it is written there.
#[derive(Clone, Debug)]
pub struct GameText {
    /// What is said above the moves.
    pub headers: Vec<(String, String)>,
    tree: MoveTree,
}

impl GameText {
    /// Reads the first game of a text.
    ///
    /// # Errors
    /// What is not written as PGN.
    pub fn read(text: &str) -> Result<Self, BadRecord> {
        let (headers, tree) = pgn::parse(text, MOST_MOVES)?;
        Ok(GameText { headers, tree })
    }

    /// What is said above the moves by a name; empty for nothing.
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// The name of the game, and whether it begins with shuffled pieces.
    pub fn variant(&self) -> (String, bool) {
        let name = self.header("Variant").trim().to_lowercase();
        if FISCHER_RANDOM.contains(&name.as_str()) {
            return ("chess".to_owned(), true);
        }
        let (name, shuffled) = match name.strip_suffix(SHUFFLED) {
            Some(rest) => (rest.trim_end().to_owned(), true),
            None => (name, false),
        };
        let called = CALLED.iter().find(|(there, _)| *there == name).map(|(_, here)| *here);
        (called.map_or(name, str::to_owned), shuffled)
    }

    /// The moves of the main line as UCI writes them.
    ///
    /// # Errors
    /// The position in which it begins is none of the game, or a move is not legal.
    pub fn moves(&self, game: &Game) -> Result<Vec<String>, BadOpening> {
        let fen = self.header("FEN");
        let mut play = game.open(if fen.is_empty() { "startpos" } else { fen })?;
        for index in self.tree.main_line() {
            let text = &self.tree.nodes[index].text;
            let m = game.find(&play, text).map_err(|refusal| BadOpening::Move {
                number: play.moves().len() + 1,
                text: text.clone(),
                refusal,
            })?;
            play.push(m);
        }
        Ok(game.history(&play))
    }
}
