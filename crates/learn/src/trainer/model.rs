//! The weights that are fitted, and what they say of a position.

use super::Plan;
use fastrand::Rng;
use komadai_engine::net::{FIRST_UNIT, Inputs, MOST_SECOND, SECOND_UNIT, VALUE_UNIT, Weights};

/// No weight is greater, so that whole numbers of 16 bits are enough.
const MOST: f32 = 1.98;

/// Weights in floating point. The rows of the first layer have a last column for the value of the input by itself.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) hidden: usize,
    pub(super) buckets: usize,
    /// A row for each input, and after them one for each part that inputs share.
    pub(super) parts: Vec<f32>,
    /// The rows of the inputs with what they share added: what is used.
    pub(super) first: Vec<f32>,
    pub(super) first_bias: Vec<f32>,
    pub(super) second: Vec<f32>,
    pub(super) second_bias: Vec<f32>,
}

impl Model {
    /// One that corrects nothing yet.
    pub(super) fn new(inputs: &Inputs, plan: &Plan, random: &mut Rng) -> Self {
        let Plan { hidden, buckets, .. } = *plan;
        let width = hidden + 1;
        let rows = inputs.count() + inputs.shared_count();
        let mut parts = vec![0.0; rows * width];
        // Each unit sees types, and squares a little.
        for (row, weights) in parts.chunks_mut(width).enumerate() {
            let most = if row < inputs.count() { 0.05 } else { 0.15 };
            weights[..hidden].fill_with(|| most * (2.0 * random.f32() - 1.0));
        }
        let mut model = Model {
            hidden,
            buckets,
            parts,
            first: vec![0.0; inputs.count() * width],
            first_bias: vec![0.2; hidden],
            second: vec![0.0; 2 * hidden * buckets],
            second_bias: vec![0.0; buckets],
        };
        model.merge(inputs);
        model
    }

    /// Numbers in a row of the first layer.
    pub(super) fn width(&self) -> usize {
        self.hidden + 1
    }

    /// The weights of the second layer for a bucket: for the side to move (0) or the other one (1).
    pub(super) fn second_of(&self, bucket: usize, side: usize) -> &[f32] {
        &self.second[(2 * bucket + side) * self.hidden..][..self.hidden]
    }

    /// Adds to each input what it shares with others.
    pub(super) fn merge(&mut self, inputs: &Inputs) {
        let (width, count) = (self.width(), inputs.count());
        self.first.copy_from_slice(&self.parts[..count * width]);
        for (input, row) in self.first.chunks_mut(width).enumerate() {
            for part in inputs.shared(input).into_iter().flatten() {
                let part = &self.parts[(count + part) * width..][..width];
                row.iter_mut().zip(part).for_each(|(sum, weight)| *sum += weight);
            }
            row[..width - 1].iter_mut().for_each(|weight| *weight = weight.clamp(-MOST, MOST));
        }
    }

    /// Keeps the second layer within what whole numbers can say.
    pub(super) fn clamp(&mut self) {
        self.second.iter_mut().for_each(|weight| *weight = weight.clamp(-MOST, MOST));
    }

    /// In whole numbers, for a game of which so many centipawns change the odds by a factor of e.
    pub(super) fn quantized(&self, scale: i32) -> Weights {
        let round = |value: f32, unit: i32| (value * unit as f32).round();
        let narrow = |value: f32| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let (mut first, mut values) = (Vec::new(), Vec::new());
        for row in self.first.chunks(self.width()) {
            let (value, row) = row.split_last().expect("a row has a value");
            first.extend(row.iter().map(|weight| narrow(round(*weight, FIRST_UNIT))));
            values.push(narrow(round(*value, VALUE_UNIT * scale)));
        }
        let most = MOST_SECOND as f32;
        let second =
            self.second.iter().map(|weight| round(*weight, SECOND_UNIT).clamp(-most, most));
        let one = (FIRST_UNIT * FIRST_UNIT * SECOND_UNIT) as f32;
        Weights {
            first,
            values,
            first_bias: self
                .first_bias
                .iter()
                .map(|bias| narrow(round(*bias, FIRST_UNIT)))
                .collect(),
            second: second.map(|weight| weight as i16).collect(),
            second_bias: self.second_bias.iter().map(|bias| (bias * one).round() as i32).collect(),
        }
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
