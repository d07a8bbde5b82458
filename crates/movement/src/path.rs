//! Paths: what a movement says, with everything written out.
//!
//! A movement becomes a list of [`Path`]s; each is a sequence of [`Leg`]s. Directions live on
//! *rings* of eight, clockwise from straight ahead: the eight compass points for every orthogonal
//! or diagonal step, the eight knight-like vectors of one leaper for the oblique ones. Turning the
//! board for the second player is adding four to a ring index.

use crate::square_set::SquareSet;
use komadai_variant::{Color, Movement, PieceType, Square};

/// No limit to the number of steps (no board has more than 16 squares in a line).
pub const UNLIMITED: u8 = 255;

/// One way to move, with everything written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Only while the piece has never moved.
    pub first_only: bool,
    /// What the piece does.
    pub kind: PathKind,
    /// Where it holds, and with which pieces; `None` for everywhere, with any.
    pub region: Option<Box<Region>>,
}

/// The squares of each side on which a path holds, and the pieces with which it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    from: Option<[SquareSet; 2]>,
    to: Option<[SquareSet; 2]>,
    over: Option<Types>,
    takes: Option<Types>,
}

/// Types of pieces, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Types(u128);

impl Types {
    fn of(types: &[PieceType]) -> Self {
        Types(types.iter().fold(0, |set, piece| set | 1u128.unbounded_shl(piece.0.into())))
    }

    fn contains(self, piece: PieceType) -> bool {
        1u128.unbounded_shl(piece.0.into()) & self.0 != 0
    }
}

/// What a piece does on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// One leg after the other.
    Legs(Vec<Leg>),
    /// It castles.
    Castle(Castle),
    /// To any other square, ending as told.
    Universal(Ends),
}

/// The king goes `distance` squares sideways, its partner to the inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castle {
    /// Toward lower files, toward higher files, as the first side sees it.
    pub sides: [bool; 2],
    /// How many squares the king goes.
    pub distance: u8,
    /// How many files the partner stands in from the edge.
    pub inset: u8,
}

/// A castling, by files of one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastleWay {
    /// Where the king stands.
    pub king: u8,
    /// Where the partner stands.
    pub partner: u8,
    /// Where the king goes.
    pub king_to: u8,
    /// Where the partner goes.
    pub partner_to: u8,
}

impl Castle {
    /// How a king on a file castles, whatever stands there, on a board with so many files: to each side with the
    /// partner near the edge or, where kings land on fixed files, with any there; `home` is then the file of
    /// its usual start square.
    pub fn ways(self, color: Color, files: u8, king: u8, home: Option<u8>) -> Vec<CastleWay> {
        let distance = i16::from(self.distance);
        let [files, king] = [files, king].map(i16::from);
        let mut ways = Vec::new();
        for (side, _) in self.sides.into_iter().enumerate().filter(|(_, wanted)| *wanted) {
            // The second side sees the board turned.
            let toward_high = (side == 1) != (color == Color::Second);
            let (step, edge) = if toward_high { (1, files - 1) } else { (-1, 0) };
            let partners = match home {
                Some(_) => (1..=(edge - king) * step).map(|i| king + i * step).collect(),
                None => {
                    let partner = edge - step * i16::from(self.inset);
                    let reached = (partner - king) * step >= distance.max(1);
                    if reached { vec![partner] } else { Vec::new() }
                }
            };
            let king_to = home.map_or(king, i16::from) + step * distance;
            let on_board =
                |file: i16| u8::try_from(file).ok().filter(|file| i16::from(*file) < files);
            ways.extend(partners.into_iter().filter_map(|partner| {
                Some(CastleWay {
                    king: on_board(king)?,
                    partner: on_board(partner)?,
                    king_to: on_board(king_to)?,
                    partner_to: on_board(king_to - step)?,
                })
            }));
        }
        ways
    }
}

impl CastleWay {
    /// The files that must be empty: those between the two, and those that they come over.
    pub fn between(self) -> impl Iterator<Item = u8> {
        let all = [self.king, self.partner, self.king_to, self.partner_to];
        let (low, high) = all
            .iter()
            .fold((self.king, self.king), |(low, high), file| (low.min(*file), high.max(*file)));
        (low..=high).filter(move |file| *file != self.king && *file != self.partner)
    }
}

/// One leg of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The vectors that its directions stand for.
    pub ring: Ring,
    /// Ring directions that the leg may take: absolute on the first leg, relative later.
    pub turns: Turns,
    /// The directions of the ring that the atom has at all.
    pub family: u8,
    /// The fewest steps.
    pub min: u8,
    /// The most steps; [`UNLIMITED`] for a slider.
    pub max: u8,
    /// Exactly as many steps as the leg before (`i` on a later leg).
    pub echo: bool,
    /// `n`: the half-way square must be empty. Nothing lies half-way to a neighbour.
    pub lame: bool,
    /// `n`, on neighbours too: a pawn that goes over squares by it may be taken there in passing.
    pub passes_by: bool,
    /// `j` on a leaper: the half-way square must be occupied.
    pub must_jump: bool,
    /// `j` on steppers and sliders: so many first squares are skipped, whatever stands there.
    pub skip: u8,
    /// Whether it needs a piece to hop over.
    pub hop: Hop,
    /// Whether its steps change direction, and how.
    pub crooked: Option<Crooked>,
    /// Whether left and right edges of the board are joined.
    pub cylinder: bool,
    /// What it may end on.
    pub ends: Ends,
    /// The victim reappears on the leg's start square.
    pub unload: bool,
}

/// Eight vectors, clockwise from straight ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// The compass points, times a length.
    Compass(i32),
    /// The eight (a, b) leaps with a > b > 0.
    Oblique(i32, i32),
}

/// Directions of a leg on its ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// Bit k: ring index k (first leg), or k notches clockwise of the leg before.
    pub plain: u8,
    /// Bit k: k notches (1 to 3) against the previous bend; both ways if there was none.
    pub against: u8,
    /// Bit k: k notches with the previous bend; both ways if there was none.
    pub with: u8,
    /// As little as possible (a part in brackets without directions).
    pub least: bool,
}

/// What a leg hops over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// Nothing.
    None,
    /// `p`: over exactly one piece, then on.
    Over,
    /// `g`: over exactly one piece, to the square behind it.
    Behind,
}

/// How the steps of a slider change direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crooked {
    /// To one side and back in turns (`z`).
    Zigzag,
    /// Always to the same side (`q`).
    Circle,
}

/// What a leg may end on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// An empty square.
    pub empty: bool,
    /// An enemy, which is taken.
    pub enemy: bool,
    /// A piece of the own side, which goes.
    pub friend: bool,
    /// A square that a pawn has just passed over, which is taken.
    pub en_passant: bool,
    /// Whether it takes royals, others, or both.
    pub royal: RoyalRule,
    /// Not last: the square is occupied, the piece unharmed (`p`).
    pub platform: bool,
    /// Not last: likewise, and leaper and slider are swapped from here on (`g`).
    pub platform_swap: bool,
    /// Not last: the square is empty, and leaper and slider are swapped from here on (`y`).
    pub empty_swap: bool,
    /// Only friends serve as platform (`t`).
    pub friendly_platform: bool,
}

/// Whether a leg takes royals, others, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoyalRule {
    /// Captures both.
    #[default]
    Any,
    /// Captures royals only.
    Only,
    /// Captures anything but royals.
    Never,
}

impl Region {
    /// The region of a movement; `None` for the whole board.
    pub fn of(movement: &Movement) -> Option<Self> {
        let sets = |zone: &Option<[Vec<Square>; 2]>| {
            zone.as_ref().map(|sides| sides.each_ref().map(|squares| squares.iter().collect()))
        };
        let types = |types: &Option<Vec<PieceType>>| types.as_deref().map(Types::of);
        let region = Region {
            from: sets(&movement.from),
            to: sets(&movement.to),
            over: types(&movement.over),
            takes: types(&movement.takes),
        };
        (!movement.holds_everywhere()).then_some(region)
    }
}

impl Path {
    /// The path as the pieces of a side have it on a board of these squares: without its region if it
    /// holds on all of them; `None` if they do not have it.
    pub fn of_side(&self, color: Color, board: &[Square]) -> Option<Path> {
        let side = color.index();
        let Some(Region { from, to, over, takes }) = self.region.as_deref() else {
            return Some(self.clone());
        };
        let holds = |zone: &Option<[SquareSet; 2]>, square: &Square| {
            zone.as_ref().is_none_or(|sides| sides[side].contains(*square))
        };
        if !self.is_of(color) {
            return None;
        }
        let everywhere = board.iter().all(|square| holds(from, square) && holds(to, square));
        let any = over.is_none() && takes.is_none();
        let region = if everywhere && any { None } else { self.region.clone() };
        Some(Path { region, ..self.clone() })
    }

    /// Whether pieces of that side have it at all.
    pub fn is_of(&self, color: Color) -> bool {
        let from = self.region.as_ref().and_then(|region| region.from.as_ref());
        from.is_none_or(|sides| sides[color.index()] != SquareSet::default())
    }

    /// Whether a piece of that side may begin it on a square.
    pub fn begins_on(&self, color: Color, square: Square) -> bool {
        let from = self.region.as_ref().and_then(|region| region.from.as_ref());
        from.is_none_or(|sides| sides[color.index()].contains(square))
    }

    /// Whether a piece of that side may end it on a square.
    pub fn ends_on(&self, color: Color, square: Square) -> bool {
        let to = self.region.as_ref().and_then(|region| region.to.as_ref());
        to.is_none_or(|sides| sides[color.index()].contains(square))
    }

    /// Whether a piece of that type may be hopped over by it.
    pub fn hops_over(&self, piece: PieceType) -> bool {
        let over = self.region.as_ref().and_then(|region| region.over);
        over.is_none_or(|types| types.contains(piece))
    }

    /// Whether a piece of that type may be captured by it.
    pub fn takes(&self, piece: PieceType) -> bool {
        let takes = self.region.as_ref().and_then(|region| region.takes);
        takes.is_none_or(|types| types.contains(piece))
    }

    /// Whether it holds on a part of the board only.
    pub fn is_regional(&self) -> bool {
        self.region.as_ref().is_some_and(|it| it.from.is_some() || it.to.is_some())
    }

    /// Whether it asks which pieces it hops over.
    pub fn asks_what_it_hops_over(&self) -> bool {
        self.region.as_ref().is_some_and(|region| region.over.is_some())
    }

    /// Whether it asks which pieces it hops over or captures.
    pub fn is_choosy(&self) -> bool {
        self.region.as_ref().is_some_and(|it| it.over.is_some() || it.takes.is_some())
    }

    /// The legs; none where the piece castles or goes anywhere.
    pub fn legs(&self) -> &[Leg] {
        match &self.kind {
            PathKind::Legs(legs) => legs,
            PathKind::Castle(_) | PathKind::Universal(_) => &[],
        }
    }

    /// What it may end on, and each of its legs on the way.
    pub fn ends(&self) -> impl Iterator<Item = &Ends> {
        let anywhere = match &self.kind {
            PathKind::Universal(ends) => Some(ends),
            PathKind::Legs(_) | PathKind::Castle(_) => None,
        };
        self.legs().iter().map(|leg| &leg.ends).chain(anywhere)
    }

    /// Whether an enemy can be taken on it where it stands.
    pub fn captures(&self) -> bool {
        self.ends().any(|ends| ends.enemy)
    }

    /// Whether a pawn can be taken in passing on it.
    pub fn takes_en_passant(&self) -> bool {
        self.ends().any(|ends| ends.en_passant)
    }
}

impl Ring {
    /// The vector (files, ranks) of a ring index.
    pub fn vector(self, index: u8) -> (i32, i32) {
        const COMPASS: [(i32, i32); 8] =
            [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let i = usize::from(index & 7);
        match self {
            Ring::Compass(length) => (COMPASS[i].0 * length, COMPASS[i].1 * length),
            Ring::Oblique(a, b) => {
                [(b, a), (a, b), (a, -b), (b, -a), (-b, -a), (-a, -b), (-a, b), (-b, a)][i]
            }
        }
    }

    /// Whether a step goes to a neighbour, so that nothing lies half-way.
    pub fn is_unit(self) -> bool {
        self == Ring::Compass(1)
    }

    /// The angle of a ring index, clockwise from straight ahead, in degrees.
    fn angle(self, index: u8) -> f64 {
        let (x, y) = self.vector(index);
        f64::from(x).atan2(f64::from(y)).to_degrees()
    }
}

impl Leg {
    /// Whether it has nothing but distance and what it ends on.
    pub fn is_plain(&self) -> bool {
        self.hop == Hop::None
            && self.crooked.is_none()
            && !self.must_jump
            && !self.unload
            && !self.echo
            && !self.ends.friend
            && self.ends.royal == RoyalRule::Any
    }

    /// Whether it is one plain leap.
    pub fn is_leap(&self) -> bool {
        self.is_plain() && (self.min, self.max) == (1, 1) && self.skip == 0
    }

    /// Whether it is a plain slide over several squares.
    pub fn is_slide(&self) -> bool {
        let plain = self.is_plain() && self.min == 1 && self.max > 1;
        plain && !self.lame && !self.cylinder && !self.ends.en_passant
    }

    /// The ring directions of this leg after a leg that went in `from` on its own ring and bent
    /// last to the side `bend` (-1, 0, 1).
    pub fn directions_after(&self, ring: Ring, from: u8, bend: i8) -> u8 {
        if self.turns.least {
            return nearest(self.ring, self.family, ring.angle(from), 91.0);
        }
        let turns = self.turns.resolve(bend);
        let same = match (ring, self.ring) {
            (Ring::Compass(_), Ring::Compass(_)) => true,
            (a, b) => a == b,
        };
        if same {
            return turns.rotate_left(u32::from(from)) & self.family;
        }
        (0..8).filter(|k| turns >> k & 1 != 0).fold(0, |set, k| {
            set | nearest(self.ring, self.family, ring.angle(from) + 45.0 * f64::from(k), 44.0)
        })
    }
}

impl Turns {
    /// The relative directions when the last bend was to the side `bend`.
    fn resolve(self, bend: i8) -> u8 {
        let mut set = self.plain;
        for k in 1..4u8 {
            for (mask, sign) in [(self.against, -1), (self.with, 1)] {
                if mask >> k & 1 == 0 {
                    continue;
                }
                if bend * sign >= 0 {
                    set |= 1 << k;
                }
                if bend * sign <= 0 {
                    set |= 1 << (8 - k);
                }
            }
        }
        set
    }
}

/// The directions of the family nearest to an angle (two of them when it lies in the middle);
/// none if they are further off than `limit` degrees.
fn nearest(ring: Ring, family: u8, angle: f64, limit: f64) -> u8 {
    let off = |i: u8| {
        let d = (ring.angle(i) - angle).rem_euclid(360.0);
        d.min(360.0 - d)
    };
    let candidates = || (0..8u8).filter(|i| family >> i & 1 != 0);
    let best = candidates().map(off).fold(limit, f64::min);
    candidates().filter(|i| off(*i) < limit && off(*i) < best + 0.01).fold(0, |set, i| set | 1 << i)
}
