//! What holds for every target: an input takes little time, and nothing panics, on whatever thread.

use std::cell::Cell;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Once, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// What an input may take of the processors, all threads together. It takes a few milliseconds; with
/// the fuzzer's instrumentation and on a slow machine several times as much.
const BUDGET: Duration = Duration::from_secs(2);
/// What it may take by the clock, on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(20);

/// Held by whoever works; whoever measures holds it alone.
static WORK: RwLock<()> = RwLock::new(());

/// Does what a target does, and panics if that takes too long, or if anything in it has panicked.
///
/// An input that seems to take too long is tried once more, with nothing else beside it, by the
/// processors' time: so a busy machine raises no alarm.
pub(crate) fn within(name: &str, work: impl Fn()) {
    let (panics, began) = (count_panics(), Instant::now());
    {
        let _others_work_too = WORK.read().unwrap_or_else(PoisonError::into_inner);
        work();
    }
    if began.elapsed() > BUDGET {
        measure(name, work);
    }
    let panics = count_panics() - panics;
    assert_eq!(panics, 0, "{name}: something in it has panicked, see above");
}

fn measure(name: &str, work: impl Fn()) {
    let _alone = WORK.write().unwrap_or_else(PoisonError::into_inner);
    let (began, used) = (Instant::now(), processor_time());
    work();
    let by_the_clock = began.elapsed();
    let took = processor_time().zip(used).map_or(by_the_clock, |(now, then)| now - then);
    assert!(took <= BUDGET, "{name}: this input takes {took:?} of the processors, not {BUDGET:?}");
    assert!(
        by_the_clock <= PATIENCE,
        "{name}: this input takes {by_the_clock:?}, not {PATIENCE:?}"
    );
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
