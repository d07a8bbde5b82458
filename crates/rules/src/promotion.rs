//! Which moves of a piece may promote, and which must.

use crate::Square;
use crate::bits::BitSet;
use crate::game::PromotionInfo;

impl<const N: usize> PromotionInfo<N> {
    /// Destinations without and with promotion.
    #[inline]
    pub(crate) fn split(
        &self,
        from: Square,
        to: BitSet<N>,
        enemy: BitSet<N>,
    ) -> (BitSet<N>, BitSet<N>) {
        let [quiet, capture] = &self.right[usize::from(self.zone.contains(from))];
        self.split_by_right(to & ((*capture & enemy) | quiet.without(enemy)), to)
    }

    #[inline(always)]
    fn split_by_right(&self, right: BitSet<N>, to: BitSet<N>) -> (BitSet<N>, BitSet<N>) {
        let forced = to & self.forced;
        let must = forced | right.only_if(self.mandatory);
        (to.without(must), right | forced)
    }

    /// The same where `inside` holds the destinations reached from inside the zone.
    #[inline(always)]
    pub(crate) fn split_by_start(
        &self,
        inside: BitSet<N>,
        to: BitSet<N>,
        enemy: BitSet<N>,
    ) -> (BitSet<N>, BitSet<N>) {
        let [[quiet_out, capture_out], [quiet_in, capture_in]] = self.right;
        let quiet = (quiet_in & inside) | quiet_out.without(inside);
        let capture = (capture_in & inside) | capture_out.without(inside);
        self.split_by_right(to & ((capture & enemy) | quiet.without(enemy)), to)
    }

    /// Whether a move that captures some enemies may stay unpromoted, and how many promotions it has.
    pub(crate) fn choices(&self, from: Square, to: Square, captures: BitSet<N>) -> (bool, u8) {
        let captures = captures.only_if(from != to || self.by_shot);
        let inside = self.zone.contains(from);
        let by_capture = (self.when.capture_inside && captures.intersects(self.zone))
            || (self.when.capture_from_inside && inside && !captures.is_empty());
        let quiet = self.right[usize::from(inside)][0].contains(to);
        let right = quiet || (by_capture && self.fits.contains(to));
        let forced = self.forced.contains(to);
        let choices = if right || forced { self.to.len() as u8 } else { 0 };
        (!(forced || (right && self.mandatory)), choices)
    }
}
