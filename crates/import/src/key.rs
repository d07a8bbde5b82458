//! The keys that a section may have: what they take, what they set, and what becomes of them.

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// The number of a rank.
    Rank,
    /// The letter or the number of a file.
    File,
    /// `win`, `loss`, `draw` or `none`, for the side to move.
    Outcome,
    /// Squares.
    Region,
    /// Letters of pieces; `*` is all of them together, `-` none.
    Types,
    /// Pairs of letters, `p:g`.
    Pairs,
    /// Letters and numbers, `q:1 r:2`.
    Counts,
    /// Any text.
    Text,
}

/// What becomes of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The game says it.
    Said,
    /// It is about how a game is shown or searched.
    Shown,
    /// Our files cannot say it: what it would mean.
    Refused(&'static str),
}

/// A key. One that sets others, for both sides or by an older name, has no value of its own.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    /// What holds without it.
    pub(crate) default: &'static str,
    pub(crate) fate: Fate,
    /// The keys that it sets instead of itself.
    pub(crate) sets: &'static [&'static str],
}

/// The key of that name.
pub(crate) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// The names of all keys but those of pieces.
pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
    KEYS.iter().map(|key| key.name)
}

const fn said(name: &'static str, takes: Takes, default: &'static str) -> Key {
    Key { name, takes, default, fate: Fate::Said, sets: &[] }
}

const fn shown(name: &'static str) -> Key {
    Key { name, takes: Takes::Text, default: "", fate: Fate::Shown, sets: &[] }
}

const fn refused(
    name: &'static str,
    takes: Takes,
    default: &'static str,
    means: &'static str,
) -> Key {
    Key { name, takes, default, fate: Fate::Refused(means), sets: &[] }
}

/// A key that sets others.
const fn sets(name: &'static str, takes: Takes, others: &'static [&'static str]) -> Key {
    Key { name, takes, default: "", fate: Fate::Said, sets: others }
}

use Takes::{Counts, File, Flag, Number, Outcome, Pairs, Rank, Region, Text, Types};

/// All keys, in the order in which they apply: what sets others stands before them. Keys of pieces
/// (`rook`, `customPiece1`, `mobilityRegionWhiteRook`) are known by the pieces.
pub(crate) const KEYS: &[Key] = &[
    said("maxRank", Rank, "8"),
    said("maxFile", File, "8"),
    shown("pieceValueMg"),
    shown("pieceValueEg"),
    shown("variantTemplate"),
    shown("pieceToCharTable"),
    shown("pocketSize"),
    // Older names.
    said("promotionRank", Rank, ""),
    said("doubleStepRank", Rank, ""),
    said("doubleStepRankMin", Rank, ""),
    sets("whiteFlag", Region, &["flagRegionWhite"]),
    sets("blackFlag", Region, &["flagRegionBlack"]),
    sets("castlingRookPiece", Types, &["castlingRookPiecesWhite", "castlingRookPiecesBlack"]),
    sets("whiteDropRegion", Region, &["dropRegionWhite"]),
    sets("blackDropRegion", Region, &["dropRegionBlack"]),
    refused("dropOnTop", Flag, "false", "pieces are dropped on top of others"),
    // Several at once.
    sets(
        "pawnTypes",
        Types,
        &[
            "promotionPawnTypesWhite",
            "promotionPawnTypesBlack",
            "enPassantTypesWhite",
            "enPassantTypesBlack",
            "nMoveRuleTypesWhite",
            "nMoveRuleTypesBlack",
        ],
    ),
    refused("chess960", Flag, "false", "the first rank is shuffled, and castling with it"),
    refused("twoBoards", Flag, "false", "a game on two boards"),
    said("startFen", Text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    // Promotion.
    said("promotionRegionWhite", Region, "*8"),
    said("promotionRegionBlack", Region, "*1"),
    sets("promotionPawnTypes", Types, &["promotionPawnTypesWhite", "promotionPawnTypesBlack"]),
    said("promotionPawnTypesWhite", Types, "p"),
    said("promotionPawnTypesBlack", Types, "p"),
    sets("promotionPieceTypes", Types, &["promotionPieceTypesWhite", "promotionPieceTypesBlack"]),
    said("promotionPieceTypesWhite", Types, "qrbn"),
    said("promotionPieceTypesBlack", Types, "qrbn"),
    refused("sittuyinPromotion", Flag, "false", "pawns promote instead of moving, as in sittuyin"),
    said("promotionLimit", Counts, ""),
    said("promotedPieceType", Pairs, ""),
    said("piecePromotionOnCapture", Flag, "false"),
    said("mandatoryPawnPromotion", Flag, "true"),
    said("mandatoryPiecePromotion", Flag, "false"),
    said("pieceDemotion", Flag, "false"),
    // Captures with effects.
    said("blastOnCapture", Flag, "false"),
    said("blastImmuneTypes", Types, "-"),
    refused("mutuallyImmuneTypes", Types, "-", "pieces that do not capture their like"),
    refused("petrifyOnCaptureTypes", Types, "-", "pieces that turn into walls when they capture"),
    refused("petrifyBlastPieces", Flag, "false", "pieces that a capture destroys turn into walls"),
    // Pawns.
    said("doubleStep", Flag, "true"),
    said("doubleStepRegionWhite", Region, "*2"),
    said("doubleStepRegionBlack", Region, "*7"),
    said("tripleStepRegionWhite", Region, "-"),
    said("tripleStepRegionBlack", Region, "-"),
    sets("enPassantRegion", Region, &["enPassantRegionWhite", "enPassantRegionBlack"]),
    said("enPassantRegionWhite", Region, "all"),
    said("enPassantRegionBlack", Region, "all"),
    sets("enPassantTypes", Types, &["enPassantTypesWhite", "enPassantTypesBlack"]),
    said("enPassantTypesWhite", Types, "p"),
    said("enPassantTypesBlack", Types, "p"),
    // Castling.
    said("castling", Flag, "true"),
    refused("castlingDroppedPiece", Flag, "false", "a king that was dropped may castle"),
    said("castlingKingsideFile", File, "7"),
    said("castlingQueensideFile", File, "3"),
    said("castlingRank", Rank, "1"),
    said("castlingKingFile", File, "5"),
    sets("castlingKingPiece", Types, &["castlingKingPieceWhite", "castlingKingPieceBlack"]),
    said("castlingKingPieceWhite", Types, "k"),
    said("castlingKingPieceBlack", Types, "k"),
    said("castlingRookKingsideFile", File, "16"),
    said("castlingRookQueensideFile", File, "1"),
    sets("castlingRookPieces", Types, &["castlingRookPiecesWhite", "castlingRookPiecesBlack"]),
    said("castlingRookPiecesWhite", Types, "r"),
    said("castlingRookPiecesBlack", Types, "r"),
    refused("oppositeCastling", Flag, "false", "the sides may not castle to the same side"),
    // Moves that are or are not allowed.
    said("checking", Flag, "true"),
    refused("dropChecks", Flag, "true", "no drop may give check"),
    said("mustCapture", Flag, "false"),
    refused("mustDrop", Flag, "false", "who has a piece in hand must drop it"),
    refused("mustDropType", Types, "*", "which piece must be dropped first"),
    said("pieceDrops", Flag, "false"),
    said("dropLoop", Flag, "false"),
    said("capturesToHand", Flag, "false"),
    said("firstRankPawnDrops", Flag, "false"),
    said("promotionZonePawnDrops", Flag, "false"),
    refused("enclosingDrop", Text, "none", "drops only beside or around other pieces"),
    refused("enclosingDropStart", Region, "-", "the squares of the first drops"),
    said("dropRegionWhite", Region, "all"),
    said("dropRegionBlack", Region, "all"),
    refused("sittuyinRookDrop", Flag, "false", "rooks are dropped on the first rank only"),
    refused("dropOppositeColoredBishop", Flag, "false", "bishops go to squares of both colours"),
    said("dropPromoted", Flag, "false"),
    said("dropNoDoubled", Types, "-"),
    said("dropNoDoubledCount", Number, "1"),
    said("immobilityIllegal", Flag, "false"),
    said("gating", Flag, "false"),
    said("wallingRule", Text, "none"),
    sets("wallingRegion", Region, &["wallingRegionWhite", "wallingRegionBlack"]),
    said("wallingRegionWhite", Region, "all"),
    said("wallingRegionBlack", Region, "all"),
    refused("wallOrMove", Flag, "false", "a side builds a wall instead of moving"),
    said("seirawanGating", Flag, "false"),
    refused("cambodianMoves", Flag, "false", "king and queen leap once, as in ouk chatrang"),
    said("diagonalLines", Region, "-"),
    sets("pass", Flag, &["passWhite", "passBlack"]),
    said("passWhite", Flag, "false"),
    said("passBlack", Flag, "false"),
    sets("passOnStalemate", Flag, &["passOnStalemateWhite", "passOnStalemateBlack"]),
    said("passOnStalemateWhite", Flag, "false"),
    said("passOnStalemateBlack", Flag, "false"),
    refused("makpongRule", Flag, "false", "a king in check may not flee"),
    said("flyingGeneral", Flag, "false"),
    said("soldierPromotionRank", Rank, "1"),
    refused("flipEnclosedPieces", Text, "none", "pieces between others change sides"),
    // How the game ends.
    sets("nMoveRuleTypes", Types, &["nMoveRuleTypesWhite", "nMoveRuleTypesBlack"]),
    said("nMoveRuleTypesWhite", Types, "p"),
    said("nMoveRuleTypesBlack", Types, "p"),
    said("nMoveRule", Number, "50"),
    said("nFoldRule", Number, "3"),
    said("nFoldValue", Outcome, "draw"),
    said("nFoldValueAbsolute", Flag, "false"),
    said("perpetualCheckIllegal", Flag, "false"),
    refused("moveRepetitionIllegal", Flag, "false", "moves may not be repeated, as in janggi"),
    said("chasingRule", Text, "none"),
    said("stalemateValue", Outcome, "draw"),
    said("stalematePieceCount", Flag, "false"),
    said("checkmateValue", Outcome, "loss"),
    said("shogiPawnDropMateIllegal", Flag, "false"),
    refused("shatarMateRule", Flag, "false", "not every piece may give mate, as in shatar"),
    said("bikjangRule", Flag, "false"),
    said("extinctionValue", Outcome, "none"),
    said("extinctionClaim", Flag, "false"),
    said("extinctionPseudoRoyal", Flag, "false"),
    said("dupleCheck", Flag, "false"),
    said("extinctionPieceTypes", Types, "-"),
    said("extinctionPieceCount", Number, "0"),
    said("extinctionOpponentPieceCount", Number, "0"),
    sets("flagPiece", Types, &["flagPieceWhite", "flagPieceBlack"]),
    said("flagPieceWhite", Types, "*"),
    said("flagPieceBlack", Types, "*"),
    sets("flagRegion", Region, &["flagRegionWhite", "flagRegionBlack"]),
    said("flagRegionWhite", Region, "-"),
    said("flagRegionBlack", Region, "-"),
    refused("flagPieceCount", Number, "1", "several pieces must reach the squares"),
    refused("flagPieceBlockedWin", Flag, "false", "it is enough to fill the squares"),
    said("flagMove", Flag, "false"),
    said("flagPieceSafe", Flag, "false"),
    said("checkCounting", Flag, "false"),
    refused("connectN", Number, "0", "so many pieces in a row win"),
    refused("connectPieceTypes", Types, "*", "the pieces that count in a row"),
    refused("connectHorizontal", Flag, "true", "which rows count"),
    refused("connectVertical", Flag, "true", "which rows count"),
    refused("connectDiagonal", Flag, "true", "which rows count"),
    refused("connectRegion1White", Region, "-", "joining two regions wins"),
    refused("connectRegion2White", Region, "-", "joining two regions wins"),
    refused("connectRegion1Black", Region, "-", "joining two regions wins"),
    refused("connectRegion2Black", Region, "-", "joining two regions wins"),
    refused("connectNxN", Number, "0", "a square of pieces wins"),
    refused("collinearN", Number, "0", "so many pieces on a line win"),
    refused("connectValue", Outcome, "win", "what a row is worth"),
    said("materialCounting", Text, "none"),
    refused("adjudicateFullBoard", Flag, "false", "the game ends when the board is full"),
    said("countingRule", Text, "none"),
    refused("castlingWins", Text, "-", "castling wins"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_set_others_stand_before_them() {
        let place = |name: &str| KEYS.iter().position(|key| key.name == name);
        for (i, key) in KEYS.iter().enumerate() {
            assert_eq!(place(key.name), Some(i), "{} stands there twice", key.name);
            for other in key.sets {
                assert!(place(other).is_some_and(|at| at > i), "{}", key.name);
            }
        }
    }
}
