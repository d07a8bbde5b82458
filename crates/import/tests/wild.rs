//! Wild input: nothing makes the reader panic, and what it imports loads.

use komadai_import::{Wish, builtin, import, sections};
use komadai_variant::{Source, load};
use proptest::prelude::*;

/// Imports every section of a text.
fn survives(text: &str) {
    let source = Source::new("wild.ini", text);
    for section in sections(&source) {
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
}
