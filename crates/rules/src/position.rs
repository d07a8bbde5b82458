//! Positions: a board that is known to be good, with its game.

use crate::bits::BitSet;
use crate::board::{Board, EnPassant};
use crate::count;
use crate::game::{DoubleStep, Game, Safety};
use crate::interrupt::{self, Interrupt};
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::variant::{Counted, LimitPlace};
use crate::{Color, PieceType, Setup, SetupErrors, Square};
use std::sync::Arc;

/// A position of a game, with the moves that led to it from where it was set up, so that they can
/// be taken back. See [`Play`](crate::Play) for ends of games and repetition.
#[derive(Clone, Debug)]
pub struct Position<const N: usize> {
    game: Arc<Game<N>>,
    pub(crate) board: Board<N>,
    moves: Vec<Move>,
    /// The square that a double step has passed over just before the setup, if the setup names one:
    /// the board forgets it where no capture there is legal.
    passed_over: Vec<Square>,
}

/// Why a setup is not a position of its game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The list of squares or hands has the wrong length.
    #[error("the setup is made for another board or other pieces")]
    WrongSize,
    /// A piece stands where there is no square.
    #[error("a piece stands on {0}, which does not exist")]
    OnHole(String),
    /// A piece stands where its type may not stand.
    #[error("the piece on {0} may not stand there")]
    Confined(String),
    /// A piece could never move again, in a game in which none may get there.
    #[error("the piece on {0} could never move from there")]
    Stuck(String),
    /// More royals than the game can have.
    #[error("{0} has more than one royal piece")]
    TooManyRoyals(String),
    /// The side that has just moved has left its royal to be taken: who, and by what.
    #[error("{0} is in check, but it is not its turn: {1}")]
    OpponentInCheck(String, String),
    /// A piece in hand that cannot be held.
    #[error("{0} cannot be held in hand")]
    NotForHand(String),
    /// A square named as unmoved without such a piece on a start square of its own.
    #[error("the piece on {0} has no right that depends on never having moved")]
    NotUnmoved(String),
    /// A forced pass in a game without one.
    #[error("this game has no forced passes")]
    NoPass,
    /// An en passant square that no double step can have left behind.
    #[error("no piece can just have passed over {0}")]
    NoEnPassant(String),
    /// Checks in a game that does not count them.
    #[error("this game does not count checks")]
    NoChecks,
    /// More checks than end the game: whose.
    #[error("{0} has given more checks than end the game")]
    TooManyChecks(String),
    /// A count of moves in a game without one, or by a rule that it does not have.
    #[error("this game does not count moves like that")]
    NoCount,
    /// A piece that has just captured in a game in which that makes no difference, or on a square where it
    /// cannot be.
    #[error("no piece that has just captured on {0} makes a difference")]
    NothingJustTaken(String),
    /// Two pieces on a file that may hold only one of the type.
    #[error("two of {0} on one file")]
    TwoOnFile(String),
}

impl<const N: usize> Position<N> {
    /// The usual start.
    ///
    /// # Errors
    /// When the variant's start breaks its own rules.
    pub fn start(game: &Arc<Game<N>>) -> Result<Self, SetupErrors> {
        let setup = game.variant().start_setup(None).ok_or(SetupError::WrongSize)?;
        Position::from_setup(game, &setup)
    }

    /// Checks a setup and makes it a position.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_setup(game: &Arc<Game<N>>, setup: &Setup) -> Result<Self, SetupErrors> {
        Position::from_setup_forgiving(game, setup, &|_| false)
    }

    /// The same, except that the errors named by `forgive` are let pass: analysis may look at
    /// positions that no game can reach. What the tables cannot hold is never forgiven.
    ///
    /// # Errors
    /// Everything else that is wrong with it.
    pub fn from_setup_forgiving(
        game: &Arc<Game<N>>,
        setup: &Setup,
        forgive: &dyn Fn(&SetupError) -> bool,
    ) -> Result<Self, SetupErrors> {
        Position::from_setup_while(game, setup, forgive, &Interrupt::default())
    }

    /// The same, with a look at what is wrong that breaks off, as does all that is asked of the position later.
    pub(crate) fn from_setup_while(
        game: &Arc<Game<N>>,
        setup: &Setup,
        forgive: &dyn Fn(&SetupError) -> bool,
        interrupt: &Interrupt,
    ) -> Result<Self, SetupErrors> {
        let types = game.variant.pieces.len();
        if setup.board.len() != game.squares() || setup.hands.iter().any(|h| h.len() != types) {
            return Err(SetupError::WrongSize.into());
        }
        let mut errors = check_squares(game, setup);
        errors.extend(check_hands(game, setup));
        let fatal = |e: &SetupError| {
            !matches!(
                e,
                SetupError::Stuck(_) | SetupError::TwoOnFile(_) | SetupError::OpponentInCheck(..)
            )
        };
        errors.retain(|e| fatal(e) || !forgive(e));
        if errors.iter().any(fatal) {
            return Err(SetupErrors(errors));
        }
        let mut board = Board::empty(game);
        board.interrupt = interrupt.clone();
        place(&mut board, game, setup);
        errors.extend(place_state(&mut board, game, setup));
        if errors.is_empty() || !errors.iter().any(fatal) {
            errors.extend(check_royals(&board, game));
            errors.retain(|e| fatal(e) || !forgive(e));
        }
        if !errors.is_empty() {
            return Err(SetupErrors(errors));
        }
        offer_en_passant(&mut board, game, setup)?;
        board.forget();
        let passed_over = setup.en_passant.clone();
        Ok(Position { game: Arc::clone(game), board, moves: Vec::new(), passed_over })
    }

    /// Counts some work of somebody else on this position, such as a move that is made and taken back; whether
    /// it is to break off: see [`Interrupt`].
    #[inline]
    pub fn breaks_off(&self) -> bool {
        self.board.interrupt.after(interrupt::TRIAL)
    }

    /// The same for a list of moves that is gone through.
    pub fn breaks_off_after(&self, moves: usize) -> bool {
        self.board.interrupt.after(u32::try_from(moves).unwrap_or(u32::MAX))
    }

    /// What tells it to break off.
    pub fn interrupt(&self) -> &Interrupt {
        &self.board.interrupt
    }

    /// What takes long breaks off from now on when this says so: see [`Interrupt`].
    pub fn set_interrupt(&mut self, interrupt: &Interrupt) {
        self.board.interrupt = interrupt.clone();
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<Game<N>> {
        &self.game
    }

    /// Whether a double step has passed over a square just now.
    pub(crate) fn has_just_passed_over(&self, step: DoubleStep<N>, square: Square) -> bool {
        step.over.contains(square)
            && match self.moves.last() {
                Some(last) => (last.from(), last.to()) == (step.from, step.to),
                None => self.passed_over.contains(&square),
            }
    }

    /// Who is to move.
    pub fn side(&self) -> Color {
        self.board.state.side
    }

    /// Plies since the start of the game.
    pub fn ply(&self) -> u32 {
        self.board.state.ply
    }

    /// The key: equal for positions that are the same for repetition.
    pub fn key(&self) -> u64 {
        self.board.state.key
    }

    /// The key for tables of what is known of positions: other than [`Position::key`] where a pass may end the game.
    #[inline]
    pub fn table_key(&self) -> u64 {
        let passed = self.board.state.passed;
        self.key() ^ if passed == 0 { 0 } else { 0x9e37_79b9_7f4a_7c15 }
    }

    /// The key computed anew from the board; always equal to [`Position::key`].
    pub fn recomputed_key(&self) -> u64 {
        self.board.recomputed_key(&self.game)
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        self.board.piece(square)
    }

    /// How many of a type a side holds.
    pub fn hand(&self, color: Color, piece: PieceType) -> u8 {
        self.board.hand(Piece::new(color, piece))
    }

    /// Whether the side to move must pass.
    pub fn must_pass(&self) -> bool {
        self.board.must_pass()
    }

    /// Whether the side to move has to capture: there is a duty to, and it can.
    pub fn must_capture(&self) -> bool {
        if !self.game.has_duty {
            return false;
        }
        let mut free = Vec::new();
        self.board.legal_freely_into(&self.game, &mut free);
        self.board.least_captured(&self.game, &free) > 0
    }

    /// Plies since the last capture or pawn move.
    pub fn quiet(&self) -> u32 {
        self.board.state.quiet
    }

    /// How far a side has counted its moves, where the game is drawn by that.
    #[inline]
    pub fn counted(&self) -> Option<Counted> {
        self.board.state.counted
    }

    /// How many more plies the count of moves leaves until the game is a draw; `None` where nobody counts.
    #[inline]
    pub fn plies_to_count(&self) -> Option<u16> {
        let counted = self.counted()?;
        let most = count::limit(&self.game.variant, counted)?;
        Some((most + 1).saturating_sub(counted.plies))
    }

    /// How many checks a side has given, where the game counts them.
    #[inline]
    pub fn checks_given(&self, color: Color) -> u8 {
        self.board.state.checks_given[color.index()]
    }

    /// The legal moves, without regard to the game's history, in canonical order.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.board.legal(&self.game)
    }

    /// How many there are.
    pub fn count_legal(&self) -> u64 {
        self.board.count_legal(&self.game)
    }

    /// How many there are if moves that are much alike count once, as far as that is quick to tell: drops
    /// on one square, and ways to promote by one step.
    pub fn count_answers(&self) -> u64 {
        self.board.count_alike(&self.game)
    }

    /// Whether there is any.
    pub fn has_legal_move(&self) -> bool {
        self.board.any_legal(&self.game)
    }

    /// Any legal move, found quickly even where a list of them all takes long. Of several that lead to
    /// the same position it may be another one than in that list.
    pub fn some_legal_move(&self) -> Option<Move> {
        self.board.some_legal(&self.game)
    }

    /// Moves by movement alone, whatever happens to the own royals.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        self.board.pseudo_legal(&self.game)
    }

    /// Whether a move is one of the legal ones. Any move of any position may be asked for.
    pub fn is_legal(&self, m: Move) -> bool {
        self.board.is_legal(&self.game, m)
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.board.in_check(&self.game, self.side())
    }

    /// Whether the opponent of `side`, were it to move, could take a royal of it that matters.
    pub fn in_danger(&self, side: Color) -> bool {
        self.board.in_danger(&self.game, side)
    }

    /// Makes a legal move.
    pub fn make(&mut self, m: Move) {
        self.board.make(&self.game, m);
        self.moves.push(m);
    }

    /// Gives the turn away, which is no pass by right; [`Position::unmake`] takes it back.
    pub fn make_null(&mut self) {
        self.board.make_null(&self.game);
        self.moves.push(Move::pass());
    }

    /// Takes the last move back; tells which it was.
    pub fn unmake(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.board.unmake(&self.game);
        Some(m)
    }

    /// The moves made since the position was set up.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The squares of every piece that a pseudo-legal move removes: victims on the way, of shots
    /// and of fire, ascending; once that is broken off, none. What explodes is not among them: see
    /// [`Position::exploded`].
    pub fn captures(&self, m: Move) -> Vec<Square> {
        if !self.game.passive_burners && m.kind() != MoveKind::Path {
            return self.victims(m).iter().collect();
        }
        if self.breaks_off() {
            return Vec::new();
        }
        let mut board = self.board.snapshot();
        let side = self.side();
        board.carry_out(&self.game, m.without_placing());
        let theirs = |s: &Square| self.board.colors[(!side).index()].contains(*s);
        let mut squares: Vec<Square> = board
            .last_changes()
            .filter(|(_, piece)| piece.is_some())
            .map(|(square, _)| square)
            .filter(|s| theirs(s) && !board.colors[(!side).index()].contains(*s))
            .collect();
        let exploded = self.exploded(m);
        squares.retain(|square| *square == m.to() || !exploded.contains(*square));
        if m.kind() == MoveKind::Path
            && let Some(outcome) = self.board.path_outcome(&self.game, m)
        {
            let moved = |s: &Square| outcome.relocates.iter().any(|(from, _)| from == s);
            squares.retain(|s| !moved(s));
            squares.extend(outcome.captures);
        }
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// The squares on which the legs of a path end, before the last: empty for all other moves.
    pub fn middles(&self, m: Move) -> Vec<Square> {
        match m.kind() {
            MoveKind::Through | MoveKind::Shot | MoveKind::Jitto => vec![m.via()],
            MoveKind::Path => {
                self.board.path_outcome(&self.game, m).map_or(Vec::new(), |o| o.middles)
            }
            _ => Vec::new(),
        }
    }

    /// The position as plain data.
    pub fn to_setup(&self) -> Setup {
        let (board, game) = (&self.board, &self.game);
        let types = game.variant.pieces.len();
        let squares = (0..game.squares()).map(|i| board.piece(Square(i as u8))).collect();
        let passed = board.state.en_passant();
        let held = |c: Color, t: usize| board.hand(Piece::new(c, PieceType(t as u8)));
        let hand = |c: Color| (0..types).map(|t| held(c, t)).collect();
        Setup {
            board: squares,
            hands: [hand(Color::First), hand(Color::Second)],
            side: board.state.side,
            ply: board.state.ply,
            passes: board.state.passes,
            unmoved: game.has_unmoved.then(|| board.state.unmoved.iter().collect()),
            en_passant: passed.into_iter().flat_map(|passed| passed.over).collect(),
            passed_pawn: passed
                .filter(|passed| {
                    passers(board, game, passed.over).next().is_some_and(|p| p != passed.pawn)
                })
                .map(|passed| passed.pawn),
            quiet: if game.variant.end.quiet.is_some() { board.state.quiet } else { 0 },
            checks_given: board.state.checks_given,
            just_took: board.state.just_took,
            counted: board.state.counted,
        }
    }
}

fn name<const N: usize>(game: &Game<N>, square: usize) -> String {
    game.variant.display_square(Square(square as u8))
}

fn check_squares<const N: usize>(game: &Game<N>, setup: &Setup) -> Vec<SetupError> {
    let mut errors = Vec::new();
    let promotion = &game.variant.promotion;
    let never_stuck = promotion.forced_when_stuck || promotion.mandatory && promotion.when.enter;
    for (i, cell) in setup.board.iter().enumerate() {
        let Some((color, piece)) = cell else { continue };
        let square = Square(i as u8);
        if piece.index() >= game.variant.pieces.len() {
            return vec![SetupError::WrongSize];
        }
        let info = &game.pieces[Piece::new(*color, *piece)];
        if !game.exists.contains(square) {
            errors.push(SetupError::OnHole(game.variant.square_name(square)));
        } else if !info.allowed.contains(square) {
            errors.push(SetupError::Confined(name(game, i)));
        }
        if never_stuck && info.stuck.contains(square) && info.promotion.is_some() {
            errors.push(SetupError::Stuck(name(game, i)));
        }
    }
    errors
}

fn check_hands<const N: usize>(game: &Game<N>, setup: &Setup) -> Vec<SetupError> {
    let held = |t: usize| setup.hands.iter().any(|h| h[t] > 0);
    (0..game.variant.pieces.len())
        .filter(|t| held(*t) && !game.hand_types.contains(&PieceType(*t as u8)))
        .map(|t| SetupError::NotForHand(game.variant.pieces[t].id.clone()))
        .collect()
}

fn place<const N: usize>(board: &mut Board<N>, game: &Game<N>, setup: &Setup) {
    for (i, cell) in setup.board.iter().enumerate() {
        if let Some((color, piece)) = cell {
            board.put(game, Square(i as u8), Piece::new(*color, *piece));
        }
    }
    board.note_borrowed(game);
    for color in Color::BOTH {
        for (t, count) in setup.hands[color.index()].iter().enumerate() {
            if *count > 0 {
                board.set_hand(game, Piece::new(color, PieceType(t as u8)), *count);
            }
        }
    }
}

fn place_state<const N: usize>(
    board: &mut Board<N>,
    game: &Game<N>,
    setup: &Setup,
) -> Vec<SetupError> {
    let mut errors = Vec::new();
    if setup.passes != [0; 2] && game.variant.shocks.is_empty() {
        errors.push(SetupError::NoPass);
    }
    board.set_turn(game, setup.side, setup.passes);
    board.state.ply = setup.ply;
    board.state.quiet = setup.quiet;
    match game.variant.end.checks {
        Some(rule) => {
            let many = |c: &Color| setup.checks_given[c.index()] > rule.count;
            let sides = Color::BOTH.into_iter().filter(many);
            let name = |c: Color| game.variant.sides[c.index()].clone();
            errors.extend(sides.map(|c| SetupError::TooManyChecks(name(c))));
        }
        None if setup.checks_given != [0; 2] => errors.push(SetupError::NoChecks),
        None => {}
    }
    board.set_checks_given(game, setup.checks_given);
    if let Some(square) = setup.just_took {
        let own = |square| board.piece(square).is_some_and(|(side, _)| side == setup.side);
        if game.return_limit().is_none() || square.index() >= game.squares() || own(square) {
            errors.push(SetupError::NothingJustTaken(game.variant.square_name(square)));
        } else {
            board.set_just_took(game, setup.just_took);
        }
    }
    errors.extend(place_count(board, game, setup.counted));
    let can_be_unmoved = |square: Square| {
        board.piece(square).is_some_and(|(color, piece)| {
            game.variant.tracks_unmoved(piece)
                && game.variant.pieces[piece.index()].starts[color.index()].contains(&square)
        })
    };
    let squares = 0..game.squares();
    let unmoved: BitSet<N> = match &setup.unmoved {
        Some(list) => {
            let wrong = list.iter().filter(|s| s.index() >= game.squares() || !can_be_unmoved(**s));
            errors.extend(wrong.map(|s| SetupError::NotUnmoved(game.variant.square_name(*s))));
            list.iter().copied().collect()
        }
        None => squares.map(|i| Square(i as u8)).filter(|s| can_be_unmoved(*s)).collect(),
    };
    if errors.is_empty() {
        let live = board.live_unmoved(game, unmoved);
        board.set_unmoved(game, live);
    }
    errors
}

/// Goes on with a count of moves, or begins one if the position does.
fn place_count<const N: usize>(
    board: &mut Board<N>,
    game: &Game<N>,
    counted: Option<Counted>,
) -> Option<SetupError> {
    if counted.is_some_and(|counted| count::limit(&game.variant, counted).is_none()) {
        return Some(SetupError::NoCount);
    }
    board.state.counted = counted;
    if counted.is_none() && game.counts_moves {
        board.begin_count(game);
    }
    None
}

/// Which piece could take a royal of the side that waits.
fn threat<const N: usize>(board: &Board<N>, game: &Game<N>, waiting: Color) -> String {
    let man = |square: Square| {
        let piece = board.piece(square).map(|(_, piece)| &game.variant.pieces[piece.index()]);
        let name = piece.map_or("piece", |piece| &piece.name.en);
        format!("the {name} on {}", game.variant.display_square(square))
    };
    let Some((from, royals)) = board.danger(game, waiting) else {
        return "its royals could be taken".to_owned();
    };
    let taken: Vec<String> = royals.iter().map(man).collect();
    format!("{} could take {}", man(from), taken.join(" and "))
}

fn check_royals<const N: usize>(board: &Board<N>, game: &Game<N>) -> Vec<SetupError> {
    let side_name = |c: Color| game.variant.sides[c.index()].clone();
    let single = matches!(game.safety, Safety::Pins | Safety::Filtered);
    let mut errors: Vec<SetupError> = Color::BOTH
        .into_iter()
        .filter(|c| single && board.royals[c.index()].several())
        .map(|c| SetupError::TooManyRoyals(side_name(c)))
        .collect();
    let waiting = !board.state.side;
    // Who has made the opponent pass may stand in check: it is its turn again next. So may who has ended the game by
    // a pass while royals face each other.
    let answered = game.safety == Safety::Free || board.must_pass() || board.facing(game).is_some();
    if errors.is_empty() && !answered && board.in_check(game, waiting) {
        errors.push(SetupError::OpponentInCheck(side_name(waiting), threat(board, game, waiting)));
    }
    for info in
        game.hand_types.iter().filter(|t| game.variant.drops.most(**t, LimitPlace::File) == Some(1))
    {
        for color in Color::BOTH {
            let pieces = board.by_piece[Piece::new(color, *info)];
            let doubled = pieces.iter().any(|s| (game.file_of[s.index()] & pieces).several());
            if doubled {
                errors
                    .push(SetupError::TwoOnFile(game.variant.pieces[info.index()].name.en.clone()));
            }
        }
    }
    errors
}

/// En passant squares must have been left behind by one double step; those are kept on which the
/// capture is legal.
fn offer_en_passant<const N: usize>(
    board: &mut Board<N>,
    game: &Game<N>,
    setup: &Setup,
) -> Result<(), SetupError> {
    let Some(first) = setup.en_passant.first() else { return Ok(()) };
    let targets: BitSet<N> = setup.en_passant.iter().copied().collect();
    let pawn = passers(board, game, targets).find(|p| setup.passed_pawn.is_none_or(|q| q == *p));
    match pawn {
        Some(pawn) => {
            board.offer_en_passant(game, EnPassant { over: targets, pawn });
            Ok(())
        }
        None => Err(SetupError::NoEnPassant(game.variant.square_name(*first))),
    }
}

/// The pieces of the side that is not to move that can just have passed over all of some squares.
fn passers<const N: usize>(
    board: &Board<N>,
    game: &Game<N>,
    over: BitSet<N>,
) -> impl Iterator<Item = Square> {
    let occupied = board.occupied();
    // Something may stand where it came from that was placed as a part of its move.
    let left = move |from: Square| !occupied.contains(from) || board.is_placed(game, from);
    let passes = move |step: &DoubleStep<N>, pawn: Square| {
        step.to == pawn
            && over.without(step.over).is_empty()
            && !(over | step.empty).intersects(occupied)
            && left(step.from)
    };
    // A square that vanishes is entered by capture, never by passing over others.
    let pawns = board.colors[(!board.state.side).index()].without(game.vanishing);
    pawns.iter().filter(move |pawn| {
        let info = board.info(game, *pawn);
        let steps = |id: u16| {
            let extra = game.movements[usize::from(id)].extra.as_ref();
            extra.into_iter().flat_map(|extra| &extra.double_steps)
        };
        // What a piece may only begin with, it has begun with where it stood at the start.
        let starts = board.piece(*pawn).map(|(color, piece)| {
            let starts = &game.variant.pieces[piece.index()].starts;
            starts[color.index()].as_slice()
        });
        let began = |step: &&DoubleStep<N>| starts.unwrap_or_default().contains(&step.from);
        let first = steps(info.virgin_movement).filter(began);
        !info.traits.royal && steps(info.movement).chain(first).any(|step| passes(step, *pawn))
    })
}
