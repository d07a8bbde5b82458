//! What takes long: it works on a thread of its own, while Python's other threads go on, and Ctrl-C ends it.

use crate::rulebook::Rules;
use komadai_rules::{AnyPlay, Interrupt};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How often Python is asked whether somebody has pressed Ctrl-C.
const TICK: Duration = Duration::from_millis(50);
/// How often it is told again to stop: it may have been about to begin.
const AGAIN: Duration = Duration::from_millis(10);

/// Works without Python's lock. If a signal comes that raises an exception, it calls `stop` until the work is over,
/// and the exception is raised.
///
/// # Errors
/// That exception.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    stop: &(dyn Fn() + Sync),
    job: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, waiting) = sync_channel(1);
            let worker = scope.spawn(move || {
                // Whoever waits does so until this comes.
                let _ = done.send(job());
            });
            let mut interrupted = None;
            loop {
                let tick = if interrupted.is_some() { AGAIN } else { TICK };
                match waiting.recv_timeout(tick) {
                    Ok(answer) => return interrupted.map_or(Ok(answer), Err),
                    Err(RecvTimeoutError::Timeout) if interrupted.is_none() => {
                        interrupted = Python::attach(|py| py.check_signals()).err();
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        let panic = worker.join().err();
                        std::panic::resume_unwind(panic.unwrap_or_else(|| Box::new("no answer")))
                    }
                }
                if interrupted.is_some() {
                    stop();
                }
            }
        })
    })
}

/// Asks something of a position: at once in most games, and with this patience in those whose rules are so heavy that a
/// list of moves takes long.
///
/// # Errors
/// As for [`work`].
pub(crate) fn ask<T: Send>(
    py: Python<'_>,
    rules: &Rules,
    play: &AnyPlay,
    question: impl FnOnce(&AnyPlay) -> T + Send,
) -> PyResult<T> {
    if !rules.is_heavy() {
        return Ok(question(play));
    }
    let over = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&over);
    let play = play.clone().with_interrupt(&Interrupt::new(move || heard.load(Relaxed)));
    work(py, &|| over.store(true, Relaxed), || question(&play))
}
