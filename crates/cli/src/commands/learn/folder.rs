//! The folder of a learning: games, networks and verdicts, generation by generation.

use anyhow::{Context, bail, ensure};
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// See the module.
pub(super) struct Folder {
    path: PathBuf,
    /// Locked as long as it is open, so that nobody else is at work here.
    _lock: File,
}

impl Folder {
    /// Opens the folder of a game with these rules, or makes it.
    ///
    /// # Errors
    /// Where it cannot be made, holds games of other rules, or is in use.
    pub(super) fn open(path: PathBuf, rules: u64) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        fs::create_dir_all(&path).with_context(|| format!("cannot make `{name}`"))?;
        let lock = lock(&path)?;
        let (file, rules) = (path.join("rules"), format!("{rules:016x}\n"));
        match fs::read_to_string(&file) {
            Ok(known) => ensure!(
                known == rules,
                "`{name}` holds games of other rules than these: move it away and the network that was learnt there, \
                 or name others with --folder and --out"
            ),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                write_whole(&file, rules.as_bytes())?;
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read `{}`", file.display()));
            }
        }
        Ok(Folder { path, _lock: lock })
    }

    /// Where the games and the network of a generation are.
    pub(super) fn generation(&self, number: u32) -> PathBuf {
        self.path.join(format!("generation-{number}"))
    }

    pub(super) fn candidate(&self, number: u32) -> PathBuf {
        self.generation(number).join("candidate.net")
    }

    /// Whether the network of a generation was kept; none where that is not known yet.
    pub(super) fn verdict(&self, number: u32) -> Option<bool> {
        match fs::read_to_string(self.generation(number).join("verdict")).ok()?.trim() {
            "kept" => Some(true),
            "refused" => Some(false),
            _ => None,
        }
    }

    pub(super) fn set_verdict(&self, number: u32, kept: bool) -> anyhow::Result<()> {
        let text: &[u8] = if kept { b"kept\n" } else { b"refused\n" };
        write_whole(&self.generation(number).join("verdict"), text)
    }

    /// The networks that were kept, the last one last.
    fn kept(&self) -> impl Iterator<Item = PathBuf> {
        let kept = (1..).take_while(|number| self.verdict(*number) == Some(true));
        kept.map(|number| self.candidate(number))
    }

    /// The last network that was kept.
    pub(super) fn best(&self) -> Option<PathBuf> {
        self.kept().last()
    }

    /// Writes the last network that was kept to a file, and says whether there is one.
    pub(super) fn publish(&self, out: &Path) -> anyhow::Result<bool> {
        let Some(best) = self.best() else { return Ok(false) };
        let net = fs::read(&best).with_context(|| format!("cannot read `{}`", best.display()))?;
        self.check_own(out)?;
        write_whole(out, &net)?;
        Ok(true)
    }

    /// Whether a network can be written there. One that comes from elsewhere is not written over.
    pub(super) fn check_own(&self, out: &Path) -> anyhow::Result<()> {
        let name = out.display();
        let beside = std::path::absolute(out).with_context(|| format!("cannot write `{name}`"))?;
        if let Some(parent) = beside.parent() {
            ensure!(
                parent.is_dir(),
                "cannot write `{name}`: there is no folder `{}`",
                parent.display()
            );
        }
        let net = match fs::read(out) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            read => read.with_context(|| format!("cannot read `{name}`"))?,
        };
        let is_own = self.kept().any(|kept| fs::read(kept).is_ok_and(|kept| kept == net));
        ensure!(
            is_own,
            "`{name}` was not learnt in `{}`, so it is not written over: move it away, or name another file with --out",
            self.path.display()
        );
        Ok(())
    }

    /// The files of games of some generations, by name.
    pub(super) fn games(&self, numbers: RangeInclusive<u32>) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for folder in numbers.map(|number| self.generation(number)) {
            let entries = fs::read_dir(&folder);
            for entry in entries.with_context(|| format!("cannot read `{}`", folder.display()))? {
                let path = entry?.path();
                if path.extension().is_some_and(|ending| ending == "games") {
                    files.push(path);
                }
            }
        }
        files.sort();
        Ok(files)
    }
}

/// Locks a folder until the file is closed. Where files cannot be locked, the user has to take care.
fn lock(path: &Path) -> anyhow::Result<File> {
    let file = File::create(path.join("lock"));
    let file = file.with_context(|| format!("cannot write into `{}`", path.display()))?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        bail!("another `komadai learn` is at work in `{}`", path.display());
    }
    Ok(file)
}

/// Writes a file so that it is there as a whole, or as before.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().with_context(|| format!("cannot write `{}`", path.display()))
}
