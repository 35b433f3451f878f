//! Choices between a few words: a color, a form of record.

use clap::ValueEnum;

use sgmp_board::record::Format;
use sgmp_board::rules::Color;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// Opens the game and moves first
    Black,
    /// Waits for Black and receives komi
    White,
}

impl From<ColorArg> for Color {
    fn from(arg: ColorArg) -> Self {
        match arg {
            ColorArg::Black => Self::Black,
            ColorArg::White => Self::White,
        }
    }
}

/// A form of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SgfFormat {
    /// The call's Appendix B: FF[1], minutes, tt for a pass
    Fjk,
    /// For today's readers: FF[4], UTF-8, time left, territory
    Ff4,
}

impl From<SgfFormat> for Format {
    fn from(arg: SgfFormat) -> Self {
        match arg {
            SgfFormat::Fjk => Self::Fjk,
            SgfFormat::Ff4 => Self::Ff4,
        }
    }
}
