//! What the server asks of the world.

use std::time::Duration;

use crate::search::StopFlag;

/// What ends a search before its time, besides the end of the input for an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// `# interrupt`, `gogui-interrupt` or `stop` alone: a move was asked for and is waited for.
    Interrupt,
    /// Any line that arrives after the search began.
    LaterLine,
    /// Any line, even one that waits already, and the end of the input.
    AnyLine,
}

/// Time, and somebody who listens while the server thinks.
pub trait Host {
    /// Time since some moment; never goes back.
    fn now(&self) -> Duration;

    /// Time all threads of this process have used; as [`Host::now`] where that is not known.
    fn cpu_time(&self) -> Duration;

    /// A flag for a search that starts now; it is requested after `limit`, or when `by` says so.
    /// An earlier flag is not looked after any more.
    fn start_search(&mut self, limit: Option<Duration>, by: StoppedBy) -> StopFlag;

    /// Sends text to the controller, at once.
    fn say(&mut self, text: &str);

    /// Says something to a person, where one sits at a terminal.
    fn hint(&mut self, text: &str);
}
