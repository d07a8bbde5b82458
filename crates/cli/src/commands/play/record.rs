//! The moves of a game in a notation, and the game as a file.

use crate::records;
use anyhow::{Context, anyhow};
use clap::ValueEnum;
use komadai_records::file::{self, Format};
use komadai_records::json::Winner;
use komadai_records::moves::spell;
use komadai_records::pgn::{self, Numbering};
use komadai_records::reason::ForcedPass;
use komadai_records::record::{self, BEGAN, EVENT, FIRST, MoveTree, SECOND, TreeNode};
use komadai_records::{notation, position};
use komadai_rules::variant::Coordinates;
use komadai_rules::{AnyPlay, Move, MoveKind, Opening, Variant};
use std::path::Path;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// `7g7f`
    Usi,
    /// `c3c4`
    Algebraic,
    /// `P-7f`
    Western,
    /// `▲７六歩`
    Japanese,
    /// `c4`, as in PGN, the files of games
    Pgn,
}

impl Notation {
    /// What books on the game use.
    pub(super) fn usual(variant: &Variant) -> Self {
        match variant.board.coordinates {
            Coordinates::Shogi => Notation::Western,
            Coordinates::Algebraic => Notation::Pgn,
        }
    }

    /// What names nothing but squares.
    pub(super) fn plain(variant: &Variant) -> Self {
        match variant.board.coordinates {
            Coordinates::Shogi => Notation::Usi,
            Coordinates::Algebraic => Notation::Algebraic,
        }
    }

    /// A legal move.
    pub(super) fn write(self, at: &AnyPlay, m: Move) -> String {
        let variant = at.variant();
        match self {
            Notation::Usi => spell(at, m).usi(variant),
            Notation::Algebraic => spell(at, m).algebraic(variant),
            Notation::Western => notation::western(at, m),
            Notation::Japanese => notation::japanese(at, m),
            Notation::Pgn => pgn::san(at, m),
        }
    }

    /// A legal move, and beside it its plain form where that differs.
    pub(super) fn explain(self, at: &AnyPlay, m: Move) -> String {
        let (written, typed) = (self.write(at, m), Notation::plain(at.variant()).write(at, m));
        if written == typed { written } else { format!("{written} ({typed})") }
    }
}

/// What a player is called of whom nothing is known.
pub(super) const UNKNOWN: &str = "?";

/// A game from its start, for writing.
pub(super) struct Record {
    start: AnyPlay,
    moves: Vec<Move>,
}

impl Record {
    pub(super) fn of(play: &AnyPlay) -> Self {
        let (mut start, moves) = (play.clone(), play.moves().to_vec());
        while start.pop().is_some() {}
        Record { start, moves }
    }

    /// The moves, with the reasons of forced passes beside the moves that force them.
    fn written(&self, notation: Notation) -> Vec<pgn::Move> {
        let mut play = self.start.clone();
        let mut written = Vec::new();
        for m in &self.moves {
            let at = &play;
            let (san, pass) = (notation.write(at, *m), ForcedPass::by(at, *m));
            play.push(*m);
            let pass = pass.filter(|_| play.must_pass());
            let comment = pass.map(|pass| pass.english(play.variant()));
            written.push(pgn::Move { san, comment });
        }
        written
    }

    /// The game as a record.
    fn told(&self, told: &Told, format: Format) -> record::Record {
        let setup = self.start.setup();
        let variant = self.start.variant();
        let usual = variant.start_setup(None).as_ref() == Some(&setup);
        let [first, second] = &told.players;
        let mut headers = vec![
            (EVENT.to_owned(), format!("A game of {}", variant.name)),
            (BEGAN.to_owned(), jiff::Zoned::now().strftime("%Y/%m/%d").to_string()),
        ];
        let players = [(FIRST[0], first), (SECOND[0], second)];
        let known = players.into_iter().filter(|(_, name)| *name != UNKNOWN);
        headers.extend(known.map(|(side, name)| (side.to_owned(), name.clone())));
        // Other forms have a word for it.
        if let (Format::Pgn, Some(reason)) = (format, &told.reason) {
            headers.push(("Termination".to_owned(), reason.clone()));
        }
        let node = |(index, written): (usize, pgn::Move)| TreeNode {
            parent: index.checked_sub(1),
            text: written.san,
            comment: written.comment.unwrap_or_default(),
            ..TreeNode::default()
        };
        let nodes = self.written(Notation::Usi).into_iter().enumerate().map(node).collect();
        record::Record {
            headers,
            start: if usual { Opening::Usual } else { Opening::Setup(setup) },
            tree: MoveTree { comment: String::new(), nodes },
            winner: told.winner,
            ..record::Record::default()
        }
    }

    /// The moves with their numbers, in lines.
    pub(super) fn list(&self, notation: Notation, winner: Option<Winner>) -> String {
        let numbering = Numbering::of(&self.start.setup());
        pgn::movetext(numbering, &self.written(notation), pgn::result(winner))
    }
}

/// What there is to tell of a game besides its moves.
pub(super) struct Told {
    pub(super) players: [String; 2],
    pub(super) winner: Option<Winner>,
    pub(super) reason: Option<String>,
}

/// The text of a file for a game, in the form that its ending says.
///
/// # Errors
/// If no form goes by that ending, or that form has no words for the game.
pub(super) fn file(path: &Path, play: &AnyPlay, told: &Told) -> anyhow::Result<Vec<u8>> {
    let format = path.extension().and_then(|ending| Format::of_ending(ending.to_str()?));
    let format = format.with_context(|| {
        let endings = Format::ALL.map(|format| format!(".{}", format.endings()[0]));
        format!("the name of the file must end in one of {}", endings.join(", "))
    })?;
    if format == Format::Sfen {
        let (variant, setup) = (play.variant(), play.setup());
        let is_fen = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("fen"));
        let write = if is_fen { position::to_fen } else { position::to_sfen };
        return Ok((write(variant, &setup) + "\n").into_bytes());
    }
    let text = file::write(format, &play.game(), &Record::of(play).told(told, format))?;
    records::encoded(text, path, None).map_err(|message| anyhow!(message))
}

/// The last move that somebody made, and the position before it; `None` if there is none.
pub(super) fn last_move(play: &AnyPlay) -> Option<(AnyPlay, Move)> {
    let mut before = play.clone();
    loop {
        let m = before.pop()?;
        if m.kind() != MoveKind::Pass {
            return Some((before, m));
        }
    }
}
