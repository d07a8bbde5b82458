//! From texts to a game that is being played.

use crate::args::Line;
use anyhow::{Context, anyhow, bail};
use komadai_records::moves::{self, MoveText, PromotionText, Spelling, Unresolved};
use komadai_records::{TextError, position};
use komadai_rules::{
    AskedPromotion, Attempt, Game, Move, MoveKind, Play, Position, Setup, SetupError, Square,
    Variant,
};
use std::sync::Arc;

impl Line {
    /// The single moves: a word may hold several.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().flat_map(|word| word.split_whitespace())
    }

    /// The game before the moves.
    pub(crate) fn opening<const N: usize>(&self, game: &Arc<Game<N>>) -> anyhow::Result<Play<N>> {
        let setup = self.setup(game.variant())?;
        // Composed positions may hold pieces that could not have got there.
        let forgiven =
            |e: &SetupError| matches!(e, SetupError::Stuck(_) | SetupError::TwoOnFile(_));
        let position =
            Position::from_setup_forgiving(game, &setup, &forgiven).map_err(|errors| {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                anyhow!("this position cannot be: {}", errors.join("; "))
            })?;
        let play = Play::new(position);
        Ok(match &self.start {
            Some(start) => play.with_credit(Play::<N>::credit_of(game.variant(), start)),
            None => play,
        })
    }

    /// The game after the moves, all of which must be legal.
    pub(crate) fn play<const N: usize>(&self, game: &Arc<Game<N>>) -> anyhow::Result<Play<N>> {
        let mut play = self.opening(game)?;
        for (index, text) in self.words().enumerate() {
            let m = find(&play, text)
                .map_err(|refusal| anyhow!("move {} (`{text}`): {refusal}", index + 1))?;
            play.push(m);
        }
        Ok(play)
    }

    fn setup(&self, variant: &Variant) -> anyhow::Result<Setup> {
        match (&self.position, &self.start) {
            (Some(_), Some(_)) => bail!("give a position or a named start, not both"),
            (Some(text), None) => {
                position::parse(variant, text).context("the position cannot be read")
            }
            (None, None) => variant.start_setup(None).context("the game has no start position"),
            (None, Some(start)) => {
                variant.start_setup(Some(start)).ok_or_else(|| no_start(variant, start))
            }
        }
    }
}

fn no_start(variant: &Variant, start: &str) -> anyhow::Error {
    let starts: Vec<&str> = variant.starts.iter().map(|start| start.id.as_str()).collect();
    let known = match starts[..] {
        [] => "it has only the usual one".to_owned(),
        _ => format!("its starts are {}", starts.join(", ")),
    };
    anyhow!("{} has no start `{start}`; {known}", variant.name)
}

/// Why the text of a move was not played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// It is not the text of a move.
    #[error("{0}")]
    Unreadable(#[from] TextError),
    /// It means several legal moves.
    #[error("{0}")]
    Ambiguous(Unresolved),
    /// It breaks the rule that the sentence names.
    #[error("{0}")]
    Illegal(String),
}

/// The legal move that a text means.
pub(crate) fn find<const N: usize>(play: &Play<N>, text: &str) -> Result<Move, Refusal> {
    let position = play.position();
    let variant = position.game().variant();
    let said = moves::parse_move(variant, text)?;
    let legal = position.legal_moves();
    let found = match legal.iter().find(|m| is_plainly(position, **m, &said)) {
        Some(m) => Ok(*m),
        None => moves::resolve(variant, &said, &all_spellings(position, &legal)),
    };
    match found {
        Ok(m) if !play.is_barred(m) => Ok(m),
        Err(ambiguous @ Unresolved::Ambiguous(_)) => Err(Refusal::Ambiguous(ambiguous)),
        Ok(_) | Err(Unresolved::NoSuchMove) => Err(Refusal::Illegal(explain(play, &said))),
    }
}

/// Whether a text says a move in so many words. Nearly all texts do, and then the other spellings
/// need not be looked for.
fn is_plainly<const N: usize>(position: &Position<N>, m: Move, said: &MoveText) -> bool {
    match said {
        MoveText::Pass => m.kind() == MoveKind::Pass,
        MoveText::Drop { piece, to } => {
            m.kind() == MoveKind::Drop && (m.dropped(), m.to()) == (*piece, *to)
        }
        MoveText::Walk { squares, promotion, .. } => {
            let promotes = match promotion {
                PromotionText::None => m.promotion() == 0,
                PromotionText::Plus => m.promotion() == 1 && promotions(position, m) == 1,
                PromotionText::To(_) => false,
            };
            promotes && walks(m, squares)
        }
    }
}

fn walks(m: Move, squares: &[Square]) -> bool {
    match m.kind() {
        MoveKind::Step | MoveKind::Castle | MoveKind::EnPassant => *squares == [m.from(), m.to()],
        MoveKind::Through => *squares == [m.from(), m.via(), m.to()],
        MoveKind::Shot => *squares == [m.from(), m.via(), m.from()],
        MoveKind::Jitto | MoveKind::Path | MoveKind::Drop | MoveKind::Pass => false,
    }
}

/// How many choices of promotion the moving piece has.
fn promotions<const N: usize>(position: &Position<N>, m: Move) -> usize {
    let pieces = &position.game().variant().pieces;
    position.at(m.from()).map_or(0, |(_, piece)| pieces[piece.index()].promotes.len())
}

/// All spellings of some moves.
fn all_spellings<const N: usize>(position: &Position<N>, moves: &[Move]) -> Vec<Spelling> {
    let spelled = position.spellings(moves).into_iter();
    spelled.map(|s| Spelling { mv: s.mv, mover: s.mover, squares: s.squares }).collect()
}

/// The spelling that is shown of each of some moves.
pub(crate) fn spellings<const N: usize>(position: &Position<N>, moves: &[Move]) -> Vec<Spelling> {
    // Only a path says more than the move itself holds.
    let paths: Vec<Move> = moves.iter().copied().filter(|m| m.kind() == MoveKind::Path).collect();
    let spelled = if paths.is_empty() { Vec::new() } else { all_spellings(position, &paths) };
    let canonical = |m: &Move| match spelled.iter().find(|spelling| spelling.mv == *m) {
        Some(spelling) => spelling.clone(),
        None => Spelling::new(*m, position.at(m.from()).map(|(_, piece)| piece)),
    };
    moves.iter().map(canonical).collect()
}

/// The rule that an illegal move breaks.
fn explain<const N: usize>(play: &Play<N>, said: &MoveText) -> String {
    let reason = komadai_rules::explain(play.position(), &attempt(said), &|m| play.is_barred(m));
    reason.map_or_else(|| "The move is not legal.".to_owned(), |reason| reason.to_string())
}

/// The text of a move in the words of the rules.
fn attempt(said: &MoveText) -> Attempt {
    match said {
        MoveText::Pass => Attempt::Pass,
        MoveText::Drop { piece, to } => Attempt::Drop { piece: *piece, to: *to },
        MoveText::Walk { squares, promotion, shot } => Attempt::Walk {
            squares: squares.clone(),
            promotion: match promotion {
                PromotionText::None => AskedPromotion::None,
                PromotionText::Plus => AskedPromotion::Plus,
                PromotionText::To(piece) => AskedPromotion::To(*piece),
            },
            shot: *shot,
        },
    }
}
