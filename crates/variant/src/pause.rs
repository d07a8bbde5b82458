//! Pauses in the midst of long work.
//!
//! The pieces of a made-up game may have so many ways that tables, lessons and lists of moves take seconds. Whoever
//! does such work for many at a time wants it to pause, so that others have their turn: [`during`] says what to call.
//! Every text of a movement that is read calls it, every path that is compiled, every leg of a walk, and so does other
//! work that may take long without any, wherever it is done: it passes a [`point`].

use std::cell::Cell;

thread_local! {
    static PAUSE: Cell<Option<fn()>> = const { Cell::new(None) };
}

/// Does work in this thread, and calls `pause` again and again in the midst of it. It is called often, so it should
/// do little most of the time.
pub fn during<T>(pause: fn(), work: impl FnOnce() -> T) -> T {
    let _before = Before(PAUSE.replace(Some(pause)));
    work()
}

/// A point at which work may pause.
#[inline]
pub fn point() {
    if let Some(pause) = PAUSE.get() {
        pause();
    }
}

/// What was called before, and will be again when this is dropped: also where work panics.
struct Before(Option<fn()>);

impl Drop for Before {
    fn drop(&mut self) {
        PAUSE.set(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static CALLS: Cell<u32> = const { Cell::new(0) };
    }

    fn count() {
        CALLS.set(CALLS.get() + 1);
    }

    #[test]
    fn work_pauses_only_where_that_was_asked_for() {
        point();
        let inner = || during(|| {}, point);
        during(count, || (point(), inner(), point()));
        point();
        assert_eq!(CALLS.get(), 2);
        let panics = std::panic::catch_unwind(|| during(count, || panic!("in the midst")));
        assert!(panics.is_err());
        point();
        assert_eq!(CALLS.get(), 2);
    }
}
