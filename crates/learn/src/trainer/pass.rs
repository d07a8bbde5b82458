//! Loss and gradient over many samples.

use super::model::{Model, sigmoid};
use super::{Plan, cross_entropy};
use crate::sample::Packed;
use crate::store::Samples;
use komadai_engine::net::{Inputs, LANES, bucket};
use pulp::{Arch, Simd, WithSimd};

/// What a pass over samples needs to know.
pub(super) struct Pass<'a> {
    pub(super) inputs: &'a Inputs,
    pub(super) army: u32,
    pub(super) samples: &'a Samples,
    /// What each sample should be predicted to lead to, for its side to move, from 0 to 1.
    pub(super) targets: &'a [f32],
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
    /// The derivative of the loss by a row of the first layer.
    slopes: Vec<f32>,
    bucket: usize,
}

/// Samples for one thread.
struct Part<'a> {
    pass: &'a Pass<'a>,
    model: &'a Model,
    numbers: &'a [u32],
    /// What their gradients are added to, if they are asked for.
    gradient: Option<&'a mut Gradient>,
}

/// The same loops, compiled for the widest instructions that this machine has.
impl WithSimd for Part<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let Part { pass, model, numbers, mut gradient } = self;
        let (mut work, mut loss) = (Work::default(), 0.0);
        for number in numbers {
            let sample = pass.samples.get(*number);
            let predicted = sigmoid(pass.forward(model, &sample, &mut work));
            let target = pass.targets[*number as usize];
            if let Some(gradient) = &mut gradient {
                backward(model, &mut work, predicted - target, gradient);
            }
            loss += cross_entropy(predicted, target);
        }
        loss
    }
}

impl Pass<'_> {
    /// The loss of a sample on average.
    pub(super) fn loss(&self, model: &Model, numbers: &[u32]) -> f64 {
        let each = |numbers: &[u32]| {
            Arch::new().dispatch(Part { pass: self, model, numbers, gradient: None })
        };
        self.shared_out(numbers, each).into_iter().sum::<f64>() / numbers.len().max(1) as f64
    }

    /// The loss of a batch and its gradient.
    pub(super) fn gradient(&self, model: &Model, batch: &[u32]) -> (f64, Gradient) {
        let each = |numbers: &[u32]| {
            let mut gradient = Gradient::of(model);
            gradient.count = numbers.len() as f32;
            let part = Part { pass: self, model, numbers, gradient: Some(&mut gradient) };
            (Arch::new().dispatch(part), gradient)
        };
        let parts = self.shared_out(batch, each).into_iter();
        let both = |(loss, mut sum): (f64, Gradient), (more, part): (f64, Gradient)| {
            sum.add(&part);
            (loss + more, sum)
        };
        parts.reduce(both).unwrap_or_else(|| (0.0, Gradient::of(model)))
    }

    /// Shares numbers out among threads.
    fn shared_out<T: Send>(&self, numbers: &[u32], each: impl Fn(&[u32]) -> T + Sync) -> Vec<T> {
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

    /// The logarithm of the odds of winning for the side to move.
    #[inline(always)]
    fn forward(&self, model: &Model, sample: &Packed<'_>, work: &mut Work) -> f32 {
        let us = sample.side();
        work.bucket = bucket(sample.count(), self.army, model.buckets);
        let mut logit = f32::from(sample.derived()) / self.scale + model.second_bias[work.bucket];
        for (i, view) in [us, !us].into_iter().enumerate() {
            sample.inputs(self.inputs, view, &mut work.active[i]);
            let value = first_layer(model, &work.active[i], &mut work.sums[i]);
            let second = model.second_of(work.bucket, i);
            logit += activated(&work.sums[i], second, &mut work.units[i]);
            logit += if i == 0 { value } else { -value };
        }
        logit
    }
}

/// Sums of the first layer, and the sum of values, over some inputs.
#[inline(always)]
fn first_layer(model: &Model, active: &[u32], sums: &mut Vec<f32>) -> f32 {
    let (width, hidden) = (model.width(), model.hidden);
    sums.resize(hidden, 0.0);
    let blocks = sums.as_chunks_mut().0.iter_mut().zip(model.first_bias.as_chunks().0);
    for (block, (sums, bias)) in blocks.enumerate() {
        let mut sum: [f32; LANES] = *bias;
        for input in active {
            let row = &model.first[*input as usize * width + block * LANES..][..LANES];
            for (sum, weight) in sum.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        *sums = sum;
    }
    let mut value = 0.0;
    for input in active {
        value += model.first[*input as usize * width + hidden];
    }
    value
}

/// What the second layer says of sums, and the units between them.
#[inline(always)]
fn activated(sums: &[f32], second: &[f32], units: &mut Vec<f32>) -> f32 {
    units.resize(sums.len(), 0.0);
    // As many sums as fit the widest instructions: one alone could not be worked out in parts.
    let mut all = [0.0; LANES];
    let blocks = units.as_chunks_mut::<LANES>().0.iter_mut();
    let weights = sums.as_chunks::<LANES>().0.iter().zip(second.as_chunks::<LANES>().0);
    for (units, (sums, weights)) in blocks.zip(weights) {
        for lane in 0..LANES {
            let unit = sums[lane].clamp(0.0, 1.0);
            units[lane] = unit * unit;
            all[lane] += unit * unit * weights[lane];
        }
    }
    all.iter().sum()
}

/// Adds the gradient of one sample, whose prediction is off by so much.
#[inline(always)]
fn backward(model: &Model, work: &mut Work, off: f32, gradient: &mut Gradient) {
    let (width, hidden) = (model.width(), model.hidden);
    gradient.second_bias[work.bucket] += off;
    for i in 0..2 {
        let (sums, second) = (&work.sums[i], model.second_of(work.bucket, i));
        let at = (2 * work.bucket + i) * hidden;
        for (slope, unit) in gradient.second[at..][..hidden].iter_mut().zip(&work.units[i]) {
            *slope += off * unit;
        }
        work.slopes.resize(width, 0.0);
        for ((slope, sum), weight) in work.slopes.iter_mut().zip(sums).zip(second) {
            let inside = if (0.0..1.0).contains(sum) { 2.0 * sum } else { 0.0 };
            *slope = inside * weight * off;
        }
        for (sum, slope) in gradient.first_bias.iter_mut().zip(&work.slopes) {
            *sum += slope;
        }
        work.slopes[hidden] = if i == 0 { off } else { -off };
        for input in &work.active[i] {
            let row = &mut gradient.first[*input as usize * width..][..width];
            for (sum, slope) in row.iter_mut().zip(&work.slopes) {
                *sum += slope;
            }
        }
    }
}
