//! UCI, the universal chess interface.

use super::universal::{Dialect, fixed_limits, go, ms};
use super::{Course, Turn};
use komadai_records::{moves, position::to_fen};

pub(super) const UCI: Dialect = Dialect {
    name: "UCI",
    hello: ["uci", "uciok"],
    new_game: "ucinewgame",
    variant_options: ["UCI_Variant", "USI_Variant"],
    only_game: "chess",
    position,
    go: go_line,
    tells_end: false,
};

fn position(course: &Course) -> String {
    let variant = course.play.variant();
    let mut text = if course.usual {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", to_fen(variant, &course.start))
    };
    let moves = course.texts(|spelling| moves::uci(variant, spelling));
    if !moves.is_empty() {
        text += " moves ";
        text += &moves.join(" ");
    }
    text
}

/// UCI knows no byoyomi: a period is told as time that is there, and comes again with every move.
fn go_line(turn: &Turn<'_>) -> String {
    let mut words = Vec::new();
    if let Some([first, second]) = turn.both_clocks() {
        for (name, clock) in [("wtime", first), ("btime", second)] {
            words.push(format!("{name} {}", ms(clock.main() + clock.period())));
        }
        for (name, clock) in [("winc", first), ("binc", second)] {
            words.push(format!("{name} {}", ms(clock.control().increment + clock.period())));
        }
        if let Some(moves) = [first, second][turn.side.index()].moves_left() {
            words.push(format!("movestogo {moves}"));
        }
    }
    words.extend(fixed_limits(turn));
    go(&words)
}
