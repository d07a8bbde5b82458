//! The fastest way to find the squares that the pieces of a type attack.

use crate::eval::promotion::PromotionPaths;
use crate::eval::survey::{may_stand, reach_from_each, usable_squares};
use komadai_rules::{BitSet, Color, Game, PieceType, Position, Sandbox, Setup, Square};
use std::sync::Arc;

/// How to find the squares that a type of one side attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attack<const N: usize> {
    /// By shifting the set of all pieces: pawns.
    Shifts(Vec<Shift<N>>),
    /// By a table: the index of one of [`Attacks::leaps`].
    Leaps(usize),
    /// By asking the position for steps and slides.
    Lines,
    /// By both.
    Both(usize),
}

/// A shift of the set of all pieces: the squares from which it is possible, and the difference of
/// squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift<const N: usize> {
    pub(crate) from: BitSet<N>,
    pub(crate) by: i8,
}

/// How all types attack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attacks<const N: usize> {
    /// By `type * 2 + side`.
    by_code: Vec<Attack<N>>,
    /// EvalTables by square that types with the same movement share.
    pub(crate) leaps: Vec<Vec<BitSet<N>>>,
}

impl<const N: usize> Attacks<N> {
    /// How a type of a side attacks.
    #[inline]
    pub(crate) fn of(&self, color: Color, piece: PieceType) -> &Attack<N> {
        &self.by_code[2 * piece.index() + color.index()]
    }

    /// Adds the next type. Types are added in order, each of the first side and then of the second.
    pub(crate) fn add(
        &mut self,
        game: &Arc<Game<N>>,
        color: Color,
        piece: PieceType,
        extremes: &Extremes<N>,
    ) {
        let slides = extremes.slides();
        let attack = match shifts(&extremes.crowded) {
            Some(shifts) if !slides => Attack::Shifts(shifts),
            _ if slides && is_plain(game, color, piece, &extremes.crowded) => Attack::Lines,
            _ if slides => Attack::Both(self.leaps(&extremes.crowded)),
            _ => Attack::Leaps(self.leaps(&extremes.crowded)),
        };
        self.by_code.push(attack);
    }

    fn leaps(&mut self, table: &[BitSet<N>]) -> usize {
        let known = self.leaps.iter().position(|known| known == table);
        known.unwrap_or_else(|| {
            self.leaps.push(table.to_vec());
            self.leaps.len() - 1
        })
    }
}

/// What a type of one side reaches on an empty and on a crowded board.
pub(crate) struct Extremes<const N: usize> {
    pub(crate) paths: PromotionPaths<N>,
    /// Captures where every other square holds an enemy, by square.
    pub(crate) crowded: Vec<BitSet<N>>,
}

impl<const N: usize> Extremes<N> {
    /// Those of all types, each of the first side and then of the second.
    pub(crate) fn all(game: &Arc<Game<N>>) -> Vec<Self> {
        let crowds = Color::BOTH.map(|color| crowd(game, color));
        codes(game)
            .map(|(color, piece)| Extremes {
                paths: PromotionPaths::of(game, color, piece),
                crowded: crowded(game, &crowds[color.index()], color, piece),
            })
            .collect()
    }

    /// Whether the type slides: a crowd takes more than a third of its squares away.
    pub(crate) fn slides(&self) -> bool {
        let count = |sets: &[BitSet<N>]| sets.iter().map(BitSet::count).sum::<u32>();
        2 * count(&self.paths.open) > 3 * count(&self.crowded)
    }
}

/// All types, each of the first side and then of the second.
pub(crate) fn codes<const N: usize>(
    game: &Game<N>,
) -> impl Iterator<Item = (Color, PieceType)> + use<N> {
    let types = 0..game.variant().pieces.len();
    types.flat_map(|t| Color::BOTH.map(|color| (color, PieceType(t as u8))))
}

/// A board full of enemies of a side, usually pawns.
fn crowd<const N: usize>(game: &Arc<Game<N>>, color: Color) -> (Sandbox<N>, Option<PieceType>) {
    let pieces = &game.variant().pieces;
    let usual =
        |i: &usize| (pieces[*i].royal, pieces[*i].rank, usize::MAX - pieces[*i].at[0].len());
    let enemy = (0..pieces.len()).min_by_key(usual).map(|i| PieceType(i as u8));
    let mut sandbox = Sandbox::new(game);
    for square in usable_squares(game) {
        sandbox.set(square, enemy.map(|piece| (!color, piece)));
    }
    (sandbox, enemy)
}

fn crowded<const N: usize>(
    game: &Arc<Game<N>>,
    (sandbox, enemy): &(Sandbox<N>, Option<PieceType>),
    color: Color,
    piece: PieceType,
) -> Vec<BitSet<N>> {
    let squares = usable_squares(game);
    let squares = squares.iter().copied().filter(|s| may_stand(game, color, piece, *s));
    let rest = enemy.map(|piece| (!color, piece));
    reach_from_each(sandbox, squares, [Some((color, piece)), rest], |reach| reach.capture)
}

/// The shifts by which a type attacks, if there are at most two, like those of a pawn.
fn shifts<const N: usize>(crowded: &[BitSet<N>]) -> Option<Vec<Shift<N>>> {
    const MAX: usize = 2;
    let mut shifts: Vec<Shift<N>> = Vec::new();
    for (from, to) in crowded.iter().enumerate() {
        for to in *to {
            let by =
                i8::try_from(to.index() as i32 - from as i32).ok().filter(|by| by.abs() < 64)?;
            let square = Square(from as u8);
            match shifts.iter_mut().find(|shift| shift.by == by) {
                Some(shift) => shift.from.insert(square),
                None => shifts.push(Shift { from: BitSet::of(square), by }),
            }
        }
        if shifts.len() > MAX {
            return None;
        }
    }
    Some(shifts)
}

/// Whether a type attacks by plain steps and slides alone.
fn is_plain<const N: usize>(
    game: &Arc<Game<N>>,
    color: Color,
    piece: PieceType,
    crowded: &[BitSet<N>],
) -> bool {
    let mut board = vec![None; game.squares()];
    let squares = usable_squares(game).into_iter().filter(|s| may_stand(game, color, piece, *s));
    squares.for_each(|square| board[square.index()] = Some((color, piece)));
    let types = game.variant().pieces.len();
    let setup = Setup {
        board,
        hands: [vec![0; types], vec![0; types]],
        side: color,
        ply: 0,
        passes: [0; 2],
        unmoved: Some(Vec::new()),
        en_passant: Vec::new(),
        passed_pawn: None,
        quiet: 0,
        checks_given: [0; 2],
        just_took: None,
        counted: None,
    };
    let Ok(position) = Position::from_setup_forgiving(game, &setup, &|_| true) else {
        return false;
    };
    let covers = |(i, set): (usize, &BitSet<N>)| {
        set.without(position.plain_reach(Square(i as u8))).is_empty()
    };
    crowded.iter().enumerate().all(covers)
}
