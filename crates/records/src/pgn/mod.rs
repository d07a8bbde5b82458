//! PGN of every game.
//!
//! Moves are written as in chess, with letters, squares and captures ([`san`]), and where a game has
//! more to say as XBoard writes it:
//!
//! | move | text |
//! |---|---|
//! | drop | `P@e5` |
//! | promotion, where there is a choice | `e8=Q` |
//! | promotion, where there is one | `Bxh8+`, declined `Bxh8=` |
//! | by a middle square | `Nxd7-e6`, `Nxi6xh5` |
//! | shot (igui, rifle) | `Nx!d7` |
//! | pass, turn pass in place | `--` |
//!
//! XBoard reads what is written here. So a piece whose movement it has no words for is named with its
//! square, and in a file ranks count as XBoard counts them: from 0 on boards of ten ranks, else from 1.
//!
//! ```
//! use komadai_records::pgn;
//! use komadai_rules::{AnyGame, Opening, variant::load_builtin};
//!
//! let chess = load_builtin("chess", &[]).unwrap().variant;
//! let start = AnyGame::compile(&chess).unwrap().open(&Opening::Usual).unwrap();
//! let mut moves: Vec<String> = start.legal_moves().iter().map(|m| pgn::san(&start, *m)).collect();
//! moves.sort();
//! assert_eq!(moves[..3], ["Na3", "Nc3", "Nf3"]);
//!
//! let mut tags = pgn::tags(&chess, &start.setup());
//! tags.insert("Result", "1/2-1/2");
//! let moves = [pgn::Move { san: "e4".into(), comment: Some("book".into()) }];
//! let text = pgn::write(&tags, pgn::Numbering::of(&start.setup()), &moves);
//! assert!(text.ends_with("\n\n1. e4 {book} 1/2-1/2\n"));
//! ```

mod record;
mod tree;

pub(crate) use record::write_record_while;
pub use record::{game_of, read, read_partly, tags_of, with_ends, write_record};
pub use tree::{parse, write_tree};

use crate::json::Winner;
use crate::moves::{placed_in_san, renumbered, xboard_first_rank};
use crate::notation::Choices;
use crate::piece::promotion_letters;
use crate::position;
use komadai_rules::variant::{Movement, PieceData};
use komadai_rules::{AnyPlay, Color, MoveKind, PieceType, Setup, Square, Variant};

/// The letter that PGN leaves out.
pub(crate) const PAWN: &str = "P";
/// Lines are not longer.
const WIDTH: usize = 80;
/// The tags that every game must have, in their order, and what stands there if nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Where a game begins that has no tag `FEN`.
const STANDARD_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Pieces that need no description, by their letters and movements.
const ORTHODOX: [(&str, &str); 6] =
    [("K", "KisO2"), ("Q", "Q"), ("R", "R"), ("B", "B"), ("N", "N"), ("P", "fmWfceFifmnD")];

/// The tags of a game, in the order in which they are written, and how its file counts ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    values: Vec<(String, String)>,
    /// The number of the lowest rank in the moves, and in the file.
    first_rank: (u8, u8),
}

impl Tags {
    /// Sets a tag, after those that are there if it is new.
    pub fn insert(&mut self, name: &str, value: &str) {
        match self.values.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.values.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// As they stand in a file, with the empty line after them.
    fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.values {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            text += &format!("[{name} \"{value}\"]\n");
        }
        text.push('\n');
        text
    }
}

/// The tags that every game has, and those that say which game it is and where it began.
pub fn tags(v: &Variant, start: &Setup) -> Tags {
    let mut tags = Tags {
        values: ROSTER.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        first_rank: (v.board.first_rank, xboard_first_rank(v)),
    };
    tags.insert("Variant", &v.id);
    if let Some(men) = men(v) {
        tags.insert("VariantMen", &men);
    }
    let fen = position::to_fen(v, start);
    if fen != STANDARD_START {
        tags.insert("SetUp", "1");
        tags.insert("FEN", &fen);
    }
    tags
}

/// How the pieces move, in XBoard's words, as far as it has any; `None` where all move as in chess.
fn men(v: &Variant) -> Option<String> {
    let described = |piece: &'_ PieceData| Some((piece.id.clone(), description(piece)?));
    let men: Vec<(String, String)> = v.pieces.iter().filter_map(described).collect();
    let is_orthodox =
        |(id, moves): &(String, String)| ORTHODOX.contains(&(id.as_str(), moves.as_str()));
    let men = Some(men).filter(|men| !men.iter().all(is_orthodox))?;
    Some(men.iter().map(|(id, moves)| format!("{id}:{moves}")).collect::<Vec<_>>().join(";"))
}

/// The movement of a piece in XBoard's words, if it has words for all of it.
fn description(piece: &PieceData) -> Option<String> {
    let words = |m: &Movement| komadai_betza::to_xboard(&m.tree).ok();
    let moves = piece.moves.iter().map(|m| words(m).filter(|_| m.holds_everywhere()));
    moves.collect::<Option<Vec<String>>>().map(|moves| moves.concat())
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its text; see [`san`].
    pub san: String,
    /// What is remarked.
    pub comment: Option<String>,
}

/// Where the numbering of moves begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// Who moves first.
    pub side: Color,
    /// Plies that were made before.
    pub ply: u32,
}

impl Numbering {
    /// From a position on.
    pub fn of(setup: &Setup) -> Self {
        Numbering { side: setup.side, ply: setup.ply }
    }
}

/// Writes a game. The result at its end is that of the tag.
pub fn write(tags: &Tags, from: Numbering, moves: &[Move]) -> String {
    let text = tags.text();
    let (here, there) = tags.first_rank;
    let told = |mv: &Move| Move { san: renumbered(&mv.san, there, here), ..mv.clone() };
    let moves: Vec<Move> = moves.iter().map(told).collect();
    text + &movetext(from, &moves, tags.get("Result").unwrap_or("*"))
}

/// The moves with their numbers, in lines of at most 80 characters, and at the end the result.
pub fn movetext(from: Numbering, moves: &[Move], result: &str) -> String {
    let mut text = String::new();
    wrap(&mut text, &words(from, moves, result));
    text
}

/// A result as the tag and the end of a game have it; `*` for a game without one.
pub fn result(winner: Option<Winner>) -> &'static str {
    match winner {
        Some(Winner::First) => "1-0",
        Some(Winner::Second) => "0-1",
        Some(Winner::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// What can stand at the end of a game.
fn result_words() -> [&'static str; 4] {
    ["1-0", "0-1", "1/2-1/2", "*"]
}

/// The words of the movetext, each of which stays on one line.
fn words(from: Numbering, moves: &[Move], result: &str) -> Vec<String> {
    let (mut side, mut number) = (from.side, from.ply / 2 + 1);
    let mut words = Vec::new();
    let mut needs_number = true;
    for mv in moves {
        match side {
            Color::First => words.push(format!("{number}.")),
            Color::Second if needs_number => words.push(format!("{number}...")),
            Color::Second => {}
        }
        words.push(mv.san.clone());
        needs_number = mv.comment.is_some();
        if let Some(comment) = &mv.comment {
            let comment = format!("{{{}}}", comment.replace(['{', '}'], "'"));
            words.extend(comment.split_whitespace().map(str::to_owned));
        }
        number += u32::from(side == Color::Second);
        side = !side;
    }
    words.push(result.to_owned());
    words
}

fn wrap(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length >= WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}

/// A legal move in short algebraic form, as the table of the [module](self) says.
///
/// `+` and `#` for check and mate stand only in games where `+` means no promotion.
pub fn san(at: &AnyPlay, m: komadai_rules::Move) -> String {
    san_among(&Choices::of(at), m)
}

/// The legal move that is written so; `None` where none is, or several are. Marks of checks may be left out,
/// and castling may be written with zeros.
pub fn find(at: &AnyPlay, text: &str) -> Option<komadai_rules::Move> {
    let choices = Choices::of(at);
    let writer = Writer::new(&choices, false);
    let marks: &[char] = if marks_checks(at.variant()) { &['+', '#'] } else { &[] };
    let text = text.trim_end_matches(marks);
    let castling = text.replace('0', "O");
    let mut found = choices.in_time().filter(|m| [text, &*castling].contains(&&*writer.san(*m)));
    found.next().filter(|_| found.next().is_none())
}

/// The one plain move that a text like `Nf3`, `exd5`, `R1a3`, `e8=Q` or `Bxh8+` can mean, without writing every
/// legal move down; marks of checks are gone. It may say more of where the piece stands than it must.
pub(crate) fn find_plainly(choices: &Choices<'_>, text: &str) -> Option<komadai_rules::Move> {
    let (at, variant) = (choices.at, choices.at.variant());
    let (text, becomes) = match text.split_once('=') {
        Some((text, "")) => (text, None),
        Some((text, letter)) => (text, Some(letter)),
        None => (text, None),
    };
    let (text, plus) = text.strip_suffix('+').map_or((text, false), |text| (text, true));
    let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let start = text.len().checked_sub(digits + 1).filter(|start| text.is_char_boundary(*start))?;
    let (head, square) = text.split_at(start);
    let to = variant.parse_square(square)?;
    let (head, takes) = head.strip_suffix('x').map_or((head, false), |head| (head, true));
    let called = (0u8..).map(PieceType).zip(&variant.pieces);
    let called = called.filter(|(_, piece)| head.starts_with(&piece.id));
    let longest = called.max_by_key(|(_, piece)| piece.id.len());
    let (id, origin) = match longest {
        Some((_, piece)) => head.split_at(piece.id.len()),
        None => (PAWN, head),
    };
    let fits = |m: &&komadai_rules::Move| {
        let from = || variant.square_name(m.from());
        let plain = matches!(m.kind(), MoveKind::Step | MoveKind::EnPassant | MoveKind::Path)
            && m.to() == to;
        let Some((_, piece)) = at.at(m.from()).filter(|_| plain) else { return false };
        let data = &variant.pieces[piece.index()];
        let promoted = usize::from(m.promotion())
            .checked_sub(1)
            .and_then(|choice| data.promotes.get(choice).copied());
        let promotes = match (promoted, becomes) {
            (Some(to), Some(letter)) => {
                [promotion_letters(variant, to), &variant.pieces[to.index()].id].contains(&letter)
            }
            (Some(_), None) => plus && data.promotes.len() == 1,
            (None, letter) => letter.is_none() && !plus,
        };
        data.id == id
            && promotes
            && (origin.is_empty() || from().starts_with(origin) || from().ends_with(origin))
            && takes == (m.kind() == MoveKind::EnPassant || at.captures(**m).contains(&to))
    };
    let mut found = choices.legal.iter().filter(fits);
    // A move along a path may have to say more.
    let first = found.next().copied().filter(|m| m.kind() != MoveKind::Path);
    first.filter(|_| found.next().is_none())
}

/// The same among these moves.
pub(crate) fn san_among(choices: &Choices<'_>, m: komadai_rules::Move) -> String {
    let writer = Writer::new(choices, false);
    writer.san(m) + writer.check(m)
}

/// The same without marks of checks; `brief` with no more of the square on which the move begins than the
/// rules need.
pub(crate) fn unmarked_san(choices: &Choices<'_>, m: komadai_rules::Move, brief: bool) -> String {
    Writer::new(choices, brief).san(m)
}

/// Whether check and mate are marked; elsewhere `+` means promotion.
pub(crate) fn marks_checks(variant: &Variant) -> bool {
    variant.pieces.iter().all(|piece| piece.promotes.len() != 1)
}

struct Writer<'p> {
    play: &'p AnyPlay,
    variant: &'p Variant,
    choices: &'p Choices<'p>,
    /// Whether the reader knows how all pieces move.
    brief: bool,
}

impl<'p> Writer<'p> {
    fn new(choices: &'p Choices<'p>, brief: bool) -> Self {
        Writer { play: choices.at, variant: choices.at.variant(), choices, brief }
    }

    fn san(&self, m: komadai_rules::Move) -> String {
        self.bare(m) + &placed_in_san(self.variant, m)
    }

    /// The same without what is placed.
    fn bare(&self, m: komadai_rules::Move) -> String {
        match m.kind() {
            MoveKind::Pass | MoveKind::Jitto => "--".to_owned(),
            MoveKind::Drop => format!("{}@{}", self.id(m.dropped()), self.name(m.to())),
            MoveKind::Castle => {
                let side = if m.via() > m.from() { "O-O" } else { "O-O-O" };
                let promotes = self.play.at(m.from()).map(|(_, piece)| self.promotion(m, piece));
                side.to_owned() + &promotes.unwrap_or_default()
            }
            _ => self.walk(m),
        }
    }

    fn walk(&self, m: komadai_rules::Move) -> String {
        let Some((_, piece)) = self.play.at(m.from()) else {
            return String::new();
        };
        let way = self.way(m);
        let letter = Some(self.id(piece)).filter(|id| *id != PAWN).unwrap_or_default();
        let origin = self.origin(m, piece, &way);
        format!("{letter}{origin}{way}{}", self.promotion(m, piece))
    }

    /// Everything after the square on which the move begins, promotion aside.
    fn way(&self, m: komadai_rules::Move) -> String {
        let to = self.name(m.to());
        if m.kind() == MoveKind::Shot {
            return format!("x!{}", self.name(m.via()));
        }
        if m.kind() == MoveKind::EnPassant {
            return format!("x{to}");
        }
        let captures = self.play.captures(m);
        let mark = |square: Square| if captures.contains(&square) { "x" } else { "-" };
        let middles = self.play.middles(m);
        let mut way: String =
            middles.iter().map(|s| mark(*s).to_owned() + &self.name(*s)).collect();
        // A plain move has no mark, but the last of several legs has.
        let captured = captures.contains(&m.to()) && m.to() != m.from();
        way += if captured {
            "x"
        } else if middles.is_empty() {
            ""
        } else {
            "-"
        };
        way + &to
    }

    /// As much of the square on which the move begins as is needed to know which piece moves.
    fn origin(&self, m: komadai_rules::Move, piece: PieceType, way: &str) -> String {
        let board = &self.variant.board;
        let from = m.from();
        let data = &self.variant.pieces[piece.index()];
        if !self.brief && (data.flies.is_some() || description(data).is_none()) {
            return self.name(from);
        }
        let ways = self.choices.ways(m.to(), piece, |other| self.way(other));
        let rivals = ways.iter().filter(|(other, known)| *other != from && known == way);
        let rivals: Vec<Square> = rivals.map(|(other, _)| *other).collect();
        let name = self.name(from);
        let (file, rank) = name.split_at(1);
        let takes_as_pawn = self.id(piece) == PAWN && way.starts_with('x');
        let shares = |of: fn(&komadai_rules::variant::Board, Square) -> u8| {
            rivals.iter().any(|rival| of(board, *rival) == of(board, from))
        };
        let shares_file = shares(komadai_rules::variant::Board::file);
        let shares_rank = shares(komadai_rules::variant::Board::rank);
        match (rivals.is_empty(), shares_file, shares_rank) {
            (true, _, _) if takes_as_pawn => file.to_owned(),
            (true, _, _) => String::new(),
            (false, false, _) => file.to_owned(),
            (false, true, false) if !takes_as_pawn => rank.to_owned(),
            (false, true, _) => name,
        }
    }

    /// `=Q`, `+`, or `=` if it could have promoted.
    fn promotion(&self, m: komadai_rules::Move, piece: PieceType) -> String {
        let choices = &self.variant.pieces[piece.index()].promotes;
        match (usize::from(m.promotion()).checked_sub(1), choices.len()) {
            (Some(choice), 2..) => {
                let letters = |to: &PieceType| promotion_letters(self.variant, *to);
                choices.get(choice).map_or_else(String::new, |to| format!("={}", letters(to)))
            }
            (Some(_), _) => "+".to_owned(),
            (None, 0) => String::new(),
            (None, _) if self.choices.could_promote(m) => "=".to_owned(),
            (None, _) => String::new(),
        }
    }

    /// `+`, `#` or nothing.
    fn check(&self, m: komadai_rules::Move) -> &'static str {
        if !marks_checks(self.variant) {
            return "";
        }
        let mut after = self.play.clone();
        after.push(m);
        match (after.in_check(), after.has_legal_move()) {
            (true, false) => "#",
            (true, true) => "+",
            (false, _) => "",
        }
    }

    fn id(&self, piece: PieceType) -> &str {
        &self.variant.pieces[piece.index()].id
    }

    fn name(&self, square: Square) -> String {
        self.variant.square_name(square)
    }
}
