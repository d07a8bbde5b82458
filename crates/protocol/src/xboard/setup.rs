//! What XBoard has to know of a game: names, pictures, movements.

use komadai_betza::to_xboard;
use komadai_records::position::to_fen;
use komadai_rules::Variant;
use komadai_rules::variant::{Movement, Piece};

/// Our name for what XBoard calls [`NORMAL`].
pub(super) const CHESS: &str = "chess";
const NORMAL: &str = "normal";
/// Games whose start and rules XBoard knows itself.
const KNOWN: [&str; 2] = [CHESS, "shogi"];

/// XBoard's pictures in the games with drops, by the letter of the piece; the promoted forms have as
/// many further places, in the same order.
const SHOGI_PLACES: &str = "PNBRLS...G.";
/// XBoard's pictures in all games without drops.
const FAIRY_PLACES: &str = "PNBRQFEACWMOHIJGDVLSU";
/// The letters for which XBoard's Chu Shogi has pictures, with all their promoted forms.
const CHU_LETTERS: &str = "PIBRQNSEXOGHDLVTCAFMK";
const CHU_SIZE: u8 = 12;

/// The game that XBoard means by a name; those of boards of other sizes have a prefix.
pub(super) fn game_named(name: &str) -> &str {
    let plain = name.split_once('_').filter(|(size, _)| size.contains('x'));
    match plain.map_or(name, |(_, plain)| plain) {
        NORMAL => CHESS,
        name => name,
    }
}

/// XBoard's name for a game.
pub(super) fn name_of(id: &str) -> &str {
    if id == CHESS { NORMAL } else { id }
}

/// The game of XBoard's whose rules for what descriptions cannot say are nearest. Without drops it
/// lets any piece promote to its own `+` form in Chu Shogi only, elsewhere the first eleven of its
/// table (`LegalityTest` in its moves.c).
fn parent(v: &Variant) -> &'static str {
    if v.drops.allowed {
        "shogi"
    } else if v.pieces.iter().any(|piece| piece.id.starts_with('+')) {
        "chu"
    } else {
        "fairy"
    }
}

/// Whether the pictures of Chu Shogi will do.
fn is_like_chu(v: &Variant) -> bool {
    let is_chu = |piece: &Piece| CHU_LETTERS.contains(piece.id.trim_start_matches('+'));
    (v.board.files, v.board.ranks) == (CHU_SIZE, CHU_SIZE) && v.pieces.iter().all(is_chu)
}

/// How many types can be held in hand.
pub(super) fn holdings(v: &Variant) -> usize {
    let held = |(i, piece): &(usize, &Piece)| piece.demotes_to.index() == *i && !piece.royal;
    if v.drops.allowed { v.pieces.iter().enumerate().filter(held).count() } else { 0 }
}

/// Whether XBoard cannot judge moves by descriptions alone, and has to ask the engine where a piece
/// may go: ranks, fire, squares that vanish, turns that are lost, royals that may be left, promotions
/// in hand games beyond the eleven types of its Shogi.
pub(super) fn needs_engine(v: &Variant) -> bool {
    let odd = |piece: &Piece| piece.flies.is_some() || piece.burns.is_some();
    let has_many = v.drops.allowed && shogi_half(v).is_none();
    has_many
        || v.end.royals_may_be_left
        || !v.board.vanishing.is_empty()
        || !v.shocks.is_empty()
        || v.pieces.iter().any(|piece| odd(piece) || description(piece).is_none())
}

/// The `setup` and `piece` lines of a game, nothing for those that XBoard knows.
pub(super) fn announcement(v: &Variant, name: &str) -> String {
    if KNOWN.contains(&game_named(name)) {
        return format!("# {}", v.name);
    }
    let mut lines = vec![setup(v)];
    for piece in &v.pieces {
        lines.push(match description(piece) {
            Some(text) => format!("piece {}& {text}", piece.id),
            None => format!("# {} moves in a way that cannot be described", piece.name.en),
        });
    }
    lines.join("\n")
}

fn setup(v: &Variant) -> String {
    let table = table(v).map(|table| format!("({table}) ")).unwrap_or_default();
    let (files, ranks, held) = (v.board.files, v.board.ranks, holdings(v));
    let fen = v.start_setup(None).map(|setup| to_fen(v, &setup)).unwrap_or_default();
    // Castling, en passant and what we say beyond a FEN mean nothing there.
    let board = fen.split(' ').next().unwrap_or_default().replace("[]", "[-]");
    let side = fen.split(' ').nth(1).unwrap_or("w");
    format!("setup {table}{files}x{ranks}+{held}_{} {board} {side} 0 1", parent(v))
}

/// How a piece moves, in XBoard's words, as far as it has any: ranks, over which pieces fly, it
/// knows not.
fn description(piece: &Piece) -> Option<String> {
    let texts = piece.moves.iter().map(|m: &Movement| to_xboard(&m.tree).ok());
    let text: String = texts.collect::<Option<Vec<_>>>()?.concat();
    (!text.is_empty()).then_some(text)
}

/// The letters of all pieces in the order of XBoard's pictures; none where the parent's own serve.
pub(super) fn table(v: &Variant) -> Option<String> {
    let half = match parent(v) {
        "chu" if is_like_chu(v) => return None,
        "shogi" => shogi_half(v).unwrap_or_else(|| fairy_half(v)),
        _ => fairy_half(v),
    };
    Some(format!("{half}{}", half.to_lowercase()))
}

/// The letters that need a picture: of pieces that are neither royal nor promoted.
fn letters(v: &Variant) -> Vec<&str> {
    let plain = |piece: &&Piece| !piece.royal && !piece.id.starts_with('+');
    v.pieces.iter().filter(plain).map(|piece| piece.id.as_str()).collect()
}

fn king(v: &Variant) -> &str {
    let king = v.pieces.iter().find(|piece| piece.royal && !piece.id.starts_with('+'));
    king.map_or("K", |piece| piece.id.as_str())
}

/// Every letter in its own place if there is one, else in one that is free.
fn places(letters: &[&str], own: &str) -> Vec<Option<String>> {
    let mut places: Vec<Option<String>> = vec![None; own.len()];
    let is_own = |letter: &&&str| own.contains(**letter);
    let (at_home, guests): (Vec<&&str>, Vec<&&str>) = letters.iter().partition(is_own);
    for letter in at_home {
        if let Some(at) = own.find(*letter) {
            places[at] = Some((*letter).to_owned());
        }
    }
    for letter in guests {
        match places.iter().position(Option::is_none) {
            Some(at) => places[at] = Some((*letter).to_owned()),
            None => places.push(Some((*letter).to_owned())),
        }
    }
    places
}

fn written(places: &[Option<String>]) -> String {
    places.iter().map(|place| place.as_deref().unwrap_or(".")).collect()
}

/// Promoted forms stand as `+` in the second eleven places; `None` if there are too many letters.
fn shogi_half(v: &Variant) -> Option<String> {
    let places = places(&letters(v), SHOGI_PLACES);
    if places.len() > SHOGI_PLACES.len() {
        return None;
    }
    let has_promoted = |id: &String| v.pieces.iter().any(|p| p.id.strip_prefix('+') == Some(id));
    let promoted = places.iter().map(|place| match place {
        Some(id) if has_promoted(id) => "+",
        _ => ".",
    });
    let promoted: String = promoted.collect();
    Some(format!("{}{}{}", written(&places), promoted.trim_end_matches('.'), king(v)))
}

/// Promoted forms stand as `^` and the letter in further places.
fn fairy_half(v: &Variant) -> String {
    let mut places = places(&letters(v), FAIRY_PLACES);
    let promoted = v.pieces.iter().filter_map(|piece| piece.id.strip_prefix('+'));
    places.extend(promoted.map(|id| Some(format!("^{id}"))));
    format!("{}{}", written(&places), king(v))
}
