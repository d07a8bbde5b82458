//! What pyffish answers, by our rules: `komadai.compat.pyffish` gives these answers pyffish's names.

use crate::patience::ask;
use crate::rulebook::{self, Settings};
use crate::trouble::{Kind, Trouble};
use komadai_fairy::{
    Game, Games, Notation, Rules, claimed_end, is_too_weak, rule_end, to_partner, value,
};
use komadai_rules::{AnyPlay, Color, Move};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many games are kept; beyond, all are forgotten.
const MOST_GAMES: usize = 256;

/// The games by the names that Fairy-Stockfish has for them, and what pyffish is asked of these.
#[pyclass(frozen, module = "komadai")]
pub(crate) struct Fairy(Mutex<Known>);

#[derive(Default)]
struct Known {
    games: Games,
    /// By name, with shuffled pieces and without.
    kept: [HashMap<String, Arc<Kept>>; 2],
    names: Option<Vec<String>>,
}

struct Kept {
    rules: Arc<rulebook::Rules>,
    game: Game,
}

/// A game in progress.
struct At {
    kept: Arc<Kept>,
    play: AnyPlay,
}

impl At {
    fn game(&self) -> &Game {
        &self.kept.game
    }

    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&AnyPlay) -> T + Send,
    ) -> PyResult<T> {
        ask(py, &self.kept.rules, &self.play, question)
    }

    fn find(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let found = self.ask(py, |play| self.game().find(play, text))?;
        Ok(found.map_err(|refusal| Trouble::refused(&refusal, text))?)
    }

    fn push(&mut self, py: Python<'_>, moves: &[String]) -> PyResult<()> {
        for (number, text) in (1..).zip(moves) {
            let found = self.ask(py, |play| self.game().find(play, text))?;
            self.play.push(found.map_err(|refusal| Trouble::refused_at(&refusal, text, number))?);
        }
        Ok(())
    }
}

fn notation(number: i64) -> Result<Notation, Trouble> {
    Notation::of(number).map_err(|error| Trouble::new(Kind::General, error.to_string()))
}

impl Fairy {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn game(&self, name: &str, chess960: bool) -> Result<Arc<Kept>, Trouble> {
        if let Some(kept) = self.known().kept[usize::from(chess960)].get(name) {
            return Ok(Arc::clone(kept));
        }
        let found = self.known().games.clone().find(name, chess960)?;
        let rules = match &found.rules {
            Rules::Own(id) => rulebook::builtin(id, Settings::new())?,
            Rules::Imported(source) => rulebook::text_in(source.clone(), None, Settings::new())?,
        };
        let kept = Arc::new(Kept { game: Game::of(&rules.game, &found), rules });
        let mut known = self.known();
        let games = &mut known.kept[usize::from(chess960)];
        if games.len() >= MOST_GAMES {
            games.clear();
        }
        games.insert(name.to_owned(), Arc::clone(&kept));
        Ok(kept)
    }

    fn at(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: &[String],
        chess960: bool,
    ) -> PyResult<At> {
        let kept = self.game(variant, chess960)?;
        let play = kept.game.open(fen).map_err(|error| Trouble::opening(error, fen))?;
        let mut at = At { kept, play };
        at.push(py, moves)?;
        Ok(at)
    }
}

#[pymethods]
impl Fairy {
    #[new]
    fn new() -> Self {
        Fairy(Mutex::default())
    }

    /// Takes in the games of a `variants.ini`. Each is read when it is asked for.
    fn load_variant_config(&self, config: &str) {
        let mut known = self.known();
        known.games.configure(config);
        known.kept = Default::default();
        known.names = None;
    }

    /// The names of the games that can be played.
    fn variants(&self, py: Python<'_>) -> Vec<String> {
        let (names, games) = {
            let known = self.known();
            (known.names.clone(), known.games.clone())
        };
        if let Some(names) = names {
            return names;
        }
        let names = py.detach(|| games.names());
        self.known().names = Some(names.clone());
        names
    }

    /// The position in which a game begins.
    fn start_fen(&self, variant: &str) -> PyResult<String> {
        let start = self.game(variant, false)?.game.start_fen();
        Ok(start.map_err(|error| Trouble::opening(error, "startpos"))?)
    }

    /// Whether it is played on two boards: none is here.
    fn two_boards(&self, variant: &str) -> PyResult<bool> {
        self.game(variant, false)?;
        Ok(false)
    }

    /// Whether captured pieces go to the hand of the captor.
    fn captures_to_hand(&self, variant: &str) -> PyResult<bool> {
        Ok(self.game(variant, false)?.game.variant().captures_to_hand)
    }

    /// The legal moves as UCI writes them.
    #[pyo3(signature = (variant, fen, moves, chess960 = false))]
    fn legal_moves(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        chess960: bool,
    ) -> PyResult<Vec<String>> {
        let at = self.at(py, variant, fen, &moves, chess960)?;
        at.ask(py, |play| at.game().legal_moves(play))
    }

    /// The position after some moves.
    #[pyo3(signature = (variant, fen, moves, chess960 = false, sfen = false, show_promoted = false, count_started = 0))]
    #[allow(
        clippy::too_many_arguments,
        unused_variables,
        reason = "pyffish has these, and some of them mean nothing here"
    )]
    fn get_fen(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        chess960: bool,
        sfen: bool,
        show_promoted: bool,
        count_started: i64,
    ) -> PyResult<String> {
        let at = self.at(py, variant, fen, &moves, chess960)?;
        Ok(if sfen { at.game().sfen(&at.play) } else { at.game().fen(&at.play) })
    }

    /// A move as people write it.
    #[pyo3(signature = (variant, fen, r#move, chess960 = false, notation = 0))]
    fn get_san(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        r#move: &str,
        chess960: bool,
        notation: i64,
    ) -> PyResult<String> {
        let notation = self::notation(notation)?;
        let at = self.at(py, variant, fen, &[], chess960)?;
        let m = at.find(py, r#move)?;
        at.ask(py, |play| at.game().written(play, m, notation))
    }

    /// Moves that follow each other as people write them.
    #[pyo3(signature = (variant, fen, moves, chess960 = false, notation = 0))]
    fn get_san_moves(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        chess960: bool,
        notation: i64,
    ) -> PyResult<Vec<String>> {
        let notation = self::notation(notation)?;
        let at = self.at(py, variant, fen, &[], chess960)?;
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        let written = at.ask(py, |play| at.game().written_all(play, &texts, notation))?;
        Ok(written.map_err(|(number, refusal)| {
            Trouble::refused_at(&refusal, texts[number], number + 1)
        })?)
    }

    /// Whether the side to move is in check after some moves.
    #[pyo3(signature = (variant, fen, moves, chess960 = false))]
    fn gives_check(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        chess960: bool,
    ) -> PyResult<bool> {
        Ok(self.at(py, variant, fen, &moves, chess960)?.play.in_check())
    }

    /// Whether a move captures.
    #[pyo3(signature = (variant, fen, moves, r#move, chess960 = false))]
    fn is_capture(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        r#move: &str,
        chess960: bool,
    ) -> PyResult<bool> {
        let at = self.at(py, variant, fen, &moves, chess960)?;
        let m = at.find(py, r#move)?;
        Ok(!at.play.captures(m).is_empty())
    }

    /// The piece that the last move has captured, as it goes to a hand; empty for none.
    #[pyo3(signature = (variant, fen, moves, chess960 = false))]
    fn piece_to_partner(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        chess960: bool,
    ) -> PyResult<String> {
        let mut at = self.at(py, variant, fen, &moves, chess960)?;
        Ok(at.play.pop().map_or_else(String::new, |m| to_partner(&at.play, m)))
    }

    /// How a game has ended, for the side to move; a draw while it has not.
    #[pyo3(signature = (variant, fen, moves, chess960 = false))]
    fn game_result(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        chess960: bool,
    ) -> PyResult<i32> {
        let at = self.at(py, variant, fen, &moves, chess960)?;
        let ending = at.ask(py, AnyPlay::ending)?;
        Ok(value(&at.play, ending.and_then(|end| end.winner)))
    }

    /// Whether a rule of the variant has ended the game (mate, stalemate and repetition are none), and how.
    #[pyo3(signature = (variant, fen, moves, chess960 = false))]
    fn is_immediate_game_end(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        chess960: bool,
    ) -> PyResult<(bool, i32)> {
        let at = self.at(py, variant, fen, &moves, chess960)?;
        let end = at.ask(py, rule_end)?;
        Ok((end.is_some(), value(&at.play, end.flatten())))
    }

    /// Whether a player may end the game, by repetition or a count of moves, and how.
    #[pyo3(signature = (variant, fen, moves, chess960 = false, count_started = 0))]
    #[allow(unused_variables, reason = "pyffish has it, and it means nothing here")]
    fn is_optional_game_end(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        chess960: bool,
        count_started: i64,
    ) -> PyResult<(bool, i32)> {
        let at = self.at(py, variant, fen, &moves, chess960)?;
        let end = at.ask(py, claimed_end)?;
        Ok((end.is_some(), value(&at.play, end.flatten())))
    }

    /// Whether the first and the second side can never mate, whatever the other one does.
    #[pyo3(signature = (variant, fen, moves, chess960 = false))]
    fn has_insufficient_material(
        &self,
        py: Python<'_>,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        chess960: bool,
    ) -> PyResult<(bool, bool)> {
        let play = self.at(py, variant, fen, &moves, chess960)?.play;
        Ok((is_too_weak(&play, Color::First), is_too_weak(&play, Color::Second)))
    }

    /// Whether a FEN is one of the game (1), or what is wrong, as far as Fairy-Stockfish has a number for it.
    #[pyo3(signature = (fen, variant, chess960 = false))]
    fn validate_fen(&self, fen: &str, variant: &str, chess960: bool) -> PyResult<i32> {
        Ok(self.game(variant, chess960)?.game.validity(fen).code())
    }
}
