//! Variant files: the built-in ones, inheritance, settings by hand, and every kind of fault.

use komadai_variant::{
    BUILTIN, BurnWhen, Diagnostics, IllegalMove, RepetitionResult, Severity, Source, Stalemate,
    Variant, load, load_builtin,
};
use komadai_variant::{Color, PieceType, Setup};
use proptest::prelude::*;

fn variant(id: &str, settings: &[(&str, &str)]) -> Variant {
    let settings: Vec<_> = settings.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let loaded = load_builtin(id, &settings).unwrap_or_else(|e| panic!("{e:#?}"));
    assert_eq!(loaded.warnings, [], "{id}");
    loaded.variant
}

fn read(text: &str) -> Result<Variant, Diagnostics> {
    load(&Source::new("mine.toml", text), &|_| None, &[]).map(|loaded| loaded.variant)
}

fn piece<'a>(variant: &'a Variant, id: &str) -> &'a komadai_variant::PieceData {
    variant.pieces.iter().find(|p| p.id == id).unwrap_or_else(|| panic!("no {id}"))
}

/// The board of a position as SFEN writes it; `*` for holes.
fn board_text(variant: &Variant, setup: &Setup) -> String {
    let mut ranks = Vec::new();
    for rank in (0..variant.board.ranks).rev() {
        let mut line = String::new();
        let mut empty = 0;
        for file in 0..variant.board.files {
            let square = variant.board.square(file, rank).unwrap();
            let text = match setup.at(square) {
                Some((Color::First, piece)) => variant.pieces[piece.index()].id.clone(),
                Some((Color::Second, piece)) => variant.pieces[piece.index()].id.to_lowercase(),
                None if variant.board.holes.contains(&square) => "*".to_string(),
                None => {
                    empty += 1;
                    continue;
                }
            };
            flush(&mut line, &mut empty);
            line += &text;
        }
        flush(&mut line, &mut empty);
        ranks.push(line);
    }
    ranks.join("/")
}

fn flush(line: &mut String, empty: &mut u32) {
    if *empty > 0 {
        *line += &empty.to_string();
        *empty = 0;
    }
}

#[test]
fn the_built_in_games_start_as_they_should() {
    let expected = [
        ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR"),
        ("judkins", "rbnsgk/5p/6/6/P5/KGSNBR"),
        (
            "raichu",
            "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/\
             MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL",
        ),
        (
            "minjiku",
            "****km****/rfsgbbgsqr/lxdvjacdyl/pppppppppp/10/10/10/10/PPPPPPPPPP/LYDCAJVDXL/\
             RQSGBBGSFR/****MK****",
        ),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ];
    assert_eq!(BUILTIN.iter().map(|game| game.id).collect::<Vec<_>>(), expected.map(|e| e.0));
    for (id, board) in expected {
        let variant = variant(id, &[]);
        assert_eq!(variant.id, id);
        let setup = variant.start_setup(None).unwrap();
        assert_eq!(board_text(&variant, &setup), board, "{id}");
        assert_eq!((setup.side, setup.ply, setup.passes), (Color::First, 0, [0; 2]));
    }
}

#[test]
fn pieces_have_all_their_names() {
    for id in BUILTIN.iter().map(|game| game.id) {
        for piece in variant(id, &[]).pieces {
            let name = &piece.name;
            let all = [&name.ja, &name.kanji, &name.abbreviation, &name.romaji];
            assert!(!name.en.is_empty() && all.iter().all(|n| n.is_some()), "{id} {}", piece.id);
            assert_eq!(name.abbreviation.as_ref().unwrap().chars().count(), 1, "{id} {}", piece.id);
        }
    }
}

#[test]
fn games_sides_and_starts_have_japanese_names() {
    for (id, name, sides) in [
        ("shogi", "将棋", ["先手", "後手"]),
        ("minishogi", "5五将棋", ["先手", "後手"]),
        ("judkins", "ジャドキンス将棋", ["先手", "後手"]),
        ("raichu", "雷中将棋", ["先手", "後手"]),
        ("minjiku", "ミンジク将棋", ["白", "黒"]),
        ("chess", "チェス", ["白", "黒"]),
    ] {
        let game = variant(id, &[]);
        assert_eq!(game.name_ja.as_deref(), Some(name));
        assert_eq!(game.sides_ja, sides.map(|side| Some(side.to_owned())), "{id}");
        assert!(game.starts.iter().all(|start| start.name_ja.is_some()), "{id}");
    }
    let plain = variant("shogi", &[("sides.first", "Black"), ("name", "Mine")]);
    assert_eq!((plain.name.as_str(), plain.name_ja), ("Mine", None));
    assert_eq!(plain.sides_ja, [None, Some("後手".to_owned())]);
}

#[test]
fn handicaps_lack_pieces_of_the_giver_who_moves_first() {
    let shogi = variant("shogi", &[]);
    for (start, top) in [
        ("lance", "lnsgkgsn1/1r5b1"),
        ("bishop", "lnsgkgsnl/1r7"),
        ("rook", "lnsgkgsnl/7b1"),
        ("rook-lance", "lnsgkgsn1/7b1"),
        ("2-piece", "lnsgkgsnl/9"),
        ("4-piece", "1nsgkgsn1/9"),
        ("6-piece", "2sgkgs2/9"),
        ("8-piece", "3gkg3/9"),
        ("10-piece", "4k4/9"),
    ] {
        let setup = shogi.start_setup(Some(start)).unwrap();
        let board = board_text(&shogi, &setup);
        assert_eq!(board, format!("{top}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"), "{start}");
        assert_eq!(setup.side, Color::Second);
    }
    assert_eq!(shogi.starts.len(), 9);
    assert_eq!(shogi.start_setup(Some("nothing")), None);
}

#[test]
fn children_inherit_key_by_key() {
    let mini = variant("minishogi", &[]);
    let repetition = mini.end.repetition.as_ref().unwrap();
    assert_eq!(repetition.times, 4);
    assert_eq!(repetition.result, RepetitionResult::Loses(Color::First));
    assert!(repetition.perpetual_check_loses);
    assert_eq!(mini.end.stalemate, Stalemate::Loss);
    assert!(mini.end.declaration.is_none() && mini.starts.is_empty());
    assert_eq!(piece(&mini, "+R").aliases, ["D"]);
    assert_eq!(piece(&mini, "+R").moves[0].text, "RF");
    assert_eq!(mini.promotion.zone[0], (20..25).map(komadai_variant::Square).collect::<Vec<_>>());
    assert_eq!(mini.promotion.zone[1], (0..5).map(komadai_variant::Square).collect::<Vec<_>>());
    assert_eq!(mini.aliases, ["Diamond Quest"]);
    let judkins = variant("judkins", &[]);
    assert_eq!(judkins.sides, ["Black", "White"]);
    assert_eq!(judkins.end.repetition.unwrap().result, RepetitionResult::Draw);
    assert_eq!(judkins.author.as_deref(), Some("Paul Judkins"));
}

#[test]
fn promoted_forms_demote_in_hand_and_nothing_else_does() {
    for id in BUILTIN.iter().map(|game| game.id) {
        let variant = variant(id, &[]);
        for piece in &variant.pieces {
            let becomes = &variant.pieces[piece.demotes_to.index()].id;
            assert_eq!(becomes, piece.id.trim_start_matches('+'), "{id}");
        }
    }
}

#[test]
fn like_copies_powers_but_not_the_rest() {
    let minjiku = variant("minjiku", &[]);
    let great = piece(&minjiku, "+C");
    assert_eq!((great.rank, great.flies.as_ref().unwrap().text.as_str()), (3, "Q"));
    let dragon = piece(&minjiku, "+Q");
    assert_eq!(dragon.burns.as_ref().unwrap().text, "F");
    assert_eq!(dragon.burn_when, BurnWhen::Move);
    let cobra = piece(&minjiku, "+R");
    assert_eq!(cobra.moves, piece(&minjiku, "C").moves);
    assert!(cobra.promotes.is_empty() && cobra.at[0].is_empty());
    let raichu = variant("raichu", &[]);
    assert!(piece(&raichu, "+E").royal && !piece(&raichu, "E").royal);
    let lions: Vec<_> =
        raichu.shocks[0].captured.iter().map(|t| raichu.pieces[t.index()].id.as_str()).collect();
    assert_eq!(lions, ["N", "+O"]);
}

#[test]
fn a_zone_is_turned_for_the_second_side_and_spares_the_holes() {
    let minjiku = variant("minjiku", &[]);
    let names = |side: usize| -> Vec<_> {
        minjiku.promotion.zone[side].iter().map(|&s| minjiku.square_name(s)).collect()
    };
    assert_eq!(names(0).len(), 32);
    assert_eq!(names(0)[30..], ["e11", "f11"]);
    assert_eq!(names(1)[..3], ["e0", "f0", "a1"]);
    assert_eq!(names(1).last().unwrap(), "j3");
}

#[test]
fn only_pieces_that_may_come_back_remember_whether_they_moved() {
    for (id, expected) in [("shogi", ""), ("raichu", ""), ("minjiku", "L"), ("chess", "K R")] {
        let variant = variant(id, &[]);
        let tracked: Vec<_> = (0..variant.pieces.len())
            .filter(|&i| variant.tracks_unmoved(PieceType(i as u8)))
            .map(|i| variant.pieces[i].id.as_str())
            .collect();
        assert_eq!(tracked.join(" "), expected, "{id}");
    }
    for (movement, at, tracked) in [
        ("fWifmnD", "a2-g2", false),
        ("fWifmnD", "a2-g2 a3", true),
        ("fmWfceFifmnD", "a2", false),
        ("KimD", "a2", true),
        ("fKflFifrF", "a2", false),
        ("ifsWfW", "a2", true),
        ("fNifmD", "a2", false),
        ("fsNifmD", "a2", false),
        ("fWifafW", "a2", true),
        ("fW", "a2", false),
        ("KimD", "", false),
    ] {
        let text = MINIMAL.replace(
            "move = \"fW\", at = \"a2-g2\"",
            &format!("move = \"{movement}\", at = \"{at}\""),
        );
        let variant = read(&text).unwrap_or_else(|e| panic!("{movement}: {e:#?}"));
        assert_eq!(variant.tracks_unmoved(PieceType(1)), tracked, "{movement} {at}");
    }
}

#[test]
fn rulings_are_settings() {
    let raichu = variant("raichu", &[("end.repetition.times", "2"), ("shock.0.skip_turns", "2")]);
    assert_eq!(raichu.end.repetition.unwrap().times, 2);
    assert_eq!(raichu.shocks[0].skip_turns, 2);
    assert_eq!(raichu.shocks[0].captured.len(), 2);
    let minjiku = variant(
        "minjiku",
        &[
            ("promotion.by_shot", "false"),
            ("promotion.burns_at_once", "true"),
            ("promotion.zone", "last 3"),
            ("end.burn_is_check", "false"),
            ("end.repetition.perpetual_check", "loss"),
            ("pieces.F.burn_when", "\"always\""),
            ("pieces.\"+Q\".move", "QaK"),
        ],
    );
    assert!(!minjiku.promotion.by_shot && minjiku.promotion.burns_at_once);
    assert!(
        !minjiku.end.burn_is_check
            && minjiku.end.repetition.as_ref().unwrap().perpetual_check_loses
    );
    assert_eq!(piece(&minjiku, "F").burn_when, BurnWhen::Always);
    assert!(piece(&minjiku, "+Q").burns.is_none(), "`move` displaces `like`");
    let shogi = variant(
        "shogi",
        &[
            ("end.declaration.rule", "24"),
            ("end.move_limit", "500"),
            ("end.illegal_move", "refused"),
        ],
    );
    assert_eq!(shogi.end.move_limit, Some(500));
    assert_eq!(shogi.end.illegal_move, IllegalMove::Refused);
    let off = variant("shogi", &[("end.declaration", "false"), ("drops", "false")]);
    assert!(off.end.declaration.is_none() && !off.drops.allowed);
}

#[test]
fn settings_are_checked_like_the_file() {
    for (key, value, at, message) in [
        ("end.repetition.tims", "2", "1:16", "unknown key `tims`"),
        ("end.repetition.times", "1", "1:22", "must be from 2 to 1000"),
        ("end.repetition.result", "won", "1:23", "cannot be `won`"),
        ("end..x", "1", "1:1", "keys joined by dots"),
        ("board.files", "[1", "1:", ""),
        ("extends", "chess", "1:1", "cannot be set by hand"),
        ("id", "chess", "1:1", "`id` cannot be set by hand"),
        ("aliases", "['chess']", "1:1", "`aliases` cannot be set by hand"),
        ("pieces.P.move", "fE", "1:16", "not a movement"),
    ] {
        let settings = [(key.to_string(), value.to_string())];
        let errors = load_builtin("shogi", &settings).unwrap_err();
        let error = &errors[0];
        assert_eq!(error.source.name, "--set");
        assert_eq!(error.source.text, format!("{key}={value}"));
        assert!(error.to_string().starts_with(&format!("--set:{at}")), "{error}");
        assert!(error.message.contains(message), "{error}");
    }
}

#[test]
fn parents_come_from_elsewhere_too() {
    let base = "extends = \"shogi\"\n[board]\nfiles = 9\n[pieces]\nremove = [\"L\", \"+L\"]\n[starts]\nlance = false\n";
    let no_lance = |name: &str| {
        (name == "base.toml").then(|| {
        base.replace("lance = false", "lance = false\nrook-lance = false\n4-piece = false\n6-piece = false\n8-piece = false\n10-piece = false")
    })
    };
    let mine = Source::new(
        "dir/My game.toml",
        "extends = \"base.toml\"\n[pieces]\nL = { move = \"fR\", at = \"a1\" }\n",
    );
    let variant = load(&mine, &no_lance, &[]).unwrap_or_else(|e| panic!("{e:#?}")).variant;
    assert_eq!((variant.id.as_str(), variant.name.as_str()), ("my-game", "my-game"));
    assert_eq!(piece(&variant, "L").at[0].len(), 1);
    assert!(variant.aliases.is_empty());
    assert_eq!(variant.starts.len(), 3);
}

#[test]
fn circles_of_parents_are_refused() {
    let resolve = |name: &str| match name {
        "a" => Some("extends = \"b\"".to_string()),
        "b" => Some("extends = \"a\"".to_string()),
        other => Some(format!("extends = \"{other}x\"")),
    };
    for (name, message) in [
        ("a", "cannot extend itself: mine.toml -> a -> b -> a"),
        ("mine.toml", "cannot extend itself"),
        ("x", "more than 16 parents"),
    ] {
        let text = format!("extends = \"{name}\"");
        let errors = load(&Source::new("mine.toml", text), &resolve, &[]).unwrap_err();
        assert!(errors[0].message.contains(message), "{}", errors[0]);
    }
}

/// A small game that is in order, for the faults below.
const MINIMAL: &str = r#"id = "tiny"
name = "Tiny"
[board]
files = 7
ranks = 7
[pieces]
K = { move = "K", at = "d1", royal = true }
P = { move = "fW", at = "a2-g2" }
N = { move = "NN", at = "b1 f1" }
[end]
stalemate = "draw"
"#;

#[test]
fn a_small_game_is_enough() {
    let tiny = read(MINIMAL).unwrap();
    assert_eq!(tiny.start_setup(None).unwrap().board.iter().flatten().count(), 20);
    assert_eq!(piece(&tiny, "K").name.en, "K");
    assert!(!tiny.captures_to_hand && !tiny.drops.allowed);
    assert!(tiny.end.repetition.is_none());
}

#[test]
fn a_fault_of_the_king_is_not_a_lack_of_one() {
    for (old, new) in [("d1", "d8"), ("royal = true", "royal = \"true\"")] {
        let errors = read(&MINIMAL.replacen(old, new, 1)).expect_err("a fault");
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 1, "{said:#?}");
    }
}

/// Whether an edit of the small game makes the fault that the table says; if not, what it does.
fn check(line: &str) -> Result<(), String> {
    let fields: Vec<String> = line.split(" => ").map(|f| f.replace("\\n", "\n")).collect();
    let [old, new, place, message] = fields.as_slice() else {
        panic!("not a line of the table: {line}");
    };
    let old = old.replace("N = {..}", "N = { move = \"NN\", at = \"b1 f1\" }");
    assert!(MINIMAL.contains(&old), "{old}");
    let text = MINIMAL.replacen(&old, new, 1);
    let errors = read(&text).err().ok_or(format!("{new:?} was accepted"))?;
    for error in &errors {
        assert!(text.is_char_boundary(error.span.start) && error.span.end <= text.len());
    }
    let listed: Vec<_> = errors.iter().map(|e| format!("{e} ({:?})", e.help)).collect();
    let start = format!("mine.toml:{place}: ");
    if listed.iter().any(|e| e.starts_with(&start) && e.contains(message.as_str())) {
        Ok(())
    } else {
        Err(format!("{new:?}: expected {place}: {message}, found {listed:#?}"))
    }
}

#[test]
fn faults_have_their_place() {
    let table = include_str!("data/variant-faults.txt");
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let failures: Vec<String> = lines.filter_map(|line| check(line).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What a file says in vain is a warning: it can be played.
#[test]
fn what_has_no_effect_is_warned_of() {
    let cases = [
        ("at = \"b1 f1\"", "promotes = []", "9:1", "`N` can never appear"),
        (
            "ranks = 7",
            "ranks = 7\nvanishing = \"a5 d1\"",
            "6:1",
            "without a piece at the start never exist: a5",
        ),
        ("[end]", "[castling]\n[end]", "10:2", "no piece castles"),
        ("move = \"NN\"", "move = \"NN\", promotes = \"P\"", "6:2", "no move gives the right"),
        (
            "[end]",
            "[end]\nflag = { types = \"K\", zone = \"rank 1\" }",
            "11:23",
            "First's `K` starts on d1, inside the zone in which it wins",
        ),
        (
            "[end]",
            "[end]\ndeclaration = { zone = \"ranks 1-3\", major = \"N\" }",
            "11:17",
            "First's `K` starts on d1, inside the zone in which it may declare",
        ),
        (
            "at = \"b1 f1\" }",
            "at = \"b1 f1\", promotes = \"P\" }\n[promotion]\nwhen = [\"enter\"]\nzone = { first = \"last 1\", second = \"last 1\" }",
            "12:1",
            "Second's `N` starts on f7, inside the zone in which it promotes",
        ),
        (
            "[end]",
            "[drops]\nforbid = [\"stuck\"]\n[end]",
            "10:2",
            "`drops` has no effect: nothing ever",
        ),
        (
            "[end]",
            "[capture]\nto = \"hand\"\n[drops]\nno_mate = [\"+N\", \"P\"]\n[pieces.\"+N\"]\nmove = \"W\"\nat = \"a1\"\n[end]",
            "13:12",
            "`+N` in `drops.no_mate` has no effect: it is never dropped",
        ),
        (
            "[end]",
            "[capture]\nto = \"hand\"\n[drops]\npromoted = true\n[end]",
            "13:1",
            "`drops.promoted` has no effect: no piece that can be in hand promotes",
        ),
        (
            "[end]",
            "[promotion]\nchoice = \"mandatory\"\n[end]",
            "10:2",
            "`promotion` has no effect: no piece",
        ),
        (
            "at = \"b1 f1\" }",
            "at = \"b1 f1\", promotes = \"P\" }\n[promotion]\nforced = \"stuck\"\nzone = \"last 1\"",
            "12:1",
            "`promotion.zone` has no effect: no move gives the right to promote",
        ),
        (
            "at = \"b1 f1\" }",
            "at = \"b1 f1\", promotes = \"P\" }\n[promotion]\nwhen = [\"enter\"]\nzone = \"last 1\"\nby_shot = false",
            "13:1",
            "`promotion.by_shot` has no effect",
        ),
        (
            "at = \"b1 f1\" }",
            "at = \"b1 f1\", promotes = \"P\" }\n[promotion]\nwhen = [\"enter\"]\nzone = \"last 1\"\nburns_at_once = true",
            "13:1",
            "`promotion.burns_at_once` has no effect",
        ),
        (
            "[end]",
            "[placement]\npieces = \"P\"\noptional = true\nrequired = true\n[end]",
            "13:1",
            "`placement.required` has no effect: a move may be made without",
        ),
        (
            "[end]",
            "[placement]\npieces = \"P\"\nzone = { first = \"a1\", second = \"a2\" }\n[end]",
            "12:1",
            "`placement.zone` is not the same for both sides",
        ),
        (
            "[end]",
            "[capture.explosion]\nspares = \"P\"\n[end]",
            "11:1",
            "`capture.explosion.spares` has no effect: nothing around",
        ),
        (
            "[end]",
            "[capture.explosion]\naround = \"K\"\nspares = \"P\"\nwithstands = [\"P\", \"K\"]\n[end]",
            "12:1",
            "`capture.explosion.spares` has no effect: these pieces survive",
        ),
        ("[end]", "[end]\nroyals = \"all\"", "11:1", "`end.royals` has no effect: no side ever"),
        ("[end]", "[end]\nburn_is_check = false", "11:1", "`end.burn_is_check` has no effect"),
        (
            "[end]",
            "[end]\ncheck_through_shock = true",
            "11:1",
            "`end.check_through_shock` has no effect",
        ),
        (
            "move = \"NN\"",
            "move = \"NN\", rank = 2",
            "9:20",
            "`pieces.N.rank` has no effect: no piece flies",
        ),
        (
            "ranks = 7",
            "ranks = 7\nholes = \"c3 d4\"",
            "6:1",
            "c3 is among `board.holes`, e5, which is the same square for the other side, is not",
        ),
        (
            "[end]",
            "[end]\nflag = { types = \"N\", zone = { first = \"a7 b7\", second = \"a1 c1\" } }",
            "11:23",
            "`end.flag.zone` is not the same for both sides",
        ),
    ];
    for (old, new, place, message) in cases {
        let text = MINIMAL.replacen(old, new, 1);
        assert_ne!(text, MINIMAL, "{old:?} is not there");
        let loaded = load(&Source::new("mine.toml", &text), &|_| None, &[]).expect(new);
        let listed: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
        let start = format!("mine.toml:{place}: ");
        let told = listed.iter().any(|w| w.starts_with(&start) && w.contains(message));
        assert!(told, "{new:?}: {listed:#?}");
    }
}

/// A start for both sides of which one square looks like a slip, and one that is plainly meant.
#[test]
fn a_start_that_is_nearly_the_same_for_both_sides_is_warned_of() {
    let warnings = |pawns: &str, knights: &str| -> Vec<String> {
        let text = format!(
            "name = \"Tiny\"\n[board]\nfiles = 7\nranks = 7\n[sides]\nsymmetry = \"none\"\n[pieces]\n\
             K = {{ move = \"K\", at = \"d1\", at2 = \"d7\", royal = true }}\n\
             P = {{ move = \"fW\", at = \"a2-c2\", at2 = \"{pawns}\" }}\n\
             N = {{ move = \"N\", at = \"b1\", at2 = \"{knights}\" }}\n[end]\nstalemate = \"draw\"\n"
        );
        let loaded = load(&Source::new("mine.toml", &text), &|_| None, &[]).expect("a good file");
        loaded.warnings.iter().map(ToString::to_string).collect()
    };
    let told = warnings("a6-c6", "f7");
    assert!(
        matches!(&told[..], [one] if one.starts_with("mine.toml:10:30: ") && one.ends_with("Second's `N` on f7")),
        "{told:?}"
    );
    for (pawns, knights) in [("a6-c6", "b7"), ("e6-g6", "f7"), ("a5-e5", "g7"), ("a5-c5", "g7")] {
        assert_eq!(warnings(pawns, knights), [""; 0], "{pawns} {knights}");
    }
}

/// What is inherited was said for another game.
#[test]
fn only_what_a_file_says_itself_is_said_in_vain() {
    let text =
        "extends = \"shogi\"\nid = \"no-hands\"\nstarts = false\n[capture]\nto = \"nowhere\"\n";
    let loaded = load(&Source::new("mine.toml", text), &|_| None, &[]).expect("a good file");
    assert_eq!(loaded.warnings, []);
}

#[test]
fn all_faults_are_told_at_once() {
    let text =
        MINIMAL.replace("files = 7", "files = 7\nfoo = 1").replace("fW", "fE").replace("f1", "h1");
    let errors = read(&text).unwrap_err();
    let places: Vec<_> = errors.iter().map(|e| (e.line, e.column)).collect();
    assert_eq!(places, [(5, 1), (9, 16), (10, 29)], "{errors:#?}");
    assert_eq!(errors[0].source_line(), "foo = 1");
    assert!(errors.iter().all(|e| e.severity == Severity::Error));
}

#[test]
fn a_fault_in_an_inherited_line_says_who_inherits_it() {
    let errors = read("extends = \"shogi\"\nstarts = false\n[board]\nfiles = 8\n").unwrap_err();
    let error = errors.iter().find(|e| e.source.name != "mine.toml").expect("a parent's line");
    assert!(error.help.as_ref().unwrap().contains("`mine.toml` inherits this line"), "{error:?}");
}

#[test]
fn more_than_128_types_are_too_many() {
    let mut text = MINIMAL.replace("N = {", "Z = {");
    let ids = ('A'..='Z').flat_map(|c| ["", "'", "''"].map(|p| format!("\"{c}{p}\"")));
    let ids: Vec<_> =
        ids.filter(|id| !["\"K\"", "\"P\"", "\"Z\""].contains(&id.as_str())).collect();
    let promoted = ids.iter().map(|id| id.replacen('"', "\"+", 1)).collect::<Vec<_>>();
    let lines = |count: usize| -> String {
        ids.iter()
            .chain(&promoted)
            .take(count)
            .map(|id| format!("{id} = {{ move = \"W\" }}\n"))
            .collect()
    };
    let with = |count| text.replacen("[end]", &format!("{}[end]", lines(count)), 1);
    assert_eq!(read(&with(125)).unwrap_or_else(|e| panic!("{e:#?}")).pieces.len(), 128);
    let errors = read(&with(126)).unwrap_err();
    assert!(errors[0].message.contains("129 types of piece"), "{errors:?}");
    text.clear();
}

#[test]
fn names_have_a_hundred_letters_at_most() {
    let named = |letters: usize| MINIMAL.replace("Tiny", &"飛".repeat(letters));
    assert!(read(&named(100)).is_ok());
    let errors = read(&named(101)).unwrap_err();
    assert_eq!(errors[0].message, "`name` has more than 100 letters");
}

#[test]
fn games_without_royals_need_another_goal() {
    let text = MINIMAL.replace("royal = true", "value = 100");
    let goal = "extinction = { types = \"P\", count = 1 }";
    let won = read(&text.replace("stalemate = \"draw\"", goal)).unwrap();
    assert_eq!(won.end.extinction[0].count, 1);
    let goal = "flag = { types = \"K\", zone = \"d4\" }";
    assert_eq!(
        read(&text.replace("stalemate = \"draw\"", goal)).unwrap().end.flag.unwrap().zone[1].len(),
        1
    );
}

#[test]
fn sides_need_not_be_alike() {
    let text = MINIMAL
        .replace("[pieces]", "[sides]\nsymmetry = \"none\"\n[pieces]")
        .replace("at = \"d1\"", "at = \"d1\", at2 = \"a7\"")
        .replace(
            "at = \"a2-g2\"",
            "at = \"a2-g3\", at2 = \"e7\", hand = { first = 0, second = 2 }",
        );
    let variant = read(&text).unwrap();
    assert_eq!(piece(&variant, "P").at.each_ref().map(Vec::len), [14, 1]);
    assert_eq!(piece(&variant, "N").at[1], []);
    assert!(variant.drops.allowed);
    assert_eq!(variant.start_setup(None).unwrap().hands, [vec![0, 0, 0], vec![0, 2, 0]]);
}

/// Loading must end well or with errors whose places are inside their texts.
fn survives(text: &str) {
    let result = load(&Source::new("mine.toml", text), &|_| None, &[]);
    for error in result.err().into_iter().flatten() {
        assert!(error.span.start <= error.span.end && error.span.end <= error.source.text.len());
        assert!(error.source.text.is_char_boundary(error.span.start));
        assert!(error.line >= 1 && error.column >= 1 && !error.to_string().is_empty());
        error.source_line();
    }
}

#[test]
fn a_file_without_any_of_its_lines_is_no_danger() {
    for text in BUILTIN.iter().map(|game| game.rules) {
        let lines: Vec<&str> = text.lines().collect();
        for left_out in 0..lines.len() {
            let without = [&lines[..left_out], &lines[left_out + 1..]].concat().join("\n");
            survives(&without);
            survives(&[&lines[..left_out], &["x"], &lines[left_out..]].concat().join("\n"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn mutated_files_are_no_danger(
        which in 0..6usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, any::<char>()), 1..6),
    ) {
        let mut text: Vec<char> = BUILTIN[which].rules.chars().collect();
        for (index, kind, letter) in edits {
            let at = index.index(text.len());
            match kind {
                0 => { text.remove(at); }
                1 => text.insert(at, letter),
                _ => text[at] = char::from(b' ' + (letter as u32 % 95) as u8),
            }
        }
        survives(&text.into_iter().collect::<String>());
    }

    #[test]
    fn settings_are_no_danger(key in "[a-zA-Z.\"'+0-2]{0,12}", value in "\\PC{0,12}") {
        let _ = load_builtin("raichu", &[(key, value)]);
    }

    #[test]
    fn values_are_no_danger(
        key in prop::sample::select(vec![
            "board.files", "board.holes", "pieces.K", "pieces.K.at", "promotion.zone", "promotion.when",
            "end.declaration", "end.repetition", "shock", "starts", "starts.lance", "sides", "pieces",
            "end.dead_position", "end.flag.zone", "pieces.P.promotes", "pieces.P.name", "drops.one_per_file",
            "pieces.P.confine", "pieces.P.hand", "castling.partners", "pieces.remove",
        ]),
        value in prop::sample::select(vec![
            "false", "true", "0", "1", "-1", "16", "99999999999999999999", "1.5", "1979-05-27", "[]", "{}",
            "[[]]", "[{}]", "\"\"", "\"a1\"", "last 3", "ranks 1-9", "last", "ranks", "ranks 1-", "last 王",
            "a1-", "-", "P", "+P", "{ kind = 'x' }", "{ royal = true }", "[1, 'P', { royal = false }]",
            "{ first = 'a1', second = 'last 1' }", "enter",
        ]),
    ) {
        for id in BUILTIN.iter().map(|game| game.id) {
            let _ = load_builtin(id, &[(key.to_string(), value.to_string())]);
        }
    }
}
