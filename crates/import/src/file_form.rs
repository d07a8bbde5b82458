//! The forms of files that are read, and telling one from the other.

use crate::{diagram, ini, xboard};
use komadai_variant::Source;
use std::sync::Arc;

/// The form in which a file describes games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileForm {
    /// Sections of keys and values for Fairy-Stockfish: `variants.ini`.
    Ini,
    /// The text of an Interactive Diagram of the Chess Variant Pages, or a page with some of them.
    Diagram,
    /// What engines send to XBoard: lines with `setup` and `piece`, alone or in a log.
    Xboard,
}

impl FileForm {
    /// The form of a file, by what stands in it: the first line that only one of the forms has tells it. A file
    /// without such a line is taken for sections.
    ///
    /// ```
    /// use komadai_import::FileForm;
    /// use komadai_variant::Source;
    ///
    /// let form = |text: &str| FileForm::of(&Source::new("file", text));
    /// assert_eq!(form("# My games\n[my-game:chess]\n"), FileForm::Ini);
    /// assert_eq!(form("files=8\nranks=8\npawn::::a2-h2\n"), FileForm::Diagram);
    /// assert_eq!(form("<p>Rules</p><div class=\"idiagram\">files=8</div>"), FileForm::Diagram);
    /// assert_eq!(form("<first : setup 8x8+0_fairy k7/8/8/8/8/8/8/K7 w"), FileForm::Xboard);
    /// ```
    pub fn of(source: &Source) -> FileForm {
        if diagram::is_on_page(&source.text) {
            return FileForm::Diagram;
        }
        let told = source.text.lines().find_map(|line| {
            let line = line.trim();
            match line {
                _ if line.starts_with(['#', ';']) => None,
                _ if line.starts_with('[') => Some(FileForm::Ini),
                _ if xboard::is_told(line) => Some(FileForm::Xboard),
                _ if diagram::is_line(line) => Some(FileForm::Diagram),
                _ => None,
            }
        });
        told.unwrap_or(FileForm::Ini)
    }

    /// The names of all games of a file that has this form, in the order of the file. Games without a name of
    /// their own are called after the file.
    ///
    /// ```
    /// use komadai_import::FileForm;
    /// use komadai_variant::Source;
    ///
    /// let page = "<div class=\"idiagram\">king::::a1</div> <div class=\"idiagram\">king::::b1</div>";
    /// let page = Source::new("pages/omega.html", page);
    /// assert_eq!(FileForm::Diagram.games(&page), ["omega-1", "omega-2"]);
    /// ```
    pub fn games(self, source: &Source) -> Vec<String> {
        match self {
            FileForm::Ini => {
                let file = ini::read(&Arc::new(source.clone()));
                file.sections.into_iter().map(|section| section.name).collect()
            }
            FileForm::Diagram => diagram::games(source),
            FileForm::Xboard => xboard::games(source),
        }
    }
}
