//! Licence expressions (SPDX), as packages state them: `MIT OR (Apache-2.0 AND Zlib)`.

/// Whether somebody who accepts the licences that `accepts` names may use what stands under
/// `expression`. `OR` needs one side, `AND` both; `/` is the old spelling of `OR`.
///
/// # Errors
/// Says what is wrong with an expression that is none.
pub(crate) fn allows(expression: &str, accepts: &dyn Fn(&str) -> bool) -> Result<bool, String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut reader = Reader { words: spaced.split_whitespace().collect(), next: 0, accepts };
    let allowed = reader.either()?;
    match reader.words.get(reader.next) {
        None => Ok(allowed),
        Some(word) => Err(format!("unexpected \"{word}\" in \"{expression}\"")),
    }
}

struct Reader<'a> {
    words: Vec<&'a str>,
    next: usize,
    accepts: &'a dyn Fn(&str) -> bool,
}

impl<'a> Reader<'a> {
    fn eat(&mut self, word: &str) -> bool {
        let found = self.words.get(self.next).is_some_and(|w| w.eq_ignore_ascii_case(word));
        self.next += usize::from(found);
        found
    }

    fn word(&mut self) -> Result<&'a str, String> {
        let word = self.words.get(self.next).copied().ok_or("a licence is missing at the end")?;
        self.next += 1;
        match word {
            "(" | ")" | "AND" | "OR" | "WITH" => {
                Err(format!("a licence is missing before \"{word}\""))
            }
            _ => Ok(word),
        }
    }

    fn either(&mut self) -> Result<bool, String> {
        let mut allowed = self.both()?;
        while self.eat("OR") {
            allowed |= self.both()?;
        }
        Ok(allowed)
    }

    fn both(&mut self) -> Result<bool, String> {
        let mut allowed = self.one()?;
        while self.eat("AND") {
            allowed &= self.one()?;
        }
        Ok(allowed)
    }

    fn one(&mut self) -> Result<bool, String> {
        if self.eat("(") {
            let allowed = self.either()?;
            return if self.eat(")") { Ok(allowed) } else { Err("\")\" is missing".into()) };
        }
        let licence = self.word()?;
        if self.eat("WITH") {
            // An exception only ever gives more rights than the licence alone.
            self.word()?;
        }
        Ok((self.accepts)(licence))
    }
}

#[cfg(test)]
mod tests {
    use super::allows;

    #[track_caller]
    fn check(expression: &str, expected: Option<bool>) {
        let accepts = |licence: &str| ["MIT", "Apache-2.0", "Zlib"].contains(&licence);
        assert_eq!(allows(expression, &accepts).ok(), expected, "{expression}");
    }

    #[test]
    fn expressions_are_evaluated() {
        check("MIT", Some(true));
        check("GPL-3.0-only", Some(false));
        check("MIT OR GPL-3.0-only", Some(true));
        check("MIT/GPL-3.0-only", Some(true));
        check("MIT AND GPL-3.0-only", Some(false));
        check("MIT OR GPL-3.0-only AND LGPL-2.1", Some(true));
        check("(MIT OR GPL-3.0-only) AND LGPL-2.1", Some(false));
        check("(MIT OR GPL-3.0-only) AND (Zlib)", Some(true));
        check("Apache-2.0 WITH LLVM-exception OR LGPL-2.1", Some(true));
        check("GPL-2.0-only WITH Classpath-exception-2.0", Some(false));
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in ["", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT Zlib", "MIT WITH", "()"] {
            check(text, None);
        }
    }
}
