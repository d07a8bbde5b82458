//! Variant files of the user's own.

use crate::common::Home;
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

const GOOD: &str = "extends = 'minishogi'\nid = 'mine'\nname = 'My game'\n";
const CHILD: &str = "extends = 'mine'\nid = 'yours'\nname = 'Your game'\n";

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

fn ids(list: &Value) -> Vec<String> {
    let ids = list["variants"].as_array().unwrap().iter();
    ids.filter(|v| v["builtin"] == false).map(|v| v["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_file_appears_beside_the_six() {
    let folder = TempDir::new().unwrap();
    let home = Home::with(|config| config.variants = Some(folder.path().to_owned())).await;
    assert!(ids(&home.get("/api/variants").await.1).is_empty());
    write(folder.path(), "mine.toml", GOOD);
    write(folder.path(), "yours.toml", CHILD);
    write(folder.path(), "bad.toml", "extends = 'minishogi'\nid = 'bad'\n[board]\nfiels = 4\n");
    write(folder.path(), "twin.toml", "extends = 'shogi'\nid = 'shogi'\n");
    write(folder.path(), "notes.txt", "no game");
    let (_, list) = home.get("/api/variants").await;
    assert_eq!(ids(&list), ["mine", "yours"]);
    let errors = list["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 2, "{list}");
    let bad = errors[0]["text"].as_str().unwrap();
    assert!(bad.starts_with("bad.toml:4:1: unknown key `fiels`"), "{bad}");
    assert!(errors[1]["text"].as_str().unwrap().contains("`shogi`"), "{list}");
    let game = home.create(json!({ "variant": "yours" })).await;
    assert_eq!(home.play(&game, "5d5c").await["variant"], "yours");
}

/// Games of the shelf come with the program, but somebody may have had a file of that name before.
#[tokio::test]
async fn a_file_takes_the_place_of_a_game_of_the_shelf() {
    let folder = TempDir::new().unwrap();
    let home = Home::with(|config| config.variants = Some(folder.path().to_owned())).await;
    write(folder.path(), "atomic.toml", "extends = 'minishogi'\nid = 'atomic'\nname = 'Mine'\n");
    write(folder.path(), "child.toml", "extends = 'atomic'\nid = 'child'\n");
    let (_, list) = home.get("/api/variants").await;
    assert_eq!((ids(&list), &list["errors"]), (vec!["atomic".into(), "child".into()], &json!([])));
    let named = list["variants"].as_array().unwrap().iter().filter(|v| v["id"] == "atomic");
    assert_eq!(named.count(), 1, "{list}");
    for id in ["atomic", "child"] {
        let game = home.create(json!({ "variant": id })).await;
        assert_eq!(home.play(&game, "5d5c").await["variant"], id);
    }
}

#[tokio::test]
async fn rules_are_told_with_what_stands_beside_the_file() {
    let folder = TempDir::new().unwrap();
    let home = Home::with(|config| config.variants = Some(folder.path().to_owned())).await;
    write(folder.path(), "mine.toml", GOOD);
    for (path, text) in [
        ("/rules/raichu", "The rules of Raichu Shogi"),
        ("/rules/raichu?lang=ja", "雷中将棋のルール"),
        ("/rules/mine", "The rules of My game"),
    ] {
        let (status, page) = home.page(path).await;
        assert!(status.is_success() && page.contains(text), "{path}: {page}");
    }
    write(folder.path(), "mine.md", "## Advice\n\nLook before you leap.\n");
    assert!(home.page("/rules/mine").await.1.contains("Look before you leap."));
    // Bad prose keeps nobody from the rules.
    write(folder.path(), "mine.md", "## Nonsense\n");
    let (status, page) = home.page("/rules/mine").await;
    assert!(status.is_success() && !page.contains("Nonsense"), "{page}");
    assert_eq!(home.page("/rules/nobody").await.0, 404);
}

#[tokio::test]
async fn a_game_goes_on_by_the_rules_that_it_began_with() {
    let folder = TempDir::new().unwrap();
    let variants = Some(folder.path().to_owned());
    write(folder.path(), "mine.toml", GOOD);
    let home = Home::with(|config| config.variants = variants.clone()).await;
    let game = home.create(json!({ "variant": "mine" })).await;
    home.play(&game, "5d5c").await;
    write(folder.path(), "mine.toml", "this is no game any more");
    let data = home.end().await;
    let home = Home::again(data, |config| config.variants = variants).await;
    assert!(ids(&home.get("/api/variants").await.1).is_empty());
    assert_eq!(home.play(&game, "1b1c").await["ply"], 2);
}

/// KIF, CSA and JKF say no more of a game than that it begins like shogi.
#[tokio::test]
async fn a_record_of_an_own_game_is_read_back_by_its_own_rules() {
    let folder = TempDir::new().unwrap();
    let near = "extends = 'shogi'\nid = 'near'\nname = 'Near'\n[pieces.P]\nmove = 'fWfD'\n";
    write(folder.path(), "near.toml", near);
    let home = Home::with(|config| config.variants = Some(folder.path().to_owned())).await;
    let wish = json!({ "rules": { "variant": "near" }, "tree": { "nodes": [{ "parent": null, "move": "7g7e" }] } });
    for format in ["kif", "ki2", "csa", "jkf", "usi", "pgn", "json"] {
        let mut wish = wish.clone();
        wish["format"] = json!(format);
        let request = home.client.post(home.url("/api/analysis/record")).json(&wish);
        let text = request.send().await.unwrap().text().await.unwrap();
        let read = json!({ "text": text, "variant": "near" });
        let (status, tree) = home.post("/api/analysis/read", &read).await;
        assert_eq!(status, 200, "{format}: {tree}\n{text}");
        assert_eq!(
            (&tree["variant"], &tree["nodes"][0]["usi"]),
            (&json!("near"), &json!("7g7e")),
            "{format}"
        );
    }
    // What is no board of its kind is a game of shogi all the same.
    let kif = "手合割：平手\n   1 ７六歩(77)\n";
    for (variant, expected) in [("near", "near"), ("minishogi", "shogi"), ("raichu", "shogi")] {
        let read = json!({ "text": kif, "variant": variant });
        let (status, tree) = home.post("/api/analysis/read", &read).await;
        assert_eq!((status.as_u16(), &tree["variant"]), (200, &json!(expected)), "{tree}");
    }
}

#[tokio::test]
async fn a_record_by_changed_rules_is_read_back_by_them() {
    let home = Home::new().await;
    let rules = json!({ "variant": "minishogi", "set": { "pieces.G.move": "N" } });
    let tree = json!({ "nodes": [{ "parent": null, "move": "4e3c" }] });
    let wish = json!({ "rules": rules, "tree": tree, "format": "json" });
    let request = home.client.post(home.url("/api/analysis/record")).json(&wish);
    let text = request.send().await.unwrap().text().await.unwrap();
    let (status, read) = home.post("/api/analysis/read", &json!({ "text": text })).await;
    assert_eq!(
        (status.as_u16(), &read["nodes"][0]["usi"]),
        (200, &json!("4e3c")),
        "{read}\n{text}"
    );
    assert_eq!(read["set"], rules["set"], "{read}");
}

#[tokio::test]
async fn a_handicap_counts_in_declarations_however_its_start_is_given() {
    let folder = TempDir::new().unwrap();
    // The giver of ten pieces stands in its own camp, which here counts as the far one.
    let near = "extends = 'shogi'\nid = 'near'\nname = 'Near'\n\
                [end.declaration]\nzone = 'ranks 1-3'\npieces = 9\n";
    write(folder.path(), "near.toml", near);
    let home = Home::with(|config| config.variants = Some(folder.path().to_owned())).await;
    let named = home.create(json!({ "variant": "near", "start": "10-piece" })).await;
    let position = home.state(&named).await["position"].clone();
    let set_up = home.create(json!({ "variant": "near", "position": position })).await;
    for game in [named, set_up] {
        let state = home.state(&game).await;
        let declaration =
            json!({ "27": "win", "24": "draw", "rule": "27", "points": 27, "pieces": 9 });
        assert_eq!(state["declaration"], declaration);
        let (status, state) = home.act(&game, 1, json!({ "type": "declare" })).await;
        assert!(status.is_success(), "{state}");
        assert_eq!(state["end"]["winner"], "second", "{state}");
    }
}

#[tokio::test]
async fn a_folder_that_goes_away_is_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_owned();
    let home = Home::with(|config| config.variants = Some(path)).await;
    drop(folder);
    let (_, list) = home.get("/api/variants").await;
    assert!(list["variants"].as_array().unwrap().iter().all(|v| v["builtin"] == true), "{list}");
    assert!(list["errors"][0]["text"].as_str().unwrap().contains("cannot be read"), "{list}");
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_an_error() {
    let folder = TempDir::new().unwrap();
    let mut config = crate::common::config(&folder);
    config.variants = Some(folder.path().join("nowhere"));
    let error = komadai_server::Server::bind(config).await.err().unwrap().to_string();
    assert!(error.contains("nowhere"), "{error}");
}

#[tokio::test]
async fn files_are_read_once() {
    let folder = TempDir::new().unwrap();
    for number in 0..60 {
        let text = format!("extends = 'shogi'\nid = 'game{number}'\nname = 'Game {number}'\n");
        write(folder.path(), &format!("{number}.toml"), &text);
    }
    let home = Home::with(|config| config.variants = Some(folder.path().to_owned())).await;
    let time = async |path: &str| {
        let began = std::time::Instant::now();
        home.get(path).await;
        began.elapsed()
    };
    // Reading them takes some time, which is spent at the start.
    write(folder.path(), "more.toml", GOOD);
    let first = time("/api/variants/unknown").await;
    let again = time("/api/variants/unknown").await + time("/api/variants/other").await;
    assert!(again < first, "{first:?} {again:?}");
    assert_eq!(ids(&home.get("/api/variants").await.1).len(), 61);
}

#[tokio::test]
async fn a_game_may_have_rules_of_its_own() {
    let home = Home::new().await;
    let wish =
        json!({ "variant": "chess", "set": { "pieces.N.move": "K", "end.move_limit": "6" } });
    let game = home.create(wish).await;
    let (status, _) = home.try_move(&game, 0, "g1f3").await;
    assert_eq!(status.as_u16(), 422);
    let state = home.play(&game, "e2e4 e7e5 f1e2 f8e7 g1f1 g8f8").await;
    assert!(state["end"].is_object(), "{}", state["end"]);
    for set in [json!({ "end.nothing": "1" }), json!({ "pieces.N.move": "(" })] {
        let (status, answer) =
            home.post("/api/games", &json!({ "variant": "chess", "set": set })).await;
        assert_eq!((status.as_u16(), &answer["error"]["field"]), (422, &json!("set")), "{answer}");
    }
}

#[tokio::test]
async fn files_beyond_the_most_are_told() {
    let folder = TempDir::new().unwrap();
    for number in 0..202 {
        let text = format!(
            "id = 'game{number:03}'\nname = 'Game'\n[board]\nfiles = 3\nranks = 3\n[pieces]\n\
             K = {{ name = 'King', move = 'K', royal = true, at = 'b1' }}\n"
        );
        write(folder.path(), &format!("{number:03}.toml"), &text);
    }
    let home = Home::with(|config| config.variants = Some(folder.path().to_owned())).await;
    let list = home.get("/api/variants").await.1;
    let errors = list["errors"].as_array().unwrap();
    assert_eq!((errors.len(), &errors[0]["file"]), (1, &json!("200.toml")), "{errors:?}");
    let text = errors[0]["text"].as_str().unwrap();
    assert!(text.contains("202 files") && text.contains("first 200"), "{text}");
    let ids = ids(&list);
    assert!(ids.contains(&"game199".to_owned()) && !ids.contains(&"game200".to_owned()));
}

#[tokio::test]
async fn a_game_may_have_the_rules_of_another() {
    let home = Home::new().await;
    let set = json!({ "drops.one_per_file": "[]" });
    let wish = json!({ "variant": "shogi", "opponent": "local", "set": set, "impasse": "24" });
    let first = home.create(wish).await;
    let position = "4k4/9/9/9/9/9/4P4/9/4K4 b P 1";
    let wish = json!({ "variant": "shogi", "opponent": "local", "position": position,
        "like": first.id });
    let second = home.create(wish).await;
    assert_eq!(home.play(&second, "P*5e").await["ply"], 1, "two pawns on a file");
    let state = home.state(&second).await;
    assert!(state["declaration"].is_null() || state["declaration"]["rule"] == "24", "{state}");
    // It takes over the rules of its own kind only.
    let wish = json!({ "variant": "chess", "opponent": "local", "like": first.id });
    let (status, answer) = home.post("/api/games", &wish).await;
    assert_eq!((status.as_u16(), &answer["error"]["field"]), (422, &json!("like")), "{answer}");
    let wish = json!({ "variant": "shogi", "like": "AAAAAAAAAAAAAAAAAAAAAA" });
    assert_eq!(home.post("/api/games", &wish).await.0, 404);
}
