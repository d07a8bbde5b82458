//! A disk that is full for a while: nothing that was acknowledged is lost. A test of its own, since the limit
//! that stands for the disk holds for all of the program.
#![cfg(target_os = "linux")]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a server is started, and files are looked at"
)]

use komadai_server::{Config, HandClock, Server, Time};
use reqwest::{Client, StatusCode};
use rlimit::Resource;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
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
    async fn new(data: &Path, hands: &Arc<HandClock>) -> Self {
        let mut config = Config::new(data);
        config.time = Arc::clone(hands) as Arc<dyn Time>;
        let server = Server::bind(config).await.unwrap();
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
    let hands = Arc::new(HandClock::new());
    let home = Home::new(&data, &hands).await;
    let client = Client::builder().no_proxy().build().unwrap();
    let clock = json!({ "main_ms": 1_000_000 });
    let wish = json!({ "variant": "chess", "opponent": "local", "clock": clock });
    let (_, game) = home.post(&client, "", &wish).await;
    let (id, seat) = (game["id"].as_str().unwrap().to_owned(), game["seats"]["first"].clone());
    let play = async |ply: usize| {
        let wish = json!({ "seat": seat, "move": step(ply) });
        home.post(&client, &format!("/{id}/moves"), &wish).await.0
    };
    assert_eq!([play(0).await, play(1).await], [StatusCode::OK; 2]);
    let left = async || {
        let state = client.get(format!("{}/{id}", home.address)).send().await.unwrap();
        state.json::<Value>().await.unwrap()["clock"]["first"]["ms"].as_u64().unwrap()
    };
    let before = left().await;
    let (_, hard) = rlimit::getrlimit(Resource::FSIZE).unwrap();
    let written = std::fs::metadata(data.join("games.sqlite-wal")).unwrap().len();
    rlimit::setrlimit(Resource::FSIZE, written + 1, hard).unwrap();
    for tries in 1..=3 {
        hands.advance(Duration::from_secs(100));
        assert_eq!(play(2).await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(before - left().await, tries * 100_000, "time is not given back");
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
        let home = Home::new(data, &hands).await;
        let state = client.get(format!("{}/{id}", home.address)).send().await.unwrap();
        assert_eq!(state.json::<Value>().await.unwrap()["ply"], 6, "{}", data.display());
        home.end().await;
    }
}
