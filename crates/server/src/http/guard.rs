//! What keeps the server safe: rates, sizes, and what pages may do.

use super::error::ApiError;
use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// Pages load nothing from elsewhere, and nobody frames them. Pieces are placed by style attributes.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; \
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

/// Where a request comes from. One network of IPv6 counts as one, since everybody has a whole one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl Address {
    fn of(address: SocketAddr) -> Self {
        Address(match address.ip().to_canonical() {
            IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from(u128::from(ip) & !u128::from(u64::MAX))),
            ip => ip,
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let message = "the server cannot tell which address the request comes from";
        let unknown = || ApiError::new(StatusCode::BAD_REQUEST, "no-address", message);
        info.map(|ConnectInfo(address)| Address::of(*address)).ok_or_else(unknown)
    }
}

/// Takes the word of a reverse proxy for where a request comes from: the last address of
/// `X-Forwarded-For`, which is the proxy's own; those before it anybody may have written.
pub(crate) async fn forwarded(mut request: Request, next: Next) -> Response {
    let told = request.headers().get_all("x-forwarded-for").iter().next_back();
    let last = told.and_then(|value| value.to_str().ok()?.rsplit(',').next().and_then(visitor));
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

/// How often each address may do something.
pub(crate) type Limiter = DefaultKeyedRateLimiter<Address>;

/// So many a second, and ten times as many at once.
pub(crate) fn per_second(number: u32) -> Arc<Limiter> {
    let burst = at_least_one(number.saturating_mul(10));
    Arc::new(RateLimiter::keyed(Quota::per_second(at_least_one(number)).allow_burst(burst)))
}

/// So many an hour.
pub(crate) fn per_hour(number: u32) -> Arc<Limiter> {
    Arc::new(RateLimiter::keyed(Quota::per_hour(at_least_one(number))))
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// Forgets addresses that have been quiet, for as long as the limiter is used elsewhere.
pub(crate) fn tidy(limiter: &Arc<Limiter>) {
    let limiter = Arc::downgrade(limiter);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(60)).await;
            let Some(limiter) = limiter.upgrade() else { return };
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    });
}

/// Turns away whoever asks too much.
pub(crate) async fn limit(
    limiter: Arc<Limiter>,
    address: Address,
    request: Request,
    next: Next,
) -> Response {
    match limiter.check_key(&address) {
        Ok(()) => next.run(request).await,
        Err(_) => {
            let refused = ApiError::too_many("too many requests; wait a little");
            ([(header::RETRY_AFTER, "1")], refused).into_response()
        }
    }
}

/// Adds the headers that every answer has.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
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
    fn one_network_is_one_address() {
        let address = |text: &str| Address::of(text.parse().unwrap());
        assert_eq!(address("[2001:db8::1]:5"), address("[2001:db8::ffff]:6"));
        assert_ne!(address("[2001:db8::1]:5"), address("[2001:db8:0:1::1]:5"));
        assert_eq!(address("192.0.2.1:5"), address("[::ffff:192.0.2.1]:6"));
        assert_ne!(address("192.0.2.1:5"), address("192.0.2.2:5"));
    }
}
