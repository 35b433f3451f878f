//! The layers of a file in KataGo's form, batch normalization folded into weights where that can be done.

use super::katago_error::KatagoError;
use super::model_file::ModelReader;
use crate::net::inputs::{TEACHER_GLOBALS, TEACHER_PLANES};

/// The version of model that is read.
const VERSION: usize = 8;
const MAX_BLOCKS: usize = 128;

/// A factor and a bias for each channel.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    pub(super) factors: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// A convolution, weights `[output][input][y][x]`; with one point, a matrix `[output][input]`.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    pub(super) weights: Vec<f32>,
    pub(super) inputs: usize,
}

pub(super) struct BlockLayers {
    /// In front of the first convolution, with a rectifier behind.
    pub(super) before: Scale,
    pub(super) first: Filter,
    pub(super) first_bias: Vec<f32>,
    pub(super) pooled: Option<PooledLayers>,
    pub(super) second: Filter,
}

/// The part of a block that pools: its result is added to the first convolution.
pub(super) struct PooledLayers {
    pub(super) filter: Filter,
    pub(super) bias: Vec<f32>,
    pub(super) spread: Filter,
}

/// The first convolution and the blocks.
pub(super) struct TrunkLayers {
    /// Lines of the first filter.
    pub(super) stem_side: usize,
    pub(super) stem: Filter,
    pub(super) globals: Filter,
    pub(super) blocks: Vec<BlockLayers>,
    pub(super) tip: Scale,
}

pub(super) struct PolicyLayers {
    pub(super) points: Filter,
    pub(super) pooled: Filter,
    pub(super) pooled_bias: Vec<f32>,
    pub(super) spread: Filter,
    pub(super) spread_bias: Vec<f32>,
    pub(super) output: Filter,
    pub(super) pass: Filter,
}

/// Value, score and owners.
pub(super) struct ValueLayers {
    pub(super) points: Filter,
    pub(super) points_bias: Vec<f32>,
    pub(super) hidden: Filter,
    pub(super) hidden_bias: Vec<f32>,
    /// Win, loss, no result.
    pub(super) value: Filter,
    pub(super) value_bias: Vec<f32>,
    /// Mean of the score, its spread, lead and time left.
    pub(super) score: Filter,
    pub(super) score_bias: Vec<f32>,
    pub(super) owners: Filter,
}

/// All layers of a net.
pub(super) struct Model {
    pub(super) name: String,
    pub(super) channels: usize,
    pub(super) trunk: TrunkLayers,
    pub(super) policy: PolicyLayers,
    pub(super) value: ValueLayers,
}

impl Model {
    /// True if bytes begin with a name and the number of a version.
    pub(super) fn begins(bytes: &[u8]) -> bool {
        let mut reader = ModelReader::new(bytes);
        reader.word().is_ok() && reader.count().is_ok()
    }

    /// Reads the layers from uncompressed bytes.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, KatagoError> {
        let mut reader = ModelReader::new(bytes);
        let name = reader.word()?;
        let version = reader.count()?;
        if version != VERSION {
            return Err(KatagoError::Version(version));
        }
        reader.expect("planes", TEACHER_PLANES)?;
        reader.expect("global inputs", TEACHER_GLOBALS)?;
        let (channels, trunk) = trunk(&mut reader)?;
        let policy = policy(&mut reader, channels)?;
        let value = value(&mut reader, channels)?;
        reader.end()?;
        Ok(Self {
            name,
            channels,
            trunk,
            policy,
            value,
        })
    }
}

fn trunk(reader: &mut ModelReader<'_>) -> Result<(usize, TrunkLayers), KatagoError> {
    reader.name()?;
    let blocks = reader.at_most("blocks", MAX_BLOCKS)?;
    let channels = reader.channels("channels")?;
    reader.expect("inner channels", channels)?;
    let regular = reader.channels("regular channels")?;
    let _unused = reader.count()?;
    let pooled = reader.channels("pooled channels")?;
    let (stem_side, stem) = stem(reader, channels)?;
    let globals = matrix(reader, TEACHER_GLOBALS, channels)?;
    let blocks = (0..blocks).map(|_| block(reader, channels, regular, pooled));
    let blocks = blocks.collect::<Result<_, _>>()?;
    let tip = normalization(reader, channels)?;
    activation(reader)?;
    Ok((
        channels,
        TrunkLayers {
            stem_side,
            stem,
            globals,
            blocks,
            tip,
        },
    ))
}

fn block(
    reader: &mut ModelReader<'_>,
    channels: usize,
    regular: usize,
    pooled: usize,
) -> Result<BlockLayers, KatagoError> {
    let kind = reader.word()?;
    reader.name()?;
    let is_pooled = match kind.as_str() {
        "ordinary_block" => false,
        "gpool_block" => true,
        _ => return Err(KatagoError::Block(kind)),
    };
    let inner = if is_pooled { regular } else { channels };
    let before = normalization(reader, channels)?;
    activation(reader)?;
    let mut first = convolution(reader, 3, channels, inner)?;
    let mut pool = None;
    if is_pooled {
        let mut filter = convolution(reader, 3, channels, pooled)?;
        let scale = normalization(reader, pooled)?;
        activation(reader)?;
        filter.scale(&scale.factors);
        let spread = matrix(reader, 3 * pooled, inner)?;
        pool = Some(PooledLayers {
            filter,
            bias: scale.bias,
            spread,
        });
    }
    let scale = normalization(reader, inner)?;
    activation(reader)?;
    first.scale(&scale.factors);
    if let Some(pool) = &mut pool {
        pool.spread.scale(&scale.factors);
    }
    let second = convolution(reader, 3, inner, channels)?;
    Ok(BlockLayers {
        before,
        first,
        first_bias: scale.bias,
        pooled: pool,
        second,
    })
}

fn policy(reader: &mut ModelReader<'_>, channels: usize) -> Result<PolicyLayers, KatagoError> {
    reader.name()?;
    let mut points = any_convolution(reader, channels)?;
    let mut pooled = any_convolution(reader, channels)?;
    let pooled_count = pooled.outputs();
    let pooled_scale = normalization(reader, pooled_count)?;
    activation(reader)?;
    pooled.scale(&pooled_scale.factors);
    let mut spread = matrix(reader, 3 * pooled_count, points.outputs())?;
    let scale = normalization(reader, points.outputs())?;
    activation(reader)?;
    points.scale(&scale.factors);
    spread.scale(&scale.factors);
    let output = convolution(reader, 1, points.outputs(), 1)?;
    let pass = matrix(reader, 3 * pooled_count, 1)?;
    let (pooled_bias, spread_bias) = (pooled_scale.bias, scale.bias);
    Ok(PolicyLayers {
        points,
        pooled,
        pooled_bias,
        spread,
        spread_bias,
        output,
        pass,
    })
}

fn value(reader: &mut ModelReader<'_>, channels: usize) -> Result<ValueLayers, KatagoError> {
    reader.name()?;
    let mut points = any_convolution(reader, channels)?;
    let count = points.outputs();
    let scale = normalization(reader, count)?;
    activation(reader)?;
    points.scale(&scale.factors);
    reader.name()?;
    reader.expect("inputs", 3 * count)?;
    let hidden_count = reader.channels("outputs")?;
    let hidden = transposed(reader, 1, 3 * count, hidden_count)?;
    let hidden_bias = bias(reader, hidden_count)?;
    activation(reader)?;
    let value = matrix(reader, hidden_count, 3)?;
    let value_bias = bias(reader, 3)?;
    let score = matrix(reader, hidden_count, 4)?;
    let score_bias = bias(reader, 4)?;
    let owners = convolution(reader, 1, count, 1)?;
    let points_bias = scale.bias;
    Ok(ValueLayers {
        points,
        points_bias,
        hidden,
        hidden_bias,
        value,
        value_bias,
        score,
        score_bias,
        owners,
    })
}

/// The first convolution, of 3 or 5 lines, and the lines of its filter.
fn stem(reader: &mut ModelReader<'_>, channels: usize) -> Result<(usize, Filter), KatagoError> {
    reader.name()?;
    let side = reader.one_of("rows", [3, 5])?;
    let filter = convolution_from(reader, side, TEACHER_PLANES, Some(channels))?;
    Ok((side, filter))
}

/// A convolution of known size.
fn convolution(
    reader: &mut ModelReader<'_>,
    side: usize,
    inputs: usize,
    outputs: usize,
) -> Result<Filter, KatagoError> {
    reader.name()?;
    reader.expect("rows", side)?;
    convolution_from(reader, side, inputs, Some(outputs))
}

/// A convolution of one point with any number of outputs.
fn any_convolution(reader: &mut ModelReader<'_>, inputs: usize) -> Result<Filter, KatagoError> {
    reader.name()?;
    reader.expect("rows", 1)?;
    convolution_from(reader, 1, inputs, None)
}

/// A convolution behind its name and number of rows.
fn convolution_from(
    reader: &mut ModelReader<'_>,
    side: usize,
    inputs: usize,
    outputs: Option<usize>,
) -> Result<Filter, KatagoError> {
    reader.expect("columns", side)?;
    reader.expect("inputs", inputs)?;
    let outputs = if let Some(outputs) = outputs {
        reader.expect("outputs", outputs)?;
        outputs
    } else {
        reader.channels("outputs")?
    };
    reader.expect("points from row to row", 1)?;
    reader.expect("points from column to column", 1)?;
    transposed(reader, side * side, inputs, outputs)
}

fn matrix(
    reader: &mut ModelReader<'_>,
    inputs: usize,
    outputs: usize,
) -> Result<Filter, KatagoError> {
    reader.name()?;
    reader.expect("inputs", inputs)?;
    reader.expect("outputs", outputs)?;
    transposed(reader, 1, inputs, outputs)
}

fn bias(reader: &mut ModelReader<'_>, count: usize) -> Result<Vec<f32>, KatagoError> {
    reader.name()?;
    reader.expect("numbers", count)?;
    reader.array(count)
}

/// An activation has a name alone in this version: it is the rectifier.
fn activation(reader: &mut ModelReader<'_>) -> Result<(), KatagoError> {
    reader.name()
}

/// Batch normalization as a factor and a bias.
fn normalization(reader: &mut ModelReader<'_>, count: usize) -> Result<Scale, KatagoError> {
    reader.name()?;
    reader.expect("channels", count)?;
    let epsilon = reader.number()?;
    let (has_scale, has_bias) = (reader.count()? != 0, reader.count()? != 0);
    let (means, variances) = (reader.array(count)?, reader.array(count)?);
    let scales = if has_scale {
        reader.array(count)?
    } else {
        vec![1.0; count]
    };
    let biases = if has_bias {
        reader.array(count)?
    } else {
        vec![0.0; count]
    };
    let factors = scales.iter().zip(&variances);
    let factors = factors.map(|(scale, variance)| scale / (variance + epsilon).sqrt());
    let factors = reader.finite(factors.collect())?;
    let bias = biases.iter().zip(factors.iter().zip(&means));
    let bias = reader.finite(
        bias.map(|(bias, (factor, mean))| bias - factor * mean)
            .collect(),
    )?;
    Ok(Scale { factors, bias })
}

/// Reads weights `[tap][input][output]`.
fn transposed(
    reader: &mut ModelReader<'_>,
    taps: usize,
    inputs: usize,
    outputs: usize,
) -> Result<Filter, KatagoError> {
    let numbers = reader.array(taps * inputs * outputs)?;
    let mut weights = Vec::with_capacity(numbers.len());
    for output in 0..outputs {
        for input in 0..inputs {
            weights.extend((0..taps).map(|tap| numbers[(tap * inputs + input) * outputs + output]));
        }
    }
    Ok(Filter { weights, inputs })
}

impl Filter {
    /// Number of outputs of a filter of one point.
    pub(super) const fn outputs(&self) -> usize {
        self.weights.len() / self.inputs
    }

    /// Multiplies each output by its factor.
    fn scale(&mut self, factors: &[f32]) {
        let length = self.weights.len() / factors.len();
        for (weights, factor) in self.weights.chunks_mut(length).zip(factors) {
            weights.iter_mut().for_each(|weight| *weight *= factor);
        }
    }
}
