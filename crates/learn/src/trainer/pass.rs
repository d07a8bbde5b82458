//! Loss and gradient over many samples.

use super::model::{Model, sigmoid};
use super::{Plan, cross_entropy};
use crate::sample::Packed;
use crate::store::Samples;
use komadai_engine::net::{Inputs, bucket};

/// What a pass over samples needs to know.
pub(super) struct Pass<'a> {
    pub(super) inputs: &'a Inputs,
    pub(super) army: u32,
    pub(super) samples: &'a Samples,
    pub(super) plan: &'a Plan,
    pub(super) scale: f32,
}

/// The derivative of the loss by each weight that is used; the sum over a batch.
#[derive(Debug)]
pub(super) struct Gradient {
    pub(super) first: Vec<f32>,
    pub(super) first_bias: Vec<f32>,
    pub(super) second: Vec<f32>,
    pub(super) second_bias: Vec<f32>,
    /// Samples.
    pub(super) count: f32,
}

impl Gradient {
    fn of(model: &Model) -> Self {
        Gradient {
            first: vec![0.0; model.first.len()],
            first_bias: vec![0.0; model.first_bias.len()],
            second: vec![0.0; model.second.len()],
            second_bias: vec![0.0; model.second_bias.len()],
            count: 0.0,
        }
    }

    fn add(&mut self, other: &Gradient) {
        let add = |mine: &mut [f32], theirs: &[f32]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        };
        add(&mut self.first, &other.first);
        add(&mut self.first_bias, &other.first_bias);
        add(&mut self.second, &other.second);
        add(&mut self.second_bias, &other.second_bias);
        self.count += other.count;
    }
}

/// What is worked out for one sample.
#[derive(Default)]
struct Work {
    /// Inputs, as the side to move and as the other side sees them.
    active: [Vec<u32>; 2],
    /// Sums of the first layer.
    sums: [Vec<f32>; 2],
    /// Sums clipped, then squared.
    units: [Vec<f32>; 2],
    bucket: usize,
}

impl Pass<'_> {
    /// The loss of a sample on average.
    pub(super) fn loss(&self, model: &Model, numbers: &[usize]) -> f64 {
        let each = |numbers: &[usize]| {
            let mut work = Work::default();
            let one = |number: &usize| {
                let sample = self.samples.get(*number);
                let logit = self.forward(model, &sample, &mut work);
                cross_entropy(sigmoid(logit), self.target(&sample))
            };
            numbers.iter().map(one).sum::<f64>()
        };
        self.shared_out(numbers, each).into_iter().sum::<f64>() / numbers.len().max(1) as f64
    }

    /// The loss of a batch and its gradient.
    pub(super) fn gradient(&self, model: &Model, batch: &[usize]) -> (f64, Gradient) {
        let each = |numbers: &[usize]| {
            let (mut work, mut gradient) = (Work::default(), Gradient::of(model));
            let one = |number: &usize| {
                let sample = self.samples.get(*number);
                let predicted = sigmoid(self.forward(model, &sample, &mut work));
                let target = self.target(&sample);
                backward(model, &work, predicted - target, &mut gradient);
                cross_entropy(predicted, target)
            };
            let loss = numbers.iter().map(one).sum::<f64>();
            gradient.count = numbers.len() as f32;
            (loss, gradient)
        };
        let parts = self.shared_out(batch, each).into_iter();
        let both = |(loss, mut sum): (f64, Gradient), (more, part): (f64, Gradient)| {
            sum.add(&part);
            (loss + more, sum)
        };
        parts.reduce(both).unwrap_or_else(|| (0.0, Gradient::of(model)))
    }

    /// Shares numbers out among threads.
    fn shared_out<T: Send>(
        &self,
        numbers: &[usize],
        each: impl Fn(&[usize]) -> T + Sync,
    ) -> Vec<T> {
        let part = numbers.len().div_ceil(self.plan.threads.max(1)).max(1);
        std::thread::scope(|scope| {
            let each = &each;
            let threads: Vec<_> =
                numbers.chunks(part).map(|part| scope.spawn(move || each(part))).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("training does not panic"))
                .collect()
        })
    }

    /// What a sample should be predicted to lead to, for the side to move.
    fn target(&self, sample: &Packed<'_>) -> f32 {
        let result = sample.outcome().map_or(0.5, |outcome| outcome as u8 as f32 / 2.0);
        let searched = sigmoid(f32::from(sample.score()) / self.scale);
        self.plan.results * result + (1.0 - self.plan.results) * searched
    }

    /// The logarithm of the odds of winning for the side to move.
    fn forward(&self, model: &Model, sample: &Packed<'_>, work: &mut Work) -> f32 {
        let us = sample.side();
        work.bucket = bucket(sample.count(), self.army, model.buckets);
        let mut logit = f32::from(sample.derived()) / self.scale + model.second_bias[work.bucket];
        let (width, hidden) = (model.width(), model.hidden);
        for (i, view) in [us, !us].into_iter().enumerate() {
            sample.inputs(self.inputs, view, &mut work.active[i]);
            let sums = &mut work.sums[i];
            sums.clear();
            sums.extend_from_slice(&model.first_bias);
            let mut value = 0.0;
            for input in &work.active[i] {
                let row = &model.first[*input as usize * width..][..width];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
                value += row[hidden];
            }
            let units = &mut work.units[i];
            units.clear();
            units.extend(sums.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2)));
            let second = &model.second[(2 * work.bucket + i) * hidden..][..hidden];
            logit += units.iter().zip(second).map(|(unit, weight)| unit * weight).sum::<f32>();
            logit += if i == 0 { value } else { -value };
        }
        logit
    }
}

/// Adds the gradient of one sample, whose prediction is off by so much.
fn backward(model: &Model, work: &Work, off: f32, gradient: &mut Gradient) {
    let (width, hidden) = (model.width(), model.hidden);
    gradient.second_bias[work.bucket] += off;
    for i in 0..2 {
        let at = (2 * work.bucket + i) * hidden;
        let second = &model.second[at..][..hidden];
        let units = gradient.second[at..][..hidden].iter_mut().zip(&work.units[i]);
        units.for_each(|(slope, unit)| *slope += off * unit);
        let slope = |(sum, weight): (&f32, &f32)| {
            if (0.0..1.0).contains(sum) { 2.0 * sum * weight * off } else { 0.0 }
        };
        let mut slopes: Vec<f32> = work.sums[i].iter().zip(second).map(slope).collect();
        let biases = gradient.first_bias.iter_mut().zip(&slopes);
        biases.for_each(|(sum, slope)| *sum += slope);
        slopes.push(if i == 0 { off } else { -off });
        for input in &work.active[i] {
            let row = &mut gradient.first[*input as usize * width..][..width];
            row.iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
        }
    }
}
