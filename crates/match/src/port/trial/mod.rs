//! The trial of a line, the day before the game: what is said, heard and found, without a device or a clock.
//!
//! [`LineTrial`] is the state machine and [`Diagnosis`] what it finds; [`HeardBytes`] counts all that came, and
//! tells, for a match too, what speaks there where it is no program of the protocol.

mod check_line;
mod check_talk;
mod heard_bytes;
mod line_trial;
mod speaker;
#[cfg(test)]
mod tests;
mod trial_finding;
mod trial_settings;
mod trial_stage;

pub use check_line::CheckName;
pub use heard_bytes::HeardBytes;
pub use line_trial::LineTrial;
pub use speaker::Speaker;
pub use trial_finding::{Diagnosis, OtherEnd};
pub use trial_settings::TrialSettings;
