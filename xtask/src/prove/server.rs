//! A server of its own for a job.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that ends with the test.
pub(super) struct Server {
    child: Child,
    pub(super) url: String,
}

/// What the server says when it is ready.
#[derive(Deserialize)]
struct Ready {
    url: String,
}

impl Server {
    /// Starts the program as a server on an empty folder, with more options, and with so many open files
    /// at most.
    pub(super) fn start(
        program: &Path,
        folder: &Path,
        options: &[&str],
        files: Option<u32>,
    ) -> Result<Self> {
        // It may not be there.
        let _ = std::fs::remove_dir_all(folder);
        let mut shell = Command::new("sh");
        let limit = files.map_or(String::new(), |files| format!("ulimit -n {files} && "));
        shell.arg("-c").arg(format!("{limit}exec \"$0\" \"$@\"")).arg(program);
        shell.args(["serve", "--json", "--port", "0", "--no-open", "--data-dir"]).arg(folder);
        shell.args(options).env("KOMADAI_LOG", "error").stdout(Stdio::piped());
        let mut child = shell.spawn().context("cannot start the server")?;
        let out = child.stdout.take().context("no pipe");
        let mut server = Server { child, url: String::new() };
        let line = BufReader::new(out?).lines().next().context("the server says nothing")??;
        let Ready { url } = serde_json::from_str(&line).context("the server's first words")?;
        server.url = url;
        Ok(server)
    }

    /// Mebibytes of memory that it holds, where the system tells.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kib / 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
