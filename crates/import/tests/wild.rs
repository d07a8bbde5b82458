//! Wild input: nothing makes the reader panic, and what it imports loads.

use komadai_import::{FileForm, Wish, builtin, games, import};
use komadai_variant::{Source, load};
use proptest::prelude::*;

/// Imports every section of a text.
fn survives(text: &str) {
    let source = Source::new("wild.ini", text);
    for section in games(&source) {
        match import(&source, &Wish::of(section)) {
            Ok(game) => {
                let file = Source::new("wild.toml", game.text.clone());
                if let Err(errors) = load(&file, &|_| None, &[]) {
                    // What both sides need to win is judged by the loader alone.
                    let meant =
                        ["no royal", "a game needs pieces", "more than", "may not stand on"];
                    let known = |message: &str| meant.iter().any(|m| message.contains(m));
                    assert!(
                        errors.iter().all(|e| known(&e.message)),
                        "{errors}\n{text}\n{}",
                        game.text
                    );
                }
            }
            Err(errors) => {
                for error in &errors {
                    assert!(error.source.text.get(error.span.clone()).is_some(), "{error:?}");
                }
            }
        }
    }
}

/// Imports every game of a text that is taken for that form. What is written is a file with keys that are known.
fn survives_as(form: FileForm, text: &str) {
    let source = Source::new("wild.txt", text);
    for game in form.games(&source) {
        match import(&source, &Wish { form: Some(form), ..Wish::of(game) }) {
            Ok(game) => {
                let file = Source::new("wild.toml", game.text.clone());
                if let Err(errors) = load(&file, &|_| None, &[]) {
                    let broken = |message: &str| {
                        ["unknown", "invalid", "unexpected", "takes"]
                            .iter()
                            .any(|w| message.contains(w))
                    };
                    assert!(
                        !errors.iter().any(|e| broken(&e.message)),
                        "{errors}\n{text}\n{}",
                        game.text
                    );
                }
            }
            Err(errors) => {
                for error in &errors {
                    assert!(error.source.text.get(error.span.clone()).is_some(), "{error:?}");
                }
            }
        }
    }
}

/// Lines of diagrams, good and bad ones.
fn diagram_lines() -> impl Strategy<Value = String> {
    let setting = (
        prop::sample::select(vec![
            "files",
            "ranks",
            "firstRank",
            "symmetry",
            "royal",
            "promoZone",
            "maxPromote",
            "promoOffset",
            "promoChoice",
            "holdingsType",
            "captureMatrix",
            "burnZone",
            "shuffle",
            "stalemate",
            "stm",
            "hole",
            "squareSize",
            "zonal",
            "walls",
        ]),
        prop::sample::select(vec![
            "",
            "0",
            "1",
            "2",
            "3",
            "5",
            "-1",
            "K",
            "NK",
            "!K*N2",
            "rotate",
            "none",
            "mirror",
            "win",
            "draw",
            ".:/\"2/@9",
            "@3",
            ":",
            "!NK,R",
            "a1,,b2-c3",
            "white",
            "\u{e9}",
        ]),
    );
    let piece = (
        prop::sample::select(vec!["king", "knight", "rook", "pawn", "hole", "X y", "\u{96ea}", ""]),
        prop::sample::select(vec!["", "K", "n", "+P", "Ab", "\u{df}"]),
        prop::sample::select(vec![
            "", "fmW*fceF", "isO2K", "ifmnH", "K", "x", "\u{e9}", "W*", "[F?fsR]",
        ]),
        prop::sample::select(vec![
            "", "a1", "b1,c1", "a2-c3", "a1,,c3", ",,", "a0", "z9", "\u{e9}1", "-",
        ]),
        prop::sample::select(vec!["", "1", "100", "x"]),
    );
    prop_oneof![
        setting.prop_map(|(key, value)| format!("{key}={value}")),
        piece.prop_map(|(name, id, movement, squares, hand)| {
            format!("{name}:{id}:{movement}:image:{squares}:{hand}")
        }),
    ]
}

/// Lines of engines, good and bad ones.
fn engine_lines() -> impl Strategy<Value = String> {
    let parents = vec!["fairy", "shogi", "chu", "shatranj", "capablanca", "crazyhouse", "xiangqi"];
    let setup = (
        "[(]?[PKNRL^+=./'!]{0,30}[)]?",
        "[0-9]{1,2}",
        prop::sample::select(parents),
        "[kKpPnN1-9+*]{0,4}",
    );
    let setup = setup.prop_map(|(table, held, parent, row)| {
        format!("setup {table} 4x3+{held}_{parent} {row}/4/{row} w KQ - 0 1")
    });
    let piece = ("[+]?[KPNkp'][&]?", "[a-z]{0,3}[KWFNORX@][0-9]?");
    prop_oneof![setup, piece.prop_map(|(id, movement)| format!("<first : piece {id} {movement}"))]
}

/// Lines of the built-in sections, with other values.
fn lines() -> impl Strategy<Value = String> {
    let known: Vec<String> = builtin()
        .text
        .lines()
        .filter(|line| line.contains('=') && !line.starts_with('#'))
        .map(Into::into)
        .collect();
    let values =
        vec!["true", "false", "*8", "-", "*", "k", "p:q", "0", "3", "win", "loss", "x:mNcWfK", ""];
    (prop::sample::select(known), prop::option::of(prop::sample::select(values))).prop_map(
        |(line, value)| match (line.split_once('='), value) {
            (Some((key, _)), Some(value)) => format!("{key}= {value}"),
            _ => line,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        survives(&text);
        survives(&format!("[g:chess]\n{text}"));
    }

    #[test]
    fn any_lines_are_read(
        parent in prop::sample::select(vec!["", ":chess", ":shogi", ":kyotoshogi", ":xiangqi", ":omicron"]),
        lines in prop::collection::vec(lines(), 0..12),
    ) {
        survives(&format!("[g{parent}]\n{}\n", lines.join("\n")));
    }

    #[test]
    fn any_position_is_read(fen in "[pPkKrRnN1-9*+/~\\[\\]-]{0,40}( [wb])?( [KQkq-]{1,4})?") {
        survives(&format!("[g:chess]\nmaxRank = 3\nmaxFile = 4\nstartFen = {fen}\n"));
    }

    #[test]
    fn any_diagram_is_read(lines in prop::collection::vec(diagram_lines(), 0..10), text in "\\PC{0,40}") {
        let lines = lines.join("\n");
        survives_as(FileForm::Diagram, &format!("{lines}\n{text}"));
        survives_as(FileForm::Diagram, &format!("<h1>{text}</h1><div class=idiagram>{lines}\nking::::a1,,a3</div>"));
        survives_as(FileForm::Diagram, &format!("files=4\nranks=3\n{lines}\nking::::a1"));
    }

    #[test]
    fn any_log_is_read(lines in prop::collection::vec(engine_lines(), 0..10), text in "\\PC{0,40}") {
        survives_as(FileForm::Xboard, &format!("{text}\n{}", lines.join("\n")));
        let setup = "setup (PNR....K) 4x3+2_shogi kpnr/4/KPNR w KQkq - 0 1";
        survives_as(FileForm::Xboard, &format!("{setup}\n{}", lines.join("\n")));
    }

    #[test]
    fn any_text_has_a_form(text in "\\PC{0,80}") {
        let source = Source::new("wild.txt", text.clone());
        prop_assert_eq!(games(&source), FileForm::of(&source).games(&source));
        for form in [FileForm::Ini, FileForm::Diagram, FileForm::Xboard] {
            survives_as(form, &text);
        }
    }
}
