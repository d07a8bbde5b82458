//! What can be read but cannot mean anything (errors) or hardly what was wanted (warnings).

use crate::ast::{Atom, Base, Direction, Joint, Modality, Modifier, Part, Reach, Span, Symmetry};
use crate::error::{ParseError, Warning};
use crate::order::{Token, is_half_turn, join, leg_tokens, runs};
use crate::parse::Spelled;

/// A modifier and where it stands.
#[derive(Clone)]
pub(crate) struct Placed {
    pub(crate) modifier: Modifier,
    pub(crate) span: Span,
}

/// A part of a bracket as it was written.
pub(crate) struct Leg {
    pub(crate) places: Vec<Placed>,
    pub(crate) atom_span: Span,
}

/// A leg in its surroundings.
struct View<'a> {
    places: Vec<&'a Placed>,
    atom: &'a Atom,
    atom_span: Span,
    range: Reach,
    first: bool,
    /// The move may end with this leg.
    may_end: bool,
    /// The move may go on after this leg.
    may_go_on: bool,
}

type Check = Result<(), ParseError>;

/// Checks a chain in all the lengths that its group allows; three copies show everything that any
/// number would.
pub(crate) fn chain(
    elements: &[Spelled],
    atom: &Atom,
    atom_span: Span,
    range: Reach,
    warnings: &mut Vec<Warning>,
) -> Check {
    let most = elements
        .iter()
        .find_map(|e| if let Spelled::Group(_, n) = e { Some(*n) } else { None })
        .unwrap_or(0)
        .min(3);
    for copies in 0..=most {
        let legs = spell_out(elements, copies);
        let count = legs.len();
        for (k, places) in legs.into_iter().enumerate() {
            let last = k + 1 == count;
            let view = View {
                places,
                atom,
                atom_span: atom_span.clone(),
                range,
                first: k == 0,
                may_end: last,
                may_go_on: !last,
            };
            view.check()?;
            if copies == most {
                view.doubts(warnings);
            }
        }
    }
    Ok(())
}

/// The legs of a chain with its group written out so many times.
fn spell_out(elements: &[Spelled], copies: u32) -> Vec<Vec<&Placed>> {
    fn put<'a>(elements: &'a [Spelled], copies: u32, legs: &mut Vec<Vec<&'a Placed>>) {
        for element in elements {
            match element {
                Spelled::Modifier(placed) => legs.last_mut().expect("never empty").push(placed),
                Spelled::Leg => legs.push(Vec::new()),
                Spelled::Group(inner, _) => (0..copies).for_each(|_| put(inner, 0, legs)),
            }
        }
    }
    let mut legs = vec![Vec::new()];
    put(elements, copies, &mut legs);
    legs
}

/// Checks the parts of a bracket, which belong to `legs` one to one.
pub(crate) fn bracket(parts: &[Part], legs: &[Leg], warnings: &mut Vec<Warning>) -> Check {
    for (k, (part, leg)) in parts.iter().zip(legs).enumerate() {
        let next = parts.get(k + 1);
        let view = View {
            places: leg.places.iter().collect(),
            atom: &part.atom,
            atom_span: leg.atom_span.clone(),
            range: part.range,
            first: k == 0,
            may_end: next.is_none_or(|n| n.joint == Joint::MayStop),
            may_go_on: next.is_some(),
        };
        view.check()?;
        view.doubts(warnings);
        if k > 0 {
            view.check_turn(&parts[k - 1].atom, warnings)?;
        }
    }
    Ok(())
}

impl View<'_> {
    /// The only leg of its move.
    fn alone(&self) -> bool {
        self.first && !self.may_go_on
    }

    fn modifiers(&self) -> Vec<Modifier> {
        self.places.iter().map(|p| p.modifier).collect()
    }

    fn find(&self, wanted: impl Fn(Modifier) -> bool) -> Option<&Placed> {
        self.places.iter().copied().find(|p| wanted(p.modifier))
    }

    fn direction(&self, wanted: Direction) -> Option<&Placed> {
        self.find(|m| m == Modifier::Direction(wanted))
    }

    fn modality(&self, wanted: Modality) -> Option<&Placed> {
        self.find(|m| m == Modifier::Modality(wanted))
    }

    fn has(&self, wanted: Modality) -> bool {
        self.modality(wanted).is_some()
    }

    /// From the first modifier to the end of the atom.
    fn span(&self) -> Span {
        self.places.first().map_or(self.atom_span.start, |p| p.span.start)..self.atom_span.end
    }

    fn check(&self) -> Check {
        self.check_repeated()?;
        match self.atom.base {
            Base::O => self.check_castling(),
            Base::U => self.check_universal(),
            _ => self.check_directions(),
        }
    }

    /// No modality says more when it is said twice, but for `jj`.
    fn check_repeated(&self) -> Check {
        for modality in Modality::ALL {
            let limit = if *modality == Modality::J { 2 } else { 1 };
            let said = |p: &&&Placed| p.modifier == Modifier::Modality(*modality);
            let Some(extra) = self.places.iter().filter(said).nth(limit) else {
                continue;
            };
            let letter = modality.letter();
            let error = |message| Err(ParseError::new(extra.span.clone(), message));
            return match modality {
                Modality::I => error("`ii` is not supported: `i` stands once in a leg".into()),
                Modality::J => error("`j` stands at most twice in a leg".into()),
                _ => error(format!("`{letter}` stands twice in this leg")),
            };
        }
        Ok(())
    }

    fn check_castling(&self) -> Check {
        const NEEDED: &str = "castling needs the number of squares that the king goes";
        self.only_leg("castling (`O`)")?;
        match self.range {
            Reach::UpTo(n) if n > 0 => {}
            _ => {
                return Err(ParseError::new(self.atom_span.clone(), NEEDED).help("for two: `isO2`"));
            }
        }
        let sideways = [Direction::L, Direction::R, Direction::S];
        let known = [Modality::I, Modality::J, Modality::M];
        self.only_letters(&sideways, &known, "castling (`O`) knows only i, l, r, s, m and j")
    }

    fn check_universal(&self) -> Check {
        use Modality::{C, D, E, I, K, M, T, U};
        self.only_leg("the universal leaper (`U`)")?;
        if self.range != Reach::Natural {
            let message = "`U` reaches every square and takes no range";
            return Err(ParseError::new(self.atom_span.clone(), message));
        }
        self.only_letters(
            &[],
            &[C, D, E, I, K, M, T, U],
            "`U` reaches every square: of the modifiers it knows only i, m, c, d, e, t, u and k",
        )
    }

    fn only_leg(&self, what: &str) -> Check {
        if self.alone() {
            return Ok(());
        }
        let message = format!("{what} cannot be one of several legs");
        Err(ParseError::new(self.atom_span.clone(), message))
    }

    fn only_letters(&self, directions: &[Direction], modalities: &[Modality], why: &str) -> Check {
        let stranger = self.find(|m| match m {
            Modifier::Direction(d) => !directions.contains(&d),
            Modifier::Modality(m) => !modalities.contains(&m),
        });
        match stranger {
            Some(found) => Err(ParseError::new(found.span.clone(), why)),
            None => Ok(()),
        }
    }

    fn check_directions(&self) -> Check {
        self.check_halves()?;
        if self.alone() { self.check_crooked() } else { self.check_bends() }
    }

    /// `h` halves the eight moves of an oblique leaper.
    fn check_halves(&self) -> Check {
        use Direction::{B, F, H, L, R};
        let Some(half) = self.direction(H) else {
            return Ok(());
        };
        let error = |message: &str| Err(ParseError::new(half.span.clone(), message));
        if !self.first {
            return error("`h` (half of the moves) has no meaning on a later leg");
        }
        if self.atom.symmetry() != Symmetry::Oblique {
            return error(
                "`h` is half the moves of an oblique leaper (N, C, Z); this atom is none",
            );
        }
        let known = |token: &Token| match token {
            (F | B | L | R, Some(H)) | (H, Some(L | R)) => true,
            (a, b) => *a != H && *b != Some(H),
        };
        if leg_tokens(&self.modifiers()).iter().all(known) {
            return Ok(());
        }
        Err(ParseError::new(half.span.clone(), "`h` needs a letter beside it")
            .help("`fh`, `bh`, `lh`, `rh` are halves of the board, `hl` and `hr` half the circle"))
    }

    /// `z` and `q` of a lone leg make its slide crooked.
    fn check_crooked(&self) -> Check {
        let (zigzag, circle) = (self.direction(Direction::Z), self.direction(Direction::Q));
        match (zigzag, circle) {
            (Some(_), Some(circle)) => {
                let message = "a slide cannot be both a zigzag (`z`) and a circle (`q`)";
                Err(ParseError::new(circle.span.clone(), message))
            }
            (None, Some(circle)) if matches!(self.atom.base, Base::K | Base::Q | Base::S) => {
                let atom = self.atom.base;
                let message =
                    format!("`q{atom:?}` is not supported: how far it turns is not settled");
                Err(ParseError::new(circle.span.clone(), message)
                    .help("circular sliders are `qN`, `qR`, `qB` and their like"))
            }
            _ => Ok(()),
        }
    }

    /// `z` and `q` of a later leg are bends against and with the bend before.
    fn check_bends(&self) -> Check {
        use Direction::{B, F, Q, Z};
        let Some(bend) = self.direction(Z).or(self.direction(Q)) else {
            return Ok(());
        };
        let error = |message: &str| ParseError::new(bend.span.clone(), message);
        if self.first {
            return Err(error("`z` and `q` continue an earlier bend; a first leg has none"));
        }
        let known = |token: &Token| match token {
            (Z | Q, b) => matches!(b, None | Some(F | B)),
            (a, Some(Z | Q)) => matches!(a, F | B),
            _ => true,
        };
        if leg_tokens(&self.modifiers()).iter().all(known) {
            return Ok(());
        }
        Err(error("`z` and `q` stand alone or with `f` or `b`")
            .help("`z` turns by 90 degrees, `fz` by 45, `bz` by 135"))
    }

    /// Inside brackets a four-fold part keeps to its own directions, so that from one family to the
    /// other it must turn by 45 or 135 degrees, and within its family it must not.
    fn check_turn(&self, before: &Atom, warnings: &mut Vec<Warning>) -> Check {
        let family = |atom: &Atom| match atom.symmetry() {
            Symmetry::Orthogonal => Some(false),
            Symmetry::Diagonal => Some(true),
            _ => None,
        };
        let (Some(from), Some(to)) = (family(before), family(self.atom)) else {
            return Ok(());
        };
        let read = leg_tokens(&self.modifiers());
        let possible = read.iter().filter(|token| is_half_turn(token) == (from != to)).count();
        if possible == read.len() {
            return Ok(());
        }
        let (atom, before) = (self.atom.to_string(), before.to_string());
        let message = if from == to {
            format!("after `{before}`, `{atom}` cannot turn by 45 degrees in brackets")
        } else {
            format!("after `{before}`, `{atom}` can only turn by 45 or 135 degrees in brackets")
        };
        if possible > 0 {
            warnings.push(Warning {
                span: self.span(),
                message: format!("{message}; the other directions say nothing"),
            });
            return Ok(());
        }
        let help = if from == to { "use `f`, `l`, `r`, `s`" } else { "use `fs`, `fl`, `fr`, `bs`" };
        Err(ParseError::new(self.span(), message)
            .help(format!("{help}, or an atom that goes the other way")))
    }

    /// Adds what is doubtful about this leg.
    fn doubts(&self, warnings: &mut Vec<Warning>) {
        let found = [
            self.doubt_apart(),
            self.doubt_pair(),
            self.doubt_repeated(),
            self.doubt_lame(),
            self.doubt_hurdle(),
            self.doubt_swap(),
            self.doubt_unload(),
        ];
        for warning in found.into_iter().flatten() {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }

    /// Whether two letters of different axes mean something else than both alone.
    fn pairing_matters(&self) -> bool {
        !(self.first && matches!(self.atom.symmetry(), Symmetry::Orthogonal | Symmetry::None))
    }

    fn doubt_apart(&self) -> Option<Warning> {
        let leg = self.modifiers();
        let apart = join(&leg_tokens(&leg)) != runs(&leg).concat() && runs(&leg).len() > 1;
        (apart && self.pairing_matters()).then(|| Warning {
            span: self.span(),
            message: "direction letters pair up only where they stand together; these do not"
                .into(),
        })
    }

    fn doubt_pair(&self) -> Option<Warning> {
        let leg = self.modifiers();
        let symmetry = self.atom.symmetry();
        let apart_for_xboard = |(a, b): &Token| {
            matches!(a, Direction::V | Direction::S)
                && b.is_some_and(|b| b != Direction::Z && b != Direction::Q)
        };
        let token = leg_tokens(&leg).into_iter().find(apart_for_xboard)?;
        let clear = self.first && !matches!(symmetry, Symmetry::Oblique | Symmetry::Compass);
        let (a, b) = (token.0.letter(), token.1?.letter());
        (!clear).then(|| Warning {
            span: self.span(),
            message: format!("`{a}{b}` is read as one direction; XBoard reads `{a}` and `{b}`"),
        })
    }

    fn doubt_repeated(&self) -> Option<Warning> {
        let leg = self.modifiers();
        let read = leg_tokens(&leg);
        let again = read.iter().enumerate().any(|(k, token)| read[..k].contains(token));
        again.then(|| Warning { span: self.span(), message: "a direction is given twice".into() })
    }

    /// `n` looks at the square half-way, which few atoms have.
    fn doubt_lame(&self) -> Option<Warning> {
        let lame = self.modality(Modality::N)?;
        let (a, b) = self.atom.step()?;
        if a <= 1 && self.may_be_passed() {
            return None;
        }
        let atom = self.atom.to_string();
        let message = if a <= 1 {
            format!("`n` says nothing here: nothing lies half-way on a step of `{atom}`")
        } else if self.has(Modality::J) {
            format!("`nj{atom}` can never move: the square half-way cannot be empty and occupied")
        } else if (a, b) != (2, 1) && (a % 2 == 1 || b % 2 == 1) {
            format!("`n{atom}` tests the square that half a step, rounded down, leads to")
        } else {
            return None;
        };
        Some(Warning { span: lame.span.clone(), message })
    }

    fn is_single_step(&self) -> bool {
        match self.range {
            Reach::Natural => !self.atom.is_slider(),
            Reach::UpTo(n) | Reach::Exactly(n) => n == 1,
            Reach::Unlimited | Reach::Star => false,
        }
    }

    /// Whether `n` lets a piece that passes squares in a slide be taken there, as a pawn is: where it may
    /// only begin so, or only moves so.
    fn may_be_passed(&self) -> bool {
        use Modality::{C, D, E, I, K, M};
        let only_moves = self.has(M) && ![C, D, E, K].into_iter().any(|m| self.has(m));
        !self.is_single_step() && (only_moves || self.has(I))
    }

    /// A last leg with `p` needs room behind the hurdle.
    fn doubt_hurdle(&self) -> Option<Warning> {
        if self.may_go_on {
            return None;
        }
        let hop = self.modality(Modality::P)?;
        let message = if self.is_single_step() {
            "this can never move: `p` goes beyond its hurdle, and a single step does not reach that far"
        } else if self.has(Modality::G) {
            "`g` adds nothing to `p`"
        } else {
            return None;
        };
        Some(Warning { span: hop.span.clone(), message: message.into() })
    }

    fn doubt_swap(&self) -> Option<Warning> {
        let swap = self.modality(Modality::Y).filter(|_| !self.may_go_on)?;
        Some(Warning {
            span: swap.span.clone(),
            message: "`y` changes the legs that follow; none does".into(),
        })
    }

    fn doubt_unload(&self) -> Option<Warning> {
        use Modality::{C, D, E, K, M, U};
        let unload = self.modality(U)?;
        let by_default = self.may_end && !self.has(M);
        let takes = by_default || [C, D, E, K].into_iter().any(|m| self.has(m));
        (!takes).then(|| Warning {
            span: unload.span.clone(),
            message: "`u` puts back what this leg captures; it captures nothing".into(),
        })
    }
}
