use crate::games;
use komadai_records::pgn::{self, Numbering};
use komadai_records::record::MoveTree;
use komadai_rules::Opening;

/// Reads a PGN: what is written again reads back as the same tree, every move after its parent.
pub(crate) fn pgn(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok((_, tree)) = pgn::parse(text, usize::MAX) else {
        return;
    };
    for (index, node) in tree.nodes.iter().enumerate() {
        assert!(node.parent.is_none_or(|parent| parent < index), "{index}");
        assert!(!node.text.is_empty());
    }
    let written = write(&tree);
    let (_, again) =
        pgn::parse(&written, usize::MAX).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again.nodes.len(), tree.nodes.len(), "{written}");
    // Lines are written where they belong, and signs as numbers, whatever they were before.
    assert_eq!(write(&again), written);
}

fn write(tree: &MoveTree) -> String {
    // Any will do: the moves are not looked at.
    let (game, _) = games::choose(&[0]).expect("there are games");
    let start = game.open(&Opening::Usual).expect("it begins").setup();
    pgn::write_tree(&pgn::tags(game.variant(), &start), Numbering::of(&start), tree)
}
