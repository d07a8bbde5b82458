//! Boards as text.

use crate::Game;
use komadai_records::json::checks;
use komadai_rules::{AnyPlay, Color, PieceType, Square};

/// The letters of what stands on each rank from the top; lower case for the second side, empty for nothing.
fn ranks(play: &AnyPlay) -> Vec<Vec<String>> {
    let variant = play.variant();
    let mut ranks = vec![Vec::new(); usize::from(variant.board.ranks)];
    for square in variant.board.squares() {
        let from_top = variant.board.ranks - 1 - variant.board.rank(square);
        ranks[usize::from(from_top)].push(letters(play, square));
    }
    ranks
}

fn letters(play: &AnyPlay, square: Square) -> String {
    let letters = |(side, piece): (Color, PieceType)| {
        let id = &play.variant().pieces[piece.index()].id;
        if side == Color::First { id.clone() } else { id.to_lowercase() }
    };
    play.at(square).map(letters).unwrap_or_default()
}

/// A board as a line for each rank.
pub fn rows(play: &AnyPlay) -> String {
    let cell = |text: &String| if text.is_empty() { ".".to_owned() } else { text.clone() };
    let row = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
    ranks(play).iter().map(row).collect::<Vec<_>>().join("\n")
}

/// The pieces in a hand, in lower case, one after the other.
pub fn pocket(game: &Game, play: &AnyPlay, side: Color) -> String {
    let fen = game.fen(play);
    let hands =
        fen.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or("", |it| it.0);
    let own = |c: &char| c.is_uppercase() == (side == Color::First);
    hands.chars().filter(own).map(|c| c.to_ascii_lowercase()).collect()
}

/// A board as a table, with what else there is to know of a position.
pub fn drawn(game: &Game, play: &AnyPlay) -> String {
    let board = &play.variant().board;
    let line = format!("\n +{}\n", "---+".repeat(usize::from(board.files)));
    let mut text = line.clone();
    for (number, row) in ranks(play).iter().enumerate() {
        let cells: String = row.iter().map(|letters| format!("|{letters:>2} ")).collect();
        let rank = usize::from(board.ranks - 1 + board.first_rank) - number;
        text += &format!(" {cells}|{rank}");
        let side = match number {
            0 => Some(Color::Second),
            _ if number + 1 == usize::from(board.ranks) => Some(Color::First),
            _ => None,
        };
        text += &side.map(|side| beside(game, play, side)).unwrap_or_default();
        text += &line;
    }
    let files = (b'a'..).take(usize::from(board.files)).map(char::from);
    text.extend(files.map(|file| format!("   {file}")));
    let mut checkers: Vec<String> = checks(play).into_iter().map(|check| check.from).collect();
    checkers.dedup();
    text + &format!(
        "\n\nFen: {}\nSfen: {}\nKey: {:016X}\nCheckers: {}",
        game.fen(play),
        game.sfen(play),
        play.key(),
        checkers.join(" ")
    )
}

/// Whose turn it is, and what is in a hand.
fn beside(game: &Game, play: &AnyPlay, side: Color) -> String {
    let mark = if play.side() == side { " *" } else { "  " };
    let variant = play.variant();
    if !variant.drops.allowed && !variant.captures_to_hand {
        return mark.to_owned();
    }
    let held = pocket(game, play, side);
    format!("{mark} [{}]", if side == Color::First { held.to_uppercase() } else { held })
}
