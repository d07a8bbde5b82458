//! Move generation: one generator, several sinks.

use crate::attack::{Reached, View};
use crate::bits::BitSet;
use crate::board::Board;
use crate::game::{Extra, Game, PromotionInfo, Push, Safety, code};
use crate::make::{inside_of, promoted};
use crate::moves::{Move, MoveKind};
use crate::sink::{Any, Count, List, Sink};
use crate::{Color, PieceType, Square};
use std::collections::HashSet;

impl<const N: usize> Board<N> {
    /// All legal moves, without regard to the game's history.
    pub(crate) fn legal(&self, game: &Game<N>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_into(game, &mut moves);
        moves
    }

    /// Hands all legal moves to a sink.
    pub(crate) fn legal_to<S: Sink<N>>(&self, game: &Game<N>, sink: &mut S) {
        if needs_playing(game) {
            self.legal_by_playing(game).into_iter().for_each(|m| sink.one(m))
        } else {
            self.generate(game, sink)
        }
    }

    /// Adds all legal moves to a list.
    pub(crate) fn legal_into(&self, game: &Game<N>, moves: &mut Vec<Move>) {
        if needs_playing(game) {
            moves.extend(self.legal_by_playing(game));
        } else {
            let mut list = List(std::mem::take(moves));
            self.generate(game, &mut list);
            *moves = list.0;
        }
    }

    /// Adds the legal moves but those after which the side to move loses its last royal at once,
    /// where royals may be left to be taken and a test of the attacks tells. Saving are also moves
    /// that win at once or make the opponent pass, whatever they leave, and those that bring a
    /// second royal.
    pub(crate) fn saving_into(&self, game: &Game<N>, moves: &mut Vec<Move>) {
        let royals = self.royals[self.state.side.index()];
        let told = game.royals_can_fall
            && game.safety == Safety::Free
            && !game.fire_depends
            && !needs_playing(game)
            && royals.count() == 1
            && !self.is_decided(game)
            && !self.must_pass()
            && !self.opponent_must_pass();
        if !told {
            return self.legal_into(game, moves);
        }
        let mut list = List(std::mem::take(moves));
        let mut generator = Generator::new(self, game, &mut list);
        generator.may_leave = true;
        generator.with_filter();
        *moves = list.0;
    }

    /// How many legal moves there are.
    #[inline]
    pub(crate) fn count_legal(&self, game: &Game<N>) -> u64 {
        if needs_playing(game) {
            return self.legal_by_playing(game).len() as u64;
        }
        let mut count = Count(0);
        self.generate(game, &mut count);
        count.0
    }

    /// Whether there is a legal move.
    pub(crate) fn any_legal(&self, game: &Game<N>) -> bool {
        if needs_playing(game) {
            let mut found = false;
            self.play_each(game, |_| {
                found = true;
                false
            });
            return found;
        }
        let mut any = Any(false);
        self.generate(game, &mut any);
        any.0
    }

    /// Moves by movement alone, whatever happens to the own royals.
    pub(crate) fn pseudo_legal(&self, game: &Game<N>) -> Vec<Move> {
        let mut list = List(Vec::with_capacity(64));
        if self.is_decided(game) {
            return list.0;
        }
        if self.must_pass() {
            list.0.push(Move::pass());
            return list.0;
        }
        Generator::new(self, game, &mut list).run::<FREE>();
        list.0
    }

    /// The same without drops.
    pub(crate) fn pseudo_legal_on_board(&self, game: &Game<N>) -> Vec<Move> {
        let mut list = List(Vec::with_capacity(64));
        if !self.is_decided(game) {
            Generator::new(self, game, &mut list).on_board::<FREE>();
        }
        list.0
    }

    /// The same as [`Board::pseudo_legal`] with drops that would mate where they must not, which are dear
    /// to find out.
    pub(crate) fn pseudo_legal_with_mates(&self, game: &Game<N>) -> Vec<Move> {
        if self.is_decided(game) || self.must_pass() {
            return self.pseudo_legal(game);
        }
        let mut list = List(Vec::with_capacity(64));
        let mut generator = Generator::new(self, game, &mut list);
        generator.mates_by_drop = true;
        generator.run::<FREE>();
        list.0
    }

    /// Whether a move is a drop that mates at once where it must not.
    pub(crate) fn mates_by_drop(&self, game: &Game<N>, m: Move) -> bool {
        let us = self.state.side;
        if m.kind() != MoveKind::Drop
            || !game.pieces[usize::from(code(us, m.dropped()))].no_drop_mate
            || self.royals[(!us).index()].is_empty()
        {
            return false;
        }
        let mut after = self.snapshot();
        after.make(game, m);
        after.is_mated(game)
    }

    fn legal_by_playing(&self, game: &Game<N>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.play_each(game, |m| {
            moves.push(m);
            true
        });
        moves
    }

    /// Plays every pseudo-legal move: tells those that leave no royal in danger, one for each
    /// resulting position, until told to stop.
    fn play_each(&self, game: &Game<N>, mut tell: impl FnMut(Move) -> bool) {
        let mut board = self.snapshot();
        let mut seen = HashSet::new();
        // Whether a drop mates is asked last, and only of those that count: the answers to it may be
        // drops of the same sort, and asking for all of them would never end.
        for m in self.pseudo_legal_with_mates(game) {
            let Some(destination) = self.destination_if_safe(game, &mut board, m) else { continue };
            let new = !game.dedupe_by_key || seen.insert(destination);
            if new && !self.mates_by_drop(game, m) && !tell(m) {
                return;
            }
        }
    }

    /// Plays a pseudo-legal move on a copy of the board and takes it back: what sets the position
    /// apart that it leads to (key and quiet plies), if no royal is left in danger.
    fn destination_if_safe(&self, game: &Game<N>, copy: &mut Self, m: Move) -> Option<(u64, u32)> {
        let us = self.state.side;
        let had_royals = !self.royals[us.index()].is_empty();
        // Two moves to one position may differ in what can be taken in passing next.
        copy.make(game, m);
        let none_left = copy.royals[us.index()].is_empty();
        let lost = had_royals && (none_left || self.royal_fell(game, copy, us));
        // Who makes the opponent pass has answered every check.
        let safe = game.safety == Safety::Free
            || (!lost && (copy.must_pass() || !copy.in_check(game, us)));
        let destination = (copy.state.key, copy.state.quiet);
        copy.unmake(game);
        safe.then_some(destination)
    }

    /// Whether the side's own move has cost it a royal that it may not lose.
    fn royal_fell(&self, game: &Game<N>, after: &Board<N>, us: Color) -> bool {
        game.variant.end.royals == crate::variant::Royals::Any
            && after.royals[us.index()].count() < self.royals[us.index()].count()
    }

    /// Whether a side has lost its last royal on the board (where royals can be taken at all).
    pub(crate) fn is_decided(&self, game: &Game<N>) -> bool {
        game.royals_can_fall && self.royals.iter().any(|r| r.is_empty())
    }

    fn generate<S: Sink<N>>(&self, game: &Game<N>, sink: &mut S) {
        if self.is_decided(game) {
            return;
        }
        if self.must_pass() {
            // Where a move must answer check, a forced pass in check is no legal move.
            if game.safety == Safety::Free
                || self.opponent_must_pass()
                || !self.in_check(game, self.state.side)
            {
                sink.one(Move::pass());
            }
            return;
        }
        let mut generator = Generator::new(self, game, sink);
        match generator.mode() {
            PINS => generator.with_pins(),
            TEST => generator.with_filter(),
            _ => generator.run::<FREE>(),
        }
    }

    /// Whether a move is one of the legal ones; found without the moves of other pieces, where these
    /// make no difference.
    pub(crate) fn is_legal(&self, game: &Game<N>, m: Move) -> bool {
        let outside = |square: Square| square.index() >= game.squares();
        if outside(m.to()) || (m.kind() != MoveKind::Drop && outside(m.from())) {
            return false;
        }
        // A shot or a pass of one piece stands for those of others.
        let alone = matches!(
            m.kind(),
            MoveKind::Step | MoveKind::Drop | MoveKind::Through | MoveKind::EnPassant
        );
        if !alone || needs_playing(game) || self.is_decided(game) || self.must_pass() {
            return self.legal(game).contains(&m);
        }
        let mut list = List(Vec::new());
        Generator::new(self, game, &mut list).like(m);
        list.0.contains(&m)
    }

    /// The squares on which a capture in passing is legal now, whatever other moves lead to the same
    /// position.
    pub(crate) fn legal_en_passant(&self, game: &Game<N>) -> BitSet<N> {
        let target = |m: Move| match m.kind() {
            MoveKind::EnPassant => Some(m.to()),
            MoveKind::Path => self.path_outcome(game, m)?.en_passant,
            _ => None,
        };
        if !needs_playing(game) {
            return self.legal(game).into_iter().filter_map(target).collect();
        }
        let mut board = self.snapshot();
        let mut legal = BitSet::EMPTY;
        for m in self.pseudo_legal_on_board(game) {
            if let Some(square) = target(m).filter(|square| !legal.contains(*square))
                && self.destination_if_safe(game, &mut board, m).is_some()
            {
                legal.insert(square);
            }
        }
        legal
    }

    /// Whether a piece may castle as far as attacks go: a royal not out of, through, or into one, be it
    /// that checks must be answered or not.
    fn may_castle(&self, game: &Game<N>, from: Square, partner: Square, to: Square) -> bool {
        let us = self.state.side;
        let beside = game.pieces.get(usize::from(self.at(partner)));
        if beside.is_some_and(|info| !info.allowed.contains(inside_of(from, to))) {
            return false;
        }
        // Where every move is played to see whether it is legal, that is seen there.
        let unasked =
            game.safety == Safety::Free || needs_playing(game) || self.opponent_must_pass();
        if !self.royals[us.index()].contains(from) {
            let m = Move::new(MoveKind::Castle, from, partner.0, to, 0);
            return unasked || self.destination_if_safe(game, &mut self.snapshot(), m).is_some();
        }
        if game.variant.castling.through_check && unasked {
            return true;
        }
        let (ours, king) = (self.colors[us.index()], BitSet::of(from));
        let attacked = |others: BitSet<N>, at: Square| {
            let own = others | BitSet::of(at);
            let mut view = View::new(game, self.colors[(!us).index()], own);
            view.moved = Some((at, self.at(from)));
            self.attacks(game, &view, !us, at)
        };
        let (low, high) = (from.min(to).0, from.max(to).0);
        if !game.variant.castling.through_check
            && (low..=high).any(|s| attacked(ours.without(king), Square(s)))
        {
            return false;
        }
        let partner = BitSet::of(partner);
        !attacked(ours.without(king | partner) | BitSet::of(inside_of(from, to)), to)
    }
}

fn needs_playing<const N: usize>(game: &Game<N>) -> bool {
    game.dedupe_by_key || game.safety == Safety::Many
}

// How a run keeps the royal safe, as compile-time constants so that the loops know.
const FREE: u8 = 0;
const PINS: u8 = 1;
const TEST: u8 = 2;

/// The pieces that give check, by whether something could come between them and the king. A piece
/// that attacks in both ways is among both.
#[derive(Clone, Copy)]
struct Checkers<const N: usize> {
    leapers: BitSet<N>,
    sliders: BitSet<N>,
}

struct Generator<'a, S, const N: usize> {
    board: &'a Board<N>,
    game: &'a Game<N>,
    sink: &'a mut S,
    us: Color,
    view: View<N>,
    /// Where any piece may land.
    land: BitSet<N>,
    king: Option<Square>,
    /// PINS: where pieces other than the king must land. TEST: squares that a change could open.
    target: BitSet<N>,
    pinned: BitSet<N>,
    /// TEST: whether every move must be tested.
    test_all: bool,
    /// TEST: the enemies that may attack the king, unless it moves itself.
    suspects: BitSet<N>,
    /// TEST: whether the king may be left, so that some moves matter more than an attack on it.
    may_leave: bool,
    /// Whether drops that mate are written down too.
    mates_by_drop: bool,
    /// Victims already shot, by whether the shot shocks the opponent, and whether the shooter starts
    /// the count of quiet moves anew.
    shots_seen: [[BitSet<N>; 2]; 2],
    /// Whether the turn has been passed, by whether that starts the count of quiet moves anew.
    passed: [bool; 2],
}

impl<'a, S: Sink<N>, const N: usize> Generator<'a, S, N> {
    fn new(board: &'a Board<N>, game: &'a Game<N>, sink: &'a mut S) -> Self {
        let us = board.state.side;
        let view = View::of(board, game, us);
        Generator {
            board,
            game,
            sink,
            us,
            view,
            land: game.exists & !(view.own | (view.blockers & !view.enemy)),
            king: board.royals[us.index()].first(),
            target: BitSet::EMPTY,
            pinned: BitSet::EMPTY,
            test_all: false,
            suspects: view.enemy,
            may_leave: false,
            mates_by_drop: false,
            shots_seen: [[BitSet::EMPTY; 2]; 2],
            passed: [false; 2],
        }
    }

    /// How the royal is kept safe. While the opponent must pass, nothing can take it; no game with
    /// such turns has pins.
    fn mode(&self) -> u8 {
        match self.game.safety {
            Safety::Pins if self.king.is_some() => PINS,
            Safety::Filtered if self.king.is_some() && !self.board.opponent_must_pass() => TEST,
            _ => FREE,
        }
    }

    /// The moves of one piece on the board, castling aside, or the drops on one square.
    fn like(&mut self, m: Move) {
        let (drops, movers) = if m.kind() == MoveKind::Drop {
            (BitSet::of(m.to()), BitSet::EMPTY)
        } else {
            (BitSet::EMPTY, BitSet::of(m.from()) & self.view.own)
        };
        match (self.mode(), self.king) {
            (PINS, Some(king)) if movers.contains(king) => self.king_steps(king),
            (PINS, Some(king)) => {
                let checkers = self.find_pins(king);
                if self.answer(king, checkers) {
                    self.pieces::<PINS>(movers);
                    self.drops_on(self.target & drops, false);
                }
            }
            (TEST, _) => {
                self.find_sensitive();
                self.pieces::<TEST>(movers);
                self.drops_on(self.land & drops, true);
            }
            _ => {
                self.target = self.land;
                self.pieces::<FREE>(movers);
                self.drops_on(self.land & drops, false);
            }
        }
    }

    /// One royal, attackers that step and slide.
    fn with_pins(&mut self) {
        let Some(king) = self.king else { return };
        let checkers = self.find_pins(king);
        self.king_steps(king);
        self.castlings();
        if !self.answer(king, checkers) || self.sink.is_full() {
            return;
        }
        self.pieces::<PINS>(self.view.own.without(BitSet::of(king)));
        if !self.sink.is_full() {
            self.drops_on(self.target, false);
        }
    }

    /// Finds where pieces other than the king must land; `false` if none of them can answer the check.
    #[inline(always)]
    fn answer(&mut self, king: Square, checkers: Checkers<N>) -> bool {
        let Checkers { leapers, sliders } = checkers;
        self.target = match (leapers | sliders).count() {
            0 => self.land,
            // Nothing comes between a leaper and the king, even if the two stand in line.
            1 if !leapers.is_empty() => leapers & self.land,
            1 => {
                let checker = sliders.first().unwrap_or(king);
                (self.between(checker, king) | sliders) & self.land
            }
            _ => return false,
        };
        true
    }

    /// Finds the pinned pieces; returns the checkers.
    #[inline]
    fn find_pins(&mut self, king: Square) -> Checkers<N> {
        let (board, game, them) = (self.board, self.game, (!self.us).index());
        let mut checkers = Checkers { leapers: BitSet::EMPTY, sliders: BitSet::EMPTY };
        for from in game.step_in[them][king.index()] & self.view.enemy {
            let movement = board.movement(game, from);
            let captures = movement.extra.as_ref().and_then(|e| e.capture_steps.as_ref());
            let attacks = movement.steps[from.index()].contains(king)
                | captures.is_some_and(|steps| steps[from.index()].contains(king));
            checkers.leapers |= BitSet::of(from).only_if(attacks);
        }
        // Which of the candidates really look at the king is not to be predicted: no branches.
        for from in game.line_in[them][king.index()] & board.sliders[them] {
            let Some(base) = game.line_between(from, king) else { continue };
            let looks = board.capture_lines(game, from) & base.family != 0;
            let between = game.ahead(base, from) & game.behind(base, king) & self.view.blockers;
            checkers.sliders |= BitSet::of(from).only_if(looks & between.is_empty());
            self.pinned |= (between & self.view.own).only_if(looks & between.is_single_or_empty());
        }
        checkers
    }

    /// The squares strictly between two squares on a common line; empty if there is none.
    fn between(&self, a: Square, b: Square) -> BitSet<N> {
        match self.game.line_between(a, b) {
            Some(base) => self.game.ahead(base, a) & self.game.behind(base, b),
            None => BitSet::EMPTY,
        }
    }

    /// Steps of the king to squares that nobody attacks.
    #[inline]
    fn king_steps(&mut self, king: Square) {
        let (board, game) = (self.board, self.game);
        let movement = board.movement(game, king);
        let mut to = movement.steps[king.index()] & self.land;
        let mut reached = None;
        if movement.extra.is_some() || !movement.lines.is_empty() {
            let all: &mut Reached<N> = reached.insert(Reached::default());
            board.reached(game, &self.view, king, all);
            to = (all.quiet | all.capture) & self.land;
        }
        let safe = match reached {
            None => to.without(self.attacked_near(king)),
            Some(_) => self.unattacked(king, to),
        };
        self.emit(king, safe);
        if let Some(reached) = reached {
            self.emit_castlings(king, &reached);
        }
    }

    /// Squares around the king that step and slide attackers cover. The king does not hide what
    /// lies behind it.
    #[inline(always)]
    fn attacked_near(&self, king: Square) -> BitSet<N> {
        let (board, game, them) = (self.board, self.game, (!self.us).index());
        let [steppers, liners] = game.near_royal[them][king.index()];
        let blockers = self.view.blockers.without(BitSet::of(king));
        let mut attacked = BitSet::EMPTY;
        for from in steppers & self.view.enemy {
            let movement = board.movement(game, from);
            attacked |= movement.steps[from.index()];
            if let Some(Extra { capture_steps: Some(steps), .. }) = movement.extra.as_deref() {
                attacked |= steps[from.index()];
            }
        }
        for from in liners & board.sliders[them] {
            let movement = board.movement(game, from);
            attacked |= game.slides(movement.lines, from, blockers);
            if let Some(extra) = &movement.extra {
                attacked |= game.slides(extra.capture_lines, from, blockers);
            }
        }
        attacked
    }

    /// The same asked square by square, for kings of many moves.
    fn unattacked(&self, king: Square, to: BitSet<N>) -> BitSet<N> {
        let mut view =
            View::new(self.game, self.view.enemy, self.view.own.without(BitSet::of(king)));
        let mut safe = BitSet::EMPTY;
        for to in to {
            view.own = self.view.enemy.without(BitSet::of(to));
            view.suspects = view.own;
            safe |= BitSet::of(to).only_if(!self.board.attacks(self.game, &view, !self.us, to));
        }
        safe
    }

    /// One royal, any attackers: only moves that touch a sensitive square are tested.
    fn with_filter(&mut self) {
        self.find_sensitive();
        self.run::<TEST>();
    }

    /// Finds out which moves must be tested.
    fn find_sensitive(&mut self) {
        self.test_all = self.board.in_danger(self.game, self.us);
        if let Some(king) = self.king {
            if self.test_all {
                self.suspects = self.board.suspects(self.game, self.us, king)
            } else {
                self.target = self.board.sensitive_squares(self.game, self.us, king)
            }
        }
    }

    fn run<const MODE: u8>(&mut self) {
        self.on_board::<MODE>();
        if !self.sink.is_full() {
            self.drops_on(self.land, MODE == TEST);
        }
    }

    fn on_board<const MODE: u8>(&mut self) {
        if MODE == FREE {
            self.target = self.land;
        }
        self.pieces::<MODE>(self.view.own);
        self.castlings();
    }

    /// Moves of a set of own pieces. They are taken in groups that are handled alike, which the
    /// processor's branch prediction rewards: pawns at once, plain steppers without and with
    /// promotion, the rest.
    #[inline(always)]
    fn pieces<const MODE: u8>(&mut self, pieces: BitSet<N>) {
        let mut pieces = pieces.without(self.all_at_once::<MODE>(pieces));
        if MODE == PINS && !self.pinned.is_empty() {
            for from in pieces & self.pinned {
                self.piece::<MODE, true>(from);
            }
            pieces = pieces.without(self.pinned);
        }
        let steppers = pieces.without(self.board.complex);
        for from in steppers.without(self.board.promoters) {
            let to = self.stepper::<MODE>(from);
            self.sink.steps(from, to);
        }
        for from in steppers & self.board.promoters {
            let to = self.board.movement(self.game, from).steps[from.index()] & self.land;
            self.emit_legal::<MODE, false>(from, to);
        }
        if self.sink.is_full() {
            return;
        }
        for from in pieces & self.board.complex {
            self.piece::<MODE, false>(from);
            if self.sink.is_full() {
                return;
            }
        }
    }

    /// Moves the pieces of few steps, each type at once; returns those done.
    #[inline(always)]
    fn all_at_once<const MODE: u8>(&mut self, pieces: BitSet<N>) -> BitSet<N> {
        let (board, game) = (self.board, self.game);
        let mut done = BitSet::EMPTY;
        if MODE == TEST && self.test_all {
            return done;
        }
        for shifter in &game.shifters[self.us.index()] {
            let mut from = board.by_piece[usize::from(shifter.piece)].without(self.pinned) & pieces;
            if MODE == TEST {
                // What starts from or lands on a sensitive square is tested one by one.
                let landing = shifter.pushes.iter().map(|p| self.target.shifted(-p.shift));
                from = from.without(landing.fold(self.target, |a, b| a | b));
            }
            done |= from;
            let promotion = game.pieces[usize::from(shifter.piece)].promotion.as_deref();
            for push in &shifter.pushes {
                self.push::<MODE>(from, push, promotion);
            }
        }
        if let Some(passed) = board.state.en_passant() {
            let takers = passed.over.iter().map(|s| game.en_passant_in[self.us.index()][s.index()]);
            for from in takers.fold(BitSet::EMPTY, |a, b| a | b) & done {
                self.emit_en_passant::<MODE>(from, BitSet::EMPTY);
            }
        }
        done
    }

    #[inline(always)]
    fn push<const MODE: u8>(
        &mut self,
        from: BitSet<N>,
        push: &Push<N>,
        promotion: Option<&PromotionInfo<N>>,
    ) {
        let empty = !self.view.blockers;
        let from = from & push.from;
        let mut to = from.shifted(push.shift);
        if let Some(over) = push.over {
            to &= (from.shifted(over) & empty).shifted(push.shift - over);
        }
        to &= match (push.quiet, push.capture) {
            (true, true) => self.land,
            (true, false) => empty,
            _ => self.view.enemy,
        };
        if MODE == PINS {
            to &= self.target;
        }
        match promotion {
            None => self.sink.shifted(push.shift, to, BitSet::EMPTY, 0),
            Some(promotion) => {
                let inside = promotion.zone.shifted(push.shift);
                let (plain, promoting) = promotion.split_by_start(inside, to, self.view.enemy);
                self.sink.shifted(push.shift, plain, promoting, promotion.to.len() as u8);
            }
        }
    }

    /// Where a piece of plain steps may go.
    #[inline(always)]
    fn stepper<const MODE: u8>(&mut self, from: Square) -> BitSet<N> {
        let to = self.board.movement(self.game, from).steps[from.index()] & self.land;
        match MODE {
            FREE => to,
            PINS => to & self.target,
            _ => self.keep_safe(from, to, self.board.at(from)),
        }
    }

    #[inline(always)]
    fn piece<const MODE: u8, const PINNED: bool>(&mut self, from: Square) {
        let (board, game) = (self.board, self.game);
        let movement = board.movement(game, from);
        if movement.extra.is_some() {
            return self.piece_with_extra::<MODE>(from);
        }
        let reached =
            movement.steps[from.index()] | game.slides(movement.lines, from, self.view.blockers);
        let mut to = reached & self.land;
        if game.has_confined {
            to &= board.info(game, from).allowed;
        }
        self.emit_legal::<MODE, PINNED>(from, to);
    }

    /// Cuts a piece's destinations down to the legal ones and writes them down.
    #[inline(always)]
    fn emit_legal<const MODE: u8, const PINNED: bool>(&mut self, from: Square, to: BitSet<N>) {
        match MODE {
            FREE => self.emit(from, to),
            PINS if PINNED => self.emit(from, self.cut_by_pin(from, to & self.target)),
            PINS => self.emit(from, to & self.target),
            _ => self.emit_safe(from, to),
        }
    }

    /// Writes down the moves that leave the king safe; asked for each promotion by itself where
    /// that makes a difference.
    fn emit_safe(&mut self, from: Square, to: BitSet<N>) {
        let (game, piece) = (self.game, self.board.at(from));
        match game.pieces[usize::from(piece)].promotion.as_deref() {
            Some(promotion) if promotion.changes_safety => {
                let (plain, promoting) = promotion.split(from, to, self.view.enemy);
                self.sink.steps(from, self.keep_safe(from, plain, piece));
                for (choice, after) in (1..).zip(&promotion.to) {
                    let fitting = promoting & game.pieces[usize::from(*after)].allowed;
                    for to in self.keep_safe(from, fitting, *after) {
                        self.sink.one(Move::step(from, to, choice));
                    }
                }
            }
            _ => self.emit(from, self.keep_safe(from, to, piece)),
        }
    }

    /// Castling of kings and partners that have never moved.
    #[inline(always)]
    fn castlings(&mut self) {
        let game = self.game;
        let unmoved = self.board.state.unmoved;
        for right in &game.castle_rights[self.us.index()] {
            if unmoved.contains(right.king)
                && unmoved.contains(right.partner)
                && !right.between.meets(self.view.blockers)
            {
                self.emit_castling(right.king, right.partner, right.to);
            }
        }
    }

    /// The part of a pinned piece's moves that stays between the king and the pinning piece, or
    /// takes that piece.
    fn cut_by_pin(&self, from: Square, to: BitSet<N>) -> BitSet<N> {
        let game = self.game;
        match self.king {
            Some(king) if self.pinned.contains(from) => match game.line_between(king, from) {
                Some(base) => {
                    let beyond = game.ahead(base, from) & self.view.blockers;
                    let shelter = match game.nearest(base, beyond) {
                        Some(pinner) => game.ahead(base, king).without(game.ahead(base, pinner)),
                        None => game.ahead(base, king),
                    };
                    to & shelter
                }
                None => BitSet::EMPTY,
            },
            _ => to,
        }
    }

    fn piece_with_extra<const MODE: u8>(&mut self, from: Square) {
        let mut reached = Reached::default();
        self.board.reached(self.game, &self.view, from, &mut reached);
        let to = reached.quiet | reached.capture;
        self.emit_legal::<MODE, true>(from, to);
        if self.board.state.en_passant().is_some() {
            self.emit_en_passant::<MODE>(from, reached.en_passant);
        }
        if reached.pass.is_some() || !reached.shots.is_empty() {
            self.emit_in_place::<MODE>(from, &reached);
        }
        for (via, on) in &reached.hits {
            self.emit_through::<MODE>(from, *via, *on);
        }
        if !reached.paths.is_empty() {
            self.emit_castlings(from, &reached);
            self.emit_paths(from, &reached);
        }
    }

    /// Writes down moves of one piece, promoting where it may or must.
    #[inline(always)]
    fn emit(&mut self, from: Square, to: BitSet<N>) {
        let piece = usize::from(self.board.at(from));
        if !self.game.hot[piece].traits.promotes {
            return self.sink.steps(from, to);
        }
        if let Some(promotion) = &self.game.pieces[piece].promotion {
            let (plain, promoting) = promotion.split(from, to, self.view.enemy);
            self.sink.steps(from, plain);
            if promotion.mixed.meets(promoting) {
                return self.promote_where_it_fits(from, promoting, promotion);
            }
            self.sink.promotions(from, promoting, promotion.to.len() as u8);
        }
    }

    /// Writes down promotions each of which has squares of its own.
    #[cold]
    fn promote_where_it_fits(&mut self, from: Square, to: BitSet<N>, promotion: &PromotionInfo<N>) {
        for to in to {
            for (choice, after) in (1..).zip(&promotion.to) {
                if self.game.pieces[usize::from(*after)].allowed.contains(to) {
                    self.sink.one(Move::step(from, to, choice));
                }
            }
        }
    }

    /// One move of another sort than a step, with whatever promotions it may have.
    fn emit_choices<const MODE: u8>(
        &mut self,
        kind: MoveKind,
        (from, via, to): (Square, u8, Square),
        captures: BitSet<N>,
    ) {
        let Some(promotion) = &self.board.info(self.game, from).promotion else {
            return self.emit_one::<MODE>(Move::new(kind, from, via, to, 0), captures);
        };
        // A friend that is destroyed gives no right.
        let (plain, choices) = promotion.choices(from, to, captures & self.view.enemy);
        for choice in u8::from(!plain)..=choices {
            self.emit_one::<MODE>(Move::new(kind, from, via, to, choice), captures);
        }
    }

    /// Writes a move down if what the piece becomes may stand there, and the king is left safe.
    fn emit_one<const MODE: u8>(&mut self, m: Move, captures: BitSet<N>) {
        let after = promoted(self.game, self.board.at(m.from()), m.promotion());
        if !self.game.pieces[usize::from(after)].allowed.contains(m.to()) {
            return;
        }
        if MODE == FREE || self.is_safe_after(m.from(), m.to(), captures, after) {
            self.sink.one(m);
        }
    }

    fn emit_en_passant<const MODE: u8>(&mut self, from: Square, walked: BitSet<N>) {
        for (to, pawn) in self.board.passing_captures(self.game, from, walked) {
            self.emit_choices::<MODE>(MoveKind::EnPassant, (from, pawn.0, to), BitSet::of(pawn));
        }
    }

    /// Shots and the turn pass. Who shot or passed does not show afterwards, so that each victim,
    /// and the pass, is one move for all pieces together, unless it shows: by a promotion, by lost
    /// virginity, by fire, by a shock or by a count. Where keys are compared, these tell.
    fn emit_in_place<const MODE: u8>(&mut self, from: Square, reached: &Reached<N>) {
        let info = self.board.info(self.game, from);
        let virgin = self.game.has_unmoved && self.board.state.unmoved.contains(from);
        let shows = virgin || info.burns.is_some() || self.game.dedupe_by_key;
        let rights = |victims: BitSet<N>| match &info.promotion {
            Some(promotion) => promotion.choices(from, from, victims),
            None => (true, 0),
        };
        for victim in reached.shots {
            let shocks = self.shocks(from, BitSet::of(victim));
            let seen = &mut self.shots_seen[usize::from(shocks)][usize::from(info.resets_quiet)];
            let (plain, choices) = rights(BitSet::of(victim));
            let plain = plain && (shows || !seen.contains(victim));
            if plain && !shows {
                seen.insert(victim);
            }
            for choice in u8::from(!plain)..=choices {
                let m = Move::new(MoveKind::Shot, from, victim.0, from, choice);
                self.emit_one::<MODE>(m, BitSet::of(victim));
            }
        }
        if let Some(via) = reached.pass {
            let passed = &mut self.passed[usize::from(info.resets_quiet)];
            let (plain, choices) = rights(BitSet::EMPTY);
            let plain = plain && (shows || !*passed);
            *passed |= plain && !shows;
            for choice in u8::from(!plain)..=choices {
                let m = Move::new(MoveKind::Jitto, from, via.0, from, choice);
                self.emit_one::<MODE>(m, BitSet::EMPTY);
            }
        }
    }

    fn emit_through<const MODE: u8>(&mut self, from: Square, via: Square, on: BitSet<N>) {
        for to in on {
            let captures = BitSet::of(via) | (BitSet::of(to) & self.view.enemy);
            self.emit_choices::<MODE>(MoveKind::Through, (from, via.0, to), captures);
        }
    }

    fn emit_castlings(&mut self, from: Square, reached: &Reached<N>) {
        for outcome in &reached.paths {
            let Some((partner, _)) = outcome.partner else { continue };
            self.emit_castling(from, partner, outcome.to);
        }
    }

    /// Castling, with whatever promotions it may have; whether it may be is asked here.
    fn emit_castling(&mut self, king: Square, partner: Square, to: Square) {
        if self.board.may_castle(self.game, king, partner, to) {
            let squares = (king, partner.0, to);
            self.emit_choices::<FREE>(MoveKind::Castle, squares, BitSet::EMPTY);
        }
    }

    /// Effects that no other kind of move says, numbered for each destination. Games that have such
    /// pieces test and compare every move by playing it, so nothing is tested here.
    fn emit_paths(&mut self, from: Square, reached: &Reached<N>) {
        let mut last = None;
        let mut number = 0u8;
        for outcome in reached.paths.iter().filter(|o| o.partner.is_none()) {
            number = if last == Some(outcome.to) { number.saturating_add(1) } else { 0 };
            last = Some(outcome.to);
            let captures = outcome.captures.iter().copied().collect();
            self.emit_choices::<FREE>(MoveKind::Path, (from, number, outcome.to), captures);
        }
    }

    /// Drops on the empty ones of some squares.
    fn drops_on(&mut self, squares: BitSet<N>, test: bool) {
        let (board, game, us) = (self.board, self.game, self.us);
        if board.held[us.index()] == 0 || !game.variant.drops.allowed {
            return;
        }
        let empty = squares.without(self.view.blockers);
        let mut held = board.held[us.index()];
        while held != 0 && !empty.is_empty() {
            let piece = PieceType(held.trailing_zeros() as u8);
            held &= held - 1;
            self.drop_type(piece, piece, empty, test);
            if game.variant.drops.promoted {
                for promoted in &game.variant.pieces[piece.index()].promotes {
                    self.drop_type(piece, *promoted, empty, test);
                }
            }
            if self.sink.is_full() {
                return;
            }
        }
    }

    fn drop_type(&mut self, held: PieceType, piece: PieceType, empty: BitSet<N>, test: bool) {
        let (board, game, us) = (self.board, self.game, self.us);
        let at = code(us, piece);
        let info = &game.pieces[usize::from(at)];
        let mut squares = empty & info.droppable;
        if info.one_per_file {
            for own in board.by_piece[usize::from(at)] {
                squares = squares.without(game.file_of[own.index()]);
            }
        }
        if test {
            let doubtful = if self.test_all { squares } else { squares & self.target };
            for square in doubtful {
                if !self.is_safe_drop(square, at) {
                    squares.remove(square);
                }
            }
        }
        if info.no_drop_mate && !self.mates_by_drop && !squares.is_empty() {
            squares = squares.without(self.drop_mates(held, piece, squares));
        }
        self.sink.drops(held, piece, squares);
    }

    /// Squares on which the drop would mate at once.
    fn drop_mates(&self, held: PieceType, piece: PieceType, squares: BitSet<N>) -> BitSet<N> {
        let (board, game, us) = (self.board, self.game, self.us);
        let royals = board.royals[(!us).index()];
        let movement =
            &game.movements[usize::from(game.pieces[usize::from(code(us, piece))].movement)];
        // A piece of plain steps gives check by a step alone, unless others may hop over it, or a check
        // may come about in two moves.
        let only_steps = movement.lines.is_empty()
            && movement.extra.is_none()
            && board.exotic[us.index()].is_empty()
            && !game.variant.end.check_through_shock;
        let mut mates = BitSet::EMPTY;
        for square in if royals.is_empty() { BitSet::EMPTY } else { squares } {
            if only_steps && !movement.steps[square.index()].meets(royals) {
                continue;
            }
            let mut after = board.snapshot();
            after.make(game, Move::drop_as(held, piece, square));
            if after.is_mated(game) {
                mates.insert(square);
            }
        }
        mates
    }

    /// Cuts destinations down to those that leave the king safe when the piece becomes `after`.
    fn keep_safe(&self, from: Square, to: BitSet<N>, after: u8) -> BitSet<N> {
        let all = self.test_all || Some(from) == self.king || self.target.contains(from);
        let mut doubtful = if all { to } else { to & self.target };
        if let Some(fire) = self.game.fire_after(self.board.at(from), after)
            && !all
        {
            // A move that burns takes several pieces off the board at once.
            doubtful |= to.iter().filter(|t| fire[t.index()].meets(self.view.enemy)).collect();
        }
        if doubtful.is_empty() {
            return to;
        }
        let mut safe = to.without(doubtful);
        for square in doubtful {
            if self.is_safe_after(from, square, BitSet::EMPTY, after) {
                safe.insert(square);
            }
        }
        safe
    }

    /// Whether the king is safe after a move that ends on `to` as `after` and takes `captures`
    /// besides what stands there.
    fn is_safe_after(&self, from: Square, to: Square, captures: BitSet<N>, after: u8) -> bool {
        let game = self.game;
        let Some(king) = self.king else { return true };
        let (start, end) = (BitSet::of(from), BitSet::of(to));
        let mut enemy = self.view.enemy.without(captures | end);
        if let Some(fire) = game.fire_after(self.board.at(from), after) {
            enemy = enemy.without(fire[to.index()]);
        }
        if self.may_leave && self.outweighs_attack(from, after, self.view.enemy.without(enemy)) {
            return true;
        }
        // Who makes the opponent pass has answered every check.
        if !game.variant.shocks.is_empty() && self.shocks(from, captures | (end & self.view.enemy))
        {
            return true;
        }
        let mut view = View::new(game, enemy, self.view.own.without(start) | end);
        view.moved = Some((to, after));
        if from == king {
            return !self.board.attacks(game, &view, !self.us, to);
        }
        view.suspects &= self.suspects;
        !self.board.attacks(game, &view, !self.us, king)
    }

    /// Whether a move wins at once, makes the opponent pass, or brings a second royal.
    fn outweighs_attack(&self, from: Square, after: u8, victims: BitSet<N>) -> bool {
        let (board, game) = (self.board, self.game);
        let royals = board.royals[(!self.us).index()];
        let every_royal_counts = game.variant.end.royals == crate::variant::Royals::Any;
        let wins =
            royals.without(victims).is_empty() || (every_royal_counts && victims.meets(royals));
        let mover = board.info(game, from);
        let stuns = self.shocks(from, victims);
        let crowned = game.pieces[usize::from(after)].traits.royal && !mover.traits.royal;
        wins || stuns || crowned
    }

    /// Whether a capture by the piece on `from` makes the opponent pass.
    fn shocks(&self, from: Square, victims: BitSet<N>) -> bool {
        let captor = self.board.at(from);
        victims.iter().any(|s| self.game.skip_turns(captor, self.board.at(s)) > 0)
    }

    fn is_safe_drop(&self, square: Square, piece: u8) -> bool {
        let Some(king) = self.king else { return true };
        let mut view = View::new(self.game, self.view.enemy, self.view.own | BitSet::of(square));
        view.moved = Some((square, piece));
        view.suspects &= self.suspects;
        !self.board.attacks(self.game, &view, !self.us, king)
    }
}
