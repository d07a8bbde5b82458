//! What the rules say to people, in the languages of the pages.

use komadai_records::moves::Refusal;
use komadai_records::reason::ForcedPass;
use komadai_rules::{Ending, Variant};
use std::fmt;

/// One sentence. Shown, it is the English one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// In English.
    pub english: String,
    /// Where it is known.
    pub japanese: Option<String>,
}

impl Sentence {
    /// Why the text of a move was not played.
    pub fn refusal(variant: &Variant, text: &str, refusal: &Refusal) -> Self {
        if let Refusal::Unreadable(_) = refusal {
            return Sentence::unreadable(variant, text);
        }
        Sentence { english: refusal.to_string(), japanese: refusal.japanese(variant) }
    }

    /// No notation reads it: which of its letters one of them would take tells a player nothing.
    fn unreadable(variant: &Variant, text: &str) -> Self {
        let squares = variant.board.squares().take(2);
        let text = beginning(text);
        let example: String = squares.map(|square| variant.display_square(square)).collect();
        Sentence {
            english: format!(
                "`{text}` cannot be read as a move. Write it square by square, like {example}, or as \
                 the list of moves does."
            ),
            japanese: Some(format!(
                "「{text}」は指し手として読めません。{example} のように升目で、または棋譜の表記で入力してください。"
            )),
        }
    }

    /// Why no move is played any more.
    pub fn over(ending: &Ending) -> Self {
        Sentence {
            english: format!("the game is over here: {}", ending.reason),
            japanese: Some("ここで対局は終わっています。".to_owned()),
        }
    }

    /// Why nothing can be threatened.
    pub fn no_threat() -> Self {
        Sentence {
            english:
                "there is no threat to look for: the side to move is in check or must pass, or \
                      the game is over"
                    .to_owned(),
            japanese: Some(
                "脅威は調べられません：王手がかかっているか、パスの番か、対局が終わっています。"
                    .to_owned(),
            ),
        }
    }

    /// Why a turn is passed.
    pub fn pass(variant: &Variant, pass: &ForcedPass) -> Self {
        Sentence { english: pass.english(variant), japanese: Some(pass.japanese(variant)) }
    }

    /// As it is told: in English, and beside it in Japanese.
    pub fn told(sentence: Option<Self>) -> (Option<String>, Option<String>) {
        sentence.map_or((None, None), |Sentence { english, japanese }| (Some(english), japanese))
    }
}

/// As much of a text as is worth repeating.
pub fn beginning(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}
