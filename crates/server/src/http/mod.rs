//! The ways in: requests, websockets, pages.

mod analyses;
mod analysis;
mod analyst;
mod answer;
mod create;
mod docs;
mod error;
mod games;
mod guard;
mod import;
mod live;
mod made;
mod message;
pub(crate) mod pages;
mod pictures;
mod reviews;
pub(crate) mod rules;
mod socket;
pub(crate) mod variants;

use crate::address::Address;
use crate::at_once::{AtOnce, Line, Turns};
use crate::hub::Hub;
use crate::metrics;
use crate::rates::Rate;
use crate::rules::DefinitionId;
use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use guard::{LargeLimit, Limit, Names};
use komadai_referee::forms::MOST_BYTES_OF_A_TREE;
use made::Made;
use rules::{MOST_PAGES, PageKey};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// No request has more to say: a position and some words.
const MOST_BYTES: usize = 16 << 10;

/// But a whole line of moves.
const MOST_BYTES_OF_A_LINE: usize = 64 << 10;
/// So many of them of an address are worked on at a time.
const MOST_LARGE: usize = 4;
/// So many analyses are read at a time.
const MOST_ANALYSES: usize = 8;
/// So many pictures of the usual size may have begun, of 3 MB each.
const MOST_PICTURES: usize = 16;
/// So many larger ones, of 16 MB each.
const MOST_LARGE_PICTURES: usize = 1;
/// So many pieces of work on these, on an animation, and on what is made once for everybody may wait for their next
/// slice.
pub(crate) const MOST_IN_SLICES: usize =
    MOST_ANALYSES + MOST_PICTURES + MOST_LARGE_PICTURES + 1 + 2 * made::MOST_BEGUN;
/// So many animations are painted by turns, of 20 MB each at most.
const MOST_ANIMATIONS: usize = 16;

/// So many analyses of an address are kept in an hour, of 2 MB each at most.
const ANALYSES_PER_HOUR: u32 = 60;

/// So many moves of an address are reviewed for each game that it may set up. What is found at a move has some
/// kB.
const REVIEWED_MOVES: u32 = 25;

/// So many requests of an address are answered at a time. Browsers make six.
const MOST_AT_ONCE: usize = 64;
/// After so long whoever asks too much is told that.
const REFUSAL: Duration = Duration::from_millis(300);
/// So many websockets of an address are sent a whole game at a time. A long one is half a megabyte,
/// which waits in memory for whoever does not read.
const MOST_GREETINGS: usize = 8;

/// What every answer may need.
#[derive(Clone)]
pub(crate) struct App {
    hub: Arc<Hub>,
    /// How many requests an address may make.
    requests: Rate,
    sockets: AtOnce,
    /// Websockets of an address that are being sent a whole game.
    greetings: AtOnce,
    /// What is being sent to websockets of an address.
    sending: AtOnce,
    /// What is being written out for an address.
    writing: AtOnce,
    rules_pages: Arc<Made<PageKey>>,
    /// All about each game.
    taught: Arc<Made<DefinitionId>>,
    /// For those who paint pictures of the usual size...
    pictures: Arc<Turns>,
    /// ... and for larger ones.
    large_pictures: Arc<Turns>,
    animations: Arc<Line>,
    /// For those who read analyses that were kept.
    analyses: Arc<Turns>,
    /// By which rules those are that were kept.
    analysis_rules: Arc<analyses::AnalysisRules>,
    /// How many analyses an address may keep anew.
    new_analyses: Rate,
    /// How many moves an address may have reviewed.
    reviewed_moves: Rate,
    version: Arc<str>,
}

/// Who may come in, and how often.
#[derive(Clone, Debug)]
pub(crate) struct Entrance {
    pub(crate) games_per_hour: u32,
    /// Websockets that an address may have.
    pub(crate) sockets_per_address: usize,
    /// Names that the server goes by.
    pub(crate) hosts: Vec<String>,
    /// When a request must be answered.
    pub(crate) deadline: Duration,
    /// A proxy tells the addresses.
    pub(crate) behind_proxy: bool,
}

#[derive(OpenApi)]
#[openapi(modifiers(&SeatToken), components(schemas(
    komadai_referee::forms::ToReader<'_>, komadai_referee::forms::LiveRequest, crate::analysis::ToAnalyst, crate::analysis::AnalystRequest
)), info(
    title = "Komadai",
    description = "Games with exact rules: set them up, play them, watch them. Squares are algebraic \
        names, sides are `first` and `second` whatever the game calls them. Whoever moves shows the token \
        of a seat: as `seat`, or in the header `Authorization: Bearer TOKEN`."
))]
struct Description;

/// How a program shows whom it plays for.
struct SeatToken;

impl Modify for SeatToken {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        api.components.get_or_insert_default().add_security_scheme("seat", scheme);
    }
}

/// All ways in.
pub(crate) fn router(hub: Arc<Hub>, entrance: Entrance, version: &str) -> Router {
    let Entrance { games_per_hour, sockets_per_address, hosts, deadline, behind_proxy } = entrance;
    let (requests, room) = (hub.requests.clone(), hub.room.clone());
    let app = App {
        hub,
        requests: requests.clone(),
        sockets: AtOnce::new(sockets_per_address),
        greetings: AtOnce::new(MOST_GREETINGS),
        sending: AtOnce::new(1),
        writing: AtOnce::new(1),
        rules_pages: Arc::new(Made::new(MOST_PAGES, &room)),
        taught: Arc::new(Made::new(variants::MOST_TAUGHT, &room)),
        pictures: Arc::new(Turns::in_slices(MOST_PICTURES, &room)),
        large_pictures: Arc::new(Turns::in_slices(MOST_LARGE_PICTURES, &room)),
        animations: Arc::new(Line::new(MOST_ANIMATIONS)),
        analyses: Arc::new(Turns::in_slices(MOST_ANALYSES, &room)),
        analysis_rules: Arc::default(),
        new_analyses: Rate::per_hour(ANALYSES_PER_HOUR),
        reviewed_moves: Rate::per_hour(games_per_hour.saturating_mul(REVIEWED_MOVES)),
        version: version.into(),
    };
    // A proxy would have to keep a connection open meanwhile.
    let delay = if behind_proxy { Duration::ZERO } else { REFUSAL };
    let (api, mut description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(games::health))
        .routes(routes!(variants::list))
        .routes(routes!(variants::one))
        .routes(routes!(games::some, create::create))
        .routes(routes!(games::look))
        .routes(routes!(games::make_move))
        .routes(routes!(games::act))
        .routes(routes!(games::sit))
        .routes(routes!(games::hint))
        .routes(routes!(games::explain))
        .routes(routes!(games::record))
        .routes(routes!(pictures::picture))
        .routes(routes!(pictures::animation))
        .routes(routes!(reviews::begin, reviews::look))
        .routes(routes!(live::live))
        .merge(analysis(LargeLimit {
            rate: requests.clone(),
            at_once: AtOnce::new(MOST_LARGE),
            most: MOST_BYTES_OF_A_TREE,
            delay,
        }))
        .split_for_parts();
    version.clone_into(&mut description.info.version);
    let described = docs::Described::of(&description);
    let limit = Limit {
        rate: requests,
        at_once: AtOnce::new(MOST_AT_ONCE),
        unsent: AtOnce::new(guard::MOST_UNSENT),
        delay,
    };
    let limit = move |address: Address, request: Request, next: Next| {
        guard::limit(limit.clone(), address, request, next)
    };
    let names = Names { given: hosts.into(), behind_proxy };
    let host = move |request: Request, next: Next| guard::host(names.clone(), request, next);
    let deadline = move |request: Request, next: Next| guard::deadline(deadline, request, next);
    let length = move |request: Request, next: Next| guard::length(delay, request, next);
    let router = api
        .route("/api/openapi.json", get(described.for_programs()))
        .route("/api/docs", get(described.for_people()))
        .route("/rules/{id}", get(rules::page))
        .route("/metrics", get(|| std::future::ready(metrics::render())))
        .fallback(pages::page)
        .method_not_allowed_fallback(error::wrong_method)
        .with_state(app)
        .layer(middleware::from_fn(host))
        .layer(middleware::from_fn(limit))
        .layer(middleware::from_fn(length))
        .layer(middleware::from_fn(deadline))
        .layer(middleware::from_fn(measure))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn(guard::in_pieces))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(middleware::from_fn(guard::headers));
    // The outermost, so that everything else takes the visitor's address for the other end's.
    if behind_proxy { router.layer(middleware::from_fn(guard::forwarded)) } else { router }
}

/// The ways in for who analyses.
fn analysis(limit: LargeLimit) -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(analysis::position))
        .routes(routes!(analysis::explain))
        .routes(routes!(analysis::setup))
        .routes(routes!(analysis::rules))
        .routes(routes!(analysis::openings))
        .routes(routes!(analyst::live))
        .layer(DefaultBodyLimit::max(MOST_BYTES_OF_A_LINE))
        .merge(trees(limit))
}

/// The ways in for trees of variations.
fn trees(limit: LargeLimit) -> OpenApiRouter<App> {
    let limit = move |address: Address, request: Request, next: Next| {
        guard::limit_large(limit.clone(), address, request, next)
    };
    OpenApiRouter::new()
        .routes(routes!(analyses::tree))
        .routes(routes!(analyses::read))
        .routes(routes!(analyses::record))
        .routes(routes!(analyses::some, analyses::keep))
        .routes(routes!(analyses::one, analyses::change, analyses::delete))
        .routes(routes!(analyses::record_of))
        .routes(routes!(import::import))
        .layer(middleware::from_fn(limit))
        .layer(DefaultBodyLimit::max(MOST_BYTES_OF_A_TREE))
}

/// Measures and logs every answer. What follows the question mark is not logged: it holds tokens.
async fn measure(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let matched = request.extensions().get::<MatchedPath>();
    let path = matched.map_or("page", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), began.elapsed());
    metrics::answered(&path, status, took);
    tracing::debug!(%method, path, status, ?took, "answered");
    response
}
