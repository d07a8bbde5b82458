//! A disk that is full for a while: nothing that was acknowledged is lost. A test of its own, since the limit
//! that stands for the disk holds for all of the program.
#![cfg(target_os = "linux")]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a server is started, and files are looked at"
)]

use komadai_server::{Config, Server};
use reqwest::{Client, StatusCode};
use rlimit::Resource;
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The signal of a program that writes beyond its limit.
const SIGXFSZ: i32 = 25;

struct Home {
    address: String,
    end: oneshot::Sender<()>,
    running: JoinHandle<()>,
}

impl Home {
    async fn new(data: &Path) -> Self {
        let server = Server::bind(Config::new(data)).await.unwrap();
        let address = format!("http://{}/api/games", server.address());
        let (end, asked) = oneshot::channel();
        let running = tokio::spawn(async move {
            server.run(async { drop(asked.await) }).await.unwrap();
        });
        Home { address, end, running }
    }

    async fn end(self) {
        drop(self.end);
        self.running.await.unwrap();
    }

    async fn post(&self, client: &Client, path: &str, wish: &Value) -> (StatusCode, Value) {
        let answer = client.post(self.address.clone() + path).json(wish).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap())
    }
}

/// A knight of each side goes forth and back.
fn step(ply: usize) -> &'static str {
    ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4]
}

#[tokio::test]
async fn what_is_acknowledged_after_a_full_disk_is_there() {
    // Without somebody who hears it, the signal would end the program.
    let _heard = signal(SignalKind::from_raw(SIGXFSZ)).unwrap();
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let home = Home::new(&data).await;
    let client = Client::builder().no_proxy().build().unwrap();
    let wish = json!({ "variant": "chess", "opponent": "local" });
    let (_, game) = home.post(&client, "", &wish).await;
    let (id, seat) = (game["id"].as_str().unwrap().to_owned(), game["seats"]["first"].clone());
    let play = async |ply: usize| {
        let wish = json!({ "seat": seat, "move": step(ply) });
        home.post(&client, &format!("/{id}/moves"), &wish).await.0
    };
    assert_eq!([play(0).await, play(1).await], [StatusCode::OK; 2]);
    let (_, hard) = rlimit::getrlimit(Resource::FSIZE).unwrap();
    let written = std::fs::metadata(data.join("games.sqlite-wal")).unwrap().len();
    rlimit::setrlimit(Resource::FSIZE, written + 1, hard).unwrap();
    for _ in 0..3 {
        assert_eq!(play(2).await, StatusCode::SERVICE_UNAVAILABLE);
    }
    let (status, answer) = home.post(&client, "", &wish).await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (StatusCode::SERVICE_UNAVAILABLE, &json!("unavailable"))
    );
    rlimit::setrlimit(Resource::FSIZE, hard, hard).unwrap();
    for ply in 2..6 {
        assert_eq!(play(ply).await, StatusCode::OK, "there is room again");
    }
    // The moves are there for whoever else reads the database now, and after the end.
    let copy = folder.path().join("copy");
    std::fs::create_dir(&copy).unwrap();
    komadai_server::backup(&data, &copy.join("games.sqlite")).await.unwrap();
    home.end().await;
    for data in [&data, &copy] {
        let home = Home::new(data).await;
        let state = client.get(format!("{}/{id}", home.address)).send().await.unwrap();
        assert_eq!(state.json::<Value>().await.unwrap()["ply"], 6, "{}", data.display());
        home.end().await;
    }
}
