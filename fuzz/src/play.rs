use crate::games;
use komadai_rules::{
    AnyGame, AnyPlay, Color, Effect, Fate, Move, Opening, PieceType, Position, SetupError, Square,
    any_size,
};
use std::collections::HashSet;

/// Longer games only take longer.
const PLIES: usize = 96;

/// Plays moves of the game that the first byte stands for, a byte a ply: what is unmade leaves no
/// trace, keys kept up to date are those computed anew, counts and lists agree, and no two moves
/// lead to the same position.
pub(crate) fn play(data: &[u8]) {
    if let Some((game, choices)) = games::choose(data) {
        let choices = &choices[..choices.len().min(PLIES)];
        any_size!(AnyGame, game, game => {
            some(&mut Position::start(game).expect("the start of a good game"), choices);
        });
        to_the_end(game.open(&Opening::Usual).expect("the start of a good game"), choices);
    }
}

/// How many moves of a position, about, are looked at closely.
const SAMPLE: usize = 8;

/// Plays one move for each byte, as long as there are any, and then takes them all back.
pub(crate) fn some<const N: usize>(position: &mut Position<N>, choices: &[u8]) {
    let start = Snapshot::of(position);
    let mut made = Vec::new();
    for choice in choices {
        let moves = position.legal_moves();
        check_list(position, &moves);
        let Some(m) = moves.get(usize::from(*choice) % moves.len().max(1)) else {
            break;
        };
        there_and_back(position, &moves);
        position.make(*m);
        made.push(*m);
        check_position(position);
    }
    for m in made.iter().rev() {
        assert_eq!(position.unmake(), Some(*m));
    }
    assert_eq!(position.unmake(), None);
    assert_eq!(Snapshot::of(position), start);
}

/// Plays a game as a referee does, until it is over.
fn to_the_end(mut play: AnyPlay, choices: &[u8]) {
    let start = play.key();
    for choice in choices {
        let ending = play.ending();
        assert!(ending.is_none() || play.claims().is_empty());
        if let Some(ending) = ending {
            assert!(!ending.reason.to_string().is_empty(), "{ending:?}");
            break;
        }
        let moves = play.legal_moves();
        assert!(!moves.is_empty(), "the game goes on, but there is no move");
        let m = moves[usize::from(*choice) % moves.len()];
        assert!(!play.is_barred(m), "{m:?}");
        play.push(m);
    }
    while play.pop().is_some() {}
    assert_eq!(play.key(), start);
}

/// All that can be seen of a position.
#[derive(Debug, PartialEq)]
struct Snapshot {
    setup: komadai_rules::Setup,
    key: u64,
    check: bool,
    moves: Vec<Move>,
}

impl Snapshot {
    fn of<const N: usize>(position: &Position<N>) -> Self {
        Snapshot {
            setup: position.to_setup(),
            key: position.key(),
            check: position.in_check(),
            moves: position.legal_moves(),
        }
    }
}

fn check_list<const N: usize>(position: &Position<N>, moves: &[Move]) {
    assert_eq!(position.count_legal(), moves.len() as u64);
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    let pseudo = position.pseudo_legal_moves();
    for m in moves {
        assert!(pseudo.contains(m), "{m:?} is legal, but no movement");
    }
    for m in pseudo.iter().step_by(1 + pseudo.len() / SAMPLE) {
        assert_eq!(position.is_legal(*m), moves.contains(m), "{m:?}");
    }
}

/// Makes every move and takes it back.
fn there_and_back<const N: usize>(position: &mut Position<N>, moves: &[Move]) {
    let before = position.to_setup();
    let key = position.key();
    let mut seen = HashSet::new();
    for (i, m) in moves.iter().enumerate() {
        let closely = i % (1 + moves.len() / SAMPLE) == 0;
        if closely {
            check_captures(position, *m);
        }
        let exploded = exploded(position, *m);
        position.make(*m);
        let new = seen.insert((position.key(), exploded));
        assert!(new, "{m:?} leads where another move leads");
        if closely {
            assert_eq!(position.key(), position.recomputed_key(), "{m:?}");
        }
        assert_eq!(position.unmake(), Some(*m));
        assert_eq!(position.key(), key, "{m:?}");
        if closely {
            assert_eq!(position.to_setup(), before, "{m:?}");
        }
    }
    assert_eq!(position.to_setup(), before);
}

/// What explodes by a move: moves that come to the same by that alone are different ones.
fn exploded<const N: usize>(position: &Position<N>, m: Move) -> Vec<(Square, Color, PieceType)> {
    if position.game().variant().explosion.is_none() {
        return Vec::new();
    }
    let removed = Effect::of(position, m).removed.into_iter();
    let exploded = removed.filter(|removed| removed.fate == Fate::Exploded);
    exploded.map(|removed| (removed.square, removed.side, removed.piece)).collect()
}

fn check_captures<const N: usize>(position: &Position<N>, m: Move) {
    for square in position.captures(m) {
        assert!(position.at(square).is_some(), "{m:?} captures nothing on {square:?}");
    }
}

/// A position reached by play is a good one by itself, too.
fn check_position<const N: usize>(position: &Position<N>) {
    let setup = position.to_setup();
    match Position::from_setup_forgiving(position.game(), &setup, &unlikely) {
        Ok(again) => {
            assert_eq!(again.key(), position.key());
            assert_eq!(Snapshot::of(&again), Snapshot::of(position));
        }
        Err(errors) => panic!("{errors:?} after {:?}: {setup:?}", position.moves()),
    }
}

/// What a position given by hand is refused for, though wild games can bring it about: a pawn captures
/// onto a file with another, a swap carries a piece to where it cannot move.
fn unlikely(error: &SetupError) -> bool {
    matches!(error, SetupError::Stuck(_) | SetupError::TwoOnFile(_))
}
