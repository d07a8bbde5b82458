//! The derived evaluation, corrected by a network where there is one.

use super::{Evaluator, Handcrafted, dampen};
use crate::level::Level;
use crate::net::{Accumulators, Net};
use komadai_rules::Position;
use std::sync::Arc;

/// An [`Evaluator`] that asks both.
#[derive(Clone, Debug)]
pub struct Hybrid<const N: usize> {
    handcrafted: Handcrafted<N>,
    net: Option<Accumulators>,
    /// How much of its correction counts; see [`Level::heeds_net`].
    heed: i32,
}

/// All of it.
const ALL: i32 = Level::FULL.heeds_net();

impl<const N: usize> Hybrid<N> {
    /// Without a network.
    pub fn new(handcrafted: Handcrafted<N>) -> Self {
        Hybrid { handcrafted, net: None, heed: ALL }
    }

    /// With a network, or without.
    pub(crate) fn set_net(&mut self, net: Option<&Arc<Net>>) {
        self.net = net.map(Accumulators::new);
    }

    /// How much of what the network says is to count; where nothing is, it is not asked.
    pub(crate) fn heed_net(&mut self, heed: i32) {
        self.heed = heed;
        if heed == 0 {
            self.net = None;
        }
    }

    pub(crate) fn net(&self) -> Option<&Arc<Net>> {
        self.net.as_ref().map(Accumulators::net)
    }
}

impl<const N: usize> Evaluator<N> for Hybrid<N> {
    fn reset(&mut self, position: &Position<N>) {
        self.handcrafted.reset(position);
        if let Some(accumulators) = &mut self.net {
            accumulators.reset(position);
        }
    }

    fn push(&mut self, position: &Position<N>) {
        self.handcrafted.push(position);
        if let Some(accumulators) = &mut self.net {
            accumulators.push(position);
        }
    }

    fn pop(&mut self) {
        self.handcrafted.pop();
        if let Some(accumulators) = &mut self.net {
            accumulators.pop();
        }
    }

    fn evaluate(&mut self, position: &Position<N>, alpha: i32, beta: i32) -> i32 {
        let Some(accumulators) = &mut self.net else {
            return self.handcrafted.evaluate(position, alpha, beta);
        };
        // The rest is asked with the window that is left for it.
        let correction = accumulators.correction(position) * self.heed / ALL;
        let rest = self.handcrafted.evaluate(position, alpha - correction, beta - correction);
        dampen(rest + correction)
    }

    fn explain(&mut self, position: &Position<N>) -> Vec<(&'static str, i32, i32)> {
        let mut terms = self.handcrafted.explain(position);
        if let Some(accumulators) = &mut self.net {
            let correction = accumulators.correction(position) * self.heed / ALL;
            let mut sides = [0; 2];
            sides[position.side().index()] = correction;
            terms.push(("learnt", sides[0], sides[1]));
        }
        terms
    }
}
