//! Who has a seat: a link gives it to one alone.

use crate::common::{Created, Home};
use reqwest::StatusCode;
use serde_json::{Value, json};

const FRIEND: &str = "friend-friend-friend-A";
const OTHER: &str = "somebody-else-here-now";

async fn sit(home: &Home, game: &Created, seat: &str, token: &str) -> (StatusCode, Value) {
    let wish = json!({ "seat": seat, "token": token, "name": "Bob\u{7}" });
    home.post(&format!("/api/games/{}/seats", game.id), &wish).await
}

async fn seat(home: &Home, game: &Created, token: &str) -> Value {
    home.get(&format!("/api/games/{}?seat={token}", game.id)).await.1["you"].clone()
}

async fn by_link(home: &Home) -> Created {
    home.create(json!({ "variant": "chess", "opponent": "link", "side": "first", "name": "Ann" }))
        .await
}

#[tokio::test]
async fn a_link_seats_whoever_comes_first() {
    let home = Home::new().await;
    let game = by_link(&home).await;
    let invitation = game.seats[1].clone();
    let mut watching = home.watch(&game, &game.seat(1)).await;
    assert_eq!(watching.hear_of("state").await["state"]["you"], "second");
    let (status, state) = sit(&home, &game, &invitation, FRIEND).await;
    assert_eq!((status, &state["you"]), (StatusCode::OK, &json!("second")), "{state}");
    let names = |state: &Value| {
        [&state["players"]["first"], &state["players"]["second"]].map(|p| p["name"].clone())
    };
    assert_eq!(names(&state), [json!("Ann"), json!("Bob")]);
    // Whoever has heard no answer asks once more; anybody else comes too late.
    assert_eq!(sit(&home, &game, &invitation, FRIEND).await.1["you"], "second");
    let (status, answer) = sit(&home, &game, &invitation, OTHER).await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::FORBIDDEN, &json!("no-seat")));
    // Who looked on with the link has to come back, and looks on only.
    assert_eq!(watching.closes().await, 1013);
    let mut again = home.watch(&game, &format!("seat={invitation}")).await;
    assert_eq!(again.hear_of("state").await["state"]["you"], Value::Null);
    home.play(&game, "e2e4").await;
    assert_eq!(home.try_move(&game, 1, "e7e5").await.0, StatusCode::FORBIDDEN);
    let friend = Created { seats: [game.seats[0].clone(), FRIEND.to_owned()], ..game.clone() };
    home.play(&friend, "e7e5").await;
    // The seat lasts, and so does the name.
    let folder = home.end().await;
    let home = Home::again(folder, |_| {}).await;
    assert_eq!(seat(&home, &game, FRIEND).await, "second");
    assert_eq!(seat(&home, &game, &invitation).await, Value::Null);
    let record = home.page(&format!("/api/games/{}/record?format=pgn", game.id)).await.1;
    assert!(record.contains("[White \"Ann\"]") && record.contains("[Black \"Bob\"]"), "{record}");
}

#[tokio::test]
async fn the_next_game_knows_who_sits_there() {
    let home = Home::new().await;
    let game = by_link(&home).await;
    sit(&home, &game, &game.seats[1], FRIEND).await;
    let friend = Created { seats: [game.seats[0].clone(), FRIEND.to_owned()], ..game.clone() };
    home.act(&friend, 0, json!({ "type": "resign" })).await;
    home.act(&friend, 0, json!({ "type": "rematch" })).await;
    let (_, state) = home.act(&friend, 1, json!({ "type": "rematch" })).await;
    let next = Created { id: state["rematch"].as_str().unwrap().to_owned(), ..friend.clone() };
    assert_eq!(seat(&home, &next, FRIEND).await, "first");
    assert_eq!(seat(&home, &next, &game.seats[0]).await, "second");
    assert_eq!(seat(&home, &next, &game.seats[1]).await, Value::Null);
    assert_eq!(home.state(&next).await["players"]["first"]["name"], "Bob");
}

#[tokio::test]
async fn both_seats_of_one_screen_go_together() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
    assert_eq!(sit(&home, &game, &game.seats[0], OTHER).await.1["you"], "both");
    assert_eq!(seat(&home, &game, OTHER).await, "both");
    for old in &game.seats {
        assert_eq!(seat(&home, &game, old).await, Value::Null);
    }
}

#[tokio::test]
async fn a_token_of_ones_own_is_hard_to_guess() {
    let home = Home::new().await;
    let game = by_link(&home).await;
    for token in ["", "short", "friend friend friend A", &"x".repeat(23)] {
        let (status, answer) = sit(&home, &game, &game.seats[1], token).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        assert_eq!(answer["error"]["field"], "token");
    }
    assert_eq!(sit(&home, &game, OTHER, FRIEND).await.0, StatusCode::FORBIDDEN);
    assert_eq!(seat(&home, &game, &game.seats[1]).await, "second");
}

#[tokio::test]
async fn a_seat_is_not_passed_on_without_end() {
    let home = Home::with(|config| config.requests_per_second = 10_000).await;
    let game = by_link(&home).await;
    let token = |number: usize| format!("token-number-{number:09}");
    let mut seat = game.seats[0].clone();
    for number in 0..100 {
        let (status, answer) = sit(&home, &game, &seat, &token(number)).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        seat = token(number);
    }
    let (_, answer) = sit(&home, &game, &seat, OTHER).await;
    assert_eq!(answer["error"]["code"], "taken-too-often");
    // Nobody keeps the other side from sitting down.
    let (status, answer) = sit(&home, &game, &game.seats[1], FRIEND).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
}

#[tokio::test]
async fn a_token_has_one_seat_and_an_engine_gives_none() {
    let home = Home::new().await;
    let game = by_link(&home).await;
    let (_, answer) = sit(&home, &game, &game.seats[1], &game.seats[0]).await;
    assert_eq!(answer["error"]["code"], "has-seat");
    let wish = json!({ "variant": "chess", "opponent": { "engine": { "level": 1 } } });
    let game = home.create(wish).await;
    let (_, answer) = sit(&home, &game, &game.seats[1], OTHER).await;
    assert_eq!(answer["error"]["code"], "engine-seat");
    assert_eq!(home.state(&game).await["players"]["second"]["name"], Value::Null);
}
