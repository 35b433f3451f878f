//! The world around the server: time, a controller, a person.

use std::time::Duration;

use sgmp_board::stop_flag::StopFlag;

/// Input that ends a search before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// `# interrupt`, `gogui-interrupt` or `stop` alone: a move was asked for and is waited for.
    Interrupt,
    /// Any line that arrives after the search began.
    LaterLine,
    /// Any line, even one that waits already, and the end of the input.
    AnyLine,
}

/// Clocks, searches that input can stop, and output.
pub trait Host {
    /// Time since a fixed moment; never goes back.
    fn now(&self) -> Duration;

    /// Time all threads of this process have used; as [`Host::now`] where that is not known.
    fn cpu_time(&self) -> Duration;

    /// Returns a flag for a search that starts now; it is requested after `limit`, or by the input
    /// that `by` names. Earlier flags are no longer set.
    fn start_search(&mut self, limit: Option<Duration>, by: StoppedBy) -> StopFlag;

    /// Sends text to the controller, at once.
    fn say(&mut self, text: &str);

    /// Shows text to a person, if one sits at a terminal.
    fn hint(&mut self, text: &str);
}
