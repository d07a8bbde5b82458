//! Pieces that everybody knows: how they move whose name says it, and what they are called that move so.

/// Names whose movement nobody doubts, in small letters; of those for the same movement, the usual one first.
const KNOWN: [(&str, &str); 36] = [
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "K"),
    ("archbishop", "BN"),
    ("cardinal", "BN"),
    ("chancellor", "RN"),
    ("marshal", "RN"),
    ("marshall", "RN"),
    ("amazon", "QN"),
    ("commoner", "K"),
    ("man", "K"),
    ("centaur", "KN"),
    ("crowned knight", "KN"),
    ("crowned rook", "RF"),
    ("crowned bishop", "BW"),
    ("dragon king", "RF"),
    ("dragon horse", "BW"),
    ("ferz", "F"),
    ("wazir", "W"),
    ("alfil", "A"),
    ("dabbaba", "D"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("nightrider", "NN"),
    ("grasshopper", "gQ"),
    ("cannon", "mRcpR"),
    ("vao", "mBcpB"),
    ("champion", "WDA"),
    ("wizard", "FC"),
    ("gold general", "WfF"),
    ("silver general", "FfW"),
    ("lance", "fR"),
    ("shatranj pawn", "fmWfcF"),
];

/// The movement of a piece of that name.
pub(crate) fn movement(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    KNOWN.iter().find(|(known, _)| *known == name).map(|(_, movement)| *movement)
}

/// What a piece is called that moves so and is not royal.
pub(crate) fn name(movement: &str) -> Option<String> {
    let usual = |(name, known): &&(&str, &str)| *known == movement && *name != "king";
    let (name, _) = KNOWN.iter().find(usual)?;
    let mut letters = name.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_movements_belong_together() {
        for (name, movement) in KNOWN {
            assert_eq!(super::movement(&name.to_uppercase()), Some(movement));
            assert!(super::name(movement).is_some());
            let text = komadai_betza::parse(movement).unwrap().descriptor.to_string();
            assert_eq!(text, movement, "{name}");
        }
        assert_eq!(super::name("RN").as_deref(), Some("Chancellor"));
        assert_eq!(super::name("K").as_deref(), Some("Commoner"));
        assert_eq!(super::name("KNN"), None);
        assert_eq!(super::movement("gnu"), None);
    }
}
