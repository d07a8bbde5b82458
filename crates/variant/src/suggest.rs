//! "Did you mean ...?"

/// The candidate that looks most like `word`, if one is near enough to be a slip of the fingers.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Another letter is another piece, not a slip.
    let letters = word.chars().filter(|c| c.is_alphanumeric()).count();
    let allowed = if letters < 2 { 0 } else { 1 + word.chars().count() / 4 };
    candidates
        .into_iter()
        .map(|c| (distance(&word.to_lowercase(), &c.to_lowercase()), c))
        .filter(|&(d, _)| d <= allowed)
        .min_by_key(|&(d, _)| d)
        .map(|(_, c)| c)
}

/// "did you mean `x`?", or else the list of all candidates.
pub(super) fn help<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    match nearest(word, candidates.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of {}", list(candidates)),
    }
}

/// `a`, `b`, `c`
pub(super) fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ")
}

/// Levenshtein's distance in letters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("promtion", ["board", "promotion"]), Some("promotion"));
        assert_eq!(nearest("File", ["files", "ranks"]), Some("files"));
        assert_eq!(nearest("zebra", ["board", "promotion"]), None);
        assert_eq!(nearest("X", ["K", "+K"]), None);
        assert_eq!(nearest("k", ["R", "K"]), Some("K"));
        assert_eq!(nearest("+X", ["K", "+K"]), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
