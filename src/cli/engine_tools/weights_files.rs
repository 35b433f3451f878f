//! Learned weights from files, where the program's own are not wanted.

use std::path::Path;

use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::read_bytes;
use sgmp_knowledge::move_weights::{MovePriors, MoveWeights};

/// The weights of shapes and tactical features in a file.
///
/// # Errors
/// A file that cannot be read, or holds none.
pub(crate) fn read_patterns(path: &Path) -> Result<MoveWeights, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Blame::Record, error))?;
    MoveWeights::from_bytes(&bytes)
        .map_err(|error| Failure::new(Blame::Record, format!("{}: {error}", path.display())))
}

/// Move priors by a file's weights, for as long as the program runs.
///
/// # Errors
/// Those of [`read_patterns`].
pub(crate) fn patterns(path: &Path) -> Result<&'static MovePriors, Failure> {
    let priors = MovePriors::for_search(&read_patterns(path)?);
    Ok(Box::leak(Box::new(priors)))
}
