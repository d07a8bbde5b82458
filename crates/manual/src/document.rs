//! The rules as a document: built once, shown in many ways.

use crate::lang::Lang;
use crate::movement::Told;
use komadai_picture::Part;
use komadai_records::json::{Board, Side, VariantInfo, Zone};
use komadai_rules::Setup;
use serde::{Serialize, Serializer};

/// The rules of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// The name for programs.
    pub id: String,
    /// The language.
    pub lang: Lang,
    /// What the game is called.
    pub title: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// The chapters in their order.
    pub chapters: Vec<Chapter>,
    /// What pictures need to know of the game.
    #[serde(skip)]
    pub info: VariantInfo,
}

/// A chapter.
#[derive(Clone, Debug, Serialize)]
pub struct Chapter {
    /// A name for links.
    pub id: &'static str,
    /// The heading.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A part of a chapter.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// A heading within the chapter.
    Heading {
        /// Its words.
        text: Text,
    },
    /// Some sentences.
    Paragraph {
        /// Their words.
        text: Text,
    },
    /// Several things.
    List {
        /// Whether they are numbered.
        ordered: bool,
        /// The things.
        items: Vec<Vec<Block>>,
    },
    /// Rows and columns.
    Table {
        /// The headings of the columns.
        head: Vec<Text>,
        /// The rows.
        rows: Vec<Vec<Text>>,
    },
    /// Words of another.
    Quote {
        /// What is said.
        blocks: Vec<Block>,
    },
    /// Text in which every blank counts.
    Code {
        /// The lines.
        text: String,
    },
    /// A board.
    Figure(Box<Figure>),
    /// A piece.
    Piece(Box<Card>),
    /// What the signs of the pieces' diagrams mean.
    Legend,
}

/// A position as a picture.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// The position as text.
    pub position: String,
    /// What stands where.
    #[serde(skip)]
    pub board: Board,
    /// The same for those who draw with letters.
    #[serde(skip)]
    pub setup: Setup,
    /// Who is to move.
    pub to_move: Side,
    /// Squares of the last move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last: Vec<String>,
    /// Squares of royals in check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<String>,
    /// Arrows from square to square; twice the same square is a ring.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<[String; 2]>,
    /// Zones that are marked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
    /// The part of the board that is shown; all of it for `None`.
    #[serde(skip)]
    pub part: Option<Part>,
    /// What it shows.
    pub caption: Text,
}

/// A piece and what it does.
#[derive(Clone, Debug, Serialize)]
pub struct Card {
    /// Its letter.
    pub piece: String,
    /// What it is called.
    pub name: String,
    /// Its other names: kanji, reading, the name in the other language.
    pub names: Vec<String>,
    /// All letters that are understood.
    pub letters: Vec<String>,
    /// Its movement in XBetza.
    pub notation: Vec<String>,
    /// The piece told before that moves just so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_as: Option<String>,
    /// What it can do.
    #[serde(serialize_with = "words_alone")]
    pub told: Vec<Told>,
    /// What else there is to say of it.
    pub facts: Vec<String>,
}

/// A text in parts that look different.
pub type Text = Vec<Span>;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "text", rename_all = "snake_case")]
pub enum Span {
    /// Plain words.
    Plain(String),
    /// Words that matter.
    Strong(Text),
    /// Words that are stressed.
    Emphasis(Text),
    /// Something to type.
    Code(String),
    /// Words that lead somewhere.
    Link {
        /// Where.
        to: String,
        /// The words.
        words: Text,
    },
}

/// A text of plain words.
pub fn plain(text: impl Into<String>) -> Text {
    vec![Span::Plain(text.into())]
}

/// The words of a text without their looks.
pub fn words_of(text: &[Span]) -> String {
    let word = |span: &Span| match span {
        Span::Plain(words) | Span::Code(words) => words.clone(),
        Span::Strong(text) | Span::Emphasis(text) | Span::Link { words: text, .. } => {
            words_of(text)
        }
    };
    text.iter().map(word).collect()
}

impl Block {
    /// A paragraph of plain words.
    pub(crate) fn says(text: impl Into<String>) -> Self {
        Block::Paragraph { text: plain(text) }
    }

    /// A list of plain sentences.
    pub(crate) fn items(items: impl IntoIterator<Item = String>) -> Self {
        let items = items.into_iter().map(|item| vec![Block::says(item)]).collect();
        Block::List { ordered: false, items }
    }
}

fn words_alone<S: Serializer>(told: &[Told], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(told.iter().map(|told| &told.words))
}
