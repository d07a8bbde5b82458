//! The transposition table of the mate solver.
//!
//! What is known of a position for good carries over from one limit of plies to another: a mate within
//! so many plies is one within more, and where there is none within so many there is none within fewer.
//! It carries over from one hand to another as well, where the game allows that ([`Slot`]). The numbers
//! of an open position are good for the limit that they were found with.
//!
//! The table grows from a few positions to its size, so that a short search costs little; then entries
//! with less effort are replaced first.

/// As a proof number: there is no mate. As a disproof number: there is one.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// No limit of plies.
pub(super) const UNLIMITED: u16 = u16::MAX;

/// How hard it is to prove or disprove a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// 0: the attacker mates. [`INFINITE`]: it does not.
    pub(super) proof: u32,
    /// 0: the attacker does not mate.
    pub(super) disproof: u32,
    /// Where the attacker mates: it needs at most this many plies. Where it does not: it certainly does
    /// not within this many, however the position came about.
    pub(super) plies: u16,
}

impl ProofNumbers {
    /// Mate in at most this many plies.
    pub(super) fn mate(plies: u16) -> Self {
        ProofNumbers { proof: 0, disproof: INFINITE, plies }
    }

    /// Not decided yet, with a first estimate of the proof number.
    pub(super) fn open(proof: u32) -> Self {
        ProofNumbers { proof, disproof: 1, plies: 0 }
    }

    /// There is no mate as far as the search can tell, and certainly none within this many plies.
    pub(super) fn no_mate(plies: u16) -> Self {
        ProofNumbers { proof: INFINITE, disproof: 0, plies }
    }

    pub(super) fn is_mate(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_no_mate(self) -> bool {
        self.disproof == 0
    }

    pub(super) fn is_final(self) -> bool {
        self.is_mate() || self.is_no_mate()
    }
}

/// Where a position stands in the table: what the attacker holds is told apart from all else, where it
/// never harms to hold more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) board: u64,
    /// So many of each type, a byte each, below 128.
    pub(super) hand: u64,
}

/// Whether a hand holds at least as many of everything as another one.
fn covers(hand: u64, other: u64) -> bool {
    const GUARDS: u64 = 0x8080_8080_8080_8080;
    hand == other || ((hand | GUARDS) - other) & GUARDS == GUARDS
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Entry {
    slot: Slot,
    /// The numbers for a mate within `limit` plies; 0 if there are none.
    proof: u32,
    disproof: u32,
    limit: u16,
    /// The attacker mates within this many plies, if they are fewer than [`UNLIMITED`].
    mate: u16,
    /// It does not within this many.
    no_mate: u16,
    /// How much it took to find out; 0 for an entry that is not in use.
    effort: u8,
    /// Whether a search without a limit has found no mate. That may depend on where it came from.
    refuted: bool,
}

impl Entry {
    const EMPTY: Entry = Entry {
        slot: Slot { board: 0, hand: 0 },
        proof: 0,
        disproof: 0,
        limit: 0,
        mate: UNLIMITED,
        no_mate: 0,
        effort: 0,
        refuted: false,
    };

    fn is_of(&self, slot: Slot) -> bool {
        self.effort > 0 && self.slot == slot
    }
}

/// Entries that a position may use.
const WAYS: usize = 4;

/// Buckets at first.
const FEW: usize = 256;

/// See the module.
pub(super) struct ProofTable {
    buckets: Vec<[Entry; WAYS]>,
    used: usize,
    most_buckets: usize,
}

impl ProofTable {
    /// A table of at most this many mebibytes, and at least one bucket.
    pub(super) fn new(mebibytes: usize) -> Self {
        let size = size_of::<[Entry; WAYS]>();
        let most_buckets = (mebibytes.saturating_mul(1 << 20) / size).max(1);
        let buckets = vec![[Entry::EMPTY; WAYS]; most_buckets.min(FEW)];
        ProofTable { buckets, used: 0, most_buckets }
    }

    /// How many positions the table can hold.
    pub(super) fn slots(&self) -> usize {
        self.most_buckets * WAYS
    }

    fn bucket(&self, board: u64) -> usize {
        ((u128::from(board) * self.buckets.len() as u128) >> 64) as usize
    }

    /// The numbers of a position for a mate within this many plies.
    pub(super) fn get(&self, slot: Slot, limit: u16) -> Option<ProofNumbers> {
        let (mut mate, mut no_mate, mut refuted, mut open) = (UNLIMITED, 0, false, None);
        let entries = self.buckets[self.bucket(slot.board)].iter();
        for entry in entries.filter(|e| e.effort > 0 && e.slot.board == slot.board) {
            if covers(slot.hand, entry.slot.hand) {
                mate = mate.min(entry.mate);
            }
            if covers(entry.slot.hand, slot.hand) {
                no_mate = no_mate.max(entry.no_mate);
                refuted |= entry.refuted;
            }
            if entry.slot == slot && entry.limit == limit && entry.proof > 0 {
                let (proof, disproof) = (entry.proof, entry.disproof);
                open = Some(ProofNumbers { proof, disproof, plies: 0 });
            }
        }
        if mate < UNLIMITED && mate <= limit {
            Some(ProofNumbers::mate(mate))
        } else if (no_mate > 0 && no_mate >= limit) || (refuted && limit == UNLIMITED) {
            Some(ProofNumbers::no_mate(no_mate))
        } else {
            open
        }
    }

    /// Stores numbers, with the number of positions that were searched for them.
    pub(super) fn set(&mut self, slot: Slot, limit: u16, numbers: ProofNumbers, effort: u64) {
        let effort = u64::from(u64::BITS - effort.leading_zeros()) as u8;
        let entry = self.entry(slot);
        entry.effort = entry.effort.max(effort + if numbers.is_final() { 5 } else { 1 });
        if numbers.is_mate() {
            entry.mate = entry.mate.min(numbers.plies);
        } else if numbers.is_no_mate() {
            entry.no_mate = entry.no_mate.max(numbers.plies);
            entry.refuted |= limit == UNLIMITED;
        } else {
            (entry.proof, entry.disproof, entry.limit) = (numbers.proof, numbers.disproof, limit);
        }
    }

    /// The entry of a position, if need be in the place of another one.
    fn entry(&mut self, slot: Slot) -> &mut Entry {
        if self.used * 2 > self.buckets.len() * WAYS && self.buckets.len() < self.most_buckets {
            self.grow();
        }
        let bucket = self.bucket(slot.board);
        let entries = &mut self.buckets[bucket];
        let cheapest = || (0..WAYS).min_by_key(|i| entries[*i].effort).unwrap_or(0);
        let at = (0..WAYS).find(|i| entries[*i].is_of(slot)).unwrap_or_else(cheapest);
        let entry = &mut entries[at];
        if !entry.is_of(slot) {
            self.used += usize::from(entry.effort == 0);
            *entry = Entry { slot, ..Entry::EMPTY };
        }
        entry
    }

    fn grow(&mut self) {
        let size = (self.buckets.len() * 4).min(self.most_buckets);
        let old = std::mem::replace(&mut self.buckets, vec![[Entry::EMPTY; WAYS]; size]);
        self.used = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry.effort > 0) {
            let bucket = self.bucket(entry.slot.board);
            let place = self.buckets[bucket].iter_mut().min_by_key(|entry| entry.effort);
            if let Some(place) = place.filter(|place| place.effort < entry.effort) {
                self.used += usize::from(place.effort == 0);
                *place = entry;
            }
        }
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.buckets.fill([Entry::EMPTY; WAYS]);
        self.used = 0;
    }

    /// Forgets all that may depend on where the search came from.
    pub(super) fn keep_what_is_sure(&mut self) {
        for entry in self.buckets.iter_mut().flatten() {
            (entry.refuted, entry.proof) = (false, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: ProofNumbers = ProofNumbers { proof: 3, disproof: 5, plies: 0 };

    fn slot(board: u64, hand: u64) -> Slot {
        Slot { board, hand }
    }

    #[test]
    fn a_mate_holds_for_every_limit_that_it_keeps() {
        let mut table = ProofTable::new(1);
        table.set(slot(7, 0), 9, ProofNumbers::mate(5), 100);
        for (limit, known) in [(4, false), (5, true), (9, true), (UNLIMITED, true)] {
            assert_eq!(table.get(slot(7, 0), limit).is_some(), known, "within {limit}");
        }
        table.set(slot(7, 0), UNLIMITED, ProofNumbers::mate(9), 100);
        let known = table.get(slot(7, 0), UNLIMITED);
        assert_eq!(known, Some(ProofNumbers::mate(5)), "the shorter one stays");
    }

    #[test]
    fn no_mate_holds_for_every_limit_up_to_its_own() {
        let mut table = ProofTable::new(1);
        table.set(slot(7, 0), 5, ProofNumbers::no_mate(6), 1);
        table.set(slot(7, 0), 7, OPEN, 1);
        for (limit, known) in [(3, true), (6, true), (8, false), (UNLIMITED, false)] {
            let found = table.get(slot(7, 0), limit);
            assert_eq!(found.is_some_and(ProofNumbers::is_no_mate), known, "within {limit}");
        }
        assert_eq!(table.get(slot(7, 0), 7), Some(OPEN));
        assert_eq!(table.get(slot(8, 0), 0), None, "nothing is known of another one");
    }

    #[test]
    fn what_may_depend_on_the_line_can_be_forgotten() {
        let mut table = ProofTable::new(1);
        table.set(slot(7, 0), UNLIMITED, ProofNumbers::no_mate(3), 1);
        table.set(slot(8, 0), UNLIMITED, ProofNumbers::no_mate(UNLIMITED), 1);
        table.set(slot(9, 0), UNLIMITED, ProofNumbers::mate(7), 1);
        let is_final = |table: &ProofTable, board| {
            table.get(slot(board, 0), UNLIMITED).is_some_and(ProofNumbers::is_final)
        };
        assert!((7..=9).all(|board| is_final(&table, board)));
        table.keep_what_is_sure();
        assert_eq!([7, 8, 9].map(|board| is_final(&table, board)), [false, true, true]);
        assert!(table.get(slot(7, 0), 3).is_some_and(ProofNumbers::is_no_mate));
    }

    #[test]
    fn more_in_hand_mates_too_and_less_does_not() {
        let mut table = ProofTable::new(1);
        table.set(slot(7, 0x0102), 9, ProofNumbers::mate(5), 1);
        table.set(slot(8, 0x0102), 9, ProofNumbers::no_mate(8), 1);
        for (hand, more, less) in [
            (0x0102, true, true),
            (0x0202, true, false),
            (0x01_0102, true, false),
            (0x0101, false, true),
            (0, false, true),
            (0x0201, false, false),
        ] {
            let mates = table.get(slot(7, hand), 7).is_some_and(ProofNumbers::is_mate);
            let fails = table.get(slot(8, hand), 7).is_some_and(ProofNumbers::is_no_mate);
            assert_eq!((mates, fails), (more, less), "{hand:x}");
        }
    }

    #[test]
    fn it_grows_and_keeps_what_it_knows() {
        let mut table = ProofTable::new(1);
        let board = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for i in 1..=3_000 {
            table.set(slot(board(i), 0), UNLIMITED, ProofNumbers::mate(5), 1);
        }
        let known = |i: &u64| table.get(slot(board(*i), 0), UNLIMITED).is_some();
        assert!((1..=3_000).filter(known).count() > 2_500);
    }

    #[test]
    fn entries_with_less_effort_are_replaced_first() {
        let mut table = ProofTable::new(0);
        assert_eq!(table.slots(), WAYS);
        for board in 1..=WAYS as u64 {
            table.set(slot(board, 0), UNLIMITED, OPEN, 1 << board);
        }
        table.set(slot(99, 0), UNLIMITED, OPEN, 1 << 9);
        assert_eq!(table.get(slot(1, 0), UNLIMITED), None);
        assert!((2..=4).chain([99]).all(|b| table.get(slot(b, 0), UNLIMITED).is_some()));
    }
}
