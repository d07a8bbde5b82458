//! The folder of a learning: games, networks and verdicts, generation by generation.

use anyhow::{Context, ensure};
use std::fs;
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// See the module.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// Opens the folder of a game with these rules, or makes it.
    ///
    /// # Errors
    /// Where it cannot be made, or holds games of other rules.
    pub(super) fn open(path: PathBuf, rules: u64) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        fs::create_dir_all(&path).with_context(|| format!("cannot make `{name}`"))?;
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
        Ok(Folder(path))
    }

    /// Where the games and the network of a generation are.
    pub(super) fn generation(&self, number: u32) -> PathBuf {
        self.0.join(format!("generation-{number}"))
    }

    pub(super) fn candidate(&self, number: u32) -> PathBuf {
        self.generation(number).join("candidate.net")
    }

    /// Whether the network of a generation was kept; none where that is not known yet.
    pub(super) fn verdict(&self, number: u32) -> Option<bool> {
        let text = fs::read_to_string(self.generation(number).join("verdict")).ok()?;
        Some(text.trim() == "kept")
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
        write_whole(out, &net)?;
        Ok(true)
    }

    /// A network that comes from elsewhere is not written over.
    pub(super) fn check_own(&self, out: &Path) -> anyhow::Result<()> {
        let name = out.display();
        let net = match fs::read(out) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            read => read.with_context(|| format!("cannot read `{name}`"))?,
        };
        let is_own = self.kept().any(|kept| fs::read(kept).is_ok_and(|kept| kept == net));
        ensure!(
            is_own,
            "`{name}` was not learnt in `{}`, so it is not written over: move it away, or name another file with --out",
            self.0.display()
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

/// Writes a file so that it is there as a whole, or as before.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let write = || {
        fs::write(&new, bytes)?;
        fs::rename(&new, path)
    };
    write().with_context(|| format!("cannot write `{}`", path.display()))
}
