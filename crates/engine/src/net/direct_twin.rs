//! A slow twin of [`super::Network`]: plain sums over points and channels.

use super::inputs::{GLOBALS, Inputs, PLANES};
use super::net_file::NetFile;

/// Activations: by channel, the points of the board.
type Channels = Vec<Vec<f32>>;

pub(super) struct Answers {
    /// Logits of the points and the pass.
    pub(super) policy: Vec<f32>,
    /// Logits of a win and a loss.
    pub(super) value: [f32; 2],
    /// Points.
    pub(super) score: f32,
    pub(super) ownership: Vec<f32>,
}

pub(super) fn evaluate(file: &NetFile<'_>, inputs: &Inputs) -> Answers {
    let lines = usize::from(inputs.size);
    let elements = |name: &str| file.elements(name);
    let mut trunk = convolve(lines, &planes(inputs), &elements("in.w"), &elements("in.b"));
    add(
        &mut trunk,
        &multiply(&elements("in.g"), &inputs.globals[..GLOBALS]),
    );
    relu(&mut trunk);
    for block in 0..file.header.blocks {
        let part = |part: &str| elements(&format!("b{block}.{part}"));
        let mut inner = convolve(lines, &trunk, &part("w1"), &part("b1"));
        if !part("gp").is_empty() {
            add(&mut inner, &multiply(&part("gp"), &pool(lines, &trunk)));
        }
        relu(&mut inner);
        let outer = convolve(lines, &inner, &part("w2"), &part("b2"));
        for (channel, outer) in trunk.iter_mut().zip(outer) {
            channel
                .iter_mut()
                .zip(outer)
                .for_each(|(value, outer)| *value += outer);
        }
        relu(&mut trunk);
    }

    let mut pooled = mix(&trunk, &elements("g.w"), &elements("g.b"));
    relu(&mut pooled);
    let pooled = pool(lines, &pooled);
    let mut moves = mix(&trunk, &elements("p.w"), &elements("p.b"));
    add(&mut moves, &multiply(&elements("p.gp"), &pooled));
    relu(&mut moves);
    let mut policy = dots(&moves, &elements("p.o"));
    let hidden = rectified(sum(
        &multiply(&elements("q1.w"), &pooled),
        &elements("q1.b"),
    ));
    policy.push(multiply(&elements("q2.w"), &hidden)[0] + elements("q2.b")[0]);

    let mut value = mix(&trunk, &elements("v.w"), &elements("v.b"));
    relu(&mut value);
    let size = lines as f32 - 14.0;
    let means = value.iter().map(|channel| mean(channel));
    let means: Vec<f32> = means.collect();
    let by = |factor: f32| means.iter().map(move |mean| mean * factor);
    let all: Vec<f32> = by(1.0)
        .chain(by(size / 10.0))
        .chain(by(size * size / 100.0 - 0.1))
        .collect();
    let hidden = rectified(sum(&multiply(&elements("v1.w"), &all), &elements("v1.b")));
    let outputs = sum(&multiply(&elements("v2.w"), &hidden), &elements("v2.b"));
    Answers {
        policy,
        value: [outputs[0], outputs[1]],
        score: outputs[2] * 20.0,
        ownership: dots(&value, &elements("o.o"))
            .into_iter()
            .map(f32::tanh)
            .collect(),
    }
}

fn planes(inputs: &Inputs) -> Channels {
    let lines = usize::from(inputs.size);
    let point = |plane: usize, point: usize| {
        let place = point / lines * 19 + point % lines;
        f32::from(u8::from(inputs.planes[plane].has(place)))
    };
    let plane = |plane| (0..lines * lines).map(|at| point(plane, at)).collect();
    (0..PLANES).map(plane).collect()
}

fn convolve(lines: usize, input: &Channels, weights: &[f32], bias: &[f32]) -> Channels {
    let output = |(weights, bias): (&[f32], &f32)| {
        let at = |y: usize, x: usize| {
            let mut sum = f64::from(*bias);
            for (channel, filter) in input.iter().zip(weights.chunks(9)) {
                for (tap, weight) in filter.iter().enumerate() {
                    let (y, x) = ((y + tap / 3).wrapping_sub(1), (x + tap % 3).wrapping_sub(1));
                    if y < lines && x < lines {
                        sum += f64::from(channel[y * lines + x]) * f64::from(*weight);
                    }
                }
            }
            sum as f32
        };
        (0..lines * lines)
            .map(|point| at(point / lines, point % lines))
            .collect()
    };
    weights
        .chunks(input.len() * 9)
        .zip(bias)
        .map(output)
        .collect()
}

/// A convolution of one point.
fn mix(input: &Channels, weights: &[f32], bias: &[f32]) -> Channels {
    let rows = weights.chunks(input.len()).zip(bias);
    rows.map(|(row, bias)| dots(input, row).iter().map(|sum| sum + bias).collect())
        .collect()
}

/// One number a point.
fn dots(input: &Channels, weights: &[f32]) -> Vec<f32> {
    let dot = |point: usize| {
        input
            .iter()
            .zip(weights)
            .map(|(channel, weight)| channel[point] * weight)
            .sum()
    };
    (0..input[0].len()).map(dot).collect()
}

fn multiply(matrix: &[f32], vector: &[f32]) -> Vec<f32> {
    let rows = matrix.chunks(vector.len());
    rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
        .collect()
}

fn sum(left: &[f32], right: &[f32]) -> Vec<f32> {
    left.iter()
        .zip(right)
        .map(|(left, right)| left + right)
        .collect()
}

fn rectified(numbers: Vec<f32>) -> Vec<f32> {
    numbers.into_iter().map(|number| number.max(0.0)).collect()
}

fn relu(channels: &mut Channels) {
    channels
        .iter_mut()
        .flatten()
        .for_each(|value| *value = value.max(0.0));
}

fn add(channels: &mut Channels, bias: &[f32]) {
    for (channel, bias) in channels.iter_mut().zip(bias) {
        channel.iter_mut().for_each(|value| *value += bias);
    }
}

fn mean(channel: &[f32]) -> f32 {
    channel.iter().sum::<f32>() / channel.len() as f32
}

fn pool(lines: usize, channels: &Channels) -> Vec<f32> {
    let means: Vec<f32> = channels.iter().map(|channel| mean(channel)).collect();
    let scaled = means.iter().map(|mean| mean * (lines as f32 - 14.0) / 10.0);
    let maxima = channels
        .iter()
        .map(|channel| channel.iter().copied().fold(f32::MIN, f32::max));
    means.iter().copied().chain(scaled).chain(maxima).collect()
}
