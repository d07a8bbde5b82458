//! The moves of a game in a notation, and the game as a file.

use clap::ValueEnum;
use komadai_records::json::Winner;
use komadai_records::moves::spell;
use komadai_records::pgn::{self, Numbering};
use komadai_records::reason::ForcedPass;
use komadai_records::{notation, position};
use komadai_rules::variant::Coordinates;
use komadai_rules::{AnyPlay, Move, MoveKind, Variant};
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

    /// The moves with their numbers, in lines.
    pub(super) fn list(&self, notation: Notation, winner: Option<Winner>) -> String {
        let numbering = Numbering::of(&self.start.setup());
        pgn::movetext(numbering, &self.written(notation), pgn::result(winner))
    }

    /// The game as PGN.
    fn pgn(&self, told: &Told) -> String {
        let setup = self.start.setup();
        let variant = self.start.variant();
        let mut tags = pgn::tags(variant, &setup);
        tags.insert("Event", &format!("A game of {}", variant.name));
        tags.insert("Date", &jiff::Zoned::now().strftime("%Y.%m.%d").to_string());
        tags.insert("White", &told.players[0]);
        tags.insert("Black", &told.players[1]);
        tags.insert("Result", pgn::result(told.winner));
        if let Some(reason) = &told.reason {
            tags.insert("Termination", reason);
        }
        pgn::write(&tags, Numbering::of(&setup), &self.written(Notation::Pgn))
    }

    /// The command that sets the game up in USI.
    fn usi(&self) -> String {
        let at = &self.start;
        let variant = at.variant();
        let sfen = |setup: &_| position::to_sfen(variant, setup);
        let (here, usual) = (sfen(&at.setup()), variant.start_setup(None).map(|s| sfen(&s)));
        let start =
            if usual.as_ref() == Some(&here) { "startpos".into() } else { format!("sfen {here}") };
        let moves: String =
            self.written(Notation::Usi).iter().map(|m| format!(" {}", m.san)).collect();
        let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
        format!("position {start}{moves}\n")
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
/// If no form goes by that ending.
pub(super) fn file(path: &Path, play: &AnyPlay, told: &Told) -> anyhow::Result<String> {
    let (variant, setup) = (play.variant(), play.setup());
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    Ok(match ending.to_ascii_lowercase().as_str() {
        "pgn" => Record::of(play).pgn(told),
        "usi" => Record::of(play).usi(),
        "sfen" => position::to_sfen(variant, &setup) + "\n",
        "fen" => position::to_fen(variant, &setup) + "\n",
        _ => anyhow::bail!(
            "the name of the file must end in .pgn (the game), .usi (its moves in USI), \
             .sfen or .fen (the position)"
        ),
    })
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
