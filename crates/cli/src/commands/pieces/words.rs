//! The words beside a picture: names, worth, and what its signs mean.

use super::picture::{Picture, fire};
use komadai_manual::{self as manual, Lang, movement};
use komadai_rules::diagram::Diagram;
use komadai_rules::{PieceType, Variant};
use unicode_width::UnicodeWidthStr;

/// What is said of one piece, in so many columns.
pub(super) struct Words<'a> {
    pub(super) variant: &'a Variant,
    pub(super) piece: PieceType,
    pub(super) value: i32,
    pub(super) width: usize,
}

impl Words<'_> {
    /// Names, letters, movement, worth, promotion.
    pub(super) fn heading(&self, color: bool) -> Vec<String> {
        let of = &self.variant.pieces[self.piece.index()];
        let (bold, plain) = if color { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
        let short = of.name.abbreviation.as_ref().map(|kanji| format!("({kanji})"));
        let others = [of.name.kanji.clone(), short, of.name.romaji.clone()];
        let others: Vec<String> = others.into_iter().flatten().collect();
        let mut lines = vec![
            format!("{bold}{}{plain}  {}", of.name.en, others.join(" ")).trim_end().to_owned(),
        ];
        let letters = [vec![of.id.clone()], of.aliases.clone()].concat().join(", ");
        let texts: Vec<&str> = of.moves.iter().map(|movement| movement.text.as_str()).collect();
        let mut facts = vec![letters, texts.join(" or ")];
        facts.extend(of.flies.as_ref().map(|flies| format!("flies {}", flies.text)));
        facts.extend(of.burns.as_ref().map(|burns| format!("burns {}", burns.text)));
        facts.extend((of.rank > 0).then(|| format!("rank {}", of.rank)));
        facts.push(if of.royal {
            "royal".to_owned()
        } else {
            format!("worth {}.{} pawns", self.value / 100, self.value % 100 / 10)
        });
        lines.extend(self.wrapped("", &facts.join(" · ")));
        let into: Vec<String> = of.promotes.iter().map(|piece| self.named(*piece)).collect();
        if !into.is_empty() {
            lines.extend(self.wrapped("", &format!("promotes to {}", into.join(", "))));
        }
        let from = self.variant.pieces.iter().enumerate();
        let from = from.filter(|(_, other)| other.promotes.contains(&self.piece));
        let from: Vec<String> = from.map(|(i, _)| self.named(PieceType(i as u8))).collect();
        if !from.is_empty() {
            lines.extend(self.wrapped("", &format!("promoted from {}", from.join(", "))));
        }
        lines
    }

    /// The signs of the picture, and what it cannot show.
    pub(super) fn legend(&self, diagram: &Diagram, picture: &Picture) -> Vec<String> {
        let senses = picture.senses();
        let names = manual::Words { variant: self.variant, lang: Lang::En };
        let column = senses.iter().map(|(sign, _)| sign.width()).max().unwrap_or(0) + 1;
        let mut lines = Vec::new();
        for (sign, sense) in &senses {
            let sign = format!("{sign}{}", " ".repeat(column - sign.width()));
            let meaning = movement::meaning(&names, sense, diagram);
            lines.extend(self.wrapped(&sign, &meaning));
        }
        for text in diagram.notes.iter().filter_map(|note| movement::note(&names, note)) {
            lines.extend(self.wrapped(&" ".repeat(column), &text));
        }
        let margin = " ".repeat(column);
        lines.extend(fire(&diagram.burns).into_iter().map(|row| margin.clone() + &row));
        lines
    }

    fn named(&self, piece: PieceType) -> String {
        let of = &self.variant.pieces[piece.index()];
        format!("{} ({})", of.name.en, of.id)
    }

    /// Words in lines of the width there is; later lines stand under the first word.
    fn wrapped(&self, sign: &str, text: &str) -> Vec<String> {
        let margin = " ".repeat(sign.width());
        let mut lines = vec![sign.to_owned()];
        let mut begun = false;
        for word in text.split(' ') {
            let line = lines.last_mut().expect("there is a line");
            if begun && line.width() + 1 + word.width() > self.width {
                lines.push(format!("{margin}{word}"));
                continue;
            }
            if begun {
                line.push(' ');
            }
            line.push_str(word);
            begun = true;
        }
        lines
    }
}
