//! From texts to a game that is being played.

use crate::args::{Line, RecordChoice};
use crate::records;
use komadai_records::json::text_of;
use komadai_records::moves::spell;
use komadai_records::notation::find;
use komadai_records::opening::{self, BadOpening};
use komadai_rules::{AnyGame, AnyPlay, Opening};
use std::hash::{BuildHasher, RandomState};

impl Line {
    /// The single moves: a word may hold several.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().flat_map(|word| word.split_whitespace())
    }

    /// The same with the moves of the record, where there is one, instead of it, and with a start that is
    /// drawn, where a random one is wanted.
    ///
    /// # Errors
    /// When it cannot be read, or is not of this game.
    pub(crate) fn unfolded(&self, game: &AnyGame) -> anyhow::Result<Line> {
        let Some(file) = &self.record.file else {
            let draw = || RandomState::new().hash_one(());
            let start = game.variant().drawn_start(self.start.as_deref(), draw);
            return Ok(Line { start, ..self.clone() });
        };
        let text = records::nth(file, self.record.number)?;
        let record = text.record(game)?;
        let mut play = game.open(&record.start)?;
        let position = (record.start != Opening::Usual).then(|| text_of(&play));
        let most = self.record.ply.unwrap_or(usize::MAX);
        let mut moves = Vec::new();
        for index in record.tree.main_line().into_iter().take(most) {
            let node = &record.tree.nodes[index];
            let m = find(&play, &node.text)
                .map_err(|refusal| text.unplayable(moves.len() + 1, node, &refusal))?;
            moves.push(spell(&play, m).usi(play.variant()));
            play.push(m);
        }
        moves.extend(self.moves.iter().cloned());
        Ok(Line { position, start: None, moves, record: RecordChoice::default() })
    }

    /// The game before the moves.
    pub(crate) fn opening(&self, game: &AnyGame) -> Result<AnyPlay, BadOpening> {
        opening::open(game, self.start.as_deref(), self.position.as_deref())
    }

    /// The game after the moves, all of which must be legal.
    pub(crate) fn play(&self, game: &AnyGame) -> anyhow::Result<AnyPlay> {
        let line = self.unfolded(game)?;
        let mut play = line.opening(game)?;
        opening::follow(&mut play, line.words())?;
        Ok(play)
    }
}
