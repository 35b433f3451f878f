//! The file of weights: `docs/learning.md` has its layout.

use super::feature_family::FeatureFamily;
use super::shape_hash::ShapeId;
use sgmp_board::container::{ContainerError, Rest, open, seal};

/// The first line of every file; its number changes with the layout, the hashes of shapes and the
/// meaning of levels.
const MAGIC: &[u8] = b"SGMP-GO PATTERNS 4\n";

/// Greatest length of a file, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Steps of a shape's weight between one unit of logarithm and the next.
const STEPS: f32 = 2048.0;

/// The reason why bytes are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveWeightsError {
    /// They begin with something else than the format's name.
    #[error("these are no pattern weights that this version reads")]
    Other,
    /// The checksum does not fit, or they are cut short.
    #[error("the pattern weights are damaged: copy or make the file again")]
    Damaged,
    /// They were made by a version whose features are others.
    #[error("the pattern weights have other features than this version: make them again")]
    Features,
}

/// Natural logarithms of the features' weights, and their origin.
///
/// # Examples
///
/// ```
/// use sgmp_knowledge::move_weights::{FeatureFamily, MoveWeights};
///
/// let mut weights = MoveWeights::even(Vec::new());
/// weights.levels[FeatureFamily::Capture as usize][2] = 1.5;
/// assert_eq!(MoveWeights::from_bytes(&weights.to_bytes()), Ok(weights));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MoveWeights {
    /// Their origin: command, games, prediction; JSON.
    pub note: String,
    /// The known shapes; with each its smaller ones stand somewhere.
    pub shapes: Vec<ShapeId>,
    /// The weight of "no known shape", then those of [`Self::shapes`].
    pub shape_weights: Vec<f32>,
    /// By family and level; level 0 weighs 0.
    pub levels: [[f32; FeatureFamily::MAX_LEVELS]; FeatureFamily::COUNT],
    /// The weight of a pass.
    pub pass: f32,
}

impl MoveWeights {
    /// Weights under which all moves are equal.
    #[must_use]
    pub fn even(shapes: Vec<ShapeId>) -> Self {
        Self {
            note: String::new(),
            shape_weights: vec![0.0; shapes.len() + 1],
            shapes,
            levels: [[0.0; FeatureFamily::MAX_LEVELS]; FeatureFamily::COUNT],
            pass: 0.0,
        }
    }

    /// The file's bytes. Shapes' weights are rounded to 1/2048 and kept within 15 of 0.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let length = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
        bytes.extend_from_slice(&length(self.note.len()));
        bytes.extend_from_slice(self.note.as_bytes());
        bytes.push(FeatureFamily::COUNT as u8);
        for (family, weights) in FeatureFamily::ALL.into_iter().zip(&self.levels) {
            bytes.push(family.levels());
            for weight in &weights[1..=family.levels().into()] {
                bytes.extend_from_slice(&weight.to_le_bytes());
            }
        }
        bytes.extend_from_slice(&self.pass.to_le_bytes());
        bytes.extend_from_slice(&length(self.shapes.len()));
        for weight in &self.shape_weights {
            let rounded = (weight.clamp(-15.0, 15.0) * STEPS).round() as i16;
            bytes.extend_from_slice(&rounded.to_le_bytes());
        }
        for shape in &self.shapes {
            bytes.extend_from_slice(&shape.0.to_le_bytes());
        }
        seal(bytes)
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// [`MoveWeightsError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, MoveWeightsError> {
        let mut rest = open(bytes, MAGIC, MAX_BYTES).map_err(|error| match error {
            ContainerError::WrongFormat => MoveWeightsError::Other,
            ContainerError::Damaged => MoveWeightsError::Damaged,
        })?;
        let note = rest.number().and_then(|length| rest.text(length));
        let note = note.ok_or(MoveWeightsError::Damaged)?;
        let levels = read_levels(&mut rest)?;
        read_shapes(&mut rest, note, levels).ok_or(MoveWeightsError::Damaged)
    }
}

/// The weights by family and level.
type LevelWeights = [[f32; FeatureFamily::MAX_LEVELS]; FeatureFamily::COUNT];

fn read_levels(rest: &mut Rest<'_>) -> Result<LevelWeights, MoveWeightsError> {
    let mut levels = [[0.0; FeatureFamily::MAX_LEVELS]; FeatureFamily::COUNT];
    let expect = |rest: &mut Rest<'_>, count: u8| match rest.take() {
        None => Err(MoveWeightsError::Damaged),
        Some([found]) if found == count => Ok(()),
        Some(_) => Err(MoveWeightsError::Features),
    };
    expect(rest, FeatureFamily::COUNT as u8)?;
    for (family, weights) in FeatureFamily::ALL.into_iter().zip(&mut levels) {
        expect(rest, family.levels())?;
        for weight in &mut weights[1..=family.levels().into()] {
            let bytes = rest.take().ok_or(MoveWeightsError::Damaged)?;
            *weight = f32::from_le_bytes(bytes);
        }
    }
    Ok(levels)
}

/// Reads the weight of a pass and the shapes with theirs.
fn read_shapes(rest: &mut Rest<'_>, note: String, levels: LevelWeights) -> Option<MoveWeights> {
    let pass = f32::from_le_bytes(rest.take()?);
    let count = rest.number()?;
    let weights = rest.bytes(count.checked_mul(2)?.checked_add(2)?)?;
    let names = rest.bytes(count.checked_mul(8)?)?;
    if !rest.is_empty() {
        return None;
    }
    let weights = weights.as_chunks::<2>().0.iter();
    let names = names.as_chunks::<8>().0.iter();
    Some(MoveWeights {
        note,
        shapes: names
            .map(|name| ShapeId(u64::from_le_bytes(*name)))
            .collect(),
        shape_weights: weights
            .map(|weight| f32::from(i16::from_le_bytes(*weight)) / STEPS)
            .collect(),
        levels,
        pass,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights() -> MoveWeights {
        let shapes = (1..50).map(|n| ShapeId(n * 0x9e37_79b9)).collect();
        let mut weights = MoveWeights::even(shapes);
        weights.note = "{\"games\":3}".to_owned();
        weights.pass = -2.5;
        for (place, weight) in weights.shape_weights.iter_mut().enumerate() {
            *weight = place as f32 / 8.0 - 3.0;
        }
        for (family, levels) in FeatureFamily::ALL.into_iter().zip(&mut weights.levels) {
            for level in 1..=family.levels() {
                levels[usize::from(level)] = f32::from(level) * 0.3 - 1.0;
            }
        }
        weights
    }

    #[test]
    fn what_is_written_is_read() {
        let weights = weights();
        assert_eq!(MoveWeights::from_bytes(&weights.to_bytes()), Ok(weights));
    }

    #[test]
    fn other_features_are_refused() {
        let weights = weights();
        let count_at = MAGIC.len() + 4 + weights.note.len();
        for (at, byte) in [(count_at, 13), (count_at + 1, 7)] {
            let mut bytes = weights.to_bytes();
            bytes[at] = byte;
            bytes.truncate(bytes.len() - 4);
            let read = MoveWeights::from_bytes(&seal(bytes));
            assert_eq!(read, Err(MoveWeightsError::Features));
        }
    }

    #[test]
    fn every_damage_is_seen() {
        let bytes = weights().to_bytes();
        for cut in 0..bytes.len() {
            assert!(MoveWeights::from_bytes(&bytes[..cut]).is_err());
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(MoveWeights::from_bytes(&damaged).is_err(), "byte {at}");
        }
        assert!(MoveWeights::from_bytes(&[&bytes[..], &[0; 10]].concat()).is_err());
    }
}
