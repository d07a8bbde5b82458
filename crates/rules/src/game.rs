//! A game ready to be played: the tables that the compiler makes of a [`Variant`].
//!
//! Tables are as long as the board has squares. (Entries for all 256 values of a square would save
//! the bounds checks, but the tables' hot parts would then fall into the same few cache sets.)

use crate::bits::BitSet;
use crate::board::EnPassant;
use crate::borrow::Lenders;
use crate::piece::{PerPiece, Piece};
use crate::variant::{PassWhen, Variant, When};
use crate::{Color, PieceType, Square};
use komadai_movement::Path;

/// A table with an entry for every square of the board, and not one more: the tables of a small
/// board lie side by side in the nearest cache.
pub(crate) type PerSquare<T> = Box<[T]>;

/// A variant compiled for boards of up to 64 `N` squares. Immutable; positions share it.
#[derive(Debug)]
pub struct Game<const N: usize> {
    pub(crate) variant: Variant,
    /// Squares that exist, vanishing ones included.
    pub(crate) exists: BitSet<N>,
    pub(crate) vanishing: BitSet<N>,
    pub(crate) pieces: PerPiece<PieceInfo<N>>,
    pub(crate) movements: Vec<Movement<N>>,
    /// What the inner loops look up of each piece, by [`Piece::index`]: as long as needs no check.
    pub(crate) hot: Box<[Hot; 256]>,
    /// The pieces of each side that are moved all at once.
    pub(crate) shifters: [Vec<Shifter<N>>; 2],
    pub(crate) lines: Vec<Line>,
    /// For each square and line, squares from the first to the last that a slide could reach on an
    /// empty board. Square by square in one table; see [`Game::ray`].
    pub(crate) rays: Vec<BitSet<N>>,
    /// The base vector by which one square lies in a line with another, or [`NO_LINE`].
    pub(crate) direction: Box<[u8]>,
    /// Whether two squares never lie in line by two vectors (as they do where one is twice another).
    pub(crate) lines_are_distinct: bool,
    /// Squares from which some piece of the side could capture on a square by a slide.
    pub(crate) line_in: [PerSquare<BitSet<N>>; 2],
    /// Distinct line vectors: the unlimited line of each, by index into `lines`.
    pub(crate) bases: Vec<Base>,
    /// Squares from which some piece of the side could step-capture on a square.
    pub(crate) step_in: [PerSquare<BitSet<N>>; 2],
    /// Squares from which some piece of the side could step-capture on, or slide onto, a square that
    /// the opponent's royal on a square steps to.
    pub(crate) near_royal: [PerSquare<[BitSet<N>; 2]>; 2],
    /// Squares from which some piece of the side could capture on a square by a table of two steps
    /// or by walking.
    pub(crate) exotic_in: [PerSquare<BitSet<N>>; 2],
    /// Squares from which some piece of the side could take en passant on a square.
    pub(crate) en_passant_in: [PerSquare<BitSet<N>>; 2],
    pub(crate) safety: Safety,
    /// Whether promotions depend on how many pieces of a kind there are.
    pub(crate) limits_promotion: bool,
    /// Whether only playing every move tells which are legal.
    pub(crate) needs_playing: bool,
    /// Whether two different moves may lead to one position in ways that only the resulting
    /// positions show.
    pub(crate) dedupe_by_key: bool,
    /// Whether anything burns what ends its move beside it.
    pub(crate) passive_burners: bool,
    /// Whether what a piece burns depends on more than where it ends: on promotion, on fire that it
    /// meets there, or on where it has put its victims.
    pub(crate) fire_depends: bool,
    /// Whether anything captures in other ways than steps and plain lines.
    pub(crate) has_exotic: bool,
    /// Whether a capture starts the count of quiet moves anew.
    pub(crate) captures_reset_quiet: bool,
    /// Whether anything burns or explodes, so that moves may destroy more than they capture.
    pub(crate) has_fire: bool,
    /// Squares around a captor that its capture destroys, for each side and each square on which such a
    /// move ends; `None` where captures do not explode.
    pub(crate) explosion: Option<[PerSquare<BitSet<N>>; 2]>,
    /// Whether a side that can capture has to.
    pub(crate) has_duty: bool,
    /// Whether pieces borrow movements, or what was captured last may limit what may be captured, or moves are
    /// counted, or somebody may pass: what few games know is asked by one flag.
    pub(crate) is_unusual: bool,
    /// Where pieces borrow movements from, if they do.
    pub(crate) lenders: Option<Lenders>,
    /// Whether somebody may pass...
    pub(crate) may_pass: bool,
    /// ... and when each side may.
    pub(crate) passing: [Option<PassWhen>; 2],
    /// Whether something is placed as a part of moves...
    pub(crate) places: bool,
    /// ... how far from where they end, if that matters...
    pub(crate) placing_reach: Option<Vec<Path>>,
    /// ... and on which squares only.
    pub(crate) placing_zone: Option<[BitSet<N>; 2]>,
    /// Whether several moves may come to the same when something is placed after them, so that they are compared by the
    /// key.
    pub(crate) placing_repeats: bool,
    /// Whether captures are limited...
    pub(crate) limits_captures: bool,
    /// ... and of which types.
    pub(crate) limited: Vec<PieceType>,
    /// Whether a side may count its moves.
    pub(crate) counts_moves: bool,
    /// Whether checks are counted.
    pub(crate) counts_checks: bool,
    /// Whether some pieces may not be chased for ever.
    pub(crate) forbids_chases: bool,
    pub(crate) has_unmoved: bool,
    pub(crate) has_confined: bool,
    pub(crate) has_en_passant: bool,
    /// Whether several pieces can have passed over one square just now.
    pub(crate) en_passant_is_ambiguous: bool,
    /// Whether some en passant capture is walked to.
    pub(crate) walks_en_passant: bool,
    /// Whether taking royals decides the game, so that a side may be without.
    pub(crate) royals_can_fall: bool,
    pub(crate) castle_rights: [Vec<CastleRight<N>>; 2],
    /// The types that can be held in hand, in order.
    pub(crate) hand_types: Vec<PieceType>,
    /// The squares that each side wins by reaching.
    pub(crate) flag_zone: [BitSet<N>; 2],
    /// All squares of each file.
    pub(crate) file_of: PerSquare<BitSet<N>>,
    pub(crate) zobrist: Zobrist,
}

/// What is known of a piece.
#[derive(Debug)]
pub(crate) struct PieceInfo<const N: usize> {
    pub(crate) movement: u16,
    /// The movement while it has never moved.
    pub(crate) virgin_movement: u16,
    pub(crate) traits: Traits,
    pub(crate) rank: u8,
    pub(crate) promotion: Option<Box<PromotionInfo<N>>>,
    /// Squares that a burner on a square burns.
    pub(crate) burns: Option<PerSquare<BitSet<N>>>,
    /// Squares from which a burner burns a square.
    pub(crate) burnt_from: Option<PerSquare<BitSet<N>>>,
    pub(crate) burns_always: bool,
    /// Whether it survives a capture beside it.
    pub(crate) spared: bool,
    /// Whether it survives its own capture, too.
    pub(crate) withstands: bool,
    /// Squares where it could never move again.
    pub(crate) stuck: BitSet<N>,
    /// Squares on which it may stand.
    pub(crate) allowed: BitSet<N>,
    /// Squares on which it may be dropped.
    pub(crate) droppable: BitSet<N>,
    /// With so many on its file it is not dropped there...
    pub(crate) most_on_file: Option<u32>,
    /// ... and with so many on the board nowhere.
    pub(crate) most_on_board: Option<u32>,
    /// With so many on the board no other piece becomes one.
    pub(crate) most_by_promotion: Option<u32>,
    pub(crate) no_drop_mate: bool,
    /// What its captor gets in hand.
    pub(crate) held_as: Piece,
    /// Whether never having moved is part of the position for this type.
    pub(crate) tracked: bool,
    /// Whether that matters for castling only.
    pub(crate) tracked_for_castling_only: bool,
    /// Whether it may be castled with.
    pub(crate) is_partner: bool,
    pub(crate) resets_quiet: bool,
    /// For each type that captures it, how many turns its owner must pass; empty if never any.
    pub(crate) skip_turns: Box<[u8]>,
}

/// What the sets of a position distinguish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits {
    pub(crate) royal: bool,
    /// Captures along lines.
    pub(crate) lines: bool,
    /// Captures in a way that is neither a step nor a plain line.
    pub(crate) exotic: bool,
    /// Moves by more than steps that both move and capture.
    pub(crate) complex: bool,
    pub(crate) promotes: bool,
}

/// How a piece may promote, as sets to cut destinations with.
#[derive(Debug)]
pub(crate) struct PromotionInfo<const N: usize> {
    /// The pieces that it may become.
    pub(crate) to: Vec<Piece>,
    pub(crate) zone: BitSet<N>,
    /// Destinations that give the right: `[starts in zone][captures]`.
    pub(crate) right: [[BitSet<N>; 2]; 2],
    pub(crate) mandatory: bool,
    /// Whether what it becomes has another rank, or burns otherwise, so that the king's safety is
    /// another question for each choice.
    pub(crate) changes_safety: bool,
    /// Destinations where it must promote, whatever the right.
    pub(crate) forced: BitSet<N>,
    /// Where something that it may become may stand.
    pub(crate) fits: BitSet<N>,
    /// Where something that it may become may stand, and something else perhaps not.
    pub(crate) mixed: BitSet<N>,
    pub(crate) when: When,
    pub(crate) by_shot: bool,
}

/// How a class of pieces of one side moves.
#[derive(Debug)]
pub(crate) struct Movement<const N: usize> {
    /// Squares reached in one leap, to move or to capture.
    pub(crate) steps: PerSquare<BitSet<N>>,
    /// Lines to move and to capture along, those of ascending and of descending squares.
    pub(crate) lines: LineSet,
    /// Everything beyond; `None` for most pieces.
    pub(crate) extra: Option<Box<Extra<N>>>,
    pub(crate) sources: Sources<N>,
}

/// From where a movement captures on a square: what it does, seen from the other end.
#[derive(Debug, Default)]
pub(crate) struct Sources<const N: usize> {
    /// Squares from which one leap captures on a square.
    pub(crate) steps: PerSquare<BitSet<N>>,
    /// Lines back along those that are neither limited nor skip squares.
    pub(crate) lines: LineSet,
    /// Lines back along all others, and along flights.
    pub(crate) rays: u64,
    /// Whether there are captures besides, by two leaps or by walking.
    pub(crate) others: bool,
}

/// Sets of lines as bit masks over [`Game::lines`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineSet {
    pub(crate) up: u64,
    pub(crate) down: u64,
}

impl LineSet {
    pub(crate) fn all(self) -> u64 {
        self.up | self.down
    }

    pub(crate) fn is_empty(self) -> bool {
        self.all() == 0
    }
}

/// The rarer parts of a movement.
#[derive(Debug)]
pub(crate) struct Extra<const N: usize> {
    pub(crate) quiet_steps: Option<PerSquare<BitSet<N>>>,
    pub(crate) capture_steps: Option<PerSquare<BitSet<N>>>,
    pub(crate) quiet_lines: LineSet,
    pub(crate) capture_lines: LineSet,
    pub(crate) flies: LineSet,
    pub(crate) vias: Option<Vec<Vias<N>>>,
    pub(crate) en_passant_steps: Option<PerSquare<BitSet<N>>>,
    pub(crate) double_steps: Vec<DoubleStep<N>>,
    pub(crate) walks: Vec<Path>,
    /// Squares that any walk from a square could end on or capture on.
    pub(crate) walk_reach: Option<PerSquare<BitSet<N>>>,
}

impl<const N: usize> Extra<N> {
    /// Whether two leaps from one square are all that there is, or not even those.
    pub(crate) fn has_only_vias(&self) -> bool {
        self.quiet_steps.is_none()
            && self.capture_steps.is_none()
            && self.quiet_lines.is_empty()
            && self.capture_lines.is_empty()
            && self.flies.is_empty()
            && self.en_passant_steps.is_none()
            && self.walks.is_empty()
    }

    /// Whether from a square it goes to the same squares, by the same ways, whoever stands there.
    pub(crate) fn moves_as_it_captures(&self, from: Square) -> bool {
        let alike = |vias: &Vias<N>| {
            vias.pass.is_empty()
                && vias.shoot.is_empty()
                && vias.hit.is_empty()
                && vias.through.iter().all(|via| via.quiet == via.capture)
        };
        let vias = self.vias.as_ref().map(|vias| &vias[from.index()]);
        self.has_only_vias() && vias.is_none_or(alike)
    }
}

impl<const N: usize> Default for Extra<N> {
    fn default() -> Self {
        Extra {
            quiet_steps: None,
            capture_steps: None,
            quiet_lines: LineSet::default(),
            capture_lines: LineSet::default(),
            flies: LineSet::default(),
            vias: None,
            en_passant_steps: None,
            double_steps: Vec::new(),
            walks: Vec::new(),
            walk_reach: None,
        }
    }
}

/// A pawn's first move over one square or more, on which it may then be taken in passing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoubleStep<const N: usize> {
    pub(crate) from: Square,
    /// Squares that must be empty for it, besides the last.
    pub(crate) empty: BitSet<N>,
    /// The squares between.
    pub(crate) over: BitSet<N>,
    pub(crate) to: Square,
}

/// Moves of two leaps from one square, by their middle square.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vias<const N: usize> {
    /// An empty one of these allows a turn pass.
    pub(crate) pass: BitSet<N>,
    /// An enemy on these can be taken without leaving the square.
    pub(crate) shoot: BitSet<N>,
    /// An empty middle square opens the way to these.
    pub(crate) through: Vec<Via<N>>,
    /// An enemy on the middle square can be taken on the way to these.
    pub(crate) hit: Vec<Via<N>>,
    /// The middle squares of `hit`.
    pub(crate) hit_squares: BitSet<N>,
    /// All squares that could be captured on from here.
    pub(crate) reach: BitSet<N>,
    /// All middle squares.
    pub(crate) middles: BitSet<N>,
    /// All squares on which such a move could end.
    pub(crate) ends: BitSet<N>,
}

impl<const N: usize> Vias<N> {
    /// Whether some such move is possible, whatever stands around `from`: it ends on one of the
    /// `allowed` squares, and those `gone` exist only while something stands on them.
    pub(crate) fn lead(&self, from: Square, allowed: BitSet<N>, gone: BitSet<N>) -> bool {
        let in_place = !self.pass.without(gone).is_empty() || !self.shoot.is_empty();
        let on = |via: &Via<N>| {
            via.quiet.without(gone).intersects(allowed) || via.capture.intersects(allowed)
        };
        (in_place && allowed.contains(from))
            || self.through.iter().any(|via| !gone.contains(via.square) && on(via))
            || self.hit.iter().any(on)
    }
}

/// Where two leaps lead by one middle square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Via<const N: usize> {
    pub(crate) square: Square,
    pub(crate) quiet: BitSet<N>,
    pub(crate) capture: BitSet<N>,
}

/// No line leads from one square to the other.
pub(crate) const NO_LINE: u8 = 255;

/// What the inner loops look up of each piece, in as few bytes as possible.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hot {
    pub(crate) movement: u16,
    pub(crate) virgin_movement: u16,
    pub(crate) traits: Traits,
}

/// A type of few steps and many pieces (pawns), moved all at once by shifting its set.
#[derive(Debug)]
pub(crate) struct Shifter<const N: usize> {
    pub(crate) piece: Piece,
    pub(crate) pushes: Vec<Push<N>>,
}

/// One step of a shifter: squares on which it exists, and the index offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push<const N: usize> {
    pub(crate) from: BitSet<N>,
    pub(crate) shift: i8,
    pub(crate) quiet: bool,
    pub(crate) capture: bool,
    /// The offset of a square that must be empty on the way.
    pub(crate) over: Option<i8>,
}

/// A direction in which pieces slide, with its limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The index into [`Game::bases`].
    pub(crate) base: usize,
    /// Neither limited nor skipping.
    pub(crate) plain: bool,
}

/// One vector along which pieces slide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    /// Its unlimited line.
    pub(crate) line: usize,
    /// The unlimited line of the opposite vector.
    pub(crate) reverse: usize,
    /// Whether squares ascend along it.
    pub(crate) up: bool,
    /// All lines with this vector.
    pub(crate) family: u64,
    /// Lines of this vector by which any piece of the side captures.
    pub(crate) captures: [u64; 2],
    /// Whether a piece of the side flies along it.
    pub(crate) flown: [bool; 2],
}

/// How the own royals are kept safe; decided from the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Safety {
    /// Nothing to keep safe: every pseudo-legal move is legal.
    Free,
    /// One royal, attackers that step and slide: checkers and pins, once a node.
    Pins,
    /// One royal, any attackers: test the moves that touch a sensitive square.
    Filtered,
    /// Several royals: test every move.
    Many,
}

/// A king and a partner that may castle while both have never moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CastleRight<const N: usize> {
    /// Which piece castles: other pieces may start on its square, too.
    pub(crate) castler: Piece,
    pub(crate) king: Square,
    pub(crate) partner: Square,
    pub(crate) to: Square,
    /// What must be empty: the squares between the two, and those that they come over.
    pub(crate) between: BitSet<N>,
}

/// Random numbers for keys.
#[derive(Debug)]
pub(crate) struct Zobrist {
    pub(crate) pieces: PerPiece<PerSquare<u64>>,
    pub(crate) hands: PerPiece<u64>,
    pub(crate) unmoved: PerSquare<u64>,
    pub(crate) en_passant: PerSquare<u64>,
    pub(crate) second: u64,
    pub(crate) pass: u64,
    pub(crate) checks: [u64; 2],
    pub(crate) just_took: PerSquare<u64>,
}

impl Zobrist {
    pub(crate) fn new(types: usize, squares: usize) -> Self {
        let mut state = 0x6b6f_6d61_6461_6921;
        let mut next = move || {
            state = u64::wrapping_add(state, 0x9e37_79b9_7f4a_7c15);
            mix(state)
        };
        let mut square_table = || -> PerSquare<u64> { (0..squares).map(|_| next()).collect() };
        Zobrist {
            pieces: PerPiece::of(types, |_| square_table()),
            unmoved: square_table(),
            en_passant: square_table(),
            hands: PerPiece::of(types, |_| next()),
            second: next(),
            pass: next(),
            checks: [next(), next()],
            just_took: (0..squares).map(|_| next()).collect(),
        }
    }

    /// The part of the key that says how many turns each side must pass.
    pub(crate) fn passes(&self, to_move: Color, passes: [u8; 2]) -> u64 {
        match (passes[to_move.index()], passes[(!to_move).index()]) {
            (0, 0) => 0,
            (1, 0) => self.pass,
            (us, them) => mix(self.pass ^ (u64::from(us) << 8 | u64::from(them))),
        }
    }

    /// The part of the key that says how many checks each side has given.
    pub(crate) fn checks(&self, given: [u8; 2]) -> u64 {
        let part = |(base, given): (u64, u8)| {
            if given == 0 { 0 } else { mix(base.wrapping_add(given.into())) }
        };
        self.checks.into_iter().zip(given).map(part).fold(0, |key, part| key ^ part)
    }

    /// The part of the key that says "so many of this piece in hand".
    #[inline]
    pub(crate) fn hand(&self, piece: Piece, count: u8) -> u64 {
        if count == 0 { 0 } else { mix(self.hands[piece].wrapping_add(count.into())) }
    }
}

/// The finaliser of splitmix64 (Steele, Lea and Flood 2014).
#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl<const N: usize> Game<N> {
    /// The data that the game was compiled from.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The types that can be held in hand, in order.
    pub fn hand_types(&self) -> &[PieceType] {
        &self.hand_types
    }

    /// What a piece burns from each square at the end of a move in which it has become `piece`: as
    /// what it was, unless the burner that it becomes burns at once.
    pub(crate) fn fire_after(&self, mover: Piece, piece: Piece) -> Option<&PerSquare<BitSet<N>>> {
        let burns = |piece: Piece| self.pieces[piece].burns.as_ref();
        let at_once = self.variant.promotion.burns_at_once;
        burns(piece).filter(|_| at_once).or_else(|| burns(mover))
    }

    /// The part of the key that says what may be taken in passing.
    pub(crate) fn en_passant_key(&self, passed: EnPassant<N>) -> u64 {
        let over = passed.over.iter().fold(0, |key, s| key ^ self.zobrist.en_passant[s.index()]);
        if self.en_passant_is_ambiguous { mix(over ^ u64::from(passed.pawn.0)) } else { over }
    }

    /// How many turns the owner of a piece must pass if another one captures it.
    pub(crate) fn skip_turns(&self, captor: Piece, victim: Piece) -> u8 {
        if captor.color() == victim.color() {
            return 0;
        }
        let turns = &self.pieces[victim].skip_turns;
        turns.get(captor.piece_type().index()).copied().unwrap_or(0)
    }

    /// The number of squares of the board, holes included.
    pub fn squares(&self) -> usize {
        usize::from(self.variant.board.files) * usize::from(self.variant.board.ranks)
    }

    /// Squares from the first to the last that a slide along a line could reach on an empty board.
    #[inline(always)]
    pub(crate) fn ray(&self, line: usize, from: Square) -> BitSet<N> {
        self.rays[from.index() * self.lines.len() + line]
    }

    /// Squares reached along a set of lines: up to and including the first blockers.
    #[inline(always)]
    pub(crate) fn slides(&self, lines: LineSet, from: Square, blockers: BitSet<N>) -> BitSet<N> {
        let rays = &self.rays[from.index() * self.lines.len()..][..self.lines.len()];
        let mut reached = BitSet::EMPTY;
        let mut up = lines.up;
        while up != 0 {
            let ray = rays[up.trailing_zeros() as usize];
            reached |= ray & (ray & blockers).up_to_first();
            up &= up - 1;
        }
        let mut down = lines.down;
        while down != 0 {
            let ray = rays[down.trailing_zeros() as usize];
            reached |= ray & (ray & blockers).last_and_above();
            down &= down - 1;
        }
        reached
    }

    /// The blocker nearest to `from` on a base vector's ray.
    #[inline]
    pub(crate) fn nearest(&self, base: &Base, on_ray: BitSet<N>) -> Option<Square> {
        if base.up { on_ray.first() } else { on_ray.last() }
    }

    /// All squares ahead of a square along a vector.
    #[inline]
    pub(crate) fn ahead(&self, base: &Base, from: Square) -> BitSet<N> {
        self.ray(base.line, from)
    }

    /// All squares from which a square lies ahead along a vector.
    #[inline]
    pub(crate) fn behind(&self, base: &Base, target: Square) -> BitSet<N> {
        self.ray(base.reverse, target)
    }

    /// The vectors by which one square may lead to the other: the one that does, where there cannot
    /// be two of them, else all.
    #[inline]
    pub(crate) fn lines_between(&self, from: Square, to: Square) -> &[Base] {
        match (self.lines_are_distinct, self.line_between(from, to)) {
            (false, _) => &self.bases,
            (true, Some(base)) => std::slice::from_ref(base),
            (true, None) => &[],
        }
    }

    /// The vector that leads from one square to the other, if there is one.
    #[inline]
    pub(crate) fn line_between(&self, from: Square, to: Square) -> Option<&Base> {
        let base = self.direction[from.index() * self.file_of.len() + to.index()];
        self.bases.get(usize::from(base))
    }
}
