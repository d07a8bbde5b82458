//! What is kept.

use crate::common::{Home, config};
use komadai_server::{Server, ServerError, backup};
use reqwest::StatusCode;
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

/// Why a server does not start on a folder.
async fn refusal(folder: &TempDir) -> String {
    match Server::bind(config(folder)).await {
        Ok(_) => panic!("it starts"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_told_in_a_sentence() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let file = data.join("games.sqlite");
    std::fs::write(&file, "This is a text, and has been one for a long time.".repeat(100)).unwrap();
    let said = refusal(&folder).await;
    assert_eq!(
        said,
        format!(
            "`{}` is damaged, or is no database of games; put a backup in its place",
            file.display()
        )
    );
    // Its middle is lost.
    std::fs::remove_file(&file).unwrap();
    let home = Home::again(std::sync::Arc::new(folder), |_| {}).await;
    home.create(json!({ "variant": "shogi" })).await;
    let folder = home.end().await;
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[4096..].fill(0x55);
    std::fs::write(&file, bytes).unwrap();
    let said = refusal(&folder).await;
    assert!(said.contains("is damaged"), "{said}");
}

/// Changes the database of a server that has ended.
async fn tamper(folder: &TempDir, statement: &'static str) {
    use sqlx::Connection;
    let url = format!("sqlite://{}", folder.path().join("data/games.sqlite").display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::query(statement).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_game_that_cannot_be_read_hides_no_other() {
    let home = Home::new().await;
    let wish = json!({ "variant": "chess", "opponent": "local" });
    let games = [home.create(wish.clone()).await, home.create(wish).await];
    home.play(&games[0], "e2e4").await;
    let folder = home.end().await;
    tamper(&folder, "UPDATE events SET event = replace(event, '4g4e', '4g4d')").await;
    let home = Home::again(folder, |_| {}).await;
    let (status, answer) = home.get(&format!("/api/games/{}", games[0].id)).await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (StatusCode::INTERNAL_SERVER_ERROR, &json!("internal"))
    );
    let (_, answer) = home.get(&format!("/api/games?ids={},{}", games[0].id, games[1].id)).await;
    assert_eq!(answer["games"].as_array().map(Vec::len), Some(1), "{answer}");
}

#[tokio::test]
async fn a_newer_database_is_left_alone() {
    let home = Home::new().await;
    let folder = home.end().await;
    tamper(
        &folder,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'later', TRUE, x'00', 1)",
    )
    .await;
    let said = refusal(&folder).await;
    assert!(said.contains("was written by a newer version of komadai"), "{said}");
}

#[tokio::test]
async fn a_backup_that_fails_leaves_nothing() {
    let home = Home::new().await;
    home.create(json!({ "variant": "chess" })).await;
    let (data, folder) = (home.folder.path().join("data"), TempDir::new().unwrap());
    std::fs::write(folder.path().join("copy"), "something else").unwrap();
    assert!(backup(&data, &folder.path().join("copy")).await.is_err());
    assert!(backup(&data, &folder.path().join("no/copy")).await.is_err());
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn games_are_nobody_elses_business() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new().await;
    home.create(json!({ "variant": "chess" })).await;
    let data = home.folder.path().join("data");
    let copy = home.folder.path().join("copy");
    backup(&data, &copy).await.unwrap();
    let mut files: Vec<_> =
        std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.extend([data, copy]);
    assert!(files.len() > 3, "{files:?}");
    for file in files {
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", file.display());
    }
}

/// What is written to a file that was removed is lost with the process: it is not acknowledged.
#[cfg(unix)]
#[tokio::test]
async fn nothing_is_acknowledged_that_is_written_to_a_removed_file() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
    home.play(&game, "e2e4").await;
    let file = home.folder.path().join("data/games.sqlite");
    std::fs::rename(&file, file.with_extension("away")).unwrap();
    let (status, answer) = home.try_move(&game, 1, "e7e5").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{answer}");
    let wish = json!({ "variant": "chess", "opponent": "local" });
    assert_eq!(home.post("/api/games", &wish).await.0, StatusCode::SERVICE_UNAVAILABLE);
    // Put back, it is the same file.
    std::fs::rename(file.with_extension("away"), &file).unwrap();
    assert_eq!(home.play(&game, "e7e5").await["ply"], 2);
}
