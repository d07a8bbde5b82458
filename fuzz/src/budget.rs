//! What holds for every target: an input takes little time, and nothing panics, on whatever thread.

use std::cell::Cell;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Once, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// What an input may take.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    /// Of the processors, all threads together.
    work: Duration,
    /// By the clock, on a machine that is busy with other things.
    time: Duration,
}

/// An input takes a few milliseconds; with the fuzzer's instrumentation and on a slow machine up to
/// twenty times as much.
pub(crate) const USUAL: Budget =
    Budget { work: Duration::from_secs(2), time: Duration::from_secs(20) };
/// A game of one's own may be any amount of work, as long as it ends: a board of 256 squares full of
/// pieces that turn corners.
pub(crate) const HEAVY: Budget =
    Budget { work: Duration::from_secs(10), time: Duration::from_secs(30) };

/// Held by whoever works; whoever measures holds it alone.
static WORK: RwLock<()> = RwLock::new(());

impl Budget {
    /// Does what a target does, and panics if that takes too long, or if anything in it has panicked.
    ///
    /// An input that seems to take too long is tried once more, with nothing else beside it, by the
    /// processors' time: so a busy machine raises no alarm.
    pub(crate) fn check(self, name: &str, work: impl Fn()) {
        let (panics, began) = (count_panics(), Instant::now());
        {
            let _others_work_too = WORK.read().unwrap_or_else(PoisonError::into_inner);
            work();
        }
        if began.elapsed() > self.work {
            self.measure(name, work);
        }
        let panics = count_panics() - panics;
        assert_eq!(panics, 0, "{name}: something in it has panicked, see above");
    }

    fn measure(self, name: &str, work: impl Fn()) {
        let _alone = WORK.write().unwrap_or_else(PoisonError::into_inner);
        let (began, used) = (Instant::now(), processor_time());
        work();
        let time = began.elapsed();
        let took = processor_time().zip(used).map_or(time, |(now, then)| now - then);
        let Budget { work, time: patience } = self;
        assert!(took <= work, "{name}: this input takes {took:?} of the processors, not {work:?}");
        assert!(time <= patience, "{name}: this input takes {time:?}, not {patience:?}");
    }
}

/// What this program has used of the processors; `None` where the system does not say.
fn processor_time() -> Option<Duration> {
    /// The kernel tells times in hundredths of a second, whatever it counts in.
    const TICK: Duration = Duration::from_millis(10);
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program comes before, in brackets.
    let (_, rest) = text.rsplit_once(')')?;
    let times: Vec<u32> = rest.split_whitespace().skip(11).take(2).flat_map(str::parse).collect();
    Some(TICK * times.iter().sum())
}

thread_local! {
    /// Whether this thread is one that tries inputs.
    static TRIES: Cell<bool> = const { Cell::new(false) };
    /// How often it has panicked.
    static OWN: Cell<usize> = const { Cell::new(0) };
}

/// How often this thread, and those that are not there to try inputs, have panicked so far. Much of what
/// is tested catches what fails in it.
fn count_panics() -> usize {
    static HOOK: Once = Once::new();
    static OTHERS: AtomicUsize = AtomicUsize::new(0);
    TRIES.set(true);
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if TRIES.get() {
                OWN.set(OWN.get() + 1);
            } else {
                OTHERS.fetch_add(1, Ordering::SeqCst);
            }
            before(info);
        }));
    });
    OWN.get() + OTHERS.load(Ordering::SeqCst)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// One test, for panics count wherever they are.
    #[test]
    fn what_takes_long_or_panics_is_noticed() {
        let (work, time) = (Duration::from_millis(200), Duration::from_secs(20));
        let budget = Budget { work, time };
        let check = |what: &str, work: &(dyn Fn() + Sync), noticed: bool| {
            let done = thread::scope(|scope| scope.spawn(|| budget.check(what, work)).join());
            assert_eq!(done.is_err(), noticed, "{what}");
        };
        let long = work * 3 / 2;
        check("quick", &|| {}, false);
        check("idle", &|| thread::sleep(long), false);
        // By what it has used of the processor, which on a busy machine is less than what has gone by.
        let spin = || {
            let (began, used) = (Instant::now(), processor_time());
            let work = || match (processor_time(), used) {
                (Some(now), Some(used)) => now - used,
                _ => began.elapsed(),
            };
            while work() < long {
                std::hint::spin_loop();
            }
        };
        check("slow", &spin, true);
        let fail = || panic!("as it should");
        check("caught", &|| drop(panic::catch_unwind(fail)), true);
        check("elsewhere", &|| drop(thread::spawn(fail).join()), true);
    }
}
