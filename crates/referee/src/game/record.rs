//! A game as a file to keep.

use super::event::{End, Hand, Header, Player};
use super::seats::PlayerName;
use super::state::Game;
use super::view::{Played, iso};
use crate::clock::Control;
use crate::rules::Work;
use komadai_records::file::{self, Format};
use komadai_records::json::Winner;
use komadai_records::json::{PerSide, Side};
use komadai_records::pgn::{self, Numbering};
use komadai_records::position;
use komadai_records::record::{
    self as records, BEGAN, CannotWrite, FIRST, MoveTree, SECOND, TreeNode,
};
use komadai_rules::{Interrupt, Opening};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// A file.
pub struct Record {
    /// What the file is called.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it, to be written by whoever wants it: that may be some work.
    pub text: Box<Text>,
}

/// Writes a file, as long as it is to go on.
pub type Text = dyn FnOnce(&Interrupt) -> Result<String, CannotWrite> + Send;

/// A game in JSON.
#[derive(Serialize)]
struct Json<'a> {
    id: &'a str,
    variant: &'a str,
    /// The hash of the variant's definition.
    definition: &'a str,
    settings: &'a [(String, String)],
    created: String,
    start: Option<&'a str>,
    position: String,
    strict: bool,
    players: PerSide<Player>,
    names: PerSide<Option<&'a str>>,
    clock: Option<Control>,
    moves: Vec<JsonMove<'a>>,
    end: Option<&'a End>,
}

#[derive(Serialize)]
struct JsonMove<'a> {
    side: Side,
    usi: &'a str,
    algebraic: &'a str,
    ms: u64,
    by: Hand,
}

impl<W: Work> Game<W> {
    /// The game as a file.
    pub fn record(&self, format: Format) -> Record {
        let (ending, media_type) = (format.endings()[0], format.media_type());
        let day: String = iso(self.header.created).chars().take(10).collect();
        let name = format!("komadai-{}-{day}.{ending}", self.header.variant);
        let known = |text: String| -> Box<Text> { Box::new(|_| Ok(text)) };
        let text = match format {
            Format::Pgn => known(self.pgn(&day)),
            Format::Json => known(self.json()),
            _ => {
                let (game, record) = (self.referee.play().game(), self.as_record());
                Box::new(move |interrupt: &Interrupt| {
                    file::write_while(format, &game, &record, interrupt)
                })
            }
        };
        Record { name, media_type, text }
    }

    fn pgn(&self, day: &str) -> String {
        let variant = self.referee.play().variant();
        let mut tags = pgn::tags(variant, &self.initial);
        tags.insert("Event", &format!("A game of {}", variant.name));
        tags.insert("Date", &day.replace('-', "."));
        let [first, second] = [0, 1].map(|side| self.player_name(side));
        tags.insert("White", &first);
        tags.insert("Black", &second);
        tags.insert("Result", pgn::result(self.end.as_ref().and_then(|end| end.winner)));
        if let Some(end) = &self.end {
            tags.insert("Termination", &end.reason);
        }
        let written = |played: &Played| pgn::Move {
            san: played.san.clone(),
            comment: played.pass_reason.clone(),
        };
        let moves: Vec<pgn::Move> = self.played.iter().map(|played| written(played)).collect();
        pgn::write(&tags, Numbering::of(&self.initial), &moves)
    }

    /// As the records of other programs tell it.
    fn as_record(&self) -> records::Record {
        let start = self.header.start.as_deref();
        let giver = start.is_some_and(|id| self.referee.play().variant().start(id).is_some());
        let names = [FIRST, SECOND].map(|names| names[usize::from(giver)]);
        let players = [0, 1].map(|side| (names[side].to_owned(), self.player_name(side)));
        let began = iso(self.header.created).chars().take(19).collect::<String>();
        let began = (BEGAN.to_owned(), began.replace('-', "/").replace('T', " "));
        let node = |(index, played): (usize, &Arc<Played>)| TreeNode {
            parent: index.checked_sub(1),
            text: played.form.usi.clone(),
            // Most programs that read such records count whole seconds.
            spent: Some(Duration::from_secs(played.ms / 1_000)),
            ..TreeNode::default()
        };
        records::Record {
            headers: std::iter::once(began).chain(players).collect(),
            start: Opening::Setup(self.initial.clone()),
            tree: MoveTree {
                comment: String::new(),
                nodes: self.played.iter().enumerate().map(node).collect(),
            },
            end: self.end_word().map(str::to_owned),
            ..records::Record::default()
        }
    }

    /// How KIF says that the game has ended.
    pub fn end_word(&self) -> Option<&'static str> {
        let end = self.end.as_ref()?;
        let to_move = Winner::from(self.referee.play().side());
        let word = match (end.status.as_str(), end.winner) {
            ("resignation", _) => "投了",
            ("time", _) => "切れ負け",
            ("repetition", _) => "千日手",
            ("perpetual-check" | "perpetual-chase" | "illegal-move", winner) => {
                if winner == Some(to_move) { "反則勝ち" } else { "反則負け" }
            }
            ("declaration", Some(Winner::First | Winner::Second)) => "入玉勝ち",
            ("aborted", _) | (_, None) => "中断",
            (_, Some(Winner::Draw)) => "持将棋",
            _ => "詰み",
        };
        Some(word)
    }

    fn player_name(&self, side: usize) -> String {
        match (self.header.players[side], &self.seats.names[side]) {
            (Player::Human, Some(name)) => name.as_str().to_owned(),
            (Player::Human, None) => "?".to_owned(),
            (Player::Engine { level }, _) => format!("Komadai, level {level}"),
        }
    }

    fn json(&self) -> String {
        let Header { variant, definition, settings, start, strict, players, clock, .. } =
            &self.header;
        let moves = self.played.iter().map(|played| JsonMove {
            side: played.side,
            usi: &played.form.usi,
            algebraic: &played.form.algebraic,
            ms: played.ms,
            by: played.by,
        });
        let record = Json {
            id: self.id.as_str(),
            variant,
            definition: definition.as_str(),
            settings,
            created: iso(self.header.created),
            start: start.as_deref(),
            position: position::write(self.referee.play().variant(), &self.initial),
            strict: *strict,
            players: PerSide::from(*players),
            names: PerSide::from(
                [0, 1].map(|side| self.seats.names[side].as_ref().map(PlayerName::as_str)),
            ),
            clock: *clock,
            moves: moves.collect(),
            end: self.end.as_ref(),
        };
        // Nothing in it can fail to be written.
        serde_json::to_string_pretty(&record).unwrap_or_default() + "\n"
    }
}
