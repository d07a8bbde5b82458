//! Every way to say a move is known, and what is written is the canonical one.

use komadai_records::moves::{self, Spelling};
use komadai_records::position::parse;
use komadai_rules::variant::{Source, load, load_builtin};
use komadai_rules::{Game, Move, MoveKind, Position, Spelled, Square, Variant};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A position with the spellings of its legal moves.
struct Board<'v, const N: usize> {
    v: &'v Variant,
    position: Position<N>,
    spelled: Vec<Spelled>,
}

impl<'v, const N: usize> Board<'v, N> {
    fn new(v: &'v Variant, text: &str) -> Self {
        let setup = parse(v, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let game = Arc::new(Game::compile(v).unwrap());
        let position = Position::from_setup(&game, &setup).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let spelled = position.spellings(&position.legal_moves());
        Board { v, position, spelled }
    }

    fn text(&self, spelled: &Spelled) -> String {
        let Spelled { mv, mover, squares } = spelled.clone();
        Spelling { mv, mover, squares }.algebraic(self.v)
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
        let spellings: Vec<Spelling> = self
            .spelled
            .iter()
            .cloned()
            .map(|Spelled { mv, mover, squares }| Spelling { mv, mover, squares })
            .collect();
        let text = moves::parse_move(self.v, text).map_err(|e| e.to_string())?;
        moves::resolve(self.v, &text, &spellings).map_err(|e| e.to_string())
    }

    /// The rules' order of spellings: without squares between before with; then a capturing first
    /// leg; then the smallest start, then the smallest squares between.
    fn rank(&self, squares: &[Square]) -> (usize, Reverse<bool>, Vec<Square>) {
        let captures = squares.len() > 2 && self.position.at(squares[1]).is_some();
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
    load_builtin(id, &[]).unwrap().unwrap().variant
}

fn cases(text: &str) -> Vec<serde_json::Value> {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_spelling_of_the_worked_cases() {
    let v = built_in("raichu");
    for case in cases(include_str!("cases/raichu.json")) {
        let board = Board::<3>::new(&v, case["position"].as_str().unwrap());
        let expected: BTreeSet<Vec<String>> =
            serde_json::from_value(case["outcomes"].clone()).unwrap();
        let (groups, first) = board.groups();
        assert_eq!(groups, expected, "{}", case["id"]);
        board.check_order();
        for group in &expected {
            let meant: BTreeSet<Move> = group.iter().map(|text| board.resolve(text).unwrap()).collect();
            assert_eq!(meant.len(), 1, "{}: {group:?}", case["id"]);
        }
        assert_eq!(first.len(), expected.len(), "{}", case["id"]);
    }
}

#[test]
fn minjiku_moves_of_the_worked_cases() {
    let v = built_in("minjiku");
    for case in cases(include_str!("cases/minjiku.json")) {
        let board = Board::<2>::new(&v, case["position"].as_str().unwrap());
        board.check_order();
        let Some(moves) = case["moves"].as_array() else { continue };
        let meant: BTreeSet<Move> =
            moves.iter().map(|text| board.resolve(text.as_str().unwrap()).unwrap()).collect();
        let legal: BTreeSet<Move> = board.position.legal_moves().into_iter().collect();
        assert_eq!(meant, legal, "{}", case["id"]);
    }
}
