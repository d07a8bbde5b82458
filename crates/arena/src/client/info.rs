//! What engines say while they think.

use super::Eval;

/// Reads an `info` line of USI or UCI; `None` if it says nothing of the score.
pub(super) fn of_universal(line: &str) -> Option<Eval> {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let mut eval = Eval::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => eval.depth = words.next()?.parse().ok()?,
            "nodes" => eval.nodes = words.next()?.parse().ok()?,
            // A second line of several is no evaluation of the position.
            "multipv" if words.next()? != "1" => return None,
            "score" => match (words.next()?, words.next()?) {
                ("cp", value) => eval.cp = value.parse().ok(),
                ("mate", value) => eval.mate = mate(value),
                _ => return None,
            },
            "pv" | "string" => break,
            _ => {}
        }
    }
    (eval.cp.is_some() || eval.mate.is_some()).then_some(eval)
}

/// `3`, `-2`; `+` and `-` alone for a mate of unknown length.
fn mate(value: &str) -> Option<i32> {
    match value {
        "+" => Some(999),
        "-" => Some(-999),
        // Mate in nothing: the side to move is mated.
        "0" | "-0" => Some(-1),
        _ => value.trim_start_matches('+').parse().ok(),
    }
}

/// Reads a thinking line of XBoard: `ply score time nodes ...`.
pub(super) fn of_xboard(line: &str) -> Option<Eval> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.trim_end_matches(['.', '+', '-', '&']).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _time: f64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let eval = Eval { cp: Some(score), mate: None, depth, nodes };
    let mate = match score {
        100_000.. => Some((score - 100_000).max(1)),
        ..=-100_000 => Some((score + 100_000).min(-1)),
        _ => None,
    };
    Some(Eval { cp: eval.cp.filter(|_| mate.is_none()), mate, ..eval })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(cp: Option<i32>, mate: Option<i32>, depth: u32, nodes: u64) -> Option<Eval> {
        Some(Eval { cp, mate, depth, nodes })
    }

    #[test]
    fn scores_are_read() {
        for (line, expected) in [
            (
                "info depth 5 seldepth 9 score cp -13 nodes 304 pv 7g7f",
                eval(Some(-13), None, 5, 304),
            ),
            ("info score mate -3 depth 2 nodes 9", eval(None, Some(-3), 2, 9)),
            ("info depth 1 score mate + nodes 9", eval(None, Some(999), 1, 9)),
            ("info depth 4 multipv 2 score cp 5", None),
            ("info depth 4 score cp 5 upperbound multipv 1 nodes 8", eval(Some(5), None, 4, 8)),
            ("info string score cp 5", None),
            ("info depth x score cp 5", None),
            ("bestmove 7g7f", None),
        ] {
            assert_eq!(of_universal(line), expected, "{line}");
        }
        for (line, expected) in [
            ("  7   251      4     24889  1. ... Rxa3", eval(Some(251), None, 7, 24889)),
            ("9. 100003 12 77 e2e4", eval(None, Some(3), 9, 77)),
            ("9 -100002 12 77", eval(None, Some(-2), 9, 77)),
            ("move e2e4", None),
            ("1. ... e7e5", None),
        ] {
            assert_eq!(of_xboard(line), expected, "{line}");
        }
    }

    #[test]
    fn mates_are_beyond_all_scores() {
        let score = |mate| Eval { mate: Some(mate), ..Eval::default() }.score().unwrap();
        assert!(score(1) > score(5) && score(5) > 50_000);
        assert!(score(-1) < score(-5) && score(-5) < -50_000);
    }
}
