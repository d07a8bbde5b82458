//! The words beside a picture: names, worth, and what its signs mean.

use super::picture::Picture;
use super::signs::Sense;
use komadai_rules::diagram::{Diagram, Kind, Note, Offset};
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
        facts.push(match of.royal {
            true => "royal".to_owned(),
            false => format!("worth {}.{} pawns", self.value / 100, self.value % 100 / 10),
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
        let column = senses.iter().map(|(sign, _)| sign.width()).max().unwrap_or(0) + 1;
        let mut lines = Vec::new();
        for (sign, sense) in &senses {
            let sign = format!("{sign}{}", " ".repeat(column - sign.width()));
            lines.extend(self.wrapped(&sign, &self.meaning(sense, diagram)));
        }
        for note in &diagram.notes {
            let text = self.note(note);
            if !text.is_empty() {
                lines.extend(self.wrapped(&" ".repeat(column), &text));
            }
        }
        lines.extend(fire(&diagram.burns, column));
        lines
    }

    fn meaning(&self, sense: &Sense, diagram: &Diagram) -> String {
        let told = diagram.notes.iter().find_map(|note| match (note, sense.manner) {
            (Note::FliesOver { stopped_by, .. }, Kind::Fly) => {
                let who = self.list(stopped_by, " and ");
                let stop = if who.contains(" and ") { "stop" } else { "stops" };
                Some(format!("{}; only {who} {stop} it", sense.words()))
            }
            (Note::Castles { partners, .. }, Kind::Castle) => {
                Some(format!("castles with a {}, both unmoved", self.list(partners, " or ")))
            }
            _ => None,
        });
        told.unwrap_or_else(|| sense.words())
    }

    /// What no sign says.
    fn note(&self, note: &Note) -> String {
        match note {
            Note::Anywhere { kinds } => {
                let only = match (kinds.contains(&Kind::Move), kinds.contains(&Kind::Capture)) {
                    (true, false) => ", to move only",
                    (false, true) => ", to capture only",
                    _ => "",
                };
                let first = kinds.contains(&Kind::Initial).then_some(", only as its first move");
                format!("any square of the board{only}{}", first.unwrap_or_default())
            }
            Note::Burns { always: true } => {
                "enemies on these squares burn after its moves and after their own:".to_owned()
            }
            Note::Burns { always: false } => {
                "enemies on these squares burn after its moves:".to_owned()
            }
            Note::Confined => "never leaves its own part of the board".to_owned(),
            Note::FliesOver { .. } | Note::Castles { .. } | Note::Other => String::new(),
        }
    }

    fn named(&self, piece: PieceType) -> String {
        let of = &self.variant.pieces[piece.index()];
        format!("{} ({})", of.name.en, of.id)
    }

    /// Names, each once, though several pieces may share one.
    fn list(&self, ids: &[String], last: &str) -> String {
        let mut names: Vec<&str> = Vec::new();
        for piece in self.variant.pieces.iter().filter(|piece| ids.contains(&piece.id)) {
            if !names.contains(&piece.name.en.as_str()) {
                names.push(&piece.name.en);
            }
        }
        match names.split_last() {
            Some((end, [])) => (*end).to_owned(),
            Some((end, others)) => format!("{}{last}{end}", others.join(", ")),
            None => String::new(),
        }
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

/// The squares around the end of a move that burn.
fn fire(burns: &[Offset], margin: usize) -> Vec<String> {
    let far = burns.iter().map(|at| at.x.abs().max(at.y.abs())).max().unwrap_or(0);
    if far == 0 {
        return Vec::new();
    }
    let cell = |at: Offset| match (burns.contains(&at), at == Offset::default()) {
        (true, _) => "* ",
        (_, true) => "● ",
        _ => "· ",
    };
    let row = |y: i8| {
        let cells: String = (-far..=far).map(|x| cell(Offset { x, y })).collect();
        format!("{}{}", " ".repeat(margin), cells.trim_end())
    };
    (-far..=far).rev().map(row).collect()
}
