//! Reasons in Japanese.

use crate::common::{GAMES, piece, square, variant};
use fastrand::Rng;
use komadai_records::moves::{BrokenRule, Refusal, find};
use komadai_records::reason::ForcedPass;
use komadai_records::{opening, reason};
use komadai_rules::variant::load_builtin;
use komadai_rules::{AnyGame, AnyPlay, Color, Man, Place, Reason, Square, Variant};
use std::collections::BTreeSet;

/// A line of the table: variant, position, moves before, attempt, sentence.
struct Case([&'static str; 5]);

fn table() -> Vec<Case> {
    let lines = include_str!("../data/reasons-ja.txt").lines();
    let told = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    told.map(|line| {
        let columns: Vec<&str> = line.split(" | ").map(str::trim).collect();
        Case(columns.try_into().unwrap_or_else(|_| panic!("not five columns: {line}")))
    })
    .collect()
}

impl Case {
    /// Why its attempt is refused.
    fn refusal(&self, game: &AnyGame) -> Refusal {
        let Case([_, start, before, attempt, _]) = self;
        let start = Some(*start).filter(|text| *text != "-");
        let mut play = opening::open(game, None, start).expect("a position");
        let before = before.split(' ').filter(|text| *text != "-");
        opening::follow(&mut play, before).expect("legal moves");
        find(&play, attempt).expect_err("no legal move")
    }
}

/// The rule that a move breaks; `None` where it is legal, or no single move.
fn broken(play: &AnyPlay, text: &str) -> Option<BrokenRule> {
    match find(play, text) {
        Ok(_) | Err(Refusal::Ambiguous(_)) => None,
        Err(Refusal::Illegal(rule)) => Some(rule),
        Err(no @ Refusal::Unreadable(_)) => panic!("{text}: {no}"),
    }
}

/// What is said of a case.
fn said(case: &Case) -> String {
    let variant = variant(case.0[0]);
    let refusal = case.refusal(&AnyGame::compile(&variant).expect("a game"));
    refusal.japanese(&variant).expect("a sentence")
}

/// What is wrong with a case, if anything.
fn check(case: &Case) -> Option<String> {
    let Case([id, position, before, attempt, sentence]) = *case;
    let said = said(case);
    let right = said == sentence && is_japanese(&variant(id), &said);
    (!right).then(|| format!("{id} | {position} | {before} | {attempt} | {said}"))
}

#[test]
fn reasons_are_as_in_the_table() {
    let failures: Vec<String> = table().iter().filter_map(check).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn texts_of_no_single_move_are_told_of_in_japanese() {
    let pawn = "1r5k/P7/8/8/8/8/8/K7 w - - 0 1";
    for case in [
        ["shogi", "-", "-", "7g7j", "「7j」というマスはありません（マスは 9i から 1a まで）。"],
        ["shogi", "-", "-", "7g", "マスが足りません（マスは 9i から 1a まで）。"],
        ["chess", "-", "-", "e2e4 e5", "指し手の後に余分な「e5」があります。"],
        ["chess", "-", "-", "Z@e4", "「Z」という駒はありません（駒は K Q R B N P）。"],
        ["chess", pawn, "-", "a7b8+", "指し手が一つに決まりません：成る駒の文字を付けてください。"],
    ] {
        assert_eq!(said(&Case(case)), case[4]);
    }
}

#[test]
fn a_legal_move_that_does_not_do_what_is_written_breaks_no_rule() {
    let english = "The move is legal, but does not do all that is written.";
    let japanese = "その手は指せますが、書かれていることのすべては起こりません。";
    for (game, text) in
        [("shogi", "7g7f~"), ("shogi", "7g7f~5e"), ("minishogi", "1e1d~5a2c"), ("chess", "e2e4~e7")]
    {
        let variant = variant(game);
        let play = opening::open(&AnyGame::compile(&variant).expect("a game"), None, None);
        let rule = broken(&play.expect("a start"), text).expect("it is refused");
        assert_eq!(rule.reason(), None, "{text}");
        assert_eq!((&*rule.to_string(), &*rule.japanese(&variant)), (english, japanese), "{text}");
    }
}

/// The name of a reason among all reasons.
fn kind(rule: &BrokenRule) -> String {
    let told = format!("{:?}", rule.reason().expect("a reason"));
    told.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default().to_owned()
}

/// Whether all Latin letters of a sentence belong to names of squares.
fn is_japanese(v: &Variant, sentence: &str) -> bool {
    let mut words = sentence.split(|c: char| !c.is_ascii_alphanumeric());
    let is_plain = |word: &str| !word.contains(|c: char| c.is_ascii_alphabetic());
    words.all(|word| is_plain(word) || v.parse_square(word).is_some())
}

/// Plays random games, and tries whatever comes to mind.
struct Wanderings {
    games: u64,
    plies: usize,
    tries: usize,
}

impl Wanderings {
    /// The kinds of reasons that were given.
    fn kinds(&self, game: &AnyGame) -> BTreeSet<String> {
        let mut random = Rng::with_seed(u64::from(game.variant().board.files));
        let mut kinds = BTreeSet::new();
        for _ in 0..self.games {
            let mut play = opening::open(game, None, None).expect("a start");
            for _ in 0..self.plies {
                for _ in 0..self.tries {
                    let text = attempt(&mut random, game.variant());
                    let Some(rule) = broken(&play, &text) else { continue };
                    let said = rule.japanese(game.variant());
                    assert!(is_japanese(game.variant(), &said), "{text}: {said}");
                    kinds.insert(kind(&rule));
                }
                let moves = play.legal_moves();
                let Some(m) = random.choice(&moves) else { break };
                play.push(*m);
            }
        }
        kinds
    }
}

/// The text of some move.
fn attempt(random: &mut Rng, v: &Variant) -> String {
    let squares = usize::from(v.board.files) * usize::from(v.board.ranks);
    let mut square = || v.square_name(Square(random.usize(..squares) as u8));
    let [a, b, c] = [square(), square(), square()];
    let piece = &v.pieces[random.usize(..v.pieces.len())].id;
    match random.usize(..16) {
        0 => "pass".to_owned(),
        1 | 2 => format!("{piece}@{a}"),
        3 => format!("{a}{b}{c}"),
        4 => format!("{a}{b}{a}"),
        5 => format!("{a}*{b}"),
        6 => format!("{a}{b}={piece}"),
        7 | 8 => format!("{a}{b}+"),
        _ => format!("{a}{b}"),
    }
}

#[test]
fn every_reason_that_comes_up_is_in_the_table() {
    let case_kind = |case: &Case| {
        let game = AnyGame::compile(&variant(case.0[0])).expect("a game");
        match case.refusal(&game) {
            Refusal::Illegal(rule) => kind(&rule),
            other => panic!("{other}"),
        }
    };
    let known: BTreeSet<String> = table().iter().map(case_kind).collect();
    let mut met = BTreeSet::new();
    for id in GAMES {
        let game = AnyGame::compile(&variant(id)).expect("a game");
        met.append(&mut Wanderings { games: 8, plies: 80, tries: 12 }.kinds(&game));
    }
    let missing: Vec<&String> = met.difference(&known).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Reasons that no built-in game gives for a text, with the pieces of chess.
#[test]
fn reasons_of_other_games_are_japanese_as_well() {
    let v = variant("chess");
    let place = |name: &str| Place { square: square(&v, name), name: name.to_owned() };
    let man = |id: &str, at: &str| Man {
        side: Color::First,
        piece: piece(&v, id),
        at: place(at),
        name: "as in the file".to_owned(),
        owner: "White".to_owned(),
    };
    let (king, rook, pawn) = (man("K", "e1"), man("R", "a1"), man("P", "a7"));
    let [side, name] = ["White", "Pawn"].map(str::to_owned);
    for (reason, sentence) in [
        (Reason::Incomplete, "動かす駒のマスと、行き先のマスを指定してください。"),
        (Reason::NoSquare { name: "number 99".to_owned() }, "この盤にそのようなマスはありません。"),
        (
            Reason::MustPass { side: side.clone(), shocking: Vec::new() },
            "白はこの手番をパスしなければなりません。",
        ),
        (
            Reason::BlockedByGap { mover: rook.clone(), to: place("a3"), missing: place("a2") },
            "a1のルークはa3に届きません：途中のa2のマスが今はありません。",
        ),
        (
            Reason::TakesOnlyRoyals { mover: rook.clone(), victim: pawn.clone() },
            "a1のルークがその動きで取れるのは玉だけです：a7のポーンは玉ではありません。",
        ),
        (
            Reason::SparesRoyals { mover: rook.clone(), victim: king.clone() },
            "a1のルークはその動きでは玉を取れません：e1のキングは玉です。",
        ),
        (
            Reason::PassNeedsEmpty { mover: rook.clone(), on: man("N", "b1") },
            "a1のルークがそこでじっとできるのは、b1が空いているときだけです。",
        ),
        (
            Reason::NeedsOthers { mover: rook.clone(), to: place("a8") },
            "a1のルークがa8に行けるのは、間にほかの駒があるなど、駒の配置が違うときだけです。",
        ),
        (Reason::Confined { mover: king.clone(), to: place("e2") }, "e1のキングはe2に入れません。"),
        (
            Reason::NameTheWay { mover: rook.clone(), ways: vec!["a1a2b3".to_owned()] },
            "a1のルークがどこを通るか指定してください：a1a2b3。",
        ),
        (
            Reason::NamePromotion {
                mover: pawn.clone(),
                choices: ["Queen", "Rook"].map(str::to_owned).to_vec(),
            },
            "a7のポーンが何に成るか指定してください：クイーン、ルーク。",
        ),
        (Reason::ShotsDoNotPromote { mover: pawn.clone() }, "a7のポーンは居食いでは成れません。"),
        (
            Reason::PromotedConfined { mover: pawn.clone(), to: place("a8") },
            "a7のポーンは成れません：成った駒はa8に入れません。",
        ),
        (
            Reason::DropForbidden { side: side.clone(), piece: name, to: place("a1") },
            "白はa1にポーンを打てません。",
        ),
        (
            Reason::LosesRoyal { royal: king.clone() },
            "その手は指せません：e1にある自分のキングがなくなってしまいます。",
        ),
        (
            Reason::ExplodesRoyal { royal: king.clone() },
            "その手は指せません：爆発でe1にある自分のキングがなくなってしまいます。",
        ),
        (
            Reason::LeavesRoyals { side, royal: "King or Queen".to_owned() },
            "その手は指せません：白のキング・クイーンを取られてしまいます。",
        ),
        (
            Reason::NoPartner { king, partner: "piece".to_owned(), at: place("h1") },
            "e1のキングはキャスリングできません：h1に自分の駒がありません。",
        ),
    ] {
        assert_eq!(reason::japanese(&v, &reason), sentence);
    }
}

#[test]
fn captures_that_may_not_be_made_have_their_reasons() {
    let settings = [("board.coordinates".to_owned(), "algebraic".to_owned())];
    let game = AnyGame::compile(&load_builtin("chu", &settings).unwrap().variant).unwrap();
    let check = |position: &str, attempt: &str, sentence: &str| {
        let play = opening::open(&game, None, Some(position)).expect("a position");
        let refusal = find(&play, attempt).expect_err("no legal move");
        assert_eq!(refusal.japanese(game.variant()).as_deref(), Some(sentence));
    };
    check(
        "11k/12/12/12/6g5/5n6/12/5N6/12/12/12/K11 b - 1",
        "f5f7",
        "f5の獅子でf7の獅子を取ることはできません：g8の金将が利いています。",
    );
    check(
        "11k/12/12/5R6/12/12/12/2N6r2/12/12/12/K11 w - 2 took=f9",
        "j5c5",
        "j5の飛車で今c5の獅子を取ることはできません：同じ種類の駒が取られた直後です。",
    );
}

#[test]
fn passes_and_cannons_have_their_reasons() {
    let check =
        |id: &str, settings: &[(&str, &str)], position: &str, attempt: &str, sentence: &str| {
            let settings: Vec<_> =
                settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
            let variant = load_builtin(id, &settings).expect("it is good").variant;
            let game = AnyGame::compile(&variant).expect("a game");
            let play = opening::open(&game, None, Some(position)).expect("a position");
            let refusal = find(&play, attempt).expect_err("no legal move");
            assert_eq!(refusal.japanese(&variant).as_deref(), Some(sentence));
        };
    let cannons = "3k5/9/1c7/9/1P7/9/1C7/9/9/3K5 w - - 0 1";
    check("janggi", &[], cannons, "b4b8", "b4の包でb8の包を取ることはできません。");
    let mount = "3k5/1n7/1c7/9/9/9/1C7/9/9/3K5 w - - 0 1";
    check("janggi", &[], mount, "b4b9", "b4の包はb8の包を飛び越えられません。");
    check(
        "janggi",
        &[],
        "4k4/9/9/9/5P3/9/9/9/9/4K4 b - - 0 1",
        "e10e9",
        "漢は、向かい合っているe10の将とe1の将の間をふさぐか、一方をよけるか、パスしなければなりません。",
    );
    check(
        "chess",
        &[("passing", "{ when = 'stuck' }")],
        "4k3/8/8/8/8/8/8/K6R w - - 0 1",
        "--",
        "白は今、パスできません：ほかに指せる手があります。",
    );
}

#[test]
fn rules_about_check_have_their_reasons() {
    let check = |settings: &[(&str, &str)], position: &str, attempt: &str, sentence: &str| {
        let settings: Vec<_> =
            settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let variant = load_builtin("chess", &settings).expect("it is good").variant;
        let game = AnyGame::compile(&variant).expect("a game");
        let play = opening::open(&game, None, Some(position)).expect("a position");
        let refusal = find(&play, attempt).expect_err("no legal move");
        assert_eq!(refusal.japanese(&variant).as_deref(), Some(sentence));
    };
    check(
        &[("end.giving_check", "forbidden")],
        "4k3/8/8/8/8/8/8/K6R w - - 0 1",
        "h1h8",
        "その手は指せません：黒に王手がかかります。王手をかける手は反則です。",
    );
    check(
        &[("end.royals", "all-attacked"), ("pieces.Q.royal", "true")],
        "3qk3/p7/8/8/8/8/8/K2RR3 b - - 0 1",
        "a7a6",
        "その手は指せません：黒のd8のクイーンとe8のキングがどれも取られる状態になります。",
    );
}

#[test]
fn forced_passes_have_their_reasons() {
    let v = variant("raichu");
    let loss = Some((piece(&v, "N"), square(&v, "f7")));
    for (pass, english, japanese) in [
        (
            ForcedPass { side: Color::Second, loss },
            "Gote had to pass: the Lion on f7 was taken.",
            "f7の獅子を取られたため、後手は一手休みです。",
        ),
        (
            ForcedPass { side: Color::First, loss: None },
            "Sente had to pass.",
            "先手は一手休みです。",
        ),
    ] {
        assert_eq!((pass.english(&v).as_str(), pass.japanese(&v).as_str()), (english, japanese));
    }
}
