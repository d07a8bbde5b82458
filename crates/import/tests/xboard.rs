//! What engines tell XBoard: what comes of each line, and the moves of games that we have as files.

mod common;

use common::check;
use komadai_import::{FileForm, Wish, games, import};
use komadai_rules::AnyGame;
use komadai_rules::variant::{Source, Variant, load, load_builtin};

struct Read {
    variant: Variant,
    text: String,
    remarks: Vec<String>,
}

fn imported_without(text: &str, leave_out: &[&str]) -> Result<Read, Vec<String>> {
    let source = Source::new("log.txt", text);
    let leave_out = leave_out.iter().map(|key| (*key).to_owned()).collect();
    let wish = Wish { form: Some(FileForm::Xboard), leave_out, ..Wish::of("log") };
    let game = import(&source, &wish)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let file = Source::new("log.toml", game.text.clone());
    let loaded = load(&file, &|_| None, &[]).unwrap_or_else(|e| panic!("{e}\n{}", game.text));
    let remarks = game.remarks.iter().map(ToString::to_string).collect();
    Ok(Read { variant: loaded.variant, text: game.text, remarks })
}

fn imported(text: &str) -> Read {
    imported_without(text, &[]).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"))
}

fn refuses(text: &str, errors: &[&str]) {
    match imported_without(text, &[]) {
        Ok(game) => panic!("{text} was imported:\n{}", game.text),
        Err(found) => assert_eq!(found, errors, "{text}"),
    }
}

const CHESS: &str = "setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy \
                     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\npiece K& KisO2\n";

const CAPABLANCA: &str = "setup (PNBRQ..AC............Kpnbrq..ac............k) 10x8+0_capablanca \
                          rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1\n";

const SHATRANJ: &str = "setup (PN.R.QB...Kpn.r.qb...k) 8x8+0_shatranj \
                        rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1\npiece P& fmWfcF\n";

const MINISHOGI: &str = "setup (P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k) 5x5+5_shogi \
                         rbsgk/4p/5/P4/KGSBR[-] w 0 1\npiece G& WfF\npiece P& fWf@8\n";

const OMEGA: &str = "setup (PNBRQ...CW...........Kpnbrq...cw...........k) 12x12+0_fairy \
                     w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/\
                     *CRNBQKBNRC*/W**********W w 0 1\n\
                     piece K& KisjO2\npiece P& fmWfceFifmnW3\npiece C& WDA\npiece W& FC\n";

/// What is not written is XBoard's: how pieces of known pictures move, promotion, the rules of Shogi.
#[test]
fn lines_have_the_moves_of_our_files() {
    for (id, text) in [("chess", CHESS), ("capablanca", CAPABLANCA), ("minishogi", MINISHOGI)] {
        let ours = AnyGame::compile(&load_builtin(id, &[]).unwrap().variant).unwrap();
        let theirs = AnyGame::compile(&imported(text).variant).unwrap();
        check(id, &ours, &theirs, 16);
    }
    let ours = AnyGame::compile(&load_builtin("shatranj", &[]).unwrap().variant).unwrap();
    // There the Q stands in the place of the ferz.
    check("shatranj", &ours, &AnyGame::compile(&imported(&shatranj()).variant).unwrap(), 16);
}

fn shatranj() -> String {
    SHATRANJ.to_owned() + "piece B& A\n"
}

/// Holes end a rank for castling; the pawns of our file promote on the last rank but one.
#[test]
fn castling_counts_from_the_last_square_that_there_is() {
    let game = imported(OMEGA);
    assert!(game.text.contains("move = \"KisjjO2\""), "{}", game.text);
    assert!(game.text.contains("partners = [\"R\"]"), "{}", game.text);
}

#[test]
fn lines_become_lines() {
    let setup = "setup (P..R.....................Kp..r.....................k) 3x5+0_fairy k1r/1p1/3/1P1/K1R w 0 1";
    for (text, lines) in [
        (
            setup.to_owned(),
            &[
                "R = { name = \"Rook\", move = \"R\", at = \"c1\" }",
                "zone = \"last 1\"",
                "choice = \"mandatory\"",
                "stalemate = \"draw\"",
            ][..],
        ),
        (
            setup.to_owned() + "\npiece R fR\npiece r bR",
            &[
                "R = { name = \"R\", move = [{ move = \"fR\", side = \"first\" }, { move = \"bR\", side = \"second\" }], at = \"c1\" }",
            ],
        ),
        (
            setup.to_owned() + "\npiece R& fR\npiece R& N0",
            &["R = { name = \"Nightrider\", move = \"NN\", at = \"c1\" }"],
        ),
        (
            setup.replace("(P.", "(P=."),
            &["P = { name = \"Pawn\", move = \"fmWfceFifmnD\", at = \"b2\" }"],
        ),
        (
            setup.replace("_fairy", "_chu") + "\npiece +P& WfF",
            &[
                "P = { name = \"Pawn\", move = \"fmWfceFifmnD\", at = \"b2\", promotes = \"+P\" }",
                "zone = \"last 1\"",
                "when = [\"enter\", \"capture-from-inside\"]",
                "stalemate = \"loss\"",
            ],
        ),
        (
            setup.replace("+0", "+2"),
            &["to = \"hand\"", "forbid = [\"stuck\"]  # where it could never move again"],
        ),
        (
            setup.replace("K1R w", "K1R[PPr] w").replace("+0", "+2"),
            &[
                "P = { name = \"Pawn\", move = \"fmWfceFifmnD\", at = \"b2\", hand = { first = 2, second = 0 }, promotes = \"R\" }",
            ],
        ),
        (setup.replace("/3/", "/*2/"), &["holes = \"a3\""]),
    ] {
        let game = imported(&text);
        let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        for line in lines {
            let found = game.text.lines().any(|other| plain(other) == plain(line));
            assert!(found, "{text}: no line `{line}` in\n{}", game.text);
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let setup = "setup 3x3+0_fairy k2/3/K2 w\n";
    for (text, errors) in [
        ("setup (PK 8x8+0_fairy k/K w", &["log.txt:1:7: the table of letters ends with `)`"][..]),
        (
            "setup (PK) board k/K w",
            &["log.txt:1:12: expected the size of the board, as in `8x8+0_fairy`"],
        ),
        (
            "setup 17x8+0_fairy k/K w",
            &["log.txt:1:7: expected the size of the board, as in `8x8+0_fairy`"],
        ),
        ("setup 1x2+0_fairy k/K/1 w", &["log.txt:1:19: the position has 3 ranks, the board 2"]),
        (
            "setup 1x2+0_fairy k/K b",
            &["log.txt:1:19: `setup` cannot be imported: the second side moves first"],
        ),
        (
            "setup 1x2+0_xiangqi k/K w",
            &[
                "log.txt:1:13: `parent` cannot be imported: `xiangqi` has rules of its own that its lines do not say",
            ],
        ),
        (&format!("{setup}piece K& KmE"), &["log.txt:2:12: there is no atom `E`"]),
        (&format!("{setup}piece K& W*"), &["log.txt:2:10: `*` is no number of steps"]),
        (
            &format!("{setup}piece K!& W"),
            &["log.txt:2:7: `K!` has a mark that positions cannot have here"],
        ),
        (
            &format!("piece K& W\n{setup}"),
            &["log.txt:1:7: a `piece` stands behind the `setup` of its game"],
        ),
        (
            "setup (..K..k) 3x3+0_fairy k2/1X1/K2 w",
            &["log.txt:1:7: no line says how `X` moves, and XBoard does not know it"],
        ),
        (
            "setup 1x3+0_fairy k/s/K w",
            &["log.txt:1:7: no line says how `S` moves, and XBoard does not know it"],
        ),
    ] {
        refuses(text, errors);
    }
    let text = "setup 1x3+0_xiangqi k/1/K w";
    let game = imported_without(text, &["parent"]).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert!(game.remarks.iter().any(|r| r == "log.txt:1:13: left out: the rules of `xiangqi`"));
    let errors = imported_without(text, &["parent", "rules"]).map(|game| game.text).unwrap_err();
    assert_eq!(
        errors,
        ["log.txt:1:7: only the rules of the `parent` can be left out, not `rules`"]
    );
}

#[test]
fn what_was_taken_for_granted_is_told() {
    let game = imported(&format!("Hello\nthere\n{MINISHOGI}"));
    for remark in [
        "log.txt:1:1: 2 lines are neither `setup` nor `piece`: passed over",
        "log.txt:3:7: these lines do not say what repetition and many quiet moves lead to: neither ends the game here",
        "log.txt:3:7: promotion, drops and stalemate are taken from XBoard's Shogi",
        "log.txt:3:7: no line says how `R` moves: `R`, as XBoard's piece of that picture",
        "log.txt:5:13: `@`: drops are those of the parent, as in XBoard",
    ] {
        assert!(game.remarks.iter().any(|other| other == remark), "{:#?}", game.remarks);
    }
}

#[test]
fn logs_have_several_games() {
    let log = "1 >first : variant fives\n2 <first : setup 1x2+0_fairy k/K w\n3 <first : piece K& W\n\
               4 >first : variant chess\n5 <first : setup 1x3+0_fairy k/1/K w\n6 <first : setup 2x2+0_fairy k1/1K w\n";
    let source = Source::new("winboard.debug", log);
    assert_eq!(games(&source), ["fives", "chess", "winboard"]);
    let files: Vec<String> = games(&source)
        .into_iter()
        .map(|name| import(&source, &Wish::of(name)).unwrap().text)
        .collect();
    assert!(files[0].contains("id = \"fives\"\nname = \"Fives\"\n"), "{}", files[0]);
    // Our own chess keeps its name.
    assert!(files[1].contains("id = \"chess-xboard\"\nname = \"Chess\"\n"), "{}", files[1]);
    assert!(files[2].contains("id = \"winboard\"\n"), "{}", files[2]);
}
