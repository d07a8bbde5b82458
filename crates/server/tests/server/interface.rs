//! The description of the interface, from which the pages have their types.

use crate::common::Home;
use crate::described::Forms;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// The stored description; `KOMADAI_BLESS=1` stores it anew. `npm test` compares the types of the
/// pages with it.
#[tokio::test]
async fn the_pages_know_the_interface_as_it_is() {
    let home = Home::new().await;
    let (_, mut description) = home.get("/api/openapi.json").await;
    // The pages and the server are always of one version.
    description["info"]["version"] = Value::Null;
    let written = serde_json::to_string_pretty(&description).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/openapi.json");
    if std::env::var_os("KOMADAI_BLESS").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == written,
        "web/src/api/openapi.json is out of date; KOMADAI_BLESS=1 stores it anew, and after it \
         KOMADAI_BLESS=1 npm test the types"
    );
    home.end().await;
}

#[tokio::test]
async fn answers_are_as_they_are_described() {
    let home = Home::new().await;
    let (_, description) = home.get("/api/openapi.json").await;
    let forms = Forms(&description);
    let (_, list) = home.get("/api/variants").await;
    forms.check("Variants", &list);
    forms.check("Health", &home.get("/api/health").await.1);
    for variant in list["variants"].as_array().unwrap() {
        let id = variant["id"].as_str().unwrap();
        forms.check("TaughtVariant", &home.get(&format!("/api/variants/{id}")).await.1);
        if !variant["shelf"].as_bool().unwrap() {
            check_game(&home, &forms, id).await;
        }
    }
    let wish = json!({ "variant": "chess", "opponent": { "engine": { "level": 1 } } });
    let game = home.create(wish).await;
    let seat = json!({ "seat": game.seats[0] });
    forms.check("Hint", &home.post(&format!("/api/games/{}/hint", game.id), &seat).await.1);
    home.end().await;
}

/// Plays the beginning of a game, ends it, and looks at every answer.
async fn check_game(home: &Home, forms: &Forms<'_>, variant: &str) {
    let clock = json!({ "main_ms": 60_000, "byoyomi_ms": 10_000 });
    let wish =
        json!({ "variant": variant, "side": "furigoma", "opponent": "link", "clock": clock });
    let game = home.create(wish).await;
    forms.check("Created", &game.answer);
    for _ in 0..8 {
        let state = home.state(&game).await;
        forms.check("State", &state);
        let legal = state["legal"].as_array().unwrap();
        let Some(m) = legal.get(legal.len() / 2) else { break };
        home.play(&game, m["usi"].as_str().unwrap()).await;
    }
    let (_, games) = home.get(&format!("/api/games?ids={}", game.id)).await;
    forms.check("Games", &games);
    let path = format!("/api/games/{}", game.id);
    let question = json!({ "from": "a1", "to": "a2" });
    forms.check("ExplainRequest", &question);
    let (_, explanation) = home.post(&format!("{path}/explain"), &question).await;
    forms.check("Explanation", &explanation);
    let (_, ended) = home.act(&game, 0, json!({ "type": "resign" })).await;
    forms.check("State", &ended);
    forms.check("ErrorBody", &home.try_move(&game, 0, "0-0").await.1);
}

#[tokio::test]
async fn messages_are_as_they_are_described() {
    let home = Home::new().await;
    let (_, description) = home.get("/api/openapi.json").await;
    let forms = Forms(&description);
    let game = home.create(json!({ "variant": "chess", "opponent": { "engine": { "level": 1 } } }));
    let game = game.await;
    let mut socket = home.watch(&game, &game.seat(0)).await;
    let said = [
        json!({ "type": "ping" }),
        json!({ "type": "move", "id": 1, "move": "e2e5" }),
        json!({ "type": "move", "id": 2, "move": "e2e4" }),
        json!({ "type": "action", "id": 3, "action": { "type": "offer_draw" } }),
    ];
    for message in said {
        forms.check("LiveRequest", &message);
        socket.say(message).await;
    }
    socket.say_text("nothing of the kind").await;
    let mut kinds = BTreeSet::new();
    while kinds.len() < 5 {
        let message = socket.hear().await.expect("the connection holds");
        forms.check("ToReader", &message);
        kinds.insert(message["type"].as_str().unwrap().to_owned());
    }
    assert!(kinds.into_iter().eq(["ack", "pong", "refused", "state", "update"]));
    let (_, state) = home.get(&format!("/api/games/{}", game.id)).await;
    let mut again = home.watch(&game, &format!("{}&since={}", game.seat(0), state["seq"])).await;
    forms.check("ToReader", &again.hear().await.expect("a greeting"));
    home.end().await;
}

#[test]
fn what_is_not_described_is_found() {
    let description = json!({ "components": { "schemas": {
        "Side": { "type": "string", "enum": ["first", "second"] },
        "Move": { "type": "object", "required": ["from"], "properties": {
            "from": { "type": ["string", "null"] },
            "side": { "$ref": "#/components/schemas/Side" },
        } },
        "Legal": { "allOf": [
            { "$ref": "#/components/schemas/Move" },
            { "type": "object", "properties": { "also": { "type": "array", "items": {
                "oneOf": [{ "type": "null" }, { "type": "integer" }],
            } } } },
        ] },
    } } });
    let check = |answer: Value, right: bool| {
        assert_eq!(Forms(&description).wrong("Legal", &answer).is_none(), right, "{answer}");
    };
    check(json!({ "from": null, "also": [null, 1], "side": "first" }), true);
    check(json!({ "from": "a1" }), true);
    check(json!({ "also": [] }), false);
    check(json!({ "from": 1 }), false);
    check(json!({ "from": "a1", "side": "third" }), false);
    check(json!({ "from": "a1", "side": null }), false);
    check(json!({ "from": "a1", "to": "a2" }), false);
    check(json!({ "from": "a1", "also": ["b1"] }), false);
    check(json!({ "from": ["a1"] }), false);
    check(json!([]), false);
}
