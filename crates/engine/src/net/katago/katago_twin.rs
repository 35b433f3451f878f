//! A made-up net in KataGo's form, and its answers by plain sums over the arrays of the file.

use std::collections::VecDeque;

use crate::net::inputs::{TEACHER_GLOBALS, TEACHER_PLANES, TeacherInputs};
use sgmp_board::rng::Rng;

/// Channels of the trunk, of a pooling block's regular and pooled part, and of all heads.
const CHANNELS: usize = 32;
const REGULAR: usize = 16;
const POOLED: usize = 16;
const HEAD: usize = 16;
const EPSILON: f32 = 1e-3;

/// Activations: by channel, the points of the board.
type Channels = Vec<Vec<f32>>;

/// A file and its arrays in order.
pub(in crate::net) struct MadeUp {
    pub(in crate::net) bytes: Vec<u8>,
    arrays: VecDeque<Vec<f32>>,
    rng: Rng,
}

impl MadeUp {
    /// A net of one plain block and one that pools.
    pub(in crate::net) fn new(seed: u64) -> Self {
        let rng = Rng::from_seed(seed);
        let mut file = Self {
            bytes: Vec::new(),
            arrays: VecDeque::new(),
            rng,
        };
        file.words("made-up 8\n22 19\n");
        file.words(&format!(
            "trunk 2 {CHANNELS} {CHANNELS} {REGULAR} 16 {POOLED}\n"
        ));
        file.convolution(5, TEACHER_PLANES, CHANNELS);
        file.matrix(TEACHER_GLOBALS, CHANNELS);
        file.words("ordinary_block plain\n");
        file.normalization(CHANNELS);
        file.convolution(3, CHANNELS, CHANNELS);
        file.normalization(CHANNELS);
        file.convolution(3, CHANNELS, CHANNELS);
        file.words("gpool_block pooling\n");
        file.normalization(CHANNELS);
        file.convolution(3, CHANNELS, REGULAR);
        file.convolution(3, CHANNELS, POOLED);
        file.normalization(POOLED);
        file.matrix(3 * POOLED, REGULAR);
        file.normalization(REGULAR);
        file.convolution(3, REGULAR, CHANNELS);
        file.normalization(CHANNELS);
        file.words("policy\n");
        file.convolution(1, CHANNELS, HEAD);
        file.convolution(1, CHANNELS, HEAD);
        file.normalization(HEAD);
        file.matrix(3 * HEAD, HEAD);
        file.normalization(HEAD);
        file.convolution(1, HEAD, 1);
        file.matrix(3 * HEAD, 1);
        file.words("value\n");
        file.convolution(1, CHANNELS, HEAD);
        file.normalization(HEAD);
        file.matrix(3 * HEAD, HEAD);
        file.bias(HEAD);
        file.words("act\n");
        file.matrix(HEAD, 3);
        file.bias(3);
        file.matrix(HEAD, 4);
        file.bias(4);
        file.convolution(1, HEAD, 1);
        file
    }

    fn words(&mut self, words: &str) {
        self.bytes.extend(words.as_bytes());
    }

    /// An array of numbers around `middle`, at most `reach` away.
    fn array(&mut self, length: usize, middle: f32, reach: f32) {
        let mut number = || middle + reach * (self.rng.below(20_001) as f32 / 10_000.0 - 1.0);
        let numbers: Vec<f32> = (0..length).map(|_| number()).collect();
        self.words("@BIN@");
        self.bytes
            .extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        self.words("\n");
        self.arrays.push_back(numbers);
    }

    fn convolution(&mut self, side: usize, inputs: usize, outputs: usize) {
        self.words(&format!("conv {side} {side} {inputs} {outputs} 1 1\n"));
        let length = side * side * inputs;
        self.array(length * outputs, 0.0, (1.5 / length as f32).sqrt());
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) {
        self.words(&format!("matmul {inputs} {outputs}\n"));
        self.array(inputs * outputs, 0.0, (1.5 / inputs as f32).sqrt());
    }

    fn bias(&mut self, count: usize) {
        self.words(&format!("bias {count}\n"));
        self.array(count, 0.0, 0.3);
    }

    /// Normalization and the activation behind it.
    fn normalization(&mut self, count: usize) {
        self.words(&format!("norm {count} {EPSILON} 1 1\n"));
        self.array(count, 0.0, 0.2);
        self.array(count, 1.0, 0.3);
        self.array(count, 1.0, 0.3);
        self.array(count, 0.0, 0.3);
        self.words("act\n");
    }

    /// The answers by plain sums.
    pub(super) fn evaluate(&self, inputs: &TeacherInputs) -> Answers {
        Twin {
            lines: inputs.size.into(),
            arrays: self.arrays.clone(),
        }
        .evaluate(inputs)
    }
}

pub(super) struct Answers {
    pub(super) policy: Vec<f32>,
    /// Logits of win, loss and no result.
    pub(super) value: Vec<f32>,
    /// Mean of the score, its spread, lead and time left, as the head gives them.
    pub(super) score: Vec<f32>,
    pub(super) ownership: Vec<f32>,
}

struct Twin {
    lines: usize,
    arrays: VecDeque<Vec<f32>>,
}

impl Twin {
    fn evaluate(mut self, inputs: &TeacherInputs) -> Answers {
        let mut trunk = self.convolve(5, &planes(inputs));
        let globals = self.multiply(&inputs.globals);
        add(&mut trunk, &globals);

        let active = self.normalize(&trunk);
        let inner = self.convolve(3, &active);
        let inner = self.normalize(&inner);
        add_all(&mut trunk, &self.convolve(3, &inner));

        let active = self.normalize(&trunk);
        let mut regular = self.convolve(3, &active);
        let pooled = self.convolve(3, &active);
        let pooled = self.normalize(&pooled);
        let bias = self.multiply(&self.pool(&pooled));
        add(&mut regular, &bias);
        let regular = self.normalize(&regular);
        add_all(&mut trunk, &self.convolve(3, &regular));
        let tip = self.normalize(&trunk);

        let mut points = self.convolve(1, &tip);
        let pooled = self.convolve(1, &tip);
        let pooled = self.normalize(&pooled);
        let pooled = self.pool(&pooled);
        let bias = self.multiply(&pooled);
        add(&mut points, &bias);
        let points = self.normalize(&points);
        let mut policy = self.convolve(1, &points).remove(0);
        policy.extend(self.multiply(&pooled));

        let points = self.convolve(1, &tip);
        let points = self.normalize(&points);
        let size = self.lines as f32 - 14.0;
        let means = points.iter().map(|channel| mean(channel));
        let means: Vec<f32> = means.collect();
        let by = |factor: f32| means.iter().map(move |mean| mean * factor);
        let squares = by(size * size / 100.0 - 0.1);
        let all: Vec<f32> = by(1.0).chain(by(size / 10.0)).chain(squares).collect();
        let hidden = self.biased(&all).into_iter().map(|number| number.max(0.0));
        let hidden: Vec<f32> = hidden.collect();
        let value = self.biased(&hidden);
        let score = self.biased(&hidden);
        let owners = self.convolve(1, &points).remove(0);
        assert!(self.arrays.is_empty(), "arrays are left");
        Answers {
            policy,
            value,
            score,
            ownership: owners.into_iter().map(f32::tanh).collect(),
        }
    }

    fn array(&mut self) -> Vec<f32> {
        self.arrays.pop_front().expect("an array")
    }

    fn convolve(&mut self, side: usize, input: &Channels) -> Channels {
        let (lines, weights) = (self.lines, self.array());
        let outputs = weights.len() / (side * side * input.len());
        let at = |output: usize, point: usize| {
            let mut sum = 0.0;
            for tap in 0..side * side {
                let y = (point / lines + tap / side).wrapping_sub(side / 2);
                let x = (point % lines + tap % side).wrapping_sub(side / 2);
                if y < lines && x < lines {
                    for (number, channel) in input.iter().enumerate() {
                        let weight = weights[(tap * input.len() + number) * outputs + output];
                        sum += f64::from(weight) * f64::from(channel[y * lines + x]);
                    }
                }
            }
            sum as f32
        };
        let channel = |output| (0..lines * lines).map(|point| at(output, point)).collect();
        (0..outputs).map(channel).collect()
    }

    fn multiply(&mut self, vector: &[f32]) -> Vec<f32> {
        let weights = self.array();
        let outputs = weights.len() / vector.len();
        let sum = |output: usize| {
            let column = weights.iter().skip(output).step_by(outputs);
            column
                .zip(vector)
                .map(|(weight, number)| weight * number)
                .sum()
        };
        (0..outputs).map(sum).collect()
    }

    fn biased(&mut self, vector: &[f32]) -> Vec<f32> {
        let products = self.multiply(vector);
        products
            .into_iter()
            .zip(self.array())
            .map(|(product, bias)| product + bias)
            .collect()
    }

    fn normalize(&mut self, input: &Channels) -> Channels {
        let [means, variances, scales, biases] = std::array::from_fn(|_| self.array());
        let channel = |(number, channel): (usize, &Vec<f32>)| {
            let scale = scales[number] / (variances[number] + EPSILON).sqrt();
            let value = |value: &f32| (scale * (value - means[number]) + biases[number]).max(0.0);
            channel.iter().map(value).collect()
        };
        input.iter().enumerate().map(channel).collect()
    }

    fn pool(&self, channels: &Channels) -> Vec<f32> {
        let means = channels.iter().map(|channel| mean(channel));
        let scaled = means
            .clone()
            .map(|mean| mean * (self.lines as f32 - 14.0) * 0.1);
        let maxima = channels
            .iter()
            .map(|channel| channel.iter().copied().fold(f32::MIN, f32::max));
        means.clone().chain(scaled).chain(maxima).collect()
    }
}

fn planes(inputs: &TeacherInputs) -> Channels {
    let lines = usize::from(inputs.size);
    let point = |plane: usize, point: usize| {
        let place = point / lines * 19 + point % lines;
        f32::from(u8::from(inputs.planes[plane].has(place)))
    };
    let plane = |plane| (0..lines * lines).map(|at| point(plane, at)).collect();
    (0..TEACHER_PLANES).map(plane).collect()
}

fn mean(channel: &[f32]) -> f32 {
    channel.iter().sum::<f32>() / channel.len() as f32
}

fn add(channels: &mut Channels, bias: &[f32]) {
    for (channel, bias) in channels.iter_mut().zip(bias) {
        channel.iter_mut().for_each(|value| *value += bias);
    }
}

fn add_all(channels: &mut Channels, others: &Channels) {
    for (channel, other) in channels.iter_mut().zip(others) {
        channel
            .iter_mut()
            .zip(other)
            .for_each(|(value, other)| *value += other);
    }
}
