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
//!
//! Most moves need none of this: see `Plain`.

use crate::bits::BitSet;
use crate::board::Board;
use crate::game::Game;
use crate::interrupt;
use crate::make::inside_of;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::variant::Landing;
use crate::{Color, PieceType, Square};
use komadai_movement::{Cell, Terrain, Walk, walk};
use komadai_movement::{Path, PathKind, paths};
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
    /// What is said besides where that could mean another move: what becomes of the other pieces, in
    /// the order of the squares where they stand. For a drop it is empty, and says that the piece in
    /// hand is named too, which lands promoted.
    pub others: Option<Vec<OtherPiece>>,
}

/// What becomes of a piece that does not move itself: where it stands, and the square on which it
/// is put; `None` if it is taken.
pub type OtherPiece = (Square, Option<Square>);

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
    ///
    /// Broken off, it says some of the moves.
    pub fn spellings(&self, moves: &[Move]) -> Vec<Spelled> {
        if !moves.iter().any(|m| m.is_placing()) {
            return self.bare_spellings(moves);
        }
        let mut bare: Vec<Move> = Vec::new();
        let mut seen = HashSet::new();
        bare.extend(moves.iter().map(|m| m.without_placing()).filter(|m| seen.insert(*m)));
        let mut spelled: HashMap<Move, Vec<Spelled>> = HashMap::new();
        for way in self.bare_spellings(&bare) {
            spelled.entry(way.mv).or_default().push(way);
        }
        let ways = |m: &Move| spelled.get(&m.without_placing()).map_or(&[][..], Vec::as_slice);
        let placing = |m: Move| move |way: &Spelled| Spelled { mv: m, ..way.clone() };
        moves.iter().flat_map(|m| ways(m).iter().map(placing(*m))).collect()
    }

    /// The same for moves that place nothing.
    fn bare_spellings(&self, moves: &[Move]) -> Vec<Spelled> {
        let speller = Speller::new(self);
        // A step of the king could go where castling leads.
        if speller.all_is_said() && moves.iter().all(|m| m.kind() != MoveKind::Castle) {
            return moves.iter().map(|m| speller.plainly(*m)).collect();
        }
        // What a text means depends on all moves that it could mean.
        let legal = self.bare_moves();
        let all: HashSet<Move> = legal.iter().copied().collect();
        let among = if moves.iter().all(|m| all.contains(m)) { &legal } else { moves };
        let plain = speller.plain(among);
        let intricate: Vec<Move> = among.iter().copied().filter(|m| !plain.holds(*m)).collect();
        let said = speller.said(&intricate, &plain);
        let index: HashMap<Move, usize> =
            intricate.iter().enumerate().map(|(i, m)| (*m, i)).collect();
        let mut spelled = Vec::with_capacity(moves.len());
        for m in moves {
            if self.breaks_off() {
                break;
            }
            match index.get(m) {
                Some(number) => spelled.extend(speller.spelled(*m, *number, &said)),
                None => spelled.push(speller.plainly(*m)),
            }
        }
        spelled
    }

    /// A way to say a legal move that can mean no other one, because it says all that the move does.
    /// Found without a look at other moves, so quickly, where [`Position::spellings`] may take long.
    pub fn spelled_in_full(&self, m: Move) -> Spelled {
        let speller = Speller { position: self, bending: HashMap::new() };
        let promoted_drop = m.kind() == MoveKind::Drop && m.held() != m.dropped();
        let others = match m.kind() {
            MoveKind::Path | MoveKind::EnPassant | MoveKind::Castle => Some(speller.others(m)),
            _ => promoted_drop.then(Vec::new),
        };
        speller.spelling(m, speller.canonical(m, &[]), others)
    }

    /// The smaller, the better: without squares between before with; then a capturing first leg;
    /// then the smallest start, then the smallest squares between.
    fn rank_of_spelling(&self, squares: &[Square]) -> (usize, Reverse<bool>, Vec<Square>) {
        let captures_first = squares.len() > 2 && self.at(squares[1]).is_some();
        (squares.len(), Reverse(captures_first), squares.to_vec())
    }

    /// How a side's piece type moves, written out as paths. Its movement has been compiled, so that
    /// lowering cannot fail.
    pub(crate) fn paths_of(&self, side: Color, piece: PieceType) -> Vec<Path> {
        let piece = &self.game().variant.pieces[piece.index()];
        let mut all: Vec<Path> = Vec::new();
        for path in piece.moves.iter().filter_map(|m| paths(m).ok()).flatten() {
            if path.is_of(side) && !all.contains(&path) {
                all.push(path);
            }
        }
        all
    }
}

/// A piece's start and what its walk does: what tells simple moves apart.
type Effect = (Square, Square, Vec<Square>, Vec<(Square, Square)>);

/// What a text says that names no other pieces: squares, promotion, and the piece that is dropped.
type Text = (Vec<Square>, u8, Option<PieceType>);

/// How many pieces a spelling captures, and the number of the move that it means.
type Meaning = (usize, Reverse<usize>);

/// What can be said for some moves.
struct Said {
    /// For each move the ways that name squares between.
    ways: Vec<Vec<Vec<Square>>>,
    /// The number of the move that each text means.
    meanings: HashMap<Text, usize>,
}

/// Says the moves of a position.
struct Speller<'p, const N: usize> {
    position: &'p Position<N>,
    /// The types that have paths of several legs, with those, and with those that capture on the
    /// way without the duty to do so.
    bending: HashMap<PieceType, [Vec<Path>; 2]>,
}

/// The moves that nothing else can mean, and that can be said in no other way.
struct Plain<'p, const N: usize> {
    speller: &'p Speller<'p, N>,
    /// Whether steps can be plain at all.
    steps: bool,
    /// From where other moves than steps start.
    special: BitSet<N>,
}

impl<const N: usize> Plain<'_, N> {
    /// Whether a pseudo-legal move is plain, by what it does and who makes it.
    ///
    /// A step is if its piece does nothing else. Another move could lead to the same position only if
    /// it took that piece away from where it stands: the path of another piece that harms or carries
    /// its friends, or a step of the same piece into fire that burns whoever comes.
    fn holds(&self, m: Move) -> bool {
        let position = self.speller.position;
        match m.kind() {
            MoveKind::Step => {
                let bends = |piece| self.speller.bending.contains_key(&piece);
                self.steps
                    && !self.special.contains(m.from())
                    && !position.moves_as(m.from()).is_some_and(bends)
            }
            MoveKind::Drop => !position.game().variant.drops.promoted,
            _ => false,
        }
    }
}

impl<'p, const N: usize> Speller<'p, N> {
    fn new(position: &'p Position<N>) -> Self {
        let bends = |path: &Path| matches!(&path.kind, PathKind::Legs(legs) if legs.len() > 1);
        let mut bending = HashMap::new();
        for from in position.board.colors[position.side().index()] {
            let simple = position.board.movement(position.game(), from).extra.is_none();
            if let (false, Some(piece)) = (simple, position.moves_as(from)) {
                bending.entry(piece).or_insert_with(|| {
                    let paths: Vec<Path> = position
                        .paths_of(position.side(), piece)
                        .into_iter()
                        .filter(bends)
                        .collect();
                    let quiet = paths.iter().filter_map(without_captures_on_the_way).collect();
                    [paths, quiet]
                });
            }
        }
        bending.retain(|_, [paths, _]| !paths.is_empty());
        Speller { position, bending }
    }

    /// Whether every move is said by its squares alone, and in one way.
    fn all_is_said(&self) -> bool {
        let (position, game) = (self.position, self.position.game());
        let simple = self.bending.is_empty()
            && !game.dedupe_by_key
            && !game.variant.drops.promoted
            && position.board.state.en_passant().is_none();
        simple || position.must_pass()
    }

    /// What is plain, where these are the moves that could be meant.
    fn plain(&self, among: &[Move]) -> Plain<'_, N> {
        let touches_friends =
            |path: &Path| path.legs().iter().any(|leg| leg.ends.friend || leg.unload);
        let harmless = !self.bending.values().flatten().flatten().any(touches_friends);
        let steps = harmless && !self.position.game().passive_burners;
        let mut special = BitSet::EMPTY;
        for m in among.iter().filter(|m| !matches!(m.kind(), MoveKind::Step | MoveKind::Drop)) {
            special.insert(m.from());
        }
        Plain { speller: self, steps, special }
    }

    fn plainly(&self, m: Move) -> Spelled {
        self.spelling(m, self.canonical(m, &[]), None)
    }

    /// All ways to say a move, the canonical one first.
    fn spelled(&self, m: Move, number: usize, said: &Said) -> Vec<Spelled> {
        let mut ways = said.ways[number].clone();
        ways.sort_by_cached_key(|squares| self.position.rank_of_spelling(squares));
        let canonical = self.canonical(m, &ways);
        ways.retain(|squares| *squares != canonical);
        let means = said.meanings.get(&text(m, &canonical)) == Some(&number);
        let others = if means { None } else { Some(self.others(m)) };
        let first = self.spelling(m, canonical, others);
        let others = ways.into_iter().map(|squares| self.spelling(m, squares, None));
        std::iter::once(first).chain(others).collect()
    }

    fn spelling(&self, mv: Move, squares: Vec<Square>, others: Option<Vec<OtherPiece>>) -> Spelled {
        let mover = match mv.kind() {
            MoveKind::Pass => None,
            MoveKind::Drop => Some(mv.dropped()),
            _ => squares.first().and_then(|from| self.position.at(*from)).map(|(_, piece)| piece),
        };
        Spelled { mv, mover, squares, others }
    }

    /// What becomes of the pieces other than the one that moves.
    fn others(&self, m: Move) -> Vec<OtherPiece> {
        if m.kind() == MoveKind::Castle {
            return vec![(m.via(), Some(inside_of(m)))];
        }
        let Some((_, _, captures, relocates)) = effect(self.position, m) else { return Vec::new() };
        let taken = captures.into_iter().map(|square| (square, None));
        let put = relocates.into_iter().map(|(from, to)| (from, Some(to)));
        let mut others: Vec<OtherPiece> = taken.chain(put).collect();
        others.sort_unstable();
        others
    }

    fn lands_fixed(&self) -> bool {
        self.position.game().variant.castling.landing == Landing::Fixed
    }

    /// The way that is shown. A path with effects of its own is told by all its squares.
    fn canonical(&self, m: Move, ways: &[Vec<Square>]) -> Vec<Square> {
        let (from, via, to) = (m.from(), m.via(), m.to());
        match m.kind() {
            MoveKind::Pass => vec![],
            MoveKind::Drop => vec![to],
            MoveKind::Through | MoveKind::Shot | MoveKind::Jitto => vec![from, via, to],
            // Where the king goes may also be a step of it, or where it stands.
            MoveKind::Castle if self.lands_fixed() => vec![from, via],
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
    /// moves (over a piece, or taking it) say the one that they are canonical for (steps, shots and
    /// captures on the way before all others, a piece dropped as what it is before one that promotes),
    /// else the one that captures most.
    fn said(&self, moves: &[Move], plain: &Plain<'_, N>) -> Said {
        let mut meanings: HashMap<Text, Meaning> = HashMap::new();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|i| match moves[*i].kind() {
            MoveKind::Step | MoveKind::Through | MoveKind::Shot => 0,
            MoveKind::Path => 2,
            MoveKind::Drop if moves[*i].held() != moves[*i].dropped() => 2,
            _ => 1,
        });
        for i in order {
            let canonical = text(moves[i], &self.canonical(moves[i], &[]));
            meanings.entry(canonical).or_insert((usize::MAX, Reverse(i)));
        }
        for (m, captures, squares) in self.sayings(moves, plain) {
            if self.position.interrupt().after(interrupt::PIECE) {
                break;
            }
            let said = text(moves[m], &squares);
            let meaning = meanings.entry(said).or_insert((captures, Reverse(m)));
            *meaning = (*meaning).max((captures, Reverse(m)));
        }
        let mut ways = vec![Vec::new(); moves.len()];
        let mut meant = HashMap::new();
        for (said, (_, Reverse(m))) in meanings {
            if self.position.interrupt().is_over() {
                break;
            }
            if moves[m].kind() != MoveKind::Drop {
                ways[m].push(said.0.clone());
            }
            meant.insert(said, m);
        }
        Said { ways, meanings: meant }
    }

    /// Everything that could be said for one of the moves: which, how many it captures, squares.
    fn sayings(&self, moves: &[Move], plain: &Plain<'_, N>) -> Vec<(usize, usize, Vec<Square>)> {
        let mut after = After::new(self.position);
        let wanted: HashMap<Destination, usize> = moves
            .iter()
            .enumerate()
            .map_while(|(i, m)| Some((after.destination(*m)?, i)))
            .collect();
        let sayable = Sayable::new(self.position, plain);
        let mut sayings = Vec::new();
        let position = self.position;
        let mut add = |m: Move, captures: usize, squares: Vec<Square>| {
            if position.interrupt().after(interrupt::LEG) {
                return;
            }
            let meant = after.destination(m).and_then(|destination| wanted.get(&destination));
            if let Some(i) = meant.filter(|i| moves[**i].promotion() == m.promotion()) {
                sayings.push((*i, captures, squares));
            }
        };
        for m in sayable.twins() {
            add(m, 0, self.canonical(m, &[]));
        }
        for from in self.position.board.colors[self.position.side().index()] {
            if position.interrupt().is_over() {
                break;
            }
            for (outcome, squares) in self.walks(from) {
                if position.interrupt().is_over() {
                    break;
                }
                for m in sayable.moves(from, &outcome) {
                    add(m, outcome.captures.len(), squares.clone());
                }
            }
        }
        sayings
    }

    /// What the piece on a square can do by paths of several legs, with the squares that it visits.
    fn walks(&self, from: Square) -> Vec<(Walk, Vec<Square>)> {
        let position = self.position;
        let bending = position.moves_as(from).and_then(|piece| self.bending.get(&piece));
        let (Some([paths, quiet]), color) = (bending, position.side()) else {
            return Vec::new();
        };
        let allowed = position.board.info(position.game(), from).allowed;
        let terrain = Standing { board: &position.board, game: position.game(), side: color };
        let (mut walks, mut seen) = (Vec::new(), HashSet::new());
        let mut tell = |outcome: &Walk| {
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

fn text(m: Move, squares: &[Square]) -> Text {
    let dropped = Some(m.dropped()).filter(|_| m.kind() == MoveKind::Drop);
    (squares.to_vec(), m.promotion(), dropped)
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

/// What two moves differ in, if they are two: the key of the position, and its quiet plies.
type Destination = (u64, u32);

/// The positions that moves lead to.
struct After<'p, const N: usize> {
    game: &'p Game<N>,
    board: Board<N>,
    known: HashMap<Move, Destination>,
}

impl<'p, const N: usize> After<'p, N> {
    fn new(position: &'p Position<N>) -> Self {
        After { game: position.game(), board: position.board.snapshot(), known: HashMap::new() }
    }

    /// Where a move leads; `None` once it is broken off.
    fn destination(&mut self, m: Move) -> Option<Destination> {
        if let Some(known) = self.known.get(&m) {
            return Some(*known);
        }
        if self.board.interrupt.after(interrupt::TRIAL) {
            return None;
        }
        self.board.make(self.game, m);
        let destination = (self.board.state.key, self.board.state.quiet);
        self.board.unmake(self.game);
        self.known.insert(m, destination);
        Some(destination)
    }
}

/// The moves that the outcome of a walk may be.
struct Sayable<'p, const N: usize> {
    position: &'p Position<N>,
    by_effect: HashMap<Effect, Vec<Move>>,
}

impl<'p, const N: usize> Sayable<'p, N> {
    fn new(position: &'p Position<N>, plain: &Plain<'_, N>) -> Self {
        let mut by_effect: HashMap<Effect, Vec<Move>> = HashMap::new();
        for m in position.pseudo_legal_moves().into_iter().filter(|m| !plain.holds(*m)) {
            if position.breaks_off() {
                break;
            }
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

    fn moves(&self, from: Square, outcome: &Walk) -> Vec<Move> {
        let Walk { to, captures, relocates, .. } = outcome;
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
        let right = (when.stuck && self.position.board.info(game, from).stuck.contains(from))
            || (when.capture_inside && promotion.zone.contains(victim))
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

    fn piece_type(&self, square: Square) -> Option<PieceType> {
        self.board.piece(square).map(|(_, piece)| piece)
    }

    fn en_passant(&self, target: Square) -> Option<Square> {
        self.board.en_passant_victim(self.side, target)
    }

    fn is_virgin(&self, square: Square) -> bool {
        self.board.is_virgin(self.game, square)
    }

    fn castling_home(&self, king: Square) -> Option<Square> {
        self.board.castling_home(self.game, king)
    }

    fn is_partner(&self, square: Square) -> bool {
        self.board.is_partner(self.game, square)
    }

    fn may_stand(&self, piece: Square, at: Square) -> bool {
        self.board.info(self.game, piece).allowed.contains(at)
    }

    fn vanishes(&self, square: Square) -> bool {
        self.game.vanishing.contains(square)
    }

    fn breaks_off(&self) -> bool {
        self.board.interrupt.after(interrupt::LEG)
    }
}
