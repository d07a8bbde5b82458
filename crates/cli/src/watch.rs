//! Answering anew whenever a variant file changes.

use crate::complaint::told;
use crate::ink::Ink;
use crate::library;
use clap::Args;
use notify_debouncer_mini::new_debouncer;
use notify_debouncer_mini::notify::RecursiveMode::NonRecursive;
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Editors write a file in several steps; so long it must be quiet.
const QUIET: Duration = Duration::from_millis(100);
/// Some file systems (of other machines, of containers) tell nothing: the files are read again at
/// least so often.
const LOOK_ANYWAY: Duration = Duration::from_secs(1);

#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Watching {
    /// Run again whenever the file changes, or a file that it extends; Ctrl-C stops
    #[arg(long)]
    pub(crate) watch: bool,
}

/// What writes an answer.
type Answer<'a> = &'a mut dyn FnMut(&mut dyn Write) -> anyhow::Result<()>;

impl Watching {
    /// Answers once, or as often as the files change, and then without an end.
    ///
    /// # Errors
    /// As the answer itself; when watching, only if the files cannot be watched at all.
    pub(crate) fn run(
        self,
        files: &[&String],
        ink: Ink,
        out: &mut dyn Write,
        answer: Answer<'_>,
    ) -> anyhow::Result<()> {
        if !self.watch {
            return answer(out);
        }
        for file in files {
            anyhow::ensure!(
                !library::is_builtin(file),
                "`{file}` comes with the program and never changes: --watch is for files"
            );
            library::source(file)?;
        }
        let terminal = std::io::stdout().is_terminal();
        let mut screen = Screen { files, terminal, ink, last: None, out };
        follow(files, &mut || screen.show(answer))
    }
}

/// Calls for an answer at once and at every change.
fn follow(
    files: &[&String],
    changed: &mut dyn FnMut() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (teller, news) = channel();
    // Without a watcher the regular look has to do.
    let mut debouncer = new_debouncer(QUIET, teller.clone()).ok();
    let mut watched = BTreeSet::new();
    let mut seen = None;
    loop {
        let parts: Vec<_> = files.iter().flat_map(|file| library::parts(file)).collect();
        for folder in parts.iter().flat_map(|(path, _)| folders(path)) {
            if let Some(debouncer) = debouncer.as_mut().filter(|_| watched.insert(folder.clone())) {
                // A folder that cannot be watched is looked at regularly all the same.
                let _ = debouncer.watcher().watch(&folder, NonRecursive);
            }
        }
        if seen.as_ref() != Some(&parts) {
            changed()?;
            seen = Some(parts);
        }
        match news.recv_timeout(LOOK_ANYWAY) {
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                anyhow::bail!("watching for changes has stopped")
            }
        }
    }
}

/// The folders in which a change of the file shows. Editors put a new file in the place of the old
/// one, so it is not the file itself that is watched; a link may point into another folder.
fn folders(path: &Path) -> impl Iterator<Item = PathBuf> {
    let folder = |path: &Path| {
        let parent = path.parent()?;
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        parent.canonicalize().ok()
    };
    [folder(path), path.canonicalize().ok().as_deref().and_then(folder)].into_iter().flatten()
}

/// Where the answers are shown: a terminal, on which the last one stays, or a pipe, which gets them
/// all.
struct Screen<'a> {
    files: &'a [&'a String],
    terminal: bool,
    ink: Ink,
    /// The last good answer.
    last: Option<Vec<u8>>,
    out: &'a mut dyn Write,
}

fn names(files: &[&String]) -> String {
    files.iter().map(|file| file.as_str()).collect::<Vec<_>>().join(", ")
}

/// Clears a terminal and goes to its upper left corner.
const CLEAR: &[u8] = b"\x1b[2J\x1b[H";

impl Screen<'_> {
    /// Shows a new answer; or the last good one, with what is wrong now.
    fn show(&mut self, answer: Answer<'_>) -> anyhow::Result<()> {
        let mut text = Vec::new();
        let error = answer(&mut text).err();
        if error.is_none() {
            if text.is_empty() {
                writeln!(text, "{}: wrote the picture", names(self.files))?;
            }
            self.last = Some(text);
        }
        if self.terminal {
            self.draw(error.as_ref())?
        } else {
            self.pass_on(error.as_ref())?
        }
        self.out.flush()?;
        Ok(())
    }

    fn draw(&mut self, error: Option<&anyhow::Error>) -> anyhow::Result<()> {
        self.out.write_all(CLEAR)?;
        if let Some(text) = &self.last {
            self.out.write_all(text)?;
        }
        if let Some(error) = error {
            writeln!(self.out, "\n{}", told(error, self.ink.on_stdout()).trim_end())?;
        }
        writeln!(self.out, "\n{}: watching. Press Ctrl-C to stop.", names(self.files))?;
        Ok(())
    }

    fn pass_on(&mut self, error: Option<&anyhow::Error>) -> anyhow::Result<()> {
        match (error, &self.last) {
            (Some(error), _) => eprint!("{}", told(error, self.ink.on_stderr())),
            (None, Some(text)) => self.out.write_all(text)?,
            (None, None) => {}
        }
        Ok(())
    }
}
