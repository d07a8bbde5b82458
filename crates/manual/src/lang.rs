//! The languages that rules are told in.

use serde::Serialize;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// Its tag, as in HTML.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ja => "ja",
        }
    }

    /// One text in two languages: the one that is read.
    pub fn say(self, english: impl Into<String>, japanese: impl Into<String>) -> String {
        match self {
            Lang::En => english.into(),
            Lang::Ja => japanese.into(),
        }
    }

    /// The same of two names.
    pub fn pick<T>(self, english: T, japanese: T) -> T {
        match self {
            Lang::En => english,
            Lang::Ja => japanese,
        }
    }

    /// `a, b and c`.
    pub fn all(self, items: &[String]) -> String {
        self.joined(items, " and ", "、")
    }

    /// `a, b or c`.
    pub fn either(self, items: &[String]) -> String {
        self.joined(items, " or ", "・")
    }

    fn joined(self, items: &[String], last: &str, japanese: &str) -> String {
        match (self, items.split_last()) {
            (Lang::Ja, _) => items.join(japanese),
            (_, None) => String::new(),
            (_, Some((end, []))) => end.clone(),
            (_, Some((end, others))) => format!("{}{last}{end}", others.join(", ")),
        }
    }
}

/// A number up to twelve as a word, as in prose; beyond in digits.
pub(crate) fn number(lang: Lang, n: usize) -> String {
    const ENGLISH: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    const DIGITS: [&str; 10] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    match (lang, n) {
        (Lang::En, _) => ENGLISH.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned()),
        (Lang::Ja, 0..=9) => DIGITS[n].to_owned(),
        (Lang::Ja, 10..=99) => {
            let tens = if n < 20 { "" } else { DIGITS[n / 10] };
            let ones = if n.is_multiple_of(10) { "" } else { DIGITS[n % 10] };
            format!("{tens}十{ones}")
        }
        (Lang::Ja, _) => n.to_string(),
    }
}

/// The text with a capital letter at its beginning.
pub(crate) fn first_capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        let said = |n| (number(Lang::En, n), number(Lang::Ja, n));
        assert_eq!(said(2), ("two".into(), "二".into()));
        assert_eq!(said(16), ("16".into(), "十六".into()));
        assert_eq!(said(40), ("40".into(), "四十".into()));
        assert_eq!(said(22), ("22".into(), "二十二".into()));
    }

    #[test]
    fn lists() {
        let items = ["a", "b", "c"].map(String::from);
        assert_eq!(Lang::En.all(&items), "a, b and c");
        assert_eq!(Lang::En.either(&items[..2]), "a or b");
        assert_eq!(Lang::Ja.all(&items), "a、b、c");
        assert_eq!(Lang::Ja.either(&items), "a・b・c");
        assert_eq!(Lang::En.all(&[]), "");
    }
}
