//! What XBoard has to know of a game: names, pictures, movements.

use super::names::{KNOWN, game_named};
use komadai_betza::to_xboard;
use komadai_records::position::to_fen;
use komadai_rules::variant::{CaptureDuty, LimitPlace, Movement, PieceData, load_builtin};
use komadai_rules::{PieceType, Square, Variant};

/// XBoard's pictures in Shogi, by the letter of the piece; the promoted forms have as
/// many further places, in the same order.
const SHOGI_PLACES: &str = "PNBRLS...G.";
/// XBoard's pictures in all other games but Chu Shogi itself. What stands in the place of the Pawn or of
/// the Lance is promoted on the last rank unless a `=` says that it is not (`MovesFromString` in its
/// moves.c); the second is left free, and the first but for pawns.
const FAIRY_PLACES: &str = "PNBRQFEACWMOHIJGDV.SU";
const PAWN: char = 'P';
const NOBODY: char = '.';
/// The letters for which XBoard's Chu Shogi has pictures, with all their promoted forms.
const CHU_LETTERS: &str = "PIBRQNSEXOGHDLVTCAFMK";
const CHU_SIZE: u8 = 12;
/// XBoard's own table for its Chu Shogi (`InitPosition` in its backend.c). While it loads a record, it
/// knows of a game that an engine has described only what its settings say.
pub(super) const CHU_TABLE: &str = "P.BRQSEXOG...HD..^DLI^HNV........^T..^L.C...A^AFT/^F^G^M.^E^X^O^I.^P.^B^R..M^S^C^VK\
                                    p.brqsexog...hd..^dli^hnv........^t..^l.c...a^aft/^f^g^m.^e^x^o^i.^p.^b^r..m^s^c^vk";

/// The game of XBoard's whose rules for what descriptions cannot say are nearest. Outside Shogi, any
/// piece may promote to its own `+` form anywhere in Chu Shogi only, elsewhere the first eleven of its
/// table (`LegalityTest` in its moves.c).
fn parent(v: &Variant) -> &'static str {
    if is_a_shogi(v) {
        "shogi"
    } else if v.pieces.iter().any(|piece| piece.id.starts_with('+')) {
        "chu"
    } else {
        "fairy"
    }
}

/// Whether this is Shogi on a board of another size, so that XBoard knows the rules: it goes by its
/// pieces (its Knights, Lances and Pawns must promote where Shogi's could never move again), a third of
/// the ranks as the zone, one Pawn a file.
pub(super) fn is_a_shogi(v: &Variant) -> bool {
    let Ok(shogi) = load_builtin("shogi", &[]) else { return false };
    let shogi = &shogi.variant;
    let is_known =
        |piece: &PieceData| shogi.pieces.iter().any(|known| is_same(shogi, known, v, piece));
    let promotes =
        |v: &Variant| (v.promotion.when, v.promotion.mandatory, v.promotion.forced_when_stuck);
    let drops = |v: &Variant| (v.drops.allowed, v.drops.not_stuck, v.drops.promoted);
    v.pieces.iter().all(is_known)
        && has_shogis_zone(v)
        && promotes(v) == promotes(shogi)
        && drops(v) == drops(shogi)
        && v.drops.zone.is_none()
        && limits(v) == limits(shogi)
        && v.promotion.limits.is_empty()
        && v.capture_duty == CaptureDuty::None
        && v.explosion.is_none()
        && v.placement.is_none()
        && v.capture_limits.is_empty()
        && v.borrowing.is_none()
        && v.end.check_may_be_given
        && v.end.royals == shogi.end.royals
        && !v.end.royals_may_be_left
        && v.board.vanishing.is_empty()
        && v.shocks.is_empty()
        && v.passing.is_empty()
}

/// Whether two pieces of two games are called, move and promote alike.
fn is_same(v: &Variant, piece: &PieceData, other: &Variant, its: &PieceData) -> bool {
    let does = |movement: &Movement, its: &Movement| {
        let limits =
            |it: &Movement| (it.from.clone(), it.to.clone(), it.over.clone(), it.takes.clone());
        movement.tree == its.tree && limits(movement) == limits(its)
    };
    let alike = piece.moves.len() == its.moves.len()
        && piece.moves.iter().zip(&its.moves).all(|(movement, its)| does(movement, its));
    (&piece.id, piece.royal, &piece.flies, &piece.burns)
        == (&its.id, its.royal, &its.flies, &its.burns)
        && alike
        && ids(v, &piece.promotes) == ids(other, &its.promotes)
}

/// How many of which pieces may be dropped where.
fn limits(v: &Variant) -> Vec<(Vec<&str>, LimitPlace, u32)> {
    let limits = v.drops.limits.iter();
    limits.map(|limit| (ids(v, &limit.types), limit.per, limit.count)).collect()
}

fn ids<'v>(v: &'v Variant, types: &[PieceType]) -> Vec<&'v str> {
    types.iter().map(|piece| v.pieces[piece.index()].id.as_str()).collect()
}

/// Whether each side promotes on the last third of the ranks.
fn has_shogis_zone(v: &Variant) -> bool {
    let (ranks, depth) = (v.board.ranks, v.board.ranks / 3 + u8::from(v.board.ranks == 8));
    let is_far = |side: usize, square: Square| {
        let rank = v.board.rank(square);
        if side == 0 { rank >= ranks - depth } else { rank < depth }
    };
    let squares = usize::from(depth) * usize::from(v.board.files);
    let mut sides = v.promotion.zone.iter().enumerate();
    sides.all(|(side, zone)| zone.len() == squares && zone.iter().all(|&at| is_far(side, at)))
}

/// Whether the pictures of Chu Shogi will do.
fn is_like_chu(v: &Variant) -> bool {
    let is_chu = |piece: &PieceData| CHU_LETTERS.contains(piece.id.trim_start_matches('+'));
    (v.board.files, v.board.ranks) == (CHU_SIZE, CHU_SIZE) && v.pieces.iter().all(is_chu)
}

/// How many types can be held in hand.
pub(super) fn holdings(v: &Variant) -> usize {
    let held = |(i, piece): &(usize, &PieceData)| piece.demotes_to.index() == *i && !piece.royal;
    if v.drops.allowed { v.pieces.iter().enumerate().filter(held).count() } else { 0 }
}

/// Whether XBoard has to ask the engine where a piece may go: it cannot know ranks, fire, squares that
/// vanish and turns that are lost, and who promotes where and what may be dropped it knows for Chess and
/// Shogi only.
pub(super) fn needs_engine(v: &Variant) -> bool {
    !KNOWN.contains(&v.id.as_str()) && !is_a_shogi(v)
}

/// The `setup` and `piece` lines of a game, nothing for those that XBoard knows.
pub(super) fn announcement(v: &Variant, name: &str) -> String {
    if KNOWN.contains(&game_named(name).as_str()) {
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
fn description(piece: &PieceData) -> Option<String> {
    let words = |m: &Movement| to_xboard(&m.tree).ok();
    let texts = piece.moves.iter().map(|m| words(m).filter(|_| m.holds_everywhere()));
    let text: String = texts.collect::<Option<Vec<_>>>()?.concat();
    (!text.is_empty()).then_some(text)
}

/// The letters of all pieces in the order of XBoard's pictures; none where the parent's own serve.
pub(super) fn table(v: &Variant) -> Option<String> {
    let half = match parent(v) {
        "chu" if is_like_chu(v) => return None,
        "shogi" => shogi_half(v),
        _ => fairy_half(v),
    };
    Some(format!("{half}{}", half.to_lowercase()))
}

/// The letters that need a picture: of all pieces but the king and what is promoted.
fn letters(v: &Variant) -> Vec<&str> {
    let king = king(v);
    let ids = v.pieces.iter().map(|piece| piece.id.as_str());
    ids.filter(|id| *id != king && !id.starts_with('+')).collect()
}

/// The royal piece that has the king's picture.
fn king(v: &Variant) -> &str {
    let is_king = |piece: &&PieceData| piece.royal && !piece.id.starts_with('+');
    let named_so = v.pieces.iter().filter(is_king).find(|piece| piece.id == "K");
    let king = named_so.or_else(|| v.pieces.iter().find(is_king));
    king.map_or("K", |piece| piece.id.as_str())
}

/// Every letter in its own place if there is one and `may_have` it, else in one that is free for any.
fn places(letters: &[&str], own: &str, may_have: impl Fn(&str) -> bool) -> Vec<Option<String>> {
    let mut places: Vec<Option<String>> = vec![None; own.len()];
    let is_own = |letter: &&&str| own.contains(**letter) && may_have(letter);
    let (at_home, guests): (Vec<&&str>, Vec<&&str>) = letters.iter().partition(is_own);
    for letter in at_home {
        if let Some(at) = own.find(*letter) {
            places[at] = Some((*letter).to_owned());
        }
    }
    let is_for_any = |at: usize| !own[at..].starts_with([PAWN, NOBODY]);
    for letter in guests {
        match (0..places.len()).find(|&at| places[at].is_none() && is_for_any(at)) {
            Some(at) => places[at] = Some((*letter).to_owned()),
            None => places.push(Some((*letter).to_owned())),
        }
    }
    places
}

/// Whether a piece only goes forward, and may promote.
fn is_pawn(piece: &PieceData) -> bool {
    let text = description(piece).unwrap_or_default();
    let mut steps = text.split_inclusive(|c: char| c.is_ascii_uppercase());
    let is_forward = |step: &str| step.contains('f') && !step.contains(['b', 's', 'v', 'l', 'r']);
    !piece.promotes.is_empty()
        && steps.all(|step| !step.ends_with(|c: char| c.is_ascii_uppercase()) || is_forward(step))
}

fn written(places: &[Option<String>]) -> String {
    places.iter().map(|place| place.as_deref().unwrap_or(".")).collect()
}

/// Promoted forms stand as `+` in the second eleven places.
fn shogi_half(v: &Variant) -> String {
    let places = places(&letters(v), SHOGI_PLACES, |_| true);
    let has_promoted = |id: &String| v.pieces.iter().any(|p| p.id.strip_prefix('+') == Some(id));
    let promoted = places.iter().map(|place| match place {
        Some(id) if has_promoted(id) => "+",
        _ => ".",
    });
    let promoted: String = promoted.collect();
    format!("{}{}{}", written(&places), promoted.trim_end_matches('.'), king(v))
}

/// Promoted forms stand as `^` and the letter in further places.
fn fairy_half(v: &Variant) -> String {
    let may_have = |id: &str| {
        !id.starts_with(PAWN) || v.pieces.iter().any(|piece| piece.id == id && is_pawn(piece))
    };
    let mut places = places(&letters(v), FAIRY_PLACES, may_have);
    let promoted = v.pieces.iter().filter_map(|piece| piece.id.strip_prefix('+'));
    places.extend(promoted.map(|id| Some(format!("^{id}"))));
    format!("{}{}", written(&places), king(v))
}
