//! The types of piece that Fairy-Stockfish knows by name.

/// A type of piece by its number in the order in which Fairy-Stockfish reads their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Type(pub(crate) u8);

/// A type with a name of its own.
struct Known {
    /// The key of the file.
    key: &'static str,
    /// What the piece is called.
    name: &'static str,
    /// Its movement, as Fairy-Stockfish reads Betza.
    movement: &'static str,
}

const fn known(key: &'static str, name: &'static str, movement: &'static str) -> Known {
    Known { key, name, movement }
}

const KNOWN: [Known; 36] = [
    known("pawn", "Pawn", "fmWfcF"),
    known("knight", "Knight", "N"),
    known("bishop", "Bishop", "B"),
    known("rook", "Rook", "R"),
    known("queen", "Queen", "Q"),
    known("fers", "Fers", "F"),
    known("alfil", "Alfil", "A"),
    known("fersAlfil", "Fers-Alfil", "FA"),
    known("silver", "Silver", "FfW"),
    known("aiwok", "Ai-Wok", "RNF"),
    known("bers", "Bers", "RF"),
    known("archbishop", "Archbishop", "BN"),
    known("chancellor", "Chancellor", "RN"),
    known("amazon", "Amazon", "QN"),
    known("knibis", "Knibis", "mNcB"),
    known("biskni", "Biskni", "mBcN"),
    known("kniroo", "Kniroo", "mNcR"),
    known("rookni", "Rookni", "mRcN"),
    known("shogiPawn", "Pawn", "fW"),
    known("lance", "Lance", "fR"),
    known("shogiKnight", "Knight", "fN"),
    known("gold", "Gold", "WfF"),
    known("dragonHorse", "Dragon Horse", "BW"),
    known("clobber", "Clobber Piece", "cW"),
    known("breakthrough", "Breakthrough Piece", "fmWfF"),
    known("immobile", "Immobile Piece", ""),
    known("cannon", "Cannon", "mRcpR"),
    known("janggiCannon", "Janggi Cannon", "pR"),
    known("soldier", "Soldier", "fsW"),
    known("horse", "Horse", "nN"),
    known("elephant", "Elephant", "nA"),
    known("janggiElephant", "Janggi Elephant", "nZ"),
    known("banner", "Banner", "RcpRnN"),
    known("wazir", "Wazir", "W"),
    known("commoner", "Commoner", "K"),
    known("centaur", "Centaur", "KN"),
];

/// How many types a file may describe by a movement of its own.
const CUSTOM: u8 = 25;

const CUSTOM_KEY: &str = "customPiece";

impl Type {
    pub(crate) const PAWN: Type = Type(0);
    pub(crate) const KNIGHT: Type = Type(1);
    pub(crate) const BISHOP: Type = Type(2);
    pub(crate) const ROOK: Type = Type(3);
    pub(crate) const QUEEN: Type = Type(4);
    /// The royal piece, the last one.
    pub(crate) const KING: Type = Type(KNOWN.len() as u8 + CUSTOM);

    /// All of them in order.
    pub(crate) fn all() -> impl Iterator<Item = Type> {
        (0..=Type::KING.0).map(Type)
    }

    /// The type that a key names.
    pub(crate) fn of_key(key: &str) -> Option<Type> {
        if key == "king" {
            return Some(Type::KING);
        }
        if let Some(known) = KNOWN.iter().position(|known| known.key == key) {
            return Some(Type(known as u8));
        }
        let number = key.strip_prefix(CUSTOM_KEY)?;
        let index: u8 = number.parse().ok().filter(|n| (1..=CUSTOM).contains(n))?;
        (number == index.to_string()).then(|| Type(KNOWN.len() as u8 + index - 1))
    }

    /// Its key in a file.
    pub(crate) fn key(self) -> String {
        match KNOWN.get(usize::from(self.0)) {
            Some(known) => known.key.into(),
            None if self == Type::KING => "king".into(),
            None => format!("{CUSTOM_KEY}{}", usize::from(self.0) - KNOWN.len() + 1),
        }
    }

    /// The letter by which moves name it, given the one of positions: the horse of Xiangqi is `N` on the board and `H`
    /// in moves, its elephant `B` and `E`.
    pub(crate) fn letter_in_moves(self, letter: char) -> char {
        match (self.key().as_str(), letter) {
            ("horse", 'N') => 'H',
            ("elephant" | "janggiElephant", 'B') => 'E',
            _ => letter,
        }
    }

    /// Whether the file says how it moves.
    pub(crate) fn is_custom(self) -> bool {
        self != Type::KING && usize::from(self.0) >= KNOWN.len()
    }

    /// What it is called; `None` where only the file could say.
    pub(crate) fn name(self) -> Option<&'static str> {
        match KNOWN.get(usize::from(self.0)) {
            Some(known) => Some(known.name),
            None => (self == Type::KING).then_some("King"),
        }
    }

    /// How it moves unless the file says it.
    pub(crate) fn movement(self) -> &'static str {
        match KNOWN.get(usize::from(self.0)) {
            Some(known) => known.movement,
            None if self == Type::KING => "K",
            None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_key_that_names_it() {
        for piece in Type::all() {
            assert_eq!(Type::of_key(&piece.key()), Some(piece));
        }
        for key in ["customPiece0", "customPiece26", "customPiece01", "Pawn", ""] {
            assert_eq!(Type::of_key(key), None, "{key}");
        }
        assert_eq!(Type::of_key("queen"), Some(Type::QUEEN));
    }
}
