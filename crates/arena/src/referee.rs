//! What a match asks of the rules.

use komadai_records::moves;
use komadai_rules::variant::DeclarationRule;
use komadai_rules::{AnyPlay, Declared, Move};

/// The legal move that an engine's text means, in any spelling; castling may also be `O-O`, towards the
/// higher files, or `O-O-O`.
///
/// # Errors
/// Why there is none, as a sentence.
pub(crate) fn find(play: &AnyPlay, text: &str) -> Result<Move, String> {
    match moves::castling(play, text) {
        Some(m) => Ok(m),
        None => moves::find(play, text).map_err(|refusal| refusal.to_string()),
    }
}

/// What the side to move gets by declaring, under the rule that the game uses.
pub(crate) fn declared(play: &AnyPlay) -> Declared {
    let rule = play.variant().end.declaration.as_ref().map(|declaration| declaration.rule);
    let declaration = play.declaration();
    declaration.map_or(Declared::None, |it| it.by(rule.unwrap_or(DeclarationRule::None)))
}
