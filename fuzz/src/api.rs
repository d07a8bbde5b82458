use crate::home::{Answer, Created, Guest, PATIENCE, visit};
use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use serde_json::json;
use std::time::Duration;

/// Further requests only take longer.
const REQUESTS: usize = 6;
/// So long is waited for the engine's hint: who goes before it comes must do no harm.
const HINT: Duration = Duration::from_millis(20);

/// Makes requests, two lines each: method, path, token and media type, then the body. In them `$g`, `$1`
/// and `$2` stand for the game that was set up last and the tokens of its seats.
///
/// Every error is in the form of the interface, and none is the server's fault; afterwards the game is
/// sound.
pub(crate) fn api(data: &[u8]) {
    let lines: Vec<&[u8]> = data.split(|byte| *byte == b'\n').take(2 * REQUESTS).collect();
    visit(async |guest| {
        guest.ask_json("POST", "/api/games", &json!({ "variant": "minishogi" })).await;
        for wish in lines.chunks(2) {
            let game = guest.game().expect("one was set up").clone();
            if let Some(request) = request(wish[0], wish.get(1).unwrap_or(&&b""[..]), &game) {
                attempt(guest, request).await;
            }
        }
        let game = guest.game().expect("one was set up").clone();
        guest.check(&game).await;
    });
}

/// The request that two lines stand for; `None` where there is no such request.
fn request(head: &[u8], body: &[u8], game: &Created) -> Option<Request<Full<Bytes>>> {
    let head = fill(std::str::from_utf8(head).ok()?, game);
    let mut words = head.split_whitespace();
    let request = Request::builder().method(words.next()?).uri(words.next()?);
    let mut request = request.header("host", "localhost");
    if let Some(token) = words.next() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    request = request.header("content-type", words.next().unwrap_or("application/json"));
    let body = match std::str::from_utf8(body) {
        Ok(text) => fill(text, game).into(),
        Err(_) => Bytes::copy_from_slice(body),
    };
    let request = request.body(Full::new(body)).ok()?;
    // What names a server is for a proxy.
    request.uri().authority().is_none().then_some(request)
}

fn fill(text: &str, game: &Created) -> String {
    text.replace("$g", &game.id).replace("$1", &game.seats[0]).replace("$2", &game.seats[1])
}

async fn attempt(guest: &mut Guest, request: Request<Full<Bytes>>) {
    let asked = format!("{} {}", request.method(), request.uri());
    let is_head = request.method() == "HEAD";
    let is_hint = request.uri().path().ends_with("/hint");
    let patience = if is_hint { HINT } else { PATIENCE };
    match tokio::time::timeout(patience, guest.ask(request)).await {
        Ok(answer) => check(&asked, &answer, is_head),
        Err(_) => assert!(is_hint, "{asked} is not answered"),
    }
}

fn check(asked: &str, answer: &Answer, is_head: bool) {
    let told = || format!("{asked}: {} {}", answer.status, String::from_utf8_lossy(&answer.body));
    assert!(answer.status < 500, "{}", told());
    if answer.status >= 400 && !is_head {
        let error = &answer.json()["error"];
        let is_told = |key: &str| error[key].as_str().is_some_and(|text| !text.is_empty());
        assert!(is_told("code") && is_told("message"), "{}", told());
    }
}
