//! All the ways to say a move.
//!
//! A move may be walked along several paths, and made by several pieces where nobody can see
//! afterwards who made it; the generator writes down one of them. Here every path of every piece is
//! walked on the real board, and two of them are the same move exactly if they lead to the same
//! position.
//!
//! A path that captures on its way may also be said where there is nothing to capture: a piece that
//! jumps two squares or takes the first and goes on is as well said to step through the first, if
//! that is empty.

use crate::board::Board;
use crate::game::Game;
use crate::lower::{Path, PathKind, lower};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::square::{Color, PieceType, Square};
use crate::variant::Piece;
use crate::walk::{Cell, Outcome, Terrain, walk};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// A legal move and one way to say it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spelled {
    /// The move.
    pub mv: Move,
    /// The type that moves, before promotion; for a drop the type that is dropped. `None` for the
    /// forced pass.
    pub mover: Option<PieceType>,
    /// From, the squares between that are named, to. For a drop its target alone, for the forced
    /// pass nothing.
    pub squares: Vec<Square>,
}

impl<const N: usize> Position<N> {
    /// Every way to say each of some legal moves, move by move in the given order, each move's
    /// canonical way first.
    ///
    /// ```
    /// use komadai_rules::{Game, Position, variant::load_builtin};
    /// use std::sync::Arc;
    ///
    /// let variant = load_builtin("shogi", &[]).unwrap().variant;
    /// let start = Position::start(&Arc::new(Game::<2>::compile(&variant).unwrap())).unwrap();
    /// let spelled = start.spellings(&start.legal_moves());
    /// assert!(spelled.iter().all(|s| s.squares == [s.mv.from(), s.mv.to()]));
    /// ```
    pub fn spellings(&self, moves: &[Move]) -> Vec<Spelled> {
        let speller = Speller::new(self);
        let mut ways = speller.other_ways(moves);
        let mut spelled = Vec::with_capacity(moves.len());
        for (i, m) in moves.iter().enumerate() {
            let mut ways = std::mem::take(&mut ways[i]);
            ways.sort_by_cached_key(|squares| self.rank_of_spelling(squares));
            let canonical = speller.canonical(*m, &ways);
            ways.retain(|squares| *squares != canonical);
            let all = std::iter::once(canonical).chain(ways);
            spelled.extend(all.map(|squares| speller.spelled(*m, squares)));
        }
        spelled
    }

    /// The smaller, the better: without squares between before with; then a capturing first leg;
    /// then the smallest start, then the smallest squares between.
    fn rank_of_spelling(&self, squares: &[Square]) -> (usize, Reverse<bool>, Vec<Square>) {
        let captures_first = squares.len() > 2 && self.at(squares[1]).is_some();
        (squares.len(), Reverse(captures_first), squares.to_vec())
    }

    /// How the piece type moves, written out as paths.
    pub(crate) fn paths_of(&self, piece: PieceType) -> Vec<Path> {
        paths(&self.game().variant.pieces[piece.index()])
    }
}

/// All paths of a piece. Its movement has been compiled, so that lowering cannot fail.
fn paths(piece: &Piece) -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    for path in piece.moves.iter().filter_map(|m| lower(&m.tree).ok()).flatten() {
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// A piece's start and what its walk does: what tells simple moves apart.
type Effect = (Square, Square, Vec<Square>, Vec<(Square, Square)>);

/// How many pieces a spelling captures, and the number of the move that it means.
type Meaning = (usize, Reverse<usize>);

struct Speller<'p, const N: usize> {
    position: &'p Position<N>,
    /// The types that have paths of several legs, with those, and with those that capture on the
    /// way without the duty to do so.
    bending: HashMap<PieceType, [Vec<Path>; 2]>,
}

impl<'p, const N: usize> Speller<'p, N> {
    fn new(position: &'p Position<N>) -> Self {
        let bends = |path: &Path| matches!(&path.kind, PathKind::Legs(legs) if legs.len() > 1);
        let mut bending = HashMap::new();
        for from in position.board.colors[position.side().index()] {
            let simple = position.board.movement(position.game(), from).extra.is_none();
            if let (false, Some((_, piece))) = (simple, position.at(from)) {
                bending.entry(piece).or_insert_with(|| {
                    let paths: Vec<Path> =
                        position.paths_of(piece).into_iter().filter(bends).collect();
                    let quiet = paths.iter().filter_map(without_captures_on_the_way).collect();
                    [paths, quiet]
                });
            }
        }
        bending.retain(|_, [paths, _]| !paths.is_empty());
        Speller { position, bending }
    }

    fn spelled(&self, mv: Move, squares: Vec<Square>) -> Spelled {
        let mover = match mv.kind() {
            MoveKind::Pass => None,
            MoveKind::Drop => Some(mv.dropped()),
            _ => squares.first().and_then(|from| self.position.at(*from)).map(|(_, piece)| piece),
        };
        Spelled { mv, mover, squares }
    }

    /// The way that is shown. A path with effects of its own is told by all its squares.
    fn canonical(&self, m: Move, ways: &[Vec<Square>]) -> Vec<Square> {
        let (from, via, to) = (m.from(), m.via(), m.to());
        match m.kind() {
            MoveKind::Pass => vec![],
            MoveKind::Drop => vec![to],
            MoveKind::Through | MoveKind::Shot | MoveKind::Jitto => vec![from, via, to],
            MoveKind::Step | MoveKind::Castle | MoveKind::EnPassant => vec![from, to],
            MoveKind::Path => ways.first().cloned().unwrap_or_else(|| {
                let mut squares = vec![from];
                squares.extend(self.position.middles(m));
                squares.push(to);
                squares
            }),
        }
    }

    /// For each of the moves all the ways that name squares between. Squares that could say two
    /// moves (over a piece, or taking it) say the one that they are canonical for, else the one that
    /// captures most.
    fn other_ways(&self, moves: &[Move]) -> Vec<Vec<Vec<Square>>> {
        let mut ways = vec![Vec::new(); moves.len()];
        let all_said = self.bending.is_empty() && !self.position.game().dedupe_by_key;
        if all_said || self.position.must_pass() {
            return ways;
        }
        let mut meanings: HashMap<(Vec<Square>, u8), Meaning> = HashMap::new();
        for (i, m) in moves.iter().enumerate().filter(|(_, m)| m.kind() != MoveKind::Drop) {
            let canonical = (self.canonical(*m, &[]), m.promotion());
            meanings.entry(canonical).or_insert((usize::MAX, Reverse(i)));
        }
        for (m, captures, squares) in self.sayings(moves) {
            let meaning =
                meanings.entry((squares, moves[m].promotion())).or_insert((captures, Reverse(m)));
            *meaning = (*meaning).max((captures, Reverse(m)));
        }
        for ((squares, _), (_, Reverse(m))) in meanings {
            ways[m].push(squares);
        }
        ways
    }

    /// Everything that could be said for one of the moves: which, how many it captures, squares.
    fn sayings(&self, moves: &[Move]) -> Vec<(usize, usize, Vec<Square>)> {
        let mut after = After::new(self.position);
        let wanted: HashMap<u64, usize> =
            moves.iter().enumerate().map(|(i, m)| (after.key(*m), i)).collect();
        let sayable = Sayable::new(self.position);
        let mut sayings = Vec::new();
        let mut add =
            |m: Move, captures: usize, squares: Vec<Square>| match wanted.get(&after.key(m)) {
                Some(i) if moves[*i].promotion() == m.promotion() => {
                    sayings.push((*i, captures, squares))
                }
                _ => {}
            };
        for m in sayable.twins() {
            add(m, 0, self.canonical(m, &[]));
        }
        for from in self.position.board.colors[self.position.side().index()] {
            for (outcome, squares) in self.walks(from) {
                for m in sayable.moves(from, &outcome) {
                    add(m, outcome.captures.len(), squares.clone());
                }
            }
        }
        sayings
    }

    /// What the piece on a square can do by paths of several legs, with the squares that it visits.
    fn walks(&self, from: Square) -> Vec<(Outcome, Vec<Square>)> {
        let position = self.position;
        let bending =
            position.at(from).and_then(|(color, piece)| Some((color, self.bending.get(&piece)?)));
        let Some((color, [paths, quiet])) = bending else {
            return Vec::new();
        };
        let allowed = position.board.info(position.game(), from).allowed;
        let terrain = Standing { board: &position.board, game: position.game(), side: color };
        let (mut walks, mut seen) = (Vec::new(), HashSet::new());
        let mut tell = |outcome: &Outcome| {
            let squares = [&[from], outcome.middles.as_slice(), &[outcome.to]].concat();
            let new = allowed.contains(outcome.to)
                && seen.insert((squares.clone(), outcome.captures.clone()));
            if new {
                walks.push((outcome.clone(), squares));
            }
        };
        walk(&terrain, paths, color, from, &mut tell);
        // Who can only shoot in place cannot pass in place.
        walk(&terrain, quiet, color, from, &mut |outcome| {
            if outcome.to != from {
                tell(outcome);
            }
        });
        walks
    }
}

/// The path with empty squares where it captures before its end; `None` if it never does.
pub(crate) fn without_captures_on_the_way(path: &Path) -> Option<Path> {
    let mut path = path.clone();
    let PathKind::Legs(legs) = &mut path.kind else {
        return None;
    };
    let (_, before) = legs.split_last_mut()?;
    let mut changed = false;
    for ends in before.iter_mut().map(|leg| &mut leg.ends).filter(|ends| ends.enemy && !ends.empty)
    {
        (ends.enemy, ends.empty, changed) = (false, true, true);
    }
    changed.then_some(path)
}

/// The positions that moves lead to.
struct After<'p, const N: usize> {
    game: &'p Game<N>,
    board: Board<N>,
    known: HashMap<Move, u64>,
}

impl<'p, const N: usize> After<'p, N> {
    fn new(position: &'p Position<N>) -> Self {
        After { game: position.game(), board: position.board.snapshot(), known: HashMap::new() }
    }

    fn key(&mut self, m: Move) -> u64 {
        *self.known.entry(m).or_insert_with(|| {
            self.board.make(self.game, m);
            let key = self.board.state.key;
            self.board.unmake(self.game);
            key
        })
    }
}

/// The moves that the outcome of a walk may be.
struct Sayable<'p, const N: usize> {
    position: &'p Position<N>,
    by_effect: HashMap<Effect, Vec<Move>>,
}

impl<'p, const N: usize> Sayable<'p, N> {
    fn new(position: &'p Position<N>) -> Self {
        let mut by_effect: HashMap<Effect, Vec<Move>> = HashMap::new();
        for m in position.pseudo_legal_moves() {
            if let Some(effect) = effect(position, m) {
                by_effect.entry(effect).or_default().push(m);
            }
        }
        Sayable { position, by_effect }
    }

    /// Moves of which the generator has kept one of several with the same result.
    fn twins(&self) -> impl Iterator<Item = Move> + '_ {
        let all = self.by_effect.values().flatten().copied();
        all.filter(|_| self.position.game().dedupe_by_key)
    }

    fn moves(&self, from: Square, outcome: &Outcome) -> Vec<Move> {
        let Outcome { to, captures, relocates, .. } = outcome;
        let mut moves = self
            .by_effect
            .get(&(from, *to, captures.clone(), relocates.clone()))
            .cloned()
            .unwrap_or_default();
        // The generator writes shots and passes in place down for one piece only.
        if *to == from && relocates.is_empty() {
            let in_place = match captures.as_slice() {
                [] => outcome.middles.first().map(|via| (MoveKind::Jitto, *via)),
                [victim] if self.may_stay_unpromoted(from, *victim) => {
                    Some((MoveKind::Shot, *victim))
                }
                _ => None,
            };
            moves.extend(in_place.map(|(kind, via)| Move::new(kind, from, via.0, from, 0)));
        }
        moves
    }

    /// Whether a piece that shoots may remain what it is.
    fn may_stay_unpromoted(&self, from: Square, victim: Square) -> bool {
        let game = self.position.game();
        let Some(promotion) = &self.position.board.info(game, from).promotion else {
            return true;
        };
        let when = promotion.when;
        let right = (when.capture_inside && promotion.zone.contains(victim))
            || (when.capture_from_inside && promotion.zone.contains(from));
        !(promotion.by_shot && promotion.mandatory && right && promotion.fits.contains(from))
    }
}

/// What a move does, said as a walk says it; `None` for moves that no bent path can make.
fn effect<const N: usize>(position: &Position<N>, m: Move) -> Option<Effect> {
    let (from, via, to) = (m.from(), m.via(), m.to());
    let mut captures: Vec<Square> = match m.kind() {
        MoveKind::Step => vec![],
        MoveKind::Through | MoveKind::Shot | MoveKind::EnPassant => vec![via],
        MoveKind::Jitto => vec![],
        MoveKind::Path => {
            let outcome = position.board.path_outcome(position.game(), m)?;
            return Some((from, to, outcome.captures, outcome.relocates));
        }
        MoveKind::Drop | MoveKind::Pass | MoveKind::Castle => return None,
    };
    if to != from && position.at(to).is_some() {
        captures.push(to);
    }
    captures.sort_unstable();
    Some((from, to, captures, Vec::new()))
}

/// The board as it is, seen by one side.
pub(crate) struct Standing<'a, const N: usize> {
    pub(crate) board: &'a Board<N>,
    pub(crate) game: &'a Game<N>,
    pub(crate) side: Color,
}

impl<const N: usize> Terrain for Standing<'_, N> {
    fn size(&self) -> (u8, u8) {
        (self.game.variant.board.files, self.game.variant.board.ranks)
    }

    fn cell(&self, square: Square) -> Cell {
        match self.board.piece(square) {
            Some((color, _)) if color == self.side => Cell::Friend,
            Some((_, piece)) => {
                Cell::Enemy { royal: self.game.variant.pieces[piece.index()].royal }
            }
            None if self.game.vanishing.contains(square) || !self.game.exists.contains(square) => {
                Cell::Hole
            }
            None => Cell::Empty,
        }
    }

    fn en_passant(&self) -> Option<(Square, Square)> {
        self.board.state.en_passant.filter(|_| self.board.state.side == self.side)
    }

    fn is_virgin(&self, square: Square) -> bool {
        let Some((color, piece)) = self.board.piece(square) else {
            return false;
        };
        match self.board.info(self.game, square).tracked {
            true => self.board.state.unmoved.contains(square),
            false => self.game.variant.pieces[piece.index()].at[color.index()].contains(&square),
        }
    }

    fn is_partner(&self, square: Square) -> bool {
        let partners = &self.game.variant.castling.partners;
        let fits = self
            .board
            .piece(square)
            .is_some_and(|(_, t)| partners.is_empty() || partners.contains(&t));
        fits && self.board.state.unmoved.contains(square)
    }

    fn vanishes(&self, square: Square) -> bool {
        self.game.vanishing.contains(square)
    }
}
