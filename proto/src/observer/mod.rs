//! A passive judge of both directions of a line (call, Appendix A).
//!
//! It is shown every frame that crossed the line, in order, keeps both sides' bits as the frames
//! show them, and says of each frame what it is and how it breaks the dialect of FJK 2000. It
//! never sends, never waits, and knows nothing of the rules of Go: whether a stone may be put on
//! its point is for the caller.
//!
//! It stands anywhere on the line. A frame that the line swallowed beyond its place is seen and
//! had no effect; one that was swallowed before is not seen at all: what the frames say of each
//! other decides. After a violation it follows the wire where the wire goes on, so that one fault
//! is reported once.

mod side;
mod step;
mod violation;
mod watch;

#[cfg(test)]
mod tests;

pub use violation::{Expected, Violation, Violations};
pub use watch::{Observation, Observer, Ruling};
