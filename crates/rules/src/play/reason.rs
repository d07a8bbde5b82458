//! Ends of games in words.

use super::Play;
use super::dead::Dead;
use super::ending::Cause;
use crate::moves::MoveKind;
use crate::ordinal;
use crate::variant::{Outcome, RepetitionResult, Stalemate};
use crate::{Color, PieceType, Square};

impl<const N: usize> Play<N> {
    /// One sentence for the players.
    pub(super) fn reason(&self, cause: Cause) -> String {
        let mover = self.side_name(self.position.side());
        let waiting = self.side_name(!self.position.side());
        let often = ordinal(self.occurrence());
        match cause {
            Cause::RoyalsFallen(lost) => self.fallen_words(lost),
            Cause::Extinct { rule, sides } => self.extinct_words(rule, sides),
            Cause::Flag(winner) => self.flag_words(winner),
            Cause::Checks(side) => self.checks_words(side),
            Cause::Passed => format!("Both sides have passed{}", self.points_words()),
            Cause::Faced => format!(
                "{waiting} has passed while the royals face each other{}",
                self.points_words()
            ),
            Cause::Mate => {
                let gets = match self.end().mated {
                    Outcome::Loss => String::new(),
                    Outcome::Win => format!(" So {mover} wins."),
                    Outcome::Draw => " That is a draw.".to_owned(),
                };
                self.mate_words() + &gets
            }
            Cause::NoMove(outcome) if self.end().stalemate == Stalemate::Fewer => {
                let (count, gets) = match outcome {
                    Outcome::Draw => ("as many pieces as the other side", "a draw"),
                    Outcome::Loss => ("more pieces than the other side", "it loses"),
                    Outcome::Win => ("fewer pieces than the other side", "it wins"),
                };
                format!("{mover} has no legal move and is not in check; it has {count}: {gets}.")
            }
            Cause::NoMove(Outcome::Draw) => {
                format!("{mover} has no legal move and is not in check: stalemate, a draw.")
            }
            Cause::NoMove(Outcome::Loss) => {
                format!("{mover} has no legal move left and so loses, though it is not in check.")
            }
            Cause::NoMove(Outcome::Win) => {
                format!("{mover} has no legal move and is not in check: it wins by stalemate.")
            }
            Cause::PerpetualCheck(loser) => format!(
                "{} loses by perpetual check: the position has come up for the {often} time, and \
                 every move of that side since the first time gave check.",
                self.side_name(loser)
            ),
            Cause::PerpetualChase { loser, chased } => format!(
                "{} loses by perpetual chase: the position has come up for the {often} time, and \
                 every move of that side since the first time chased {} on {}.",
                self.side_name(loser),
                self.the_on(chased),
                self.square(chased)
            ),
            Cause::Repetition(RepetitionResult::Loses(loser)) => format!(
                "The position has come up for the {often} time, so {} loses.",
                self.side_name(loser)
            ),
            Cause::Repetition(RepetitionResult::MoverLoses) => {
                format!("{waiting} loses by bringing about the same position for the {often} time.")
            }
            Cause::Repetition(_) => {
                let points = self.points_words();
                match self.end().points {
                    None => format!(
                        "The position has come up for the {often} time: a draw by repetition."
                    ),
                    Some(_) => format!("The position has come up for the {often} time{points}"),
                }
            }
            Cause::Quiet(plies) => self.quiet_words(plies),
            Cause::Counted(moves) => {
                let points = self.points_words();
                format!("{} has counted {moves} moves and is not mated{points}", self.counter())
            }
            Cause::Plies(plies) => {
                format!("The game has reached its limit of {plies} plies{}", self.points_words())
            }
            Cause::Dead(dead) => self.dead_words(dead),
        }
    }

    fn fallen_words(&self, lost: [bool; 2]) -> String {
        let Some(loser) = one_of(lost) else {
            return "Neither side has the royal piece that it must keep: a draw.".into();
        };
        let name = self.side_name(loser);
        let board = &self.position.board;
        // Only a game's own moves leave something to look at; a setup has none.
        let taken = board.last_changes().find_map(|(square, piece)| {
            let piece = piece.filter(|piece| piece.color() == loser)?.piece_type();
            let is_gone = !board.royals[loser.index()].contains(square);
            (is_gone && self.variant().pieces[piece.index()].royal).then_some((square, piece))
        });
        match taken.filter(|_| !self.moves().is_empty()) {
            Some((square, piece)) => format!(
                "{name} has lost: {} on {} has {}.",
                self.the(piece),
                self.square(square),
                if self.has_exploded(loser, square) { "exploded" } else { "been taken" }
            ),
            None => format!("{name} has no royal piece on the board and has lost."),
        }
    }

    /// Whether what a side has lost on a square by the last move has exploded: what it loses there by its
    /// own move, and what the opponent does not take.
    fn has_exploded(&self, side: Color, square: Square) -> bool {
        let (Some(explosion), Some(m)) = (&self.position.game().explosion, self.moves().last())
        else {
            return false;
        };
        let own = side != self.position.side();
        let on_the_way = matches!(m.kind(), MoveKind::Through | MoveKind::Shot);
        let taken = !own && (square == m.to() || (on_the_way && square == m.via()));
        let around = explosion[(!self.position.side()).index()][m.to().index()];
        !taken && (own || around.contains(square))
    }

    fn extinct_words(&self, rule: usize, sides: [bool; 2]) -> String {
        let rule = &self.end().extinction[rule];
        let board = &self.position.board;
        let missing = |t: &&PieceType| {
            // Of several types one is enough, which is another for each side.
            let few = |side: Color| board.count_of(side, **t) <= rule.count;
            !rule.each || Color::BOTH.into_iter().any(|side| sides[side.index()] && few(side))
        };
        let types: Vec<_> = rule.types.iter().filter(missing).map(|t| self.name(*t)).collect();
        let needed = match rule.count {
            0 => format!("no {} left", types.join(" or ")),
            count => format!("no more than {count} left of the type {}", types.join(" or ")),
        };
        let gets = match rule.result {
            Outcome::Loss => " and so loses.",
            Outcome::Win => " and so wins.",
            Outcome::Draw => ": a draw.",
        };
        match one_of(sides) {
            Some(side) => format!("{} has {needed}{gets}", self.side_name(side)),
            None => format!("Both sides have {needed}: a draw."),
        }
    }

    fn flag_words(&self, winner: Option<Color>) -> String {
        let Some(winner) = winner else {
            return "Both sides have reached their goals: a draw.".to_owned();
        };
        let (game, board) = (self.position.game(), &self.position.board);
        let rule = self.end().flag.as_ref();
        let square = rule.and_then(|rule| board.flag_square(game, rule, winner));
        let name = self.side_name(winner);
        match square.and_then(|square| Some((square, self.position.at(square)?.1))) {
            Some((square, piece)) => format!(
                "{name} wins: {} has reached its goal on {}.",
                self.the(piece),
                self.square(square)
            ),
            None => format!("{name} has reached its goal and wins."),
        }
    }

    fn checks_words(&self, side: Color) -> String {
        let rule = self.end().checks;
        let gets = match rule.map(|rule| rule.result) {
            Some(Outcome::Loss) => " and so loses.",
            Some(Outcome::Win) => " and so wins.",
            _ => ": a draw.",
        };
        let times = match rule.map_or(0, |rule| rule.count) {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            count => format!("{count} times"),
        };
        format!("{} has given check {times}{gets}", self.side_name(side))
    }

    fn mate_words(&self) -> String {
        let side = self.position.side();
        let (name, enemy) = (self.side_name(side), self.side_name(!side));
        let threats = self.position.board.threats(self.position.game(), side);
        let barred =
            self.may_bar() && self.position.has_legal_move() && self.legal_moves().is_empty();
        if barred {
            return format!(
                "{name} is mated: every move left to it would repeat a position once too often."
            );
        }
        let last_royal = self.end().royals_may_be_left;
        let Some((royal, attacker)) = threats.first().copied() else {
            return if last_royal && self.position.has_legal_move() {
                format!(
                    "{name} is mated without check: whatever it moves, {enemy} can then take its \
                     last royal piece."
                )
            } else {
                format!("{name} is mated: it has no legal move left.")
            };
        };
        let attack = format!(
            "{} on {} is attacked by {} on {}",
            self.the_on(royal),
            self.square(royal),
            self.the_on(attacker),
            self.square(attacker)
        );
        match (self.position.must_pass(), last_royal) {
            (true, _) => format!("{name} is mated: {attack}, and {name} must pass."),
            (false, true) => format!("{name} is mated: {attack}, and no move saves it."),
            (false, false) => {
                format!("{name} is checkmated: {attack}, and no legal move answers that.")
            }
        }
    }

    /// The side that counts its moves: the one to move where the count is even.
    fn counter(&self) -> &str {
        let side = self.position.side();
        let waits = self.position.counted().is_some_and(|counted| counted.plies % 2 == 1);
        self.side_name(if waits { !side } else { side })
    }

    fn quiet_words(&self, plies: u32) -> String {
        let rule = self.end().quiet.as_ref();
        let types: Vec<_> =
            rule.iter().flat_map(|rule| &rule.reset_by).map(|t| self.name(*t)).collect();
        let mut missing = Vec::new();
        if rule.is_some_and(|rule| rule.reset_by_capture) {
            missing.push("a capture".to_string());
        }
        if !types.is_empty() {
            missing.push(format!("a move of a {}", types.join(" or ")));
        }
        let span = match plies % 2 {
            0 => format!("{} moves of each side", plies / 2),
            _ => format!("{plies} moves of both sides together"),
        };
        if missing.is_empty() {
            format!("{span} have been played{}", self.points_words())
        } else {
            let missing = missing.join(" or ");
            format!("{span} have passed without {missing}{}", self.points_words())
        }
    }

    fn dead_words(&self, dead: Dead) -> String {
        let board = &self.position.board;
        let royals: Vec<_> = (board.royals[0] | board.royals[1])
            .iter()
            .map(|s| format!("{} on {}", self.the_on(s), self.square(s)))
            .collect();
        let royals = royals.join(" and ");
        match dead {
            Dead::Bare => format!("Only {royals} are left, so nobody can win: a draw."),
            Dead::Lone(square) => format!(
                "Besides {royals}, only {} on {} is left, and it cannot mate: a draw.",
                self.the_on(square),
                self.square(square)
            ),
            Dead::OneColour => format!(
                "Besides {royals}, only pieces on squares of one colour are left, and they \
                 cannot mate: a draw."
            ),
            Dead::Walled => format!(
                "The position is locked for good: {royals} can never get past the wall, so nobody \
                 can win: a draw."
            ),
        }
    }

    fn side_name(&self, side: Color) -> &str {
        &self.variant().sides[side.index()]
    }

    fn name(&self, piece: PieceType) -> &str {
        &self.variant().pieces[piece.index()].name.en
    }

    fn the(&self, piece: PieceType) -> String {
        format!("the {}", self.name(piece))
    }

    fn the_on(&self, square: Square) -> String {
        self.position.at(square).map_or_else(|| "the piece".into(), |(_, piece)| self.the(piece))
    }

    fn square(&self, square: Square) -> String {
        self.variant().display_square(square)
    }
}

/// The only side of the two that is marked.
fn one_of(marked: [bool; 2]) -> Option<Color> {
    match marked {
        [true, false] => Some(Color::First),
        [false, true] => Some(Color::Second),
        _ => None,
    }
}
