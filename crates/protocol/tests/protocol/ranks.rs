//! XBoard counts ranks from 0 on a board of ten, and from 1 on all others; the file of a game counts
//! from where it likes.

use crate::common::{Games, Talk};
use komadai_protocol::Start;

/// A game of Rooks on a board of so many ranks, that counts them from `first`.
fn game(ranks: usize, first: usize) -> String {
    format!(
        "format = \"variant/1\"\nid = \"towers\"\nname = \"Towers\"\n\
         [board]\nfiles = 4\nranks = {ranks}\nfirst_rank = {first}\n\
         [pieces]\nK = {{ name = \"King\", move = \"K\", at = \"a{first}\", royal = true }}\n\
         R = {{ name = \"Rook\", move = \"R\", at = \"b{first}\" }}\n\
         [end]\ncheck = \"must-answer\"\nstalemate = \"draw\"\n"
    )
}

/// What XBoard says of moves, squares and hints is meant and understood on a board of so many ranks.
fn check(ranks: usize, first: usize) {
    let about = format!("{ranks} ranks from {first}");
    let mut games = Games::default();
    games.files.insert("towers.toml".to_owned(), game(ranks, first));
    let mut talk = Talk::with(games, Start::default());
    // As it counts the lowest rank, the one above and the highest.
    let low = if ranks == 10 { 0 } else { 1 };
    let (next, high) = (low + 1, low + ranks - 1);
    talk.say("xboard");
    talk.say("option VariantPath=towers.toml");
    talk.say("variant towers");
    talk.say("force");
    let rows = |row: &str, count: usize| vec![row; count].join("/");

    // The Rook beside the King may go up to the far edge, or to the right.
    let lit = talk.ask(&format!("lift b{low}"), "highlight").pop().expect("a line");
    assert_eq!(lit, format!("highlight {}/2YY", rows("1Y2", ranks - 1)), "{about}");

    talk.say(&format!("usermove b{low}b{next}"));
    let drawn = talk.ask("d", "# Sfen").pop().expect("a line");
    let start =
        format!("# Sfen: {}/1R2/K3 ", [vec!["2rk"], vec!["4"; ranks - 3]].concat().join("/"));
    assert!(drawn.starts_with(&start), "{about}: {drawn}");

    // In a position of XBoard's a move that wins a Rook is hinted at, and made.
    talk.say(&format!("setboard k2r/{}/K2R w - - 0 1", rows("4", ranks - 2)));
    if (9..=11).contains(&ranks) {
        let hint = talk.ask("hint", "Hint").pop().expect("a line");
        assert_eq!(hint, format!("Hint: d{low}d{high}"), "{about}");
    }
    talk.say("sd 2");
    let made = talk.ask("go", "move").pop().expect("a line");
    assert_eq!(made, format!("move d{low}d{high}"), "{about}");
    talk.quit("quit");
}

#[test]
fn every_number_of_ranks_is_counted_as_xboard_counts() {
    for ranks in 3..=16 {
        for first in [0, 1] {
            check(ranks, first);
        }
    }
}
