//! Positions and pieces as pictures.

use crate::common::{komadai, run, text};
use std::collections::HashSet;
use std::path::Path;

/// The width that a PNG says it has.
fn png_width(bytes: &[u8]) -> u32 {
    assert!(bytes.starts_with(b"\x89PNG"), "it is a PNG");
    u32::from_be_bytes(bytes[16..20].try_into().expect("four bytes"))
}

#[test]
fn positions_and_pieces_are_drawn() {
    let drawn = text(&["show", "shogi", "--moves", "7g7f", "--arrow", "2g-2f", "--svg"]);
    assert!(drawn.starts_with("<svg "), "{drawn}");
    assert_eq!(drawn.matches("class=\"last\"").count(), 2);
    assert_eq!(drawn.matches("class=\"arrow\"").count(), 1);
    assert_eq!(drawn.matches("class=\"koma\"").count(), 40);
    let turned = text(&["show", "shogi", "--moves", "7g7f", "--turned", "--svg"]);
    assert!(turned != drawn, "the board is turned");
    let checked = text(&["show", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4", "--svg"]);
    assert_eq!(checked.matches("class=\"check\"").count(), 1);
    let lion = |style| text(&["pieces", "raichu", "lion", "--svg", "--style", style]);
    let lions = ["kanji", "short", "western", "pictures", "diagram"].map(lion);
    assert!(lions.iter().all(|lion| lion.starts_with("<svg ")), "{lions:?}");
    assert!(lions.iter().collect::<HashSet<_>>().len() == lions.len(), "{lions:?}");
}

#[test]
fn pictures_go_to_files_and_pipes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board.png");
    let name = file.to_str().expect("plain letters");
    assert_eq!(text(&["show", "minjiku", "--png", "--output", name, "--width", "300"]), "");
    assert_eq!(png_width(&std::fs::read(&file).expect("the picture")), 300);
    let piped = komadai().args(["pieces", "judkins", "--png", "--width=250"]).output();
    assert_eq!(png_width(&piped.expect("it runs").stdout), 250);
}

#[track_caller]
fn check(arguments: &[&str], complaint: &str) {
    let done = run(arguments);
    assert_eq!(done.code, 2, "{arguments:?}");
    assert!(done.err.contains(complaint), "{}", done.err);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    check(
        &["show", "chess", "--svg", "--arrow", "e2-e9"],
        "`e9` in the arrow `e2-e9` is not a square",
    );
    check(&["show", "chess", "--png", "--width", "0"], "a picture cannot be 0 pixels wide");
    check(&["show", "chess", "--svg", "--output", "/no/such/folder/x.svg"], "cannot be written");
    check(&["show", "chess", "--svg", "--json"], "cannot be used with");
    check(&["show", "chess", "--svg", "--png"], "cannot be used with");
    check(&["show", "chess", "--width", "300"], "--png");
    for words in [["--output", "x.svg"], ["--style", "short"], ["--arrow", "e2-e4"]] {
        check(&[&["show", "chess"], &words[..]].concat(), "--svg");
    }
    check(&["pieces", "chess", "unicorn", "--svg"], "has no piece `unicorn`");
}

/// The pictures of the notation; `KOMADAI_BLESS=1` draws them anew: look at them then.
#[test]
fn the_guide_shows_what_the_program_draws() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/xbetza");
    let files =
        std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
    let games: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|e| e == "toml")).collect();
    assert!(games.len() >= 4, "{games:?}");
    for game in games {
        let drawn = text(&["pieces", game.to_str().expect("plain letters"), "--svg"]);
        let picture = game.with_extension("svg");
        if std::env::var_os("KOMADAI_BLESS").is_some() {
            std::fs::write(&picture, &drawn).expect("the picture can be written");
        }
        let stored = std::fs::read_to_string(&picture).expect("the picture is stored");
        assert!(stored == drawn, "{}: KOMADAI_BLESS=1 draws it anew", picture.display());
    }
}
