//! What the two sides agreed on before the game, and what goes into its record.

use std::time::Duration;

use crate::rules::{BoardSize, ByColor, Color, Komi, Rules};

/// The terms of one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The colour we play.
    pub color: Color,
    /// The board; the tournament plays on 19 lines.
    pub size: BoardSize,
    /// White's compensation (call, section 11(1): 5 1/2).
    pub komi: Komi,
    /// The rules of Go (the call's are Japanese).
    pub rules: Rules,
    /// Each side's time for the whole game (call, section 11(2): 50 minutes).
    pub main_time: Duration,
    /// Time taken off ours before the first move (call, section 11(3): tardiness).
    pub used: Duration,
    /// The players' names.
    pub names: ByColor<String>,
    /// The tournament.
    pub event: String,
    /// Where it is played.
    pub place: String,
    /// Which round: "1"; the word itself may stand before it.
    pub round: String,
    /// YYYY-MM-DD.
    pub date: String,
}

/// When the rules of the tournament hand a game to the judge or end it (call, section 11(2)).
pub mod limits {
    /// Below so many moves on record, a fallen flag loses.
    pub const FLAG_LOSES_BEFORE: usize = 300;
    /// With so many moves on record the game stops, whatever the clocks say.
    pub const MOVES: usize = 400;
}
