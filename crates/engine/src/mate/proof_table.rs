//! The transposition table of the mate solver: entries with less effort are replaced first.

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
    /// Where the attacker mates: it needs at most this many plies.
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

    /// There is no mate.
    pub(super) const NO_MATE: ProofNumbers =
        ProofNumbers { proof: INFINITE, disproof: 0, plies: 0 };

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

/// A key, the two numbers, and plies with effort. These are plain words, so that a new table is
/// zeroed memory that the system provides on first use.
type Slot = [u64; 3];

/// Slots that a key may use.
const WAYS: usize = 4;

/// See the module.
#[derive(Debug)]
pub(super) struct ProofTable {
    buckets: Vec<[Slot; WAYS]>,
}

impl ProofTable {
    /// A table of at most this many mebibytes, and at least one bucket.
    pub(super) fn new(mebibytes: usize) -> Self {
        let size = size_of::<[Slot; WAYS]>();
        let buckets = (mebibytes.saturating_mul(1 << 20) / size).max(1);
        ProofTable { buckets: vec![[[0; 3]; WAYS]; buckets] }
    }

    /// How many positions the table can hold.
    pub(super) fn slots(&self) -> usize {
        self.buckets.len() * WAYS
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// The numbers of a position for a mate within this many plies.
    pub(super) fn get(&self, key: u64, limit: u16) -> Option<ProofNumbers> {
        let mate = self.find(key).filter(|numbers| numbers.is_mate() && numbers.plies <= limit);
        mate.or_else(|| {
            self.find(key_within(key, limit)).filter(|n| !n.is_mate() || n.plies <= limit)
        })
    }

    /// Stores numbers, with the number of positions that were searched for them.
    pub(super) fn set(&mut self, key: u64, limit: u16, numbers: ProofNumbers, effort: u64) {
        // A mate holds for every limit; all other numbers hold for this one.
        let key = if numbers.is_mate() { key } else { key_within(key, limit) };
        let old = self.find(key);
        if numbers.is_mate() && old.is_some_and(|o| o.is_mate() && o.plies <= numbers.plies) {
            return;
        }
        let effort = u64::from(u64::BITS - effort.leading_zeros());
        let effort = effort.min(255) + if numbers.is_final() { 4 } else { 0 };
        let at = self.bucket(key);
        let slots = &mut self.buckets[at];
        let cheapest = || (0..WAYS).min_by_key(|i| slots[*i][2] >> 16).unwrap_or(0);
        let slot = (0..WAYS).find(|i| holds(&slots[*i], key)).unwrap_or_else(cheapest);
        // A slot in use has an effort of at least 1.
        slots[slot] = [
            key,
            u64::from(numbers.proof) << 32 | u64::from(numbers.disproof),
            (effort + 1) << 16 | u64::from(numbers.plies),
        ];
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.buckets.fill([[0; 3]; WAYS]);
    }

    /// Empties the table but for the mates.
    pub(super) fn keep_mates(&mut self) {
        for slot in self.buckets.iter_mut().flatten() {
            if slot[1] >> 32 != 0 {
                *slot = [0; 3];
            }
        }
    }

    fn find(&self, key: u64) -> Option<ProofNumbers> {
        let slot = self.buckets[self.bucket(key)].iter().find(|slot| holds(slot, key))?;
        Some(ProofNumbers {
            proof: (slot[1] >> 32) as u32,
            disproof: slot[1] as u32,
            plies: slot[2] as u16,
        })
    }
}

fn holds(slot: &Slot, key: u64) -> bool {
    slot[0] == key && slot[2] != 0
}

/// The key of a position with a limit of plies.
fn key_within(key: u64, limit: u16) -> u64 {
    match limit {
        UNLIMITED => key,
        _ => key ^ (u64::from(limit) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: ProofNumbers = ProofNumbers { proof: 3, disproof: 5, plies: 0 };

    #[test]
    fn a_mate_holds_for_every_limit_that_it_keeps() {
        let mut table = ProofTable::new(1);
        table.set(7, 9, ProofNumbers::mate(5), 100);
        for (limit, known) in [(4, false), (5, true), (9, true), (UNLIMITED, true)] {
            assert_eq!(table.get(7, limit).is_some(), known, "within {limit}");
        }
        table.set(7, UNLIMITED, ProofNumbers::mate(9), 100);
        assert_eq!(table.get(7, UNLIMITED), Some(ProofNumbers::mate(5)), "the shorter one stays");
    }

    #[test]
    fn everything_else_holds_for_its_own_limit() {
        let mut table = ProofTable::new(1);
        table.set(7, 5, ProofNumbers::NO_MATE, 1);
        table.set(7, 7, OPEN, 1);
        assert_eq!(table.get(7, 5), Some(ProofNumbers::NO_MATE));
        assert_eq!(table.get(7, 7), Some(OPEN));
        assert_eq!(table.get(7, UNLIMITED), None);
        table.set(7, 7, ProofNumbers::mate(7), 1);
        table.keep_mates();
        assert_eq!(table.get(7, 5), None);
        assert_eq!(table.get(7, 7), Some(ProofNumbers::mate(7)));
    }

    #[test]
    fn entries_with_less_effort_are_replaced_first() {
        let mut table = ProofTable::new(0);
        assert_eq!(table.slots(), WAYS);
        for key in 1..=WAYS as u64 {
            table.set(key, UNLIMITED, OPEN, 1 << key);
        }
        table.set(99, UNLIMITED, OPEN, 1 << 9);
        assert_eq!(table.get(1, UNLIMITED), None);
        assert!((2..=4).chain([99]).all(|key| table.get(key, UNLIMITED).is_some()));
    }
}
