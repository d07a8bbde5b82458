//! Why a move is not legal, in words.
//!
//! The legal moves say *that* something is refused; here is found out *why*. Nothing is known of
//! particular pieces: a piece is walked over the board as it is, then over boards that differ in one
//! thing after the other (another content of the destination, a piece less in the way), and the
//! first difference that makes the move possible is the reason.

mod castle;
mod danger;
mod drop;
mod promotion;
mod reason;
mod trial;
mod way;

pub use reason::{Man, Place, PromotionRight, Reason};

use crate::game::Game;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::spell::Spelled;
use crate::variant::{CaptureBan, Variant};
use crate::{PieceType, Square};

/// What a player wants to do, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// To pass.
    Pass,
    /// To put a piece from hand on the board.
    Drop {
        /// The type as it is to stand there.
        piece: PieceType,
        /// Where.
        to: Square,
    },
    /// To move a piece.
    Walk {
        /// From, the squares between that are named, to.
        squares: Vec<Square>,
        /// What is said of promotion.
        promotion: AskedPromotion,
        /// Whether it is meant as a shot: the squares are then from, victim, from.
        shot: bool,
        /// What is to be placed as a part of the move.
        placed: Option<AskedPlacing>,
    },
}

/// What a player wants to place as a part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedPlacing {
    /// The type, if it is said.
    pub piece: Option<PieceType>,
    /// Where.
    pub square: Square,
}

/// What a player says of promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedPromotion {
    /// Nothing: the piece stays what it is.
    None,
    /// It promotes.
    Plus,
    /// It promotes to this type.
    To(PieceType),
}

/// Tells why an attempt is no legal move; `None` if it is one. `is_barred` says which of the moves
/// that are legal by themselves would repeat the position too often. An answer for which an
/// [`Interrupt`](crate::Interrupt) of the position has left no time means nothing.
///
/// ```
/// use komadai_rules::{AskedPromotion, Attempt, Game, Position, explain, variant::load_builtin};
/// use std::sync::Arc;
///
/// let chess = load_builtin("chess", &[]).unwrap().variant;
/// let start = Position::start(&Arc::new(Game::<1>::compile(&chess).unwrap())).unwrap();
/// let walk = |from: &str, to: &str| Attempt::Walk {
///     squares: [from, to].map(|name| chess.parse_square(name).unwrap()).to_vec(),
///     promotion: AskedPromotion::None,
///     shot: false,
///     placed: None,
/// };
/// assert_eq!(explain(&start, &walk("e2", "e4"), &|_| false), None);
/// let reason = explain(&start, &walk("a1", "a5"), &|_| false).unwrap();
/// assert_eq!(reason.to_string(), "The Rook on a1 cannot reach a5: White's Pawn on a2 is in the way.");
/// ```
pub fn explain<const N: usize>(
    position: &Position<N>,
    attempt: &Attempt,
    is_barred: &dyn Fn(Move) -> bool,
) -> Option<Reason> {
    let explainer = Explainer { position, game: position.game(), v: position.game().variant() };
    let legal = position.spellings(&position.bare_moves());
    let meant = explainer.meant(attempt, &legal);
    if meant.is_empty() {
        return Some(explainer.reason(attempt));
    }
    let moves = match explainer.placing(attempt, &meant) {
        Ok(moves) => moves,
        Err(reason) => return Some(*reason),
    };
    match moves.iter().all(|m| is_barred(*m)) {
        true => Some(explainer.repetition()),
        false => explainer.ambiguity(attempt, &meant),
    }
}

/// Looks for reasons in one position.
struct Explainer<'p, const N: usize> {
    position: &'p Position<N>,
    game: &'p Game<N>,
    v: &'p Variant,
}

impl<const N: usize> Explainer<'_, N> {
    /// The spellings that say what is attempted.
    fn meant<'s>(&self, attempt: &Attempt, spelled: &'s [Spelled]) -> Vec<&'s Spelled> {
        match attempt {
            Attempt::Pass => [MoveKind::Pass, MoveKind::Jitto]
                .into_iter()
                .find_map(|kind| spelled.iter().find(|s| s.mv.kind() == kind))
                .into_iter()
                .collect(),
            Attempt::Drop { piece, to } => spelled
                .iter()
                .filter(|s| {
                    s.mv.kind() == MoveKind::Drop && (s.mv.dropped(), s.mv.to()) == (*piece, *to)
                })
                .collect(),
            Attempt::Walk { squares, promotion, shot, .. } => walks(squares, *shot, spelled)
                .into_iter()
                .filter(|s| self.promotes(s, *promotion))
                .collect(),
        }
    }

    /// The moves that are meant, with what is to be placed; or why that cannot be.
    fn placing(&self, attempt: &Attempt, meant: &[&Spelled]) -> Result<Vec<Move>, Box<Reason>> {
        let bare: Vec<Move> = meant.iter().map(|s| s.mv).collect();
        let asked = match attempt {
            Attempt::Walk { placed, .. } => *placed,
            _ => None,
        };
        let Some(rule) = &self.v.placement else {
            return if asked.is_none() { Ok(bare) } else { Err(Reason::PlacesNothing.into()) };
        };
        let legal: Vec<Move> =
            bare.iter().flat_map(|m| self.position.board.placed_after(self.game, *m)).collect();
        let fits = |m: &&Move| match (asked, m.placed()) {
            (None, None) => true,
            (Some(asked), Some((piece, square))) => {
                asked.square == square && asked.piece.is_none_or(|asked| asked == piece)
            }
            _ => false,
        };
        let found: Vec<Move> = legal.iter().filter(fits).copied().collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let names = |types: &[PieceType]| types.iter().map(|piece| self.name(*piece)).collect();
        Err(Box::new(match asked {
            None => Reason::MustPlace { pieces: names(&rule.pieces) },
            Some(_) if legal.iter().all(|m| !m.is_placing()) => Reason::PlacesNothing,
            Some(asked) => Reason::NotPlacedThere {
                pieces: asked.piece.map_or_else(|| names(&rule.pieces), |piece| names(&[piece])),
                square: self.v.display_square(asked.square),
            },
        }))
    }

    /// Whether the promotion of a spelled move is the one that is asked for.
    fn promotes(&self, spelled: &Spelled, asked: AskedPromotion) -> bool {
        match asked {
            AskedPromotion::None => spelled.mv.promotion() == 0,
            AskedPromotion::Plus => spelled.mv.promotion() > 0,
            AskedPromotion::To(piece) => self.promoted(spelled) == Some(piece),
        }
    }

    fn promoted(&self, spelled: &Spelled) -> Option<PieceType> {
        let choice = usize::from(spelled.mv.promotion()).checked_sub(1)?;
        self.v.pieces[spelled.mover?.index()].promotes.get(choice).copied()
    }

    /// A promotion that is asked for without saying to what, where there is a choice.
    fn ambiguity(&self, attempt: &Attempt, meant: &[&Spelled]) -> Option<Reason> {
        let Attempt::Walk { promotion: AskedPromotion::Plus, .. } = attempt else {
            return None;
        };
        let moves: std::collections::BTreeSet<Move> = meant.iter().map(|s| s.mv).collect();
        let mover = self.man(*meant.first()?.squares.first()?)?;
        let choices = meant.iter().filter_map(|s| self.promoted(s)).map(|t| self.name(t)).collect();
        (moves.len() > 1).then_some(Reason::NamePromotion { mover, choices })
    }

    fn repetition(&self) -> Reason {
        Reason::Repetition { times: self.v.end.repetition.as_ref().map_or(0, |r| r.times) }
    }

    /// Why there is no such move.
    fn reason(&self, attempt: &Attempt) -> Reason {
        if let Some(over) = self.game_over() {
            return over;
        }
        match attempt {
            Attempt::Pass if self.position.must_pass() => self.danger_of(Move::pass()),
            _ if self.position.must_pass() => self.must_pass(),
            _ if let Some(reason) = self.facing(attempt) => reason,
            _ if let Some(reason) = self.barred(attempt) => reason,
            _ if let Some(reason) = self.duty(attempt) => reason,
            _ if let Some(reason) = self.enough_promoted(attempt) => reason,
            Attempt::Pass => self.no_pass(),
            Attempt::Drop { piece, to } => self.drop(*piece, *to),
            Attempt::Walk { squares, promotion, shot, .. } => self.walk(squares, *promotion, *shot),
        }
    }

    fn game_over(&self) -> Option<Reason> {
        let board = &self.position.board;
        let loser = crate::Color::BOTH.into_iter().find(|c| board.royals[c.index()].is_empty())?;
        board.is_decided(self.game).then(|| Reason::GameOver {
            loser: self.v.sides[loser.index()].clone(),
            royal: self.royal_names(),
        })
    }

    /// That something else has to be captured, where the attempt would be legal but for that.
    fn duty(&self, attempt: &Attempt) -> Option<Reason> {
        if !self.game.has_duty {
            return None;
        }
        let board = &self.position.board;
        let mut free = Vec::new();
        board.legal_freely_into(self.game, &mut free);
        if self.meant(attempt, &self.position.spellings(&free)).is_empty() {
            return None;
        }
        let count = board.least_captured(self.game, &free);
        let taker = free.iter().find(|m| board.captured(self.game, **m).count() >= count)?;
        let victim = board.captured(self.game, *taker).first()?;
        let (taker, victim) = (self.man(taker.from())?, self.man(victim)?);
        Some(Reason::MustCapture { side: self.side(), taker, victim, count })
    }

    /// That what is attempted captures what may not be captured.
    fn barred(&self, attempt: &Attempt) -> Option<Reason> {
        if self.game.limited.is_empty() {
            return None;
        }
        let board = &self.position.board;
        let spelled = self.position.spellings(&board.pseudo_legal(self.game));
        let m = self.meant(attempt, &spelled).first()?.mv;
        let barred = board.barred(self.game, m)?;
        let (mover, victim) = (self.man(m.from())?, self.man(barred.victim)?);
        Some(match (barred.guard, barred.when) {
            (Some(guard), _) => Reason::Protected { mover, victim, guard: self.man(guard)? },
            (None, CaptureBan::Always) => Reason::NeverCaptured { mover, victim },
            (None, _) => Reason::InReturn { mover, victim },
        })
    }

    /// Why the side to move may not pass.
    fn no_pass(&self) -> Reason {
        match self.game.passing[self.position.side().index()] {
            None => Reason::NoPass { side: self.side() },
            Some(_) if !self.position.board.may_pass_now(self.game) => self.danger_of(Move::pass()),
            Some(_) => Reason::NotStuck { side: self.side() },
        }
    }

    /// That royals face each other, where the attempt would be legal but for that.
    fn facing(&self, attempt: &Attempt) -> Option<Reason> {
        let board = &self.position.board;
        let (own, other) = board.facing(self.game)?;
        let mut unparted = Vec::new();
        board.legal_unparted_into(self.game, &mut unparted);
        if self.meant(attempt, &self.position.spellings(&unparted)).is_empty() {
            return None;
        }
        let (own, other) = (self.man(own)?, self.man(other)?);
        Some(Reason::Facing { side: self.side(), own, other })
    }

    fn must_pass(&self) -> Reason {
        let mut shocking: Vec<String> = Vec::new();
        for piece in self.v.shocks.iter().flat_map(|shock| &shock.captured) {
            let name = self.name(*piece);
            if !shocking.contains(&name) {
                shocking.push(name);
            }
        }
        Reason::MustPass { side: self.side(), shocking }
    }

    /// The side to move.
    fn side(&self) -> String {
        self.v.sides[self.position.side().index()].clone()
    }

    fn name(&self, piece: PieceType) -> String {
        self.v.pieces[piece.index()].name.en.clone()
    }

    /// What the royal pieces are called.
    fn royal_names(&self) -> String {
        let royals = self.v.pieces.iter().filter(|p| p.royal);
        royals.map(|p| p.name.en.as_str()).collect::<Vec<_>>().join(" or ")
    }

    fn place(&self, square: Square) -> Place {
        let name = if self.is_on_board(square) {
            self.v.display_square(square)
        } else {
            format!("number {}", square.0)
        };
        Place { square, name }
    }

    fn man(&self, square: Square) -> Option<Man> {
        let (side, piece) = self.position.at(square)?;
        Some(Man {
            side,
            piece,
            at: self.place(square),
            name: self.name(piece),
            owner: self.v.sides[side.index()].clone(),
        })
    }

    fn is_on_board(&self, square: Square) -> bool {
        square.index() < self.game.squares()
    }

    /// A square that is not there.
    fn missing(&self, square: Square) -> Option<Reason> {
        let at = self.place(square);
        if !self.is_on_board(square) || !self.game.exists.contains(square) {
            return Some(Reason::NoSquare { name: at.name });
        }
        let gone = self.game.vanishing.contains(square) && self.position.at(square).is_none();
        gone.then_some(Reason::SquareGone { at })
    }
}

/// The spellings with the given squares, whatever they promote to. From and the victim's square are
/// enough for a shot where nothing else goes there.
fn walks<'s>(squares: &[Square], shot: bool, spelled: &'s [Spelled]) -> Vec<&'s Spelled> {
    let with = |squares: &[Square], wanted: &dyn Fn(MoveKind) -> bool| -> Vec<&'s Spelled> {
        let fits = |s: &&Spelled| s.squares == squares && wanted(s.mv.kind());
        spelled.iter().filter(fits).collect()
    };
    let walks = with(squares, &|kind| kind != MoveKind::Drop && !(shot && kind == MoveKind::Jitto));
    match squares {
        [from, victim] if walks.is_empty() => {
            with(&[*from, *victim, *from], &|kind| kind == MoveKind::Shot)
        }
        _ => walks,
    }
}
