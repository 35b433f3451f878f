//! Habits of a person at a board, which games and pages share.

use clap::Args;

/// Habits at a board that are switched off.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct HabitArgs {
    /// Give no hints in games: the key and the word for them say that they are off
    #[arg(long)]
    pub no_hints: bool,

    /// Draw boards without the letters and numbers at their edges
    #[arg(long)]
    pub no_coordinates: bool,
}
