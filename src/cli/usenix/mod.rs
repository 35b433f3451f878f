//! The USENIX computer Go tournament of 1984: its referee, and our engine as one of its programs.

pub(crate) mod referee_command;
pub(crate) mod usenix_command;

pub(crate) use referee_command::RefereeArgs;
pub(crate) use usenix_command::UsenixArgs;
