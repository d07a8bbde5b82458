//! What has been done already: one file a job, valid for one state of the sources.

use super::Plan;
use crate::shell;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use xshell::cmd;

/// How one chunk went.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) group: String,
    pub(super) seed: Option<u64>,
    pub(super) count: u64,
    pub(super) seconds: f64,
    /// The state of the project that it was done with.
    #[serde(default)]
    pub(super) commit: Option<String>,
    /// What there is to say of it.
    #[serde(default)]
    pub(super) note: Option<String>,
    pub(super) failure: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Content {
    /// A digest of the sources that the records are about.
    sources: String,
    done: BTreeMap<String, Record>,
}

/// The records of one job.
pub(super) struct Ledger {
    path: PathBuf,
    content: Mutex<Content>,
}

impl Ledger {
    /// Reads a job's records; those about another state of these sources are forgotten.
    pub(super) fn open(path: &Path, about: &[&str], fresh: bool) -> Result<Self> {
        let sources = digest(about)?;
        let kept = std::fs::read_to_string(path).ok().filter(|_| !fresh);
        let content = kept
            .and_then(|text| serde_json::from_str::<Content>(&text).ok())
            .filter(|content| content.sources == sources)
            .unwrap_or(Content { sources, done: BTreeMap::new() });
        Ok(Ledger { path: path.into(), content: Mutex::new(content) })
    }

    /// Whether a chunk is done; one that failed is not.
    pub(super) fn has(&self, id: &str) -> bool {
        self.content
            .lock()
            .expect("no panic while held")
            .done
            .get(id)
            .is_some_and(|r| r.failure.is_none())
    }

    /// Adds a record and puts all of them on disk.
    pub(super) fn add(&self, id: &str, record: Record) -> Result<()> {
        let mut content = self.content.lock().expect("no panic while held");
        content.done.insert(id.into(), record);
        let text = serde_json::to_string_pretty(&*content)?;
        let half = self.path.with_extension("part");
        std::fs::write(&half, text)
            .and_then(|()| std::fs::rename(&half, &self.path))
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// The records of a plan's chunks, in the plan's order.
    pub(super) fn of(&self, plan: &Plan) -> Vec<Record> {
        let content = self.content.lock().expect("no panic while held");
        plan.chunks.iter().filter_map(|chunk| content.done.get(&chunk.id).cloned()).collect()
    }
}

/// A digest of sources as they lie here, committed or not.
fn digest(about: &[&str]) -> Result<String> {
    let sh = shell::open()?;
    let files =
        cmd!(sh, "git ls-files --cached --others --exclude-standard -- {about...}").read()?;
    let mut hasher = DefaultHasher::new();
    for name in files.lines() {
        name.hash(&mut hasher);
        std::fs::read(shell::root().join(name)).unwrap_or_default().hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}
