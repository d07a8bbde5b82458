//! Walls that last for ever: a proof that from here on nobody can take, promote or give check.
//!
//! The proof flood-fills. A piece of a wall type is *fixed* if its every quiet move is blocked by
//! fixed pieces; the set of fixed pieces is the largest one of which that is true. Every other piece
//! is let loose on a board on which only the fixed pieces stand, which gives all squares that it
//! could ever come to, and more. If even so no piece ever attacks a square to which an enemy could
//! come, then nothing is ever taken, the fixed pieces stay fixed, and the fill has told the truth:
//! there is no check any more, so no mate. Whatever the fill does not understand (hoppers, fire,
//! castling rights, a capture in passing) makes it give up, and the game goes on.

use crate::bits::BitSet;
use crate::board::Board;
use crate::game::{Game, Movement, PieceInfo};
use crate::interrupt;
use crate::piece::Piece;
use crate::variant::{Mate, RepetitionResult, Stalemate, Variant};
use crate::{Color, PieceType, Square};
use komadai_movement::PathKind;

impl<const N: usize> Board<N> {
    /// Whether pieces of the given types form a wall for ever, so that nobody can win.
    pub(super) fn is_walled(&self, game: &Game<N>, walls: &[PieceType]) -> bool {
        let passing = self.must_pass() || self.state.en_passant().is_some();
        let mut rights = game.castle_rights.iter().flatten();
        if passing
            || game.lenders.is_some()
            || !only_mate_wins(&game.variant)
            || rights.any(|right| self.is_right(game, right, self.state.unmoved))
        {
            return false;
        }
        Proof::new(self, game, walls).is_some_and(|proof| proof.holds())
    }
}

/// Whether nothing but mate wins, so that a game without checks is drawn.
fn only_mate_wins(variant: &Variant) -> bool {
    let end = &variant.end;
    let by_repetition = end.repetition.as_ref().is_some_and(|rule| {
        rule.perpetual_check_loses
            || !rule.perpetual_chase.is_empty()
            || rule.result != RepetitionResult::Draw
    });
    !(variant.royals_can_fall()
        || variant.explosion.is_some()
        || variant.placement.is_some()
        || by_repetition
        || end.mate != Mate::NoMove
        || end.stalemate != Stalemate::Draw
        || end.flag.is_some()
        || !end.extinction.is_empty()
        || end.declaration.is_some()
        || end.check_through_shock
        || end.points.is_some())
}

/// All that a piece can do from one square, or could once: more rather than less.
#[derive(Clone, Copy)]
struct Moves<const N: usize> {
    quiet: BitSet<N>,
    attacked: BitSet<N>,
}

/// A piece that is not fixed, and where it could ever come to.
struct Loose<const N: usize> {
    piece: Piece,
    royal: bool,
    reach: BitSet<N>,
    attacked: BitSet<N>,
}

struct Proof<'a, const N: usize> {
    board: &'a Board<N>,
    game: &'a Game<N>,
    fixed: BitSet<N>,
    /// Squares that the fixed pieces of each side attack for ever.
    guarded: [BitSet<N>; 2],
}

impl<'a, const N: usize> Proof<'a, N> {
    /// Finds the fixed pieces; `None` if there are none, or something is not understood.
    fn new(board: &'a Board<N>, game: &'a Game<N>, walls: &[PieceType]) -> Option<Self> {
        let of_type = |t: &PieceType| Color::BOTH.map(|c| board.by_piece[Piece::new(c, *t)]);
        let mut fixed = walls.iter().flat_map(of_type).fold(BitSet::EMPTY, |all, set| all | set);
        loop {
            let mut kept = fixed;
            for square in fixed {
                if board.interrupt.after(interrupt::PIECE) {
                    return None;
                }
                if !moves(game, board.info(game, square), square, fixed)?.quiet.is_empty() {
                    kept.remove(square);
                }
            }
            if kept == fixed {
                break;
            }
            fixed = kept;
        }
        let guarded = Color::BOTH.map(|side| {
            let own = fixed & board.colors[side.index()];
            own.iter().fold(BitSet::EMPTY, |all, s| all | sure_attacks(board.movement(game, s), s))
        });
        (!fixed.is_empty()).then_some(Proof { board, game, fixed, guarded })
    }

    fn holds(&self) -> bool {
        // Royals last: theirs is the longest fill, and the others mostly fail at once.
        let royals = self.board.royals[0] | self.board.royals[1];
        let loose = self.board.occupied().without(self.fixed);
        let order = loose.without(royals).into_iter().chain(loose & royals);
        let Some(loose) = order.map(|s| self.let_loose(s)).collect::<Option<Vec<_>>>() else {
            return false;
        };
        self.fixed.into_iter().all(|square| self.fixed_piece_is_idle(square, &loose))
            && loose.iter().all(|piece| self.loose_piece_is_idle(piece, &loose))
    }

    /// Where a piece could ever come to; `None` if it could promote, or take something that stands
    /// on the board now, or if it moves in ways that are not understood.
    fn let_loose(&self, start: Square) -> Option<Loose<N>> {
        let (board, game) = (self.board, self.game);
        let piece = board.occupant(start);
        let info = board.info(game, start);
        let (us, them) = (piece.color().index(), (!piece.color()).index());
        let royal = board.royals[us].contains(start);
        // A royal may not step into the attack of a fixed piece, nor take what one guards.
        let barred = if royal { self.guarded[them] } else { BitSet::EMPTY };
        let prey =
            if royal { board.colors[them].without(board.royals[them]) } else { board.colors[them] };
        let mut loose = Loose { piece, royal, reach: BitSet::of(start), attacked: BitSet::EMPTY };
        let mut frontier = loose.reach;
        while let Some(from) = frontier.pop() {
            if board.interrupt.after(interrupt::PIECE) {
                return None;
            }
            let found = moves(game, info, from, self.fixed)?;
            let quiet = found.quiet.without(barred);
            loose.attacked |= found.attacked.without(barred);
            if loose.attacked.intersects(prey) || may_promote(info, from, quiet) {
                return None;
            }
            frontier |= quiet.without(loose.reach);
            loose.reach |= quiet;
        }
        Some(loose)
    }

    /// Whether a fixed piece never has anything to take. The royal that it checks now, if any, has
    /// to leave, and can never come back.
    fn fixed_piece_is_idle(&self, square: Square, loose: &[Loose<N>]) -> bool {
        let side = self.board.occupant(square).color();
        let Some(found) = moves(self.game, self.board.info(self.game, square), square, self.fixed)
        else {
            return false;
        };
        let checked = self.board.royals[(!side).index()] & self.guarded[side.index()];
        let enemies = loose.iter().filter(|p| p.piece.color() != side);
        let near = enemies.fold(BitSet::EMPTY, |all, p| {
            all | if p.royal { p.reach.without(checked) } else { p.reach }
        });
        !found.attacked.intersects(near | (self.fixed & self.board.colors[(!side).index()]))
    }

    /// Whether a loose piece never meets an enemy, and never gives check.
    fn loose_piece_is_idle(&self, piece: &Loose<N>, loose: &[Loose<N>]) -> bool {
        let side = piece.piece.color();
        loose.iter().filter(|other| other.piece.color() != side).all(|other| {
            if piece.royal && other.royal {
                self.keep_apart(piece, other)
            } else {
                !piece.attacked.intersects(other.reach)
            }
        })
    }

    /// Whether two royals that stand so that one attacks the other also stand the other way round:
    /// then neither may ever step there.
    fn keep_apart(&self, piece: &Loose<N>, other: &Loose<N>) -> bool {
        let (ours, theirs) = (self.info(piece.piece), self.info(other.piece));
        piece.reach.into_iter().all(|from| {
            if self.board.interrupt.after(interrupt::PIECE) {
                return false;
            }
            let attacked =
                moves(self.game, ours, from, self.fixed).map(|m| m.attacked & other.reach);
            attacked.is_some_and(|set| {
                set.into_iter().all(|to| {
                    let ids = [theirs.movement, theirs.virgin_movement];
                    let back = |id: u16| sure_attacks(&self.game.movements[usize::from(id)], to);
                    ids.into_iter().all(|id| back(id).contains(from))
                })
            })
        })
    }

    fn info(&self, piece: Piece) -> &PieceInfo<N> {
        &self.game.pieces[piece]
    }
}

/// What a piece could do from a square if nothing but `fixed` stood in its way; `None` if it moves
/// in ways of which that cannot be told.
fn moves<const N: usize>(
    game: &Game<N>,
    info: &PieceInfo<N>,
    from: Square,
    fixed: BitSet<N>,
) -> Option<Moves<N>> {
    if info.burns.is_some() {
        return None;
    }
    let mut all = Moves { quiet: BitSet::EMPTY, attacked: BitSet::EMPTY };
    for id in [info.movement, info.virgin_movement] {
        let movement = &game.movements[usize::from(id)];
        let both = movement.steps[from.index()] | game.slides(movement.lines, from, fixed);
        all.quiet |= both;
        all.attacked |= both;
        add_extra(game, movement, from, fixed, &mut all)?;
    }
    all.quiet = all.quiet.without(fixed) & info.allowed;
    all.attacked &= info.allowed;
    Some(all)
}

fn add_extra<const N: usize>(
    game: &Game<N>,
    movement: &Movement<N>,
    from: Square,
    fixed: BitSet<N>,
    all: &mut Moves<N>,
) -> Option<()> {
    let Some(extra) = &movement.extra else {
        return Some(());
    };
    let castling = extra.walks.iter().all(|path| matches!(path.kind, PathKind::Castle(_)));
    if !castling || !extra.flies.is_empty() {
        return None;
    }
    let at = |table: &Option<Box<[BitSet<N>]>>| {
        table.as_ref().map_or(BitSet::EMPTY, |t| t[from.index()])
    };
    all.quiet |= at(&extra.quiet_steps) | game.slides(extra.quiet_lines, from, fixed);
    all.attacked |= at(&extra.capture_steps) | game.slides(extra.capture_lines, from, fixed);
    all.attacked |= at(&extra.en_passant_steps);
    if let Some(vias) = extra.vias.as_ref().map(|vias| &vias[from.index()]) {
        if !(vias.pass | vias.shoot | vias.hit_squares).is_empty() {
            return None;
        }
        for via in vias.through.iter().filter(|via| !fixed.contains(via.square)) {
            all.quiet |= via.quiet;
            all.attacked |= via.capture;
        }
    }
    // Whoever passes over a square may be taken there.
    for step in extra.double_steps.iter().filter(|step| step.from == from) {
        all.quiet |= step.over;
    }
    Some(())
}

/// Squares that a piece attacks whatever else stands on the board.
fn sure_attacks<const N: usize>(movement: &Movement<N>, from: Square) -> BitSet<N> {
    let captures = movement.extra.as_ref().and_then(|extra| extra.capture_steps.as_ref());
    movement.steps[from.index()] | captures.map_or(BitSet::EMPTY, |steps| steps[from.index()])
}

fn may_promote<const N: usize>(info: &PieceInfo<N>, from: Square, quiet: BitSet<N>) -> bool {
    let Some(promotion) = &info.promotion else {
        return false;
    };
    let [without_capture, _] = &promotion.right[usize::from(promotion.zone.contains(from))];
    quiet.intersects(*without_capture | promotion.forced)
}
