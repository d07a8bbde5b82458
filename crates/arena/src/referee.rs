//! The rules behind one face, whatever the size of the board.

use komadai_records::moves::{self, Spelling};
use komadai_records::{pgn, position};
use komadai_rules::variant::DeclarationRule;
use komadai_rules::{
    AnyGame, Claim, Color, CompileError, Declared, Ending, Game, Job, Move, MoveKind, PieceType,
    Play, Position, Setup, SetupError, Variant,
};
use std::sync::Arc;

/// The compiled rules of a game.
#[derive(Clone, Debug)]
pub struct Rules(AnyGame);

impl Rules {
    /// Compiles a variant.
    ///
    /// # Errors
    /// Those of [`Game::compile`].
    pub fn compile(variant: &Variant) -> Result<Self, CompileError> {
        AnyGame::compile(variant).map(Rules)
    }

    /// The game as data.
    pub fn variant(&self) -> &Variant {
        self.0.variant()
    }

    /// Begins a game from a position.
    ///
    /// # Errors
    /// Everything that is wrong with the position.
    pub fn begin(&self, setup: &Setup) -> Result<Box<dyn Referee>, String> {
        self.0.run(Begin { setup })
    }
}

struct Begin<'a> {
    setup: &'a Setup,
}

impl Job for Begin<'_> {
    type Answer = Result<Box<dyn Referee>, String>;

    fn run<const N: usize>(self, game: &Arc<Game<N>>) -> Self::Answer {
        begin(game, self.setup)
    }
}

fn begin<const N: usize>(game: &Arc<Game<N>>, setup: &Setup) -> Result<Box<dyn Referee>, String> {
    // Composed positions may hold pieces that could not have got there.
    let forgiven = |e: &SetupError| matches!(e, SetupError::Stuck(_) | SetupError::TwoOnFile(_));
    let position = Position::from_setup_forgiving(game, setup, &forgiven).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        format!("this position cannot be: {}", errors.join("; "))
    })?;
    Ok(Box::new(Play::new(position)))
}

/// What a declaration brings under the rule that the game uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// The game knows none.
    Unknown,
    /// The conditions are not met.
    Failed,
    /// A draw.
    Draw,
    /// A win.
    Win,
}

/// A game in progress: what may be played, and whether it is over.
pub trait Referee: Send {
    /// The game as data.
    fn variant(&self) -> &Variant;
    /// Who is to move.
    fn side(&self) -> Color;
    /// The position as it stands.
    fn setup(&self) -> Setup;
    /// The legal moves in canonical order.
    fn legal_moves(&self) -> Vec<Move>;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending>;
    /// The draws that the side to move may claim.
    fn claims(&self) -> Vec<Claim>;
    /// What the side to move would get by declaring.
    fn declaration(&self) -> Declaration;
    /// The legal move that a text means, in any spelling.
    ///
    /// # Errors
    /// Why there is none, as a sentence.
    fn find(&self, text: &str) -> Result<Move, String>;
    /// The canonical spelling of a legal move.
    fn spell(&self, m: Move) -> Spelling;
    /// A legal move as PGN writes it.
    fn san(&self, m: Move) -> String;
    /// Every piece that a legal move removes, and whose it is.
    fn captures(&self, m: Move) -> Vec<(Color, PieceType)>;
    /// Plays a legal move.
    fn push(&mut self, m: Move);
    /// Takes the last move back.
    fn pop(&mut self);
    /// The game as it stands, to go on with apart.
    fn copy(&self) -> Box<dyn Referee>;

    /// The position as text.
    fn text(&self) -> String {
        position::write(self.variant(), &self.setup())
    }
}

impl<const N: usize> Referee for Play<N> {
    fn variant(&self) -> &Variant {
        self.position().game().variant()
    }

    fn side(&self) -> Color {
        self.position().side()
    }

    fn setup(&self) -> Setup {
        self.position().to_setup()
    }

    fn legal_moves(&self) -> Vec<Move> {
        Play::legal_moves(self)
    }

    fn in_check(&self) -> bool {
        Play::in_check(self)
    }

    fn ending(&self) -> Option<Ending> {
        Play::ending(self)
    }

    fn claims(&self) -> Vec<Claim> {
        Play::claims(self)
    }

    fn declaration(&self) -> Declaration {
        let rule = Referee::variant(self).end.declaration.as_ref().map(|rule| rule.rule);
        let (Some(declared), Some(rule)) = (Play::declaration(self), rule) else {
            return Declaration::Unknown;
        };
        let declared = match rule {
            DeclarationRule::Points27 => declared.rule27,
            DeclarationRule::Points24 => declared.rule24,
            DeclarationRule::None => return Declaration::Unknown,
        };
        match declared {
            Declared::Win => Declaration::Win,
            Declared::Draw => Declaration::Draw,
            Declared::None => Declaration::Failed,
        }
    }

    fn find(&self, text: &str) -> Result<Move, String> {
        find(self, text)
    }

    fn spell(&self, m: Move) -> Spelling {
        moves::spell(self.position(), m)
    }

    fn san(&self, m: Move) -> String {
        pgn::san(self.position(), m)
    }

    fn captures(&self, m: Move) -> Vec<(Color, PieceType)> {
        let squares = self.position().captures(m).into_iter();
        squares.filter_map(|square| self.position().at(square)).collect()
    }

    fn push(&mut self, m: Move) {
        Play::push(self, m);
    }

    fn pop(&mut self) {
        Play::pop(self);
    }

    fn copy(&self) -> Box<dyn Referee> {
        Box::new(self.clone())
    }
}

fn find<const N: usize>(play: &Play<N>, text: &str) -> Result<Move, String> {
    match castling(play, text) {
        Some(m) => Ok(m),
        None => moves::find(play, text).map_err(|refusal| refusal.to_string()),
    }
}

/// `O-O` towards the higher files, `O-O-O` towards the lower ones.
fn castling<const N: usize>(play: &Play<N>, text: &str) -> Option<Move> {
    let upward = match text {
        "O-O" | "0-0" => true,
        "O-O-O" | "0-0-0" => false,
        _ => return None,
    };
    let mut legal = play.legal_moves().into_iter();
    legal.find(|m| m.kind() == MoveKind::Castle && (m.to() > m.from()) == upward)
}
