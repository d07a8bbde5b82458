//! How much memory the tables of a game take.

use crate::bits::BitSet;
use crate::game::{Extra, Game, Movement, PieceInfo, Via, Vias};

impl<const N: usize> Game<N> {
    /// Bytes of its tables, those counted that grow with the number of pieces and with what they can do.
    pub fn table_bytes(&self) -> usize {
        let set = size_of::<BitSet<N>>();
        let table = self.squares() * set;
        let types = self.variant.pieces.len();
        let pieces = self.pieces.iter().map(|(_, info)| info.tables() * table).sum::<usize>();
        let keys = 2 * types * self.squares() * size_of::<u64>();
        self.movements
            .iter()
            .map(|movement| movement.tables() * table + movement.via_bytes())
            .sum::<usize>()
            + pieces
            + keys
            + self.rays.len() * set
            + self.direction.len()
    }
}

impl<const N: usize> Movement<N> {
    /// Tables of squares for each square.
    fn tables(&self) -> usize {
        let of = |extra: &Extra<N>| {
            let tables = [
                &extra.quiet_steps,
                &extra.capture_steps,
                &extra.en_passant_steps,
                &extra.walk_reach,
            ];
            tables.into_iter().flatten().count()
        };
        1 + self.extra.as_deref().map_or(0, of)
    }

    /// Bytes of what it can do by two leaps.
    pub(crate) fn via_bytes(&self) -> usize {
        let all = self.extra.iter().flat_map(|extra| extra.vias.iter().flatten());
        let entries = |vias: &Vias<N>| vias.through.capacity() + vias.hit.capacity();
        all.map(|vias| size_of::<Vias<N>>() + entries(vias) * size_of::<Via<N>>()).sum()
    }
}

impl<const N: usize> PieceInfo<N> {
    /// Tables of squares for each square.
    fn tables(&self) -> usize {
        [&self.burns, &self.burnt_from].into_iter().flatten().count()
    }
}
