//! Whether there are enough pieces to win.

use komadai_rules::{AnyPlay, Color, PieceType};

/// The pieces whose powers are known here, by their letters.
const CHESS: [&str; 6] = ["K", "Q", "R", "B", "N", "P"];

/// Whether a side can never mate, whatever the other one does. Of games with other pieces than those of chess only this
/// much is certain: nobody mates where nothing but royals is left.
pub fn is_too_weak(play: &AnyPlay, side: Color) -> bool {
    let variant = play.variant();
    let holds = |piece| play.hand(side, piece) > 0;
    if variant.captures_to_hand || types(play).any(holds) || wins_otherwise(play) {
        return false;
    }
    let others = others(play);
    let own = |id: &str| others.iter().any(|it| it.side == side && it.id == id);
    if !variant.pieces.iter().all(|piece| CHESS.contains(&piece.id.as_str())) {
        return others.is_empty();
    }
    let strong = own("Q") || own("R") || own("P") || (own("N") && others.len() > 1);
    let on_shade = |shade| others.iter().any(|it| it.id == "B" && it.shade == shade);
    let both_shades = on_shade(0) && on_shade(1);
    let helped = both_shades || others.iter().any(|it| it.id != "B");
    !(strong || own("B") && helped)
}

/// Whether a royal alone may win: by reaching a goal, or when the other side runs out of pieces.
fn wins_otherwise(play: &AnyPlay) -> bool {
    let end = &play.variant().end;
    end.flag.is_some() || !end.extinction.is_empty()
}

/// A piece that is not royal.
struct Other<'p> {
    side: Color,
    id: &'p str,
    /// The colour of its square, as on a chequered board.
    shade: u8,
}

fn others(play: &AnyPlay) -> Vec<Other<'_>> {
    let variant = play.variant();
    let other = |square| {
        let (side, piece) = play.at(square)?;
        let data = &variant.pieces[piece.index()];
        let shade = (variant.board.file(square) + variant.board.rank(square)) % 2;
        (!data.royal).then_some(Other { side, id: &data.id, shade })
    };
    variant.board.squares().filter_map(other).collect()
}

fn types(play: &AnyPlay) -> impl Iterator<Item = PieceType> {
    (0..play.variant().pieces.len()).map(|number| PieceType(number as u8))
}
