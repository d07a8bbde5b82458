//! A small reader of SFEN and of chess's FEN, enough for the worked cases.

use komadai_rules::variant::{PieceData, PositionText};
use komadai_rules::{Color, PieceType, Setup, Square, Variant};

/// A square by its algebraic name.
pub(crate) fn square(files: u8, first_rank: u8, name: &str) -> Square {
    let file = name.as_bytes()[0] - b'a';
    let rank: u8 = name[1..].parse().expect("a rank");
    Square((rank - first_rank) * files + file)
}

/// The algebraic name of a square.
pub(crate) fn name(files: u8, first_rank: u8, cell: usize) -> String {
    let (rank, file) = (cell / usize::from(files), cell % usize::from(files));
    format!("{}{}", char::from(b'a' + file as u8), rank + usize::from(first_rank))
}

/// Reads a position. Panics on anything that is not one: the cases are known to be good.
pub(crate) fn setup(v: &Variant, text: &str) -> Setup {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let mut s = Setup {
        board: board(v, fields[0]),
        hands: [vec![0; v.pieces.len()], vec![0; v.pieces.len()]],
        side: Color::First,
        ply: 0,
        passes: [0; 2],
        unmoved: None,
        en_passant: Vec::new(),
        passed_pawn: None,
        quiet: 0,
        checks_given: [0; 2],
        just_took: None,
        counted: None,
    };
    if v.board.text == PositionText::Fen {
        fen_fields(v, &fields[1..], &mut s);
    } else {
        sfen_fields(v, &fields[1..], &mut s);
    }
    super::canonical(v, &s)
}

fn sfen_fields(v: &Variant, fields: &[&str], s: &mut Setup) {
    if fields[0] == "w" {
        s.side = Color::Second;
    }
    hands(v, fields[1], s);
    s.ply = fields.get(2).map_or(0, |n| n.parse::<u32>().expect("a number") - 1);
    for flag in fields.iter().skip(3).flat_map(|f| f.split(',')) {
        match flag.split_once('=') {
            None => s.passes[s.side.index()] = 1,
            Some(("unmoved", list)) => s.unmoved = Some(squares(v, list)),
            Some(("quiet", n)) => s.quiet = n.parse().expect("a number"),
            Some((key, _)) => panic!("no flag {key}"),
        }
    }
}

fn fen_fields(v: &Variant, fields: &[&str], s: &mut Setup) {
    if fields[0] == "b" {
        s.side = Color::Second;
    }
    let named = |name: &str| square(v.board.files, v.board.first_rank, name);
    let rights = fields[1].chars().filter(|c| *c != '-').flat_map(|right| {
        let rank = if right.is_uppercase() { '1' } else { '8' };
        let rook = if right.eq_ignore_ascii_case(&'k') { 'h' } else { 'a' };
        [named(&format!("e{rank}")), named(&format!("{rook}{rank}"))]
    });
    s.unmoved = Some(rights.collect());
    s.en_passant = (fields[2] != "-").then(|| named(fields[2])).into_iter().collect();
    s.quiet = fields.get(3).map_or(0, |n| n.parse().expect("a number"));
    let number: u32 = fields.get(4).map_or(1, |n| n.parse().expect("a number"));
    s.ply = 2 * (number - 1) + s.side as u32;
}

fn squares(v: &Variant, list: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut rest = list.trim_matches('-');
    while !rest.is_empty() {
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| n + 1);
        squares.push(square(v.board.files, v.board.first_rank, &rest[..digits]));
        rest = &rest[digits..];
    }
    squares
}

fn kind(v: &Variant, id: &str) -> PieceType {
    let id = id.to_uppercase();
    let known = |p: &PieceData| p.id == id || p.aliases.contains(&id);
    PieceType(v.pieces.iter().position(known).unwrap_or_else(|| panic!("no piece {id}")) as u8)
}

fn owner(letter: char) -> Color {
    if letter.is_uppercase() { Color::First } else { Color::Second }
}

fn board(v: &Variant, text: &str) -> Vec<Option<(Color, PieceType)>> {
    let mut rows: Vec<Vec<Option<(Color, PieceType)>>> =
        text.split('/').map(|row| board_row(v, row)).collect();
    rows.reverse();
    let full = |row: &Vec<_>| row.len() == usize::from(v.board.files);
    assert!(rows.len() == usize::from(v.board.ranks) && rows.iter().all(full), "{text}");
    rows.concat()
}

fn board_row(v: &Variant, row: &str) -> Vec<Option<(Color, PieceType)>> {
    let mut men = Vec::new();
    let (mut number, mut plus) = (0, "");
    for c in row.chars().chain(['.']) {
        match c.to_digit(10) {
            Some(digit) => number = number * 10 + digit as usize,
            None => men.extend(std::iter::repeat_n(None, std::mem::take(&mut number))),
        }
        match c {
            '+' => plus = "+",
            '*' => men.push(None),
            c if c.is_alphabetic() => {
                men.push(Some((owner(c), kind(v, &format!("{plus}{c}")))));
                plus = "";
            }
            _ => {}
        }
    }
    men
}

fn hands(v: &Variant, text: &str, s: &mut Setup) {
    let mut number = 0;
    for c in text.chars().filter(|c| *c != '-') {
        match c.to_digit(10) {
            Some(digit) => number = number * 10 + digit as u8,
            None => {
                let held = kind(v, &c.to_string());
                s.hands[owner(c).index()][held.index()] += number.max(1);
                number = 0;
            }
        }
    }
}
