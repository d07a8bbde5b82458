//! Work in slices: in its midst it makes way for what others wait for, again and again.

use crate::at_once::Share;
use komadai_rules::pause;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;

/// After so long work makes way for others.
const SLICE: Duration = Duration::from_millis(5);
/// Then it waits for its next turn no longer than this. Turns come round sooner by far, unless what holds one waits for
/// something that this work holds.
const MOST_WAIT: Duration = Duration::from_secs(5);

thread_local! {
    /// The turn in which this thread works.
    static WORKING: RefCell<Option<Working>> = const { RefCell::new(None) };
}

struct Working {
    places: Arc<Semaphore>,
    place: Option<Share>,
    since: Instant,
}

/// Does work in a place of these. Whoever waits for one has it after a slice at most, or as soon as the work asks whether
/// to pause: see [`pause`].
pub(crate) fn during<T>(
    places: &Arc<Semaphore>,
    place: Option<Share>,
    work: impl FnOnce() -> T,
) -> T {
    let working = Working { places: Arc::clone(places), place, since: Instant::now() };
    let _before = Before(WORKING.replace(Some(working)));
    pause::during(make_way, work)
}

/// What this thread worked at before, and will again when this is dropped: also where work panics.
struct Before(Option<Working>);

impl Drop for Before {
    fn drop(&mut self) {
        WORKING.set(self.0.take());
    }
}

/// Lets others work if this thread has worked for a slice.
fn make_way() {
    WORKING.with_borrow_mut(|working| {
        let Some(working) = working.as_mut().filter(|it| it.since.elapsed() > SLICE) else {
            return;
        };
        // Those who wait go first, in the order of their coming.
        let runtime = Handle::current();
        if runtime.runtime_flavor() != RuntimeFlavor::CurrentThread {
            working.place = None;
            let places = Arc::clone(&working.places);
            let turn = async { tokio::time::timeout(MOST_WAIT, places.acquire_owned()).await };
            working.place = runtime.block_on(turn).ok().and_then(Result::ok);
        }
        working.since = Instant::now();
    });
}
