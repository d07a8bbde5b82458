//! The games of the shelf.

use komadai_rules::variant::{SHELF, load_builtin};
use komadai_rules::{AnyGame, Opening};

/// How many lines of three plies each game has, as Fairy-Stockfish counts them. For some it does not know: Omega
/// Chess, whose board is too large for it, Annan and Chu Shogi, which shogiops counts, and Wa, Dai, Tenjiku and Gliński's
/// Chess, which were counted by a slow script that knows nothing but their tables.
const LINES: [(&str, u64); 54] = [
    ("chess960", 8_902),
    ("crazyhouse", 8_902),
    ("atomic", 8_902),
    ("threecheck", 8_902),
    ("kingofthehill", 8_902),
    ("antichess", 8_067),
    ("horde", 1_274),
    ("racingkings", 11_264),
    ("nocastling", 8_902),
    ("torpedo", 9_194),
    ("extinction", 8_902),
    ("knightmate", 6_765),
    ("berolina", 28_328),
    ("seirawan", 24_830),
    ("duck", 379_440),
    ("amazons", 4_307_152),
    ("hoppelpoppel", 9_034),
    ("grasshopper", 22_314),
    ("almost", 11_895),
    ("chigorin", 11_408),
    ("spartan", 14_244),
    ("capablanca", 25_228),
    ("janus", 24_747),
    ("grand", 259_514),
    ("shako", 185_938),
    ("omega", 67_202),
    ("glinski", 137_858),
    ("losalamos", 1_212),
    ("gardner", 506),
    ("chaturanga", 4_176),
    ("shatranj", 4_176),
    ("courier", 18_406),
    ("makruk", 12_012),
    ("cambodian", 15_031),
    ("xiangqi", 79_666),
    ("minixiangqi", 6_664),
    ("manchu", 17_648),
    // With the 32 lines that go on after two passes, which end the game.
    ("janggi", 33_032),
    ("breakthrough", 11_132),
    ("jesonmor", 27_960),
    ("dobutsu", 123),
    ("gorogoro", 4_166),
    ("kyotoshogi", 1_636),
    ("microshogi", 767),
    ("torishogi", 5_430),
    ("annan", 22_726),
    ("yarishogi", 7_960),
    ("euroshogi", 15_424),
    ("shoshogi", 17_368),
    ("wa", 126_574),
    ("chu", 48_315),
    ("dai", 357_978),
    ("tenjiku", 430_482),
    ("cannonshogi", 216_600),
];

/// Games of so many moves that only lines of two plies are counted.
const WIDE: [&str; 2] = ["duck", "amazons"];

#[test]
fn shelf_games_have_as_many_lines_as_elsewhere() {
    for game in SHELF {
        let loaded = load_builtin(game.id, &[]).unwrap_or_else(|errors| panic!("{errors}"));
        assert!(loaded.warnings.is_empty(), "{}: {:?}", game.id, loaded.warnings);
        let start = AnyGame::compile(&loaded.variant).unwrap().open(&Opening::Usual).unwrap();
        let lines = LINES.iter().find(|(id, _)| *id == game.id).map(|(_, lines)| *lines);
        let plies = if WIDE.contains(&game.id) { 2 } else { 3 };
        assert_eq!(Some(start.perft(plies)), lines, "{}", game.id);
    }
}
