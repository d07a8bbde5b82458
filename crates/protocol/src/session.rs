//! A game in progress behind one face for all sizes of board: position, moves, searches.

use crate::search::{Answer, Listener, Question, Running, Signal, Task};
use komadai_engine::{Engine, Score, Shared, Worker};
use komadai_records::TextError;
use komadai_records::moves::{Refusal, Spelling, all_spellings, find, spell};
use komadai_records::position;
use komadai_rules::{
    AnyGame, Claim, Color, Ending, Game, Job, Move, Play, Position, Setup, SetupError, Variant,
};
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

/// Why a position was not set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadPosition {
    /// It cannot be read.
    #[error("the position cannot be read: {0}")]
    Unreadable(#[from] TextError),
    /// It breaks the rules.
    #[error("this position cannot be: {}", in_words(.0))]
    Impossible(Vec<SetupError>),
    /// A move of the line after it is not legal.
    #[error("move {number} (`{text}`): {refusal}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// As it was written.
        text: String,
        /// What is wrong with it.
        refusal: Refusal,
    },
    /// The game has no start.
    #[error("the game has no start position")]
    NoStart,
}

fn in_words(errors: &[SetupError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A game in progress.
pub(crate) trait Session {
    /// The game as data.
    fn variant(&self) -> &Variant;
    /// The position as it stands.
    fn setup(&self) -> Setup;
    /// Who is to move.
    fn side(&self) -> Color;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// The key of the position.
    fn key(&self) -> u64;
    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending>;
    /// The draws that the side to move may claim.
    fn claims(&self) -> Vec<Claim>;
    /// How many moves have been made.
    fn plies(&self) -> usize;
    /// Goes to a position and plays moves; the text is `startpos` or as records write positions.
    /// What is wrong changes nothing.
    ///
    /// # Errors
    /// See [`BadPosition`].
    fn set_up(&mut self, text: &str, moves: &[&str]) -> Result<(), BadPosition>;
    /// Where the game began, and its moves, as [`Session::set_up`] reads them. The game's own start is
    /// `startpos`, so that a file that was changed begins at its new one.
    fn course(&self) -> (String, Vec<String>);
    /// Plays a move that an answer named.
    fn push(&mut self, m: Move);
    /// Takes a move back; false at the start.
    fn pop(&mut self) -> bool;
    /// The legal move that a text means, not played.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn find(&self, text: &str) -> Result<Move, Refusal>;
    /// The legal moves, each as it is shown.
    fn legal(&self) -> Vec<Spelling>;
    /// The legal moves in all their spellings, with what each captures.
    fn ways(&self) -> Vec<Spelling>;
    /// The static evaluation: each term for both sides, and the score for the side to move.
    fn evaluation(&self) -> (Vec<(&'static str, i32, i32)>, Score);
    /// A new game begins.
    fn forget(&mut self);
    /// Begins a search from the position as it stands.
    fn start(&mut self, question: Question, context: Context, listener: Listener) -> Arc<Signal>;
    /// Waits for the search that runs, if one does.
    fn join(&mut self) -> Option<Answer>;
}

/// What a search needs besides the game.
pub(crate) struct Context {
    pub(crate) shared: Arc<Shared>,
    pub(crate) events: Sender<Event>,
    pub(crate) number: u64,
}

/// Begins a game at its start.
pub(crate) fn open(game: &AnyGame) -> Result<Box<dyn Session>, BadPosition> {
    game.run(Open)
}

struct Open;

impl Job for Open {
    type Answer = Result<Box<dyn Session>, BadPosition>;

    fn run<const N: usize>(self, game: &Arc<Game<N>>) -> Self::Answer {
        let origin = game.variant().start_setup(None).ok_or(BadPosition::NoStart)?;
        let play = begin(game, &origin)?;
        let engine = Engine::new(game);
        Ok(Box::new(Seat {
            engine,
            origin,
            play,
            texts: Vec::new(),
            workers: Vec::new(),
            running: None,
        }))
    }
}

fn begin<const N: usize>(game: &Arc<Game<N>>, setup: &Setup) -> Result<Play<N>, BadPosition> {
    // Composed positions may hold pieces that could not have got there.
    let forgiven = |e: &SetupError| matches!(e, SetupError::Stuck(_) | SetupError::TwoOnFile(_));
    let position =
        Position::from_setup_forgiving(game, setup, &forgiven).map_err(BadPosition::Impossible)?;
    Ok(Play::new(position))
}

/// A session on boards of one size.
struct Seat<const N: usize> {
    engine: Engine<N>,
    /// Where the game began.
    origin: Setup,
    play: Play<N>,
    /// The moves since, as they were written; one that was not written is empty.
    texts: Vec<String>,
    workers: Vec<Worker<N>>,
    running: Option<Running<N>>,
}

impl<const N: usize> Seat<N> {
    fn position(&self) -> &Position<N> {
        self.play.position()
    }

    /// The game up to where it agrees with this line, and how many moves that are.
    fn agreeing(&self, origin: &Setup, moves: &[&str]) -> Result<(Play<N>, usize), BadPosition> {
        if *origin != self.origin {
            return Ok((begin(self.engine.game(), origin)?, 0));
        }
        let agree = |(text, word): &(&String, &&str)| text.as_str() == **word;
        let same = self.texts.iter().zip(moves).take_while(agree).count();
        let mut play = self.play.clone();
        for _ in same..self.texts.len() {
            play.pop();
        }
        Ok((play, same))
    }
}

impl<const N: usize> Session for Seat<N> {
    fn variant(&self) -> &Variant {
        self.engine.game().variant()
    }

    fn setup(&self) -> Setup {
        self.position().to_setup()
    }

    fn side(&self) -> Color {
        self.position().side()
    }

    fn in_check(&self) -> bool {
        self.play.in_check()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn ending(&self) -> Option<Ending> {
        self.play.ending()
    }

    fn claims(&self) -> Vec<Claim> {
        self.play.claims()
    }

    fn plies(&self) -> usize {
        self.texts.len()
    }

    fn set_up(&mut self, text: &str, moves: &[&str]) -> Result<(), BadPosition> {
        let origin = position::parse(self.variant(), text)?;
        let (mut play, same) = self.agreeing(&origin, moves)?;
        for (index, text) in moves.iter().enumerate().skip(same) {
            let m = find(&play, text).map_err(|refusal| BadPosition::Move {
                number: index + 1,
                text: (*text).to_owned(),
                refusal,
            })?;
            play.push(m);
        }
        self.texts = moves.iter().map(|text| (*text).to_owned()).collect();
        (self.origin, self.play) = (origin, play);
        Ok(())
    }

    fn course(&self) -> (String, Vec<String>) {
        let (mut play, mut moves) = (self.play.clone(), Vec::new());
        while let Some(m) = play.pop() {
            moves.push(spell(play.position(), m).usi(self.variant()));
        }
        moves.reverse();
        let is_usual = self.variant().start_setup(None).as_ref() == Some(&self.origin);
        let start = match is_usual {
            true => "startpos".to_owned(),
            false => position::write(self.variant(), &self.origin),
        };
        (start, moves)
    }

    fn push(&mut self, m: Move) {
        self.play.push(m);
        self.texts.push(String::new());
    }

    fn pop(&mut self) -> bool {
        self.texts.pop();
        self.play.pop().is_some()
    }

    fn find(&self, text: &str) -> Result<Move, Refusal> {
        find(&self.play, text)
    }

    fn legal(&self) -> Vec<Spelling> {
        self.play.legal_moves().into_iter().map(|m| spell(self.position(), m)).collect()
    }

    fn ways(&self) -> Vec<Spelling> {
        all_spellings(self.position(), &self.play.legal_moves())
    }

    fn evaluation(&self) -> (Vec<(&'static str, i32, i32)>, Score) {
        let terms = self.engine.explain_evaluation(self.position());
        (terms, self.engine.evaluate(self.position()))
    }

    fn forget(&mut self) {
        self.workers.iter_mut().for_each(Worker::clear);
    }

    fn start(&mut self, question: Question, context: Context, listener: Listener) -> Arc<Signal> {
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

    fn join(&mut self) -> Option<Answer> {
        let (workers, answer) = self.running.take()?.join();
        self.workers = workers;
        Some(answer)
    }
}
