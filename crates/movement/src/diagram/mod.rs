//! What a piece can do, as a picture in numbers: one source for all who draw it.
//!
//! A [`Diagram`] is computed from the movement alone. Everything in it is seen from the first side
//! and from the piece, which stands on (0, 0): `x` grows to its right, `y` forward. It has three
//! sorts of strokes:
//!
//! * a [`Mark`] is about one square,
//! * a [`Line`] about squares in a straight line, over empty squares unless it says otherwise,
//! * a [`Curve`] about squares in a bent one.
//!
//! Each carries a set of [`Kind`]s that belong together: exactly one *manner* (how the piece gets
//! there: step, slide, shot ..), some *purposes* (what it does there: move, capture ..), and perhaps
//! *conditions* (only as its first move ..). What holds under other conditions is another stroke, so
//! a square may have several marks. What no stroke can say is a [`Note`].
//!
//! Nothing is lost: with a board beside it a diagram gives all moves of the piece, except where
//! [`Kind::Other`] says that only the squares are told. The tests read diagrams in this way and
//! compare them with the move generator.

mod expand;
mod merge;
mod other;
mod reach;

use crate::lower::{LowerError, lower, paths};
use crate::path::{Path, PathKind, UNLIMITED};
use expand::Strokes;
use komadai_betza::Descriptor;
use komadai_variant::PieceType;
use komadai_variant::{BurnWhen, Movement, PieceData, Variant};
use serde::Serialize;
use std::collections::BTreeSet;

/// Everything that a piece can do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Diagram {
    /// How far from the piece the diagram must show squares, in each direction, so that every mark
    /// and every line that ends is seen; 1 at least.
    pub radius: u8,
    /// Whether something goes on as far as the board does.
    pub unlimited: bool,
    /// Single squares, from the piece's left back to its right front.
    pub marks: Vec<Mark>,
    /// Squares in a line.
    pub lines: Vec<Line>,
    /// Squares in a bent line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
    /// Enemies on these squares, seen from where the piece ends its move, are burned.
    pub burns: Vec<Offset>,
    /// What else there is to say.
    pub notes: Vec<Note>,
}

/// A square as seen from the piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Offset {
    /// To the right.
    pub x: i8,
    /// Forward.
    pub y: i8,
}

/// One square.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mark {
    /// Which one: where the piece ends, or for [`Kind::Shot`], [`Kind::Hit`] and [`Kind::Pass`] the
    /// square that it visits on the way.
    #[serde(flatten)]
    pub at: Offset,
    /// Manner, purposes and conditions.
    pub kinds: BTreeSet<Kind>,
    /// The ways by which the piece comes there; any of them will do. None: it comes there directly.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Vec<Stop>>,
}

/// What the piece visits before it ends its move, in order.
pub type Way = Vec<Stop>;

/// One square on the way, and what must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Stop {
    /// Which square.
    #[serde(flatten)]
    pub at: Offset,
    /// What must be found there, and what becomes of it.
    pub is: Content,
}

/// What a piece finds on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// Nothing. (For [`Kind::Lame`] a square that does not exist is empty too.)
    Empty,
    /// An enemy, which is taken.
    Taken,
    /// A piece of the own side, which goes.
    Destroyed,
    /// Any piece, which stays.
    Piece,
}

/// Squares in a straight line. The piece ends on the `from`-th to the `to`-th of them, and all
/// squares before must exist and be empty, unless the kinds say otherwise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Line {
    /// The square from which the steps are counted: (0, 0), or the last of the `stops`.
    #[serde(flatten)]
    pub start: Offset,
    /// One step to the right.
    pub dx: i8,
    /// One step forward.
    pub dy: i8,
    /// The first square that counts.
    pub from: u8,
    /// The last one; none where only the board ends it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub to: Option<u8>,
    /// Manner, purposes and conditions.
    pub kinds: BTreeSet<Kind>,
    /// For [`Kind::Hop`] and [`Kind::HopBehind`]: over how many pieces, at least and at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<(u8, u8)>,
    /// What the piece visits before it comes to `start`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<Stop>,
    /// For [`Kind::Hook`]: where it may go on from every square of the line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
}

/// A second line, begun on any square of a first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Turn {
    /// One step to the right.
    pub dx: i8,
    /// One step forward.
    pub dy: i8,
    /// The last square that counts; none where only the board ends it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub to: Option<u8>,
}

/// Squares one after another, each of which must exist and be empty for the piece to go on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Curve {
    /// The squares in order. A circle ends on (0, 0).
    pub squares: Vec<Offset>,
    /// The first square that counts, from 1.
    pub from: u8,
    /// Manner, purposes and conditions.
    pub kinds: BTreeSet<Kind>,
}

/// Kinds that belong together.
pub type Kinds = BTreeSet<Kind>;

/// What is true of a stroke. The order is that of the text: manner, purposes, conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Manner: to the next square.
    Step,
    /// Manner: further off at once, whatever stands between.
    Jump,
    /// Manner: over empty squares to any further one.
    Slide,
    /// Manner (lines): over as many pieces as `over` says, then on over empty squares.
    Hop,
    /// Manner (lines): likewise, but only to the square right behind the last of them.
    HopBehind,
    /// Manner (lines): over any number of pieces of lower rank; see [`Note::FliesOver`].
    Fly,
    /// Manner (marks): over several steps, by the `ways`, all of whose squares must be empty.
    Area,
    /// Manner (marks): over several steps, by the `ways`, with captures or other pieces on them.
    Chain,
    /// Manner (lines): over empty squares, then round a corner (`turns`) on one of them.
    Hook,
    /// Manner (marks): the piece goes there with a partner; see [`Note::Castles`].
    Castle,
    /// Manner: what is here is taken, and the piece stays where it stands.
    Shot,
    /// Manner (marks): what is here is taken, and the piece goes on. Only for the eye: the whole
    /// moves are [`Kind::Chain`]s.
    Hit,
    /// Manner: the piece goes here and back, which passes the turn. (A mark on (0, 0) is a round trip
    /// by its `ways`.)
    Pass,
    /// Manner (marks): it may come here in a way too long to be told.
    Other,

    /// Purpose: to an empty square.
    Move,
    /// Purpose: to an enemy, which is taken.
    Capture,
    /// Purpose: to a piece of the own side, which goes.
    Destroy,
    /// Purpose: to a square that a piece has just passed over, which is taken.
    EnPassant,

    /// Condition: only while the piece has never moved.
    Initial,
    /// Condition: only from some squares of the board, or to some: see [`Note::Regional`].
    Regional,
    /// Condition: the square half-way of every step is empty.
    Lame,
    /// Condition: the square half-way of every step is occupied.
    Over,
    /// Condition (lines): the squares before `from` need only exist.
    Skip,
    /// Condition: only own pieces are hopped over.
    OverFriends,
    /// Condition: of captures, only royals.
    RoyalOnly,
    /// Condition: of captures, anything but royals.
    NotRoyal,
    /// Condition: what is taken reappears where the piece came from.
    Swap,
    /// Condition: left and right edges of the board are joined.
    Cylinder,
}

/// What strokes cannot say, for people to read in their own language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "key", content = "args", rename_all = "snake_case")]
pub enum Note {
    /// It goes to any square of the board.
    Anywhere {
        /// What it does there, and when.
        kinds: BTreeSet<Kind>,
    },
    /// Its flights ([`Kind::Fly`]) pass over pieces of lower rank.
    FliesOver {
        /// Its own rank.
        rank: u8,
        /// Ids of the pieces that it cannot pass: those of its rank and above.
        stopped_by: Vec<String>,
    },
    /// It burns: see `burns`.
    Burns {
        /// Whether also what ends its own move there goes.
        always: bool,
    },
    /// Castling ([`Kind::Castle`]): a partner that has never moved goes to the square that the piece
    /// passes last. Nothing may stand between the two.
    Castles {
        /// How many squares the piece goes.
        distance: u8,
        /// How many files from the edge the partner stands: 0 in the corner.
        from_edge: u8,
        /// Ids of the pieces that may be partners.
        partners: Vec<String>,
    },
    /// Some of its movements ([`Kind::Regional`]) hold only from some squares of the board, or to some.
    Regional,
    /// By some of its movements it hops over some pieces only, or captures some only.
    Choosy,
    /// It may stand only on some squares of the board.
    Confined,
    /// Some of its ways are too long to be drawn: [`Kind::Other`].
    Other,
}

impl Kind {
    /// Whether it tells how the piece gets there.
    pub fn is_manner(self) -> bool {
        self < Kind::Move
    }

    /// Whether it tells what the piece does there.
    pub fn is_purpose(self) -> bool {
        (Kind::Move..=Kind::EnPassant).contains(&self)
    }
}

/// The manner of a stroke: how the piece gets there.
pub fn manner(kinds: &Kinds) -> Option<Kind> {
    kinds.iter().copied().find(|kind| kind.is_manner())
}

impl Diagram {
    /// The diagram of a type of piece.
    ///
    /// # Errors
    /// A movement that cannot be carried out. Those of compiled games can.
    pub fn of(variant: &Variant, piece: PieceType) -> Result<Self, LowerError> {
        let data = &variant.pieces[piece.index()];
        let mut all = Vec::new();
        for movement in &data.moves {
            all.extend(paths(movement)?);
        }
        let mut diagram = Diagram::of_paths(&all, (variant.board.files, variant.board.ranks));
        diagram.add_partners(variant);
        diagram.add_flights(variant, data)?;
        diagram.add_fire(variant, data)?;
        if data.moves.iter().any(|movement| movement.from.is_some() || movement.to.is_some()) {
            diagram.notes.push(Note::Regional);
        }
        if data.moves.iter().any(Movement::is_choosy) {
            diagram.notes.push(Note::Choosy);
        }
        if data.confine.is_some() {
            diagram.notes.push(Note::Confined);
        }
        diagram.measure();
        Ok(diagram)
    }

    /// The diagram of a movement on a board of so many files and ranks.
    ///
    /// ```
    /// # use komadai_movement::diagram::{Diagram, Kind};
    /// let movement = komadai_betza::parse("fW").unwrap().descriptor;
    /// let diagram = Diagram::of_movement(&movement, (9, 9)).unwrap();
    /// assert_eq!((diagram.marks[0].at.x, diagram.marks[0].at.y), (0, 1));
    /// assert!(diagram.marks[0].kinds.iter().eq(&[Kind::Step, Kind::Move, Kind::Capture]));
    /// ```
    ///
    /// # Errors
    /// A movement that cannot be carried out.
    pub fn of_movement(movement: &Descriptor, size: (u8, u8)) -> Result<Self, LowerError> {
        let mut diagram = Diagram::of_paths(&lower(movement)?, size);
        diagram.measure();
        Ok(diagram)
    }

    fn of_paths(paths: &[Path], size: (u8, u8)) -> Self {
        let (mut strokes, mut notes) = (Strokes::default(), Vec::new());
        for path in paths {
            match (&path.kind, expand::expand(path, size)) {
                (PathKind::Universal(ends), _) => {
                    let mut kinds = expand::purposes(ends, false);
                    kinds.extend(expand::conditions(path));
                    notes.push(Note::Anywhere { kinds });
                }
                (PathKind::Castle(castle), Some(found)) => {
                    strokes.append(found);
                    let (distance, from_edge) = (castle.distance, castle.inset);
                    notes.push(Note::Castles { distance, from_edge, partners: Vec::new() });
                }
                (_, Some(found)) => strokes.append(found),
                (_, None) => strokes.append(other::reached(path, size)),
            }
        }
        let Strokes { marks, lines, curves } = merge::merged(strokes);
        if marks.iter().any(|mark| mark.kinds.contains(&Kind::Other)) {
            notes.push(Note::Other);
        }
        Diagram { marks, lines, curves, notes, ..Diagram::default() }
    }

    /// Says who may castle with the piece.
    fn add_partners(&mut self, variant: &Variant) {
        let types = &variant.castling.partners;
        let may = |(index, piece): &(usize, &PieceData)| {
            if types.is_empty() { !piece.royal } else { types.contains(&PieceType(*index as u8)) }
        };
        let ids = || variant.pieces.iter().enumerate().filter(may).map(|(_, p)| p.id.clone());
        for note in &mut self.notes {
            if let Note::Castles { partners, .. } = note {
                *partners = ids().collect();
            }
        }
    }

    fn add_flights(&mut self, variant: &Variant, data: &PieceData) -> Result<(), LowerError> {
        let Some(flies) = &data.flies else { return Ok(()) };
        for leg in paths(flies)?.iter().filter_map(|path| path.legs().first()) {
            for (dx, dy) in expand::first_vectors(leg) {
                let kinds = Kinds::from([Kind::Fly, Kind::Capture]);
                self.lines.push(Line::plain(Offset::default(), (dx, dy), (1, UNLIMITED), kinds));
            }
        }
        let stops = variant.pieces.iter().filter(|p| p.rank >= data.rank);
        let stopped_by = stops.map(|p| p.id.clone()).collect();
        self.notes.push(Note::FliesOver { rank: data.rank, stopped_by });
        Ok(())
    }

    fn add_fire(&mut self, variant: &Variant, data: &PieceData) -> Result<(), LowerError> {
        let Some(burns) = &data.burns else { return Ok(()) };
        self.burns = around(variant, burns)?.into_iter().collect();
        self.notes.push(Note::Burns { always: data.burn_when == BurnWhen::Always });
        Ok(())
    }

    /// Finds radius and reach.
    fn measure(&mut self) {
        let open = |line: &Line| line.to.is_none() || line.turns.iter().any(|t| t.to.is_none());
        let anywhere = self.notes.iter().any(|note| matches!(note, Note::Anywhere { .. }));
        let endless = |curve: &Curve| curve.squares.last() != Some(&Offset::default());
        self.unlimited = anywhere
            || self.lines.iter().any(open)
            || self.curves.iter().any(|c| endless(c) && c.squares.len() > 3);
        let ways = self.marks.iter().flat_map(|mark| mark.ways.iter().flatten());
        let stops = ways.chain(self.lines.iter().flat_map(|line| &line.stops)).map(|s| s.at);
        let ends = self.lines.iter().map(|line| line.square(line.to.unwrap_or(line.from)));
        let bends = self.curves.iter().flat_map(|curve| {
            let shown = if endless(curve) { curve.squares.len().min(3) } else { usize::MAX };
            curve.squares.iter().copied().take(shown)
        });
        // What is only told by its squares may be anywhere: the near ones are shown.
        let near = |at: &Offset| at.x.unsigned_abs().max(at.y.unsigned_abs()) <= 3;
        let vague = self.notes.contains(&Note::Other);
        let vague =
            |kinds: &Kinds| kinds.contains(&Kind::Other) || (vague && kinds.contains(&Kind::Hit));
        let told = |mark: &&Mark| !vague(&mark.kinds) || near(&mark.at);
        let marks = self.marks.iter().filter(told).map(|m| m.at);
        let all = marks.chain(stops).chain(ends).chain(bends).chain(self.burns.iter().copied());
        let furthest = all.map(|at| at.x.unsigned_abs().max(at.y.unsigned_abs())).max();
        self.radius = furthest.unwrap_or(0).max(1);
    }
}

/// The squares around a piece that a text of directions and atoms names.
///
/// # Errors
/// What it says cannot be carried out.
pub fn around(variant: &Variant, squares: &Movement) -> Result<BTreeSet<Offset>, LowerError> {
    let longest = variant.board.files.max(variant.board.ranks) - 1;
    let mut named = BTreeSet::new();
    for leg in paths(squares)?.iter().filter_map(|path| path.legs().first()) {
        for vector in expand::first_vectors(leg) {
            let reached = |n: u8| Offset::default().after(vector, n);
            named.extend((leg.min..=leg.max.min(longest)).map(reached));
        }
    }
    Ok(named)
}

impl Offset {
    /// The square so many steps further on.
    fn after(self, (dx, dy): (i8, i8), steps: u8) -> Offset {
        let go = |from: i8, by: i8| {
            let to = i32::from(from) + i32::from(by) * i32::from(steps);
            to.clamp(i8::MIN.into(), i8::MAX.into()) as i8
        };
        Offset { x: go(self.x, dx), y: go(self.y, dy) }
    }
}

impl Line {
    /// The `n`-th square of the line.
    pub fn square(&self, n: u8) -> Offset {
        self.start.after((self.dx, self.dy), n)
    }

    fn plain(start: Offset, vector: (i8, i8), (from, to): (u8, u8), kinds: Kinds) -> Line {
        Line {
            start,
            dx: vector.0,
            dy: vector.1,
            from,
            to: limit(to),
            kinds,
            over: None,
            stops: Vec::new(),
            turns: Vec::new(),
        }
    }
}

/// No board is longer than 16 squares.
fn limit(to: u8) -> Option<u8> {
    (to < 15).then_some(to)
}
