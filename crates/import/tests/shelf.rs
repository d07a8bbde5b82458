//! The games of the shelf beside those that are imported, which are played beside Fairy-Stockfish, and games
//! that are exported beside what comes of importing them again.

mod common;

use common::check;
use komadai_import::{Exported, Wish, builtin, export, games, import};
use komadai_rules::AnyGame;
use komadai_rules::variant::Variant;
use komadai_rules::variant::{BUILTIN, SHELF, Source, load, load_builtin};

/// Games that are called otherwise there.
const OTHERWISE: [(&str, &str); 3] =
    [("threecheck", "3check"), ("nocastling", "nocastle"), ("microshogi", "micro")];

/// Games that it does not know, or plays otherwise.
const UNKNOWN: [&str; 11] = [
    "amazons",
    "annan",
    "cambodian",
    "chess960",
    "omega",
    "glinski",
    "wa",
    "chu",
    "dai",
    "tenjiku",
    "cannonshogi",
];

const GAMES: u64 = 16;
const FEW_GAMES: u64 = 4;

#[test]
fn shelf_games_have_the_moves_of_imported_ones() {
    for game in SHELF.iter().filter(|game| !UNKNOWN.contains(&game.id)) {
        let section = OTHERWISE.iter().find(|(id, _)| *id == game.id).map_or(game.id, |it| it.1);
        let ours = AnyGame::compile(&load_builtin(game.id, &[]).unwrap().variant).unwrap();
        check(game.id, &ours, &imported(section), GAMES);
    }
}

fn imported(section: &str) -> AnyGame {
    let game = import(&builtin(), &Wish::of(section));
    let game = game.unwrap_or_else(|errors| panic!("{section}: {errors}"));
    let source = Source::new("imported.toml", game.text);
    AnyGame::compile(&load(&source, &|_| None, &[]).unwrap().variant).unwrap()
}

/// Games that Fairy-Stockfish cannot be told, and why not.
const NOT_EXPORTED: [(&str, &[&str]); 18] = [
    (
        "janggi",
        &[
            "`K` moves otherwise on some squares",
            "`A` moves otherwise on some squares",
            "`B` goes on after a first leg",
            "`R` moves otherwise on some squares",
            "`C` hops over or captures some pieces only",
            "`P` moves otherwise on some squares",
            "what pieces are worth (`end.points`)",
        ],
    ),
    ("makruk", &["counts of moves (`end.counting`)"]),
    (
        "cambodian",
        &[
            "`K` has first steps or captures in passing, and is no pawn of chess",
            "`M` has first steps or captures in passing, and is no pawn of chess",
            "counts of moves (`end.counting`)",
        ],
    ),
    ("chess960", &["castling to fixed files (`castling.landing`)", "shuffled starts"]),
    (
        "raichu",
        &[
            "boards of more than 12 files or 10 ranks",
            "`N` goes on after a first leg",
            "`+O` goes on after a first leg",
            "`+H` goes on after a first leg",
            "`+D` goes on after a first leg",
            "several kinds of royal pieces",
            "when pieces promote (`promotion.when`)",
            "captures that cost a turn (`shock`)",
            "games that go on without a royal (`end.royals`)",
            "forbidden repetition (`end.repetition`)",
        ],
    ),
    (
        "minjiku",
        &[
            "boards of more than 12 files or 10 ranks",
            "squares that vanish (`board.vanishing`)",
            "captures over pieces of lower rank (`flies`)",
            "`C` goes on after a first leg",
            "`A` goes on after a first leg",
            "`V` goes on after a first leg",
            "`F` goes on after a first leg",
            "pieces that burn others (`burns`)",
            "`+L` moves in a way that it does not know",
            "`+Y` goes on after a first leg",
            "`+D` goes on after a first leg",
            "`+V` goes on after a first leg",
            "`+R` goes on after a first leg",
            "`+Q` goes on after a first leg",
            "`+B` goes on after a first leg",
            "`L` has first steps or captures in passing, and is no pawn of chess",
            "when pieces promote (`promotion.when`)",
        ],
    ),
    ("horde", &["`P` moves otherwise on some squares", "who runs out of what (`end.extinction`)"]),
    ("torpedo", &["`P` has first steps or captures in passing, and is no pawn of chess"]),
    ("extinction", &["who runs out of what (`end.extinction`)"]),
    ("berolina", &["`P` has first steps or captures in passing, and is no pawn of chess"]),
    (
        "spartan",
        &[
            "`H` moves otherwise on some squares",
            "several royal pieces of a side",
            "pieces that differ in what they become (`promotes`)",
            "sides that castle in ways of their own",
            "games that go on without a royal (`end.royals`)",
        ],
    ),
    ("omega", &["boards of more than 12 files or 10 ranks"]),
    (
        "dobutsu",
        &[
            "when pieces promote (`promotion.when`)",
            "pieces that could be stuck: there neither moves nor drops may bring that about, or both",
        ],
    ),
    (
        "kyotoshogi",
        &[
            "pawns that promote beside pieces of shogi",
            "pieces that could be stuck: there neither moves nor drops may bring that about, or both",
        ],
    ),
    ("annan", &["movements that are borrowed (`borrowing`)"]),
    (
        "microshogi",
        &[
            "pawns that promote beside pieces of shogi",
            "pieces that could be stuck: there neither moves nor drops may bring that about, or both",
        ],
    ),
    (
        "shoshogi",
        &["several kinds of royal pieces", "games that go on without a royal (`end.royals`)"],
    ),
    (
        "cannonshogi",
        &[
            "`+U` hops no farther than so many squares",
            "`+A` hops no farther than so many squares",
            "`+C` hops no farther than so many squares",
            "`+I` hops no farther than so many squares",
        ],
    ),
];

#[test]
fn what_is_exported_is_the_same_when_it_is_imported_again() {
    for game in BUILTIN.iter().chain(SHELF) {
        let loaded = load_builtin(game.id, &[]).unwrap().variant;
        let refused = NOT_EXPORTED.iter().find(|(id, _)| *id == game.id).map(|it| it.1);
        match export(&loaded) {
            Ok(section) => {
                assert_eq!(refused, None, "{}", game.id);
                check(game.id, &compiled(&loaded), &again(section), GAMES);
            }
            // What else there is does not matter then.
            Err(found) if refused.is_none() => {
                assert_eq!(found[0], "boards of more than 12 files or 10 ranks", "{}", game.id);
            }
            Err(found) => assert_eq!(found, refused.unwrap_or_default(), "{}", game.id),
        }
    }
}

#[test]
fn what_was_imported_is_exported_again_as_the_same_game() {
    let mut exported = 0;
    for name in games(&builtin()) {
        let Ok(game) = import(&builtin(), &Wish::of(&*name)) else { continue };
        let loaded = load(&Source::new("game.toml", game.text), &|_| None, &[]).unwrap().variant;
        if let Ok(section) = export(&loaded) {
            check(&name, &compiled(&loaded), &again(section), FEW_GAMES);
            exported += 1;
        }
    }
    assert!(exported >= 72, "only {exported} are exported again");
}

fn compiled(variant: &Variant) -> AnyGame {
    AnyGame::compile(variant).unwrap()
}

/// The game of a section that was exported.
fn again(section: Exported) -> AnyGame {
    let source = Source::new("variants.ini", section.text);
    let again = import(&source, &Wish::of(&*section.name));
    let again = again.unwrap_or_else(|errors| panic!("{}: {errors}", section.name));
    compiled(&load(&Source::new("again.toml", again.text), &|_| None, &[]).unwrap().variant)
}
