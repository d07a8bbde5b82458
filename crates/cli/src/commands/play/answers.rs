//! What is answered at the prompt.

use super::orders::{CTRL_C, Wish, help};
use super::record::{self, Record, Told};
use super::session::Session;
use crate::commands::{moves, pieces};
use komadai_engine::Level;
use komadai_records::json::{MoveForm, text_of};
use komadai_records::moves::{Refusal, find};
use komadai_records::notation;
use komadai_records::reason::Spoken;
use komadai_rules::variant::DeclarationRule;
use komadai_rules::{AnyPlay, Color, Move, MoveKind, PieceType, Square};
use std::path::PathBuf;
use std::time::Duration;

/// Lists are as wide as terminals used to be.
const WIDTH: usize = 80;
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(1);

/// What somebody asks about: a square of the board or kinds of pieces.
enum Thing {
    Square(Square),
    Pieces(Vec<PieceType>),
}

impl Session<'_> {
    /// Plays a move, or says why not.
    pub(super) fn try_move(&mut self, text: &str) -> anyhow::Result<()> {
        if self.over.is_some() {
            return self.say("The game is over: `undo`, `save FILE` or `quit`.");
        }
        match notation::find(&self.play, text) {
            Ok(m) => self.make(m),
            Err(refusal) => self.say(&refused(&self.play, text, &refusal)),
        }
    }

    /// Does what a word says.
    pub(super) fn grant(&mut self, wish: Wish, about: Option<&str>) -> anyhow::Result<()> {
        let needs_a_game = [Wish::Hint, Wish::Draw, Wish::Declare, Wish::Resign, Wish::Why];
        if self.over.is_some() && needs_a_game.contains(&wish) {
            return self.say("The game is over.");
        }
        let about_text = about.unwrap_or_default();
        match wish {
            Wish::Moves => self.moves(about),
            Wish::Why => self.why(about_text),
            Wish::Piece => self.piece(about_text),
            Wish::Hint => self.hint(),
            Wish::Undo => self.undo(),
            Wish::Flip => {
                self.look.below = !self.look.below;
                self.is_stale = true;
                Ok(())
            }
            Wish::Board => {
                self.is_stale = true;
                Ok(())
            }
            Wish::List if self.play.moves().is_empty() => self.say("No move yet."),
            Wish::List => {
                let winner = self.over.as_ref().and_then(|verdict| verdict.winner);
                let list = Record::of(&self.play).list(self.look.notation, winner);
                self.say(list.trim_end())
            }
            Wish::Position => self.say(&text_of(&self.play)),
            Wish::Draw => self.draw(about),
            Wish::Declare => self.declare(),
            Wish::Resign => self.end_by(&Spoken::Resignation(self.speaker())),
            Wish::Save => self.save(about_text),
            Wish::Help => self.say(&format!("A move in any notation, or\n{}\n{CTRL_C}", help())),
            Wish::Quit => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// For whom somebody speaks: where two play, for the side to move.
    fn speaker(&self) -> Color {
        match self.levels {
            [Some(_), _] => Color::Second,
            [None, Some(_)] => Color::First,
            [None, None] => self.play.side(),
        }
    }

    /// The legal moves, briefly; those of a square or a piece with all that they do.
    fn moves(&mut self, about: Option<&str>) -> anyhow::Result<()> {
        let legal = match self.over {
            Some(_) => Vec::new(),
            None => self.play.legal_moves(),
        };
        if let Some(name) = about {
            return self.moves_of(name, &legal);
        }
        let at = &self.play;
        let texts: Vec<String> = legal.iter().map(|m| self.look.notation.write(at, *m)).collect();
        let whole = textwrap::Options::new(WIDTH)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        let list = textwrap::fill(&texts.join(" "), whole);
        self.say(format!("{}\n{list}", moves::count(texts.len(), "legal move")).trim_end())
    }

    fn moves_of(&mut self, name: &str, legal: &[Move]) -> anyhow::Result<()> {
        let thing = match self.thing(name) {
            Ok(thing) => thing,
            Err(unknown) => return self.say(&unknown.to_string()),
        };
        let is_its_own = |form: &MoveForm| match &thing {
            Thing::Square(square) => form.from == Some(self.variant().square_name(*square)),
            Thing::Pieces(pieces) => form.mover.is_some_and(|mover| pieces.contains(&mover)),
        };
        let at = &self.play;
        let forms = legal.iter().map(|m| MoveForm::of(at, *m)).filter(is_its_own);
        let forms: Vec<MoveForm> = forms.collect();
        if forms.is_empty() {
            return self.say(&format!("{name} has no legal move."));
        }
        moves::table(forms.iter(), at.variant()).write(self.out)?;
        Ok(())
    }

    fn thing(&self, name: &str) -> anyhow::Result<Thing> {
        let variant = self.variant();
        let square = variant.parse_square(name).or_else(|| variant.parse_usi_square(name));
        match square {
            Some(square) => Ok(Thing::Square(square)),
            None => Ok(Thing::Pieces(pieces::wanted(variant, Some(name))?)),
        }
    }

    fn why(&mut self, text: &str) -> anyhow::Result<()> {
        match notation::find(&self.play, text) {
            Ok(m) => {
                let move_ = self.look.notation.explain(&self.play, m);
                self.say(&format!("{move_} is legal."))
            }
            Err(refusal) => self.say(&refused(&self.play, text, &refusal)),
        }
    }

    /// What a piece does.
    fn piece(&mut self, name: &str) -> anyhow::Result<()> {
        let kinds = match self.thing(name) {
            Ok(Thing::Pieces(kinds)) => kinds,
            Ok(Thing::Square(square)) => {
                self.play.at(square).map(|(_, piece)| piece).into_iter().collect()
            }
            Err(unknown) => return self.say(&unknown.to_string()),
        };
        if kinds.is_empty() {
            return self.say(&format!("There is no piece on {name}."));
        }
        let variant = self.play.variant();
        for piece in kinds {
            let value = self.thinker.values()[piece.index()];
            for line in pieces::described(variant, piece, value, self.look.color)? {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let outcome = self.think(Level::FULL, HINT)?;
        match outcome.best {
            _ if outcome.declares => self.say("Declare: `declare` wins."),
            Some(m) => {
                let move_ = self.look.notation.explain(&self.play, m);
                self.say(&format!("Try {move_}."))
            }
            None => self.say("There is no legal move."),
        }
    }

    /// Takes back what has ended the game, if no move has; else the last move of a person, with
    /// all that came after it.
    fn undo(&mut self) -> anyhow::Result<()> {
        let mut play = self.play.clone();
        if self.over.is_some() && play.ending().is_none() {
            return self.take_back(play.moves().len());
        }
        while let Some(m) = play.pop() {
            let was_a_person = self.levels[play.side().index()].is_none();
            let forced = m.kind() == MoveKind::Pass && play.must_pass();
            if was_a_person && !forced {
                return self.take_back(play.moves().len());
            }
        }
        self.say("There is no move to take back.")
    }

    /// Claims a draw, or offers one.
    fn draw(&mut self, announced: Option<&str>) -> anyhow::Result<()> {
        let side = self.play.side();
        let claims = match announced {
            None => self.play.claims(),
            Some(text) => match notation::find(&self.play, text) {
                Ok(m) => self.play.claims_after(m),
                Err(refusal) => return self.say(&refused(&self.play, text, &refusal)),
            },
        };
        if let Some(claim) = claims.first() {
            return self.end_by(&Spoken::Claim(side, *claim));
        }
        if announced.is_some() {
            return self.say("No draw can be claimed with this move.");
        }
        let is_alone = self.levels.iter().any(Option::is_some);
        if is_alone && !self.score.is_some_and(|score| score.welcomes_a_draw()) {
            return self.say("Komadai would rather play on.");
        }
        self.end_by(&Spoken::Agreement)
    }

    fn declare(&mut self) -> anyhow::Result<()> {
        let rule = self.variant().end.declaration.as_ref().map(|declaration| declaration.rule);
        let known = rule.is_some_and(|rule| rule != DeclarationRule::None);
        match self.play.declaration().filter(|_| known) {
            None => self.say("There are no declarations in this game."),
            Some(_) if self.declares()? => Ok(()),
            Some(count) => {
                let pieces = moves::count(count.pieces as usize, "piece");
                let points = moves::count(count.points as usize, "point");
                let counted = format!("{points}, {pieces} in the far camp");
                self.say(&format!("The conditions of a declaration are not met: {counted}."))
            }
        }
    }

    fn save(&mut self, name: &str) -> anyhow::Result<()> {
        let path = PathBuf::from(name);
        match self.write_file(&path) {
            Ok(()) => {
                self.say(&format!("Saved as {name}."))?;
                self.saved = Some(path);
                Ok(())
            }
            Err(error) => self.say(&format!("Not saved: {error:#}.")),
        }
    }

    fn write_file(&self, path: &PathBuf) -> anyhow::Result<()> {
        let text = record::file(path, &self.play, &self.told())?;
        let is_known = self.saved.as_ref() == Some(path);
        anyhow::ensure!(is_known || !path.exists(), "`{}` already exists", path.display());
        Ok(std::fs::write(path, text)?)
    }

    fn told(&self) -> Told {
        let name = |level: Option<Level>| {
            level.map_or_else(
                || record::UNKNOWN.to_owned(),
                |level| format!("Komadai, level {}", level.number()),
            )
        };
        Told {
            players: self.levels.map(name),
            winner: self.over.as_ref().and_then(|verdict| verdict.winner),
            reason: self.over.as_ref().and_then(|verdict| verdict.reason.clone()),
        }
    }
}

/// Why a text was not played, and what to do where it is no move at all.
fn refused(play: &AnyPlay, text: &str, refusal: &Refusal) -> String {
    let Refusal::Unreadable(error) = refusal else { return refusal.to_string() };
    let readings = notation::readings(play, text);
    let reasons = readings.iter().filter_map(|reading| find(play, reading).err());
    let reasons: Vec<String> = reasons.map(|refusal| refusal.to_string()).collect();
    match (reasons.is_empty(), error.offset) {
        (false, _) => reasons.join("\n"),
        (true, 0) => {
            format!("`{text}` is neither a legal move nor a command: try `moves`, or `help`.")
        }
        // The beginning was understood.
        (true, _) => refusal.to_string(),
    }
}
