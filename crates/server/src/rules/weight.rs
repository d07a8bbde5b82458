//! Heavy files stay in their corner: work on their positions holds up nobody but their players.

use crate::address::Owner;
use crate::at_once::{Askers, Share, Turn, Turns};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Work on a position that takes longer belongs into the corner.
const LIGHT: Duration = Duration::from_millis(10);
/// For so long after it a variant is taken for heavy, in milliseconds. Somebody who wants much work done
/// would otherwise have light work done in between.
const REMEMBERED_MS: u64 = 600_000;
/// So many pieces of work by the rules of one file are done at a time while it is taken for light: nobody
/// knows it before the first of them is done.
const MOST_OUTSIDE: usize = 2;

/// Where the work on heavy positions is done: one piece of it at a time, whatever the game.
pub(crate) struct Corner(Turns);

/// How much work the positions of a variant are. A user's file may make it any amount.
pub(crate) struct Weight {
    /// Whether its pieces are those of one of the program's own games, which are all light.
    builtin: bool,
    /// Until when it is taken for heavy: milliseconds since the program began.
    heavy_until: AtomicU64,
    /// For work that is done outside the corner.
    outside: Arc<Semaphore>,
    /// Held as long as anybody uses rules that somebody has made up: every game by these has the weight.
    _places: Option<[Share; 2]>,
}

/// Where a piece of work is done, for as long as this lives.
pub(crate) enum Place {
    Corner(#[expect(dead_code, reason = "held, not read")] Turn),
    Outside(#[expect(dead_code, reason = "held, not read")] OwnedSemaphorePermit),
    /// The program's own games need none.
    Anywhere,
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

fn now_ms() -> u64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(u64::MAX)
}

impl Weight {
    pub(super) fn new(builtin: bool, places: Option<[Share; 2]>) -> Self {
        let (heavy_until, outside) = (AtomicU64::new(0), Arc::new(Semaphore::new(MOST_OUTSIDE)));
        Weight { builtin, heavy_until, outside, _places: places }
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
        let _place = self.place(corner, askers).await;
        apart(|| self.weigh(work))
    }

    /// Does work, and notes how long it took. Not for the threads that answer.
    pub(crate) fn weigh<T>(&self, work: impl FnOnce() -> T) -> T {
        if self.builtin {
            return work();
        }
        let began = Instant::now();
        let done = work();
        if began.elapsed() > LIGHT {
            self.heavy_until.store(now_ms().saturating_add(REMEMBERED_MS), Ordering::Relaxed);
        }
        done
    }

    /// Waits for a place in the corner before positions are worked on that somebody makes up: those of a
    /// user's file may be heavy though all before were light.
    pub(crate) async fn place_for_any(&self, corner: &Corner, by: Owner) -> Place {
        if self.builtin { Place::Anywhere } else { Place::Corner(corner.enter(by).await) }
    }

    /// Waits for a place where work can be done, for any of those who ask for it.
    pub(crate) async fn place(&self, corner: &Corner, askers: &Askers) -> Place {
        if self.builtin {
            return Place::Anywhere;
        }
        let outside = Arc::clone(&self.outside).try_acquire_owned().ok();
        match outside.filter(|_| !self.is_heavy()) {
            Some(outside) => Place::Outside(outside),
            None => Place::Corner(corner.enter_for(askers).await),
        }
    }

    /// Whether it is one of the program's own games, whatever may have been changed of how it ends.
    pub(crate) fn is_builtin(&self) -> bool {
        self.builtin
    }

    /// Whether work on its positions belongs into the corner, as far as is known.
    pub(crate) fn is_heavy(&self) -> bool {
        !self.builtin && now_ms() < self.heavy_until.load(Ordering::Relaxed)
    }
}

/// Does work that takes a while; other tasks of the thread go on elsewhere meanwhile.
pub(crate) fn apart<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => work(),
        _ => tokio::task::block_in_place(work),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    #[tokio::test]
    async fn heavy_work_is_done_in_the_corner_for_a_long_time() {
        let (corner, weight) = (Corner::new(), Weight::new(false, None));
        let place = async || weight.place(&corner, &None.into()).await;
        assert!(matches!(place().await, Place::Outside(_)));
        weight.weigh(|| sleep(2 * LIGHT));
        for _ in 0..100 {
            weight.weigh(|| ());
        }
        assert!(matches!(place().await, Place::Corner(_)));
    }

    #[tokio::test]
    async fn little_is_begun_outside_before_it_is_known_how_much_it_is() {
        let (corner, weight) = (Corner::new(), Weight::new(false, None));
        let place = async || weight.place(&corner, &None.into()).await;
        let _outside = [place().await, place().await];
        assert!(matches!(place().await, Place::Corner(_)));
    }

    #[tokio::test]
    async fn the_programs_own_games_wait_for_nobody() {
        let (corner, weight) = (Corner::new(), Weight::new(true, None));
        weight.weigh(|| sleep(2 * LIGHT));
        let _busy = corner.enter(None).await;
        assert!(matches!(weight.place(&corner, &None.into()).await, Place::Anywhere));
        assert!(matches!(weight.place_for_any(&corner, None).await, Place::Anywhere));
    }
}
