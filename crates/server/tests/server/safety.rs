//! Who may do what, how much of it, and from where.

use crate::common::Home;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test]
async fn nobody_moves_for_another() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let other = home.create(json!({ "variant": "shogi" })).await;
    let path = format!("/api/games/{}/moves", game.id);
    for seat in [json!(other.seats[0]), json!(""), json!("A".repeat(22)), Value::Null] {
        let (status, answer) = home.post(&path, &json!({ "seat": seat, "move": "7g7f" })).await;
        assert_eq!((status.as_u16(), &answer["error"]["code"]), (403, &json!("no-seat")), "{seat}");
    }
    let (_, answer) = home.post(&path, &json!({ "seat": game.seats[1], "move": "7g7f" })).await;
    assert_eq!(answer["error"]["code"], "not-your-turn");
    assert_eq!(home.state(&game).await["moves"], json!([]));
}

#[tokio::test]
async fn a_seat_is_known_by_header_or_query_and_never_shown() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let path = format!("/api/games/{}", game.id);
    let (_, state) = home.get(&format!("{path}?{}", game.seat(1))).await;
    assert_eq!(state["you"], "second");
    let asked = home.client.get(home.url(&path)).bearer_auth(&game.seats[0]);
    let text = asked.send().await.unwrap().text().await.unwrap();
    assert!(text.contains("\"you\":\"first\""), "{text}");
    assert!(game.seats.iter().all(|token| !text.contains(token.as_str())));
    assert!(game.seats.iter().all(|token| token.len() >= 22) && game.seats[0] != game.seats[1]);
}

#[tokio::test]
async fn pages_load_nothing_from_elsewhere() {
    let home = Home::new().await;
    for path in ["/", "/api/variants", "/api/docs", "/missing.js"] {
        let answer = home.client.get(home.url(path)).send().await.unwrap();
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'self'") && !policy.contains("http"), "{policy}");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
    }
}

#[tokio::test]
async fn websockets_are_for_the_own_pages() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let own = format!("http://{}", home.address);
    assert!(home.watch_from(&game, &own).await.is_ok());
    for origin in ["http://elsewhere.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(home.watch_from(&game, origin).await.err(), Some(403), "{origin}");
    }
}

#[tokio::test]
async fn forms_of_other_pages_are_refused() {
    let home = Home::new().await;
    // What a page from elsewhere can send without being asked first.
    let sent = home.client.post(home.url("/api/games")).header("content-type", "text/plain");
    let answer = sent.body("{\"variant\": \"shogi\"}").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn sizes_are_limited() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let wish = json!({ "variant": "shogi", "position": "9/".repeat(20_000) });
    assert_eq!(home.post("/api/games", &wish).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let mut socket = home.watch(&game, &game.seat(0)).await;
    socket.hear_of("state").await;
    socket.say(json!({ "type": "move", "id": 1, "move": "x".repeat(10_000) })).await;
    while socket.hear().await.is_some() {}
}

#[tokio::test]
async fn rates_are_limited() {
    let home = Home::with(|config| config.requests_per_second = 5).await;
    let mut refused = 0;
    for _ in 0..80 {
        let (status, answer) = home.get("/api/health").await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(answer["error"]["code"], "too-many-requests");
            refused += 1;
        }
    }
    assert!(refused > 10, "{refused}");
}

#[tokio::test]
async fn games_per_address_are_limited() {
    let home = Home::with(|config| config.games_per_hour = 3).await;
    for _ in 0..3 {
        home.create(json!({ "variant": "shogi" })).await;
    }
    let answer = home.client.post(home.url("/api/games")).json(&json!({ "variant": "shogi" }));
    let answer = answer.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((600..=1_200).contains(&wait), "three an hour are one in twenty minutes: {wait}");
}

#[tokio::test]
async fn a_rematch_is_a_game_that_counts() {
    let home = Home::with(|config| config.games_per_hour = 2).await;
    let wish = json!({ "variant": "shogi", "opponent": "local" });
    let mut game = home.create(wish).await;
    let rematch = json!({ "type": "rematch" });
    home.act(&game, 0, json!({ "type": "resign" })).await;
    let (_, state) = home.act(&game, 0, rematch.clone()).await;
    game.id = state["rematch"].as_str().unwrap().to_owned();
    home.act(&game, 0, json!({ "type": "resign" })).await;
    let (status, answer) = home.act(&game, 0, rematch.clone()).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{answer}");
    // By websocket too.
    let mut socket = home.watch(&game, &game.seat(0)).await;
    socket.say(json!({ "type": "action", "id": 1, "action": rematch })).await;
    assert_eq!(socket.hear_of("refused").await["error"]["code"], "too-many-requests");
}

#[tokio::test]
async fn pages_under_another_name_get_nothing() {
    let home = Home::with(|config| config.hosts = vec!["play.example.org".to_owned()]).await;
    let get = async |host: &str| {
        let request = home.client.get(home.url("/api/variants")).header("host", host);
        request.send().await.unwrap().status().as_u16()
    };
    for other in ["evil.example:80", "a@localhost", "evil,localhost", "evil.example, a.local"] {
        assert_eq!(get(other).await, 421, "{other}");
    }
    assert_eq!(get("play.example.org").await, 200);
    assert_eq!(get(&home.address.to_string()).await, 200);
    assert_eq!(get("localhost:1").await, 200);
}

/// Asks for a game, and says where the request came from.
async fn create_from(home: &Home, came: impl AsRef<[u8]>) -> StatusCode {
    let request = home.client.post(home.url("/api/games")).header("X-Forwarded-For", came.as_ref());
    request.json(&json!({ "variant": "shogi" })).send().await.unwrap().status()
}

#[tokio::test]
async fn visitors_behind_a_proxy_are_told_apart() {
    let home = Home::with(|config| {
        config.games_per_hour = 1;
        config.behind_proxy = true;
    })
    .await;
    assert_eq!(create_from(&home, "192.0.2.1").await, StatusCode::CREATED);
    assert_eq!(create_from(&home, "192.0.2.2").await, StatusCode::CREATED);
    // What the visitor has written there himself does not count.
    let again = create_from(&home, "198.51.100.9, 192.0.2.1").await;
    assert_eq!(again, StatusCode::TOO_MANY_REQUESTS);
    // Nor does it hide what the proxy has written behind it.
    let again = create_from(&home, b"\xff, 192.0.2.1").await;
    assert_eq!(again, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn without_a_proxy_nobody_chooses_an_address() {
    let home = Home::with(|config| config.games_per_hour = 1).await;
    assert_eq!(create_from(&home, "192.0.2.1").await, StatusCode::CREATED);
    assert_eq!(create_from(&home, "192.0.2.2").await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn who_talks_without_end_is_cut_off() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let mut socket = home.watch(&game, "").await;
    for _ in 0..200 {
        use futures_util::SinkExt;
        use tokio_tungstenite::tungstenite::Message;
        if socket.0.send(Message::text("{\"type\":\"ping\"}")).await.is_err() {
            break;
        }
    }
    while socket.hear().await.is_some() {}
}

#[tokio::test]
async fn large_answers_are_whole_packed_or_not() {
    let home = Home::new().await;
    let get = async |packed: &str| {
        let url = home.url("/api/openapi.json");
        let answer = home.client.get(url).header("Accept-Encoding", packed).send().await.unwrap();
        let length = answer.headers().get("content-length").cloned();
        let encoding = answer.headers().get("content-encoding").cloned();
        (answer.bytes().await.unwrap(), length, encoding)
    };
    let (plain, length, encoding) = get("identity").await;
    assert!(plain.len() > 50_000 && encoding.is_none());
    assert_eq!(length.unwrap(), plain.len().to_string().as_str());
    let (packed, _, encoding) = get("gzip").await;
    assert_eq!(encoding.unwrap(), "gzip");
    assert!(packed.len() > 1_000 && packed.len() < plain.len() / 2);
}

#[tokio::test]
async fn this_is_no_proxy() {
    let home = Home::new().await;
    let mut stream = tokio::net::TcpStream::connect(home.address).await.unwrap();
    let asked = b"CONNECT a.example:1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    tokio::io::AsyncWriteExt::write_all(&mut stream, asked).await.unwrap();
    let mut answer = vec![0; 12];
    tokio::io::AsyncReadExt::read_exact(&mut stream, &mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 405");
}

/// What this is not counts all the same, and is refused after a while.
#[tokio::test]
async fn who_takes_this_for_a_proxy_is_counted() {
    let home = Home::with(|config| config.requests_per_second = 1).await;
    let mut stream = tokio::net::TcpStream::connect(home.address).await.unwrap();
    let asked = b"CONNECT a.example:1 HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(15);
    tokio::io::AsyncWriteExt::write_all(&mut stream, &asked).await.unwrap();
    let (mut heard, mut piece) = (String::new(), vec![0; 4_096]);
    while !heard.contains("429") {
        let length = tokio::io::AsyncReadExt::read(&mut stream, &mut piece).await.unwrap();
        assert!(length > 0, "{heard}");
        heard.push_str(std::str::from_utf8(&piece[..length]).unwrap());
    }
    assert!(heard.matches("HTTP/1.1 405").count() <= 12, "{heard}");
}

#[tokio::test]
async fn a_page_is_only_fetched_and_known_by_its_tag() {
    let home = Home::new().await;
    let tag = home.client.get(home.url("/")).send().await.unwrap().headers()["etag"].clone();
    let tag = tag.to_str().unwrap();
    let check = async |known: String, status: u16| {
        let asked = home.client.get(home.url("/")).header("if-none-match", &known);
        assert_eq!(asked.send().await.unwrap().status(), status, "{known}");
    };
    check(tag.to_owned(), 304).await;
    check(format!("W/{tag}"), 304).await;
    check(format!("\"other\", {tag}"), 304).await;
    check("*".to_owned(), 304).await;
    check("\"other\"".to_owned(), 200).await;
    check(tag.trim_matches('"').to_owned(), 200).await;
    for method in [Method::PUT, Method::DELETE, Method::PATCH, Method::POST] {
        let answer = home.client.request(method.clone(), home.url("/games/any")).send().await;
        assert_eq!(answer.unwrap().status(), StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
    assert_eq!(home.client.head(home.url("/")).send().await.unwrap().status(), 200);
}
