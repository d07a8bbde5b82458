use crate::games::{self, Visit};
use komadai_records::moves::{Spelling, parse_move, resolve};
use komadai_rules::{Game, Move, MoveKind, Position};
use std::sync::Arc;

/// Reads words as moves of the game that the first byte stands for, and plays those that are legal.
/// Every legal move's own texts are understood as that move; errors point into the word.
pub fn move_text(data: &[u8]) {
    if let Some((game, text)) = games::choose(data)
        && let Ok(text) = std::str::from_utf8(text)
    {
        game.accept(Words(text));
    }
}

struct Words<'a>(&'a str);

impl Visit for Words<'_> {
    fn visit<const N: usize>(self, game: &Arc<Game<N>>) {
        let mut position = Position::start(game).expect("the start of a good game");
        let mut spellings = all(&position);
        for word in self.0.split_whitespace() {
            match parse_move(game.variant(), word) {
                Ok(text) => {
                    if let Ok(m) = resolve(game.variant(), &text, &spellings) {
                        position.make(m);
                        spellings = all(&position);
                    }
                }
                Err(error) => {
                    let place = error.offset..error.offset + error.len;
                    assert!(word.get(place).is_some(), "{word:?}: {error:?}");
                }
            }
        }
    }
}

/// A spelling of every legal move, each read back.
fn all<const N: usize>(position: &Position<N>) -> Vec<Spelling> {
    let variant = position.game().variant();
    let moves = position.legal_moves();
    let spellings: Vec<Spelling> = moves.into_iter().map(|m| spelling(position, m)).collect();
    for spelling in &spellings {
        for word in [spelling.usi(variant), spelling.algebraic(variant)] {
            let text = parse_move(variant, &word).unwrap_or_else(|e| panic!("{word}: {e}"));
            let understood = resolve(variant, &text, &spellings);
            let exact = understood.as_ref() == Ok(&spelling.mv);
            // What moves by an unnamed path may share its squares with a plainer move.
            assert!(
                exact || spelling.mv.kind() == MoveKind::Path,
                "{word}: {understood:?}"
            );
        }
    }
    spellings
}

fn spelling<const N: usize>(position: &Position<N>, m: Move) -> Spelling {
    let mover = match m.kind() {
        MoveKind::Drop | MoveKind::Pass => None,
        _ => position.at(m.from()).map(|(_, piece)| piece),
    };
    match (m.kind(), mover) {
        (MoveKind::Path, Some(mover)) => {
            let middles = position.middles(m);
            let squares = [m.from()]
                .into_iter()
                .chain(middles)
                .chain([m.to()])
                .collect();
            Spelling::along(m, mover, squares)
        }
        _ => Spelling::new(m, mover),
    }
}
