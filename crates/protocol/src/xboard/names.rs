//! What XBoard calls our games, and we XBoard's.

use crate::options::{CHESS, CHESS960};

/// What XBoard calls [`CHESS`].
const NORMAL: &str = "normal";
/// What XBoard calls [`CHESS960`].
const SHUFFLED: &str = "fischerandom";
/// Games whose starts and rules XBoard knows itself.
pub(super) const KNOWN: [&str; 3] = [CHESS, CHESS960, "shogi"];

/// Stands in names that XBoard would take for a game of its own, after the letter where that begins.
const BREAK: char = '.';
/// Its games, of which it finds these anywhere in a name ..
const ANYWHERE: &[&str] = &[
    "normal",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "wild",
    "frc",
    "960",
];
/// .. and these where a name begins and the word ends with them (`StringToVariant` in its backend.c).
const AT_FIRST: &[&str] = &[
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
    "chuchess",
    "unknown",
];

/// The game that XBoard means by a name; those of boards of other sizes have a prefix, such as `5x5+5_`.
pub(super) fn game_named(name: &str) -> String {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_size = |size: &str| {
        let (files, rest) = size.split_once('x').unwrap_or_default();
        let (ranks, held) = rest.split_once('+').unwrap_or((rest, "0"));
        [files, ranks, held].into_iter().all(is_number)
    };
    let plain = name.split_once('_').filter(|(size, _)| is_size(size));
    match plain.map_or(name, |(_, plain)| plain) {
        NORMAL => CHESS.to_owned(),
        SHUFFLED => CHESS960.to_owned(),
        name => name.replace(BREAK, ""),
    }
}

/// XBoard's name for a game: its id, except where XBoard would take that for another game, as
/// `lion-dance` for Lion Chess.
pub(super) fn name_of(id: &str) -> String {
    if id == CHESS {
        return NORMAL.to_owned();
    }
    if id == CHESS960 {
        return SHUFFLED.to_owned();
    }
    let mut name = id.to_owned();
    while !KNOWN.contains(&id)
        && let Some(at) = taken(&name)
    {
        name.insert(at + 1, BREAK);
    }
    name
}

/// Where the name of a game of XBoard's begins.
fn taken(name: &str) -> Option<usize> {
    let begins_with = |game: &&&str| {
        let rest = name.strip_prefix(**game);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let numbered = || {
        let letters = name.as_bytes().windows(2);
        letters.into_iter().position(|pair| pair[0] == b'w' && pair[1].is_ascii_digit())
    };
    (ANYWHERE.iter().find_map(|game| name.find(game)))
        .or_else(|| AT_FIRST.iter().find(begins_with).map(|_| 0))
        .or_else(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What XBoard is told, and what it means by that.
    fn check(id: &str, name: &str) {
        assert_eq!(name_of(id), name);
        assert_eq!(game_named(name), id);
        assert_eq!(taken(name).is_some(), KNOWN.contains(&id), "{name}");
    }

    #[test]
    fn no_game_is_taken_for_another() {
        for (id, name) in [
            ("chess", "normal"),
            ("chess960", "fischerandom"),
            ("shogi", "shogi"),
            ("minishogi", "minishogi"),
            ("raichu", "raichu"),
            ("tiny-shogi", "tiny-shogi"),
            ("shogi-plus", "s.hogi-plus"),
            ("lion2", "l.ion2"),
            ("lioness", "lioness"),
            ("my-atomic-duel", "my-a.tomic-duel"),
            ("new5", "new.5"),
            ("atomic-crazyhouse", "a.tomic-c.razyhouse"),
        ] {
            check(id, name);
        }
        assert_eq!(game_named("5x5+5_minishogi"), "minishogi");
        assert_eq!(game_named("12x12_raichu"), "raichu");
        for id in ["extra_chess", "hex_duel", "x_x", "5x_y"] {
            assert_eq!(game_named(id), id);
        }
    }
}
