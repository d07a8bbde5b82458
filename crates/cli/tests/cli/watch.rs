//! `--watch`: answers follow the files.

use crate::common::{komadai, run};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer no change takes to show, however busy the machine is.
const LONGEST: Duration = Duration::from_secs(120);

const GAME: &str = r#"name = "NAME"
board = { files = 5, ranks = 5 }
[pieces]
K = { name = "King", move = "K", at = "c1", royal = true }
P = { name = "Pawn", move = "fW", at = "a2-e2" }
"#;

/// The program, watching.
struct Watcher {
    child: Child,
    said: Receiver<String>,
}

impl Watcher {
    fn start(folder: &Path, arguments: &[&str]) -> Watcher {
        let mut child = komadai()
            .current_dir(folder)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, said) = channel();
        let pipes: [Box<dyn Read + Send>; 2] = [
            Box::new(child.stdout.take().expect("a pipe")),
            Box::new(child.stderr.take().expect("a pipe")),
        ];
        for pipe in pipes {
            let sender = sender.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                    let _ = sender.send(line);
                }
            });
        }
        Watcher { child, said }
    }

    /// Waits until it says that.
    #[track_caller]
    fn says(&self, text: &str) {
        let mut heard = Vec::new();
        while let Ok(line) = self.said.recv_timeout(LONGEST) {
            if line.contains(text) {
                return;
            }
            heard.push(line);
        }
        panic!("expected {text}, heard {heard:#?}");
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in files {
        write(folder.path(), file, text);
    }
    folder
}

fn write(folder: &Path, file: &str, text: &str) {
    std::fs::write(folder.join(file), text).expect("a file");
}

#[test]
fn every_command_follows_the_file() {
    for command in ["pieces", "show", "check"] {
        let folder = folder(&[("a.toml", &GAME.replace("NAME", "Before"))]);
        let watcher = Watcher::start(folder.path(), &[command, "a.toml", "--watch"]);
        watcher.says("Before");
        write(folder.path(), "a.toml", &GAME.replace("ranks = 5", "ranks = 0"));
        watcher.says("must be from 1 to 16");
        write(folder.path(), "a.toml", &GAME.replace("NAME", "After"));
        watcher.says("After");
    }
}

#[test]
fn files_that_are_replaced_and_files_below_are_followed() {
    let folder = folder(&[
        ("base.toml", &GAME.replace("NAME", "Base")),
        ("a.toml", "name = \"Child\"\nextends = \"base\"\n"),
    ]);
    let watcher = Watcher::start(folder.path(), &["check", "a.toml", "--watch"]);
    watcher.says("Child: 5x5 board");
    // Editors write beside the file and put the new one in its place.
    write(folder.path(), "base.toml~", &GAME.replace("ranks = 5", "ranks = 6"));
    std::fs::rename(folder.path().join("base.toml~"), folder.path().join("base.toml")).unwrap();
    watcher.says("Child: 5x6 board");
    std::fs::rename(folder.path().join("a.toml"), folder.path().join("b.toml")).unwrap();
    watcher.says("no game and no file");
    std::fs::rename(folder.path().join("b.toml"), folder.path().join("a.toml")).unwrap();
    watcher.says("Child: 5x6 board");
    write(folder.path(), "a.toml", "name = \"Child\"\nextends = \"other\"\n");
    watcher.says("there is no game or file `other`");
    write(folder.path(), "other.toml", &GAME.replace("files = 5", "files = 7"));
    watcher.says("Child: 7x5 board");
}

#[test]
fn pictures_are_written_anew() {
    let folder = folder(&[("a.toml", &GAME.replace("NAME", "Before"))]);
    let words = ["pieces", "a.toml", "--watch", "--svg", "--output", "a.svg"];
    let watcher = Watcher::start(folder.path(), &words);
    watcher.says("wrote the picture");
    let picture = || std::fs::read_to_string(folder.path().join("a.svg")).expect("a picture");
    let before = picture();
    write(folder.path(), "a.toml", &GAME.replace("ranks = 5", "ranks = 0"));
    watcher.says("must be from 1 to 16");
    assert_eq!(picture(), before, "the last good one stays");
    write(folder.path(), "a.toml", &GAME.replace("\"K\"", "\"KNN\""));
    watcher.says("wrote the picture");
    assert_ne!(picture(), before);
}

#[test]
fn what_cannot_be_watched_is_refused() {
    for (arguments, message) in [
        (&["show", "shogi", "--watch"][..], "comes with the program"),
        (&["check", "chess", "--watch"], "comes with the program"),
        (&["pieces", "nothing.toml", "--watch"], "no game and no file"),
        (&["pieces", "a.toml", "--watch", "--svg"], "--output FILE"),
    ] {
        let done = run(arguments);
        assert_eq!(done.code, 2, "{arguments:?}");
        assert!(done.err.contains(message), "{arguments:?}: {}", done.err);
    }
}
