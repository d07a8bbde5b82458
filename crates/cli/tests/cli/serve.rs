//! The server as a program: killed under load, started again, copied.

use crate::common::{komadai, run};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server that is killed in the end, whatever happens to the test.
struct Server {
    child: Child,
    there: There,
}

/// Where it is.
#[derive(Clone)]
struct There(String);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(folder: &Path) -> Self {
        Server::start_by(komadai(), folder)
    }

    fn start_by(mut command: Command, folder: &Path) -> Self {
        command.args(["serve", "--json", "--port", "0", "--no-open", "--data-dir"]).arg(folder);
        command.args(["--requests-per-second", "100000", "--games-per-hour", "100000"]);
        command.env("KOMADAI_LOG", "error").stdout(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let out = child.stdout.take().expect("a pipe");
        let line = BufReader::new(out).lines().next().expect("a line").expect("a line");
        let ready: Value = serde_json::from_str(&line).expect("JSON");
        Server { child, there: There(ready["url"].as_str().expect("an address").to_owned()) }
    }
}

impl There {
    fn get(&self, path: &str) -> Value {
        let answer = ureq::get(format!("{}{path}", self.0)).call().expect("an answer");
        answer.into_body().read_json().expect("JSON")
    }

    /// `None` if the server has gone meanwhile.
    fn post(&self, path: &str, body: &Value) -> Option<Value> {
        let answer = ureq::post(format!("{}{path}", self.0)).send_json(body).ok()?;
        answer.into_body().read_json().ok()
    }
}

/// A game, with every move that was acknowledged.
#[derive(Clone, Debug)]
struct Played {
    id: String,
    seats: Value,
    acknowledged: Vec<Value>,
}

/// Plays moves, the first that comes after a count, until told to stop, or so many are played, or nobody
/// grants one.
fn play(server: &There, variant: &str, most: usize, stop: &AtomicBool) -> Option<Played> {
    let created = server.post("api/games", &json!({ "variant": variant }))?;
    let id = created["id"].as_str()?.to_owned();
    let mut game = Played { id, seats: created["seats"].clone(), acknowledged: Vec::new() };
    let mut state = server.get(&format!("api/games/{}", game.id));
    while !stop.load(Ordering::Relaxed) && game.acknowledged.len() < most {
        let legal = state["legal"].as_array()?;
        let Some(chosen) = legal.get(game.acknowledged.len() * 7 % legal.len().max(1)) else {
            break;
        };
        let seat = &game.seats[state["side"].as_str()?];
        let wish = json!({ "seat": seat, "move": chosen["usi"] });
        let Some(after) = server.post(&format!("api/games/{}/moves", game.id), &wish) else {
            break;
        };
        game.acknowledged = usi(&after);
        state = after;
    }
    Some(game)
}

fn usi(state: &Value) -> Vec<Value> {
    let moves = state["moves"].as_array().expect("moves");
    moves.iter().map(|played| played["usi"].clone()).collect()
}

#[test]
fn every_acknowledged_move_outlives_a_kill() {
    let folder = TempDir::new().expect("a folder");
    let mut server = Server::start(folder.path());
    let (stop, games) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let (there, child) = (server.there.clone(), &mut server.child);
    thread::scope(|scope| {
        for variant in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
            let (there, stop, games) = (&there, &stop, &games);
            scope.spawn(move || {
                let game = play(there, variant, usize::MAX, stop);
                games.lock().expect("no panic").extend(game);
            });
        }
        thread::sleep(Duration::from_secs(3));
        child.kill().expect("it runs");
        stop.store(true, Ordering::Relaxed);
    });
    drop(server);
    let server = Server::start(folder.path());
    let games = games.into_inner().expect("no panic");
    assert_eq!(games.len(), 6);
    for game in games {
        let state = server.there.get(&format!("api/games/{}", game.id));
        let kept = usi(&state);
        assert!(!game.acknowledged.is_empty());
        assert!(kept.starts_with(&game.acknowledged), "{kept:?} {:?}", game.acknowledged);
        // The game goes on.
        if state["end"].is_null() {
            let wish = json!({
                "seat": game.seats[state["side"].as_str().expect("a side")],
                "move": state["legal"][0]["usi"],
            });
            let after = server.there.post(&format!("api/games/{}/moves", game.id), &wish);
            assert!(usi(&after.expect("an answer")).len() > kept.len());
        }
    }
}

#[test]
fn games_are_copied_while_they_are_served() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(&folder.path().join("data"));
    let created = server.there.post("api/games", &json!({ "variant": "chess" })).expect("a game");
    let copy = folder.path().join("copy");
    std::fs::create_dir(&copy).expect("a folder");
    let words = |folder: &Path| folder.to_str().expect("UTF-8").to_owned();
    let (data, file) = (words(&folder.path().join("data")), words(&copy.join("games.sqlite")));
    let done = run(&["backup", &file, "--data-dir", &data]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let again = run(&["backup", &file, "--data-dir", &data]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("already exists"), "{}", again.err);
    let restored = Server::start(&copy);
    let id = created["id"].as_str().expect("an id");
    assert_eq!(restored.there.get(&format!("api/games/{id}"))["variant"], "chess");
}

#[test]
fn a_folder_in_use_is_told() {
    let folder = TempDir::new().expect("a folder");
    let _server = Server::start(folder.path());
    let data = folder.path().to_str().expect("UTF-8");
    let second = run(&["serve", "--no-open", "--port", "0", "--data-dir", data]);
    assert_eq!(second.code, 2);
    assert!(second.err.contains("another komadai"), "{}", second.err);
}

/// The program after a command of the shell, which limits it.
#[cfg(unix)]
fn limited(by: &str) -> Command {
    let program = komadai();
    let mut shell = Command::new("sh");
    let script = format!("{by} && exec \"$0\" \"$@\"");
    shell.arg("-c").arg(script).arg(program.get_program());
    shell
}

#[cfg(unix)]
#[test]
fn connections_do_not_use_up_the_files() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start_by(limited("ulimit -n 400"), folder.path());
    let address = server.there.0.trim_start_matches("http://").trim_end_matches('/');
    let half_open = || TcpStream::connect(address).expect("a connection");
    let held: Vec<TcpStream> = (0..500).map(|_| half_open()).collect();
    let began = Instant::now();
    assert_eq!(server.there.get("api/health")["status"], "ok");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    drop(held);
}

#[test]
fn a_log_in_json_is_json_throughout() {
    let folder = TempDir::new().expect("a folder");
    let _server = Server::start(folder.path());
    let data = folder.path().to_str().expect("UTF-8");
    let second = run(&["serve", "--no-open", "--port", "0", "--data-dir", data, "--log", "json"]);
    assert_eq!(second.code, 2);
    assert!(second.err.contains("another komadai"), "{}", second.err);
    for line in second.err.lines() {
        serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

#[test]
fn whoever_runs_the_server_sees_and_ends_games() {
    let folder = TempDir::new().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    let none = run(&["admin", "games", "--data-dir", data]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("no server can be reached"), "{}", none.err);
    let server = Server::start(folder.path());
    let create = || {
        let wish = json!({ "variant": "chess", "opponent": { "engine": { "level": 2 } } });
        let created = server.there.post("api/games", &wish).expect("a game");
        created["id"].as_str().expect("an id").to_owned()
    };
    let games = [create(), create(), create()];
    let list = run(&["admin", "games", "--data-dir", data, "--json"]);
    let list: Value = serde_json::from_str(&list.out).expect("JSON");
    let listed = |id: &String| {
        let found = list.as_array().expect("a list").iter().find(|game| game["id"] == **id);
        found.expect("it is listed").clone()
    };
    for game in &games {
        assert_eq!(listed(game)["address"], "127.0.0.1");
        assert_eq!(listed(game)["players"], json!([null, 2]));
    }
    let is_over = |id: &String| !server.there.get(&format!("api/games/{id}"))["end"].is_null();
    assert_eq!(run(&["admin", "end", &games[0], "--data-dir", data]).out, "1 ended\n");
    assert_eq!(games.each_ref().map(is_over), [true, false, false]);
    let rest = run(&["admin", "end", "--address", "127.0.0.1", "--data-dir", data]);
    assert_eq!(rest.out, "2 ended\n");
    assert_eq!(games.each_ref().map(is_over), [true; 3]);
    for name in ["nothing", "-Ab3fNothingOfThatName"] {
        let unknown = run(&["admin", "end", "--data-dir", data, "--", name]);
        assert_eq!(unknown.code, 2);
        assert!(unknown.err.contains("there is no such game"), "{name}: {}", unknown.err);
    }
}

/// Asserts that a server has every move of a game that was acknowledged.
fn check_kept(server: &Server, game: &Played) {
    let kept = usi(&server.there.get(&format!("api/games/{}", game.id)));
    assert!(kept.starts_with(&game.acknowledged), "{kept:?} {:?}", game.acknowledged);
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = TempDir::new().expect("a folder");
    // A write beyond the limit fails, as on a full disk, if the signal is ignored.
    let limit = "trap '' XFSZ && ulimit -f 1000";
    let server = Server::start_by(limited(limit), folder.path());
    let stop = AtomicBool::new(false);
    let mut games = Vec::new();
    while let Some(game) = play(&server.there, "minishogi", 100, &stop) {
        games.push(game);
        assert!(games.len() < 1_000, "it never fails");
    }
    assert!(games.len() > 1);
    assert_eq!(server.there.get("api/health")["status"], "ok");
    drop(server);
    let server = Server::start(folder.path());
    games.iter().for_each(|game| check_kept(&server, game));
    assert!(play(&server.there, "minishogi", 2, &stop).is_some());
}

#[test]
fn a_torn_write_loses_nothing_that_was_acknowledged_before() {
    let (folder, stop) = (TempDir::new().expect("a folder"), AtomicBool::new(false));
    let server = Server::start(folder.path());
    let before = play(&server.there, "chess", 20, &stop).expect("a game");
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    let safe = read("games.sqlite-wal").len();
    let after = play(&server.there, "chess", 20, &stop).expect("a game");
    let (games, log) = (read("games.sqlite"), read("games.sqlite-wal"));
    drop(server);
    assert!(safe > 0 && safe < log.len(), "{safe} {}", log.len());
    // A power cut leaves any part of what was not yet acknowledged, whole or as something else.
    for cut in [safe, safe + 1, safe + 30, (safe + log.len()) / 2, log.len() - 1] {
        for rest in [None, Some(0), Some(0x5a)] {
            let torn = TempDir::new().expect("a folder");
            let write = |name: &str, bytes: &[u8]| std::fs::write(torn.path().join(name), bytes);
            let mut log = log.clone();
            match rest {
                None => log.truncate(cut),
                Some(byte) => log[cut..].fill(byte),
            }
            write("games.sqlite", &games).expect("a file");
            write("games.sqlite-wal", &log).expect("a file");
            let server = Server::start(torn.path());
            check_kept(&server, &before);
            let path = format!("{}api/games/{}", server.there.0, after.id);
            if let Ok(answer) = ureq::get(path).call() {
                let kept = usi(&answer.into_body().read_json().expect("JSON"));
                assert!(after.acknowledged.starts_with(&kept), "{kept:?} {:?}", after.acknowledged);
            }
        }
    }
}
