//! From the syntax tree to paths: groups and brackets written out, letters resolved to directions.

use crate::path::{
    Castle, Crooked, Ends, Hop, Leg, Path, PathKind, Region, Ring, RoyalRule, Turns, UNLIMITED,
};
use komadai_betza::{
    Base, Bracket, Chain, Descriptor, Direction, Joint, Modality, Modifier, Part, Reach, Span,
    TermKind,
};
use komadai_variant::{Movement, pause};

/// The most legs of one path.
pub const MOST_LEGS: usize = 40;
/// The most paths of one movement, before directions are counted.
const MOST_PATHS: usize = 400;

/// Why a movement that reads well still cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LowerError {
    /// What is wrong, in a sentence.
    pub message: String,
    /// The term that is meant, or the range in it.
    pub span: Span,
}

/// Writes a movement out as paths.
///
/// # Errors
/// A term that cannot mean anything: `*` ranges, impossible turns in brackets, too many legs.
pub fn lower(tree: &Descriptor) -> Result<Vec<Path>, LowerError> {
    let mut paths = Vec::new();
    for term in &tree.terms {
        pause::point();
        let span = || term.star.clone().unwrap_or_else(|| term.span.clone());
        let fail = |message: String| LowerError { message, span: span() };
        let found = match &term.kind {
            TermKind::Chain(chain) => lower_chain(chain),
            TermKind::Bracket(bracket) => lower_bracket(bracket),
        };
        for path in found.map_err(fail)? {
            if let PathKind::Legs(legs) = &path.kind
                && legs.len() > MOST_LEGS
            {
                return Err(fail(format!("more than {MOST_LEGS} legs in one move")));
            }
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        if paths.len() > MOST_PATHS {
            return Err(fail(format!("more than {MOST_PATHS} different paths")));
        }
    }
    Ok(paths)
}

/// Writes the movement of a piece out as paths, which hold where it does.
///
/// # Errors
/// As for [`lower`].
pub fn paths(movement: &Movement) -> Result<Vec<Path>, LowerError> {
    let region = Region::of(movement).map(Box::new);
    let of_region = |path| Path { region: region.clone(), ..path };
    Ok(lower(&movement.tree)?.into_iter().map(of_region).collect())
}

fn lower_chain(chain: &Chain) -> Result<Vec<Path>, String> {
    let copies = chain.most_copies();
    if copies as usize > MOST_LEGS {
        return Err(format!(
            "the group may be repeated {copies} times: more legs than any board has room for"
        ));
    }
    let mut paths = Vec::new();
    for n in 0..=copies {
        let legs = chain.legs(n);
        let special = match chain.atom.base {
            Base::O => Some(lower_castle(&legs, chain.range)?),
            Base::U => Some(lower_universal(&legs)?),
            _ => None,
        };
        paths.push(match special {
            Some(path) => path,
            None => {
                let count = legs.len();
                let parts: Vec<_> =
                    legs.iter().map(|mods| (mods.as_slice(), &chain.atom, chain.range)).collect();
                let legs = (0..count)
                    .map(|i| {
                        lower_leg(
                            parts[i].0,
                            parts[i].1,
                            parts[i].2,
                            LegRole { first: i == 0, last: i + 1 == count, bracket: false },
                        )
                    })
                    .collect::<Result<Vec<_>, _>>()?;
                finish(legs, parts[0].0)
            }
        });
    }
    Ok(paths)
}

fn lower_bracket(bracket: &Bracket) -> Result<Vec<Path>, String> {
    let parts = &bracket.parts;
    let mut paths = Vec::new();
    for count in 1..=parts.len() {
        let may_end = count == parts.len() || parts[count].joint == Joint::MayStop;
        if !may_end {
            continue;
        }
        let legs = parts[..count]
            .iter()
            .enumerate()
            .map(|(i, Part { modifiers, atom, range, .. })| {
                lower_leg(
                    modifiers,
                    atom,
                    *range,
                    LegRole { first: i == 0, last: i + 1 == count, bracket: true },
                )
            })
            .collect::<Result<Vec<_>, _>>()?;
        for pair in legs.windows(2) {
            let possible = (0..8)
                .filter(|d| pair[0].family >> d & 1 != 0)
                .any(|d| pair[1].directions_after(pair[0].ring, d, 0) != 0);
            if !possible {
                return Err("a part in brackets keeps to its own directions, so it cannot turn by 45 degrees here".into());
            }
        }
        paths.push(finish(legs, &parts[0].modifiers));
    }
    Ok(paths)
}

fn finish(legs: Vec<Leg>, first: &[Modifier]) -> Path {
    Path { first_only: has(first, Modality::I), kind: PathKind::Legs(legs), region: None }
}

fn has(modifiers: &[Modifier], letter: Modality) -> bool {
    modifiers.contains(&Modifier::Modality(letter))
}

fn count(modifiers: &[Modifier], letter: Modality) -> u8 {
    modifiers.iter().filter(|m| **m == Modifier::Modality(letter)).count() as u8
}

fn directions(modifiers: &[Modifier]) -> Vec<Vec<Direction>> {
    // Directional letters pair up only where they stand together.
    let mut runs = vec![Vec::new()];
    for m in modifiers {
        match m {
            Modifier::Direction(d) => runs.last_mut().expect("never empty").push(*d),
            Modifier::Modality(_) => runs.push(Vec::new()),
        }
    }
    runs.retain(|r| !r.is_empty());
    runs
}

fn lower_castle(legs: &[Vec<Modifier>], range: Reach) -> Result<Path, String> {
    let [modifiers] = legs else {
        return Err("castling (O) has a single leg".into());
    };
    let distance = match range {
        Reach::UpTo(n) | Reach::Exactly(n) if (1..=14).contains(&n) => n as u8,
        _ => {
            return Err(
                "castling needs the number of squares that the king goes, as in `isO2`".into()
            );
        }
    };
    let letters: Vec<Direction> = directions(modifiers).concat();
    let mut sides = [letters.is_empty(); 2];
    for letter in letters {
        match letter {
            Direction::S => sides = [true; 2],
            Direction::L => sides[0] = true,
            Direction::R => sides[1] = true,
            _ => return Err("castling goes sideways: only l, r and s say something here".into()),
        }
    }
    let castle = Castle { sides, distance, inset: count(modifiers, Modality::J) };
    Ok(Path {
        first_only: has(modifiers, Modality::I),
        kind: PathKind::Castle(castle),
        region: None,
    })
}

fn lower_universal(legs: &[Vec<Modifier>]) -> Result<Path, String> {
    let [modifiers] = legs else {
        return Err("the universal leaper (U) has a single leg".into());
    };
    if !directions(modifiers).is_empty() {
        return Err("the universal leaper (U) has no directions".into());
    }
    let ends = lower_ends(modifiers, true);
    Ok(Path {
        first_only: has(modifiers, Modality::I),
        kind: PathKind::Universal(ends),
        region: None,
    })
}

#[derive(Clone, Copy)]
struct LegRole {
    first: bool,
    last: bool,
    bracket: bool,
}

fn lower_leg(
    modifiers: &[Modifier],
    atom: &komadai_betza::Atom,
    range: Reach,
    place: LegRole,
) -> Result<Leg, String> {
    let step = atom.step().ok_or("O and U cannot be part of a chain")?;
    let compound = matches!(atom.base, Base::K | Base::Q | Base::S);
    let (ring, own) = match step {
        (a, b) if compound && b == 0 => (Ring::Compass(a as i32), 0xff),
        (a, 0) => (Ring::Compass(a as i32), 0x55),
        (a, b) if a == b => (Ring::Compass(a as i32), 0xaa),
        (a, b) => (Ring::Oblique(a.max(b) as i32, a.min(b) as i32), 0xff),
    };
    let four_fold = own != 0xff;
    let letters = directions(modifiers);
    let one_leg = place.first && place.last;
    let crooked = if one_leg { crooked_of(&letters) } else { None };
    let slider = matches!(atom.base, Base::B | Base::R | Base::Q) || crooked.is_some();
    let (min, max) = lower_range(range, slider)?;
    let letters: Vec<Vec<Direction>> = match crooked {
        Some(_) => strip_crooked(&letters),
        None => letters,
    };
    let turns = if place.first {
        Turns { plain: absolute(&letters, ring, own)?, ..Turns::default() }
    } else {
        relative(&letters, four_fold, place.bracket)?
    };
    // A later 4-fold leg changes family when it turns by 45 degrees; in brackets it may not.
    let family = if place.first || place.bracket { own } else { 0xff };
    let jumps = count(modifiers, Modality::J);
    let hop = match (place.last, has(modifiers, Modality::P), has(modifiers, Modality::G)) {
        (true, true, _) => Hop::Over,
        (true, _, true) => Hop::Behind,
        _ => Hop::None,
    };
    Ok(Leg {
        ring,
        turns,
        family,
        min,
        max,
        echo: !place.first && has(modifiers, Modality::I),
        lame: has(modifiers, Modality::N) && !ring.is_unit(),
        passes_by: has(modifiers, Modality::N),
        must_jump: jumps > 0 && !ring.is_unit(),
        skip: if ring.is_unit() { jumps } else { 0 },
        hop,
        crooked,
        cylinder: has(modifiers, Modality::O),
        ends: lower_ends(modifiers, place.last),
        unload: has(modifiers, Modality::U),
    })
}

fn lower_range(range: Reach, slider: bool) -> Result<(u8, u8), String> {
    let limit = |n: u32| u8::try_from(n).unwrap_or(UNLIMITED);
    Ok(match range {
        Reach::Natural if slider => (1, UNLIMITED),
        Reach::Natural => (1, 1),
        Reach::UpTo(n) => (1, limit(n)),
        Reach::Exactly(n) => (limit(n), limit(n)),
        Reach::Unlimited => (1, UNLIMITED),
        Reach::Star => return Err("the range `*` must be replaced by a number".into()),
    })
}

fn lower_ends(modifiers: &[Modifier], last: bool) -> Ends {
    let on = |letter| has(modifiers, letter);
    let (m, c, d, e, k) =
        (on(Modality::M), on(Modality::C), on(Modality::D), on(Modality::E), on(Modality::K));
    let (p, g, y, t) = (on(Modality::P), on(Modality::G), on(Modality::Y), on(Modality::T));
    let none = !(m || c || d || e || k);
    let tame = t && (last || !(p || g));
    // Where royals alone may be taken, and no royal may be, nothing is.
    let k = k && (c || !tame);
    let royal = match (k, c) {
        (true, true) => RoyalRule::Never,
        (true, false) => RoyalRule::Only,
        _ if tame => RoyalRule::Never,
        _ => RoyalRule::Any,
    };
    if last {
        Ends {
            empty: m || none,
            enemy: c || k || none,
            friend: d,
            en_passant: e,
            royal,
            ..Ends::default()
        }
    } else {
        Ends {
            empty: m || (none && !(p || g || y)),
            enemy: c || k,
            friend: d,
            en_passant: e,
            royal,
            platform: p,
            platform_swap: g,
            empty_swap: y,
            friendly_platform: t && (p || g),
        }
    }
}

fn crooked_of(letters: &[Vec<Direction>]) -> Option<Crooked> {
    let all: Vec<_> = letters.concat();
    if all.contains(&Direction::Z) {
        Some(Crooked::Zigzag)
    } else if all.contains(&Direction::Q) {
        Some(Crooked::Circle)
    } else {
        None
    }
}

fn strip_crooked(letters: &[Vec<Direction>]) -> Vec<Vec<Direction>> {
    letters
        .iter()
        .map(|run| {
            run.iter()
                .copied()
                .filter(|d| !matches!(d, Direction::Z | Direction::Q))
                .collect::<Vec<_>>()
        })
        .filter(|run| !run.is_empty())
        .collect()
}

/// The half plane on the side of a letter, as ring directions strictly inside it.
const FORWARD: u8 = 0b1000_0011;
const BACKWARD: u8 = 0b0011_1000;
const RIGHT: u8 = 0b0000_1110;
const LEFT: u8 = 0b1110_0000;

/// The compass directions of one letter, straight ones only.
fn straight(letter: Direction) -> u8 {
    match letter {
        Direction::F => 1,
        Direction::R => 1 << 2,
        Direction::B => 1 << 4,
        Direction::L => 1 << 6,
        Direction::V => 1 | 1 << 4,
        Direction::S => 1 << 2 | 1 << 6,
        Direction::H | Direction::Z | Direction::Q => 0,
    }
}

/// All compass directions that lean to a letter's side.
fn leaning(letter: Direction) -> u8 {
    match letter {
        Direction::F => FORWARD,
        Direction::B => BACKWARD,
        Direction::R => RIGHT,
        Direction::L => LEFT,
        Direction::V | Direction::S | Direction::H => 0xff,
        Direction::Z | Direction::Q => 0,
    }
}

fn is_vertical(letter: Direction) -> Option<bool> {
    match letter {
        Direction::F | Direction::B | Direction::V => Some(true),
        Direction::L | Direction::R | Direction::S => Some(false),
        Direction::H | Direction::Z | Direction::Q => None,
    }
}

/// Splits a run of letters into single letters and pairs, from left to right: two letters of
/// different axes pair, a doubled letter stands alone, `h`, `z` and `q` pair with any neighbour.
fn pairs(run: &[Direction]) -> Vec<(Direction, Option<Direction>)> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < run.len() {
        let a = run[i];
        match run.get(i + 1).copied() {
            Some(b) if a == b => {
                out.push((a, None));
                i += 2;
            }
            Some(b) if pairable(a, b) => {
                out.push((a, Some(b)));
                i += 2;
            }
            _ => {
                out.push((a, None));
                i += 1;
            }
        }
    }
    out
}

fn pairable(a: Direction, b: Direction) -> bool {
    match (is_vertical(a), is_vertical(b)) {
        (Some(x), Some(y)) => x != y,
        (None, None) => false,
        _ => true,
    }
}

/// The absolute directions of a first leg.
fn absolute(runs: &[Vec<Direction>], ring: Ring, own: u8) -> Result<u8, String> {
    if runs.is_empty() {
        return Ok(own);
    }
    let mut set = 0;
    for (a, b) in runs.iter().flat_map(|run| pairs(run)) {
        set |= match (ring, own) {
            (Ring::Oblique(..), _) => oblique(a, b)?,
            (_, 0x55) => straight_pair(a, b)?,
            (_, 0xaa) => diagonal_pair(a, b)?,
            _ => compass_pair(a, b)?,
        };
    }
    Ok(set)
}

const NO_HALF: &str =
    "`h` means a half of the eight moves of an oblique leaper; this atom has none";
const NO_BEND: &str = "`z` and `q` speak of an earlier bend; there is none on a first leg";

fn straight_pair(a: Direction, b: Option<Direction>) -> Result<u8, String> {
    if [Some(a), b].contains(&Some(Direction::H)) {
        return Err(NO_HALF.into());
    }
    Ok(straight(a) | b.map_or(0, straight))
}

fn diagonal_pair(a: Direction, b: Option<Direction>) -> Result<u8, String> {
    if [Some(a), b].contains(&Some(Direction::H)) {
        return Err(NO_HALF.into());
    }
    Ok(0xaa & leaning(a) & b.map_or(0xff, leaning))
}

fn compass_pair(a: Direction, b: Option<Direction>) -> Result<u8, String> {
    if [Some(a), b].contains(&Some(Direction::H)) {
        return Err(NO_HALF.into());
    }
    Ok(match b {
        None => straight(a),
        Some(b) => 0xaa & leaning(a) & leaning(b),
    })
}

fn oblique(a: Direction, b: Option<Direction>) -> Result<u8, String> {
    use Direction::{B, F, H, L, R, S, V};
    // Ring indices: 0 (b,a) steep right ahead, 1 (a,b), 2 (a,-b), 3 (b,-a), 4 .. 7 opposite.
    let near = |letter| match letter {
        F => 0b1000_0001u8,
        R => 0b0000_0110,
        B => 0b0001_1000,
        L => 0b0110_0000,
        V => 0b1001_1001,
        S => 0b0110_0110,
        _ => 0,
    };
    let half = |letter| match letter {
        F => 0b1100_0011u8,
        R => 0b0000_1111,
        B => 0b0011_1100,
        L => 0b1111_0000,
        _ => 0xff,
    };
    match (a, b) {
        (H, Some(R)) => Ok(0b0101_0101),
        (H, Some(L)) => Ok(0b1010_1010),
        (F | R | B | L, Some(H)) => Ok(half(a)),
        (H, _) | (_, Some(H)) => {
            Err("`h` goes with one of f, b, l, r: `fh` is the forward half".into())
        }
        // The second letter is the main axis, the first the side.
        (_, Some(b)) => Ok(near(b) & half(a)),
        (_, None) => match near(a) {
            0 => Err(NO_BEND.into()),
            set => Ok(set),
        },
    }
}

/// The relative directions of a later leg.
fn relative(runs: &[Vec<Direction>], four_fold: bool, bracket: bool) -> Result<Turns, String> {
    let mut turns = Turns::default();
    if runs.is_empty() {
        match (bracket, four_fold) {
            (true, _) => turns.least = true,
            (false, true) => turns.plain = 0b0100_0101,
            (false, false) => turns.plain = !(1 << 4),
        }
        return Ok(turns);
    }
    for (a, b) in runs.iter().flat_map(|run| pairs(run)) {
        match bend(a, b) {
            Some((notches, Direction::Z)) => turns.against |= 1 << notches,
            Some((notches, _)) => turns.with |= 1 << notches,
            None => turns.plain |= compass_pair(a, b)?,
        }
    }
    Ok(turns)
}

/// `z`, `fz`, `bz` and the same with `q`: how many notches, and which letter.
fn bend(a: Direction, b: Option<Direction>) -> Option<(u8, Direction)> {
    let (other, letter) = match (a, b) {
        (Direction::Z | Direction::Q, other) => (other, a),
        (_, Some(letter @ (Direction::Z | Direction::Q))) => (Some(a), letter),
        _ => return None,
    };
    let notches = match other {
        None => 2,
        Some(Direction::F) => 1,
        Some(Direction::B) => 3,
        _ => return None,
    };
    Some((notches, letter))
}
