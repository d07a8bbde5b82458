//! The rules of a game, as a page to be read.

use super::App;
use super::error::{ApiError, Path, Words};
use crate::address::Address;
use crate::rules::{CatalogueEntry, DefinitionId};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};
use komadai_manual::{Lang, Prose, document, html};
use komadai_rules::variant::Source;
use serde::Deserialize;
use std::sync::Arc;

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

/// What a page depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct PageKey {
    definition: DefinitionId,
    prose: Option<String>,
    lang: Lang,
    dark: Option<bool>,
}

/// So many pages are kept.
pub(super) const MOST_PAGES: usize = 128;

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
    let make = move || tell(&entry, prose, lang, dark, None).map(String::into_bytes);
    let page = app.rules_pages.get(key, address, make).await.ok_or_else(missing)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(page)).into_response())
}

/// The rules of a game as a page. On a site of files these are at other addresses.
pub(crate) fn tell(
    entry: &CatalogueEntry,
    prose: Option<Source>,
    lang: Lang,
    dark: Option<bool>,
    base: Option<&str>,
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
    let at = |page: &str| match base {
        None => format!("/{page}"),
        Some(base) if page.is_empty() => base.to_owned(),
        Some(base) => format!("{base}{page}/"),
    };
    let names = [
        ("new", lang.pick("Play", "新規対局")),
        ("games", lang.pick("Games", "対局一覧")),
        ("analyses", lang.pick("Analysis", "検討")),
        ("settings", lang.pick("Settings", "設定")),
        ("about", lang.pick("About", "情報")),
    ]
    .map(|(page, name)| (at(page), name));
    let pages: Vec<(&str, &str)> =
        names.iter().map(|(page, name)| (page.as_str(), *name)).collect();
    let (home, play) = (at(""), at(&format!("new/{}", game.variant().id)) + "?position=");
    let site = html::Site {
        home: (&home, "Komadai"),
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
