//! Lines to the other program, from any thread, each whole and at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Where answers go. Clones write to the same place.
#[derive(Clone)]
pub(crate) struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    gone: Arc<AtomicBool>,
}

impl Output {
    pub(crate) fn new(writer: Box<dyn Write + Send>) -> Self {
        Output { writer: Arc::new(Mutex::new(writer)), gone: Arc::default() }
    }

    /// Writes lines together: nothing comes between them.
    pub(crate) fn say(&self, text: impl AsRef<str>) {
        let mut bytes = text.as_ref().trim_end_matches('\n').as_bytes().to_vec();
        bytes.push(b'\n');
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.write_all(&bytes).and_then(|()| writer.flush()).is_err() {
            self.gone.store(true, Ordering::Relaxed);
        }
    }

    /// Whether nobody is listening any more.
    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }
}

/// A text on one line, whatever it is made of: messages quote what they are about.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace(|c: char| c.is_control(), "?")
}
