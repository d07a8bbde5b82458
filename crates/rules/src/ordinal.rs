//! Numbers in a row, in English.

/// `third`, and from eleven on `11th`.
pub fn ordinal(n: u32) -> String {
    const WORDS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    let ending = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    let word = (n as usize).checked_sub(1).and_then(|i| WORDS.get(i));
    word.map_or_else(|| format!("{n}{ending}"), |word| (*word).to_string())
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn numbers_in_a_row() {
        let said = [1, 2, 10, 11, 12, 16, 21, 22, 103, 111].map(ordinal);
        let expected =
            ["first", "second", "tenth", "11th", "12th", "16th", "21st", "22nd", "103rd", "111th"];
        assert_eq!(said, expected);
    }
}
