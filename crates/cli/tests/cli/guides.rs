//! Everything that the guides show is run, and answers as shown.
//!
//! In blocks that begin with ```` ```console ````, lines after `$ ` are typed into a shell, those after
//! `> ` go on with them, and all others are the answer: `...` stands for any lines, `[..]` for any
//! text. A command that ends with `&` goes on until the guide ends.

#![cfg(unix)]

use crate::common::{komadai, run_with};
use snapbox::{Assert, IntoData};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The port that the guides use; the tests use one that is free.
const PORT: &str = "8000";

/// A command and its answer.
struct Step {
    command: String,
    answer: String,
}

/// The commands of a guide, in order.
fn steps(guide: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let blocks = guide.split("```console\n").skip(1);
    for line in blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines()) {
        match (line.strip_prefix("$ "), line.strip_prefix("> "), steps.last_mut()) {
            (Some(command), ..) => {
                steps.push(Step { command: command.to_owned(), answer: String::new() });
            }
            (None, Some(more), Some(step)) if step.answer.is_empty() => {
                step.command += &format!("\n{more}");
            }
            (None, _, Some(step)) => step.answer += &format!("{line}\n"),
            (None, _, None) => panic!("`{line}` is the answer to nothing"),
        }
    }
    steps
}

/// Somebody who follows a guide, in a folder of their own.
struct Follower {
    folder: TempDir,
    port: String,
    servers: Vec<Child>,
}

impl Drop for Follower {
    fn drop(&mut self) {
        for server in &mut self.servers {
            // It may have been ended already.
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

impl Follower {
    fn new() -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port().to_string();
        Follower { folder: TempDir::new().expect("a folder"), port, servers: Vec::new() }
    }

    /// The shell, where the program is called `komadai`.
    fn shell(&self, script: &str) -> Command {
        let program = komadai();
        let bin = Path::new(program.get_program()).parent().expect("a folder");
        let others = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).current_dir(self.folder.path());
        shell.env("PATH", format!("{}:{others}", bin.display())).env("HOME", self.folder.path());
        for place in ["XDG_DATA_HOME", "XDG_STATE_HOME", "KOMADAI_LOG"] {
            shell.env_remove(place);
        }
        shell
    }

    fn answer(&mut self, command: &str) -> String {
        let command = command.replace(PORT, &self.port);
        let said = match command.strip_suffix('&') {
            Some(server) => self.serve(server),
            None => {
                let done = self.shell(&format!("{{ {command}\n}} 2>&1")).output();
                String::from_utf8(done.expect("a shell").stdout).expect("UTF-8")
            }
        };
        said.replace(&self.port, PORT)
    }

    /// Starts a server and waits for the line that says that it is ready.
    fn serve(&mut self, command: &str) -> String {
        let mut shell = self.shell(&format!("exec {command} 2>/dev/null"));
        let mut server = shell.stdout(Stdio::piped()).spawn().expect("a shell");
        let out = server.stdout.take().expect("a pipe");
        self.servers.push(server);
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).expect("a line");
        line
    }
}

/// The text of a guide.
fn guide(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    std::fs::read_to_string(path).expect("a guide")
}

/// Follows a guide from its first command to the last.
#[track_caller]
fn follow(name: &str, least: usize) {
    let steps = steps(&guide(name));
    assert!(steps.len() >= least, "{} commands", steps.len());
    let has_curl = Command::new("curl").arg("--version").output().is_ok();
    let mut follower = Follower::new();
    for Step { command, answer } in steps {
        if command.starts_with("curl") && !has_curl {
            continue;
        }
        let said = follower.answer(&command);
        // Not every program ends its last line.
        let [said, answer] = [said, answer].map(|text| text.trim_end().to_owned());
        let compared = Assert::new().try_eq(None, said.clone().into_data(), answer.into_data());
        if let Err(difference) = compared {
            panic!("{name}: $ {command}\n{difference}\nwhich said\n{said}");
        }
    }
}

/// Some commands serve, watch or open a window: that they are understood must do.
#[test]
fn what_is_shown_without_a_prompt_is_understood() {
    let mut understood = 0;
    for name in
        ["players.md", "inventors.md", "engines.md", "operators.md", "records.md", "importing.md"]
    {
        let guide = guide(name);
        for line in guide.lines().filter_map(|line| line.strip_prefix("    komadai ")) {
            let command = line.split(['#', '>', '|', '&', '\\']).next().unwrap_or_default();
            let script = format!("komadai {command} --help");
            let done = Follower::new().shell(&script).output().expect("a shell");
            assert!(done.status.success(), "{name}: {script}");
            understood += 1;
        }
    }
    assert!(understood >= 6, "{understood}");
}

#[test]
fn players() {
    follow("players.md", 5);
}

#[test]
fn records() {
    follow("records.md", 8);
}

#[test]
fn importing() {
    follow("importing.md", 9);
}

#[test]
fn inventors() {
    follow("inventors.md", 12);
}

#[test]
fn notation() {
    follow("notation.md", 3);
    let guide = guide("notation.md");
    let (_, section) = guide.split_once("## Well-known pieces").expect("a section");
    let names = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let pieces: Vec<&str> = names.flat_map(|name| name.split('`').skip(1).step_by(2)).collect();
    let case = |piece: &&str| {
        format!(
            "{{\"xbetza\": \"{piece}\", \"board\": {{\"files\": 9, \"ranks\": 9}}, \"from\": \"e5\"}}\n"
        )
    };
    let cases: String = pieces.iter().map(case).collect();
    let said = run_with(&["betza"], &cases).out;
    assert!(pieces.len() >= 30, "{pieces:?}");
    assert_eq!(said.lines().count(), pieces.len(), "{said}");
    assert!(!said.contains("error"), "{said}");
}

#[test]
fn engines() {
    follow("engines.md", 12);
}

#[test]
fn operators() {
    follow("operators.md", 5);
}

#[test]
fn every_proxy_keeps_the_metrics_to_itself() {
    let guide = guide("operators.md");
    let proxies: Vec<&str> =
        guide.split("\n\n").filter(|part| part.contains("127.0.0.1:8080")).collect();
    assert!(proxies.len() >= 2, "{proxies:?}");
    for proxy in proxies {
        assert!(proxy.contains("/metrics"), "{proxy}");
    }
}
