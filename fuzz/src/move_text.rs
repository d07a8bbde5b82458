use crate::games::{self, Visit};
use komadai_records::moves::{MoveText, PromotionText, Spelling, parse_move, resolve};
use komadai_rules::{AskedPromotion, Attempt, Game, Play, Position, explain};
use std::sync::Arc;

/// Further words only take longer.
const WORDS: usize = 24;

/// Reads words as moves of the game that the first byte stands for, and plays those that are legal.
/// Every spelling of a legal move is understood as that move; what is no legal move is told a
/// reason; errors point into the word.
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
        let mut play = Play::new(Position::start(game).expect("the start of a good game"));
        for word in self.0.split_whitespace().take(WORDS) {
            match parse_move(game.variant(), word) {
                Ok(text) => attempt(&mut play, word, text),
                Err(error) => {
                    let place = error.offset..error.offset + error.len;
                    assert!(word.get(place).is_some(), "{word:?}: {error:?}");
                }
            }
        }
    }
}

/// Plays what a text means, or asks why not.
fn attempt<const N: usize>(play: &mut Play<N>, word: &str, text: MoveText) {
    let position = play.position();
    let spellings = spellings(position);
    match resolve(position.game().variant(), &text, &spellings) {
        Ok(m) if !play.is_barred(m) => {
            check(position, &spellings);
            play.push(m);
        }
        _ => {
            let reason = explain(position, &attempted(text), &|m| play.is_barred(m));
            let reason = reason.unwrap_or_else(|| panic!("{word} is refused without a reason"));
            assert!(!reason.to_string().is_empty(), "{word} is refused with an empty reason");
        }
    }
}

fn attempted(text: MoveText) -> Attempt {
    match text {
        MoveText::Pass => Attempt::Pass,
        MoveText::Drop { piece, to } => Attempt::Drop { piece, to },
        MoveText::Walk { squares, promotion, shot } => {
            let promotion = match promotion {
                PromotionText::None => AskedPromotion::None,
                PromotionText::Plus => AskedPromotion::Plus,
                PromotionText::To(piece) => AskedPromotion::To(piece),
            };
            Attempt::Walk { squares, promotion, shot }
        }
    }
}

/// Every spelling of every legal move.
fn spellings<const N: usize>(position: &Position<N>) -> Vec<Spelling> {
    let spelled = position.spellings(&position.legal_moves());
    let spelling =
        |s: komadai_rules::Spelled| Spelling { mv: s.mv, mover: s.mover, squares: s.squares };
    spelled.into_iter().map(spelling).collect()
}

/// Every spelling, written, is read as its move.
fn check<const N: usize>(position: &Position<N>, spellings: &[Spelling]) {
    let variant = position.game().variant();
    for spelling in spellings {
        for word in [spelling.usi(variant), spelling.algebraic(variant)] {
            let text = parse_move(variant, &word).unwrap_or_else(|e| panic!("{word}: {e}"));
            assert_eq!(resolve(variant, &text, spellings), Ok(spelling.mv), "{word}");
        }
    }
}
