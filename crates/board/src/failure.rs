//! A failure as a person is told of it: one line, and the culprit.

/// The culprit of a failure; a script learns it from the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// None: an answer was asked for in place of the work, as by `--help`.
    Nobody,
    /// The person: the words make no sense.
    Usage,
    /// The port could not be opened.
    Port,
    /// No game came about.
    NoGame,
    /// A file or other output could not be written, or a file not be read.
    Record,
    /// A check that was asked for found a fault.
    Check,
    /// The judge must decide.
    Judge,
    /// Somebody asked for the end.
    Interrupted,
}

/// An error of no further use but to be told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The culprit, by which the exit code is chosen.
    pub blame: Blame,
    /// One line for a person: the culprit, and what to do next.
    pub message: String,
}

impl Failure {
    /// A failure with this line.
    pub fn new(blame: Blame, message: impl ToString) -> Self {
        Self {
            blame,
            message: message.to_string(),
        }
    }
}
