//! What the variant file cannot say: prose in Markdown beside it.
//!
//! `my-game.md` and `my-game.ja.md` stand beside `my-game.toml`. A file may begin with the game's
//! name in its language as a first-level heading; then come sections under second-level headings,
//! each at most once, in any order, called in English or in the language of the file:
//!
//! | heading | what it is for |
//! |---|---|
//! | `## Introduction` | what the game is; stands at the beginning |
//! | `## Special rules` | what needs to be shown; follows the generated special rules |
//! | `## Advice` | for beginners |
//! | `## Origin and credits` | who invented what |
//!
//! A block fenced as `position` is drawn as a board. Its lines are `key: value`:
//!
//! ````text
//! ```position
//! position: 4k4/9/9/9/9/9/4P4/9/4K4 b - 1
//! moves: 5g5f
//! arrows: 5f-5e 5a
//! area: 7d-3i
//! caption: A pawn steps forward.
//! ```
//! ````
//!
//! All of them may be missing. Without `position` (or `start: NAME`) it is the usual start, without
//! `area` the whole board; an arrow with one square is a ring around it.

mod fence;
mod inline;
mod markdown;
mod source;

pub use source::{builtin, endings};

use crate::document::Block;
use crate::figure::{Request, figure};
use crate::lang::Lang;
use komadai_rules::AnyGame;
use komadai_rules::variant::{Diagnostics, Source};
use std::collections::BTreeMap;

/// A section of the prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// What the game is.
    Introduction,
    /// What needs to be shown.
    SpecialRules,
    /// For beginners.
    Advice,
    /// Who invented what.
    Origin,
}

impl Section {
    const ALL: [Section; 4] =
        [Section::Introduction, Section::SpecialRules, Section::Advice, Section::Origin];

    /// Its heading.
    pub fn heading(self, lang: Lang) -> &'static str {
        let (english, japanese) = match self {
            Section::Introduction => ("Introduction", "はじめに"),
            Section::SpecialRules => ("Special rules", "特別なルール"),
            Section::Advice => ("Advice", "上達のヒント"),
            Section::Origin => ("Origin and credits", "由来と謝辞"),
        };
        lang.pick(english, japanese)
    }

    fn called(heading: &str) -> Option<Self> {
        let is = |section: &Section| {
            [Lang::En, Lang::Ja]
                .iter()
                .any(|lang| section.heading(*lang).eq_ignore_ascii_case(heading))
        };
        Section::ALL.into_iter().find(is)
    }
}

/// The prose of a game, with its positions drawn.
#[derive(Clone, Debug, Default)]
pub struct Prose {
    /// The game's name in this language.
    pub title: Option<String>,
    /// The sections that there are.
    pub sections: BTreeMap<Section, Vec<Block>>,
}

impl Prose {
    /// Reads the prose of a game.
    ///
    /// # Errors
    /// Everything that is wrong with it, each with its line.
    pub fn read(game: &AnyGame, source: &Source) -> Result<Self, Diagnostics> {
        markdown::read(source, &|request: &Request| figure(game, request))
    }
}
