//! The transposition table, shared by all workers without locks.
//!
//! Each slot is two words: the data, and the key xored with it. A slot that two workers have torn
//! between them no longer gives its key back and reads as empty (Hyatt and Mann 2002).

use crate::limits::Bound;
use crate::score::Score;
use komadai_rules::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The bits of the best move, 0 for none: only meaningful if it is found among the legal ones.
    pub(crate) best: u32,
    /// Mates are counted from the position itself.
    score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

impl Entry {
    /// The score as seen from the root, `ply` plies before.
    pub(crate) fn score(&self, ply: usize) -> i32 {
        match Score(self.score.into()) {
            s if s >= Score::LONGEST_WIN => s.0 - ply as i32,
            s if s <= -Score::LONGEST_WIN => s.0 + ply as i32,
            s => s.0,
        }
    }

    /// The score, if it answers what a window asks.
    #[inline]
    pub(crate) fn answers(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = self.score(ply);
        let tells = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        tells.then_some(score)
    }

    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.best)
            | u64::from(self.score as u16) << 32
            | u64::from(self.depth as u8) << 48
            | (bound | u64::from(age & 63) << 2) << 56
    }

    fn unpack(data: u64) -> Entry {
        let bound = match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Entry {
            best: data as u32,
            score: (data >> 32) as u16 as i16,
            depth: (data >> 48) as u8 as i8,
            bound,
        }
    }
}

/// One cache line of slots for one part of the keys.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// A table of at most so many mebibytes, and at least one bucket.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let buckets = (0..Self::count(mebibytes)).map(|_| Bucket::default()).collect();
        Table { buckets, age: AtomicU8::new(0) }
    }

    /// Whether the machine gives room for such a table.
    pub(crate) fn fits(mebibytes: usize) -> bool {
        Vec::<Bucket>::new().try_reserve_exact(Self::count(mebibytes)).is_ok()
    }

    fn count(mebibytes: usize) -> usize {
        (mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1)
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins; what earlier ones have found gives way first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// All that is known.
    #[cfg(test)]
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.map(|slot| slot.data.load(Relaxed)).filter(|data| *data != 0).map(Entry::unpack)
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.place(key)]
    }

    /// Asks the memory for what is known of a position, so that it is at hand when it is looked at.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index::prefetch_index(&self.buckets, self.place(key));
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (data != 0 && slot.check.load(Relaxed) ^ data == key).then(|| Entry::unpack(data))
        })
    }

    pub(crate) fn store(
        &self,
        key: u64,
        best: Option<Move>,
        score: i32,
        (ply, depth): (usize, i32),
        bound: Bound,
    ) {
        let age = self.age.load(Relaxed) & 63;
        let score = match Score(score) {
            s if s >= Score::LONGEST_WIN => s.0 + ply as i32,
            s if s <= -Score::LONGEST_WIN => s.0 - ply as i32,
            s => s.0,
        };
        let mut victim = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if data == 0 || slot.check.load(Relaxed) ^ data == key {
                victim = Some((i32::MIN, slot, data));
                break;
            }
            let old = Entry::unpack(data);
            let years = i32::from(age.wrapping_sub((data >> 58) as u8 & 63) & 63);
            let worth = i32::from(old.depth) - 8 * years;
            if victim.is_none_or(|(least, ..)| worth < least) {
                victim = Some((worth, slot, data));
            }
        }
        let Some((_, slot, old)) = victim else { return };
        let mut best = best.map_or(0, |m| m.bits().get());
        if old != 0 && slot.check.load(Relaxed) ^ old == key {
            let old = Entry::unpack(old);
            if best == 0 {
                best = old.best;
            }
            // A deep bound is worth more than a shallow one about the same position.
            if bound != Bound::Exact && i32::from(old.depth) > depth + 3 {
                return;
            }
        }
        let depth = depth.clamp(-1, 126) as i8;
        let data = Entry { best, score: score as i16, depth, bound }.pack(age);
        slot.data.store(data, Relaxed);
        slot.check.store(key ^ data, Relaxed);
    }

    /// Thousandths of the table that the present search has filled, from a sample.
    pub(crate) fn filled(&self) -> u32 {
        let age = u64::from(self.age.load(Relaxed) & 63);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut all, mut fresh) = (0, 0);
        for slot in sample {
            let data = slot.data.load(Relaxed);
            all += 1;
            fresh += u32::from(data != 0 && data >> 58 == age);
        }
        fresh * 1000 / all.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::Square;

    #[test]
    fn what_is_stored_comes_back() {
        let table = Table::new(1);
        let m = Move::step(Square(12), Square(200), 1);
        table.store(7, Some(m), -345, (3, 9), Bound::Lower);
        let entry = table.probe(7).expect("it is there");
        assert_eq!((entry.best, entry.score(0)), (m.bits().get(), -345));
        assert_eq!((entry.depth, entry.bound), (9, Bound::Lower));
        assert_eq!(table.probe(8), None);
        table.clear();
        assert_eq!(table.probe(7), None);
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = Table::new(1);
        table.store(1, None, Score::won_in(10).0, (4, 1), Bound::Exact);
        assert_eq!(table.probe(1).map(|e| e.score(2)), Some(Score::won_in(8).0));
        table.store(2, None, Score::lost_in(10).0, (4, 1), Bound::Exact);
        assert_eq!(table.probe(2).map(|e| e.score(2)), Some(Score::lost_in(8).0));
    }

    #[test]
    fn no_machine_gives_room_for_everything() {
        assert!(Table::fits(1));
        assert!(!Table::fits(usize::MAX));
    }

    #[test]
    fn old_entries_give_way_to_new_ones() {
        let table = Table::new(0);
        for key in 1..=4 {
            table.store(key, None, 0, (0, 50), Bound::Exact);
        }
        for _ in 0..10 {
            table.grow_older();
        }
        table.store(5, None, 0, (0, 1), Bound::Exact);
        assert!(table.probe(5).is_some());
        assert_eq!((1..=4).filter(|key| table.probe(*key).is_some()).count(), 3);
    }
}
