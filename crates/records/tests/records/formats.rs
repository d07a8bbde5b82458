//! Every form of records: what is written of a game reads back as the same game.

#![allow(clippy::disallowed_methods, reason = "files are read")]

use crate::common::{GAMES, game, variant_of};
use crate::files::{Line, ends, files, lines, random_record, replayed};
use komadai_records::file::{self, Format, GameText, Games, NoGame};
use komadai_records::json::Winner;
use komadai_records::record::{BEGAN, MoveTree, NotPlayable, Record, TreeNode};
use komadai_records::{csa, kif, notation, pgn};
use komadai_rules::{AnyGame, AnyPlay, Interrupt, Opening};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// What a form can tell besides the moves.
#[derive(Clone, Copy)]
struct Keeps {
    variations: bool,
    comments: bool,
    times: bool,
    headers: bool,
}

fn keeps(format: Format) -> Keeps {
    let all = Keeps { variations: true, comments: true, times: true, headers: true };
    match format {
        Format::Kif | Format::Jkf | Format::Pgn | Format::Json => all,
        Format::Ki2 => Keeps { times: false, ..all },
        Format::Csa => Keeps { variations: false, ..all },
        Format::Usi | Format::Sfen => {
            Keeps { variations: false, comments: false, times: false, headers: false }
        }
    }
}

fn records(game: &AnyGame, number: usize, rng: &mut fastrand::Rng) -> Vec<Record> {
    let one = |_| {
        let mut record = random_record(game, Opening::Usual, rng);
        let headers =
            [("先手", "Ä, B"), ("後手", "山田"), (BEGAN, "2026/01/31 15:00:00"), ("備考", "x")];
        record.headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        record
    };
    (0..number).map(one).collect()
}

/// All lines, as far as a form keeps them.
fn told(game: &AnyGame, record: &Record, keeps: Keeps) -> Vec<Line> {
    let play = game.open(&record.start).unwrap();
    let mut found: Vec<Line> =
        lines(&record.tree).iter().map(|line| replayed(&play, line)).collect();
    found.truncate(if keeps.variations { found.len() } else { 1 });
    for (_, comment) in found.iter_mut().flatten() {
        // PGN breaks lines where it wants.
        let words: Vec<&str> = comment.split_whitespace().collect();
        *comment = if keeps.comments { words.join(" ") } else { String::new() };
    }
    found.sort();
    found
}

/// A record without its variations.
fn main_line(record: &Record) -> Record {
    let nodes = record.tree.main_line().into_iter().map(|i| record.tree.nodes[i].clone());
    let nodes = nodes.enumerate();
    let nodes = nodes.map(|(i, node)| TreeNode { parent: i.checked_sub(1), ..node }).collect();
    Record { tree: MoveTree { nodes, ..record.tree.clone() }, ..record.clone() }
}

fn check(format: Format, game: &AnyGame, record: &Record) -> String {
    let id = &game.variant().id;
    let text = file::write(format, game, record).unwrap_or_else(|e| panic!("{format} {id}: {e}"));
    assert_eq!(Format::of_text(&text), Some(format), "{id}: {text}");
    if let Some(name) = format.game_of(&text) {
        assert!(name.is(game.variant()), "{format} {id}: {name:?}\n{text}");
    }
    let again = file::read(format, game.variant(), &text, 10_000)
        .unwrap_or_else(|error| panic!("{format} {id}: {error}\n{text}"));
    let keeps = keeps(format);
    let mut before = if keeps.variations { record.clone() } else { main_line(record) };
    if format == Format::Pgn {
        // It has one place for all that is said of the last move, and where a line ends.
        before.tree = pgn::with_ends(before.tree, &std::mem::take(&mut before.closing));
    }
    assert_eq!(told(game, &again, keeps), told(game, &before, keeps), "{format} {id}\n{text}");
    if keeps.times {
        let spent = |record: &Record| -> Duration {
            record.tree.nodes.iter().filter_map(|node| node.spent).sum()
        };
        assert_eq!(spent(&again), spent(&before), "{format} {id}\n{text}");
    }
    if keeps.comments {
        let ends = |record: &Record| {
            let mut ends = ends(record);
            let times = ends.iter_mut().map(|end| &mut end.closing.spent);
            times.filter(|_| !keeps.times || format == Format::Pgn).for_each(|time| *time = None);
            ends
        };
        assert_eq!(ends(&again), ends(&before), "{format} {id}\n{text}");
    }
    if keeps.headers {
        for (name, value) in &record.headers {
            assert_eq!(again.header(name), Some(value.as_str()), "{format} {id} {name}\n{text}");
        }
        assert_eq!(again.end, record.end, "{format} {id}\n{text}");
    }
    // What is written once is written so for ever.
    assert_eq!(file::write(format, game, &again).unwrap(), text, "{format} {id}");
    text
}

#[test]
fn every_form_keeps_every_game_that_it_can_tell_of() {
    let mut rng = fastrand::Rng::with_seed(28);
    for id in GAMES {
        let game = game(id);
        for format in Format::ALL.into_iter().filter(|format| *format != Format::Sfen) {
            let records = records(&game, 5, &mut rng);
            let can = match format {
                Format::Kif => id != "chess",
                Format::Ki2 | Format::Csa | Format::Jkf => {
                    ["shogi", "minishogi", "judkins"].contains(&id)
                }
                _ => true,
            };
            if !can {
                let error = file::write(format, &game, &records[0]).unwrap_err().to_string();
                assert!(error.contains(&game.variant().name), "{format} {id}: {error}");
                continue;
            }
            for record in records {
                check(format, &game, &record);
            }
        }
    }
}

#[test]
fn passes_by_right_are_moves_like_others() {
    let mut rng = fastrand::Rng::with_seed(33);
    for (text, all) in [
        (
            "extends = 'shogi'\nid = 'passing'\nname = { en = 'Passing', ja = 'パス将棋' }\npassing = { when = 'always' }",
            &[Format::Kif, Format::Pgn, Format::Json, Format::Usi][..],
        ),
        ("extends = 'janggi'", &[Format::Pgn, Format::Json, Format::Usi]),
    ] {
        let game = AnyGame::compile(&variant_of(text)).unwrap();
        for _ in 0..5 {
            let record = random_record(&game, Opening::Usual, &mut rng);
            for format in Format::ALL.into_iter().filter(|format| *format != Format::Sfen) {
                // What a form cannot tell it says.
                if all.contains(&format) || file::write(format, &game, &record).is_ok() {
                    check(format, &game, &record);
                }
            }
        }
    }
}

/// What is said above the moves may look like anything; the moves are read all the same, and what the form has no
/// words for stands in a comment.
#[test]
fn what_is_said_above_the_moves_is_never_taken_for_something_else() {
    let mut rng = fastrand::Rng::with_seed(31);
    let odd = [
        "変化",
        "まで",
        "手数",
        "手合割",
        "開始局面",
        "先手の持駒",
        "後手番",
        "*",
        "#",
        "&",
        "▲",
        "1",
        "１",
        "|",
        "+",
        "P1",
        "N+",
        "'",
        "V2",
        "$",
        "%",
        "T",
        "/",
        "[",
        "]",
        "{",
        ";",
        "(",
        "\"",
        "\\",
        ":",
        "：",
        " ",
        "",
        "FEN",
        "Result",
        "Variant",
        "SetUp",
        "sfen",
        "position",
        "moves",
        "指手",
        "手数----指手",
        "\t",
    ];
    let value =
        ["10手", "平手", "", "x\ny", "指手", "1-0", "\"", "76FU", "+", "７六歩(77)", "：", " x "];
    for id in ["shogi", "chess", "raichu"] {
        let game = game(id);
        for format in Format::ALL.into_iter().filter(|format| *format != Format::Sfen) {
            for _ in 0..20 {
                let plain = &records(&game, 1, &mut rng)[0];
                let mut record = plain.clone();
                let any = |from: &[&str], rng: &mut fastrand::Rng| {
                    from[rng.usize(..from.len())].to_owned()
                };
                record.headers = (0..3)
                    .map(|_| {
                        (any(&odd, &mut rng) + &any(&["", "x"], &mut rng), any(&value, &mut rng))
                    })
                    .collect();
                let Ok(text) = file::write(format, &game, &record) else { continue };
                let said = &record.headers;
                let again = file::read(format, game.variant(), &text, 10_000)
                    .unwrap_or_else(|error| panic!("{format} {id} {said:?}: {error}\n{text}"));
                assert_eq!(Format::of_text(&text), Some(format), "{said:?}\n{text}");
                let moves = Keeps { comments: false, ..keeps(format) };
                let plain = if moves.variations { plain.clone() } else { main_line(plain) };
                assert_eq!(
                    told(&game, &again, moves),
                    told(&game, &plain, moves),
                    "{format} {id} {said:?}\n{text}"
                );
            }
        }
    }
}

/// A position by itself is where the main line ends.
#[test]
fn positions() {
    let mut rng = fastrand::Rng::with_seed(29);
    for id in GAMES {
        let game = game(id);
        for record in records(&game, 5, &mut rng) {
            let text = file::write(Format::Sfen, &game, &record).unwrap();
            assert_eq!(Format::of_text(&text), Some(Format::Sfen), "{text}");
            let again = file::read(Format::Sfen, game.variant(), &text, 10).unwrap();
            assert_eq!(file::write(Format::Sfen, &game, &again).unwrap(), text);
        }
    }
}

/// Raichu as lishogi writes such games: in full names, with a line for each step of a lion.
#[test]
fn moves_of_several_steps() {
    let check = |id: &str, position: &str, moves: &[(&str, &str)]| {
        let game = game(id);
        let setup = komadai_records::position::parse(game.variant(), position).unwrap();
        let usi: Vec<&str> = moves.iter().map(|(usi, _)| *usi).collect();
        let line = format!("position sfen {position} moves {}", usi.join(" "));
        let record = file::read(Format::Usi, game.variant(), &line, 100).unwrap();
        assert_eq!(record.start, Opening::Setup(setup));
        let text = file::write(Format::Kif, &game, &record).unwrap();
        for (_, written) in moves {
            assert!(text.contains(written), "{written}: {text}");
        }
        let again = file::read(Format::Kif, game.variant(), &text, 100).unwrap();
        assert_eq!(file::write(Format::Usi, &game, &again).unwrap(), line + "\n", "{text}");
    };
    check(
        "raichu",
        "11k/12/12/12/5p6/5p6/5N6/12/12/12/12/K11 b - 1",
        &[
            ("7g7f7e", "   1 一歩目 ７六獅子（←７七）\n   1 二歩目 ７五獅子（←７六）\n"),
            ("1a1b", "   2 １二王将（←１一）\n"),
        ],
    );
    check(
        "raichu",
        "11k/12/12/12/12/5p6/5N6/12/12/12/12/K11 b - 1",
        &[("7g7f7g", "   1 一歩目 ７六獅子（←７七）\n   1 二歩目 ７七獅子（居食い）（←７六）\n")],
    );
    // The square of a piece that has stayed is the last that somebody has gone to.
    check(
        "raichu",
        "11k/12/12/12/12/6b5/5N6/12/12/12/12/K11 b - 1",
        &[("7g8h7g", "   1 ７七獅子（じっと）（←７七）\n"), ("6f7g", "   2 同　")],
    );
}

/// The games of a file as it is read.
fn split(format: Format, bytes: &[u8]) -> Vec<Result<GameText, NoGame>> {
    Games::new(bytes, format).collect()
}

#[test]
fn files_of_many_games_are_split() {
    let mut rng = fastrand::Rng::with_seed(30);
    for id in ["shogi", "chess", "raichu"] {
        let game = game(id);
        for format in Format::ALL {
            let records = records(&game, 4, &mut rng);
            let texts: Result<Vec<String>, _> =
                records.iter().map(|record| file::write(format, &game, record)).collect();
            let Ok(texts) = texts else { continue };
            let between = if format == Format::Csa { "/\n" } else { "\n" };
            let all = texts.join(between);
            let games: Vec<GameText> =
                split(format, all.as_bytes()).into_iter().map(Result::unwrap).collect();
            let trimmed = |text: &str| text.trim_end().to_owned();
            let found: Vec<String> = games.iter().map(|it| trimmed(&it.text)).collect();
            let expected: Vec<String> = texts.iter().map(|it| trimmed(it)).collect();
            assert_eq!(found, expected, "{format} {id}");
            for game in &games {
                let first = all.lines().nth(game.line - 1).unwrap();
                assert!(game.text.starts_with(first), "{format} {id}: line {}", game.line);
            }
            let detected = Games::detected(all.as_bytes()).unwrap().unwrap();
            assert_eq!(detected.format(), format, "{id}");
        }
    }
}

/// A problem of the files of others has its board, variations and remarks in one game.
#[test]
fn files_of_one_game_are_not_split() {
    for path in files("kif", "kifu") {
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(split(Format::Kif, &bytes).len(), 1, "{}", path.display());
    }
}

/// What the files say is what the JSON beside them says.
#[test]
fn jkf_of_others_is_read() {
    let game = game("shogi");
    for path in [files("kif", "kifu"), files("ki2", "ki2u")].concat() {
        let name = path.display();
        let kif = std::fs::read_to_string(&path).unwrap();
        let jkf = std::fs::read_to_string(path.with_extension("json")).unwrap();
        assert_eq!(Format::of_text(&jkf), Some(Format::Jkf), "{name}");
        let read = |format, text: &str| {
            let record = file::read(format, game.variant(), text, 10_000);
            record.unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let (kif, jkf) = (read(Format::Kif, &kif), read(Format::Jkf, &jkf));
        let all = keeps(Format::Jkf);
        assert_eq!(told(&game, &jkf, all), told(&game, &kif, all), "{name}");
        assert_eq!(
            jkf.winner(&main_end(&game, &jkf)),
            kif.winner(&main_end(&game, &kif)),
            "{name}"
        );
    }
}

#[test]
fn what_takes_too_long_to_write_is_broken_off() {
    let mut rng = fastrand::Rng::with_seed(32);
    let game = game("shogi");
    let record = &records(&game, 1, &mut rng)[0];
    for format in Format::ALL {
        let asked = Arc::new(AtomicU32::new(0));
        let counts = Arc::clone(&asked);
        let interrupt = Interrupt::new(move || counts.fetch_add(1, Relaxed) >= 3);
        let error = file::write_while(format, &game, record, &interrupt).unwrap_err();
        assert!(error.to_string().contains("too long"), "{format}: {error}");
        assert_eq!(asked.load(Relaxed), 4, "{format}");
    }
}

#[test]
fn a_board_that_is_too_large_is_told() {
    let game = game("shogi");
    for (files, ranks) in [(10, 9), (9, 10), (257, 1)] {
        let board = vec![vec![serde_json::json!({ "color": 0, "kind": "OU" }); ranks]; files];
        let data = serde_json::json!({ "color": 0, "board": board, "hands": [{}, {}] });
        let text = serde_json::json!({
            "header": {}, "initial": { "preset": "OTHER", "data": data }, "moves": [{}],
        });
        let error = file::read(Format::Jkf, game.variant(), &text.to_string(), 10).unwrap_err();
        assert!(error.to_string().contains("larger than that of Shogi"), "{error}");
    }
}

/// The game at the end of its main line.
fn main_end(game: &AnyGame, record: &Record) -> AnyPlay {
    let mut play = game.open(&record.start).unwrap();
    for index in record.tree.main_line() {
        let m = notation::find(&play, &record.tree.nodes[index].text).unwrap();
        play.push(m);
    }
    play
}

#[test]
fn shift_jis_is_read() {
    let game = game("shogi");
    let text = "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：羽生善治\n   1 ７六歩(77)\n   2 投了\n";
    let bytes = file::in_shift_jis(text).unwrap();
    let said = text.replace("UTF-8", "Shift_JIS");
    let unsaid = &bytes[bytes.iter().position(|b| *b == b'\n').unwrap() + 1..];
    // As a program leaves it that converts any text.
    let converted = [b"#KIF version=2.0 encoding=UTF-8\n", unsaid].concat();
    let untold = &said[said.find('\n').unwrap() + 1..];
    let back = said.clone().into_bytes();
    for (bytes, text) in
        [(&bytes[..], said.as_str()), (unsaid, untold), (&converted, text), (&back, said.as_str())]
    {
        let games: Vec<GameText> =
            split(Format::Kif, bytes).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].text, text);
        let detected = Games::detected(bytes).unwrap().unwrap();
        assert_eq!(detected.format(), Format::Kif);
        let record = kif::read(game.variant(), &games[0].text, 10).unwrap();
        assert_eq!(record.header("先手"), Some("羽生善治"));
    }
    assert_eq!(file::in_shift_jis("Ä\n"), None);
}

#[test]
fn who_has_won_is_said_in_many_ways() {
    let shogi = game("shogi");
    let check = |how: &str, end: Option<&str>, winner: Option<Winner>| {
        let text = format!("手合割：平手\n\n▲７六歩    △３四歩\nまで2手で{how}\n");
        let record = file::read(Format::Ki2, shogi.variant(), &text, 100).unwrap();
        let play = main_end(&shogi, &record);
        assert_eq!((record.end.as_deref(), record.winner(&play)), (end, winner), "{how}");
    };
    check("先手の勝ち", None, Some(Winner::First));
    check("上手の勝ち", None, Some(Winner::Second));
    check("時間切れにより後手の勝ち", Some("切れ負け"), Some(Winner::Second));
    check("先手の反則負け", None, Some(Winner::Second));
    check("下手の反則勝ち", None, Some(Winner::First));
    check("千日手", Some("千日手"), Some(Winner::Draw));
    check("持将棋", Some("持将棋"), Some(Winner::Draw));
    check("中断", Some("中断"), None);
}

/// What other programs write besides.
#[test]
fn what_programs_add_is_understood() {
    let shogi = game("shogi");
    let kif = "   1 76歩(77)   ( 0:16.5/00:00:16)\n   2 ３四歩(33) (0:02/0:0:2)\n   3 時間切れ\n";
    let record = kif::read(shogi.variant(), kif, 100).unwrap();
    let spent: Vec<_> = record.tree.nodes.iter().filter_map(|node| node.spent).collect();
    assert_eq!(spent, [16_500, 2_000].map(Duration::from_millis));
    assert_eq!(record.end.as_deref(), Some("切れ負け"));

    let text = "'CSA encoding=UTF-8\nV3.0\nN+A\n$TIME:600+30+5\nPI\n+\n+7776FU\nT1.250\n-3334FU\n%TORYO\nT2\n";
    let record = csa::read(shogi.variant(), text, 100).unwrap();
    assert_eq!(csa::write(&shogi, &record).unwrap(), text);

    let chess = game("chess");
    let text = "1. e4 e6 2. e5 d5 3. exd6 e.p. {taken} (3. d4 c5 4. c3 c4) 3... cxd6 *";
    let record = pgn::read(chess.variant(), text, 100).unwrap();
    record.check(&chess).unwrap();
    assert_eq!((record.tree.nodes.len(), record.tree.nodes[4].comment.as_str()), (10, "taken"));
}

#[test]
fn what_is_no_text_is_told_with_its_line() {
    let check = |format: Format, bytes: &[u8], line: usize, message: &str| {
        let last = split(format, bytes).pop().unwrap();
        let Err(NoGame::Bad(bad)) = last else { panic!("{last:?}") };
        assert_eq!(bad.line, line);
        assert!(bad.message.contains(message), "{bad}");
    };
    // UTF-8 first, then something else.
    check(
        Format::Kif,
        "先手：A\n   1 ７六歩(77)\n"
            .as_bytes()
            .iter()
            .chain(b"   2 \x82\n")
            .copied()
            .collect::<Vec<u8>>()
            .as_slice(),
        3,
        "no UTF-8",
    );
    check(Format::Pgn, b"\xff\xfe1\0", 1, "UTF-16");
    let long = vec![b'a'; (64 << 20) + 2];
    check(Format::Pgn, &long, 1, "64 MiB");
}

#[test]
fn what_is_illegal_is_told_with_what_may_be_meant() {
    let game = game("chess");
    let record = pgn::read(game.variant(), "1. e4 e5\n2. Nf6 Nc6 (2... d6 3. d4) *", 100).unwrap();
    let Err(NotPlayable::Move(bad)) = record.check(&game) else { panic!() };
    assert_eq!((bad.index, bad.number, bad.line, bad.text.as_str()), (2, 3, 2, "Nf6"));
    assert_eq!(bad.meant, Vec::<String>::new());
    let mut mended = record;
    mended.cut(2);
    let moves: Vec<&str> = mended.tree.nodes.iter().map(|node| node.text.as_str()).collect();
    assert_eq!((moves, mended.end.as_deref()), (vec!["e4", "e5"], Some("中断")));
    mended.check(&game).unwrap();

    let record = pgn::read(game.variant(), "1. e4 e5 2. Qf3 d6 3. Bf3 *", 100).unwrap();
    let Err(NotPlayable::Move(bad)) = record.check(&game) else { panic!() };
    assert_eq!(bad.meant, Vec::<String>::new());
    let record = pgn::read(game.variant(), "1. e4 e5 2. Bf3 *", 100).unwrap();
    let Err(NotPlayable::Move(bad)) = record.check(&game) else { panic!() };
    assert_eq!(bad.meant, ["f2f3", "g1f3", "d1f3"]);
}

/// A file that breaks off gives what is there.
#[test]
fn part_of_a_record_is_read() {
    let check = |format: Format, id: &str, text: &str, moves: usize, line: usize| {
        let (record, bad) = file::read_partly(format, game(id).variant(), text, 100);
        assert_eq!(
            (record.tree.nodes.len(), bad.map(|bad| bad.line)),
            (moves, Some(line)),
            "{text}"
        );
    };
    check(Format::Kif, "shogi", "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六", 2, 3);
    check(Format::Pgn, "chess", "1. e4 e5 2. Nf3 {it", 3, 1);
    check(Format::Csa, "shogi", "PI\n+\n+7776FU\n-33", 1, 4);
    check(Format::Csa, "shogi", &format!("P+{}\n+\n", "00AL".repeat(100_000)), 0, 1);
}

/// Bytes that the process has held at most.
#[cfg(target_os = "linux")]
fn most_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
}

/// Many variations at the end of a long game take no more than their text.
#[test]
#[cfg(target_os = "linux")]
fn a_bush_of_variations_takes_little_memory() {
    let game = game("shogi");
    let there = ["5i5h", "5a5b", "5h5i", "5b5a"];
    let line = there.iter().cycle().take(800).map(|text| (*text).to_owned());
    let mut record = Record::default();
    for text in line {
        let parent = record.tree.nodes.len().checked_sub(1);
        record.tree.nodes.push(TreeNode { parent, text, ..TreeNode::default() });
    }
    let last = Some(record.tree.nodes.len() - 1);
    for _ in 0..10_000 {
        let text = "5i5h".to_owned();
        record.tree.nodes.push(TreeNode { parent: last, text, ..TreeNode::default() });
    }
    let before = most_memory();
    for format in [Format::Kif, Format::Jkf, Format::Pgn] {
        file::write(format, &game, &record).unwrap();
        let more = most_memory() - before;
        assert!(more < 200 << 20, "{format}: {} MiB", more >> 20);
    }
}

/// A move told in full has many objects; a file has no more of them than its moves may.
#[test]
fn jkf_has_no_more_entries_than_moves() {
    let time = r#"{"now":{"m":0,"s":1},"total":{"h":0,"m":0,"s":1}}"#;
    let entry = |n: usize| {
        let (from, to) =
            [(5, 9, 5, 8), (5, 1, 5, 2), (5, 8, 5, 9), (5, 2, 5, 1)].map(|(a, b, c, d)| {
                (format!(r#"{{"x":{a},"y":{b}}}"#), format!(r#"{{"x":{c},"y":{d}}}"#))
            })[n % 4]
                .clone();
        format!(
            r#"{{"move":{{"from":{from},"to":{to},"piece":"OU","color":{}}},"time":{time}}}"#,
            n % 2
        )
    };
    let check = |entries: Vec<String>, moves: Option<usize>| {
        let text = format!(
            r#"{{"header":{{}},"initial":{{"preset":"HIRATE"}},"moves":[{{}},{}]}}"#,
            entries.join(",")
        );
        let read = komadai_records::jkf::read(game("shogi").variant(), &text, 8);
        match moves {
            Some(moves) => assert_eq!(read.unwrap().tree.nodes.len(), moves),
            None => assert!(read.unwrap_err().message.contains("more than 8 moves")),
        }
    };
    check((0..8).map(entry).collect(), Some(8));
    check((0..9).map(entry).collect(), None);
    check(vec!["{}".to_owned(); 5_000], None);
}
