//! What search and evaluation ask of a position, millions of times: sets of pieces, victims,
//! attackers, mobility, and what the last move has changed.

use crate::attack::{Reached, View};
use crate::bits::BitSet;
use crate::board::{Board, Done};
use crate::effect::{Effect, Fate};
use crate::game::Game;
use crate::interrupt::Interrupt;
use crate::make::promoted;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::position::Position;
use crate::sink::Forcing;
use crate::{Color, PieceType, Square};
use std::sync::Arc;

/// One thing that a move has done to the board or a hand. Whoever keeps something along with the
/// position (an evaluation, a picture) follows these in order; taking the move back is following
/// them backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A piece has come to an empty square.
    Put(Square, Color, PieceType),
    /// A piece has left its square.
    Taken(Square, Color, PieceType),
    /// A hand holds another number of a type.
    Hand {
        /// Whose hand.
        color: Color,
        /// Of what.
        piece: PieceType,
        /// How many there were.
        before: u8,
        /// How many there are.
        after: u8,
    },
}

/// What one piece can do, whatever happens to the royals, promotion and castling aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach<const N: usize> {
    /// Empty squares on which it can end.
    pub quiet: BitSet<N>,
    /// Enemies on whose squares it can end.
    pub capture: BitSet<N>,
    /// Enemies that it can take without ending there: shot, or taken on the way.
    pub aside: BitSet<N>,
}

impl<const N: usize> Position<N> {
    /// Adds the legal moves, in no order, without regard to the game's history.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        self.board.legal_into(self.game(), moves);
    }

    /// The legal moves without what they place: see [`Placement`](crate::variant::Placement). Where nothing is
    /// placed, all legal moves.
    pub fn bare_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.board.bare_into(self.game(), &mut moves);
        moves
    }

    /// The legal moves that a move becomes, which is one of [`Position::bare_moves`], by what it may place.
    pub fn placed_after(&self, m: Move) -> Vec<Move> {
        self.board.placed_after(self.game(), m)
    }

    /// Adds the legal moves that may be played by who does not want to lose a last royal at once. Where
    /// royals may be left to be taken, these are fewer than all, as far as a quick test tells: moves
    /// that keep the royal, win at once, make the opponent pass, or bring a second royal. If there are
    /// none, the royal is lost. Elsewhere they are all legal moves.
    pub fn saving_moves_into(&self, moves: &mut Vec<Move>) {
        self.board.saving_into(self.game(), moves);
    }

    /// Adds the legal moves that capture, burn or promote, and the forced pass. Moves whose effects
    /// only walking tells ([`MoveKind::Path`]) are all among them.
    pub fn forcing_moves_into(&self, moves: &mut Vec<Move>) {
        let (board, game) = (&self.board, &**self.game());
        let mut sink = Forcing::new(board, game, std::mem::take(moves));
        board.legal_to(game, &mut sink);
        *moves = sink.moves;
    }

    /// Adds the legal moves that give check or make the opponent pass, and perhaps some others: nearly all
    /// that do neither are left out without being made, where the game allows that, and none elsewhere.
    pub fn checking_moves_into(&self, moves: &mut Vec<Move>) {
        self.board.checking_into(self.game(), moves);
    }

    /// What the last move has done, in order; nothing where the position was set up.
    pub fn changes(&self) -> impl Iterator<Item = Change> + '_ {
        self.board.changes()
    }

    /// All occupied squares.
    pub fn occupied(&self) -> BitSet<N> {
        self.board.occupied()
    }

    /// The pieces of a side.
    pub fn pieces_of(&self, color: Color) -> BitSet<N> {
        self.board.colors[color.index()]
    }

    /// The pieces of one type of a side.
    pub fn pieces(&self, color: Color, piece: PieceType) -> BitSet<N> {
        self.board.by_piece[Piece::new(color, piece)]
    }

    /// The royal pieces of a side.
    pub fn royals(&self, color: Color) -> BitSet<N> {
        self.board.royals[color.index()]
    }

    /// The pieces of the opponent that a pseudo-legal move removes: victims on the way, of shots
    /// and of fire. What explodes is not among them: see [`Position::exploded`].
    pub fn victims(&self, m: Move) -> BitSet<N> {
        let (board, game) = (&self.board, &**self.game());
        if game.passive_burners || m.kind() == MoveKind::Path {
            let theirs = board.colors[(!self.side()).index()];
            return self.captures(m).into_iter().collect::<BitSet<N>>() & theirs;
        }
        let enemy = board.colors[(!self.side()).index()];
        let taken = match m.kind() {
            MoveKind::Step => BitSet::of(m.to()) & enemy,
            MoveKind::Through => BitSet::of(m.via()) | (BitSet::of(m.to()) & enemy),
            MoveKind::Shot | MoveKind::EnPassant => BitSet::of(m.via()),
            MoveKind::Drop | MoveKind::Pass => return BitSet::EMPTY,
            MoveKind::Jitto | MoveKind::Castle | MoveKind::Path => BitSet::EMPTY,
        };
        if !game.has_fire {
            return taken;
        }
        let mover = board.occupant(m.from());
        match game.fire_after(mover, promoted(game, mover, m.promotion())) {
            // Whether the captor survives decides whether it burns anything.
            Some(_) if game.explosion.is_some() && !taken.is_empty() => {
                self.removed_by(m, |fate| fate != Fate::Exploded) & enemy
            }
            Some(fire) => taken | (fire[m.to().index()] & enemy),
            None => taken,
        }
    }

    /// The pieces of both sides that explode by a pseudo-legal move, where they stand when they do: the
    /// captor at the end of its move.
    pub fn exploded(&self, m: Move) -> BitSet<N> {
        if self.game().explosion.is_none() || matches!(m.kind(), MoveKind::Drop | MoveKind::Pass) {
            return BitSet::EMPTY;
        }
        self.removed_by(m, |fate| fate == Fate::Exploded)
    }

    fn removed_by(&self, m: Move, counts: impl Fn(Fate) -> bool) -> BitSet<N> {
        let removed = Effect::of(self, m).removed;
        removed
            .iter()
            .filter(|removed| counts(removed.fate))
            .map(|removed| removed.square)
            .collect()
    }

    /// Whether the piece that a legal move brings to its square attacks a royal of the opponent from
    /// there, by a step or along a line: most checks, found without making the move. Checks by what
    /// the move uncovers, burns or reaches in other ways are not seen, nor any where captures explode.
    #[inline]
    pub fn checks_plainly(&self, m: Move) -> bool {
        let (board, game, us) = (&self.board, &**self.game(), self.side());
        let to = m.to();
        let mut royals = board.royals[(!us).index()].without(BitSet::of(to));
        if m.kind() == MoveKind::Through {
            royals.remove(m.via());
        }
        let near = |king: Square| {
            (game.step_in[us.index()][king.index()] | game.line_in[us.index()][king.index()])
                .contains(to)
        };
        let piece = match m.kind() {
            MoveKind::Step | MoveKind::Through | MoveKind::Drop => self.lands(m),
            _ => None,
        };
        let Some(piece) = piece.filter(|_| royals.iter().any(near)) else { return false };
        if game.explosion.is_some() || game.lenders.is_some() {
            // A captor may go, and royals beside one another shelter each other; a piece may move as another.
            return false;
        }
        let movement = &game.movements[usize::from(game.pieces[piece].movement)];
        let extra = movement.extra.as_ref().and_then(|extra| extra.capture_steps.as_ref());
        let steps = extra.map_or(BitSet::EMPTY, |steps| steps[to.index()]);
        let mut occupied = board.occupied() | game.vanishing | BitSet::of(to);
        if m.kind() != MoveKind::Drop {
            occupied.remove(m.from());
        }
        let lines = if movement.lines.is_empty() {
            BitSet::EMPTY
        } else {
            game.slides(movement.lines, to, occupied)
        };
        (movement.steps[to.index()] | steps | lines).intersects(royals)
    }

    /// The piece that a move brings to its square.
    #[inline]
    fn lands(&self, m: Move) -> Option<Piece> {
        if m.kind() == MoveKind::Drop {
            return Some(Piece::new(self.side(), m.dropped()));
        }
        self.board.at(m.from()).map(|piece| promoted(self.game(), piece, m.promotion()))
    }

    /// The pieces of a side that could take a piece of the other one on a square, if only those
    /// among `occupied` were there. Fire aside, and walked paths with side effects.
    pub fn attackers(&self, target: Square, by: Color, occupied: BitSet<N>) -> BitSet<N> {
        let (board, game) = (&self.board, &**self.game());
        board.attackers(game, &board.view_of_exchange(game, by, target, occupied), by, target)
    }

    /// Whether the piece on a square could take a piece of the other side on `target` without ending
    /// there, by a shot or on its way, if only those among `occupied` were there.
    pub fn takes_aside(&self, from: Square, target: Square, occupied: BitSet<N>) -> bool {
        let (board, game) = (&self.board, &**self.game());
        let Some((color, _)) = board.piece(from) else { return false };
        let view = board.view_of_exchange(game, color, target, occupied);
        board.reach_in(game, &view, from).aside.contains(target)
    }

    /// What the piece on a square can do; nothing where none stands.
    pub fn reach(&self, from: Square) -> Reach<N> {
        self.board.reach(self.game(), from)
    }

    /// Squares to which the piece on a square steps or slides, own pieces there included. For
    /// pieces of nothing but steps and lines that both move and capture it is all they can do, and
    /// much quicker than [`Position::reach`].
    #[inline]
    pub fn plain_reach(&self, from: Square) -> BitSet<N> {
        let (board, game) = (&self.board, self.game());
        if board.at(from).is_none() {
            return BitSet::EMPTY;
        }
        let movement = board.movement(game, from);
        movement.steps[from.index()]
            | game.slides(movement.lines, from, board.occupied() | game.vanishing)
    }
}

impl<const N: usize> Board<N> {
    fn reach(&self, game: &Game<N>, from: Square) -> Reach<N> {
        let Some((color, _)) = self.piece(from) else { return Reach::default() };
        self.reach_in(game, &View::of(self, game, color), from)
    }

    /// What the piece on a square can do in a view of its side.
    fn reach_in(&self, game: &Game<N>, view: &View<N>, from: Square) -> Reach<N> {
        let mut reached = Reached::default();
        self.reached(game, view, from, &mut reached);
        let mut reach = Reach {
            quiet: reached.quiet,
            capture: reached.capture | reached.en_passant,
            aside: reached.shots,
        };
        let enemy = view.enemy;
        let mut ends = |on: BitSet<N>| {
            reach.quiet |= on.without(enemy);
            reach.capture |= on & enemy;
        };
        for (_, on) in &reached.hits {
            ends(*on);
        }
        for path in &reached.paths {
            ends(BitSet::of(path.to));
        }
        reach.aside |= reached.hits.iter().map(|(via, _)| *via).collect::<BitSet<N>>();
        let taken = reached.paths.iter().flat_map(|path| path.captures.iter().copied());
        reach.aside |= taken.collect::<BitSet<N>>() & enemy;
        reach
    }

    /// The view of a side that could take a piece on `target`, with those among `occupied` alone.
    fn view_of_exchange(
        &self,
        game: &Game<N>,
        by: Color,
        target: Square,
        occupied: BitSet<N>,
    ) -> View<N> {
        let own = (self.colors[by.index()] & occupied).without(BitSet::of(target));
        let enemy = (self.colors[(!by).index()] & occupied) | BitSet::of(target);
        View::new(game, own, enemy)
    }

    /// What the last move has done, in order.
    pub(crate) fn changes(&self) -> impl Iterator<Item = Change> + '_ {
        let put = |square, piece: Piece| Change::Put(square, piece.color(), piece.piece_type());
        let taken = |square, piece: Piece| Change::Taken(square, piece.color(), piece.piece_type());
        let changes = move |done: &Done| match *done {
            Done::Put(square, piece) => [Some(put(square, piece)), None],
            Done::Taken(square, piece) => [Some(taken(square, piece)), None],
            Done::Moved { piece, from, to } => [Some(taken(from, piece)), Some(put(to, piece))],
            Done::Hand { piece, before, after } => {
                let (color, piece) = (piece.color(), piece.piece_type());
                [Some(Change::Hand { color, piece, before, after }), None]
            }
        };
        self.last_done().iter().flat_map(changes).flatten()
    }
}

/// A board on which pieces are put at will, to see what they could do there. No position of any
/// game: royals may be missing or many.
#[derive(Clone, Debug)]
pub struct Sandbox<const N: usize> {
    game: Arc<Game<N>>,
    board: Board<N>,
}

impl<const N: usize> Sandbox<N> {
    /// An empty board.
    pub fn new(game: &Arc<Game<N>>) -> Self {
        Sandbox { game: Arc::clone(game), board: Board::empty(game) }
    }

    /// How many squares the board has.
    pub fn squares(&self) -> usize {
        self.game.squares()
    }

    /// Puts a piece on a square, in place of what stands there, or clears the square.
    pub fn set(&mut self, square: Square, piece: Option<(Color, PieceType)>) {
        if !self.game.exists.contains(square) {
            return;
        }
        if self.board.at(square).is_some() {
            self.board.take(&self.game, square);
        }
        if let Some((color, piece)) = piece {
            self.board.put(&self.game, square, Piece::new(color, piece));
        }
        self.board.forget();
    }

    /// What takes long breaks off from now on when this says so: see [`Interrupt`].
    pub fn set_interrupt(&mut self, interrupt: &Interrupt) {
        self.board.interrupt = interrupt.clone();
    }

    /// What the piece on a square could do; nothing where none stands.
    pub fn reach(&self, from: Square) -> Reach<N> {
        self.board.reach(&self.game, from)
    }

    /// All squares to which the piece on a square could ever come from there, or that it could attack,
    /// if other pieces stood as it needs them. Tables tell, so it is quick whatever the movement.
    pub fn farthest_reach(&self, from: Square) -> BitSet<N> {
        let (board, game) = (&self.board, &*self.game);
        if board.at(from).is_none() {
            return BitSet::EMPTY;
        }
        let movement = board.movement(game, from);
        let plain =
            movement.steps[from.index()] | game.slides(movement.lines, from, game.vanishing);
        let Some(extra) = &movement.extra else { return plain };
        let tables = [&extra.quiet_steps, &extra.capture_steps, &extra.walk_reach];
        let tabled = tables.into_iter().flatten().map(|table| table[from.index()]);
        let lines = [extra.quiet_lines, extra.capture_lines];
        let slid = lines.into_iter().map(|lines| game.slides(lines, from, game.vanishing));
        let bent = extra.vias.as_ref().map(|vias| vias[from.index()].ends);
        tabled.chain(slid).chain(bent).fold(plain, |all, set| all | set)
    }
}
