//! From a [`Variant`] to a [`Game`]: every movement becomes tables where it can, and stays a list of
//! paths to walk where it cannot.

mod attacks;
mod movement;
mod pieces;

use crate::bits::BitSet;
use crate::borrow;
use crate::game::{Base, Game, Hot, Line, NO_LINE, PerSquare, Safety, Zobrist};
use crate::generate::passing;
use crate::piece::{PerPiece, Piece};
use crate::variant::{BurnWhen, CaptureBan, CaptureDuty, PieceData, Variant};
use crate::{Color, PieceType, Square};
use komadai_movement::{LowerError, Path, paths};
use std::collections::HashMap;

/// Why a variant that reads well cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// A movement says something that cannot be carried out.
    #[error("the movement of {piece}: {error}")]
    Movement {
        /// The piece's id.
        piece: String,
        /// Which of its movement texts, and the place in it.
        text: usize,
        /// What is wrong.
        error: LowerError,
    },
    /// A movement has too many ways to go.
    #[error("the movement of {piece} has too many ways to go: {reason}")]
    TooManyPaths {
        /// The piece's id.
        piece: String,
        /// How many, and what the limit is.
        reason: String,
    },
    /// The board has more squares than this class of tables holds.
    #[error("the board has {squares} squares, more than {room}")]
    TooLarge {
        /// Squares of the board.
        squares: usize,
        /// Squares of the class.
        room: usize,
    },
    /// Too many types of piece.
    #[error("{count} types of piece, more than 127")]
    TooManyTypes {
        /// How many there are.
        count: usize,
    },
    /// More sorts of slide than there is room for.
    #[error("the pieces slide in more than 64 different ways")]
    TooManyLines,
}

/// Coordinates of a board.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub(crate) files: i32,
    pub(crate) ranks: i32,
    pub(crate) holes: [bool; 256],
    pub(crate) vanishing: [bool; 256],
}

impl Geometry {
    pub(crate) fn new(variant: &Variant) -> Self {
        let board = &variant.board;
        let marks = |squares: &[Square]| {
            let mut table = [false; 256];
            squares.iter().for_each(|s| table[s.index()] = true);
            table
        };
        Geometry {
            files: board.files.into(),
            ranks: board.ranks.into(),
            holes: marks(&board.holes),
            vanishing: marks(&board.vanishing),
        }
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.files * self.ranks).map(|i| Square(i as u8))
    }

    /// A table filled with one value.
    pub(crate) fn table<T: Copy>(&self, value: T) -> PerSquare<T> {
        vec![value; (self.files * self.ranks) as usize].into()
    }

    /// The existing square at an offset; a cylinder joins the left and right edges.
    pub(crate) fn offset(
        &self,
        from: Square,
        (dx, dy): (i32, i32),
        cylinder: bool,
    ) -> Option<Square> {
        let i = i32::from(from.0);
        let (mut x, y) = (i % self.files + dx, i / self.files + dy);
        if cylinder {
            x = x.rem_euclid(self.files);
        }
        if !(0..self.files).contains(&x) || !(0..self.ranks).contains(&y) {
            return None;
        }
        let square = Square((y * self.files + x) as u8);
        (!self.holes[square.index()]).then_some(square)
    }
}

/// A slide: vector, most steps, skipped squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineKey {
    pub(crate) vector: (i32, i32),
    pub(crate) max: u8,
    pub(crate) skip: u8,
}

impl LineKey {
    fn plain(vector: (i32, i32)) -> Self {
        LineKey { vector, max: komadai_movement::UNLIMITED, skip: 0 }
    }
}

/// The lines that the movements have asked for so far.
#[derive(Default)]
pub(crate) struct Lines {
    keys: Vec<LineKey>,
    index: HashMap<LineKey, usize>,
}

impl Lines {
    /// The number of a line, and with it those of its unlimited forms in both directions.
    pub(crate) fn number(&mut self, key: LineKey) -> usize {
        let (x, y) = key.vector;
        self.intern(LineKey::plain((x, y)));
        self.intern(LineKey::plain((-x, -y)));
        self.intern(key)
    }

    fn intern(&mut self, key: LineKey) -> usize {
        let next = self.keys.len();
        let number = *self.index.entry(key).or_insert(next);
        if number == next {
            self.keys.push(key);
        }
        number
    }
}

/// Whether squares ascend along a vector.
pub(crate) fn ascends((dx, dy): (i32, i32)) -> bool {
    dy > 0 || (dy == 0 && dx > 0)
}

impl<const N: usize> Game<N> {
    /// Compiles a variant.
    ///
    /// # Errors
    /// See [`CompileError`]; the variant's own checks have been made by the loader.
    pub fn compile(variant: &Variant) -> Result<Self, CompileError> {
        let geometry = Geometry::new(variant);
        let squares = (geometry.files * geometry.ranks) as usize;
        if squares > 64 * N {
            return Err(CompileError::TooLarge { squares, room: 64 * N });
        }
        let count = variant.pieces.len();
        if count > Piece::MOST_TYPES {
            return Err(CompileError::TooManyTypes { count });
        }
        let mut lines = Lines::default();
        let compiled = movement::compile_all::<N>(variant, &geometry, &mut lines)?;
        if lines.keys.len() > 64 {
            return Err(CompileError::TooManyLines);
        }
        let exists = geometry.squares().filter(|s| !geometry.holes[s.index()]).collect();
        let rays = build_rays(&geometry, &lines);
        let (lines, bases) = build_bases(&lines);
        let (direction, lines_are_distinct) = build_directions(&bases, &rays, squares);
        let by_square = (0..squares).flat_map(|from| rays.iter().map(move |line| line[from]));
        let mut game = Game {
            exists,
            vanishing: variant.board.vanishing.iter().copied().collect(),
            pieces: PerPiece::default(),
            movements: compiled.movements,
            hot: Box::new([Hot::default(); 256]),
            shifters: [Vec::new(), Vec::new()],
            lines,
            rays: by_square.collect(),
            direction,
            lines_are_distinct,
            bases,
            line_in: [geometry.table(BitSet::EMPTY), geometry.table(BitSet::EMPTY)],
            step_in: [geometry.table(BitSet::EMPTY), geometry.table(BitSet::EMPTY)],
            near_royal: [geometry.table([BitSet::EMPTY; 2]), geometry.table([BitSet::EMPTY; 2])],
            exotic_in: [geometry.table(BitSet::EMPTY), geometry.table(BitSet::EMPTY)],
            en_passant_in: [geometry.table(BitSet::EMPTY), geometry.table(BitSet::EMPTY)],
            safety: Safety::Free,
            limits_promotion: false,
            needs_playing: false,
            dedupe_by_key: false,
            passive_burners: variant
                .pieces
                .iter()
                .any(|p| p.burns.is_some() && p.burn_when == BurnWhen::Always),
            fire_depends: false,
            has_exotic: false,
            captures_reset_quiet: variant.end.quiet.as_ref().is_some_and(|q| q.reset_by_capture),
            has_duty: variant.capture_duty != CaptureDuty::None,
            has_fire: variant.explosion.is_some()
                || variant.pieces.iter().any(|p| p.burns.is_some()),
            explosion: variant.explosion.as_ref().map(|it| pieces::blasts(&geometry, it)),
            is_unusual: variant.borrowing.is_some()
                || !variant.end.counting.is_empty()
                || !variant.passing.is_empty()
                || variant.capture_limits.iter().any(|l| l.when == CaptureBan::InReturn),
            lenders: borrow::lenders(variant, &geometry),
            may_pass: !variant.passing.is_empty(),
            passing: passing::rights(variant),
            places: variant.placement.is_some(),
            placing_reach: placing_reach(variant),
            placing_zone: placing_zone(variant),
            placing_repeats: placing_repeats(variant),
            limits_captures: !variant.capture_limits.is_empty(),
            limited: limited(variant),
            counts_moves: !variant.end.counting.is_empty(),
            counts_checks: variant.end.checks.is_some(),
            forbids_chases: variant
                .end
                .repetition
                .as_ref()
                .is_some_and(|rule| !rule.perpetual_chase.is_empty()),
            has_unmoved: false,
            has_confined: variant.pieces.iter().any(|p| p.confine.is_some()),
            has_en_passant: false,
            walks_en_passant: false,
            en_passant_is_ambiguous: false,
            royals_can_fall: variant.royals_can_fall(),
            castle_rights: [Vec::new(), Vec::new()],
            hand_types: hand_types(variant),
            flag_zone: flag_zone(variant),
            file_of: geometry.table(BitSet::EMPTY),
            zobrist: Zobrist::new(count, squares),
            variant: variant.clone(),
        };
        for square in geometry.squares() {
            let file = i32::from(square.0) % geometry.files;
            game.file_of[square.index()] =
                geometry.squares().filter(|s| i32::from(s.0) % geometry.files == file).collect();
        }
        pieces::describe(&mut game, &geometry, &compiled.ids, &compiled.virgin_ids);
        attacks::index(&mut game, &geometry);
        Ok(game)
    }
}

/// The types that can be held in hand.
fn hand_types(variant: &Variant) -> Vec<PieceType> {
    let all = (0..variant.pieces.len()).map(|i| PieceType(i as u8));
    all.filter(|t| {
        let held = Color::BOTH.iter().any(|c| variant.pieces[t.index()].hand[c.index()] > 0);
        held || (variant.captures_to_hand
            && variant.pieces.iter().any(|p| p.demotes_to == *t && !p.royal))
    })
    .collect()
}

/// The types whose capture is limited.
fn limited(variant: &Variant) -> Vec<PieceType> {
    let mut types: Vec<PieceType> =
        variant.capture_limits.iter().flat_map(|limit| limit.captured.iter().copied()).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// Whether several moves may come to the same when something is placed after them: where moves have several legs, or
/// what is placed can also move, be dropped, or come about by promotion.
fn placing_repeats(variant: &Variant) -> bool {
    let Some(rule) = &variant.placement else { return false };
    let comes_otherwise = |placed: &PieceType| {
        let becomes = |piece: &PieceData| piece.promotes.contains(placed);
        !variant.pieces[placed.index()].moves.is_empty()
            || variant.drops.allowed
            || variant.pieces.iter().any(becomes)
    };
    let bends = |piece: &PieceData| {
        let paths = piece.moves.iter().filter_map(|m| paths(m).ok()).flatten();
        piece.burns.is_some() || paths.into_iter().any(|path| path.legs().len() > 1)
    };
    variant.explosion.is_some()
        || variant.pieces.iter().any(bends)
        || rule.pieces.iter().any(comes_otherwise)
}

/// How far from where a move ends something may be placed. It is said by directions and atoms alone, so that lowering
/// cannot fail.
fn placing_reach(variant: &Variant) -> Option<Vec<Path>> {
    let reach = variant.placement.as_ref()?.reach.as_ref()?;
    Some(paths(reach).unwrap_or_default())
}

/// The only squares on which each side may place something.
fn placing_zone<const N: usize>(variant: &Variant) -> Option<[BitSet<N>; 2]> {
    let zone = variant.placement.as_ref()?.zone.as_ref()?;
    Some([0, 1].map(|side| zone[side].iter().copied().collect()))
}

/// The squares that each side wins by reaching.
fn flag_zone<const N: usize>(variant: &Variant) -> [BitSet<N>; 2] {
    let zone = variant.end.flag.as_ref().map(|rule| &rule.zone);
    [0, 1].map(|side| zone.into_iter().flat_map(|zone| zone[side].iter().copied()).collect())
}

fn build_bases(lines: &Lines) -> (Vec<Line>, Vec<Base>) {
    let mut bases: Vec<Base> = Vec::new();
    let mut base_of: HashMap<(i32, i32), usize> = HashMap::new();
    for (i, key) in lines.keys.iter().enumerate() {
        if *key == LineKey::plain(key.vector) {
            base_of.insert(key.vector, bases.len());
            let opposite = LineKey::plain((-key.vector.0, -key.vector.1));
            bases.push(Base {
                line: i,
                reverse: lines.index[&opposite],
                up: ascends(key.vector),
                family: 0,
                captures: [0; 2],
                flown: [false; 2],
            });
        }
    }
    let mut out = Vec::new();
    for (i, key) in lines.keys.iter().enumerate() {
        let base = base_of[&key.vector];
        bases[base].family |= 1 << i;
        let plain = *key == LineKey::plain(key.vector);
        out.push(Line { base, plain });
    }
    (out, bases)
}

fn build_rays<const N: usize>(geometry: &Geometry, lines: &Lines) -> Vec<PerSquare<BitSet<N>>> {
    let table = |key: &LineKey| {
        let mut rays = geometry.table(BitSet::EMPTY);
        for square in geometry.squares().filter(|s| !geometry.holes[s.index()]) {
            let step = |s: &Square| geometry.offset(*s, key.vector, false);
            let ray = std::iter::successors(step(&square), step);
            rays[square.index()] = ray.take(key.max.into()).skip(key.skip.into()).collect();
        }
        rays
    };
    lines.keys.iter().map(table).collect()
}

/// Which vector leads from square to square; and whether there is never a second one.
fn build_directions<const N: usize>(
    bases: &[Base],
    rays: &[PerSquare<BitSet<N>>],
    squares: usize,
) -> (Box<[u8]>, bool) {
    let mut table = vec![NO_LINE; squares * squares];
    let mut distinct = true;
    for (i, base) in bases.iter().enumerate() {
        for from in 0..squares {
            for to in rays[base.line][from] {
                let entry = &mut table[from * squares + to.index()];
                distinct &= *entry == NO_LINE;
                *entry = i as u8;
            }
        }
    }
    (table.into(), distinct)
}
