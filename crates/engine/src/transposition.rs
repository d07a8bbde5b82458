//! The transposition table, shared by all workers without locks.
//!
//! Each slot is two words: the data, and the key xored with it. A slot that two workers have
//! written at the same time no longer yields its key and reads as empty (Hyatt and Mann 2002).

use crate::limits::Bound;
use crate::score::Score;
use komadai_rules::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The bits of the best move, 0 for none. Keys can collide, so the move may not be legal.
    pub(crate) best_move: u32,
    /// Distances to mate count from this position.
    score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

impl TtEntry {
    /// The score, with distances to mate counted from the root, `ply` plies before.
    pub(crate) fn score(&self, ply: usize) -> i32 {
        match Score(self.score.into()) {
            s if s >= Score::LONGEST_WIN => s.0 - ply as i32,
            s if s <= -Score::LONGEST_WIN => s.0 + ply as i32,
            s => s.0,
        }
    }

    /// The score, if it is enough to return it for this window.
    #[inline]
    pub(crate) fn cutoff(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = self.score(ply);
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        is_enough.then_some(score)
    }

    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.best_move)
            | u64::from(self.score as u16) << 32
            | u64::from(self.depth as u8) << 48
            | (bound | u64::from(generation & 63) << 2) << 56
    }

    fn unpack(data: u64) -> TtEntry {
        let bound = match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        TtEntry {
            best_move: data as u32,
            score: (data >> 32) as u16 as i16,
            depth: (data >> 48) as u8 as i8,
            bound,
        }
    }
}

/// The slots that a key may use: one cache line.
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
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Counts the searches.
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most this many mebibytes, and at least one bucket.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let buckets = (0..Self::bucket_count(mebibytes)).map(|_| Bucket::default()).collect();
        TranspositionTable { buckets, generation: AtomicU8::new(0) }
    }

    /// Whether there is enough memory for a table of this size.
    pub(crate) fn fits(mebibytes: usize) -> bool {
        Vec::<Bucket>::new().try_reserve_exact(Self::bucket_count(mebibytes)).is_ok()
    }

    fn bucket_count(mebibytes: usize) -> usize {
        (mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1)
    }

    /// Empties the table.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub(crate) fn new_search(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// All entries.
    #[cfg(test)]
    pub(crate) fn entries(&self) -> impl Iterator<Item = TtEntry> + '_ {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.map(|slot| slot.data.load(Relaxed)).filter(|data| *data != 0).map(TtEntry::unpack)
    }

    fn bucket_index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.bucket_index(key)]
    }

    /// Loads the bucket of a position into the cache, before it is probed.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index::prefetch_index(&self.buckets, self.bucket_index(key));
    }

    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (data != 0 && slot.check.load(Relaxed) ^ data == key).then(|| TtEntry::unpack(data))
        })
    }

    pub(crate) fn store(
        &self,
        key: u64,
        best_move: Option<Move>,
        score: i32,
        (ply, depth): (usize, i32),
        bound: Bound,
    ) {
        let generation = self.generation.load(Relaxed) & 63;
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
            let old = TtEntry::unpack(data);
            let age = i32::from(generation.wrapping_sub((data >> 58) as u8 & 63) & 63);
            let worth = i32::from(old.depth) - 8 * age;
            if victim.is_none_or(|(least, ..)| worth < least) {
                victim = Some((worth, slot, data));
            }
        }
        let Some((_, slot, old)) = victim else { return };
        let mut best_move = best_move.map_or(0, |m| m.bits());
        if old != 0 && slot.check.load(Relaxed) ^ old == key {
            let old = TtEntry::unpack(old);
            if best_move == 0 {
                best_move = old.best_move;
            }
            // A deep bound is worth more than a shallow one on the same position.
            if bound != Bound::Exact && i32::from(old.depth) > depth + 3 {
                return;
            }
        }
        let depth = depth.clamp(-1, 126) as i8;
        let data = TtEntry { best_move, score: score as i16, depth, bound }.pack(generation);
        slot.data.store(data, Relaxed);
        slot.check.store(key ^ data, Relaxed);
    }

    /// How full the table is of entries of this search, in thousandths, by a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let generation = u64::from(self.generation.load(Relaxed) & 63);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut all, mut fresh) = (0, 0);
        for slot in sample {
            let data = slot.data.load(Relaxed);
            all += 1;
            fresh += u32::from(data != 0 && data >> 58 == generation);
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
        let table = TranspositionTable::new(1);
        let m = Move::step(Square(12), Square(200), 1);
        table.store(7, Some(m), -345, (3, 9), Bound::Lower);
        let entry = table.probe(7).expect("it is there");
        assert_eq!((entry.best_move, entry.score(0)), (m.bits(), -345));
        assert_eq!((entry.depth, entry.bound), (9, Bound::Lower));
        assert_eq!(table.probe(8), None);
        table.clear();
        assert_eq!(table.probe(7), None);
    }

    #[test]
    fn distances_to_mate_count_from_the_position() {
        let table = TranspositionTable::new(1);
        table.store(1, None, Score::won_in(10).0, (4, 1), Bound::Exact);
        assert_eq!(table.probe(1).map(|e| e.score(2)), Some(Score::won_in(8).0));
        table.store(2, None, Score::lost_in(10).0, (4, 1), Bound::Exact);
        assert_eq!(table.probe(2).map(|e| e.score(2)), Some(Score::lost_in(8).0));
    }

    #[test]
    fn a_table_larger_than_memory_does_not_fit() {
        assert!(TranspositionTable::fits(1));
        assert!(!TranspositionTable::fits(usize::MAX));
    }

    #[test]
    fn entries_of_earlier_searches_are_replaced_first() {
        let table = TranspositionTable::new(0);
        for key in 1..=4 {
            table.store(key, None, 0, (0, 50), Bound::Exact);
        }
        for _ in 0..10 {
            table.new_search();
        }
        table.store(5, None, 0, (0, 1), Bound::Exact);
        assert!(table.probe(5).is_some());
        assert_eq!((1..=4).filter(|key| table.probe(*key).is_some()).count(), 3);
    }
}
