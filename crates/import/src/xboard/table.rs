//! The table of letters in a `setup`: which picture each piece has, and so which rules of XBoard's own.

/// The letters of XBoard's pictures in most games, in the order of its table.
const USUAL: &str = "PNBRQFEACWMOHIJGDVLSU";
/// The same in Shogi.
const SHOGI: &str = "PNBRLS...G";

/// How the pieces of these pictures move unless a `piece` line says it (`defaultDesc` in XBoard's moves.c); nothing
/// where that is left to each game.
const MOVEMENTS: [&str; 21] = [
    "fmWfceFifmnD",
    "N",
    "B",
    "R",
    "Q",
    "F",
    "A",
    "BN",
    "RN",
    "W",
    "K",
    "mRcpR",
    "NN",
    "BW",
    "RF",
    "gQ",
    "",
    "",
    "QN",
    "",
    "N",
];
/// The same in Shogi.
const SHOGI_MOVEMENTS: [&str; 10] = ["fW", "fN", "B", "R", "fR", "FfW", "", "", "", "WfF"];

/// So many places behind a letter its promoted form has a `+`.
const HALF: usize = 11;

/// The pawn's place, the first.
pub(crate) const PAWN: usize = 0;
/// The ferz's place, to which pawns promote in Shatranj.
pub(crate) const FERZ: usize = 5;
/// The lance's place, which promotes as a pawn does.
const LANCE: usize = 18;

/// A letter in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    /// Perhaps with `'` behind it.
    pub(crate) id: String,
    pub(crate) place: usize,
    /// Whether `=` stands behind it: it does not promote as pawns do.
    pub(crate) stays: bool,
}

/// The letters of a table, or those that a game has without one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) letters: Vec<Letter>,
    pub(crate) king: Option<String>,
    /// Letters whose promoted forms have a place.
    pub(crate) promoted: Vec<String>,
}

impl Table {
    /// Reads the first half of a table, the one in capitals; its last letter is the king's.
    pub(crate) fn read(text: &str) -> Table {
        let mut table = Table::default();
        let mut plus = Vec::new();
        let mut place = 0;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                // Further places are those of promoted pieces.
                '/' => place = USUAL.len() + 1,
                '*' | '-' => {}
                '^' => match letters.next() {
                    Some(letter) if letter.is_ascii_uppercase() => {
                        table.promoted.push(marked(letter, &mut letters));
                        place += 1;
                    }
                    _ => break,
                },
                'A'..='Z' => {
                    let id = marked(letter, &mut letters);
                    let stays = letters.next_if_eq(&'=').is_some();
                    table.letters.push(Letter { id, place, stays });
                    place += 1;
                }
                'a'..='z' => break,
                '+' => {
                    plus.push(place);
                    place += 1;
                }
                _ => place += 1,
            }
        }
        let plain = |place: &usize| table.letters.iter().find(|l| l.place + HALF == *place);
        table.promoted.extend(plus.iter().filter_map(plain).map(|l| l.id.clone()));
        table.king = table.letters.pop().map(|king| king.id);
        table
    }

    /// The letters of a game without a table.
    pub(crate) fn usual(is_shogi: bool) -> Table {
        let places = if is_shogi { SHOGI } else { USUAL };
        let letter = |(place, c): (usize, char)| Letter { id: c.into(), place, stays: false };
        let letters = places.chars().enumerate().filter(|(_, c)| *c != '.').map(letter);
        Table { letters: letters.collect(), king: Some("K".into()), promoted: Vec::new() }
    }

    pub(crate) fn find(&self, id: &str) -> Option<&Letter> {
        self.letters.iter().find(|letter| letter.id == id)
    }

    /// Whether a piece is the pawn or the lance, which must promote on the last rank.
    pub(crate) fn is_pawn(&self, id: &str) -> bool {
        self.find(id).is_some_and(|l| [PAWN, LANCE].contains(&l.place) && !l.stays)
    }

    /// Whether a piece stands in a place of the table.
    pub(crate) fn stands(&self, id: &str, place: usize) -> bool {
        self.find(id).is_some_and(|letter| letter.place == place)
    }

    /// How a piece moves if no line says it.
    pub(crate) fn movement(&self, id: &str, is_shogi: bool) -> Option<&'static str> {
        let plain = id.trim_start_matches('+');
        if self.king.as_deref() == Some(plain) {
            return (!id.starts_with('+')).then_some("K");
        }
        let place = self.find(plain)?.place;
        let movement = match (is_shogi, id.starts_with('+')) {
            (true, false) => SHOGI_MOVEMENTS.get(place)?,
            (true, true) => match *SHOGI_MOVEMENTS.get(place)? {
                "R" => "RF",
                "B" => "BW",
                _ => "WfF",
            },
            (false, false) => MOVEMENTS.get(place)?,
            (false, true) => return None,
        };
        (!movement.is_empty()).then_some(movement)
    }
}

/// A letter with the `'` behind it.
fn marked(letter: char, letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let mut id = String::from(letter);
    while let Some(mark) = letters.next_if(|c| "'\"!".contains(*c)) {
        id.push(mark);
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_give_places() {
        let table = Table::read("PNBRQ..AC............Kpnbrq..ac............k");
        assert_eq!(table.king.as_deref(), Some("K"));
        assert_eq!(table.find("A").unwrap().place, 7);
        assert_eq!(table.movement("C", false), Some("RN"));
        assert_eq!(table.movement("K", false), Some("K"));
        assert_eq!(table.movement("X", false), None);
        let table = Table::read("P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k");
        assert_eq!((table.king.as_deref(), table.find("G").unwrap().place), (Some("K"), 9));
        assert_eq!(table.promoted, ["P", "B", "R", "S"]);
        assert_eq!(table.movement("+R", true), Some("RF"));
        let table = Table::read("P=L'^P^L'Kp=l'^p^l'k");
        assert!(!table.is_pawn("P") && table.stands("P", PAWN) && table.stands("L'", 1));
        assert_eq!(
            (table.king.as_deref(), table.promoted),
            (Some("K"), vec!["P".into(), "L'".into()])
        );
        assert_eq!(Table::read(""), Table::default());
        assert_eq!(Table::usual(false).movement("M", false), Some("K"));
    }
}
