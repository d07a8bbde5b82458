//! Waiting for what takes its time, and hearing Ctrl-C meanwhile.

use tokio::runtime::{Builder, Runtime};

/// Searches recurse deeply, and their frames hold whole lists of moves.
const STACK: usize = 32 << 20;

/// Somebody who waits.
pub(super) struct Patience(Runtime);

/// What Ctrl-C does.
pub(super) enum Then {
    /// The work will end soon: its outcome is awaited.
    Await,
    /// Nobody waits any longer.
    Leave,
}

impl Patience {
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Patience(Builder::new_current_thread().enable_all().thread_stack_size(STACK).build()?))
    }

    /// Does some work on a thread of its own. `None` if it failed, or was left.
    pub(super) fn wait<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
        interrupted: impl FnOnce() -> Then,
    ) -> Option<T> {
        self.0.block_on(async {
            let mut work = tokio::task::spawn_blocking(work);
            tokio::select! {
                done = &mut work => return done.ok(),
                // Where Ctrl-C cannot be heard, there is nothing to do about it.
                Ok(()) = tokio::signal::ctrl_c() => {}
            }
            match interrupted() {
                Then::Await => work.await.ok(),
                Then::Leave => None,
            }
        })
    }

    /// Ends without waiting for work that was left.
    pub(super) fn end(self) {
        self.0.shutdown_background();
    }
}
