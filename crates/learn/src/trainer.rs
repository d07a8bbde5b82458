//! Fitting a network to samples: plain gradient descent (AdamW) on the cross entropy of what came of them.
//!
//! What is fitted is a correction of the derived evaluation: it begins at none. The weights of a piece on a
//! square are sums of a part for its type, one for its type on the rank, one for its type on the file, and one for
//! the square. All decay, and what is seen often moves the parts that it shares: so what is seen rarely follows it.

mod model;
mod optimizer;
mod pass;

use crate::sample::Packed;
use crate::store::Samples;
use fastrand::Rng;
use komadai_engine::net::{Inputs, LANES, Sight, Weights, army};
use komadai_rules::{Color, Variant};
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
    /// How much what came after a sample counts, from 0 to 1; the rest is for the score of its own search.
    pub lambda: f32,
    /// How much the weights of the first layer decay in a step, at the full rate.
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
            200_000..ENOUGH => 2,
            ENOUGH..12_000_000 => 4,
            _ => 8,
        };
        Plan {
            hidden: groups * LANES,
            buckets: 8,
            sight: Sight::Kings,
            epochs: 16,
            batch: 8_192.min(samples / 16).max(64),
            rate: 0.002,
            lambda: 0.7,
            decay: 0.02,
            threads: 1,
            seed: 1,
        }
    }

    /// The same, slower.
    fn at(self, part: f32) -> Self {
        Plan { rate: self.rate * part, ..self }
    }

    /// Plans that see less or have no units; none where the samples are enough for both.
    fn simpler(self, samples: usize) -> Vec<Plan> {
        if samples >= ENOUGH {
            return Vec::new();
        }
        let no_units = Plan { hidden: 0, ..self.at(0.25) };
        let no_units = (self.hidden > 0).then_some(no_units);
        [Plan { sight: Sight::Squares, ..self }].into_iter().chain(no_units).collect()
    }
}

/// So many samples are taken to be enough for all units and inputs.
const ENOUGH: usize = 3_000_000;

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

/// Trains in several ways, and says which of them predicts best what was held out.
///
/// Nobody knows beforehand how soon a game is learnt by heart: the fewer its games are for its size, the slower the
/// rate that serves it, and the less units and more inputs gain. `report` hears of each way, then of its epochs, and
/// ends the training of that way with `false`.
pub fn train_in_several_ways(
    variant: &Variant,
    samples: &Samples,
    plan: Plan,
    mut report: impl FnMut(&Plan, Option<Epoch>) -> bool,
) -> (Plan, Trained) {
    let mut trial = |plan: Plan| {
        report(&plan, None);
        (plan, train(variant, samples, &plan, &mut |epoch| report(&plan, Some(epoch))))
    };
    let mut best = trial(plan);
    // Where a rate was slow enough, one that is slower still loses time.
    for part in [0.25, 0.1] {
        let slower = trial(plan.at(part));
        if !slower.1.is_better_than(&best.1) {
            break;
        }
        best = slower;
    }
    for simpler in plan.simpler(samples.train().len()) {
        let simpler = trial(simpler);
        if simpler.1.is_better_than(&best.1) {
            best = simpler;
        }
    }
    best
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
    let targets = &targets(samples, scale as f32, plan.lambda);
    let pass = Pass { inputs, army: army(variant), samples, targets, plan, scale: scale as f32 };
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

/// What each sample should be predicted to lead to, for its side to move: what its own search says, and what came of
/// it, that is the same of the next sample of its game, and the result after the last one.
///
/// This is TD(lambda) (Sutton 1988). What was seen a few moves later is nearly as sure as a deeper search of the
/// position would be; the result alone says much of the last moves, but of the first ones only who erred last.
fn targets(samples: &Samples, scale: f32, lambda: f32) -> Vec<f32> {
    let mut targets = Vec::new();
    for game in samples.by_game() {
        let first = targets.len();
        targets.resize(first + game.len(), 0.0);
        let mut came = None;
        for (target, number) in targets[first..].iter_mut().zip(game).rev() {
            let sample = samples.get(number);
            let for_first = |chance: f32| match sample.side() {
                Color::First => chance,
                Color::Second => 1.0 - chance,
            };
            let searched = for_first(sigmoid(f32::from(sample.score()) / scale));
            let after = came.unwrap_or_else(|| for_first(won(&sample)));
            let both = lambda * after + (1.0 - lambda) * searched;
            came = Some(both);
            *target = for_first(both);
        }
    }
    targets
}

/// The part of a point that the side to move has won in the end.
fn won(sample: &Packed<'_>) -> f32 {
    sample.outcome().map_or(0.5, |outcome| outcome as u8 as f32 / 2.0)
}

/// The centipawns of the derived evaluation that change the odds by a factor of e, by the results of the games.
fn scale(samples: &Samples) -> i32 {
    let few: Vec<u32> =
        samples.train().iter().step_by(samples.train().len() / 200_000 + 1).copied().collect();
    let loss = |scale: f64| {
        let one = |number: &u32| {
            let sample = samples.get(*number);
            cross_entropy(sigmoid((f64::from(sample.derived()) / scale) as f32), won(&sample))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Outcome, Sample, Shape};
    use crate::store::Seen;

    const SHAPE: Shape = Shape { squares: 25, types: 2 };

    /// The packed samples of a game that the first side has won; each search saw it level.
    fn game(pieces: &[u8]) -> Vec<u8> {
        let mut bytes = (pieces.len() as u16).to_le_bytes().to_vec();
        for (i, piece) in pieces.iter().enumerate() {
            let (side, outcome) =
                [(Color::First, Outcome::Win), (Color::Second, Outcome::Loss)][i % 2];
            let on =
                (komadai_rules::Square(i as u8), Color::First, komadai_rules::PieceType(*piece));
            let sample =
                Sample { side, outcome, score: 0, derived: 0, pieces: vec![on], hands: Vec::new() };
            sample.pack(SHAPE.squares, &mut bytes);
        }
        bytes
    }

    fn samples(bytes: &[u8]) -> Samples {
        let mut samples = Samples::empty(SHAPE);
        samples.add(SHAPE, bytes, &mut Seen::default()).expect("they are of this shape");
        samples
    }

    #[test]
    fn what_came_later_counts_less() {
        let samples = samples(&[game(&[0, 0, 0]), game(&[1])].concat());
        assert_eq!(targets(&samples, 300.0, 0.5), [0.5625, 0.375, 0.75, 0.75]);
        assert_eq!(targets(&samples, 300.0, 0.0), [0.5; 4]);
        assert_eq!(targets(&samples, 300.0, 1.0), [1.0, 0.0, 1.0, 1.0]);
    }

    /// A position that was seen before is not learnt from again, but the one before it leads to it all the same.
    #[test]
    fn positions_that_come_twice_belong_to_both_games() {
        let game = game(&[0, 0, 0]);
        let samples = samples(&[&game[..], &game[..]].concat());
        assert_eq!(samples.train(), [0, 1, 2]);
        assert_eq!(targets(&samples, 300.0, 0.5)[3..], [0.5625, 0.375, 0.75]);
    }
}
