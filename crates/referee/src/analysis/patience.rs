//! How long somebody waits for work on positions.

use super::LineError;
use komadai_rules::Interrupt;

/// Whether work goes on: not longer than it may take, and only while somebody waits for it.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    /// What the work on positions asks. It may also give up by itself, where there is too much to hold.
    interrupt: Interrupt,
}

impl Patience {
    /// Lasts until this says otherwise.
    pub fn until(interrupt: Interrupt) -> Self {
        Patience { interrupt }
    }

    /// Whether it is over, for what asks within the work on a position.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// What was worked out meanwhile.
    ///
    /// # Errors
    /// When it is over: then that may have been broken off, and means nothing.
    pub fn held<T>(&self, done: T) -> Result<T, LineError> {
        if self.is_over() { Err(LineError::TooMuch) } else { Ok(done) }
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.interrupt.ask()
    }
}
