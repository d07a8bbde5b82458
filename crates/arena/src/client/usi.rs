//! USI, the universal shogi interface.

use super::universal::{Dialect, fixed_limits, go, ms};
use super::{Course, Turn};
use komadai_records::position::{to_fen, to_sfen};
use komadai_rules::variant::PositionText;

pub(super) const USI: Dialect = Dialect {
    name: "USI",
    hello: ["usi", "usiok"],
    new_game: "usinewgame",
    variant_options: ["USI_Variant", "UCI_Variant"],
    only_game: "shogi",
    position,
    go: go_line,
    tells_end: true,
};

fn position(course: &Course) -> String {
    let variant = course.referee.variant();
    let mut text = match (course.usual, variant.board.text) {
        (true, _) => "position startpos".to_owned(),
        (false, PositionText::Sfen) => {
            format!("position sfen {}", to_sfen(variant, &course.start))
        }
        (false, PositionText::Fen) => format!("position fen {}", to_fen(variant, &course.start)),
    };
    let moves = course.texts(|spelling| spelling.usi(variant));
    if !moves.is_empty() {
        text += " moves ";
        text += &moves.join(" ");
    }
    text
}

fn go_line(turn: &Turn<'_>) -> String {
    let mut words = Vec::new();
    if let Some([first, second]) = turn.both_clocks() {
        // The increment belongs to the next move, so that it is not told as time already there.
        for (name, clock) in [("btime", first), ("wtime", second)] {
            let increment = clock.control().increment;
            words.push(format!("{name} {}", ms(clock.main().saturating_sub(increment))));
        }
        match [first.control().increment, second.control().increment] {
            [a, b] if a.is_zero() && b.is_zero() => {
                let own = [first, second][turn.side.index()];
                words.push(format!("byoyomi {}", ms(own.period())));
            }
            [a, b] => words.push(format!("binc {} winc {}", ms(a), ms(b))),
        }
    }
    words.extend(fixed_limits(turn));
    go(&words)
}
