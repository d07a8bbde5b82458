//! A game: its positions and moves as texts.

use crate::kinds::Kinds;
use crate::{Found, fen, rule_end};
use komadai_records::moves::{self, Refusal, Spelling, spell, spell_each};
use komadai_records::notation;
use komadai_records::opening::{self, BadOpening};
use komadai_rules::variant::{Coordinates, PieceData};
use komadai_rules::{AnyGame, AnyPlay, Move, MoveKind, Opening, Square, Variant};

/// A game with what has to be known of it to write as Fairy-Stockfish does.
#[derive(Clone, Debug)]
pub struct Game {
    rules: AnyGame,
    /// Whether anybody may castle at the usual start.
    pub(crate) castles: bool,
    /// Whether a promotion that we write as `+` is written by a letter, or as `-`, there.
    has_other_signs: bool,
    /// Whether there are pawns and queens by the letters of chess.
    pub(crate) like_chess: bool,
    /// How many kings there are at the usual start.
    pub(crate) kings: usize,
    /// The usual start as it is written there; empty where the game is not known.
    pub(crate) start: String,
    /// What the pieces are there.
    pub(crate) kinds: Kinds,
    /// Whether the rights to castle are written by files.
    pub(crate) chess960: bool,
}

impl Game {
    /// What has to be known of a game whose rules were found and compiled.
    pub fn of(rules: &AnyGame, found: &Found) -> Self {
        let start = rules.open(&Opening::Usual).ok();
        let variant = rules.variant();
        let kinds = Kinds::of(variant, &found.kinds);
        let is_there = |id: &str| variant.pieces.iter().any(|piece| piece.id == id);
        let single = |piece: &PieceData| match piece.promotes.as_slice() {
            [only] => Some(variant.pieces[only.index()].id.as_str()),
            _ => None,
        };
        Game {
            castles: start.as_ref().is_some_and(fen::castles),
            has_other_signs: variant.pieces.iter().filter_map(single).any(|id| !is_plus(id)),
            like_chess: is_there("P") && is_there("Q"),
            kings: start.as_ref().map_or(0, |play| kinds.kings(play)),
            start: found.start.clone(),
            kinds,
            chess960: found.chess960,
            rules: rules.clone(),
        }
    }

    /// The rules.
    pub fn variant(&self) -> &Variant {
        self.rules.variant()
    }

    /// Whether squares are written as in shogi.
    pub(crate) fn is_shogi(&self) -> bool {
        self.variant().board.coordinates == Coordinates::Shogi
    }

    /// A game that begins at a FEN, or at its usual start (`startpos`).
    ///
    /// # Errors
    /// Why it cannot begin there.
    pub fn open(&self, fen: &str) -> Result<AnyPlay, BadOpening> {
        let text = (fen != "startpos").then(|| fen::read(self, fen));
        opening::open(&self.rules, None, text.as_deref())
    }

    /// The legal move that a text means, in any notation.
    ///
    /// # Errors
    /// Why there is none.
    pub fn find(&self, play: &AnyPlay, text: &str) -> Result<Move, Refusal> {
        let is_pass = |m: &Move| self.pass(play, *m).is_some_and(|king| text == king.repeat(2));
        if says_one_square_twice(text)
            && let Some(pass) = play.legal_moves().into_iter().find(is_pass)
        {
            return Ok(pass);
        }
        // Where promoted pieces turn back, Fairy-Stockfish says so by `-`.
        match text.strip_suffix('-') {
            Some(squares) => notation::find(play, &format!("{squares}+")),
            None => notation::find(play, text),
        }
    }

    /// The legal moves; none once a rule of the variant has ended the game.
    pub fn moves(&self, play: &AnyPlay) -> Vec<Move> {
        if rule_end(play).is_some() { Vec::new() } else { play.legal_moves() }
    }

    /// The legal moves as UCI writes them.
    pub fn legal_moves(&self, play: &AnyPlay) -> Vec<String> {
        let moves = self.moves(play);
        let told = |(m, spelling)| self.told(play, m, spelling);
        moves.iter().copied().zip(&spell_each(play, &moves)).map(told).collect()
    }

    /// A legal move as UCI writes it.
    pub fn uci(&self, play: &AnyPlay, m: Move) -> String {
        self.told(play, m, &spell(play, m))
    }

    fn told(&self, play: &AnyPlay, m: Move, spelling: &Spelling) -> String {
        self.pass(play, m).map_or_else(|| self.spelled(spelling), |king| king.repeat(2))
    }

    /// The square of the king, if a move is a pass and there is a king: for Fairy-Stockfish it moves and stays, `e2e2`.
    pub(crate) fn pass(&self, play: &AnyPlay, m: Move) -> Option<String> {
        if m.kind() != MoveKind::Pass {
            return None;
        }
        let is_king =
            |square: &Square| play.at(*square).is_some_and(|(_, piece)| self.kinds.is_king(piece));
        let king = play.royals(play.side()).into_iter().find(is_king)?;
        Some(self.variant().square_name(king))
    }

    /// The moves that were played.
    pub fn history(&self, play: &AnyPlay) -> Vec<String> {
        let mut at = play.clone();
        while at.pop().is_some() {}
        let told = |m: &Move| {
            let text = self.uci(&at, *m);
            at.push(*m);
            text
        };
        play.moves().iter().map(told).collect()
    }

    fn spelled(&self, spelling: &Spelling) -> String {
        let variant = self.variant();
        let text = moves::uci(variant, spelling);
        if !self.has_other_signs {
            return text;
        }
        let id = |piece: komadai_rules::PieceType| variant.pieces[piece.index()].id.as_str();
        let becomes = spelling.promoted(variant).map(id).filter(|id| !is_plus(id));
        match (text.strip_suffix('+'), becomes) {
            (Some(squares), Some(_)) if spelling.mover.is_some_and(|piece| is_plus(id(piece))) => {
                format!("{squares}-")
            }
            (Some(squares), Some(id)) => format!("{squares}{}", id.to_lowercase()),
            _ => text,
        }
    }
}

/// Whether a text is twice the same.
fn says_one_square_twice(text: &str) -> bool {
    text.split_at_checked(text.len() / 2).is_some_and(|(from, to)| !from.is_empty() && from == to)
}

/// Whether an id is that of a promoted piece.
fn is_plus(id: &str) -> bool {
    id.starts_with('+')
}
