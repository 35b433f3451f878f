//! The connection to an engine, as the controller uses it.

use std::time::Duration;

use super::last_words::LastWords;
use crate::gtp::Input;

/// The engine is not there any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{how}{words}")]
pub struct Gone {
    /// The reason: "it ended with exit code 1".
    pub how: String,
    /// Its last words before that.
    pub words: LastWords,
}

impl Gone {
    /// An engine that is gone without a word.
    #[must_use]
    pub fn silently(how: impl Into<String>) -> Self {
        Self {
            how: how.into(),
            words: LastWords::default(),
        }
    }
}

/// Lines to an engine and from it, and a clock.
pub trait Peer: Send {
    /// Time since a fixed moment; never goes back.
    fn now(&self) -> Duration;

    /// Hands the engine a line; its end is added here.
    ///
    /// # Errors
    /// [`Gone`] where nobody takes it, or not in bounded time.
    fn send(&mut self, line: &str) -> Result<(), Gone>;

    /// Waits up to `timeout` for the engine's next line; `None` if no whole one came. It may return
    /// earlier.
    ///
    /// # Errors
    /// [`Gone`] once everything it said has been handed out.
    fn receive(&mut self, timeout: Duration) -> Result<Option<Input>, Gone>;

    /// Its last words on its standard error; none where that is not heard.
    fn last_words(&self) -> LastWords {
        LastWords::default()
    }
}
