//! How much memory games take.

use komadai_records::moves::spell;
use komadai_rules::variant::{BUILTIN, SHELF, Source, load, load_builtin};
use komadai_rules::{AnyGame, AnyPlay, Color, Opening, PieceType, Setup};
use std::collections::BTreeSet;
use std::fmt::Write;

#[test]
fn the_games_that_come_with_the_program_are_small() {
    for game in BUILTIN.iter().chain(SHELF) {
        let variant = load_builtin(game.id, &[]).unwrap().variant;
        let bytes = AnyGame::compile(&variant).unwrap().table_bytes();
        assert!(bytes < 4 << 20, "{}: {bytes}", game.id);
    }
}

/// A large board with so many kinds of lions, no two of which move alike, and one more, `Z`.
fn lions(number: usize) -> AnyGame {
    let mut text =
        "[board]\nfiles = 16\nranks = 16\n[pieces]\nK = { move = 'K', at = 'a1', royal = true }\n"
            .to_owned();
    let letters = ('A'..='Y').filter(|letter| *letter != 'K');
    let ids = ["", "'", "''"]
        .into_iter()
        .flat_map(|primes| letters.clone().map(move |l| format!("{l}{primes}")));
    for (index, id) in ids.take(number).enumerate() {
        let reach = ["N", "A", "D", "C", "Z", "H", "G"].iter().enumerate();
        let reach: String =
            reach.filter(|(bit, _)| index >> bit & 1 != 0).map(|(_, atom)| *atom).collect();
        writeln!(text, "\"{id}\" = {{ move = 'KNScaKmcabKmcaN{reach}', hand = 1 }}").unwrap();
    }
    text += "Z = { move = 'KNScaKmcabK', at = 'h1' }\n[end]\ncheck = 'none'\n";
    let loaded =
        load(&Source::new("lions.toml", text), &|_| None, &[]).unwrap_or_else(|e| panic!("{e}"));
    AnyGame::compile(&loaded.variant).unwrap()
}

#[test]
fn no_game_has_tables_without_end() {
    let bytes = lions(70).table_bytes();
    assert!(bytes < 20 << 20, "{bytes}");
}

/// Who walks because there is no more room for tables goes where all others go.
#[test]
fn lions_without_tables_move_as_lions() {
    let [few, many] = [lions(1), lions(40)];
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let men: Vec<(usize, Color)> = (0..60)
            .map(|_| (rng.usize(0..256), if rng.bool() { Color::First } else { Color::Second }))
            .collect();
        let [one, other] = [&few, &many].map(|game| moves(&set_up(game, &men)));
        assert_eq!(one, other, "{men:?}");
    }
}

/// Lions anywhere, and a king in the corner of each side.
fn set_up(game: &AnyGame, men: &[(usize, Color)]) -> AnyPlay {
    let types = game.variant().pieces.len();
    let mut board = vec![None; 256];
    for (square, color) in men {
        board[*square] = Some((*color, PieceType(types as u8 - 1)));
    }
    board[0] = Some((Color::First, PieceType(0)));
    board[255] = Some((Color::Second, PieceType(0)));
    let setup = Setup::plain(board, [vec![0; types], vec![0; types]], Color::First);
    game.open(&Opening::Setup(setup)).unwrap_or_else(|error| panic!("{error}"))
}

/// What each legal move leads to.
fn moves(at: &AnyPlay) -> BTreeSet<String> {
    let mut after = at.clone();
    let text = |m: &komadai_rules::Move| {
        let usi = spell(at, *m).usi(at.variant());
        after.push(*m);
        let board = after.setup().board.into_iter().map(|man| match man {
            None => '.',
            Some((Color::First, _)) => 'A',
            Some((Color::Second, _)) => 'a',
        });
        let text = format!("{usi} {:?} {}", at.captures(*m), board.collect::<String>());
        after.pop();
        text
    };
    at.legal_moves().iter().map(text).collect()
}
