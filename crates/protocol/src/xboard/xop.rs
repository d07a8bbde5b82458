//! Settings files: `xboard @raichu.xop` starts XBoard in the game.

use super::{names, setup};
use komadai_rules::Variant;
use std::fmt::Write as _;

/// The settings file that starts XBoard in a game, with this command as both engines.
pub fn settings_file(v: &Variant, engine: &str) -> String {
    let mut text = String::new();
    let mut line = |written: String| {
        let _ = writeln!(text, "{written}");
    };
    let id = names::name_of(&v.id);
    line(format!(
        "; {} against Komadai. Save as {}.xop and start: xboard @{}.xop",
        v.name, v.id, v.id
    ));
    line(";".to_owned());
    line(
        "; In XBoard's menus: Mode > Two Machines lets the engine play against itself,".to_owned(),
    );
    line("; View > Flip View turns the board.".to_owned());
    for comment in theme(v) {
        line(format!("; {comment}"));
    }
    line(format!("-variant {id}"));
    line(format!("-boardHeight {}", v.board.ranks));
    line(format!("-boardWidth {}", v.board.files));
    line(format!("-holdingsSize {}", setup::holdings(v)));
    if id != "normal" {
        let table = setup::table(v).unwrap_or_else(|| setup::CHU_TABLE.to_owned());
        line(format!("-pieceToCharTable \"{table}\""));
    }
    if setup::is_a_shogi(v) {
        line("-flipBlack true".to_owned());
    }
    if setup::needs_engine(v) {
        line(
            "; XBoard cannot know all of these rules: it asks the engine where a piece may go."
                .to_owned(),
        );
        line("-testLegality false".to_owned());
        line("-showTargetSquares true".to_owned());
    }
    line("; The engine says when a game is over, not the rules of Chess.".to_owned());
    for option in ["materialDraws", "trivialDraws", "checkMates", "testClaims"] {
        line(format!("-{option} false"));
    }
    line("-ruleMoves 0".to_owned());
    line("-repeatsToDraw 0".to_owned());
    line(format!("-fcp {}", quoted(engine)));
    line(format!("-scp {}", quoted(engine)));
    text
}

/// What is said of pictures.
fn theme(v: &Variant) -> Vec<&'static str> {
    match (setup::is_a_shogi(v), setup::table(v)) {
        (true, _) => vec![
            "For kanji, take out the semicolons below, or choose View > Themes > shogi. If the",
            "pieces do not point away from their player, choose View > Board > Flip black pieces Shogi style:",
            "-pieceImageDirectory ~~/themes/shogi",
            "-trueColors true",
        ],
        (false, None) => vec![
            "For kanji, take out the semicolons below, or choose View > Themes > chu shogi; *Flip",
            "black pieces Shogi style* is in View > Board:",
            "-pieceImageDirectory ~~/themes/chu",
            "-trueColors true",
        ],
        (false, Some(_)) => Vec::new(),
    }
}

fn quoted(command: &str) -> String {
    if command.contains('"') { format!("'{command}'") } else { format!("\"{command}\"") }
}
