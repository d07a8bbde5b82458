//! The generic code of this crate, compiled here for all sizes of boards.
//!
//! In builds for tests, rustc takes generic code from the crate upstream that has compiled it
//! already. This list makes that crate this one: else every crate and every test that plays would
//! compile the whole generator again, four times each. Releases share nothing between crates, and
//! go without; so do the tests inside this crate, which nobody is downstream of.

use crate::{Play, Position, Sandbox, explain};

/// Kept though nobody reads it, and with it all that it points to.
#[used]
static SIZES: [fn(); 4] = [keep::<1>, keep::<2>, keep::<3>, keep::<4>];

fn keep<const N: usize>() {
    std::hint::black_box([
        Position::<N>::start as *const (),
        Position::<N>::from_setup_forgiving as *const (),
        Position::<N>::legal_moves as *const (),
        Position::<N>::count_legal as *const (),
        Position::<N>::has_legal_move as *const (),
        Position::<N>::pseudo_legal_moves as *const (),
        Position::<N>::is_legal as *const (),
        Position::<N>::in_check as *const (),
        Position::<N>::in_danger as *const (),
        Position::<N>::make as *const (),
        Position::<N>::unmake as *const (),
        Position::<N>::captures as *const (),
        Position::<N>::middles as *const (),
        Position::<N>::to_setup as *const (),
        Position::<N>::clone as *const (),
        Position::<N>::perft as *const (),
        Position::<N>::perft_divided as *const (),
        Position::<N>::spellings as *const (),
        Position::<N>::legal_moves_into as *const (),
        Position::<N>::saving_moves_into as *const (),
        Position::<N>::forcing_moves_into as *const (),
        Position::<N>::make_null as *const (),
        Position::<N>::victims as *const (),
        Position::<N>::checks_plainly as *const (),
        Position::<N>::attackers as *const (),
        Position::<N>::takes_aside as *const (),
        Position::<N>::reach as *const (),
        Position::<N>::plain_reach as *const (),
        Position::<N>::is_dead as *const (),
        Sandbox::<N>::new as *const (),
        Sandbox::<N>::reach as *const (),
        Play::<N>::new as *const (),
        Play::<N>::clone as *const (),
        Play::<N>::legal_moves as *const (),
        Play::<N>::is_barred as *const (),
        Play::<N>::push as *const (),
        Play::<N>::pop as *const (),
        Play::<N>::declaration as *const (),
        Play::<N>::ending as *const (),
        Play::<N>::claims as *const (),
        Play::<N>::claims_after as *const (),
        explain::<N> as *const (),
    ]);
}
