//! Positions as pictures.

use crate::common::{Created, Home};
use serde_json::json;

async fn picture(home: &Home, game: &Created, words: &str) -> (u16, String, Vec<u8>) {
    let url = home.url(&format!("/api/games/{}/picture?{words}", game.id));
    let answer = home.client.get(url).send().await.unwrap();
    let media_type = answer.headers()["content-type"].to_str().unwrap().to_owned();
    (answer.status().as_u16(), media_type, answer.bytes().await.unwrap().to_vec())
}

async fn svg(home: &Home, game: &Created, words: &str) -> String {
    let (status, media_type, bytes) = picture(home, game, &format!("format=svg&{words}")).await;
    assert_eq!((status, &*media_type), (200, "image/svg+xml"));
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn every_position_of_a_game_has_a_picture() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "minishogi" })).await;
    home.play(&game, "5e4d 1a2b").await;
    let (status, media_type, bytes) = picture(&home, &game, "width=200").await;
    assert_eq!((status, &*media_type), (200, "image/png"));
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 200, "its width");
    let all = [svg(&home, &game, "ply=0").await, svg(&home, &game, "ply=1").await];
    assert_ne!(all[0], all[1]);
    assert_eq!(svg(&home, &game, "").await, svg(&home, &game, "ply=2").await);
    let sets = ["pieces=western", "pieces=pictures", "pieces=diagram"];
    for words in [&sets[..], &["below=second", "kanji_ranks=true"]].concat() {
        assert_ne!(svg(&home, &game, words).await, svg(&home, &game, "").await, "{words}");
    }
}

#[tokio::test]
async fn a_picture_shows_the_rules_of_its_game() {
    let home = Home::new().await;
    let wish = json!({ "variant": "minishogi", "set": { "pieces.S.move": "\"K\"" } });
    let game = home.create(wish).await;
    let plain = home.create(json!({ "variant": "minishogi" })).await;
    let diagram = "pieces=diagram";
    assert_ne!(svg(&home, &game, diagram).await, svg(&home, &plain, diagram).await);
}

#[tokio::test]
async fn what_cannot_be_drawn_is_told() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "minishogi" })).await;
    for (words, field) in [("ply=1", "ply"), ("width=5", "width"), ("width=100000", "width")] {
        let (status, _, bytes) = picture(&home, &game, words).await;
        let answer: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!((status, &answer["error"]["field"]), (422, &json!(field)), "{words}: {answer}");
    }
    for words in ["ply=-1", "format=gif", "pieces=gold", "nonsense=1"] {
        assert_eq!(picture(&home, &game, words).await.0, 400, "{words}");
    }
    let none = Created { id: "A".repeat(22), ..game };
    assert_eq!(picture(&home, &none, "").await.0, 404);
}

#[tokio::test]
async fn a_whole_game_is_an_animated_picture() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "minishogi" })).await;
    home.play(&game, "5e4d 1a2b").await;
    let path = format!("/api/games/{}/animation", game.id);
    let answer = home.client.get(home.url(&format!("{path}?width=100"))).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "image/apng");
    let bytes = answer.bytes().await.unwrap();
    let control = bytes.windows(4).position(|four| four == b"acTL").expect("it is animated");
    let frames = u32::from_be_bytes(bytes[control + 4..control + 8].try_into().unwrap());
    assert_eq!(frames, 3);
    for words in ["width=5", "ms=1", "width=5000"] {
        assert_eq!(home.get(&format!("{path}?{words}")).await.0, 422, "{words}");
    }
}
