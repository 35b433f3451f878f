//! Habits of the person at a table, from the options and the settings.

/// Words where a hint is asked for and the settings have none.
pub(super) const HINTS_ARE_OFF: &str =
    "Hints are off: Settings on the first page (sgmp-go) switch them on.";

/// Habits of the person at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableHabits {
    /// True if the bell rings when stones come into atari.
    pub has_bell: bool,
    /// True if a move is asked for twice.
    pub confirms: bool,
    /// True if hints are given.
    pub has_hints: bool,
    /// True if boards have letters and numbers at their edges.
    pub has_coordinates: bool,
}
