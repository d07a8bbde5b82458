//! How much work positions are, and where it breaks off.

use komadai_rules::Interrupt;
use std::time::Duration;

/// No first position may take longer to work out, nor may anything that is asked of a game by rules that somebody has
/// made up.
pub const MOST_TIME: Duration = Duration::from_secs(5);

/// How much work the positions of some rules are, for whoever has to share it out.
pub trait Work: Send + Sync + Sized + 'static {
    /// Whether it may be any amount, because somebody has made the rules up. Then it is bounded.
    fn is_made_up(&self) -> bool;

    /// That of one game which begins where somebody wants: it says nothing of others. `None` where it is that already.
    fn of_made_up_position(&self) -> Option<Self>;

    /// Notes how long work on a position has taken.
    fn note(&self, took: Duration);

    /// How long this thread has worked so far.
    fn done() -> Duration;
}

/// Work on the machine of whoever wants it done: nobody has to share it out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unshared;

impl Work for Unshared {
    fn is_made_up(&self) -> bool {
        false
    }

    fn of_made_up_position(&self) -> Option<Self> {
        None
    }

    fn note(&self, _took: Duration) {}

    fn done() -> Duration {
        Duration::ZERO
    }
}

/// Breaks off after so much work of this thread.
pub(crate) fn after_work<W: Work>(most: Duration) -> Interrupt {
    let before = W::done();
    Interrupt::new(move || W::done().saturating_sub(before) > most)
}
