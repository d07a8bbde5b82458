//! The keys of a diagram, and what becomes of them.

use komadai_variant::suggest::nearest;

/// What becomes of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is said, as far as its value can be.
    Said,
    /// It is about how a diagram is shown, or how its program thinks.
    Shown,
    /// It cannot be said: what it means.
    Refused(&'static str),
}

const SAID: [&str; 16] = [
    FILES,
    RANKS,
    FIRST_RANK,
    SYMMETRY,
    ROYAL,
    PROMO_ZONE,
    MAX_PROMOTE,
    PROMO_OFFSET,
    PROMO_CHOICE,
    HOLDINGS,
    MATRIX,
    BURN_ZONE,
    SHUFFLE,
    STALEMATE,
    SIDE,
    HOLE,
];

pub(crate) const FILES: &str = "files";
pub(crate) const RANKS: &str = "ranks";
pub(crate) const FIRST_RANK: &str = "firstRank";
pub(crate) const SYMMETRY: &str = "symmetry";
pub(crate) const ROYAL: &str = "royal";
pub(crate) const PROMO_ZONE: &str = "promoZone";
pub(crate) const MAX_PROMOTE: &str = "maxPromote";
pub(crate) const PROMO_OFFSET: &str = "promoOffset";
pub(crate) const PROMO_CHOICE: &str = "promoChoice";
pub(crate) const HOLDINGS: &str = "holdingsType";
pub(crate) const MATRIX: &str = "captureMatrix";
pub(crate) const BURN_ZONE: &str = "burnZone";
pub(crate) const SHUFFLE: &str = "shuffle";
pub(crate) const STALEMATE: &str = "stalemate";
pub(crate) const SIDE: &str = "stm";
pub(crate) const HOLE: &str = "hole";
/// Not a key: how many pieces are in hand, the last field of a piece.
pub(crate) const HAND: &str = "hand";

const SHOWN: [&str; 17] = [
    "graphicsDir",
    "graphicsType",
    "whitePrefix",
    "blackPrefix",
    "squareSize",
    "lightShade",
    "darkShade",
    "startShade",
    "rimColor",
    "coordColor",
    "borders",
    "useMarkers",
    "satellite",
    "enableAI",
    "newClick",
    "trackPieces",
    "trackedTypes",
];

const REFUSED: [(&str, &str); 8] = [
    ("baring", "what a bared king leads to"),
    ("zonal", "a script says where pieces may go"),
    ("counterZone", "zones in which other rules hold"),
    ("morph", "pieces change on certain squares"),
    ("spell", "pieces act on their surroundings"),
    ("spellZone", "pieces act on their surroundings"),
    ("blastZone", "captures explode"),
    ("atomicCapture", "captures explode"),
];

/// What becomes of a key; `None` if nobody knows it.
pub(crate) fn fate(key: &str) -> Option<Fate> {
    if SAID.contains(&key) {
        return Some(Fate::Said);
    }
    if SHOWN.contains(&key) {
        return Some(Fate::Shown);
    }
    REFUSED.iter().find(|(name, _)| *name == key).map(|(_, why)| Fate::Refused(why))
}

/// What a key may have been meant for.
pub(crate) fn like(key: &str) -> Option<&'static str> {
    let refused = REFUSED.iter().map(|(name, _)| *name);
    nearest(key, SAID.into_iter().chain(SHOWN).chain(refused))
}

/// Whether a function of a script changes the rules of the diagrams of its page.
pub(crate) fn is_hook(function: &str) -> bool {
    ["WeirdPromotion", "BadZone"].contains(&function) || function.ends_with("Tinker")
}
