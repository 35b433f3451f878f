//! The connection to an engine, as the controller uses it.

use std::time::Duration;

use crate::gtp::Input;

/// The engine is not there any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Gone(
    /// The reason: "it ended with exit code 1".
    pub String,
);

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
}
