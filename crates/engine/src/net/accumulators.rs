//! What the first layer of a network says of each position of a line, brought up to date as late as possible.

use super::{LANES, Net};
use komadai_rules::{Change, Color, Position, Square};
use pulp::{Arch, Simd, WithSimd};
use std::sync::Arc;

/// What the first layer says to one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) hidden: Vec<i16>,
    pub(super) values: i32,
}

impl Sums {
    /// With all inputs off.
    fn of_none(net: &Net) -> Self {
        Sums { hidden: net.weights.first_bias.clone(), values: 0 }
    }

    /// Turns some inputs on and others off, from what was said before them.
    ///
    /// One block of units after the other, so that its sums stay in registers. These are loops, since the body of
    /// `for_each` may be compiled by itself, without the widest instructions.
    #[inline(always)]
    fn switch(&mut self, net: &Net, before: &Sums, switched: &Switched) {
        let (hidden, first) = (before.hidden.len(), &net.weights.first[..]);
        self.hidden.resize(hidden, 0);
        let blocks = self.hidden.as_chunks_mut().0.iter_mut().zip(before.hidden.as_chunks().0);
        for (block, (after, before)) in blocks.enumerate() {
            let row = |input: u32| input as usize * hidden + block * LANES;
            let mut sums: [i16; LANES] = *before;
            for input in &switched.on {
                for (sum, weight) in sums.iter_mut().zip(&first[row(*input)..][..LANES]) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
            for input in &switched.off {
                for (sum, weight) in sums.iter_mut().zip(&first[row(*input)..][..LANES]) {
                    *sum = sum.wrapping_sub(*weight);
                }
            }
            *after = sums;
        }
        let values = |inputs: &[u32]| -> i32 {
            inputs.iter().map(|input| i32::from(net.weights.values[*input as usize])).sum()
        };
        self.values = before.values + values(&switched.on) - values(&switched.off);
    }
}

/// Inputs that are turned on and off.
#[derive(Clone, Debug, Default)]
struct Switched {
    on: Vec<u32>,
    off: Vec<u32>,
}

/// One position of the line.
#[derive(Clone, Debug, Default)]
struct Layer {
    /// For each side.
    sums: [Sums; 2],
    /// Whether they are up to date.
    fresh: [bool; 2],
    /// The king from which each side sees pieces.
    kings: [Option<Square>; 2],
    /// What the move to this position has changed.
    changes: Vec<Change>,
}

/// The layers of a line; see the module.
#[derive(Clone, Debug)]
pub(crate) struct Accumulators {
    net: Arc<Net>,
    /// What all begins from.
    none: Sums,
    /// Room for the inputs that a move turns on or off.
    switched: Switched,
    /// Those beyond `last` are kept for their memory.
    layers: Vec<Layer>,
    last: usize,
    /// The widest instructions that this machine has: plain loops are compiled for each.
    arch: Arch,
}

impl Accumulators {
    pub(crate) fn new(net: &Arc<Net>) -> Self {
        Accumulators {
            none: Sums::of_none(net),
            switched: Switched::default(),
            layers: vec![Layer::default()],
            last: 0,
            arch: Arch::new(),
            net: Arc::clone(net),
        }
    }

    pub(crate) fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// Starts at a position.
    pub(crate) fn reset<const N: usize>(&mut self, position: &Position<N>) {
        self.last = 0;
        let layer = &mut self.layers[0];
        layer.kings = Color::BOTH.map(|view| self.net.inputs.king_of(position, view));
        for view in Color::BOTH {
            self.see(position, view);
        }
    }

    /// Follows the move that has just been made.
    #[inline]
    pub(crate) fn push<const N: usize>(&mut self, position: &Position<N>) {
        self.last += 1;
        if self.last == self.layers.len() {
            self.layers.push(Layer::default());
        }
        let layer = &mut self.layers[self.last];
        layer.fresh = [false; 2];
        layer.kings = Color::BOTH.map(|view| self.net.inputs.king_of(position, view));
        layer.changes.clear();
        layer.changes.extend(position.changes());
    }

    /// Takes back the last move.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.last = self.last.saturating_sub(1);
    }

    /// The correction for the side to move, in centipawns.
    pub(crate) fn correction<const N: usize>(&mut self, position: &Position<N>) -> i32 {
        self.arch.dispatch(Correction { accumulators: self, position })
    }

    #[inline(always)]
    fn corrected<const N: usize>(&mut self, position: &Position<N>) -> i32 {
        for view in Color::BOTH {
            self.refresh(position, view);
        }
        let sums = &self.layers[self.last].sums;
        let us = position.side();
        let sides = [&sums[us.index()], &sums[(!us).index()]];
        self.net.correction(sides, position.occupied().count())
    }

    /// Brings the last layer up to date for a side, and those before it that it needs: none where its king has moved
    /// since, for then all is seen anew.
    #[inline(always)]
    fn refresh<const N: usize>(&mut self, position: &Position<N>, view: Color) {
        let (side, king) = (view.index(), self.layers[self.last].kings[view.index()]);
        let mut known = self.last;
        while !self.layers[known].fresh[side] {
            known -= 1;
            if self.layers[known].kings[side] != king {
                return self.see(position, view);
            }
        }
        for next in known + 1..=self.last {
            self.follow(next, view);
        }
    }

    /// Works out all of the last layer anew for a side.
    #[inline(always)]
    fn see<const N: usize>(&mut self, position: &Position<N>, view: Color) {
        let Accumulators { net, none, switched, .. } = self;
        switched.off.clear();
        net.inputs.active(position, view, &mut switched.on);
        let layer = &mut self.layers[self.last];
        layer.sums[view.index()].switch(net, none, switched);
        layer.fresh[view.index()] = true;
    }

    /// Works out a layer for a side from the one before it.
    #[inline(always)]
    fn follow(&mut self, number: usize, view: Color) {
        let Accumulators { net, switched, .. } = self;
        let (before, after) = self.layers.split_at_mut(number);
        let (before, after) = (&before[number - 1], &mut after[0]);
        let side = view.index();
        switched.on.clear();
        switched.off.clear();
        for change in &after.changes {
            net.inputs.changed((view, after.kings[side]), *change, |on, input| {
                if on { &mut switched.on } else { &mut switched.off }.push(input as u32);
            });
        }
        after.sums[side].switch(net, &before.sums[side], switched);
        after.fresh[side] = true;
    }
}

/// What is done with the widest instructions.
struct Correction<'a, const N: usize> {
    accumulators: &'a mut Accumulators,
    position: &'a Position<N>,
}

impl<const N: usize> WithSimd for Correction<'_, N> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> i32 {
        self.accumulators.corrected(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Header, Inputs, LANES, Net, Sight, Weights};
    use crate::random::Random;
    use komadai_rules::variant::{BUILTIN, SHELF, load_builtin};
    use komadai_rules::{AnyGame, Game, any_size};

    /// A network that knows nothing, but says something of everything.
    pub(crate) fn random_net<const N: usize>(game: &Game<N>, sight: Sight, seed: u64) -> Net {
        let (count, hidden, buckets) = (Inputs::of(game.variant(), sight).count(), LANES, 4);
        let mut random = Random(seed);
        let mut some = |count: usize, most: u64| -> Vec<i16> {
            (0..count).map(|_| random.below(2 * most) as i16 - most as i16).collect()
        };
        let weights = Weights {
            first: some(count * hidden, 60),
            first_bias: some(hidden, 100),
            values: some(count, 400),
            second: some(2 * hidden * buckets, 120),
            second_bias: vec![1_000; buckets],
        };
        let header = Header { hidden, buckets, sight, scale: 300, ..Header::default() };
        Net::new(game.variant(), header, weights).unwrap()
    }

    fn check<const N: usize>(game: &Arc<Game<N>>, sight: Sight, seed: u64) {
        let net = Arc::new(random_net(game, sight, seed));
        let Ok(mut position) = Position::start(game) else { return };
        let (mut followed, mut random) = (Accumulators::new(&net), Random(seed));
        followed.reset(&position);
        let mut plies = 0;
        for _ in 0..200 {
            let moves = position.legal_moves();
            if plies > 0 && (moves.is_empty() || random.below(4) == 0) {
                position.unmake();
                followed.pop();
                plies -= 1;
            } else if let Some(m) = moves.get(random.below(moves.len() as u64) as usize) {
                position.make(*m);
                followed.push(&position);
                plies += 1;
            }
            // The same without the instructions that only some machines have.
            let mut plain = Accumulators { arch: Arch::Scalar, ..followed.clone() };
            let name = &game.variant().id;
            assert_eq!(
                plain.correction(&position),
                followed.clone().correction(&position),
                "{name}"
            );
            // Now and then, so that several moves are followed at once.
            if random.below(3) == 0 {
                let mut fresh = Accumulators::new(&net);
                fresh.reset(&position);
                let name = &game.variant().id;
                assert_eq!(followed.correction(&position), fresh.correction(&position), "{name}");
                let (followed, fresh) = (&followed.layers[followed.last], &fresh.layers[0]);
                assert_eq!(followed.sums, fresh.sums, "{name}");
            }
        }
    }

    #[test]
    fn what_is_followed_is_what_is_worked_out_anew() {
        for (seed, game) in BUILTIN.iter().chain(SHELF).enumerate() {
            let variant = load_builtin(game.id, &[]).unwrap().variant;
            let game = AnyGame::compile(&variant).unwrap();
            for sight in [Sight::Squares, Sight::Kings] {
                any_size!(AnyGame, &game, game => check(game, sight, seed as u64));
            }
        }
    }
}
