//! Fitting a network to samples: plain gradient descent (AdamW) on the cross entropy of results.
//!
//! What is fitted is a correction of the derived evaluation: it begins at none. The weights of a piece on a
//! square are sums of a part for its type, one for its type on the rank, one for its type on the file, and one for
//! the square; the last one decays. So what is seen rarely follows what is seen often.

mod model;
mod optimizer;
mod pass;

use crate::store::Samples;
use fastrand::Rng;
use komadai_engine::net::{Inputs, LANES, Sight, Weights, army};
use komadai_rules::Variant;
use model::{Model, sigmoid};
use optimizer::Optimizer;
use pass::Pass;

/// How a network is trained.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Hidden units for each side, a multiple of [`LANES`]; 0 for values of single inputs alone.
    pub hidden: usize,
    /// Sets of weights in the second layer.
    pub buckets: usize,
    /// What the network sees.
    pub sight: Sight,
    /// Times that each sample is seen at most.
    pub epochs: u32,
    /// Samples between two steps.
    pub batch: usize,
    /// The learning rate at the beginning; it falls like a cosine.
    pub rate: f32,
    /// How much the results of games count; the rest is for the scores of searches.
    pub results: f32,
    /// How much weights that belong to one square decay in a step, at the full rate.
    pub decay: f32,
    /// Threads to use.
    pub threads: usize,
    /// For the order of samples and the first weights.
    pub seed: u64,
}

impl Plan {
    /// A plan for so many samples: more of them can feed more units.
    pub fn for_samples(samples: usize) -> Self {
        let groups = match samples {
            0..30_000 => 0,
            30_000..200_000 => 1,
            200_000..3_000_000 => 2,
            3_000_000..12_000_000 => 4,
            _ => 8,
        };
        Plan {
            hidden: groups * LANES,
            buckets: 8,
            sight: Sight::Kings,
            epochs: 16,
            batch: 8_192.min(samples / 16).max(64),
            rate: 0.002,
            results: 0.35,
            decay: 0.02,
            threads: 1,
            seed: 1,
        }
    }

    /// The ways to train that are tried, for nobody knows beforehand how soon a game is learnt by heart: the fewer its
    /// games are for its size, the slower the rate that serves it, and the less units and more inputs gain.
    pub fn trials(self) -> impl Iterator<Item = Plan> {
        let slower = [1.0, 0.25, 0.1].map(|part| Plan { rate: self.rate * part, ..self });
        let simpler = [Plan { sight: Sight::Squares, ..self }, Plan { hidden: 0, ..slower[1] }];
        slower.into_iter().chain(simpler)
    }
}

/// What is known after an epoch.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// From 1.
    pub number: u32,
    /// The loss on the samples that it learnt from.
    pub train: f64,
    /// The loss on those that were held out.
    pub held_out: f64,
}

/// What has come of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights with the smallest loss on samples that were held out.
    pub weights: Weights,
    /// Centipawns that change the odds by a factor of e.
    pub scale: i32,
    /// That loss.
    pub loss: f64,
    /// The same of the derived evaluation.
    pub before: f64,
}

/// A network without units is preferred where it gains so much of what another one does: it takes less time.
const NEARLY: f64 = 0.97;

impl Trained {
    /// Whether it is to be used rather than another one that has been trained on the same samples.
    pub fn is_better_than(&self, other: &Trained) -> bool {
        let weight = |one: &Trained| if one.weights.second.is_empty() { 1.0 } else { NEARLY };
        let gain = |one: &Trained| weight(one) * (one.before - one.loss);
        gain(self) > gain(other)
    }
}

/// Epochs without a gain after which training ends.
const PATIENCE: u32 = 4;

/// Trains a network for a game; `report` hears of each epoch, and ends the training with `false`.
pub fn train(
    variant: &Variant,
    samples: &Samples,
    plan: &Plan,
    report: &mut dyn FnMut(Epoch) -> bool,
) -> Trained {
    let mut random = Rng::with_seed(plan.seed);
    let (inputs, scale) = (&Inputs::of(variant, plan.sight), scale(samples));
    let pass = Pass { inputs, army: army(variant), samples, plan, scale: scale as f32 };
    let mut model = Model::new(inputs, plan, &mut random);
    let before = pass.loss(&model, samples.held_out());
    let mut best = (before, model.clone());
    let mut optimizer = Optimizer::new(&model);
    let mut order = samples.train().to_vec();
    let steps = plan.epochs as usize * order.len().div_ceil(plan.batch);
    let (mut step, mut idle) = (0, 0);
    for number in 1..=plan.epochs {
        random.shuffle(&mut order);
        let mut sum = 0.0;
        for batch in order.chunks(plan.batch) {
            let (loss, gradient) = pass.gradient(&model, batch);
            sum += loss;
            let turn = step as f32 / steps as f32 * std::f32::consts::PI;
            let rate = plan.rate * (0.01 + 0.495 * (1.0 + turn.cos()));
            optimizer.step(&mut model, inputs, &gradient, rate, plan.decay);
            step += 1;
        }
        let held_out = pass.loss(&model, samples.held_out());
        if held_out < best.0 {
            (best, idle) = ((held_out, model.clone()), 0);
        } else {
            idle += 1;
        }
        let train = sum / order.len().max(1) as f64;
        if !report(Epoch { number, train, held_out }) || idle >= PATIENCE {
            break;
        }
    }
    Trained { weights: best.1.quantized(scale), scale, loss: best.0, before }
}

/// The centipawns of the derived evaluation that change the odds by a factor of e, by the results of the games.
fn scale(samples: &Samples) -> i32 {
    let few: Vec<usize> =
        samples.train().iter().step_by(samples.train().len() / 200_000 + 1).copied().collect();
    let loss = |scale: f64| {
        let one = |number: &usize| {
            let sample = samples.get(*number);
            let won = sample.outcome().map_or(0.5, |outcome| outcome as u8 as f32 / 2.0);
            cross_entropy(sigmoid((f64::from(sample.derived()) / scale) as f32), won)
        };
        few.iter().map(one).sum::<f64>()
    };
    // The loss has one minimum: close in on it.
    let (mut low, mut high) = (20.0_f64, 4_000.0_f64);
    for _ in 0..40 {
        let third = (high / low).powf(1.0 / 3.0);
        let (a, b) = (low * third, high / third);
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    (low * high).sqrt().round() as i32
}

/// How far a prediction is from what came of it, both from 0 to 1.
fn cross_entropy(predicted: f32, came: f32) -> f64 {
    let predicted = f64::from(predicted).clamp(1e-7, 1.0 - 1e-7);
    let came = f64::from(came);
    -(came * predicted.ln() + (1.0 - came) * (1.0 - predicted).ln())
}
