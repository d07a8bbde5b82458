//! AdamW (Loshchilov and Hutter 2019).

use super::model::Model;
use super::pass::Gradient;
use komadai_engine::net::Inputs;

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

/// What is remembered of earlier gradients of one list of weights.
#[derive(Clone, Debug)]
struct Moments {
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Moments {
    fn of(weights: &[f32]) -> Self {
        Moments { mean: vec![0.0; weights.len()], square: vec![0.0; weights.len()] }
    }

    fn step(
        &mut self,
        weights: &mut [f32],
        gradient: impl Iterator<Item = f32>,
        rate: f32,
        decay: f32,
    ) {
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            *weight -= rate * (*mean / (square.sqrt() + TINY) + decay * *weight);
        }
    }
}

/// Steps down the gradient.
#[derive(Debug)]
pub(super) struct Optimizer {
    parts: Moments,
    first_bias: Moments,
    second: Moments,
    second_bias: Moments,
    /// The gradient by parts, kept for its memory.
    shared: Vec<f32>,
    steps: i32,
}

impl Optimizer {
    pub(super) fn new(model: &Model) -> Self {
        Optimizer {
            parts: Moments::of(&model.parts),
            first_bias: Moments::of(&model.first_bias),
            second: Moments::of(&model.second),
            second_bias: Moments::of(&model.second_bias),
            shared: Vec::new(),
            steps: 0,
        }
    }

    /// One step.
    pub(super) fn step(
        &mut self,
        model: &mut Model,
        inputs: &Inputs,
        gradient: &Gradient,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        // The usual corrections of moments that began at zero.
        let rate = rate * (1.0 - SQUARE.powi(self.steps)).sqrt() / (1.0 - MEAN.powi(self.steps));
        let one = 1.0 / gradient.count.max(1.0);
        self.share(model, inputs, gradient, one);
        let slopes = self.shared.iter().copied();
        self.parts.step(&mut model.parts, slopes, rate, decay);
        let by = |list: &[f32]| list.iter().map(|slope| slope * one).collect::<Vec<f32>>();
        for (moments, weights, slopes) in [
            (&mut self.first_bias, &mut model.first_bias, by(&gradient.first_bias)),
            (&mut self.second, &mut model.second, by(&gradient.second)),
            (&mut self.second_bias, &mut model.second_bias, by(&gradient.second_bias)),
        ] {
            moments.step(weights, slopes.into_iter(), rate, 0.0);
        }
        model.clamp();
        model.merge(inputs);
    }

    /// What the gradient is by inputs and by the parts that they share.
    fn share(&mut self, model: &Model, inputs: &Inputs, gradient: &Gradient, one: f32) {
        let (width, count) = (model.width(), inputs.count());
        self.shared.clear();
        self.shared.extend(gradient.first.iter().map(|slope| slope * one));
        self.shared.resize(model.parts.len(), 0.0);
        let (own, parts) = self.shared.split_at_mut(count * width);
        for (input, row) in own.chunks(width).enumerate() {
            for part in inputs.shared(input).into_iter().flatten() {
                let part = &mut parts[part * width..][..width];
                part.iter_mut().zip(row).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }
}
