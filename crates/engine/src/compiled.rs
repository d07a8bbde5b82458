//! The generic code of this crate, compiled here for all sizes of boards.
//!
//! In builds for tests, crates that search take it from here. The rules have such a list, too, which
//! says why.

use crate::mate::MateSolver;
use crate::{Engine, Values, Worker};

/// Never read, but kept, and with it all that it points to.
#[used]
static SIZES: [fn(); 4] = [keep::<1>, keep::<2>, keep::<3>, keep::<4>];

fn keep<const N: usize>() {
    std::hint::black_box([
        Engine::<N>::new as *const (),
        Engine::<N>::clone as *const (),
        Engine::<N>::evaluate as *const (),
        Engine::<N>::explain_evaluation as *const (),
        Values::of::<N> as *const (),
        Worker::<N>::new as *const (),
        Worker::<N>::search_main as *const (),
        Worker::<N>::search_helper as *const (),
        MateSolver::<N>::new as *const (),
        MateSolver::<N>::solve as *const (),
    ]);
}
