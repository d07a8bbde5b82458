//! What the first layer of a network says of each position of a line, brought up to date as late as possible.

use super::Net;
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
    fn of<const N: usize>(net: &Net, position: &Position<N>, view: Color) -> Self {
        let mut sums = Sums::default();
        sums.see(net, position, view);
        sums
    }

    /// Works out all anew.
    #[inline(always)]
    fn see<const N: usize>(&mut self, net: &Net, position: &Position<N>, view: Color) {
        self.hidden.clone_from(&net.weights.first_bias);
        self.values = 0;
        for input in net.inputs.active(position, view) {
            self.switch(net, true, input);
        }
    }

    /// Takes over what another one says.
    fn copy(&mut self, other: &Sums) {
        self.hidden.clear();
        self.hidden.extend_from_slice(&other.hidden);
        self.values = other.values;
    }

    /// Turns an input on or off.
    #[inline(always)]
    fn switch(&mut self, net: &Net, on: bool, input: usize) {
        let hidden = self.hidden.len();
        let row = &net.weights.first[input * hidden..][..hidden];
        let value = i32::from(net.weights.values[input]);
        let sums = self.hidden.iter_mut().zip(row);
        if on {
            sums.for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
            self.values += value;
        } else {
            sums.for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
            self.values -= value;
        }
    }
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
    /// Room for the inputs that this turns on or off.
    switched: Vec<(bool, usize)>,
}

/// The layers of a line; see the module.
#[derive(Clone, Debug)]
pub(crate) struct Accumulators {
    net: Arc<Net>,
    /// Those beyond `last` are kept for their memory.
    layers: Vec<Layer>,
    last: usize,
    /// The widest instructions that this machine has: plain loops are compiled for each.
    arch: Arch,
}

impl Accumulators {
    pub(crate) fn new(net: &Arc<Net>) -> Self {
        let layers = vec![Layer::default()];
        Accumulators { net: Arc::clone(net), layers, last: 0, arch: Arch::new() }
    }

    pub(crate) fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// Starts at a position.
    pub(crate) fn reset<const N: usize>(&mut self, position: &Position<N>) {
        self.last = 0;
        let (net, layer) = (&self.net, &mut self.layers[0]);
        layer.sums = Color::BOTH.map(|view| Sums::of(net, position, view));
        layer.kings = Color::BOTH.map(|view| net.inputs.king_of(position, view));
        layer.fresh = [true; 2];
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
        Color::BOTH.iter().for_each(|view| self.refresh(position, *view));
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
                let layer = &mut self.layers[self.last];
                layer.sums[side].see(&self.net, position, view);
                layer.fresh[side] = true;
                return;
            }
        }
        for next in known + 1..=self.last {
            let (before, after) = self.layers.split_at_mut(next);
            after[0].follow(&self.net, &before[next - 1], view);
        }
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

impl Layer {
    #[inline(always)]
    fn follow(&mut self, net: &Net, before: &Layer, view: Color) {
        let (side, inputs) = (view.index(), &net.inputs);
        let (sums, seen) = (&mut self.sums[side], (view, self.kings[side]));
        sums.copy(&before.sums[side]);
        self.switched.clear();
        let mut note = |on, input| self.switched.push((on, input));
        self.changes.iter().for_each(|change| inputs.changed(seen, *change, &mut note));
        for (on, input) in &self.switched {
            sums.switch(net, *on, *input);
        }
        self.fresh[side] = true;
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
