//! Heavy files stay in their corner: work on their positions holds up nobody but their players.

use crate::address::Owner;
use crate::at_once::{Askers, Share, Turn, Turns};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, RuntimeFlavor};

/// Work on a position that takes longer belongs into the corner.
const LIGHT: Duration = Duration::from_millis(10);
/// After so many pieces of work that were light, a variant is taken for light: a busy machine makes any
/// work look heavy now and then.
const TRUSTED: u8 = 16;

/// Where the work on heavy positions is done: one piece of it at a time, whatever the game.
pub(crate) struct Corner(Turns);

/// How much work the positions of a variant are. A user's file may make it any amount.
pub(crate) struct Weight {
    /// Whether its pieces are those of one of the program's own games, which are all light.
    builtin: bool,
    /// How many pieces of work must be light before it is taken for light.
    heavy: AtomicU8,
    /// Held as long as anybody uses rules that somebody has made up: every game by these has the weight.
    _places: Option<[Share; 2]>,
}

impl Corner {
    pub(crate) fn new() -> Self {
        Corner(Turns::new(1))
    }

    /// Waits for the place in it.
    pub(crate) async fn enter(&self, by: Owner) -> Turn {
        self.0.wait(by).await
    }

    /// Waits until any of those who ask for the same work has the place.
    pub(crate) async fn enter_for(&self, askers: &Askers) -> Turn {
        askers.turn(&self.0).await
    }
}

impl Weight {
    pub(super) fn new(builtin: bool, places: Option<[Share; 2]>) -> Self {
        Weight { builtin, heavy: AtomicU8::new(0), _places: places }
    }

    /// Does work on a position for somebody, in the corner if the variant is known to be heavy. Other
    /// tasks of the thread go on elsewhere meanwhile.
    pub(crate) async fn carry<T>(&self, corner: &Corner, by: Owner, work: impl FnOnce() -> T) -> T {
        self.carry_for(corner, &by.into(), work).await
    }

    /// The same for all who wait for it.
    pub(crate) async fn carry_for<T>(
        &self,
        corner: &Corner,
        askers: &Askers,
        work: impl FnOnce() -> T,
    ) -> T {
        if self.builtin {
            return work();
        }
        let _place = if self.is_heavy() { Some(corner.enter_for(askers).await) } else { None };
        match Handle::current().runtime_flavor() {
            RuntimeFlavor::CurrentThread => self.weigh(work),
            _ => tokio::task::block_in_place(|| self.weigh(work)),
        }
    }

    /// Does work, and notes how long it took. Not for the threads that answer.
    pub(crate) fn weigh<T>(&self, work: impl FnOnce() -> T) -> T {
        if self.builtin {
            return work();
        }
        let began = Instant::now();
        let done = work();
        let heavy = if began.elapsed() > LIGHT {
            TRUSTED
        } else {
            // Threads that do this at once may count too little, which does no harm.
            self.heavy.load(Ordering::Relaxed).saturating_sub(1)
        };
        self.heavy.store(heavy, Ordering::Relaxed);
        done
    }

    /// Waits for a place in the corner before positions are worked on that somebody makes up: those of a
    /// user's file may be heavy though all before were light. The program's own games need none.
    pub(crate) async fn place_for_any(&self, corner: &Corner, by: Owner) -> Option<Turn> {
        if self.builtin { None } else { Some(corner.enter(by).await) }
    }

    /// Waits for a place in the corner before something is done in a thread of its own.
    pub(crate) async fn place(&self, corner: &Corner, by: Owner) -> Option<Turn> {
        if self.is_heavy() { Some(corner.enter(by).await) } else { None }
    }

    /// Whether work on its positions belongs into the corner, as far as is known.
    pub(crate) fn is_heavy(&self) -> bool {
        !self.builtin && self.heavy.load(Ordering::Relaxed) > 0
    }
}
