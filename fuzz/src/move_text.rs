use crate::games;
use komadai_records::moves::{
    MoveText, Refusal, Spelling, Unresolved, all_spellings, find, parse_move, resolve,
};
use komadai_rules::{AnyPlay, Opening, Variant};

/// Further words only take longer.
const WORDS: usize = 24;

/// Reads words as moves of the game that the first byte stands for, and plays those that are legal.
/// Every spelling of a legal move is understood as that move; what is no legal move is told a
/// reason; errors point into the word.
pub(crate) fn move_text(data: &[u8]) {
    if let Some((game, text)) = games::choose(data)
        && let Ok(text) = std::str::from_utf8(text)
    {
        let mut play = game.open(&Opening::Usual).expect("the start of a good game");
        for word in text.split_whitespace().take(WORDS) {
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
fn attempt(play: &mut AnyPlay, word: &str, text: MoveText) {
    let spellings = all_spellings(play, &play.legal_moves_without_history());
    match resolve(play.variant(), &text, &spellings) {
        Ok(m) if !play.is_barred(m) => {
            assert_eq!(find(play, word), Ok(m), "{word}");
            check(play.variant(), &spellings);
            play.push(m);
        }
        _ => match find(play, word) {
            Err(Refusal::Illegal(rule)) => {
                assert!(!rule.to_string().is_empty(), "{word} is refused with an empty reason");
                let legal = || without_details_is_legal(play.variant(), &text, &spellings);
                assert!(rule.reason().is_some() || legal(), "{word}: {rule}");
            }
            Err(Refusal::Ambiguous(_)) => {}
            other => panic!("{word}: {other:?}"),
        },
    }
}

/// Whether a text says more than what moves where, and a legal move does all but that.
fn without_details_is_legal(variant: &Variant, text: &MoveText, spellings: &[Spelling]) -> bool {
    text.without_details().is_some_and(|plain| {
        !matches!(resolve(variant, &plain, spellings), Err(Unresolved::NoSuchMove))
    })
}

/// Every spelling, written, is read as its move.
fn check(variant: &Variant, spellings: &[Spelling]) {
    for spelling in spellings {
        for word in [spelling.usi(variant), spelling.algebraic(variant)] {
            let text = parse_move(variant, &word).unwrap_or_else(|e| panic!("{word}: {e}"));
            assert_eq!(resolve(variant, &text, spellings), Ok(spelling.mv), "{word}");
        }
    }
}
