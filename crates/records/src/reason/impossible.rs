//! What is wrong with a position, in Japanese.

use super::words::Words;
use komadai_rules::{SetupError, Variant};

/// An error of a setup as a Japanese sentence. It must be about a position of this variant.
pub fn impossible(variant: &Variant, error: &SetupError) -> String {
    let words = Words(variant);
    let square = |name: &str| {
        let found = variant.parse_square(name);
        found.map_or_else(|| name.to_owned(), |square| words.square(square))
    };
    match error {
        SetupError::OnHole(at) => format!("{}というマスはありません。", square(at)),
        SetupError::Confined(at) => format!("{}の駒はそこには置けません。", square(at)),
        SetupError::Stuck(at) => format!("{}の駒は行き所のない駒です。", square(at)),
        SetupError::TooManyRoyals(side) => {
            format!("{}に王となる駒が複数あります。", words.side(side))
        }
        SetupError::OpponentInCheck(side, _) => {
            format!("{}は手番ではないのに王手がかかっています。", words.side(side))
        }
        SetupError::NotForHand(id) => {
            let piece = variant.pieces.iter().find(|piece| piece.id == *id);
            let name = piece.map_or(id.as_str(), |piece| words.named(&piece.name.en));
            format!("{name}は持ち駒にできません。")
        }
        SetupError::NotUnmoved(at) => {
            format!("{}の駒には、動いていないことによる権利がありません。", square(at))
        }
        SetupError::NoPass => "このゲームに強制パスはありません。".to_owned(),
        SetupError::NoChecks => "このゲームでは王手の数を数えません。".to_owned(),
        SetupError::NoCount => "このゲームにそのような手数の数え方はありません。".to_owned(),
        SetupError::TooManyChecks(side) => {
            format!("{}のかけた王手の数が多すぎます。", words.side(side))
        }
        SetupError::NothingJustTaken(at) => {
            format!("{}で今駒を取った手は、このゲームでは意味がありません。", square(at))
        }
        SetupError::NoEnPassant(at) => format!("{}を今通過できた駒はありません。", square(at)),
        SetupError::TwoOnFile(name) => {
            format!("同じ筋に{}が二枚あります。", words.named(name))
        }
        _ => error.to_string(),
    }
}
