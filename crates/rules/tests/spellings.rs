//! Every way to say a move is known, and what is written is the canonical one.

use komadai_records::moves::{self, Spelling};
use komadai_records::position::parse;
use komadai_rules::variant::{Source, load, load_builtin};
use komadai_rules::{
    AnyGame, AnyPlay, Move, MoveKind, Opening, Play, Position, Spelled, Square, Variant, any_size,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A position with the spellings of its legal moves.
struct Board<'v> {
    v: &'v Variant,
    play: AnyPlay,
    spelled: Vec<Spelled>,
}

impl<'v> Board<'v> {
    fn new(v: &'v Variant, text: &str) -> Self {
        let setup = parse(v, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let game = AnyGame::compile(v).unwrap();
        let play = game.open(&Opening::Setup(setup)).unwrap_or_else(|e| panic!("{text}: {e}"));
        let spelled = play.spellings(&play.legal_moves());
        Board { v, play, spelled }
    }

    fn text(&self, spelled: &Spelled) -> String {
        Spelling::from(spelled.clone()).algebraic(self.v)
    }

    /// All spellings of each move, as text, and the canonical one of each.
    fn groups(&self) -> (BTreeSet<Vec<String>>, BTreeSet<String>) {
        let mut groups: BTreeMap<Move, Vec<String>> = BTreeMap::new();
        for spelled in &self.spelled {
            groups.entry(spelled.mv).or_default().push(self.text(spelled));
        }
        let first = groups.values().map(|group| group[0].clone()).collect();
        groups.values_mut().for_each(|group| group.sort());
        (groups.into_values().collect(), first)
    }

    fn resolve(&self, text: &str) -> Result<Move, String> {
        let spellings: Vec<Spelling> = self.spelled.iter().cloned().map(Spelling::from).collect();
        let text = moves::parse_move(self.v, text).map_err(|e| e.to_string())?;
        moves::resolve(self.v, &text, &spellings).map_err(|e| e.to_string())
    }

    /// The rules' order of spellings: without squares between before with; then a capturing first
    /// leg; then the smallest start, then the smallest squares between.
    fn rank(&self, squares: &[Square]) -> (usize, Reverse<bool>, Vec<Square>) {
        let captures = squares.len() > 2 && self.play.at(squares[1]).is_some();
        (squares.len(), Reverse(captures), squares.to_vec())
    }

    /// Each move's first spelling is its smallest, and no spelling says two moves.
    fn check_order(&self) {
        let mut canonical: BTreeMap<Move, &Spelled> = BTreeMap::new();
        let mut said = BTreeMap::new();
        for spelled in &self.spelled {
            let first = *canonical.entry(spelled.mv).or_insert(spelled);
            if spelled.mv.kind() != MoveKind::Drop {
                assert!(
                    self.rank(&first.squares) <= self.rank(&spelled.squares),
                    "{}: {} before {}",
                    self.v.id,
                    self.text(first),
                    self.text(spelled),
                );
            }
            if let Some(other) = said.insert(self.text(spelled), spelled.mv) {
                assert_eq!(other, spelled.mv, "{}: {}", self.v.id, self.text(spelled));
            }
        }
    }
}

fn built_in(id: &str) -> Variant {
    load_builtin(id, &[]).unwrap().variant
}

fn cases(text: &str) -> Vec<serde_json::Value> {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_spelling_of_the_worked_cases() {
    let v = built_in("raichu");
    for case in cases(include_str!("cases/raichu.json")) {
        let board = Board::new(&v, case["position"].as_str().unwrap());
        let expected: BTreeSet<Vec<String>> =
            serde_json::from_value(case["outcomes"].clone()).unwrap();
        let (groups, first) = board.groups();
        assert_eq!(groups, expected, "{}", case["id"]);
        board.check_order();
        for group in &expected {
            let meant: BTreeSet<Move> =
                group.iter().map(|text| board.resolve(text).unwrap()).collect();
            assert_eq!(meant.len(), 1, "{}: {group:?}", case["id"]);
        }
        assert_eq!(first.len(), expected.len(), "{}", case["id"]);
    }
}

#[test]
fn minjiku_moves_of_the_worked_cases() {
    let v = built_in("minjiku");
    for case in cases(include_str!("cases/minjiku.json")) {
        let board = Board::new(&v, case["position"].as_str().unwrap());
        board.check_order();
        let Some(moves) = case["moves"].as_array() else {
            continue;
        };
        let meant: BTreeSet<Move> =
            moves.iter().map(|text| board.resolve(text.as_str().unwrap()).unwrap()).collect();
        let legal: BTreeSet<Move> = board.play.legal_moves().into_iter().collect();
        assert_eq!(meant, legal, "{}", case["id"]);
    }
}

/// A position, a move in it, and all that may be said for it.
fn check_group(v: &Variant, position: &str, group: &[&str]) {
    let board = Board::new(v, position);
    let meant: BTreeSet<Move> = group.iter().map(|text| board.resolve(text).unwrap()).collect();
    assert_eq!(meant.len(), 1, "{position}: {group:?}");
    let said: Vec<String> =
        board.spelled.iter().filter(|s| meant.contains(&s.mv)).map(|s| board.text(s)).collect();
    assert_eq!(said[0], group[0], "{position}: the canonical spelling");
    let (said, group): (BTreeSet<_>, BTreeSet<_>) =
        (said.into_iter().collect(), group.iter().map(|text| text.to_string()).collect());
    assert_eq!(said, group, "{position}");
}

#[test]
fn moves_that_several_pieces_can_make() {
    let raichu = built_in("raichu");
    check_group(&raichu, "k11/12/12/12/12/12/12/12/5N6/4s7/3N8/11K b - 1", &["d2e3d2", "f4e3f4"]);
    let minjiku = built_in("minjiku");
    let shooters = "**********/9k/10/10/10/4p5/3C1C4/4V5/10/10/K9/********** b - 1 unmoved=-";
    check_group(&minjiku, shooters, &["d5e6d5", "f5e6f5"]);
    let in_zone = "**********/9k/10/4p5/3C1C4/10/10/10/10/10/K9/********** b - 1 unmoved=-";
    check_group(&minjiku, in_zone, &["d7e8d7", "f7e8f7"]);
    check_group(&minjiku, in_zone, &["d7e8d7+"]);
    check_group(&minjiku, in_zone, &["f7e8f7+"]);
}

#[test]
fn a_forced_pass_is_not_said_by_squares() {
    let raichu = built_in("raichu");
    let board = Board::new(&raichu, "g4k6/5n6/12/4R7/12/12/12/12/12/12/12/11K w - 1 pass");
    assert_eq!(board.spelled.len(), 1);
    for text in ["pass", "0000", "@@@@", "--"] {
        assert_eq!(board.resolve(text).map(Move::kind), Ok(MoveKind::Pass));
    }
    assert!(board.resolve("f11f10f11").is_err());
}

#[test]
fn a_pass_in_place_is_said_by_pass_as_well() {
    let raichu = built_in("raichu");
    let board = Board::new(&raichu, "k11/12/12/12/12/12/5N6/12/12/12/12/11K b - 1");
    assert_eq!(board.resolve("pass"), board.resolve("f6e5f6"));
    assert_eq!(board.resolve("@@@@"), board.resolve("f6g7f6"));
    assert!(board.resolve("f6*e5").is_err(), "there is nothing to shoot");
}

/// Random games: canonical spellings come first, nothing is said twice, and every text means its
/// move.
fn check_random_play(v: &Variant, seed: u64) {
    let game = AnyGame::compile(v).unwrap();
    let setup = v.start_setup(None).unwrap();
    // Some of these files begin with a check out of turn.
    let mut play: AnyPlay = any_size!(AnyGame, &game, game => {
        Play::new(Position::from_setup_forgiving(game, &setup, &|_| true).unwrap()).into()
    });
    let mut state = seed;
    for _ in 0..60 {
        let legal = play.legal_moves();
        if legal.is_empty() {
            return;
        }
        let board = Board { v, play: play.clone(), spelled: play.spellings(&legal) };
        board.check_order();
        let said: BTreeSet<Move> = board.spelled.iter().map(|s| s.mv).collect();
        assert_eq!(said, legal.iter().copied().collect(), "{}", v.id);
        for spelled in board.spelled.iter().step_by(11) {
            assert_eq!(
                board.resolve(&board.text(spelled)),
                Ok(spelled.mv),
                "{}",
                board.text(spelled)
            );
        }
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        play.push(legal[(state >> 33) as usize % legal.len()]);
    }
}

#[test]
fn spellings_in_random_play() {
    let file = |text: &str| load(&Source::new("test.toml", text), &|_| None, &[]).unwrap().variant;
    for seed in 0..12 {
        check_random_play(&built_in("raichu"), seed);
        check_random_play(&built_in("minjiku"), seed);
        check_random_play(&built_in("chess"), seed);
        check_random_play(&built_in("shogi"), seed);
        check_random_play(&file(include_str!("variants/lions.toml")), seed);
        check_random_play(&file(include_str!("variants/fire.toml")), seed);
        check_random_play(&file(include_str!("variants/cylinder.toml")), seed);
        check_random_play(&file(include_str!("variants/hoppers.toml")), seed);
        check_random_play(&file(include_str!("variants/atomic.toml")), seed);
        check_random_play(&file(include_str!("variants/powder.toml")), seed);
    }
}
