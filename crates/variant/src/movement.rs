//! Movement texts inside a variant file.

use crate::diagnostic::{Location, Report};
use crate::{Movement, pause};
use komadai_betza::{Chain, Descriptor, Modality, TermKind};

/// More copies of a group than any board is long are taken for a mistake: what a piece could do
/// would have to be followed along far too many paths.
const MOST_COPIES: u32 = 16;

/// A union of more texts is taken for a mistake.
pub(super) const MOST_TEXTS: usize = 32;

/// And so is a longer text.
const MOST_LETTERS: usize = 500;

/// Parses XBetza written at `at`; faults are noted at the very letter.
pub(super) fn parse(report: &Report, text: &str, at: Location) -> Option<Movement> {
    pause::point();
    if text.len() > MOST_LETTERS {
        report.error(at, format!("the movement has more than {MOST_LETTERS} letters"));
        return None;
    }
    match komadai_betza::parse(text) {
        Ok(parsed) => {
            for warning in parsed.warnings {
                let at = report.inside(at, text, warning.span.clone());
                report.warn(at, warning.message.clone(), None);
            }
            let tree = parsed.descriptor;
            fits(report, text, at, &tree).then(|| Movement {
                text: text.to_string(),
                tree,
                from: None,
                to: None,
                over: None,
                takes: None,
            })
        }
        Err(error) => {
            let place = report.inside(at, text, error.span.clone());
            let message = format!("not a movement: {}", error.message);
            match error.help {
                Some(help) => report.error_help(place, message, help),
                None => report.error(place, message),
            }
            None
        }
    }
}

/// Parses lines or offsets, as for `flies` and `burns`: directions and atoms, nothing else.
pub(super) fn parse_plain(report: &Report, text: &str, at: Location) -> Option<Movement> {
    let movement = parse(report, text, at)?;
    let plain = movement.tree.terms.iter().all(|term| match &term.kind {
        TermKind::Chain(chain) => chain.elements.iter().all(is_direction),
        TermKind::Bracket(_) => false,
    });
    if !plain {
        let help = "for example `B`, `Q` or `fF`";
        report.error_help(at, "only directions and atoms can stand here", help);
    }
    plain.then_some(movement)
}

/// Whether a movement may hold on a part of the board only, or with some pieces only.
pub(super) fn fits_region(report: &Report, movement: &Movement, at: Location) -> bool {
    let hops = [Modality::P, Modality::G, Modality::J].iter().any(|it| movement.mentions(*it));
    if movement.over.is_some() && !hops {
        let help = "`p`, `g` and `j` hop over pieces, as in `pR`";
        report.error_help(at, "`over` has no effect: the movement hops over nothing", help);
    }
    let fits = movement.to.is_none() || !movement.castles();
    if !fits {
        let help = "how far the king goes, and to which wing, its movement says, as in `irO3`";
        report.error_help(at, "castling (O) has no `to`", help);
    }
    fits
}

fn is_direction(element: &komadai_betza::Element) -> bool {
    use komadai_betza::{Element, Modifier};
    matches!(element, Element::Modifier(Modifier::Direction(_)))
}

/// Whether the movement is of a size that can be followed.
fn fits(report: &Report, text: &str, whole: Location, tree: &Descriptor) -> bool {
    let mut fits = true;
    for term in &tree.terms {
        let at = report.inside(whole, text, term.span.clone());
        if let TermKind::Chain(chain) = &term.kind {
            fits &= few_copies(report, at, chain);
        }
        if let Some(star) = &term.star {
            let at = report.inside(whole, text, star.clone());
            let help = "write the number of steps; only an import knows what `*` means";
            report.error_help(at, "the range `*` depends on another program's board", help);
            fits = false;
        }
    }
    fits
}

fn few_copies(report: &Report, at: Location, chain: &Chain) -> bool {
    let copies = chain.most_copies();
    if copies > MOST_COPIES {
        let message = format!("{copies} copies of a group make too many paths");
        let help =
            format!("no board is longer than {MOST_COPIES} squares: write at most {MOST_COPIES}");
        report.error_help(at, message, help);
    }
    copies <= MOST_COPIES
}
