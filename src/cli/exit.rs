//! Exit codes: what a script learns without reading a word.

use std::process::ExitCode;

use sgmp_board::failure::Blame;
use sgmp_match::console::Leaving;
use sgmp_match::play::{End, Outcome};

/// Exit code of the program. The numbers are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// A result that the rules define: two passes, a resignation, our own flag, no
    /// result after a cycle; or plain success.
    Done = 0,
    /// The command line or the configuration file is wrong.
    Usage = 2,
    /// The port could not be opened.
    Port = 3,
    /// No game came about.
    NoGame = 4,
    /// The record, the journal or other output could not be written, or a file not be read.
    Record = 5,
    /// A check that was asked for found a fault.
    Check = 6,
    /// The judge must decide.
    Judge = 10,
    /// Interrupted; record and journal are intact.
    Interrupted = 130,
}

impl Exit {
    /// Every code with its meaning, for `--help` and the manual page.
    pub const ALL: [(Self, &'static str); 8] = [
        (
            Self::Done,
            "a result the rules define (two passes, a resignation, our own flag, a cycle)",
        ),
        (Self::Usage, "wrong usage"),
        (Self::Port, "the port could not be opened"),
        (
            Self::NoGame,
            "no game came about (nothing heard, both Black, terms differ)",
        ),
        (
            Self::Record,
            "the record, the journal or other output could not be written, or a file not be read",
        ),
        (
            Self::Check,
            "a check failed (replay, loopback, check, compare)",
        ),
        (Self::Judge, "the judge must decide, whatever the reason"),
        (
            Self::Interrupted,
            "interrupted; record and journal are intact",
        ),
    ];

    /// The number that the process ends with.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The code for a match that came to an end.
    #[must_use]
    pub const fn for_outcome(outcome: &Outcome) -> Self {
        match outcome.end {
            End::TwoPasses | End::NoResult(_) | End::Resignation { .. } | End::FlagFell { .. } => {
                Self::Done
            }
            End::NoGame(_) => Self::NoGame,
            End::LastPassUnheard | End::Judge(_) => Self::Judge,
        }
    }
}

impl From<Leaving> for Exit {
    fn from(leaving: Leaving) -> Self {
        match leaving {
            Leaving::Done => Self::Done,
            Leaving::Interrupted => Self::Interrupted,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

impl From<Blame> for Exit {
    fn from(blame: Blame) -> Self {
        match blame {
            Blame::Nobody => Self::Done,
            Blame::Usage => Self::Usage,
            Blame::Port => Self::Port,
            Blame::NoGame => Self::NoGame,
            Blame::Record => Self::Record,
            Blame::Check => Self::Check,
            Blame::Judge => Self::Judge,
            Blame::Interrupted => Self::Interrupted,
        }
    }
}

/// The list for `--help`.
#[must_use]
pub fn exit_codes_help() -> String {
    let lines = Exit::ALL
        .iter()
        .map(|(exit, meaning)| format!("  {:>3}  {meaning}", exit.code()));
    let lines: Vec<_> = lines.collect();
    format!("Exit codes:\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_part_of_the_interface() {
        let codes: Vec<u8> = Exit::ALL.iter().map(|(exit, _)| exit.code()).collect();
        assert_eq!(codes, [0, 2, 3, 4, 5, 6, 10, 130]);
    }
}
