//! Who has a seat: the tokens by which players are known, and what they are called.

use super::event::{Header, Seated};
use super::state::Access;
use crate::id::{Seal, Token};
use komadai_records::json::Side;
use komadai_rules::Color;

/// The seats of a game. A token opens one, or both at one screen.
#[derive(Clone, Debug)]
pub struct Seats {
    /// The tokens by which the players are known.
    pub seals: [Seal; 2],
    /// What they are called.
    pub names: [Option<PlayerName>; 2],
    one_screen: bool,
    /// How often somebody has sat down on either side.
    taken: [u32; 2],
}

/// Nobody changes places more often.
const MOST_TAKEN: u32 = 100;

impl Seats {
    pub(super) fn of(header: &Header) -> Self {
        Seats {
            seals: header.seals.clone(),
            names: header.names.clone(),
            one_screen: header.one_screen,
            taken: [0; 2],
        }
    }

    /// Whether a seat of those for whom somebody acts has been taken too often for one game: nobody can keep the
    /// other side from sitting down.
    pub(super) fn are_taken_too_often(&self, access: Access) -> bool {
        sides(access).iter().any(|side| self.taken[Color::from(*side).index()] >= MOST_TAKEN)
    }

    /// For whom the holder of a token acts.
    pub fn access(&self, token: Option<&str>) -> Access {
        let Some(token) = token else { return Access::Nobody };
        let [first, second] = &self.seals;
        // Both are looked at, whichever it is.
        match (first.fits(token), second.fits(token)) {
            (false, false) => Access::Nobody,
            _ if self.one_screen => Access::Both,
            (true, _) => Access::Side(Color::First),
            (false, true) => Access::Side(Color::Second),
        }
    }

    /// Somebody sits down with a token of their own, and the one before is worth nothing any more: so a
    /// link gives a seat to one alone.
    pub(super) fn sit(&mut self, seated: &Seated) {
        for side in seated.sides.iter().map(|side| Color::from(*side)) {
            self.taken[side.index()] += 1;
            self.seals[side.index()] = seated.seal.clone();
            if seated.name.is_some() {
                self.names[side.index()].clone_from(&seated.name);
            }
        }
    }
}

/// What happens when whoever has this access sits down; `None` where there is no seat.
pub(super) fn seated(access: Access, token: &Token, name: Option<&PlayerName>) -> Option<Seated> {
    let sides = sides(access);
    (!sides.is_empty()).then(|| Seated { sides, seal: token.seal(), name: name.cloned() })
}

/// For which sides somebody acts.
fn sides(access: Access) -> Vec<Side> {
    match access {
        Access::Nobody => Vec::new(),
        Access::Side(side) => vec![Side::from(side)],
        Access::Both => vec![Side::First, Side::Second],
    }
}

/// What a player is called: some letters on one line.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PlayerName(String);

/// Names are not longer.
const MOST_LETTERS: usize = 40;

impl PlayerName {
    /// What is left of a text without what could disturb a line; `None` if that is nothing.
    pub fn of(text: &str) -> Option<Self> {
        let words = text.split(|c: char| c.is_whitespace() || c.is_control());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let line: String = words.join(" ").chars().filter(|c| !is_invisible(*c)).collect();
        let name: String = line.trim().chars().take(MOST_LETTERS).collect();
        let name = name.trim_end();
        (!name.is_empty()).then(|| PlayerName(name.to_owned()))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Characters that only change how others are shown: directions, joiners, marks of order.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{115f}' | '\u{1160}'
        | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line_of_some_letters() {
        let check = |text: &str, name: Option<&str>| {
            assert_eq!(PlayerName::of(text).as_ref().map(PlayerName::as_str), name, "{text:?}");
        };
        check("Habu", Some("Habu"));
        check("  藤井　聡太 ", Some("藤井 聡太"));
        check("a\nb\u{1b}[31m", Some("a b [31m"));
        check("a\u{202e}b\u{200b}", Some("ab"));
        check(&"x".repeat(50), Some(&"x".repeat(40)));
        check("", None);
        check(" \u{200b}\t", None);
        check("\u{3164}\u{2800}\u{e0041}", None);
    }
}
