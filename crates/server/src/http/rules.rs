//! The rules of a game, as a page to be read.

use super::App;
use super::error::{ApiError, Path, Words};
use crate::address::Address;
use crate::at_once::Turns;
use crate::rules::{CatalogueEntry, DefinitionId};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};
use komadai_manual::{Lang, Prose, document, html};
use komadai_rules::variant::Source;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The page is styled from within, and needs nothing else at all.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// What may be asked of the page.
#[derive(Deserialize)]
pub(crate) struct PageQuery {
    /// `en` or `ja`; otherwise as the browser prefers.
    lang: Option<String>,
    /// `dark` or `light`; otherwise as the browser prefers.
    theme: Option<String>,
}

/// Pages that have been made. Making one takes a while.
pub(crate) struct RulesPages {
    made: Mutex<HashMap<PageKey, Bytes>>,
    turns: Turns,
}

/// What a page depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PageKey {
    definition: DefinitionId,
    prose: Option<String>,
    lang: Lang,
    dark: Option<bool>,
}

/// So many pages are kept.
const MOST_PAGES: usize = 128;

impl RulesPages {
    pub(crate) fn new() -> Self {
        RulesPages { made: Mutex::default(), turns: Turns::new(1) }
    }

    /// A page, which is made for somebody unless it is there.
    async fn page(
        &self,
        key: PageKey,
        by: Address,
        make: impl FnOnce() -> Option<String> + Send + 'static,
    ) -> Option<Bytes> {
        let known = || self.made().get(&key).cloned();
        if let Some(page) = known() {
            return Some(page);
        }
        let turn = self.turns.wait(Some(by)).await;
        // Who had the turn before may have made it.
        if let Some(page) = known() {
            return Some(page);
        }
        let made = tokio::task::spawn_blocking(move || {
            // Taken along: the work goes on when nobody waits for it any more.
            (make(), turn)
        });
        let (page, _turn) = made.await.ok()?;
        let page = Bytes::from(page?);
        self.keep(key, &page);
        Some(page)
    }

    fn made(&self) -> MutexGuard<'_, HashMap<PageKey, Bytes>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, key: PageKey, page: &Bytes) {
        let mut made = self.made();
        if made.len() >= MOST_PAGES {
            made.clear();
        }
        made.insert(key, page.clone());
    }
}

/// The rules of a game.
pub(crate) async fn page(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Words(wish): Words<PageQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let lang = wish.lang.as_deref().map_or_else(|| preferred(&headers), language);
    let dark = wish.theme.as_deref().and_then(|theme| match theme {
        "dark" => Some(true),
        "light" => Some(false),
        _ => None,
    });
    let missing = || ApiError::not_found(format!("there is no game `{id}`"));
    let (catalogue, name) = (Arc::clone(&app.hub.catalogue), id.clone());
    let found = tokio::task::spawn_blocking(move || {
        let entry = catalogue.find(&name)?;
        let prose = catalogue.prose(&entry, lang);
        Some((entry, prose))
    });
    let (entry, prose) = found.await.ok().flatten().ok_or_else(missing)?;
    let key = PageKey {
        definition: entry.id.clone(),
        prose: prose.as_ref().map(|source| source.text.clone()),
        lang,
        dark,
    };
    let page = app.rules_pages.page(key, address, move || tell(&entry, prose, lang, dark));
    let page = page.await.ok_or_else(missing)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(page)).into_response())
}

fn tell(
    entry: &CatalogueEntry,
    prose: Option<Source>,
    lang: Lang,
    dark: Option<bool>,
) -> Option<String> {
    let info = &entry.house.info()?.drawn.info;
    let values: Vec<i32> = info.pieces.iter().map(|piece| piece.value).collect();
    let game = entry.house.game();
    // Prose that cannot be read must not keep anybody from the rules; its author learns why from the
    // command line.
    let prose = prose.and_then(|source| {
        let read = Prose::read(game, &source);
        read.inspect_err(|errors| tracing::warn!(file = source.name, ?errors, "bad prose")).ok()
    });
    let pages = [
        ("/new", lang.pick("Play", "新規対局")),
        ("/games", lang.pick("Games", "対局一覧")),
        ("/analyses", lang.pick("Analysis", "検討")),
        ("/settings", lang.pick("Settings", "設定")),
        ("/about", lang.pick("About", "情報")),
    ];
    let play = format!("/new/{}?position=", game.variant().id);
    let site = html::Site {
        home: ("/", "Komadai"),
        pages: &pages,
        label: lang.pick("Pages", "ページ"),
        play: &play,
    };
    let frame = html::Frame { dark, site: Some(site) };
    document(game, &values, &prose.unwrap_or_default(), lang)
        .map(|rules| html::framed(&rules, frame))
}

fn language(word: &str) -> Lang {
    if word.starts_with("ja") { Lang::Ja } else { Lang::En }
}

/// The first language of the browser's list, which has the preferred one first.
fn preferred(headers: &HeaderMap) -> Lang {
    let list = headers.get(header::ACCEPT_LANGUAGE).and_then(|list| list.to_str().ok());
    language(list.unwrap_or_default())
}
