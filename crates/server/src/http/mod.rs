//! The ways in: requests, websockets, pages.

mod create;
mod docs;
mod error;
mod games;
mod guard;
mod live;
mod pages;
mod rules;
mod variants;

use crate::hub::Hub;
use crate::metrics;
use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use guard::{Address, Limiter};
use std::sync::Arc;
use std::time::Instant;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// No request has more to say: a position and some words.
const MOST_BYTES: usize = 16 << 10;

/// What every answer may need.
#[derive(Clone)]
pub(crate) struct App {
    hub: Arc<Hub>,
    /// How many games an address may set up.
    games: Arc<Limiter>,
    version: Arc<str>,
}

/// How much an address may ask for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    pub(crate) requests_per_second: u32,
    pub(crate) games_per_hour: u32,
    /// A proxy tells the addresses.
    pub(crate) behind_proxy: bool,
}

#[derive(OpenApi)]
#[openapi(modifiers(&SeatToken), components(schemas(live::ToReader<'_>, live::LiveRequest)), info(
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
pub(crate) fn router(hub: Arc<Hub>, rates: Rates, version: &str) -> Router {
    let requests = guard::per_second(rates.requests_per_second);
    let games = guard::per_hour(rates.games_per_hour);
    guard::tidy(&requests);
    guard::tidy(&games);
    let app = App { hub, games, version: version.into() };
    let (api, mut description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(games::health))
        .routes(routes!(variants::list))
        .routes(routes!(variants::one))
        .routes(routes!(games::some, create::create))
        .routes(routes!(games::look))
        .routes(routes!(games::make_move))
        .routes(routes!(games::act))
        .routes(routes!(games::hint))
        .routes(routes!(games::explain))
        .routes(routes!(games::record))
        .routes(routes!(live::live))
        .split_for_parts();
    version.clone_into(&mut description.info.version);
    let page = docs::page(&description);
    let json = axum::Json(description);
    let limit = move |address: Address, request: Request, next: Next| {
        guard::limit(Arc::clone(&requests), address, request, next)
    };
    let router = api
        .route("/api/openapi.json", get(move || std::future::ready(json.clone())))
        .route("/api/docs", get(move || std::future::ready(page.clone())))
        .route("/rules/{id}", get(rules::page))
        .route("/metrics", get(|| std::future::ready(metrics::render())))
        .fallback(pages::page)
        .with_state(app)
        .layer(middleware::from_fn(limit))
        .layer(middleware::from_fn(measure))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(guard::headers));
    // The outermost, so that everything else takes the visitor's address for the other end's.
    if rates.behind_proxy { router.layer(middleware::from_fn(guard::forwarded)) } else { router }
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
