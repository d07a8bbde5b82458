//! The pages as files, for web space without a server.
//!
//! The pages are those of a server. They know by a word in the page that they are a site, and answer for themselves what
//! a server would (`local` in the crate `referee`). What is the same for everybody is in files that are written here.

use crate::http::pages::{Files, START};
use crate::http::{rules, variants};
use crate::rules::{Catalogue, CatalogueEntry, CatalogueError, FileError, Origin};
use komadai_manual::Lang;
use komadai_referee::local::SiteGame;
use std::path::PathBuf;

/// What is to be written.
#[derive(Clone, Debug)]
pub struct Site {
    /// The path below which it is served: it begins and ends with `/`.
    pub base: String,
    /// The folder of the inventor's own variant files.
    pub variants: Option<PathBuf>,
}

/// Why there is no site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The program has no engine for browsers.
    #[error(
        "this program was built without the engine for browsers; the one that `cargo xtask dist` makes has it, and so \
         has one built with `KOMADAI_ENGINE`"
    )]
    NoEngine,
    /// A variant file cannot be played.
    #[error("{0}")]
    File(String),
    /// A game cannot be told of.
    #[error("the game `{0}` cannot be described")]
    Game(String),
    /// The games of the program are not good.
    #[error("{0}")]
    Games(String),
}

/// In the folder of the engine, by which is seen whether it is there.
const ENGINE: &str = "engine/worker.js";
/// What the browser is told of the pages when they are installed.
const MANIFEST: &str = "manifest.webmanifest";
/// Pages of which each has one address...
const PAGES: [&str; 6] = ["about", "analyses", "game", "games", "new", "settings"];
/// ... and those of each game.
const PAGES_OF_GAMES: [&str; 4] = ["analysis", "new", "pieces", "setup"];
/// A server writes the rules in the theme that the address names; here the page looks for it.
const THEME: &str = "</style><script>{\
    const theme = new URLSearchParams(location.search).get('theme');\
    const style = document.documentElement.style;\
    if (theme === 'dark' || theme === 'light') {\
    style.colorScheme = theme;\
    style.setProperty('--dim', theme === 'dark' ? 'brightness(0.88)' : 'none');\
    }}</script>";
/// After this the page says that it is one of a site.
const HEAD: &str = "<meta charset=\"utf-8\" />";

impl Site {
    /// Hands over each file: where it goes, below the folder of the site, and what is in it. They are the same each time.
    ///
    /// # Errors
    /// When there is no site, or as `put` says.
    pub fn write<E: From<SiteError>>(
        &self,
        mut put: impl FnMut(&str, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if Files::get(ENGINE).is_none() {
            return Err(SiteError::NoEngine.into());
        }
        let catalogue = Catalogue::new(self.variants.clone())
            .map_err(|error: CatalogueError| SiteError::Games(error.to_string()))?;
        let listing = catalogue.list();
        if let Some(FileError { text, .. }) = listing.errors.first() {
            return Err(SiteError::File(text.clone()).into());
        }
        let mut names: Vec<String> = Files::iter().map(std::borrow::Cow::into_owned).collect();
        names.sort_unstable();
        for name in names.iter().filter(|name| *name != START) {
            let Some(file) = Files::get(name) else { continue };
            match name.as_str() {
                MANIFEST => put(name, self.moved(&file.data, ": \"/").as_bytes())?,
                _ => put(name, &file.data)?,
            }
        }
        let page = Files::get(START).map(|file| self.page(&file.data)).unwrap_or_default();
        for name in
            [START.to_owned(), "404.html".to_owned()].into_iter().chain(pages(&listing.entries))
        {
            put(&name, page.as_bytes())?;
        }
        let told = variants::told(&listing).ok_or_else(|| SiteError::Game("list".to_owned()))?;
        put("data/variants.json", &told)?;
        put("data/games.json", &own_games(&listing.entries))?;
        for entry in &listing.entries {
            self.write_game(&catalogue, entry, &mut put)?;
        }
        // GitHub would else look for pages to be made.
        put(".nojekyll", b"")
    }

    /// The page that finds its way by itself.
    fn page(&self, data: &[u8]) -> String {
        let says = format!("{HEAD}\n    <meta name=\"komadai-site\" content=\"{}\" />", self.base);
        self.moved(data, "=\"/").replacen(HEAD, &says, 1)
    }

    /// A text in which addresses that come after this begin where the site does.
    fn moved(&self, data: &[u8], before: &str) -> String {
        String::from_utf8_lossy(data).replace(before, &before.replace('/', &self.base))
    }

    fn write_game<E: From<SiteError>>(
        &self,
        catalogue: &Catalogue,
        entry: &CatalogueEntry,
        put: &mut impl FnMut(&str, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let id = &entry.house.variant().id;
        let bad = || SiteError::Game(id.clone());
        let info = entry.house.info().and_then(|info| serde_json::to_vec(info).ok());
        put(&format!("data/variants/{id}.json"), &info.ok_or_else(bad)?)?;
        for (lang, word) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
            let prose = catalogue.prose(entry, lang);
            let page = rules::tell(entry, prose, lang, None, Some(&self.base)).ok_or_else(bad)?;
            let page = page.replacen("</style>", THEME, 1);
            put(&format!("rules/{id}.{word}.html"), page.as_bytes())?;
        }
        Ok(())
    }
}

/// Where the page stands besides: an address of a site is that of a file.
fn pages(entries: &[CatalogueEntry]) -> impl Iterator<Item = String> {
    let of_games = entries.iter().flat_map(|entry| {
        PAGES_OF_GAMES.map(|page| format!("{page}/{}/index.html", entry.house.variant().id))
    });
    PAGES.map(|page| format!("{page}/index.html")).into_iter().chain(of_games)
}

/// The games that the browser does not know from the program.
fn own_games(entries: &[CatalogueEntry]) -> Vec<u8> {
    let own = entries.iter().filter(|entry| entry.origin == Origin::File);
    let game = |entry: &CatalogueEntry| SiteGame {
        id: entry.house.variant().id.clone(),
        definition: (*entry.definition).clone(),
    };
    // Nothing in it can fail to be written.
    serde_json::to_vec(&own.map(game).collect::<Vec<_>>()).unwrap_or_default()
}
