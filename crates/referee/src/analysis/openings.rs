//! What was played from a position in some games, and how these went.

use super::{LineError, Patience};
use crate::game::Game;
use crate::rules::{DefinitionId, House, LineMove, Referee, Work};
use komadai_records::json::Winner;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// What was played from a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpeningsView {
    /// How many games have come there.
    games: usize,
    /// The most played first.
    moves: Vec<OpeningMove>,
}

/// A move that was played from a position, and how the games went.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpeningMove {
    #[serde(flatten)]
    played: LineMove,
    games: usize,
    /// How many of them the first side has won...
    first: usize,
    /// ... and the second.
    second: usize,
    /// ... and nobody. What is left was called off.
    drawn: usize,
}

/// A finished game, as far as it matters here.
pub struct FinishedGame {
    definition: DefinitionId,
    /// The position before each move, and the move.
    moves: Vec<(u64, String)>,
    winner: Option<Winner>,
}

impl FinishedGame {
    /// From its moves, which were made once more: the position before each, and the move.
    pub fn new<W: Work>(game: &Game<W>, moves: Vec<(u64, String)>) -> Self {
        let winner = game.end.as_ref().and_then(|end| end.winner);
        FinishedGame { definition: game.header.definition.clone(), moves, winner }
    }

    /// Makes the moves of a game once more; `None` if one cannot be made.
    pub fn read<W: Work>(game: &Game<W>, house: &House<W>) -> Option<Self> {
        let (start, position) = (game.header.start.as_deref(), game.header.position.as_deref());
        let mut at = house.open(start, position).ok()?;
        let read = |played: &Arc<crate::game::Played>| {
            let (key, usi) = (at.play().key(), played.form.usi.clone());
            let m = at.find(&usi).ok()?;
            at.make_untold(m);
            Some((key, usi))
        };
        let moves = game.played.iter().map(read).collect::<Option<_>>()?;
        Some(FinishedGame::new(game, moves))
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing was played in it.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl OpeningsView {
    /// What was played by the rules of a definition at the end of a line.
    ///
    /// # Errors
    /// When it takes too long.
    pub fn of<W: Work>(
        at: &Referee<W>,
        definition: &DefinitionId,
        games: &[Arc<FinishedGame>],
        patience: &Patience,
    ) -> Result<Self, LineError> {
        let key = at.play().key();
        // To tell a move may take long: each is told once.
        let mut played: HashMap<&str, Count> = HashMap::new();
        for game in games.iter().filter(|game| game.definition == *definition) {
            // A position that comes back counts once for a game.
            if let Some((_, usi)) = game.moves.iter().find(|(known, _)| *known == key) {
                played.entry(usi).or_default().count(game.winner);
            }
        }
        let mut view = OpeningsView { games: 0, moves: Vec::new() };
        for (usi, Count { games, first, second, drawn }) in played {
            let Some(played) = patience.held(at.line_move(usi))? else { continue };
            view.games += games;
            view.moves.push(OpeningMove { played, games, first, second, drawn });
        }
        view.moves
            .sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.played.usi.cmp(&b.played.usi)));
        Ok(view)
    }
}

/// How some games went.
#[derive(Default)]
struct Count {
    games: usize,
    first: usize,
    second: usize,
    drawn: usize,
}

impl Count {
    fn count(&mut self, winner: Option<Winner>) {
        self.games += 1;
        match winner {
            Some(Winner::First) => self.first += 1,
            Some(Winner::Second) => self.second += 1,
            Some(Winner::Draw) => self.drawn += 1,
            None => {}
        }
    }
}
