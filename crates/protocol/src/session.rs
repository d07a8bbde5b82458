//! The game that the engine plays: its position, its moves, its searches.

use crate::search::{Answer, Listener, Question, Running, Signal, Task};
use komadai_engine::net::Net;
use komadai_engine::{AnyEngine, AnyWorker, Score, Shared};
use komadai_records::moves::{Refusal, Spelling, all_spellings, find, spell};
use komadai_records::opening::{self, BadOpening, follow};
use komadai_records::position;
use komadai_rules::{AnyGame, AnyPlay, Move, Opening, Setup, Variant};
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// What happens beside the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A line has come.
    Line(String),
    /// No more lines will come.
    End,
    /// The search with this number is over.
    Done(u64),
}

/// What a search needs besides the game.
pub(crate) struct Context {
    pub(crate) shared: Arc<Shared>,
    pub(crate) events: Sender<Event>,
    pub(crate) number: u64,
}

/// A game in progress, and who thinks about it.
pub(crate) struct Session {
    engine: AnyEngine,
    /// Where the game began.
    origin: Setup,
    play: AnyPlay,
    /// The moves since, as they were written; one that was not written is empty.
    texts: Vec<String>,
    workers: Vec<AnyWorker>,
    running: Option<Running>,
}

impl Session {
    /// Begins a game at its usual start.
    ///
    /// # Errors
    /// Where it has none that can be played from.
    pub(crate) fn open(game: &AnyGame) -> Result<Self, BadOpening> {
        let play = game.open(&Opening::Usual)?;
        Ok(Session {
            engine: AnyEngine::new(game),
            origin: Opening::Usual.setup(game.variant())?,
            play,
            texts: Vec::new(),
            workers: Vec::new(),
            running: None,
        })
    }

    /// Judges by a network of the game, or by none.
    pub(crate) fn set_net(&mut self, net: Option<&Arc<Net>>) {
        self.engine = self.engine.clone().with_net(net);
        self.workers.clear();
    }

    /// The game as it stands.
    pub(crate) fn play(&self) -> &AnyPlay {
        &self.play
    }

    /// The game as data.
    pub(crate) fn variant(&self) -> &Variant {
        self.play.variant()
    }

    /// How many moves have been made.
    pub(crate) fn plies(&self) -> usize {
        self.texts.len()
    }

    /// Goes to a position and plays moves; the text is `startpos` or as records write positions.
    /// What is wrong changes nothing.
    ///
    /// # Errors
    /// See [`BadOpening`].
    pub(crate) fn set_up(&mut self, text: &str, moves: &[&str]) -> Result<(), BadOpening> {
        let opening = opening::parse(self.variant(), None, Some(text))?;
        let origin = opening.setup(self.variant())?;
        let mut play = if origin == self.origin {
            self.agreeing(moves)
        } else {
            self.play.game().open(&opening)?
        };
        let same = play.moves().len();
        follow(&mut play, moves[same..].iter().copied())?;
        self.texts = moves.iter().map(|text| (*text).to_owned()).collect();
        (self.origin, self.play) = (origin, play);
        Ok(())
    }

    /// The game up to where it agrees with these moves.
    fn agreeing(&self, moves: &[&str]) -> AnyPlay {
        let agree = |(text, word): &(&String, &&str)| text.as_str() == **word;
        let same = self.texts.iter().zip(moves).take_while(agree).count();
        let mut play = self.play.clone();
        for _ in same..self.texts.len() {
            play.pop();
        }
        play
    }

    /// Where the game began, and its moves, as [`Session::set_up`] reads them. The game's own start is
    /// `startpos`, so that a file that was changed begins at its new one.
    pub(crate) fn course(&self) -> (String, Vec<String>) {
        let (mut play, mut moves) = (self.play.clone(), Vec::new());
        while let Some(m) = play.pop() {
            moves.push(spell(&play, m).usi(self.variant()));
        }
        moves.reverse();
        let is_usual = self.variant().start_setup(None).as_ref() == Some(&self.origin);
        let start = if is_usual {
            "startpos".to_owned()
        } else {
            position::write(self.variant(), &self.origin)
        };
        (start, moves)
    }

    /// Plays a move that an answer named.
    pub(crate) fn push(&mut self, m: Move) {
        self.play.push(m);
        self.texts.push(String::new());
    }

    /// Takes a move back; false at the start.
    pub(crate) fn pop(&mut self) -> bool {
        self.texts.pop();
        self.play.pop().is_some()
    }

    /// The legal move that a text means, not played.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub(crate) fn find(&self, text: &str) -> Result<Move, Refusal> {
        find(&self.play, text)
    }

    /// The legal moves, each as it is shown.
    pub(crate) fn legal(&self) -> Vec<Spelling> {
        self.play.legal_moves().into_iter().map(|m| spell(&self.play, m)).collect()
    }

    /// The legal moves in all their spellings.
    pub(crate) fn ways(&self) -> Vec<Spelling> {
        all_spellings(&self.play, &self.play.legal_moves())
    }

    /// The static evaluation: each term for both sides, and the score for the side to move.
    pub(crate) fn evaluation(&self) -> (Vec<(&'static str, i32, i32)>, Score) {
        (self.engine.explain_evaluation(&self.play), self.engine.evaluate(&self.play))
    }

    /// A new game begins.
    pub(crate) fn forget(&mut self) {
        self.workers.iter_mut().for_each(AnyWorker::clear);
    }

    /// Begins a search from the position as it stands.
    pub(crate) fn start(
        &mut self,
        question: Question,
        context: Context,
        listener: Listener,
    ) -> Arc<Signal> {
        let task = Task {
            engine: self.engine.clone(),
            play: self.play.clone(),
            workers: std::mem::take(&mut self.workers),
            shared: context.shared,
            listener,
            events: context.events,
            number: context.number,
        };
        let running = task.start(question);
        let signal = Arc::clone(&running.signal);
        self.running = Some(running);
        signal
    }

    /// Waits for the search that runs, if one does.
    pub(crate) fn join(&mut self) -> Option<Answer> {
        let (workers, answer) = self.running.take()?.join();
        self.workers = workers;
        Some(answer)
    }
}
