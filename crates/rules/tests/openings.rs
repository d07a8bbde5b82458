//! Where games begin: what is let pass, what is refused, and who has points to its credit.

use komadai_records::position;
use komadai_rules::variant::load_builtin;
use komadai_rules::{AnyGame, AnyPlay, Opening, OpeningError};

fn game(id: &str, settings: &[(&str, &str)]) -> AnyGame {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let loaded = load_builtin(id, &settings).expect("it loads");
    AnyGame::compile(&loaded.variant).expect("it compiles")
}

fn open(game: &AnyGame, opening: Opening) -> Result<AnyPlay, OpeningError> {
    game.open(&opening)
}

fn set_up(game: &AnyGame, text: &str) -> Opening {
    Opening::Setup(position::parse(game.variant(), text).expect("it is a position"))
}

#[test]
fn the_giver_of_a_handicap_is_credited_however_its_start_is_named() {
    let shogi = game("shogi", &[]);
    let check = |start: &str, points: u32| {
        let named = open(&shogi, Opening::Named(start.to_owned())).expect("it is a start");
        assert_eq!(named.credit(), [0, points], "{start}");
        let setup = open(&shogi, Opening::Setup(named.setup())).expect("it is a position");
        assert_eq!(setup.credit(), [0, points], "the position of {start}");
        let numbered = komadai_rules::Setup { ply: 6, ..named.setup() };
        let numbered = open(&shogi, Opening::Setup(numbered)).expect("it is a position");
        assert_eq!(numbered.credit(), [0, points], "the position of {start} at move 7");
    };
    check("lance", 1);
    check("bishop", 5);
    check("rook-lance", 6);
    check("2-piece", 10);
    check("6-piece", 14);
    check("10-piece", 18);
    assert_eq!(open(&shogi, Opening::Usual).expect("a start").credit(), [0, 0]);
    let bare = open(&shogi, set_up(&shogi, "4k4/9/9/9/9/9/9/9/4K4 w - 1")).expect("a position");
    assert_eq!(bare.credit(), [0, 0]);
}

#[test]
fn the_credit_counts_in_declarations() {
    // Ten pieces less and yet in its own camp, which these settings count as the far one.
    let near = [("end.declaration.zone", "ranks 1-3"), ("end.declaration.pieces", "9")];
    let shogi = game("shogi", &near);
    let named = open(&shogi, Opening::Named("10-piece".to_owned())).expect("it is a start");
    let declared = named.declaration().expect("shogi has declarations");
    assert_eq!((declared.points, declared.rule27.to_string().as_str()), (27, "win"));
    let setup = open(&shogi, Opening::Setup(named.setup())).expect("it is a position");
    assert_eq!(setup.declaration(), Some(declared));
}

#[test]
fn composed_positions_are_let_pass() {
    let shogi = game("shogi", &[]);
    for text in ["P3k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/2P6/2P6/9/4K4 b - 1"] {
        assert!(open(&shogi, set_up(&shogi, text)).is_ok(), "{text}");
    }
}

#[test]
fn what_is_wrong_with_an_opening_is_said() {
    let check = |game: &AnyGame, opening: Opening, wanted: &str| {
        let error = open(game, opening).expect_err("it is refused").to_string();
        assert_eq!(error, wanted);
    };
    let (shogi, raichu) = (game("shogi", &[]), game("raichu", &[]));
    check(
        &shogi,
        Opening::Named("pawn".to_owned()),
        "Shogi has no start `pawn`; its starts are lance, bishop, rook, rook-lance, 2-piece, 4-piece, \
         6-piece, 8-piece, 10-piece",
    );
    check(
        &raichu,
        Opening::Named("lance".to_owned()),
        "Raichu Shogi has no start `lance`; it has only the usual one",
    );
    check(
        &shogi,
        set_up(&shogi, "4k4/9/9/9/4R4/9/9/9/4K4 b - 1"),
        "this position cannot be: Gote is in check, but it is not its turn: the Rook on 5e could \
         take the King on 5a",
    );
}
