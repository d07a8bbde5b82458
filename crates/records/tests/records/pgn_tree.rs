//! Games with variations as PGN, written and read again.

use crate::common::variant;
use fastrand::Rng;
use komadai_records::pgn::{self, Numbering};
use komadai_records::record::{MoveTree, TreeNode};
use komadai_records::{moves, opening};
use komadai_rules::{AnyGame, AnyPlay, Move};

fn node(parent: Option<usize>, text: &str, comment: &str, signs: &[u8]) -> TreeNode {
    let (text, comment, signs) = (text.into(), comment.into(), signs.into());
    TreeNode { parent, text, comment, signs, ..TreeNode::default() }
}

fn chess() -> AnyPlay {
    opening::open(&AnyGame::compile(&variant("chess")).unwrap(), None, None).unwrap()
}

fn write(at: &AnyPlay, tree: &MoveTree) -> String {
    pgn::write_tree(&pgn::tags(at.variant(), &at.setup()), Numbering::of(&at.setup()), tree)
}

#[test]
fn variations_stand_behind_the_move_that_they_replace() {
    let tree = MoveTree {
        comment: "A lesson.".into(),
        nodes: vec![
            node(None, "e4", "", &[1]),
            node(Some(0), "e5", "", &[]),
            node(Some(0), "c5", "the Sicilian", &[5, 14]),
            node(Some(1), "Nf3", "", &[]),
            node(None, "d4", "", &[]),
            node(Some(4), "d5", "", &[]),
            node(Some(2), "Nf3", "", &[]),
            node(Some(2), "Nc3", "", &[]),
        ],
    };
    let text = write(&chess(), &tree);
    let moves = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
    assert_eq!(
        moves.trim(),
        "{A lesson.} 1. e4 $1 ( 1. d4 d5 ) 1... e5 ( 1... c5 $5 $14 {the Sicilian} 2. Nf3 ( 2. Nc3 ) ) \
         2. Nf3 *"
    );
}

#[test]
fn what_others_write_is_read() {
    let check = |text: &str, expected: &[TreeNode]| {
        let (_, mut tree) = pgn::parse(text, 1_000).unwrap();
        tree.nodes.iter_mut().for_each(|node| node.line = 0);
        assert_eq!(tree.nodes, expected, "{text}");
    };
    let plain = [node(None, "e4", "", &[]), node(Some(0), "e5", "", &[])];
    check("1. e4 e5", &plain);
    check("1.e4 e5 1-0", &plain);
    check(
        "[Event \"x\"]\n[White \"A \\\"B\\\" C\"]\n\n1.e4\n1...e5 *\n\n[Event \"y\"]\n\n1. d4 *",
        &plain,
    );
    check("e4 e5", &plain);
    check("1? e4 1...! 1 e5", &plain);
    check(
        "1. e4! ; good\n e5?? $7",
        &[node(None, "e4", "good", &[1]), node(Some(0), "e5", "", &[4, 7])],
    );
    check(
        "1. e4 (1. d4 {queen's\npawn}) e5 2. O-O",
        &[
            node(None, "e4", "", &[]),
            node(None, "d4", "queen's pawn", &[]),
            node(Some(0), "e5", "", &[]),
            node(Some(2), "O-O", "", &[]),
        ],
    );
    check("e4 ; good\n;\n{ }\n;move", &[node(None, "e4", "good move", &[])]);
    check("1. Nx!d7 P@e5", &[node(None, "Nx!d7", "", &[]), node(Some(0), "P@e5", "", &[])]);
    check("", &[]);
    let (tags, _) = pgn::parse("[White \"A \\\"B\\\" C\"]\n[FEN \"8/8 w - - 0 1\"]", 9).unwrap();
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(tags, [tag("White", "A \"B\" C"), tag("FEN", "8/8 w - - 0 1")]);
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    for (text, line, words) in [
        ("1. e4\n{never ends", 2, "no `}`"),
        ("1. e4 (1. d4\n", 1, "no `)`"),
        // The innermost one that is open.
        ("1. e4\n(1. d4 d5\n(1... c5)\n2. c4\n(2. e4\n\n", 5, "no `)`"),
        ("(1. d4)", 1, "before any move"),
        ("1. e4 )", 1, "ends no variation"),
        ("\n[White]", 2, "a tag is written"),
        ("1. e4 $x", 1, "without a number"),
        (&"a ".repeat(1_001), 1, "more than 1000 moves"),
    ] {
        let error = pgn::parse(text, 1_000).unwrap_err();
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.message.contains(words), "{text}: {error}");
    }
}

/// A tree of random moves, with the moves themselves.
fn random_tree(start: &AnyPlay, rng: &mut Rng, size: usize) -> (MoveTree, Vec<Move>) {
    let (mut tree, mut played) = (MoveTree::default(), Vec::<Move>::new());
    for index in 0..size {
        let parent = match rng.u8(..) {
            0..200 => index.checked_sub(1),
            _ => (index > 0).then(|| rng.usize(0..index)),
        };
        let mut at = start.clone();
        for m in path(&tree, parent) {
            at.push(played[m]);
        }
        if at.ending().is_some() {
            continue;
        }
        let legal = at.legal_moves();
        let known = |m: &Move| {
            tree.nodes.iter().zip(&played).any(|(node, known)| node.parent == parent && known == m)
        };
        let fresh: Vec<Move> = legal.into_iter().filter(|m| !known(m)).collect();
        let Some(m) = rng.choice(fresh) else { continue };
        let comment = if rng.u8(..) < 40 { "a remark, with (brackets) and 1. e4" } else { "" };
        let signs = if rng.u8(..) < 40 { &[1, 16][..] } else { &[] };
        let parent = parent.filter(|parent| *parent < tree.nodes.len());
        tree.nodes.push(node(parent, &pgn::san(&at, m), comment, signs));
        played.push(m);
    }
    (tree, played)
}

fn path(tree: &MoveTree, mut at: Option<usize>) -> Vec<usize> {
    let mut path = Vec::new();
    while let Some(index) = at.filter(|index| *index < tree.nodes.len()) {
        path.push(index);
        at = tree.nodes[index].parent;
    }
    path.reverse();
    path
}

/// The moves of a tree that was read, from its first moves down.
fn same(start: &AnyPlay, tree: &MoveTree, other: &MoveTree) {
    let (ours, theirs) = (tree.followers(), other.followers());
    let mut pairs = vec![(tree.nodes.len(), other.nodes.len(), start.clone())];
    while let Some((a, b, at)) = pairs.pop() {
        assert_eq!(ours[a].len(), theirs[b].len());
        for (a, b) in ours[a].iter().zip(&theirs[b]) {
            let (ours, theirs) = (&tree.nodes[*a], &other.nodes[*b]);
            assert_eq!((&ours.comment, &ours.signs), (&theirs.comment, &theirs.signs));
            let m =
                pgn::find(&at, &ours.text).unwrap_or_else(|| panic!("{} is unclear", ours.text));
            let written = moves::from_xboard(at.variant(), &theirs.text);
            assert_eq!(pgn::find(&at, &written), Some(m), "{} {}", ours.text, theirs.text);
            let mut next = at.clone();
            next.push(m);
            pairs.push((*a, *b, next));
        }
    }
}

#[test]
fn every_game_is_read_as_it_was_written() {
    for id in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
        let start = opening::open(&AnyGame::compile(&variant(id)).unwrap(), None, None).unwrap();
        for seed in 0..4 {
            let (tree, _) = random_tree(&start, &mut Rng::with_seed(seed), 80);
            let (tags, read) = pgn::parse(&write(&start, &tree), 1_000).unwrap();
            assert!(tags.contains(&("Variant".to_owned(), id.to_owned())));
            same(&start, &tree, &read);
        }
    }
}

#[test]
fn variations_may_lie_in_each_other_as_deep_as_they_like() {
    let mut tree = MoveTree::default();
    for index in 0..50_000 {
        // Each move has an alternative, whose answer has one, and so on.
        let parent = (index as usize).checked_sub(1);
        tree.nodes.push(node(parent, "a", "", &[]));
    }
    for index in 0..50_000 {
        tree.nodes.push(node(Some(index), "b", "", &[]));
    }
    let (_, read) = pgn::parse(&write(&chess(), &tree), 100_000).unwrap();
    assert_eq!(read.nodes.len(), tree.nodes.len());
}
