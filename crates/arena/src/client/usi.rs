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
    let variant = course.play.variant();
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
        let increments = [first, second].map(|clock| clock.control().increment);
        let has_increments = increments.iter().any(|increment| !increment.is_zero());
        if let ([a, b], true) = (increments, has_increments) {
            words.push(format!("binc {} winc {}", ms(a), ms(b)));
        }
        let period = [first, second][turn.side.index()].period();
        if !has_increments || !period.is_zero() {
            words.push(format!("byoyomi {}", ms(period)));
        }
    }
    words.extend(fixed_limits(turn));
    go(&words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Clock, Limits};
    use komadai_rules::Color;
    use std::time::Duration;

    #[test]
    fn periods_are_told_to_whoever_has_them() {
        for (controls, expected) in [
            (["60", "60"], "go btime 60000 wtime 60000 byoyomi 0"),
            (["60,10", "60,10"], "go btime 60000 wtime 60000 byoyomi 10000"),
            (["10+2", "10+2"], "go btime 10000 wtime 10000 binc 2000 winc 2000"),
            (["0,10", "10+2"], "go btime 0 wtime 10000 binc 0 winc 2000 byoyomi 10000"),
            (["60+1,10", "60"], "go btime 60000 wtime 60000 binc 1000 winc 0 byoyomi 10000"),
        ] {
            let clocks = controls.map(|control| Clock::new(&control.parse().unwrap()));
            let turn = Turn {
                side: Color::First,
                limits: &Limits::default(),
                clocks: [Some(&clocks[0]), Some(&clocks[1])],
                patience: Duration::ZERO,
            };
            assert_eq!(go_line(&turn), expected);
        }
    }
}
