//! Castling, and captures in passing.

use super::Writer;
use crate::document::Block;
use crate::lang::number;
use komadai_rules::diagram::{Kind, Note};
use komadai_rules::variant::Landing;
use komadai_rules::{Color, PieceType};

/// One way to castle.
struct Castling {
    king: PieceType,
    /// Whether it must never have moved.
    first: bool,
    /// How many squares it goes: to either wing the same, or not.
    distances: Vec<u8>,
    /// How many files from the edge the partner stands.
    from_edge: u8,
    partners: Vec<String>,
}

impl Writer<'_> {
    pub(super) fn castling(&self) -> Vec<Block> {
        let castles = self.words.all_types().flat_map(|piece| self.castles(piece));
        castles.map(|castling| self.castling_rule(&castling)).collect()
    }

    /// How a piece castles, if it does: with partners of each place by itself.
    fn castles(&self, piece: PieceType) -> Vec<Castling> {
        let diagram = self.diagram(piece);
        let mut marks = diagram.marks.iter();
        let both = [Kind::Castle, Kind::Initial];
        let first = marks.any(|mark| both.iter().all(|kind| mark.kinds.contains(kind)));
        let mut all: Vec<Castling> = Vec::new();
        for note in diagram.notes {
            let Note::Castles { distance, from_edge, partners } = note else { continue };
            match all.iter_mut().find(|known| known.from_edge == from_edge) {
                Some(known) => known.distances.push(distance),
                None => {
                    let distances = vec![distance];
                    all.push(Castling { king: piece, first, distances, from_edge, partners });
                }
            }
        }
        for castling in &mut all {
            castling.distances.sort_unstable();
            castling.distances.dedup();
        }
        all
    }

    fn castling_rule(&self, castling: &Castling) -> Block {
        let lang = self.words.lang;
        let king = self.words.piece(castling.king);
        let partner = lang.either(&self.words.pieces(&self.words.types(&castling.partners)));
        let distances = castling.distances.iter().map(|distance| number(lang, (*distance).into()));
        let squares = lang.either(&distances.collect::<Vec<_>>());
        let attack = self.castling_under_attack(&king, &partner);
        let never = if castling.first {
            self.say(" that has never moved", "一度も動いていない")
        } else {
            String::new()
        };
        if self.variant().castling.landing == Landing::Fixed {
            let home = self.home(castling.king);
            return self.fixed_castling([&king, &partner, &never, &squares, &home, &attack]);
        }
        let place = self.place_of_partner(castling.from_edge);
        self.rule(
            ("Castling", "キャスリング"),
            self.say(
                format!(
                    "A {king}{never} may go {squares} squares along its rank toward a {partner} {place} \
                     that has never moved, if all squares between the two are empty; in the same move \
                     the {partner} comes to stand right behind it, on the square that the {king} has \
                     passed last.{attack}"
                ),
                format!(
                    "{never}{king}と、同じ段の{place}一度も動いていない{partner}の間に駒がなければ、{king}を{partner}の方へ{squares}マス進め、同じ手で{partner}を{king}が最後に通ったマスへ移せます。{attack}"
                ),
            ),
        )
    }

    /// Castling to fixed squares, from wherever king and partner start.
    fn fixed_castling(&self, [king, partner, never, squares, home, attack]: [&str; 6]) -> Block {
        self.rule(
            ("Castling", "キャスリング"),
            self.say(
                format!(
                    "A {king}{never} may castle toward a {partner} on its rank that has never moved, \
                     wherever the two have started: the {king} comes to stand {squares} squares from \
                     {home}, on the {partner}'s side, and the {partner} right beside it, on the inner side. \
                     All squares that they come over must be empty but for the two themselves. The {king} is \
                     moved onto its {partner} to say so.{attack}"
                ),
                format!(
                    "{never}{king}と、同じ段の一度も動いていない{partner}は、どこから始まってもキャスリングできます。{king}は{partner}の側へ、{home}から{squares}マス離れたマスに、{partner}はそのすぐ内側のマスに移ります。二枚が通るマスと着くマスには、この二枚のほかに駒があってはなりません。{king}を自分の{partner}の上に動かして指します。{attack}"
                ),
            ),
        )
    }

    /// The usual start squares of a piece: `e1 (for Black e8)`.
    fn home(&self, king: PieceType) -> String {
        let square = |side: Color| {
            let square = self.variant().castling_home(king, side);
            square.map_or_else(String::new, |square| self.words.square(square))
        };
        let [first, second] = Color::BOTH.map(square);
        let side = self.words.side(Color::Second);
        self.say(format!("{first} (for {side} {second})"), format!("{first}（{side}は{second}）"))
    }

    fn place_of_partner(&self, from_edge: u8) -> String {
        let edge = number(self.words.lang, from_edge.into());
        match from_edge {
            0 => self.say("at the edge of the board", "盤の端にいる"),
            n => self.say(
                format!("{edge} file{} in from the edge", if n == 1 { "" } else { "s" }),
                format!("盤の端から{edge}筋内側にいる"),
            ),
        }
    }

    fn castling_under_attack(&self, king: &str, partner: &str) -> String {
        if self.variant().castling.through_check {
            return String::new();
        }
        self.say(
            format!(
                " The {king} must not stand in check, nor be attacked on any square that it passes or \
                 comes to; the {partner} may be attacked."
            ),
            format!(
                "{king}が王手されているとき、また{king}の通るマスや着くマスが敵に狙われているときはできません。{partner}が狙われていてもかまいません。"
            ),
        )
    }

    pub(super) fn en_passant(&self) -> Option<Block> {
        let takers = self.types_that(|sense| sense.has(Kind::EnPassant));
        let passed = self.types_that(|s| {
            s.has(Kind::Initial) && s.has(Kind::Lame) && s.moves() && s.manner == Kind::Jump
        });
        if takers.is_empty() || passed.is_empty() {
            return None;
        }
        let lang = self.words.lang;
        let takers = lang.either(&self.words.pieces(&takers));
        let passed = lang.either(&self.words.pieces(&passed));
        Some(self.rule(
            ("En passant", "アンパッサン"),
            self.say(
                format!(
                    "When a {passed} has made its double step, an enemy {takers} that could capture on \
                     the square passed over may do so in the very next move, and only then: it goes to \
                     that square, and the {passed} that has passed it is removed."
                ),
                format!(
                    "{passed}が二マス進んだ直後の一手に限り、通り過ぎたマスに利いている{takers}は、そのマスへ動いて{passed}を取れます。"
                ),
            ),
        ))
    }
}
