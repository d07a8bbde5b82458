//! Pictures against stored ones. `KOMADAI_BLESS=1` stores them anew: look at them then.
#![allow(clippy::disallowed_methods, reason = "the pictures that are expected are files")]

use komadai_engine::Values;
use komadai_picture::{Part, Picture, PieceSet, Scene, Sheet, single};
use komadai_records::json::{Board, PieceInfo, Side, Symmetry, VariantInfo};
use komadai_records::opening;
use komadai_rules::AnyGame;
use komadai_rules::variant::{BUILTIN, load_builtin};
use std::collections::HashMap;
use std::path::Path;

/// A game, and its board after some moves.
fn after(id: &str, moves: &str) -> (VariantInfo, Board) {
    let variant = load_builtin(id, &[]).expect("it loads").variant;
    let game = AnyGame::compile(&variant).expect("it compiles");
    let mut play = opening::open(&game, None, None).expect("a start");
    opening::follow(&mut play, moves.split_whitespace()).expect("legal moves");
    let info = VariantInfo::of(&game, &Values::of(&game).board).expect("a start");
    (info, Board::of(&play))
}

const SETS: [PieceSet; 5] =
    [PieceSet::Kanji, PieceSet::Short, PieceSet::Western, PieceSet::Pictures, PieceSet::Diagram];

fn check(name: &str, picture: &Picture) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name);
    if std::env::var_os("KOMADAI_BLESS").is_some() {
        std::fs::write(&file, picture.svg()).expect("the picture is stored");
    }
    let stored = std::fs::read_to_string(&file).expect("a stored picture");
    assert!(stored == picture.svg(), "{name} looks different; KOMADAI_BLESS=1 stores it anew");
}

fn scene<'a>(info: &'a VariantInfo, board: &'a Board, set: PieceSet) -> Scene<'a> {
    Scene {
        info,
        board,
        set,
        below: Side::First,
        last: &[],
        checked: &[],
        arrows: &[],
        part: None,
        kanji_ranks: true,
        zones: &[],
    }
}

fn sheet(info: &VariantInfo, set: PieceSet) -> Picture {
    let shown: Vec<_> = info.pieces.iter().collect();
    let figures = info.symmetry == Some(Symmetry::Mirror);
    Sheet { all: &info.pieces, shown: &shown, set, figures }.draw()
}

#[test]
fn positions_look_as_they_did() {
    let (info, board) = after("minishogi", "1e1d 1b1c 3e2d 2a1b 2d1c 4a1d 1c1b 1a1b 2e1d");
    let squares = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (last, checked) = (squares(&["d1", "e2"]), squares(&["e4"]));
    let arrows = [["a1".into(), "b2".into()], ["c3".into(), "c3".into()]];
    let whole = Scene {
        last: &last,
        checked: &checked,
        arrows: &arrows,
        ..scene(&info, &board, PieceSet::Kanji)
    };
    check("minishogi.svg", &whole.draw());
    let turned = Scene { below: Side::Second, ..scene(&info, &board, PieceSet::Diagram) };
    check("minishogi-turned-diagram.svg", &turned.draw());
    let part = Some(Part::between((3, 4), (1, 1)));
    let cut = Scene { part, kanji_ranks: false, ..scene(&info, &board, PieceSet::Short) };
    check("minishogi-part.svg", &cut.draw());
    let (info, board) = after("minjiku", "");
    check("minjiku-short.svg", &scene(&info, &board, PieceSet::Short).draw());
    let (info, board) = after("chess", "e2e4 d7d5 e4d5");
    check("chess.svg", &scene(&info, &board, PieceSet::Western).draw());
    // Figures that unite two, whatever the pieces are called, and discs with letters.
    let (info, board) = after("spartan", "e2e4 a7b6");
    check("spartan.svg", &scene(&info, &board, PieceSet::Western).draw());
}

#[test]
fn pieces_look_as_they_did() {
    for (game, ids) in [
        ("minjiku", ["L", "A", "F", "+L"]),
        ("raichu", ["N", "+H", "O", "+P"]),
        ("chess", ["P", "K", "N", "Q"]),
    ] {
        let (info, _) = after(game, "");
        let shown: Vec<_> = info.pieces.iter().filter(|p| ids.contains(&&*p.id)).collect();
        assert_eq!(shown.len(), ids.len(), "{game}");
        let figures = info.symmetry == Some(Symmetry::Mirror);
        let set = if figures { PieceSet::Western } else { PieceSet::Kanji };
        let sheet = Sheet { all: &info.pieces, shown: &shown, set, figures };
        check(&format!("{game}-pieces.svg"), &sheet.draw());
    }
}

/// The pieces of a game, all of one size.
fn equals(game: &str) -> (Vec<PieceInfo>, bool) {
    let (info, _) = after(game, "");
    let figures = info.symmetry == Some(Symmetry::Mirror);
    let royal = |piece: PieceInfo| PieceInfo { royal: true, ..piece };
    (info.pieces.into_iter().map(royal).collect(), figures)
}

/// The pages draw the same, by `pieces.test.ts`, which reads this picture.
#[test]
fn pictures_look_as_they_did() {
    let (pieces, figures) = equals("raichu");
    let ids = ["K", "C", "E", "+R", "O"];
    let shown: Vec<_> = pieces.iter().filter(|piece| ids.contains(&&*piece.id)).collect();
    let sheet = Sheet { all: &pieces, shown: &shown, set: PieceSet::Pictures, figures };
    check("raichu-pictures.svg", &sheet.draw());
}

#[test]
fn every_type_of_a_game_has_a_picture_of_its_own() {
    for game in BUILTIN.iter().map(|game| game.id) {
        let (pieces, figures) = equals(game);
        let mut seen = HashMap::new();
        for piece in &pieces {
            let drawn = |set| single(&pieces, piece, set, figures).svg().to_owned();
            let picture = drawn(PieceSet::Pictures);
            let letters = [drawn(PieceSet::Western), drawn(PieceSet::Diagram)].contains(&picture);
            assert_eq!(letters, figures, "{game}: {} has no picture", piece.name.en);
            if let Some(other) = seen.insert(picture, &piece.id) {
                panic!("{game}: {} looks like {other}", piece.id);
            }
        }
    }
}

#[test]
fn pieces_without_a_picture_have_letters_or_their_movement() {
    let (pieces, _) = equals("shogi");
    let mut strange = pieces[0].clone();
    strange.name.en = "Tripod".to_owned();
    let drawn = |piece: &PieceInfo, set| single(&pieces, piece, set, false);
    assert_eq!(drawn(&strange, PieceSet::Pictures), drawn(&strange, PieceSet::Western));
    strange.id = "long".to_owned();
    assert_eq!(drawn(&strange, PieceSet::Pictures), drawn(&strange, PieceSet::Diagram));
}

#[test]
fn everything_can_be_painted() {
    for game in BUILTIN.iter().map(|game| game.id) {
        let (info, board) = after(game, "");
        for set in SETS {
            let picture = scene(&info, &board, set).draw();
            let png = picture.png(Some(200)).expect("it can be painted");
            assert!(png.starts_with(b"\x89PNG"), "{game} {set:?}");
            assert!(sheet(&info, set).png(Some(200)).is_ok(), "{game} {set:?}");
            let dim = picture.clone().dimmed();
            assert!(dim.png(Some(200)).is_ok_and(|dim| dim != png), "{game} {set:?}");
            assert_eq!(dim.inline("x"), picture.inline("x"), "the page brings the colours");
        }
    }
}

#[test]
fn widths_that_cannot_be_are_refused() {
    let (info, board) = after("chess", "");
    let picture = scene(&info, &board, PieceSet::Western).draw();
    for width in [0, 10_001, u32::MAX] {
        let error = picture.png(Some(width)).expect_err("that wide").to_string();
        assert_eq!(error, format!("a picture cannot be {width} pixels wide"));
    }
}
