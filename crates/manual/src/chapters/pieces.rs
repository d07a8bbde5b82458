//! A card for each piece.

use super::Writer;
use super::capture::Told;
use crate::document::{Block, Card};
use crate::lang::Lang;
use crate::movement::{note, placed, told};
use crate::words::article;
use komadai_rules::diagram::{Diagram, Note};
use komadai_rules::variant::{Movement, Outcome, PieceData, Royals};
use komadai_rules::{Color, PieceType, Square};

impl Writer<'_> {
    /// Each piece, followed by what it becomes.
    pub(super) fn pieces(&self) -> Vec<Block> {
        let mut blocks = vec![
            Block::says(self.say(
                "Directions are those of the side that owns the piece: forward is toward the opponent. \
                 A piece that goes more than one square in a line needs every square on the way to be \
                 empty, unless something else is said.",
                "方向はその駒の持ち主から見たもので、前とは相手に向かう方向です。特に断りがない限り、途中のマスがすべて空いていなければ二マス以上は進めません。",
            )),
            Block::Legend,
        ];
        let cards =
            self.in_order().into_iter().map(|piece| Block::Piece(Box::new(self.card(piece))));
        blocks.extend(cards);
        blocks
    }

    fn in_order(&self) -> Vec<PieceType> {
        let pieces = &self.variant().pieces;
        let is_form = |t: &PieceType| pieces[t.index()].demotes_to != *t;
        let forms = |of: PieceType| {
            let all = self.words.all_types();
            all.filter(move |t| is_form(t) && pieces[t.index()].demotes_to == of)
        };
        let plain = self.words.all_types().filter(|t| !is_form(t));
        plain.flat_map(|t| [t].into_iter().chain(forms(t))).collect()
    }

    fn card(&self, piece: PieceType) -> Card {
        let of = &self.variant().pieces[piece.index()];
        let diagram = self.diagram(piece);
        let name = self.words.piece(piece);
        let other = self.words.lang.pick(None, Some(of.name.en.clone()));
        let names = [other, of.name.kanji.clone(), of.name.romaji.clone()];
        let mut names: Vec<String> = names.into_iter().flatten().collect();
        names.retain(|other| *other != name);
        Card {
            piece: of.id.clone(),
            names,
            letters: [vec![of.id.clone()], of.aliases.clone()].concat(),
            notation: of.moves.iter().map(|movement| movement.text.clone()).collect(),
            moves_as: self.moves_as(piece, &diagram),
            told: told(&self.words, &diagram),
            facts: self.facts(piece, &diagram),
            name,
        }
    }

    /// Of promoted forms, the piece of the start that moves just so. One of the same name would tell
    /// nothing.
    fn moves_as(&self, piece: PieceType, diagram: &Diagram) -> Option<String> {
        let pieces = &self.variant().pieces;
        let of = &pieces[piece.index()];
        if of.demotes_to == piece {
            return None;
        }
        let alike = |t: &PieceType| {
            let other = &pieces[t.index()];
            other.demotes_to == *t
                && other.name.en != of.name.en
                && other.confine == of.confine
                && !diagram.notes.iter().any(|it| matches!(it, Note::Regional | Note::Choosy))
                && (other.rank == of.rank || (other.flies.is_none() && of.flies.is_none()))
                && self.diagram(*t) == *diagram
        };
        let found = self.words.all_types().find(alike)?;
        Some(self.words.piece(found))
    }

    fn facts(&self, piece: PieceType, diagram: &Diagram) -> Vec<String> {
        let variant = self.variant();
        let of = &variant.pieces[piece.index()];
        let mut facts = Vec::new();
        if of.moves.is_empty() {
            facts.push(self.say("It never moves.", "動きません。").to_owned());
        }
        facts.extend(
            placed(&self.words, piece)
                .map(|told| self.say(format!("It is {told}."), format!("{told}駒です。"))),
        );
        if of.royal {
            facts.push(self.royal_fact());
        }
        facts.extend(diagram.notes.iter().filter_map(|n| match n {
            Note::Burns { always } => Some(self.fire(diagram, *always)),
            Note::Regional => Some(self.regions(of)),
            Note::Choosy => Some(self.choices(of)),
            Note::Confined => of.confine.as_ref().map(|zones| {
                let zones = self.zones(zones);
                self.say(
                    format!("It may stand only on certain squares: {zones}."),
                    format!("入れるマスは、{zones}だけです。"),
                )
            }),
            n => note(&self.words, n).map(|text| self.sentence(&text)),
        }));
        if of.rank > 0 && variant.pieces.iter().any(|p| p.flies.is_some()) {
            let rank = of.rank;
            facts.push(self.say(
                format!("Its rank is {rank}: only pieces of a higher rank may jump over it."),
                format!("格は{rank}です。これを飛び越えられるのは、より格の高い駒だけです。"),
            ));
        }
        if variant.shocks.iter().any(|shock| shock.captured.contains(&piece)) {
            facts.push(self.say(
                "Losing it may cost its side the next turn: see Special rules.",
                "取られると、次の手番を失うことがあります（「特別なルール」を参照）。",
            ));
        }
        facts.extend(self.form(piece));
        facts
    }

    /// Where the movements hold that hold on a part of the board.
    fn regions(&self, of: &PieceData) -> String {
        let on_a_part = |it: &&Movement| it.from.is_some() || it.to.is_some();
        let regional = of.moves.iter().filter(on_a_part);
        let sentences = regional.map(|movement| match movement.only_side() {
            Some(side) => self.region_of_side(movement, side),
            None => self.region(movement),
        });
        sentences.collect::<Vec<_>>().join(self.words.lang.pick(" ", ""))
    }

    /// Which pieces it hops over and captures, where these are not all.
    fn choices(&self, of: &PieceData) -> String {
        let told = |movement: &Movement| {
            let over = movement.over.as_deref().map(|types| self.only(types));
            let takes = movement.takes.as_deref().map(|types| self.only(types));
            let parts_en = over.iter().map(|(en, _)| format!("hops over {en}"));
            let parts_en = parts_en.chain(takes.iter().map(|(en, _)| format!("captures {en}")));
            let parts_ja = over.iter().map(|(_, ja)| format!("飛び越えられるのは{ja}"));
            let parts_ja = parts_ja.chain(takes.iter().map(|(_, ja)| format!("取れるのは{ja}")));
            (parts_en.collect::<Vec<_>>(), parts_ja.collect::<Vec<_>>())
        };
        let mut all: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
        let mut told_ja: Vec<Vec<String>> = Vec::new();
        for movement in of.moves.iter().filter(|movement| movement.is_choosy()) {
            let (en, ja) = told(movement);
            match all.iter_mut().find(|(known, _)| *known == en) {
                Some((_, texts)) => texts.push(&movement.text),
                None => {
                    all.push((en, vec![&movement.text]));
                    told_ja.push(ja);
                }
            }
        }
        let sentences = all.into_iter().zip(told_ja).map(|((en, texts), ja)| {
            let by = texts.join(self.words.lang.pick(" and ", "と"));
            self.say(
                format!("By {by} it {}.", en.join(" and ")),
                format!("{by}の動きで{}です。", ja.join("、")),
            )
        });
        sentences.collect::<Vec<_>>().join(self.words.lang.pick(" ", ""))
    }

    /// Some types and no others, in English and in Japanese: `any piece but a Cannon`.
    fn only(&self, types: &[PieceType]) -> (String, String) {
        match self.told(types) {
            Told::All => ("any piece".to_owned(), "どの駒でも".to_owned()),
            Told::AllBut(some) => (format!("any piece but {some}"), format!("{some}以外の駒")),
            Told::Only(some) => (format!("only {some}"), format!("{some}だけ")),
        }
    }

    fn region(&self, movement: &Movement) -> String {
        let text = &movement.text;
        let [from, to] =
            [&movement.from, &movement.to].map(|zones| zones.as_ref().map(|it| self.zones(it)));
        let squares = self.parts_told(from, to);
        self.say(
            format!("It moves as {text} only {squares}."),
            format!("{text}の動きは、{squares}だけです。"),
        )
    }

    /// The same for a movement that one side has alone.
    fn region_of_side(&self, movement: &Movement, side: Color) -> String {
        let (text, name) = (&movement.text, self.words.side(side));
        let board = &self.variant().board;
        let whole = board.squares().filter(|square| !board.holes.contains(square)).count();
        let part = |zones: &Option<[Vec<Square>; 2]>| {
            let squares = &zones.as_ref()?[side.index()];
            (squares.len() < whole).then(|| self.zone(squares))
        };
        let squares = self.parts_told(part(&movement.from), part(&movement.to));
        match squares.is_empty() {
            true => self.say(
                format!("{name}'s alone moves as {text}."),
                format!("{text}の動きは、{name}の駒だけです。"),
            ),
            false => self.say(
                format!("{name}'s alone moves as {text}, only {squares}."),
                format!("{text}の動きは、{name}の駒が{squares}だけです。"),
            ),
        }
    }

    /// `from rank 2, to rank 4`.
    fn parts_told(&self, from: Option<String>, to: Option<String>) -> String {
        let from = from.map(|it| self.say(format!("from {it}"), format!("{it}から")));
        let to = to.map(|it| self.say(format!("to {it}"), format!("{it}へ")));
        from.into_iter().chain(to).collect::<Vec<_>>().join(self.words.lang.pick(", ", "、"))
    }

    fn royal_fact(&self) -> String {
        let end = &self.variant().end;
        let royals = || self.variant().pieces.iter().filter(|piece| piece.royal);
        let several =
            royals().count() > 1 || royals().any(|piece| piece.at.iter().any(|at| at.len() > 1));
        match (end.royals, several) {
            _ if (end.mated != Outcome::Loss || !end.check_may_be_given)
                && !end.royals_may_be_left =>
            {
                self.say(
                    "Royal: check and mate are about it.",
                    "玉の役をする駒です。王手と詰みは、この駒についていいます。",
                )
            }
            (Royals::All | Royals::AllAttacked, true) => self.say(
                "Royal: a side that has lost its last royal piece has lost.",
                "玉の役をする駒です。すべて失うと負けです。",
            ),
            _ => self.say(
                "Royal: a side that loses it has lost.",
                "玉の役をする駒です。失うと負けです。",
            ),
        }
    }

    fn fire(&self, diagram: &Diagram, always: bool) -> String {
        let squares = diagram.burns.iter().copied().collect();
        let around = crate::movement::somewhere(self.words.lang, &squares);
        if always {
            self.say(
                format!(
                    "When its own move has ended, every enemy on {around} is burned; so is an enemy \
                     that ends its own move there."
                ),
                format!("自分の手で動き終えたとき、{around}にいる敵をすべて焼きます。そこへ動いて来た敵も焼けます。"),
            )
        } else {
            self.say(
                format!("When its own move has ended, every enemy on {around} is burned."),
                format!("自分の手で動き終えたとき、{around}にいる敵をすべて焼きます。"),
            )
        }
    }

    /// What it becomes, or was.
    fn form(&self, piece: PieceType) -> Vec<String> {
        let pieces = &self.variant().pieces;
        let of = &pieces[piece.index()];
        let mut told = Vec::new();
        if of.demotes_to != piece {
            let base = self.words.piece(of.demotes_to);
            told.push(match of.id.starts_with('+') {
                true => self.say(
                    format!("The promoted form of the {base}."),
                    format!("{base}が成った駒です。"),
                ),
                false => self.say(
                    format!("In the hand of its captor it becomes a {base}."),
                    format!("取られると、持ち駒の{base}になります。"),
                ),
            });
        }
        let into = self.words.pieces(&of.promotes);
        if !into.is_empty() {
            let articles: Vec<String> = into.iter().map(|name| article(name)).collect();
            let (english, japanese) = (Lang::En.either(&articles), into.join("・"));
            told.push(
                self.say(
                    format!("Promotes to {english}."),
                    format!("成ると{japanese}になります。"),
                ),
            );
        }
        told
    }

    /// The same as a sentence.
    pub(super) fn sentence(&self, text: &str) -> String {
        self.say(format!("{}.", Self::begin(text)), format!("{text}。"))
    }
}
