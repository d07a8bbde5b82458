//! Walking a piece over boards that differ from the real one.

use super::{Explainer, Man, Reason};
use crate::spell::{Standing, without_captures_on_the_way};
use crate::{PieceType, Square};
use komadai_movement::{Cell, Terrain, Walk, walk};
use komadai_movement::{Path, PathKind};

/// How many named squares are looked at with all their contents together.
const MOST_CHANGED: usize = 3;

/// A board that differs from the real one, and a way that a piece wants to go on it.
pub(super) struct Trial<'e, const N: usize> {
    explainer: &'e Explainer<'e, N>,
    standing: Standing<'e, N>,
    mover: &'e Man,
    paths: Vec<Path>,
    /// The squares between that were named, and the destination.
    between: &'e [Square],
    to: Square,
    /// Squares with another content.
    changed: Vec<(Square, Cell)>,
    rest: Rest,
    /// Squares on which any type of piece may stand.
    unknown: Vec<Square>,
    /// Whether squares that have vanished are back, empty.
    restored: bool,
    /// Whether every piece counts as never moved.
    virgin: bool,
    /// Whether it has to capture.
    shooting: bool,
    en_passant: Option<(Square, Square)>,
}

/// What stands on the squares that nobody has named.
enum Rest {
    /// What really stands there.
    AsIs,
    /// The same without these.
    Without(Vec<Square>),
    /// Whatever allows the move.
    Anything,
}

impl<'e, const N: usize> Trial<'e, N> {
    pub(super) fn new(
        explainer: &'e Explainer<'e, N>,
        mover: &'e Man,
        paths: &[Path],
        squares: &'e [Square],
    ) -> Self {
        let (to, between) = match squares {
            [_, between @ .., to] => (*to, between),
            _ => (mover.at.square, &squares[..0]),
        };
        let mut paths: Vec<Path> =
            paths.iter().filter(|p| !matches!(p.kind, PathKind::Castle(_))).cloned().collect();
        if !between.is_empty() {
            // Each leg but the last ends on a square between.
            paths.retain(|path| path.legs().len() == between.len() + 1);
        }
        if !between.is_empty() && to != mover.at.square {
            let quiet: Vec<Path> = paths.iter().filter_map(without_captures_on_the_way).collect();
            paths.extend(quiet);
        }
        let (board, game) = (&explainer.position.board, explainer.game);
        Trial {
            explainer,
            standing: Standing { board, game, side: mover.side },
            mover,
            paths,
            between,
            to,
            changed: Vec::new(),
            rest: Rest::AsIs,
            unknown: Vec::new(),
            restored: false,
            virgin: false,
            shooting: false,
            en_passant: None,
        }
    }

    /// The same for a shot, which is no pass.
    pub(super) fn shooting(self) -> Self {
        Trial { shooting: true, ..self }
    }

    /// The first difference that makes the move possible, as a reason.
    pub(super) fn reason(mut self) -> Option<Reason> {
        if self.paths.is_empty() {
            return None;
        }
        if self.works() {
            return self.confined();
        }
        self.wrong_type()
            .or_else(|| self.wrong_content())
            .or_else(|| self.in_any_contents(Self::in_the_way))
            .or_else(|| self.in_any_contents(Self::gap))
            .or_else(|| self.needs_others())
            .or_else(|| self.first_move_only())
            .or_else(|| self.not_here())
    }

    /// Whether the pawn would be taken if it had just made its double step.
    pub(super) fn takes_in_passing(mut self, target: Square, victim: Square) -> bool {
        self.en_passant = Some((target, victim));
        self.outcomes().iter().any(|outcome| outcome.captures.contains(&victim))
    }

    fn outcomes(&self) -> Vec<Walk> {
        let mut outcomes = Vec::new();
        walk(self, &self.paths, self.mover.side, self.mover.at.square, &mut |outcome| {
            let named = self.between.is_empty() || outcome.middles == self.between;
            let does = !self.shooting || !outcome.captures.is_empty();
            if named && does && outcome.to == self.to {
                outcomes.push(outcome.clone());
            }
        });
        outcomes
    }

    /// Whether the piece could do it by movement as things are.
    pub(super) fn works(&self) -> bool {
        !self.outcomes().is_empty()
    }

    fn confined(&self) -> Option<Reason> {
        let info = self.standing.board.info(self.standing.game, self.mover.at.square);
        let (mover, to) = (self.mover.clone(), self.explainer.place(self.to));
        (!info.allowed.contains(self.to)).then_some(Reason::Confined { mover, to })
    }

    /// The squares that were named after the first, without the first itself.
    fn named(&self) -> Vec<Square> {
        let named = self.between.iter().chain([&self.to]).copied();
        named.filter(|square| *square != self.mover.at.square).collect()
    }

    fn is_in_place(&self) -> bool {
        self.to == self.mover.at.square
    }

    /// The square that the piece is after: where it goes, or its victim if it stays.
    fn goal(&self) -> Square {
        let last = self.between.last().filter(|_| self.is_in_place());
        *last.unwrap_or(&self.to)
    }

    /// What the named squares could hold instead of what they do, the smallest changes first.
    fn other_contents(&self) -> Vec<Vec<(Square, Cell)>> {
        const CONTENTS: [Cell; 3] =
            [Cell::Enemy { royal: false }, Cell::Enemy { royal: true }, Cell::Empty];
        let named = self.named();
        let mut all: Vec<Vec<(Square, Cell)>> = vec![Vec::new()];
        for square in &named {
            let real = self.standing.cell(*square);
            // Where many squares are named, one change at a time must do.
            let grown: Vec<_> = all
                .iter()
                .filter(|before| before.is_empty() || named.len() <= MOST_CHANGED)
                .flat_map(|before| {
                    let others = CONTENTS.into_iter().filter(|other| *other != real);
                    others.map(|other| [before.as_slice(), &[(*square, other)]].concat())
                })
                .collect();
            all.extend(grown);
        }
        all.sort_by_key(Vec::len);
        all
    }

    /// Looks for a reason with every content of the named squares.
    fn in_any_contents(&mut self, find: fn(&mut Self) -> Option<Reason>) -> Option<Reason> {
        let contents = self.other_contents();
        let reason = contents.into_iter().find_map(|changed| {
            self.changed = changed;
            find(self)
        });
        self.changed.clear();
        reason
    }

    /// The nearest of the pieces that would have to be of another type to be hopped over or captured.
    fn wrong_type(&mut self) -> Option<Reason> {
        if !self.paths.iter().any(Path::is_choosy) {
            return None;
        }
        let mut others: Vec<Square> = self.standing.board.occupied().iter().collect();
        others.sort_by_key(|square| std::cmp::Reverse(self.distance(*square)));
        self.unknown.clone_from(&others);
        let works = self.works();
        for square in others.into_iter().filter(|_| works) {
            self.unknown.retain(|other| *other != square);
            if !self.works() {
                self.unknown.push(square);
            }
        }
        let captures: Vec<Square> =
            self.outcomes().into_iter().flat_map(|outcome| outcome.captures).collect();
        let wrong = std::mem::take(&mut self.unknown);
        let nearest =
            wrong.into_iter().filter(|_| works).min_by_key(|square| self.distance(*square))?;
        let (mover, man) = (self.mover.clone(), self.explainer.man(nearest)?);
        Some(match captures.contains(&nearest) {
            true => Reason::NotTakenSo { mover, victim: man },
            false => Reason::NotHoppedOver { mover, over: man },
        })
    }

    /// Named squares that would have to hold something else; the first of them is named.
    pub(super) fn wrong_content(&mut self) -> Option<Reason> {
        self.in_any_contents(|trial| {
            let (square, needed) = *trial.changed.first()?;
            if trial.works() { trial.wrong(square, needed) } else { None }
        })
    }

    /// The reason that lies in what stands on a named square, where something else is needed.
    fn wrong(&self, square: Square, needed: Cell) -> Option<Reason> {
        let mover = self.mover.clone();
        let Some(man) = self.explainer.man(square) else {
            let at = self.explainer.place(square);
            return Some(if self.is_in_place() {
                Reason::NothingToShoot { mover, at }
            } else {
                Reason::CapturesOnly { mover, at }
            });
        };
        Some(match needed {
            _ if man.side == mover.side => Reason::OwnPiece { mover, friend: man },
            Cell::Enemy { royal: true } => Reason::TakesOnlyRoyals { mover, victim: man },
            Cell::Enemy { royal: false } => Reason::SparesRoyals { mover, victim: man },
            _ if self.is_in_place() => Reason::PassNeedsEmpty { mover, on: man },
            _ => Reason::MovesOnly { mover, victim: man },
        })
    }

    /// The nearest of the pieces without which the way would be free.
    fn in_the_way(&mut self) -> Option<Reason> {
        let named = self.named();
        let from = self.mover.at.square;
        let board = self.standing.board;
        let mut others: Vec<Square> =
            board.occupied().iter().filter(|s| *s != from && !named.contains(s)).collect();
        others.sort_by_key(|square| std::cmp::Reverse(self.distance(*square)));
        self.rest = Rest::Without(others.clone());
        let free = self.works();
        for square in others.iter().filter(|_| free) {
            self.put_back(*square);
            if !self.works() {
                self.put_away(*square);
            }
        }
        let Rest::Without(blockers) = std::mem::replace(&mut self.rest, Rest::AsIs) else {
            return None;
        };
        let nearest =
            blockers.into_iter().filter(|_| free).min_by_key(|square| self.distance(*square))?;
        let by = self.explainer.man(nearest)?;
        let to = self.explainer.place(self.goal());
        Some(Reason::Blocked { mover: self.mover.clone(), to, by })
    }

    fn put_back(&mut self, square: Square) {
        if let Rest::Without(away) = &mut self.rest {
            away.retain(|other| *other != square);
        }
    }

    fn put_away(&mut self, square: Square) {
        if let Rest::Without(away) = &mut self.rest {
            away.push(square);
        }
    }

    /// King steps from the mover.
    fn distance(&self, square: Square) -> u8 {
        let board = &self.explainer.v.board;
        let from = self.mover.at.square;
        board
            .file(square)
            .abs_diff(board.file(from))
            .max(board.rank(square).abs_diff(board.rank(from)))
    }

    /// A square that has vanished and would be needed on the way.
    fn gap(&mut self) -> Option<Reason> {
        self.restored = true;
        self.rest = Rest::Without(self.standing.board.occupied().iter().collect());
        let works = self.works();
        self.restored = false;
        let gone = self.standing.game.vanishing.without(self.standing.board.occupied());
        let missing = gone.iter().filter(|_| works).find(|square| {
            let before = self.changed.len();
            self.changed.push((*square, Cell::Empty));
            let found = self.works();
            self.changed.truncate(before);
            found
        });
        self.rest = Rest::AsIs;
        let missing = missing.or_else(|| gone.iter().find(|_| works))?;
        Some(Reason::BlockedByGap {
            mover: self.mover.clone(),
            to: self.explainer.place(self.goal()),
            missing: self.explainer.place(missing),
        })
    }

    /// Pieces to jump over, or to go by.
    fn needs_others(&mut self) -> Option<Reason> {
        self.rest = Rest::Anything;
        let (mover, to) = (self.mover.clone(), self.explainer.place(self.goal()));
        self.works().then_some(Reason::NeedsOthers { mover, to })
    }

    /// What only a piece that has never moved may do. Everything else is allowed by now.
    fn first_move_only(&mut self) -> Option<Reason> {
        self.virgin = true;
        let (mover, to) = (self.mover.clone(), self.explainer.place(self.goal()));
        self.works().then_some(Reason::FirstMoveOnly { mover, to })
    }

    /// What the piece may do on another part of the board.
    fn not_here(&mut self) -> Option<Reason> {
        if self.paths.iter().all(|path| path.region.is_none()) {
            return None;
        }
        self.paths.iter_mut().for_each(|path| path.region = None);
        let (mover, to) = (self.mover.clone(), self.explainer.place(self.goal()));
        self.works().then_some(Reason::NotHere { mover, to })
    }
}

impl<const N: usize> Terrain for Trial<'_, N> {
    fn size(&self) -> (u8, u8) {
        self.standing.size()
    }

    fn cell(&self, square: Square) -> Cell {
        if let Some((_, cell)) = self.changed.iter().find(|(s, _)| *s == square) {
            return *cell;
        }
        match (self.standing.cell(square), &self.rest) {
            (Cell::Hole, _) if self.restored && self.standing.game.vanishing.contains(square) => {
                Cell::Empty
            }
            (Cell::Hole, _) => Cell::Hole,
            (_, Rest::Anything) => Cell::Anything,
            (Cell::Friend | Cell::Enemy { .. }, Rest::Without(away)) if away.contains(&square) => {
                Cell::Empty
            }
            (cell, _) => cell,
        }
    }

    fn piece_type(&self, square: Square) -> Option<PieceType> {
        let known = !self.changed.iter().any(|(changed, _)| *changed == square)
            && !self.unknown.contains(&square)
            && !matches!(self.rest, Rest::Anything);
        self.standing.piece_type(square).filter(|_| known)
    }

    fn en_passant(&self, target: Square) -> Option<Square> {
        match self.en_passant {
            Some((passed, victim)) => (passed == target).then_some(victim),
            None => self.standing.en_passant(target),
        }
    }

    fn is_virgin(&self, square: Square) -> bool {
        self.virgin || self.standing.is_virgin(square)
    }

    fn castling_home(&self, king: Square) -> Option<Square> {
        self.standing.castling_home(king)
    }

    fn is_partner(&self, square: Square) -> bool {
        self.standing.is_partner(square)
    }

    fn vanishes(&self, square: Square) -> bool {
        !self.restored && self.standing.vanishes(square)
    }

    fn breaks_off(&self) -> bool {
        self.standing.breaks_off()
    }
}
