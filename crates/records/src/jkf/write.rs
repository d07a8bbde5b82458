//! Writing JKF.

use super::{OTHER, PRESETS};
use crate::csa::{check, code, end_word};
use crate::notation;
use crate::record::{CannotWrite, Closing, Followers, HANDICAP, Record, Told, named};
use komadai_rules::{
    AnyGame, AnyPlay, Color, Interrupt, Move, MoveKind, Opening, PieceType, Setup, Square, Variant,
};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Variations may lie in each other so deep: readers of JSON go no deeper.
const DEEPEST: usize = 30;

/// Writes a game with its variations, comments and times, as one line.
///
/// ```
/// use komadai_records::{jkf, kif};
/// use komadai_rules::{AnyGame, variant::load_builtin};
///
/// let game = AnyGame::compile(&load_builtin("shogi", &[]).unwrap().variant).unwrap();
/// let record = kif::read(game.variant(), "先手：A\n   1 ７六歩(77)\n   2 投了\n", 1_000).unwrap();
/// let text = jkf::write(&game, &record).unwrap();
/// let again = jkf::read(game.variant(), &text, 1_000).unwrap();
/// assert_eq!((again.tree.nodes[0].text.as_str(), &again.end), ("7g7f", &record.end));
/// ```
///
/// # Errors
/// When the game is one of which the form cannot tell, or a move is not legal.
pub fn write(game: &AnyGame, record: &Record) -> Result<String, CannotWrite> {
    write_while(game, record, &Interrupt::default())
}

/// The same, as long as that goes on.
pub(crate) fn write_while(
    game: &AnyGame,
    record: &Record,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    let variant = game.variant();
    check(variant).map_err(CannotWrite)?;
    let told = record.told(game, interrupt, move_form)?;
    let followers = record.tree.followers();
    let writer = Writer { record, followers, told: &told };
    let mut moves = vec![writer.entry(&record.tree.comment)];
    let mut used = [Duration::ZERO; 2];
    if let Some(first) = writer.followers[record.tree.nodes.len()].first() {
        moves.extend(writer.line(*first, &mut used, 0, 0)?);
    }
    let closing = &record.closing;
    match record.end_word(&told.last) {
        Some(word) => {
            let plies = told.last.moves().len();
            moves.push(writer.end(&word, closing, plies, &mut used));
        }
        None if !closing.comment.is_empty() => moves.push(writer.entry(&closing.comment)),
        None => {}
    }
    let headers = record.headers.iter().filter(|(name, _)| name != HANDICAP);
    let mut header: Map<String, Value> =
        headers.map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
    let (handicap, initial) = initial(variant, record, &told.start);
    header.insert(HANDICAP.to_owned(), Value::from(handicap));
    Ok(json!({ "header": header, "initial": initial, "moves": moves }).to_string() + "\n")
}

struct Writer<'r> {
    record: &'r Record,
    followers: Followers,
    told: &'r Told<Value>,
}

impl Writer<'_> {
    fn entry(&self, comment: &str) -> Value {
        if comment.is_empty() {
            return json!({});
        }
        json!({ "comments": comment.split('\n').collect::<Vec<_>>() })
    }

    /// A line from a move on, with what goes off from it.
    fn line(
        &self,
        mut index: usize,
        used: &mut [Duration; 2],
        mut ply: usize,
        depth: usize,
    ) -> Result<Vec<Value>, CannotWrite> {
        if depth == DEEPEST {
            return Err(CannotWrite(format!(
                "in JKF variations lie in each other {DEEPEST} deep at most"
            )));
        }
        let mut entries = Vec::new();
        loop {
            let node = &self.record.tree.nodes[index];
            let siblings = &self.followers[node.parent.unwrap_or(self.record.tree.nodes.len())];
            let mut entry = self.entry(&node.comment);
            entry["move"] = self.told.texts[index].clone();
            if let [first, others @ ..] = siblings
                && *first == index
                && !others.is_empty()
            {
                let forks =
                    others.iter().map(|other| self.line(*other, &mut used.clone(), ply, depth + 1));
                entry["forks"] = Value::from(forks.collect::<Result<Vec<_>, _>>()?);
            }
            self.time(&mut entry, node.spent, ply, used);
            entries.push(entry);
            ply += 1;
            if let Some(next) = self.followers[index].first() {
                index = *next;
                continue;
            }
            if let Some(end) = &node.end {
                entries.push(self.end(&end.word, &end.closing, ply, used));
            }
            return Ok(entries);
        }
    }

    /// How a line ends after so many plies.
    fn end(&self, word: &str, closing: &Closing, plies: usize, used: &mut [Duration; 2]) -> Value {
        let first = self.told.start.side;
        let to_move = if plies % 2 == 1 { !first } else { first };
        let mut entry = self.entry(&closing.comment);
        entry["special"] = Value::from(end_word(word, to_move));
        self.time(&mut entry, closing.spent, plies, used);
        entry
    }

    /// Notes the time of the ply that comes after so many.
    fn time(
        &self,
        entry: &mut Value,
        spent: Option<Duration>,
        plies: usize,
        used: &mut [Duration; 2],
    ) {
        if let Some(spent) = spent {
            let used = &mut used[(self.told.start.side.index() + plies) % 2];
            *used = used.saturating_add(spent);
            entry["time"] = json!({ "now": clock(spent), "total": clock(*used) });
        }
    }
}

fn clock(time: Duration) -> Value {
    let seconds = time.as_secs();
    json!({ "h": seconds / 3600, "m": seconds / 60 % 60, "s": seconds % 60 })
}

/// What KIF calls the start, and the form of the start.
fn initial(variant: &Variant, record: &Record, start: &Setup) -> (String, Value) {
    let usual = variant.start_setup(None).as_ref() == Some(start);
    let named = match named(variant, &record.start) {
        Opening::Named(id) => variant.starts.iter().find(|start| start.id == id),
        _ => None,
    };
    let even = Some(PRESETS[0].1).filter(|_| usual && variant.board.files == 9);
    let name = even.or_else(|| named?.name_ja.as_deref());
    let preset = PRESETS.iter().find(|(_, known)| Some(*known) == name);
    if let Some((preset, name)) = preset {
        return ((*name).to_owned(), json!({ "preset": preset }));
    }
    let name = variant.name_ja.as_deref().filter(|_| usual).unwrap_or("その他");
    (name.to_owned(), json!({ "preset": OTHER, "data": data(variant, start) }))
}

fn data(variant: &Variant, setup: &Setup) -> Value {
    let (files, ranks) = (variant.board.files, variant.board.ranks);
    let cell = |file: u8, rank: u8| match setup.at(Square(rank * files + file)) {
        Some((color, piece)) => json!({ "color": color.index(), "kind": code(variant, piece) }),
        None => json!({}),
    };
    let file = |file: u8| (0..ranks).rev().map(|rank| cell(file, rank)).collect::<Vec<_>>();
    let hand = |color: Color| {
        let held = (0u8..).map(PieceType).zip(&setup.hands[color.index()]);
        let held = held.filter(|(_, count)| **count > 0);
        held.map(|(piece, count)| (code(variant, piece).to_owned(), Value::from(*count)))
            .collect::<Map<String, Value>>()
    };
    json!({
        "color": setup.side.index(),
        "board": (0..files).rev().map(file).collect::<Vec<_>>(),
        "hands": [hand(Color::First), hand(Color::Second)],
    })
}

/// Which of several pieces moves, in the words of KI2 and of this form.
const RELATIVE: [(char, char); 7] =
    [('左', 'L'), ('直', 'C'), ('右', 'R'), ('上', 'U'), ('寄', 'M'), ('引', 'D'), ('打', 'H')];

fn move_form(play: &AnyPlay, m: Move) -> Result<Value, CannotWrite> {
    let variant = play.variant();
    let japanese = notation::japanese(play, m);
    let place = |square: Square| {
        let board = &variant.board;
        let (x, y) = (board.files - board.file(square), board.ranks - board.rank(square));
        json!({ "x": x, "y": y })
    };
    let color = play.side().index();
    let relative =
        |c: char| RELATIVE.iter().find(|(word, _)| *word == c).map(|(_, letter)| *letter);
    let relative: String = japanese.chars().filter_map(relative).collect();
    let mut form = if m.kind() == MoveKind::Drop {
        json!({ "color": color, "to": place(m.to()), "piece": code(variant, m.dropped()) })
    } else {
        let cannot = || CannotWrite(format!("JKF cannot tell of the move {japanese}"));
        let (_, piece) =
            play.at(m.from()).filter(|_| m.kind() == MoveKind::Step).ok_or_else(cannot)?;
        let from = place(m.from());
        json!({ "color": color, "from": from, "to": place(m.to()), "piece": code(variant, piece) })
    };
    if !relative.is_empty() {
        form["relative"] = Value::from(relative);
    }
    if m.promotion() > 0 || japanese.contains("不成") {
        form["promote"] = Value::from(m.promotion() > 0);
    }
    if japanese.contains('同') {
        form["same"] = Value::from(true);
    }
    let captured = play.captures(m).first().and_then(|square| play.at(*square));
    if let Some((_, captured)) = captured {
        form["capture"] = Value::from(code(variant, captured));
    }
    Ok(form)
}
