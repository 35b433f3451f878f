//! The form of the protocol, and what only the full one knows.

use std::num::NonZeroU32;

use clap::{Args, ValueEnum};

use crate::cli::values::argument_error::ArgumentError;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Handicap;
use sgmp_match::play::{Dialect, UndoPolicy};

/// A form of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DialectArg {
    /// FJK 2000: two fixed questions, then nothing but moves
    Fjk,
    /// The full Go Modem Protocol: color, board, handicap and rules are asked for on the wire, and
    /// what is not given here is left to the other side
    Gmp,
}

/// The operator's word on taking back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UndoArg {
    /// Moves are taken back when the other side asks
    Allow,
    /// Moves stand: it is denied
    Deny,
}

impl From<UndoArg> for UndoPolicy {
    fn from(arg: UndoArg) -> Self {
        match arg {
            UndoArg::Allow => Self::Allowed,
            UndoArg::Deny => Self::Refused,
        }
    }
}

/// The form of the protocol.
#[derive(Debug, Args)]
#[command(next_help_heading = "Protocol")]
pub struct DialectArgs {
    /// The form of the protocol; a resumed match keeps its own
    #[arg(long, value_enum, default_value = "fjk")]
    pub dialect: DialectArg,

    /// Stones that Black has on the fixed points before White moves first, 2 to 9, or 1 for an even
    /// game; with --dialect gmp [default: as Black 1, else what the other side says]
    #[arg(long, value_name = "STONES", value_parser = parse_handicap)]
    pub handicap: Option<Handicap>,

    /// Whether moves are taken back when the other side asks; with --dialect gmp
    #[arg(long, value_enum, default_value = "allow")]
    pub undo: UndoArg,

    /// Play up to so many games on the line, each with its own record; with --dialect gmp. Who is
    /// Black opens the next one; White waits for it, and ends where the line does
    #[arg(long, value_name = "N", default_value = "1")]
    pub games: NonZeroU32,

    /// Show what the other side's operator types, and send it the lines typed here (`human` always
    /// does, the lines that begin with `say`)
    #[arg(long)]
    pub talk: bool,
}

impl DialectArgs {
    /// Refuses options of the full protocol in other dialects.
    ///
    /// # Errors
    /// [`Failure`] that names it.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let needs = match self.dialect {
            DialectArg::Gmp => None,
            DialectArg::Fjk if self.handicap.is_some_and(|given| given != Handicap::EVEN) => {
                Some("--handicap")
            }
            DialectArg::Fjk if self.games.get() > 1 => Some("--games"),
            DialectArg::Fjk => None,
        };
        needs.map_or(Ok(()), |what| {
            let text = format!("{what} needs --dialect gmp: FJK 2000 plays one even game");
            Err(Failure::new(Blame::Usage, text))
        })
    }

    pub(crate) const fn form(&self) -> Dialect {
        match self.dialect {
            DialectArg::Fjk => Dialect::Fjk,
            DialectArg::Gmp => Dialect::Gmp,
        }
    }
}

/// Reads a number of stones.
pub(crate) fn parse_handicap(text: &str) -> Result<Handicap, ArgumentError> {
    let handicap = match text.parse() {
        Ok(0) => Some(Handicap::EVEN),
        Ok(stones) => Handicap::new(stones),
        Err(_) => None,
    };
    handicap.ok_or_else(|| ArgumentError::Handicap(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_are_read() {
        assert_eq!(parse_handicap("0"), Ok(Handicap::EVEN));
        assert_eq!(parse_handicap("1"), Ok(Handicap::EVEN));
        assert_eq!(parse_handicap("9").map(Handicap::stones), Ok(9));
        for bad in ["10", "-1", "two", "", "65545"] {
            assert!(parse_handicap(bad).is_err(), "{bad}");
        }
    }
}
