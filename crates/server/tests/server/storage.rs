//! What is kept.

use crate::common::{Home, config};
use komadai_server::{Server, ServerError, backup};
use serde_json::json;
use tempfile::TempDir;

#[tokio::test]
async fn games_outlive_the_server() {
    let home = Home::new().await;
    let shogi = home.create(json!({ "variant": "shogi", "start": "rook" })).await;
    let chess = home.create(json!({ "variant": "chess", "strict": true })).await;
    home.play(&chess, "e2e4 e7e5 f1c4 b8c6 d1h5").await;
    home.act(&shogi, 0, json!({ "type": "offer_draw" })).await;
    let before = [home.state(&shogi).await, home.state(&chess).await];
    let home = Home::again(home.end().await, |_| {}).await;
    assert_eq!([home.state(&shogi).await, home.state(&chess).await], before);
    let state = home.play(&chess, "g8f6 h5f7").await;
    assert_eq!(state["end"]["status"], "checkmate");
}

#[tokio::test]
async fn the_engine_goes_on_after_a_restart() {
    let home = Home::with(|config| config.think = std::time::Duration::from_secs(600)).await;
    let game = home
        .create(json!({ "variant": "minishogi", "opponent": { "engine": { "level": 8 } } }))
        .await;
    assert_eq!(home.play(&game, "5d5c").await["thinking"], true);
    let home = Home::again(home.end().await, |_| {}).await;
    home.wait_for(&game, |state| state["ply"] == 2).await;
}

#[tokio::test]
async fn a_backup_is_whole() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    home.play(&game, "e2e4").await;
    let copy = std::sync::Arc::new(TempDir::new().unwrap());
    let data = copy.path().join("data");
    std::fs::create_dir(&data).unwrap();
    // While the server runs.
    let file = data.join("games.sqlite");
    backup(&home.folder.path().join("data"), &file).await.unwrap();
    let again = backup(&home.folder.path().join("data"), &file).await;
    assert!(again.unwrap_err().to_string().contains("already exists"));
    home.play(&game, "e7e5").await;
    let restored = Home::again(copy, |_| {}).await;
    assert_eq!(restored.state(&game).await["ply"], 1);
    let nothing = backup(TempDir::new().unwrap().path(), &data.join("other")).await;
    assert!(nothing.unwrap_err().to_string().contains("no games"));
}

#[tokio::test]
async fn two_servers_do_not_share_a_folder() {
    let home = Home::new().await;
    let second = Server::bind(config(&home.folder)).await;
    assert!(matches!(second, Err(ServerError::InUse(_))));
}
