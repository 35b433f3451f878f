//! The file of playouts' weights: `docs/learning.md` has its layout.

use sgmp_board::container::{ContainerError, open, seal};

/// The first line of every file; its number changes with the layout and the features' meaning.
const LINE: &[u8] = b"SGMP-GO PLAYOUTS 1\n";

/// Longest file, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// The reason why bytes are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayoutWeightsError {
    /// They begin with something else than the format's name.
    #[error("these are no playout weights that this version reads")]
    Other,
    /// The checksum does not fit, or they are cut short.
    #[error("the playout weights are damaged: copy or make the file again")]
    Damaged,
    /// They were made by a version whose features are others.
    #[error(
        "the playout weights are for {found} features, this version has {known}: make them again"
    )]
    Features {
        /// Features in the file.
        found: usize,
        /// Features of this version.
        known: usize,
    },
}

/// Natural logarithms of what playouts draw moves by, and what they rest on.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutWeights {
    /// Their origin: command, games, errors; JSON.
    pub note: String,
    /// By the place of the feature.
    pub weights: Vec<f32>,
}

impl PlayoutWeights {
    /// The bytes of the file, with the checksum at the end.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let length = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
        let mut bytes = LINE.to_vec();
        bytes.extend(length(self.note.len()));
        bytes.extend(self.note.as_bytes());
        bytes.extend(length(self.weights.len()));
        bytes.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        seal(bytes)
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// [`PlayoutWeightsError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PlayoutWeightsError> {
        let mut rest = open(bytes, LINE, MAX_BYTES).map_err(|broken| match broken {
            ContainerError::WrongFormat => PlayoutWeightsError::Other,
            ContainerError::Damaged => PlayoutWeightsError::Damaged,
        })?;
        let mut read = || {
            let length = rest.number()?;
            let note = rest.text(length)?;
            let count = rest.number()?;
            let numbers = rest.bytes(count.checked_mul(4)?)?.as_chunks::<4>().0;
            let weights: Vec<f32> = numbers.iter().map(|n| f32::from_le_bytes(*n)).collect();
            let is_whole = rest.is_empty() && weights.iter().all(|weight| weight.is_finite());
            is_whole.then_some(Self { note, weights })
        };
        read().ok_or(PlayoutWeightsError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_every_damage_is_seen() {
        let weights = PlayoutWeights {
            note: "{\"games\":3}".to_owned(),
            weights: vec![0.5, -3.0, 8.25],
        };
        let bytes = weights.to_bytes();
        assert_eq!(PlayoutWeights::from_bytes(&bytes), Ok(weights));
        for cut in 0..bytes.len() {
            assert!(PlayoutWeights::from_bytes(&bytes[..cut]).is_err());
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(PlayoutWeights::from_bytes(&damaged).is_err(), "byte {at}");
        }
    }
}
