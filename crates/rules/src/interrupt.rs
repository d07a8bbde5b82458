//! Breaking off what takes long.
//!
//! In the games that come with the program the moves of a position are found in microseconds. A file of
//! somebody else may have a hundred pieces with thousands of ways each, so that one list of moves takes
//! seconds. Whoever has no such time gives the position an [`Interrupt`]; what takes long asks it again
//! and again, and breaks off as soon as it says so. Each question is a point at which work may pause ([`pause`]).

use komadai_movement::pause;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Whether to break off what takes long: asked all the time, and answered by whoever knows the time or
/// hears that nobody waits any more. The default never breaks off.
///
/// Lists of moves that were broken off hold legal moves, but not all. Everything else that is found
/// out once it is over means nothing.
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<Inner>>);

struct Inner {
    ask: Box<dyn Fn() -> bool + Send + Sync>,
    /// What has been done since it was last asked.
    work: AtomicU32,
    over: AtomicBool,
}

/// So much is done between two questions: some tenths of a millisecond.
const WORK: u32 = 1 << 10;

/// How often is asked in a moment.
const MOMENT: u32 = 64;

/// A leg of a walk in one direction or several, the smallest piece of work that is counted.
pub(crate) const LEG: u32 = 16;
/// The search for the moves of a piece by tables.
pub(crate) const PIECE: u32 = 2;
/// A move that is made, or looked at with all attacks, and taken back.
pub(crate) const TRIAL: u32 = 8;

impl Interrupt {
    /// Breaks off as soon as `ask` says so. It is asked often, but a clock can be read each time.
    pub fn new(ask: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let inner =
            Inner { ask: Box::new(ask), work: AtomicU32::new(0), over: AtomicBool::new(false) };
        Interrupt(Some(Arc::new(inner)))
    }

    /// Breaks off after a little work: some hundredths of a second, and equally much on every machine.
    pub fn moment() -> Self {
        Interrupt::moments(1)
    }

    /// Breaks off after some times as much work as [`Interrupt::moment`].
    pub fn moments(number: u32) -> Self {
        Interrupt::moments_unless(number, || false)
    }

    /// The same, or sooner as soon as `ask` says so: what counts as little work may take long where somebody
    /// has written the rules.
    pub fn moments_unless(number: u32, ask: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let (asked, most) = (AtomicU32::new(0), number.saturating_mul(MOMENT));
        Interrupt::new(move || asked.fetch_add(1, Relaxed) >= most || ask())
    }

    /// Whether it has been broken off: once so, always so.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(|inner| inner.over.load(Relaxed))
    }

    /// Asks now; whether it is over.
    pub fn ask(&self) -> bool {
        self.0.as_ref().is_some_and(|inner| inner.ask())
    }

    /// Breaks off at once, whoever answers; `false` where nothing ever breaks off.
    pub(crate) fn give_up(&self) -> bool {
        self.0.as_ref().is_some_and(|inner| {
            inner.over.store(true, Relaxed);
            true
        })
    }

    /// Counts some work, and asks when there has been enough; whether it is over.
    #[inline]
    pub(crate) fn after(&self, work: u32) -> bool {
        self.0.as_ref().is_some_and(|inner| inner.after(work))
    }
}

impl Inner {
    fn ask(&self) -> bool {
        pause::point();
        self.work.store(0, Relaxed);
        if (self.ask)() {
            self.over.store(true, Relaxed);
        }
        self.over.load(Relaxed)
    }

    #[inline]
    fn after(&self, work: u32) -> bool {
        // Threads that share it may count too little, which does no harm.
        let done = self.work.load(Relaxed) + work;
        if done < WORK {
            self.work.store(done, Relaxed);
            return self.over.load(Relaxed);
        }
        self.ask()
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match (&self.0, self.is_over()) {
            (None, _) => "never",
            (Some(_), false) => "not yet",
            (Some(_), true) => "over",
        };
        write!(f, "Interrupt({state})")
    }
}
