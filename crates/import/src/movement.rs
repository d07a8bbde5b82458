//! Movements: Betza as Fairy-Stockfish reads it, written as XBetza.
//!
//! The two differ where directions meet atoms of several steps: Fairy-Stockfish splits `K` and `Q`
//! before directions apply. So a text is read as the steps that it stands for, and printed from them.

mod directions;
mod print;
mod read;

pub(crate) use print::{Capture, First, Marks};

/// Files to the right, ranks forward.
pub(crate) type Vector = (i8, i8);

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A leap, over anything.
    Leap,
    /// A leap for which the square between must be empty.
    Lame,
    /// A slide of so many steps at most; 0 is any number.
    Slide(u8),
    /// A slide over exactly one piece.
    Hop,
    /// A slide up to a piece, and the step behind it.
    Grasshop,
}

impl Kind {
    /// Kinds of which a direction has only one: what is read later replaces what was read before.
    fn family(self) -> u8 {
        match self {
            Kind::Leap | Kind::Lame => 0,
            Kind::Slide(_) => 1,
            Kind::Hop | Kind::Grasshop => 2,
        }
    }
}

/// One way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) kind: Kind,
    pub(crate) vector: Vector,
    /// It ends on an enemy; otherwise on an empty square.
    pub(crate) captures: bool,
    /// Only from the squares of the first step.
    pub(crate) first: bool,
}

/// All ways in which a piece moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) steps: Vec<Step>,
}

impl Moves {
    fn add(&mut self, step: Step) {
        let same = |other: &Step| {
            (other.vector, other.captures, other.first) == (step.vector, step.captures, step.first)
                && other.kind.family() == step.kind.family()
        };
        self.steps.retain(|other| !same(other));
        self.steps.push(step);
    }

    /// The steps that end on an empty square, wherever the piece stands.
    pub(crate) fn quiet(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.captures && !step.first)
    }

    /// Whether some steps need the squares of the first step.
    pub(crate) fn has_first(&self) -> bool {
        self.steps.iter().any(|step| step.first)
    }

    /// The steps that hold everywhere, and those that need the squares of the first step.
    pub(crate) fn by_first(self) -> [Moves; 2] {
        let (first, rest) = self.steps.into_iter().partition(|step| step.first);
        [rest, first].map(|steps| Moves { steps })
    }

    /// The steps by which it only captures.
    pub(crate) fn only_captures(&self) -> Moves {
        let quiet = |step: &Step| {
            let like = Step { captures: false, ..*step };
            self.steps.contains(&like)
        };
        let only = self.steps.iter().filter(|step| step.captures && !quiet(step));
        Moves { steps: only.copied().collect() }
    }

    /// Whether every step goes up the board, so that the piece never comes back.
    pub(crate) fn goes_forward(&self) -> bool {
        self.steps.iter().all(|step| step.vector.1 > 0)
    }

    /// First steps of two squares as slides where a single step is possible anyway: unlike lame leaps,
    /// slides do not pass over holes.
    pub(crate) fn slide_first(&mut self) {
        let quiet: Vec<Vector> = self.quiet().map(|step| step.vector).collect();
        for step in self.steps.iter_mut().filter(|step| step.first && step.kind == Kind::Lame) {
            let (x, y) = (step.vector.0.signum(), step.vector.1.signum());
            if [(2, 0), (2, 2)].contains(&size(step.vector)) && quiet.contains(&(x, y)) {
                (step.kind, step.vector) = (Kind::Slide(2), (x, y));
            }
        }
    }

    /// The leaps for which one square between must be empty, each with that square.
    pub(crate) fn lame(&self) -> impl Iterator<Item = (Vector, Vector)> {
        let lame = self.steps.iter().filter(|step| step.kind == Kind::Lame);
        // The longer one is written as a way of steps.
        lame.filter(|step| size(step.vector).0 == 2).map(|step| {
            let (x, y) = step.vector;
            (step.vector, (x / 2, y / 2))
        })
    }

    /// Whether there are squares from which it could not move without capturing.
    pub(crate) fn can_be_stuck(&self) -> bool {
        self.quiet().all(|step| step.vector.1 > 0)
    }
}

/// The longer and the shorter side of a step.
fn size((x, y): Vector) -> (i8, i8) {
    let (x, y) = (x.abs(), y.abs());
    (x.max(y), x.min(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Marks = Marks { first: First::Unmoved, capture: Capture::Plain, passed: false };

    fn check(text: &str, printed: &str) {
        assert_eq!(Moves::read(text).unwrap().print(PLAIN), printed, "{text}");
    }

    #[test]
    fn movements_are_printed_from_their_steps() {
        for (text, printed) in [
            ("N", "N"),
            ("FfW", "FfW"),
            ("WfF", "WfF"),
            ("KN", "KN"),
            ("QN", "QN"),
            ("fsW", "fsW"),
            ("mRcpR", "mRcpR"),
            ("RcpRnN", "RcpRnN"),
            ("gQ", "gQ"),
            ("NN", "NN"),
            ("NNQ", "NNQ"),
            ("mNcB", "mNcB"),
            ("fRrbBlbF", "fRbrBblF"),
            ("KbRfBbF2", "KbRfBbF2"),
            ("fmWfcFifmnD", "fmWfcFifmnD"),
            ("fNsW", "fNsW"),
            ("fRffN", "fRfN"),
            ("frlR", "fsR"),
            ("fbmWfceF", "vmWfcF"),
            ("mflFcflW", "flmFflcW"),
            ("pW", "pR"),
            ("W1", "W"),
        ] {
            check(text, printed);
        }
    }

    #[test]
    fn king_and_queen_are_split_before_directions_apply() {
        check("fK", "fWfF");
        check("fQ", "fRfB");
        check("fsK", "sWfF");
        check("frK", "rWfrF");
        check("fKifmnD", "fWfFifmnD");
    }

    #[test]
    fn marks_stand_beside_the_steps() {
        let pawn = Moves::read("fmWfcFifmnD").unwrap();
        let passing = Marks { capture: Capture::InPassingToo, passed: true, ..PLAIN };
        assert_eq!(pawn.print(passing), "fmWfceFifmnD");
        assert_eq!(pawn.print(Marks { first: First::Always, ..passing }), "fmWfceFfmnD");
        assert_eq!(pawn.print(Marks { first: First::Never, ..passing }), "fmWfceF");
        let only = Marks { capture: Capture::InPassing, ..passing };
        assert_eq!(pawn.only_captures().print(only), "feF");
        let slider = Moves::read("fmWifmR3").unwrap();
        assert_eq!(slider.print(passing), "fmWifmnW3");
    }

    #[test]
    fn what_would_be_skipped_is_a_fault() {
        for (text, at, message) in [
            ("jD", 0..1, "`j` is no modifier that Fairy-Stockfish reads"),
            ("WE", 1..2, "`E` is no atom that Fairy-Stockfish reads"),
            ("Wf", 2..2, "expected an atom, a capital letter such as `W`"),
            ("R12", 0..1, "`R` has a range of more than one digit"),
            ("DD", 0..1, "Fairy-Stockfish does not play `D` that way"),
            ("nW", 1..2, "Fairy-Stockfish does not play `W` that way"),
            ("pR3", 1..2, "`p` before `R` with a range"),
        ] {
            let fault = Moves::read(text).unwrap_err();
            assert_eq!((fault.at, fault.message.as_str()), (at, message), "{text}");
        }
    }
}
