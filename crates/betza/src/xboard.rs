//! The text of a movement for XBoard 4.9, which knows less and is strict about order.
//!
//! Every term becomes *routes*, moves without groups and brackets whose legs share one atom; every
//! route becomes one or more texts, because XBoard misreads some combinations of directions that
//! can be said one by one.

mod bracket;
mod directions;

use crate::ast::{
    Atom, Base, Chain, Descriptor, Direction, Modality, Modifier, Reach, Symmetry, TermKind,
};
use crate::error::XboardError;
use crate::order::leg_tokens;

/// XBoard copies the legs that follow into a buffer of 80 characters.
const LONGEST_TERM: usize = 79;
const TOO_LONG: &str = "XBoard reads at most 79 characters a term";
const STAR: &str = "`*` depends on the board; replace it by a number first";
/// More terms than this for one term are no description any more.
const MOST_TEXTS: usize = 256;

/// Why a term cannot be said, before it is known which term it is.
type Said<T> = Result<T, String>;

/// The movement in XBoard's words: no `S`, groups written out, brackets as chains, unlimited ranges
/// as `0`.
///
/// ```
/// use komadai_betza::{parse, to_xboard};
///
/// let lion = parse("KNScaKmcabK")?.descriptor;
/// assert_eq!(to_xboard(&lion)?, "KNADcaKmcabK");
///
/// let shooter = parse("caibR")?.descriptor;
/// assert!(to_xboard(&shooter).unwrap_err().message.contains("as many steps"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first term that XBoard has no words for: exact and `*` ranges, `u`, `k`, `z`, `q`, `i` on a
/// later leg, the universal leaper, steps without a letter, oblique atoms that go on, terms of 80
/// characters and more, and brackets that no chain is equal to.
pub fn to_xboard(descriptor: &Descriptor) -> Result<String, XboardError> {
    let mut texts: Vec<String> = Vec::new();
    for term in &descriptor.terms {
        if let Some(star) = &term.star {
            return Err(XboardError { span: star.clone(), message: STAR.into() });
        }
        let fail = |message| XboardError { span: term.span.clone(), message };
        for text in term_texts(&term.kind).map_err(fail)? {
            if text.len() > LONGEST_TERM {
                return Err(fail(format!("{TOO_LONG}; `{text}` is longer")));
            }
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    for k in 1..texts.len() {
        let opening = texts[k].chars().next();
        part_from(&mut texts[k - 1], opening);
    }
    Ok(texts.concat())
}

/// Gives a bare atom its range where the next term begins with the same letter: other readers than
/// XBoard would take the two for a doubled letter.
fn part_from(text: &mut String, next: Option<char>) {
    let last = text.chars().next_back();
    if last == next
        && let Some(base) = last.and_then(Base::from_letter)
    {
        text.push(if Atom::plain(base).is_slider() { '0' } else { '1' });
    }
}

fn term_texts(term: &TermKind) -> Said<Vec<String>> {
    let routes = match term {
        TermKind::Chain(chain) => chain_routes(chain)?,
        TermKind::Bracket(bracket) => bracket::routes(bracket)?,
    };
    let mut texts = Vec::new();
    for route in routes.iter().flat_map(Route::without_stars) {
        texts.extend(route.texts()?);
        if texts.len() > MOST_TEXTS {
            return Err(format!("XBoard would need more than {MOST_TEXTS} terms to say this"));
        }
    }
    Ok(texts)
}

/// A move whose legs share one atom and range.
#[derive(Clone)]
struct Route {
    legs: Vec<Vec<Modifier>>,
    atom: Atom,
    range: Reach,
}

fn chain_routes(chain: &Chain) -> Said<Vec<Route>> {
    (0..=chain.most_copies())
        .map(|n| {
            let legs = chain.legs(n);
            let letters = legs.len() + legs.iter().map(Vec::len).sum::<usize>();
            if letters > LONGEST_TERM {
                return Err(format!("{TOO_LONG}; here it would be {letters}"));
            }
            Ok(Route { legs, atom: chain.atom.clone(), range: chain.range })
        })
        .collect()
}

impl Route {
    /// XBoard has no `S`; it is said as `A` and `D`, each with its own share of the first directions.
    fn without_stars(&self) -> Vec<Route> {
        if self.atom.base != Base::S {
            return vec![self.clone()];
        }
        [(Base::A, Symmetry::Diagonal), (Base::D, Symmetry::Orthogonal)]
            .into_iter()
            .filter_map(|(base, symmetry)| {
                let mut route = self.clone();
                route.atom = Atom::plain(base);
                route.legs[0] = directions::share(&self.legs[0], symmetry)?;
                Some(route)
            })
            .flat_map(|route| route.with_all_turns())
            .collect()
    }

    /// A later leg of `S` without directions goes anywhere but back, one of `D` or `A` only ahead or
    /// square: the rest is said in further routes.
    fn with_all_turns(self) -> Vec<Route> {
        use Direction::{B, F, S};
        let mut routes = vec![self.clone()];
        for (k, leg) in self.legs.iter().enumerate().skip(1) {
            if !leg_tokens(leg).is_empty() || routes.len() > MOST_TEXTS {
                continue;
            }
            let mut turned = routes.clone();
            for route in &mut turned {
                route.legs[k].extend([F, S, B, S].map(Modifier::Direction));
            }
            routes.extend(turned);
        }
        routes
    }

    fn texts(&self) -> Said<Vec<String>> {
        let atom = self.atom_text()?;
        let count = self.legs.len();
        let mut texts = vec![String::new()];
        for (k, leg) in self.legs.iter().enumerate() {
            let leg_texts = self.leg_texts(leg, k == 0, k + 1 == count)?;
            let joint = if k + 1 == count { atom.as_str() } else { "a" };
            texts = texts
                .iter()
                .flat_map(|before| leg_texts.iter().map(move |leg| format!("{before}{leg}{joint}")))
                .collect();
            if texts.len() > MOST_TEXTS {
                return Err(format!("XBoard would need more than {MOST_TEXTS} terms to say this"));
            }
        }
        Ok(texts)
    }

    /// The texts of a leg without its atom; several if its directions must be said apart.
    fn leg_texts(&self, leg: &[Modifier], first: bool, last: bool) -> Said<Vec<String>> {
        let modalities: Vec<Modality> = leg.iter().filter_map(|m| m.modality()).collect();
        self.refuse(&modalities, first, last)?;
        let (initial, others): (Vec<_>, Vec<_>) = modalities
            .iter()
            .filter(|m| !(**m == Modality::N && self.is_unit()))
            .partition(|m| **m == Modality::I);
        let text = |list: &[&Modality]| list.iter().map(|m| m.letter()).collect::<String>();
        let directions = directions::texts(&leg_tokens(leg), &self.atom, first)?;
        Ok(directions.iter().map(|d| text(&initial) + d + &text(&others)).collect())
    }

    fn refuse(&self, modalities: &[Modality], first: bool, last: bool) -> Said<()> {
        let has = |m| modalities.contains(&m);
        let reason = if has(Modality::U) {
            "XBoard has no `u` (unload)"
        } else if has(Modality::K) {
            "XBoard has no `k` (royals only)"
        } else if has(Modality::I) && !first {
            "XBoard has no `i` (as many steps as before) on a later leg"
        } else if has(Modality::E) && !last {
            "XBoard captures en passant only on a last leg"
        } else if has(Modality::J) && self.atom.base == Base::O {
            "XBoard castles only with a piece in the corner: it has no `j` there"
        } else {
            return Ok(());
        };
        Err(reason.into())
    }

    /// Whether a step goes to a neighbour. `n` says nothing there, but stops XBoard from moving.
    fn is_unit(&self) -> bool {
        self.atom.step().is_some_and(|(long, _)| long == 1)
    }

    /// Whether a leg changes slider into leaper or back.
    fn swaps(&self) -> bool {
        let swap = |m: &Modifier| matches!(m.modality(), Some(Modality::Y | Modality::G));
        self.legs[..self.legs.len() - 1].iter().flatten().any(swap)
    }

    fn atom_text(&self) -> Said<String> {
        let atom = known_atom(&self.atom)?;
        if self.legs.len() > 1 && atom.symmetry() == Symmetry::Oblique {
            return Err(format!("XBoard cannot go on after a step of `{atom}`"));
        }
        let range = range_text(self.range)?;
        match atom.base {
            Base::U => Err("XBoard has no universal leaper (`U`)".into()),
            Base::O if range.parse::<u32>().is_ok_and(|n| n < 2) => {
                Err("XBoard's king castles by two squares or more".into())
            }
            _ if self.swaps() => Ok(swappable(atom.base, &range)),
            base => Ok(format!("{}{range}", base.letter())),
        }
    }
}

/// The atom with the same step that XBoard has a letter for.
fn known_atom(atom: &Atom) -> Said<Atom> {
    if atom.xs == 0 && atom.ys == 0 {
        return Ok(atom.clone());
    }
    let same = |base: &&Base| {
        let plain = Atom::plain(**base);
        !atom.is_slider() && !plain.is_slider() && plain.step() == atom.step()
    };
    Base::ALL
        .iter()
        .find(same)
        .map(|base| Atom::plain(*base))
        .ok_or_else(|| format!("XBoard has no letter for the step of `{atom}`"))
}

fn range_text(range: Reach) -> Said<String> {
    match range {
        Reach::Natural => Ok(String::new()),
        Reach::UpTo(n) => Ok(n.to_string()),
        Reach::Exactly(1) => Ok("1".into()),
        Reach::Exactly(n) => Err(format!("XBoard has no exact range (`0{n}`)")),
        Reach::Unlimited => Ok("0".into()),
        Reach::Star => Err(STAR.into()),
    }
}

/// XBoard swaps sliders and leapers by their letters and forgets the number, so the letter of a unit
/// step must say which of the two it is.
fn swappable(base: Base, range: &str) -> String {
    let pair = [(Base::W, Base::R), (Base::F, Base::B), (Base::K, Base::Q)]
        .into_iter()
        .find(|(leaper, slider)| base == *leaper || base == *slider);
    let Some((leaper, slider)) = pair else {
        return format!("{}{range}", base.letter());
    };
    match range {
        "" => base.letter().to_string(),
        "1" => leaper.letter().to_string(),
        "0" => slider.letter().to_string(),
        n => format!("{}{n}", slider.letter()),
    }
}
