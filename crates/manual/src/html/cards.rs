//! Pieces as HTML, and the signs of their diagrams.

use super::{Page, escaped};
use crate::document::Card;
use crate::lang::{Lang, first_capital};
use komadai_picture::{Sign, movement, sample, signs, single};
use std::fmt::Write;

impl Page<'_> {
    pub(super) fn card(&mut self, card: &Card) {
        let pieces = &self.document.info.pieces;
        let Some(piece) = pieces.iter().find(|piece| piece.id == card.piece) else { return };
        let name = escaped(&card.name);
        let wood = single(pieces, piece, self.set(), self.figures).inline(&name);
        let label = self.say(&format!("How the {name} moves"), &format!("{name}の動き"));
        let diagram = movement(&piece.diagram).inline(&label);
        let names = card.names.iter().map(|name| escaped(name)).collect::<Vec<_>>().join(" · ");
        let letters = card.letters.iter().map(|letter| format!("<code>{}</code>", escaped(letter)));
        let letters = letters.collect::<Vec<_>>().join(" ");
        // A promoted piece may be called like another: links go by letters.
        let id = card.piece.replace('+', "promoted-").replace('\'', "-prime");
        let _ = writeln!(
            self.out,
            "<article class=\"card\" id=\"piece-{id}\">\n<header>{wood}<div><h3>{name}</h3>\
             <p class=\"names\">{letters} {names}</p></div></header>\n\
             <div class=\"diagram\">{diagram}</div>\n<div class=\"words\">"
        );
        self.words(card);
        self.out += "</div>\n</article>\n";
    }

    fn words(&mut self, card: &Card) {
        if let Some(other) = &card.moves_as {
            let other = escaped(other);
            let said =
                self.say(&format!("Moves as the {other}."), &format!("動きは{other}と同じです。"));
            let _ = writeln!(self.out, "<p>{said}</p>");
        } else {
            self.out += "<ul class=\"moves\">\n";
            for told in &card.told {
                let _ = writeln!(self.out, "<li>{}</li>", escaped(&first_capital(&told.words)));
            }
            self.out += "</ul>\n";
        }
        for fact in &card.facts {
            let _ = writeln!(self.out, "<p>{}</p>", escaped(fact));
        }
        let notation = card.notation.iter().map(|text| format!("<code>{}</code>", escaped(text)));
        let notation = notation.collect::<Vec<_>>().join(" ");
        let label = self.say("Notation (XBetza):", "表記（XBetza）：");
        let _ = writeln!(self.out, "<p class=\"notation\">{label} {notation}</p>");
    }

    pub(super) fn legend(&mut self) {
        let title = self.say("What the signs mean", "図の記号");
        let _ = writeln!(
            self.out,
            "<aside class=\"legend\" aria-label=\"{title}\">\n<h3>{title}</h3>\n<dl>"
        );
        for sign in signs(self.document.info.pieces.iter().map(|piece| &piece.diagram)) {
            let words = words(sign, self.document.lang);
            let _ = writeln!(
                self.out,
                "<div><dt>{}</dt><dd>{words}</dd></div>",
                sample(sign).inline(words)
            );
        }
        self.out += "</dl>\n</aside>\n";
    }
}

/// What a sign means.
fn words(sign: Sign, lang: Lang) -> &'static str {
    let japanese = match sign {
        Sign::Step => "一歩動く",
        Sign::MoveOnly => "動くだけ（取れない）",
        Sign::CaptureOnly => "取るときだけ",
        Sign::Jump => "間の駒を飛び越えて動く",
        Sign::Slide => "空いている限りどこまでも",
        Sign::Area => "空いたマスを何歩か",
        Sign::Hit => "途中で取って、さらに進む",
        Sign::Chain => "途中で駒を取りながら何歩か",
        Sign::Shot => "動かずに取る（居喰い）",
        Sign::Fly => "下位の駒を飛び越えて取る",
        Sign::Hop => "駒を飛び越えなければならない",
        Sign::Mount => "飛び越える駒（遠近を問わない）",
        Sign::Turn => "そこで、または途中のどこでも曲がれる",
        Sign::Pass => "その場で一手パス（じっと）",
        Sign::Castle => "キャスリング",
        Sign::Burn => "そこの敵を焼く",
        Sign::Initial => "最初の一手だけ",
        Sign::Regional => "盤の一部でだけ",
        Sign::Other => "図にできない動き方がある",
    };
    lang.pick(sign.words(), japanese)
}
