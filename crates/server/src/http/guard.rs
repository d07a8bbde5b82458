//! What keeps the server safe: rates, sizes, and what pages may do.

use super::error::{ApiError, SOON};
use crate::address::Address;
use crate::at_once::{AtOnce, Share};
use crate::rates::Rate;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use hyper::body::{Frame, SizeHint};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Instant;

/// Pages load nothing from elsewhere, and nobody frames them. Pieces are placed by style attributes. The engine for
/// visitors' machines is WebAssembly.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; style-src 'self'; \
    style-src-attr 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; \
    form-action 'self'";

/// Headers that every answer has.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // The name of a game must not travel to other places.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

impl<S: Send + Sync> FromRequestParts<S> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let message = "the server cannot tell which address the request comes from";
        let unknown = || ApiError::new(StatusCode::BAD_REQUEST, "no-address", message);
        info.map(|ConnectInfo(address)| Address::from(address.ip())).ok_or_else(unknown)
    }
}

/// Takes the word of a reverse proxy for where a request comes from: the last address of
/// `X-Forwarded-For`, which is the proxy's own; those before it anybody may have written.
pub(crate) async fn forwarded(mut request: Request, next: Next) -> Response {
    let told = request.headers().get_all("x-forwarded-for").iter().next_back();
    // Whatever stands before the last comma, the visitor has written.
    let last = told.and_then(|value| value.as_bytes().rsplit(|byte| *byte == b',').next());
    let last = last.and_then(|last| std::str::from_utf8(last).ok()).and_then(visitor);
    if let Some(address) = last {
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address, 0)));
    }
    next.run(request).await
}

/// An address as proxies write it, with or without a port.
fn visitor(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

/// An answer counts once more for so many bytes: making it, packing and sending it is as much work.
pub(super) const PIECE: usize = 16 << 10;

/// How much an address may ask.
#[derive(Clone)]
pub(crate) struct Limit {
    pub(crate) rate: Rate,
    pub(crate) at_once: AtOnce,
    /// Pieces of large answers that were made and are not sent yet: they take memory.
    pub(crate) unsent: AtOnce,
    /// Whoever asks too much hears that after so long: connections on which nothing but that is said would
    /// else keep the server busy.
    pub(crate) delay: Duration,
}

/// So many pieces of large answers wait in memory for an address. The largest answer has fewer.
pub(super) const MOST_UNSENT: usize = (48 << 20) / PIECE;

/// Turns away whoever asks too much, or too much at a time.
pub(crate) async fn limit(
    limit: Limit,
    address: Address,
    request: Request,
    next: Next,
) -> Response {
    let Limit { rate, at_once, unsent, delay } = limit;
    if let Err(too_many) = rate.count(address) {
        return refuse(request, too_many.into(), delay).await;
    }
    let Some(share) = at_once.take(address) else {
        let error = ApiError::too_many("you ask too much at a time", SOON);
        return refuse(request, error, delay).await;
    };
    let mut response = next.run(request).await;
    let more = response.body().size_hint().lower() / PIECE as u64;
    let more = usize::try_from(more).unwrap_or(usize::MAX);
    // Whoever has no more to spend is turned away until it is paid.
    rate.charge(address, more);
    if more > 0 {
        let Some(pieces) = unsent.take_many(address, more) else {
            let message = "you have not taken yet what you have asked for before";
            return ApiError::too_many(message, SOON).into_response();
        };
        response.extensions_mut().insert(Unsent { _shares: Arc::new([share, pieces]) });
    }
    response
}

/// The shares of an answer that is large: it takes memory until all of it is sent.
#[derive(Clone)]
struct Unsent {
    _shares: Arc<[Share; 2]>,
}

/// How much that is large an address may send.
#[derive(Clone)]
pub(crate) struct LargeLimit {
    pub(crate) rate: Rate,
    pub(crate) at_once: AtOnce,
    /// How large a body is that does not say it.
    pub(crate) most: usize,
    /// As for [`Limit`].
    pub(crate) delay: Duration,
}

/// What is made of a large body is larger still: it counts as a request for so many bytes.
const LARGE_PIECE: usize = 4 << 10;

/// Turns away whoever sends too much that is large. It is counted before it is read.
pub(crate) async fn limit_large(
    limit: LargeLimit,
    address: Address,
    request: Request,
    next: Next,
) -> Response {
    let LargeLimit { rate, at_once, most, delay } = limit;
    // Whoever reads sends nothing.
    if request.method() == Method::GET {
        return next.run(request).await;
    }
    let bytes = request.body().size_hint().upper();
    let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(most).min(most);
    let refused = match (rate.count_times(address, bytes / LARGE_PIECE), at_once.take(address)) {
        (Ok(()), Some(_share)) => return next.run(request).await,
        (Err(too_many), _) => ApiError::from(too_many),
        (_, None) => ApiError::too_many("you send too much at a time", SOON),
    };
    refuse(request, refused, delay).await
}

/// Answers after a while. What was sent is read all the same, and forgotten: whoever still sends would take
/// an answer for a broken connection.
async fn refuse(request: Request, error: ApiError, delay: Duration) -> Response {
    tokio::time::sleep(delay).await;
    let mut pieces = request.into_body().into_data_stream();
    let mut left = super::MOST_BYTES_OF_A_TREE;
    while left > 0 {
        let Some(Ok(piece)) = pieces.next().await else { break };
        left = left.saturating_sub(piece.len());
    }
    error.into_response()
}

/// Ends every request in time, its body included. Websockets go on: their request is over when they
/// begin.
pub(crate) async fn deadline(deadline: Duration, request: Request, next: Next) -> Response {
    let late = |_| {
        let message = "the server could not answer in time; try again";
        ApiError::unavailable(message).into_response()
    };
    tokio::time::timeout(deadline, next.run(request)).await.unwrap_or_else(late)
}

/// Refuses bodies that do not say how long they are. In tiny pieces they are many times as much work as what is
/// in them, and nobody needs them: browsers and programs know what they send.
pub(crate) async fn length(delay: Duration, request: Request, next: Next) -> Response {
    if !request.headers().contains_key(header::TRANSFER_ENCODING) {
        return next.run(request).await;
    }
    tokio::time::sleep(delay).await;
    let message = "say how long the body is (Content-Length)";
    let error = ApiError::new(StatusCode::LENGTH_REQUIRED, "no-length", message);
    // What comes of it is not read.
    let close = (header::CONNECTION, HeaderValue::from_static("close"));
    ([close], error).into_response()
}

/// The names that this server goes by.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// Those that it was given.
    pub(crate) given: Arc<[String]>,
    /// Whether a proxy sees to it.
    pub(crate) behind_proxy: bool,
}

/// Refuses requests for another name than the server's. A page of elsewhere could have its own name
/// lead here (DNS rebinding), and would then be taken for a page of this server.
pub(crate) async fn host(names: Names, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    match host.map(name_of) {
        Some(name) if !names.fit(name) => {
            let message = format!(
                "this server does not go by the name `{}`; its operator can name it with --host",
                name.escape_debug()
            );
            ApiError::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", message).into_response()
        }
        _ => next.run(request).await,
    }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    let is_port = port.bytes().all(|b| b.is_ascii_digit()) && !name.ends_with(':');
    let name = if is_port { name } else { host };
    name.trim_end_matches('.')
}

impl Names {
    /// Addresses, the names of this machine and of local networks need not be given: nobody elsewhere
    /// can make them lead here.
    fn fit(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let is_given = |given: &String| given.eq_ignore_ascii_case(&name);
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let local = ["localhost", "local", "lan", "home.arpa", "internal"];
        let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
        let ends = |end: &&str| name.strip_suffix(end).is_some_and(|rest| rest.ends_with('.'));
        bare.parse::<IpAddr>().is_ok()
            || self.given.iter().any(is_given)
            || is_name && (!name.contains('.') && !name.is_empty() || local.iter().any(ends))
            || self.behind_proxy && self.given.is_empty()
    }
}

/// Whoever takes an answer more slowly than this, in bytes a second, does not get the rest of it.
const SLOWEST: u64 = 32 << 10;
/// But has this time in any case.
const LEAST_TIME: Duration = Duration::from_secs(30);

/// A body that is given in pieces, each after everybody else had a chance to go on: to pack all of a large one
/// takes long.
struct Pieces {
    rest: Bytes,
    /// Whether there was a pause before the next piece.
    paused: bool,
    /// When all of it must have been taken.
    deadline: Instant,
    _unsent: Option<Unsent>,
}

/// An answer was taken too slowly.
#[derive(Debug, thiserror::Error)]
#[error("the answer was taken too slowly")]
struct TooSlow;

impl Pieces {
    fn new(rest: Bytes, unsent: Option<Unsent>) -> Self {
        let time = LEAST_TIME + Duration::from_secs(rest.len() as u64 / SLOWEST);
        Pieces { rest, paused: false, deadline: Instant::now() + time, _unsent: unsent }
    }
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = TooSlow;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, TooSlow>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        if Instant::now() > self.deadline {
            return Poll::Ready(Some(Err(TooSlow)));
        }
        self.paused = !self.paused;
        if self.paused {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let length = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

/// Gives large answers in pieces.
pub(crate) async fn in_pieces(request: Request, next: Next) -> Response {
    let (mut parts, body) = next.run(request).await.into_parts();
    let unsent = parts.extensions.remove::<Unsent>();
    if body.size_hint().exact().is_none_or(|bytes| bytes <= PIECE as u64) {
        return Response::from_parts(parts, body);
    }
    // It is there already: it knows how large it is.
    match to_bytes(body, usize::MAX).await {
        Ok(rest) => Response::from_parts(parts, Body::new(Pieces::new(rest, unsent))),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Adds the headers that every answer has.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let is_connect = request.method() == Method::CONNECT;
    let mut response = next.run(request).await;
    if is_connect {
        // This is no proxy. Such an answer must be empty, and never one of success.
        let refused = response.status().is_client_error() || response.status().is_server_error();
        let status = if refused { response.status() } else { StatusCode::METHOD_NOT_ALLOWED };
        response = status.into_response();
    }
    for (name, value) in HEADERS {
        // A page may have a policy of its own.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_go_on_between_the_pieces_of_a_large_answer() {
        let whole: Bytes = (0..100_000).map(|n| n as u8).collect();
        let mut body = Pieces::new(whole.clone(), None);
        let mut context = Context::from_waker(std::task::Waker::noop());
        let (mut seen, mut pauses) = (Vec::new(), 0);
        loop {
            assert_eq!(body.size_hint().exact(), Some((whole.len() - seen.len()) as u64));
            match Pin::new(&mut body).poll_frame(&mut context) {
                Poll::Pending => pauses += 1,
                Poll::Ready(Some(frame)) => {
                    let piece = frame.unwrap().into_data().unwrap();
                    assert!(piece.len() <= PIECE);
                    seen.extend_from_slice(&piece);
                }
                Poll::Ready(None) => break,
            }
        }
        assert_eq!((Bytes::from(seen), pauses), (whole, 7));
        assert!(body.is_end_stream());
    }

    async fn ask(limited: &axum::Router, path: &str) -> Response {
        let request = Request::get(path).body(Body::empty()).unwrap();
        tower::ServiceExt::oneshot(limited.clone(), request).await.unwrap()
    }

    /// Answers an address that may have so many requests at a time and so many pieces unsent; `/large` has six.
    fn limited(at_once: usize, unsent: usize) -> axum::Router {
        let limit = Limit {
            rate: Rate::per_second(10_000),
            at_once: AtOnce::new(at_once),
            unsent: AtOnce::new(unsent),
            delay: Duration::ZERO,
        };
        let address = Address::from(IpAddr::from([192, 0, 2, 1]));
        let limited =
            move |request: Request, next: Next| super::limit(limit.clone(), address, request, next);
        axum::Router::new()
            .route("/large", axum::routing::get(async || "x".repeat(6 * PIECE)))
            .route("/small", axum::routing::get(async || "x"))
            .layer(axum::middleware::from_fn(limited))
            .layer(axum::middleware::from_fn(in_pieces))
    }

    #[tokio::test]
    async fn a_large_answer_counts_until_it_is_sent() {
        let router = limited(1, 100);
        let small = ask(&router, "/small").await;
        let large = ask(&router, "/large").await;
        assert_eq!([small.status(), large.status()], [StatusCode::OK; 2]);
        assert_eq!(ask(&router, "/small").await.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(to_bytes(large.into_body(), usize::MAX).await.unwrap().len(), 6 * PIECE);
        assert_eq!(ask(&router, "/small").await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn what_waits_to_be_sent_is_bounded_by_its_size() {
        let router = limited(100, 10);
        let large = ask(&router, "/large").await;
        assert_eq!(ask(&router, "/large").await.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(ask(&router, "/small").await.status(), StatusCode::OK);
        assert_eq!(to_bytes(large.into_body(), usize::MAX).await.unwrap().len(), 6 * PIECE);
        assert_eq!(ask(&router, "/large").await.status(), StatusCode::OK);
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_an_answer_too_slowly_gets_no_more_of_it() {
        let whole = Bytes::from(vec![0; 1 << 20]);
        let mut body = Pieces::new(whole, None);
        let mut context = Context::from_waker(std::task::Waker::noop());
        let mut next = |seconds: u64| {
            let poll = Pin::new(&mut body).poll_frame(&mut context);
            let frame = match poll {
                Poll::Pending => Pin::new(&mut body).poll_frame(&mut context),
                ready => ready,
            };
            let Poll::Ready(Some(frame)) = frame else { panic!("{seconds}: nothing comes") };
            frame.is_ok()
        };
        // A megabyte may take half a minute, and half a minute more.
        for seconds in 0..12 {
            assert!(next(5 * seconds));
            tokio::time::advance(Duration::from_secs(5)).await;
        }
        tokio::time::advance(Duration::from_secs(5)).await;
        assert!(!next(65));
    }

    #[test]
    fn visitors_are_told_as_proxies_write_them() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(visitor(text), expected.map(|ip| ip.parse().unwrap()), "{text}");
        };
        check(" 192.0.2.1", Some("192.0.2.1"));
        check("192.0.2.1:50000", Some("192.0.2.1"));
        check("2001:db8::1", Some("2001:db8::1"));
        check("[2001:db8::1]", Some("2001:db8::1"));
        check("[2001:db8::1]:443", Some("2001:db8::1"));
        check("unknown", None);
        check("", None);
    }

    #[test]
    fn a_server_goes_by_its_names() {
        let check = |host: &str, given: &[&str], fits: bool| {
            let given = given.iter().map(|name| (*name).to_owned()).collect();
            let names = Names { given, behind_proxy: false };
            assert_eq!(names.fit(name_of(host)), fits, "{host}");
        };
        for host in [
            "127.0.0.1:8080",
            "192.0.2.7",
            "[::1]:8080",
            "[2001:db8::1]",
            "localhost",
            "LOCALHOST:80",
            "box",
            "box:8080",
            "box.local:8080",
            "box.lan",
            "a.localhost",
            "localhost.:80",
        ] {
            check(host, &[], true);
        }
        for host in
            ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "x.evillocal"]
        {
            check(host, &[], false);
        }
        check("Shogi.example.org:8080", &["shogi.example.org"], true);
        check("evil.example", &["shogi.example.org"], false);
    }
}
