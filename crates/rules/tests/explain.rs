//! Every refused move comes with the reason, in the game's own words.

use fastrand::Rng;
use komadai_records::moves::{MoveText, PromotionText, Spelling, parse_move, resolve};
use komadai_records::position::parse;
use komadai_rules::variant::{Diagnostics, Loaded, Source, load, load_builtin};
use komadai_rules::{
    AnyGame, AskedPromotion, Attempt, Game, Opening, PieceType, Position, Spelled, Square, Variant,
    any_size, explain,
};
use proptest::prelude::*;
use std::sync::Arc;

/// A line of the table of reasons.
struct Case {
    variant: &'static str,
    position: &'static str,
    before: &'static str,
    attempt: &'static str,
    reason: &'static str,
}

impl Case {
    fn read(line: &'static str) -> Self {
        let columns: Vec<&str> = line
            .split(" | ")
            .map(|column| column.trim())
            .map(|c| if c == "-" { "" } else { c })
            .collect();
        let [variant, position, before, attempt, reason] = columns[..] else {
            panic!("not five columns: {line}");
        };
        Case { variant, position, before, attempt, reason }
    }
}

fn variant(id: &str) -> Variant {
    let file = |text: &str| good(load(&Source::new("test.toml", text), &|_| None, &[]));
    match id {
        "hoppers" => file(include_str!("variants/hoppers.toml")),
        "fire" => file(include_str!("variants/fire.toml")),
        "cylinder" => file(include_str!("variants/cylinder.toml")),
        "castles" => file(include_str!("variants/castles.toml")),
        "lions" => file(include_str!("variants/lions.toml")),
        "reinforcements" => file(include_str!("variants/reinforcements.toml")),
        "riders" => file(include_str!("variants/riders.toml")),
        _ => good(load_builtin(id, &[])),
    }
}

fn good(loaded: Result<Loaded, Diagnostics>) -> Variant {
    loaded.unwrap_or_else(|errors| panic!("{errors:?}")).variant
}

fn attempt(v: &Variant, text: &str) -> Attempt {
    match parse_move(v, text).unwrap_or_else(|e| panic!("{text}: {e}")) {
        MoveText::Pass => Attempt::Pass,
        MoveText::Drop { piece, to, .. } => Attempt::Drop { piece, to },
        MoveText::Walk { squares, promotion, shot, .. } => {
            let promotion = match promotion {
                PromotionText::None => AskedPromotion::None,
                PromotionText::Plus => AskedPromotion::Plus,
                PromotionText::To(piece) => AskedPromotion::To(piece),
            };
            Attempt::Walk { squares, promotion, shot, placed: None }
        }
    }
}

/// The attempt that a spelling makes.
fn spelled_attempt(v: &Variant, spelled: &Spelled) -> Attempt {
    let promoted = |mover: PieceType| {
        let choice = usize::from(spelled.mv.promotion()).checked_sub(1)?;
        v.pieces[mover.index()].promotes.get(choice).copied()
    };
    match (spelled.mv.kind(), spelled.mover) {
        (komadai_rules::MoveKind::Pass, _) | (_, None) => Attempt::Pass,
        (komadai_rules::MoveKind::Drop, Some(piece)) => {
            Attempt::Drop { piece, to: spelled.mv.to() }
        }
        (_, Some(mover)) => Attempt::Walk {
            squares: spelled.squares.clone(),
            promotion: promoted(mover).map_or(AskedPromotion::None, AskedPromotion::To),
            shot: spelled.mv.kind() == komadai_rules::MoveKind::Shot,
            placed: spelled
                .mv
                .placed()
                .map(|(piece, square)| komadai_rules::AskedPlacing { piece: Some(piece), square }),
        },
    }
}

/// What is said of a case: the reason, or nothing of a legal move.
fn said(v: &Variant, case: &Case) -> String {
    let opening = match case.position {
        "" => Opening::Usual,
        text => Opening::Setup(parse(v, text).unwrap_or_else(|e| panic!("{text}: {e}"))),
    };
    let game = AnyGame::compile(v).expect("it compiles");
    let mut play = game.open(&opening).unwrap_or_else(|e| panic!("{}: {e}", case.position));
    for word in case.before.split_whitespace() {
        let wanted = attempt(v, word);
        let spelled = play.spellings(&play.legal_moves());
        let found = spelled.iter().find(|s| says(v, &wanted, s));
        play.push(found.unwrap_or_else(|| panic!("{}: no {word}", v.id)).mv);
    }
    let attempt = attempt(v, case.attempt);
    let reason = play.explain(&attempt);
    reason.map_or(String::new(), |r| r.to_string())
}

fn says(v: &Variant, wanted: &Attempt, spelled: &Spelled) -> bool {
    match (wanted, spelled_attempt(v, spelled)) {
        (
            Attempt::Walk { squares, promotion: AskedPromotion::Plus, .. },
            Attempt::Walk { squares: said, promotion: AskedPromotion::To(_), .. },
        ) => *squares == said,
        (
            Attempt::Walk { squares, promotion, .. },
            Attempt::Walk { squares: said, promotion: p, .. },
        ) => (squares, *promotion) == (&said, p),
        (wanted, said) => *wanted == said,
    }
}

/// What is wrong with a case, if anything.
fn check(case: &Case) -> Option<String> {
    let v = variant(case.variant);
    let said = said(&v, case);
    let right = case.reason.is_empty() == said.is_empty() && said.contains(case.reason);
    (!right).then(|| format!("{} {} {}: {said:?}", case.variant, case.position, case.attempt))
}

#[test]
fn reasons_are_as_in_the_table() {
    let table = include_str!("data/reasons.txt").lines();
    let failures: Vec<String> = table
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| check(&Case::read(line)))
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Some attempt, mostly from a square of the own side.
fn random_attempt(random: &mut Rng, v: &Variant, own: &[Square]) -> Attempt {
    let squares = usize::from(v.board.files) * usize::from(v.board.ranks);
    let piece = PieceType(random.usize(..v.pieces.len()) as u8);
    let mut square = || Square(random.usize(..squares) as u8);
    let anywhere = [square(), square(), square()];
    match random.usize(..12) {
        0 => Attempt::Pass,
        1 | 2 => Attempt::Drop { piece, to: anywhere[0] },
        choice => {
            let from = if own.is_empty() || choice == 3 {
                anywhere[0]
            } else {
                own[random.usize(..own.len())]
            };
            let mut squares = vec![from, anywhere[1]];
            match choice {
                4 => squares.push(anywhere[2]),
                5 => squares.push(from),
                _ => {}
            }
            let promotions =
                [AskedPromotion::None, AskedPromotion::Plus, AskedPromotion::To(piece)];
            let promotion = promotions[random.usize(..8) % 3 * usize::from(choice > 8)];
            Attempt::Walk { squares, promotion, shot: choice == 5, placed: None }
        }
    }
}

const VARIANTS: [&str; 12] = [
    "shogi",
    "minishogi",
    "judkins",
    "raichu",
    "minjiku",
    "chess",
    "hoppers",
    "fire",
    "cylinder",
    "lions",
    "reinforcements",
    "riders",
];

/// Whether the text of the attempt means a legal move.
fn is_spelled(v: &Variant, attempt: &Attempt, spelled: &[Spelled]) -> bool {
    let spellings: Vec<Spelling> = spelled.iter().cloned().map(Spelling::from).collect();
    let text = match attempt.clone() {
        Attempt::Pass => MoveText::Pass,
        Attempt::Drop { piece, to } => MoveText::Drop { piece, to, held: None },
        Attempt::Walk { squares, promotion, shot, placed } => MoveText::Walk {
            squares,
            promotion: match promotion {
                AskedPromotion::None => PromotionText::None,
                AskedPromotion::Plus => PromotionText::Plus,
                AskedPromotion::To(piece) => PromotionText::To(piece),
            },
            shot,
            others: None,
            placed,
        },
    };
    resolve(v, &text, &spellings).is_ok()
}

/// Plays random moves; after each, legal moves are explained by nothing, all else by something.
fn explains_everything<const N: usize>(game: &Arc<Game<N>>, seed: u64) {
    let (v, mut random) = (game.variant(), Rng::with_seed(seed));
    let setup = v.start_setup(None).expect("a start");
    let mut position = Position::from_setup_forgiving(game, &setup, &|_| true).expect("a position");
    for _ in 0..40 {
        let legal = position.legal_moves();
        let spelled = position.spellings(&legal);
        for s in spelled.iter().step_by(7) {
            let attempt = spelled_attempt(v, s);
            assert_eq!(explain(&position, &attempt, &|_| false), None, "{}: {attempt:?}", v.id);
        }
        let squares = usize::from(v.board.files) * usize::from(v.board.ranks);
        let own = |s: &Square| position.at(*s).is_some_and(|(color, _)| color == position.side());
        let own: Vec<Square> = (0..squares).map(|i| Square(i as u8)).filter(own).collect();
        for _ in 0..8 {
            let attempt = random_attempt(&mut random, v, &own);
            let reason = explain(&position, &attempt, &|_| false);
            assert_eq!(
                reason.is_none(),
                is_spelled(v, &attempt, &spelled),
                "{}: {attempt:?} {reason:?}",
                v.id
            );
        }
        if legal.is_empty() {
            break;
        }
        position.make(legal[random.usize(..legal.len())]);
    }
}

fn explain_random_play(id: &str, seed: u64) {
    let game = AnyGame::compile(&variant(id)).expect("it compiles");
    any_size!(AnyGame, &game, game => explains_everything(game, seed));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn everything_refused_is_explained(seed in any::<u64>(), id in proptest::sample::select(&VARIANTS[..])) {
        explain_random_play(id, seed);
    }
}
