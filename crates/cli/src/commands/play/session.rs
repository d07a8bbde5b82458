//! The game itself: whose turn it is, moves, ends.

use super::Terms;
use super::console::Console;
use super::kept::{Event, Kept};
use super::orders::{Order, Wish};
use super::patience::Patience;
use super::record::{Notation, Record, last_move};
use super::thinker::Thinker;
use super::view::vocabulary;
use crate::commands::judge;
use crate::draw::Script;
use crate::nets;
use anyhow::Context;
use komadai_engine::{Level, Score, SearchResult};
use komadai_records::json::Verdict;
use komadai_records::moves::spell;
use komadai_records::notation;
use komadai_records::reason::{ForcedPass, Spoken};
use komadai_rules::{AnyPlay, Color, Declared, Move, MoveKind, Variant};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// How long the computer thinks at its full strength.
const THINK: Duration = Duration::from_secs(2);
/// Lower levels end by themselves, except in the wildest games.
const MOST_BELOW_FULL: Duration = Duration::from_secs(10);

/// What the computer is called.
pub(super) const COMPUTER: &str = "Komadai";

/// How the game is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) script: Script,
    pub(super) color: bool,
    pub(super) notation: Notation,
    pub(super) below: Color,
}

/// A game in the terminal.
pub(super) struct Session<'a> {
    pub(super) play: AnyPlay,
    /// The computer's level where it plays.
    pub(super) levels: [Option<Level>; 2],
    pub(super) look: Look,
    pub(super) out: &'a mut dyn Write,
    /// How the game has ended.
    pub(super) over: Option<Verdict>,
    pub(super) thinker: Thinker,
    /// How the computer sees its game.
    pub(super) score: Option<Score>,
    console: Console,
    patience: Patience,
    kept: Kept,
    /// Whether the board is to be drawn before the next question.
    pub(super) is_stale: bool,
    /// The file that was written last.
    pub(super) saved: Option<PathBuf>,
}

/// Whether there is more to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    Leave,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        play: AnyPlay,
        terms: &Terms,
        kept: Kept,
        look: Look,
        out: &'a mut dyn Write,
    ) -> anyhow::Result<Self> {
        let levels = terms.levels.map(|level| level.and_then(Level::new));
        // Whoever plays alone looks at the board from their own side.
        let below = if levels[0].is_some() { Color::Second } else { Color::First };
        let net = nets::own_if_it_fits(&terms.variant, &play.game());
        Ok(Session {
            thinker: Thinker::new(&play.game(), net.as_ref(), terms.seed),
            play,
            levels,
            look: Look { below, ..look },
            out,
            over: None,
            score: None,
            console: Console::open()?,
            patience: Patience::new()?,
            kept,
            is_stale: true,
            saved: None,
        })
    }

    pub(super) fn variant(&self) -> &Variant {
        self.play.variant()
    }

    /// Does again what has happened, when a game is resumed.
    pub(super) fn catch_up(&mut self, events: &[Event]) -> anyhow::Result<()> {
        for event in events {
            self.pass_if_forced();
            match event {
                Event::Move(text) => {
                    let m = notation::find(&self.play, text).with_context(|| {
                        format!(
                            "the game cannot be resumed because its rules have changed: `{text}`"
                        )
                    })?;
                    self.play.push(m);
                }
                Event::Undo(plies) => self.pop_to(*plies),
                Event::Over(_) => {}
            }
        }
        Ok(())
    }

    pub(super) fn run(mut self) -> anyhow::Result<()> {
        self.greet()?;
        loop {
            self.settle()?;
            let level = self.levels[self.play.side().index()];
            match level.filter(|_| self.over.is_none()) {
                Some(level) => self.computer_moves(level)?,
                None if self.ask()? == Flow::Leave => break,
                None => {}
            }
        }
        self.take_leave()
    }

    /// Makes the pass that the rules force, and sees whether the game is over.
    fn settle(&mut self) -> anyhow::Result<()> {
        if let Some(pass) = self.pass_if_forced() {
            let told = pass.english(self.variant());
            writeln!(self.out, "{told}")?;
        }
        if self.over.is_none() && self.play.ending().is_some() {
            self.end(Verdict::now(&self.play))?;
        }
        Ok(())
    }

    fn pass_if_forced(&mut self) -> Option<ForcedPass> {
        let must = self.play.must_pass() && self.play.ending().is_none();
        let legal = if must { self.play.legal_moves() } else { Vec::new() };
        let pass = legal.into_iter().find(|m| m.kind() == MoveKind::Pass)?;
        let side = self.play.side();
        let reason = last_move(&self.play)
            .and_then(|(before, m)| ForcedPass::by(&before, m))
            .unwrap_or(ForcedPass { side, loss: None });
        self.play.push(pass);
        self.is_stale = true;
        Some(reason)
    }

    /// Plays a legal move that somebody has made.
    pub(super) fn make(&mut self, m: Move) -> anyhow::Result<()> {
        let usi = spell(&self.play, m).usi(self.variant());
        self.keep(&Event::Move(usi))?;
        self.play.push(m);
        self.is_stale = true;
        Ok(())
    }

    /// Writes to disk what happens. Where that fails the game goes on all the same.
    fn keep(&mut self, event: &Event) -> anyhow::Result<()> {
        if let Err(error) = self.kept.add(event) {
            writeln!(self.out, "(This was not saved to disk: {error}.)")?;
        }
        Ok(())
    }

    /// The game has ended.
    fn end(&mut self, verdict: Verdict) -> anyhow::Result<()> {
        self.show()?;
        let variant = self.play.variant();
        judge::write_lines(&verdict, variant, self.out)?;
        self.keep(&Event::Over(verdict.status.clone()))?;
        self.over = Some(verdict);
        Ok(())
    }

    /// Somebody has ended the game by what they said.
    pub(super) fn end_by(&mut self, spoken: &Spoken) -> anyhow::Result<()> {
        self.is_stale = false;
        self.end(Verdict::spoken(&self.play, spoken))
    }

    /// Goes back to so many plies.
    pub(super) fn take_back(&mut self, plies: usize) -> anyhow::Result<()> {
        self.keep(&Event::Undo(plies))?;
        self.pop_to(plies);
        (self.over, self.is_stale) = (None, true);
        Ok(())
    }

    fn pop_to(&mut self, plies: usize) {
        while self.play.moves().len() > plies && self.play.pop().is_some() {}
    }

    fn computer_moves(&mut self, level: Level) -> anyhow::Result<()> {
        let most = if level == Level::FULL { THINK } else { MOST_BELOW_FULL };
        let outcome = self.think(level, most)?;
        self.score = Some(outcome.score);
        if outcome.declares && self.declares()? {
            return Ok(());
        }
        let Some(m) = outcome.best else { anyhow::bail!("the computer found no move") };
        let told = self.look.notation.explain(&self.play, m);
        writeln!(self.out, "{COMPUTER} plays {told}.")?;
        self.make(m)
    }

    /// Lets the engine think; Ctrl-C lets it answer at once.
    pub(super) fn think(&mut self, level: Level, most: Duration) -> anyhow::Result<SearchResult> {
        self.out.flush()?;
        Ok(self.thinker.think(&self.play, level, most, &self.patience))
    }

    /// Declares an impasse for the side to move, if that brings anything; tells whether it does.
    pub(super) fn declares(&mut self) -> anyhow::Result<bool> {
        let rule = self.variant().end.declaration.as_ref().map(|declaration| declaration.rule);
        let (Some(rule), Some(declaration)) = (rule, self.play.declaration()) else {
            return Ok(false);
        };
        let side = self.play.side();
        let winner = match declaration.by(rule) {
            Declared::Win => Some(side),
            Declared::Draw => None,
            Declared::None => return Ok(false),
        };
        let points = declaration.points;
        self.end_by(&Spoken::Declaration { side, winner, points })?;
        Ok(true)
    }

    /// Asks for a line and does what it says.
    fn ask(&mut self) -> anyhow::Result<Flow> {
        self.show()?;
        let prompt = match &self.over {
            Some(_) => "> ".to_owned(),
            None => format!("{}> ", self.variant().sides[self.play.side().index()]),
        };
        let (play, look) = (&self.play, &self.look);
        let words = || vocabulary(play, look.notation);
        let Some(line) = self.console.ask(&prompt, words, &self.patience, self.out)? else {
            return Ok(Flow::Leave);
        };
        match Order::read(&line) {
            Order::Nothing => {}
            Order::Incomplete(word) => writeln!(self.out, "Type `{} {}`.", word.word, word.more)?,
            Order::Move(text) => self.try_move(text)?,
            Order::Wish(Wish::Quit, _) => return Ok(Flow::Leave),
            Order::Wish(wish, about) => self.grant(wish, about)?,
        }
        Ok(Flow::On)
    }

    fn take_leave(self) -> anyhow::Result<()> {
        let is_done = self.over.is_some() || self.play.moves().is_empty();
        if !self.play.moves().is_empty() {
            let winner = self.over.as_ref().and_then(|verdict| verdict.winner);
            let list = Record::of(&self.play).list(self.look.notation, winner);
            write!(self.out, "{list}")?;
        }
        if self.kept.leave(is_done) && !is_done {
            writeln!(self.out, "`komadai play --resume` continues this game.")?;
        }
        self.patience.end();
        Ok(())
    }
}
